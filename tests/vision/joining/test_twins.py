"""Whether what was read is a card of its own, or another end of one that counts already."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from scorer.faces import Face
from tests.vision.factories import WIDTH, Corner, corners_of, quad_at, readings_of
from vision.corners import Suit
from vision.joining.cards import merge_cards
from vision.joining.twins import FAR, TWIN_FEATURES, are_ends_of_one, twin_features, with_other_ends
from vision.seen import SeenCard, as_quad

CARD = quad_at(200, 200)


def cards_of(*corners: Corner) -> tuple[SeenCard, ...]:
    """Return each corner as a card by itself, in the order given."""
    return tuple(merge_cards(corners_of(corner), readings_of(corner))[0] for corner in corners)


def strangers(_one: SeenCard, _other: SeenCard) -> float:
    """Hold no two for one card, as where nobody looked at them."""
    return 0.0


def alike(_one: SeenCard, _other: SeenCard) -> float:
    """Hold any two for one card, though not surely."""
    return 0.3


def rather_alike(_one: SeenCard, _other: SeenCard) -> float:
    """Hold any two rather for one card than not."""
    return 0.6


def surely_alike(_one: SeenCard, _other: SeenCard) -> float:
    """Hold any two surely for one card, by their outlines."""
    return 0.99


def known_of(corners: list[Corner], suits: list[Suit | None] | None = None) -> list[dict[str, float]]:
    """Return what is known of each corner's card beside the others, all of them sure."""
    chances = np.array([[float(suit is own) for suit in Suit] for own in suits or [None] * len(corners)])
    table = twin_features(cards_of(*corners), np.ones(len(corners), bool), chances)
    return [dict(zip(TWIN_FEATURES, row, strict=True)) for row in table]


def test_a_right_index_lies_at_a_free_end_of_the_card_of_its_left_one() -> None:
    left, right = known_of([Corner(Face.KING, CARD), Corner(Face.KING, CARD, side=1.0)])
    assert right["from_an_end"] == pytest.approx(0.0, abs=0.1)
    assert right["at_its_side"] == left["at_its_side"] == 1.0


def test_the_opposite_end_is_at_no_side_of_it() -> None:
    _first, other = known_of([Corner(Face.KING, CARD), Corner(Face.KING, CARD, end=2)])
    assert other["from_an_end"] == pytest.approx(0.0, abs=0.1)
    assert other["at_its_side"] == 0.0


def test_a_neighbour_in_a_fan_lies_at_no_end() -> None:
    _first, second = known_of([Corner(Face.KING, CARD), Corner(Face.KING, quad_at(230, 200))])
    assert second["from_an_end"] > 0.3


@pytest.mark.parametrize(
    ("suit", "alike", "known"), [(Suit.CLUBS, 1.0, 1.0), (Suit.HEARTS, 0.0, 1.0), (None, 0.5, 0.0)]
)
def test_suits_tell_where_both_are_seen(suit: Suit | None, alike: float, known: float) -> None:
    pair = [Corner(Face.KING, CARD), Corner(Face.KING, CARD, side=1.0)]
    _first, second = known_of(pair, [Suit.CLUBS, suit])
    assert (second["suit_alike"], second["suit_known"]) == (alike, known)


def test_another_face_is_no_twin() -> None:
    assert {known["from_an_end"] for known in known_of([Corner(Face.KING, CARD), Corner(Face.FOUR, CARD, end=2)])} == {
        FAR
    }


def test_the_share_of_cards_with_two_indices_at_an_end_is_told() -> None:
    both = [Corner(Face.KING, CARD), Corner(Face.KING, CARD, side=1.0), Corner(Face.KING, CARD, end=2)]
    whole = merge_cards(corners_of(*both), readings_of(*both))
    other = cards_of(Corner(Face.FOUR, quad_at(600, 200)))
    assert [len(card.indices) for card in whole] == [3]
    table = twin_features((*whole, *other), np.ones(2, bool), np.zeros((2, 4)))
    assert table[:, TWIN_FEATURES.index("four_indices")].tolist() == [0.5, 0.5]


def test_nothing_is_known_of_no_cards() -> None:
    assert twin_features((), np.zeros(0, bool), np.zeros((0, 4))).shape == (0, len(TWIN_FEATURES))


def test_what_is_no_card_of_its_own_is_another_end_of_the_card_it_lies_on() -> None:
    far = quad_at(600, 200)
    first, last, other_end = cards_of(Corner(Face.KING, far), Corner(Face.KING, CARD), Corner(Face.KING, CARD, end=2))
    alone, joined = with_other_ends([first, last], [other_end], strangers)
    assert alone == first
    assert joined.indices == (*last.indices, *other_end.indices)
    assert joined.quad == last.quad


@pytest.mark.parametrize(("face", "is_one"), [(Face.WILD_50, True), (Face.KING, False)])
def test_of_a_joker_either_outline_may_tell_that_it_is_an_end(face: Face, is_one: bool) -> None:
    card, other = cards_of(Corner(face, CARD), Corner(face, CARD, end=2))
    (joined,) = with_other_ends([replace(card, quad=as_quad(quad_at(230, 230)))], [other], strangers)
    assert joined.indices == ((*card.indices, *other.indices) if is_one else card.indices)


@pytest.mark.parametrize(
    "stranger",
    [Corner(Face.QUEEN, CARD, end=2), Corner(Face.KING, quad_at(200 + 0.3 * WIDTH, 200), end=2)],
    ids=["another face", "too far from the end"],
)
def test_what_shows_another_face_or_lies_elsewhere_is_no_end(stranger: Corner) -> None:
    card, other = cards_of(Corner(Face.KING, CARD), stranger)
    assert with_other_ends([card], [other], alike) == [card]


def test_what_lies_on_an_index_of_another_card_is_that_index() -> None:
    card, other, owner = cards_of(
        Corner(Face.KING, CARD), Corner(Face.KING, CARD, end=2), Corner(Face.QUEEN, CARD, end=2)
    )
    assert with_other_ends([card, owner], [other], surely_alike) == [card, owner]


def test_of_two_that_lie_on_each_other_the_likelier_is_the_end() -> None:
    card, one, other = cards_of(*(Corner(Face.KING, CARD, end=end) for end in (0, 2, 2)))

    def together(_card: SeenCard, end: SeenCard) -> float:
        return 0.99 if end is other else 0.6

    (shown,) = with_other_ends([card], [one, other], together)
    assert shown.indices == (*card.indices, *other.indices)
    assert shown.indices[1] is other.indices[0]


@pytest.mark.parametrize(
    ("together", "is_read", "is_one"),
    [
        (strangers, True, False),
        (rather_alike, True, True),
        (rather_alike, False, False),
        (surely_alike, False, True),
    ],
    ids=["not likely", "likely", "likely, but read as no index", "surely, though read as no index"],
)
def test_what_lies_at_a_free_end_but_has_the_card_elsewhere_must_be_likely_of_it(
    together: Callable[[SeenCard, SeenCard], float], *, is_read: bool, is_one: bool
) -> None:
    card, other = cards_of(Corner(Face.KING, CARD), Corner(Face.KING, CARD, end=2))
    other = replace(other, quad=as_quad(quad_at(260, 400)))
    if not is_read:
        other = replace(other, indices=tuple(replace(index, face=Face.UNREAD) for index in other.indices))
    (shown,) = with_other_ends([card], [other], together)
    assert (len(shown.indices) == 2) is is_one


@pytest.mark.parametrize(("together", "is_one"), [(alike, False), (rather_alike, True)])
def test_a_third_end_of_a_card_must_be_likely_of_it(
    together: Callable[[SeenCard, SeenCard], float], *, is_one: bool
) -> None:
    ends = [Corner(Face.KING, CARD), Corner(Face.KING, CARD, end=2)]
    (card,) = merge_cards(corners_of(*ends), readings_of(*ends))
    (other,) = cards_of(Corner(Face.KING, CARD, side=1.0))
    (shown,) = with_other_ends([card], [other], together)
    assert (len(shown.indices) == 3) is is_one


def test_of_two_cards_an_end_goes_to_the_one_that_it_is_surely_of() -> None:
    near, likely = cards_of(Corner(Face.KING, CARD), Corner(Face.KING, quad_at(200 + 0.3 * WIDTH, 200)))
    (other,) = cards_of(Corner(Face.KING, CARD, end=2))

    def together(one: SeenCard, _other: SeenCard) -> float:
        return 0.99 if one is likely else 0.0

    alone, joined = with_other_ends([near, likely], [other], together)
    assert (alone, joined.indices) == (near, (*likely.indices, *other.indices))


def test_there_may_be_no_card_that_it_could_be_an_end_of() -> None:
    (other,) = cards_of(Corner(Face.KING, CARD))
    assert with_other_ends([], [other], alike) == []


@pytest.mark.parametrize(
    ("suits", "away", "together", "is_one"),
    [
        ((Suit.CLUBS, Suit.CLUBS), 0.3, strangers, True),
        ((Suit.CLUBS, Suit.CLUBS), 0.7, alike, True),
        ((Suit.CLUBS, Suit.CLUBS), 0.7, strangers, False),
        ((Suit.CLUBS, Suit.HEARTS), 0.3, alike, False),
        ((None, None), 0.3, alike, False),
        ((None, None), 0.3, surely_alike, True),
        ((None, None), 0.7, surely_alike, False),
    ],
    ids=[
        "near the end",
        "likely one",
        "neither",
        "of another suit",
        "of no suit",
        "near and surely one",
        "surely one of no suit",
    ],
)
def test_what_surely_shows_its_suit_may_lie_further_from_the_end(
    suits: tuple[Suit | None, Suit | None],
    away: float,
    together: Callable[[SeenCard, SeenCard], float],
    is_one: bool,
) -> None:
    card, other = cards_of(
        Corner(Face.KING, CARD, suit=suits[0]),
        Corner(Face.KING, quad_at(200 + away * WIDTH, 200), end=2, suit=suits[1]),
    )
    (shown,) = with_other_ends([card], [other], together)
    assert (len(shown.indices) == 2) is is_one
    assert are_ends_of_one(card, other, together) is is_one
