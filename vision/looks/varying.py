"""Patches varied at random, as the finder errs and the light changes: for training, and for what a deck teaches."""

import cv2
import numpy as np
from numpy.typing import NDArray


def vary(images: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the middle two thirds of (N, S, S, 3) uint8 patches: turned, shifted, scaled, stretched, re-lit, blurred.

    The spread is that of the finder's own errors: some 9 degrees, now and then up to 30, 6 % of the side, 11 % of the
    scale.
    """
    kept = images.shape[1]
    side, middle = kept * 2 // 3, kept / 2
    out = np.empty((len(images), side, side, 3), np.uint8)
    for i, image in enumerate(images):
        angle = np.deg2rad(np.clip(rng.normal(0, 5), -14, 14) if rng.random() < 0.75 else rng.uniform(-30, 30))
        scale = np.exp(rng.normal(0, 0.11))
        stretch = np.exp(rng.normal(0, 0.12 if rng.random() < 0.3 else 0.03))
        cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
        turn = np.array([[cos * stretch, sin * stretch], [-sin / stretch, cos / stretch]])
        shift = side / 2 + rng.normal(0, 0.055 * side, 2) - turn @ np.array([middle, middle])
        patch = cv2.warpAffine(image, np.column_stack([turn, shift]), (side, side), borderMode=cv2.BORDER_REPLICATE)
        out[i] = _relight(np.asarray(patch, np.uint8), rng)
    return out


def _relight(patch: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    if rng.random() < 0.35:
        size = int(rng.integers(12, 40))
        small = cv2.resize(patch, (size, size), interpolation=cv2.INTER_AREA)
        patch = np.asarray(cv2.resize(small, patch.shape[:2], interpolation=cv2.INTER_LINEAR), np.uint8)
    pixels = patch.astype(np.float32)
    if rng.random() < 0.7:
        pixels = (pixels - 128) * np.exp(rng.normal(0, 0.2)) + 128
        pixels = pixels * np.exp(rng.normal(0, 0.25) + rng.normal(0, 0.06, 3)).astype(np.float32)
    if rng.random() < 0.3:
        pixels += rng.normal(0, rng.uniform(2, 14), pixels.shape).astype(np.float32)
    if rng.random() < 0.08:
        specks = rng.random(pixels.shape[:2]) < rng.uniform(0.002, 0.03)
        pixels[specks] = np.where(rng.random((int(specks.sum()), 1)) < 0.5, 0, 255)
    return np.clip(pixels, 0, 255).astype(np.uint8)
