"""Whether a photo was taken in so little light that cards in it may be overlooked."""

import cv2
import numpy as np

from vision.corners import Image
from vision.doubting.doubts import Doubt, DoubtCode

DARK = 105
"""A photo whose brightest parts are darker than this, of 255, is too dark."""

_BRIGHTEST = 98
"""Per cent of a photo that are no brighter than what counts as its brightest parts."""

_LOOKED_AT = 800
"""Pixels along the longer side that are looked at."""


def is_dark(image: Image) -> bool:
    """Tell whether an (H, W, 3) BGR photo is too dark; dark cards in good light have print that is not."""
    step = max(max(image.shape[:2]) // _LOOKED_AT, 1)
    grey = cv2.cvtColor(np.ascontiguousarray(image[::step, ::step]), cv2.COLOR_BGR2GRAY)
    return float(np.percentile(grey, _BRIGHTEST)) < DARK


def light_doubts(image: Image) -> tuple[Doubt, ...]:
    """Return the doubt about the whole of a photo that is too dark: what no net sees in it, nothing else tells of."""
    if not is_dark(image):
        return ()
    return (Doubt(DoubtCode.TOO_DARK, (), "this photo is so dark that cards may be overlooked: take it in more light"),)
