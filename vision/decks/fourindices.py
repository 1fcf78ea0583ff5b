"""Cards known by four indices that stand in their corners, where the finder does not see how the card itself lies.

Of a strange design it often finds every index and mistakes which way each stands, so that no two of them see one card
alike. But four marks of one size that are the corners of a rectangle as long as a card's are one card's.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.boxes import box_middles, long_sides
from vision.corners import Corners
from vision.decks.outlines import sides

Floats = NDArray[np.float64]

LEAST_SURE = 0.3
"""The surest of the four finds has at least this score."""

MOST_FINDS = 60
"""Of more finds the surest are looked at: time grows with the fourth power of their number."""

ALIKE = 1.6
"""The largest of four indices is at most so many times as large as the smallest."""

SQUARE = 0.08
"""The two diagonals of a rectangle are alike in length, and meet in their middles, to within this share of them."""

LONGER = (1.3, 2.0)
"""How many times as long as wide the rectangle of the indices' middles is: a card seen from above some 1.5. One seen
so far from the side that it looks hardly longer than wide may lie either way, and is left out."""

INDEX_SHARE = (0.08, 0.6)
"""Longer side of an index, in widths of that rectangle."""

MARGIN = 0.65
"""So far beyond the middles of its indices a card ends, in longer sides of an index."""


def cards_by_four(corners: Corners) -> Floats:
    """Return the (M, 4, 2) quads of cards of which four indices are found, px; no find is of two.

    Each quad runs clockwise from the start of a short side; which of the two is the card's top is not known.
    """
    order = np.argsort(-corners.scores, kind="stable")[:MOST_FINDS]
    middles = box_middles(corners.boxes[order]).astype(np.float64)
    sizes, scores = long_sides(corners.boxes[order]).astype(np.float64), corners.scores[order]
    diagonals = list(combinations(range(len(order)), 2))
    centres = np.array([middles[[i, k]].mean(axis=0) for i, k in diagonals]).reshape(-1, 2)
    lengths = np.array([np.linalg.norm(middles[i] - middles[k]) for i, k in diagonals])
    said: list[tuple[float, tuple[int, int, int, int], Floats]] = []
    for number, one in enumerate(diagonals):
        length = lengths[number]
        near = np.linalg.norm(centres[number + 1 :] - centres[number], axis=1) <= SQUARE * length
        near &= np.abs(lengths[number + 1 :] - length) <= SQUARE * length
        for other in number + 1 + np.flatnonzero(near):
            second = diagonals[other]
            four = (one[0], second[0], one[1], second[1])
            quad = _card_of(middles[list(four)], sizes[list(four)])
            if len({*four}) == len(four) and scores[list(four)].max() >= LEAST_SURE and quad is not None:
                said.append((float(scores[list(four)].sum()), four, quad))
    taken: set[int] = set()
    found = []
    for _, four, quad in sorted(said, key=lambda each: -each[0]):
        if not taken & {*four}:
            taken |= {*four}
            found.append(quad)
    return np.array(found, np.float64).reshape(-1, 4, 2)


def _card_of(middles: Floats, sizes: Floats) -> Floats | None:
    """Return the quad of a card whose indices have these (4, 2) middles, in turn, and (4,) sizes; None of no card."""
    if sizes.max() > ALIKE * sizes.min():
        return None
    across, down = middles[1] - middles[0], middles[3] - middles[0]
    if across[0] * down[1] < across[1] * down[0]:
        middles = middles[[0, 3, 2, 1]]
    wide, high = sides(middles[None])
    if wide > high:
        middles, wide, high = np.roll(middles, -1, axis=0), high, wide
    size = float(np.median(sizes))
    if not LONGER[0] <= high / max(wide, 1e-6) <= LONGER[1] or not INDEX_SHARE[0] <= size / wide <= INDEX_SHARE[1]:
        return None
    centre = middles.mean(axis=0)
    along = (middles[1] - middles[0] + middles[2] - middles[3]) / 2
    upright = (middles[3] - middles[0] + middles[2] - middles[1]) / 2
    along *= 1 + 2 * MARGIN * size / wide
    upright *= 1 + 2 * MARGIN * size / high
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    return np.asarray(centre + signs @ np.stack([along, upright]))
