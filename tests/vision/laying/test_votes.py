"""Votes inside a meld."""

from dataclasses import replace

import pytest

from scorer.faces import Face
from tests.vision.factories import seen
from vision.doubting import chances
from vision.doubting.doubts import Doubt, DoubtCode
from vision.laying.votes import vote, voted
from vision.photoreading import PhotoReading, StageTimes
from vision.seen import RunnerUp, SeenCard


def fan(*faces: str) -> tuple[SeenCard, ...]:
    """Return cards in a row, each upon half of the one before, read without a doubt."""
    return tuple(seen(face, 100.0 + 40 * place, 200.0, corners=1) for place, face in enumerate(faces))


def unsure(card: SeenCard, confidence: float, other: str, likely: float) -> SeenCard:
    return replace(card, confidence=confidence, runners_up=(RunnerUp(Face(other), likely),))


def faces(cards: tuple[SeenCard, ...]) -> list[str]:
    return [str(card.face) for card in cards]


def test_a_card_between_two_of_a_rank_is_of_it_where_it_may_be() -> None:
    cards = fan("K", "K", "Q", "K")
    now, doubts = vote((*cards[:2], unsure(cards[2], 0.7, "K", 0.25), cards[3]))
    assert faces(now) == ["K", "K", "K", "K"]
    assert [other.face for other in now[2].runners_up] == [Face.QUEEN]
    assert not doubts


def test_a_vote_that_is_not_plain_is_a_doubt() -> None:
    cards = fan("K", "K", "Q", "K")
    now, doubts = vote((*cards[:2], unsure(cards[2], 0.95, "K", 0.04), cards[3]))
    assert faces(now)[2] == "K"
    assert [(doubt.code, doubt.about) for doubt in doubts] == [(DoubtCode.LONE_RANK, (2,))]


def test_what_else_a_voted_card_may_be_is_weighed_by_its_place_too() -> None:
    left, _, right = fan("K", "K", "K")
    held = (RunnerUp(Face.JACK, 0.3), RunnerUp(Face.KING, 0.2), RunnerUp(Face.WILD_20, 0.1))
    _, now, _ = vote((left, replace(fan("Q", "Q")[1], confidence=0.4, runners_up=held), right))[0]
    shares = {Face.KING: 0.2 * 0.92, Face.WILD_20: 0.1 * 0.07, Face.QUEEN: 0.4 * 0.01, Face.JACK: 0.3 * 0.01}
    told = {now.face: now.confidence} | {other.face: other.confidence for other in now.runners_up}
    assert told == pytest.approx({face: share / sum(shares.values()) for face, share in shares.items()})
    assert list(told) == list(shares)
    # A jack is too unlikely there to be asked about.
    assert chances.may_be(now) == (Face.WILD_20, Face.QUEEN)


@pytest.mark.parametrize(
    ("confidence", "other", "likely"),
    [(0.999, "K", 0.0005), (0.7, "J", 0.25)],
    ids=["plainly read", "another runner-up"],
)
def test_what_reads_otherwise_stays(confidence: float, other: str, likely: float) -> None:
    cards = fan("K", "K", "Q", "K")
    cards = (*cards[:2], unsure(cards[2], confidence, other, likely), cards[3])
    assert vote(cards) == (cards, ())


def test_a_wild_at_the_end_of_a_meld_is_believed_sooner_than_one_within() -> None:
    wild = unsure(seen("W20", 0, 0), 0.85, "A", 0.15)
    places = fan("A", "A", "W20", "A", "A", "W20")
    cards = (*places[:2], replace(wild, quad=places[2].quad), *places[3:5], replace(wild, quad=places[5].quad))
    now, _doubts = vote(cards)
    assert faces(now) == ["A", "A", "A", "A", "A", "W20"]


def test_cards_of_another_meld_have_no_vote() -> None:
    king = unsure(seen("Q", 100, 200), 0.7, "K", 0.25)
    far = tuple(seen("K", 400.0 + 40 * place, 200.0) for place in range(3))
    assert faces(vote((king, *far))[0]) == ["Q", "K", "K", "K"]


QUEEN = unsure(fan("Q", "Q")[1], 0.7, "K", 0.25)
LEFT, _, RIGHT = fan("K", "K", "K")


@pytest.mark.parametrize(
    ("left", "right", "now"),
    [
        (LEFT, RIGHT, Face.KING),
        (replace(LEFT, confidence=0.91), RIGHT, Face.KING),
        (replace(LEFT, confidence=0.89), RIGHT, Face.QUEEN),
        (LEFT, replace(RIGHT, confidence=0.89), Face.QUEEN),
        (LEFT, fan("J", "J", "J")[2], Face.QUEEN),
        (LEFT, fan("?", "?", "W20")[2], Face.QUEEN),
        (fan("W20")[0], fan("?", "?", "W50")[2], Face.QUEEN),
        (seen("K", 80, 200, 90), seen("K", 200, 200, 90), Face.QUEEN),
    ],
    ids=["both", "just sure", "unsure", "unsure, too", "two ranks", "a wild", "two wilds", "crosswise"],
)
def test_both_neighbours_say_surely_that_they_are_of_one_rank_and_in_line(
    left: SeenCard, right: SeenCard, now: Face
) -> None:
    assert vote((left, QUEEN, right))[0][1].face is now


@pytest.mark.parametrize("face", ["R3", "?", None])
def test_red_threes_unread_cards_and_backs_are_of_no_meld(face: str | None) -> None:
    card = replace(QUEEN, face=None if face is None else Face(face), confidence=0.3)
    assert vote((LEFT, card, RIGHT))[0][1] == card


def test_what_lies_much_further_on_the_other_side_is_of_another_meld_and_has_no_vote() -> None:
    first, second, queen = (seen(face, 100 + 30 * n, 200, corners=1) for n, face in enumerate("KKQ"))
    for x, now in ((190, Face.QUEEN), (240, Face.KING)):
        assert vote((first, second, unsure(queen, 0.5, "K", 0.4), seen("J", x, 200)))[0][2].face is now


def test_a_settled_card_takes_its_own_doubt_along() -> None:
    cards = fan("K", "K", "Q", "K")
    cards = (*cards[:2], unsure(cards[2], 0.7, "K", 0.25), cards[3])
    weak = Doubt(DoubtCode.LOW_CONFIDENCE, (2,), "this is Q or K: only 70% sure")
    cut = Doubt(DoubtCode.CUT_OFF, (2,), "the Q is cut off by the photo's edge")
    another = Doubt(DoubtCode.LOW_CONFIDENCE, (0,), "this is a king: only 90% sure")
    reading = PhotoReading("played.jpg", 800, 600, StageTimes(1, 1, 1), cards, (weak, cut, another))
    assert voted(reading).doubts == (cut, another)
