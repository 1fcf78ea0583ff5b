"""What may lie in a pile: every legal make-up of a squared book, and what unread cards of a counted pile may be."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scorer.account import Basis
from scorer.faces import NATURAL_RANKS, WILDS, Face
from scorer.house import House
from scorer.record import BookKind, Pile
from scorer.settings import SettingName

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


@dataclass(frozen=True, slots=True)
class MakeUp:
    """How many naturals, 20-wilds and 50-wilds lie in a pile."""

    naturals: int
    w20: int
    w50: int

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
    """What shows of a pile, threes aside, and the make-ups that agree with it; the best guess is one of them.

    ``books`` are the books that the make-ups are, None where one is none; ``book`` is the best guess's, None too where
    unread cards lie beside no natural, as a book of an unknown rank is nobody's guess.
    ``rank`` is the one natural rank, None where none shows or several do (``ranks``). ``known`` naturals worth
    ``known_points`` show; every further natural of a make-up is worth ``each`` at least, most likely, at most.
    """

    number: int
    pile: Pile
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

    def points(self, house: House, makeup: MakeUp, guess: int) -> int:
        """Return the cards' points for a make-up; guess 0, 1, 2: unknown naturals at least, most likely, at most."""
        values = house.rules.values
        wilds = makeup.w20 * values[Face.WILD_20] + makeup.w50 * values[Face.WILD_50]
        return self.known_points + (makeup.naturals - self.known) * self.each[guess] + wilds

    def cards(self) -> tuple[Face, ...]:
        """Return the cards that the best guess counts, threes aside."""
        if not self.pile.squared:
            return tuple(card for card in self.pile.cards if card not in THREES)
        natural = self.rank or Face.UNREAD
        return (natural,) * self.best.naturals + (Face.WILD_20,) * self.best.w20 + (Face.WILD_50,) * self.best.w50


def open_pile(house: House, pile: Pile, number: int) -> Contents:
    """Return what shows of a pile and what may lie in it; ``number`` counts the side's piles from 1."""
    return _squared(house, pile, number) if pile.squared else _counted(house, pile, number)


def book_of(house: House, rank: Face | None, naturals: int, wilds: int) -> Book | None:
    """Return the book that cards of one rank with wilds are, None where they are no legal book."""
    books = house.rules.books
    size = naturals + wilds
    if size < books.size or (books.largest is not None and size > books.largest):
        return None
    if not naturals:
        return Book.WILD if house.points(SettingName.WILD_BOOK) else None
    if not wilds:
        return Book.SEVENS if rank is Face.SEVEN and house.has(SettingName.SEVENS_BOOK) else Book.CLEAN
    if wilds > books.most_wilds or naturals < books.least_naturals:
        return None
    if books.naturals_over_wilds is not None and naturals < wilds + books.naturals_over_wilds:
        return None
    return Book.DIRTY


def _counted(house: House, pile: Pile, number: int) -> Contents:
    counts = Counter(pile.cards)
    values = house.rules.values
    w20, w50, unread = counts.pop(Face.WILD_20, 0), counts.pop(Face.WILD_50, 0), counts.pop(Face.UNREAD, 0)
    red_threes, black_threes = counts.pop(Face.RED_THREE, 0), counts.pop(Face.BLACK_THREE, 0)
    ranks = tuple(counts)
    rank = ranks[0] if len(ranks) == 1 else None
    known = counts.total()
    best = MakeUp(known + unread, w20, w50)
    makeups = [best]
    # A pile's points rise evenly with the 50-wilds among its wilds, so the two ends stand for all that lies between.
    for wild in range(1, unread + 1):
        makeups.append(MakeUp(known + unread - wild, w20 + wild, w50))
        makeups.append(MakeUp(known + unread - wild, w20, w50 + wild))
    books = tuple(
        None if len(ranks) > 1 else book_of(house, rank, makeup.naturals, makeup.w20 + makeup.w50) for makeup in makeups
    )
    return Contents(
        number=number,
        pile=pile,
        rank=rank,
        ranks=ranks,
        best=best,
        makeups=tuple(makeups),
        book=books[0] if ranks or not unread else None,
        books=books,
        known=known,
        known_points=sum(values[face] * number_of for face, number_of in counts.items()),
        each=_each(house, rank),
        basis=Basis.ASSUMED if unread else Basis.SEEN,
        unread=unread,
        red_threes=red_threes,
        black_threes=black_threes,
    )


def _squared(house: House, pile: Pile, number: int) -> Contents:
    rank = pile.top if pile.top in NATURAL_RANKS else None
    options = squared_makeups(house, pile)
    # The fewest wilds its kind admits, and the cheaper ones.
    best, book = min(options, key=lambda option: (option[0].wilds, option[0].w50))
    told = pile.count is not None and (None not in (pile.w20, pile.w50) or pile.kind is BookKind.CLEAN)
    return Contents(
        number=number,
        pile=pile,
        rank=rank,
        ranks=(rank,) if rank else (),
        best=best,
        makeups=tuple(makeup for makeup, _ in options),
        book=book,
        books=tuple(book for _, book in options),
        known=0,
        known_points=0,
        each=(0, 0, 0) if pile.top in THREES else _each(house, rank),
        basis=Basis.ANSWERED if told and rank else Basis.ASSUMED,
        unread=int(pile.top is Face.UNREAD),
        red_threes=0,
        black_threes=0,
    )


def squared_makeups(house: House, pile: Pile) -> list[tuple[MakeUp, Book | None]]:
    """Return every make-up that agrees with a squared book's kind, top card and what was said of it, with its book.

    Those that are a legal book, where any is; where none can be, those of its kind; failing that, just what was said.
    """
    w20, w50 = pile.w20 or 0, pile.w50 or 0
    on_top = int(pile.top in NATURAL_RANKS)
    size = pile.count or max(house.rules.books.size, w20 + w50 + on_top)
    agreeing = [makeup for makeup in _of_kind(house, pile, size) if _agrees(pile, makeup)]
    found = agreeing or [MakeUp(max(size - w20 - w50, on_top), w20, w50)]
    if pile.top in THREES:
        return [(makeup, None) for makeup in found]
    options = [(makeup, book_of(house, pile.top, makeup.naturals, makeup.w20 + makeup.w50)) for makeup in found]
    return [option for option in options if option[1]] or options


def _of_kind(house: House, pile: Pile, size: int) -> Iterator[MakeUp]:
    if pile.kind is BookKind.CLEAN and pile.top not in WILDS:
        yield MakeUp(size, 0, 0)
    elif pile.kind is BookKind.WILD and pile.top not in NATURAL_RANKS:
        for w50 in range(size + 1):
            yield MakeUp(0, size - w50, w50)
    else:
        # A natural on top of a book said to be of wilds, or a wild on a clean one, makes it a dirty one at best.
        for wilds in range(1, min(house.rules.books.most_wilds, size) + 1):
            for w50 in range(wilds + 1):
                yield MakeUp(size - wilds, wilds - w50, w50)


def _agrees(pile: Pile, makeup: MakeUp) -> bool:
    """Return whether a make-up has the wilds that were said and the card on top."""
    if pile.w20 not in (None, makeup.w20) or pile.w50 not in (None, makeup.w50):
        return False
    match pile.top:
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
