"""Photos taken in too little light."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.doubting.doubts import DoubtCode
from vision.doubting.light import is_dark, light_doubts
from vision.photos.frames import Frame, load_photo
from vision.read import default_card_reader

SAMPLE = Path(__file__).parents[3] / "datasets" / "samples" / "Table 1" / "Ben" / "played-1.jpg"


@pytest.fixture(scope="module")
def photo() -> np.ndarray:
    return load_photo(SAMPLE).image


def test_the_same_photo_is_dark_in_little_light_alone(photo: np.ndarray) -> None:
    assert not is_dark(photo)
    assert is_dark((photo * 0.3).astype(np.uint8))


def test_a_large_photo_is_judged_as_a_small_one_is(photo: np.ndarray) -> None:
    for light in (0.3, 0.5, 1.0):
        lit = (photo * light).astype(np.uint8)
        assert is_dark(lit) == is_dark(np.asarray(cv2.resize(lit, None, fx=3, fy=3), np.uint8))


def test_dark_cards_on_a_dark_table_in_good_light_are_not_dark() -> None:
    photo = np.full((600, 800, 3), 25, np.uint8)
    photo[200:320, 300:400] = (60, 170, 210)
    assert light_doubts(photo) == ()


def test_a_dark_photo_without_a_card_is_in_doubt_once() -> None:
    reading = default_card_reader().read(Frame("a.jpg", np.full((300, 400, 3), 20, np.uint8)))
    assert [doubt.code for doubt in reading.doubts] == [DoubtCode.TOO_DARK]


def test_what_is_read_in_a_dark_photo_is_in_doubt_as_a_whole(photo: np.ndarray) -> None:
    reader = default_card_reader()
    dim, good = (reader.read(Frame("a.jpg", (photo * light).astype(np.uint8))) for light in (0.3, 1.0))
    (doubt,) = (doubt for doubt in dim.doubts if doubt.code is DoubtCode.TOO_DARK)
    assert doubt.about == ()
    assert "light" in doubt.say
    assert dim.cards
    assert all(doubt.code is not DoubtCode.TOO_DARK for doubt in good.doubts)
