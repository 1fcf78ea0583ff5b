"""Piles judged: which are melds, which are books and of what kind, what they are worth, and what is wrong with them.

Where a rank may have one book only, all piles of the rank are one heap; else every pile is a heap of its own.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar

from scorer.faces import Face
from scorer.record import BookKind, Pile
from scorer.rulebook.settings import SettingName
from scorer.scoring.account import (
    Basis,
    Entry,
    Line,
    Problem,
    ProblemCode,
    Question,
    Reason,
    about_pile,
    about_piles,
    weakest,
)
from scorer.scoring.house import House
from scorer.scoring.makeups import Book, Contents, MakeUp, book_of, open_pile
from scorer.scoring.meld_limits import broken_limits
from scorer.scoring.pile_problems import all_well, limit_problems, pile_problems
from scorer.scoring.remedies import Remedy, joined
from scorer.words import plural

SETTING_OF = {book: SettingName(book.value) for book in Book}

_REASON_OF = {book: Reason(book.value) for book in Book}


_Key = TypeVar("_Key", bound=Hashable)

Span = tuple[int, int]
"""The least and the most points."""


@dataclass(frozen=True, slots=True)
class Heap:
    """A meld or book: its part of the account, the book it is at best guess, its cards' points.

    ``spans`` are its points, bonus and cards, as each book that it can be, None for no book.
    """

    contents: tuple[Contents, ...]
    book: Book | None
    spans: Mapping[Book | None, Span]
    card_points: int
    most_card_points: int
    entry: Entry

    @property
    def rank(self) -> Face | None:
        """The one natural rank of the heap."""
        return self.contents[0].rank

    @property
    def rankless(self) -> bool:
        """Whether it is a pile of a rank that does not show."""
        return self.contents[0].rankless

    @property
    def guessed(self) -> "Heap":
        """The same heap, taken for the best guess."""
        points = sum(line.points for line in self.entry.lines)
        guesses = tuple(contents.guessed for contents in self.contents)
        return replace(self, contents=guesses, spans={self.book: (points, points)})

    @property
    def wilds_alone(self) -> bool:
        """Whether the best guess holds wilds and nothing else."""
        best = self.contents[0].best
        return not best.naturals and best.size > 0


def heap_up(house: House, piles: Sequence[Pile]) -> tuple[Heap, ...]:
    """Return the side's piles as heaps, in the order of their first piles.

    A pile whose rank does not show is a heap of its own; what it would be as part of another's, ``together`` reckons.
    """
    each_alone = house.on(SettingName.SECOND_BOOK)
    by_rank: dict[object, list[Contents]] = {}
    for number, pile in enumerate(piles, start=1):
        contents = open_pile(house, pile, number)
        by_rank.setdefault((None if each_alone else contents.rank) or number, []).append(contents)
    heaps = [
        _alone(house, group[0]) if len(group) == 1 else _together(house, tuple(group)) for group in by_rank.values()
    ]
    return tuple(_refuse_second_meld(house, heaps))


def _alone(house: House, contents: Contents) -> Heap:
    """Return a pile that is a heap of its own."""
    (points,) = contents.points(house, (contents.best,), 1)
    penalty = _open_wild_book(house, contents)
    worth = points + _paid(house, contents.best, contents.book)
    spans = {contents.book: (worth, worth)}
    most = points
    if contents.basis is not Basis.SEEN:
        lows, highs = _card_points(house, contents)
        for makeup, book, least, greatest in zip(contents.makeups, contents.books, lows, highs, strict=True):
            paid = _paid(house, makeup, book)
            widen(spans, book, (paid + least, paid + greatest))
        most = max(highs)
    low, high = whole(spans.values())
    return Heap(
        contents=(contents,),
        book=contents.book,
        spans=spans,
        card_points=points,
        most_card_points=most,
        entry=Entry(
            lines=(*_book_line(house, (contents,), contents.book), *_card_lines(house, contents, points), *penalty),
            low=low,
            high=high,
            problems=()
            if all_well(house, contents)
            else (*pile_problems(house, contents), *limit_problems(house, contents)),
            questions=_question(contents, high - low),
        ),
    )


def _together(house: House, group: tuple[Contents, ...]) -> Heap:
    """Return several piles of one rank as the one book that the rank may have.

    It is dirty as soon as a wild lies in any of them, and has the limits of one book or meld.
    """
    heaps = [_alone(house, contents) for contents in group]
    guess = _pooled([contents.best for contents in group])
    best = book_of(house.limits, group[0].rank, guess.naturals, guess.wilds)
    assert group[0].rank is not None
    spans = spans_of_rank(house, group[0].rank, group)
    low, high = whole(spans.values())
    wrong = [problem for contents in group for problem in pile_problems(house, contents)]
    if best is None:
        wrong += broken_limits(house, group[0], guess, about_piles([one.number for one in group]))
    lines = [*_book_line(house, group, best)]
    for contents, heap in zip(group, heaps, strict=True):
        lines += _card_lines(house, contents, heap.card_points)
    return Heap(
        contents=group,
        book=best,
        spans=spans,
        card_points=sum(heap.card_points for heap in heaps),
        most_card_points=sum(heap.most_card_points for heap in heaps),
        entry=Entry(
            lines=tuple(lines),
            low=low,
            high=high,
            problems=(_second_book(house, heaps, best), *wrong),
            questions=_questions_together(house, group, high - low),
        ),
    )


def spans_of_rank(house: House, rank: Face, group: Sequence[Contents]) -> dict[Book | None, Span]:
    """Return the points of piles, all of them with naturals of that rank, as each book that they can be together.

    Each pile is any that it can be by itself; what is told of its make-up later only narrows them, so books whose wilds
    are too many for one book count as none.
    """
    values = house.rules.values
    dearer = values[Face.WILD_50] - values[Face.WILD_20]
    spans: dict[Book | None, Span] = {}
    for pool in _pools([_with_naturals(contents) for contents in group]):
        book = book_of(house.limits, rank, pool.naturals, pool.wilds)
        worth = _bonus(house, book) + pool.naturals * values[rank] + pool.wilds * values[Face.WILD_20]
        fewest, most = pool.fifties
        widen(spans, book, (worth + dearer * fewest, worth + dearer * most))
    return spans


def spans_of_wilds(house: House, contents: Contents) -> Mapping[Book | None, Span]:
    """Return the points of a pile as each book that it can be if it holds no natural; none where it holds one."""
    wilds = [one for one in zip(contents.makeups, contents.books, strict=True) if not one[0].naturals]
    if not wilds:
        return {}
    makeups, books = zip(*wilds, strict=True)
    return _alone(house, replace(contents, best=makeups[0], makeups=makeups, book=books[0], books=books)).spans


def bounds(house: House, heaps: Sequence[Heap]) -> Span:
    """Return points that heaps never pass, whichever of their piles are of one rank."""
    bonuses = [0, house.points(SettingName.OPEN_WILD_BOOK), *(_bonus(house, book) for book in Book)]
    lows, highs = zip(*(_card_points(house, contents) for heap in heaps for contents in heap.contents), strict=True)
    least, most = sum(map(min, lows)), sum(map(max, highs))
    return least + min(bonuses) * len(lows), most + max(bonuses) * len(highs)


def _with_naturals(contents: Contents) -> Sequence[MakeUp]:
    return [makeup for makeup in contents.makeups if makeup.naturals]


@dataclass(frozen=True, slots=True)
class _Pool:
    """Cards of several piles together; ``fifties`` is the fewest and the most of the wilds that are 50-wilds."""

    naturals: int
    wilds: int
    fifties: Span

    def with_(self, other: "_Pool") -> "_Pool":
        """Return the cards of both."""
        (fewest, most), (fewer, more) = self.fifties, other.fifties
        return _Pool(self.naturals + other.naturals, self.wilds + other.wilds, (fewest + fewer, most + more))


def _pools(piles: Sequence[Sequence[MakeUp]]) -> list[_Pool]:
    """Return what the piles can be together, each in every way that it can be."""
    pools = [_Pool(0, 0, (0, 0))]
    for makeups in piles:
        fifties: dict[tuple[int, int], Span] = {}
        for makeup in makeups:
            own = _Pool(makeup.naturals, makeup.wilds, (makeup.w50, makeup.w50))
            for pool in (one.with_(own) for one in pools):
                widen(fifties, (pool.naturals, pool.wilds), pool.fifties)
        pools = [_Pool(*cards, span) for cards, span in fifties.items()]
    return pools


def _questions_together(house: House, group: Sequence[Contents], width: int) -> tuple[Question, ...]:
    """Return what is to be asked of each pile, as wide as what it may be moves the whole beside the others' guesses."""
    assert group[0].rank is not None
    guesses = [contents.guessed for contents in group]
    widths = []
    for place, contents in enumerate(group):
        beside = [*guesses[:place], contents, *guesses[place + 1 :]]
        low, high = whole(spans_of_rank(house, group[0].rank, beside).values())
        widths.append(high - low)
    if not any(widths):
        widths = [width if len(contents.makeups) > 1 else 0 for contents in group]
    asked = (_question(contents, one) for contents, one in zip(group, widths, strict=True))
    return tuple(chain.from_iterable(asked))


def widen(spans: dict[_Key, Span], key: _Key, span: Span) -> None:
    """Let what stands under a key reach as far as a span does, too."""
    before = spans.get(key)
    spans[key] = span if before is None else (min(before[0], span[0]), max(before[1], span[1]))


def whole(spans: Collection[Span]) -> Span:
    """Return the least and the most of all spans."""
    return min(low for low, _ in spans), max(high for _, high in spans)


def _pooled(makeups: Sequence[MakeUp]) -> MakeUp:
    return MakeUp(
        sum(makeup.naturals for makeup in makeups),
        sum(makeup.w20 for makeup in makeups),
        sum(makeup.w50 for makeup in makeups),
    )


def _second_book(house: House, heaps: Sequence[Heap], best: Book | None) -> Problem:
    rank = heaps[0].rank
    assert rank is not None
    where = about_piles([heap.contents[0].number for heap in heaps])
    apart = [_bonus(house, heap.book) for heap in heaps]
    one = f"one book of {plural(rank)}, {_bonus(house, best)}" if best else "one meld"
    otherwise = f"; as books of their own they would earn {' + '.join(map(str, apart))}" if any(apart) else ""
    return Problem(
        code=ProblemCode.SECOND_BOOK_OF_RANK,
        about=where,
        say=f"{plural(rank)} lie in {where} and count as {one}{otherwise}",
        clause=house.clause(SettingName.SECOND_BOOK),
        remedy=Remedy("with second books as a house rule", settings={SettingName.SECOND_BOOK.value: True}),
    )


def _refuse_second_meld(house: House, heaps: Sequence[Heap]) -> Iterator[Heap]:
    """Yield the heaps; an unfinished one of a rank that has another unfinished one gets the problem.

    Piles of wilds alone do where they would be a book together, or where each of them costs what an open one does.
    """
    as_one = _wilds_belong_together(house, heaps)
    unfinished: dict[Face | None, list[Contents]] = {}
    for heap in heaps:
        if heap.book is None and (heap.rank or (as_one and heap.wilds_alone)):
            unfinished.setdefault(heap.rank, []).append(heap.contents[0])
    for heap in heaps:
        rank, own = heap.rank, heap.contents[0]
        first, *later = unfinished.get(rank, [own])
        if own not in later:
            yield heap
            continue
        lying = plural(rank) if rank else "wilds"
        problem = Problem(
            code=ProblemCode.SECOND_BOOK_OF_RANK,
            about=about_pile(own.number),
            say=f"{lying} lie unfinished in pile {first.number} already; a new meld starts when that is a book",
            clause=house.clause(SettingName.SECOND_BOOK),
            remedy=_laid_together(house, [first, *later], own),
        )
        yield replace(heap, entry=replace(heap.entry, problems=(*heap.entry.problems, problem)))


def _laid_together(house: House, unfinished: Sequence[Contents], own: Contents) -> Remedy:
    """Return the remedy for a pile that lies beside unfinished ones of its rank.

    All of them are laid together where that is a book, else the pile with the first of them.
    """
    first, words = unfinished[0], "all laid together they"
    cards = _pooled([contents.best for contents in unfinished])
    book = book_of(house.limits, own.rank, cards.naturals, cards.wilds)
    # A book of more wilds than that is against the rules too.
    if len(unfinished) == 2 or book is None or (book is Book.WILD and cards.size > house.rules.books.size):
        unfinished, words = [first, own], "laid together they"
    together = Pile(cards=tuple(chain.from_iterable(contents.laid for contents in unfinished)))
    return Remedy(words, joined([contents.number for contents in unfinished], together), pile=first.number)


def _wilds_belong_together(house: House, heaps: Sequence[Heap]) -> bool:
    """Return whether the wilds that lie alone and unfinished would pay or cost otherwise as one pile."""
    wilds = [heap.contents[0].best for heap in heaps if heap.wilds_alone and heap.book is None]
    charged = [makeup for makeup in wilds if _paid(house, makeup, None)]
    enough = sum(makeup.size for makeup in wilds) >= house.rules.books.size
    return house.limits.wild_books and (enough or len(charged) > 1)


def _bonus(house: House, book: Book | None) -> int:
    return house.points(SETTING_OF[book]) if book else 0


def _paid(house: House, makeup: MakeUp, book: Book | None) -> int:
    """Return what a make-up that is that book brings beside its cards: the bonus, or what wilds left open cost."""
    if book or not _wilds_open(house, makeup):
        return _bonus(house, book)
    return house.points(SettingName.OPEN_WILD_BOOK)


def _card_points(house: House, contents: Contents) -> tuple[list[int], list[int]]:
    """Return the least and the most points of each make-up's cards."""
    return contents.points(house, contents.makeups, 0), contents.points(house, contents.makeups, 2)


def _book_line(house: House, group: Sequence[Contents], book: Book | None) -> tuple[Line, ...]:
    if book is None:
        return ()
    name = SETTING_OF[book]
    joined = len(group) > 1
    basis = house.basis(name)
    if basis is Basis.SEEN and joined:
        basis = house.basis(SettingName.SECOND_BOOK)
    if any(contents.book_told for contents in group):
        basis = weakest(basis, Basis.ANSWERED)
    if any(contents.unread for contents in group):
        basis = Basis.ASSUMED
    shown = [(contents.pile.top,) if contents.pile.top else contents.cards for contents in group]
    line = Line(
        reason=_REASON_OF[book],
        points=_bonus(house, book),
        clause=house.clause(name),
        cards=tuple(chain.from_iterable(shown)),
        basis=basis,
        setting=house.decided(name) or (house.decided(SettingName.SECOND_BOOK) if joined else None),
        pile=group[0].number,
    )
    return (line,)


def _card_lines(house: House, contents: Contents, points: int) -> tuple[Line, ...]:
    if not contents.cards:
        return ()
    line = Line(
        reason=Reason.CARDS,
        points=points,
        clause=house.rules.values_clause,
        cards=contents.cards,
        basis=contents.basis,
        pile=contents.number,
    )
    return (line,)


def _open_wild_book(house: House, contents: Contents) -> tuple[Line, ...]:
    """Return what wilds that lie unfinished cost, by the best guess."""
    if contents.book or not _wilds_open(house, contents.best):
        return ()
    return (replace(house.line(SettingName.OPEN_WILD_BOOK, 1, cards=contents.cards), pile=contents.number),)


def _wilds_open(house: House, makeup: MakeUp) -> bool:
    """Return whether a make-up that is no book is an open book of wilds, where the house allows any.

    Fewer cards than start a book are none: they are a meld too small, and nothing else.
    """
    if makeup.naturals or makeup.size < house.rules.melds.smallest:
        return False
    return bool(house.points(SettingName.WILD_BOOK)) and house.has(SettingName.OPEN_WILD_BOOK)


def _question(contents: Contents, width: int) -> tuple[Question, ...]:
    if not width:
        return ()
    about = about_pile(contents.number)
    if not contents.pile.squared:
        what = "the unread card" if contents.unread == 1 else f"the {contents.unread} unread cards"
        ask = f"what {'is' if contents.unread == 1 else 'are'} {what} in {about}?"
    elif contents.rank:
        ask = f"which wilds are in the book of {plural(contents.rank)}?"
    elif contents.pile.kind is BookKind.WILD and not contents.rankless:
        ask = f"which wilds are in the book of wilds, {about}?"
    else:
        ask = f"which rank is the book in {about}, and which cards are in it?"
    return (Question(about=about, ask=ask, width=width),)
