"""Training crops for the finder: windows around labelled indices, at sizes spread evenly."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from scorer.faces import Face
from tablesynth.labels import load_scene, scene_files
from tablesynth.nets.feeding import as_pixels, feed
from tablesynth.nets.finder import Targets
from tablesynth.photo.mishaps import with_mishaps
from tablesynth.realphotos import RealClass, indices_of, photos_of
from vision.corners import CornerKind

INDEX_PX = (12.0, 84.0)
"""Longer side of the index a crop is centred on: drawn log-uniformly from this range, px of the crop."""

SURE, UNSEEN = 0.88, 0.2
"""Visible share of a rank from which it must be found, and below which it must not; between them neither is wrong."""

INDEX_OF_CARD = 0.2
"""Longer side of a usual index, card widths."""

HARD_SHARE = 0.3
"""How many crops of a picture are laid around what a former finder got wrong there."""

FURTHEST_SHAKEN = 0.03
"""How far a picture may be shaken, as a share of its longer side."""

PAD = 114
POOL = 96


@dataclass(frozen=True)
class Labelled:
    """A photo's file and its labels.

    boxes: (N, 4) float32 px; quads: (N, 4, 2) float32 px; kinds: (N,); has_quad: (N,) bool; ignored: (N,) bool.
    hard: (M, 4) float32 px, boxes that a former finder got wrong (``tablesynth.nets.hard``).
    """

    path: Path
    boxes: NDArray[np.float32]
    quads: NDArray[np.float32]
    kinds: NDArray[np.int64]
    has_quad: NDArray[np.bool_]
    ignored: NDArray[np.bool_]
    hard: NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 4), np.float32))


def rendered(folder: Path, *, dwell_on: Collection[Face] = ()) -> list[Labelled]:
    """Read the labels of every photo under a folder of scenes or tables; ``dwell_on``: faces that are hard to find."""
    found = []
    for path in scene_files(folder):
        scene = load_scene(path)
        indices = [index for card in scene.cards for index in card.indices if index.rank_visible >= UNSEEN]
        sure = [card for card in scene.cards if card.face in dwell_on]
        dwelt_on = [index.box for card in sure for index in card.indices if index.rank_visible >= SURE]
        found.append(
            Labelled(
                path.with_name(scene.photo),
                np.array([index.box for index in indices], np.float32).reshape(-1, 4),
                np.array([index.quad for index in indices], np.float32).reshape(-1, 4, 2),
                np.array([int(index.kind) for index in indices], np.int64),
                np.ones(len(indices), np.bool_),
                np.array([index.rank_visible < SURE for index in indices], np.bool_),
                np.array(dwelt_on, np.float32).reshape(-1, 4),
            )
        )
    return found


def photographed(folders: list[Path]) -> list[Labelled]:
    """Read the training part of labelled real photos: boxes of indices, no card corners; whole backs are ignored."""
    found = []
    for folder in folders:
        for photo in photos_of(folder):
            if photo.split != "train" or photo.labels.suffix != ".txt":
                continue
            labels = indices_of(photo)
            image = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
            if image is None:
                continue
            size = np.array([image.shape[1], image.shape[0]] * 2, np.float32)
            boxes = np.array([label.box for label in labels], np.float32).reshape(-1, 4) * size
            kinds = [
                {RealClass.JOKER: CornerKind.JOKER, RealClass.BACK: CornerKind.BACK}.get(label.kind, CornerKind.INDEX)
                for label in labels
            ]
            found.append(
                Labelled(
                    photo.path,
                    boxes,
                    np.zeros((len(boxes), 4, 2), np.float32),
                    np.array(kinds, np.int64),
                    np.zeros(len(boxes), np.bool_),
                    np.array([kind == CornerKind.BACK for kind in kinds], np.bool_),
                )
            )
    return found


@dataclass(frozen=True)
class Crop:
    """One training picture, (S, S, 3) uint8 BGR, and its labels in its own pixels."""

    image: NDArray[np.uint8]
    labels: Labelled


def cut_crop(image: NDArray[np.uint8], labels: Labelled, side: int, rng: np.random.Generator) -> Crop:
    """Cut a ``side`` px window, mostly around an index, turned by a multiple of 90 degrees, light and aspect varied."""
    height, width = image.shape[:2]
    across = np.exp(rng.normal(0, 0.16 if rng.random() < 0.3 else 0.04))
    scale, centre = _aim(labels, (height, width), side, rng)
    scales = np.array([scale * across, scale / across])
    window = side / scales
    left_top = centre - rng.uniform(0.08, 0.92, 2) * window
    if rng.random() < 0.9:
        spare = np.array([width, height]) - window
        left_top = np.clip(left_top, np.minimum(spare, 0), np.maximum(spare, 0))
    cut = _window(image, left_top, window, side)
    boxes = (labels.boxes.reshape(-1, 2, 2) - left_top) * scales
    quads = (labels.quads - left_top) * scales
    inside = np.clip(boxes, 0, side)
    area = np.prod(boxes[:, 1] - boxes[:, 0], axis=1)
    seen = np.prod(inside[:, 1] - inside[:, 0], axis=1) / np.maximum(area, 1e-3)
    longer_side = (boxes[:, 1] - boxes[:, 0]).max(1, initial=0)
    kept = (seen > 0.15) & (longer_side > 5)
    unsure = labels.ignored | (seen < 0.9) | (longer_side < 9) | (longer_side > 190)
    turns = int(rng.integers(4))
    turned = np.ascontiguousarray(np.rot90(cut, -turns))
    # An ignored box is an area, so it keeps its full extent within the crop.
    boxes = _turn(inside, turns, side)
    boxes = np.stack([boxes.min(1), boxes.max(1)], 1)
    quads = _turn(quads, turns, side)
    return Crop(
        lit(turned, rng),
        Labelled(
            labels.path,
            boxes[kept].reshape(-1, 4).astype(np.float32),
            quads[kept].astype(np.float32),
            labels.kinds[kept],
            labels.has_quad[kept],
            unsure[kept],
        ),
    )


def _aim(
    labels: Labelled, size: tuple[int, int], side: int, rng: np.random.Generator
) -> tuple[float, NDArray[np.float64]]:
    """Return the scale of a window and a point of the photo in it, px: mostly an index, a hard one oftener."""
    sure = np.flatnonzero(~labels.ignored)
    if len(labels.hard) and rng.random() < HARD_SHARE:
        box = labels.hard[rng.integers(len(labels.hard))]
        return _scale_for(float((box[2:] - box[:2]).max()), size, side, rng), (box[:2] + box[2:]) / 2
    if len(sure) and rng.random() < 0.9:
        # Jokers, backs and indices at a card's right are rare: choose evenly among them now and then.
        if rng.random() < 0.4:
            sorts = labels.kinds[sure] * 2 + _at_right(labels.boxes[sure], labels.quads[sure])
            sure = sure[sorts == rng.choice(np.unique(sorts))]
        chosen = rng.choice(sure)
        box = labels.boxes[chosen]
        longer = float((box[2:] - box[:2]).max())
        if labels.kinds[chosen] == CornerKind.JOKER and labels.has_quad[chosen] and rng.random() < 0.6:
            # A joker's word is several times as long as an index, and is met where indices have their usual size.
            left, right = labels.quads[chosen][:2]
            longer = min(longer, INDEX_OF_CARD * float(np.linalg.norm(right - left)))
        return _scale_for(longer, size, side, rng), (box[:2] + box[2:]) / 2
    height, width = size
    return float(np.exp(rng.uniform(np.log(0.35), np.log(1.2)))), rng.uniform(0, 1, 2) * (width, height)


def _scale_for(longer: float, size: tuple[int, int], side: int, rng: np.random.Generator) -> float:
    """Draw a scale at which something ``longer`` px long has an index's size, in a photo of a (height, width)."""
    scale = float(np.exp(rng.uniform(*np.log(INDEX_PX)))) / max(longer, 6.0)
    return float(np.clip(scale, side / max(size) * 0.7, 1.8))


def _at_right(boxes: NDArray[np.float32], quads: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Tell which of (N, 4) boxes lie nearest the top right corner of their card, or the bottom left one turned."""
    centres = (boxes[:, None, :2] + boxes[:, None, 2:]) / 2
    return np.asarray(np.linalg.norm(quads - centres, axis=2).argmin(1) % 2 == 1)


def _window(
    image: NDArray[np.uint8], left_top: NDArray[np.float64], window: NDArray[np.float64], side: int
) -> NDArray[np.uint8]:
    """Resample the window of the photo to ``side`` px, grey outside the photo."""
    x1, y1 = np.floor(left_top).astype(int)
    x2, y2 = np.ceil(left_top + window).astype(int)
    part = image[max(y1, 0) : max(y2, 0), max(x1, 0) : max(x2, 0)]
    factor = side / window
    placed = np.array(
        [
            [factor[0], 0, (max(x1, 0) - left_top[0]) * factor[0]],
            [0, factor[1], (max(y1, 0) - left_top[1]) * factor[1]],
        ]
    )
    if part.size == 0:
        return np.full((side, side, 3), PAD, np.uint8)
    if factor.min() < 0.7:
        size = (max(round(part.shape[1] * factor[0]), 1), max(round(part.shape[0] * factor[1]), 1))
        placed[0, 0], placed[1, 1] = part.shape[1] * factor[0] / size[0], part.shape[0] * factor[1] / size[1]
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA))
    return np.asarray(
        cv2.warpAffine(part, placed, (side, side), flags=cv2.INTER_LINEAR, borderValue=(PAD, PAD, PAD)), np.uint8
    )


def _turn(points: NDArray[np.float64], turns: int, side: int) -> NDArray[np.float64]:
    """Turn (..., 2) points by ``turns`` quarter turns clockwise with their picture."""
    for _ in range(turns):
        points = np.stack([side - points[..., 1], points[..., 0]], -1)
    return points


def lit(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Vary exposure, contrast, colour balance and sharpness, and what went wrong when it was taken."""
    pixels = image.astype(np.float32)
    if rng.random() < 0.7:
        gains = np.exp(rng.normal(0, 0.22)) * np.exp(rng.normal(0, 0.07, 3))
        pixels = (pixels - 128) * np.exp(rng.normal(0, 0.12)) + 128
        pixels = pixels * gains.astype(np.float32)
    if rng.random() < 0.06:
        pixels = np.repeat(pixels.mean(2, keepdims=True), 3, 2)
    if rng.random() < 0.15:
        pixels = cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(0.4, 1.1)))
    if rng.random() < 0.25:
        pixels = pixels + rng.normal(0, rng.uniform(2, 12), pixels.shape).astype(np.float32)
    if rng.random() < 0.08:
        specks = rng.random(pixels.shape[:2]) < rng.uniform(0.001, 0.02)
        pixels[specks] = np.where(rng.random((int(specks.sum()), 1)) < 0.5, 0, 255)
    shown = np.clip(pixels, 0, 255).astype(np.uint8)
    return with_mishaps(shown, rng, FURTHEST_SHAKEN * max(shown.shape[:2]))


def as_if_small(
    picture: NDArray[np.uint8], rng: np.random.Generator, share: float, smallest: float
) -> NDArray[np.uint8]:
    """Return a picture as it is, or a ``share`` of them as if what it shows were small in its photo.

    smallest: how small at most, as a share of its size.
    """
    if rng.random() >= share:
        return picture
    small = float(rng.uniform(smallest, 0.9))
    shrunk = cv2.resize(picture, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(shrunk, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def batches(
    scenes: list[Labelled],
    photos: list[Labelled],
    size: int,
    side: int,
    seed: int,
    *,
    real_share: float,
    feeders: int = 1,
) -> Iterator[tuple[torch.Tensor, Targets]]:
    """Yield batches without end: (size, 3, side, side) float32 RGB 0-1 and their labels.

    Crops come from a pool of decoded pictures that is renewed by a few every batch: decoding costs more than cutting.
    feeders: how many make batches, each from a pool of its own.
    """
    pool: list[tuple[NDArray[np.uint8], Labelled]] = []

    def make(rng: np.random.Generator) -> tuple[torch.Tensor, Targets]:
        for _ in range(3 if len(pool) >= POOL else 24):
            source = photos if photos and rng.random() < real_share else scenes
            chosen = source[int(rng.integers(len(source)))]
            image = cv2.imread(str(chosen.path), cv2.IMREAD_COLOR)
            if image is not None:
                pool.append((np.asarray(image, np.uint8), chosen))
        del pool[: max(len(pool) - POOL, 0)]
        picks = rng.choice(len(pool), size)
        return collate([cut_crop(pool[pick][0], pool[pick][1], side, rng) for pick in picks])

    return feed(make, np.random.default_rng(seed), feeders)


def collate(crops: list[Crop]) -> tuple[torch.Tensor, Targets]:
    """Stack crops into a batch, labels padded to the longest list."""
    most = max(max(len(crop.labels.boxes) for crop in crops), 1)
    shape = (len(crops), most)
    boxes, quads = torch.zeros(*shape, 4), torch.zeros(*shape, 8)
    kinds, present, has_quad, ignored = (torch.zeros(*shape, 1) for _ in range(4))
    for row, crop in enumerate(crops):
        n = len(crop.labels.boxes)
        boxes[row, :n] = torch.from_numpy(crop.labels.boxes)
        quads[row, :n] = torch.from_numpy(crop.labels.quads.reshape(n, 8))
        kinds[row, :n, 0] = torch.from_numpy(crop.labels.kinds).float()
        present[row, :n] = 1
        has_quad[row, :n, 0] = torch.from_numpy(crop.labels.has_quad).float()
        ignored[row, :n, 0] = torch.from_numpy(crop.labels.ignored).float()
    pixels = as_pixels(np.stack([crop.image for crop in crops])).contiguous(memory_format=torch.channels_last)
    return pixels, Targets(boxes, quads, kinds, present, has_quad, ignored)
