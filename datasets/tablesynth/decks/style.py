"""The look of one procedural deck, drawn once from its name: stock, inks, type, corner marks."""

import hashlib
from dataclasses import dataclass

import cv2
import numpy as np

from tablesynth.decks.lettering import Mask, Type, draw_type, rank_text, text
from tablesynth.decks.pictures import palette
from tablesynth.decks.pips import PipStyle, draw_pip_style, pip
from tablesynth.decks.printing import Colour, Corners, Paper, Part, Stamp, colour, contrast, hue
from vision.corners import Suit

WHITE: Colour = (255, 255, 255)
REDS: tuple[Colour, ...] = ((40, 30, 200), (30, 20, 220), (60, 40, 180), (20, 20, 160), (50, 60, 235), (70, 70, 200))
SILVERS: tuple[Colour, ...] = ((235, 235, 235), (200, 205, 210), (225, 215, 190), (160, 175, 185))
GOLDS: tuple[Colour, ...] = ((90, 190, 220), (60, 170, 215), (110, 180, 205), (60, 140, 190), (130, 200, 235))
LIGHT_REDS: tuple[Colour, ...] = ((50, 50, 230), (40, 80, 240), (70, 70, 255), (90, 60, 230))

MOST_WIDE = 0.42
"""No rank is wider than this, card widths."""


PIP_PLACES = {"under": 0.79, "beside": 0.1, "none": 0.09, "above": 0.02}
"""Where the pip stands by the rank, and how often."""

TAUGHT_PIP_PLACES = {"under": 0.64, "beside": 0.23, "none": 0.09, "above": 0.04}
"""The same of the train split: an index on one line looks the same upside down, and has to be seen oftener."""

ONE_INK = 0.07
"""Share of the suited decks with a pip in each corner that are printed in one ink: pips alone tell red from black."""

_BLACK = (5, 40)
_ORNATE_BLACK = 0.45


@dataclass(frozen=True)
class DeckStyle:
    """Lengths are in card widths but ``width`` and ``height``, px of the card's art.

    black, red: the inks that stand for the two colours; inks: of each suit. margin: from the card's side and top to the
    mark. cell: width of the column that ranks are centred in. pip_place: under, above or beside the rank, or none.
    joker: seed of what the deck's two jokers share; joker_face: their type, often another than the ranks'. ornate: True
    where courts fill the card, or are scrollwork, oftener than in other decks.
    """

    width: int
    height: int
    radius: float
    stock: Colour
    dark: bool
    foil: bool
    inks: dict[Suit, Colour]
    black: Colour
    red: Colour
    face: Type
    rank_height: float
    margin: tuple[float, float]
    pips: PipStyle
    pip_size: float
    pip_gap: float
    pip_place: str
    corners: Corners
    border: Colour | None
    border_at: tuple[float, float]
    colours: tuple[Colour, ...]
    joker: int
    joker_face: Type
    ornate: bool

    def px(self, length: float) -> int:
        """Return a length in card widths as whole px."""
        return round(length * self.width)

    @property
    def cell(self) -> int:
        """Width of the column that a corner's rank and pip are centred in, px."""
        letters = self.letters("8")
        stacked = self.pip_place in ("under", "above")
        wide: int = max(letters.shape[1], round(self._pip_px * self.pips.breadth) if stacked else 0)
        return wide

    @property
    def _pip_px(self) -> float:
        return self.rank_height * self.pip_size * self.width

    def letters(self, rank: str) -> Mask:
        """Return a rank as the corners print it."""
        return rank_text(rank, self.face, self.rank_height * self.width, MOST_WIDE * self.width)

    def mark(self, rank: str, ink: Colour, suit: Suit | None) -> tuple[list[Stamp], tuple[int, int]]:
        """Return the corner mark of a rank and its distance from the card's side and top, px."""
        letters = self.letters(rank)
        margin = (self.px(self.margin[0]), self.px(self.margin[1]))
        if suit is None or self.pip_place == "none":
            return [Stamp(letters, 0, 0, ink)], self._centred(letters.shape[1], margin)
        small = pip(suit, self._pip_px, self.pips)
        if self.pip_place == "beside":
            x = letters.shape[1] + max(1, round(self.pip_gap * self._pip_px))
            y = max(0, (letters.shape[0] - small.shape[0]) // 2)
            return [Stamp(letters, 0, 0, ink), Stamp(small, x, y, ink, Part.PIP)], margin
        wide = max(letters.shape[1], small.shape[1])
        gap = max(1, round(self.pip_gap * self.rank_height * self.width))
        if self.pip_place == "above":
            upper, lower, parts = small, letters, (Part.PIP, Part.RANK)
        else:
            upper, lower, parts = letters, small, (Part.RANK, Part.PIP)
        stamps = [
            Stamp(upper, (wide - upper.shape[1]) // 2, 0, ink, parts[0]),
            Stamp(lower, (wide - lower.shape[1]) // 2, upper.shape[0] + gap, ink, parts[1]),
        ]
        return stamps, self._centred(wide, margin)

    def _centred(self, wide: int, margin: tuple[int, int]) -> tuple[int, int]:
        return (max(self.px(0.012), margin[0] + (self.cell - wide) // 2), margin[1])

    def word(self, words: str, height: float, most: float) -> Mask:
        """Return a line of the deck's type; lengths in card widths."""
        return text(words, self.face, max(height * self.width, 5), most * self.width)

    def blank(self) -> Paper:
        """Return a card before it is printed: its stock and its border."""
        paper = np.empty((self.height, self.width, 3), np.uint8)
        paper[:] = self.stock
        if self.border is not None:
            inset, breadth = self.px(self.border_at[0]), max(1, self.px(self.border_at[1]))
            edge = (self.width - 1 - inset, self.height - 1 - inset)
            cv2.rectangle(paper, (inset, inset), edge, self.border, breadth)
        return paper


def rng_of(name: str) -> np.random.Generator:
    """Return the generator a name stands for, the same on every machine."""
    return np.random.default_rng(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big"))


def draw_style(rng: np.random.Generator, split: str, width: int, *, suited: bool, ornate: bool = False) -> DeckStyle:
    """Draw a deck's look. Nothing that is drawn depends on ``width``, so any width shows the same deck."""
    stock, dark = (colour(rng, *_BLACK), True) if ornate and rng.random() < _ORNATE_BLACK else _stock(rng)
    black, red = _inks(rng, stock, dark=dark)
    places = TAUGHT_PIP_PLACES if split == "train" else PIP_PLACES
    pip_place = str(rng.choice(list(places), p=list(places.values())))
    if suited and pip_place != "none" and rng.random() < ONE_INK:
        red = black
    inks = {Suit.SPADES: black, Suit.CLUBS: black, Suit.HEARTS: red, Suit.DIAMONDS: red}
    if rng.random() < 0.2 and red != black:
        blue, green = ((255, 170, 60), (80, 200, 90)) if dark else ((190, 80, 20), (40, 120, 20))
        inks[Suit.DIAMONDS], inks[Suit.CLUBS] = blue, green
    rank_height = _rank_height(rng)
    jumbo = rank_height > 0.2
    border = rng.random()
    face = draw_type(rng, split)
    return DeckStyle(
        width=width,
        height=round(width * rng.uniform(1.36, 1.55)),
        radius=float(rng.uniform(0.03, 0.085)),
        stock=stock,
        dark=dark,
        foil=dark and rng.random() < 0.5,
        inks=inks,
        black=black,
        red=red,
        face=face,
        rank_height=rank_height,
        margin=(float(rng.uniform(0.025, 0.07)), float(rng.uniform(0.035, 0.1))),
        pips=draw_pip_style(rng, split),
        pip_size=float(min(rng.uniform(0.4, 1.1), 0.3 / rank_height)),
        pip_gap=float(rng.uniform(0.06, 0.32)),
        pip_place=pip_place,
        corners=_corners(rng, suited=suited, jumbo=jumbo),
        border=None if border < 0.75 else black if border < 0.87 else colour(rng),
        border_at=(float(rng.uniform(0.008, 0.022)), float(rng.uniform(0.004, 0.012))),
        colours=palette(rng, red if rng.random() < 0.5 else black, dark=dark),
        joker=int(rng.integers(2**31)),
        joker_face=draw_type(rng, split) if rng.random() < 0.6 else face,
        ornate=ornate,
    )


def _rank_height(rng: np.random.Generator) -> float:
    """Return the height of corner ranks: mostly the standard index, else from tiny to larger than jumbo."""
    kind = rng.random()
    for share, low, high in ((0.48, 0.115, 0.17), (0.57, 0.085, 0.115), (0.61, 0.06, 0.085), (0.84, 0.17, 0.25)):
        if kind < share:
            return float(rng.uniform(low, high))
    return float(rng.uniform(0.25, 0.36) if kind < 0.96 else rng.uniform(0.36, 0.43))


def _corners(rng: np.random.Generator, *, suited: bool, jumbo: bool) -> Corners:
    kind = rng.random()
    if kind < (0.2 if suited else 0.4) * (0.8 if jumbo else 1.0):
        return Corners.FOUR
    return Corners.RIGHT if kind > 0.975 else Corners.LEFT


def _stock(rng: np.random.Generator) -> tuple[Colour, bool]:
    """Return the card stock and whether it is dark: white, off-white, coloured, black, dark."""
    kind = rng.random()
    if kind < 0.45:
        return WHITE, False
    if kind < 0.65:
        return colour(rng, 228), False
    if kind < 0.71:
        warmth = int(rng.integers(10, 45))
        return (240 - warmth, 246 - warmth // 3, 252), False
    if kind < 0.82:
        return hue(rng, (0.1, 0.5), (0.75, 1.0)), False
    if kind < 0.93:
        return colour(rng, *_BLACK), True
    return hue(rng, (0.4, 1.0), (0.15, 0.4)), True


def _inks(rng: np.random.Generator, stock: Colour, *, dark: bool) -> tuple[Colour, Colour]:
    """Return the inks of the black and the red suits; on dark stock silver, gold or light red."""
    if dark:
        kind = rng.random()
        black = _one(rng, SILVERS if kind < 0.7 else GOLDS)
        red = _one(rng, GOLDS if kind < 0.55 or kind > 0.85 else LIGHT_REDS)
        return (black, red) if contrast(red, stock) > 0.2 else (black, GOLDS[0])
    black = colour(rng, 0, 45) if rng.random() < 0.9 else hue(rng, (0.5, 1.0), (0.1, 0.35))
    red = _one(rng, REDS)
    return black, red if contrast(red, stock) > 0.3 else (20, 20, 160)


def _one(rng: np.random.Generator, colours: tuple[Colour, ...]) -> Colour:
    return colours[int(rng.integers(len(colours)))]
