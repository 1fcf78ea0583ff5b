"""A second look at indices that the finder took for standing another way than they do."""

import cv2
import numpy as np
import pytest

from scorer.faces import FACES
from vision.corners import CornerKind, Corners, Readings
from vision.patches import cut_patches
from vision.secondlook import look_again, turned_quad

FOUR = FACES.index(FACES[0])
NONE = len(FACES)
CARD = np.array([[100, 100], [240, 100], [240, 300], [100, 300]], np.float32)


class ReadsArrows:
    """Reads a 4 where a patch is light above and dark below, within some 20 degrees; all else is no index."""

    patch_px = 48

    def __init__(self) -> None:
        self.calls = 0

    def read(self, patches: np.ndarray) -> Readings:
        self.calls += 1
        faces = np.zeros((len(patches), NONE + 1), np.float32)
        for row, patch in enumerate(patches):
            light = patch.mean(2)[8:40, 8:40]
            down, across = light[:16].mean() - light[16:].mean(), light[:, :16].mean() - light[:, 16:].mean()
            sees = down > 20 and abs(across) < down * 0.36
            faces[row, FOUR if sees else NONE] = 0.95
        return Readings(faces, np.zeros((len(patches), 5), np.float32), np.zeros((len(patches), 3), np.float32))


def a_photo_of_an_arrow(degrees: float, centre: tuple[float, float]) -> np.ndarray:
    """Return a photo of a mark, light above and dark below, turned clockwise about its centre."""
    mark = np.full((400, 400, 3), 128, np.uint8)
    x, y = (round(value) for value in centre)
    mark[y - 40 : y, x - 40 : x + 40] = 230
    mark[y : y + 40, x - 40 : x + 40] = 20
    return cv2.warpAffine(mark, cv2.getRotationMatrix2D(centre, -degrees, 1.0), (400, 400), borderValue=(128,) * 3)


def one(quad: np.ndarray, score: float = 0.8, kind: CornerKind = CornerKind.INDEX) -> Corners:
    box = np.array([[102, 102, 134, 134]], np.float32)
    return Corners(box, quad[None].astype(np.float32), np.array([score], np.float32), np.array([int(kind)]))


def looked(corners: Corners, degrees: float) -> tuple[Corners, Readings, int]:
    image, reader = a_photo_of_an_arrow(degrees, (118.0, 118.0)), ReadsArrows()
    first = reader.read(cut_patches(image, corners.boxes, corners.quads, 48))
    again, readings = look_again(image, corners, first, reader)
    return again, readings, reader.calls


@pytest.mark.parametrize("degrees", [-90, -60, -30, 30, 60, 90])
def test_an_index_that_stands_askew_of_its_card_is_read_and_its_card_turned(degrees: int) -> None:
    corners, readings, _calls = looked(one(CARD), degrees)
    assert readings.faces[0].argmax() == FOUR
    across = corners.quads[0, 1] - corners.quads[0, 0]
    assert np.degrees(np.arctan2(across[1], across[0])) == pytest.approx(degrees, abs=1)


def test_a_quarter_turn_keeps_the_card_s_corners() -> None:
    for degrees in (-90, 90):
        turned = turned_quad(CARD, np.array([102, 102, 134, 134], np.float32), degrees)
        assert {tuple(point) for point in turned.round()} == {tuple(point) for point in CARD}


def test_nothing_is_tried_upside_down() -> None:
    corners, readings, _calls = looked(one(CARD), 180)
    assert readings.faces[0].argmax() == NONE
    assert np.array_equal(corners.quads[0], CARD)


@pytest.mark.parametrize(
    ("corners", "degrees"),
    [(one(CARD), 0), (one(CARD, score=0.2), 90), (one(CARD, kind=CornerKind.BACK), 90)],
    ids=["well read", "hardly found", "a back"],
)
def test_what_needs_no_second_look_gets_none(corners: Corners, degrees: float) -> None:
    again, _readings, calls = looked(corners, degrees)
    assert calls == 1
    assert again is corners
