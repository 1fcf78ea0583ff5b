"""Cards whose corners leave them in doubt, told by their whole face: drawn pictures, in other light and askew."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from tests.vision.factories import Corner, corners_of, quad_at, readings_of
from vision.corners import READER_FACES, Image, Readings
from vision.decks.profile import CARD_PX, PATCH_PX, DeckProfile, Prototypes, TaughtCard
from vision.decks.wholecards import with_whole_faces
from vision.decks.wholeface import WholeFaces
from vision.joining.cards import merge_cards
from vision.seen import SeenCard

TAUGHT = (Face.RED_THREE, Face.BLACK_THREE, Face.WILD_20, Face.WILD_50, Face.FOUR, Face.FIVE)
STOCK = (170, 220, 235)


def art(seed: int) -> Image:
    """Return a card with a picture of its own in the middle."""
    rng = np.random.default_rng(seed)
    wide, high = CARD_PX
    card = np.full((high, wide, 3), STOCK, np.uint8)
    for _ in range(7):
        colour = [int(value) for value in rng.integers(0, 200, 3)]
        x, y = int(rng.integers(45, wide - 45)), int(rng.integers(60, high - 60))
        if rng.random() < 0.5:
            cv2.circle(card, (x, y), int(rng.integers(8, 20)), colour, -1)
        else:
            end = (x + int(rng.integers(-25, 25)), y + int(rng.integers(-35, 35)))
            cv2.line(card, (x, y), end, colour, int(rng.integers(5, 12)))
    return card


def deck(*, suitless: bool = True) -> DeckProfile:
    """Return a deck whose faces differ in their pictures; what was learnt of its corners plays no part."""
    corner = np.full((PATCH_PX, PATCH_PX, 3), STOCK, np.uint8)
    cards = tuple(TaughtCard(face, art(seed), (corner,)) for seed, face in enumerate(TAUGHT))
    owners = tuple(range(len(cards)))
    even = np.full((len(cards), len(READER_FACES)), 1 / len(READER_FACES), np.float32)
    flat = np.zeros((len(cards), 8), np.float32)
    learnt = Prototypes("a" * 64, owners, flat, flat[:, 0], even, suitless)
    return DeckProfile("pictures", cards, prototypes=learnt)


def photo(*cards: tuple[Face, NDArray[np.float32]], light: float = 1.0) -> Image:
    """Return a photo with the cards laid at their quads one after the other, darker from left to right."""
    image = np.full((500, 700, 3), (60, 90, 60), np.uint8)
    wide, high = CARD_PX
    whole = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    for face, quad in cards:
        turn = cv2.getPerspectiveTransform(whole, quad)
        laid = cv2.warpPerspective(art(TAUGHT.index(face)), turn, (700, 500), flags=cv2.INTER_AREA)
        mask = cv2.fillConvexPoly(np.zeros((500, 700), np.uint8), np.round(quad).astype(np.int32), 255)
        image[mask > 0] = laid[mask > 0]
    shade = light * np.linspace(1.0, 0.5, 700)[None, :, None] * np.array([0.8, 1.0, 1.1])
    return np.clip(image * shade, 0, 255).astype(np.uint8)


def between(corner: Corner, one: Face, other: Face, sure: float) -> Readings:
    """Return the reading of a corner that is torn between two faces."""
    readings = readings_of(corner)
    faces = np.full_like(readings.faces, 1e-3)
    faces[0, [FACES.index(one), FACES.index(other)]] = sure, 1 - sure
    return replace(readings, faces=faces / faces.sum())


def read(image: Image, corner: Corner, readings: Readings, *beside: Corner) -> SeenCard:
    """Return the card of the first corner as it is read with the whole faces."""
    corners = corners_of(corner, *beside)
    more = readings_of(corner, *beside)
    together = Readings(
        *(
            np.concatenate([own, all_[1:]])
            for own, all_ in zip(vars(readings).values(), vars(more).values(), strict=True)
        )
    )
    told = with_whole_faces(image, corners, together, WholeFaces((deck(),)))
    box = tuple(float(value) for value in corners.boxes[0])
    return next(card for card in merge_cards(corners, told) if box in [index.box for index in card.indices])


@pytest.mark.parametrize("degrees", [0, 4, 180])
@pytest.mark.parametrize("light", [1.0, 0.35])
def test_a_whole_face_speaks_for_its_own_in_any_light_a_little_askew_and_upside_down(
    degrees: float, light: float
) -> None:
    lying = quad_at(300, 250, degrees)
    taken_for = lying + np.float32([6, -5])
    for face in TAUGHT:
        spoken = WholeFaces((deck(),)).evidence(photo((face, lying), light=light), taken_for.astype(np.float64))
        assert spoken.argmax() == FACES.index(face)
        assert spoken.max() > 2


def test_what_is_no_taught_face_speaks_for_none() -> None:
    rng = np.random.default_rng(3)
    bare = np.full((500, 700, 3), 120, np.uint8)
    noisy = np.clip(rng.normal(120, 25, bare.shape), 0, 255).astype(np.uint8)
    for image in (bare, noisy):
        assert WholeFaces((deck(),)).evidence(image, quad_at(300, 250).astype(np.float64)).max() < 1


def test_a_card_torn_between_two_faces_is_the_one_whose_picture_it_shows() -> None:
    lying = quad_at(300, 250)
    corner = Corner(Face.WILD_50, lying)
    torn = between(corner, Face.WILD_50, Face.WILD_20, 0.7)
    card = read(photo((Face.WILD_20, lying)), corner, torn)
    assert card.face is Face.WILD_20 and card.confidence > 0.9
    assert read(photo((Face.WILD_50, lying)), corner, torn).confidence > 0.97


def test_what_is_read_surely_stays_whatever_the_picture_says() -> None:
    lying = quad_at(300, 250)
    corner = Corner(Face.FOUR, lying, sure=0.99)
    readings = readings_of(corner)
    corners = corners_of(corner)
    told = with_whole_faces(photo((Face.FIVE, lying)), corners, readings, WholeFaces((deck(),)))
    assert np.allclose(told.faces, readings.faces, atol=1e-6)


def test_a_card_that_another_may_lie_on_is_left_to_its_corners() -> None:
    below, above = quad_at(300, 250), quad_at(340, 250)
    corner = Corner(Face.WILD_20, below)
    torn = between(corner, Face.WILD_20, Face.WILD_50, 0.7)
    image = photo((Face.WILD_20, below), (Face.WILD_50, above))
    card = read(image, corner, torn, Corner(Face.WILD_50, above))
    assert card.face is Face.WILD_20
    assert card.confidence == pytest.approx(0.7, abs=0.05)


def test_of_a_deck_with_suits_no_whole_face_is_known_as_each_rank_has_other_prints() -> None:
    assert WholeFaces((deck(),))
    assert not WholeFaces((deck(suitless=False), DeckProfile("unsaid")))
