"""Suitless decks in the manner of Hand & Foot Remastered.

The true design is not public: ranks are large, each card's point value stands somewhere on its face (a king shows a
small 10 and is a king), the wilds are called Wild, 20 and 50, and there is a red and a black 3. Everything else is
drawn at random, widely.
"""

from collections.abc import Callable, Iterator

import numpy as np

from scorer.faces import NATURAL_RANKS, Face
from tablesynth.art import IndexArt
from tablesynth.decks.lettering import text
from tablesynth.decks.printing import Paper, Stamp, colour, figure, print_indices, stamp_centred
from tablesynth.decks.style import DeckStyle
from vision.corners import CornerKind, Ink

_TENS = frozenset({Face.EIGHT, Face.NINE, Face.TEN, Face.JACK, Face.QUEEN, Face.KING})

Printed = tuple[Face, Ink, Paper, tuple[IndexArt, ...]]


def print_remastered(rng: np.random.Generator, style: DeckStyle, blank: Callable[[], Paper]) -> Iterator[Printed]:
    """Yield the fifteen faces of a suitless deck."""
    one_ink, tinted = rng.random() < 0.5, rng.random() < 0.3 and not style.dark
    large = rng.random() < 0.5
    for face in NATURAL_RANKS:
        ink = style.black if one_ink else colour(rng, 150) if style.dark else colour(rng, 0, 160)
        paper = _tinted(rng, blank()) if tinted else blank()
        value = "20" if face is Face.ACE else "10" if face in _TENS else "5"
        _print_middle(rng, style, paper, face.value, value, ink, large=large)
        indices = _corners(style, paper, face.value, ink)
        yield face, Ink.BLACK if one_ink else Ink.OTHER, paper, indices
    # On dark stock a black 3 is printed light and a red one must still look red.
    red, black = ((50, 50, 230), (235, 235, 235)) if style.dark else (style.red, style.black)
    for face, ink, value, kind in (
        (Face.RED_THREE, red, "100", Ink.RED),
        (Face.BLACK_THREE, black, "-100", Ink.BLACK),
    ):
        paper = blank()
        _print_middle(rng, style, paper, "3", value, ink, large=large)
        yield face, kind, paper, _corners(style, paper, "3", ink)
    mark = int(rng.integers(5))
    for face, value in ((Face.WILD_20, "20"), (Face.WILD_50, "50")):
        yield face, Ink.OTHER, *_print_wild(rng, style, blank(), value, mark)


def _corners(style: DeckStyle, paper: Paper, rank: str, ink: tuple[int, int, int]) -> tuple[IndexArt, ...]:
    stamps = style.stamps(rank, ink, None)
    return print_indices(paper, stamps, style.margin, CornerKind.INDEX, four=style.four_corners)


def _tinted(rng: np.random.Generator, paper: Paper) -> Paper:
    """Fade the stock into a colour."""
    share = np.linspace(0, 1, len(paper))[:, None, None]
    return np.asarray(paper * share + np.array(colour(rng, 120)) * (1 - share), np.uint8)


def _print_middle(
    rng: np.random.Generator,
    style: DeckStyle,
    paper: Paper,
    rank: str,
    value: str,
    ink: tuple[int, int, int],
    *,
    large: bool,
) -> None:
    """Print a large rank or a picture in the middle, and the small point value."""
    height, width = paper.shape[:2]
    if large:
        letters = text(rank, style.font, int(height * rng.uniform(0.2, 0.42)), style.stretch * 0.9, width * 0.7)
        stamp_centred(paper, letters, 0.5, 0.5, ink)
    elif rng.random() < 0.5:
        picture = figure(rng, width // 2, height // 2)
        y, x = (height - picture.shape[0]) // 2, (width - picture.shape[1]) // 2
        paper[y : y + picture.shape[0], x : x + picture.shape[1]] = picture
    if rng.random() < 0.85:
        small = style.word(value, int(style.rank_height * rng.uniform(0.3, 0.5)), width * 0.3)
        stamp_centred(paper, small, 0.5, float(rng.choice((0.22, 0.5, 0.76, 0.84))), ink)


def _print_wild(
    rng: np.random.Generator, style: DeckStyle, paper: Paper, value: str, mark: int
) -> tuple[Paper, tuple[IndexArt, ...]]:
    """Print a wild, its corner named as ``mark`` says: value, value and word, word and value, W and value, W20."""
    ink = colour(rng, 140) if style.dark else colour(rng, 0, 200)
    height, width = paper.shape[:2]
    word = ("WILD", "Wild", "W")[int(style.rank_height) % 3]
    stamp_centred(paper, style.word("WILD", int(height * 0.12), width * 0.8), 0.5, 0.46, ink)
    if rng.random() < 0.7:
        stamp_centred(paper, style.word(value, int(height * 0.14), width * 0.5), 0.5, 0.62, ink)
    tall = style.rank_height
    number = text(value, style.font, tall, style.stretch * 0.85, width * 0.42)
    small_word = style.word(word, int(tall * 0.6), width * 0.4)
    match mark:
        case 0:
            stamps = [Stamp(number, 0, 0, ink)]
        case 1:
            stamps = [Stamp(number, 0, 0, ink), Stamp(small_word, 0, int(tall * 1.2), ink)]
        case 2:
            stamps = [Stamp(small_word, 0, 0, ink), Stamp(number, 0, int(small_word.shape[0] * 1.2), ink)]
        case 3:
            letter = text("W", style.font, tall, style.stretch * 0.8, width * 0.42)
            small = text(value, style.font, max(6, tall * 2 // 3), style.stretch * 0.85, width * 0.35)
            stamps = [Stamp(letter, 0, 0, ink), Stamp(small, 0, int(tall * 1.15), ink)]
        case _:
            stamps = [Stamp(style.word("W" + value, int(tall * 0.7), width * 0.45), 0, 0, ink)]
    return paper, print_indices(paper, stamps, style.margin, CornerKind.JOKER, four=style.four_corners)
