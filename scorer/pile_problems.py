"""What is wrong with a pile: unread cards, threes, several ranks, broken limits, a squared book that is none."""

from collections.abc import Iterator

from scorer.account import Problem, ProblemCode
from scorer.faces import Face
from scorer.house import House
from scorer.makeups import THREES, Book, Contents
from scorer.meld_limits import broken_limits
from scorer.record import BookKind
from scorer.words import faces, listed, plural

_KINDS = {Book.CLEAN: BookKind.CLEAN, Book.SEVENS: BookKind.CLEAN, Book.DIRTY: BookKind.DIRTY, Book.WILD: BookKind.WILD}


def pile_problems(house: House, contents: Contents) -> Iterator[Problem]:
    """Yield what is wrong with the cards of a pile, whatever lies in other piles."""
    rules = house.rules
    about = f"pile {contents.number}"
    if contents.unread:
        say = f"{faces(contents.unread, Face.UNREAD)} in {about}"
        yield Problem(ProblemCode.UNREAD_CARD, about, say, rules.values_clause)
    if contents.red_threes or contents.pile.top is Face.RED_THREE:
        say = f"red 3s are not melded; those in {about} count as red 3s laid down"
        if contents.pile.top is Face.RED_THREE:
            say = f"a book cannot be made of red 3s; the cards of {about} count nothing until it is clear what they are"
        yield Problem(ProblemCode.NOT_A_MELD_RANK, about, say, rules.melds.clause)
    if contents.pile.top is Face.BLACK_THREE:
        say = f"a book cannot be made of black 3s; the cards of {about} count nothing until it is clear what they are"
        yield Problem(ProblemCode.NOT_A_MELD_RANK, about, say, rules.melds.clause)
    if len(contents.ranks) > 1:
        say = f"{listed([plural(rank) for rank in contents.ranks])} lie in one pile, {about}: no meld and no book"
        yield Problem(ProblemCode.MIXED_RANKS, about, say, rules.melds.clause)
    yield from _squared_problems(house, contents)


def limit_problems(house: House, contents: Contents) -> Iterator[Problem]:
    """Yield the limits that a pile of its own breaks; threes alone break others."""
    threes_alone = not contents.best.size and (contents.red_threes or contents.black_threes)
    if len(contents.ranks) < 2 and not threes_alone:
        yield from broken_limits(house, contents.rank, contents.best, f"pile {contents.number}")


def _squared_problems(house: House, contents: Contents) -> Iterator[Problem]:
    pile = contents.pile
    if pile.kind is None or pile.top in THREES:
        return
    about = f"pile {contents.number}"
    if contents.best.size < house.rules.books.size:
        say = f"{about} is squared as a book but holds {contents.best.size} cards, of {house.rules.books.size} it needs"
        yield Problem(ProblemCode.NOT_A_BOOK, about, say, house.rules.books.clause)
    book = contents.book
    if book is not None and _KINDS[book] is not pile.kind:
        say = f"{about} is said to be a {pile.kind} book, but its cards make a {_KINDS[book]} one: scored as that"
        yield Problem(ProblemCode.KIND_MISMATCH, about, say, house.rules.books.clause)
