"""Which cards of two photos are the same, once the one photo is laid on the other."""

from dataclasses import replace

import numpy as np
import pytest

from scorer.faces import Face
from tests.handfoot.oracle import card, column
from vision.corners import Suit
from vision.seen import SeenCard, as_quad
from vision.several.landing import on_prints, same_cards
from vision.several.planes import flat
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
    assert on_prints(view([far]), view([near]), WHERE_IT_WAS) == ()
    assert on_prints(view([far, near]), view([beside_its_outline(near)]), WHERE_IT_WAS) == (1,)


def test_another_suit_says_less_against_a_guess_than_another_rank() -> None:
    suited = [replace(one, suit=Suit.SPADES) for one in MELD]
    last = suited[-1]
    said = {
        name: weighed(WHERE_IT_WAS, Marks.of(view(suited)), Marks.of(view([*suited[:-1], other]))).evidence
        for name, other in (("suit", replace(last, suit=Suit.CLUBS)), ("rank", replace(last, face=Face.KING)))
    }
    assert said["suit"] - said["rank"] == pytest.approx(OTHER_SUIT - OTHER)
    assert OTHER < OTHER_SUIT < 0
