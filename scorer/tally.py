"""A table's score for a round: every line explained, an interval where something does not show, and what is wrong."""

from collections.abc import Sequence

from scorer.account import Entry, Line, Problem, ProblemCode, Question, SideTally, Tally
from scorer.audit import table_problems
from scorer.ending import Leave, cards_left, going_out, leave_of
from scorer.heaps import Heap, heap_up
from scorer.house import House, house_for
from scorer.played import below_minimum, black_threes, loose_cards, red_threes, told
from scorer.record import Record, Side
from scorer.rules import RuleSet, load_rules


def tally(record: Record, rules: RuleSet | None = None) -> Tally:
    """Return the score of every side of the record, by the shipped rule set it names or by the one given.

    Raises:
        RulesError: if the record names no shipped rule set.
        SettingError: if the record's settings do not fit the rule set.
        RoundError: if the game has no such round.
    """
    house = house_for(rules or load_rules(record.rules), record)
    heaps = [heap_up(house, side.piles) for side in record.sides]
    leaves = [
        leave_of(house, side, own, _red_threes(side, own)) if side.went_out else None
        for side, own in zip(record.sides, heaps, strict=True)
    ]
    contested = sum(side.went_out for side in record.sides) > 1
    sides = tuple(
        _side(house, side, own, leave, contested=contested, number=record.round)
        for side, own, leave in zip(record.sides, heaps, leaves, strict=True)
    )
    return Tally(record.rules, record.round, sides, table_problems(house, record, heaps))


def _side(
    house: House, side: Side, heaps: Sequence[Heap], leave: Leave | None, *, contested: bool, number: int
) -> SideTally:
    entries = [
        *(heap.entry for heap in heaps),
        loose_cards(house, side),
        red_threes(house, _red_threes(side, heaps)),
        black_threes(house, heaps),
        going_out(house, leave, contested=contested) if leave else Entry(),
        told(house, side),
        cards_left(house, side.left),
    ]
    lines = tuple(line for entry in entries for line in entry.lines)
    problems = tuple(problem for entry in entries for problem in entry.problems)
    questions = [question for entry in entries for question in entry.questions]
    return SideTally(
        name=side.name,
        low=sum(entry.low for entry in entries),
        best=sum(line.points for line in lines),
        high=sum(entry.high for entry in entries),
        lines=lines,
        problems=(*problems, *below_minimum(house, side, heaps, number), *_odd(side, lines)),
        questions=tuple(sorted(questions, key=lambda question: -question.width)),
    )


def _red_threes(side: Side, heaps: Sequence[Heap]) -> int:
    return side.red_threes + sum(contents.red_threes for heap in heaps for contents in heap.contents)


def _odd(side: Side, lines: Sequence[Line]) -> tuple[Problem, ...]:
    """Return the problem of a score before or a line whose points are no multiple of five, as all card points are."""
    if side.score_before % 5:
        say = f"the score before the round, {side.score_before}, is no multiple of 5: was it added up right?"
        return (Problem(ProblemCode.NOT_A_MULTIPLE_OF_FIVE, "score before", say, "Card Values"),)
    if sum(line.points for line in lines) % 5:
        say = "the total is no multiple of 5: is every setting right?"
        return (Problem(ProblemCode.NOT_A_MULTIPLE_OF_FIVE, "total", say, "Card Values"),)
    return ()


def tally_to_json(score: Tally) -> dict[str, object]:
    """Return the tally as the JSON object of the record contract."""
    return {
        "rules": score.rules,
        "round": score.round,
        "sides": [_side_to_json(side) for side in score.sides],
        "problems": [_problem_to_json(problem) for problem in score.problems],
    }


def _side_to_json(side: SideTally) -> dict[str, object]:
    return {
        "name": side.name,
        "low": side.low,
        "best": side.best,
        "high": side.high,
        "lines": [_line_to_json(line) for line in side.lines],
        "problems": [_problem_to_json(problem) for problem in side.problems],
        "questions": [_question_to_json(question) for question in side.questions],
    }


def _line_to_json(line: Line) -> dict[str, object]:
    data: dict[str, object] = {
        "reason": line.reason.value,
        "points": line.points,
        "cards": [card.value for card in line.cards],
        "clause": line.clause,
        "basis": line.basis.value,
    }
    if line.setting is not None:
        data["setting"] = line.setting
    if line.pile is not None:
        data["pile"] = line.pile
    return data


def _problem_to_json(problem: Problem) -> dict[str, object]:
    return {"code": problem.code.value, "about": problem.about, "say": problem.say, "clause": problem.clause}


def _question_to_json(question: Question) -> dict[str, object]:
    return {"about": question.about, "ask": question.ask, "width": question.width}
