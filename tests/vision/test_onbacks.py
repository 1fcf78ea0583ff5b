"""Pictures of cards on a back are no cards, and are asked for."""

import pytest

from scorer.faces import Face
from tests.vision.factories import seen
from vision.onbacks import ON_A_BACK, without_print_on_backs
from vision.presence import possible


@pytest.mark.parametrize(("away", "is_print"), [(0, True), (10, True), (30, False)])
def test_what_lies_within_a_card_face_down_counts_as_none_and_is_asked_for(away: float, is_print: bool) -> None:
    back, ace, king = seen(None, 300, 300), seen(Face.ACE, 300 + away, 300), seen(Face.KING, 900, 300)
    cards, others = without_print_on_backs((back, ace, king), ())
    assert cards == ((back, king) if is_print else (back, ace, king))
    assert [(card.face, card.presence) for card in possible(others)] == [(Face.ACE, ON_A_BACK)] * is_print


def test_without_a_card_face_down_nothing_is_print() -> None:
    cards = (seen(Face.ACE, 300, 300), seen(Face.KING, 310, 300))
    assert without_print_on_backs(cards, ()) == (cards, ())
