"""Going out without the right to, where that is a forfeit: the side loses its melds, the others pay nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.faces import Face
from scorer.rulebook.rule_sections import IllegalGoingOut
from scorer.rulebook.settings import SettingName
from scorer.scoring.account import About, Basis, Entry, Line, Problem, Question, Reason
from scorer.scoring.ending import HAS_THE_BOOKS, WENT_OUT_FIRST, Leave, going_out
from scorer.scoring.heaps import whole
from scorer.scoring.house import House


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Whether a side forfeits: by the best guess, in every case, in any case.

    Of several sides that say they went out one did; so none of them forfeits in every case.
    """

    best: bool = False
    always: bool = False
    ever: bool = False

    @property
    def basis(self) -> Basis:
        """Return what a line that tells of it rests on: what was said, or which books are thought to lie there."""
        return Basis.ANSWERED if self.always else Basis.ASSUMED


def forfeit_of(house: House, leave: Leave | None, *, contested: bool) -> Forfeit:
    """Return whether a side that says it went out forfeits; None says nothing of the kind.

    ``contested``: another side says so too.
    """
    if leave is None or house.rules.ending.illegal is not IllegalGoingOut.FORFEIT:
        return Forfeit()
    return Forfeit(best=not leave.best, always=not (leave.ever or contested), ever=not leave.always)


def any_of(forfeits: Sequence[Forfeit]) -> Forfeit:
    """Return whether any of several sides forfeits."""
    return Forfeit(
        best=any(forfeit.best for forfeit in forfeits),
        always=any(forfeit.always for forfeit in forfeits),
        ever=any(forfeit.ever for forfeit in forfeits),
    )


def settle(
    house: House, melds: Entry, beside: Sequence[Entry], leave: Leave | None, *, gain: int, contested: bool
) -> Entry:
    """Return a side's melds with what going out brings: what it gains, nothing, or the loss of them all and a penalty.

    ``beside`` lies with the melds whatever books they are. ``gain`` is what only a side going out has.
    """
    bonus = going_out(house, leave, contested=contested) if leave else Entry()
    entries = (melds, *beside, bonus)
    lines = tuple(line for entry in entries for line in entry.lines)
    problems: tuple[Problem, ...] = tuple(problem for entry in entries for problem in entry.problems)
    questions: tuple[Question, ...] = tuple(asked for entry in entries for asked in entry.questions)
    apart = sum(entry.low for entry in beside), sum(entry.high for entry in beside)
    gained = leave.gained(gain, contested=contested) if leave else (melds.low, melds.high)
    forfeit = forfeit_of(house, leave, contested=contested)
    kept = [span for span in (gained, leave and (contested or not forfeit.ever) and leave.wrong) if span]
    if not forfeit.ever:
        low, high = whole(kept)
        return Entry(lines, low + apart[0], high + apart[1], problems, questions)
    penalty = house.line(SettingName.ILLEGAL_GOING_OUT, 1, basis=forfeit.basis)
    if forfeit.always:
        low = high = penalty.points
        questions = ()
    else:
        least, most = whole(kept)
        low, high = min(least + apart[0], penalty.points), max(most + apart[1], penalty.points)
        ask = WENT_OUT_FIRST if contested else HAS_THE_BOOKS
        asked = (question for entry in (melds, *beside) for question in entry.questions)
        questions = (*asked, Question(About.GOING_OUT, ask, high - low))
    if not forfeit.best:
        return Entry(lines, low, high, problems, questions)
    lost = sum(line.points for line in lines)
    loss = Line(Reason.FORFEIT, -lost, house.rules.ending.illegal_rests_on, basis=forfeit.basis)
    return Entry((*lines, loss, penalty), low, high, problems, questions)


def spared(house: House, left: tuple[Face, ...], charged: Entry, leave: Leave | None, others: Forfeit) -> Entry:
    """Return what cards left cost a side, nothing where another side forfeits; who forfeits itself pays for its own.

    ``leave`` is None for a side that does not say it went out.
    """
    if not others.ever:
        return charged
    low, high = (0, 0) if others.always else (min(charged.low, 0), max(charged.high, 0))
    questions: tuple[Question, ...] = ()
    if low != high:
        asked = Question(About.LEFT, "has another side the books that going out takes?", high - low)
        if leave:
            asked = Question(About.GOING_OUT, WENT_OUT_FIRST, high - low)
        questions = (*charged.questions, asked)
    forfeits = forfeit_of(house, leave, contested=True).best
    if forfeits or not others.best or not left:
        return Entry(charged.lines, low, high, charged.problems, questions)
    line = Line(Reason.LEFT, 0, house.rules.ending.illegal_rests_on, left, others.basis)
    return Entry((line,), low, high, charged.problems, questions)
