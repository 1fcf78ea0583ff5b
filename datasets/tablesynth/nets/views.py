"""The outliner's training views: wide upright squares around what the finder finds, and the outlines to learn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.labels import Scene
from tablesynth.nets.crops import lit
from tablesynth.nets.keeping import Arrays, kept_lots
from tablesynth.nets.patches import best_overlap, photos_in
from vision.corners import CornerKind, Finder
from vision.looks.patches import Shrunk, lie, warped
from vision.looks.scales import search
from vision.outlining.outlines import view_transforms

VIEW_PX = 128
"""Side of the outliner's input."""

KEPT_PX = 160
"""Side of the stored views: the same scale with a margin, so that turns, shifts and scales find real pixels."""

MOST = 24
"""Views of one scene: more of them say the same."""

ON_INDEX, OFF_INDEX = 0.4, 0.05
"""What overlaps an index so much is it; what overlaps none more than the second is no index."""

SQUEEZED_SHARE, LEAST_SQUEEZED = 0.5, 0.45
"""How many views are squeezed in some direction, as cards seen from lower down are, and to what share at the least."""

NO_CARD = -1
"""The place of what is no index of a card."""


@dataclass(frozen=True)
class Views:
    """N stored views and what they show.

    images: (N, KEPT_PX, KEPT_PX, 3) uint8 BGR. quads: (N, 4, 2) float32, px of the stored view, from the top left of
    the upright index; zeros where there is no card. places: (N,) int64, which of these corners the index stands at.
    """

    images: NDArray[np.uint8]
    quads: NDArray[np.float32]
    places: NDArray[np.int64]


def views_of(scene: Scene, image: NDArray[np.uint8], finder: Finder, rng: np.random.Generator) -> Views:
    """Cut what ``finder`` finds in a scene; what is neither surely an index nor surely none is left out."""
    labels = [index for card in scene.cards for index in card.indices if index.kind is not CornerKind.BACK]
    boxes = np.array([label.box for label in labels], np.float32).reshape(-1, 4)
    quads = np.array([label.quad for label in labels], np.float32).reshape(-1, 4, 2)
    found = search(image, finder).corners
    maps = view_transforms(found, VIEW_PX)
    maps[:, :, 2] += (KEPT_PX - VIEW_PX) / 2
    images, outlines, places = [], [], []
    photo = Shrunk(image)
    rows = np.flatnonzero(found.face_up)
    for row in rng.permutation(rows)[:MOST]:
        best, share = best_overlap(boxes, found.boxes[row])
        if share >= ON_INDEX:
            middle = (boxes[best, :2] + boxes[best, 2:]) / 2
            places.append(int(np.linalg.norm(quads[best] - middle, axis=1).argmin()))
            outlines.append((quads[best] @ maps[row, :, :2].T + maps[row, :, 2]).astype(np.float32))
        elif share < OFF_INDEX:
            places.append(NO_CARD)
            outlines.append(np.zeros((4, 2), np.float32))
        else:
            continue
        images.append(warped(photo, maps[row], KEPT_PX))
    return Views(
        np.array(images, np.uint8).reshape(-1, KEPT_PX, KEPT_PX, 3),
        np.array(outlines, np.float32).reshape(-1, 4, 2),
        np.array(places, np.int64),
    )


def kept_views(file: Path, folders: Sequence[Path], finder: Finder) -> Views:
    """Return the views of the scenes under some folders, cut once and kept in ``file``; the pictures lie beside it."""
    rng = np.random.default_rng(0)

    def cut() -> Iterator[Arrays]:
        for scene, frame in (photo for folder in folders for photo in photos_in(folder)):
            yield vars(views_of(scene, frame.image, finder, rng))

    return Views(**kept_lots(file, (KEPT_PX, KEPT_PX, 3), cut))


def varied(
    image: NDArray[np.uint8], quad: NDArray[np.float32], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return a stored view as the net may meet it, (VIEW_PX, VIEW_PX, 3), and its (4, 2) outline there, px."""
    angle = np.deg2rad(rng.normal(0, 4))
    if rng.random() < 0.05:
        # As the finder at times has an index on its side or upside down.
        angle += np.deg2rad(rng.choice([-90, 90, 180]))
    scale = np.exp(rng.normal(0, 0.08))
    if rng.random() < SQUEEZED_SHARE:
        squeeze = _squeeze(rng)
        (before, size), (after, seen_size) = lie(quad), lie((quad @ squeeze.T).astype(np.float32))
        # As the view of such a card would be cut: upright, and all cards as large.
        angle, scale = angle + after - before, scale * max(size, 1.0) / max(seen_size, 1.0)
    else:
        squeeze = np.eye(2)
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[cos, sin], [-sin, cos]]) @ squeeze
    shift = VIEW_PX / 2 + rng.normal(0, 0.008 * VIEW_PX, 2) - turn @ np.full(2, KEPT_PX / 2)
    map_ = np.column_stack([turn, shift])
    view = cv2.warpAffine(image, map_, (VIEW_PX, VIEW_PX), borderMode=cv2.BORDER_REPLICATE)
    return lit(np.asarray(view, np.uint8), rng), (quad @ turn.T + shift).astype(np.float32)


def _squeeze(rng: np.random.Generator) -> NDArray[np.float64]:
    """Draw a (2, 2) map that makes everything narrower in one direction."""
    way = rng.uniform(0, np.pi)
    along = np.array([np.cos(way), np.sin(way)])
    share = float(np.exp(rng.uniform(np.log(LEAST_SQUEEZED), 0)))
    squeeze: NDArray[np.float64] = np.eye(2) - (1 - share) * np.outer(along, along)
    return squeeze
