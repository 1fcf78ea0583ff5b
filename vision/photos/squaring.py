"""Part of a table as if photographed from straight above."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Image

Floats = NDArray[np.float64]

MOST_PX, LONGEST_PX = 24e6, 16_000
"""A picture has at most so many pixels, and sides so long."""

_GREY = (127, 127, 127)
_STEPS = 1e-3 * np.eye(2)


@dataclass(frozen=True)
class SquaredUp:
    """A picture of the table from straight above. to_px: (3, 3) homography from its px to px of the photo."""

    image: Image
    to_px: Floats


def sent(matrix: Floats, points: Floats) -> Floats:
    """Return (..., 2) points under a (3, 3) homography."""
    ends = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(ends[..., :2] / ends[..., 2:])


def boxes_sent(matrix: Floats, boxes: Floats) -> Floats:
    """Return the (N, 4) boxes, left, top, right, bottom, about (N, 4) boxes under a (3, 3) homography."""
    ends = sent(matrix, boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]])
    return np.concatenate([ends.min(axis=1), ends.max(axis=1)], axis=1)


def stretches(matrix: Floats, points: Floats) -> Floats:
    """Return (N, 2) how much longer a homography makes what lies at (N, 2) points, most and least, whatever its way."""
    ways = [(sent(matrix, points + step) - sent(matrix, points - step)) / (2 * step.sum()) for step in _STEPS]
    return np.asarray(np.linalg.svd(np.stack(ways, axis=-1), compute_uv=False))


def finest_within(area: Floats) -> float:
    """Return how many px a unit of length may have in the picture of a (2,) area, wide and high."""
    return min(float(np.sqrt(MOST_PX / area.prod())), LONGEST_PX / float(area.max()))


def card_upright(image: Image, quad: Floats, size: tuple[int, int]) -> Image:
    """Return the card at a (4, 2) quad, px, in a picture of ``size``, width and height, that it fills."""
    wide, high = size
    whole = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    turn = cv2.getPerspectiveTransform(quad.astype(np.float32), whole)
    return np.asarray(cv2.warpPerspective(image, turn, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def picture_of(image: Image, to_px: Floats, size: tuple[int, int]) -> Image:
    """Return the picture of ``size``, width and height in px, whose px ``to_px`` sends to those of a photo.

    What lies beyond the photo is grey.
    """
    # Pixel i covers i to i + 1, and is centred on i where OpenCV warps.
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    warp = np.linalg.inv(half) @ to_px @ half
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(image, warp, size, flags=flags, borderValue=_GREY), np.uint8)
