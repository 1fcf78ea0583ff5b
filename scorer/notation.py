"""Cards as a line of text, for tests and for people: ``4x8 W20 W50``.

Cards stand apart by blanks, in any letter case; ``3xK`` is three kings in a row.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from scorer.errors import RecordError
from scorer.faces import Face, parse_face
from scorer.record import MOST_CARDS
from scorer.strict import shown

_SEVERAL = re.compile(r"(\d{1,4})[xX](.+)")


def parse_cards(text: str) -> tuple[Face, ...]:
    """Return the cards of a line.

    Raises:
        ScorerError: naming what is no card.
    """
    cards: list[Face] = []
    for word in text.split():
        several = _SEVERAL.fullmatch(word)
        number, face = (int(several[1]), several[2]) if several else (1, word)
        if number > MOST_CARDS:
            raise RecordError(f"{shown(word)} are more than {MOST_CARDS} cards")
        cards += [parse_face(face)] * number
    return tuple(cards)


def format_cards(cards: Sequence[Face]) -> str:
    """Return the line that ``parse_cards`` reads as these cards; three and more of a kind are counted."""
    words: list[str] = []
    for face, run in groupby(cards):
        number = len(list(run))
        words += [f"{number}x{face}"] if number > 2 else [face.value] * number
    return " ".join(words)
