"""Which corners of a photo are of one card."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.faces import Face
from tests.vision.factories import WIDTH, Corner, corners_of, quad_at, readings_of
from vision.cards import merge_cards, possible_cards
from vision.corners import CornerKind, Corners, Suit
from vision.nets import default_pairs
from vision.outlines import Outlines
from vision.pairing import group_together
from vision.pairs import PAIR_FEATURES, pair_features, paired

K, EIGHT = Face.KING, Face.EIGHT


def outlines_of(corners: Corners, *sides: int) -> Outlines:
    """Return outlines that are sure of the corners' quads; of ``sides`` the place of an index at the top right."""
    quads = np.repeat(corners.quads[:, None], 4, axis=1)
    places = np.full((len(corners), 4), 0.002, np.float32)
    where = np.zeros(len(corners), int)
    where[list(sides)] = 1
    places[np.arange(len(corners)), where] = 0.994
    return Outlines(quads, np.ones((len(corners), 4, 4), np.float32), places, np.ones(len(corners), np.float32))


def known(*corners: Corner, sides: tuple[int, ...] = ()) -> dict[tuple[int, int], dict[str, float]]:
    """Return the features of each pair that can be of one card."""
    found = corners_of(*corners)
    first, second, table = pair_features(found, outlines_of(found, *sides), readings_of(*corners))
    return {
        (int(i), int(j)): dict(zip(PAIR_FEATURES, map(float, row), strict=True))
        for i, j, row in zip(first, second, table, strict=True)
    }


@pytest.mark.parametrize("degrees", [0, 37, 180, 271])
def test_both_ends_of_a_card_fit_each_other(degrees: float) -> None:
    quad = quad_at(300, 300, degrees)
    pair = known(Corner(K, quad, suit=Suit.HEARTS), Corner(K, quad, end=2, suit=Suit.HEARTS))[0, 1]
    assert pair["fit"] == pytest.approx(0, abs=0.01)
    assert pair["opposed"] == 1
    assert pair["at_a_side"] == 0
    assert pair["suits_alike"] > 0.9
    assert pair["furthest"] == pytest.approx(0, abs=0.01)


def test_the_two_indices_at_one_end_fit_each_other_too() -> None:
    quad = quad_at(300, 300)
    pair = known(Corner(K, quad), Corner(K, quad, side=1.0), sides=(1,))[0, 1]
    assert pair["fit"] == pytest.approx(0, abs=0.01)
    assert pair["opposed"] == 0
    assert pair["at_a_side"] == 1


def test_the_opposite_end_of_a_neighbour_fits_by_so_much_less_as_it_lies_further_off() -> None:
    quads = [quad_at(300 + 0.2 * WIDTH * n, 300) for n in range(3)]
    pairs = known(Corner(K, quads[0], end=2), *(Corner(K, quad) for quad in quads))
    fits = [pairs[0, other]["fit"] for other in (1, 2, 3)]
    assert fits[0] < fits[1] < fits[2]
    assert pairs[0, 1]["ahead"] < 0 < pairs[0, 2]["ahead"]


def test_an_index_that_may_stand_at_the_other_corner_fits_the_card_that_it_then_has() -> None:
    quad = quad_at(300, 300)
    found = corners_of(Corner(K, quad), Corner(K, quad, side=1.0))
    outlines = outlines_of(found)
    # It is taken for the left index of a card further right, and less likely for the right one of its own card.
    further = quad_at(300 + 0.78 * WIDTH, 300)
    outlines.quads[1, 0], outlines.quads[1, 1] = further, quad
    outlines.places[1] = (0.8, 0.19, 0.005, 0.005)
    _, _, table = pair_features(found, outlines, readings_of(Corner(K, quad), Corner(K, quad, side=1.0)))
    assert table[0, PAIR_FEATURES.index("fit")] == pytest.approx(0, abs=0.01)
    assert table[0, PAIR_FEATURES.index("unlikely")] == pytest.approx(-np.log(0.19 * 0.994), rel=0.01)


@pytest.mark.parametrize(
    "other",
    [
        Corner(Face.QUEEN, quad_at(300, 300), end=2),
        Corner(K, quad_at(700, 300), end=2),
        Corner(None, quad_at(300, 300), end=2, sure=0.99),
        Corner(K, quad_at(300, 300), end=2, kind=CornerKind.BACK),
    ],
)
def test_a_sure_other_face_one_far_away_no_index_and_a_back_pair_with_nothing(other: Corner) -> None:
    assert known(Corner(K, quad_at(300, 300)), other) == {}


def test_an_unsure_face_may_be_its_cards_other_index() -> None:
    assert (0, 1) in known(Corner(K, quad_at(300, 300)), Corner(Face.QUEEN, quad_at(300, 300), end=2, sure=0.6))


def test_no_corners_make_no_pairs() -> None:
    assert paired(corners_of(), outlines_of(corners_of()), readings_of(), default_pairs()).together.shape == (0, 0)  # type: ignore[union-attr]


def test_the_trees_that_ship_pair_a_fan_s_top_card_and_part_its_neighbours() -> None:
    quads = [quad_at(300 + 0.2 * WIDTH * n, 300) for n in range(6)]
    corners = [
        *(Corner(EIGHT, quad, suit=Suit.CLUBS) for quad in quads),
        Corner(EIGHT, quads[-1], end=2, suit=Suit.CLUBS),
    ]
    found = corners_of(*corners)
    together = paired(found, outlines_of(found), readings_of(*corners), default_pairs()).together
    assert together is not None
    assert together == pytest.approx(together.T)
    assert together[5, 6] > 0.9
    assert np.delete(together[6], 5).max() < 0.2
    assert together[:6, :6].max() < 0.2


def joined(count: int, **chances: float) -> list[list[int]]:
    """Return the groups of corners that are of one card with such chances: ``_01=0.9`` of the first two."""
    together = np.zeros((count, count), np.float32)
    for name, chance in chances.items():
        i, j = int(name[1]), int(name[2])
        together[i, j] = together[j, i] = chance
    corners = [Corner(K, quad_at(100 + 90 * n, 100 + 50 * n)) for n in range(count)]
    return group_together(replace(corners_of(*corners), together=together))


def test_the_likeliest_pairs_are_joined_first() -> None:
    assert joined(3, _01=0.6, _12=0.9) == [[0], [1, 2]]


def test_three_corners_are_one_card_if_no_two_are_strangers() -> None:
    assert joined(3, _01=0.6, _12=0.9, _02=0.3) == [[0, 1, 2]]


def test_what_is_hardly_likely_stays_apart() -> None:
    assert joined(2, _01=0.2) == [[0], [1]]


@pytest.mark.parametrize(("chance", "parts"), [(0.6, 1), (0.99, 0)])
def test_what_was_joined_unsurely_may_be_a_card_of_its_own(chance: float, parts: int) -> None:
    quad = quad_at(300, 300)
    corners = [Corner(K, quad), Corner(K, quad, end=2, score=0.7)]
    together: NDArray[np.float32] = np.array([[0, chance], [chance, 0]], np.float32)
    found, readings = replace(corners_of(*corners), together=together), readings_of(*corners)
    cards = merge_cards(found, readings)
    assert [len(card.indices) for card in cards] == [2]
    maybe = possible_cards(found, readings, cards)
    assert [index.score for card in maybe for index in card.indices] == pytest.approx([0.7] * parts)
