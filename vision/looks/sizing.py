"""How large the cards of a photo really are: an index sees its own corner of the card well, the far ones badly, but
where two indices of one card are seen, the distance of their own corners tells its size, and so that of all cards.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.boxes import box_middles
from vision.corners import Corners

Floats = NDArray[np.float64]

LARGEST_ERROR = 0.6
"""Sizes are at most so far wrong, in natural logarithms."""

OPPOSED = 35.0
"""The two indices of a card stand upside down to each other to within this angle, degrees."""

AGREE = 0.08
"""How closely the sizes that pairs of indices tell agree where they are true, in natural logarithms."""

EXPECTED, UNCERTAIN = 0.05, 0.2
"""What is thought of sizes beforehand: the finder's are a little small, give or take; natural logarithms."""


@dataclass(frozen=True)
class Frames:
    """What each of N corners knows of its card. own: (N, 2) px, the corner of the card nearest to the index.

    own_number: (N,) its place in the quad. across, down: (N, 2) px, the card's upper and left edge as vectors.
    """

    own: Floats
    own_number: NDArray[np.int64]
    across: Floats
    down: Floats


def frames_of(corners: Corners) -> Frames:
    """Return the corners' frames."""
    quads = corners.quads.astype(np.float64)
    centres = box_middles(corners.boxes).astype(np.float64)
    number = np.linalg.norm(quads - centres[:, None], axis=2).argmin(axis=1) if len(quads) else np.zeros(0, np.int64)
    return Frames(
        own=quads[np.arange(len(quads)), number],
        own_number=number,
        across=(quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2,
        down=(quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2,
    )


def resized(corners: Corners, faces: NDArray[np.int64]) -> Corners:
    """Return the corners with quads as large as pairs of opposite indices of one face tell, own corners unmoved.

    faces: (N,) what each corner reads.
    """
    if len(corners) < 2:
        return corners
    frames = frames_of(corners)
    wider, higher = np.exp(_size_errors(corners, frames, faces))
    # Every corner as a sum of edges from the own corner.
    column = np.array([0, 1, 1, 0])
    row = np.array([0, 0, 1, 1])
    from_own_x = (column[None] - column[frames.own_number][:, None])[..., None]
    from_own_y = (row[None] - row[frames.own_number][:, None])[..., None]
    grown = (wider - 1) * from_own_x * frames.across[:, None] + (higher - 1) * from_own_y * frames.down[:, None]
    face_up = corners.face_up[:, None, None]
    quads = np.where(face_up, corners.quads + grown, corners.quads).astype(np.float32)
    return replace(corners, quads=quads)


def _size_errors(corners: Corners, frames: Frames, faces: NDArray[np.int64]) -> Floats:
    """Return (2,) natural logarithms by which cards are wider and higher than their corners say."""
    told = _told_by_pairs(corners, frames, faces)
    if not len(told):
        return np.full(2, EXPECTED)
    likely = np.exp(-(((told - EXPECTED) / UNCERTAIN) ** 2).sum(axis=1) / 2)
    near = np.exp(-(((told[:, None] - told[None]) / AGREE) ** 2).sum(axis=2) / 2)
    best = told[int((near.sum(axis=1) * likely).argmax())]
    weights = np.exp(-(((told - best) / (2 * AGREE)) ** 2).sum(axis=1) / 2) * likely
    # What was thought beforehand counts as much as half a pair.
    return np.asarray((weights @ told + 0.5 * EXPECTED) / (weights.sum() + 0.5))


def _told_by_pairs(corners: Corners, frames: Frames, faces: NDArray[np.int64]) -> Floats:
    """Return (M, 2) logarithms of sizes, one of each pair of corners that could be the two ends of one card."""
    up = corners.face_up
    ends = frames.own_number % 2 == 0
    usable = np.flatnonzero(up & ends)
    across, down = frames.across[usable], frames.down[usable]
    across_unit = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-6)
    opposed = across_unit @ across_unit.T < -np.cos(np.radians(OPPOSED))
    alike = faces[usable][:, None] == faces[usable][None]
    told = []
    for a, b in np.argwhere(np.triu(opposed & alike, 1)):
        i, j = usable[a], usable[b]
        edges = np.column_stack([(across[a] - across[b]) / 2, (down[a] - down[b]) / 2])
        if abs(float(np.linalg.det(edges))) < 1e-6:
            continue
        sizes = np.linalg.solve(edges, frames.own[j] - frames.own[i])
        if (sizes > 0).all() and (np.abs(np.log(sizes)) < LARGEST_ERROR).all():
            told.append(np.log(sizes))
    return np.array(told).reshape(-1, 2)
