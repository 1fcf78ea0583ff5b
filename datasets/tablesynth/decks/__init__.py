"""Decks of cards to render with: sheets fetched from packages, and procedural ones drawn from a name.

Decks of no split, made for a purpose: ``strange`` and ``invented`` ones to be taught, ``taughtart`` of a deck that was
taught, ``cutouts`` of real cards.
"""

from functools import lru_cache

from tablesynth.art import Deck, Family
from tablesynth.assets import SPLITS
from tablesynth.decks.jokers import joker_pack
from tablesynth.decks.procedural import draw_deck
from tablesynth.decks.sheets import open_sheet, sheet_names

DRAWN = {"train": 4000, "val": 80, "test": 80}
"""How many procedural decks of each family a split names."""

ORNATE_FROM = 100_000
"""Decks from this number on are ornate: oftener dark, and their courts oftener fill the card or are scrollwork. Such
cards look like backs, and a net must see many before it finds their indices."""

PACK = "joke"
"""How the names of packs of jokers begin. They lack all other faces, there is no end of them, no list names them."""

PACK_DESIGNS = 6
"""So many jokers, all unlike, are in a pack."""

_PREFIX = {"proc": Family.TRADITIONAL, "rema": Family.REMASTERED}


def deck_names(split: str, family: Family | None = None, *, ornate: bool = False) -> tuple[str, ...]:
    """Return the names of a split's decks: procedural ones, ornate or not, and the fetched sheets in the cache.

    No deck is in two splits, and the procedural decks of a split use type that no other split uses.

    Raises:
        ValueError: for an unknown split.
    """
    if split not in SPLITS:
        raise ValueError(f"unknown split {split!r}: expected one of {', '.join(SPLITS)}")
    first = ORNATE_FROM if ornate else 0
    drawn = [
        f"{prefix}-{split}-{number:05d}"
        for prefix, its in _PREFIX.items()
        if family in (None, its)
        for number in range(first, first + DRAWN[split])
    ]
    sheets = sheet_names(split) if family in (None, Family.TRADITIONAL) else ()
    return (*drawn, *sheets)


def drawn_family(name: str) -> Family | None:
    """Return the family of a procedural deck by its name; None for a fetched deck or a pack."""
    return _PREFIX.get(name.partition("-")[0])


@lru_cache(maxsize=2)
def open_deck(name: str, width_px: int) -> Deck:
    """Return a deck with its cards ``width_px`` wide; the same name and width give the same bytes.

    Raises:
        ValueError: for a name that is no deck's.
    """
    prefix, _, rest = name.partition("-")
    split, _, number = rest.partition("-")
    if prefix in _PREFIX and split in SPLITS and number.isdigit():
        return draw_deck(name, _PREFIX[prefix], split, width_px, ornate=int(number) >= ORNATE_FROM)
    if prefix == PACK and split in SPLITS and number.isdigit():
        return joker_pack(name, split, width_px, PACK_DESIGNS)
    return open_sheet(name, width_px)
