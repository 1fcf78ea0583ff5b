"""A jack without a suit among cards that show theirs may be a joker."""

from dataclasses import replace

import pytest

from scorer.faces import Face
from vision.corners import CornerKind, Ink, Suit
from vision.doubting.jacks import A_JOKER, with_doubtful_jacks
from vision.seen import RunnerUp, SeenCard, SeenIndex


def card(face: Face | None, suit: Suit | None = Suit.HEARTS, *others: tuple[Face, float]) -> SeenCard:
    sure = 1 - sum(chance for _, chance in others)
    index = SeenIndex((0.0, 0.0, 10.0, 20.0), face or Face.UNREAD, sure, CornerKind.INDEX, 0.9)
    quad = ((0.0, 0.0), (100.0, 0.0), (100.0, 140.0), (0.0, 140.0))
    return SeenCard(face, suit, Ink.RED, sure, quad, (index,), tuple(RunnerUp(*other) for other in others))


SEVENS = (card(Face.SEVEN),) * 5
JACK = card(Face.JACK, None, (Face.SEVEN, 0.02), (Face.WILD_50, 0.01))


def test_it_may_be_a_joker_where_the_others_show_their_suits() -> None:
    king = replace(JACK, face=Face.KING)
    *rest, jack = with_doubtful_jacks((*SEVENS, king, JACK))
    assert tuple(rest) == (*SEVENS, king)
    assert jack.face is Face.JACK
    assert jack.runners_up[0] == RunnerUp(Face.WILD_50, A_JOKER)
    assert jack.confidence + sum(other.confidence for other in jack.runners_up) == pytest.approx(1)
    assert jack.confidence / jack.runners_up[1].confidence == pytest.approx(0.97 / 0.02)


def test_nothing_is_said_of_a_jack_with_a_suit_or_among_cards_without() -> None:
    jack = replace(JACK, suit=Suit.CLUBS)
    assert with_doubtful_jacks((*SEVENS, jack)) == (*SEVENS, jack)
    for others in (
        (card(Face.SEVEN, None),) * 5,
        SEVENS[:3],
        (*SEVENS[:3], *(card(Face.NINE, None),) * 2),
        (JACK,) * 6,
    ):
        assert with_doubtful_jacks((*others, JACK)) == (*others, JACK)


def test_what_the_reader_doubted_more_stays() -> None:
    jack = card(Face.JACK, None, (Face.WILD_50, 0.3))
    assert with_doubtful_jacks((*SEVENS, jack)) == (*SEVENS, jack)


def test_cards_face_down_unread_ones_jokers_and_other_jacks_tell_nothing() -> None:
    others = (*(card(face, None) for face in (None, Face.UNREAD, Face.WILD_50, Face.JACK)), *SEVENS[:4])
    assert with_doubtful_jacks((*others, JACK))[-1].runners_up[0].face is Face.WILD_50
