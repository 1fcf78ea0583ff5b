"""Where the cards of a deck print their indices, learnt from cards seen whole, and the corners that the finder missed.

The corners of a card count clockwise from its top left. A card turned about looks the same way up, so that places
opposite each other are one.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.boxes import box_middles, long_sides
from vision.corners import CornerKind, Corners, join
from vision.decks.outlines import sides

Floats = NDArray[np.float64]

REACH = (0.32, 0.42)
"""The middle of an index is at most so far from the sides of its card, across and down, card widths."""

PRINTED = 0.4
"""A deck prints an index at a place if the finder saw one at so large a share of those places."""

HARDLY_SEEN = 0.3
"""The score of a corner that is only supposed."""


def is_at_a_corner(point: Floats, quad: Floats) -> bool:
    """Tell whether a point may be the middle of an index of a card, and not its art."""
    _, across, down = _own_place(point, quad)
    return across < REACH[0] and down < REACH[1]


def completed(cards: list[tuple[Floats, Corners]]) -> list[tuple[Floats, Corners]]:
    """Return cards, a quad and its corners each, with corners besides wherever the deck prints an index.

    They lie where the finder saw the card's other indices; on a card of which it saw none, where those of most lie.
    """
    seen = [_indices(quad, own) for quad, own in cards]
    if not any(len(places) for places in seen):
        return cards
    usual = np.median(np.concatenate(seen), axis=0)
    numbers = _printed(seen)
    result = []
    for (quad, own), places in zip(cards, seen, strict=True):
        is_back = (own.kinds == CornerKind.BACK).sum() > len(places)
        if not is_back and numbers:
            own = join([own, _supposed(quad, numbers, np.median(places, axis=0) if len(places) else usual)])
        result.append((quad, own))
    return result


def straightened(own: Corners, quad: Floats) -> Corners:
    """Return a card's corners with its one quad, each beginning at the top left of the card as its index stands."""
    centres = box_middles(own.boxes)
    nearest = np.linalg.norm(quad[None] - centres[:, None], axis=2).argmin(axis=1)
    quads = [np.roll(quad, -2 * int(place >= 2), axis=0) for place in nearest]
    return replace(own, quads=np.array(quads, np.float32).reshape(-1, 4, 2))


def _indices(quad: Floats, own: Corners) -> Floats:
    """Return the place, as _own_place does, and the size in card widths of each index the finder saw: (N, 4)."""
    up = own.at(own.face_up)
    middles = box_middles(up.boxes).astype(np.float64)
    sizes = long_sides(up.boxes) / sides(quad[None])[0]
    rows = [(*_own_place(middle, quad), float(size)) for middle, size in zip(middles, sizes, strict=True)]
    return np.array(rows, np.float64).reshape(-1, 4)


def _printed(seen: list[Floats]) -> list[int]:
    """Return the corners at which most of the cards show an index."""
    shown = [{int(number) for number in places[:, 0]} for places in seen if len(places)]
    pairs = ((0, 2), (1, 3))
    return [
        number
        for pair in pairs
        if sum(len(numbers & set(pair)) for numbers in shown) > PRINTED * 2 * len(shown)
        for number in pair
    ]


def _own_place(point: Floats, quad: Floats) -> tuple[int, float, float]:
    """Return the corner of a card that is nearest, and how far from its two sides a point is, card widths."""
    width, height = sides(quad[None])
    u, v = np.linalg.solve(np.column_stack([quad[1] - quad[0], quad[3] - quad[0]]), point - quad[0])
    number = (2 if u > 0.5 else 3) if v > 0.5 else int(u > 0.5)
    return number, float(min(u, 1 - u)), float(min(v, 1 - v)) * height / width


def _supposed(quad: Floats, numbers: list[int], usual: Floats) -> Corners:
    """Return corners of a card where an index should be; ``usual`` as _indices has it."""
    width, height = sides(quad[None])
    across, down, side = float(usual[1]), float(usual[2]) * width / height, float(usual[3]) * width
    boxes = []
    for number in numbers:
        u = across if number in (0, 3) else 1 - across
        v = down if number in (0, 1) else 1 - down
        middle = quad[0] + u * (quad[1] - quad[0]) + v * (quad[3] - quad[0])
        boxes.append([*(middle - side / 2), *(middle + side / 2)])
    count = len(numbers)
    quads = np.repeat(quad[None], count, axis=0).astype(np.float32)
    scores, kinds = np.full(count, HARDLY_SEEN, np.float32), np.full(count, CornerKind.INDEX, np.int64)
    return straightened(Corners(np.array(boxes, np.float32), quads, scores, kinds), quad)
