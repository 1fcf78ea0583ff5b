"""How far a corner can be trusted to be an index: what both nets say, and whether its card has the others' size."""

import numpy as np
from numpy.typing import NDArray

from vision.boxes import card_widths, shared
from vision.corners import CornerKind, Corners, Readings

Floats = NDArray[np.float64]

OF_ONE_MARK = 0.3
"""Joker marks that have more than this share of the smaller one in common are pieces of one."""

SIZE_SLACK = 0.8
"""Cards this much larger or smaller than most, in powers of two, are nothing unusual in a slanted photo."""

SIZE_SPREAD = 0.7
"""How fast trust falls beyond that, in powers of two. Cards of one game are of one size; specks are not."""


def trust(corners: Corners, readings: Readings) -> Floats:
    """Return (N,) 0-1: the finder's score, the reader's certainty that it is a face at all, and the size's likeness."""
    surest = np.sqrt(readings.surest.astype(np.float64))
    own = joker_scores(corners) * np.where(corners.face_up, surest, 1.0)
    return np.asarray(own * size_likeness(corners, own))


def joker_scores(corners: Corners) -> Floats:
    """Return the (N,) scores; a piece of a joker's mark has that of the surest piece it overlaps.

    A long word is found in pieces. The finder is not always surest of the one that the reader can read.
    """
    scores = corners.scores.astype(np.float64)
    jokers = np.flatnonzero(corners.kinds == CornerKind.JOKER)
    boxes = corners.boxes[jokers]
    for i, box in zip(jokers, boxes, strict=True):
        scores[i] = max(corners.scores[jokers][shared(boxes, box) > OF_ONE_MARK])
    return scores


def size_likeness(corners: Corners, weights: Floats) -> Floats:
    """Return (N,) 0-1, how well each card's width fits that of most, large and sure ones telling most.

    weights: (N,) how sure each corner is.
    """
    if not len(corners):
        return np.zeros(0)
    widths = card_widths(corners.quads).astype(np.float64)
    usual = weighted_quantile(widths, weights**2 * widths, 0.5)
    beyond = np.clip(np.abs(np.log2(widths / usual)) - SIZE_SLACK, 0, None)
    return np.asarray(np.exp(-((beyond / SIZE_SPREAD) ** 2) / 2))


def weighted_quantile(values: Floats, weights: Floats, share: float) -> float:
    """Return the least of the (N,) values, N above 0, below or at which this share of the weights lies."""
    order = np.argsort(values, kind="stable")
    summed = np.cumsum(weights[order])
    place = int(np.searchsorted(summed, share * summed[-1]))
    return float(values[order[min(place, len(order) - 1)]])
