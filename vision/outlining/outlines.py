"""The outline of each card, looked at from its index: a net sees as far around it as a card is long.

The finder looks closely, so as to tell a 6 from an 8, and sees little of the card around an index. Where the card's
hidden corners lie, and at which of them the index stands, shows only in a wider view.
"""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners, Image
from vision.looks.patches import Shrunk, lie, upright, warped
from vision.looks.trust import weighted_quantile

Floats = NDArray[np.float64]

VIEW_SIDE = 2.9
"""Side of a view in card sizes, a card's size being the root of its width times its height: a card to every side."""


@dataclass(frozen=True)
class Outlines:
    """What a net says of N views.

    quads: (N, 4, 4, 2) float32, px of the view, or of the photo: the card's corners, from the top left of the upright
        index, one quad for each corner of it that the index may stand at.
    spreads: (N, 4, 4) float32, px of the view, or of the photo: how far off each corner of each quad may be.
    places: (N, 4) float32 probabilities of these corners.
    cards: (N,) float32, 0-1, that an index of a card stands in the middle at all.
    """

    quads: NDArray[np.float32]
    spreads: NDArray[np.float32]
    places: NDArray[np.float32]
    cards: NDArray[np.float32]


class Outliner(Protocol):
    """Outlines cards in upright views around their indices."""

    view_px: int
    """Side of the square views it takes."""

    def outline(self, views: NDArray[np.uint8]) -> Outlines:
        """Return the outlines in (N, view_px, view_px, 3) uint8 BGR views; N may be 0."""
        ...


def outlined(image: Image, corners: Corners, outliner: Outliner) -> tuple[Corners, Outlines]:
    """Return the corners of an (H, W, 3) BGR photo with the outlines that ``outliner`` sees, and these in photo px.

    Backs keep theirs: nothing tells which way up they lie.
    """
    size = outliner.view_px
    rows = np.flatnonzero(corners.face_up)
    maps = view_transforms(corners, size)[rows]
    photo = Shrunk(image)
    views = np.array([warped(photo, transform, size) for transform in maps], np.uint8).reshape(-1, size, size, 3)
    seen = outliner.outline(views)
    quads, spreads = np.repeat(corners.quads[:, None], 4, axis=1), np.zeros((len(corners), 4, 4), np.float32)
    places = np.tile(np.eye(4, dtype=np.float32)[0], (len(corners), 1))
    cards = np.ones(len(corners), np.float32)
    quads[rows] = in_photo(seen.quads.reshape(len(rows), 16, 2), maps).reshape(-1, 4, 4, 2)
    spreads[rows] = seen.spreads / np.sqrt(np.linalg.det(maps[:, :, :2]))[:, None, None]
    places[rows], cards[rows] = seen.places, seen.cards
    likeliest = np.arange(len(corners)), places.argmax(axis=1)
    return replace(corners, quads=quads[likeliest], cards=cards), Outlines(quads, spreads, places, cards)


def view_transforms(corners: Corners, size_px: int) -> Floats:
    """Return the (N, 2, 3) affine maps from photo px to upright ``size_px`` views centred on the indices."""
    scales = size_px / (VIEW_SIDE * view_sizes(corners))
    maps = [
        upright(box, quad, float(scale), size_px)
        for box, quad, scale in zip(corners.boxes, corners.quads, scales, strict=True)
    ]
    stacked: Floats = np.array(maps, np.float64).reshape(-1, 2, 3)
    return stacked


def view_sizes(corners: Corners) -> Floats:
    """Return the (N,) sizes that the corners' cards are taken to have, px.

    One index judges it badly, and a photo's cards are alike but for how far away they lie: half of what it says, half
    of what most say.
    """
    sizes: Floats = np.array([max(lie(quad)[1], 1.0) for quad in corners.quads], np.float64)
    if not len(sizes):
        return sizes
    usual = weighted_quantile(sizes, corners.scores.astype(np.float64) ** 2, 0.5)
    return np.asarray(np.sqrt(sizes * usual))


def in_photo(points: NDArray[np.float32], maps: Floats) -> NDArray[np.float32]:
    """Return (N, M, 2) points in photo px that are in px of views under (N, 2, 3) ``maps`` from the photo."""
    back = np.linalg.inv(maps[:, :, :2])
    moved = points.astype(np.float64) - maps[:, None, :, 2]
    return np.asarray(np.einsum("nij,nmj->nmi", back, moved), np.float32)
