"""How the cards of a photo lie, and their first indices on them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.seen import SeenCard

Floats = NDArray[np.float64]

HEIGHT = 1.4
"""A card's height in its widths."""


@dataclass(frozen=True)
class Shapes:
    """How N cards and their first indices lie.

    middles, alongs, indices: (N, 2) px, the card's middle, its upper edge, its index's middle. widths, index_px: (N,).
    origins: (N, 2) px and turns: (N, 2, 2), which send a point to its place on the card, 0-1 across and down; places:
    (N, 2), that of the index. tallness, skewness: (N,).
    """

    middles: Floats
    alongs: Floats
    indices: Floats
    widths: Floats
    index_px: Floats
    origins: Floats
    turns: Floats
    places: Floats
    tallness: Floats
    skewness: Floats

    def on_each(self, points: Floats) -> Floats:
        """Return (N, M, 2): where (M, 2) px lie on each of the cards, 0-1 across and down."""
        away = points[None] - self.origins[:, None]
        return np.asarray((self.turns[:, None] @ away[..., None])[..., 0])


def shapes_of(cards: Sequence[SeenCard]) -> Shapes:
    """Return how cards lie; there must be one at least."""
    quads = np.array([card.quad for card in cards], np.float64)
    boxes = np.array([card.indices[0].box for card in cards], np.float64)
    indices = (boxes[:, :2] + boxes[:, 2:]) / 2
    edges = np.roll(quads, -1, axis=1) - quads
    lengths = np.maximum(np.linalg.norm(edges, axis=2), 1e-6)
    sides = np.stack([edges[:, 0], -edges[:, 3]], axis=2)
    # A card seen from its edge has no places; what lies in its middle lies nowhere in particular.
    flat = np.abs(np.linalg.det(sides)) < 1.0
    sides[flat] = np.eye(2)
    turns = np.asarray(np.linalg.inv(sides), np.float64)
    places = (turns @ (indices - quads[:, 0])[..., None])[..., 0]
    places[flat] = 0.5
    return Shapes(
        middles=quads.mean(axis=1),
        alongs=edges[:, 0],
        indices=indices,
        widths=np.maximum((lengths[:, 0] + lengths[:, 2]) / 2, 1.0),
        index_px=np.maximum((boxes[:, 2:] - boxes[:, :2]).max(axis=1), 1.0),
        origins=quads[:, 0],
        turns=turns,
        places=np.clip(places, -1, 2),
        tallness=(lengths[:, 1] + lengths[:, 3]) / (lengths[:, 0] + lengths[:, 2]),
        skewness=np.abs(cosines(edges[:, 0], edges[:, 1])) + np.abs(1 - lengths[:, 0] / lengths[:, 2]),
    )


def folded(places: Floats) -> Floats:
    """Return how far places on a card are from its nearer sides, shares of its width and height."""
    return np.minimum(places, 1 - places)


def cosines(ones: Floats, others: Floats) -> Floats:
    """Return the cosines of the angles between vectors, along their last axis."""
    lengths = np.linalg.norm(ones, axis=-1) * np.linalg.norm(others, axis=-1)
    return np.asarray((ones * others).sum(axis=-1) / np.maximum(lengths, 1e-6))
