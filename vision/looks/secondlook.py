"""A second look at indices that cannot be read as they stand: turned, or with less or more of the card about them."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.boxes import box_middles, long_sides, sized
from vision.corners import CornerKind, Corners, Image, Reader, Readings
from vision.looks.patches import cut_patches

TURNS = (-90.0, -60.0, -30.0, 30.0, 60.0, 90.0)
"""Degrees clockwise. An index at a card's right looks like one at the left on its side; none is tried upside down."""

WORTH_IT = 0.4
"""Finder's score from which an index is looked at again: below, it is a speck as often as not."""

UNREAD_BELOW = 0.7
"""An index whose likeliest face is less likely than this is looked at again."""

READ_FROM = 0.9
"""A face this likely in the turned patch is believed."""

SIZES = (0.88, 1.14, 1.32)
"""Sizes of the box, beside its own, at which an unsure index is read: a weak box seldom fits what it is around."""

UNSURE_BELOW = 0.93
"""An index whose likeliest face is less likely than this is read at several sizes."""

UPSIDE_DOWN_FROM = 0.95
"""A face this likely in a patch upside down is believed, where the patch as it stands shows no index."""

NO_INDEX_FROM = 0.5
"""The likelihood of NONE from which a patch shows no index."""

LONGER = 1.6
"""How many times as long a joker's mark may be as the piece of it that was found."""

_JOKER = FACES.index(Face.WILD_50)
EITHER_WAY_UP = (FACES.index(Face.SIX), FACES.index(Face.NINE))


def look_again(image: Image, corners: Corners, readings: Readings, reader: Reader) -> tuple[Corners, Readings]:
    """Return the corners and readings with those replaced that read well once turned; their cards are turned too."""
    weak = np.flatnonzero(corners.face_up & (corners.scores >= WORTH_IT) & (readings.surest < UNREAD_BELOW))
    if not len(weak):
        return corners, readings
    again, told = corners.at(weak), readings.at(weak)
    best, quads = told.surest.clip(READ_FROM), again.quads.copy()
    for turn in TURNS:
        turned = np.stack([turned_quad(quad, box, turn) for quad, box in zip(again.quads, again.boxes, strict=True)])
        read = reader.read(cut_patches(image, again.boxes, turned, reader.patch_px))
        better = read.surest > best
        best[better] = read.surest[better]
        quads[better] = turned[better]
        told = told.with_rows(better, read.at(better))
    return _turned(corners, weak, quads), readings.with_rows(weak, told)


def look_at_sizes(image: Image, corners: Corners, readings: Readings, reader: Reader) -> Readings:
    """Return the readings with unsure ones replaced by the mean of what is read at the box's own size and others."""
    unsure = np.flatnonzero(corners.face_up & (readings.surest < UNSURE_BELOW))
    if not len(unsure):
        return readings
    some = corners.at(unsure)
    read = [reader.read(cut_patches(image, sized(some.boxes, size), some.quads, reader.patch_px)) for size in SIZES]
    looks = zip(*(vars(one).values() for one in (readings.at(unsure), *read)), strict=True)
    return readings.with_rows(unsure, Readings(*(np.mean(parts, axis=0) for parts in looks)))


def look_upside_down(image: Image, corners: Corners, readings: Readings, reader: Reader) -> tuple[Corners, Readings]:
    """Return the corners and readings with those turned over that show an index only the other way up.

    A 6 and a 9 are never taken for one: nothing would tell which of the two it is.
    """
    refused = np.flatnonzero(corners.face_up & (corners.scores >= WORTH_IT) & (readings.no_index > NO_INDEX_FROM))
    if not len(refused):
        return corners, readings
    over = np.roll(corners.quads[refused], 2, axis=1)
    read = reader.read(cut_patches(image, corners.boxes[refused], over, reader.patch_px))
    believed = (read.surest >= UPSIDE_DOWN_FROM) & ~np.isin(read.likeliest, EITHER_WAY_UP)
    rows = refused[believed]
    return _turned(corners, rows, over[believed]), readings.with_rows(rows, read.at(believed))


def look_for_whole_marks(image: Image, corners: Corners, readings: Readings, reader: Reader) -> Readings:
    """Return the readings with those of unread pieces of a joker's mark replaced where more of it reads as a joker.

    Of a long word the beginning is found oftenest: it goes on to the right, or below.
    """
    pieces = np.flatnonzero(
        (corners.kinds == CornerKind.JOKER) & (corners.scores >= WORTH_IT) & (readings.surest < UNREAD_BELOW)
    )
    if not len(pieces):
        return readings
    quads = corners.quads[pieces]
    windows = longer_windows(corners.boxes[pieces], quads)
    count = windows.shape[1]
    read = reader.read(cut_patches(image, windows.reshape(-1, 4), np.repeat(quads, count, axis=0), reader.patch_px))
    chances = read.faces[:, _JOKER].reshape(-1, count)
    best = np.arange(len(pieces)) * count + chances.argmax(axis=1)
    told = chances.max(axis=1) >= READ_FROM
    return readings.with_rows(pieces[told], read.at(best[told]))


def longer_windows(boxes: NDArray[np.float32], quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (N, 3, 4) square boxes, ``LONGER`` times as long as (N, 4) ones: about these, and to the right and below.

    quads: (N, 4, 2), the cards they stand upright on.
    """
    longer = long_sides(boxes)[:, None, None]
    units = directions(quads)
    shifts = np.concatenate([np.zeros_like(units[:, :1]), units], axis=1) * (LONGER - 1) / 2 * longer
    middles = box_middles(boxes)[:, None] + shifts
    half = LONGER / 2 * longer
    return np.concatenate([middles - half, middles + half], axis=2).astype(np.float32)


def directions(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (N, 2, 2), which way right and down are on (N, 4, 2) cards, each of length one."""
    edges = quads[:, [1, 3]] - quads[:, :1]
    return np.asarray(edges / np.maximum(np.linalg.norm(edges, axis=2, keepdims=True), 1e-6))


def _turned(corners: Corners, rows: NDArray[np.int64], quads: NDArray[np.float32]) -> Corners:
    """Return the corners with other quads in some rows."""
    every = corners.quads.copy()
    every[rows] = quads
    return replace(corners, quads=every)


def turned_quad(quad: NDArray[np.float32], box: NDArray[np.float32], degrees: float) -> NDArray[np.float32]:
    """Return the (4, 2) quad of the card if its index, at (4,) ``box``, stands so many degrees clockwise of ``quad``.

    A quarter turn is another order of the same corners; what is left of it turns the card about the index's corner.
    """
    quarter = round(degrees / 90)
    ordered = np.roll(quad, -quarter, axis=0)
    rest = np.deg2rad(degrees - 90 * quarter)
    own = ordered[np.linalg.norm(ordered - (box[:2] + box[2:]) / 2, axis=1).argmin()]
    cos, sin = np.cos(rest), np.sin(rest)
    return np.asarray((ordered - own) @ np.array([[cos, sin], [-sin, cos]]) + own, np.float32)
