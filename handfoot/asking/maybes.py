"""Cards that may be others than they were read, or none at all: noted, so that they are asked for and never guessed.

A record made from photos notes them in a side's ``x_maybe``, which other programs may pass over: a list of objects with
``in`` ("pile 3", "left", "red 3s", "loose cards", "beside", or "clean book", "dirty book", "wild book" for what would
be the top of one, "face down" for what was read as a card face down and may be the top of any), ``at`` (the card's
place there, from 1; null for a card that is not counted), ``faces`` (what it may be instead; null for no card),
``where`` (its photo and its number there) and, of a card that is of another pile if it is a wild, ``on`` (the number of
that pile).
"""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from handfoot.asking.behind import cards_behind
from scorer.faces import FACES, Face
from scorer.record import BookKind, Pile, Side

Card = TypeVar("Card", bound=Hashable)

NOTE = "x_maybe"

LEFT, RED_THREES, LOOSE, BESIDE, FACE_DOWN = "left", "red 3s", "loose cards", "beside", "face down"
"""Where a card can lie that is in no pile; beside the piles if nothing else is known of a card not counted."""

BOOKS = {f"{kind} book": kind for kind in BookKind}
"""Where a card not counted can lie by itself as squared books do, and which it would be the top of."""

MOST_ASKED = 200
"""So many doubtful cards of a side are asked for at most."""

_PILE = re.compile(r"pile ([1-9]\d{0,2})")
"""A pile's place; no side has a thousand."""


@dataclass(frozen=True)
class Maybe:
    """A card that may be another. ``at``: from 1, None for one that is not counted; a face None: no card lies there.

    on: the number, from 1, of the pile that it lies on or peeps out of, and is of if it is a wild; None: of none.
    """

    place: str
    at: int | None
    faces: tuple[Face | None, ...]
    where: str
    on: int | None = None

    @property
    def pile(self) -> int | None:
        """Return the number of its pile, from 1, or None."""
        found = _PILE.fullmatch(self.place)
        return int(found[1]) if found else None

    @property
    def about(self) -> str:
        """Return what a question about it names: the card in its photo."""
        return self.where or self.place


def places_of(
    piles: Iterable[Sequence[Card]], red_threes: Sequence[Card], left: Sequence[Card], loose: Sequence[Card]
) -> dict[Card, tuple[str, int]]:
    """Return the place of each card of a side that counts, as a note names it, and its number there, from 1."""
    lying = [(f"pile {number}", cards) for number, cards in enumerate(piles, start=1)]
    lying += [(RED_THREES, red_threes), (LEFT, left), (LOOSE, loose)]
    return {card: (place, at) for place, cards in lying for at, card in enumerate(cards, start=1)}


def note_of(maybe: Maybe) -> dict[str, object]:
    """Return the note that ``maybes_of`` reads as this card."""
    faces = [None if face is None else str(face) for face in maybe.faces]
    on = {} if maybe.on is None else {"on": maybe.on}
    return {"in": maybe.place, "at": maybe.at, "faces": faces, "where": maybe.where, **on}


def with_maybes(side: Side, maybes: Iterable[Maybe]) -> Side:
    """Note in a side its cards that may be others, for ``maybes_of`` to read."""
    notes = [note_of(maybe) for maybe in maybes]
    return replace(side, extra={**side.extra, NOTE: notes}) if notes else side


def maybes_of(side: Side) -> tuple[Maybe, ...]:
    """Return the cards of a side that may be others; notes that are malformed or about no card are passed over.

    So are those after the first ``MOST_ASKED``: nobody would answer them, and each is scored.
    """
    noted = side.extra.get(NOTE)
    found = [maybe_of(note) for note in noted[:MOST_ASKED]] if isinstance(noted, list) else []
    there = (maybe for maybe in found if maybe is not None and is_there(side, maybe))
    return each_card_once(there)


def each_card_once(maybes: Iterable[Maybe]) -> tuple[Maybe, ...]:
    """Return the cards without those of which another was told before; a card that may lie there besides is its own."""
    found: dict[object, Maybe] = {}
    for maybe in maybes:
        found.setdefault(object() if maybe.at is None else (maybe.place, maybe.at), maybe)
    return tuple(found.values())


def maybe_of(note: object) -> Maybe | None:
    """Return the card that a note tells, None of one that is malformed."""
    match note:
        case {"in": str(place), "at": int() | None as at, "faces": [_, *_] as faces, "where": str(where), **rest}:
            if any(face is not None and face not in FACES for face in faces):
                return None
            others = dict.fromkeys(None if face is None else Face(face) for face in faces)
            if at is None and not any(others):
                return None
            on = rest.get("on")
            return Maybe(place, at, tuple(others), where, on if isinstance(on, int) else None)
    return None


def is_there(side: Side, maybe: Maybe) -> bool:
    """Tell whether a side has the place, and the card, that a note names."""
    number = maybe.pile
    if number is None and maybe.place not in (LEFT, RED_THREES, LOOSE, BESIDE, FACE_DOWN, *BOOKS):
        return False
    if any(pile is not None and not 1 <= pile <= len(side.piles) for pile in (number, maybe.on)):
        return False
    return maybe.at is None or 1 <= maybe.at <= len(slots_of(side, maybe))


def slots_of(side: Side, maybe: Maybe) -> tuple[Face, ...]:
    """Return the cards that lie where this one does, in their order."""
    if maybe.pile is not None:
        return cards_of(side.piles[maybe.pile - 1])
    apart = {LEFT: side.left, RED_THREES: (Face.RED_THREE,) * side.red_threes, LOOSE: side.garbage}
    return apart.get(maybe.place, ())


def cards_of(pile: Pile) -> tuple[Face, ...]:
    """Return the cards of a pile that show: of a squared book its top and what shows behind it."""
    return pile.cards if pile.top is None else (pile.top, *cards_behind(pile))
