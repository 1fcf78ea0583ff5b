"""A photo squared up by the mat that lies in it, as if taken from straight above, and what was read there put back."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Image
from vision.mat.design import HEIGHT_MM, WIDTH_MM, Area
from vision.mat.finding import NEAR_MM, SeenMat
from vision.seen import SeenCard

Floats = NDArray[np.float64]

SLANTED = 1.15
"""Where the photo shows a millimetre of the mat this many times as large here as there, or across as along, it is
squared up; what was taken from above stays as it is."""

MARGIN_MM = 60.0
"""Room around the mat and its cards in the squared-up picture."""

MOST_PX = 24e6
"""A squared-up picture has at most so many pixels."""


@dataclass(frozen=True)
class SquaredUp:
    """A picture of the table from straight above. to_px: (3, 3) homography from its px to px of the photo.

    area: what it shows, mm of the mat.
    """

    image: Image
    to_px: Floats
    area: Area


def is_slanted(mat: SeenMat) -> bool:
    """Tell whether a photo of the mat gains by being squared up."""
    sizes = _px_a_mm(mat)
    return bool(sizes.max() > SLANTED * sizes.min())


def squared_up(image: Image, mat: SeenMat, cards: Sequence[SeenCard]) -> SquaredUp:
    """Return the mat and the cards around it squared up, where the photo is largest at the photo's own resolution."""
    area = _area(mat, cards)
    size = np.array([area.right - area.left, area.bottom - area.top])
    scale = min(float(_px_a_mm(mat).max()), float(np.sqrt(MOST_PX / size.prod())))
    to_mm = np.array([[1 / scale, 0, area.left], [0, 1 / scale, area.top], [0, 0, 1]])
    to_px = np.linalg.inv(mat.matrix) @ to_mm
    wide, high = (int(side) for side in np.ceil(size * scale))
    # Pixel i covers i to i + 1, and is centred on i where OpenCV warps.
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    warp = np.linalg.inv(half) @ to_px @ half
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpPerspective(image, warp, (wide, high), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return SquaredUp(np.asarray(warped), to_px, area)


def outside(card: SeenCard, mat: SeenMat, area: Area) -> bool:
    """Tell whether a card lies outside what a squared-up picture shows."""
    x, y = mat.middle(card)
    return bool(np.isnan(x + y)) or area.distance(x, y) > 0


def _px_a_mm(mat: SeenMat) -> Floats:
    """Return (N,) how many px of the photo a millimetre is, across and along, at the mat's corners and middle."""
    spots = np.array([(x * WIDTH_MM, y * HEIGHT_MM) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0.5))])
    half = np.eye(2) / 2
    across, along = (mat.back(spots + step) - mat.back(spots - step) for step in half)
    # The singular values: the longest and the shortest way a millimetre is seen, however the mat lies turned.
    return np.asarray(np.linalg.svd(np.stack([across, along], axis=-1), compute_uv=False)).ravel()


def _area(mat: SeenMat, cards: Sequence[SeenCard]) -> Area:
    """Return the hull of the mat and of the cards that belong to it, with room around, mm."""
    points = [np.array([(0.0, 0.0), (WIDTH_MM, HEIGHT_MM)])]
    for card in cards:
        if mat.off_by(card) <= NEAR_MM:
            corners = mat.flat(card.corners)
            points.append(np.clip(corners, -2 * NEAR_MM, (WIDTH_MM + 2 * NEAR_MM, HEIGHT_MM + 2 * NEAR_MM)))
    hull = np.concatenate(points)
    low, high = np.nanmin(hull, axis=0) - MARGIN_MM, np.nanmax(hull, axis=0) + MARGIN_MM
    return Area(float(low[0]), float(low[1]), float(high[0]), float(high[1]))
