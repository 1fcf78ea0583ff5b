"""Clear sleeves about cards: a rim wider than the card, a veil over its print, and shine in streaks."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.photo.compose import Pixels, premultiplied

Floats = NDArray[np.float64]

MATT_SHARE = 0.4
"""Share of the packs whose sleeves are matt: they veil print more, and do not shine."""

_KINDS = 3
"""So many sleeves of a pack differ in how they shine; its cards share them."""

_WIDE_PX = 160
_MOST = 110
"""Alpha, of 255, that a sleeve has at most: from half on it would count as lying over the card, and not about it."""


@dataclass(frozen=True)
class Sleeves:
    """The sleeves of a pack.

    pictures: (h, w, 4) uint8, premultiplied BGRA. rim: how far they reach beyond a card at its sides and its foot, lip:
    at its top, where it is put in, card widths.
    """

    pictures: tuple[Pixels, ...]
    rim: float
    lip: float

    def about(self, corners: Floats) -> Floats:
        """Return a sleeve's (4, 3) corners about those of a card, in its units, clockwise from the top left."""
        across, down = corners[1] - corners[0], corners[3] - corners[0]
        side = across * self.rim
        low = down / np.linalg.norm(down) * np.linalg.norm(across)
        top, bottom = -low * self.lip, low * self.rim
        return np.asarray(corners + np.array([top - side, top + side, bottom + side, bottom - side]))


def draw_sleeves(rng: np.random.Generator, aspect: float) -> Sleeves:
    """Draw the sleeves of cards of an aspect (height over width)."""
    matt = bool(rng.random() < MATT_SHARE)
    rim, lip = float(rng.uniform(0.012, 0.035)), float(rng.uniform(0.012, 0.06))
    veil = float(rng.uniform(18, 42) if matt else rng.uniform(4, 16))
    light = np.clip(rng.integers(205, 256) - rng.integers(0, 14, 3), 0, 255)
    wide = _WIDE_PX
    high = round(wide * (aspect + rim + lip) / (1 + 2 * rim))
    edge = max(1, round(0.008 * wide))
    inset = round(rim / (1 + 2 * rim) * wide)
    pictures = []
    for _ in range(_KINDS):
        alpha = np.full((high, wide), veil, np.float32)
        # Without a card's white beneath it, the rim's two films show by themselves.
        alpha[:, :inset] += 14
        alpha[:, wide - inset :] += 14
        if not matt:
            alpha += _shine(rng, high, wide)
        cv2.rectangle(alpha, (0, 0), (wide - 1, high - 1), float(rng.uniform(45, 100)), edge)
        picture = np.empty((high, wide, 4), np.uint8)
        picture[..., :3] = light
        picture[..., 3] = np.clip(alpha, 0, _MOST)
        pictures.append(premultiplied(picture))
    return Sleeves(tuple(pictures), rim, lip)


def _shine(rng: np.random.Generator, high: int, wide: int) -> NDArray[np.float32]:
    """Return (high, wide) alpha to add: what a lamp leaves on film that is not quite flat."""
    added = np.zeros((high, wide), np.float32)
    lean = rng.uniform(0, np.pi)
    for _ in range(int(rng.integers(0, 4))):
        way = lean + rng.normal(0, 0.15)
        reach = np.array([np.cos(way), np.sin(way)]) * rng.uniform(0.2, 1.2) * wide
        middle = rng.uniform(0, 1, 2) * (wide, high)
        ends = [tuple(int(v) for v in middle + sign * reach) for sign in (-1, 1)]
        broad = max(1, round(rng.uniform(0.02, 0.2) * wide))
        cv2.line(added, ends[0], ends[1], float(rng.uniform(25, 90)), broad, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(added, (0, 0), float(rng.uniform(0.01, 0.08)) * wide), np.float32)
