"""The limits of melds and books: how many cards, how many wilds, how many naturals, and what would mend a breach."""

from collections.abc import Iterator

from scorer.account import Problem, ProblemCode
from scorer.faces import Face
from scorer.house import House
from scorer.makeups import MakeUp, book_of
from scorer.settings import SettingName
from scorer.words import counted, faces


def broken_limits(house: House, rank: Face | None, makeup: MakeUp, about: str) -> Iterator[Problem]:
    """Yield every limit that cards of one rank with wilds break; ``rank`` is None where none shows."""
    rules = house.rules
    if makeup.size < rules.melds.smallest:
        say = f"{counted(makeup.size, 'card')} in {about}: a meld has {rules.melds.smallest} or more"
        yield Problem(ProblemCode.MELD_TOO_SMALL, about, say, rules.melds.clause)
    largest = rules.books.largest
    if largest is not None and makeup.size > largest:
        say = f"{makeup.size} cards in {about}: a book has exactly {largest}, so this is none"
        yield Problem(ProblemCode.BOOK_TOO_BIG, about, say, rules.books.clause)
    if makeup.size and not makeup.naturals:
        yield from _wilds_alone(house, makeup, about)
    elif makeup.wilds:
        yield from _wild_limits(house, rank, makeup, about)


def _wilds_alone(house: House, makeup: MakeUp, about: str) -> Iterator[Problem]:
    melds, books = house.rules.melds, house.rules.books
    if not house.points(SettingName.WILD_BOOK):
        say = f"{counted(makeup.wilds, 'wild')} and no natural in {about}: wilds alone make no meld and no book"
        yield Problem(ProblemCode.WILD_BOOK_NOT_ALLOWED, about, say, house.clause(SettingName.WILD_BOOK))
    elif makeup.size < books.size and not melds.wild_piles:
        say = f"{counted(makeup.wilds, 'wild')} alone in {about}: they are a book of {books.size} or nothing"
        yield Problem(ProblemCode.TOO_FEW_NATURALS, about, say, melds.clause)
    elif makeup.size > books.size and books.largest is None:
        say = f"{makeup.size} wilds in {about}: none may be added to a finished book; it counts once"
        yield Problem(ProblemCode.BOOK_TOO_BIG, about, say, books.wild_clause)


def _wild_limits(house: House, rank: Face | None, makeup: MakeUp, about: str) -> Iterator[Problem]:
    melds, books = house.rules.melds, house.rules.books
    finished = makeup.size >= books.size
    what, clause = ("book", books.clause) if finished else ("meld", melds.clause)
    least = books.least_naturals if finished else melds.least_naturals
    spare = books.naturals_over_wilds if finished else melds.naturals_over_wilds
    most = books.most_wilds if finished else melds.most_wilds_of.get(str(makeup.size), melds.most_wilds)
    here = f"{counted(makeup.wilds, 'wild')} on {faces(makeup.naturals, rank)} in {about}"
    if makeup.naturals < least:
        say = f"{here}: at least {counted(least, 'natural')} are needed"
        yield Problem(ProblemCode.TOO_FEW_NATURALS, about, say, clause)
    if makeup.wilds > most:
        say = f"{here}: no more than {counted(most, 'wild')} may lie in such a {what}"
        spared = book_of(house.limits, rank, makeup.naturals, most)
        if spared:
            without = counted(makeup.wilds - most, "wild")
            say += f"; without {without} it would be a book for {house.points(SettingName(spared.value))}"
        yield Problem(ProblemCode.TOO_MANY_WILDS, about, say, clause)
    elif spare is not None and makeup.naturals < makeup.wilds + spare:
        short = makeup.wilds + spare - makeup.naturals
        say = f"{here}: no {what}; {_mended(house, rank, makeup, short)}"
        yield Problem(ProblemCode.TOO_MANY_WILDS, about, say, clause)
    elif not finished and makeup.wilds == melds.doubtful_wilds_of.get(str(makeup.size)):
        say = f"{here}: allowed to the letter, but is it meant?"
        yield Problem(ProblemCode.DOUBTFUL_WILDS, about, say, clause)


def _mended(house: House, rank: Face | None, makeup: MakeUp, short: int) -> str:
    """Return in words what the naturals that are missing would make of the pile."""
    book = book_of(house.limits, rank, makeup.naturals + short, makeup.wilds)
    worth = f"a book for {house.points(SettingName(book.value))}" if book else "a meld"
    return f"with {faces(short, rank).replace(' ', ' more ', 1)} it would be {worth}"
