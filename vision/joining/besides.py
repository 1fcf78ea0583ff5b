"""What each card of a photo is beside each other one: where it lies, what it reads, how alike the two are printed."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.boxes import box_middles
from vision.corners import Corners
from vision.joining.shapes import HEIGHT, Shapes
from vision.seen import Box, SeenCard, as_box

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

BESIDES = (
    "across",
    "down",
    "middle_across",
    "middle_down",
    "at_opposite_corner",
    "at_other_side",
    "at_other_end",
    "to_opposite_corner",
    "to_other_side",
    "to_other_end",
    "at_its_place",
    "turned_cosine",
    "turned_sine",
    "wider",
    "larger_index",
    "apart",
    "indices_apart",
    "faces_alike",
    "suits_alike",
    "suits_known",
    "inks_alike",
    "together",
    "share_an_index",
    "prints_alike",
    "itself",
)
"""What is known of one card beside another, in the order that the net takes it; ``besides_of`` says what each is."""

NEAR = 0.15
"""What lies so far from a place on a card, card widths, is hardly at it."""

FURTHEST, FAR = (-3.0, 4.0), 3.0
"""Places on a card and distances from them, card widths, beyond which nothing is told any more."""

_SHAPE = np.array([1.0, HEIGHT])
_LEAST = 1e-6


def besides_of(
    cards: Sequence[SeenCard],
    corners: Corners,
    rows: Sequence[Rows],
    shapes: Shapes,
    read: Sequence[Floats],
    embeddings: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Return (N, N, B) on N cards: what is known of the second beside the first.

    rows: of each card, those of its corners. read: the (N, 15) chances of the faces, (N, 4) of the suits, (N, 3) of the
    inks. embeddings: (N, D), how the cards' indices look to the reader.

    Where on the first card the second's first index lies and where its middle does; how near the former comes to where
    the first's own index is printed again, at the opposite corner, the other side and the other end, and how far it is
    from there; how near to that index itself. How the two are turned to each other; by how much the second and its
    index are larger, in natural logarithms; how far apart their first indices are in widths of the first, and the
    nearest two of all their indices in index sizes, logarithms too. How likely both show one face, one suit, a suit at
    all, one ink; how likely two of their corners are of one card; whether they share one; the cosine of their
    embeddings.
    """
    faces, suits, inks = read
    places = shapes.on_each(shapes.indices)
    middles = shapes.on_each(shapes.middles)
    own = shapes.places
    ends = np.stack([1 - own, np.column_stack([1 - own[:, 0], own[:, 1]]), np.column_stack([own[:, 0], 1 - own[:, 1]])])
    to_ends = np.linalg.norm((places - ends[:, :, None]) * _SHAPE, axis=3)
    to_own = np.linalg.norm((places - own[:, None]) * _SHAPE, axis=2)
    lengths = np.maximum(np.linalg.norm(shapes.alongs, axis=1, keepdims=True), _LEAST)
    along = shapes.alongs / lengths
    apart = np.linalg.norm(shapes.indices[:, None] - shapes.indices[None], axis=2)
    known = suits.sum(axis=1)
    looks = embeddings / np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), _LEAST)
    between = np.stack(
        [
            *np.moveaxis(np.clip(places, *FURTHEST), 2, 0),
            *np.moveaxis(np.clip(middles, *FURTHEST), 2, 0),
            *np.exp(-to_ends / NEAR),
            *np.minimum(to_ends, FAR),
            np.exp(-to_own / NEAR),
            along @ along.T,
            np.subtract(np.outer(along[:, 0], along[:, 1]), np.outer(along[:, 1], along[:, 0])),
            _larger(shapes.widths),
            _larger(shapes.index_px),
            np.log(apart / shapes.widths[:, None] + 0.02),
            np.log(_nearest(corners, rows) / shapes.index_px[:, None] + 0.05),
            faces @ faces.T,
            suits @ suits.T,
            np.outer(known, known),
            inks @ inks.T,
            together_by_card(corners, rows),
            _shared(cards),
            looks @ looks.T,
            np.eye(len(cards)),
        ],
        axis=-1,
    )
    return between.astype(np.float32)


def _larger(sizes: Floats) -> Floats:
    logarithms = np.log(sizes)
    return np.asarray(logarithms[None] - logarithms[:, None])


def _of_cards(values: Floats, rows: Sequence[Rows], join: np.ufunc) -> Floats:
    """Return (N, N), of (M, M) values on corners: joined over the corners of each two cards."""
    order, starts = np.concatenate(rows), np.cumsum([0, *map(len, rows[:-1])])
    return np.asarray(join.reduceat(join.reduceat(values[np.ix_(order, order)], starts, axis=0), starts, axis=1))


def _nearest(corners: Corners, rows: Sequence[Rows]) -> Floats:
    middles = box_middles(corners.boxes).astype(np.float64)
    return _of_cards(np.linalg.norm(middles[:, None] - middles[None], axis=2), rows, np.minimum)


def together_by_card(corners: Corners, rows: Sequence[Rows]) -> Floats:
    """Return (N, N): how likely two corners of each two cards are of one card, 0 of a card and itself.

    rows: of each card, those of its corners.
    """
    if corners.together is None:
        return np.zeros((len(rows), len(rows)))
    joined = _of_cards(corners.together.astype(np.float64), rows, np.maximum)
    np.fill_diagonal(joined, 0.0)
    return joined


class Together:
    """How likely two cards of a photo are one, by their corners; which of these a card has is looked up, not sought."""

    def __init__(self, corners: Corners) -> None:
        """Keep what was judged of each two of the corners that the cards were merged from."""
        self._values = np.zeros((0, 0), np.float32) if corners.together is None else corners.together
        self._rows: dict[Box, list[int]] = {}
        for row, box in enumerate(corners.boxes[: len(self._values)]):
            self._rows.setdefault(as_box(box), []).append(row)

    def __call__(self, one: SeenCard, other: SeenCard) -> float:
        """Return 0-1: the likeliest two corners of the cards; 0 where nobody judged any."""
        theirs = self._rows_of(other)
        return float(max((self._values[row, column] for row in self._rows_of(one) for column in theirs), default=0.0))

    def _rows_of(self, card: SeenCard) -> list[int]:
        return [row for index in card.indices for row in self._rows.get(index.box, ())]


def _shared(cards: Sequence[SeenCard]) -> Floats:
    owned = [{index.box for index in card.indices} for card in cards]
    return np.array(
        [[n != m and not own.isdisjoint(owned[m]) for m in range(len(cards))] for n, own in enumerate(owned)]
    )
