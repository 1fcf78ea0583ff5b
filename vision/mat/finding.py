"""Finding the printed mat in a photo: its markers, and the homography from the photo to the mat's millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from vision.corners import Image
from vision.looks.patches import averaged
from vision.mat.design import DICTIONARY, HEIGHT_MM, MARKERS, WHOLE, WIDTH_MM, Zone, marker_corners, zone_at
from vision.photos.squaring import sent
from vision.seen import Quad, SeenCard, as_quad, quad_width

Floats = NDArray[np.float64]
Row = tuple[float, float, float]

SMALL_PX = 1600
"""Long side of the picture in which a mat is looked for first: most photos show none, and that should cost nothing."""

LEAST_MARKERS = 3
"""So many markers must agree on where the mat lies; fewer are chance, or too few to tell."""

AGREES_MM = 4.0
"""Markers whose corners come to lie further from their place than this do not agree: lenses bend, mats lie uneven."""

NEAR_MM = 150.0
"""Cards up to so far beside the mat still belong to it: large tables reach over its edges."""

MOST_MATS = 3

NARROWEST_MM, WIDEST_MM = 40.0, 126.0
"""Cards are 57 to 90 mm wide, and one corner tells a card's size give or take four tenths; what is far from that is a
false find."""

LEAST_MARKER_PX = 11.0
"""Side of the smallest markers that are looked for, px: six squares need that much."""

PLENTY = 6
"""Where so many markers agree in the small picture, the large one tells nothing more."""


@dataclass(frozen=True)
class SeenMat:
    """A mat as it lies in a photo. to_mm: homography from px of the upright photo to mm of the mat, row by row.

    markers: the numbers of the markers that agree on it.
    """

    to_mm: tuple[Row, Row, Row]
    markers: tuple[int, ...]

    @property
    def matrix(self) -> Floats:
        """Return the (3, 3) homography from px to mm."""
        return np.array(self.to_mm, np.float64)

    def flat(self, points: Floats) -> Floats:
        """Return (..., 2) mm of points (..., 2) in px; nan for what lies above the table's horizon."""
        matrix = self.matrix
        ends = points @ matrix[:, :2].T + matrix[:, 2]
        # The mat's middle, sent back, tells on which side of the horizon the table is.
        here = np.linalg.inv(matrix) @ np.array([WIDTH_MM / 2, HEIGHT_MM / 2, 1.0])
        on_table = ends[..., 2:] * here[2] > 1e-9 * abs(here[2])
        return np.where(on_table, ends[..., :2] / np.where(on_table, ends[..., 2:], 1.0), np.nan)

    def back(self, points: Floats) -> Floats:
        """Return (..., 2) px of points (..., 2) in mm."""
        return sent(np.asarray(np.linalg.inv(self.matrix), np.float64), points)

    def flat_quad(self, quad: Quad) -> Quad:
        """Return a card's quad in mm."""
        return as_quad(self.flat(np.array(quad, np.float64)))

    def middle(self, card: SeenCard) -> tuple[float, float]:
        """Return where a card's middle lies, mm; nan above the horizon."""
        x, y = self.flat(card.corners).mean(axis=0)
        return float(x), float(y)

    def off_by(self, card: SeenCard) -> float:
        """Return how far beside the mat a card lies, mm; infinite above the horizon."""
        x, y = self.middle(card)
        return float("inf") if np.isnan(x + y) else WHOLE.distance(x, y)

    def zone(self, card: SeenCard) -> Zone:
        """Return the zone a card lies in, or nearest to."""
        return zone_at(*self.middle(card))

    def card_mm(self, card: SeenCard) -> float:
        """Return a card's width, mm: the mean of its upper and lower edge; nan above the horizon."""
        return quad_width(self.flat(card.corners))

    def is_true_to_size(self, card: SeenCard) -> bool:
        """Tell whether a card can lie on the mat's table: not above its horizon, and as large as cards are."""
        on_table = not bool(np.isnan(self.flat(card.corners)).any())
        return on_table and NARROWEST_MM <= self.card_mm(card) <= WIDEST_MM


class MatJson(TypedDict):
    """A mat in the JSON of ``handfoot read``. zones, widths_mm: of each card, in the order of the cards."""

    markers: list[int]
    zones: list[str]
    widths_mm: list[float]


def mat_to_json(mat: SeenMat, cards: Sequence[SeenCard]) -> MatJson:
    """Return a mat as ``handfoot read --json`` prints it."""
    return {
        "markers": list(mat.markers),
        "zones": [mat.zone(card).value for card in cards],
        "widths_mm": [round(mat.card_mm(card), 1) for card in cards],
    }


def find_mats(image: Image) -> tuple[SeenMat, ...]:
    """Return the mats in an (H, W, 3) BGR photo, the one of which most markers show first; mostly none."""
    height, width = image.shape[:2]
    scale = SMALL_PX / max(height, width)
    if scale >= 1:
        return _agreeing(_markers(image))
    small = averaged(image, (max(1, round(width * scale)), max(1, round(height * scale))))
    markers = [(number, corners / scale) for number, corners in _markers(small)]
    if not markers:
        return ()
    mats = _agreeing(markers)
    return mats if mats and len(mats[0].markers) >= PLENTY else _agreeing(_markers(image))


def mat_in_use(mats: Sequence[SeenMat], cards: Sequence[SeenCard]) -> SeenMat | None:
    """Return the mat that at least half of the cards lie on, None where there is none: others lie about unused.

    What is no card by its size, as each mat tells it, has no say.
    """
    best: SeenMat | None = None
    most = 0
    for mat in mats:
        true = [mat.off_by(card) for card in cards if mat.is_true_to_size(card)]
        lying = sum(off <= NEAR_MM for off in true)
        if lying > most and 2 * lying >= len(true):
            best, most = mat, lying
    return best


def _markers(image: Image) -> list[tuple[int, Floats]]:
    """Return the number and the (4, 2) corners in px of each of the mat's markers that shows."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.minMarkerPerimeterRate = 4 * LEAST_MARKER_PX / max(grey.shape)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), settings)
    corners, numbers, _ = detector.detectMarkers(grey)
    if numbers is None:
        return []
    found = zip(numbers.ravel(), corners, strict=True)
    # Pixel i covers i to i + 1 here, and is centred on i there.
    return [(int(number), quad[0].astype(np.float64) + 0.5) for number, quad in found if int(number) in MARKERS]


def _agreeing(markers: list[tuple[int, Floats]]) -> tuple[SeenMat, ...]:
    """Return the mats that the markers agree on: the largest group first, then what is left of them."""
    mats: list[SeenMat] = []
    while len(markers) >= LEAST_MARKERS and len(mats) < MOST_MATS:
        fitted = _fitted(markers)
        if fitted is None:
            break
        mat, agreed = fitted
        mats.append(mat)
        markers = [marker for marker, fits in zip(markers, agreed, strict=True) if not fits]
    return tuple(mats)


def _fitted(markers: list[tuple[int, Floats]]) -> tuple[SeenMat, NDArray[np.bool_]] | None:
    seen = np.concatenate([corners for _, corners in markers])
    true = np.concatenate([marker_corners(number) for number, _ in markers])
    matrix, inliers = cv2.findHomography(seen, true, cv2.RANSAC, AGREES_MM, maxIters=4000, confidence=0.999)
    if matrix is None:
        return None
    agreed = inliers.reshape(-1, 4).astype(bool).all(axis=1)
    numbers = tuple(sorted(number for (number, _), fits in zip(markers, agreed, strict=True) if fits))
    if len(set(numbers)) < LEAST_MARKERS:
        return None
    rows = np.repeat(agreed, 4)
    matrix, _ = cv2.findHomography(seen[rows], true[rows], 0)
    if matrix is None or np.linalg.det(matrix) <= 0:
        return None
    a, b, c = ((float(x), float(y), float(z)) for x, y, z in matrix / np.linalg.norm(matrix))
    return SeenMat((a, b, c), numbers), agreed
