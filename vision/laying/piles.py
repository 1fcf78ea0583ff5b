"""What a layout is made of: piles, and the cards that lie in none."""

from dataclasses import dataclass
from enum import StrEnum

from scorer.faces import Face
from vision.doubting.doubts import Doubt


class PhotoRole(StrEnum):
    """What a photo is of."""

    PLAYED = "played"
    FANNED = "fanned"
    """The books of the played area, spread out so that every card shows."""
    LEFT = "left"
    """Cards left in Hand, Foot or Tail."""


class Convention(StrEnum):
    """How people square up finished books."""

    REMASTERED = "remastered"
    """Clean books lie crosswise, dirty ones have a wild upright behind."""
    TRADITIONAL = "traditional"
    """The top card tells: red for a clean book, black for a dirty one, a wild for a wild book."""


class PileKind(StrEnum):
    """What a pile is. Of a meld every card shows; the others are squared books, named as records name them."""

    MELD = "meld"
    CLEAN = "clean"
    DIRTY = "dirty"
    WILD = "wild"


@dataclass(frozen=True)
class Pile:
    """One pile. ``rank``: the rank its naturals have, None for wilds only. ``cards``: numbers of the cards that show,
    in the order they lie; of a squared book its top card first, then what else of it shows. ``may_be``: what
    else it may be where a doubt says so; of a meld, that only those cards lie there.
    """

    kind: PileKind
    rank: Face | None
    cards: tuple[int, ...]
    squared: bool
    may_be: tuple[PileKind, ...] = ()


@dataclass(frozen=True)
class Layout:
    """A photo's cards as piles; every card's number is in one of the five, and once.

    loose: face-up cards of the played area in no pile. red_threes: red threes there. left: face-up cards left in Hand
    and Foot. backs: face-down cards.
    """

    piles: tuple[Pile, ...]
    loose: tuple[int, ...]
    red_threes: tuple[int, ...]
    backs: tuple[int, ...]
    doubts: tuple[Doubt, ...] = ()
    left: tuple[int, ...] = ()
