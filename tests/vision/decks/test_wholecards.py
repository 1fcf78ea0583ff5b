"""What a whole card says beside its index."""

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from tests.vision.factories import Corner, corners_of, quad_at, readings_of
from vision.corners import READER_FACES, CornerKind, Readings
from vision.nets import default_face_reader
from vision.outlining.wholefaces import MARGIN, cut_cards, read_as_outlined, with_their_faces

SIZE = (80, 112)
BOTH = np.array([True, True])
SIX, NINE = FACES.index(Face.SIX), FACES.index(Face.NINE)


def photo_of(quad: NDArray[np.float32], size: int = 700) -> NDArray[np.uint8]:
    """Return a photo with a white card whose upper left quarter is dark."""
    photo = np.full((size, size, 3), 90, np.uint8)
    cv2.fillConvexPoly(photo, quad.astype(np.int32), (250, 250, 250))
    middle = quad.mean(axis=0)
    quarter = np.array([quad[0], (quad[0] + quad[1]) / 2, middle, (quad[0] + quad[3]) / 2])
    cv2.fillConvexPoly(photo, quarter.astype(np.int32), (20, 20, 20))
    return photo


@pytest.mark.parametrize("degrees", [0, 33, 90, 200])
@pytest.mark.parametrize("larger", [1, 4])
def test_cards_are_cut_upright_with_a_margin(degrees: float, larger: int) -> None:
    quad = quad_at(350, 350, degrees) * larger
    (crop,) = cut_cards(photo_of(quad, 700 * larger), quad[None], SIZE)
    assert crop.shape == (112, 80, 3)
    left, top = round(MARGIN * 80), round(MARGIN * 112)
    assert crop[top + 4 : 50, left + 4 : 36].mean() < 40
    assert crop[62 : -top - 4, 46 : -left - 4].mean() > 230
    assert crop[: top - 3, : left - 3].mean() == pytest.approx(90, abs=12)


@dataclass(frozen=True)
class Says:
    """A reader of whole cards that says the same of every one."""

    said: NDArray[np.float32]
    crop_px: tuple[int, int] = SIZE

    def read_faces(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        return np.tile(self.said, (len(crops), 1))


def sure_of(face: int) -> NDArray[np.float32]:
    said = np.full(len(FACES), 0.001, np.float32)
    said[face] = 1 - 0.001 * (len(FACES) - 1)
    return said


def test_an_unsure_index_is_told_by_the_whole_card_and_a_sure_one_is_not_overruled() -> None:
    quad = quad_at(350, 350)
    corners = [Corner(Face.SIX, quad, sure=0.5), Corner(Face.SIX, quad, sure=0.9999)]
    readings = with_their_faces(photo_of(quad), corners_of(*corners), readings_of(*corners), Says(sure_of(NINE)), BOTH)
    assert list(readings.faces[:, : len(FACES)].argmax(axis=1)) == [NINE, SIX]


def test_a_card_that_is_not_asked_for_is_left_as_its_index_has_it() -> None:
    quad = quad_at(350, 350)
    corners = [Corner(Face.SIX, quad, sure=0.5), Corner(Face.SIX, quad, sure=0.5)]
    before = readings_of(*corners)
    after = with_their_faces(photo_of(quad), corners_of(*corners), before, Says(sure_of(NINE)), np.array([False, True]))
    assert (after.faces[0] == before.faces[0]).all()
    assert after.faces[1, : len(FACES)].argmax() == NINE


def test_how_likely_a_corner_is_no_index_stays_as_it_was() -> None:
    quad = quad_at(350, 350)
    corners = [Corner(None, quad, sure=0.7), Corner(Face.SIX, quad)]
    before = readings_of(*corners)
    after = with_their_faces(photo_of(quad), corners_of(*corners), before, Says(sure_of(NINE)), BOTH)
    none = READER_FACES.index(None)
    assert after.faces[:, none] == pytest.approx(before.faces[:, none])
    assert after.faces.sum(axis=1) == pytest.approx([1, 1])


def test_an_unsure_index_is_told_by_what_it_reads_as_outlined_and_one_that_reads_nothing_then_stays_as_it_was() -> None:
    quad = quad_at(350, 350)
    as_found = readings_of(*(Corner(Face.SIX, quad, sure=sure) for sure in (0.3, 0.3, 0.9999, 0.3)))
    faces = np.stack([sure_of(NINE), np.zeros(len(FACES), np.float32), sure_of(NINE), sure_of(NINE)])
    none = np.array([[0.0], [1.0], [0.0], [0.0]], np.float32)
    outlined = Readings(np.concatenate([faces, none], axis=1), as_found.suits, as_found.inks)
    readings = read_as_outlined(as_found, outlined, np.array([True, True, True, False]))
    assert list(readings.faces[:, : len(FACES)].argmax(axis=1)) == [NINE, SIX, SIX, SIX]
    assert (readings.faces[3] == as_found.faces[3]).all()
    assert readings.faces.sum(axis=1) == pytest.approx([1, 1, 1, 1])


@pytest.mark.parametrize("kind", [CornerKind.BACK, CornerKind.INDEX])
def test_backs_and_cards_seen_from_their_edge_are_left_alone(kind: CornerKind) -> None:
    quad = quad_at(350, 350)
    if kind is not CornerKind.BACK:
        quad[2:] = quad[:2][::-1] + np.float32([0, 4])
    corner = Corner(Face.SIX, quad, sure=0.5, kind=kind)
    before = readings_of(corner)
    after = with_their_faces(photo_of(quad_at(350, 350)), corners_of(corner), before, Says(sure_of(NINE)), BOTH[:1])
    assert after.faces == pytest.approx(before.faces)


def test_the_net_that_ships_takes_no_card_as_well_as_many() -> None:
    reader = default_face_reader()
    width, height = reader.crop_px
    assert reader.read_faces(np.empty((0, height, width, 3), np.uint8)).shape == (0, len(FACES))
    said = reader.read_faces(np.full((3, height, width, 3), 200, np.uint8))
    assert said.sum(axis=1) == pytest.approx([1, 1, 1], abs=1e-3)
