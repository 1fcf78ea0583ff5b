"""Whether two indices are of one card, looked at: the card that they would be of, upright, and both of them on it.

Outlines are off by some hundredths of a card, and in a narrow fan the next card lies no further off than that. What
their corners cannot tell, the picture does: the edge of one card that passes between the two indices, or the picture
that runs on from one to the other.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Image
from vision.outlining.wholefaces import cut_cards, grown, upright_on

Floats = NDArray[np.float64]

AROUND = 1.15
"""How much larger than a reader of whole cards sees a card the part of the photo is that this net sees."""

COLOURS_AND_MARKS = 4
"""The planes of a picture: blue, green, red, and where the two indices are."""


def cut_pairs(
    image: Image, boxes: NDArray[np.float32], quads: Floats, size_px: tuple[int, int], around: float = AROUND
) -> NDArray[np.uint8]:
    """Return the (N, height, width, 4) uint8 pictures of N pairs, of a ``size_px`` of (width, height): BGR and marks.

    boxes: (N, 2, 4) px of the photo, those of the two indices. quads: (N, 4, 2) px, the card that both would be of.
    """
    larger = grown(quads, around)
    width, height = size_px
    pictures = np.zeros((len(quads), height, width, COLOURS_AND_MARKS), np.uint8)
    pictures[..., :3] = cut_cards(image, larger, size_px)
    for picture, quad, two in zip(pictures, larger, boxes, strict=True):
        turn = upright_on(quad, size_px)
        marks = np.zeros((height, width), np.uint8)
        for x1, y1, x2, y2 in two.astype(np.float32):
            rim = cv2.perspectiveTransform(np.array([[[x1, y1], [x2, y1], [x2, y2], [x1, y2]]], np.float32), turn)
            cv2.fillConvexPoly(marks, np.clip(np.rint(rim[0]), -height, 2 * height).astype(np.int32), 255)
        picture[..., 3] = marks
    return pictures
