"""The limits of melds and books: how many cards, how many wilds, how many naturals, and what would mend a breach."""

from collections.abc import Iterator

from scorer.account import Problem, ProblemCode
from scorer.house import House
from scorer.makeups import Contents, book_of
from scorer.settings import SettingName
from scorer.words import counted, faces


def broken_limits(house: House, contents: Contents) -> Iterator[Problem]:
    """Yield every limit that the pile's best guess breaks, threes aside."""
    rules = house.rules
    about = f"pile {contents.number}"
    makeup = contents.best
    if not makeup.size and (contents.red_threes or contents.black_threes):
        return
    if makeup.size < rules.melds.smallest:
        say = f"{counted(makeup.size, 'card')} in {about}: a meld has {rules.melds.smallest} or more"
        yield Problem(ProblemCode.MELD_TOO_SMALL, about, say, rules.melds.clause)
    largest = rules.books.largest
    if largest is not None and makeup.size > largest:
        say = f"{makeup.size} cards in {about}: a book has no more than {largest}"
        yield Problem(ProblemCode.BOOK_TOO_BIG, about, say, rules.books.clause)
    if len(contents.ranks) > 1 or not makeup.size:
        return
    if not makeup.naturals:
        if not house.points(SettingName.WILD_BOOK):
            say = f"{counted(makeup.wilds, 'wild')} and no natural in {about}: wilds alone make no meld and no book"
            yield Problem(ProblemCode.WILD_BOOK_NOT_ALLOWED, about, say, house.clause(SettingName.WILD_BOOK))
        return
    yield from _wild_limits(house, contents)


def _wild_limits(house: House, contents: Contents) -> Iterator[Problem]:
    makeup = contents.best
    if not makeup.wilds:
        return
    about = f"pile {contents.number}"
    melds, books = house.rules.melds, house.rules.books
    finished = makeup.size >= books.size
    clause = books.clause if finished else melds.clause
    least = books.least_naturals if finished else melds.least_naturals
    spare = books.naturals_over_wilds if finished else melds.naturals_over_wilds
    most = books.most_wilds if finished else melds.most_wilds_of.get(str(makeup.size), melds.most_wilds)
    here = f"{counted(makeup.wilds, 'wild')} on {faces(makeup.naturals, contents.rank)} in {about}"
    if makeup.naturals < least:
        say = f"{here}: at least {counted(least, 'natural')} are needed"
        yield Problem(ProblemCode.TOO_FEW_NATURALS, about, say, clause)
    if makeup.wilds > most:
        say = f"{here}: no more than {counted(most, 'wild')} may lie {'in a book' if finished else 'there'}"
        yield Problem(ProblemCode.TOO_MANY_WILDS, about, say, clause)
    elif spare is not None and makeup.naturals < makeup.wilds + spare:
        short = makeup.wilds + spare - makeup.naturals
        say = f"{here}: no {'book' if finished else 'meld'}; {_mended(house, contents, short)}"
        yield Problem(ProblemCode.TOO_MANY_WILDS, about, say, clause)


def _mended(house: House, contents: Contents, short: int) -> str:
    """Return in words what the naturals that are missing would make of the pile."""
    makeup = contents.best
    book = book_of(house, contents.rank, makeup.naturals + short, makeup.wilds)
    worth = f"a book for {house.points(SettingName(book.value))}" if book else "a meld"
    return f"with {short} more {'natural' if short == 1 else 'naturals'} it would be {worth}"
