"""Upright square patches around corner indices, cut from the full-resolution photo for the reader."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Image

PATCH_SIDE = 1.35
"""Side of a patch in longer sides of the index's box."""

MUCH_SMALLER = 0.25
"""What is shown at this scale or less is cut from the photo shrunk: from the photo itself it takes far longer."""

LARGE = 4_000_000
"""A picture of so many px takes long to shrink at once."""


def patch_transform(
    box: NDArray[np.float32], quad: NDArray[np.float32], size_px: int, side: float = PATCH_SIDE
) -> NDArray[np.float64]:
    """Return the (2, 3) affine map from photo pixels to an upright ``size_px`` patch centred on the box.

    box: (4,) x1 y1 x2 y2; quad: (4, 2) the card's corners, from the top left of the upright index. The patch is turned
    so that the card's upper edge, taken as the mean of its upper and lower edge and of its sides turned, runs left to
    right. side: that of the patch in longer sides of the box.
    """
    longer = max(float(box[2] - box[0]), float(box[3] - box[1]), 1.0)
    return upright(box, quad, size_px / (longer * side), size_px)


def upright(box: NDArray[np.float32], quad: NDArray[np.float32], scale: float, size_px: int) -> NDArray[np.float64]:
    """Return the (2, 3) affine map to an upright ``size_px`` picture centred on the box, ``scale`` px a photo pixel.

    box, quad: as ``patch_transform`` takes them.
    """
    angle, _ = lie(quad)
    centre = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], dtype=np.float64)
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[cos, sin], [-sin, cos]])
    shift = np.array([size_px / 2, size_px / 2]) - turn @ centre
    return np.column_stack([turn, shift])


def lie(quad: NDArray[np.float32]) -> tuple[float, float]:
    """Return how far a card's (4, 2) outline is turned, radians clockwise, and its size, the root of width x height.

    Tilt shears the card's two axes apart; their bisector keeps letters closest to upright.
    """
    across = (quad[1] - quad[0]) + (quad[2] - quad[3])
    down = (quad[3] - quad[0]) + (quad[2] - quad[1])
    wide, high = max(float(np.hypot(*across)), 1e-6), max(float(np.hypot(*down)), 1e-6)
    direction = across / wide + np.array([down[1], -down[0]]) / high
    return float(np.arctan2(direction[1], direction[0])), float(np.sqrt(wide * high)) / 2


class Shrunk:
    """An (H, W, 3) uint8 BGR photo, also shrunk by powers of two: each size is made once, when it is asked for."""

    def __init__(self, image: Image) -> None:
        """Keep the photo."""
        self._sizes = {1: image}

    def by(self, factor: int) -> Image:
        """Return the photo with each square of ``factor`` px averaged to one; what is left over at its ends is cut.

        Halved again and again, which is many times faster than at once.
        """
        if factor not in self._sizes:
            twice = self.by(factor // 2)
            height, width = (max(side // 2, 1) for side in twice.shape[:2])
            whole = twice[: height * 2, : width * 2]
            self._sizes[factor] = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        return self._sizes[factor]


def averaged(image: Image, size: tuple[int, int]) -> Image:
    """Return an (H, W, C) uint8 picture shrunk to ``size``, width and height in px, neither larger than before.

    A large one is halved first where that goes evenly, which is many times faster and all but the same.
    """
    height, width = image.shape[:2]
    while height * width >= LARGE and not (width % 2 or height % 2) and width >= 2 * size[0] and height >= 2 * size[1]:
        width, height = width // 2, height // 2
        image = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def cut_patches(
    image: Image, boxes: NDArray[np.float32], quads: NDArray[np.float32], size_px: int, side: float = PATCH_SIDE
) -> NDArray[np.uint8]:
    """Return (N, size_px, size_px, 3) uint8 upright patches for (N, 4) boxes and (N, 4, 2) quads in ``image``.

    side: theirs in longer sides of the boxes.
    """
    patches, photo = np.empty((len(boxes), size_px, size_px, 3), np.uint8), Shrunk(image)
    for i, (box, quad) in enumerate(zip(boxes, quads, strict=True)):
        patches[i] = warped(photo, patch_transform(box, quad, size_px, side), size_px)
    return patches


def patch_with_margin(
    photo: Shrunk, box: NDArray[np.float32], quad: NDArray[np.float32], size_px: int
) -> NDArray[np.uint8]:
    """Return a (size_px, size_px, 3) uint8 upright patch of a box on a card whose corners are ``quad``, to be kept.

    Its middle, two thirds of its side, is what a reader is shown; the rest is margin, so that shifts, turns and scales
    find real pixels.
    """
    shown_px = size_px * 2 // 3
    transform = patch_transform(box, quad, shown_px)
    transform[:, 2] += (size_px - shown_px) / 2
    return warped(photo, transform, size_px)


def warped(photo: Shrunk, transform: NDArray[np.float64], size_px: int) -> NDArray[np.uint8]:
    """Return a (size_px, size_px, 3) uint8 patch under a (2, 3) map from photo pixels, which only turns and scales.

    Where it shrinks the photo, pixels are averaged, so that large indices do not alias.
    """
    scale = float(np.hypot(transform[0, 0], transform[0, 1]))
    coarser = 2 ** int(np.log2(1 / scale)) if scale <= MUCH_SMALLER else 1
    # A pixel of the shrunk photo lies in the middle of those that it stands for.
    middle = transform[:, :2].sum(axis=1) * (coarser - 1) / 2
    transform = np.column_stack([transform[:, :2] * coarser, transform[:, 2] + middle])
    finer = max(int(np.ceil(0.8 / (scale * coarser))), 2) if scale < 0.6 else 1
    side = size_px * finer
    fine = cv2.warpAffine(
        photo.by(coarser), transform * finer, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if finer == 1:
        return np.asarray(fine)
    return np.asarray(cv2.resize(fine, (size_px, size_px), interpolation=cv2.INTER_AREA))
