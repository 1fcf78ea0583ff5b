"""A pinhole camera above a table, measured in card widths."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """How the phone is held.

    turn: how far the table lies turned in the photo, radians clockwise. tilt: 0 looks straight down, radians.
    height: distance to the point looked at, card widths. bend: radial lens distortion at the picture's corners, share.
    """

    turn: float
    tilt: float
    height: float
    bend: float


@dataclass(frozen=True)
class Camera:
    """Projects points of the table into a photo of width x height px; the table's plane is never mirrored.

    rotation: (3, 3); target: (3,) card widths, the point looked at; focal: px; centre: px, where the target lands.
    """

    width: int
    height: int
    rotation: Points
    target: Points
    distance: float
    focal: float
    centre: tuple[float, float]
    bend: float

    def project(self, points: Points) -> Points:
        """Return the px (..., 2) of table points (..., 3): x right, y towards the player, z into the table."""
        seen = (points - self.target) @ self.rotation.T
        depth = np.maximum(seen[..., 2] + self.distance, 0.05 * self.distance)
        flat = self.focal * seen[..., :2] / depth[..., None]
        half = np.hypot(self.width, self.height) / 2
        radius = (flat**2).sum(-1, keepdims=True) / half**2
        return np.asarray(flat * (1 + self.bend * np.minimum(radius, 4)) + np.array(self.centre))

    @property
    def plane(self) -> Points:
        """The (3, 3) homography from table (x, y) in card widths to px, lens distortion left out."""
        basis = np.stack([self.rotation[:, 0], self.rotation[:, 1], -self.rotation @ self.target], 1)
        basis[2, 2] += self.distance
        lens = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1.0]])
        return np.asarray(lens @ basis)


def rotation(turn: float, tilt: float) -> Points:
    """Return the camera's (3, 3) rotation: the table turned, then the phone tilted so that the far side is up."""
    ct, st = np.cos(turn), np.sin(turn)
    around = np.array([[ct, -st, 0], [st, ct, 0], [0, 0, 1.0]])
    cx, sx = np.cos(tilt), np.sin(tilt)
    back = np.array([[1.0, 0, 0], [0, cx, sx], [0, -sx, cx]])
    return np.asarray(back @ around)


def extent(points: Points, view: View) -> tuple[float, float]:
    """Return the width and height in px, per px of focal length, that (N, 3) table points fill in the photo."""
    seen = _above(points, view, (1000, 1000), 1.0, (0.0, 0.0)).project(points)
    low, high = seen.min(0), seen.max(0)
    return float(high[0] - low[0]), float(high[1] - low[1])


def aim(points: Points, view: View, size: tuple[int, int], focal: float, shift: tuple[float, float]) -> Camera:
    """Return the camera that has the middle of (N, 3) points at the photo's middle, moved by ``shift`` px."""
    seen = _above(points, view, size, focal, (0.0, 0.0)).project(points)
    middle = (seen.min(0) + seen.max(0)) / 2
    return _above(points, view, size, focal, (size[0] / 2 - middle[0] + shift[0], size[1] / 2 - middle[1] + shift[1]))


def _above(points: Points, view: View, size: tuple[int, int], focal: float, centre: tuple[float, float]) -> Camera:
    target = (points.min(0) + points.max(0)) / 2
    target[2] = 0.0
    turned = rotation(view.turn, view.tilt)
    return Camera(size[0], size[1], turned, target, view.height, focal, centre, view.bend)
