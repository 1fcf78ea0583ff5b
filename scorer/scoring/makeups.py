"""What may lie in a pile: every legal make-up of a squared book, and what unread cards of a counted pile may be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import chain

from scorer.faces import NATURAL_RANKS, WILDS, Face
from scorer.record import BookKind, Pile, card_on_top
from scorer.scoring.account import Basis
from scorer.scoring.house import BookLimits, House

THREES = (Face.RED_THREE, Face.BLACK_THREE)

TYPICAL_CARD = Face.EIGHT
"""What a card that was not read is taken for, where nothing tells its rank: 24 of a deck's 54 count as an 8 does."""

UNKNOWN_NATURAL = (Face.FOUR, TYPICAL_CARD, Face.ACE)
"""What a natural of unknown rank is least, most likely and most worth: more than half of them count as an 8 does."""


class Book(StrEnum):
    """What a finished book counts as, by the name of its setting and of its reason."""

    CLEAN = "clean_book"
    DIRTY = "dirty_book"
    WILD = "wild_book"
    SEVENS = "sevens_book"


KIND_OF = {
    Book.CLEAN: BookKind.CLEAN,
    Book.SEVENS: BookKind.CLEAN,
    Book.DIRTY: BookKind.DIRTY,
    Book.WILD: BookKind.WILD,
}
"""The kind of squared book that each of them is."""


@dataclass(frozen=True, slots=True)
class MakeUp:
    """How many naturals, 20-wilds and 50-wilds lie in a pile.

    ``rank`` is what the naturals are, where they are a book of their own for it and the pile shows no rank.
    """

    naturals: int
    w20: int
    w50: int
    rank: Face | None = None

    @property
    def wilds(self) -> int:
        """How many wilds of either kind."""
        return self.w20 + self.w50

    @property
    def size(self) -> int:
        """How many cards."""
        return self.naturals + self.w20 + self.w50


@dataclass(frozen=True, slots=True)
class Contents:
    """What shows of a pile, threes aside, and the make-ups that agree with it.

    ``cards`` are those that the best guess counts. ``rank`` is the one natural rank, None where none shows or several
    do (``ranks``). ``books`` are what the make-ups are, None where one is no book; ``book`` is the best guess's, and
    None where unread cards lie beside no natural: nobody guesses a book of an unknown rank. ``known`` naturals worth
    ``known_points`` show; every further natural of a make-up is worth ``each`` at least, most likely, at most.
    """

    number: int
    pile: Pile
    cards: tuple[Face, ...]
    rank: Face | None
    ranks: tuple[Face, ...]
    best: MakeUp
    makeups: tuple[MakeUp, ...]
    book: Book | None
    books: tuple[Book | None, ...]
    known: int
    known_points: int
    each: tuple[int, int, int]
    basis: Basis
    unread: int
    red_threes: int
    black_threes: int

    @property
    def laid(self) -> tuple[Face, ...]:
        """Every card of the pile, threes and all; of a squared book those of the best guess."""
        return self.pile.cards or self.cards

    @property
    def book_told(self) -> bool:
        """Whether what was said of its wilds, and not the kind that it shows, makes a squared book what it is."""
        said = (self.pile.w20, self.pile.w50) != (None, None)
        return said and self.book is not None and KIND_OF[self.book] is not self.pile.kind

    @property
    def rankless(self) -> bool:
        """Whether naturals may lie in it of which none shows."""
        return not self.ranks and self.pile.top not in THREES and any(makeup.naturals for makeup in self.makeups)

    @property
    def guessed(self) -> "Contents":
        """The same pile, taken for the best guess."""
        return replace(self, makeups=(self.best,), books=(self.book,))

    def points(self, house: House, makeups: Sequence[MakeUp], guess: int) -> list[int]:
        """Return the cards' points for each make-up; guess 0, 1, 2: unknown naturals at least, most likely, at most."""
        values, natural = house.rules.values, self.each[guess]
        w20, w50 = values[Face.WILD_20], values[Face.WILD_50]
        sure = self.known_points - self.known * natural
        return [
            sure
            + makeup.naturals * (natural if makeup.rank is None else values[makeup.rank])
            + makeup.w20 * w20
            + makeup.w50 * w50
            for makeup in makeups
        ]


Option = tuple[MakeUp, Book | None]
"""A make-up and the book that it is, None where it is none."""


def open_pile(house: House, pile: Pile, number: int) -> Contents:
    """Return what shows of a pile and what may lie in it; ``number`` counts the side's piles from 1."""
    return _squared(house, pile, number) if pile.squared else _counted(house, pile, number)


def book_of(limits: BookLimits, rank: Face | None, naturals: int, wilds: int) -> Book | None:
    """Return the book that cards of one rank with wilds are, None where they are no legal book."""
    size = naturals + wilds
    if size < limits.size or (limits.largest is not None and size > limits.largest):
        return None
    if not naturals:
        return Book.WILD if limits.wild_books else None
    if not wilds:
        return Book.SEVENS if rank is Face.SEVEN and limits.sevens_books else Book.CLEAN
    if wilds > limits.most_wilds or naturals < limits.least_naturals:
        return None
    if limits.naturals_over_wilds is not None and naturals < wilds + limits.naturals_over_wilds:
        return None
    return Book.DIRTY


def _sevens_unread(limits: BookLimits, option: Option) -> tuple[Option, ...]:
    """Return a book of naturals whose rank does not show, and the sevens book that it may be instead."""
    makeup, book = option
    if book is not Book.CLEAN or not limits.sevens_books:
        return (option,)
    return option, (replace(makeup, rank=Face.SEVEN), Book.SEVENS)


def _counted(house: House, pile: Pile, number: int) -> Contents:
    # A pile has few faces, so counting them one by one is twice as fast as a Counter.
    counts = {face: pile.cards.count(face) for face in dict.fromkeys(pile.cards)}
    values = house.rules.values
    w20, w50, unread = counts.pop(Face.WILD_20, 0), counts.pop(Face.WILD_50, 0), counts.pop(Face.UNREAD, 0)
    red_threes, black_threes = counts.pop(Face.RED_THREE, 0), counts.pop(Face.BLACK_THREE, 0)
    ranks = tuple(counts)
    rank = ranks[0] if len(ranks) == 1 else None
    known = sum(counts.values())
    best = MakeUp(known + unread, w20, w50)
    makeups = (best, *_with_wilds_unread(house.limits, best, unread)) if unread else (best,)
    one_rank = len(ranks) < 2
    books = tuple(book_of(house.limits, rank, one.naturals, one.wilds) if one_rank else None for one in makeups)
    if unread and not ranks:
        options = (_sevens_unread(house.limits, option) for option in zip(makeups, books, strict=True))
        makeups, books = zip(*chain.from_iterable(options), strict=True)
    return Contents(
        number=number,
        pile=pile,
        cards=tuple(card for card in pile.cards if card not in THREES) if red_threes or black_threes else pile.cards,
        rank=rank,
        ranks=ranks,
        best=best,
        makeups=makeups,
        book=books[0] if ranks or not unread else None,
        books=books,
        known=known,
        known_points=values[rank] * known if rank else sum(values[face] * counts[face] for face in ranks),
        each=_each(house, rank),
        basis=Basis.ASSUMED if unread else Basis.SEEN,
        unread=unread,
        red_threes=red_threes,
        black_threes=black_threes,
    )


def _with_wilds_unread(limits: BookLimits, best: MakeUp, unread: int) -> Iterator[MakeUp]:
    """Yield what else a counted pile may be: ever more of its unread cards are wilds, all of them of one kind.

    A pile's points rise evenly with the 50-wilds among its wilds, so the two ends stand for all that lies between. So
    they do with its wilds, once these are too many for a book, but for a pile of nothing else.
    """
    few = range(1, min(limits.most_wilds + 1, unread) + 1)
    for wild in sorted({*few, *range(max(unread - 1, 1), unread + 1)}):
        yield MakeUp(best.naturals - wild, best.w20 + wild, best.w50)
        if limits.fifties:
            yield MakeUp(best.naturals - wild, best.w20, best.w50 + wild)


def _squared(house: House, pile: Pile, number: int) -> Contents:
    rank = pile.top if pile.top in NATURAL_RANKS else None
    makeups, books = squared_makeups(house.limits, pile.top, pile.kind, pile.count, pile.w20, pile.w50)
    counted = pile.count is not None and (None not in (pile.w20, pile.w50) or pile.kind is BookKind.CLEAN)
    best = makeups[0]
    told = counted and (rank or (pile.top in WILDS and not best.naturals))
    wilds = (Face.WILD_20,) * best.w20 + (Face.WILD_50,) * best.w50
    return Contents(
        number=number,
        pile=pile,
        cards=((rank or Face.UNREAD,) * best.naturals + wilds),
        rank=rank,
        ranks=(rank,) if rank else (),
        best=best,
        makeups=makeups,
        book=books[0],
        books=books,
        known=0,
        known_points=0,
        each=(0, 0, 0) if pile.top in THREES else _each(house, rank),
        basis=Basis.ANSWERED if told else Basis.ASSUMED,
        unread=int(pile.top is Face.UNREAD),
        red_threes=0,
        black_threes=0,
    )


@lru_cache(maxsize=4096)
def squared_makeups(
    limits: BookLimits, top: Face | None, kind: BookKind | None, count: int | None, w20: int | None, w50: int | None
) -> tuple[tuple[MakeUp, ...], tuple[Book | None, ...]]:
    """Return every make-up that agrees with a squared book's kind, top card and what was said of it, with its book.

    Those that are a legal book, where any is; where none can be, those of its kind; failing that, just what was said.
    The best guess comes first: the fewest wilds its kind admits, and the cheaper ones.
    """
    on_top = card_on_top(top, w20, w50)
    if top is Face.WILD_50 or w50:
        # What lies there is in the decks, whatever was said of them.
        limits = limits._replace(fifties=True)
    least = (w20 or 0) + (w50 or 0)
    size = count or max(limits.size, least + on_top)
    agreeing = [makeup for makeup in _of_kind(limits, top, kind, size) if _agrees(top, w20, w50, makeup)]
    found = agreeing or [MakeUp(max(size - least, int(top in NATURAL_RANKS)), w20 or 0, w50 or 0)]
    if top in THREES:
        return tuple(found), (None,) * len(found)
    options: list[Option] = [(makeup, book_of(limits, top, makeup.naturals, makeup.wilds)) for makeup in found]
    options = [option for option in options if option[1]] or options
    if top is Face.UNREAD:
        options = [either for option in options for either in _sevens_unread(limits, option)]
    return tuple(makeup for makeup, _ in options), tuple(book for _, book in options)


def _of_kind(limits: BookLimits, top: Face | None, kind: BookKind | None, size: int) -> Iterator[MakeUp]:
    """Yield the make-ups of a kind, those with fewer wilds first, of as many the cheaper ones."""
    if kind is BookKind.CLEAN and top not in WILDS:
        yield MakeUp(size, 0, 0)
    elif kind is BookKind.WILD and top not in NATURAL_RANKS:
        for w50 in range(size + 1 if limits.fifties else 1):
            yield MakeUp(0, size - w50, w50)
    else:
        # A natural on top of a book said to be of wilds, or a wild on a clean one, makes it a dirty one at best.
        for wilds in range(1, min(limits.most_wilds, size) + 1):
            for w50 in range(wilds + 1 if limits.fifties else 1):
                yield MakeUp(size - wilds, wilds - w50, w50)


def _agrees(top: Face | None, w20: int | None, w50: int | None, makeup: MakeUp) -> bool:
    """Return whether a make-up has the wilds that were said and the card on top."""
    if w20 not in (None, makeup.w20) or w50 not in (None, makeup.w50):
        return False
    match top:
        case Face.WILD_20:
            return makeup.w20 > 0
        case Face.WILD_50:
            return makeup.w50 > 0
        case Face.UNREAD:
            return True
        case _:
            return makeup.naturals > 0


def _each(house: House, rank: Face | None) -> tuple[int, int, int]:
    low, likely, high = (rank, rank, rank) if rank else UNKNOWN_NATURAL
    values = house.rules.values
    return values[low], values[likely], values[high]
