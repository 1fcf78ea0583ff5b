"""Type for procedural decks: the fonts of a split, and texts as tight masks."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tablesynth.assets import cache_folder, held_by

Mask = NDArray[np.uint8]
"""(H, W) uint8 coverage, cut tight to its ink."""


@lru_cache(maxsize=8)
def fonts(split: str) -> tuple[Path, ...]:
    """Return the cached fonts of a split, whole families held out; none without a cache: Pillow's own font serves."""
    folder = cache_folder() / "fonts"
    if not folder.is_dir():
        return ()
    return tuple(sorted(path for path in folder.glob("*/*.ttf") if held_by(path.parent.name) == split))


@lru_cache(maxsize=256)
def _font(path: Path | None, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size) if path is None else ImageFont.truetype(str(path), size)


def tight(mask: Mask) -> Mask:
    """Return the mask cut to its ink; a mask without ink comes back as one pixel."""
    rows, columns = np.flatnonzero((mask > 40).any(1)), np.flatnonzero((mask > 40).any(0))
    if not len(rows):
        return np.full((1, 1), 255, np.uint8)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def text(words: str, font: Path | None, height: int, stretch: float = 1.0, most: float = np.inf) -> Mask:
    """Return a line of text ``height`` px high from its lowest ink to its highest, at most ``most`` px wide."""
    size = max(int(height * 1.6), 8)
    image = Image.new("L", (int(size * (len(words) + 1)), size * 2))
    ImageDraw.Draw(image).text((size * 0.4, size * 0.2), words, font=_font(font, size), fill=255)
    mask = tight(np.asarray(image, np.uint8))
    width = int(np.clip(mask.shape[1] * height / mask.shape[0] * stretch, 2, most))
    return np.asarray(cv2.resize(mask, (width, max(height, 2)), interpolation=cv2.INTER_AREA), np.uint8)


def column(words: str, font: Path | None, height: int) -> Mask:
    """Return letters ``height`` px high, one under the other."""
    letters = [text(letter, font, height) for letter in words]
    wide, gap = max(letter.shape[1] for letter in letters), max(1, height // 12)
    out = np.zeros((sum(letter.shape[0] + gap for letter in letters), wide), np.uint8)
    y = 0
    for letter in letters:
        x = (wide - letter.shape[1]) // 2
        out[y : y + letter.shape[0], x : x + letter.shape[1]] = letter
        y += letter.shape[0] + gap
    return tight(out)
