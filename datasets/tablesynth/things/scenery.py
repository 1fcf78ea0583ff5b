"""The world that photos show beside cards: parts of pictures without any card, from the cache."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.assets import packaged_pictures, picture
from tablesynth.labels import Scene
from tablesynth.photo import light

SMALLEST, LARGEST = 480, 1600
"""The longer side of a photo of nothing but scenery, px, from and to."""

CLOSEST = 2.0
"""So many times as large as it fits a part of a picture is shown at most."""

GLYPH_PX = 40.0
"""What in such a photo has about the size of a card, px: blur and noise of a photo are told by it."""


def draw_scenery(rng: np.random.Generator, split: str, size: tuple[int, int]) -> NDArray[np.uint8] | None:
    """Return a part of a picture of the world, of this width and height, (H, W, 3) uint8 BGR.

    None where the cache has none that the split may use: ``python -m tablesynth.decks.fetch``.
    """
    paths = packaged_pictures("scenery", split)
    found = picture(paths[int(rng.integers(len(paths)))]) if paths else None
    if found is None:
        return None
    image = np.rot90(found[..., :3], int(rng.choice(4, p=(0.7, 0.1, 0.1, 0.1))))
    if rng.random() < 0.5:
        image = image[:, ::-1]
    width, height = size
    scale = max(width / image.shape[1], height / image.shape[0]) * float(rng.uniform(1, CLOSEST))
    left = float(rng.uniform(0, image.shape[1] * scale - width))
    top = float(rng.uniform(0, image.shape[0] * scale - height))
    laid = np.array([[scale, 0, -left], [0, scale, -top]], np.float32)
    seen = cv2.warpAffine(np.ascontiguousarray(image), laid, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.uint8)


def check_scenery(split: str) -> None:
    """Raise ValueError if the cache has no scenery for a split."""
    if not packaged_pictures("scenery", split):
        raise ValueError(f"no scenery of the {split} split is there: python -m tablesynth.decks.fetch brings it")


def render_scenery(split: str, seed: int, number: int) -> tuple[bytes, Scene]:
    """Return the JPEG bytes and the labels, of no card, of a photo of nothing but scenery.

    Raises:
        ValueError: if the cache has no scenery for the split, or it cannot be read.
    """
    check_scenery(split)
    rng = np.random.default_rng((seed, number, 7))
    longer, shape = int(rng.integers(SMALLEST, LARGEST + 1)), float(rng.uniform(0.56, 1.0))
    size = (longer, round(longer * shape)) if rng.random() < 0.5 else (round(longer * shape), longer)
    image = draw_scenery(rng, split, size)
    if image is None:
        raise ValueError("a picture of the scenery in the cache cannot be read")
    field = light.light_field(rng, *size, fair=False)
    photo = light.expose(rng, image, field, None, GLYPH_PX)
    return light.jpeg(rng, photo), Scene(f"{number:06d}.jpg", *size, "scenery", seed, split, ())
