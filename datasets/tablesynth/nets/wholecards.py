"""The whole-face reader's training crops: cards with an index in sight, upright, with a margin to vary them in."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES
from tablesynth.labels import Scene
from tablesynth.nets.crops import as_if_small, lit
from tablesynth.nets.keeping import kept_lots
from tablesynth.nets.patches import ON_LABEL, best_overlap, labelled_photos, photos_in
from vision.corners import CornerKind, Finder
from vision.looks.scales import search
from vision.outlining.outlines import Outliner, outlined
from vision.outlining.wholefaces import MARGIN, cut_cards, grown

CROP_PX = (80, 112)
"""Width and height of the whole-face reader's input."""

KEPT_PX = (104, 144)
"""Width and height of the stored crops: the same scale with a margin all around."""

MOST = 24
"""Crops of one scene: more of them say the same."""

IN_SIGHT = 0.6
"""The least share of an index's rank that shows, for what can be told of the card to be told."""

_SHIFT = np.array(KEPT_PX) / 2 - np.array(CROP_PX) / 2


@dataclass(frozen=True)
class Crops:
    """N stored crops and what they show.

    images: (N, 144, 104, 3) uint8 BGR. faces: (N,) int64 in the order of ``FACES``; ``EITHER_THREE`` where a label
    does not tell a three's colour.
    """

    images: NDArray[np.uint8]
    faces: NDArray[np.int64]


def crops_of(scene: Scene, image: NDArray[np.uint8], rng: np.random.Generator) -> Crops:
    """Cut the cards of a scene once for each index in sight."""
    shown = [
        (FACES.index(card.face), index.quad)
        for card in scene.cards
        for index in card.indices
        if card.face is not None and index.kind is not CornerKind.BACK and index.rank_visible >= IN_SIGHT
    ]
    picks = rng.permutation(len(shown))[:MOST]
    quads = np.array([shown[pick][1] for pick in picks], np.float32).reshape(-1, 4, 2)
    return Crops(cut_kept(image, quads), np.array([shown[pick][0] for pick in picks], np.int64))


def cut_kept(image: NDArray[np.uint8], quads: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return the stored crops of (N, 4, 2) cards."""
    return cut_cards(image, grown(quads, np.array(KEPT_PX) / CROP_PX), KEPT_PX)


def kept_crops(file: Path, crops: Callable[[], Iterable[Crops]]) -> Crops:
    """Return all crops as one, which ``file`` keeps; the first time ``crops`` cuts them. The pictures lie beside it.

    Raises ValueError if there is nothing to cut.
    """
    return Crops(**kept_lots(file, (KEPT_PX[1], KEPT_PX[0], 3), lambda: map(vars, crops())))


def rendered_crops(folders: list[Path]) -> Iterator[Crops]:
    """Cut the cards in each photo under folders of scenes and of tables."""
    rng = np.random.default_rng(0)
    for folder in folders:
        for scene, frame in photos_in(folder):
            yield crops_of(scene, frame.image, rng)


def photographed_crops(folders: list[Path], finder: Finder, outliner: Outliner) -> Iterator[Crops]:
    """Cut the labelled cards in each real photo's training part, as the two nets outline them."""
    for pixels, boxes, known in labelled_photos(folders):
        corners, _ = outlined(pixels, search(pixels, finder).corners, outliner)
        on = [best_overlap(boxes, box) for box in corners.boxes]
        rows = [row for row, (_, share) in enumerate(on) if share > ON_LABEL]
        faces = [known[on[row][0]] for row in rows]
        yield Crops(cut_kept(pixels, corners.quads[rows]), np.array(faces, np.int64))


def varied(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a stored crop as the net may meet it, (112, 80, 3): its outline off, its light changed."""
    width, height = CROP_PX
    left, top = MARGIN * width, MARGIN * height
    inside = np.array([[left, top], [width - left, top], [width - left, height - top], [left, height - top]])
    # The whole outline is off by some, and each corner by some more, at times by much.
    size = 0.08 if rng.random() < 0.2 else 0.03
    off = rng.normal(0, size * width, (4, 2)) + rng.normal(0, 0.02 * width, 2)
    middle = inside.mean(axis=0)
    seen = middle + (inside - middle) * np.exp(rng.normal(0, 0.04, 2)) + off
    turn = cv2.getPerspectiveTransform((seen + _SHIFT).astype(np.float32), inside.astype(np.float32))
    crop = cv2.warpPerspective(image, turn, CROP_PX, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    crop = as_if_small(np.asarray(crop, np.uint8), rng, 0.3, 0.3)
    return lit(crop, rng)
