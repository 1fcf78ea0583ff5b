"""What is weak in a card, by itself."""

from dataclasses import replace

import numpy as np
import pytest

from scorer.faces import Face
from tests.vision.factories import seen
from vision.doubting.doubts import (
    CHOSEN,
    Doubt,
    DoubtCode,
    Thresholds,
    about_the_whole,
    card_doubts,
    reading_doubts,
)
from vision.seen import RunnerUp, SeenCard, moved

WIDTH, HEIGHT = 800, 600
SURE = replace(seen("K", 300, 300), confidence=0.999)


def codes(card: SeenCard, thresholds: Thresholds = CHOSEN) -> list[DoubtCode]:
    """Return why the second of three cards is in doubt; the others are not."""
    found = card_doubts((SURE, card, SURE), WIDTH, HEIGHT, thresholds)
    assert all(doubt.about == (1,) for doubt in found)
    return [doubt.code for doubt in found]


def shrunk(card: SeenCard, size: float) -> SeenCard:
    return moved(card, np.diag([size, size, 1.0]))


@pytest.mark.parametrize(
    ("x", "y", "degrees"),
    [(45, 300, 0), (WIDTH - 45, 300, 180), (300, 65, 0), (300, HEIGHT - 65, 180)],
    ids=["left", "right", "top", "bottom"],
)
def test_a_card_none_of_whose_indices_is_wholly_in_the_photo_is_cut_off(x: float, y: float, degrees: float) -> None:
    whole = replace(seen("K", x, y, degrees), confidence=0.999)
    assert codes(replace(whole, indices=whole.indices[:1])) == [DoubtCode.CUT_OFF]
    assert codes(whole) == [], "its other end shows"


def test_a_card_all_of_whose_indices_are_small_is_hardly_to_be_read() -> None:
    small, large = shrunk(SURE, 0.4), shrunk(SURE, 0.6)
    assert codes(small) == [DoubtCode.TINY_INDEX]
    assert codes(replace(small, indices=(small.indices[0], large.indices[1]))) == []


def test_a_face_that_is_not_sure_is_in_doubt_with_the_next_best() -> None:
    jack = replace(SURE, confidence=0.98, runners_up=(RunnerUp(Face.JACK, 0.015),))
    (doubt,) = card_doubts((jack,), WIDTH, HEIGHT)
    assert (doubt.code, doubt.say) == (DoubtCode.LOW_CONFIDENCE, "this is a king or a jack: only 98% sure")
    assert codes(jack, Thresholds(sure=0.9)) == []


def test_indices_that_disagree_are_in_doubt_and_of_one_that_is_not_read_the_others_tell() -> None:
    first, second = SURE.indices
    other = replace(SURE, indices=(first, replace(second, face=Face.QUEEN)))
    assert codes(other) == codes(replace(other, confidence=0.5)) == [DoubtCode.CORNERS_DISAGREE]
    assert codes(replace(SURE, indices=(first, replace(second, face=Face.UNREAD)))) == []


def test_what_may_be_none_is_in_doubt_and_what_lies_face_down_is_not() -> None:
    assert codes(replace(SURE, presence=0.99)) == [DoubtCode.MAYBE_NONE]
    assert codes(replace(SURE, presence=0.99), Thresholds(there=0.9)) == []
    assert codes(replace(seen(None, 300, 300), presence=0.5)) == []


def test_of_a_card_that_is_not_read_nothing_else_is_said() -> None:
    assert codes(replace(seen("?", 45, 300, corners=1), confidence=0.0, presence=0.5)) == [DoubtCode.UNREAD_CARD]


def test_a_photo_without_cards_says_so_and_that_is_no_doubt_about_it_once_it_has_some() -> None:
    nothing = reading_doubts((), WIDTH, HEIGHT)
    assert [doubt.code for doubt in nothing] == [DoubtCode.NO_CARDS]
    dark, weak = Doubt(DoubtCode.TOO_DARK, (), "dark"), Doubt(DoubtCode.MAYBE_NONE, (0,), "weak")
    assert about_the_whole((*nothing, weak, dark)) == (dark,)
