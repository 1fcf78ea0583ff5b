"""A photo taken from low down is read best as if taken from straight above.

How the table lies to the camera is told by the cards that a first look finds. Squared up by that, print that stood flat
or askew is as high as it is wide again, far rows are as large as near ones, and the photo is read anew so.
"""

import numpy as np
from numpy.typing import NDArray

from vision.corners import Image
from vision.looks.patches import averaged
from vision.outlining.plane import plane_of
from vision.photos.squaring import SquaredUp, boxes_sent, finest_within, picture_of, sent, stretches
from vision.seen import SeenCard

Floats = NDArray[np.float64]
Cards = tuple[SeenCard, ...]

SLANTED, SLANTED_BY_FEW = 1.15, 1.5
"""Where most cards are seen so many times as long one way as the other, the photo is squared up; so many times where
there are too few cards to tell so well how the table lies."""

FEW = 2
"""So many cards are too few."""

ROOM = 1.5
"""Room around the cards in the squared-up picture, card widths: a far row may be too flat to be found at first."""

INDEX_PX = 64.0
"""Indices are shown no larger than so many px: no net sees more of them."""

NEAR = 0.9
"""The picture is as fine as the photo is where it shows this share of its cards no finer."""

FURTHEST = 8.0
"""What lies so many times as far off as the photo's middle is left out."""

SHRUNK_FROM = 0.7
"""A photo shown at less than this share of its own scale is shrunk first, so that print does not alias."""


def from_above(image: Image, cards: Cards, maybe: Cards) -> SquaredUp | None:
    """Return the part of a table on which cards were seen in an (H, W, 3) photo as if taken from straight above.

    cards: those that count, which tell how the table lies. maybe: others, which only must be in the picture. None where
    the table is seen from above already, or no card tells how it lies.
    """
    shown = [card for card in cards if not card.is_back]
    quads = np.array([card.quad for card in shown], np.float64).reshape(-1, 4, 2)
    boxes = np.array([index.box for card in shown for index in card.indices], np.float64).reshape(-1, 4)
    points = np.concatenate([np.zeros((0, 2)), *(card.points for card in (*cards, *maybe))])
    return squared_by(image, quads, boxes, points)


def squared_by(image: Image, quads: Floats, boxes: Floats, points: Floats) -> SquaredUp | None:
    """Return the part of a table with (K, 2) points of an (H, W, 3) photo as if taken from straight above.

    quads: (N, 4, 2), cards on the table. boxes: (M, 4), their indices as left, top, right, bottom. All are in px. None
    where the table is seen from above already, or no card tells how it lies.
    """
    height, width = image.shape[:2]
    plane = plane_of(quads, (width, height))
    if plane is None or not len(boxes):
        return None
    to_px = plane.to_px((width, height))
    to_flat = np.asarray(np.linalg.inv(to_px), np.float64)
    longest, shortest = stretches(to_px, sent(to_flat, quads.reshape(-1, 2))).T
    if np.median(longest / shortest) < (SLANTED if len(quads) > FEW else SLANTED_BY_FEW):
        return None
    points = points.clip(0, (width, height))
    flat = sent(to_flat, points[_nearness(to_flat, points) > 1 / FURTHEST])
    if not len(flat):
        return None
    room = ROOM * float(plane.size[0])
    photo = _corners(to_flat, width, height)
    first = np.fmax(flat.min(axis=0) - room, photo.min(axis=0))
    last = np.fmin(flat.max(axis=0) + room, photo.max(axis=0))
    finest = float(np.quantile(stretches(to_px, flat)[:, 0], NEAR))
    scale = min(finest, INDEX_PX / _usual_index(boxes, to_flat), finest_within(last - first))
    picture_to_px = to_px @ np.array([[1 / scale, 0, first[0]], [0, 1 / scale, first[1]], [0, 0, 1]])
    wide, high = (int(side) for side in np.ceil((last - first) * scale))
    if scale < SHRUNK_FROM * finest:
        image = averaged(image, (round(width * scale / finest), round(height * scale / finest)))
    to_shown = np.diag([image.shape[1] / width, image.shape[0] / height, 1.0])
    return SquaredUp(picture_of(image, to_shown @ picture_to_px, (wide, high)), picture_to_px)


def _corners(to_flat: Floats, width: int, height: int) -> Floats:
    """Return where the (4, 2) corners of a photo lie on the plane, nan if one of them is above its horizon."""
    corners = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
    return sent(to_flat, corners) if (_nearness(to_flat, corners) > 0).all() else np.full((4, 2), np.nan)


def _nearness(to_flat: Floats, points: Floats) -> Floats:
    """Return (N,) how near the table is at points of a photo, 1 at its middle, below 0 above the table's horizon."""
    return np.asarray(points @ to_flat[2, :2] + to_flat[2, 2])


def _usual_index(boxes: Floats, to_flat: Floats) -> float:
    """Return the longer side of most of (M, 4) boxes, in units of the plane that ``to_flat`` sends px of them to."""
    flat = boxes_sent(to_flat, boxes)
    return float(np.median((flat[:, 2:] - flat[:, :2]).max(axis=1)))
