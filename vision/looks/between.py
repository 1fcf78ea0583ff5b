"""A look where an index should lie: in a gap of a row of cards, and a step beyond its ends.

Cards are laid in rows, a step apart. Where one step is as long as two or three, a card may lie between that the finder
did not see, in a blur or in the shade; the reader, shown where its index would be, often reads it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.boxes import box_middles, card_widths, holding, long_sides
from vision.corners import READER_SUITS, CornerKind, Corners, Image, Ink, Reader, Readings, join
from vision.looks.patches import cut_patches
from vision.looks.secondlook import directions, longer_windows

Floats = NDArray[np.float32]

SURE_SCORE, SURE_FACE = 0.4, 0.8
"""Indices found and read as surely as this make rows."""

PARALLEL, OF_ONE_SIZE = 0.9, 1.35
"""Neighbours in a row: the least cosine of the turn between them, and how many times as wide one may be."""

FURTHEST, ASTRAY = 1.6, 0.35
"""How far the next in a row lies at most, card widths, and how far beside its line, as a share of that."""

A_GAP, MOST_MISSING = 1.55, 4
"""A step so many times the row's usual one is a gap, in which no more cards are missing than the second."""

SHIFT = 0.2
"""How far before and above the place the index is looked for, too, in its longer side."""

NOTHING_READ, ELSEWHERE = 0.5, 0.6
"""A place is free where no face as likely as the first was read nearer to it than the second, in the index's size."""

NOTHING_FROM = 0.97
"""A place whose first box shows no index with this likelihood is not looked at again."""

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
    surest = readings.surest
    sure = corners.face_up & (corners.scores >= SURE_SCORE) & (surest >= SURE_FACE)
    places = _gaps(corners.at(sure))
    read = surest >= NOTHING_READ
    seen, shown = corners.boxes[read], readings.at(read).likeliest
    places = _free(places, seen, (image.shape[1], image.shape[0]))
    if not len(places.boxes):
        return corners, readings
    found, new = _looked(image, places, reader, seen, shown)
    return join([corners, found]), readings.followed_by(new)


def _looked(
    image: Image, places: _Places, reader: Reader, seen: Floats, shown: NDArray[np.int64]
) -> tuple[Corners, Readings]:
    """Return what indices are read at some places, each in the box in which it is read best.

    seen, shown: (M, 4) boxes of the indices that are read already, and (M,) their faces; none of them is read again.
    """
    windows, quads = windows_about(places.boxes, places.quads), places.quads
    faces = np.zeros((*windows.shape[:2], _NONE + 1), np.float32)
    suits, inks = (np.zeros((*windows.shape[:2], many), np.float32) for many in (len(READER_SUITS), len(Ink)))
    hopeful = np.arange(len(windows))
    for some in (slice(0, 1), slice(1, FIRST), slice(FIRST, None)):
        boxes = windows[hopeful, some]
        turned = np.repeat(quads[hopeful], boxes.shape[1], axis=0)
        read = reader.read(cut_patches(image, boxes.reshape(-1, 4), turned, reader.patch_px))
        for kept, values in ((faces, read.faces), (suits, read.suits), (inks, read.inks)):
            kept[hopeful, some] = values.reshape(*boxes.shape[:2], values.shape[1])
        is_hopeful = faces[:, 0, _NONE] < NOTHING_FROM
        if some.stop == FIRST:
            is_hopeful = faces[:, :FIRST, :_NONE].max(axis=(1, 2)) >= HOPEFUL
        hopeful = np.flatnonzero(is_hopeful)
    surest = np.where(
        _shows_one(windows, faces[..., :_NONE].argmax(axis=2), seen, shown), 0, faces[..., :_NONE].max(axis=2)
    )
    every, best = np.arange(len(windows)), surest.argmax(axis=1)
    new = Readings(faces[every, best], suits[every, best], inks[every, best])
    boxes, wild = windows[every, best], np.isin(new.likeliest, _WILDS)
    # A larger box was looked at for what may be longer than the row's other indices: a wild's mark.
    usual = _moved(places.boxes, boxes)
    boxes = np.where(wild[:, None], boxes, usual)
    told = surest[every, best] >= np.where(wild, A_WILD_FROM, READ_FROM)
    told &= ~np.any(holding(seen, box_middles(usual)), axis=0)
    kinds = np.where(wild, CornerKind.JOKER, CornerKind.INDEX).astype(np.int64)
    scores = np.full(len(boxes), HARDLY_FOUND, np.float32)
    return Corners(boxes, quads, scores, kinds).at(told), new.at(told)


def _shows_one(windows: Floats, faces: NDArray[np.int64], seen: Floats, shown: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which of (P, K, 4) windows that read (P, K) faces hold the middle of an index that reads the same."""
    held = holding(windows.reshape(-1, 4), box_middles(seen))
    alike = faces.reshape(-1, 1) == shown
    return np.asarray(np.any(held & alike, axis=1).reshape(faces.shape))


def _moved(boxes: Floats, to: Floats) -> Floats:
    """Return (N, 4) boxes of their sizes about the middles of others."""
    halves, middles = (boxes[:, 2:] - boxes[:, :2]) / 2, box_middles(to)
    return np.concatenate([middles - halves, middles + halves], axis=1)


def _gaps(corners: Corners) -> _Places:
    """Return where indices may lie between and beyond those of rows."""
    found = [
        place
        for axis in (0, 1)
        for row in _rows(_following(corners, axis))
        for place in _in_row(corners.boxes[row], corners.quads[row])
    ]
    boxes, quads = [box for box, _ in found], [quad for _, quad in found]
    return _Places(np.array(boxes, np.float32).reshape(-1, 4), np.array(quads, np.float32).reshape(-1, 4, 2))


def _following(corners: Corners, axis: int) -> NDArray[np.int64]:
    """Return (N,) which corner is the next in each one's row, to the right (axis 0) or below (1); -1 for none."""
    count = len(corners)
    if count < 2:
        return np.full(count, -1)
    middles = box_middles(corners.boxes)
    widths, way = card_widths(corners.quads), directions(corners.quads)[:, 0]
    # Down is square to the right, whichever way a slanted photo shows the card's side.
    ways = (way, way[:, ::-1] * np.array([-1, 1], np.float32))
    away = (middles[None] - middles[:, None]) / widths[:, None, None]
    ahead, aside = (np.einsum("nmk,nk->nm", away, each) for each in (ways[axis], ways[1 - axis]))
    alike = (way @ way.T > PARALLEL) & (np.abs(np.log(widths[:, None] / widths)) < np.log(OF_ONE_SIZE))
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


def _in_row(boxes: Floats, quads: Floats) -> Iterator[tuple[Floats, Floats]]:
    """Yield boxes and quads where indices of a row of N may be missing."""
    middles = box_middles(boxes)
    ways = np.diff(middles, axis=0)
    steps = np.linalg.norm(ways, axis=1) / card_widths(quads)[:-1]
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


def _free(places: _Places, seen: Floats, size: tuple[int, int]) -> _Places:
    """Return the places in a photo of that size, width and height in px, where no index was read, each once.

    seen: (M, 4) boxes of those that were.
    """
    middles, sizes = box_middles(places.boxes), long_sides(places.boxes)
    apart = np.linalg.norm(middles[:, None] - box_middles(seen), axis=2)
    inside = ((middles > 0) & (middles < size)).all(axis=1)
    free = inside & (apart.min(axis=1, initial=np.inf) > ELSEWHERE * sizes)
    kept: list[int] = []
    for n in np.flatnonzero(free):
        if all(np.linalg.norm(middles[n] - middles[m]) > ELSEWHERE * sizes[n] for m in kept):
            kept.append(int(n))
    return _Places(places.boxes[kept], places.quads[kept])


def windows_about(boxes: Floats, quads: Floats) -> Floats:
    """Return (P, 5, 4) boxes in which an index is looked for: to the right, below, there, before, above.

    boxes: (P, 4), where it should lie. quads: (P, 4, 2), the cards on which it stands upright. The first two are as
    long as a joker's word may be.
    """
    longer = long_sides(boxes)[:, None, None]
    ways = directions(quads)
    shifts = np.concatenate([np.zeros_like(ways[:, :1]), -SHIFT * ways], axis=1) * longer
    near = boxes[:, None] + np.tile(shifts, 2)
    return np.concatenate([longer_windows(boxes, quads)[:, 1:], near], axis=1)
