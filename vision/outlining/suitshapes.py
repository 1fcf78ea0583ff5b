"""A 3's colour by the shapes of its pips: in decks of one ink, or with blue diamonds, no colour tells it."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.corners import Corners, Image, Ink, Readings
from vision.looks.telling import TellingNet, log_odds
from vision.outlining.wholefaces import MARGIN, cut_cards

A_THREE_FROM = 0.3
"""A card is looked at for its pips if it is one of the two 3s with this likelihood."""

SHAPES_WEIGHT = 1.5
"""What the log odds by shapes are multiplied by before they are added to those that were read."""

FAINTEST, STRONGEST = 2, 98
"""Percentiles of a card's grey levels that are stretched to the darkest and the lightest there are."""

_RED, _BLACK = FACES.index(Face.RED_THREE), FACES.index(Face.BLACK_THREE)


def told_by_shapes(
    image: Image, corners: Corners, readings: Readings, net: TellingNet, asked: NDArray[np.bool_]
) -> Readings:
    """Return the readings of the corners of an (H, W, 3) BGR photo, a 3's colour told by the pips on its whole card.

    asked: (N,) the corners whose cards are looked at. What a card lacks of being a 3 it goes on lacking. As far as the
    shapes are sure, its ink is told by them, too: gold hearts count as red.
    """
    three = readings.faces[:, _RED] + readings.faces[:, _BLACK]
    rows = np.flatnonzero(asked & corners.face_up & (three >= A_THREE_FROM))
    if not len(rows):
        return readings
    cards = cut_cards(image, corners.quads[rows], net.crop_px)
    chances = net.chances(np.stack([without_colour(card) for card in cards])).astype(np.float64)
    read = readings.faces[rows].astype(np.float64)
    odds = log_odds(read[:, _RED], read[:, _BLACK]) + SHAPES_WEIGHT * log_odds(chances, 1 - chances)
    red = 1 / (1 + np.exp(-odds))
    faces, inks = readings.faces.copy(), readings.inks.copy()
    faces[rows, _RED], faces[rows, _BLACK] = three[rows] * red, three[rows] * (1 - red)
    sure, either = np.abs(2 * chances - 1), inks[rows, Ink.RED] + inks[rows, Ink.BLACK]
    for ink, chance in ((Ink.RED, chances), (Ink.BLACK, 1 - chances)):
        inks[rows, ink] = (1 - sure) * inks[rows, ink] + sure * either * chance
    return replace(readings, faces=faces, inks=inks)


def without_colour(card: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return an upright (H, W, 3) card as (H, W, 1): the colour in which its print stands out most, stretched."""
    height, width = card.shape[:2]
    top, left = round(MARGIN * height), round(MARGIN * width)
    inside = card[top : height - top, left : width - left]
    plane = int(inside.std(axis=(0, 1)).argmax())
    darkest, lightest = np.percentile(inside[..., plane], (FAINTEST, STRONGEST))
    stretched = (card[..., plane : plane + 1].astype(np.float32) - darkest) * (255 / max(lightest - darkest, 1.0))
    return np.asarray(np.clip(stretched, 0, 255), np.uint8)
