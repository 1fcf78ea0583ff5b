"""Marks that a finder does not see, sought in a photo as a deck teaches them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from tests.vision.decks.test_taught import CARDS, DARK, blank
from vision.boxes import box_middles
from vision.corners import CornerKind, Corners, Image, join
from vision.decks.embedding import LikeningReader
from vision.decks.fitting import learn
from vision.decks.profile import CARD_PX, DeckProfile, TaughtCard
from vision.decks.reading import TaughtReader
from vision.decks.unseen import Mark, look_for, unseen_marks
from vision.looks.patches import cut_patches
from vision.nets import default_deck_reader

MARK_PX, AT = 20, (21, 24)
"""The longer side of a mark on a card that is 150 px wide, and where its middle is."""


def printed(card: TaughtCard) -> TaughtCard:
    """Return a card whose picture shows its corner at its upper left and, turned, at its lower right."""
    side = MARK_PX * 3 // 2
    corner = cv2.resize(card.corners[0][12:60, 12:60], (side, side), interpolation=cv2.INTER_AREA)
    picture = blank()
    x, y = (middle - side // 2 for middle in AT)
    for _ in range(2):
        picture[y : y + side, x : x + side] = corner
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    return replace(card, picture=picture)


DECK = DeckProfile("marks", tuple(printed(card) for card in CARDS if card.face is not None))


class SeesDark:
    """Finds what is printed in black, and nothing red."""

    best_index_px = 30.0

    def find(self, image: Image) -> Corners:
        dark = (np.abs(image.astype(int) - DARK).max(axis=2) < 40).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(dark)
        boxes = np.array([[x, y, x + w, y + h] for x, y, w, h, _ in stats[1:count]], np.float32).reshape(-1, 4)
        quads = boxes[:, None, :2] + np.array([(-9, -12), (141, -12), (141, 198), (-9, 198)], np.float32)
        kinds = np.full(len(boxes), CornerKind.INDEX, np.int64)
        return Corners(boxes, quads.astype(np.float32), np.full(len(boxes), 0.8, np.float32), kinds)


def laid(cards: list[TaughtCard], turn: float = 0.0) -> tuple[Image, NDArray[np.float32], NDArray[np.float32]]:
    """Return a photo of cards in a row, turned clockwise by so many degrees; their indices' boxes and their corners."""
    photo = np.full((900, 900, 3), (90, 120, 90), np.uint8)
    boxes, quads = [], []
    high = CARD_PX[1]
    for n, card in enumerate(cards):
        way = cv2.getRotationMatrix2D((450, 450), -turn, 1.0) @ np.array([[1, 0, 90 + 180 * n], [0, 1, 350], [0, 0, 1]])
        shape = (photo.shape[1], photo.shape[0])
        there = cv2.warpAffine(np.full(card.picture.shape[:2], 255, np.uint8), way, shape) > 127
        photo[there] = cv2.warpAffine(card.picture, way, shape, borderMode=cv2.BORDER_REPLICATE)[there]
        x, y = way @ (*AT, 1)
        boxes.append((x - MARK_PX / 2, y - MARK_PX / 2, x + MARK_PX / 2, y + MARK_PX / 2))
        quads.append([way @ (x, y, 1) for x, y in ((0, 0), (150, 0), (150, high), (0, high))])
    return photo, np.array(boxes, np.float32), np.array(quads, np.float32)


def corners_at(boxes: NDArray[np.float32], quads: NDArray[np.float32]) -> Corners:
    kinds = np.full(len(boxes), CornerKind.INDEX, np.int64)
    return Corners(boxes, quads, np.full(len(boxes), 0.9, np.float32), kinds)


@pytest.fixture(scope="module")
def marks() -> tuple[Mark, ...]:
    return unseen_marks([DECK], SeesDark())


def test_what_the_finder_does_not_see_on_the_taught_card_is_to_be_sought(marks: tuple[Mark, ...]) -> None:
    (mark,) = marks
    assert mark.face is Face.RED_THREE
    assert mark.size == pytest.approx(MARK_PX / 150, rel=0.16)
    # At the upper left, or in the same place of the card turned.
    assert mark.place == pytest.approx((AT[0] / 150, AT[1] / 150), abs=0.02)


def test_a_corner_that_its_card_does_not_show_is_not_sought() -> None:
    bare = DeckProfile("bare", tuple(replace(card, picture=blank()) for card in DECK.cards))
    assert unseen_marks([bare], SeesDark()) == ()
    assert unseen_marks([], SeesDark()) == ()


@pytest.mark.parametrize("turn", [0.0, 20.0, 200.0])
def test_a_mark_is_found_where_the_photo_shows_it_in_the_way_the_others_lie(
    marks: tuple[Mark, ...], turn: float
) -> None:
    photo, boxes, quads = laid([DECK.cards[2], DECK.cards[0], DECK.cards[3]], turn)
    others = corners_at(boxes, quads).at(np.array([0, 2]))
    found = look_for(photo, marks, others, others)
    apart = np.linalg.norm(box_middles(found.boxes) - box_middles(boxes[1:2]), axis=1)
    best = int(apart.argmin())
    assert apart[best] < 4
    off = min(np.abs(np.roll(found.quads[best], k, axis=0) - quads[1]).max() for k in (0, 2))
    assert off < 12
    assert not len(look_for(photo, marks, others, join([others, found])))
    assert not len(look_for(photo, marks, others.at(np.zeros(0, np.int64)), others))


@pytest.fixture(scope="module")
def net() -> LikeningReader:
    return default_deck_reader()


@pytest.mark.parametrize("is_there", [True, False])
def test_a_red_3_that_the_finder_misses_counts_as_a_taught_corner(
    net: LikeningReader, marks: tuple[Mark, ...], is_there: bool
) -> None:
    deck = learn(DeckProfile("marks"), DECK.cards, net)
    shown = DECK.cards[0] if is_there else TaughtCard(Face.KING, blank(), ())
    photo, boxes, quads = laid([DECK.cards[2], DECK.cards[3], shown, DECK.cards[1]])
    corners = corners_at(boxes, quads).at(np.array([0, 1, 3]))
    read = net.read(cut_patches(photo, corners.boxes, corners.quads, net.patch_px))
    kept, readings, is_taught = TaughtReader(net, (deck,), marks).told(photo, corners, read)
    assert is_taught.all()
    faces = [FACES[row] for row in readings.faces[:, : len(FACES)].argmax(axis=1)]
    assert faces[:3] == [Face.WILD_20, Face.WILD_50, Face.BLACK_THREE]
    assert set(faces[3:]) == ({Face.RED_THREE} if is_there else set())
    assert len(kept) == len(faces)
