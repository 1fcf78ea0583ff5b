"""Jokers of every kind: a word, a letter column, a word down the edge, a star, both, or a picture alone."""

import cv2
import numpy as np

from tablesynth.art import IndexArt
from tablesynth.decks.lettering import column
from tablesynth.decks.pips import star
from tablesynth.decks.printing import Paper, Stamp, figure, print_indices
from tablesynth.decks.style import DeckStyle
from vision.corners import CornerKind

WORDS = ("JOKER", "Joker", "joker")


def print_joker(
    rng: np.random.Generator, style: DeckStyle, paper: Paper, *, second: bool
) -> tuple[Paper, tuple[IndexArt, ...]]:
    """Print a joker; the second one of a deck is in red."""
    height, width = paper.shape[:2]
    if rng.random() < 0.9:
        picture = figure(rng, int(width * rng.uniform(0.35, 0.6)), int(height * rng.uniform(0.4, 0.6)))
        y, x = (height - picture.shape[0]) // 2, (width - picture.shape[1]) // 2
        paper[y : y + picture.shape[0], x : x + picture.shape[1]] = picture
    stamps = _corner_mark(rng, style, style.red if second else style.black)
    if not stamps:
        return paper, ()
    return paper, print_indices(paper, stamps, style.margin, CornerKind.JOKER, four=False)


def _corner_mark(rng: np.random.Generator, style: DeckStyle, ink: tuple[int, int, int]) -> list[Stamp]:
    """Return the deck's joker mark by its number: see the branches."""
    width, word = style.width, WORDS[style.rank_height % len(WORDS)]
    size = int(width * rng.uniform(0.13, 0.22))
    match style.joker_mark:
        case 0:
            # A word across the top, now and then with small stars before it, as some brands print.
            letters = style.word(word, int(width * rng.uniform(0.09, 0.18)), width * rng.uniform(0.35, 0.7))
            if rng.random() < 0.4:
                small = star(letters.shape[0])
                return [Stamp(small, 0, 0, ink), Stamp(letters, int(small.shape[1] * 1.2), 0, ink)]
            return [Stamp(letters, 0, 0, ink)]
        case 1:
            return [Stamp(column("JOKER", style.font, max(6, int(width * rng.uniform(0.07, 0.12)))), 0, 0, ink)]
        case 2:
            letters = style.word(word, int(width * rng.uniform(0.08, 0.14)), style.height * 0.4)
            turned = np.ascontiguousarray(np.rot90(letters, -1 if style.rank_height % 2 else 1))
            return [Stamp(turned, 0, 0, ink)]
        case 3:
            return [Stamp(star(size), 0, 0, ink)]
        case 4:
            letters = style.word(word, int(width * 0.07), width * 0.4)
            mark = star(size)
            return [Stamp(mark, 0, 0, ink), Stamp(letters, 0, int(mark.shape[0] * 1.15), ink)]
        case 5:
            letters = column("JOKER", style.font, max(6, int(width * rng.uniform(0.07, 0.11))))
            mark = star(max(6, int(width * 0.1)))
            return [Stamp(letters, 0, 0, ink), Stamp(mark, 0, letters.shape[0] + 3, ink)]
        case _:
            # A wheel, a crown, a cap: some round mark in the corner.
            mark = np.zeros((size, size), np.uint8)
            cv2.circle(mark, (size // 2, size // 2), size // 2 - 1, 255, max(1, size // 10), cv2.LINE_AA)
            inner = star(size // 2, points=int(rng.integers(4, 8)))
            y, x = (size - inner.shape[0]) // 2, (size - inner.shape[1]) // 2
            mark[y : y + inner.shape[0], x : x + inner.shape[1]] |= inner
            return [Stamp(mark, 0, 0, ink)]
