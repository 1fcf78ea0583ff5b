"""Two indices side by side in one box: another card may lie there, and is asked for."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.faces import Face
from tests.vision.factories import readings_of_faces, seen
from vision.corners import Image, Ink, Readings
from vision.doubting.sidebyside import MAY_LIE, side_by_side
from vision.joining.presence import possible
from vision.seen import SeenCard

PHOTO: Image = np.zeros((600, 600, 3), np.uint8)


class Reads:
    """Reads each two patches as two faces; counts how often it is asked."""

    patch_px = 48

    def __init__(self, first: Face | None, second: Face | None) -> None:
        self.faces, self.asked = (first, second), 0

    def read(self, patches: NDArray[np.uint8]) -> Readings:
        self.asked += 1
        return readings_of_faces([(face, None, Ink.BLACK) for face in self.faces * (len(patches) // 2)])


def long_one(card: SeenCard, across: float, down: float = 1.0) -> SeenCard:
    """Return a card whose first index has a box so many times as long and as high, from its lower right on."""
    first, *rest = card.indices
    x1, y1, x2, y2 = first.box
    return replace(card, indices=(replace(first, box=(x2 - across * (x2 - x1), y2 - down * (y2 - y1), x2, y2)), *rest))


@pytest.mark.parametrize(
    ("degrees", "across", "down", "away"),
    [
        pytest.param(0, 2.0, 1.0, (-12, 0), id="upright"),
        pytest.param(90, 1.0, 2.0, (0, -12), id="on its side"),
        pytest.param(180, 2.0, 1.0, (12, 0), id="upside down"),
    ],
)
def test_a_card_more_may_lie_where_both_halves_read_as_the_whole(
    degrees: float, across: float, down: float, away: tuple[float, float]
) -> None:
    card = long_one(seen(Face.WILD_20, 300, 300, degrees), across, down)
    (other,) = possible(side_by_side(PHOTO, (card, seen(Face.KING, 300, 500)), Reads(Face.WILD_20, Face.WILD_20)))
    assert (other.face, other.presence) == (Face.WILD_20, MAY_LIE)
    assert other.corners - card.corners == pytest.approx(np.tile(away, (4, 1)), abs=0.1)
    (whole,), (half,) = card.indices[:1], other.indices
    assert whole.box[0] <= half.box[0] and half.box[2] <= whole.box[2]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(Face.WILD_20, None, id="a half is no index"),
        pytest.param(None, Face.WILD_20, id="the other half is none"),
        pytest.param(Face.ACE, Face.ACE, id="both read as another face"),
    ],
)
def test_none_lies_there_where_the_halves_read_otherwise(first: Face | None, second: Face | None) -> None:
    card = long_one(seen(Face.WILD_20, 300, 300), 2.0)
    assert side_by_side(PHOTO, (card,), Reads(first, second)) == ()


@pytest.mark.parametrize(
    "card",
    [
        pytest.param(seen(Face.TEN, 300, 300), id="both as long"),
        pytest.param(long_one(seen(Face.TEN, 300, 300, corners=1), 2.0), id="its only index"),
        pytest.param(long_one(seen(Face.TEN, 300, 300), 1.6), id="the other one half hidden"),
        pytest.param(long_one(seen(Face.TEN, 300, 300), 3.0), id="three times as long"),
        pytest.param(long_one(seen(Face.TEN, 300, 300), 2.0, 2.0), id="nearer to the camera"),
        pytest.param(long_one(seen(Face.TEN, 300, 300), 1.0, 2.0), id="twice as high"),
        pytest.param(long_one(seen(Face.TEN, 300, 300), 2.0, 0.5), id="half as high"),
        pytest.param(long_one(seen(Face.TEN, 300, 300, 45), 2.0), id="askew"),
        pytest.param(long_one(seen(None, 300, 300), 2.0), id="face down"),
        pytest.param(long_one(seen(Face.UNREAD, 300, 300), 2.0), id="unread"),
    ],
)
def test_other_boxes_are_not_looked_at(card: SeenCard) -> None:
    reader = Reads(Face.TEN, Face.TEN)
    assert side_by_side(PHOTO, (card,), reader) == ()
    assert reader.asked == 0
