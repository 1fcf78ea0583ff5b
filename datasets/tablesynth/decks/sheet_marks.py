"""Where the corner indices of fetched decks stand, found from a deck as a whole.

A rank stands at one place on the four cards of its suits, a pip on the thirteen of its ranks, and the art differs. So
what is inked on nearly all of them is the index; what is not is left out.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.decks.printing import hull
from tablesynth.decks.sheet_art import Picture
from vision.seen import Box

Inked = NDArray[np.bool_]

TEN = 9
"""The column of the only rank with two digits."""

INKED = 60
"""A pixel that differs from the stock by more than this in some channel is ink."""

ACROSS, DOWN = 0.34, 0.4
"""The part of a card that is searched, shares of its width and height."""


@dataclass(frozen=True)
class Mark:
    """A corner index: boxes in px of the card."""

    rank: Box
    pip: Box | None


def ink(card: Picture, *, across: float = 1.0, down: float = 1.0) -> Inked:
    """Return where the top left part of a card is printed on: what differs from the commonest colour of its corner."""
    height, width = card.shape[:2]
    corner = card[: int(height * DOWN), : int(width * ACROSS)]
    solid = corner[..., 3] > 200
    coarse = (corner[..., :3][solid] // 16).astype(np.int64) @ np.array([256, 16, 1])
    commonest = np.bincount(coarse).argmax()
    stock = np.median(corner[..., :3][solid][coarse == commonest], axis=0)
    part = card[: int(height * down), : int(width * across)]
    return np.asarray((np.abs(part[..., :3] - stock).max(2) > INKED) & (part[..., 3] > 128))


def find_marks(faces: list[list[Picture]]) -> list[list[Mark | None]]:
    """Find the index at the top left of cards given by suit and rank; None where no box can be trusted.

    faces: four rows of thirteen pictures of one shape.
    """
    masks = np.array([[ink(card, across=ACROSS, down=DOWN) for card in row] for row in faces])
    width = faces[0][0].shape[1]
    common = masks.mean((0, 1)) > 0.85
    frame = _frame(common)
    ranks = [
        _rank_box((masks[:, k].sum(0) >= 3) & ~frame, width, digits=2 if k == TEN else 1) for k in range(masks.shape[1])
    ]
    found = [box for box in ranks if box is not None]
    if len(found) < 7:
        return [[None] * len(row) for row in faces]
    usual = np.median(np.array(found), axis=0)
    tall = usual[3] - usual[1]
    trusted = [
        box if box and abs(box[3] - box[1] - tall) < 0.3 * tall and abs(box[1] - usual[1]) < 0.3 * tall else None
        for box in ranks
    ]
    lowest = max(box[3] for box in trusted if box)
    pips = [_pip_box(row.mean(0) > 0.75, usual, float(lowest), width) for row in masks]
    return [[Mark(box, pip) if box else None for box in trusted] for pip in pips]


def _frame(common: Inked) -> Inked:
    """Return what all cards share and what runs through the searched part from edge to edge: the card's frame."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(common.astype(np.uint8), connectivity=8)
    out = np.zeros_like(common)
    for k in range(1, count):
        if stats[k, cv2.CC_STAT_HEIGHT] > 0.6 * len(common) or stats[k, cv2.CC_STAT_WIDTH] > 0.8 * common.shape[1]:
            out |= labels == k
    return np.asarray(cv2.dilate(out.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0)


def _blobs(mask: Inked, width: int) -> list[Box]:
    """Return the boxes of what could be letters or pips, from the top left on."""
    height, across = mask.shape
    edge = max(2, int(width * 0.012))
    inner = mask.astype(np.uint8)
    inner[:edge], inner[:, :edge] = 0, 0
    _count, _labels, stats, _centres = cv2.connectedComponentsWithStats(inner, connectivity=8)
    boxes = []
    for x, y, wide, high, area in stats[1:].tolist():
        speck = area < width * width * 0.0003
        outside = x + wide >= across - 1 or y + high >= height - 1
        rounding = x + wide < width * 0.05 or y + high < width * 0.05
        if not (speck or outside or rounding):
            boxes.append((float(x), float(y), float(x + wide), float(y + high)))
    return sorted(boxes, key=lambda box: box[1] + 0.6 * box[0])


def _rank_box(mask: Inked, width: int, *, digits: int) -> Box | None:
    boxes = [box for box in _blobs(mask, width) if box[3] - box[1] > 0.05 * width and box[0] < 0.2 * width]
    if not boxes:
        return None
    rank = boxes[0]
    for box in _blobs(mask, width) if digits > 1 else ():
        tall = rank[3] - rank[1]
        beside = box[1] < rank[1] + tall * 0.6 and box[3] > rank[1] + tall * 0.4
        if beside and box[0] - rank[2] < width * 0.05 and box[0] < width * 0.2:
            rank = hull(rank, box)
    return rank


def _pip_box(mask: Inked, rank: NDArray[np.float64], lowest: float, width: int) -> Box | None:
    """Find a suit's pip among what its cards share, under the ranks."""
    tall = rank[3] - rank[1]
    pip: Box | None = None
    for box in _blobs(mask, width):
        middle = (box[0] + box[2]) / 2
        under = lowest - 0.12 * tall <= box[1] < lowest + 0.9 * tall and rank[0] - 0.03 * width < middle < rank[2]
        if under and box[3] - box[1] > 0.2 * tall and box[2] - box[0] < 0.26 * width:
            pip = hull(pip, box)
    return pip


def tightened(card: Picture, box: Box) -> Box | None:
    """Return the hull of the ink within a box; None where there is none."""
    x1, y1, x2, y2 = (round(value) for value in box)
    inside = ink(card)[y1:y2, x1:x2]
    rows, columns = np.flatnonzero(inside.any(1)), np.flatnonzero(inside.any(0))
    if not len(rows):
        return None
    return (float(x1 + columns[0]), float(y1 + rows[0]), float(x1 + columns[-1] + 1), float(y1 + rows[-1] + 1))


def is_turned(card: Picture, box: Box) -> bool:
    """Return whether what is printed in a box stands upside down at the opposite corner too."""
    x1, y1, x2, y2 = (round(value) for value in box)
    # Sheets are not always cut to the pixel.
    slack = max(3, card.shape[1] // 40)
    top, left = max(y1 - slack, 0), max(x1 - slack, 0)
    upright = np.ascontiguousarray(card[y1:y2, x1:x2, :3])
    there = np.ascontiguousarray(card[::-1, ::-1][top : y2 + slack, left : x2 + slack, :3])
    return float(cv2.matchTemplate(there, upright, cv2.TM_CCOEFF_NORMED).max()) > 0.6


def mirrored(box: Box, card: Picture) -> Box:
    """Return where a box comes to lie when the card is mirrored left to right."""
    width = card.shape[1]
    return (width - box[2], box[1], width - box[0], box[3])
