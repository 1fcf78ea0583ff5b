"""What the score would be if a problem were none: the side scored again without it, and said beside the problem."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from scorer.record import Record
from scorer.scoring.account import BOOKS, Problem, ProblemCode, SideTally, piles_named
from scorer.scoring.remedies import Remedy
from scorer.words import listed

MOST_EXPLAINED = 12
"""Problems of a side that are scored again; a table of more is not played, and must not cost more than its cards."""

_HARMLESS = frozenset({ProblemCode.UNREAD_CARD, ProblemCode.SECOND_BOOK_OF_RANK, ProblemCode.DOUBTFUL_WILDS})
"""What may still be said of a pile that is a meld or a book."""


def explained(score: SideTally, again: Callable[[Remedy], SideTally]) -> SideTally:
    """Return the side's score with what it would be otherwise beside each problem that can be mended.

    ``again`` scores the side as a remedy changes it.
    """
    if not score.problems:
        return score
    problems = []
    for place, problem in enumerate(score.problems):
        say, remedy = problem.say, problem.remedy
        if remedy is not None and place < MOST_EXPLAINED:
            say += _otherwise(problem, remedy, score, again(remedy))
        problems.append(replace(problem, say=say, remedy=None))
    return replace(score, problems=tuple(problems))


def explained_table(
    problems: Sequence[Problem],
    record: Record,
    scores: Sequence[SideTally],
    ways: Sequence[Callable[[Remedy], SideTally]],
) -> tuple[Problem, ...]:
    """Return the table's problems; one of several sides that went out with what each would have if it had not."""
    return tuple(
        problem
        if problem.remedy is None
        else replace(problem, say=problem.say + _had_they_not(problem.remedy, record, scores, ways), remedy=None)
        for problem in problems
    )


def _had_they_not(
    remedy: Remedy, record: Record, scores: Sequence[SideTally], ways: Sequence[Callable[[Remedy], SideTally]]
) -> str:
    would = []
    for side, now, again in zip(record.sides, scores, ways, strict=True):
        then = again(remedy) if side.went_out else now
        if then.best != now.best:
            would.append(f"{side.name} would have {then.best} instead of {now.best}")
    return f"; {remedy.words} {listed(would)}" if would else ""


def _otherwise(problem: Problem, remedy: Remedy, now: SideTally, then: SideTally) -> str:
    """Return what the sentence of a problem goes on with; nothing where the remedy mends or moves nothing."""
    moved = then.best != now.best
    score = f"{then.best} instead of {now.best}"
    if remedy.pile is None:
        return f"; {remedy.words} the score would be {score}" if moved else ""
    if any(_still_wrong(problem, remedy, other) for other in then.problems):
        return ""
    bonus = [line.points for line in then.lines if line.pile == remedy.pile and line.reason in BOOKS]
    what = f"a book for {bonus[0]}" if bonus else "a meld"
    return f"; {remedy.words} would be {what}{f' and the score {score}' if moved else ''}"


def _still_wrong(problem: Problem, remedy: Remedy, other: Problem) -> bool:
    """Return whether a problem that the remedy leaves keeps the pile from being what it would be."""
    if (other.code, other.about) == (problem.code, problem.about):
        return True
    return remedy.pile in piles_named(other.about) and other.code not in _HARMLESS
