"""A black 3 whose suit is not seen may be a red one among cards that show theirs."""

from dataclasses import replace

import numpy as np
import pytest

from scorer.faces import Face
from vision.corners import CornerKind, Ink, Suit
from vision.doubting.threes import A_RED_THREE, RED_IN_GREY, has_colours, with_doubtful_threes
from vision.seen import RunnerUp, SeenCard, SeenIndex


def card(face: Face | None, suit: Suit | None = None, ink: Ink = Ink.BLACK) -> SeenCard:
    index = SeenIndex((0.0, 0.0, 10.0, 20.0), face or Face.UNREAD, 0.99, CornerKind.INDEX, 0.9)
    quad = ((0.0, 0.0), (100.0, 0.0), (100.0, 140.0), (0.0, 140.0))
    return SeenCard(face, suit, ink, 0.99, quad, (index,), (RunnerUp(Face.EIGHT, 0.01),))


THREE = card(Face.BLACK_THREE)
SUITED = (card(Face.SEVEN, Suit.HEARTS, Ink.RED), card(Face.FIVE, Suit.CLUBS))


def red(cards: tuple[SeenCard, ...]) -> float | None:
    """How likely the last card is a red 3, None where it is left as it was read."""
    *_, last = with_doubtful_threes(cards)
    if last is cards[-1]:
        return None
    assert last.face is Face.BLACK_THREE
    assert last.confidence + sum(other.confidence for other in last.runners_up) == pytest.approx(1)
    return next(other.confidence for other in last.runners_up if other.face is Face.RED_THREE)


def test_it_may_be_red_where_other_cards_show_suits() -> None:
    assert red((*SUITED, THREE)) == A_RED_THREE
    assert red((SUITED[0], card(Face.NINE), THREE)) is None


def test_a_three_that_shows_its_suit_or_reads_red_stays() -> None:
    for suit in (Suit.SPADES, Suit.CLUBS):
        assert red((*SUITED, replace(THREE, suit=suit))) is None
    assert red((*SUITED, replace(THREE, face=Face.RED_THREE))) is None


def test_wilds_other_threes_backs_and_unread_cards_tell_nothing() -> None:
    faces = (None, Face.UNREAD, Face.WILD_20, Face.WILD_50, Face.RED_THREE, Face.BLACK_THREE)
    nothing = [card(face, Suit.HEARTS, Ink.RED) for face in faces]
    assert red((*nothing, SUITED[0], THREE)) is None
    assert red((*nothing, *SUITED, THREE)) == A_RED_THREE


def test_in_a_photo_without_colour_a_three_may_be_red_whatever_else_lies_there() -> None:
    grey = np.repeat(np.random.default_rng(1).integers(0, 255, (300, 400, 1), np.uint8), 3, axis=2)
    coloured = grey.copy()
    coloured[100:160, 100:160, 2] = 255
    assert not has_colours(grey)
    assert has_colours(coloured)
    alone = (card(Face.BLACK_THREE),)
    assert red(with_doubtful_threes(alone)) is None
    (told,) = with_doubtful_threes(alone, coloured=False)
    assert told.runners_up[0].face is Face.RED_THREE
    assert told.runners_up[0].confidence == pytest.approx(RED_IN_GREY, abs=0.01)
    shown = (card(Face.BLACK_THREE, Suit.CLUBS),)
    assert with_doubtful_threes(shown, coloured=False) == shown
