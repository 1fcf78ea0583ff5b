"""Corners that tell nothing of a taught card are left out, by the nets that ship, of drawn cards."""

import cv2
import numpy as np
import pytest

from scorer.faces import Face
from vision.corners import Image
from vision.decks.embedding import LikeningReader
from vision.decks.profile import CARD_PX, PATCH_PX, TaughtCard
from vision.decks.telling import telling
from vision.nets import default_deck_reader

STOCK, CLOTH, INK = (150, 220, 240), (60, 90, 40), (30, 30, 30)
RANKS = (Face.FOUR, Face.FIVE, Face.SEVEN, Face.JACK, Face.KING)


def corner(text: str, seed: int = 0, ink: tuple[int, int, int] = INK) -> Image:
    """Return a card's corner on cloth with a mark or bare, each photographed a little otherwise."""
    rng = np.random.default_rng(seed)
    patch = np.full((PATCH_PX, PATCH_PX, 3), CLOTH, np.uint8)
    cv2.rectangle(patch, (14, 12), (PATCH_PX, PATCH_PX), STOCK, -1)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 1.0, 2)
    cv2.putText(patch, text, (36 - wide // 2, 36 + high // 2), cv2.FONT_HERSHEY_DUPLEX, 1.0, ink, 2)
    noisy = np.roll(patch, rng.integers(-2, 3, 2), (0, 1)) * rng.uniform(0.85, 1.0) + rng.normal(0, 3, patch.shape)
    return np.asarray(noisy.clip(0, 255), np.uint8)


def taught(face: Face | None, *corners: Image) -> TaughtCard:
    return TaughtCard(face, np.full((CARD_PX[1], CARD_PX[0], 3), STOCK, np.uint8), corners)


def two_of(mark: str) -> tuple[Image, Image]:
    return corner(mark, 1), corner(mark, 2)


@pytest.fixture(scope="module")
def net() -> LikeningReader:
    return default_deck_reader()


def test_bare_corners_of_cards_with_two_indices_are_left_out(net: LikeningReader) -> None:
    cards = tuple(taught(face, *two_of(str(face)), corner("", n), corner("", n + 9)) for n, face in enumerate(RANKS))
    assert [card.corners for card in telling(cards, net)] == [card.corners[:2] for card in cards]


def test_one_bare_corner_is_left_out_where_the_others_agree(net: LikeningReader) -> None:
    lone = taught(Face.QUEEN, *two_of("Q"), corner("Q", 3), corner("", 4))
    others = tuple(taught(face, *two_of(str(face))) for face in RANKS)
    kept = telling((lone, *others), net)
    assert kept[0].corners == lone.corners[:3]
    assert kept[1:] == others


def test_a_card_that_shows_nothing_else_keeps_its_bare_corners(net: LikeningReader) -> None:
    cards = tuple(taught(face, corner("", 3 * n), corner("", 3 * n + 1)) for n, face in enumerate(RANKS))
    assert telling(cards, net) == cards


def test_a_mark_that_two_faces_share_stays_and_so_do_backs(net: LikeningReader) -> None:
    cards = (
        taught(Face.RED_THREE, *(corner("3", n, (40, 30, 200)) for n in (1, 2))),
        taught(Face.BLACK_THREE, *two_of("3")),
        taught(None, *(corner("", n) for n in (1, 2))),
        *(taught(face, *two_of(str(face))) for face in RANKS),
    )
    assert telling(cards, net) == cards
