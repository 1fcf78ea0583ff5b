"""What a finder gets wrong in its own training pictures, to be shown oftener: missed, invented, or the wrong way up."""

import logging
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.nets.crops import Labelled
from tablesynth.nets.keeping import stored_arrays, write_arrays
from tablesynth.nets.patches import best_overlap
from vision.corners import Corners, Finder
from vision.looks.scales import search

log = logging.getLogger(__name__)

FOUND_FROM, INVENTED_BELOW = 0.4, 0.05
"""An index is found by a box that overlaps it this much; a box that overlaps every label less is invented."""

ASKEW = np.cos(np.radians(20.0))
"""Cosine of the angle from which on an index is found the wrong way up."""

Boxes = NDArray[np.float32]


def mined(pictures: list[Labelled], finder: Finder, file: Path) -> list[Labelled]:
    """Return the pictures with what ``finder`` gets wrong in them; kept in ``file``, since looking takes a while."""
    kept: dict[str, Boxes] = stored_arrays(file) if file.is_file() else {}
    missing = [picture for picture in pictures if _name(picture) not in kept]
    for number, picture in enumerate(missing, 1):
        kept[_name(picture)] = hard_boxes(picture, finder)
        if number % 500 == 0 or number == len(missing):
            log.info("%d of %d pictures mined", number, len(missing))
            write_arrays(file, kept)
    return [replace(picture, hard=kept[_name(picture)]) for picture in pictures]


def hard_boxes(picture: Labelled, finder: Finder) -> Boxes:
    """Return the (M, 4) boxes of the labels that ``finder`` misses or turns, and of what it takes for an index."""
    image = cv2.imread(str(picture.path), cv2.IMREAD_COLOR)
    if image is None:
        return np.empty((0, 4), np.float32)
    found = search(np.asarray(image, np.uint8), finder).corners
    wrong = [box for number, box in enumerate(picture.boxes) if _is_lost(picture, number, found)]
    for box in found.boxes:
        if best_overlap(picture.boxes, box)[1] < INVENTED_BELOW:
            wrong.append(box)
    return np.array(wrong, np.float32).reshape(-1, 4)


def _is_lost(picture: Labelled, number: int, found: Corners) -> bool:
    """Tell whether a label that must be found was not, or stands the wrong way up."""
    if picture.ignored[number]:
        return False
    best, share = best_overlap(found.boxes, picture.boxes[number])
    if share < FOUND_FROM:
        return True
    return bool(picture.has_quad[number]) and _alike(found.quads[best], picture.quads[number]) < ASKEW


def _alike(quad: Boxes, truth: Boxes) -> float:
    """Return the cosine of the angle between the upper edges of two cards."""
    one, other = quad[1] - quad[0], truth[1] - truth[0]
    return float(one @ other / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-6))


def _name(picture: Labelled) -> str:
    # A photo of a table is told by the names of its side, its table and their folder.
    return "/".join(picture.path.with_suffix("").parts[-4:])
