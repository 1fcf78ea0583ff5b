"""Marks of one deck that differ by little: a dot, a stroke or a letter more or less, or in another place.

As Roman numerals do, and an outlined 8 and 6; but no deck that teaching is judged by shows any of these.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.decks.lettering import FINE_PX, Mask, tight

Points = NDArray[np.int32]

_CELL = FINE_PX // 2
"""Side in px of the square that one of what is counted stands in."""

_GAP = FINE_PX // 8
"""Px between two of them."""

_BEFORE, _TURNED = 0.3, 0.3
"""Share of ways to count that put a one before the next higher sign, and of those that run down."""

_STRAIGHT, _CLOSED = 0.6, 0.2
"""Share of lines that are straight between their points, and of those that end where they began."""

_APART = 0.08
"""Share of their print in which two marks differ at least, laid upon each other."""

_LOOK = 48
"""Side in px at which two marks are laid upon each other."""

_TRIES = 200


def counted_signs(rng: np.random.Generator, count: int) -> list[Mask]:
    """Return the numbers from one on as few signs side by side, one sign for ones and another for so many of them."""
    one, many = (_SIGNS[int(i)] for i in rng.choice(len(_SIGNS), 2, replace=False))
    base, thick = int(rng.integers(3, 6)), int(rng.integers(10, 26))
    before, down = rng.random() < _BEFORE, rng.random() < _TURNED
    first = int(rng.integers(1, base + 1))

    def written(number: int) -> Mask:
        high, low = divmod(number, base)
        row = [one, many] if before and low == base - 1 else [one] * low
        along = 0 if down else 1
        signs = (sign(thick) for sign in (*[many] * high, *row))
        gap = ((_GAP, 0), (0, 0)) if down else ((0, 0), (_GAP, 0))
        close = [np.pad(sign.compress(sign.any(1 - along), along), gap) for sign in signs]
        return tight(np.concatenate(close, along))

    return [written(number) for number in range(first, first + count)]


def near_signs(rng: np.random.Generator, count: int) -> list[Mask]:
    """Return signs of a few strokes, each one of those before it with a stroke more or less, or moved."""
    thick = int(rng.integers(10, 26))
    drawn: list[list[Points]] = []
    masks: list[Mask] = []
    for _ in range(_TRIES * count):
        strokes = _changed(rng, drawn[int(rng.integers(len(drawn)))]) if drawn else [stroke(rng) for _ in range(3)]
        mask = inked(strokes, thick)
        if all(_differ(mask, other) for other in masks):
            drawn.append(strokes)
            masks.append(mask)
        if len(masks) == count:
            return masks
    raise ValueError(f"no {count} signs of few strokes differ")


def near_word(rng: np.random.Generator, word: str, letters: NDArray[np.str_]) -> str:
    """Return a word with one of some letters more, or one less or another in its place."""
    letter = str(rng.choice(letters))
    at, how = int(rng.integers(len(word) + 1)), int(rng.integers(3))
    return word[:at] + ("" if how == 0 else letter) + word[at + (how < 2) :]


def stroke(rng: np.random.Generator) -> Points:
    """Return the points of a line, straight, bent or round, within FINE_PX."""
    if rng.random() < _STRAIGHT:
        points = rng.integers(20, FINE_PX - 20, (int(rng.integers(2, 5)), 2))
        return np.asarray([*points, points[0]] if rng.random() < _CLOSED else points, np.int32)
    start, over = rng.uniform(0, 2 * np.pi), rng.uniform(0.7, 2) * np.pi
    turns = np.linspace(start, start + over, 24)
    around = np.column_stack([np.cos(turns), np.sin(turns)]) * rng.uniform(24, 48, 2)
    return np.round(rng.uniform(50, FINE_PX - 50, 2) + around).astype(np.int32)


def inked(strokes: list[Points], thick: int) -> Mask:
    """Return lines as a pen so many px thick draws them."""
    canvas = np.zeros((FINE_PX, FINE_PX), np.uint8)
    cv2.polylines(canvas, strokes, False, 255, thick, cv2.LINE_AA)
    return tight(canvas)


def _changed(rng: np.random.Generator, strokes: list[Points]) -> list[Points]:
    left = list(strokes)
    how = int(rng.integers(3))
    if how > 0 and len(left) > 1:
        del left[int(rng.integers(len(left)))]
    if how < 2 and len(left) < 6:
        left.append(stroke(rng))
    return left


def _differ(mask: Mask, other: Mask) -> bool:
    one, two = (cv2.resize(each, (_LOOK, _LOOK), interpolation=cv2.INTER_AREA).astype(float) for each in (mask, other))
    return float(np.abs(one - two).sum()) > _APART * float(np.maximum(one, two).sum())


def _lines(*shares: tuple[tuple[float, float], ...]) -> Callable[[int], Mask]:
    """Return what draws lines between points given in shares of the square."""

    def draw(thick: int) -> Mask:
        canvas = np.zeros((_CELL, _CELL), np.uint8)
        lines = [np.round(np.array(points) * _CELL).astype(np.int32) for points in shares]
        cv2.polylines(canvas, lines, False, 255, thick, cv2.LINE_AA)
        return canvas

    return draw


def _round(share: float, *, filled: bool) -> Callable[[int], Mask]:
    def draw(thick: int) -> Mask:
        canvas = np.zeros((_CELL, _CELL), np.uint8)
        middle = (_CELL // 2, _CELL // 2)
        cv2.circle(canvas, middle, round(share * _CELL), 255, -1 if filled else max(6, thick // 2), cv2.LINE_AA)
        return canvas

    return draw


_SIGNS: tuple[Callable[[int], Mask], ...] = (
    _round(0.25, filled=True),
    _round(0.32, filled=False),
    _lines(((0.2, 0.5), (0.8, 0.5))),
    _lines(((0.3, 0.85), (0.7, 0.15))),
    _lines(((0.3, 0.15), (0.7, 0.85))),
    _lines(((0.3, 0.2), (0.7, 0.5), (0.3, 0.8))),
    _lines(((0.7, 0.2), (0.3, 0.5), (0.7, 0.8))),
    _lines(((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8), (0.2, 0.2))),
    _lines(((0.2, 0.8), (0.5, 0.2), (0.8, 0.8), (0.2, 0.8))),
    _lines(((0.2, 0.2), (0.8, 0.2)), ((0.5, 0.2), (0.5, 0.85))),
    _lines(((0.5, 0.15), (0.5, 0.85)), ((0.2, 0.5), (0.8, 0.5))),
    _lines(((0.2, 0.2), (0.2, 0.8), (0.8, 0.8))),
)
