"""What nobody said of a side, and no photo shows: whether it went out, its perfect deals, its improper melds.

A side's ``x_unsaid`` names them. Who goes out needs the books for it: so whatever else may be otherwise is scored with
it open who went out.
"""

from collections.abc import Sequence
from dataclasses import replace

from handfoot.asking.behind import with_wilds_behind
from scorer.record import Record, Side
from scorer.rulebook.rules import RuleSet
from scorer.rulebook.settings import SettingName
from scorer.scoring.account import About, Basis, Line, Question, Reason, SideTally, Tally
from scorer.scoring.tally import tally

WENT_OUT = "went_out"
PERFECT_DEALS = "perfect_deals"
IMPROPER_MELDS = "improper_melds"
UNSAID = "x_unsaid"
"""The note in a record's side, and what it may name."""


def as_seen(record: Record, rules: RuleSet, *, explain: bool = False) -> Tally:
    """Return the best guess of a record. What its wilds tell of their books is never kept: each may be another card.

    explain: as of ``tally``. What is tried only for the points that it would have is not explained.
    """
    return tally(with_wilds_behind(record), rules, explain=explain)


def with_going_out_open(
    record: Record, rules: RuleSet, side: Side, others: Sequence[Side], scored: Tally | None = None
) -> SideTally:
    """Return the score of the record's side of that name, and ask who went out, where that moves it and nobody said.

    ``others`` are the other sides that go out, as they may be (``othersides``); ``scored`` is the record's best guess,
    where that is known already.
    """
    base = of_side(scored or as_seen(record, rules), side)
    side = next(other for other in record.sides if other.name == side.name)
    score = base
    if may_be_out(side):
        out = _score_if(record, rules, side, replace(side, went_out=True))
        score = widened(score, base, [out], About.GOING_OUT, f"did {side.name} go out?")
    if side.left and others:
        spared = [_score_if(record, rules, side, other) for other in others]
        score = widened(score, base, spared, About.OTHERS_OUT, "did another side go out without its books?")
    return score


def with_told_unsaid(record: Record, rules: RuleSet, side: Side, base: SideTally, score: SideTally) -> SideTally:
    """Ask for a side's perfect deals, where nobody said and the rules know any; ``base`` is its best guess.

    Improper melds are entered by hand where there were any; that nobody spoke of them, and none are taken off, is told.
    """
    if PERFECT_DEALS in _unsaid(side) and side.perfect_deals == 0:
        most = rules.game.perfect_deals
        deals = _score_if(record, rules, side, replace(side, perfect_deals=most))
        ask = f"did {side.name} make a perfect deal?" if most == 1 else f"how many perfect deals did {side.name} make?"
        score = widened(score, base, [deals], About.PERFECT_DEALS, ask)
    improper = rules.settings.get(SettingName.IMPROPER_MELD)
    if improper and IMPROPER_MELDS in _unsaid(side) and side.improper_melds == 0:
        none = Line(
            Reason.IMPROPER_MELD, 0, improper.clause, basis=Basis.ASSUMED, setting=SettingName.IMPROPER_MELD.value
        )
        score = replace(score, lines=(*score.lines, none))
    return score


def may_be_out(side: Side) -> bool:
    """Return whether a side that has played cards may have gone out, with or without the right to: nobody said."""
    return WENT_OUT in _unsaid(side) and not side.went_out and bool(side.piles)


def moved(base: SideTally, others: Sequence[SideTally]) -> tuple[int, int]:
    """Return how far other scores move the ends of an interval, points: the lower one down, the upper one up."""
    lower, higher = [other.low - base.low for other in others], [other.high - base.high for other in others]
    return min([0, *lower]), max([0, *higher])


def widened(score: SideTally, base: SideTally, others: Sequence[SideTally], about: str, ask: str) -> SideTally:
    """Add a question whose answer may change the score from ``base`` to one of the others."""
    least, most = moved(base, others)
    if least == most:
        return score
    asked = sorted((*score.questions, Question(about, ask, most - least)), key=lambda question: -question.width)
    return replace(score, low=score.low + least, high=score.high + most, questions=tuple(asked))


def with_side(record: Record, side: Side) -> Record:
    """Return the record with a side in the place of that of its name."""
    return replace(record, sides=tuple(side if other.name == side.name else other for other in record.sides))


def of_side(scored: Tally, side: Side) -> SideTally:
    """Return the score of the side of that name."""
    return next(score for score in scored.sides if score.name == side.name)


def _unsaid(side: Side) -> list[object]:
    unsaid = side.extra.get(UNSAID)
    return unsaid if isinstance(unsaid, list) else []


def _score_if(record: Record, rules: RuleSet, side: Side, other: Side) -> SideTally:
    """Return a side's score if it, or another one of the record, is as ``other`` says."""
    return of_side(as_seen(with_side(record, other), rules), side)
