"""Which cards of a photo show their whole face, and what it says of those that their corners leave in doubt."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES
from vision.corners import Corners, Image, Readings
from vision.decks.wholeface import WholeFaces
from vision.doubting.doubts import OPEN
from vision.joining.cards import SHARED, merge_cards, rows_of
from vision.seen import SeenCard

COVERED = 0.08
"""A card of which other cards' outlines take up more than this share may lie under one of them."""


def with_whole_faces(image: Image, corners: Corners, readings: Readings, whole: WholeFaces) -> Readings:
    """Return the readings of a photo's corners with what the whole faces say of cards that are in doubt.

    What the corners of a card read surely stays as it is: an index tells more surely than a picture.
    """
    cards = merge_cards(corners, readings)
    faces = readings.faces.astype(np.float64)
    for number, card in enumerate(cards):
        others = [other.corners for n, other in enumerate(cards) if n != number]
        if card.is_back or card.confidence >= OPEN:
            continue
        if not _shows_opposite_corners(card) and not _lies_free(card.corners, others):
            continue
        rows = rows_of(card, corners)
        # Joining adds up what each corner says; this is said once.
        spoken = whole.evidence(image, card.corners) * len(rows) ** (SHARED - 1)
        faces[rows, : len(FACES)] *= np.exp(spoken)
    faces /= faces.sum(axis=1, keepdims=True)
    return Readings(faces.astype(np.float32), readings.suits, readings.inks)


def _lies_free(quad: NDArray[np.float64], others: Sequence[NDArray[np.float64]]) -> bool:
    """Tell whether the other cards' outlines leave a card's free."""
    own = quad.astype(np.float32)
    taken = sum(float(cv2.intersectConvexConvex(own, other.astype(np.float32))[0]) for other in others)
    return taken <= COVERED * abs(float(cv2.contourArea(own)))


def _shows_opposite_corners(card: SeenCard) -> bool:
    """Tell whether indices show at opposite corners of a card: then nothing lies on it."""
    own = {int(np.linalg.norm(card.corners - middle, axis=1).argmin()) for middle in card.index_middles}
    return {0, 2} <= own or {1, 3} <= own
