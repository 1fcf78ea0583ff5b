"""What use does to cards: edges rubbed white or grown grey, corners gone pale, creases and scratches."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Card = NDArray[np.uint8]
"""(h, w, 4) uint8 BGRA."""

WORN_SHARE = 0.4
"""Share of the decks that show their age."""

_SAMPLES = 4
"""So many ways of wear a deck has; its cards share them."""


def draw_wear(rng: np.random.Generator, height: int, width: int) -> Callable[[Card], Card]:
    """Return what wears a deck's cards; for most decks it leaves them as they are."""
    if rng.random() >= WORN_SHARE:
        return lambda card: card
    strength = float(rng.uniform(0.3, 1.0))
    rubbed = np.array(rng.integers(190, 250) - rng.integers(0, 25, 3), np.float32)
    grimy = np.array(rng.integers(90, 170) - rng.integers(0, 40, 3)[::-1], np.float32)
    masks = [_edges(rng, height, width) * strength for _ in range(_SAMPLES)]
    for mask in masks:
        _crease(rng, mask, strength)

    # Most of a card is as it was.
    places = [np.flatnonzero(mask > 0.03) for mask in masks]
    shares = [mask.ravel()[place][:, None] for mask, place in zip(masks, places, strict=True)]

    def worn(card: Card) -> Card:
        """Rub a dark card white at its edges, and let a light one grow grey."""
        number = int(rng.integers(_SAMPLES))
        place, share = places[number], shares[number]
        tone = grimy if float(card[::16, ::16, :3].mean()) > 110 else rubbed
        out = card.copy()
        pixels = out.reshape(-1, 4)
        pixels[place, :3] = (pixels[place, :3] * (1 - share) + tone * share).astype(np.uint8)
        return out

    return worn


def _edges(rng: np.random.Generator, height: int, width: int) -> NDArray[np.float32]:
    """Return (h, w) float32 0-1: how far the print has gone, at the edges, unevenly, and most at the corners."""
    x = np.minimum(np.arange(width), np.arange(width)[::-1])[None, :] / width
    y = np.minimum(np.arange(height), np.arange(height)[::-1])[:, None] / width
    deep = rng.uniform(0.006, 0.02)
    at_edge = np.exp(-np.minimum(x, y) / deep)
    at_corner = np.exp(-np.hypot(x, y) / (4 * deep)) * rng.uniform(0.3, 1.0)
    patches = cv2.resize(rng.random((11, 8), dtype=np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip((at_edge + at_corner) * (0.25 + patches), 0, 0.9), np.float32)


def _crease(rng: np.random.Generator, mask: NDArray[np.float32], strength: float) -> None:
    """Add creases across a corner and fine scratches to a mask."""
    height, width = mask.shape
    for _ in range(int(rng.integers(0, 3))):
        ends = rng.uniform(0, 1, (2, 2)) * (width, height)
        if rng.random() < 0.5:
            ends[1] = ends[0] + rng.normal(0, 0.15, 2) * width
        line = np.zeros_like(mask)
        cv2.line(line, _at(ends[0]), _at(ends[1]), float(rng.uniform(0.15, 0.6)) * strength, 1, cv2.LINE_AA)
        np.maximum(mask, line, out=mask)


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])
