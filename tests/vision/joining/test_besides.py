"""What one card of a photo is beside another."""

from dataclasses import replace

import numpy as np
import pytest

from scorer.faces import Face
from tests.vision.factories import Corner, corners_of, quad_at, readings_of, seen
from vision.joining.besides import BESIDES, FURTHEST, Together
from vision.joining.cards import merge_cards
from vision.joining.presence import looks_of, sight_of


def besides(*shown: Corner, together: dict[tuple[int, int], float] | None = None) -> list[list[dict[str, float]]]:
    """Return by name what each card is beside each other one, in the order of the cards from the left."""
    corners, readings = corners_of(*shown), readings_of(*shown)
    cards = sorted(merge_cards(corners, readings), key=lambda card: card.quad[0][0])
    if together is not None:
        chances = np.zeros((len(corners), len(corners)), np.float32)
        for (one, other), chance in together.items():
            chances[one, other] = chances[other, one] = chance
        object.__setattr__(corners, "together", chances)
    sight = sight_of(cards, (), corners, readings, looks_of(corners))
    return [[dict(zip(BESIDES, row, strict=True)) for row in rows] for rows in sight.besides.tolist()]


KING, QUEEN = Corner(Face.KING, quad_at(200, 200)), Corner(Face.QUEEN, quad_at(260, 200))


def test_a_card_is_told_from_the_others_and_lies_at_its_own_place() -> None:
    table = besides(KING, QUEEN)
    assert [[other["itself"] for other in row] for row in table] == [[1, 0], [0, 1]]
    assert table[0][0]["at_its_place"] == pytest.approx(1.0)
    assert table[0][1]["at_its_place"] < 0.5


def test_a_card_further_right_lies_further_across_the_first_s() -> None:
    table = besides(KING, QUEEN)
    width = float(np.linalg.norm(KING.quad[1] - KING.quad[0]))
    assert table[0][1]["across"] - table[0][0]["across"] == pytest.approx(60 / width, rel=0.1)
    assert table[0][1]["down"] == pytest.approx(table[0][0]["down"], abs=1e-3)
    assert table[0][1]["across"] + table[1][0]["across"] == pytest.approx(2 * table[0][0]["across"], abs=1e-3)
    assert besides(KING, Corner(Face.ACE, quad_at(5000, 200)))[0][1]["across"] == FURTHEST[1]


def test_how_two_cards_are_turned_to_each_other_is_told() -> None:
    upside_down = Corner(Face.QUEEN, np.roll(quad_at(500, 200), 2, axis=0))
    assert besides(KING, QUEEN)[0][1]["turned_cosine"] == pytest.approx(1.0)
    assert besides(KING, upside_down)[0][1]["turned_cosine"] == pytest.approx(-1.0)


def test_an_index_at_the_opposite_corner_of_a_card_is_at_its_other_end() -> None:
    quad = quad_at(200, 200)
    there = besides(Corner(Face.KING, quad), Corner(Face.QUEEN, np.roll(quad, 2, axis=0)))
    away = besides(KING, Corner(Face.QUEEN, np.roll(quad_at(560, 200), 2, axis=0)))
    assert there[0][1]["at_opposite_corner"] > 0.5 > 0.1 > away[0][1]["at_opposite_corner"]
    assert there[0][1]["to_opposite_corner"] < 0.1 < away[0][1]["to_opposite_corner"]


def test_two_cards_of_one_face_read_alike() -> None:
    again = Corner(Face.KING, quad_at(500, 200))
    assert besides(KING, again)[0][1]["faces_alike"] > 0.9 > 0.1 > besides(KING, QUEEN)[0][1]["faces_alike"]


def test_how_likely_two_corners_are_of_one_card_is_told_both_ways() -> None:
    table = besides(KING, QUEEN, together={(0, 1): 0.25})
    assert table[0][1]["together"] == table[1][0]["together"] == 0.25
    assert table[0][0]["together"] == 0.0


def test_how_likely_two_cards_are_one_their_likeliest_corners_tell() -> None:
    """Nothing does where no corner is a card's, or nobody judged any."""
    corners = corners_of(KING, QUEEN, Corner(Face.ACE, quad_at(320, 200)))
    king, queen, ace = sorted(merge_cards(corners, readings_of(*[KING] * 3)), key=lambda card: card.quad[0][0])
    chances = np.array([[0, 0.9, 0.25], [0.9, 0, 0.5], [0.25, 0.5, 0]], np.float32)
    together = Together(replace(corners, together=chances))
    both = replace(king, indices=king.indices + queen.indices)
    assert [together(both, ace), together(ace, king), together(king, seen("K", 900, 900))] == [0.5, 0.25, 0.0]
    assert Together(corners)(king, queen) == 0.0
