"""What a side's melds can be together: the books that they are, and the melds' least and most points then."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from scorer.faces import NATURAL_RANKS, Face
from scorer.record import Side
from scorer.rulebook.settings import SettingName
from scorer.scoring.heaps import Heap, Span, bounds, spans_of_rank, spans_of_wilds, whole, widen
from scorer.scoring.house import House
from scorer.scoring.makeups import Book, Contents

NEEDED = (
    (SettingName.CLEAN_TO_GO_OUT, "clean", (Book.CLEAN,)),
    (SettingName.DIRTY_TO_GO_OUT, "dirty", (Book.DIRTY,)),
    (SettingName.WILD_TO_GO_OUT, "wild", (Book.WILD,)),
    (SettingName.SEVENS_TO_GO_OUT, "sevens", (Book.SEVENS,)),
    (SettingName.BOOKS_TO_GO_OUT, "clean or dirty", (Book.CLEAN, Book.DIRTY)),
)
"""The books that going out takes: how many, what they are called, and which kinds count."""

MOST_WAYS = 16
"""Piles whose rank does not show are tried in the book of every rank in so many ways; points of more are bounded."""

Books = tuple[int, ...]
"""How many books of each kind a side has, in the order of ``Book``; more than anything depends on are not counted."""

Reach = dict[Books, Span]
"""The least and the most points of melds with each set of books that they can be."""

_NO_BOOKS: Books = (0,) * len(Book)
_SEVENS_ALONE: Books = tuple(int(book is Book.SEVENS) for book in Book)
_PLACE = {book: place for place, book in enumerate(Book)}


def books_of(house: House, side: Side, heaps: Sequence[Heap]) -> Reach:
    """Return the books that a side's melds can be together, each with the melds' least and most points then.

    A card that was not read is one card: a meld is not two books at once. Where a rank may have one book only, a pile
    whose rank does not show may belong to any other's.
    """
    most = _that_matter(house, side)
    rankless = _rankless(house, heaps)
    return _with_rankless(house, heaps, rankless, most) if rankless else _apart(heaps, most)


def with_rankless_asked(house: House, heaps: Sequence[Heap]) -> Sequence[Heap]:
    """Return the heaps; what is asked of a pile whose rank does not show is as wide as what it may be moves them all.

    The others are taken for their best guesses.
    """
    rankless = _rankless(house, heaps)
    if not rankless or len(rankless) > MOST_WAYS:
        return heaps
    asked = {}
    for heap in rankless:
        others = [other if other is heap else other.guessed for other in heaps]
        low, high = whole(_with_rankless(house, others, [heap], _NO_BOOKS).values())
        questions = tuple(replace(question, width=high - low) for question in heap.entry.questions)
        asked[heap.contents[0].number] = replace(heap, entry=replace(heap.entry, questions=questions))
    return [asked.get(heap.contents[0].number, heap) for heap in heaps]


def has_sevens(books: Books) -> bool:
    """Return whether a book of sevens is among them."""
    return books[_PLACE[Book.SEVENS]] > 0


def suffice(house: House, books: Books) -> bool:
    """Return whether they are the books that going out takes."""
    return all(sum(books[_PLACE[book]] for book in kinds) >= house.points(name) for name, _, kinds in NEEDED)


def _that_matter(house: House, side: Side) -> Books:
    """Return how many books of each kind anything depends on."""
    if not side.went_out:
        return _SEVENS_ALONE
    most = dict.fromkeys(Book, 0) | {Book.SEVENS: 1}
    for name, _, kinds in NEEDED:
        most |= {book: max(most[book], house.points(name)) for book in kinds}
    return tuple(most.values())


def _apart(heaps: Sequence[Heap], most: Books) -> Reach:
    """Return what heaps can be together of which none can be part of another."""
    # Of most melds everything shows: they need no reckoning of what can lie together.
    books, low, high = _NO_BOOKS, 0, 0
    open_ones = []
    for heap in heaps:
        if len(heap.spans) > 1:
            open_ones.append(heap)
            continue
        ((book, (least, greatest)),) = heap.spans.items()
        books, low, high = _with(books, book, most), low + least, high + greatest
    found = {books: (low, high)}
    for heap in open_ones:
        found = _added(found, heap.spans, most)
    return found


def _added(found: Reach, spans: Mapping[Book | None, Span], most: Books) -> Reach:
    """Return what was found with one meld more, as each book that it can be."""
    after: Reach = {}
    for books, (low, high) in found.items():
        for book, (least, greatest) in spans.items():
            widen(after, _with(books, book, most), (low + least, high + greatest))
    return after


def _with(books: Books, book: Book | None, most: Books) -> Books:
    if book is None or books[_PLACE[book]] == most[_PLACE[book]]:
        return books
    place = _PLACE[book]
    return (*books[:place], books[place] + 1, *books[place + 1 :])


def _rankless(house: House, heaps: Sequence[Heap]) -> list[Heap]:
    """Return the heaps that may be part of another one."""
    return [] if house.on(SettingName.SECOND_BOOK) else [heap for heap in heaps if heap.rankless]


def _with_rankless(house: House, heaps: Sequence[Heap], rankless: Sequence[Heap], most: Books) -> Reach:
    """Return what heaps can be together of which some are of a rank that does not show: each is tried as every one."""
    alike: dict[object, list[Contents]] = {}
    for heap in rankless:
        (contents,) = heap.contents
        alike.setdefault((contents.makeups, contents.pile.squared), []).append(contents)
    kinds = list(alike.values())
    if prod(len(kind) + 1 for kind in kinds) > MOST_WAYS:
        return dict.fromkeys((_NO_BOOKS, most), bounds(house, heaps))
    numbers = {heap.contents[0].number for heap in rankless}
    ranks = {heap.rank: heap.contents for heap in heaps if heap.rank}
    others = [heap for heap in heaps if heap.rank is None and heap.contents[0].number not in numbers]
    # By how many of each kind have their rank.
    ways: dict[tuple[int, ...], Reach] = {(0,) * len(kinds): _apart(others, most)}
    for rank in NATURAL_RANKS:
        spans = _spans_beside(house, rank, ranks.get(rank, ()), kinds)
        after: dict[tuple[int, ...], Reach] = {}
        for taken, found in ways.items():
            for more in product(*(range(len(kind) - number + 1) for kind, number in zip(kinds, taken, strict=True))):
                then = tuple(map(sum, zip(taken, more, strict=True)))
                _widen_all(after.setdefault(then, {}), _added(found, spans[more], most))
        ways = after
    # The best guess counts too, where every rank that it may have lies there already.
    reached = _apart([heap.guessed for heap in heaps], most)
    for taken, found in ways.items():
        for kind, number in zip(kinds, taken, strict=True):
            for contents in kind[number:]:
                found = _added(found, spans_of_wilds(house, contents), most)
        _widen_all(reached, found)
    return reached


def _spans_beside(
    house: House, rank: Face, own: Sequence[Contents], kinds: Sequence[Sequence[Contents]]
) -> dict[tuple[int, ...], Mapping[Book | None, Span]]:
    """Return the points of a rank's own piles together with so many of each kind, as each book that they can be."""
    spans: dict[tuple[int, ...], Mapping[Book | None, Span]] = {}
    for numbers in product(*(range(len(kind) + 1) for kind in kinds)):
        joining = [contents for kind, number in zip(kinds, numbers, strict=True) for contents in kind[:number]]
        group = (*own, *joining)
        spans[numbers] = spans_of_rank(house, rank, group) if group else {None: (0, 0)}
    return spans


def _widen_all(reached: Reach, more: Reach) -> None:
    for books, span in more.items():
        widen(reached, books, span)
