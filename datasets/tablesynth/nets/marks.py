"""What the net learns from that tells a wild's 20 from its 50: marks as the finder finds them, larger than read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import WILDS, Face
from tablesynth.labels import IndexLabel, Scene
from tablesynth.nets.crops import as_if_small, lit
from tablesynth.nets.keeping import Arrays, kept_lots
from tablesynth.nets.patches import HIDDEN_VALUE, ON_LABEL, SHOWN_VALUE, best_overlap, photos_in
from tablesynth.nets.telling import EITHER
from vision.corners import CornerKind, Finder
from vision.looks.patches import cut_patches
from vision.looks.scales import search
from vision.looks.valuelook import MARK_SIDE

MARK_PX = 96
"""Side of the net's input."""

KEPT_PX = 120
"""Side of the stored marks: the same scale with a margin, so that they can be turned and shifted."""

TURNED = 0.3
"""How often a mark is shown on its side or upside down: so the finder takes some that it sees for the first time."""


@dataclass(frozen=True)
class Marks:
    """N stored marks. images: (N, 120, 120, 3) uint8 BGR. fifties: (N,) float32, 1 for a 50, 0 for a 20 or EITHER."""

    images: NDArray[np.uint8]
    fifties: NDArray[np.float32]


def found_marks(scene: Scene, image: NDArray[np.uint8], finder: Finder) -> Marks:
    """Cut the wilds' marks that ``finder`` finds in a scene, as they will be looked at: off centre, askew, in part."""
    known = [
        (card.face, index)
        for card in scene.cards
        for index in card.indices
        if card.face in WILDS and index.kind is CornerKind.JOKER
    ]
    boxes = np.array([index.box for _, index in known], np.float32).reshape(-1, 4)
    found = search(image, finder).corners
    rows, fifties = list[int](), list[float]()
    for row in np.flatnonzero(found.kinds == CornerKind.JOKER) if known else ():
        best, share = best_overlap(boxes, found.boxes[row])
        face, index = known[best]
        fifty = told(face is Face.WILD_50, index, found.boxes[row])
        if share > ON_LABEL and fifty is not None:
            rows.append(int(row))
            fifties.append(fifty)
    side = MARK_SIDE * KEPT_PX / MARK_PX
    images = cut_patches(image, found.boxes[rows], found.quads[rows], KEPT_PX, side)
    return Marks(images, np.array(fifties, np.float32))


def told(is_fifty: bool, index: IndexLabel, box: NDArray[np.float32]) -> float | None:
    """Return what a mark found in a (4,) box tells of its value, None where nobody could say whether it does."""
    if index.value_visible < HIDDEN_VALUE:
        return EITHER
    if index.value_box is not None:
        value = np.array(index.value_box, np.float32)
        away = np.abs((value[:2] + value[2:] - box[:2] - box[2:]) / 2).max()
        if away > MARK_SIDE / 2 * (box[2:] - box[:2]).max():
            return EITHER
    return float(is_fifty) if index.value_visible >= SHOWN_VALUE else None


def kept_marks(file: Path, folders: Sequence[Path], finder: Finder) -> Marks:
    """Return the marks found in the photos under some folders, cut once and kept in ``file``; pixels lie beside it."""

    def cut() -> Iterator[Arrays]:
        for scene, frame in (photo for folder in folders for photo in photos_in(folder)):
            yield vars(found_marks(scene, frame.image, finder))

    return Marks(**kept_lots(file, (KEPT_PX, KEPT_PX, 3), cut))


def varied(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a stored mark as the net may meet it, (96, 96, 3): turned, shifted, smaller, its light changed."""
    if rng.random() < TURNED:
        image = np.rot90(image, int(rng.integers(1, 4))).copy()
    turn = cv2.getRotationMatrix2D((KEPT_PX / 2, KEPT_PX / 2), rng.normal(0, 4), float(np.exp(rng.normal(0, 0.06))))
    turn[:, 2] += rng.normal(0, 0.03 * MARK_PX, 2) - (KEPT_PX - MARK_PX) / 2
    size = (MARK_PX, MARK_PX)
    mark = cv2.warpAffine(image, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mark = as_if_small(np.asarray(mark, np.uint8), rng, 0.3, 0.25)
    return lit(mark, rng)
