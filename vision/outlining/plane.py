"""The cards of a photo lie on one table and are of one size: what one outline leaves open, the others tell.

The far corners of a card under others are a guess. Those of cards in full view are not, and they tell how the table
lies to the camera and how large its cards are. So the table's plane and the size are fitted to all outlines, each
corner weighing as much as it is sure, and then each outline is the card of that size and plane that fits it best.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.boxes import card_widths
from vision.corners import Corners
from vision.outlining.outlines import Outlines

Floats = NDArray[np.float64]

FEWEST = 3
"""Of fewer cards no plane is fitted."""

CARD_FROM = 0.5
"""What is less likely than this to be a card's index tells nothing of the plane."""

USUAL, GIVE_OR_TAKE = np.array([0.0, 0.0, np.log(0.85), 0.0, np.log(1.4)]), np.array([0.6, 0.6, 0.3, 1e3, 0.06])
"""What is thought of a photo beforehand, and how surely: the plane's slope to the right and downwards, the logarithms
of the focal length in longer sides of the photo, of the cards' width, and of their height in widths."""

LEAST_SPREAD = 0.015
"""Card widths: bent cards and lenses move corners by so much."""

ODD = 9.0
"""Cards whose squared misfit is far above this hardly count: they lie askew, or are none."""

FURTHEST = 5.0
"""An outline that would have to move a corner by more than so many times what it may be off stays as it is."""

ROUNDS, STEP, ENOUGH = 12, 1e-4, 1e-4
"""The plane is fitted in so many rounds at most, its slopes told by steps of the second, until what a round gains,
squared misfits summed, is less than the third."""

_FIRST, _SECOND = np.array([0, 1, 2, 3, 0, 1]), np.array([1, 2, 3, 0, 2, 3])
_CARD = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


@dataclass(frozen=True)
class Plane:
    """How the table lies to the camera, and its cards. The photo's middle is the origin and its longer side the unit.

    slope: (2,), by how much nearness grows along x and y. focal: of the camera. size: (2,) width and height of cards,
    where the middle of the photo is 1 away.
    """

    slope: Floats
    focal: float
    size: Floats

    def lifted(self, points: Floats) -> Floats:
        """Return the (..., 3) places in space, on the plane, of (..., 2) points of the photo."""
        nearness = np.maximum(1 + points @ self.slope, 0.1)
        rays = np.concatenate([points / self.focal, np.ones((*points.shape[:-1], 1))], axis=-1)
        return np.asarray(rays / nearness[..., None])

    def axes(self) -> tuple[Floats, Floats, Floats]:
        """Return the plane's point nearest to the camera and its two axes, (3,) each, x running right in the photo."""
        normal = np.array([*(self.slope * self.focal), 1.0])
        nearest = normal / (normal @ normal)
        right = np.array([1.0, 0.0, 0.0]) - normal * nearest[0]
        right /= np.linalg.norm(right)
        return nearest, right, np.cross(normal / np.linalg.norm(normal), right)

    def to_px(self, size_px: tuple[int, int]) -> Floats:
        """Return the (3, 3) homography from the plane, along its axes, to px of a photo of (width, height)."""
        nearest, right, down = self.axes()
        length = self.focal * max(size_px)
        camera = np.array([[length, 0, size_px[0] / 2], [0, length, size_px[1] / 2], [0, 0, 1]])
        return np.asarray(camera @ np.column_stack([right, down, nearest]))

    def cards_nearest(self, quads: Floats, weights: Floats) -> Floats:
        """Return the cards of the plane's size that are nearest to (N, 4, 2) quads, corners by their (N, 4) weights."""
        nearest, right, down = self.axes()
        lifted = self.lifted(quads)
        flat = np.stack([lifted @ right, lifted @ down], axis=-1)
        shares = (weights / weights.sum(axis=1, keepdims=True))[..., None]
        card = _CARD * self.size
        middle, own_middle = (flat * shares).sum(axis=1), (card * shares).sum(axis=1)
        seen, own = flat - middle[:, None], card - own_middle[:, None]
        along = (shares[..., 0] * (seen * own).sum(axis=2)).sum(axis=1)
        across = (shares[..., 0] * (seen[..., 1] * own[..., 0] - seen[..., 0] * own[..., 1])).sum(axis=1)
        length = np.maximum(np.hypot(along, across), 1e-12)
        cos, sin = (along / length)[:, None], (across / length)[:, None]
        x = cos * own[..., 0] - sin * own[..., 1] + middle[:, :1]
        y = sin * own[..., 0] + cos * own[..., 1] + middle[:, 1:]
        space = x[..., None] * right + y[..., None] * down + nearest
        return np.asarray(self.focal * space[..., :2] / np.maximum(space[..., 2:], 1e-6))


def on_one_plane(corners: Corners, outlines: Outlines, size_px: tuple[int, int]) -> tuple[Corners, Outlines]:
    """Return the corners of a photo of (width, height) and their outlines, these as cards of one size on one plane."""
    face_up = corners.face_up
    telling = face_up & (outlines.cards > CARD_FROM)
    if telling.sum() < FEWEST:
        return corners, outlines
    unit, middle = float(max(size_px)), np.array(size_px) / 2
    quads = (outlines.quads.astype(np.float64) - middle) / unit
    widths = card_widths(outlines.quads.reshape(-1, 4, 2)).reshape(-1, 4) / unit
    spreads = np.maximum(outlines.spreads / unit, LEAST_SPREAD * widths[..., None])
    likeliest = np.arange(len(corners)), outlines.places.argmax(axis=1)
    plane = fitted_plane(quads[likeliest][telling], spreads[likeliest][telling])
    if plane is None:
        return corners, outlines
    nearest = np.stack([plane.cards_nearest(quads[:, n], 1 / spreads[:, n] ** 2) for n in range(4)], axis=1)
    moved = np.linalg.norm(nearest - quads, axis=3)
    near = face_up[:, None] & (moved < FURTHEST * spreads).all(axis=2)
    in_px = (np.where(near[..., None, None], nearest, quads) * unit + middle).astype(np.float32)
    return replace(corners, quads=in_px[likeliest]), replace(outlines, quads=in_px)


def plane_of(quads: Floats, size_px: tuple[int, int]) -> Plane | None:
    """Return the plane that (N, 4, 2) cards, px of a photo of (width, height), lie on; None if they tell of none."""
    in_units = (quads - np.array(size_px) / 2) / max(size_px)
    if not len(quads):
        return None
    # A share of the photo's longer side, not of the card ("What to try next" in docs/training.md).
    return fitted_plane(in_units, np.full((len(quads), 4), LEAST_SPREAD))


def fitted_plane(quads: Floats, spreads: Floats) -> Plane | None:
    """Return the plane and card size that (N, 4, 2) outlines agree on, None if they agree on none.

    spreads: (N, 4), how far off the corners may be, above 0.
    """
    sides = np.linalg.norm(quads[:, _FIRST] - quads[:, _SECOND], axis=2)
    if not (sides > 0).all():
        return None
    unsure = np.hypot(spreads[:, _FIRST], spreads[:, _SECOND]) / sides
    guess = USUAL.copy()
    guess[3] = float(np.median(_misfits(quads, guess)[:, [0, 2]]))

    def misfits(values: Floats) -> Floats:
        return np.asarray(_misfits(quads, values) / unsure)

    def cost(values: Floats) -> float:
        odd = np.log1p((misfits(values) ** 2).sum(axis=1) / ODD).sum() * ODD
        return float(odd + (((values - USUAL) / GIVE_OR_TAKE) ** 2).sum())

    now, damping = cost(guess), 1e-3
    for _ in range(ROUNDS):
        off = misfits(guess)
        slopes = np.stack([(misfits(guess + STEP * axis) - off) / STEP for axis in np.eye(len(guess))], axis=2)
        weights = 1 / (1 + (off**2).sum(axis=1) / ODD)
        curve = np.einsum("n,nik,nil->kl", weights, slopes, slopes) + np.diag(GIVE_OR_TAKE**-2)
        fall = np.einsum("n,nik,ni->k", weights, slopes, off) + (guess - USUAL) / GIVE_OR_TAKE**2
        while damping < 1e3:
            tried = guess - np.linalg.solve(curve + damping * np.diag(np.diag(curve)), fall)
            then = cost(tried)
            if then < now:
                break
            damping *= 5
        else:
            break
        done, guess, now, damping = now - then < ENOUGH, tried, then, damping / 5
        if done:
            break
    if not np.isfinite(guess).all():
        return None
    return _plane(guess)


def _plane(values: Floats) -> Plane:
    return Plane(values[:2], float(np.exp(values[2])), np.exp([values[3], values[3] + values[4]]))


def _misfits(quads: Floats, values: Floats) -> Floats:
    """Return by how much, in logarithms, the (N, 6) sides and diagonals of cards differ from those they should have."""
    plane = _plane(values)
    lifted = plane.lifted(quads)
    lengths = np.linalg.norm(lifted[:, _FIRST] - lifted[:, _SECOND], axis=2)
    width, height = plane.size
    diagonal = float(np.hypot(width, height))
    return np.asarray(np.log(np.maximum(lengths, 1e-9)) - np.log([width, height, width, height, diagonal, diagonal]))
