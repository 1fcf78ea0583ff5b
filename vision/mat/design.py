"""The mat as it is printed: where its markers and zones lie, in millimetres from its top left corner."""

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

WIDTH_MM, HEIGHT_MM = 380.0, 262.0
"""So large that it fits an A3 sheet, two A4 ones and two letter ones: the mat is the same whatever it is printed on."""

MARKER_MM = 22.0
QUIET_MM = 3.0
"""White around a marker, without which it is not found."""

DICTIONARY = cv2.aruco.DICT_4X4_50
CELLS = 6
"""Squares along a marker's side: four that tell its number, and its black border."""


class Zone(StrEnum):
    """A part of the mat. What lies in Hand and Foot is left over; all else is played."""

    PLAYED = "played"
    HAND = "hand"
    FOOT = "foot"


@dataclass(frozen=True)
class Area:
    """A rectangle of the mat, mm from its top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    def distance(self, x: float, y: float) -> float:
        """Return how far outside a point lies, mm; 0 inside."""
        return float(np.hypot(max(self.left - x, 0.0, x - self.right), max(self.top - y, 0.0, y - self.bottom)))


WHOLE = Area(0.0, 0.0, WIDTH_MM, HEIGHT_MM)

ZONES: dict[Zone, Area] = {
    Zone.PLAYED: Area(0.0, 0.0, WIDTH_MM, 153.0),
    Zone.HAND: Area(0.0, 153.0, WIDTH_MM / 2, HEIGHT_MM),
    Zone.FOOT: Area(WIDTH_MM / 2, 153.0, WIDTH_MM, HEIGHT_MM),
}
"""Together they are the mat. Hand and Foot lie next to the player, who sits at the lower edge."""

_EDGE = 5.0
_ACROSS = tuple(float(x) for x in np.linspace(_EDGE, WIDTH_MM - _EDGE - MARKER_MM, 6))
_DOWN = tuple(float(y) for y in np.linspace(_EDGE, HEIGHT_MM - _EDGE - MARKER_MM, 4))

MARKERS: dict[int, Area] = {
    number: Area(x, y, x + MARKER_MM, y + MARKER_MM)
    for number, (x, y) in enumerate((x, y) for y in _DOWN for x in _ACROSS if y in _DOWN[::3] or x in _ACROSS[::5])
}
"""The markers by their numbers in the dictionary: sixteen along the edges, so that cards may cover most of them, and
none where two sheets are glued together."""


def marker_cells(number: int) -> NDArray[np.bool_]:
    """Return the (CELLS, CELLS) squares of a marker, True where one is black."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, CELLS) == 0)


def marker_corners(number: int) -> NDArray[np.float64]:
    """Return the (4, 2) corners of a marker, mm, clockwise from its top left."""
    area = MARKERS[number]
    xs, ys = (area.left, area.right, area.right, area.left), (area.top, area.top, area.bottom, area.bottom)
    return np.column_stack([xs, ys])


def zone_at(x: float, y: float) -> Zone:
    """Return the zone a point lies in, mm; beside the mat the one it lies nearest to."""
    return min(ZONES, key=lambda zone: ZONES[zone].distance(x, y))
