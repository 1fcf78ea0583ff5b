"""RapidOCR, the off-the-shelf reader of text: a photo is read in four rotations, and words that are faces are kept."""

import math
import re

import cv2
import numpy as np
from others.claims import Claims, MissingPeerError

from handfoot.evaluation.matching import ReadIndex, same_place
from scorer.faces import Face
from vision.corners import Image
from vision.photos.frames import Frame
from vision.seen import Box

TURNS = (None, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE)

RED_SHARE = 0.5
"""A 3 is red if so much of its dark print is."""

_RANKS = {**{rank: Face(rank) for rank in ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")}, "2": Face.WILD_20}
_ALIKE = str.maketrans({"O": "0", "I": "1", "L": "1", "|": "1"})


class Ocr:
    """RapidOCR with the settings and the models that its package brings."""

    def __init__(self) -> None:
        """Load its nets."""
        try:
            from rapidocr_onnxruntime import RapidOCR
        except ImportError:
            raise MissingPeerError("rapidocr-onnxruntime is missing: pip install '.[peers]'") from None
        self._engine = RapidOCR()

    def read(self, frame: Frame) -> Claims:
        """Return the words that are faces; of those at one place, the surest."""
        found: list[tuple[float, Box, Face]] = []
        for quarter, turn in enumerate(TURNS):
            turned = frame.image if turn is None else cv2.rotate(frame.image, turn)
            words, _ = self._engine(turned)
            for quad, text, score in words or ():
                box = box_of(np.array(quad, np.float64), quarter, frame.width, frame.height)
                face = face_of(text, frame.image, box)
                if face is not None:
                    found.append((float(score), box, face))
        kept: list[tuple[Box, Face]] = []
        for _, box, face in sorted(found, key=lambda one: -one[0]):
            if not any(same_place(box, other) for other, _ in kept):
                kept.append((box, face))
        return Claims(tuple(ReadIndex(box, face) for box, face in kept))


def box_of(quad: np.ndarray, quarter: int, width: int, height: int) -> Box:
    """Return where a word of a photo turned clockwise by so many quarters lies in the upright one, of this size."""
    x, y = quad[:, 0], quad[:, 1]
    xs, ys = ((x, y), (y, height - x), (width - x, height - y), (width - y, x))[quarter]
    return float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max())


def face_of(text: str, image: Image, box: Box) -> Face | None:
    """Return the face that a word is; None for any other word. Signs and pips beside a rank are passed over."""
    word = re.sub(r"[^A-Z0-9|]", "", text.upper())
    if word == "JOKER":
        return Face.WILD_50
    word = word if word in _RANKS else word.translate(_ALIKE)
    if word == "3":
        return Face.RED_THREE if is_red(image, box) else Face.BLACK_THREE
    return _RANKS.get(word)


def is_red(image: Image, box: Box) -> bool:
    """Tell whether the print in a box is red: a reader of text does not say, so that it is not held against it."""
    x1, y1, x2, y2 = (math.floor(max(value, 0)) for value in box)
    patch = image[y1 : y2 + 1, x1 : x2 + 1].reshape(-1, 3).astype(np.int64)
    if not len(patch):
        return False
    ink = patch[patch.min(axis=1) <= np.quantile(patch.min(axis=1), 0.3)]
    return bool((ink[:, 2] - ink[:, :2].max(axis=1) > 40).mean() > RED_SHARE)
