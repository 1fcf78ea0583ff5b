"""A look where an index should lie: in a gap of a row of cards, and a step beyond its ends.

Cards are laid in rows, a step apart. Where one step is as long as two or three, a card may lie between that the finder
did not see, in a blur or in the shade; the reader, shown where its index would be, often reads it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.corners import READER_SUITS, CornerKind, Corners, Image, Ink, Reader, Readings
from vision.patches import cut_patches
from vision.suppression import card_widths, join, long_sides, take

Floats = NDArray[np.float64]

SURE_SCORE, SURE_FACE = 0.4, 0.8
"""Indices found and read as surely as this make rows."""

PARALLEL, OF_ONE_SIZE = 0.9, 1.35
"""Neighbours in a row: the least cosine of the turn between them, and how many times as wide one may be."""

FURTHEST, ASTRAY = 1.6, 0.35
"""How far the next in a row lies at most, card widths, and how far beside its line, as a share of that."""

A_GAP, MOST_MISSING = 1.55, 4
"""A step so many times the row's usual one is a gap, in which no more cards are missing than the second."""

SHIFT, LONGER = 0.2, 1.6
"""How far about the place the index is looked for, in its longer side; how many times as long a joker's mark may be."""

NOTHING_READ, ELSEWHERE = 0.5, 0.6
"""A place is free where no face as likely as the first was read nearer to it than the second, in the index's size."""

FIRST, HOPEFUL = 3, 0.3
"""In so many boxes a place is looked at first, in the others only where a face is as likely as the second in these."""

READ_FROM, A_WILD_FROM = 0.7, 0.8
"""A face as likely as the first is an index that may be there; a wild, which much is taken for, one as the second."""

HARDLY_FOUND = 0.12
"""The score of what the finder did not see."""

_NONE = len(FACES)
_WILDS = (FACES.index(Face.WILD_20), FACES.index(Face.WILD_50))


@dataclass(frozen=True)
class _Places:
    """P places where an index may lie. boxes: (P, 4), quads: (P, 4, 2), px, as ``Corners`` has them."""

    boxes: Floats
    quads: Floats


def look_between(image: Image, corners: Corners, readings: Readings, reader: Reader) -> tuple[Corners, Readings]:
    """Return the corners of an (H, W, 3) BGR photo and their readings, with what is read in the gaps of rows."""
    surest = readings.faces[:, :_NONE].max(axis=1, initial=0.0)
    sure = (corners.kinds != CornerKind.BACK) & (corners.scores >= SURE_SCORE) & (surest >= SURE_FACE)
    # A card seen from its edge makes no row.
    places = _gaps(take(corners, sure & (card_widths(corners.quads) >= 1)))
    if places is None:
        return corners, readings
    places = _free(places, corners, surest, (image.shape[1], image.shape[0]))
    if not len(places.boxes):
        return corners, readings
    read = surest >= NOTHING_READ
    found, new = _looked(image, places, reader, corners.boxes[read], readings.faces[read, :_NONE].argmax(axis=1))
    both = zip(vars(readings).items(), vars(new).values(), strict=True)
    return join([corners, found]), Readings(**{name: np.concatenate([old, more]) for (name, old), more in both})


def _looked(
    image: Image, places: _Places, reader: Reader, seen: NDArray[np.float32], shown: NDArray[np.int64]
) -> tuple[Corners, Readings]:
    """Return what indices are read at some places, each in the box in which it is read best.

    seen, shown: (M, 4) boxes of the indices that are read already, and (M,) their faces; none of them is read again.
    """
    windows = _windows(places).astype(np.float32)
    quads = places.quads.astype(np.float32)
    faces = np.zeros((*windows.shape[:2], _NONE + 1), np.float32)
    suits, inks = (np.zeros((*windows.shape[:2], many), np.float32) for many in (len(READER_SUITS), len(Ink)))
    hopeful = np.arange(len(windows))
    for some in (slice(0, FIRST), slice(FIRST, None)):
        boxes = windows[hopeful, some]
        turned = np.repeat(quads[hopeful], boxes.shape[1], axis=0)
        read = reader.read(cut_patches(image, boxes.reshape(-1, 4), turned, reader.patch_px))
        for kept, values in ((faces, read.faces), (suits, read.suits), (inks, read.inks)):
            kept[hopeful, some] = values.reshape(*boxes.shape[:2], values.shape[1])
        hopeful = np.flatnonzero(faces[:, :FIRST, :_NONE].max(axis=(1, 2)) >= HOPEFUL)
    surest = np.where(
        _shows_one(windows, faces[..., :_NONE].argmax(axis=2), seen, shown), 0, faces[..., :_NONE].max(axis=2)
    )
    every, best = np.arange(len(windows)), surest.argmax(axis=1)
    faces, suits, inks, boxes = (values[every, best] for values in (faces, suits, inks, windows))
    wild = np.isin(faces[:, :_NONE].argmax(axis=1), _WILDS)
    # A larger box was looked at for what may be longer than the row's other indices: a wild's mark.
    usual = _moved(places.boxes, boxes)
    boxes = np.where(wild[:, None], boxes, usual)
    told = surest[every, best] >= np.where(wild, A_WILD_FROM, READ_FROM)
    told &= ~np.any(_hold(seen, (usual[:, :2] + usual[:, 2:]) / 2), axis=0)
    kinds = np.where(wild, CornerKind.JOKER, CornerKind.INDEX).astype(np.int64)
    scores = np.full(len(boxes), HARDLY_FOUND, np.float32)
    return take(Corners(boxes, quads, scores, kinds), told), Readings(faces[told], suits[told], inks[told])


def _shows_one(
    windows: NDArray[np.float32], faces: NDArray[np.int64], seen: NDArray[np.float32], shown: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Return which of (P, K, 4) windows that read (P, K) faces hold the middle of an index that reads the same."""
    held = _hold(windows.reshape(-1, 4), (seen[:, :2] + seen[:, 2:]) / 2)
    alike = faces.reshape(-1, 1) == shown
    return np.asarray(np.any(held & alike, axis=1).reshape(faces.shape))


def _hold(boxes: NDArray[np.floating], points: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Return (N, M), which of (N, 4) boxes hold which of (M, 2) points."""
    inside = (points >= boxes[:, None, :2]) & (points <= boxes[:, None, 2:])
    return np.asarray(inside[..., 0] & inside[..., 1])


def _moved(boxes: Floats, to: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (N, 4) boxes of their sizes about the middles of others."""
    halves, middles = (boxes[:, 2:] - boxes[:, :2]) / 2, (to[:, :2] + to[:, 2:]) / 2
    return np.concatenate([middles - halves, middles + halves], axis=1).astype(np.float32)


def _gaps(corners: Corners) -> _Places | None:
    """Return where indices may lie between and beyond those of rows; None where there are no rows."""
    boxes, quads = corners.boxes.astype(np.float64), corners.quads.astype(np.float64)
    found = []
    for axis in (0, 1):
        following = _following(corners, axis)
        for row in _rows(following):
            found += list(_in_row(boxes[row], quads[row], card_widths(corners.quads[row]).astype(np.float64)))
    if not found:
        return None
    return _Places(np.array([box for box, _ in found]), np.array([quad for _, quad in found]))


def _following(corners: Corners, axis: int) -> NDArray[np.int64]:
    """Return (N,) which corner is the next in each one's row, to the right (axis 0) or below (1); -1 for none."""
    count = len(corners)
    if count < 2:
        return np.full(count, -1)
    middles = (corners.boxes[:, :2] + corners.boxes[:, 2:]).astype(np.float64) / 2
    widths = card_widths(corners.quads).astype(np.float64)
    ways = (corners.quads[:, 1] - corners.quads[:, 0]).astype(np.float64)
    ways /= np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-6)
    downs = ways[:, ::-1] * (-1, 1)
    away = (middles[None] - middles[:, None]) / widths[:, None, None]
    ahead, aside = (np.einsum("nmk,nk->nm", away, way) for way in ((ways, downs) if axis == 0 else (downs, ways)))
    alike = (ways @ ways.T > PARALLEL) & (np.abs(np.log(widths[:, None] / widths)) < np.log(OF_ONE_SIZE))
    is_ahead = alike & (ahead > 0.03) & (ahead < FURTHEST) & (np.abs(aside) < ASTRAY * ahead)
    ahead = np.where(is_ahead, np.hypot(ahead, aside), np.inf)
    following = np.where(is_ahead.any(axis=1), ahead.argmin(axis=1), -1)
    # The nearest ahead of two is the next of the nearer one alone.
    before = ahead.argmin(axis=0)
    return np.where(before[following] == np.arange(count), following, -1)


def _rows(following: NDArray[np.int64]) -> Iterator[list[int]]:
    """Yield the rows of three or more, each in its order."""
    for first in sorted(set(range(len(following))) - set(following.tolist())):
        row = [first]
        while following[row[-1]] >= 0:
            row.append(int(following[row[-1]]))
        if len(row) > 2:
            yield row


def _in_row(boxes: Floats, quads: Floats, widths: Floats) -> Iterator[tuple[Floats, Floats]]:
    """Yield boxes and quads where indices of a row of N may be missing."""
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    ways = np.diff(middles, axis=0)
    steps = np.linalg.norm(ways, axis=1) / widths[:-1]
    for n, step in enumerate(steps):
        usual = float(np.median(np.delete(steps, n)))
        missing = round(step / usual) - 1
        if step < A_GAP * usual or not 1 <= missing <= MOST_MISSING:
            continue
        for k in range(1, missing + 1):
            share = k / (missing + 1)
            box, quad = ((1 - share) * each[n] + share * each[n + 1] for each in (boxes, quads))
            yield box, quad
    usual = float(np.median(steps))
    for end, way, step in ((0, -ways[0], steps[0]), (len(boxes) - 1, ways[-1], steps[-1])):
        shift = way * min(usual / float(step), 1.0)
        yield boxes[end] + np.tile(shift, 2), quads[end] + shift


def _free(places: _Places, corners: Corners, surest: NDArray[np.float32], size: tuple[int, int]) -> _Places:
    """Return the places in a photo of that size, width and height in px, where no index was read, each once."""
    middles = (places.boxes[:, :2] + places.boxes[:, 2:]) / 2
    sizes = long_sides(places.boxes.astype(np.float32)).astype(np.float64)
    read = corners.boxes[surest >= NOTHING_READ].astype(np.float64)
    apart = np.linalg.norm(middles[:, None] - (read[:, :2] + read[:, 2:])[None] / 2, axis=2)
    inside = ((middles > 0) & (middles < size)).all(axis=1)
    free = inside & (apart.min(axis=1, initial=np.inf) > ELSEWHERE * sizes)
    kept: list[int] = []
    for n in np.flatnonzero(free):
        if all(np.linalg.norm(middles[n] - middles[m]) > ELSEWHERE * sizes[n] for m in kept):
            kept.append(int(n))
    return _Places(places.boxes[kept], places.quads[kept])


def _windows(places: _Places) -> Floats:
    """Return (P, 5, 4) boxes in which the index of each place is looked for: two larger ones, there, before and above.

    The larger ones reach to the right and down, as a joker's word does.
    """
    longer = (places.boxes[:, 2:] - places.boxes[:, :2]).max(axis=1)[:, None, None]
    edges = places.quads[:, [1, 3]] - places.quads[:, :1]
    units = edges / np.maximum(np.linalg.norm(edges, axis=2, keepdims=True), 1e-6)
    shifts = np.concatenate([(LONGER - 1) / 2 * units, np.zeros_like(units[:, :1]), -SHIFT * units], axis=1) * longer
    halves = np.repeat((places.boxes[:, None, 2:] - places.boxes[:, None, :2]) / 2, shifts.shape[1], axis=1)
    halves[:, :2] = LONGER / 2 * longer
    middles = (places.boxes[:, None, :2] + places.boxes[:, None, 2:]) / 2 + shifts
    return np.concatenate([middles - halves, middles + halves], axis=2)
