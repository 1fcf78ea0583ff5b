"""Cards that nothing covers and that show one index all the same may be none."""

from dataclasses import replace

import pytest

from scorer.faces import Face
from tests.vision.factories import HEIGHT, WIDTH, seen
from vision.doubting.oneended import ONE_ENDED, with_doubtful_ends
from vision.seen import SeenCard

SIZE = (2000, 1500)
WHOLE = (seen(Face.KING, 300, 1200), seen(Face.ACE, 500, 1200))
"""Cards that show both their indices."""


def doubtful(*cards: SeenCard, rows: bool = True) -> list[int]:
    """Return the places of those of some cards, beside whole ones, that may be none."""
    told = with_doubtful_ends((*cards, *WHOLE), SIZE, rows=rows)
    assert [card.presence for card in told[len(cards) :]] == [1.0, 1.0]
    assert all(card.presence in (1.0, ONE_ENDED) for card in told)
    return [place for place, card in enumerate(told) if card.presence == ONE_ENDED]


@pytest.mark.parametrize("degrees", [0, 30, 90, 180])
def test_a_card_that_nothing_covers_and_that_shows_one_index_may_be_none(degrees: float) -> None:
    assert doubtful(seen(Face.NINE, 1000, 500, degrees, corners=1)) == [0]


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param((seen(Face.NINE, 1000, 500),), id="both show"),
        pytest.param((seen(Face.NINE, SIZE[0] - 50, 500, corners=1),), id="at the photo's right edge"),
        pytest.param((seen(Face.NINE, 50, 500, 180, corners=1),), id="at its left edge"),
        pytest.param((seen(Face.NINE, 1000, 500, corners=1), seen(None, 1060, 560)), id="under a back"),
        pytest.param((seen(Face.NINE, 1000, 500, corners=1), seen(Face.SIX, 1060, 500)), id="under a card"),
        pytest.param((seen(Face.NINE, 1000, 500, corners=1), seen(Face.SIX, 1098, 500)), id="close beside one"),
    ],
)
def test_what_may_be_covered_or_lie_beyond_the_photo_is_a_card(cards: tuple[SeenCard, ...]) -> None:
    assert doubtful(*cards) == []


def test_a_row_that_ends_in_such_a_card_may_be_none() -> None:
    digits = [seen(face, 1000, 300 + 0.4 * HEIGHT * n, corners=1) for n, face in enumerate(("9", "4", "6"))]
    assert doubtful(*digits) == [0, 1, 2]
    assert doubtful(*digits, rows=False) == [2]


def test_a_fan_whose_last_card_shows_both_is_one_of_cards() -> None:
    fan = [seen("9", 1000 + 0.3 * WIDTH * n, 500, corners=1 if n < 4 else 2) for n in range(5)]
    assert doubtful(*fan) == []


def test_where_no_card_shows_two_indices_decks_may_have_one() -> None:
    singles = seen(Face.NINE, 1000, 500, corners=1), seen(Face.WILD_50, 400, 500, corners=1)
    assert with_doubtful_ends(singles, SIZE, rows=True) == singles
    assert with_doubtful_ends((), SIZE, rows=True) == ()


def test_one_card_that_shows_both_tells_of_the_letterhead_beside_it() -> None:
    letterhead = seen(Face.WILD_50, 1000, 500, corners=1)
    told, ace = with_doubtful_ends((letterhead, WHOLE[0]), SIZE, rows=True)
    assert (told.presence, ace) == (ONE_ENDED, WHOLE[0])


def test_what_is_less_likely_stays_so_and_so_does_a_card_face_down() -> None:
    unlikely, back = replace(seen(Face.NINE, 1000, 500, corners=1), presence=0.6), seen(None, 200, 200, corners=1)
    assert with_doubtful_ends((unlikely, back, *WHOLE), SIZE, rows=True) == (unlikely, back, *WHOLE)
