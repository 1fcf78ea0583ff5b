"""What spoils a photo while it is taken: shadows, the dark, a hand that shakes. For training, and to judge by."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.photo.shadow import in_some_shadow
from vision.corners import Image

SHADED_SHARE, DIM_SHARE, SHAKEN_SHARE = 0.25, 0.08, 0.08
"""How many pictures that training shows lie in part in a hard shadow, were taken in the evening, or are shaken."""

LIGHT, DIM_NOISE = (0.35, 0.8), (1.0, 6.0)
"""What is left of full light in the evening, and the noise of a camera that makes up for the rest, grey levels."""


def with_mishaps(picture: Image, rng: np.random.Generator, furthest: float) -> Image:
    """Return an (H, W, 3) BGR picture as it is, or shaded, dim or shaken, by ``furthest`` px at most."""
    if rng.random() < SHADED_SHARE:
        picture = in_some_shadow(picture, rng)
    if rng.random() < SHAKEN_SHARE:
        picture = shaken(picture, float(rng.uniform(2, max(furthest, 2))), float(rng.uniform(0, 180)))
    if rng.random() < DIM_SHARE:
        picture = dimmed(picture, float(rng.uniform(*LIGHT)), float(rng.uniform(*DIM_NOISE)), rng)
    return picture


def dimmed(picture: Image, light: float, levels: float, rng: np.random.Generator) -> Image:
    """Return a picture in little light, whose darks are drowned, with noise of so many grey levels."""
    return noisy(255 * light * (picture.astype(np.float32) / 255) ** 2, levels, rng)


def shaken(picture: Image, px: float, degrees: float) -> Image:
    """Return a picture that moved by some px, one way, while it was taken."""
    reach = int(np.ceil(px / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    # Eight points a px along the way: a line of its own width, however it lies.
    along = np.linspace(-(px - 1) / 2, (px - 1) / 2, max(int(8 * px), 1))
    x, y = reach + along * np.cos(np.radians(degrees)), reach - along * np.sin(np.radians(degrees))
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    for right, below in ((0, 0), (1, 0), (0, 1), (1, 1)):
        np.add.at(kernel, (top + below, left + right), (1 - abs(x - left - right)) * (1 - abs(y - top - below)))
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE), np.uint8)


def noisy(pixels: NDArray[np.floating | np.uint8], levels: float, rng: np.random.Generator) -> Image:
    """Return (H, W, 3) pixels, 0 to 255, with noise of so many grey levels in each channel by itself."""
    return rounded(pixels + rng.normal(0, levels, pixels.shape).astype(np.float32))


def rounded(pixels: NDArray[np.floating | np.uint8]) -> Image:
    """Return pixels as a picture holds them: whole numbers from 0 to 255."""
    return np.asarray(np.clip(pixels, 0, 255).astype(np.uint8))
