"""Cards and piles as a line of text, for tests and for people: ``4x8 W20 W50``, ``K clean``, ``Q dirty count=8``.

Cards stand apart by blanks, in any letter case; ``3xK`` is three kings in a row. A squared book is its top card, its
kind and whatever was said of it.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from scorer.errors import RecordError
from scorer.faces import Face, parse_face
from scorer.record import MOST_CARDS, BookKind, Pile
from scorer.strict import shown

_SEVERAL = re.compile(r"(\d{1,4})[xX](.+)")
_SAID = re.compile(r"(count|w20|w50)=(\d{1,4})")


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


def parse_pile(text: str) -> Pile:
    """Return the pile of a line: its cards, or a squared book.

    Raises:
        ScorerError: naming what is no card, no kind or no number of a squared book.
    """
    words = text.split()
    if len(words) < 2 or words[1].lower() not in tuple(BookKind):
        return Pile(cards=parse_cards(text))
    said: dict[str, int] = {}
    for word in words[2:]:
        part = _SAID.fullmatch(word.lower())
        if part is None:
            raise RecordError(f"{shown(word)} says nothing of a squared book: count=8, w20=1 or w50=0 would")
        said[part[1]] = int(part[2])
    return Pile(
        top=parse_face(words[0]),
        kind=BookKind(words[1].lower()),
        count=said.get("count"),
        w20=said.get("w20"),
        w50=said.get("w50"),
    )


def format_pile(pile: Pile) -> str:
    """Return the line that ``parse_pile`` reads as this pile; extra fields are left out."""
    if pile.top is None:
        return format_cards(pile.cards)
    said = (("count", pile.count), ("w20", pile.w20), ("w50", pile.w50))
    return " ".join([pile.top, str(pile.kind), *(f"{name}={value}" for name, value in said if value is not None)])
