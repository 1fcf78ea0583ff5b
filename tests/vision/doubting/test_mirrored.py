"""Mirror images, as some cameras beside a screen make them."""

from pathlib import Path

import numpy as np
import pytest

from vision.coach import AdviceCode, advise
from vision.doubting.doubts import DoubtCode
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame, load_photo
from vision.read import default_card_reader

SAMPLE = Path(__file__).parents[3] / "datasets" / "samples" / "Table 1" / "Ben" / "played-1.jpg"


@pytest.fixture(scope="module")
def readings() -> tuple[PhotoReading, PhotoReading]:
    """Return a photo as it was read, and its mirror image."""
    reader, image = default_card_reader(), load_photo(SAMPLE).image
    mirrored = np.ascontiguousarray(image[:, ::-1])
    return reader.read(Frame("a.jpg", image)), reader.read(Frame("a.jpg", mirrored))


def codes(reading: PhotoReading) -> list[DoubtCode]:
    return [doubt.code for doubt in reading.doubts if not doubt.about]


def test_a_mirror_image_is_in_doubt_as_a_whole(readings: tuple[PhotoReading, PhotoReading]) -> None:
    assert [DoubtCode.MIRRORED in codes(reading) for reading in readings] == [False, True]


def test_it_is_told_how_to_take_it(readings: tuple[PhotoReading, PhotoReading]) -> None:
    image = load_photo(SAMPLE).image
    told = [{advice.code for advice in advise(image, reading)} for reading in readings]
    assert [AdviceCode.MIRRORED in one for one in told] == [False, True]


def test_a_photo_of_nothing_is_no_mirror_image() -> None:
    reading = default_card_reader().read(Frame("a.jpg", np.full((300, 400, 3), 200, np.uint8)))
    assert codes(reading) == [DoubtCode.NO_CARDS]
