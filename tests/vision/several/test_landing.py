"""How one photo lies on another, and which cards of the two are the same then."""

from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from scorer.faces import Face
from tests.handfoot.oracle import card, column
from vision.corners import Suit
from vision.seen import SeenCard, as_quad
from vision.several.features import features_of
from vision.several.landing import same_cards, shared_prints
from vision.several.planes import flat
from vision.several.registration import register
from vision.several.views import Marks, View
from vision.several.weighing import OTHER, OTHER_SUIT, weighed

WHERE_IT_WAS = flat(np.eye(3))
MELD = column("9 9 9 9", 300, 300)


def view(cards: list[SeenCard]) -> View:
    return View(tuple(cards), 1200, 900)


def beside_its_outline(one: SeenCard, face: Face | None = None) -> SeenCard:
    """Return a card whose first index alone shows, where it lies, outlined most of a card further left."""
    moved = replace(one, quad=as_quad(one.corners - np.array([75.0, 0.0])), indices=one.indices[:1])
    return replace(moved, face=face or one.face)


@pytest.mark.parametrize("face", [None, Face.SIX], ids=["read alike", "read as another face"])
def test_a_card_is_the_one_whose_index_it_shows_however_it_is_outlined(face: Face | None) -> None:
    again = [beside_its_outline(one, face) if n == 2 else one for n, one in enumerate(MELD)]
    assert same_cards(view(MELD), view(again), WHERE_IT_WAS) == ((0, 0), (1, 1), (2, 2), (3, 3))


def test_neighbours_whose_indices_lie_a_tenth_of_a_card_apart_are_two() -> None:
    near, far = card("9", 300, 300, shows=(0,)), card("9", 310, 300, shows=(0,))
    assert same_cards(view([near]), view([far, near]), WHERE_IT_WAS) == ((0, 1),)
    assert shared_prints(view([far]), view([near]), WHERE_IT_WAS) == ()
    assert shared_prints(view([far, near]), view([beside_its_outline(near)]), WHERE_IT_WAS) == ((1, 0),)


def test_another_suit_says_less_against_a_guess_than_another_rank() -> None:
    suited = [replace(one, suit=Suit.SPADES) for one in MELD]
    last = suited[-1]
    said = {
        name: weighed(WHERE_IT_WAS, Marks.of(view(suited)), Marks.of(view([*suited[:-1], other]))).evidence
        for name, other in (("suit", replace(last, suit=Suit.CLUBS)), ("rank", replace(last, face=Face.KING)))
    }
    assert said["suit"] - said["rank"] == pytest.approx(OTHER_SUIT - OTHER)
    assert OTHER < OTHER_SUIT < 0


@pytest.mark.parametrize("table_shows", [False, True], ids=["cards alone", "a cloth with a pattern"])
def test_rows_of_alike_cards_that_fit_a_card_further_on_are_told_by_the_table(table_shows: bool) -> None:
    """Each photo shows six of seven rows, the second a row more at its end and one less at its beginning."""
    step, wide, high = 80, 900, 720
    noise = np.random.default_rng(7).integers(0, 255, (high + step, wide, 3)).astype(np.uint8)
    cloth = cv2.GaussianBlur(noise, (0, 0), 2.5)
    views, rows = [], []
    for first in (0, 1):
        shown = [(face, x, row) for face, x in (("9", 250), ("4", 600)) for row in range(first, first + 6)]
        cards = tuple(card(face, x, 150 + step * (row - first), shows=(0,)) for face, x, row in shown)
        picture = np.ascontiguousarray(cloth[first * step : first * step + high])
        views.append(View(cards, wide, high, partial(features_of, picture) if table_shows else None))
        rows.append([(face, row) for face, _, row in shown])
    found = register(*views)
    assert found is not None and found.sure
    same = [rows[0][i] == rows[1][j] for i, j in found.pairs]
    assert all(same) == table_shows
    assert any(same) == table_shows


def test_photos_of_one_cloth_without_a_card_in_common_are_not_laid_on_each_other() -> None:
    """A pattern that comes again fits many ways; a card that lands on its like says which is the right one."""
    wide, high, further = 900, 720, 300
    noise = np.random.default_rng(7).integers(0, 255, (high + further, wide, 3)).astype(np.uint8)
    cloth = cv2.GaussianBlur(noise, (0, 0), 2.5)
    views = []
    for top, face, row in ((0, "9", 120), (further, "4", 600)):
        picture = np.ascontiguousarray(cloth[top : top + high])
        views.append(View((card(face, 250, row),), wide, high, partial(features_of, picture)))
    assert register(*views) is None
