"""How the picture moves from one frame to the next, and whether what lies on the table has changed meanwhile."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Image

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

LOOKED_AT_PX = 640
"""Long side of the picture in which spots are followed."""

SPOTS, FEWEST_SPOTS = 150, 40
"""So many spots are followed at most; with fewer than the second left others are looked for."""

STRAYS_PX = 2.0
"""A spot that lands further from where the others say, at LOOKED_AT_PX, is none of the table's."""

AGREEING = 0.5
"""If a smaller share of the spots agrees, the picture is lost, not moved."""

STILL = 0.004
"""A picture that moves less than this share of its long side from one frame to the next is held still."""

DIFFERS, CHANGED = 30.0, 0.002
"""Grey levels by which a place must differ to have changed, and the share of such places from which the table has."""


@dataclass(frozen=True)
class Motion:
    """What became of the picture since the last one. plane: (3, 3), px of the last to px of this one.

    lost: the two have nothing in common that could be followed. still: whether it was held still.
    """

    plane: Floats
    lost: bool
    still: bool


class Tracker:
    """Follows the table from picture to picture; all pictures must be of one size."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._before: Grey | None = None
        self._spots = np.zeros((0, 1, 2), np.float32)
        self._kept: Grey | None = None
        self._since = np.eye(3)

    def follow(self, image: Image) -> Motion:
        """Return how a picture moved against the one before it; the first one is lost."""
        grey, zoom = _small(image)
        before, self._before = self._before, grey
        motion = Motion(np.eye(3), True, False)
        if before is not None and before.shape == grey.shape and len(self._spots) >= 4:
            motion = self._moved(before, grey, zoom)
        if motion.lost or len(self._spots) < FEWEST_SPOTS:
            found = cv2.goodFeaturesToTrack(grey, SPOTS, 0.01, 8)
            self._spots = np.zeros((0, 1, 2), np.float32) if found is None else np.asarray(found, np.float32)
        shrink = np.diag([zoom, zoom, 1.0])
        self._since = shrink @ motion.plane @ np.linalg.inv(shrink) @ self._since
        return motion

    def keep(self) -> None:
        """Remember the last picture, for ``changed`` to compare with."""
        self._kept, self._since = self._before, np.eye(3)

    def changed(self) -> bool:
        """Tell whether the table looks otherwise than in the picture kept, moved as the camera moved."""
        if self._kept is None or self._before is None or self._kept.shape != self._before.shape:
            return True
        half = np.diag([0.5, 0.5, 1.0])
        moved = half @ self._since @ np.linalg.inv(half)
        size = (self._before.shape[1] // 2, self._before.shape[0] // 2)
        then, now = (cv2.resize(grey, size, interpolation=cv2.INTER_AREA) for grey in (self._kept, self._before))
        then = cv2.warpPerspective(then, moved, size)
        covered = cv2.warpPerspective(np.full(size[::-1], 255, np.uint8), moved, size) == 255
        if covered.mean() < AGREEING:
            return True
        # A cloud or the camera's own exposure changes all of the picture, a card a part of it.
        apart = cv2.blur(now, (3, 3)).astype(np.float32) - cv2.blur(then, (3, 3)).astype(np.float32)
        apart = np.abs(apart - np.median(apart[covered]))
        differs = ((apart > DIFFERS) & covered).astype(np.uint8)
        differs = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return float(differs.mean()) > CHANGED

    def _moved(self, before: Grey, grey: Grey, zoom: float) -> Motion:
        spots, found, _ = cv2.calcOpticalFlowPyrLK(before, grey, self._spots, None, winSize=(15, 15), maxLevel=3)
        good = found.ravel() > 0
        old, new = self._spots[good].reshape(-1, 2), spots[good].reshape(-1, 2)
        if len(new) < 8:
            return Motion(np.eye(3), True, False)
        plane, agree = cv2.findHomography(old, new, cv2.RANSAC, STRAYS_PX)
        if plane is None or agree.mean() < AGREEING:
            return Motion(np.eye(3), True, False)
        kept = agree.ravel() > 0
        self._spots = new[kept].reshape(-1, 1, 2)
        step = float(np.median(np.linalg.norm(new[kept] - old[kept], axis=1)))
        scale = np.diag([zoom, zoom, 1.0])
        return Motion(np.linalg.inv(scale) @ plane @ scale, False, step < STILL * max(grey.shape))


def _small(image: Image) -> tuple[Grey, float]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    zoom = min(1.0, LOOKED_AT_PX / max(grey.shape))
    if zoom < 1:
        grey = cv2.resize(grey, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    return np.asarray(grey, np.uint8), zoom
