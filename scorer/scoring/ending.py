"""The end of a round: who may go out, what that pays, and what cards left in Hand and Foot cost."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scorer.faces import Face
from scorer.record import Side
from scorer.rulebook.rule_sections import IllegalGoingOut
from scorer.rulebook.settings import SettingName
from scorer.scoring.account import About, Basis, Entry, Line, Problem, ProblemCode, Question, Reason, certain
from scorer.scoring.heaps import Heap, Span, whole
from scorer.scoring.house import House
from scorer.scoring.makeups import THREES, TYPICAL_CARD
from scorer.scoring.remedies import Change, Remedy, unchanged
from scorer.scoring.together import NEEDED, Books, suffice
from scorer.words import counted, faces

WENT_OUT_FIRST = "did this side go out first?"
HAS_THE_BOOKS = "does this side have the books that going out takes?"

TO_GO_OUT = (*(name for name, _, _ in NEEDED), SettingName.RED3_TO_GO_OUT)


@dataclass(frozen=True, slots=True)
class Leave:
    """Whether a side that says it went out had the right to: by the best guess, in every case, in any case.

    ``right`` and ``wrong`` are the points of its melds where it has the right and where not, None where that cannot be.
    """

    best: bool
    right: Span | None
    wrong: Span | None
    problems: tuple[Problem, ...] = ()

    @property
    def always(self) -> bool:
        """Whether it has the right whatever does not show."""
        return self.wrong is None

    @property
    def ever(self) -> bool:
        """Whether it may have the right."""
        return self.right is not None

    def asks(self, points: int, *, contested: bool) -> tuple[Question, ...]:
        """Return what must be asked for points that only a side going out has."""
        may_not = self.ever and (contested or not self.always)
        if not may_not or not points:
            return ()
        ask = WENT_OUT_FIRST if contested else HAS_THE_BOOKS
        return (Question(About.GOING_OUT, ask, abs(points)),)


def leave_of(house: House, side: Side, heaps: Sequence[Heap], red_threes: int, melds: Mapping[Books, Span]) -> Leave:
    """Return whether the side may go out, and every reason why not; ``melds`` are its points with each set of books."""
    problems = []
    forfeits = house.rules.ending.illegal is IllegalGoingOut.FORFEIT
    cost = "it forfeits its melds" if forfeits else "no bonus"
    for name, kind, books in NEEDED:
        needed = house.points(name)
        have = sum(heap.book in books for heap in heaps)
        if have < needed:
            say = f"went out with {counted(have, f'{kind} book')}, of {needed} needed: {cost}"
            problems.append(Problem(ProblemCode.WENT_OUT_WITHOUT_BOOKS, About.GOING_OUT, say, house.clause(name)))
    never = False
    needed = house.points(SettingName.RED3_TO_GO_OUT)
    if red_threes < needed:
        say = f"went out with {faces(red_threes, Face.RED_THREE)} on the table, of {needed} needed: {cost}"
        clause = house.clause(SettingName.RED3_TO_GO_OUT)
        problems.append(Problem(ProblemCode.WENT_OUT_WITHOUT_RED_THREES, About.GOING_OUT, say, clause))
        never = True
    if side.left and not house.partners:
        say = f"went out with {counted(len(side.left), 'card')} left: no bonus"
        problems.append(Problem(ProblemCode.WENT_OUT_WITH_CARDS_LEFT, About.GOING_OUT, say, house.rules.ending.clause))
        never = True
    right = [span for books, span in melds.items() if not never and suffice(house, books)]
    wrong = [span for books, span in melds.items() if never or not suffice(house, books)]
    remedy = NOT_OUT if forfeits else _with_the_right_to(house)
    return Leave(
        best=not problems,
        right=whole(right) if right else None,
        wrong=whole(wrong) if wrong else None,
        problems=tuple(replace(problem, remedy=remedy) for problem in problems),
    )


def _not_out(side: Side) -> Side:
    return replace(side, went_out=False)


NOT_OUT = Remedy("had it not gone out", _not_out)


def _with_the_right_to(house: House) -> Remedy:
    """Return what a side that meets every demand would have: its own cards, and the bonus."""
    emptied: Change = unchanged if house.partners else _none_left
    demands = {name.value: 0 for name in TO_GO_OUT if house.has(name)}
    return Remedy("with all that going out takes", emptied, demands)


def _none_left(side: Side) -> Side:
    return replace(side, left=())


def going_out(house: House, leave: Leave, *, contested: bool) -> Entry:
    """Return the line of going out, and what is to be asked for it; ``contested``: another side says so too."""
    points = house.points(SettingName.GOING_OUT)
    questions = leave.asks(points, contested=contested)
    line = house.line(SettingName.GOING_OUT, 1, basis=Basis.ASSUMED if questions else Basis.ANSWERED)
    return Entry((line,) if leave.best else (), problems=leave.problems, questions=questions)


def cards_left(house: House, left: Sequence[Face]) -> Entry:
    """Return what the cards left in Hand and Foot cost."""
    counts = Counter(left)
    values = house.rules.values
    clause = house.rules.ending.left_clause
    plain = tuple(card for card in left if card in values)
    unread = counts[Face.UNREAD]
    lines = []
    if plain:
        lines.append(Line(Reason.LEFT, -sum(values[card] for card in plain), clause, plain))
    lines += _threes_left(house, counts)
    fixed = sum(line.points for line in lines)
    if not unread:
        return certain(tuple(lines))
    can_be = [*(-value for value in house.card_values.values()), *(house.points(name) for name in _LEFT.values())]
    guess = -values[TYPICAL_CARD] * unread
    lines.append(Line(Reason.LEFT, guess, clause, (Face.UNREAD,) * unread, Basis.ASSUMED))
    low, high = fixed + min(can_be) * unread, fixed + max(can_be) * unread
    say = f"{faces(unread, Face.UNREAD)} among those left"
    what = "is the unread card" if unread == 1 else f"are the {unread} unread cards"
    return Entry(
        lines=tuple(lines),
        low=low,
        high=high,
        problems=(Problem(ProblemCode.UNREAD_CARD, About.LEFT, say, clause),),
        questions=(Question(About.LEFT, f"what {what} among those left?", high - low),),
    )


_LEFT = {Face.RED_THREE: SettingName.RED3_LEFT, Face.BLACK_THREE: SettingName.BLACK3_LEFT}


def _threes_left(house: House, counts: Counter[Face]) -> Iterator[Line]:
    for face in THREES:
        if counts[face]:
            yield house.line(_LEFT[face], counts[face], cards=(face,) * counts[face])
