"""Flat card art: the picture of a face and where its corner indices are printed."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from scorer.faces import Face
from vision.corners import CornerKind, Ink, Suit
from vision.seen import Box


class Family(StrEnum):
    """How a deck is made up: 52 suited cards with jokers, or the suitless Remastered faces."""

    TRADITIONAL = "traditional"
    REMASTERED = "remastered"


@dataclass(frozen=True)
class IndexArt:
    """One printed corner index of a face.

    corner: 0 top left, 1 top right, 2 bottom right, 3 bottom left of the face as held upright.
    turned: True where the index is printed upside down, as at the bottom of most faces.
    rank_box, pip_box, value_box: px of the art; pip_box is None where no pip is printed with the rank. value_box is the
        part of a suitless wild's rank that tells a 20 from a 50, None where there is no such part.
    """

    kind: CornerKind
    corner: int
    turned: bool
    rank_box: Box
    pip_box: Box | None
    value_box: Box | None = None


@dataclass(frozen=True)
class CardArt:
    """One face of a deck.

    image: (H, W, 4) uint8 BGRA, the alpha cut to the card's rounded corners.
    """

    face: Face
    suit: Suit | None
    ink: Ink
    image: NDArray[np.uint8]
    indices: tuple[IndexArt, ...]


@dataclass(frozen=True)
class Deck:
    """A deck's faces and its backs; every image has the same shape.

    name: unique, and stable over runs: held-out decks are named by it.
    """

    name: str
    family: Family
    cards: tuple[CardArt, ...]
    backs: tuple[NDArray[np.uint8], ...]
