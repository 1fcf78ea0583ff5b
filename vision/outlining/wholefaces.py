"""What is read of a card once it is outlined: its index anew, and its whole face.

The outline tells better than the finder how an index stands, and the whole face is its pips, its picture, the strip of
it that a fan leaves in sight.

An index in a strange type, a joker's star or a three in the wrong ink is told by the rest of the card. Where other
cards lie on it, the net sees those too, and has learnt to look at what is left of the card itself.
"""

from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES
from vision.corners import Corners, Image, Readings
from vision.looks.patches import Shrunk

Floats = NDArray[np.float64]

MARGIN = 0.07
"""What a crop shows around the card, as a share of the crop's width and height."""

READ, OUTLINED, SEEN = 0.6, 0.3, 0.7
"""How much what an index reads as found counts, as outlined, and its whole card: the powers that likelihoods are raised
to. All three look at the same print in the same light, so that they are no independent proofs."""

FLAT = 0.15
"""A card less tall than this share of its width, or less wide than of its height, is seen too much from its edge."""

_LEAST = 1e-3


class FaceReader(Protocol):
    """Reads whole cards, or what of them is in sight."""

    crop_px: tuple[int, int]
    """Width and height of the crops it takes."""

    def read_faces(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the (N, 15) probabilities of the faces in (N, height, width, 3) uint8 BGR crops; N may be 0."""
        ...


def with_their_faces(
    image: Image, corners: Corners, readings: Readings, face_reader: FaceReader, asked: NDArray[np.bool_]
) -> Readings:
    """Return the readings of the corners of an (H, W, 3) BGR photo, joined with what their whole cards say.

    asked: (N,) the corners whose cards are looked at.
    """
    shown = np.flatnonzero(asked & corners.face_up)
    rows = np.array([n for n in shown if not _is_flat(corners.quads[n])], np.int64)
    if not len(rows):
        return readings
    said = face_reader.read_faces(cut_cards(image, corners.quads[rows], face_reader.crop_px)).astype(np.float64)
    return joined(readings, rows, said, SEEN)


def read_as_outlined(readings: Readings, outlined: Readings, asked: NDArray[np.bool_]) -> Readings:
    """Return the readings of corners as they were found, joined with those of the same corners as outlined.

    asked: (N,) the corners whose readings are joined. What is no index as outlined tells no face from another.
    """
    seen = outlined.faces[asked].astype(np.float64)
    said = seen[:, : len(FACES)] + seen[:, len(FACES) :] / len(FACES)
    return joined(readings, np.flatnonzero(asked), said, OUTLINED, own=READ)


def joined(readings: Readings, rows: NDArray[np.int64], said: Floats, weight: float, *, own: float = 1.0) -> Readings:
    """Return the readings, those of ``rows`` with (M, 15) likelihoods ``said``; how likely none is an index stays.

    weight, own: the powers that these likelihoods and those of the readings are raised to.
    """
    faces = readings.faces.astype(np.float64)
    some = faces[rows, : len(FACES)]
    total = some.sum(axis=1, keepdims=True)
    some = some**own * (said + _LEAST) ** weight
    faces[rows, : len(FACES)] = some * total / np.maximum(some.sum(axis=1, keepdims=True), 1e-12)
    return Readings(faces.astype(np.float32), readings.suits, readings.inks)


def cut_cards(image: Image, quads: NDArray[np.float32], size_px: tuple[int, int]) -> NDArray[np.uint8]:
    """Return (N, height, width, 3) uint8 crops of a ``size_px`` of (width, height): each of (N, 4, 2) cards upright."""
    width, height = size_px
    crops = np.empty((len(quads), height, width, 3), np.uint8)
    photo = Shrunk(image)
    for n, quad in enumerate(quads.astype(np.float64)):
        # Cards much larger than the crop are averaged first, so that they do not alias.
        sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
        factor = 2 ** max(0, int(np.log2(max(float(sides.max()) / height, 1.0))))
        turn = upright_on(quad / factor, size_px)
        crops[n] = cv2.warpPerspective(
            photo.by(factor), turn, size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return crops


def upright_on(quad: NDArray[np.floating], size_px: tuple[int, int]) -> Floats:
    """Return the (3, 3) map that sends a (4, 2) card upright into a crop of a ``size_px`` of (width, height)."""
    width, height = size_px
    left, top = MARGIN * width, MARGIN * height
    upright = np.array([[left, top], [width - left, top], [width - left, height - top], [left, height - top]])
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), upright.astype(np.float32)), np.float64)


def grown(quads: NDArray[np.floating], around: float | Floats) -> NDArray[np.float32]:
    """Return (N, 4, 2) quads of the same cards on paper ``around`` times as large, or so much across and down."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    larger = ((unit - 0.5) * around + 0.5)[None].astype(np.float32)
    turns = (cv2.getPerspectiveTransform(unit, quad.astype(np.float32)) for quad in quads)
    return np.array([cv2.perspectiveTransform(larger, turn)[0] for turn in turns], np.float32).reshape(-1, 4, 2)


def _is_flat(quad: NDArray[np.float32]) -> bool:
    across, down = quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]
    area = abs(float(across[0] * down[1] - across[1] * down[0]))
    return area < FLAT * float(max(across @ across, down @ down)) or not cv2.isContourConvex(quad.reshape(-1, 1, 2))
