"""Cards as a line of text."""

import pytest

from scorer.errors import ScorerError
from scorer.faces import Face
from scorer.notation import format_cards, parse_cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", ()),
        ("8 8 W20", (Face.EIGHT, Face.EIGHT, Face.WILD_20)),
        ("3xk jk", (Face.KING, Face.KING, Face.KING, Face.WILD_50)),
        ("2X10 ?", (Face.TEN, Face.TEN, Face.UNREAD)),
    ],
)
def test_cards_are_read_in_any_letter_case_and_by_number(text: str, cards: tuple[Face, ...]) -> None:
    assert parse_cards(text) == cards


def test_three_and_more_in_a_row_are_written_by_number() -> None:
    assert format_cards(parse_cards("8 8 8 8 W20 W20 W50 8")) == "4x8 W20 W20 W50 8"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("KK", "unknown face 'KK'"),
        ("0xKK", "unknown face 'KK'"),
        ("9999xK", "'9999xK' are more than 1000 cards"),
    ],
)
def test_what_is_no_card_is_named(text: str, message: str) -> None:
    with pytest.raises(ScorerError, match=f"^{message}"):
        parse_cards(text)
