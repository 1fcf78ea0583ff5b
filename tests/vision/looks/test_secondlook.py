"""A second look at indices that the finder took for standing another way than they do."""

import cv2
import numpy as np
import pytest

from scorer.faces import FACES, Face
from vision.corners import CornerKind, Corners, Readings
from vision.looks.patches import cut_patches
from vision.looks.secondlook import (
    LONGER,
    look_again,
    look_at_sizes,
    look_for_whole_marks,
    look_upside_down,
    turned_quad,
)

FOUR = FACES.index(FACES[0])
NONE = len(FACES)
JOKER = FACES.index(Face.WILD_50)
CARD = np.array([[100, 100], [240, 100], [240, 300], [100, 300]], np.float32)


class ReadsArrows:
    """Reads a face where a patch is light above and dark below, within some 20 degrees; all else is no index."""

    patch_px = 48

    def __init__(self, face: int = FOUR) -> None:
        self.calls, self.face = 0, face

    def read(self, patches: np.ndarray) -> Readings:
        self.calls += 1
        faces = np.zeros((len(patches), NONE + 1), np.float32)
        for row, patch in enumerate(patches):
            light = patch.mean(2)[8:40, 8:40]
            down, across = light[:16].mean() - light[16:].mean(), light[:, :16].mean() - light[:, 16:].mean()
            sees = down > 20 and abs(across) < down * 0.36
            faces[row, self.face if sees else NONE] = 0.95
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


def test_nothing_is_tried_upside_down_that_turns() -> None:
    corners, readings, _calls = looked(one(CARD), 180)
    assert readings.faces[0].argmax() == NONE
    assert np.array_equal(corners.quads[0], CARD)


def turned_over(corners: Corners, face: int = FOUR) -> tuple[Corners, Readings]:
    image, reader = a_photo_of_an_arrow(180, (118.0, 118.0)), ReadsArrows(face)
    return look_upside_down(image, corners, reader.read(cut_patches(image, corners.boxes, corners.quads, 48)), reader)


def test_what_shows_no_index_is_read_the_other_way_up_and_its_card_turned_over() -> None:
    corners, readings = turned_over(one(CARD))
    assert readings.faces[0].argmax() == FOUR
    assert np.array_equal(corners.quads[0], np.roll(CARD, 2, axis=0))


@pytest.mark.parametrize(
    ("corners", "face"),
    [
        (one(CARD), FACES.index(Face.SIX)),
        (one(CARD), FACES.index(Face.NINE)),
        (one(CARD, score=0.2), FOUR),
        (one(CARD, kind=CornerKind.BACK), FOUR),
    ],
    ids=["six", "nine", "hardly found", "a back"],
)
def test_what_may_be_two_things_or_is_hardly_found_is_not_turned_over(corners: Corners, face: int) -> None:
    after, readings = turned_over(corners, face)
    assert readings.faces[0].argmax() == NONE
    assert np.array_equal(after.quads[0], CARD)


class ReadsSizes:
    """Reads a 4, surer the more of the photo a patch shows; the photo is light left of its middle."""

    patch_px = 48

    def read(self, patches: np.ndarray) -> Readings:
        light = (patches.mean(axis=(1, 2, 3)) / 255)[:, None]
        faces = np.zeros((len(patches), NONE + 1), np.float32)
        faces[:, [FOUR]], faces[:, [NONE]] = light, 1 - light
        return Readings(faces, np.zeros((len(patches), 5), np.float32), np.zeros((len(patches), 3), np.float32))


@pytest.mark.parametrize("ring", [255, 230, 0])
def test_an_unsure_index_is_the_mean_of_what_its_sizes_show(ring: int) -> None:
    image = np.full((400, 400, 3), ring, np.uint8)
    image[90:146, 90:146] = 200
    corners, reader = one(CARD), ReadsSizes()
    alone = reader.read(cut_patches(image, corners.boxes, corners.quads, 48))
    after = look_at_sizes(image, corners, alone, reader)
    light = [alone.faces[0, FOUR]]
    for size in (0.88, 1.14, 1.32):
        half = 16 * size
        box = np.array([[118 - half, 118 - half, 118 + half, 118 + half]], np.float32)
        light.append(reader.read(cut_patches(image, box, corners.quads, 48)).faces[0, FOUR])
    assert after.faces[0, FOUR] == pytest.approx(np.mean(light), abs=1e-5)
    assert (after.faces[0, FOUR] < alone.faces[0, FOUR]) == (ring == 0)


def test_a_sure_index_is_not_read_at_other_sizes() -> None:
    image = np.full((400, 400, 3), 240, np.uint8)
    image[60:180, 60:180] = 250
    corners, reader = one(CARD), ReadsSizes()
    alone = reader.read(cut_patches(image, corners.boxes, corners.quads, 48))
    assert alone.faces[0, FOUR] > 0.93
    assert look_at_sizes(image, corners, alone, reader) is alone


@pytest.mark.parametrize(
    ("corners", "degrees"),
    [(one(CARD), 0), (one(CARD, score=0.2), 90), (one(CARD, kind=CornerKind.BACK), 90)],
    ids=["well read", "hardly found", "a back"],
)
def test_what_needs_no_second_look_gets_none(corners: Corners, degrees: float) -> None:
    again, _readings, calls = looked(corners, degrees)
    assert calls == 1
    assert again is corners


class ReadsSpot:
    """Reads a joker where a white spot lies in the middle of a patch; all else is no index."""

    patch_px = 48

    def __init__(self, likelihood: float = 0.95) -> None:
        self.likelihood = likelihood

    def read(self, patches: np.ndarray) -> Readings:
        faces = np.zeros((len(patches), NONE + 1), np.float32)
        for row, patch in enumerate(patches):
            sees = patch[21:27, 21:27].mean() > 200
            faces[row, JOKER], faces[row, NONE] = (self.likelihood, 1 - self.likelihood) if sees else (0, 1)
        return Readings(faces, np.zeros((len(patches), 5), np.float32), np.zeros((len(patches), 3), np.float32))


def looked_for_more(
    spot: tuple[float, float],
    *,
    degrees: float = 0,
    likelihood: float = 0.95,
    score: float = 0.8,
    kind: CornerKind = CornerKind.JOKER,
    first: float = 0.1,
) -> np.ndarray:
    """Return the faces of a piece of a mark 32 px long, with a spot so many px right of and below its middle."""
    corners = one(turned_quad(CARD, np.array([102, 102, 134, 134], np.float32), degrees), score, kind)
    image = np.zeros((400, 400, 3), np.uint8)
    x, y = (round(118 + value) for value in spot)
    image[y - 5 : y + 5, x - 5 : x + 5] = 255
    faces = np.zeros((1, NONE + 1), np.float32)
    faces[0, JOKER], faces[0, NONE] = first, 1 - first
    readings = Readings(faces, np.zeros((1, 5), np.float32), np.zeros((1, 3), np.float32))
    return look_for_whole_marks(image, corners, readings, ReadsSpot(likelihood)).faces[0]


FURTHER = (LONGER - 1) / 2 * 32
"""How far the middle of the whole mark lies from that of its first piece, px."""


@pytest.mark.parametrize(
    ("spot", "degrees"),
    [((0, 0), 0), ((FURTHER, 0), 0), ((0, FURTHER), 0), ((0, FURTHER), 90), ((-FURTHER, 0), 90)],
    ids=["around", "right", "below", "right of one on its side", "below one on its side"],
)
def test_the_beginning_of_a_joker_s_word_is_read_with_what_follows(spot: tuple[float, float], degrees: float) -> None:
    assert looked_for_more(spot, degrees=degrees)[JOKER] == pytest.approx(0.95)


@pytest.mark.parametrize(
    "unlike",
    [
        {"spot": (-FURTHER, 0)},
        {"likelihood": 0.8},
        {"score": 0.3},
        {"kind": CornerKind.INDEX},
        {"first": 0.75},
    ],
    ids=["before it", "unsure", "hardly found", "no joker's mark", "read already"],
)
def test_what_is_no_first_piece_of_an_unread_joker_stays_as_it_is(unlike: dict[str, object]) -> None:
    what = {"spot": (FURTHER, 0.0), "first": 0.1} | unlike
    assert looked_for_more(**what)[JOKER] == pytest.approx(what["first"])  # type: ignore[arg-type]
