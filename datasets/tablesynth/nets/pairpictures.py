"""What the net that judges pairs learns from: the card that two indices would be of, and whether it is one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.nets.crops import as_if_small, lit
from tablesynth.nets.keeping import Arrays, kept_lots
from tablesynth.nets.pairs import truths_of
from tablesynth.nets.patches import photos_in
from tablesynth.nets.tellingnets import PICTURE_PX
from vision.joining.onecard import AROUND, COLOURS_AND_MARKS
from vision.joining.pairs import LOOKED_AT, pictures_of, possible_pairs
from vision.read import CardReader

KEPT_PX = (120, 160)
"""Width and height of the stored pictures: the same scale with a margin, so that they can be turned and shifted."""


@dataclass(frozen=True)
class Pictures:
    """N stored pictures of pairs, and which are of one card.

    images: (N, 160, 120, 4) uint8, BGR and marks. same: (N,) bool.
    """

    images: NDArray[np.uint8]
    same: NDArray[np.bool_]


def seen_pictures(folder: Path, reader: CardReader) -> Iterator[Pictures]:
    """Yield of every labelled photo under a folder the pairs that ``reader`` would look at."""
    for scene, frame in photos_in(folder):
        seen = reader.outlines(frame)
        corners, pairs = seen.corners, possible_pairs(seen.corners, seen.outlines, seen.readings)
        told, same = truths_of(corners, pairs, scene)
        rows = np.flatnonzero(told & (pairs.costs < LOOKED_AT))
        around = AROUND * KEPT_PX[0] / PICTURE_PX[0]
        yield Pictures(pictures_of(frame.image, corners, pairs, rows, KEPT_PX, around), same[rows])


def kept_pictures(file: Path, folders: Sequence[Path], reader: CardReader) -> Pictures:
    """Return the pictures of the photos under some folders, cut once and kept in ``file``; pixels lie beside it."""

    def cut() -> Iterator[Arrays]:
        return (vars(pictures) for folder in folders for pictures in seen_pictures(folder, reader))

    return Pictures(**kept_lots(file, (KEPT_PX[1], KEPT_PX[0], COLOURS_AND_MARKS), cut))


def varied(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a stored picture as the net may meet it, (128, 96, 4): its outline off, upside down, its light changed."""
    width, height = PICTURE_PX
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    middle = rim.mean(axis=0)
    off = rng.normal(0, 0.012 * width, (4, 2)) + rng.normal(0, 0.02 * width, 2)
    seen = middle + (rim - middle) * np.exp(rng.normal(0, 0.03, 2)) + off
    # Either of the two indices may come first.
    shown = np.roll(rim, 2, axis=0) if rng.random() < 0.5 else rim
    shift = (np.array(KEPT_PX) - PICTURE_PX) / 2
    turn = cv2.getPerspectiveTransform((seen + shift).astype(np.float32), shown.astype(np.float32))
    picture = cv2.warpPerspective(image, turn, PICTURE_PX, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    picture = as_if_small(np.asarray(picture, np.uint8), rng, 0.2, 0.35)
    colours = lit(np.ascontiguousarray(picture[..., :3], np.uint8), rng)
    return np.concatenate([colours, picture[..., 3:]], axis=2)
