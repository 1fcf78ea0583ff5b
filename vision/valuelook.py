"""A closer look at a tall wild mark: the small 20 or 50 at its foot, which the patch of the whole mark blurs."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, WILDS
from vision.corners import CornerKind, Corners, Image, Reader, Readings
from vision.patches import cut_patches

_WILDS = [FACES.index(face) for face in WILDS]

TALL = 1.6
"""A mark this many times as tall as wide may carry its value at its foot: a word in a column has four letters."""

A_WILD_FROM = 0.3
"""A mark is looked at again if it is one of the two wilds with this likelihood."""

SIDES = (0.35, 0.5)
DOWN = (0.3, 0.45, 0.6, 0.8)
"""Sides of the windows, and how far below the mark's middle they lie, in longer sides of the mark's box. The lowest are
for marks of which the finder saw the upper letters only."""

READ_FROM = 0.9
"""A value this likely in one of the windows is believed."""


def look_at_values(image: Image, corners: Corners, readings: Readings, reader: Reader) -> Readings:
    """Return the readings with those of tall wild marks told by the value at their foot, where it can be read.

    What a mark lacks of being a wild it goes on lacking: only which of the two wilds it is changes.
    """
    rows = np.flatnonzero(_may_show_value(corners, readings))
    if not len(rows):
        return readings
    windows = np.stack([windows_at_foot(corners.boxes[row], corners.quads[row]) for row in rows])
    count = windows.shape[1]
    quads = np.repeat(corners.quads[rows], count, axis=0)
    seen = reader.read(cut_patches(image, windows.reshape(-1, 4), quads, reader.patch_px)).faces[:, _WILDS]
    best = seen.reshape(len(rows), count, 2).max(axis=1)
    told = best.max(axis=1) >= READ_FROM
    faces = readings.faces.copy()
    for row, chances in zip(rows[told], best[told], strict=True):
        faces[row, _WILDS] = faces[row, _WILDS].sum() * chances / chances.sum()
    return replace(readings, faces=faces)


def windows_at_foot(box: NDArray[np.float32], quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (W, 4) square boxes at the foot of the mark at (4,) ``box`` on the card at ``quad``.

    quad: (4, 2), from the top left of the upright mark. Sides and steps are in longer sides of the box.
    """
    axis = _downwards(quad)
    middle, longer = (box[:2] + box[2:]) / 2, float((box[2:] - box[:2]).max())
    windows = []
    for side in SIDES:
        for step in DOWN:
            centre, half = middle + axis * step * longer, side * longer / 2
            windows.append(np.concatenate([centre - half, centre + half]))
    return np.array(windows, np.float32)


def _is_tall(box: NDArray[np.float32], quad: NDArray[np.float32]) -> bool:
    """Tell whether a mark is tall on the card at (4, 2) ``quad`` held upright."""
    wide, tall = box[2:] - box[:2]
    x, y = np.abs(_downwards(quad))
    if x > y:
        wide, tall = tall, wide
    return bool(tall > TALL * max(float(wide), 1.0))


def _downwards(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (2,) unit vector from a card's upper edge to its lower one."""
    axis = (quad[3] - quad[0]) + (quad[2] - quad[1])
    return np.asarray(axis / max(float(np.hypot(*axis)), 1e-6), np.float32)


def _may_show_value(corners: Corners, readings: Readings) -> NDArray[np.bool_]:
    wild = readings.faces[:, _WILDS].sum(axis=1) >= A_WILD_FROM
    tall = [_is_tall(box, quad) for box, quad in zip(corners.boxes, corners.quads, strict=True)]
    return np.asarray((corners.kinds == CornerKind.JOKER) & wild & np.array(tall, bool))
