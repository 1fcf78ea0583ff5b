"""A table's score for a round: every line explained, an interval where something does not show, and what is wrong."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from scorer.faces import Face
from scorer.record import Record, Side
from scorer.rulebook.rules import RuleSet, load_rules
from scorer.rulebook.settings import SettingName
from scorer.scoring.account import About, Entry, Line, Problem, ProblemCode, Question, SideTally, Tally
from scorer.scoring.audit import table_problems
from scorer.scoring.ending import Leave, leave_of
from scorer.scoring.forfeit import Ended, Forfeit, any_of, forfeit_of, settle
from scorer.scoring.heaps import Heap, Span, heap_up, whole
from scorer.scoring.house import House, house_for
from scorer.scoring.played import (
    below_minimum,
    black_threes,
    deals_and_improper_melds,
    loose_cards,
    melded_black_threes,
    red_three_points,
    red_threes,
)
from scorer.scoring.referee import explained, explained_table
from scorer.scoring.remedies import Remedy
from scorer.scoring.together import Reach, books_of, with_rankless_asked


def tally(record: Record, rules: RuleSet | None = None, *, explain: bool = True) -> Tally:
    """Return the score of every side of the record, by the shipped rule set it names or by the one given.

    explain: whether problems say what the score would be otherwise, for each of which a side is scored once more.

    Raises:
        RulesError: if the record names no shipped rule set.
        SettingError: if the record's settings do not fit the rule set.
        RoundError: if the game has no such round.
    """
    house = house_for(rules or load_rules(record.rules), record)
    played = [_played(house, side) for side in record.sides]
    contested = sum(side.went_out for side in record.sides) > 1
    forfeits = [forfeit_of(house, one.leave) for one in played]
    sides: list[SideTally] = []
    problems = table_problems(house, record, [one.heaps for one in played])
    ways: list[Callable[[Remedy], SideTally]] = []
    for place, one in enumerate(played):
        around = _Around(record, contested, any_of([*forfeits[:place], *forfeits[place + 1 :]]))
        ways.append(_way_to_score_again(house, one.side, around))
        score = _side(house, one, around)
        sides.append(explained(score, ways[-1]) if explain else score)
    if explain:
        problems = explained_table(problems, record, sides, ways)
    return Tally(record.rules, record.round, tuple(sides), problems)


@dataclass(frozen=True, slots=True)
class _Played:
    """A side's piles judged, and whether it may go out; None where it does not say that it did.

    ``melds`` are the least and the most points of its melds with the red 3s, by the books that they may be.
    """

    side: Side
    heaps: Sequence[Heap]
    melds: Reach
    leave: Leave | None


@dataclass(frozen=True, slots=True)
class _Around:
    """What the rest of the table means for a side's score."""

    record: Record
    contested: bool
    others: Forfeit


def _played(house: House, side: Side) -> _Played:
    heaps = with_rankless_asked(house, heap_up(house, side.piles))
    number = _red_threes(side, heaps)
    melds = {
        books: (low + threes, high + threes)
        for books, (low, high) in books_of(house, side, heaps).items()
        for threes in (red_three_points(house, number, books),)
    }
    leave = leave_of(house, side, heaps, number, melds) if side.went_out else None
    return _Played(side, heaps, melds, leave)


def _way_to_score_again(house: House, side: Side, around: _Around) -> Callable[[Remedy], SideTally]:
    """Return the function that scores a side as a remedy changes it, beside the others as they are."""

    def again(remedy: Remedy) -> SideTally:
        record = replace(around.record, settings={**around.record.settings, **remedy.settings})
        other = house_for(house.rules, record) if remedy.settings else house
        return _side(other, _played(other, remedy.change(side)), around)

    return again


def _side(house: House, played: _Played, around: _Around) -> SideTally:
    side, heaps, leave = played.side, played.heaps, played.leave
    deals = deals_and_improper_melds(house, side)
    lost_too = house.on(SettingName.FORFEIT_PERFECT_DEAL)
    reds = red_threes(house, _red_threes(side, heaps), heaps, played.melds)
    beside = [
        black_threes(house, side, heaps, leave, contested=around.contested),
        loose_cards(house, side, heaps),
        *((deals,) if lost_too else ()),
    ]
    gain = house.points(SettingName.GOING_OUT)
    gain += house.points(SettingName.BLACK3_PLAYED) * melded_black_threes(house, heaps)
    melds = _joined(heaps, reds, whole(played.melds.values()))
    ended = Ended(leave, gain, around.contested, around.others)
    account = settle(house, melds, beside, () if lost_too else (deals,), side.left, ended)
    questions = _asked(account.questions, most=account.high - account.low)
    return SideTally(
        name=side.name,
        low=account.low,
        best=sum(line.points for line in account.lines),
        high=account.high,
        lines=account.lines,
        problems=(
            *account.problems,
            *below_minimum(house, side, heaps, around.record.round),
            *_odd(house, side, account.lines),
        ),
        questions=tuple(sorted(questions, key=lambda question: -question.width)),
    )


def _joined(heaps: Sequence[Heap], reds: Entry, span: Span) -> Entry:
    """Return the melds and the red 3s as one part of the account, which has so many points at least and at most."""
    entries = [*(heap.entry for heap in heaps), reds]
    return Entry(
        lines=tuple(line for entry in entries for line in entry.lines),
        low=span[0],
        high=span[1],
        problems=tuple(problem for entry in entries for problem in entry.problems),
        questions=tuple(question for entry in entries for question in entry.questions),
    )


def _asked(questions: Iterable[Question], *, most: int) -> list[Question]:
    """Return the questions, each once: what several parts of the account ask is as wide as they are together.

    None is wider than the whole score's interval, ``most``: what a card moves in one part may take back in another.
    What moves nothing is not asked.
    """
    asked: dict[tuple[str, str], Question] = {}
    for question in questions:
        key = question.about, question.ask
        before = asked.get(key)
        asked[key] = replace(question, width=before.width + question.width) if before else question
    held = (replace(question, width=min(question.width, most)) for question in asked.values())
    return [question for question in held if question.width]


def _red_threes(side: Side, heaps: Sequence[Heap]) -> int:
    """Return how many red 3s lie on the table, wherever they do."""
    in_piles = sum(contents.red_threes for heap in heaps for contents in heap.contents)
    return side.red_threes + in_piles + side.garbage.count(Face.RED_THREE)


def _odd(house: House, side: Side, lines: Sequence[Line]) -> tuple[Problem, ...]:
    """Return the problem of a score before or a line whose points are no multiple of five, as all card points are."""
    if side.score_before % 5:
        say = f"the score before the round, {side.score_before}, is no multiple of 5: was it added up right?"
        return (Problem(ProblemCode.NOT_A_MULTIPLE_OF_FIVE, About.SCORE_BEFORE, say, house.rules.values_clause),)
    if sum(line.points for line in lines) % 5:
        say = "the total is no multiple of 5: is every setting right?"
        return (Problem(ProblemCode.NOT_A_MULTIPLE_OF_FIVE, About.TOTAL, say, house.rules.values_clause),)
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
    data: dict[str, object] = {"about": question.about, "ask": question.ask, "width": question.width}
    if question.each:
        data["each"] = list(question.each)
    return data
