"""Which corners of a photo are of one card."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.faces import Face
from tests.vision.factories import WIDTH, Corner, corners_of, quad_at, readings_of
from vision.corners import CornerKind, Corners, Suit
from vision.joining.cards import merge_cards, possible_cards
from vision.joining.onecard import cut_pairs
from vision.joining.pairing import group_together
from vision.joining.pairs import PAIR_FEATURES, TAKEN_FOR_EACH_OTHER, looked_at, paired, possible_pairs
from vision.nets import default_pairs
from vision.outlining.outlines import Outlines

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
    pairs = possible_pairs(found, outlines_of(found, *sides), readings_of(*corners))
    return {
        (int(i), int(j)): dict(zip(PAIR_FEATURES[:-1], map(float, row), strict=True))
        for i, j, row in zip(pairs.first, pairs.second, pairs.features, strict=True)
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
    pairs = possible_pairs(found, outlines, readings_of(Corner(K, quad), Corner(K, quad, side=1.0)))
    assert pairs.features[0, PAIR_FEATURES.index("fit")] == pytest.approx(0, abs=0.01)
    assert pairs.features[0, PAIR_FEATURES.index("unlikely")] == pytest.approx(-np.log(0.19 * 0.994), rel=0.01)
    assert pairs.quads[0] == pytest.approx(quad, abs=0.1)


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


@pytest.mark.parametrize(("one", "other"), [*TAKEN_FOR_EACH_OTHER, (Face.NINE, Face.SIX)])
def test_faces_that_are_taken_for_each_other_may_be_of_one_card(one: Face, other: Face) -> None:
    assert (0, 1) in known(Corner(one, quad_at(300, 300)), Corner(other, quad_at(300, 300), end=2))


def table_with(*quads: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return a photo of white cards that lie on each other in this order, an 8 at either end of each."""
    photo = np.full((600, 700, 3), (70, 110, 60), np.uint8)
    for quad in quads:
        across = cv2.getPerspectiveTransform(np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32), quad)
        card = np.full((140, 100, 3), 250, np.uint8)
        cv2.rectangle(card, (0, 0), (99, 139), (150, 150, 150), 1)
        cv2.putText(card, "8", (6, 24), cv2.FONT_HERSHEY_DUPLEX, 0.65, (20, 20, 20), 1, cv2.LINE_AA)
        card = np.maximum(np.rot90(card, 2), 0) & card
        cv2.warpPerspective(card, across, (700, 600), photo, borderMode=cv2.BORDER_TRANSPARENT)
    return photo


@dataclass(frozen=True)
class Watching:
    """A judge of pairs that says the same of all, and keeps what it was shown."""

    shown: list[NDArray[np.uint8]]
    crop_px: tuple[int, int] = (96, 128)

    def chances(self, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.shown.append(pictures)
        return np.full(len(pictures), 0.625, np.float32)


@pytest.mark.parametrize("degrees", [0, 140])
def test_a_pair_is_shown_as_the_card_that_it_would_be_of_with_both_indices_marked(degrees: float) -> None:
    quad = quad_at(300, 300, degrees)
    (picture,) = cut_pairs(
        table_with(quad), corners_of(Corner(K, quad), Corner(K, quad, end=2)).boxes[None], quad[None], (96, 128)
    )
    marks = picture[..., 3] > 0
    inside = picture[20:-20, 20:-20, :3]
    assert np.median(inside) > 240
    assert np.median(picture[:6, :, :3], axis=(0, 1)) == pytest.approx((70, 110, 60), abs=12)
    # One mark at the top left, one at the bottom right, and none else.
    assert marks[:50, :50].any()
    assert marks[-50:, -50:].any()
    assert not marks[:50, -40:].any()
    assert not marks[50:-50].any()
    assert (picture[..., :3].min(axis=2)[marks] < 120).any()


def test_only_pairs_that_fit_at_all_are_looked_at() -> None:
    quads = [quad_at(300, 300), quad_at(300 + 0.9 * WIDTH, 300)]
    corners = [Corner(K, quads[0]), Corner(K, quads[0], end=2), Corner(K, quads[1])]
    found, net = corners_of(*corners), Watching([])
    pairs = possible_pairs(found, outlines_of(found), readings_of(*corners))
    seen = looked_at(table_with(*quads), found, pairs, net)[:, -1]
    assert dict(zip(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True), seen, strict=True)) == {
        (0, 1): 0.625,
        (1, 2): 0,
    }
    assert sum(map(len, net.shown)) == 1


def test_no_corners_make_no_pairs() -> None:
    none = paired(table_with(), corners_of(), outlines_of(corners_of()), readings_of(), default_pairs())
    assert none.together is not None
    assert none.together.shape == (0, 0)


def test_what_ships_pairs_a_fan_s_top_card_and_parts_its_neighbours() -> None:
    quads = [quad_at(200 + 0.2 * WIDTH * n, 300) for n in range(6)]
    corners = [
        *(Corner(EIGHT, quad, suit=Suit.CLUBS) for quad in quads),
        Corner(EIGHT, quads[-1], end=2, suit=Suit.CLUBS),
    ]
    found = corners_of(*corners)
    together = paired(table_with(*quads), found, outlines_of(found), readings_of(*corners), default_pairs()).together
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
