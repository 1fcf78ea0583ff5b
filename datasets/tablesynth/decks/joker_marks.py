"""The corner marks of jokers: words of every cut, letter columns, stars, plates, little heads."""

import cv2
import numpy as np

from tablesynth.decks.joker_words import inks_of, lined, plate
from tablesynth.decks.lettering import Mask, column, text, tight
from tablesynth.decks.pips import star
from tablesynth.decks.printing import Colour, Stamp
from tablesynth.decks.style import DeckStyle

_MARKS = {
    "word": 0.12,
    "arched": 0.06,
    "starred word": 0.08,
    "clustered word": 0.12,
    "flanked word": 0.03,
    "dancing word": 0.09,
    "capital word": 0.04,
    "motley word": 0.03,
    "plate": 0.05,
    "rows": 0.02,
    "column": 0.14,
    "column and star": 0.04,
    "edge": 0.09,
    "star": 0.02,
    "star and word": 0.03,
    "letter and star": 0.02,
    "wheel": 0.01,
    "head": 0.01,
}
"""What stands in a joker's corner, and how often."""

_WORDS = ("JOKER", "JOKER", "JOKER", "Joker", "Joker", "Joker", "joker", "JoKeR", "JOLLY", "Jolly")

_ROWS = (("JO", "KER"), ("THE", "JOKER"), ("JOLLY", "JOKER"), ("Jolly", "Joker"))

_MOST_TALL = 0.44
"""No corner mark is longer than this, card heights."""


def corner_mark(rng: np.random.Generator, style: DeckStyle, ink: Colour) -> list[Stamp]:
    """Draw a deck's joker mark."""
    kind = str(rng.choice(list(_MARKS), p=np.array(list(_MARKS.values()))))
    word = _WORDS[int(rng.integers(len(_WORDS)))]
    if kind in ("column", "column and star", "edge", "rows"):
        return _tall_mark(rng, style, kind, word, ink)
    if kind in ("star", "star and word", "letter and star", "wheel", "head"):
        return _signed(rng, style, kind, word, ink)
    return lined(rng, style, kind, word, ink)


def _tall_mark(rng: np.random.Generator, style: DeckStyle, kind: str, word: str, ink: Colour) -> list[Stamp]:
    """Draw a mark whose letters stand one under the other, or that runs down the edge."""
    most = style.height * _MOST_TALL
    # A column of five letters must end above the middle of the card.
    letter = min(rng.uniform(0.06, 0.13) * style.width, most / 6.5)
    match kind:
        case "column":
            if rng.random() < 0.2:
                return _motley(style, letter, rng)
            cased = word.upper() if rng.random() < 0.85 else word
            letters = column(cased, style.face, letter)
            if rng.random() < 0.12:
                return plate(letters, style.px(0.02), style.stock, ink)
            return [Stamp(_no_taller(letters, most), 0, 0, ink)]
        case "column and star":
            letters = _no_taller(column(word.upper(), style.face, letter * 0.85), most * 0.8)
            little = star(letters.shape[1] * rng.uniform(0.9, 1.4))
            parts = [little, letters] if rng.random() < 0.5 else [letters, little]
            return _stacked(parts, ink, style.px(0.02))
        case "rows":
            upper, lower = _ROWS[int(rng.integers(len(_ROWS)))]
            high = rng.uniform(0.08, 0.14)
            return _stacked([style.word(upper, high, 0.35), style.word(lower, high, 0.4)], ink, style.px(0.02))
        case _:
            line = text(word, style.face, rng.uniform(0.06, 0.15) * style.width, most)
            return [Stamp(np.ascontiguousarray(np.rot90(line, -1 if rng.random() < 0.5 else 1)), 0, 0, ink)]


def _signed(rng: np.random.Generator, style: DeckStyle, kind: str, word: str, ink: Colour) -> list[Stamp]:
    """Draw a mark that is a star or another sign, alone or with letters."""
    width = style.width
    five = star(width * rng.uniform(0.1, 0.2), int(rng.choice((5, 5, 5, 6, 8))), float(rng.uniform(0.35, 0.5)))
    match kind:
        case "star":
            return [Stamp(five, 0, 0, ink)]
        case "star and word":
            line = style.word(word, rng.uniform(0.05, 0.1), 0.4)
            return _stacked([five, line] if rng.random() < 0.6 else [line, five], ink, style.px(0.02))
        case "letter and star":
            short = "J" if rng.random() < 0.6 else "JKR"
            letters = text(short, style.face, style.rank_height * width, width * 0.35)
            return _stacked([letters, star(style.rank_height * width * 0.8)], ink, style.px(0.02))
        case "wheel":
            return [Stamp(_wheel(five), 0, 0, ink)]
        case _:
            size = round(width * rng.uniform(0.14, 0.24))
            return [Stamp(_cap(size), 0, 0, ink)] if rng.random() < 0.5 else _head(style, size, ink)


def _stacked(masks: list[Mask], ink: Colour, gap: int) -> list[Stamp]:
    """Set masks one under the other, centred."""
    wide = max(mask.shape[1] for mask in masks)
    stamps, y = [], 0
    for mask in masks:
        stamps.append(Stamp(mask, (wide - mask.shape[1]) // 2, y, ink))
        y += mask.shape[0] + max(1, gap)
    return stamps


def _no_taller(mask: Mask, most: float) -> Mask:
    if mask.shape[0] <= most:
        return mask
    size = (max(2, round(mask.shape[1] * most / mask.shape[0])), round(most))
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)


def _motley(style: DeckStyle, letter: float, rng: np.random.Generator) -> list[Stamp]:
    """Set a column of letters each in its own colour."""
    stamps, y = [], 0
    inks = inks_of(style)
    masks = [text(each, style.face, letter) for each in "JOKER"]
    wide = max(mask.shape[1] for mask in masks)
    for mask in masks:
        ink = inks[int(rng.integers(len(inks)))]
        stamps.append(Stamp(mask, (wide - mask.shape[1]) // 2, y, ink))
        y += mask.shape[0] + max(1, round(letter * 0.1))
    return stamps


def _wheel(inner: Mask) -> Mask:
    """Return a star in a ring."""
    radius = round(max(inner.shape) * 0.62)
    mask = np.zeros((2 * radius + 1, 2 * radius + 1), np.uint8)
    cv2.circle(mask, (radius, radius), radius - max(1, radius // 9), 255, max(1, radius // 7), cv2.LINE_AA)
    y, x = radius - inner.shape[0] // 2, radius - inner.shape[1] // 2
    mask[y : y + inner.shape[0], x : x + inner.shape[1]] |= inner
    return mask


def _cap(size: int) -> Mask:
    """Return a jester's cap with three bells."""
    mask = np.zeros((size, size), np.uint8)
    for tip in ((0.1, 0.45), (0.5, 0.12), (0.9, 0.45)):
        foot = [(0.25, 0.9), (0.75, 0.9), tip]
        cv2.fillPoly(mask, [np.array(np.array(foot) * size, np.int32)], 255, cv2.LINE_AA)
        cv2.circle(mask, (round(tip[0] * size), round(tip[1] * size)), max(1, size // 11), 255, -1, cv2.LINE_AA)
    mask[round(size * 0.76) : round(size * 0.8)] = 0
    return tight(mask)


def _head(style: DeckStyle, size: int, ink: Colour) -> list[Stamp]:
    """Set a jester's head: a face under the cap."""
    cap = _cap(size)
    face = np.zeros((max(4, round(size * 0.42)), max(4, round(size * 0.5))), np.uint8)
    high, wide = face.shape
    cv2.ellipse(face, (wide // 2, 0), (wide // 2 - 1, high - 2), 0, 0, 180, 255, max(1, size // 16), cv2.LINE_AA)
    for side in (0.3, 0.7):
        cv2.circle(face, (round(side * wide), round(high * 0.3)), max(1, size // 20), 255, -1, cv2.LINE_AA)
    return _stacked([cap, face], ink, -style.px(0.01))
