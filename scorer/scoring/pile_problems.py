"""What is wrong with a pile: unread cards, threes, several ranks, broken limits, a squared book that is none."""

from collections.abc import Iterator
from dataclasses import replace

from scorer.faces import Face
from scorer.record import Pile
from scorer.rulebook.rule_sections import BlackThrees
from scorer.scoring.account import Problem, ProblemCode, about_pile
from scorer.scoring.house import House
from scorer.scoring.makeups import KIND_OF, THREES, Contents
from scorer.scoring.meld_limits import broken_limits
from scorer.scoring.remedies import Remedy, relaid, taken_back, without
from scorer.words import counted, faces, listed, plural


def all_well(house: House, contents: Contents) -> bool:
    """Return whether a counted pile holds enough naturals of one rank and nothing else: most have no problem at all."""
    size, largest = contents.best.naturals, house.rules.books.largest
    return (
        contents.rank is not None
        and size == len(contents.pile.cards)
        and not contents.unread
        and house.rules.melds.smallest <= size
        and (largest is None or size <= largest)
    )


def pile_problems(house: House, contents: Contents) -> Iterator[Problem]:
    """Yield what is wrong with the cards of a pile, whatever lies in other piles."""
    rules = house.rules
    about = about_pile(contents.number)
    if contents.unread:
        say = f"{faces(contents.unread, Face.UNREAD)} in {about}"
        yield Problem(ProblemCode.UNREAD_CARD, about, say, rules.values_clause)
    if contents.red_threes:
        say = f"red 3s are not melded; those in {about} count as red 3s laid down"
        yield Problem(ProblemCode.NOT_A_MELD_RANK, about, say, rules.melds.clause)
    if contents.pile.top in THREES:
        unclear = f"of {about} no card but a wild counts until it is clear what they are"
        say = f"a book cannot be made of {plural(contents.pile.top)}; {unclear}"
        yield Problem(ProblemCode.NOT_A_MELD_RANK, about, say, rules.melds.clause)
    if len(contents.ranks) > 1:
        say = f"{listed([plural(rank) for rank in contents.ranks])} lie in one pile, {about}: no meld and no book"
        yield Problem(ProblemCode.MIXED_RANKS, about, say, rules.melds.clause, _apart(contents))
    yield from _squared_problems(house, contents)


def limit_problems(house: House, contents: Contents) -> Iterator[Problem]:
    """Yield the limits that a pile of its own breaks; threes alone break others, but where they may be a meld."""
    if not contents.best.size and (contents.red_threes or contents.black_threes):
        yield from _too_many_black_threes(house, contents)
    elif len(contents.ranks) < 2:
        yield from broken_limits(house, contents, contents.best, about_pile(contents.number))


def _too_many_black_threes(house: House, contents: Contents) -> Iterator[Problem]:
    books, number = house.rules.books, contents.black_threes
    if books.largest is None or number <= books.largest or house.rules.threes.black is BlackThrees.NEVER:
        return
    about, over = about_pile(contents.number), number - books.largest
    say = f"{faces(number, Face.BLACK_THREE)} in {about}: a meld has no more than {books.largest} cards"
    back = (Face.BLACK_THREE,) * over
    kept = without(contents.laid, back)
    remedy = Remedy(
        f"with {faces(over, Face.BLACK_THREE)} left in hand", taken_back(back, number=contents.number, kept=kept)
    )
    yield Problem(ProblemCode.BOOK_TOO_BIG, about, say, books.clause, remedy)


def _squared_problems(house: House, contents: Contents) -> Iterator[Problem]:
    pile = contents.pile
    if pile.kind is None or pile.top in THREES:
        return
    about = about_pile(contents.number)
    if contents.best.size < house.rules.books.size:
        holds = counted(contents.best.size, "card")
        say = f"{about} is squared as a book but holds {holds}, of {house.rules.books.size} it needs"
        words = f"with {counted(house.rules.books.size - contents.best.size, 'more card')} it"
        full = relaid(contents.number, replace(pile, count=house.rules.books.size))
        remedy = Remedy(words, full, pile=contents.number)
        yield Problem(ProblemCode.NOT_A_BOOK, about, say, house.rules.books.clause, remedy)
    book = contents.book
    if book is not None and KIND_OF[book] is not pile.kind:
        say = f"{about} is said to be a {pile.kind} book, but its cards make a {KIND_OF[book]} one: scored as that"
        as_said = relaid(contents.number, replace(pile, w20=None, w50=None))
        remedy = Remedy(f"as the {pile.kind} one it", as_said, pile=contents.number)
        yield Problem(ProblemCode.KIND_MISMATCH, about, say, house.rules.books.clause, remedy)


def _apart(contents: Contents) -> Remedy:
    """Return what the commonest rank of a pile would be with its wilds alone, each other rank a pile of its own."""
    cards = contents.pile.cards
    rank = max(contents.ranks, key=cards.count)
    others = [other for other in contents.ranks if other is not rank]
    rest = Pile(cards=tuple(card for card in cards if card not in others))
    piles = [Pile(cards=(other,) * cards.count(other)) for other in others]
    words = f"with the {listed([plural(other) for other in others])} apart it"
    return Remedy(words, relaid(contents.number, rest, *piles), pile=contents.number)
