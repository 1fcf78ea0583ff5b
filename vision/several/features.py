"""Spots of a picture that another picture of the same things shows again, whatever lies there."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Image

Floats = NDArray[np.float64]

LONGEST_PX = 1280
"""Pictures are looked at this large at most."""

MOST = 1500
"""So many spots of a picture are kept."""

FAINT = 0.015
"""How little contrast a spot may have: tables are dark at times, and cloth is soft."""

DISTINCT = 0.8
"""A spot's likeness must be this much nearer than the next best one."""

APART_PX = 4.0
"""Spots that land further than this from their likeness, at LONGEST_PX, are none of the same plane."""

LEAST = 12
"""Fewer spots that agree are chance."""


@dataclass(frozen=True)
class Features:
    """Spots of a picture.

    points: (N, 2) float32, px of the photo. descriptors: (N, 128) float32. zoom: px looked at for a px of the photo.
    """

    points: NDArray[np.float32]
    descriptors: NDArray[np.float32]
    zoom: float

    def __post_init__(self) -> None:
        """Check the shapes once, here."""
        n = len(self.points)
        if self.points.shape != (n, 2) or self.descriptors.shape != (n, 128):
            raise ValueError(f"Features of shapes {self.points.shape} and {self.descriptors.shape}")


@dataclass(frozen=True)
class Likeness:
    """How the second picture's plane lies in the first, and how many spots say so.

    plane: (3, 3) homography from px of the second photo to px of the first.
    """

    plane: Floats
    agreeing: int


def features_of(image: Image, photo_width: int | None = None) -> Features:
    """Return the spots of a picture; ``photo_width``: of the photo whose px they are told in, by default its own."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    shrink = min(1.0, LONGEST_PX / max(grey.shape))
    if shrink < 1:
        grey = np.asarray(cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
    zoom = grey.shape[1] / (photo_width or image.shape[1])
    spots, found = cv2.SIFT.create(nfeatures=MOST, contrastThreshold=FAINT).detectAndCompute(grey, None)
    if found is None:
        return no_features()
    points = np.array([spot.pt for spot in spots], np.float32) / np.float32(zoom)
    # Compared as roots of shares, large gradients tell less: light differs from photo to photo.
    shares = found / np.maximum(found.sum(axis=1, keepdims=True), 1e-6)
    return Features(points, np.sqrt(shares).astype(np.float32), zoom)


def no_features() -> Features:
    """Return the spots of a picture that shows none, or is gone."""
    return Features(np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32), 1.0)


def likeness(first: Features, second: Features) -> Likeness | None:
    """Return how the second picture's plane lies in the first; None where too few spots agree."""
    if min(len(first.points), len(second.points)) < LEAST:
        return None
    rows, columns = _alike(first.descriptors, second.descriptors)
    if len(rows) < LEAST:
        return None
    plane, kept = cv2.findHomography(
        second.points[columns], first.points[rows], cv2.USAC_MAGSAC, APART_PX / first.zoom, None, 5000, 0.999
    )
    if plane is None or kept is None or int(kept.sum()) < LEAST or not _is_view(plane, second):
        return None
    # A spot that several others landed on counts once.
    agreeing = len(np.unique(np.round(first.points[rows[kept.ravel() > 0]] * first.zoom / 3), axis=0))
    return Likeness(np.asarray(plane, np.float64), agreeing) if agreeing >= LEAST else None


def _alike(first: NDArray[np.float32], second: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of the two that are each other's nearest, and plainly nearer than the next."""
    likeness = first @ second.T
    order = np.argpartition(-likeness, 1, axis=1)[:, :2]
    two = np.take_along_axis(likeness, order, axis=1)
    best = np.where(two[:, 0] >= two[:, 1], order[:, 0], order[:, 1])
    # The descriptors have unit length, so distances follow from their products.
    near, far = (np.sqrt(np.maximum(2 - 2 * values, 0)) for values in (two.max(axis=1), two.min(axis=1)))
    mutual = likeness.argmax(axis=0)[best] == np.arange(len(first))
    rows = np.flatnonzero((near < DISTINCT * far) & mutual)
    return rows, best[rows].astype(np.int64)


def _is_view(plane: NDArray[np.float64], second: Features) -> bool:
    """Tell whether a homography is one that a camera can make: not mirrored, nothing behind it, not collapsed."""
    points = second.points.astype(np.float64)
    depth = points @ plane[2, :2] + plane[2, 2]
    if not (depth > 0).all() and not (depth < 0).all():
        return False
    low, high = points.min(axis=0), points.max(axis=0)
    corners = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
    sent = cv2.perspectiveTransform(corners[None], plane)[0]
    x, y = sent[:, 0], sent[:, 1]
    area = float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2
    whole = float(np.prod(high - low))
    return 0.02 < area / max(whole, 1.0) < 50 and bool(cv2.isContourConvex(sent.astype(np.float32)))
