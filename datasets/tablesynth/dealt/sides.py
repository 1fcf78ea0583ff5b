"""A whole side's played cards laid out: the Remastered way, the traditional way, and books fanned for counting."""

import numpy as np

from scorer.faces import WILDS, Face
from tablesynth.dealt.layouts import LaidCard, LaidPile, Pose, Style, arc, bounds, column, in_order, moved, row, squared
from tablesynth.dealt.rounds import Pile, PileKind, SideRound
from vision.corners import Ink

GAP = 0.3
"""Least gap between piles, card widths."""

TOP_INKS = {PileKind.CLEAN: Ink.RED, PileKind.DIRTY: Ink.BLACK}
"""What the traditional way squares books under: a wild book lies under any of its wilds."""


def remastered(rng: np.random.Generator, side: SideRound, style: Style) -> tuple[LaidPile, ...]:
    """Lay melds as ascending columns (or rows), books squared above them: clean crosswise, dirty with a wild behind."""
    melds = [pile for pile in side.piles if pile.kind is PileKind.MELD]
    books = [pile for pile in side.piles if pile.kind is not PileKind.MELD]
    laid: list[LaidPile] = []
    x = 0.0
    in_rows = rng.random() < 0.25
    gap = GAP * float(rng.uniform(0.3, 1.6))
    y = 0.0
    for pile in melds:
        faces = in_order(rng, pile.cards)
        if in_rows:
            cards = row(rng, faces, 0.5, y, style)
            y += style.aspect + gap
        else:
            cards = column(rng, faces, x + 0.5, 0.0, style)
            x += 1 + gap
        laid.append(LaidPile("played", pile.kind, False, pile.cards, cards))
    above = -style.aspect / 2 - gap
    x = float(rng.uniform(-0.5, 0.8))
    threes_first = rng.random() < 0.5
    if threes_first:
        x = _red_threes(rng, side.red_threes, x, above, style, laid)
    for pile in books:
        if pile.kind is PileKind.CLEAN:
            pose = Pose(x + style.aspect / 2, above - 0.5, float(rng.choice((-1, 1))) * np.pi / 2)
            cards = squared(rng, pile.rank, len(pile.cards), pose, style)
            x += style.aspect + gap
        else:
            pose = Pose(x + 0.5, above - style.aspect / 2, 0.0)
            cards = squared(rng, pile.rank, len(pile.cards), pose, style, behind=_a_wild(rng, pile))
            x += 1 + gap
        laid.append(LaidPile("played", pile.kind, True, pile.cards, cards))
    if not threes_first:
        _red_threes(rng, side.red_threes, x, above, style, laid)
    return tuple(laid)


def traditional(rng: np.random.Generator, side: SideRound, style: Style, *, inks: bool) -> tuple[LaidPile, ...]:
    """Lay melds fanned or stepped in rows; squared books show red if clean, black if dirty, a wild if a wild book.

    inks: False where the deck's naturals have no red and black ones, so that books must stay fanned.
    """
    blocks: list[LaidPile] = []
    way = rng.random()
    for pile in side.piles:
        if pile.kind is PileKind.MELD or not inks:
            faces = in_order(rng, pile.cards)
            cards = _fan(rng, faces, style, way)
            blocks.append(LaidPile("played", pile.kind, False, pile.cards, cards))
            continue
        cards = squared(rng, pile.rank, len(pile.cards), Pose(0, 0, 0), style, ink=TOP_INKS.get(pile.kind))
        blocks.append(LaidPile("played", pile.kind, True, pile.cards, cards))
    if side.red_threes:
        threes = (Face.RED_THREE,) * side.red_threes
        blocks.append(LaidPile("played", PileKind.RED_THREES, False, threes, row(rng, threes, 0, 0, style)))
    if rng.random() < 0.4:
        blocks.sort(key=lambda pile: pile.squared)
    return shelve(rng, blocks, style)


def fanned(rng: np.random.Generator, piles: tuple[Pile, ...], style: Style) -> tuple[LaidPile, ...]:
    """Lay every pile spread out, so that each card can be counted."""
    way = float(rng.random())
    blocks = [
        LaidPile("played", pile.kind, False, pile.cards, _fan(rng, in_order(rng, pile.cards), style, way))
        for pile in piles
    ]
    return shelve(rng, blocks, style)


def shelve(rng: np.random.Generator, blocks: list[LaidPile], style: Style) -> tuple[LaidPile, ...]:
    """Put piles beside each other in rows of about the same width, none touching another."""
    gap = GAP * float(rng.uniform(0.3, 2.0))
    boxes = [bounds(block.laid, style.aspect) for block in blocks]
    area = sum((x2 - x1 + gap) * (y2 - y1 + gap) for x1, y1, x2, y2 in boxes)
    widest = max([float(np.sqrt(area * rng.uniform(0.7, 2.2))), *(x2 - x1 for x1, _, x2, _ in boxes)], default=1.0)
    placed: list[LaidPile] = []
    x = y = deepest = 0.0
    for block, (x1, y1, x2, y2) in zip(blocks, boxes, strict=True):
        if x > 0 and x + x2 - x1 > widest:
            x, y, deepest = float(rng.uniform(0, 0.4)), y + deepest + gap, 0.0
        laid = moved(block.laid, x - x1, y - y1)
        placed.append(LaidPile(block.zone, block.kind, block.squared, block.cards, laid))
        x += x2 - x1 + gap
        deepest = max(deepest, y2 - y1)
    return tuple(placed)


def _fan(rng: np.random.Generator, faces: tuple[Face, ...], style: Style, way: float) -> tuple[LaidCard, ...]:
    """Lay one pile: as a row, a column or an arc, the way a side mostly does."""
    if rng.random() < 0.15:
        way = float(rng.random())
    if way < 0.4:
        return row(rng, faces, 0.0, 0.0, style)
    if way < 0.7:
        return column(rng, faces, 0.0, 0.0, style)
    return arc(rng, faces, 0.0, 0.0, style, float(rng.uniform(1.6, 5.0)))


def _red_threes(
    rng: np.random.Generator, count: int, x: float, above: float, style: Style, laid: list[LaidPile]
) -> float:
    """Lay the red 3s above the melds from x on and return where the next pile may begin."""
    if not count:
        return x
    faces = (Face.RED_THREE,) * count
    y = above - style.aspect / 2
    if rng.random() < 0.3:
        cards = column(rng, faces, x + 0.5, y - style.down * (count - 1), style)
    else:
        cards = row(rng, faces, x + 0.5, y, style)
    laid.append(LaidPile("played", PileKind.RED_THREES, False, faces, cards))
    return bounds(cards, style.aspect)[2] + GAP


def _a_wild(rng: np.random.Generator, pile: Pile) -> Face | None:
    wilds = [face for face in pile.cards if face in WILDS]
    return wilds[int(rng.integers(len(wilds)))] if wilds else None
