"""What no photo shows: who went out and who made a perfect deal, asked where nobody said it."""

from collections.abc import Set
from dataclasses import replace

from scorer.tally import tally

from scorer.account import ProblemCode, Question, SideTally, Tally
from scorer.record import Record, Side
from scorer.rules import load_rules

_WENT_OUT_WRONGLY = frozenset(
    {
        ProblemCode.WENT_OUT_WITHOUT_BOOKS,
        ProblemCode.WENT_OUT_WITH_CARDS_LEFT,
        ProblemCode.WENT_OUT_WITHOUT_RED_THREES,
    }
)


def ask_unseen(record: Record, scored: Tally, sides: Set[str]) -> Tally:
    """Return the score with a question for each thing nobody said of ``sides``, and intervals that hold its answer.

    The record takes it that none of them went out or made a perfect deal. Whether a side went out is asked only where
    its cards allow it; a perfect deal only where the rules know it.
    """
    most = load_rules(record.rules).game.perfect_deals
    asked = []
    for side, score in zip(record.sides, scored.sides, strict=True):
        if side.name in sides:
            out = _if_it_were(record, replace(side, went_out=True))
            if not any(problem.code in _WENT_OUT_WRONGLY for problem in out.problems):
                score = _widened(score, _base(scored, side), out, f"did {side.name} go out?")
            if side.perfect_deals == 0:
                deals = _if_it_were(record, replace(side, perfect_deals=most))
                score = _widened(score, _base(scored, side), deals, _perfect_deals(side.name, most))
        asked.append(score)
    return replace(scored, sides=tuple(asked))


def _if_it_were(record: Record, side: Side) -> SideTally:
    """Return the score of a side of the record, were it as ``side``."""
    changed = replace(record, sides=tuple(side if other.name == side.name else other for other in record.sides))
    return _base(tally(changed), side)


def _base(scored: Tally, side: Side) -> SideTally:
    return next(score for score in scored.sides if score.name == side.name)


def _widened(score: SideTally, base: SideTally, other: SideTally, ask: str) -> SideTally:
    """Add a question whose answer would change the score from ``base`` to ``other``."""
    width = other.best - base.best
    if width == 0:
        return score
    questions = sorted(
        (*score.questions, Question("side", ask, abs(width))), key=lambda question: question.width, reverse=True
    )
    return replace(
        score,
        low=score.low + min(other.low - base.low, 0),
        high=score.high + max(other.high - base.high, 0),
        questions=tuple(questions),
    )


def _perfect_deals(name: str, most: int) -> str:
    return f"did {name} make a perfect deal?" if most == 1 else f"how many perfect deals, of {most}, did {name} make?"
