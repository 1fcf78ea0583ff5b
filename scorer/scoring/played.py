"""What lies beside the melds: red 3s, black 3s, loose cards, and the bonuses and penalties that a person tells."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from scorer.faces import WILDS, Face
from scorer.record import Side
from scorer.rulebook.rule_sections import BlackThrees, Garbage, RedThrees
from scorer.rulebook.settings import SettingName
from scorer.scoring.account import (
    About,
    Basis,
    Entry,
    Line,
    Problem,
    ProblemCode,
    Question,
    Reason,
    about_pile,
    certain,
)
from scorer.scoring.ending import Leave
from scorer.scoring.heaps import Heap
from scorer.scoring.house import House, opening_minimum
from scorer.scoring.makeups import THREES, TYPICAL_CARD, Book, Contents
from scorer.scoring.remedies import Change, Remedy, taken_back, without
from scorer.scoring.together import Books, has_sevens
from scorer.words import counted, faces, listed, plural


def red_threes(house: House, number: int, heaps: Sequence[Heap], melds: Collection[Books]) -> Entry:
    """Return what the red 3s on the table are worth; ``melds`` are the books that the side may have."""
    if not number:
        return Entry()
    threes = house.rules.threes
    cards = (Face.RED_THREE,) * number
    match threes.red:
        case RedThrees.NOT_PLAYABLE:
            say = f"{faces(number, Face.RED_THREE)} in the played area, where they cannot be played: no points"
            remedy = Remedy("with them left in hand", _red_threes_back)
            problem = Problem(ProblemCode.RED3_NOT_PLAYABLE, About.RED_THREES, say, threes.red_clause, remedy)
            return certain((Line(Reason.RED3_PLAYED, 0, threes.red_clause, cards),), (problem,))
        case RedThrees.BY_SEVENS:
            return _by_sevens(house.line(SettingName.RED3_PLAYED, number, cards=cards), heaps, melds)
        case _:
            return certain((house.line(SettingName.RED3_PLAYED, number, cards=cards),))


def _red_threes_back(side: Side) -> Side:
    """Return the side with every red 3 of its played area left in hand."""
    cards = [card for pile in side.piles for card in pile.cards]
    lying = [card for card in (*cards, *side.garbage) if card is Face.RED_THREE]
    piles = tuple(replace(pile, cards=without(pile.cards, lying)) for pile in side.piles)
    back = (Face.RED_THREE,) * (side.red_threes + len(lying))
    garbage = without(side.garbage, lying)
    return replace(side, piles=piles, red_threes=0, garbage=garbage, left=(*side.left, *back))


def red_three_points(house: House, number: int, books: Books) -> int:
    """Return what so many red 3s on the table are worth to a side that has these books."""
    points = house.points(SettingName.RED3_PLAYED) * number
    match house.rules.threes.red:
        case RedThrees.NOT_PLAYABLE:
            return 0
        case RedThrees.BY_SEVENS:
            return points if has_sevens(books) else -points
        case _:
            return points


def _by_sevens(line: Line, heaps: Sequence[Heap], melds: Collection[Books]) -> Entry:
    """Return the line with its points against the side unless it completed a book of sevens."""
    outcomes = {line.points if has_sevens(books) else -line.points for books in melds}
    best = line if any(heap.book is Book.SEVENS for heap in heaps) else replace(line, points=-line.points)
    low, high = min(outcomes), max(outcomes)
    asked = Question(About.RED_THREES, "did this side complete a book of sevens?", high - low)
    return Entry((best,), low, high, questions=(asked,))


def black_threes(house: House, side: Side, heaps: Sequence[Heap], leave: Leave | None, *, contested: bool) -> Entry:
    """Return what the black 3s on the table are worth; those that may not lie there nothing, where nobody said.

    ``leave`` is None for a side that does not say it went out; ``contested``: another side says so too. The least and
    the most are of those that may not lie there; what the others bring, going out brings (``melded_black_threes``).
    """
    lying = [contents for heap in heaps for contents in heap.contents if contents.black_threes]
    loose = side.garbage.count(Face.BLACK_THREE)
    if not lying and not loose:
        return Entry()
    goes_out = leave is not None and leave.best
    melded = [contents for contents in lying if _may_be_melded(house, contents)]
    wrong = [contents for contents in lying if not goes_out or contents not in melded]
    problems = [_black_three_problem(house, contents) for contents in wrong]
    if loose:
        remedy = _swept((Face.BLACK_THREE,) * loose)
        problems.append(_wrong_black_threes(house, loose, About.GARBAGE, "among the loose cards", remedy))
    unpaid = _unpaid(house, loose + sum(contents.black_threes for contents in wrong))
    entry = certain(unpaid, tuple(problems))
    number = sum(contents.black_threes for contents in melded)
    if not number or leave is None:
        return entry
    line = house.line(SettingName.BLACK3_PLAYED, number, cards=(Face.BLACK_THREE,) * number)
    questions = leave.asks(line.points, contested=contested)
    return replace(entry, lines=(line, *entry.lines) if goes_out else entry.lines, questions=questions)


def melded_black_threes(house: House, heaps: Sequence[Heap]) -> int:
    """Return how many black 3s are melds of their own for a side that goes out."""
    lying = (contents for heap in heaps for contents in heap.contents)
    return sum(contents.black_threes for contents in lying if _may_be_melded(house, contents))


def _unpaid(house: House, number: int) -> tuple[Line, ...]:
    """Return the line of black 3s that may not lie there."""
    threes, cards = house.rules.threes, (Face.BLACK_THREE,) * number
    if not number:
        return ()
    if threes.black is BlackThrees.NEVER:
        return (house.line(SettingName.BLACK3_PLAYED, number, cards=cards),)
    return (Line(Reason.BLACK3_PLAYED, 0, threes.black_clause, cards),)


def _may_be_melded(house: House, contents: Contents) -> bool:
    """Return whether black 3s are a meld of their own for a side that goes out."""
    enough = contents.black_threes == len(contents.pile.cards) >= house.rules.melds.smallest
    return enough and house.rules.threes.black is BlackThrees.WHEN_GOING_OUT


def _black_three_problem(house: House, contents: Contents) -> Problem:
    about = about_pile(contents.number)
    back = (Face.BLACK_THREE,) * contents.black_threes
    kept = without(contents.laid, back)
    remedy = Remedy("with them left in hand", taken_back(back, number=contents.number, kept=kept))
    return _wrong_black_threes(house, contents.black_threes, about, f"in {about}", remedy)


def _wrong_black_threes(house: House, number: int, about: str, where: str, remedy: Remedy) -> Problem:
    threes = house.rules.threes
    when_out = threes.black is BlackThrees.WHEN_GOING_OUT
    rule = "allowed only to a side going out, three or more alone" if when_out else "where none may be played"
    say = f"{faces(number, Face.BLACK_THREE)} {where}, {rule}"
    return Problem(ProblemCode.BLACK3_PLAYED, about, say, threes.black_clause, remedy)


def deals_and_improper_melds(house: House, side: Side) -> Entry:
    """Return the perfect deals and improper melds, which no photo shows."""
    lines = []
    problems = []
    deals = side.perfect_deals
    most = house.rules.game.perfect_deals
    if deals and not house.has(SettingName.PERFECT_DEAL):
        problems.append(_foreign(About.PERFECT_DEALS, house.rules.title, house.rules.game.clause))
    elif deals:
        if deals > most:
            say = f"{counted(deals, 'perfect deal')}: a side can make no more than {most} in a round, and no more count"
            clause = house.clause(SettingName.PERFECT_DEAL)
            problems.append(Problem(ProblemCode.TOO_MANY_PERFECT_DEALS, About.PERFECT_DEALS, say, clause))
        lines.append(house.line(SettingName.PERFECT_DEAL, min(deals, most), basis=Basis.ANSWERED))
    if side.improper_melds and not house.has(SettingName.IMPROPER_MELD):
        problems.append(_foreign(About.IMPROPER_MELDS, house.rules.title, house.rules.melds.clause))
    elif side.improper_melds:
        lines.append(house.line(SettingName.IMPROPER_MELD, side.improper_melds, basis=Basis.ANSWERED))
    return certain(tuple(lines), tuple(problems))


def loose_cards(house: House, side: Side, heaps: Sequence[Heap]) -> Entry:
    """Return what the cards of a garbage pile are worth: their values, rightly there or not; 3s are counted as such."""
    loose = tuple(card for card in side.garbage if card not in THREES)
    if not loose:
        return Entry()
    values = house.rules.values
    clause = house.rules.garbage_clause
    likely = values[TYPICAL_CARD]
    unread = loose.count(Face.UNREAD)
    line = Line(
        reason=Reason.GARBAGE,
        points=sum(values.get(card, likely) for card in loose),
        clause=clause,
        cards=loose,
        basis=Basis.ASSUMED if unread else Basis.SEEN,
    )
    can_be = house.card_values.values()
    low = line.points + (min(can_be) - likely) * unread
    high = line.points + (max(can_be) - likely) * unread
    problems = tuple(_loose_problems(house, loose, heaps))
    questions: tuple[Question, ...] = ()
    if unread:
        say = f"{faces(unread, Face.UNREAD)} among the loose ones"
        problems = (*problems, Problem(ProblemCode.UNREAD_CARD, About.GARBAGE, say, clause))
        questions = (Question(About.GARBAGE, "which cards were not read among the loose ones?", high - low),)
    return Entry((line,), low, high, problems, questions)


def _loose_problems(house: House, garbage: Sequence[Face], heaps: Sequence[Heap]) -> Iterator[Problem]:
    clause = house.rules.garbage_clause
    if house.rules.garbage is Garbage.NONE:
        yield replace(_foreign(About.LOOSE_CARDS, house.rules.title, clause), remedy=_swept(garbage))
        return
    if not any(heap.book is Book.SEVENS for heap in heaps):
        say = "loose cards lie on the table, but the side has no book of sevens"
        yield Problem(ProblemCode.GARBAGE_WITHOUT_SEVENS, About.GARBAGE, say, clause, _swept(garbage))
    completed = {heap.rank for heap in heaps if heap.book} - {Face.SEVEN, None}
    wilds = WILDS if any(heap.book is Book.WILD for heap in heaps) else ()
    strange = [card for card in dict.fromkeys(garbage) if card not in completed and card not in (*wilds, Face.UNREAD)]
    if strange:
        say = f"{listed([plural(card) for card in strange])} among the loose cards: only ranks completed, and no 7s"
        swept = _swept([card for card in garbage if card in strange])
        yield Problem(ProblemCode.GARBAGE_NOT_COMPLETED, About.GARBAGE, say, clause, swept)


def _swept(cards: Sequence[Face]) -> Remedy:
    """Return what the side would have with these of its loose cards left in hand."""

    def change(side: Side) -> Side:
        return replace(side, garbage=without(side.garbage, cards), left=(*side.left, *cards))

    return Remedy("with them left in hand", change)


def below_minimum(house: House, side: Side, heaps: Sequence[Heap], number: int) -> tuple[Problem, ...]:
    """Return the problem of a side whose cards, however read, are worth less than its first meld had to be."""
    opening = house.rules.opening
    laid = sum(heap.most_card_points for heap in heaps)
    most = sum(heap.most_card_points for heap in heaps if opening.wild_piles or not heap.wilds_alone)
    needed = opening_minimum(house.rules, number=number, score_before=side.score_before)
    if not laid or most >= needed:
        return ()
    at_most = "at most " if most > sum(heap.card_points for heap in heaps) else ""
    say = f"the melds are worth {at_most}{most}, less than the {needed} that the first ones had to be"
    remedy = Remedy("with them left in hand", _all_back(heaps))
    if house.has(SettingName.IMPROPER_MELD):
        remedy = Remedy("with one improper meld more", _improper)
    return (Problem(ProblemCode.BELOW_MINIMUM_MELD, About.MELDS, say, house.rules.opening.clause, remedy),)


def _improper(side: Side) -> Side:
    return replace(side, improper_melds=side.improper_melds + 1)


def _all_back(heaps: Sequence[Heap]) -> Change:
    """Return the change that leaves every meld in hand."""
    cards = tuple(card for heap in heaps for contents in heap.contents for card in contents.laid)

    def change(side: Side) -> Side:
        return replace(side, piles=(), left=(*side.left, *cards))

    return change


def _foreign(what: str, title: str, clause: str) -> Problem:
    return Problem(ProblemCode.NOT_IN_THESE_RULES, what, f"{title} knows no {what}", clause)
