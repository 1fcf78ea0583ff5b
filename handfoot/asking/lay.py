"""Books that lie squared in one photo and are spread out in another: what they lay as is noted in ``x_lay``.

That is ``clean``, ``dirty`` or ``wild``. Such a book is finished, so that one that shows too few cards hides some, and
is a book all the same.
"""

from dataclasses import replace

from handfoot.asking.behind import NOTE as BEHIND
from handfoot.sides.finished import finished_kind
from scorer.faces import WILDS
from scorer.record import BookKind, Pile, Side

NOTE = "x_lay"


def with_books_finished(side: Side, book_size: int) -> Side:
    """Return a side whose spread-out books of fewer than ``book_size`` cards are the squared ones that they were."""
    return replace(side, piles=tuple(_finished(pile, book_size) for pile in side.piles))


def _finished(pile: Pile, book_size: int) -> Pile:
    lay = next((kind for kind in BookKind if kind == pile.extra.get(NOTE)), None)
    if not pile.cards or lay is None or len(pile.cards) >= book_size:
        return pile
    cards = sorted(pile.cards, key=lambda face: face in WILDS)
    notes = {**pile.extra, BEHIND: [str(face) for face in cards[1:]]}
    return Pile(top=cards[0], kind=finished_kind(lay, cards), extra=notes)
