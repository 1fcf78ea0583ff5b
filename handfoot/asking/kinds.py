"""Squared books that may be of another kind, or none at all, as their photo leaves open: noted in ``x_kinds``.

A list of ``clean``, ``dirty``, ``wild`` and ``meld``; the last says that only the cards that show lie there. Where a
person said which of them a pile is, ``x_kind_said`` is true.
"""

from collections.abc import Iterator
from dataclasses import replace

from handfoot.asking.behind import NOTE as BEHIND
from handfoot.asking.behind import cards_behind
from scorer.faces import Face
from scorer.record import BookKind, Pile, Side
from scorer.scoring.account import Basis
from scorer.words import listed, singular
from vision.doubting.doubts import DoubtCode

NOTE = "x_kinds"

SAID = "x_kind_said"

NO_BOOK = "meld"
"""What the note calls a pile that is no book."""

ABOUT_KINDS = (DoubtCode.SQUARED_OR_LOOSE, DoubtCode.HALF_HIDDEN)
"""The doubts of a photo that say what else a squared book may be."""

_CALLED = {BookKind.CLEAN: "a clean book", BookKind.DIRTY: "a dirty book", BookKind.WILD: "a book of wilds"}


def piles_instead(pile: Pile) -> Iterator[Pile]:
    """Yield what a squared book may be instead; a note of another shape says nothing."""
    for kind in _noted(pile):
        extra = {name: value for name, value in pile.extra.items() if name != BEHIND}
        if kind is None:
            yield Pile(cards=(pile.top or Face.UNREAD, *cards_behind(pile)), extra=extra)
        elif kind is BookKind.CLEAN:
            # What peeps out behind it is none of its cards, and was no wild in it.
            yield replace(pile, kind=kind, w20=None, w50=None, extra=extra)
        else:
            yield replace(pile, kind=kind)


def open_kinds(side: Side) -> tuple[tuple[int, tuple[Pile, ...]], ...]:
    """Return the numbers, from 1, of a side's squared books that may be of another kind, and what each may be."""
    instead = ((number, tuple(piles_instead(pile))) for number, pile in enumerate(side.piles, start=1))
    return tuple((number, piles) for number, piles in instead if piles)


def kind_known(pile: Pile) -> Basis:
    """Return how it is known of which kind a pile is: a guess as long as its photo leaves it open."""
    if _noted(pile):
        return Basis.ASSUMED
    return Basis.ANSWERED if pile.extra.get(SAID) is True else Basis.SEEN


def which_kind(pile: Pile) -> str:
    """Return the question which kind a book is of: ``is this queen the top of a dirty book, a clean book or none?``."""
    kinds = [_CALLED[kind] if kind is not None else "none" for kind in (pile.kind, *_noted(pile))]
    return f"is this {singular(pile.top)} the top of {listed(kinds, 'or')}?"


def _noted(pile: Pile) -> list[BookKind | None]:
    noted = pile.extra.get(NOTE)
    if not pile.squared or not isinstance(noted, list):
        return []
    kinds = [None if kind == NO_BOOK else BookKind(kind) for kind in noted if kind in (NO_BOOK, *BookKind)]
    return [kind for kind in dict.fromkeys(kinds) if kind is not pile.kind]
