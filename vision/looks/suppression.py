"""Non-maximum suppression of corner indices, mild enough for dense fans."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boxes import box_middles, card_widths, long_sides
from vision.corners import Corners

SAME_BOX_IOU = 0.45
"""Boxes that overlap more are one index; neighbours in a fan spaced a tenth of a card reach 0.4."""

SAME_ACROSS_IOU = 0.25
"""The same for boxes found in passes of different scales: what one of them finds shifted beside another's index is no
neighbour that the other missed."""

INSIDE = 0.8
"""A box of which more than this share lies inside another is its rank alone, found without the pip."""

ANOTHER_SIZE = 4.0
"""No box is part of another one whose longer side is so many times as long, or its whole, if it is the surer one: what
a pass from further off takes for a large index may be many cards."""

SAME_CENTRE = 0.25
"""Boxes whose centres lie closer than this share of the longer side are one index."""

SAME_CORNER = 0.085
"""Overlapping boxes whose own corners of the card lie closer than this, in card widths, are one index."""

SAME_CORNER_IOU = 0.2


def suppress(
    corners: Corners, ranks: NDArray[np.float32] | None = None, scales: NDArray[np.float64] | None = None
) -> Corners:
    """Return ``corners`` without the doubles, best first.

    ranks: (N,) float32 by which doubles are judged, higher wins; by default the scores. scales: (N,) those of the
    passes that found them; by default one found all.
    """
    order = np.argsort(-(corners.scores if ranks is None else ranks), kind="stable")
    sorted_corners = corners.at(order)
    shapes = _shapes_of(sorted_corners)
    sorted_scales = np.zeros(len(order)) if scales is None else scales[order]
    kept: list[int] = []
    left = np.arange(len(order))
    while len(left):
        first, rest = left[0], left[1:]
        kept.append(int(first))
        least = np.where(sorted_scales[rest] == sorted_scales[first], SAME_BOX_IOU, SAME_ACROSS_IOU)
        left = rest[~_same(shapes, first, rest, least)]
    return sorted_corners.at(np.array(kept, np.int64))


@dataclass(frozen=True)
class _Shapes:
    """What N corners are compared by, px.

    boxes: (N, 4). scores: (N,). centres, own: (N, 2), those of the boxes, and the corners of the cards nearest to them.
    areas, longer, widths: (N,), of the boxes, of their longer sides, and of the cards.
    """

    boxes: NDArray[np.float32]
    scores: NDArray[np.float32]
    centres: NDArray[np.float32]
    own: NDArray[np.float32]
    areas: NDArray[np.float32]
    longer: NDArray[np.float32]
    widths: NDArray[np.float32]


def _shapes_of(corners: Corners) -> _Shapes:
    boxes = corners.boxes
    centres = box_middles(boxes)
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    own = _own_corners(corners.quads, centres)
    return _Shapes(boxes, corners.scores, centres, own, areas, long_sides(boxes), card_widths(corners.quads))


def _same(of: _Shapes, i: np.int64, rest: NDArray[np.int64], least: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell which of the N corners ``rest`` are the index ``i`` again; ``least`` are the (N,) IoUs from which on."""
    box, boxes = of.boxes[i], of.boxes[rest]
    wide = np.minimum(box[2], boxes[:, 2]) - np.maximum(box[0], boxes[:, 0])
    high = np.minimum(box[3], boxes[:, 3]) - np.maximum(box[1], boxes[:, 1])
    common = np.maximum(wide, 0) * np.maximum(high, 0)
    iou = common / np.maximum(of.areas[i] + of.areas[rest] - common, 1e-6)
    inside = common / np.maximum(np.minimum(of.areas[i], of.areas[rest]), 1e-6)
    shorter, longer = np.minimum(of.longer[i], of.longer[rest]), np.maximum(of.longer[i], of.longer[rest])
    near = _distances(of.centres[rest], of.centres[i]) < SAME_CENTRE * longer
    width = np.maximum(of.widths[i], of.widths[rest])
    same_corner = (_distances(of.own[rest], of.own[i]) < SAME_CORNER * width) & (iou > SAME_CORNER_IOU)
    alike = (longer < ANOTHER_SIZE * shorter) | (of.scores[rest] <= of.scores[i])
    return np.asarray(alike & ((iou > least) | (inside > INSIDE) | near | same_corner))


def _distances(points: NDArray[np.float32], point: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.hypot(points[:, 0] - point[0], points[:, 1] - point[1]))


def _own_corners(quads: NDArray[np.float32], centres: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return the (N, 2) corners of (N, 4, 2) cards nearest to the (N, 2) centres of their indices."""
    nearest = np.linalg.norm(quads - centres[:, None], axis=2).argmin(axis=1)
    return np.asarray(quads[np.arange(len(quads)), nearest])
