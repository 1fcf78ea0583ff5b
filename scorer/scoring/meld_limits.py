"""The limits of melds and books: how many cards, how many wilds, how many naturals, and what would mend a breach."""

from collections.abc import Iterator

from scorer.faces import WILDS, Face
from scorer.record import Pile
from scorer.rulebook.settings import SettingName
from scorer.scoring.account import Problem, ProblemCode
from scorer.scoring.house import House
from scorer.scoring.makeups import THREES, Contents, MakeUp
from scorer.scoring.remedies import Remedy, relaid, taken_back, without
from scorer.words import counted, faces


def broken_limits(house: House, contents: Contents, makeup: MakeUp, about: str) -> Iterator[Problem]:
    """Yield every limit that cards of one rank with wilds break.

    ``contents`` are those of the pile, or of the first of several that are judged as one ``makeup``.
    """
    rules = house.rules
    if makeup.size < rules.melds.smallest:
        say = f"{counted(makeup.size, 'card')} in {about}: a meld has {rules.melds.smallest} or more"
        short = rules.melds.smallest - makeup.size
        yield Problem(ProblemCode.MELD_TOO_SMALL, about, say, rules.melds.clause, _more(contents, short))
    largest = rules.books.largest
    if largest is not None and makeup.size > largest:
        say = f"{makeup.size} cards in {about}: a book has exactly {largest}, so this is none"
        fewer = _fewer(contents, makeup.size - largest, wilds=not makeup.naturals)
        yield Problem(ProblemCode.BOOK_TOO_BIG, about, say, rules.books.clause, fewer)
    if makeup.size and not makeup.naturals:
        yield from _wilds_alone(house, contents, makeup, about)
    elif makeup.wilds:
        yield from _wild_limits(house, contents, makeup, about)


def _wilds_alone(house: House, contents: Contents, makeup: MakeUp, about: str) -> Iterator[Problem]:
    melds, books = house.rules.melds, house.rules.books
    if not house.points(SettingName.WILD_BOOK):
        say = f"{counted(makeup.wilds, 'wild')} and no natural in {about}: wilds alone make no meld and no book"
        clause = house.clause(SettingName.WILD_BOOK)
        yield Problem(ProblemCode.WILD_BOOK_NOT_ALLOWED, about, say, clause, _left_in_hand(contents))
    elif makeup.size < books.size and not melds.wild_piles:
        say = f"{counted(makeup.wilds, 'wild')} in {about}: wilds alone are a book of {books.size} or nothing"
        more = _more(contents, books.size - makeup.size, of=Face.WILD_20)
        yield Problem(ProblemCode.TOO_FEW_NATURALS, about, say, melds.clause, more)
    elif makeup.size > books.size and books.largest is None:
        say = f"{makeup.size} wilds in {about}: none may be added to a finished book; it counts once"
        fewer = _fewer(contents, makeup.size - books.size, wilds=True)
        yield Problem(ProblemCode.BOOK_TOO_BIG, about, say, books.wild_clause, fewer)


def _wild_limits(house: House, contents: Contents, makeup: MakeUp, about: str) -> Iterator[Problem]:
    melds, books = house.rules.melds, house.rules.books
    finished = makeup.size >= books.size
    what, clause = ("book", books.clause) if finished else ("meld", melds.clause)
    least = books.least_naturals if finished else melds.least_naturals
    spare = books.naturals_over_wilds if finished else melds.naturals_over_wilds
    most = books.most_wilds if finished else melds.most_wilds_of.get(str(makeup.size), melds.most_wilds)
    here = f"{counted(makeup.wilds, 'wild')} on {faces(makeup.naturals, contents.rank)} in {about}"
    if makeup.naturals < least:
        say = f"{here}: at least {counted(least, 'natural')} are needed"
        yield Problem(ProblemCode.TOO_FEW_NATURALS, about, say, clause, _more(contents, least - makeup.naturals))
    if makeup.wilds > most:
        say = f"{here}: no more than {counted(most, 'wild')} may lie in such a {what}"
        fewer = _fewer(contents, makeup.wilds - most, wilds=True)
        yield Problem(ProblemCode.TOO_MANY_WILDS, about, say, clause, fewer)
    elif spare is not None and makeup.naturals < makeup.wilds + spare:
        short = makeup.wilds + spare - makeup.naturals
        yield Problem(ProblemCode.TOO_MANY_WILDS, about, f"{here}: no {what}", clause, _more(contents, short))
    elif not finished and makeup.wilds == melds.doubtful_wilds_of.get(str(makeup.size)):
        say = f"{here}: allowed to the letter, though it may not be meant"
        yield Problem(ProblemCode.DOUBTFUL_WILDS, about, say, clause, _left_in_hand(contents))


def _left_in_hand(contents: Contents) -> Remedy:
    """Return what leaving a pile in hand would mend; threes in it stay, as they are a problem of their own."""
    threes = tuple(card for card in contents.laid if card in THREES)
    back = taken_back(without(contents.laid, threes), number=contents.number, kept=threes)
    return Remedy("with them left in hand", back)


def _more(contents: Contents, number: int, *, of: Face | None = None) -> Remedy | None:
    """Return what more cards of a face, by default the pile's rank, would mend; None where no rank shows."""
    face = of or contents.rank
    if face is None:
        return None
    words = f"with {faces(number, face).replace(' ', ' more ', 1)} it"
    pile = Pile(cards=(*contents.laid, *(face,) * number))
    return Remedy(words, relaid(contents.number, pile), pile=contents.number)


def _fewer(contents: Contents, number: int, *, wilds: bool) -> Remedy | None:
    """Return what fewer wilds, the cheaper ones first, or fewer naturals would mend; None where too few lie there."""
    cards = contents.laid
    faces_taken = WILDS if wilds else (contents.rank or Face.UNREAD,)
    taken = [card for face in faces_taken for card in cards if card is face][:number]
    if len(taken) < number:
        return None
    words = f"without {counted(number, 'wild') if wilds else faces(number, contents.rank)} it"
    return Remedy(words, relaid(contents.number, Pile(cards=without(cards, taken))), pile=contents.number)
