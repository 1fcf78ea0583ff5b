"""Cards found by their outline in a photo that teaches a deck: they lie apart, and all are printed on one stock.

The stock's colour is known from the cards whose indices the finder saw; what has that colour and a card's size and
shape is a card too, even if the finder saw no index of it.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Image

Floats = NDArray[np.float64]

WORKING_WIDTH = 60.0
"""Width of a card in the picture that is looked at, px: enough for an outline, and quick."""

INSIDE = 0.1
"""So far inside the quad of a known card, in shares of it, all is card; so far outside, nothing is of it."""

SHADES = 64
"""Steps of lightness and of each colour."""

CLOSED = 0.12
"""Print up to so wide, in card widths, is filled up."""

FILLED = 0.86
"""An outline fills so much of the rectangle about it; rounded corners take some."""

SIZE_OFF = 0.3
"""Sides of an outline are off those of the known cards by no more than this share."""

ALIKE = 0.12
"""Sides of cards that tell of their size by themselves differ by no more than this share."""

CARD_SHAPE = (1.2, 1.8)
"""How many times as high as wide cards are, as they look in a photo from not too low down."""

LEAST_POINTS = 20
"""A contour of fewer points is a speck."""


def outlines(image: Image, known: Floats, maybe: Floats | None = None) -> Floats:
    """Return the (M, 4, 2) quads of cards that have the stock and the size of those at (N, 4, 2) ``known``, px.

    maybe: (K, 4, 2) where other cards may lie, so that nothing there tells of the cloth. Each quad runs clockwise from
    the start of a short side; which of the two is the card's top is not known.
    """
    return as_large_as(known, of_their_stock(image, known, maybe))


def as_large_as(known: Floats, shapes: Floats) -> Floats:
    """Return of (N, 4, 2) rectangles those that are as large as the known cards, none over another."""
    if not len(known):
        return np.zeros((0, 4, 2))
    return _apart(shapes[_are_as_large(_sizes(shapes), sides(known), SIZE_OFF)])


def alike(shapes: Floats) -> Floats:
    """Return of (N, 4, 2) rectangles those of the size that most of a card's shape have, none over another.

    How large the cards are the finder does not always see.
    """
    sizes = _sizes(shapes)
    shapely = sizes[:, 1] / np.maximum(sizes[:, 0], 1.0)
    of_a_card = np.flatnonzero((shapely > CARD_SHAPE[0]) & (shapely < CARD_SHAPE[1]))
    lots = [_are_as_large(sizes, (sizes[one, 0], sizes[one, 1]), ALIKE) for one in of_a_card]
    largest = max(lots, key=np.count_nonzero, default=np.zeros(len(shapes), np.bool_))
    return _apart(shapes[largest])


def of_their_stock(image: Image, known: Floats, maybe: Floats | None = None) -> Floats:
    """Return the (N, 4, 2) rectangles of the known cards' stock in a picture, px, whatever their size.

    known, maybe: as ``outlines`` takes them.
    """
    if not len(known):
        return np.zeros((0, 4, 2))
    wide, _ = sides(known)
    scale = min(1.0, WORKING_WIDTH / max(wide, 1.0))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = cv2.medianBlur(small, 3)
    likely = _likely_card(small, known * scale, (known if maybe is None else np.concatenate([known, maybe])) * scale)
    size = max(3, round(CLOSED * wide * scale))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    thin = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
    mask = cv2.morphologyEx(likely, cv2.MORPH_OPEN, thin)
    found: list[Floats] = []
    # Closing joins cards that lie close; not closing leaves holes, which outlines do not mind.
    for picture in (mask, cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel)):
        contours, _ = cv2.findContours(picture, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            quad = _rectangle_of(np.asarray(contour, np.int32))
            if quad is not None:
                found.append(quad / scale)
    return np.array(found).reshape(-1, 4, 2)


def _apart(quads: Floats) -> Floats:
    """Return the quads without those whose middle lies in one before."""
    found: list[Floats] = []
    for quad in quads:
        if not any(holds(other, quad.mean(axis=0)) for other in found):
            found.append(quad)
    return np.array(found).reshape(-1, 4, 2)


def _sizes(quads: Floats) -> Floats:
    """Return the width and the height of each quad, (N, 2)."""
    return np.array([sides(quad[None]) for quad in quads]).reshape(-1, 2)


def _are_as_large(sizes: Floats, size: tuple[float, float], off: float) -> NDArray[np.bool_]:
    """Return of which (N, 2) sizes both sides are off another's by no more than a share."""
    return np.asarray((np.abs(sizes / np.maximum(size, 1e-9) - 1) <= off).all(axis=1))


def sides(quads: Floats) -> tuple[float, float]:
    """Return the usual width and height of cards, px."""
    across = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1) + np.linalg.norm(quads[:, 2] - quads[:, 3], axis=1)
    down = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1) + np.linalg.norm(quads[:, 2] - quads[:, 1], axis=1)
    return float(np.median(across)) / 2, float(np.median(down)) / 2


def holds(quad: Floats, point: Floats) -> bool:
    """Tell whether a quad holds a point."""
    return cv2.pointPolygonTest(quad.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0


def _likely_card(image: Image, known: Floats, maybe: Floats) -> NDArray[np.uint8]:
    """Return where a picture has colours that the known cards have more of than what lies about all: 255, else 0."""
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.int64)
    places = np.ravel_multi_index(tuple((lab // (256 // SHADES)).T), (SHADES,) * 3)
    inside, near = (
        _filled(image.shape[:2], quads, size) for quads, size in ((known, 1 - 2 * INSIDE), (maybe, 1 + 2 * INSIDE))
    )
    card, rest = (_shades(places[chosen.ravel()]) for chosen in (inside, ~near))
    return np.asarray(np.where(card > rest, 255, 0)[places].reshape(image.shape[:2]), np.uint8)


def _filled(shape: tuple[int, ...], quads: Floats, size: float) -> NDArray[np.bool_]:
    """Return where a picture lies in one of the quads, each made so many times as large."""
    picture = np.zeros(shape, np.uint8)
    for quad in quads:
        middle = quad.mean(axis=0)
        cv2.fillPoly(picture, [np.round(middle + (quad - middle) * size).astype(np.int32)], 255)
    return picture > 0


def _shades(places: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return how common each shade is, what lies close to it counting too: (SHADES ** 3,)."""
    counts = np.bincount(places, minlength=SHADES**3).astype(np.float32).reshape(SHADES, SHADES, SHADES)
    for axis in range(3):
        steps = np.moveaxis(np.pad(counts, [(2, 2) if axis == k else (0, 0) for k in range(3)]), axis, 0)
        near = sum(share * steps[k : k + SHADES] for k, share in enumerate((1, 4, 6, 4, 1)))
        counts = np.moveaxis(np.asarray(near, np.float32), 0, axis)
    return np.asarray(counts.ravel() / max(float(counts.sum()), 1.0))


def _rectangle_of(contour: NDArray[np.int32]) -> Floats | None:
    """Return the quad of a contour that fills a rectangle as a card does, from the start of a short side, else None."""
    if len(contour) < LEAST_POINTS:
        return None
    hull = cv2.convexHull(contour)
    corners = cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64)
    first, second = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[1])
    if first > second:
        corners, first, second = np.roll(corners, -1, axis=0), second, first
    if cv2.contourArea(hull) < FILLED * first * second or cv2.contourArea(contour) < FILLED * cv2.contourArea(hull):
        return None
    return np.asarray(corners)
