"""Jokers of every kind: a word, a letter column, a word down the edge, a star, both, a cap or a wheel."""

from dataclasses import replace

import cv2
import numpy as np

from tablesynth.art import IndexArt
from tablesynth.decks.lettering import Mask, arched, column, text
from tablesynth.decks.pictures import clutter, jester, ornament
from tablesynth.decks.pips import star
from tablesynth.decks.printing import Colour, Corners, Paper, Stamp, contrast, print_corners, stamp, stamp_centred
from tablesynth.decks.style import DeckStyle
from vision.corners import CornerKind

_MARKS = {
    "word": 0.17,
    "arched": 0.1,
    "starred word": 0.14,
    "column": 0.17,
    "column and star": 0.06,
    "edge": 0.15,
    "star": 0.05,
    "star and word": 0.05,
    "letter and star": 0.03,
    "wheel": 0.04,
    "cap": 0.04,
}
"""What stands in a joker's corner, and how often."""

_WORDS = ("JOKER", "JOKER", "JOKER", "Joker", "Joker", "joker", "JOLLY")

_MOST_TALL = 0.44
"""No corner mark is longer than this, card heights."""


def print_joker(rng: np.random.Generator, style: DeckStyle, *, second: bool) -> tuple[Paper, tuple[IndexArt, ...]]:
    """Print one of a deck's two jokers, which share their corner mark; the second one is in red."""
    style = replace(style, face=style.joker_face)
    paper = style.blank()
    ink = style.red if second else style.black
    stamps = corner_mark(np.random.default_rng(style.joker), style, ink)
    wide = max(part.x + part.mask.shape[1] for part in stamps)
    tall = max(part.y + part.mask.shape[0] for part in stamps)
    margin = (style.px(style.margin[0]), style.px(style.margin[1]))
    _print_middle(rng, style, paper, ink, (margin[0] + wide, margin[1] + tall))
    corners = Corners.RIGHT if style.corners is Corners.RIGHT else Corners.LEFT
    if style.corners is Corners.FOUR and wide < 0.25 * style.width:
        corners = Corners.FOUR
    return paper, print_corners(paper, stamps, margin, CornerKind.JOKER, corners)


def corner_mark(rng: np.random.Generator, style: DeckStyle, ink: Colour) -> list[Stamp]:
    """Draw a deck's joker mark."""
    kind = str(rng.choice(list(_MARKS), p=np.array(list(_MARKS.values()))))
    word = _WORDS[int(rng.integers(len(_WORDS)))]
    width, most = style.width, style.height * _MOST_TALL
    size, small, narrow = rng.uniform(0.09, 0.2), rng.uniform(0.065, 0.12), rng.uniform(0.32, 0.64)
    five = star(width * rng.uniform(0.1, 0.2), int(rng.choice((5, 5, 5, 6, 8))), float(rng.uniform(0.35, 0.5)))
    # A column of five letters must end above the middle of the card.
    letter = min(small * width, most / 6.5)
    match kind:
        case "word":
            return [Stamp(style.word(word, size, narrow), 0, 0, ink)]
        case "arched":
            mask = arched(word, style.face, size * width, narrow * width, *rng.uniform((-0.5, -0.12), (0.5, 0.12)))
            return [Stamp(mask, 0, 0, ink)]
        case "starred word":
            return _starred(rng, style, style.word(word, size, narrow), ink)
        case "column":
            if rng.random() < 0.2:
                return _motley(style, letter, rng)
            return [Stamp(column(word.upper(), style.face, letter), 0, 0, ink)]
        case "column and star":
            letters = column(word.upper(), style.face, letter * 0.85)
            return _stacked([letters, star(letters.shape[1] * rng.uniform(0.9, 1.4))], ink, style.px(0.02))
        case "edge":
            line = text(word, style.face, small * width, most)
            return [Stamp(np.ascontiguousarray(np.rot90(line, -1 if rng.random() < 0.5 else 1)), 0, 0, ink)]
        case "star":
            return [Stamp(five, 0, 0, ink)]
        case "star and word":
            return _stacked([five, style.word(word, small * 0.8, 0.4)], ink, style.px(0.02))
        case "letter and star":
            short = "J" if rng.random() < 0.6 else "JKR"
            letters = text(short, style.face, style.rank_height * width, width * 0.35)
            return _stacked([letters, star(style.rank_height * width * 0.8)], ink, style.px(0.02))
        case "wheel":
            return [Stamp(_wheel(five), 0, 0, ink)]
        case _:
            return [Stamp(_cap(round(width * rng.uniform(0.13, 0.22))), 0, 0, ink)]


def _stacked(masks: list[Mask], ink: Colour, gap: int) -> list[Stamp]:
    """Set masks one under the other, centred."""
    wide = max(mask.shape[1] for mask in masks)
    stamps, y = [], 0
    for mask in masks:
        stamps.append(Stamp(mask, (wide - mask.shape[1]) // 2, y, ink))
        y += mask.shape[0] + max(1, gap)
    return stamps


def _starred(rng: np.random.Generator, style: DeckStyle, letters: Mask, ink: Colour) -> list[Stamp]:
    """Set one to five small stars and moons before, under or about a word, now and then each in a colour of its own."""
    side, high = rng.integers(3), letters.shape[0]
    bright = (style.red, style.black, *style.colours[:2])
    inks = [each for each in bright if contrast(each, style.stock) > 0.25] or [ink]
    motley = rng.random() < 0.4
    stamps: list[Stamp] = []
    x = 0 if side else style.px(0.01)
    for _ in range(int(rng.integers(1, 6))):
        size = high * rng.uniform(0.35, 0.9)
        little = star(size) if rng.random() < 0.7 else _moon(round(size))
        y = round(rng.uniform(0, high - little.shape[0])) if side == 0 else high + round(rng.uniform(0, 0.6) * high)
        stamps.append(Stamp(little, x, max(0, y), inks[int(rng.integers(len(inks)))] if motley else ink))
        x += round(little.shape[1] * rng.uniform(0.55, 1.2))
        if x > 0.3 * style.width:
            break
    # Before the word, the stars push it aside; under it they lie below its first letters.
    before = max(each.x + each.mask.shape[1] for each in stamps) + style.px(0.01) if side == 0 else 0
    return [Stamp(letters, before, 0, ink), *stamps]


def _moon(size: int) -> Mask:
    """Return a crescent."""
    size = max(4, size)
    mask = np.zeros((size, size), np.uint8)
    cv2.circle(mask, (size // 2, size // 2), size // 2 - 1, 255, -1, cv2.LINE_AA)
    cv2.circle(mask, (round(size * 0.72), round(size * 0.4)), round(size * 0.4), 0, -1, cv2.LINE_AA)
    return mask


def _motley(style: DeckStyle, letter: float, rng: np.random.Generator) -> list[Stamp]:
    """Set a column of letters each in its own colour."""
    stamps, y = [], 0
    inks = [style.red, style.black, *[each for each in style.colours[:3] if style.dark or min(each) < 120]]
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
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _print_middle(
    rng: np.random.Generator, style: DeckStyle, paper: Paper, ink: Colour, extent: tuple[int, int]
) -> None:
    """Print a picture clear of the corner marks: beside tall ones, under wide ones."""
    height, width = paper.shape[:2]
    kind, wide, high = rng.random(), rng.uniform(0.45, 0.8) * width, rng.uniform(0.5, 0.8) * height
    if extent[0] < 0.3 * width:
        wide = min(wide, width - 2 * extent[0] - style.px(0.03))
    else:
        high = min(high, height - 2 * extent[1] - style.px(0.03))
    size = (max(8, round(wide)), max(8, round(high)))
    colours = style.colours if kind < 0.7 else (ink, ink, style.stock, ink, ink)
    if kind < 0.1:
        stamp_centred(paper, star(size[0] * 0.8), 0.5, 0.5, ink)
        return
    if kind < 0.16:
        words = text("JOKER", style.face, width * 0.2, size[0])
        stamp_centred(paper, words, 0.5, 0.5, ink)
        return
    draw = jester if kind < 0.75 else clutter if kind < 0.85 else None
    picture = draw(rng, *size, colours, style.stock) if draw else ornament(rng, *size, ink, style.stock)
    y, x = (height - size[1]) // 2, (width - size[0]) // 2
    paper[y : y + size[1], x : x + size[0]] = picture
    if rng.random() < 0.15:
        stamp(paper, star(width * 0.12), x, y, ink)
