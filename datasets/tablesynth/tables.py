"""Whole rendered tables with their true record, in the folders that ``handfoot score`` reads."""

import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tablesynth.art import Family
from tablesynth.assets import SPLITS
from tablesynth.dealt import loose
from tablesynth.dealt.layouts import LaidPile
from tablesynth.dealt.rounds import Pile, PileKind, SideRound, TableRound, draw_round, rules
from tablesynth.dealt.shoe import NORMAL_PX, OpenedDeck, draw_decks, draw_pool, opened_real
from tablesynth.photograph import USUAL, Habits, Photo, Wish, photograph
from tablesynth.scene import POOL_LASTS, POOL_SIZE, lay_side, style_of, write_photo

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jon", "Kit", "Lou")

READABLE = 0.95
"""Visible share of a rank from which a card's index counts as shown."""

ATTEMPTS = 12

Json = dict[str, object]


@dataclass(frozen=True)
class TableOrder:
    """Which tables to render: of a split and a seed.

    decks_last: so many tables in a row share a few decks. cut_outs: a file of real cards (``tablesynth.decks.cutouts``)
    to play with in place of the split's decks.
    """

    split: str
    seed: int
    decks_last: int = POOL_LASTS
    habits: Habits = USUAL
    cut_outs: Path | None = None


@dataclass(frozen=True)
class PlannedTable:
    """A table before the camera.

    layout: how played cards lie, ``remastered`` or ``traditional``. fanned: for each side, whether its books are also
    photographed spread out. before: each side's score before the round. taught: the decks on it that must be taught.
    """

    round: TableRound
    decks: tuple[OpenedDeck, ...]
    layout: str
    fanned: tuple[bool, ...]
    before: tuple[int, ...]
    taught: tuple[str, ...] = ()

    def photos_of(self, number: int) -> tuple[str, ...]:
        """Return the layouts side ``number`` is photographed in."""
        side = self.round.sides[number]
        played = (self.layout,) if side.piles or side.red_threes else ()
        fanned = ("fanned",) if self.fanned[number] else ()
        return (*played, *fanned, *(("left",) if side.left else ()))


def plan_table(rng: np.random.Generator, split: str, pool_rng: np.random.Generator) -> PlannedTable:
    """Draw a table of 2-4 players: Remastered decks lie the Remastered way, traditional ones either way.

    pool_rng: draws the decks to choose from, so that tables in a row can share them.
    """
    suitless = bool(pool_rng.random() < 0.4)
    pool = draw_pool(pool_rng, split, Family.REMASTERED if suitless else Family.TRADITIONAL, POOL_SIZE)
    drawn = _draw_round(rng)
    return _planned(rng, drawn, draw_decks(rng, pool, NORMAL_PX, most=drawn.decks))


def plan_table_with(rng: np.random.Generator, decks: tuple[OpenedDeck, ...]) -> PlannedTable:
    """Draw such a table that is played with these decks, which have every face between them."""
    return _planned(rng, _draw_round(rng), decks)


def plan_table_from(
    rng: np.random.Generator, split: str, pool_seed: tuple[int, ...], cut_outs: Path | None
) -> PlannedTable:
    """Draw such a table, that is played with real cards where a file of them (``tablesynth.decks.cutouts``) is given.

    Tables of one pool_seed share their decks.

    Raises:
        ValueError: as ``tablesynth.decks.cutouts.load_cut_outs`` does.
    """
    if cut_outs is None:
        return plan_table(rng, split, np.random.default_rng(pool_seed))
    return plan_table_with(rng, opened_real(cut_outs, split, pool_seed))


def plan_table_of(rng: np.random.Generator, deck: OpenedDeck) -> PlannedTable:
    """Draw such a table that is played with one deck, which must be taught and have every face."""
    return replace(plan_table_with(rng, (deck,)), taught=(deck.name,))


def _draw_round(rng: np.random.Generator) -> TableRound:
    names = tuple(str(name) for name in rng.permutation(NAMES)[: int(rng.integers(2, 5))])
    return draw_round(rng, names, int(rng.integers(1, 5)))


def _planned(rng: np.random.Generator, drawn: TableRound, decks: tuple[OpenedDeck, ...]) -> PlannedTable:
    suited = all(deck.family is Family.TRADITIONAL and deck.has_red_and_black for deck in decks)
    traditional = suited and rng.random() < 0.5
    fanned = tuple(bool(books_of(side)) and bool(rng.random() < _fans_books(side)) for side in drawn.sides)
    before = tuple(0 if drawn.number == 1 else 5 * int(rng.integers(-40, 1000)) for _ in drawn.sides)
    return PlannedTable(drawn, decks, "traditional" if traditional else "remastered", fanned, before)


def write_table(order: TableOrder, number: int, folder: Path) -> None:
    """Write one table into its folder, unless it is there; the same order and number give the same bytes."""
    if is_written(folder):
        return
    split = SPLITS.index(order.split)
    rng = np.random.default_rng((order.seed, split, number, 1))
    pool_seed = (order.seed, split, number // order.decks_last, 3)
    table = plan_table_from(rng, order.split, pool_seed, order.cut_outs)
    write_planned(rng, table, order.split, order.seed, folder, order.habits)


def is_written(folder: Path) -> bool:
    """Return whether a table's folder holds it whole: its true record is written last."""
    return (folder / "truth" / "record.json").exists()


def write_planned(
    rng: np.random.Generator, table: PlannedTable, split: str, seed: int, folder: Path, habits: Habits = USUAL
) -> None:
    """Write a table into its folder: <Side>/played-1.jpg, fanned-1.jpg and left-1.jpg, its settings and its truth.

    Each photo's labels lie beside it; truth/record.json has every card of every pile, truth/shown.json what the photos
    can tell.
    """
    for place, side in enumerate(table.round.sides):
        for layout in table.photos_of(place):
            photo = take(rng, layout, side, table, split, habits)
            name = layout if layout in ("fanned", "left") else "played"
            write_photo(rng, folder / side.name / f"{name}-1.jpg", photo, layout, seed, split)
    write_truth(table, folder)


def write_truth(table: PlannedTable, folder: Path) -> None:
    """Write a table's table.toml, and its truth, whose record.json comes last."""
    truth = folder / "truth"
    truth.mkdir(parents=True, exist_ok=True)
    (folder / "table.toml").write_text(_table_toml(table), encoding="utf-8")
    _write(truth / "shown.json", record(table, shown=True))
    _write(truth / "record.json", record(table, shown=False))


def take(
    rng: np.random.Generator, layout: str, side: SideRound, table: PlannedTable, split: str, habits: Habits = USUAL
) -> Photo:
    """Lay and photograph a side's cards, again while cards hide their index; returns the photo with fewest such."""
    best: Photo | None = None
    fewest = 0
    for _ in range(ATTEMPTS):
        style = style_of(rng, table.decks, tight=False, neat=True)
        if layout == "left":
            piles = loose.left(rng, side.left, style)
        else:
            shown = replace(side, piles=books_of(side), red_threes=0) if layout == "fanned" else side
            piles = lay_side(rng, layout, shown, style, table.decks)
            if layout != "fanned" and rng.random() < 0.08:
                piles = (*piles, loose.face_down(rng, piles, style))
        photo = photograph(rng, piles, table.decks, replace(side_wish(rng, split, table.decks), habits=habits))
        hidden = unshown(photo, piles)
        if best is None or hidden < fewest:
            best, fewest = photo, hidden
        if fewest == 0:
            break
    assert best is not None
    return best


def unshown(photo: Photo, piles: tuple[LaidPile, ...]) -> int:
    """Return how many of the face-up cards that were laid show no index that can be read."""
    readable = Counter(
        card.pile
        for card in photo.cards
        if card.face is not None and any(index.rank_visible >= READABLE for index in card.indices)
    )
    laid = (sum(card.face is not None for card in pile.laid) for pile in piles)
    # Beneath a book that is squared up carelessly a card may show that was not laid by itself.
    return sum(max(count - readable[number], 0) for number, count in enumerate(laid))


def record(table: PlannedTable, *, shown: bool) -> Json:
    """Return the table's record: every pile's cards, or (``shown``) squared books as a perfect reader gives them."""
    sides = []
    for side, fanned, before in zip(table.round.sides, table.fanned, table.before, strict=True):
        piles: list[Json] = []
        for pile in side.piles:
            if shown and not fanned and pile in books_of(side):
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
    return {"rules": rules().id, "round": table.round.number, "decks": table.round.decks, "sides": sides}


def _fans_books(side: SideRound) -> float:
    """How likely a side spreads its books: nearly always where one holds more than seven, which squared nobody sees."""
    return 0.96 if any(len(pile.cards) > rules().books.size for pile in side.piles) else 0.35


def books_of(side: SideRound) -> tuple[Pile, ...]:
    """Return a side's finished books."""
    return tuple(pile for pile in side.piles if pile.kind is not PileKind.MELD)


def side_wish(rng: np.random.Generator, split: str, decks: tuple[OpenedDeck, ...]) -> Wish:
    """Draw how a side is photographed: indices of 18-50 px, smaller only where no photo could hold larger ones."""
    longest = int(rng.choice((1600, 2016, 3264, 4032), p=(0.35, 0.4, 0.15, 0.1)))
    card_px = float(rng.uniform(18, 50)) / min(deck.index for deck in decks)
    return Wish(split, float(np.clip(card_px, 80, 400)), None, longest, True, 0.8)


def _table_toml(table: PlannedTable) -> str:
    lines = [f'rules = "{rules().id}"', f"round = {table.round.number}", f"decks = {table.round.decks}"]
    if table.taught:
        lines.append(f"deck_profiles = {json.dumps(table.taught)}")
    for side, before in zip(table.round.sides, table.before, strict=True):
        lines += ["", f"[sides.{side.name}]", f"went_out = {str(side.went_out).lower()}"]
        lines += [f"perfect_deals = {side.perfect_deals}", f"score_before = {before}"]
    return "\n".join(lines) + "\n"


def _write(path: Path, data: Json) -> None:
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
