"""Cards of a taught deck found by their outline, drawn on a cloth; corners as a finder would give them."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from tablesynth.labels import load_scene

from scorer.faces import Face
from tests.vision.factories import readings_of_faces
from vision.corners import CornerKind, Corners, Ink, Readings, no_corners
from vision.decks.embedding import Embedded
from vision.decks.lessoncards import LessonCard
from vision.decks.lessonsearch import found_cards
from vision.decks.outlines import outlines
from vision.decks.profile import PATCH_PX
from vision.decks.teaching import Teacher, default_teacher
from vision.photos.frames import Frame, load_photo

WIDE, HIGH = 120, 168
CLOTH, STOCK, INK = (60, 90, 40), (210, 120, 190), (20, 20, 20)


def quad_at(place: int, right: float = 0, down: float = 0) -> NDArray[np.float64]:
    """Return the quad of the card at a place of a table of four columns and three rows, or one so far beside it."""
    row, column = divmod(place, 4)
    x, y = 50 + 160 * column + right, 40 + 210 * row + down
    return np.array([(x, y), (x + WIDE, y), (x + WIDE, y + HIGH), (x, y + HIGH)], np.float64)


def index_at(quad: NDArray[np.float64], *, right: bool = False) -> tuple[float, float, float, float]:
    """Return the box of a card's upper index."""
    x, y = quad[0] + (WIDE - 22 if right else 22, 26)
    return (x - 12, y - 14, x + 12, y + 14)


@pytest.fixture(scope="module")
def photo() -> NDArray[np.uint8]:
    """Return twelve cards on a cloth with a coarse weave, under light that falls off."""
    image = np.full((700, 720, 3), CLOTH, np.uint8)
    image[::6] = (50, 75, 35)
    for place in range(12):
        quad = quad_at(place)
        cv2.fillPoly(image, [quad.astype(np.int32)], STOCK)
        for box in (index_at(quad), index_at(quad, right=True)):
            cv2.putText(image, "7", (int(box[0]) + 2, int(box[3]) - 2), cv2.FONT_HERSHEY_DUPLEX, 1.0, INK, 2)
    light = np.linspace(1.0, 0.6, 720)[None, :, None]
    return np.asarray(image * light, np.uint8)


def corners_of(boxes: list[tuple[float, float, float, float]], quads: list[NDArray[np.float64]]) -> Corners:
    return Corners(
        np.array(boxes, np.float32),
        np.array(quads, np.float32),
        np.full(len(boxes), 0.8, np.float32),
        np.full(len(boxes), CornerKind.INDEX, np.int64),
    )


def seen_but(missed: int) -> tuple[list[tuple[float, float, float, float]], list[NDArray[np.float64]]]:
    """Return both upper indices of all cards but one, their quads somewhat askew."""
    boxes, quads = [], []
    for place in range(12):
        if place != missed:
            boxes += [index_at(quad_at(place)), index_at(quad_at(place), right=True)]
            quads += [quad_at(place, 6, -5), quad_at(place, 3, -8)]
    return boxes, quads


def test_an_outline_is_seen_far_better_than_the_quads_it_was_looked_for_by(photo: NDArray[np.uint8]) -> None:
    found = outlines(photo, np.array([quad_at(place, 7, -6) for place in range(9)]))
    assert len(found) == 12
    for place in range(12):
        turned = (np.roll(quad, turn, axis=0) for quad in found for turn in (0, 2))
        assert min(float(np.linalg.norm(quad - quad_at(place), axis=1).mean()) for quad in turned) < 4


def test_where_other_cards_may_lie_nothing_tells_of_the_cloth(photo: NDArray[np.uint8]) -> None:
    """All but the upper part of the known cards lies in a shadow."""
    shaded = photo.copy()
    shaded[160:] //= 2
    known = np.array([quad_at(place, 2, -3) for place in range(4)])
    maybe = np.array([quad_at(place, 7, -6) for place in range(4, 12)])
    assert (len(outlines(shaded, known)), len(outlines(shaded, known, maybe))) == (4, 12)


def test_a_card_whose_indices_the_finder_missed_is_learnt_where_the_others_print_theirs(
    photo: NDArray[np.uint8],
) -> None:
    found = found_cards(photo, corners_of(*seen_but(missed=6)))
    assert len(found) == 12
    missed = next(own for quad, own in found if np.linalg.norm(quad.mean(axis=0) - quad_at(6).mean(axis=0)) < 10)
    middles = (missed.boxes[:, :2] + missed.boxes[:, 2:]) / 2
    expected = (np.array(index_at(quad_at(6)))[:2] + np.array(index_at(quad_at(6)))[2:]) / 2
    assert np.linalg.norm(middles - expected, axis=1).min() < 5


def test_how_large_the_cards_are_their_outlines_tell_where_the_finder_takes_them_for_squares(
    photo: NDArray[np.uint8],
) -> None:
    boxes, quads = seen_but(missed=12)
    for number, quad in enumerate(quads):
        # From the upper edge down, as high as the card is wide, or hardly.
        quad[2:, 1] = quad[:2, 1] + (0.9 + 0.02 * (number % 5)) * WIDE
    found = found_cards(photo, corners_of(boxes, quads))
    assert len(found) == 12
    for place in range(12):
        turned = (np.roll(quad, turn, axis=0) for quad, _ in found for turn in (0, 2))
        assert min(float(np.linalg.norm(quad - quad_at(place), axis=1).mean()) for quad in turned) < 4


def test_art_in_a_cards_middle_and_print_between_cards_are_no_cards(photo: NDArray[np.uint8]) -> None:
    boxes, quads = seen_but(missed=-1)
    middle = quad_at(5).mean(axis=0)
    boxes += [(middle[0] - 15, middle[1] - 15, middle[0] + 15, middle[1] + 15), (180, 100, 200, 124)]
    quads += [quad_at(5, 50, 70), quad_at(0, 125, 50)]
    found = found_cards(photo, corners_of(boxes, quads))
    assert len(found) == 12
    own = next(own for quad, own in found if np.linalg.norm(quad.mean(axis=0) - middle) < 10)
    assert not (np.linalg.norm((own.boxes[:, :2] + own.boxes[:, 2:]) / 2 - middle, axis=1) < 20).any()


def test_without_outlines_the_finders_corners_have_the_say() -> None:
    bare = np.full((700, 720, 3), CLOTH, np.uint8)
    assert len(found_cards(bare, corners_of(*seen_but(missed=6)))) == 11


@pytest.mark.parametrize(("sigma", "noise", "blurred"), [(0.8, 0, False), (0.8, 8, False), (4, 0, True), (4, 8, True)])
def test_a_card_whose_index_is_out_of_focus_is_blurred_however_noisy(
    sigma: float, noise: float, *, blurred: bool
) -> None:
    corner = np.full((PATCH_PX, PATCH_PX, 3), STOCK, np.uint8)
    cv2.putText(corner, "7", (24, 50), cv2.FONT_HERSHEY_DUPLEX, 1.3, INK, 3, cv2.LINE_AA)
    corner = cv2.GaussianBlur(corner, (0, 0), sigma)
    seen = np.clip(corner + np.random.default_rng(1).normal(0, noise, corner.shape), 0, 255).astype(np.uint8)
    quad = ((0.0, 0.0), (100.0, 0.0), (100.0, 140.0), (0.0, 140.0))
    card = LessonCard(0, "a.jpg", quad, Face.SEVEN, 1.0, False, seen, (seen, seen), ((10.0, 10.0, 30.0, 40.0),) * 2)
    assert card.blurred is blurred


def test_one_light_card_on_a_large_dark_cloth_is_not_dim() -> None:
    """Most of the photo is dark then, and the card all the same as light as it should be."""
    sample = Path(__file__).parents[3] / "datasets" / "samples" / "Table 1" / "Ben" / "played-1.jpg"
    card = max(load_scene(sample.with_suffix(".json")).cards, key=lambda card: (card.visible, card.order))
    cloth, (wide, high) = np.full((900, 1200, 3), 30, np.uint8), (100, 140)
    upright = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    turn = cv2.getPerspectiveTransform(np.array(card.quad, np.float32), upright)
    cloth[400 : 400 + high, 500 : 500 + wide] = cv2.warpPerspective(load_photo(sample).image, turn, (wide, high))
    teacher = default_teacher()
    assert [one.dim for one in teacher.look([Frame("a.jpg", cloth)]).cards] == [False]
    assert [one.dim for one in teacher.look([Frame("a.jpg", (0.35 * cloth).astype(np.uint8))]).cards] == [True]


@dataclass
class Told:
    """A finder that says what it was told in its first look, in px of the whole photo."""

    said: Corners
    looks: int = 0
    best_index_px: float = 30.0

    def find(self, image: NDArray[np.uint8]) -> Corners:
        self.looks += 1
        return self.said if self.looks == 1 else no_corners()


class ByColour:
    """A reader to which blue indices are 8s, red ones 9s, and what has no colour is none."""

    net, patch_px = "", 48

    def read(self, patches: NDArray[np.uint8]) -> Readings:
        bluer = patches[..., 0].mean(axis=(1, 2)) - patches[..., 2].mean(axis=(1, 2))
        faces = [Face("8") if one > 1 else Face("9") if one < -1 else None for one in bluer]
        return readings_of_faces([(face, None, Ink.BLACK) for face in faces])

    def embed(self, patches: NDArray[np.uint8]) -> Embedded:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("inks", "apart", "found"),
    [
        (("blue", "blue"), 0, ["8"]),
        (("blue", "red"), 0, ["8", "9"]),
        (("blue", "blue"), 220, ["8", "8"]),
    ],
    ids=["two ends of one card", "a card that covers another", "two cards beside each other"],
)
def test_a_card_whose_ends_were_found_as_a_card_each_is_one(
    inks: tuple[str, str], apart: int, found: list[str]
) -> None:
    """Each index is seen with a quad so far askew that the other one lies beyond it."""
    image = np.full((420, 640, 3), 255, np.uint8)
    boxes = [(110, 70, 135, 105), (265 + apart, 295, 290 + apart, 330)]
    for (x1, y1, x2, y2), ink in zip(boxes, inks, strict=True):
        image[y1:y2, x1:x2] = {"blue": (200, 0, 0), "red": (0, 0, 200)}[ink]
    card = np.array([(100, 60), (300, 60), (300, 340), (100, 340)], np.float64)
    quads = [card - (40, 0), np.roll(card - (-40 - apart, 0), 2, axis=0)]
    said = corners_of([tuple(map(float, box)) for box in boxes], quads)
    lesson = Teacher(Told(said), ByColour()).look([Frame("a.jpg", image)])
    assert [one.guess for one in lesson.cards] == found
    if not apart and len(found) == 1:
        assert np.abs(np.array(lesson.cards[0].quad) - card).max() < 1
        assert len(lesson.cards[0].corners) == 2


@pytest.mark.parametrize(("second", "asked"), [("blue", False), (None, True)], ids=["both ends read", "one end reads"])
def test_specks_on_a_card_that_fills_the_photo_do_not_outvote_its_indices(second: str | None, *, asked: bool) -> None:
    image = np.full((420, 400, 3), 255, np.uint8)
    image[70:105, 110:135] = image[295:330, 265:290] = (200, 0, 0)
    if second is None:
        image[295:330, 265:290] = 255
    card = np.array([(100, 60), (300, 60), (300, 340), (100, 340)], np.float64)
    specks = [(145.0 + 20 * n, 110.0, 157.0 + 20 * n, 120.0) for n in range(6)]
    boxes = [(110.0, 70.0, 135.0, 105.0), (265.0, 295.0, 290.0, 330.0), *specks]
    said = corners_of(boxes, [card, np.roll(card, 2, axis=0), *[card] * len(specks)])
    found = Teacher(Told(said), ByColour()).look([Frame("a.jpg", image)]).cards
    assert [(one.guess, one.ask) for one in found] == [("8", asked)]
    assert (len(found[0].corners) == 2) is not asked


def test_a_card_that_looks_wider_than_high_is_not_taken_to_lie_on_its_side(photo: NDArray[np.uint8]) -> None:
    """As from low down, or in a squashed picture: known cards tell where the tops of the outlines are."""
    squash = np.array([1.0, 0.6])
    low = cv2.resize(photo, None, fx=1.0, fy=0.6, interpolation=cv2.INTER_AREA)
    boxes, quads = [], []
    for place in range(4):
        quad = quad_at(place) * squash
        for upper in (index_at(quad_at(place)), index_at(quad_at(place), right=True)):
            boxes.append((upper[0], upper[1] * 0.6, upper[2], upper[3] * 0.6))
            quads.append(quad)
    found = found_cards(np.asarray(low, np.uint8), corners_of(boxes, quads))
    known = [quad for quad, _ in found if quad[:, 1].max() < 0.6 * 240]
    assert len(known) == 4
    for quad in known:
        across, down = np.abs(quad[1] - quad[0]), np.abs(quad[3] - quad[0])
        assert across[0] > 100 and across[1] < 10
        assert down[1] > 80 and down[0] < 10
