"""How points of one photo of a table lie in another one: a homography, and the little that lenses bend beside it."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BENDING = 12
"""From so many points on, what a homography leaves over is fitted too."""

STIFF = 4.0
"""How much the points resist bending: so many points' worth."""


class Sends(Protocol):
    """Whatever sends points of one photo to where they lie in another."""

    def send(self, points: Floats) -> Floats:
        """Return (..., 2) points of the one photo in px of the other."""
        ...


@dataclass(frozen=True)
class Plane:
    """A map from px of one photo to px of another.

    homography: (3, 3). bend: (6, 2) px, what is added by the terms 1 x y xx xy yy of the sent point, which ``middle``
    (2,) and ``reach`` bring to about one.
    """

    homography: Floats
    bend: Floats
    middle: Floats
    reach: float

    def send(self, points: Floats) -> Floats:
        """Return (..., 2) points of the one photo in px of the other."""
        sent = _mapped(self.homography, points)
        return np.asarray(sent + _terms(sent, self.middle, self.reach) @ self.bend)

    def back(self, points: Floats) -> Floats:
        """Return (..., 2) points of the other photo in px of the one, to a fraction of a px."""
        inverse = np.asarray(np.linalg.inv(self.homography), np.float64)
        straight: Floats = points
        for _ in range(3):
            straight = points - _terms(straight, self.middle, self.reach) @ self.bend
        return _mapped(inverse, straight)


@dataclass(frozen=True)
class Chain:
    """Planes one after another, each taken forth or (True) back; none leaves every point where it is."""

    steps: tuple[tuple[Plane, bool], ...] = ()

    def send(self, points: Floats) -> Floats:
        """Return (..., 2) points of the first photo in px of the last."""
        for plane, backward in self.steps:
            points = plane.back(points) if backward else plane.send(points)
        return points

    def back(self, points: Floats) -> Floats:
        """Return (..., 2) points of the last photo in px of the first."""
        for plane, backward in reversed(self.steps):
            points = plane.send(points) if backward else plane.back(points)
        return points


def between(one: Chain, other: Chain) -> Chain:
    """Return the way from the other photo to the one, where each chain sends its photo to the same plane."""
    return Chain((*other.steps, *((plane, not back) for plane, back in reversed(one.steps))))


def flat(homography: Floats) -> Plane:
    """Return the plane of a homography alone."""
    return Plane(homography, np.zeros((6, 2)), np.zeros(2), 1.0)


def fitted(source: Floats, target: Floats, weights: Floats, *, affine: bool = False) -> Plane | None:
    """Return the plane that sends (N, 2) points nearest to their targets by (N,) weights; None where nothing does."""
    if len(source) < 3:
        return None
    homography = _affine(source, target, weights) if affine else _homography(source, target, weights)
    if homography is None or not _is_sane(homography, source):
        return None
    return flat(homography)


def bent(plane: Plane, source: Floats, target: Floats, weights: Floats) -> Plane:
    """Return the plane with what it leaves over at (N, 2) points bent away, as far as many points agree on it."""
    if len(source) < BENDING:
        return plane
    sent = _mapped(plane.homography, source)
    middle, reach = sent.mean(axis=0), float(max(np.ptp(sent, axis=0).max() / 2, 1.0))
    terms = _terms(sent, middle, reach)
    share = weights / weights.mean()
    left = terms.T @ (terms * share[:, None]) + STIFF * np.diag([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])
    left += 1e-6 * np.eye(6)
    bend = np.linalg.solve(left, terms.T @ ((target - sent) * share[:, None]))
    return Plane(plane.homography, bend, middle, reach)


def _terms(points: Floats, middle: Floats, reach: float) -> Floats:
    x, y = np.moveaxis(np.clip((points - middle) / reach, -1.5, 1.5), -1, 0)
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)


def _mapped(homography: Floats, points: Floats) -> Floats:
    sent = points @ homography[:, :2].T + homography[:, 2]
    depth = sent[..., 2:]
    return np.asarray(sent[..., :2] / np.where(np.abs(depth) < 1e-9, 1e-9, depth))


def _affine(source: Floats, target: Floats, weights: Floats) -> Floats | None:
    rows = np.column_stack([source, np.ones(len(source))]) * np.sqrt(weights)[:, None]
    found, _, rank, _ = np.linalg.lstsq(rows, target * np.sqrt(weights)[:, None], rcond=None)
    return None if rank < 3 else np.vstack([found.T, [0.0, 0.0, 1.0]])


def _homography(source: Floats, target: Floats, weights: Floats) -> Floats | None:
    """Return the homography of least weighted error by the direct linear transform on centred points."""
    to_unit = [_centring(points) for points in (source, target)]
    x, y = _mapped(to_unit[0], source).T
    u, v = _mapped(to_unit[1], target).T
    one, none = np.ones_like(x), np.zeros_like(x)
    even = np.stack([x, y, one, none, none, none, -u * x, -u * y, -u], axis=1)
    odd = np.stack([none, none, none, x, y, one, -v * x, -v * y, -v], axis=1)
    rows = np.concatenate([even, odd]) * np.sqrt(np.concatenate([weights, weights]))[:, None]
    found = np.linalg.svd(rows, full_matrices=len(rows) < 9)[2][-1].reshape(3, 3)
    whole = np.linalg.inv(to_unit[1]) @ found @ to_unit[0]
    return None if abs(whole[2, 2]) < 1e-12 else np.asarray(whole / whole[2, 2])


def _centring(points: Floats) -> Floats:
    middle = points.mean(axis=0)
    scale = np.sqrt(2) / max(float(np.linalg.norm(points - middle, axis=1).mean()), 1e-9)
    return np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1.0]])


def _is_sane(homography: Floats, points: Floats) -> bool:
    """Tell whether the map neither mirrors nor sends one of the points behind the camera."""
    depth = points @ homography[2, :2] + homography[2, 2]
    return bool((depth > 0.05 * np.abs(depth).max()).all()) and float(np.linalg.det(homography)) > 0
