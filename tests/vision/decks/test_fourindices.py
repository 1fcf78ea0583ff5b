"""Cards known by their four indices, whichever way the finder took these to stand."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.corners import CornerKind, Corners, join
from vision.decks.fourindices import MOST_FINDS, cards_by_four
from vision.decks.lessonsearch import found_cards

WIDE, HIGH, INDEX = 120.0, 168.0, 26.0


def card(x: float, y: float, degrees: float = 0.0) -> NDArray[np.float64]:
    """Return the quad of a card about a point, px."""
    turn = np.radians(degrees)
    half = np.array([[-WIDE, -HIGH], [WIDE, -HIGH], [WIDE, HIGH], [-WIDE, HIGH]]) / 2
    return np.asarray([x, y] + half @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]))


def finds(quads: list[NDArray[np.float64]], *, sizes: tuple[float, ...] = (INDEX,) * 4, shown: int = 4) -> Corners:
    """Return an index in each corner of the cards, that see their cards turned by 45 degrees, each another way."""
    boxes, seen = [], []
    for quad in quads:
        middle = quad.mean(axis=0)
        for number in range(shown):
            at = middle + (quad[number] - middle) * np.array([0.75, 0.75])
            boxes.append([*(at - sizes[number] / 2), *(at + sizes[number] / 2)])
            seen.append(card(float(middle[0]), float(middle[1]), 45 + 90 * number))
    count = len(boxes)
    return Corners(
        np.array(boxes, np.float32).reshape(-1, 4),
        np.array(seen, np.float32).reshape(-1, 4, 2),
        np.full(count, 0.6, np.float32),
        np.full(count, CornerKind.INDEX, np.int64),
    )


def off(found: NDArray[np.float64], quad: NDArray[np.float64]) -> float:
    """Return how far a quad is off another, either way up, card widths."""
    turned = (np.roll(found, turn, axis=0) for turn in (0, 2))
    return min(float(np.linalg.norm(one - quad, axis=1).mean()) for one in turned) / WIDE


@pytest.mark.parametrize("degrees", [0, 20, 90, 135, 200])
def test_four_marks_in_the_corners_of_a_card_are_one_cards(degrees: float) -> None:
    quad = card(300, 300, degrees)
    (found,) = cards_by_four(finds([quad]))
    assert off(found, quad) < 0.1


def test_cards_in_a_row_are_told_from_what_lies_between_them() -> None:
    quads = [card(100 + 150 * column, 120 + 200 * row, 3) for column in range(4) for row in range(2)]
    found = cards_by_four(finds(quads))
    assert len(found) == len(quads)
    assert max(min(off(one, quad) for one in found) for quad in quads) < 0.1


def test_more_finds_than_are_looked_at_leave_the_surest() -> None:
    specks = np.random.default_rng(1).uniform(0, 2000, (3 * MOST_FINDS, 2))
    true = finds([card(300, 300)])
    noise = Corners(
        np.concatenate([specks - 5, specks + 5], axis=1).astype(np.float32),
        np.stack([card(float(at[0]), float(at[1])) for at in specks]).astype(np.float32),
        np.full(len(specks), 0.06, np.float32),
        np.full(len(specks), CornerKind.INDEX, np.int64),
    )
    assert min(off(one, card(300, 300)) for one in cards_by_four(join([noise, true]))) < 0.1


@pytest.mark.parametrize(
    "corners",
    [
        finds([card(300, 300)], shown=3),
        finds([card(300, 300)], sizes=(INDEX, INDEX, INDEX, 2 * INDEX)),
        finds([card(300, 300) * np.array([1.5, 1.0])]),
        finds([]),
    ],
    ids=["three", "one much larger", "as wide as long", "none"],
)
def test_what_is_no_cards_four_is_none(corners: Corners) -> None:
    assert cards_by_four(corners).shape == (0, 4, 2)


@pytest.mark.parametrize("stock", [(210, 120, 190), (60, 90, 40)], ids=["on another colour", "on its own colour"])
def test_a_card_all_of_whose_indices_are_mistaken_for_turned_ones_is_learnt_upright(
    stock: tuple[int, int, int],
) -> None:
    quad = card(320, 320, 15)
    photo = np.full((640, 640, 3), (60, 90, 40), np.uint8)
    cv2.fillPoly(photo, [quad.astype(np.int32)], stock)
    ((found, own),) = found_cards(photo, finds([quad]))
    assert off(found, quad) < 0.1
    assert len(own) >= 4
    assert all(off(one.astype(np.float64), quad) < 0.1 for one in own.quads)
