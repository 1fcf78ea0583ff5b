"""Cards of the played area that were read as lying face down, in too little light: each may be the top of a book.

Where light is enough they are no question but a doubt: a stock or an unplayed foot often lies beside the piles.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol, TypeVar

from handfoot.asking.maybes import FACE_DOWN, Maybe
from scorer.faces import NATURAL_RANKS, Face
from vision.doubting.doubts import DoubtCode


class OfPhoto(Protocol):
    """A doubt about a photo."""

    @property
    def photo(self) -> str:
        """The photo, as all doubts about it name it."""
        ...

    @property
    def code(self) -> str:
        """What kind of doubt it is."""
        ...


Doubting = TypeVar("Doubting", bound=OfPhoto)


def in_the_dark(doubts: Sequence[Doubting]) -> Iterator[Doubting]:
    """Yield those of a side's doubts that are about cards face down in a photo that is too dark."""
    dark = {doubt.photo for doubt in doubts if doubt.code == DoubtCode.TOO_DARK}
    return (doubt for doubt in doubts if doubt.code == DoubtCode.BACK_IN_PLAY and doubt.photo in dark)


def may_be_books(where: Sequence[str], shown: Collection[Face]) -> tuple[Maybe, ...]:
    """Return what cards that were read as lying face down may be, by their names; ``shown``: the ranks of the piles.

    They stand for all books that can lie there: those that are worth most, of ranks that no pile has.
    """
    dearest = [rank for rank in reversed(NATURAL_RANKS) if rank not in shown][: len(where)]
    faces = dict.fromkeys((*dearest, Face.SEVEN, Face.WILD_20))
    return tuple(Maybe(FACE_DOWN, None, tuple(faces), one) for one in where)
