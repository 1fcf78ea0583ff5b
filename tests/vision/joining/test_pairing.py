"""Which corners are of one card, and which end of it comes first."""

from dataclasses import replace

import numpy as np
import pytest

from scorer.faces import Face
from tests.vision.factories import Corner, corners_of, quad_at, readings_of
from vision.corners import Corners
from vision.joining.pairing import group_faces


def turned_about(corners: Corners, quarters: int, size: tuple[int, int]) -> Corners:
    """Return the corners of a photo of this size, px, turned clockwise by so many quarters."""
    boxes, quads = corners.boxes, corners.quads
    for _ in range(quarters):
        down = size[1]
        boxes = np.stack([down - boxes[:, 3], boxes[:, 0], down - boxes[:, 1], boxes[:, 2]], axis=1)
        quads = np.stack([down - quads[..., 1], quads[..., 0]], axis=-1)
        size = (size[1], size[0])
    return replace(corners, boxes=boxes, quads=quads)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_card_begins_at_the_end_that_is_up_as_most_cards_stand(quarters: int) -> None:
    whole = [Corner(Face.KING, quad_at(600, 300), end=end) for end in (2, 0)]
    fan = [Corner(face, quad_at(200 + 60 * k, 300)) for k, face in enumerate((Face.ACE, Face.QUEEN, Face.TEN))]
    corners, readings = turned_about(corners_of(*whole, *fan), quarters, (900, 700)), readings_of(*whole, *fan)
    groups = group_faces(corners, readings)
    assert sorted(groups) == [[1, 0], [2], [3], [4]]


def test_where_each_card_shows_both_ends_the_photo_s_own_top_counts() -> None:
    whole = [Corner(Face.KING, quad_at(600, 300), end=end) for end in (2, 0)]
    assert group_faces(corners_of(*whole), readings_of(*whole)) == [[1, 0]]
    assert group_faces(turned_about(corners_of(*whole), 2, (900, 700)), readings_of(*whole)) == [[0, 1]]
