"""The cache of fetched pictures, and which of them a split may use."""

import hashlib
import os
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

SPLITS = ("train", "val", "test")

CACHE_VARIABLE = "HANDFOOT_CACHE"
"""Names the folder of fetched files to all that draw with them."""

_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".webp"})


def cache_folder() -> Path:
    """Return where fetched files lie, absolute: $HANDFOOT_CACHE, or ``cache`` in the current folder."""
    return Path(os.environ.get(CACHE_VARIABLE) or "cache").absolute()


def held_by(name: str) -> str:
    """Return the split a file belongs to, by its name alone: seven of ten train, the rest val or test."""
    share = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") / 2**32
    return "train" if share < 0.7 else "val" if share < 0.82 else "test"


@lru_cache(maxsize=32)
def pictures(kind: str, split: str) -> tuple[Path, ...]:
    """Return the cached pictures of a kind (``surfaces``, ``clutter``) that a split may use, sorted; maybe none."""
    folder = cache_folder() / kind
    if not folder.is_dir():
        return ()
    found = (path for path in folder.rglob("*") if path.suffix.lower() in _SUFFIXES)
    return tuple(sorted(path for path in found if held_by(path.name) == split))


@lru_cache(maxsize=32)
def packaged_pictures(kind: str, split: str) -> tuple[Path, ...]:
    """Return the cached pictures of a kind (``scenery``) whose package a split may use, sorted; maybe none.

    Pictures of one package are alike, so that none of it is shown to two splits.
    """
    return tuple(path for one in SPLITS for path in pictures(kind, one) if held_by(path.parent.name) == split)


@lru_cache(maxsize=48)
def picture(path: Path) -> NDArray[np.uint8] | None:
    """Return a cached picture as (H, W, 3) BGR or (H, W, 4) BGRA uint8, at most 1024 px wide; None if unreadable."""
    pixels = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None or pixels.dtype != np.uint8 or min(pixels.shape[:2]) < 24:
        return None
    if pixels.ndim == 2:
        pixels = cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR)
    longer = max(pixels.shape[:2])
    if longer > 1024:
        size = (max(pixels.shape[1] * 1024 // longer, 1), max(pixels.shape[0] * 1024 // longer, 1))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return np.asarray(pixels, np.uint8)
