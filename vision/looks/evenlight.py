"""Indices that a shadow's hard edge runs across, read with the light about them made even."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners, Image, Reader, Readings
from vision.looks.patches import cut_patches

UNSURE_BELOW = 0.93
"""An index whose likeliest face is less likely than this is read in even light, too."""

READ_FROM = 0.9
"""A face this likely in even light, and likelier than without, has a say."""

WIDEST_STROKE = 13 / 48
"""How broad a stroke of a rank may be, as a share of a patch: what is narrower is ink, what is broader a shadow."""

MOSTLY_CARD = 0.8
"""A patch of a light card is, without its ink, in the middle no darker than this share of what lies about it."""

TWO_LIGHTS = 0.8
"""Where the darker parts of a card have less than this share of the lighter ones' light, a shadow's edge lies on it."""

_DARKEST = 8.0


def look_in_even_light(image: Image, corners: Corners, readings: Readings, reader: Reader) -> Readings:
    """Return the readings with unsure ones that lie in two lights joined with what is read there in even light.

    Both looks are at the same print, so their likelihoods are multiplied and raised to the power one half.
    """
    unsure = np.flatnonzero(corners.face_up & (readings.surest < UNSURE_BELOW))
    patches = cut_patches(image, corners.boxes[unsure], corners.quads[unsure], reader.patch_px)
    shaded = {row: lit for row, patch in zip(unsure, patches, strict=True) if (lit := in_even_light(patch)) is not None}
    if not shaded:
        return readings
    rows = np.fromiter(shaded, np.int64)
    again = reader.read(np.stack(list(shaded.values())))
    first = readings.at(rows)
    better = again.surest >= np.maximum(first.surest, READ_FROM)
    parts = zip(vars(first).values(), vars(again).values(), strict=True)
    both = [np.sqrt(one * other) for one, other in parts]
    mean = Readings(*(part / np.maximum(part.sum(axis=1, keepdims=True), 1e-9) for part in both))
    return readings.with_rows(rows[better], mean.at(better))


def in_even_light(patch: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """Return an (S, S, 3) uint8 BGR patch of a light card as if no shadow lay on it; None where none has an edge there.

    Where print is taken away, which is narrower than a shadow, what is left is the card, as light as the light on it.
    """
    light = patch.max(axis=2)
    side = round(WIDEST_STROKE * len(patch)) | 1
    stroke = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    card = cv2.morphologyEx(light, cv2.MORPH_CLOSE, stroke, borderType=cv2.BORDER_REFLECT)
    card = np.maximum(cv2.GaussianBlur(card, (0, 0), 0.8).astype(np.float32), _DARKEST)
    darker, lighter = np.percentile(card, (10, 90))
    if np.median(light / card) <= MOSTLY_CARD or darker >= TWO_LIGHTS * lighter:
        return None
    return np.asarray(np.clip(patch * (lighter / card)[..., None], 0, 255).astype(np.uint8))
