"""Annotated photos: what a pile is, and what is in doubt, stays legible."""

import numpy as np
import pytest

from handfoot.annotate import DOUBT, PileMark, annotate_reading
from scorer.faces import Face
from tests.vision.factories import seen
from vision.photoreading import PhotoReading, StageTimes


def test_no_frame_runs_through_what_another_pile_is_called() -> None:
    cards = (seen(Face.KING, 600, 500), seen(Face.SEVEN, 600, 340), seen(Face.SEVEN, 660, 620))
    reading = PhotoReading("a.jpg", 1200, 900, StageTimes(1, 1, 1), cards, ())
    photo = np.full((900, 1200, 3), 128, np.uint8)
    meld, around = PileMark((0,), "meld", "K meld 10"), PileMark((1, 2), "clean", "7 clean 500")
    alone = annotate_reading(photo, reading, [meld])[:900]
    both = annotate_reading(photo, reading, [meld, around])[:900]
    written = (alone == 255).all(axis=2)
    assert written.sum() > 100
    assert not (alone[written] != both[written]).any()


def test_what_is_in_doubt_is_written_whole_below_a_narrow_photo() -> None:
    def written(height: int, width: int) -> int:
        reading = PhotoReading("a.jpg", width, height, StageTimes(1, 1, 1), (), ())
        say = "fanned-1.jpg and fanned-2.jpg seem to show the same cards: they count once"
        legend = annotate_reading(np.zeros((height, width, 3), np.uint8), reading, doubts=[((), say)])[height:]
        assert (legend[:, -3:] == 255).all()
        return int((legend == DOUBT[::-1]).all(axis=2).sum())

    # A letter that begins between two px is drawn a little otherwise.
    assert written(1200, 420) == pytest.approx(written(840, 1200), rel=0.03)
    assert written(1200, 420) > 500


def test_what_is_wrong_with_the_photo_itself_is_written_before_its_many_cards() -> None:
    cards = tuple(seen(Face.KING, 100 + 90 * number, 300) for number in range(10))
    reading = PhotoReading("a.jpg", 1200, 600, StageTimes(1, 1, 1), cards, ())
    photo = np.full((600, 1200, 3), 128, np.uint8)
    whole, of_cards = ((), "a mirror image"), [((number,), "a king or an ace") for number in range(10)]
    alone, many, others = (
        annotate_reading(photo, reading, doubts=some)[600:] for some in ([whole], [*of_cards, whole], of_cards)
    )
    written = slice(0, len(alone) - 10)
    assert (many[written] == alone[written]).all()
    assert (others[written] != alone[written]).any()
