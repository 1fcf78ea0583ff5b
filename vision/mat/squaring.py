"""A photo squared up by the mat that lies in it, as if taken from straight above, and what was read there put back."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.corners import Image
from vision.mat.design import HEIGHT_MM, WIDTH_MM, Area
from vision.mat.finding import NEAR_MM, SeenMat
from vision.photos.squaring import SquaredUp, finest_within, picture_of, stretches
from vision.seen import SeenCard

Floats = NDArray[np.float64]

SLANTED = 1.15
"""Where the photo shows a millimetre of the mat this many times as large here as there, or across as along, it is
squared up; what was taken from above stays as it is."""

MARGIN_MM = 60.0
"""Room around the mat and its cards in the squared-up picture."""


@dataclass(frozen=True)
class SquaredUpMat(SquaredUp):
    """A picture of a mat from straight above. area: what it shows, mm of the mat."""

    area: Area


def is_slanted(mat: SeenMat) -> bool:
    """Tell whether a photo of the mat gains by being squared up."""
    sizes = _px_a_mm(mat)
    return bool(sizes.max() > SLANTED * sizes.min())


def squared_up(image: Image, mat: SeenMat, cards: Sequence[SeenCard]) -> SquaredUpMat:
    """Return the mat and the cards around it squared up, where the photo is largest at the photo's own resolution."""
    area = _area(mat, cards)
    size = np.array([area.right - area.left, area.bottom - area.top])
    scale = min(float(_px_a_mm(mat).max()), finest_within(size))
    to_mm = np.array([[1 / scale, 0, area.left], [0, 1 / scale, area.top], [0, 0, 1]])
    to_px = np.linalg.inv(mat.matrix) @ to_mm
    wide, high = (int(side) for side in np.ceil(size * scale))
    return SquaredUpMat(picture_of(image, to_px, (wide, high)), to_px, area)


def outside(card: SeenCard, mat: SeenMat, area: Area) -> bool:
    """Tell whether a card lies outside what a squared-up picture shows."""
    x, y = mat.middle(card)
    return bool(np.isnan(x + y)) or area.distance(x, y) > 0


def _px_a_mm(mat: SeenMat) -> Floats:
    """Return (N,) how many px of the photo a millimetre is, across and along, at the mat's corners and middle."""
    spots = np.array([(x * WIDTH_MM, y * HEIGHT_MM) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0.5))])
    return stretches(np.asarray(np.linalg.inv(mat.matrix), np.float64), spots).ravel()


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
