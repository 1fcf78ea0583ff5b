"""Pictures of cards on a back are no cards, and are asked for."""

import numpy as np
import pytest

from scorer.faces import Face
from tests.vision.factories import seen
from vision.doubting.onbacks import ON_A_BACK, without_print_on_backs
from vision.joining.presence import possible
from vision.seen import SeenCard, moved

SMALL = 0.3


def pictured(x: float, y: float, size: float = SMALL) -> SeenCard:
    """Return an ace of so many times a card's size."""
    return moved(seen(Face.ACE, 0, 0), np.array([[size, 0, x], [0, size, y], [0, 0, 1]]))


@pytest.mark.parametrize(("x", "y"), [(300, 300), (290, 320), (310, 275)])
def test_what_lies_amid_a_card_face_down_counts_as_none_and_is_asked_for(x: float, y: float) -> None:
    back, king = seen(None, 300, 300), seen(Face.KING, 900, 300)
    cards, others = without_print_on_backs((back, pictured(x, y), king), ())
    assert cards == (back, king)
    assert [(card.face, card.presence) for card in possible(others)] == [(Face.ACE, ON_A_BACK)]


@pytest.mark.parametrize(
    "card",
    [
        pytest.param(seen(Face.ACE, 300, 300), id="squarely upon it"),
        pytest.param(seen(Face.ACE, 330, 300), id="reaching beyond it"),
        pytest.param(seen(Face.ACE, 304, 297, corners=1), id="one corner of it"),
        pytest.param(pictured(500, 300), id="beside it"),
        pytest.param(pictured(275, 265, 0.5), id="one end at its corner, the other amid it"),
    ],
)
def test_a_card_on_a_back_or_beside_one_is_a_card(card: SeenCard) -> None:
    cards = (seen(None, 300, 300), card)
    assert without_print_on_backs(cards, ()) == (cards, ())


def test_without_a_card_face_down_nothing_is_print() -> None:
    cards = (seen(Face.ACE, 300, 300), seen(Face.KING, 310, 300))
    assert without_print_on_backs(cards, ()) == (cards, ())


def test_what_is_taken_for_a_huge_back_takes_no_tables_cards_away() -> None:
    back = moved(seen(None, 0, 0), np.array([[10, 0, 1000], [0, 10, 1000], [0, 0, 1]]))
    cards = (back, *(seen(Face.ACE, 900 + 40 * n, 1000) for n in range(7)))
    assert without_print_on_backs(cards, ()) == (cards, ())
    assert without_print_on_backs(cards[:7], ())[0] == (back,)
