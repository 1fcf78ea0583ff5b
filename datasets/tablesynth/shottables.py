"""Whole tables whose sides are photographed in several shots each, with their true record."""

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from scorer.faces import Face
from tablesynth.assets import SPLITS
from tablesynth.dealt import loose
from tablesynth.dealt.layouts import LaidPile
from tablesynth.dealt.rounds import PileKind, SideRound
from tablesynth.dealt.sides import TOP_INKS
from tablesynth.photograph import Photo, Wish
from tablesynth.scene import POOL_LASTS, lay_side, style_of, write_photo
from tablesynth.shots import OwnedCard, SetTable, Way, apart, own_cards, parts_of, set_out, shoot
from tablesynth.tables import (
    READABLE,
    PlannedTable,
    books_of,
    is_written,
    plan_table_from,
    side_wish,
    write_truth,
)

ATTEMPTS = 8

PLAYED_WAYS = {Way.SINGLE: 0.15, Way.PARTS: 0.4, Way.REPEAT: 0.2, Way.PARTNERS: 0.25}
OTHER_WAYS = {Way.SINGLE: 0.45, Way.PARTS: 0.3, Way.REPEAT: 0.25}
"""How often the played area, and how often spread books and leftovers, are photographed each way."""

FAR = (14.0, 25.0)
"""How far partners' areas lie apart, card widths."""


@dataclass(frozen=True)
class _Owner:
    """A side with its cards: those of each pile, its red 3s and what it has left."""

    side: SideRound
    piles: dict[int, tuple[OwnedCard, ...]]
    threes: tuple[OwnedCard, ...]
    left: tuple[OwnedCard, ...]


def write_shots(split: str, seed: int, number: int, folder: Path, cut_outs: Path | None = None) -> None:
    """Write one table into its folder, unless it is there; same arguments, same bytes.

    Writes <Side>/played-1.jpg and so on, with their labels beside them, table.toml, truth/record.json
    and truth/shown.json. cut_outs: a file of real cards to play with.
    """
    if is_written(folder):
        return
    rng = np.random.default_rng((seed, SPLITS.index(split), number, 6))
    table = plan_table_from(rng, split, (seed, SPLITS.index(split), number // POOL_LASTS, 7), cut_outs)
    for place, side in enumerate(table.round.sides):
        owner = _owner(rng, side, table)
        for layout in table.photos_of(place):
            name = layout if layout in ("fanned", "left") else "played"
            photos = _photos(rng, layout, owner, table, split)
            for shot, photo in enumerate(photos, start=1):
                write_photo(rng, folder / side.name / f"{name}-{shot}.jpg", photo, layout, seed, split)
    write_truth(table, folder)


def _owner(rng: np.random.Generator, side: SideRound, table: PlannedTable) -> _Owner:
    start = 0
    piles: dict[int, tuple[OwnedCard, ...]] = {}
    for number, pile in enumerate(side.piles):
        top = TOP_INKS.get(pile.kind) if table.layout == "traditional" else None
        piles[number] = own_cards(rng, pile.cards, table.decks, start, top)
        start += len(pile.cards)
    threes = own_cards(rng, (Face.RED_THREE,) * side.red_threes, table.decks, start)
    left = own_cards(rng, side.left, table.decks, start + len(threes))
    return _Owner(side, piles, threes, left)


def _photos(rng: np.random.Generator, layout: str, owner: _Owner, table: PlannedTable, split: str) -> tuple[Photo, ...]:
    """Lay an area and photograph it one way, again while cards show in none of its photos; returns the best try."""
    chances = PLAYED_WAYS if layout not in ("fanned", "left") else OTHER_WAYS
    way = list(chances)[int(rng.choice(len(chances), p=np.array(list(chances.values()))))]
    best: tuple[Photo, ...] = ()
    fewest = 0
    for _ in range(ATTEMPTS):
        piles = _lay(rng, layout, owner, table)
        if way is Way.PARTNERS and len(piles) < 2:
            way = Way.SINGLE
        split_at = len(piles) // 2
        if way is Way.PARTNERS:
            piles = apart(piles, split_at, float(rng.uniform(*FAR)))
        scene = set_out(rng, piles, _owned(piles, owner), table.decks, split)
        photos = _shots(rng, scene, way, split_at, side_wish(rng, split, table.decks))
        hidden = _unshown(photos, scene)
        if not best or hidden < fewest:
            best, fewest = photos, hidden
        if fewest == 0:
            break
    return best


def _lay(rng: np.random.Generator, layout: str, owner: _Owner, table: PlannedTable) -> tuple[LaidPile, ...]:
    style = style_of(rng, table.decks, tight=False, neat=True)
    if layout == "left":
        return loose.left(rng, owner.side.left, style)
    side = replace(owner.side, piles=books_of(owner.side), red_threes=0) if layout == "fanned" else owner.side
    return lay_side(rng, layout, side, style, table.decks)


def _owned(piles: tuple[LaidPile, ...], owner: _Owner) -> list[tuple[OwnedCard, ...]]:
    """Return of each laid pile the cards that are its own."""
    free = dict(owner.piles)
    found: list[tuple[OwnedCard, ...]] = []
    for pile in piles:
        if pile.kind is PileKind.RED_THREES:
            found.append(owner.threes)
        elif pile.kind is PileKind.LEFT:
            found.append(owner.left)
        else:
            same = (k for k in free if Counter(owner.side.piles[k].cards) == Counter(pile.cards))
            number = next(same, None)
            found.append(() if number is None else free.pop(number))
    return found


def _shots(rng: np.random.Generator, scene: SetTable, way: Way, split_at: int, wish: Wish) -> tuple[Photo, ...]:
    again = replace(wish, card_px=wish.card_px * float(rng.uniform(0.75, 1.3)))
    if way is Way.SINGLE:
        return (shoot(rng, scene, wish),)
    if way is Way.REPEAT:
        return (shoot(rng, scene, wish), shoot(rng, scene, again))
    if way is Way.PARTNERS:
        mine = frozenset(number for number, card in enumerate(scene.placed) if 0 <= card.pile < split_at)
        theirs = frozenset(number for number, card in enumerate(scene.placed) if card.pile >= split_at)
        return (shoot(rng, scene, wish, mine), shoot(rng, scene, again, theirs))
    parts = parts_of(rng, scene, 2 if rng.random() < 0.7 else 3)
    return tuple(shoot(rng, scene, wish if shot == 0 else again, part) for shot, part in enumerate(parts))


def _unshown(photos: tuple[Photo, ...], scene: SetTable) -> int:
    """Return how many of the cards that were laid show no readable index in any of the photos."""
    shown = {
        card.physical
        for photo in photos
        for card in photo.cards
        if any(index.rank_visible >= READABLE for index in card.indices)
    }
    return sum(number is not None and number not in shown for number in scene.physical)
