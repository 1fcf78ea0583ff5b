"""A 3's colour by the shapes of its pips, whatever its ink."""

import cv2
import numpy as np
import pytest

from scorer.faces import FACES, Face
from vision.corners import CornerKind, Corners, Image, Ink, Readings
from vision.joining.cards import joined_faces
from vision.outlining.suitshapes import told_by_shapes, without_colour

RED, BLACK, EIGHT = (FACES.index(face) for face in (Face.RED_THREE, Face.BLACK_THREE, Face.EIGHT))
CARD = np.array([[100, 60], [240, 60], [240, 256], [100, 256]], np.float32)
INK = {"red": (40, 30, 200), "black": (30, 30, 30), "gold": (60, 190, 220), "blue": (200, 90, 30)}
PAPER = {"white": (245, 245, 245), "black": (20, 20, 20), "green": (30, 60, 20)}


class SeesRound:
    """Sees a red suit where the middle of a card stands out as a disc does, a black one as a square, else neither."""

    crop_px = (80, 112)

    def __init__(self) -> None:
        self.asked = 0

    def chances(self, pictures: np.ndarray) -> np.ndarray:
        self.asked += len(pictures)
        return np.array([self._chance(picture[40:72, 24:56, 0]) for picture in pictures], np.float32)

    def _chance(self, middle: np.ndarray) -> float:
        print_ = np.abs(middle.astype(np.float32) - middle[0, 0]) > 128
        if not print_.any():
            return 0.5
        down, across = np.ptp(np.argwhere(print_), axis=0) + 1
        return 0.999 if print_.sum() < 0.9 * down * across else 0.001


def a_photo(shape: str, ink: str, paper: str) -> Image:
    image = np.full((320, 320, 3), 128, np.uint8)
    cv2.fillConvexPoly(image, CARD.astype(np.int32), PAPER[paper])
    if shape == "round":
        cv2.circle(image, (170, 158), 20, INK[ink], -1)
    elif shape == "square":
        cv2.rectangle(image, (150, 138), (190, 178), INK[ink], -1)
    return image


def told(
    image: Image,
    first: dict[int, float],
    *,
    kind: CornerKind = CornerKind.INDEX,
    is_asked: bool = True,
    net: SeesRound | None = None,
) -> Readings:
    """Return what the one card in a photo reads as, that was read so at first, and in black ink."""
    faces = np.zeros((1, len(FACES) + 1), np.float32)
    for face, chance in first.items():
        faces[0, face] = chance
    readings = Readings(faces, np.zeros((1, 5), np.float32), np.array([[0.9, 0.05, 0.05]], np.float32))
    box = np.array([[106, 66, 122, 100]], np.float32)
    corners = Corners(box, CARD[None], np.array([0.8], np.float32), np.array([int(kind)]))
    return told_by_shapes(image, corners, readings, net or SeesRound(), np.array([is_asked]))


@pytest.mark.parametrize(("ink", "paper"), [("black", "white"), ("gold", "black"), ("blue", "green"), ("red", "white")])
def test_the_shape_of_the_pips_tells_whatever_the_ink(ink: str, paper: str) -> None:
    unsure = {RED: 0.45, BLACK: 0.45, EIGHT: 0.1}
    assert told(a_photo("round", ink, paper), unsure).faces[0, RED] > 0.85
    assert told(a_photo("square", ink, paper), unsure).faces[0, BLACK] > 0.85


def test_what_was_read_surely_and_in_black_ink_is_a_red_3_by_its_shapes() -> None:
    readings = told(a_photo("round", "blue", "white"), {RED: 0.001, BLACK: 0.999})
    assert readings.inks[0, Ink.RED] > 0.9
    assert joined_faces(readings, [0])[RED] > 0.95


def test_what_a_card_may_be_beside_the_3s_stays_as_likely() -> None:
    readings = told(a_photo("round", "red", "white"), {RED: 0.3, BLACK: 0.3, EIGHT: 0.4})
    assert readings.faces[0, EIGHT] == pytest.approx(0.4)
    assert readings.faces[0, [RED, BLACK]].sum() == pytest.approx(0.6)
    assert readings.inks[0].sum() == pytest.approx(1)


def test_where_no_pip_shows_what_was_read_stands() -> None:
    readings = told(a_photo("none", "red", "white"), {RED: 0.9, BLACK: 0.1})
    assert readings.faces[0, RED] == pytest.approx(0.9, abs=0.01)
    assert readings.inks[0, Ink.BLACK] == pytest.approx(0.9)


@pytest.mark.parametrize(
    "case",
    [{"first": {EIGHT: 0.9, RED: 0.1}}, {"kind": CornerKind.BACK}, {"is_asked": False}],
    ids=["another rank", "a back", "a taught card"],
)
def test_no_other_card_is_looked_at(case: dict) -> None:
    net = SeesRound()
    told(a_photo("round", "red", "white"), **{"first": {RED: 0.5, BLACK: 0.5}, **case}, net=net)
    assert net.asked == 0
    told(a_photo("round", "red", "white"), {RED: 0.5, BLACK: 0.5}, net=net)
    assert net.asked == 1


def test_a_card_without_colour_uses_all_grey_levels_however_dim_the_light() -> None:
    card = (a_photo("round", "red", "white")[60:256, 100:240] * 0.2).astype(np.uint8)
    grey = without_colour(card)
    assert grey.shape == (196, 140, 1)
    assert (grey.min(), grey.max()) == (0, 255)
    assert (without_colour(np.full((112, 80, 3), 77, np.uint8)) < 255).all()
