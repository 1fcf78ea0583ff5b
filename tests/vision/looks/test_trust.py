"""What is no index is dropped: by what the nets say, and by the size of its card."""

import numpy as np
import pytest

from scorer.faces import Face
from tests.vision.factories import Corner, corners_of, quad_at, readings_of
from vision.corners import CornerKind, Corners, join
from vision.joining.cards import merge_cards
from vision.looks.trust import joker_scores, trust, weighted_quantile


def shrunk(corners: Corners, times: float) -> Corners:
    scale = np.float32(times)
    return Corners(corners.boxes * scale, corners.quads * scale, corners.scores, corners.kinds)


def test_specks_far_smaller_than_the_cards_are_dropped_unless_the_finder_is_sure() -> None:
    cards = [Corner(Face.KING, quad_at(x, 300)) for x in (200, 400, 600)]
    speck = Corner(Face.SEVEN, quad_at(900, 900), score=0.5)
    corners = join([corners_of(*cards), shrunk(corners_of(speck), 0.1)])
    assert [card.face for card in merge_cards(corners, readings_of(*cards, speck))] == [Face.KING] * 3


@pytest.mark.parametrize("times", [0.45, 0.6, 1.6, 2.2])
def test_cards_nearer_or_farther_in_a_slanted_photo_are_kept(times: float) -> None:
    cards = [Corner(Face.KING, quad_at(x, 300)) for x in (200, 400, 600)]
    other = Corner(Face.SEVEN, quad_at(900, 900))
    corners = join([corners_of(*cards), shrunk(corners_of(other), times)])
    assert len(merge_cards(corners, readings_of(*cards, other))) == 4


def test_what_no_face_fits_is_trusted_less_though_a_back_needs_none() -> None:
    sure, unsure = Corner(Face.KING, quad_at(200, 300)), Corner(Face.KING, quad_at(400, 300), sure=0.3)
    back = Corner(None, quad_at(600, 300), kind=CornerKind.BACK)
    of_sure, of_unsure, of_back = trust(corners_of(sure, unsure, back), readings_of(sure, unsure, back))
    assert of_unsure < 0.6 * of_sure
    assert of_back == pytest.approx(0.9, abs=0.01)


def test_nothing_is_trusted_where_nothing_is() -> None:
    assert trust(corners_of(), readings_of()).shape == (0,)


def test_a_weighted_quantile_goes_by_the_weights() -> None:
    values = np.array([5.0, 1.0, 3.0])
    assert weighted_quantile(values, np.array([1.0, 1.0, 1.0]), 0.5) == 3.0
    assert weighted_quantile(values, np.array([9.0, 1.0, 1.0]), 0.5) == 5.0
    assert weighted_quantile(values, np.zeros(3), 0.9) in values


def test_the_piece_of_a_joker_s_word_that_can_be_read_is_as_sure_as_the_surest_piece() -> None:
    read = Corner(Face.WILD_50, quad_at(300, 300), score=0.3, kind=CornerKind.JOKER)
    unread = Corner(None, quad_at(303, 303), score=0.7, kind=CornerKind.JOKER)
    index = Corner(Face.KING, quad_at(301, 301), score=0.8)
    apart = Corner(Face.WILD_50, quad_at(700, 300), score=0.3, kind=CornerKind.JOKER)
    assert joker_scores(corners_of(read, unread, index, apart)) == pytest.approx([0.7, 0.7, 0.8, 0.3])
    (card,) = merge_cards(corners_of(read, unread), readings_of(read, unread))
    assert card.face is Face.WILD_50
