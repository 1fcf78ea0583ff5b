"""Cards that another photo may show already: both are counted, and it is asked whether they are the same.

A record made from photos notes them in a side's ``x_twice``, which other programs may pass over: a list of objects with
``ask``, the question, and ``cards``, each as in ``x_maybe``; no card lies there if they are the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from handfoot.asking.maybes import Maybe, each_card_once, is_there, maybe_of, note_of
from scorer.record import Side

Teller = TypeVar("Teller")

NOTE = "x_twice"

MOST_ASKED = 40
"""So many such questions are asked of a side at most."""


@dataclass(frozen=True)
class Repeat:
    """Cards that count, and may count already, with what is asked of them."""

    cards: tuple[Maybe, ...]
    ask: str

    @property
    def about(self) -> str:
        """Return what the question names: the photo, and where its cards were laid."""
        return f"{self.cards[0].where}: {', '.join(dict.fromkeys(card.place for card in self.cards))}"


def repeat_of(places: Sequence[tuple[str, int]], where: str, ask: str) -> Repeat:
    """Return what is asked of the cards of a photo, each with the place it lies in and its number there, from 1."""
    return Repeat(tuple(Maybe(place, at, (None,), where) for place, at in places), ask)


def each_once(told: Iterable[tuple[Teller, Repeat]]) -> Iterator[tuple[Teller, Repeat]]:
    """Yield repeats with what tells them, each card in the first that asks about it, and no two that name one thing."""
    asked: set[tuple[str, int | None]] = set()
    abouts: set[str] = set()
    for teller, repeat in told:
        fresh = tuple(card for card in repeat.cards if (card.place, card.at) not in asked)
        if not fresh or (one := Repeat(fresh, repeat.ask)).about in abouts:
            continue
        asked.update((card.place, card.at) for card in fresh)
        abouts.add(one.about)
        yield teller, one


def with_repeats(side: Side, repeats: Sequence[Repeat]) -> Side:
    """Note repeats in a side, for ``repeats_of`` to read."""
    notes = [{"cards": [note_of(card) for card in repeat.cards], "ask": repeat.ask} for repeat in repeats]
    return replace(side, extra={**side.extra, NOTE: notes}) if notes else side


def repeats_of(side: Side) -> tuple[Repeat, ...]:
    """Return the repeats noted in a side; notes that are malformed or about no card are passed over."""
    noted = side.extra.get(NOTE)
    found = [_repeat(side, note) for note in noted[:MOST_ASKED]] if isinstance(noted, list) else []
    return tuple(repeat for _, repeat in each_once((None, one) for one in found if one is not None))


def _repeat(side: Side, note: object) -> Repeat | None:
    match note:
        case {"cards": list() as cards, "ask": str(ask)}:
            known = (card for card in map(maybe_of, cards) if card is not None and card.at is not None)
            return Repeat(each_card_once(card for card in known if is_there(side, card)), ask)
    return None
