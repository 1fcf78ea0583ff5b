"""The look of one procedural deck, drawn once from its name: stock, inks, type, corner marks."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tablesynth.decks.lettering import Mask, fonts, text
from tablesynth.decks.pips import PipStyle, pip
from tablesynth.decks.printing import Colour, Stamp, colour
from vision.corners import Suit

REDS: tuple[Colour, ...] = ((40, 30, 200), (30, 20, 220), (60, 40, 180), (20, 20, 160), (50, 60, 235))
LIGHT_INKS: tuple[Colour, ...] = ((230, 230, 230), (180, 200, 210), (90, 190, 220), (200, 210, 170))
LIGHT_REDS: tuple[Colour, ...] = ((60, 170, 215), (50, 50, 230), (40, 140, 230), (60, 60, 255))
WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True)
class DeckStyle:
    """Lengths are px of the card's art; ``black`` and ``red`` are the inks that stand for the two colours.

    pip_place: under or beside the rank, or none. four_corners: indices in all corners. joker_mark: 0 to 6, see jokers.
    """

    width: int
    height: int
    radius: int
    stock: Colour
    dark: bool
    inks: dict[Suit, Colour]
    black: Colour
    red: Colour
    font: Path | None
    stretch: float
    ten_stretch: float
    rank_height: int
    margin: tuple[int, int]
    pips: PipStyle
    pip_size: float
    pip_gap: float
    pip_place: str
    four_corners: bool
    border: Colour | None
    joker_mark: int

    def stamps(self, rank: str, ink: Colour, suit: Suit | None) -> list[Stamp]:
        """Return the corner mark of a rank: its letters and, where the deck prints one, its pip."""
        stretch = self.stretch * (self.ten_stretch if rank == "10" else 1)
        letters = text(rank, self.font, self.rank_height, stretch, most=0.42 * self.width)
        if suit is None or self.pip_place == "none":
            return [Stamp(letters, 0, 0, ink)]
        small = pip(suit, int(self.rank_height * self.pip_size), self.pips)
        if self.pip_place == "beside":
            gap = letters.shape[1] + max(1, self.rank_height // 8)
            return [Stamp(letters, 0, 0, ink), Stamp(small, gap, 0, ink, is_rank=False)]
        wide = max(letters.shape[1], small.shape[1])
        below = int(self.rank_height * self.pip_gap)
        return [
            Stamp(letters, (wide - letters.shape[1]) // 2, 0, ink),
            Stamp(small, (wide - small.shape[1]) // 2, below, ink, is_rank=False),
        ]

    def word(self, words: str, height: int, most: float) -> Mask:
        """Return a line of the deck's type, at most ``most`` px wide."""
        return text(words, self.font, max(height, 6), 1.0, most)


def rng_of(name: str) -> np.random.Generator:
    """Return the generator a name stands for, the same on every machine."""
    return np.random.default_rng(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big"))


def draw_style(rng: np.random.Generator, split: str, width: int, *, suited: bool) -> DeckStyle:
    """Draw a deck's look. All lengths scale with ``width``, so that any width shows the same deck."""
    stock, dark = _stock(rng)
    type_faces = fonts(split)
    font = type_faces[int(rng.integers(len(type_faces)))] if type_faces else None
    black = LIGHT_INKS[int(rng.integers(len(LIGHT_INKS)))] if dark else colour(rng, 0, 45)
    red = (LIGHT_REDS if dark else REDS)[int(rng.integers(4))]
    inks = {Suit.SPADES: black, Suit.CLUBS: black, Suit.HEARTS: red, Suit.DIAMONDS: red}
    if rng.random() < 0.22 and not dark:
        inks[Suit.DIAMONDS], inks[Suit.CLUBS] = (200, 90, 20), (40, 130, 20)
    # Most decks print the standard index; the rest run from bridge size to jumbo.
    size = rng.uniform(0.11, 0.16) if rng.random() < 0.3 else np.exp(rng.uniform(np.log(0.095), np.log(0.34)))
    return DeckStyle(
        width=width,
        height=int(width * rng.uniform(1.36, 1.55)),
        radius=max(2, int(width * rng.uniform(0.03, 0.09))),
        stock=stock,
        dark=dark,
        inks=inks,
        black=black,
        red=red,
        font=font,
        stretch=rng.uniform(0.75, 1.1),
        ten_stretch=rng.uniform(0.6, 0.95),
        rank_height=int(width * size),
        margin=(int(width * rng.uniform(0.02, 0.065)), int(width * rng.uniform(0.03, 0.08))),
        pips=PipStyle(rng.uniform(0.75, 1.0), rng.random()),
        pip_size=rng.uniform(0.5, 1.0),
        pip_gap=1 + rng.uniform(0.05, 0.3),
        pip_place=str(rng.choice(("under", "beside", "none"), p=(0.68, 0.16, 0.16))),
        four_corners=bool(rng.random() < (0.18 if suited else 0.4)),
        border=colour(rng) if rng.random() < 0.3 else None,
        joker_mark=int(rng.integers(7)),
    )


def _stock(rng: np.random.Generator) -> tuple[Colour, bool]:
    """Return the card stock and whether it is dark: white, off-white, coloured, dark."""
    kind = rng.random()
    if kind < 0.45:
        return WHITE, False
    if kind < 0.72:
        return colour(rng, 225), False
    if kind < 0.8:
        return colour(rng, 130), False
    return colour(rng, 0, 60), True
