"""A closer look at a wild's mark: its 20 or 50 is often small beside the word, and the reader's patch blurs it."""

from dataclasses import replace

import numpy as np

from scorer.faces import FACES, Face
from vision.boxes import sized
from vision.corners import CornerKind, Corners, Image, Readings
from vision.looks.patches import cut_patches
from vision.looks.telling import TellingNet, log_odds

MARK_SIDE = 1.9
"""Side of a mark's picture in longer sides of its box: of some marks the finder sees the upper letters only."""

SIZES = (0.9, 1.0, 1.1)
"""Shares of that side at which a mark is looked at; what it tells is the mean of their log odds."""

A_WILD_FROM = 0.3
"""A mark is looked at again if it is one of the two wilds with this likelihood."""

READ_WEIGHT, SEEN_WEIGHT = 0.4, 0.9
"""How much the reader's answer counts, and how much the closer look's: what their log odds are multiplied by."""

FIFTIES = 0.5
"""How many 50s a deck has for each 20 (two jokers, four 2s): the net learnt from as many of both."""

_20, _50 = FACES.index(Face.WILD_20), FACES.index(Face.WILD_50)


def look_at_values(image: Image, corners: Corners, readings: Readings, net: TellingNet) -> Readings:
    """Return the readings with those of wilds' marks told by a closer look at their value.

    What a mark lacks of being a wild it goes on lacking: only which of the two wilds it is changes.
    """
    wild = readings.faces[:, _20] + readings.faces[:, _50]
    rows = np.flatnonzero((corners.kinds == CornerKind.JOKER) & (wild >= A_WILD_FROM))
    if not len(rows):
        return readings
    boxes = np.concatenate([sized(corners.boxes[rows], size) for size in SIZES])
    quads = np.tile(corners.quads[rows], (len(SIZES), 1, 1))
    chances = net.chances(cut_patches(image, boxes, quads, net.crop_px[0], MARK_SIDE)).astype(np.float64)
    seen = log_odds(chances, 1 - chances).reshape(len(SIZES), -1).mean(axis=0)
    read = readings.faces[rows].astype(np.float64)
    odds = READ_WEIGHT * log_odds(read[:, _50], read[:, _20]) + SEEN_WEIGHT * seen + np.log(FIFTIES)
    fifty = 1 / (1 + np.exp(-odds))
    faces = readings.faces.copy()
    faces[rows, _50], faces[rows, _20] = wild[rows] * fifty, wild[rows] * (1 - fifty)
    return replace(readings, faces=faces)
