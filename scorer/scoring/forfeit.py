"""Going out without the right to, where that is a forfeit: the side loses its melds, the others pay nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorer.faces import Face
from scorer.rulebook.rule_sections import IllegalGoingOut
from scorer.rulebook.settings import SettingName
from scorer.scoring.account import About, Basis, Entry, Line, Question, Reason
from scorer.scoring.ending import HAS_THE_BOOKS, WENT_OUT_FIRST, Leave, cards_left, going_out
from scorer.scoring.heaps import Span, whole
from scorer.scoring.house import House

_NOTHING = (0, 0)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Whether a side that says it went out forfeits: by the best guess, in any case; and whether it may have the right.

    All are false for a side that says nothing of the kind.
    """

    best: bool = False
    ever: bool = False
    right: bool = False


def forfeit_of(house: House, leave: Leave | None) -> Forfeit:
    """Return whether a side that says it went out forfeits; None says nothing of the kind."""
    if leave is None or house.rules.ending.illegal is not IllegalGoingOut.FORFEIT:
        return Forfeit()
    return Forfeit(best=not leave.best, ever=not leave.always, right=leave.ever)


def any_of(forfeits: Sequence[Forfeit]) -> Forfeit:
    """Return whether any of several sides forfeits, and whether any may have the right to go out."""
    return Forfeit(
        best=any(forfeit.best for forfeit in forfeits),
        ever=any(forfeit.ever for forfeit in forfeits),
        right=any(forfeit.right for forfeit in forfeits),
    )


@dataclass(frozen=True, slots=True)
class Ended:
    """How the round ended, as far as the sides say.

    ``leave``: whether this side may go out, None where it does not say that it did; ``gain`` is what only a side going
    out has. ``contested``: another side says so too. ``others``: whether any other side forfeits.
    """

    leave: Leave | None
    gain: int
    contested: bool
    others: Forfeit

    def spared(self, charge: Span) -> Span:
        """Return what cards left cost where this side did not go out: the charge, nothing where who did forfeits."""
        pays = self.others.right or not self.others.ever
        return whole([*([_NOTHING] if self.others.ever else ()), *([charge] if pays else ())])

    def ends(self, melds: Span, apart: Span, penalty: Span | None, charge: Span) -> list[Span]:
        """Return the points in every case: the side did not go out, it did rightly, it did wrongly.

        ``apart`` lies beside the ``melds`` whatever books they are; ``penalty`` is all that is left of both, None where
        going out wrongly costs nothing. Of several sides that say they went out one did: this one gains and pays for
        what it has left, or neither.
        """
        leave, cases = self.leave, []
        if leave is None or self.contested:
            cases.append(_sum(melds, apart, self.spared(charge)))
        if leave and leave.right:
            cases.append(_sum(leave.right, apart, (self.gain, self.gain), charge))
        if leave and leave.wrong:
            cases.append(_sum(penalty or _sum(leave.wrong, apart), charge))
        return cases


def settle(
    house: House, melds: Entry, beside: Sequence[Entry], kept: Sequence[Entry], left: tuple[Face, ...], ended: Ended
) -> Entry:
    """Return a side's account by how the round ended: what it has, or loses and pays, and what cards left cost.

    ``beside`` lies with the melds whatever books they are, ``kept`` is its own even where it forfeits.
    """
    leave, charged = ended.leave, cards_left(house, left)
    forfeit = forfeit_of(house, leave)
    surely = forfeit.ever and not (forfeit.right or ended.contested)
    basis = Basis.ANSWERED if surely else Basis.ASSUMED
    penalty = house.line(SettingName.ILLEGAL_GOING_OUT, 1, basis=basis) if forfeit.ever else None
    bonus = going_out(house, leave, contested=ended.contested) if leave else Entry()
    melded = (melds, *beside, bonus)
    lines = [line for entry in melded for line in entry.lines]
    if penalty and forfeit.best:
        lost = -sum(line.points for line in lines)
        lines += [Line(Reason.FORFEIT, lost, house.rules.ending.illegal_rests_on, basis=basis), penalty]
    lines += [line for entry in kept for line in entry.lines]
    lines += _left(house, left, charged, ended)

    def reach(charge: Span) -> Span:
        apart = _sum(*((entry.low, entry.high) for entry in beside))
        fined = (penalty.points, penalty.points) if penalty else None
        return whole(ended.ends((melds.low, melds.high), apart, fined, charge))

    likely = sum(line.points for line in charged.lines)
    questions = [question for entry in (*melded[:-1], *kept) for question in entry.questions]
    if surely:
        questions = []
    elif penalty:
        low, high = reach((likely, likely))
        questions.append(Question(About.GOING_OUT, WENT_OUT_FIRST if ended.contested else HAS_THE_BOOKS, high - low))
    elif leave and ended.others.ever:
        low, high = whole([(ended.gain + likely,) * 2, ended.spared((likely, likely))])
        questions.append(Question(About.GOING_OUT, WENT_OUT_FIRST, high - low))
    else:
        questions += bonus.questions
    low, high = _sum(reach((charged.low, charged.high)), *((entry.low, entry.high) for entry in kept))
    problems = tuple(problem for entry in (*melded, *kept, charged) for problem in entry.problems)
    return Entry(tuple(lines), low, high, problems, (*questions, *_asked(charged, ended)))


def _left(house: House, left: tuple[Face, ...], charged: Entry, ended: Ended) -> tuple[Line, ...]:
    """Return the lines of cards left; a side that says that it went out pays for its own."""
    others = ended.others
    if not others.ever:
        return charged.lines
    basis = Basis.ASSUMED if others.right or ended.leave else Basis.ANSWERED
    if ended.leave or not others.best:
        return tuple(replace(line, basis=basis) for line in charged.lines)
    return (Line(Reason.LEFT, 0, house.rules.ending.illegal_rests_on, left, basis),) if left else ()


def _asked(charged: Entry, ended: Ended) -> tuple[Question, ...]:
    """Return what must be asked of cards left, and for whether a side that did not go out pays for them."""
    if ended.leave or not ended.others.ever:
        return charged.questions
    low, high = ended.spared((charged.low, charged.high))
    if low == high:
        return ()
    asked = Question(About.LEFT, "has another side the books that going out takes?", high - low)
    return (*charged.questions, asked)


def _sum(*spans: Span) -> Span:
    return sum(low for low, _ in spans), sum(high for _, high in spans)
