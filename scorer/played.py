"""What lies beside the melds: red 3s, black 3s, loose cards, and the bonuses and penalties that a person tells."""

from collections.abc import Sequence

from scorer.account import Basis, Entry, Line, Problem, ProblemCode, Reason, certain
from scorer.faces import Face
from scorer.heaps import Heap
from scorer.house import House, opening_minimum
from scorer.record import Side
from scorer.rules import RedThrees
from scorer.settings import SettingName
from scorer.words import counted, faces


def red_threes(house: House, number: int) -> Entry:
    """Return what the red 3s on the table are worth."""
    if not number:
        return Entry()
    threes = house.rules.threes
    cards = (Face.RED_THREE,) * number
    if threes.red is RedThrees.NOT_PLAYABLE:
        say = f"{faces(number, Face.RED_THREE)} in the played area, where they cannot be played: no points"
        problem = Problem(ProblemCode.RED3_NOT_PLAYABLE, "red 3s", say, threes.red_clause)
        return certain((Line(Reason.RED3_PLAYED, 0, threes.red_clause, cards),), (problem,))
    return certain((house.line(SettingName.RED3_PLAYED, number, cards=cards),))


def black_threes(house: House, heaps: Sequence[Heap]) -> Entry:
    """Return what the black 3s among the melds are worth: nothing, where nobody said more."""
    problems = []
    number = 0
    clause = house.rules.threes.black_clause
    for heap in heaps:
        for contents in heap.contents:
            if contents.black_threes:
                number += contents.black_threes
                about = f"pile {contents.number}"
                say = f"{faces(contents.black_threes, Face.BLACK_THREE)} in {about}, where none may be played"
                problems.append(Problem(ProblemCode.BLACK3_PLAYED, about, say, clause))
    if not number:
        return Entry()
    line = house.line(SettingName.BLACK3_PLAYED, number, cards=(Face.BLACK_THREE,) * number)
    return certain((line,), tuple(problems))


def told(house: House, side: Side) -> Entry:
    """Return the perfect deals and improper melds, which no photo shows."""
    lines = []
    problems = []
    deals = side.perfect_deals
    most = house.rules.game.perfect_deals
    if deals and not house.has(SettingName.PERFECT_DEAL):
        problems.append(_foreign("perfect deals", house.rules.title, house.rules.game.clause))
    elif deals:
        if deals > most:
            say = f"{counted(deals, 'perfect deal')}: a side can make no more than {most} in a round"
            clause = house.clause(SettingName.PERFECT_DEAL)
            problems.append(Problem(ProblemCode.TOO_MANY_PERFECT_DEALS, "perfect deals", say, clause))
        lines.append(house.line(SettingName.PERFECT_DEAL, min(deals, most), basis=Basis.ANSWERED))
    if side.improper_melds and not house.has(SettingName.IMPROPER_MELD):
        problems.append(_foreign("improper melds", house.rules.title, house.rules.melds.clause))
    elif side.improper_melds:
        lines.append(house.line(SettingName.IMPROPER_MELD, side.improper_melds, basis=Basis.ANSWERED))
    return certain(tuple(lines), tuple(problems))


def loose_cards(house: House, side: Side) -> Entry:
    """Return what the cards of a garbage pile are worth."""
    if not side.garbage:
        return Entry()
    values = house.rules.values
    points = sum(values.get(card, 0) for card in side.garbage)
    line = Line(Reason.GARBAGE, points, house.rules.garbage_clause, side.garbage)
    return certain((line,), (_foreign("loose cards", house.rules.title, house.rules.garbage_clause),))


def below_minimum(house: House, side: Side, heaps: Sequence[Heap], number: int) -> tuple[Problem, ...]:
    """Return the problem of a side whose cards, however read, are worth less than its first meld had to be."""
    most = sum(heap.most_card_points for heap in heaps)
    needed = opening_minimum(house.rules, number=number, score_before=side.score_before)
    if not 0 < most < needed:
        return ()
    say = f"the melds are worth {most}, less than the {needed} that the first ones had to be"
    return (Problem(ProblemCode.BELOW_MINIMUM_MELD, "melds", say, house.rules.opening.clause),)


def _foreign(what: str, title: str, clause: str) -> Problem:
    return Problem(ProblemCode.NOT_IN_THESE_RULES, what, f"{title} knows no {what}", clause)
