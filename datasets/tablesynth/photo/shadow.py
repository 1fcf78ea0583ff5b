"""Hard shadows, as a phone held in the sun, an arm, a blind or leaves throw them: for training, and to judge by."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Image

DARKNESS = (0.25, 0.72)
"""How much of a pixel's grey level a shadow takes; in the sun some six tenths."""

BLIND_SHARE, LEAVES_SHARE = 0.4, 0.2
"""How many of the shadows that training shows are those of a blind or a fence, and of leaves or of things about."""

SLAT, LIT_SLAT = (0.04, 0.4), (0.3, 0.7)
"""How far apart a blind's slats, or spots of light under leaves, lie, in longer sides of the picture, and how much of
that is lit."""

Darkness = float | NDArray[np.float64]

_DARKEST = 0.85


def in_some_shadow(picture: Image, rng: np.random.Generator) -> Image:
    """Return an (H, W, 3) BGR picture in a hard shadow, now and then a blind's or that of leaves."""
    kind = rng.random()
    if kind < BLIND_SHARE:
        return under_blind(picture, rng)
    return under_leaves(picture, rng) if kind < BLIND_SHARE + LEAVES_SHARE else in_shadow(picture, rng)


def in_shadow(picture: Image, rng: np.random.Generator) -> Image:
    """Return an (H, W, 3) BGR picture with a hard shadow across it: one to three bands, whose edges cross the print."""
    size = np.array([picture.shape[1], picture.shape[0]])
    shadow = np.zeros(picture.shape[:2], np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        # A band that lies anywhere across the picture; a broad one shows as one edge.
        way = rng.uniform(0, np.pi)
        along = np.array([np.cos(way), np.sin(way)]) * 2 * size.max()
        across = np.array([-np.sin(way), np.cos(way)]) * rng.uniform(0.05, 1.2) * size.max()
        start = rng.uniform(-0.1, 1.1, 2) * size
        band = np.array([start - along, start + along, start + along + across, start - along + across])
        cv2.fillPoly(shadow, [np.rint(band).astype(np.int32)], 255)
    return darkened(picture, shadow, _some_softness(rng, max(0.05 * size.max(), 1.0)), _some_darkness(rng))


def under_blind(picture: Image, rng: np.random.Generator) -> Image:
    """Return an (H, W, 3) BGR picture in the shadow of a blind: bands side by side over all of it."""
    height, width = picture.shape[:2]
    down, across = np.mgrid[:height, :width].astype(np.float32)
    way = rng.uniform(0, np.pi)
    apart = float(np.exp(rng.uniform(*np.log(SLAT)))) * max(height, width)
    place = (np.cos(way) * across + np.sin(way) * down) / apart + rng.random()
    shadow = np.where(place % 1 < rng.uniform(*LIT_SLAT), 0, 255).astype(np.uint8)
    return darkened(picture, shadow, _some_softness(rng, max(0.15 * apart, 0.5)), _some_darkness(rng))


def under_leaves(picture: Image, rng: np.random.Generator) -> Image:
    """Return an (H, W, 3) BGR picture under leaves, or among things that throw shadows of no shape: spots of light."""
    height, width = picture.shape[:2]
    apart = float(np.exp(rng.uniform(*np.log(SLAT)))) * max(height, width)
    # A spot, and the gap to the next, are some three spreads broad each.
    spread = apart / 6
    spots = spots_in(height, width, spread, max(spread / 3, 1.0), rng)
    shadow = np.where(spots < np.quantile(spots, 1 - rng.uniform(*LIT_SLAT)), 255, 0).astype(np.uint8)
    return darkened(picture, shadow, _some_softness(rng, max(0.15 * apart, 0.5)), _some_darkness(rng))


def spots_in(height: int, width: int, spread: float, step: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """Return (height, width) numbers, alike in spots some three ``spread`` px broad, drawn ``step`` px apart."""
    rows, columns = (int(side / step) + 1 for side in (height, width))
    rough = rng.normal(size=(rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(cv2.GaussianBlur(rough, (0, 0), spread / step), (width, height)), np.float32)


def darkened(picture: Image, shadow: NDArray[np.uint8], softness: float, darkness: Darkness) -> Image:
    """Take a share ``darkness`` of the light of an (H, W, 3) picture where an (H, W) ``shadow`` is 255.

    softness: px over which it fades. darkness: one share, or one for each channel.
    """
    depth = cv2.GaussianBlur(shadow, (0, 0), softness).astype(np.float32)[..., None] / 255
    return np.asarray(np.clip(picture * (1 - depth * darkness), 0, 255).astype(np.uint8))


def _some_darkness(rng: np.random.Generator) -> NDArray[np.float64]:
    return np.minimum(rng.uniform(*DARKNESS) * np.exp(rng.normal(0, 0.04, 3)), _DARKEST)


def _some_softness(rng: np.random.Generator, most: float) -> float:
    return float(np.exp(rng.uniform(np.log(0.3), np.log(most))))
