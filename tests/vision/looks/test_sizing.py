"""Sizes of cards told by their two indices, where the nets guess the hidden corners too near."""

import numpy as np
import pytest

from scorer.faces import Face
from tests.vision.factories import WIDTH, Corner, corners_of, quad_at, readings_of
from vision.boxes import card_widths
from vision.corners import Corners
from vision.joining.cards import merge_cards
from vision.looks.sizing import frames_of, resized

KINGS = [Corner(Face.KING, quad_at(x, 300, 12), end=end) for x in (200, 350, 500, 650) for end in (0, 2)]


def guessed_small(corners: Corners, share: float) -> Corners:
    """Return corners whose own corner is seen well and whose others are guessed too near."""
    own = corners.quads[:, :1]
    return Corners(corners.boxes, own + np.float32(share) * (corners.quads - own), corners.scores, corners.kinds)


@pytest.mark.parametrize("share", [0.75, 0.85, 1.0, 1.15])
def test_pairs_of_opposite_indices_tell_the_true_size(share: float) -> None:
    corners = resized(guessed_small(corners_of(*KINGS), share), np.zeros(len(KINGS), np.int64))
    assert card_widths(corners.quads) == pytest.approx(np.full(len(KINGS), WIDTH), rel=0.09)


@pytest.mark.parametrize("share", [0.7, 0.85])
def test_the_two_corners_of_cards_guessed_too_small_are_one_card(share: float) -> None:
    cards = merge_cards(guessed_small(corners_of(*KINGS), share), readings_of(*KINGS))
    assert [len(card.indices) for card in cards] == [2, 2, 2, 2]


def test_an_index_keeps_its_own_corner() -> None:
    before = guessed_small(corners_of(*KINGS), 0.8)
    after = resized(before, np.zeros(len(KINGS), np.int64))
    assert frames_of(after).own == pytest.approx(frames_of(before).own)


def test_a_card_seen_by_one_index_keeps_its_size() -> None:
    corners = corners_of(KINGS[0])
    assert resized(corners, np.zeros(1, np.int64)) is corners


def test_right_indices_taken_for_left_ones_do_not_double_cards_of_a_deck_with_four() -> None:
    quads = [quad_at(x, 300) for x in (200, 400, 600)]
    corners: list[Corner] = []
    for quad in quads:
        across = quad[1] - quad[0]
        for end in (0, 2):
            sign = 1 if end == 0 else -1
            corners.append(Corner(Face.NINE, quad, end=end))
            corners.append(Corner(Face.NINE, quad + np.float32(0.78 * sign) * across, end=end))
    cards = merge_cards(corners_of(*corners), readings_of(*corners))
    assert [len(card.indices) for card in cards] == [4, 4, 4]
    assert sorted(card.corners.mean(axis=0)[0] for card in cards) == pytest.approx([200, 400, 600], abs=8)
