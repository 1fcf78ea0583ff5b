"""Whole rendered tables with their true record, in the folders that ``handfoot score`` reads."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tablesynth import loose
from tablesynth.art import Family
from tablesynth.assets import SPLITS
from tablesynth.labels import save_scene
from tablesynth.layouts import LaidPile
from tablesynth.light import jpeg
from tablesynth.photograph import Wish, photograph
from tablesynth.rounds import Pile, PileKind, SideRound, TableRound, draw_round
from tablesynth.scene import POOL_LASTS, POOL_SIZE, labelled, lay_side, style_of
from tablesynth.shoe import NORMAL_PX, OpenedDeck, draw_decks, draw_pool

RULES = "remastered-singles"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jon", "Kit", "Lou")

Json = dict[str, object]


@dataclass(frozen=True)
class SidePhoto:
    """A photo of a side to take. name: its file's, without the suffix; squared: the piles that show their top only."""

    name: str
    layout: str
    piles: tuple[LaidPile, ...]


@dataclass(frozen=True)
class PlannedTable:
    """A table before the camera: its round, decks, photos by side, and the scores before the round."""

    round: TableRound
    decks: tuple[OpenedDeck, ...]
    photos: tuple[tuple[SidePhoto, ...], ...]
    before: tuple[int, ...]


def plan_table(rng: np.random.Generator, split: str, pool_rng: np.random.Generator) -> PlannedTable:
    """Draw a table of 2-4 players and lay it: Remastered decks the Remastered way, traditional ones either way.

    pool_rng: draws the decks to choose from, so that tables in a row can share them.
    """
    suitless = bool(pool_rng.random() < 0.4)
    pool = draw_pool(pool_rng, split, Family.REMASTERED if suitless else Family.TRADITIONAL, POOL_SIZE)
    names = tuple(str(name) for name in rng.permutation(NAMES)[: int(rng.integers(2, 5))])
    drawn = draw_round(rng, names, int(rng.integers(1, 5)))
    decks = draw_decks(rng, pool, NORMAL_PX, most=drawn.decks)
    traditional = not suitless and all(deck.has_red_and_black for deck in decks) and rng.random() < 0.5
    layout = "traditional" if traditional else "remastered"
    photos = tuple(_photos(rng, side, layout, decks) for side in drawn.sides)
    before = tuple(0 if drawn.number == 1 else 5 * int(rng.integers(-40, 1000)) for _ in names)
    return PlannedTable(drawn, decks, photos, before)


def write_table(split: str, seed: int, number: int, folder: Path) -> None:
    """Write one table into its folder, unless its truth, which comes last, is there; same arguments, same bytes.

    Writes <Side>/played-1.jpg, fanned-1.jpg and left-1.jpg with their labels beside them, table.toml,
    truth/record.json with every card of every pile, and truth/shown.json with what the photos can tell.
    """
    truth = folder / "truth"
    if (truth / "record.json").exists():
        return
    rng = np.random.default_rng((seed, SPLITS.index(split), number, 1))
    pool_rng = np.random.default_rng((seed, SPLITS.index(split), number // POOL_LASTS, 3))
    table = plan_table(rng, split, pool_rng)
    for side, photos in zip(table.round.sides, table.photos, strict=True):
        for planned in photos:
            photo = photograph(rng, planned.piles, table.decks, _wish(rng, split, table.decks))
            path = folder / side.name / f"{planned.name}.jpg"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(jpeg(rng, photo.image))
            save_scene(labelled(photo, path.name, planned.layout, seed, split), path.with_suffix(".json"))
    truth.mkdir(parents=True, exist_ok=True)
    (folder / "table.toml").write_text(_table_toml(table), encoding="utf-8")
    _write(truth / "shown.json", record(table, shown=True))
    _write(truth / "record.json", record(table, shown=False))


def record(table: PlannedTable, *, shown: bool) -> Json:
    """Return the table's record: every pile's cards, or (``shown``) squared books as a perfect reader gives them."""
    sides = []
    for side, photos, before in zip(table.round.sides, table.photos, table.before, strict=True):
        fanned = any(photo.layout == "fanned" for photo in photos)
        books = {pile.cards for photo in photos for pile in photo.piles if pile.squared}
        piles: list[Json] = []
        for pile in side.piles:
            if shown and not fanned and pile.cards in books:
                piles.append({"top": pile.rank.value, "kind": pile.kind.value})
            else:
                piles.append({"cards": [face.value for face in pile.cards]})
        sides.append(
            {
                "name": side.name,
                "piles": piles,
                "red_threes": side.red_threes,
                "left": [face.value for face in side.left],
                "went_out": side.went_out,
                "perfect_deals": side.perfect_deals,
                "score_before": before,
            }
        )
    return {"rules": RULES, "round": table.round.number, "decks": table.round.decks, "sides": sides}


def _photos(
    rng: np.random.Generator, side: SideRound, layout: str, decks: tuple[OpenedDeck, ...]
) -> tuple[SidePhoto, ...]:
    photos = []
    style = style_of(rng, decks, tight=False)
    played = lay_side(rng, layout, side, style, decks) if side.piles or side.red_threes else ()
    if played:
        if rng.random() < 0.08:
            played = (*played, loose.face_down(rng, played, style))
        photos.append(SidePhoto("played-1", layout, played))
    books = tuple(pile for pile in side.piles if _is_book(pile))
    if books and rng.random() < 0.4:
        spread = SideRound(side.name, books, 0, (), side.went_out, 0)
        photos.append(SidePhoto("fanned-1", "fanned", lay_side(rng, "fanned", spread, style, decks)))
    if side.left:
        photos.append(SidePhoto("left-1", "left", loose.left(rng, side.left, style_of(rng, decks, tight=False))))
    return tuple(photos)


def _is_book(pile: Pile) -> bool:
    return pile.kind is not PileKind.MELD


def _wish(rng: np.random.Generator, split: str, decks: tuple[OpenedDeck, ...]) -> Wish:
    """A phone photo of a whole side: indices of 18-50 px, smaller only where the longest photo holds no larger ones."""
    longest = int(rng.choice((1600, 2016, 3264, 4032), p=(0.35, 0.4, 0.15, 0.1)))
    card_px = float(rng.uniform(18, 50)) / min(deck.index for deck in decks)
    return Wish(split, float(np.clip(card_px, 80, 400)), None, longest, True, 0.8)


def _table_toml(table: PlannedTable) -> str:
    lines = [f'rules = "{RULES}"', f"round = {table.round.number}", f"decks = {table.round.decks}"]
    for side, before in zip(table.round.sides, table.before, strict=True):
        lines += ["", f"[sides.{side.name}]", f"went_out = {str(side.went_out).lower()}"]
        lines += [f"perfect_deals = {side.perfect_deals}", f"score_before = {before}"]
    return "\n".join(lines) + "\n"


def _write(path: Path, data: Json) -> None:
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
