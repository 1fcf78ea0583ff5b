"""The suits' shapes and a joker's star, as masks."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from tablesynth.decks.lettering import Mask, tight
from vision.corners import Suit

_FINER = 4


@dataclass(frozen=True)
class PipStyle:
    """breadth: 0.7-1 of the usual; curve: 0-1, how far a diamond's sides bend in and how large a club's leaves are."""

    breadth: float
    curve: float


def pip(suit: Suit, size: int, style: PipStyle) -> Mask:
    """Return a suit's pip, about ``size`` px square."""
    n = max(size, 6) * _FINER
    image = Image.new("L", (n, n))
    draw = ImageDraw.Draw(image)
    if suit is Suit.DIAMONDS:
        draw.polygon(_diamond(n, style), fill=255)
    elif suit is Suit.CLUBS:
        radius = 0.18 + 0.05 * style.curve
        for x, y in ((0.5, 0.24), (0.26, 0.58), (0.74, 0.58), (0.5, 0.48)):
            r = radius if y != 0.48 else 0.1
            draw.ellipse([(x - r) * n, (y - r) * n, (x + r) * n, (y + r) * n], fill=255)
        _stalk(draw, n, 0.4, style)
    else:
        t = np.linspace(0, 2 * np.pi, 90)
        xs = 0.5 + 0.48 * np.sin(t) ** 3 * style.breadth
        ys = 0.45 - 0.028 * (13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
        spade = suit is Suit.SPADES
        points = [(float(a) * n, float(0.86 - b if spade else b) * n) for a, b in zip(xs, ys, strict=True)]
        draw.polygon(points, fill=255)
        if spade:
            _stalk(draw, n, 0.55, style)
    return tight(np.asarray(image.resize((n // _FINER, n // _FINER), Image.Resampling.BOX), np.uint8))


def star(size: int, points: int = 5) -> Mask:
    """Return a star, about ``size`` px square."""
    n = max(size, 6) * _FINER
    image = Image.new("L", (n, n))
    turns = -np.pi / 2 + np.arange(2 * points) * np.pi / points
    radii = np.where(np.arange(2 * points) % 2 == 0, 0.5, 0.21) * n
    corners = [(float(n / 2 + r * np.cos(t)), float(n / 2 + r * np.sin(t))) for r, t in zip(radii, turns, strict=True)]
    ImageDraw.Draw(image).polygon(corners, fill=255)
    return tight(np.asarray(image.resize((n // _FINER, n // _FINER), Image.Resampling.BOX), np.uint8))


def _diamond(n: int, style: PipStyle) -> list[tuple[float, float]]:
    half = 0.42 * style.breadth
    corners = np.array([(0.5, 0.02), (0.5 + half, 0.5), (0.5, 0.98), (0.5 - half, 0.5)])
    points: list[tuple[float, float]] = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        bend = (a + b) / 2 + (np.array([0.5, 0.5]) - (a + b) / 2) * 0.35 * style.curve
        for t in np.linspace(0, 1, 10, endpoint=False):
            x, y = (1 - t) ** 2 * a + 2 * t * (1 - t) * bend + t * t * b
            points.append((float(x) * n, float(y) * n))
    return points


def _stalk(draw: ImageDraw.ImageDraw, n: int, top: float, style: PipStyle) -> None:
    half = 0.18 * style.breadth
    draw.polygon([(0.5 * n, top * n), ((0.5 + half) * n, 0.97 * n), ((0.5 - half) * n, 0.97 * n)], fill=255)
