"""Corners merged into cards: every card once, identical neighbours too."""

from dataclasses import replace

import numpy as np
import pytest

from scorer.faces import Face
from tests.vision.factories import HEIGHT, WIDTH, Corner, corners_of, quad_at, readings_of
from vision.corners import CornerKind, Ink, Suit
from vision.joining.cards import merge_cards, possible_cards
from vision.joining.pairing import SIDE_SHARE
from vision.seen import SeenCard, as_box

K, Q, FOUR = Face.KING, Face.QUEEN, Face.FOUR


def merged(*corners: Corner) -> tuple[SeenCard, ...]:
    return merge_cards(corners_of(*corners), readings_of(*corners))


@pytest.mark.parametrize("degrees", [0, 37, 90, 180, 271])
def test_the_two_corners_of_a_card_are_one_card(degrees: float) -> None:
    quad = quad_at(300, 300, degrees)
    (card,) = merged(Corner(K, quad), Corner(K, quad, end=2))
    assert card.face is K
    assert len(card.indices) == 2
    assert card.width_px == pytest.approx(WIDTH, rel=0.04)
    assert card.confidence > max(index.confidence for index in card.indices) > 0.98


@pytest.mark.parametrize("sure", [0.6, 0.8, 0.95])
def test_corners_that_agree_are_surer_than_one_but_not_as_sure_as_if_they_were_independent(sure: float) -> None:
    quad = quad_at(300, 300)
    (one,) = merged(Corner(K, quad, sure=sure))
    (both,) = merged(Corner(K, quad, sure=sure), Corner(K, quad, end=2, sure=sure))
    independent = sure**2 / (sure**2 + 14 * ((1 - sure) / 15) ** 2)
    assert one.confidence < both.confidence < independent


def test_two_cards_of_a_rank_side_by_side_stay_two() -> None:
    corners = [Corner(K, quad_at(x, 200), end=end) for x in (200, 310) for end in (0, 2)]
    assert [len(card.indices) for card in merged(*corners)] == [2, 2]


@pytest.mark.parametrize("spacing", [0.1, 0.15, 0.3])
@pytest.mark.parametrize("degrees", [0, 20, 90, 200])
def test_identical_neighbours_in_a_fan_stay_apart(spacing: float, degrees: float) -> None:
    step = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]) * spacing * WIDTH
    quads = [quad_at(*(np.array([300, 300]) + step * i), degrees) for i in range(6)]
    # The upper index of every card, and both of the one on top.
    cards = merged(*(Corner(Face.EIGHT, quad) for quad in quads), Corner(Face.EIGHT, quads[-1], end=2))
    assert len(cards) == 6
    assert sum(len(card.indices) for card in cards) == 7


def test_identical_neighbours_that_show_both_corners_stay_apart() -> None:
    quads = [quad_at(300 + 10 * i, 300, 8 * i) for i in range(5)]
    cards = merged(*(Corner(Face.ACE, quad, end=end) for quad in quads for end in (0, 2)))
    assert len(cards) == 5
    assert {len(card.indices) for card in cards} == {2}


def test_noise_in_hidden_corners_does_not_part_a_card() -> None:
    rng = np.random.default_rng(5)
    counts = []
    for _ in range(40):
        corners = []
        for x in (200, 320, 440):
            for end in (0, 2):
                quad = quad_at(x, 300, 10)
                far = np.roll(np.array([0.03, 0.07, 0.12, 0.07]), end)[:, None] * WIDTH
                corners.append(Corner(Q, (quad + rng.normal(size=(4, 2)) * far).astype(np.float32), end=end))
        counts.append(len(merged(*corners)))
    assert counts.count(3) >= 38


def test_corners_that_stand_the_same_way_up_are_one_card_of_a_four_index_deck() -> None:
    quad = quad_at(300, 300, 15)
    (card,) = merged(*(Corner(FOUR, quad, end=end, side=side) for end in (0, 2) for side in (0.0, 1.0)))
    assert len(card.indices) == 4


def test_the_upper_two_indices_of_a_half_covered_four_index_card_are_one_card() -> None:
    quad = quad_at(300, 300)
    (card,) = merged(Corner(FOUR, quad), Corner(FOUR, quad, side=1.0))
    assert len(card.indices) == 2


@pytest.mark.parametrize(("share", "count"), [(SIDE_SHARE, 24), (0.0, 23)])
def test_one_index_that_hesitates_makes_no_deck_with_four(
    share: float, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.joining.pairing.SIDE_SHARE", share)
    quads = [quad_at(300 + 0.45 * WIDTH * i, 300) for i in range(24)]
    # One of the fanned fours is seen in the middle of its card, and lies where its neighbour's right index would.
    fours = [Corner(FOUR, quad, side=0.5 if i == 1 else 0.0) for i, quad in enumerate(quads)]
    assert len(merged(*fours)) == count


@pytest.mark.parametrize("along", [0.3, 0.45, 0.6])
def test_a_right_index_taken_for_left_and_right_at_once_belongs_to_the_card_of_its_left_one(along: float) -> None:
    quad = quad_at(300, 300, 15)
    # The finder thinks such a card to lie further right, by as much as it hesitates.
    step = (quad[1] - quad[0]) * (1 - along)
    ends = [Corner(FOUR, quad, end=end) for end in (0, 2)]
    right = [Corner(FOUR, quad + step * (1 if end == 0 else -1), end=end, side=along) for end in (0, 2)]
    (card,) = merged(*ends, *right)
    assert len(card.indices) == 4


def test_neighbours_that_stand_the_same_way_up_stay_two() -> None:
    assert len(merged(Corner(FOUR, quad_at(300, 300)), Corner(FOUR, quad_at(310, 300)))) == 2


def test_two_ranks_at_opposite_ends_of_one_place_stay_two_when_both_are_sure() -> None:
    assert len(merged(Corner(K, quad_at(300, 300)), Corner(Q, quad_at(300, 300), end=2))) == 2


def test_corners_that_disagree_are_one_card_when_one_of_them_is_unsure() -> None:
    (card,) = merged(Corner(K, quad_at(300, 300)), Corner(Q, quad_at(300, 300), end=2, sure=0.5))
    assert card.face is K
    first, *others = card.runners_up
    assert first.face is Q
    assert len(others) == 2
    assert card.confidence > first.confidence > others[0].confidence >= others[1].confidence
    assert {index.face for index in card.indices} == {K, Q}


def test_the_corners_of_a_back_are_one_back_wherever_their_quads_begin() -> None:
    quad = quad_at(300, 300, 25)
    (card,) = merged(*(Corner(K, quad, end=end, kind=CornerKind.BACK) for end in range(4)))
    assert card.is_back
    assert len(card.indices) == 4
    sides = np.linalg.norm(card.corners - np.roll(card.corners, -1, axis=0), axis=1)
    assert sides == pytest.approx([WIDTH, HEIGHT, WIDTH, HEIGHT], rel=0.01)


def test_a_pattern_that_hardly_looks_like_a_back_is_none() -> None:
    weak, surer = (Corner(K, quad_at(200, 200), kind=CornerKind.BACK, score=score) for score in (0.4, 0.6))
    assert merged(weak) == ()
    assert [card.is_back for card in merged(surer)] == [True]


@pytest.mark.parametrize(("size", "cards_beside", "is_back"), [(0.6, 3, False), (0.8, 3, True), (0.6, 2, True)])
def test_a_tile_much_smaller_than_the_cards_beside_it_is_no_card_face_down(
    size: float, cards_beside: int, is_back: bool
) -> None:
    quads = [quad_at(200 * (n + 1), 200) for n in range(cards_beside)]
    kings = [Corner(K, quad, end=end) for quad in quads for end in (0, 2)]
    middle = np.array([900, 900])
    small = (middle + (quad_at(900, 900) - middle) * size).astype(np.float32)
    cards = merged(*kings, *(Corner(K, small, end=end, kind=CornerKind.BACK) for end in range(4)))
    assert [card.is_back for card in cards].count(True) == is_back
    assert sum(not card.is_back for card in cards) == cards_beside


def test_backs_and_faces_do_not_mix() -> None:
    cards = merged(Corner(K, quad_at(200, 200)), Corner(K, quad_at(210, 200), end=2, kind=CornerKind.BACK))
    assert sorted(card.is_back for card in cards) == [False, True]


def test_a_rejected_corner_is_dropped() -> None:
    assert merged(Corner(None, quad_at(300, 300), score=0.5)) == ()


def test_a_rejected_corner_that_the_finder_is_sure_of_is_an_unread_card() -> None:
    (card,) = merged(Corner(None, quad_at(300, 300), score=0.95))
    assert card.face is Face.UNREAD


def test_a_rejected_corner_of_a_card_already_seen_is_dropped() -> None:
    quad = quad_at(300, 300)
    (card,) = merged(Corner(K, quad), Corner(None, quad, end=2, score=0.95))
    assert card.face is K


@pytest.mark.parametrize(
    ("read", "ink", "suit", "is_three"),
    [
        (Face.RED_THREE, Ink.RED, Suit.HEARTS, Face.RED_THREE),
        (Face.BLACK_THREE, Ink.BLACK, Suit.CLUBS, Face.BLACK_THREE),
        (Face.RED_THREE, Ink.RED, None, Face.RED_THREE),
        (Face.BLACK_THREE, Ink.OTHER, None, Face.BLACK_THREE),
    ],
)
def test_a_threes_colour_is_read(read: Face, ink: Ink, suit: Suit | None, is_three: Face) -> None:
    (card,) = merged(Corner(read, quad_at(300, 300), ink=ink, suit=suit))
    assert card.face is is_three


@pytest.mark.parametrize("read", [Face.RED_THREE, Face.BLACK_THREE])
@pytest.mark.parametrize(
    ("suit", "is_three"),
    [
        (Suit.SPADES, Face.BLACK_THREE),
        (Suit.HEARTS, Face.RED_THREE),
        (Suit.DIAMONDS, Face.RED_THREE),
        (Suit.CLUBS, Face.BLACK_THREE),
    ],
)
def test_a_threes_colour_is_its_suits_where_ink_tells_nothing(read: Face, suit: Suit, is_three: Face) -> None:
    (card,) = merged(Corner(read, quad_at(300, 300), ink=Ink.OTHER, suit=suit, sure=0.6))
    assert card.face is is_three


def test_a_back_that_the_reader_takes_for_no_index_is_a_back_alone() -> None:
    quad = quad_at(300, 300)
    surer, weaker = (
        Corner(None, quad, end=end, kind=CornerKind.BACK, score=score) for end, score in ((0, 0.8), (2, 0.3))
    )
    (back,) = merged(surer, weaker)
    assert (back.face, len(back.indices), back.confidence) == (None, 2, pytest.approx(0.8))
    assert merged(weaker) == ()


@pytest.mark.parametrize(("no_index", "may_be_one"), [(0.9, True), (0.98, False)])
def test_what_is_hardly_an_index_may_be_a_card_unless_it_is_surely_none(*, no_index: float, may_be_one: bool) -> None:
    weak = Corner(None, quad_at(300, 300), sure=no_index, score=0.69)
    corners, readings = corners_of(weak), readings_of(weak)
    assert merge_cards(corners, readings) == ()
    assert len(possible_cards(corners, readings, ())) == may_be_one


@pytest.mark.parametrize(("links", "loosest"), [((0.99, 0.98), None), ((0.99, 0.9), 2), ((0.9, 0.99), 0)])
def test_the_corner_that_belongs_to_a_card_least_surely_may_be_a_card_of_its_own(
    links: tuple[float, float], loosest: int | None
) -> None:
    shown = [Corner(K, quad_at(300, 300), end=end, side=side) for end, side in ((0, 0.0), (2, 0.0), (0, 1.0))]
    first, second = links
    shown += [
        Corner(K, quad_at(700, 300)),
        *(Corner(K, quad_at(700, 700), end=n, kind=CornerKind.BACK) for n in (0, 2)),
    ]
    together = np.zeros((6, 6), np.float32)
    together[:3, :3] = [[0, first, 0.5], [first, 0, second], [0.5, second, 0]]
    corners, readings = replace(corners_of(*shown), together=together), readings_of(*shown)
    cards = merge_cards(corners, readings)
    assert [len(card.indices) for card in cards] == [3, 1, 2]
    apart = [card.indices[0].box for card in possible_cards(corners, readings, cards)]
    assert apart == ([] if loosest is None else [as_box(corners.boxes[loosest])])


def test_ink_and_suit_together_overrule_an_unsure_face_of_a_three() -> None:
    (card,) = merged(Corner(Face.BLACK_THREE, quad_at(300, 300), ink=Ink.RED, suit=Suit.HEARTS, sure=0.6))
    assert card.face is Face.RED_THREE


def test_a_hidden_pip_leaves_the_suit_to_the_other_corner() -> None:
    quad = quad_at(300, 300)
    (card,) = merged(Corner(K, quad), Corner(K, quad, end=2, suit=Suit.DIAMONDS))
    assert card.suit is Suit.DIAMONDS


def test_cards_are_numbered_as_people_read() -> None:
    places = {"4": (100, 100), "5": (300, 110), "6": (120, 400), "7": (310, 395)}
    cards = merged(*(Corner(Face(face), quad_at(*place)) for face, place in reversed(places.items())))
    assert [card.face for card in cards] == [Face(face) for face in places]


def test_no_corners_are_no_cards() -> None:
    assert merged() == ()


def test_readings_of_other_corners_are_refused() -> None:
    with pytest.raises(ValueError, match="1 corners, but 0 readings"):
        merge_cards(corners_of(Corner(K, quad_at(0, 0))), readings_of())
