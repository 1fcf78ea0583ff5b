"""The reader's training patches: upright squares around indices, cut once with a margin and varied while training."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from tablesynth.art import Family
from tablesynth.decks import drawn_family
from tablesynth.labels import CardLabel, IndexLabel, Scene, load_scene, scene_files
from tablesynth.nets.keeping import joined, kept_arrays
from tablesynth.realphotos import indices_of, photos_of
from vision.corners import READER_FACES, READER_SUITS, CornerKind, Finder
from vision.looks.patches import PATCH_SIDE, Shrunk, patch_with_margin
from vision.looks.scales import search
from vision.photos.frames import Frame, load_photo

PATCH_PX = 48
"""Side of the reader's input."""

KEPT_PX = 72
"""Side of the stored patches: the same scale with a margin, so that shifts, turns and scales find real pixels."""

NONE_FACE = READER_FACES.index(None)
NO_SUIT = READER_SUITS.index(None)
UNKNOWN = -1
"""A suit or ink that is not known and is left out of the loss."""

EITHER_THREE, EITHER_WILD = -3, -4
"""The face of a photographed 3 whose colour the label does not tell, and of a wild whose 20 or 50 is not in view."""

MOST_ASKEW = 40.0
"""Patches turned further than this, degrees, teach nothing: a 6 would soon be a 9."""

ON_LABEL = 0.4
"""What overlaps a photographed label so much is that index."""

HIDDEN_VALUE, SHOWN_VALUE = 0.1, 0.85
"""A wild that shows less of its value than the first may be either, one that shows more than the second is told."""

A_WILD = 0.2
"""So much of a suitless wild's mark shows that it is a wild."""

SMALLEST_VALUE_PX, VALUE_SIDES = 8.0, (1.0, 1.5)
"""The longer side of a wild's value that can be read by itself, px, and the sides of the windows around it, in longer
sides of its box, from and to."""

LONG, PIECE = 2.0, (0.55, 0.85)
"""A joker's mark this many times as long as wide is at times found in part; so much of its length is then seen."""

Row = tuple[NDArray[np.uint8], int, int, int]
"""A stored patch with its face, suit and ink."""


@dataclass(frozen=True)
class Patches:
    """N stored patches and what they show.

    images: (N, KEPT_PX, KEPT_PX, 3) uint8 BGR; faces, suits, inks: (N,) int64 class numbers, UNKNOWN where not known.
    """

    images: NDArray[np.uint8]
    faces: NDArray[np.int64]
    suits: NDArray[np.int64]
    inks: NDArray[np.int64]


def cut_scene(scene: Scene, image: NDArray[np.uint8], rng: np.random.Generator) -> Patches:
    """Cut every index a person could read, and things that are no index: hidden ones, backs, pips, the table."""
    rows: list[Row] = []
    photo = Shrunk(image)
    for card in scene.cards:
        for index in card.indices:
            box, quad = np.array(index.box, np.float32), np.array(index.quad, np.float32)
            longer = float((box[2:] - box[:2]).max())
            if longer < 8:
                continue
            if index.kind is CornerKind.BACK:
                if rng.random() < 0.15:
                    rows.append((cut(photo, box, quad), NONE_FACE, NO_SUIT, UNKNOWN))
            elif _is_told(index) or _hides_value(index):
                rows.append((cut(photo, box, quad), *_shown(card, index)))
                if index.kind is CornerKind.JOKER and _is_told(index):
                    parts = _telling_parts(card.deck, index, rng)
                    rows.extend((cut(photo, part, quad), *_shown(card, index)) for part in parts)
            elif index.rank_visible < 0.4 and rng.random() < 0.5:
                rows.append((cut(photo, box, quad), NONE_FACE, NO_SUIT, UNKNOWN))
    for card in scene.cards:
        if rng.random() < 0.25:
            stray = _stray(card, rng)
            if stray is not None:
                rows.append((cut(photo, *stray), NONE_FACE, NO_SUIT, UNKNOWN))
    return _stack(rows)


def found_in_scene(scene: Scene, image: NDArray[np.uint8], finder: Finder) -> Patches:
    """Cut what ``finder`` finds in a scene, as the reader will be given it: off centre, askew, and some of it no index.

    What lies on a half-hidden index, or stands more than ``MOST_ASKEW`` off, is left out: nobody could say what it is.
    A joker can be told whichever way it stands.
    """
    rows: list[Row] = []
    labels = [(card, index) for card in scene.cards for index in card.indices if index.kind is not CornerKind.BACK]
    boxes = np.array([index.box for _card, index in labels], np.float32).reshape(-1, 4)
    found, photo = search(image, finder).corners, Shrunk(image)
    for box, quad, kind in zip(found.boxes, found.quads, found.kinds, strict=True):
        best, share = best_overlap(boxes, box)
        if share >= 0.4:
            card, index = labels[best]
            off = 0.0 if card.face is Face.WILD_50 else askew(quad, np.array(index.quad, np.float32))
            if off <= MOST_ASKEW and (_is_told(index) or _hides_value(index)):
                rows.append((cut(photo, box, quad), *_shown(card, index, box)))
        elif kind != CornerKind.BACK and share < 0.05:
            rows.append((cut(photo, box, quad), NONE_FACE, NO_SUIT, UNKNOWN))
    return _stack(rows)


def _is_told(index: IndexLabel) -> bool:
    """Tell whether so much of an index shows that its face can be told."""
    if index.value_box is None and index.value_visible >= 1:
        return index.rank_visible >= 0.85
    return index.rank_visible >= A_WILD and index.value_visible >= SHOWN_VALUE


def _hides_value(index: IndexLabel) -> bool:
    """Tell whether a suitless wild's mark shows that it is one, and not which."""
    return index.rank_visible >= A_WILD and index.value_visible < HIDDEN_VALUE


def _telling_parts(deck: str, index: IndexLabel, rng: np.random.Generator) -> list[NDArray[np.float32]]:
    """Return the parts of a wild's mark that tell its face by themselves.

    Any piece of a joker's word does; of a suitless wild's, only its value.
    """
    if drawn_family(deck) is not Family.REMASTERED:
        return _pieces(np.array(index.box, np.float32), rng)
    if index.value_box is None:
        return []
    box = np.array(index.value_box, np.float32)
    middle, longer = (box[:2] + box[2:]) / 2, float((box[2:] - box[:2]).max())
    if longer < SMALLEST_VALUE_PX:
        return []
    half = longer * rng.uniform(*VALUE_SIDES) / 2
    return [np.concatenate([middle - half, middle + half]).astype(np.float32)]


def _pieces(box: NDArray[np.float32], rng: np.random.Generator) -> list[NDArray[np.float32]]:
    """Return the beginning and the end of a long mark that lies along or across the photo; none of any other."""
    size = box[2:] - box[:2]
    along = int(size.argmax())
    if size[along] < LONG * size[1 - along]:
        return []
    first, last = box.copy(), box.copy()
    first[2 + along] = box[along] + rng.uniform(*PIECE) * size[along]
    last[along] = box[2 + along] - rng.uniform(*PIECE) * size[along]
    return [first, last]


def _shown(card: CardLabel, index: IndexLabel, box: NDArray[np.float32] | None = None) -> tuple[int, int, int]:
    """Return the face, suit and ink that an index shows, looked at in the (4,) ``box``, by default its own."""
    # A hidden pip tells no suit, whatever the card has.
    shown = card.suit is not None and index.pip_visible >= 0.6
    suit = READER_SUITS.index(card.suit) if shown else NO_SUIT
    if card.suit is not None and 0.25 < index.pip_visible < 0.6:
        suit = UNKNOWN
    assert card.face is not None
    told = index.value_visible >= HIDDEN_VALUE and (box is None or _holds_value(box, index))
    return FACES.index(card.face) if told else EITHER_WILD, suit, int(card.ink)


def _holds_value(box: NDArray[np.float32], index: IndexLabel) -> bool:
    """Tell whether a patch cut around a box shows the middle of an index's value, where it has such a part."""
    if index.value_box is None:
        return True
    value = np.array(index.value_box, np.float32)
    away = np.abs((value[:2] + value[2:]) / 2 - (box[:2] + box[2:]) / 2)
    return bool((away < PATCH_SIDE / 2 * (box[2:] - box[:2]).max()).all())


def askew(quad: NDArray[np.float32], truth: NDArray[np.float32]) -> float:
    """Return how far one quad is turned against another, degrees."""
    (ax, ay), (bx, by) = quad[1] - quad[0], truth[1] - truth[0]
    return float(np.degrees(abs(np.arctan2(ax * by - ay * bx, ax * bx + ay * by))))


def _stray(card: CardLabel, rng: np.random.Generator) -> tuple[NDArray[np.float32], NDArray[np.float32]] | None:
    """Place a box of an index's size away from the card's indices: on its middle, its art, its edge."""
    indices = [index for index in card.indices if index.kind is not CornerKind.BACK]
    if not indices or card.visible < 0.5:
        return None
    quad = np.array(card.quad, np.float32)
    u, v = rng.uniform(0.3, 0.7), rng.uniform(0.15, 0.85)
    top, bottom = quad[0] + (quad[1] - quad[0]) * u, quad[3] + (quad[2] - quad[3]) * u
    centre = top + (bottom - top) * v
    box = np.array(indices[0].box, np.float32)
    half = (box[2:] - box[:2]) / 2 * rng.uniform(0.7, 1.4)
    if half.max() < 4:
        return None
    for index in indices:
        other = np.array(index.box, np.float32)
        if np.abs((other[:2] + other[2:]) / 2 - centre).max() < float(half.max()) * 2.2:
            return None
    return np.concatenate([centre - half, centre + half]).astype(np.float32), quad


def cut(photo: Shrunk, box: NDArray[np.float32], quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return the upright patch of a box on a card whose corners are ``quad``, with its margin."""
    return patch_with_margin(photo, box, quad, KEPT_PX)


def _stack(rows: list[Row]) -> Patches:
    images = np.stack([row[0] for row in rows]) if rows else np.empty((0, KEPT_PX, KEPT_PX, 3), np.uint8)
    labels = np.array([row[1:] for row in rows], np.int64).reshape(-1, 3)
    return Patches(images, labels[:, 0], labels[:, 1], labels[:, 2])


def patches_of(folder: Path, seed: int, finder: Finder | None = None) -> Patches:
    """Cut the patches of every photo under a folder of scenes or tables, by its labels or as found."""
    rng = np.random.default_rng(seed)
    return joined(
        [
            cut_scene(scene, frame.image, rng) if finder is None else found_in_scene(scene, frame.image, finder)
            for scene, frame in photos_in(folder)
        ]
    )


def kept_patches(file: Path, scenes: Path, finder: Finder | None = None) -> Patches:
    """Return the patches of a folder of scenes, by their labels or as found, cut once and kept in ``file``."""
    return Patches(**kept_arrays(file, lambda: vars(patches_of(scenes, seed=0, finder=finder))))


def photographed_patches(folders: list[Path], finder: Finder) -> Patches:
    """Cut the labelled indices in the training part of real photos, turned upright by what ``finder`` says of them.

    A label that the finder does not see is left out: nothing else tells which way it is up. Suits and inks are UNKNOWN.
    """
    rows: list[Row] = []
    for pixels, boxes, faces in labelled_photos(folders):
        for patch, face in found_in_photo(pixels, boxes, faces, finder):
            rows.append((patch, face, NO_SUIT if face == NONE_FACE else UNKNOWN, UNKNOWN))
    return _stack(rows)


def found_in_photo(
    pixels: NDArray[np.uint8], boxes: NDArray[np.float32], faces: list[int], finder: Finder
) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """Yield the patches of what ``finder`` finds in a photo labelled by hand, each with its label's face.

    What it is unsure of and no label touches is NONE_FACE.
    """
    seen, photo = search(pixels, finder).corners, Shrunk(pixels)
    for box, quad, score in zip(seen.boxes, seen.quads, seen.scores, strict=True):
        best, share = best_overlap(boxes, box)
        if share > ON_LABEL:
            yield cut(photo, box, quad), faces[best]
        elif score < 0.5 and not share > 0:
            yield cut(photo, box, quad), NONE_FACE


def photos_in(folder: Path) -> Iterator[tuple[Scene, Frame]]:
    """Yield every labelled photo under a folder of scenes or tables."""
    for path in scene_files(folder):
        scene = load_scene(path)
        yield scene, load_photo(path.with_name(scene.photo))


def labelled_photos(folders: list[Path]) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float32], list[int]]]:
    """Yield the training part of real photos: pixels, the labelled indices' (N, 4) boxes in px, and their faces."""
    for photo in (photo for folder in folders for photo in photos_of(folder)):
        image = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
        if photo.split != "train" or photo.labels.suffix != ".txt" or image is None:
            continue
        labels = [label for label in indices_of(photo) if label.faces]
        size = np.array([image.shape[1], image.shape[0]] * 2)
        boxes = np.array([label.box for label in labels], np.float32).reshape(-1, 4) * size
        faces = [EITHER_THREE if len(label.faces) > 1 else FACES.index(label.faces[0]) for label in labels]
        yield np.asarray(image, np.uint8), boxes.astype(np.float32), faces


def best_overlap(boxes: NDArray[np.float32], box: NDArray[np.float32]) -> tuple[int, np.float32]:
    """Return which of (N, 4) boxes one overlaps most, and their intersection over union; 0 and 0 where N is 0."""
    if not len(boxes):
        return 0, np.float32(0)
    shares = overlaps(boxes, box)
    best = int(shares.argmax())
    return best, shares[best]


def overlaps(boxes: NDArray[np.float32], box: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the (N,) intersections over union of (N, 4) boxes with one."""
    shared = np.minimum(boxes[:, 2:], box[2:]) - np.maximum(boxes[:, :2], box[:2])
    inner = np.clip(shared, 0, None).prod(1)
    outer = (boxes[:, 2:] - boxes[:, :2]).prod(1) + (box[2:] - box[:2]).prod()
    return np.asarray(inner / (outer - inner), np.float32)
