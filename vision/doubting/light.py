"""Whether a photo was taken in so little light that cards in it may be overlooked."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Image
from vision.doubting.doubts import Doubt, DoubtCode
from vision.seen import SeenCard

DARK = 105
"""A photo whose brightest parts are darker than this, of 255, is too dark."""

_BRIGHTEST = 98
"""Per cent of a photo that are no brighter than what counts as its brightest parts."""

_LIGHTEST = 75
"""Per cent of the box around a card that are no brighter than its stock."""

_LOOKED_AT = 800
"""Pixels along the longer side that are looked at."""


def is_dark(image: Image, quads: Sequence[NDArray[np.float64]] = (), *, zoom: float = 1.0) -> bool:
    """Tell whether an (H, W, 3) BGR photo is too dark; dark cards in good light have print that is not.

    quads: (4, 2) px of the photo, of each card that was found; a few light ones on a large dark cloth are in no dark
    photo. zoom: px of the image for one of the photo, where the image is a smaller copy of it.
    """
    step = max(max(image.shape[:2]) // _LOOKED_AT, 1)
    grey = cv2.cvtColor(np.ascontiguousarray(image[::step, ::step]), cv2.COLOR_BGR2GRAY)
    return float(np.percentile(grey, _BRIGHTEST)) < DARK and not _are_light(grey, [zoom * quad for quad in quads], step)


def _are_light(grey: NDArray[np.uint8], quads: Sequence[NDArray[np.float64]], step: int) -> bool:
    """Tell whether most cards of a picture are light, of which every ``step``-th pixel is looked at."""
    lightest = []
    for quad in quads:
        (left, top), (right, bottom) = (
            np.maximum(ends, 0).astype(int) // step for ends in (quad.min(axis=0), quad.max(axis=0))
        )
        part = grey[top : bottom + 1, left : right + 1]
        if part.size:
            lightest.append(float(np.percentile(part, _LIGHTEST)))
    return bool(lightest) and float(np.median(lightest)) >= DARK


def light_doubts(image: Image, cards: Sequence[SeenCard] = ()) -> tuple[Doubt, ...]:
    """Return the doubt about the whole of a photo that is too dark: what no net sees in it, nothing else tells of."""
    if not is_dark(image, [card.corners for card in cards]):
        return ()
    return (Doubt(DoubtCode.TOO_DARK, (), "this photo is so dark that cards may be overlooked: take it in more light"),)
