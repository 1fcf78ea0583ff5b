"""Two indices side by side that were taken for one: its box is twice as long as that of its card's other index.

In a tight fan the 20 of one wild ends where that of the next begins. If each half of such a box reads by itself as the
whole does, another card may lie there, and is asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from scorer.faces import FACES
from vision.corners import Image, Reader
from vision.looks.patches import cut_patches
from vision.seen import Box, SeenCard, SeenIndex, as_box, as_quad

TWICE = (1.8, 2.6)
"""How much longer such a box is along its card's upper edge. Of an index of which the card's other one is half hidden
the halves read alike at times, too; those seldom are so long."""

AS_HIGH = (0.7, 1.4)
"""And how much higher: what is larger both ways is nearer to the camera."""

ALONG = 0.9
"""Cards are looked at whose upper edge runs along one of the photo's: its cosine. Other boxes have no such halves."""

READ_ALIKE = 0.9
"""How surely each half reads as the card."""

MAY_LIE = 0.4
"""How likely the other card lies there. On 740 rendered photos of the val split one such was a card, and one none."""


def side_by_side(image: Image, cards: Sequence[SeenCard], reader: Reader) -> tuple[SeenCard, ...]:
    """Return what may lie beside the cards of an (H, W, 3) BGR photo, their indices in one box with those of the cards.

    Each has its card's face, and lies by half a box away from it.
    """
    found = [(card, index, halves) for card in cards if card.is_read for index, halves in _long_ones(card)]
    if not found:
        return ()
    boxes = np.array([halves for _, _, halves in found], np.float32).reshape(-1, 4)
    quads = np.repeat(np.array([card.quad for card, _, _ in found], np.float32), 2, axis=0)
    faces = reader.read(cut_patches(image, boxes, quads, reader.patch_px)).faces.reshape(len(found), 2, -1)
    return tuple(
        _beside(card, index, halves)
        for (card, index, halves), read in zip(found, faces, strict=True)
        if read[:, FACES.index(card.face)].min() >= READ_ALIKE
    )


def _long_ones(card: SeenCard) -> Iterator[tuple[SeenIndex, tuple[Box, Box]]]:
    """Yield the indices of a card that are twice as long as another of it, each with the halves of its box."""
    corners = card.corners
    edge = corners[1] - corners[0] + corners[2] - corners[3]
    axis = int(np.abs(edge).argmax())
    if abs(edge[axis]) < ALONG * np.linalg.norm(edge):
        return
    sizes = np.array([np.subtract(index.box[2:], index.box[:2]) for index in card.indices])
    for index, size in zip(card.indices, sizes, strict=True):
        ratios = size / sizes
        long = (ratios[:, axis] >= TWICE[0]) & (ratios[:, axis] <= TWICE[1])
        high = (ratios[:, 1 - axis] >= AS_HIGH[0]) & (ratios[:, 1 - axis] <= AS_HIGH[1])
        if (long & high).any():
            first, second = np.array(index.box), np.array(index.box)
            first[2 + axis] = second[axis] = (first[axis] + first[2 + axis]) / 2
            yield index, (as_box(first), as_box(second))


def _beside(card: SeenCard, index: SeenIndex, halves: tuple[Box, Box]) -> SeenCard:
    """Return the other card, with the half of the box that lies further from the middle of the card."""
    middles = np.array(halves).reshape(2, 2, 2).mean(axis=1)
    away = np.linalg.norm(middles - card.corners.mean(axis=0), axis=1)
    further, nearer = (0, 1) if away[0] > away[1] else (1, 0)
    quad = as_quad(card.corners + middles[further] - middles[nearer])
    return replace(card, quad=quad, indices=(replace(index, box=halves[further]),), presence=MAY_LIE)
