"""The fifteen faces of a Hand & Foot card, their values, and how people write them."""

from collections.abc import Iterable
from enum import StrEnum

from scorer.errors import UnknownFaceError


class Face(StrEnum):
    """What a card counts as: ten ranks, two threes, two wilds, and a card seen but not read."""

    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    RED_THREE = "R3"
    BLACK_THREE = "B3"
    WILD_20 = "W20"
    """A 2 of a traditional deck, or the Remastered 20 Wild."""
    WILD_50 = "W50"
    """A joker of a traditional deck, or the Remastered 50 Wild."""
    UNREAD = "?"
    """A card that is there but was not read."""


FACES: tuple[Face, ...] = tuple(face for face in Face if face is not Face.UNREAD)
"""The fifteen faces a card can have, in the order the nets and the tables use."""

NATURAL_RANKS: tuple[Face, ...] = FACES[:11]
"""4 to ace, ascending: the ranks a meld can be of."""

WILDS: tuple[Face, ...] = (Face.WILD_20, Face.WILD_50)

_ALSO_WRITTEN = {"2": Face.WILD_20, "JK": Face.WILD_50}


def rank_of_most(faces: Iterable[Face]) -> Face | None:
    """Return the natural rank that most of some cards have, of several the first; None where none has any."""
    naturals = [face for face in faces if face in NATURAL_RANKS]
    return max(naturals, key=naturals.count) if naturals else None


def parse_face(text: str) -> Face:
    """Return the face a person or a file wrote, in any letter case; ``2`` is W20 and ``JK`` is W50.

    Raises:
        UnknownFaceError: naming the text, if it is no face.
    """
    written = text.strip().upper()
    if written in _ALSO_WRITTEN:
        return _ALSO_WRITTEN[written]
    try:
        return Face(written)
    except ValueError:
        raise UnknownFaceError(f"unknown face {text!r}") from None
