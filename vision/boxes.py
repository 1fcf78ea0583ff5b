"""Boxes of indices and outlines of cards: where their middles lie, how large they are, what two have in common."""

import numpy as np
from numpy.typing import NDArray


def box_middles(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (N, 2) middles of (N, 4) boxes."""
    return np.asarray((boxes[:, :2] + boxes[:, 2:]) / 2, np.float32)


def long_sides(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (N,) longer sides of (N, 4) boxes, px."""
    return np.asarray(np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]))


def sized(boxes: NDArray[np.float32], size: float) -> NDArray[np.float32]:
    """Return (N, 4) boxes about the same middles, so many times as large."""
    middles, halves = box_middles(boxes), (boxes[:, 2:] - boxes[:, :2]) / 2 * size
    return np.concatenate([middles - halves, middles + halves], axis=1).astype(np.float32)


def shared(boxes: NDArray[np.float32], box: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what (N, 4) boxes have in common with a (4,) one, (N,) shares of the smaller of the two."""
    common = np.clip(np.minimum(boxes[:, 2:], box[2:]) - np.maximum(boxes[:, :2], box[:2]), 0, None).prod(axis=1)
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    return np.asarray(common / np.maximum(np.minimum(areas, (box[2:] - box[:2]).prod()), 1e-6))


def holding(boxes: NDArray[np.float32], points: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return (N, M), which of (N, 4) boxes hold which of (M, 2) points."""
    inside = (points >= boxes[:, None, :2]) & (points <= boxes[:, None, 2:])
    return np.asarray(inside[..., 0] & inside[..., 1])


def card_widths(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (N,) card widths of (N, 4, 2) quads, px: the mean of upper and lower edge, at least 1."""
    upper = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    lower = np.linalg.norm(quads[:, 2] - quads[:, 3], axis=1)
    return np.asarray(np.maximum((upper + lower) / 2, 1.0), np.float32)
