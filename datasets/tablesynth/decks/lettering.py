"""Type for procedural decks: the fonts of a split, and texts as tight masks."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tablesynth.assets import cache_folder, held_by

Mask = NDArray[np.uint8]
"""(H, W) uint8 coverage, cut tight to its ink."""

FINE_PX = 192
"""Height at which capitals are drawn before they are resized."""

_HOLLOW = {"train": 0.12, "val": 0.05, "test": 0.05}
"""Share of types whose letters are outlines. They are hard to read, so training sees them more often than they come."""

ANOTHER_S_LETTERS = frozenset(
    {"archivo-narrow", "fira-sans", "inter-tight", "kadwa", "mada", "nokora", "signika-negative"}
)
"""Families of the train split that print the letters of a family of another: of Pragati Narrow, Fira Sans Condensed,
Inter, Bitter, Source Sans 3, Noto Sans and Signika."""

_LIGHTEST = 300
_WEIGHT = re.compile(r"_(\d{3})")


_BREADTHS = ((0.05, 0.48, 0.6), (0.35, 0.6, 0.85), (0.92, 0.85, 1.12), (1.0, 1.12, 1.35))
"""How letters are narrowed or widened: up to which share of all types, from and to what width over the font's own."""


@dataclass(frozen=True)
class Type:
    """How a deck's letters are cut.

    path: a TrueType file, or None for the font that Pillow ships. stretch: width over the font's own. bold: strokes are
    made wider by so much on either side, in capital heights. hollow: wall of outlined letters, in capital heights, 0
    for solid ones. slant: x over y of leaning letters. ten_gap: space between the digits of a 10, in capital heights.
    """

    path: Path | None = None
    stretch: float = 1.0
    bold: float = 0.0
    hollow: float = 0.0
    slant: float = 0.0
    ten_gap: float = 0.06
    ten_stretch: float = 0.8


@lru_cache(maxsize=8)
def fonts(split: str) -> tuple[tuple[Path, ...], ...]:
    """Return the cached fonts of a split by family, whole families held out; none without a cache.

    The thinnest weights are left out: no cards are printed in them. In place of a family that prints another split's
    letters stands the one before it, so that what is printed in any other stays as it is.
    """
    folder = cache_folder() / "fonts"
    if not folder.is_dir():
        return ()
    families: list[tuple[Path, ...]] = []
    for family in sorted(path for path in folder.iterdir() if path.is_dir() and held_by(path.name) == split):
        files = tuple(path for path in sorted(family.glob("*.ttf")) if weight(path) >= _LIGHTEST)
        if files:
            families.append(families[-1] if family.name in ANOTHER_S_LETTERS else files)
    return tuple(families)


def weight(path: Path) -> int:
    """Return a font file's weight as its name says, 400 where it does not."""
    found = _WEIGHT.search(path.stem)
    return int(found[1]) if found else 400


def draw_type(rng: np.random.Generator, split: str) -> Type:
    """Draw a deck's type: a family, one of its weights, and what is done to the letters."""
    families = fonts(split)
    pick, pick_weight = rng.random(2)
    path = None
    if families:
        files = families[int(pick * len(families))]
        path = files[int(pick_weight * len(files))]
    bold, hollow, slant = rng.random(3)
    breadth = rng.random()
    low, high = next((low, high) for share, low, high in _BREADTHS if breadth < share)
    return Type(
        path=path,
        stretch=float(rng.uniform(low, high)),
        bold=0.0 if bold < 0.75 else (bold - 0.75) * 0.16,
        hollow=max(0.02, 0.045 + (0.05 - hollow) * 0.5) if hollow < _HOLLOW[split] else 0.0,
        slant=0.0 if slant < 0.94 else (slant - 0.97) * 8,
        ten_gap=float(rng.uniform(-0.04, 0.12)),
        ten_stretch=float(rng.uniform(0.6, 1.0)),
    )


def tight(mask: Mask) -> Mask:
    """Return the mask cut to its ink; a mask without ink comes back as one pixel."""
    rows, columns = np.flatnonzero((mask > 40).any(1)), np.flatnonzero((mask > 40).any(0))
    if not len(rows):
        return np.full((1, 1), 255, np.uint8)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def text(words: str, face: Type, height: float, most: float = np.inf, stretch: float = 1.0) -> Mask:
    """Return a line of text whose capitals are about ``height`` px high, at most ``most`` px wide.

    Letters with small tails keep them; old-style figures are brought to full height. ``most`` narrows the letters.
    """
    fine = _fine(words, face)
    tall = fine.shape[0] / FINE_PX
    # One rank is as high as the next: only a tail, as a Q has one, may reach lower.
    high = height * (tall if 0.97 < tall < 1.28 else 1.0)
    wide = fine.shape[1] * high / fine.shape[0] * face.stretch * stretch
    return sized(fine, min(wide, most), high)


def plain_text(words: str, face: Type, height: float, most: float = np.inf) -> Mask:
    """Return a line of text as ``text`` does, faster: of what is done to the type's letters only their width."""
    mask = _drawn(words, face.path, max(6, round(_size(face.path) * height / FINE_PX)))
    return sized(mask, min(mask.shape[1] * face.stretch, most), mask.shape[0])


def rank_text(rank: str, face: Type, height: float, most: float = np.inf) -> Mask:
    """Return a rank as a corner prints it: the digits of a 10 stand closer and are narrower."""
    return text(rank, face, height, most, face.ten_stretch if len(rank) > 1 and rank.isdigit() else 1.0)


def sized(mask: Mask, width: float, height: float) -> Mask:
    """Return the mask at another size, at least 2 px either way."""
    size = (max(2, round(width)), max(2, round(height)))
    smaller = size[1] <= mask.shape[0]
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR), np.uint8)


def column(words: str, face: Type, height: float) -> Mask:
    """Return letters ``height`` px high, one under the other."""
    letters = [text(letter, face, height) for letter in words]
    wide, gap = max(letter.shape[1] for letter in letters), max(1, round(height / 10))
    out = np.zeros((sum(letter.shape[0] + gap for letter in letters), wide), np.uint8)
    y = 0
    for letter in letters:
        x = (wide - letter.shape[1]) // 2
        out[y : y + letter.shape[0], x : x + letter.shape[1]] = letter
        y += letter.shape[0] + gap
    return tight(out)


def arched(words: str, face: Type, height: float, most: float, rise: float, dance: float) -> Mask:
    """Return a line of text bent into an arc that rises by ``rise`` heights, letters up to ``dance`` heights off."""
    line = text(words, face, height, most)
    tall, wide = line.shape
    x = np.arange(wide)
    bend = rise * tall * (1 - (2 * x / max(wide - 1, 1) - 1) ** 2)
    wave = dance * tall * np.sin(x / max(wide, 1) * np.pi * len(words))
    shift = bend + wave
    shift -= shift.min()
    high = int(np.ceil(shift.max())) + tall
    across = np.broadcast_to(x.astype(np.float32), (high, wide))
    down = (np.arange(high)[:, None] - (shift.max() - shift)[None, :]).astype(np.float32)
    bent = cv2.remap(line, np.ascontiguousarray(across), down, cv2.INTER_LINEAR, borderValue=0)
    return tight(np.asarray(bent, np.uint8))


@lru_cache(maxsize=256)
def font(path: Path | None, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return a font at a size in px; for None the one that Pillow ships."""
    return ImageFont.load_default(size) if path is None else ImageFont.truetype(str(path), size)


@lru_cache(maxsize=64)
def _size(path: Path | None) -> int:
    """Return the font size whose capitals are FINE_PX high."""
    capital: int = _drawn("H", path, FINE_PX).shape[0]
    return max(8, round(FINE_PX * FINE_PX / capital))


def _drawn(words: str, path: Path | None, size: int) -> Mask:
    sized_font = font(path, size)
    left, top, right, bottom = sized_font.getbbox(words)
    image = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(image).text((4 - left, 4 - top), words, font=sized_font, fill=255)
    return tight(np.asarray(image, np.uint8))


@lru_cache(maxsize=512)
def _fine(words: str, face: Type) -> Mask:
    """Return a text at its finest, capitals FINE_PX high."""
    size = _size(face.path)
    mask = _ten(words, face, size) if len(words) > 1 and words.isdigit() else _drawn(words, face.path, size)
    reach = round(max(face.bold, face.hollow) * FINE_PX) + 2
    mask = np.pad(mask, reach)
    if face.bold > 0:
        mask = np.asarray(cv2.dilate(mask, _disc(face.bold)), np.uint8)
    if face.hollow > 0:
        mask = np.asarray(cv2.dilate(mask, _disc(face.hollow / 2)) - cv2.erode(mask, _disc(face.hollow / 2)), np.uint8)
    if face.slant:
        high, wide = mask.shape
        more = abs(face.slant) * high
        lean = np.array([[1, -face.slant, face.slant * high if face.slant > 0 else 0], [0, 1, 0]], np.float32)
        mask = np.asarray(cv2.warpAffine(mask, lean, (round(wide + more), high)), np.uint8)
    return tight(mask)


def _ten(digits: str, face: Type, size: int) -> Mask:
    """Set the digits of a number side by side on one line, at the deck's own distance."""
    masks = [_drawn(digit, face.path, size) for digit in digits]
    high = max(mask.shape[0] for mask in masks)
    gap = round(face.ten_gap * FINE_PX)
    wide = sum(mask.shape[1] + gap for mask in masks) + abs(gap)
    out = np.zeros((high, wide), np.uint8)
    x = 0
    for mask in masks:
        part = out[high - mask.shape[0] :, x : x + mask.shape[1]]
        np.maximum(part, mask[:, : part.shape[1]], out=part)
        x += mask.shape[1] + gap
    return tight(out)


def _disc(radius: float) -> Mask:
    r = max(1, round(radius * FINE_PX))
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1)), np.uint8)
