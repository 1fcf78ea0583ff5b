"""Annotated photos: what a pile is stays legible where other piles' frames run by."""

import numpy as np

from handfoot.annotate import PileMark, annotate_reading
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
