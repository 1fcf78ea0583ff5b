"""The suits' shapes and a joker's star, as masks."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tablesynth.decks.lettering import Mask, sized, tight
from vision.corners import Suit

Points = NDArray[np.float64]
"""(N, 2) points in a unit square, y down."""

_FINE = 384
_INKED = 192


@dataclass(frozen=True)
class PipStyle:
    """breadth: width over the usual. curve: 0-1, how far a diamond's sides bend in. lobe: 0-1, how full hearts and
    leaves are. stalk: 0-1, how wide the foot of a spade and a club is. cleft: 0-1, how deep a heart's notch is.
    """

    breadth: float = 0.9
    curve: float = 0.3
    lobe: float = 0.5
    stalk: float = 0.5
    cleft: float = 0.5


def draw_pip_style(rng: np.random.Generator, split: str) -> PipStyle:
    """Draw a deck's pips; each split keeps to its own range of lobes."""
    lobes = {"train": (0.0, 0.72), "val": (0.72, 0.86), "test": (0.86, 1.0)}[split]
    return PipStyle(
        breadth=float(rng.uniform(0.78, 1.05)),
        curve=float(rng.random() * (rng.random() < 0.7)),
        lobe=float(rng.uniform(*lobes)),
        stalk=float(rng.random()),
        cleft=float(rng.random()),
    )


def pip(suit: Suit, size: float, style: PipStyle) -> Mask:
    """Return a suit's pip, ``size`` px high."""
    fine = _fine(suit, style)
    return sized(fine, fine.shape[1] * size / fine.shape[0] * style.breadth, size)


def star(size: float, points: int = 5, depth: float = 0.42) -> Mask:
    """Return a star, about ``size`` px high; ``depth`` is the inner radius over the outer one."""
    fine = _fine_star(points, round(depth, 2))
    return sized(fine, fine.shape[1] * size / fine.shape[0], size)


@lru_cache(maxsize=256)
def _fine(suit: Suit, style: PipStyle) -> Mask:
    match suit:
        case Suit.DIAMONDS:
            return _filled([_diamond(style)])
        case Suit.HEARTS:
            return _filled([_heart(style)])
        case Suit.SPADES:
            return _filled([_spade(style), _stalk(style, 0.55)])
        case _:
            return _filled([*_club(style), _stalk(style, 0.4)])


@lru_cache(maxsize=64)
def _fine_star(points: int, depth: float) -> Mask:
    turns = -np.pi / 2 + np.arange(2 * points) * np.pi / points
    radii = np.where(np.arange(2 * points) % 2 == 0, 0.49, 0.49 * depth)
    return _filled([np.stack([0.5 + radii * np.cos(turns), 0.5 + radii * np.sin(turns)], 1)])


def _filled(shapes: list[Points]) -> Mask:
    image = Image.new("L", (_FINE, _FINE))
    draw = ImageDraw.Draw(image)
    for shape in shapes:
        draw.polygon([(float(x) * _FINE, float(y) * _FINE) for x, y in shape], fill=255)
    return tight(np.asarray(image.resize((_INKED, _INKED), Image.Resampling.BOX), np.uint8))


def _bezier(*controls: tuple[float, float]) -> Points:
    """Return 24 points of a cubic curve."""
    a, b, c, d = (np.array(point) for point in controls)
    t = np.linspace(0, 1, 24)[:, None]
    return np.asarray((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d)


def _both_sides(right: Points) -> Points:
    """Close the outline of a shape that is the same left and right, from its right half."""
    left = right[::-1] * [-1, 1] + [1, 0]
    return np.concatenate([right, left])


def _diamond(style: PipStyle) -> Points:
    half = 0.40
    inward = 0.3 * style.curve
    top, side, foot = (0.5, 0.02), (0.5 + half, 0.5), (0.5, 0.98)

    def bent(a: tuple[float, float], b: tuple[float, float]) -> Points:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (1 / 3, 2 / 3)]
        drawn = [(x + (0.5 - x) * inward, y + (0.5 - y) * inward) for x, y in points]
        return _bezier(a, drawn[0], drawn[1], b)

    return _both_sides(np.concatenate([bent(top, side), bent(side, foot)]))


def _heart(style: PipStyle) -> Points:
    notch = 0.14 + 0.16 * style.cleft
    full = 0.02 * style.lobe
    upper = _bezier((0.5, notch), (0.56, -0.04 - full), (0.98, -0.06 - full), (0.97, 0.34))
    lower = _bezier((0.97, 0.34), (0.96, 0.56 + 0.1 * style.lobe), (0.66 - 0.1 * style.lobe, 0.74), (0.5, 0.98))
    return _both_sides(np.concatenate([upper, lower]))


def _spade(style: PipStyle) -> Points:
    side = _bezier((0.5, 0.02), (0.6 - 0.06 * style.lobe, 0.26), (0.97, 0.36 - 0.08 * style.lobe), (0.97, 0.6))
    foot = _bezier((0.97, 0.6), (0.97, 0.9 + 0.04 * style.lobe), (0.6, 0.9), (0.51, 0.68))
    return _both_sides(np.concatenate([side, foot]))


def _club(style: PipStyle) -> list[Points]:
    radius = 0.19 + 0.055 * style.lobe
    turns = np.linspace(0, 2 * np.pi, 40)
    circle = np.stack([np.cos(turns), np.sin(turns)], 1)
    spread = 0.25 + 0.02 * style.cleft
    centres = ((0.5, 0.03 + radius), (0.5 - spread, 0.59), (0.5 + spread, 0.59))
    leaves = [np.array(centre) + circle * radius for centre in centres]
    return [*leaves, np.array([0.5, 0.48]) + circle * (0.09 + 0.04 * style.cleft)]


def _stalk(style: PipStyle, top: float) -> Points:
    half = 0.12 + 0.13 * style.stalk
    side = _bezier((0.515, top), (0.53, 0.8), (0.52 + half * 0.4, 0.95), (0.5 + half, 0.98))
    return _both_sides(side)
