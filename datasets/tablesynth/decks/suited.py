"""The 52 suited cards of a procedural deck: corner marks, rows of pips, court pictures, large aces."""

from dataclasses import dataclass

import cv2
import numpy as np

from scorer.faces import Face
from tablesynth.art import IndexArt
from tablesynth.decks.lettering import text
from tablesynth.decks.pictures import court, ornament
from tablesynth.decks.pips import pip
from tablesynth.decks.printing import Corners, Paper, Stamp, paste_centred, print_corners, stamp, stamp_centred
from tablesynth.decks.style import DeckStyle
from vision.corners import CornerKind, Ink, Suit

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RED_SUITS = frozenset({Suit.HEARTS, Suit.DIAMONDS})

_THREE = (0.0, 0.5, 1.0)
_ROWS: dict[int, tuple[tuple[float, ...], tuple[float, ...]]] = {
    2: ((), (0.0, 1.0)),
    3: ((), _THREE),
    4: ((0.0, 1.0), ()),
    5: ((0.0, 1.0), (0.5,)),
    6: (_THREE, ()),
    7: (_THREE, (0.25,)),
    8: (_THREE, (0.25, 0.75)),
    9: ((0.0, 1 / 3, 2 / 3, 1.0), (0.5,)),
    10: ((0.0, 1 / 3, 2 / 3, 1.0), (1 / 6, 5 / 6)),
}
"""Where the pips of a number card stand, from the upper row at 0 to the lower at 1: in two columns, in the middle."""

_ORNATE_FULL = 0.45
_SMALL_PRINT = ("PREMIUM QUALITY", "CASINO", "CLUB SPECIAL", "PLASTIC COATED", "No. 1", "MADE WITH CARE", "POKER SIZE")


@dataclass(frozen=True)
class Layout:
    """What the middles of a deck's cards share.

    spread: from the middle to a column of pips, card widths. pip: height of a pip, card widths. top: the upper row,
    share of the height. large: True where one large pip stands for all, as on some jumbo decks. ace: height of its pip,
    card widths. court: half width and half height of court pictures, shares. full: True where court pictures fill the
    card and the corner mark is printed on a clear patch.
    """

    spread: float
    pip: float
    top: float
    large: bool
    ace: float
    court: tuple[float, float]
    full: bool


def face_of(rank: str, suit: Suit) -> Face:
    """Return what a suited card counts as: a 2 is the 20-point wild, a 3 is red or black."""
    if rank == "2":
        return Face.WILD_20
    if rank == "3":
        return Face.RED_THREE if suit in RED_SUITS else Face.BLACK_THREE
    return Face(rank)


def ink_of(suit: Suit) -> Ink:
    """Return the colour a suit stands for, whatever its ink."""
    return Ink.RED if suit in RED_SUITS else Ink.BLACK


def draw_layout(rng: np.random.Generator, style: DeckStyle) -> Layout:
    """Draw a deck's layout such that the middle of a card stays clear of its corner marks."""
    marks = [style.mark(rank, (0, 0, 0), Suit.SPADES) for rank in ("8", "10", "K")]
    room = 0.5 - max(_extent(*mark)[0] for mark in marks) / style.width - 0.012
    spread, tall, top = rng.uniform(0.15, 0.21), rng.uniform(0.15, 0.25), rng.uniform(0.14, 0.2)
    large, full, half_width, half_height = rng.random() < 0.04, rng.random() < 0.12, *rng.uniform(0.3, 0.36, 2)
    full = full or (style.ornate and rng.random() < _ORNATE_FULL)
    spread = min(spread, max(room - 0.06, 0.1))
    breadth = style.pips.breadth
    return Layout(
        spread=float(spread),
        pip=float(min(tall, (room - spread) * 2 / breadth, (2 * spread - 0.01) / breadth)),
        top=float(top),
        large=bool(large or room < 0.17),
        ace=float(rng.uniform(0.2, 0.6)),
        court=(float(min(max(room, 0.18), half_width)), float(half_height + 0.1)),
        full=bool(full),
    )


def print_suited(
    rng: np.random.Generator, style: DeckStyle, layout: Layout, rank: str, suit: Suit
) -> tuple[Paper, tuple[IndexArt, ...]]:
    """Print one suited card."""
    paper, ink = style.blank(), style.inks[suit]
    mark, margin = style.mark(rank, ink, suit)
    if rank in "JQK":
        _print_court(rng, style, layout, paper, rank, suit)
        if layout.full:
            _clear(paper, _extent(mark, margin), style)
    elif rank == "A":
        _print_ace(rng, style, layout, paper, suit)
    elif layout.large:
        stamp_centred(paper, pip(suit, style.width * max(0.3, layout.ace), style.pips), 0.5, 0.5, ink)
    else:
        _print_pips(style, layout, paper, int(rank), suit)
    return paper, print_corners(paper, mark, margin, CornerKind.INDEX, style.corners)


def _extent(mark: list[Stamp], margin: tuple[int, int]) -> tuple[int, int]:
    """Return how far a corner mark reaches, px from the card's side and top."""
    right = max(part.x + part.mask.shape[1] for part in mark)
    below = max(part.y + part.mask.shape[0] for part in mark)
    return margin[0] + right, margin[1] + below


def _clear(paper: Paper, extent: tuple[int, int], style: DeckStyle) -> None:
    """Clear a patch of stock under the corner marks."""
    right, below = extent[0] + style.px(0.015), extent[1] + style.px(0.02)
    page = paper[::-1, ::-1]
    for each in (paper, page):
        if style.corners is not Corners.RIGHT:
            each[:below, :right] = style.stock
        if style.corners is not Corners.LEFT:
            each[:below, -right:] = style.stock


def _print_court(
    rng: np.random.Generator, style: DeckStyle, layout: Layout, paper: Paper, rank: str, suit: Suit
) -> None:
    height, width = paper.shape[:2]
    half_width, half_height = (0.5, 0.5) if layout.full else layout.court
    x, y = round((0.5 - half_width) * width), round((0.5 - half_height) * height)
    ground = style.stock if rng.random() < 0.75 else style.colours[1]
    picture, framed = court(rng, width - 2 * x, height - 2 * y, style.colours, ground, ornate=style.ornate)
    if rng.random() < 0.6:
        # The suit once more beside the head: the hardest thing to tell from a corner mark.
        small = pip(suit, width * rng.uniform(0.1, 0.2), style.pips)
        left = round(picture.shape[1] * (0.05 if rng.random() < 0.7 else 0.7))
        for page in (picture, picture[::-1, ::-1]):
            stamp(page, small, left, round(0.03 * height), style.inks[suit])
    paper[y : height - y, x : width - x] = picture
    if framed and not layout.full and rng.random() < 0.8:
        line = style.black if rng.random() < 0.6 else style.colours[0]
        cv2.rectangle(paper, (x, y), (width - 1 - x, height - 1 - y), line, max(1, style.px(0.006)))
    if rng.random() < 0.08:
        letter = text(rank, style.face, width * rng.uniform(0.25, 0.5), width * 0.5)
        stamp_centred(paper, letter, 0.5, 0.5, style.inks[suit])


def _print_ace(rng: np.random.Generator, style: DeckStyle, layout: Layout, paper: Paper, suit: Suit) -> None:
    height, width = paper.shape[:2]
    ink, small_print = style.inks[suit], rng.random() < (0.6 if suit is Suit.SPADES else 0.08)
    if suit is Suit.SPADES and rng.random() < 0.5:
        wide, high = round(width * rng.uniform(0.45, 0.62)), round(height * rng.uniform(0.3, 0.55))
        paste_centred(paper, ornament(rng, wide, high, ink, style.stock))
    stamp_centred(paper, pip(suit, width * layout.ace, style.pips), 0.5, 0.5, ink)
    if small_print:
        words = _SMALL_PRINT[int(rng.integers(len(_SMALL_PRINT)))]
        stamp_centred(paper, style.word(words, 0.035, 0.5), 0.5, 0.5 + 0.42 * layout.ace * width / height + 0.05, ink)


def _print_pips(style: DeckStyle, layout: Layout, paper: Paper, count: int, suit: Suit) -> None:
    """Print the pips of a number card in the usual places, those below the middle upside down."""
    upright = pip(suit, layout.pip * style.width, style.pips)
    columns, middle = _ROWS[count]
    places = [(side, row) for row in columns for side in (-layout.spread, layout.spread)]
    places += [(0.0, row) for row in middle]
    for aside, row in places:
        mask = upright if row <= 0.5 else upright[::-1, ::-1]
        stamp_centred(paper, mask, 0.5 + aside, layout.top + row * (1 - 2 * layout.top), style.inks[suit])
