"""A rendered photo made worse in one way at a time; what was read in it stays as it was."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.factories import seen
from vision.coach import AdviceCode, advise
from vision.laying.piles import PhotoRole
from vision.photoreading import PhotoReading, StageTimes
from vision.photos.frames import Frame, load_photo
from vision.read import default_card_reader
from vision.seen import SeenCard, as_box

SAMPLE = Path(__file__).parents[2] / "datasets" / "samples" / "Table 1" / "Ben" / "played-1.jpg"


@pytest.fixture(scope="module")
def photo() -> tuple[Frame, PhotoReading]:
    frame = load_photo(SAMPLE)
    return frame, default_card_reader().read(frame)


def codes(image: np.ndarray, reading: PhotoReading, role: PhotoRole = PhotoRole.PLAYED) -> set[AdviceCode]:
    return {advice.code for advice in advise(image.astype(np.uint8), reading, role)}


def reading_of(*cards: SeenCard) -> PhotoReading:
    return PhotoReading("a.jpg", 1200, 900, StageTimes(1.0, 1.0, 1.0), cards, ())


PAPER = np.full((900, 1200, 3), 200, np.uint8)


def test_a_good_photo_needs_no_advice(photo: tuple[Frame, PhotoReading]) -> None:
    frame, reading = photo
    assert codes(frame.image, reading) == set()


def test_a_smaller_copy_is_judged_as_the_photo_is(photo: tuple[Frame, PhotoReading]) -> None:
    frame, reading = photo
    small = cv2.resize(frame.image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    assert codes(np.asarray(small), reading) == set()


def test_a_dark_photo_asks_for_light(photo: tuple[Frame, PhotoReading]) -> None:
    frame, reading = photo
    assert AdviceCode.TOO_DARK in codes(frame.image * 0.3, reading)


@pytest.mark.parametrize("zoom", [1.0, 0.5])
def test_a_light_card_on_a_large_dark_cloth_lies_in_light_enough(zoom: float) -> None:
    card = seen("K", 300, 300)
    cloth = np.full((900, 1200, 3), 30, np.uint8)
    cv2.fillConvexPoly(cloth, np.round(card.corners).astype(np.int32), (230, 230, 230))
    small = np.asarray(cv2.resize(cloth, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    assert AdviceCode.TOO_DARK not in codes(small, reading_of(card))
    assert AdviceCode.TOO_DARK in codes(small, reading_of())


def test_a_blurred_photo_asks_for_a_still_hand(photo: tuple[Frame, PhotoReading]) -> None:
    frame, reading = photo
    assert codes(np.asarray(cv2.GaussianBlur(frame.image, (0, 0), 6)), reading) == {AdviceCode.BLURRED}


def test_a_lamp_on_a_card_is_shown_where_it_shines(photo: tuple[Frame, PhotoReading]) -> None:
    frame, reading = photo
    card = reading.cards[0]
    x, y = card.corners.mean(axis=0)
    shone = frame.image.copy()
    cv2.circle(shone, (round(x), round(y)), round(card.width_px / 3), (255, 255, 255), -1)
    glare = [advice for advice in advise(shone, reading) if advice.code is AdviceCode.GLARE]
    (x1, y1, x2, y2), *_ = glare[0].boxes
    assert x1 < x < x2
    assert y1 < y < y2


def test_small_indices_ask_to_go_closer(photo: tuple[Frame, PhotoReading]) -> None:
    frame, reading = photo
    index = max(x2 - x1 for card in reading.cards for x1, _, x2, _ in (index.box for index in card.indices))
    zoom = 10 / index
    cards = tuple(
        replace(card, indices=tuple(replace(one, box=as_box(zoom * np.array(one.box))) for one in card.indices))
        for card in reading.cards
    )
    small = replace(reading, cards=cards)
    assert AdviceCode.TOO_FAR in codes(frame.image, small)


def test_cards_that_reach_over_the_edge_are_marked() -> None:
    advice = advise(PAPER, reading_of(seen("K", 300, 300), seen("Q", 20, 300), seen("J", 600, 880)))
    (cut,) = [one for one in advice if one.code is AdviceCode.CUT_OFF]
    assert cut.say == "2 cards are cut off at the edge: move so that all cards show."
    assert cut.boxes == ((0.0, 230.0, 70.0, 370.0), (550.0, 810.0, 650.0, 900.0))


def test_cards_face_down_are_to_be_turned_among_those_left_only() -> None:
    reading = reading_of(seen("K", 300, 300), seen(None, 600, 300))
    assert AdviceCode.FACE_DOWN in codes(PAPER, reading, PhotoRole.LEFT)
    assert AdviceCode.FACE_DOWN not in codes(PAPER, reading, PhotoRole.PLAYED)


@pytest.mark.parametrize(("grey", "code"), [(200, AdviceCode.NO_CARDS), (20, AdviceCode.TOO_DARK)])
def test_a_photo_without_a_card_says_why(grey: int, code: AdviceCode) -> None:
    assert codes(np.full((900, 1200, 3), grey), reading_of()) == {code}


def test_advice_is_a_sentence() -> None:
    (advice,) = advise(PAPER, reading_of())
    assert advice.say[0].isupper()
    assert advice.say.endswith(".")
