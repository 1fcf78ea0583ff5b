"""What holds of every record: sums, order, round trips, and that low <= best <= high."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorer.faces import Face
from scorer.notation import format_cards, parse_cards
from scorer.record import Record, parse_record, record_to_json
from scorer.scoring.tally import tally, tally_to_json
from tests.scorer.tables import any_faces, records


@given(records)
def test_best_is_the_sum_of_the_lines_and_lies_between_low_and_high(record: Record) -> None:
    for side in tally(record).sides:
        assert side.best == sum(line.points for line in side.lines)
        assert side.low <= side.best <= side.high


@given(records)
def test_an_interval_has_a_question_or_an_unread_card_behind_it(record: Record) -> None:
    for side in tally(record).sides:
        if side.low != side.high:
            assert side.questions
        widths = [question.width for question in side.questions]
        assert widths == sorted(widths, reverse=True)
        assert all(0 < width <= side.high - side.low for width in widths)


@given(records, st.randoms(use_true_random=False))
def test_the_order_of_cards_piles_and_sides_changes_no_score(record: Record, random: Random) -> None:
    def shuffled(cards: tuple[Face, ...]) -> tuple[Face, ...]:
        return tuple(random.sample(cards, len(cards)))

    turned = []
    for side in record.sides:
        piles = [replace(pile, cards=shuffled(pile.cards)) for pile in side.piles]
        random.shuffle(piles)
        turned.append(replace(side, piles=tuple(piles), left=shuffled(side.left), garbage=shuffled(side.garbage)))
    random.shuffle(turned)
    before = {side.name: side for side in tally(record).sides}
    after = tally(replace(record, sides=tuple(turned)))
    for side in after.sides:
        was = before[side.name]
        assert (side.low, side.best, side.high) == (was.low, was.best, was.high)
        assert Counter(line.reason for line in side.lines) == Counter(line.reason for line in was.lines)
        assert Counter(problem.code for problem in side.problems) == Counter(problem.code for problem in was.problems)


@given(records)
def test_a_record_printed_is_read_back_the_same(record: Record) -> None:
    data = record_to_json(record)
    assert parse_record(data) == record
    assert parse_record(json.dumps(data)) == record


@given(records)
def test_a_tally_is_plain_json_with_the_contracts_fields(record: Record) -> None:
    data = json.loads(json.dumps(tally_to_json(tally(record))))
    assert set(data) == {"rules", "round", "sides", "problems"}
    for side in data["sides"]:
        assert set(side) == {"name", "low", "best", "high", "lines", "problems", "questions"}
        for line in side["lines"]:
            assert set(line) - {"setting", "pile"} == {"reason", "points", "cards", "clause", "basis"}


@given(records)
def test_every_line_rests_on_a_clause(record: Record) -> None:
    for side in tally(record).sides:
        assert all(line.clause for line in side.lines)
        assert all(problem.clause and problem.say for problem in side.problems)


@given(st.lists(any_faces, max_size=30).map(tuple))
def test_cards_written_down_are_read_back_the_same(cards: tuple[Face, ...]) -> None:
    assert parse_cards(format_cards(cards)) == cards
