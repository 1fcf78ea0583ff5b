"""A look where an index should lie that the finder did not see."""

import numpy as np
import pytest

from scorer.faces import FACES, Face
from vision.corners import CornerKind, Corners, Image, Readings
from vision.looks.between import HARDLY_FOUND, look_between

KING, NONE = FACES.index(Face.KING), len(FACES)
CARD = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)
INDEX = np.array([5, 5, 20, 35], np.float32)


class ReadsLight:
    """Reads a king where the middle of a patch is light, nothing where it is dark."""

    patch_px = 48

    def __init__(self) -> None:
        self.patches = 0

    def read(self, patches: np.ndarray) -> Readings:
        self.patches += len(patches)
        light = np.array([patch[20:28, 20:28].mean() for patch in patches]) > 200
        faces = np.zeros((len(patches), NONE + 1), np.float32)
        faces[light, KING], faces[~light, NONE] = 0.95, 0.95
        return Readings(faces, np.zeros((len(patches), 5), np.float32), np.zeros((len(patches), 3), np.float32))


def looked(
    found: list[tuple[float, float]], shown: list[tuple[float, float]], turn: float = 0.0
) -> list[tuple[int, int]]:
    """Return where more kings are read in a photo that shows some at these places, and whose finder found those.

    Places are those of cards, px from the photo's middle; turn: of the whole photo, radians clockwise.
    """
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]], np.float32)
    image: Image = np.zeros((1000, 1000, 3), np.uint8)
    middle = (INDEX[:2] + INDEX[2:]) / 2

    def at(place: tuple[float, float]) -> np.ndarray:
        return (middle + place) @ way + 500

    for place in shown:
        x, y = at(place).round().astype(int)
        image[y - 9 : y + 9, x - 9 : x + 9] = 255
    half = (INDEX[2:] - INDEX[:2]) / 2
    corners = Corners(
        np.array([[*(at(place) - half), *(at(place) + half)] for place in found], np.float32).reshape(-1, 4),
        np.array([(CARD + place) @ way + 500 for place in found], np.float32).reshape(-1, 4, 2),
        np.full(len(found), 0.8, np.float32),
        np.full(len(found), int(CornerKind.INDEX)),
    )
    faces = np.zeros((len(found), NONE + 1), np.float32)
    faces[:, KING] = 1.0
    readings = Readings(faces, np.zeros((len(found), 5), np.float32), np.zeros((len(found), 3), np.float32))
    more, read = look_between(image, corners, readings, ReadsLight())
    assert len(read) == len(more)
    assert (more.scores[len(found) :] == np.float32(HARDLY_FOUND)).all()
    assert (read.faces[len(found) :].argmax(axis=1) == KING).all()
    middles = (more.boxes[len(found) :, :2] + more.boxes[len(found) :, 2:]) / 2
    back = (middles - 500) @ way.T - middle
    return sorted((round(float(x)), round(float(y))) for x, y in back)


@pytest.mark.parametrize("turn", [0.0, 0.5, np.pi / 2, 3.0])
def test_a_gap_in_a_row_is_looked_into(turn: float) -> None:
    row = [(0.0, 0.0), (30.0, 0.0), (90.0, 0.0), (120.0, 0.0)]
    ((x, y),) = looked(row, [*row, (60.0, 0.0)], turn)
    assert x == pytest.approx(60, abs=8)
    assert y == pytest.approx(0, abs=8)


def test_two_may_be_missing_and_a_column_is_a_row() -> None:
    column = [(0.0, 0.0), (0.0, 40.0), (0.0, 80.0), (0.0, 200.0)]
    seen = looked(column, [*column, (0.0, 120.0), (0.0, 160.0)])
    assert [(0 < y - k * 40 + 8 < 16, abs(x) < 8) for k, (x, y) in zip((3, 4), seen, strict=True)] == [(True, True)] * 2


def test_the_row_may_go_on_beyond_its_ends() -> None:
    row = [(0.0, 0.0), (30.0, 2.0), (60.0, 4.0)]
    assert len(looked(row, [*row, (-30.0, -2.0)])) == 1
    assert len(looked(row, [*row, (90.0, 6.0)])) == 1


def test_where_no_index_shows_nothing_is_added() -> None:
    row = [(0.0, 0.0), (30.0, 0.0), (90.0, 0.0), (120.0, 0.0)]
    assert looked(row, row) == []


def test_what_was_found_is_not_found_again() -> None:
    row = [(k * 30.0, 0.0) for k in range(5)]
    assert looked(row, row) == []


def test_two_cards_make_no_row() -> None:
    assert looked([(0.0, 0.0), (60.0, 0.0)], [(0.0, 0.0), (30.0, 0.0), (60.0, 0.0)]) == []
    assert looked([], []) == []


def test_a_card_seen_from_its_edge_makes_no_row() -> None:
    flat = np.zeros((3, 4, 2), np.float32)
    boxes = np.array([[k * 30, 0, k * 30 + 15, 30] for k in range(3)], np.float32)
    corners = Corners(boxes, flat, np.full(3, 0.8, np.float32), np.full(3, int(CornerKind.INDEX)))
    faces = np.zeros((3, NONE + 1), np.float32)
    faces[:, KING] = 1.0
    readings = Readings(faces, np.zeros((3, 5), np.float32), np.zeros((3, 3), np.float32))
    image: Image = np.full((400, 400, 3), 255, np.uint8)
    assert len(look_between(image, corners, readings, ReadsLight())[0]) == 3
