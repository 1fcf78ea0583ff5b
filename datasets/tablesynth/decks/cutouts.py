"""Decks of real cards, cut out of labelled photos: tables of them show what no renderer draws.

Those of photos that no net learnt from are to judge by, the others to learn from. A card is cut out where no other lies
on it, both its indices are read as its labels say, in its photo and once more upright, and the program outlines it.
What it reads wrongly is not among them, so such a deck is a little easier than its photos. Each card has the blur, the
noise and the shadows of its own photo, and a finger that lies on it; all are brought to one exposure.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from tablesynth.art import CardArt, Deck, Family, IndexArt
from tablesynth.decks.printing import outline
from tablesynth.decks.taughtart import ENDS, GROUND, INKS, MARGIN_PX, ROUNDED, plain_edged
from tablesynth.realphotos import RealPhoto, Split, indices_of, photos_of, read_voc
from vision.boxes import shared
from vision.corners import CornerKind, Image, Ink
from vision.photoreading import ReadsPhotos
from vision.photos.frames import Frame, load_photo
from vision.seen import Box, SeenCard, as_box

PICTURE_PX = WIDE, HIGH = 200, 280
"""The size cards are kept at: poker cards, 63.5 x 88.9 mm."""

LEAST_PX = 80
"""Narrower cards show too little to be laid among others, px."""

SAME = 0.7
"""Boxes that have this share of the smaller one in common are of one index, or of one card."""

SURE = 0.999
"""How sure of its face a card is that is labelled as a whole, or as a 3 of whatever colour."""

BRIGHT, SHARE = 235, 95
"""Cards are exposed so that this percentile of their pixels is so bright: paper, or the print of a dark deck."""

WHITE, BURNT = 250, 0.3
"""A card is left out of which more than this share is so bright in each channel: another light would leave nothing."""

PRINTS = 4
"""So many cards of each face a deck has at most."""


@dataclass(frozen=True)
class CutOut:
    """A card cut out of a photo, upright. picture: (HIGH, WIDE, 3) uint8 BGR. boxes: those of its indices, px of it."""

    face: Face
    picture: Image
    boxes: tuple[Box, Box]


def cut_outs(folder: Path, reader: ReadsPhotos, split: Split = "val") -> Iterator[CutOut]:
    """Yield the cards of one part of a labelled set that can be cut out, in the order of its photos.

    Raises:
        ValueError: naming a file of labels that cannot be read.
        PhotoError: naming a photo that cannot be read.
    """
    for photo in photos_of(folder):
        if photo.split != split:
            continue
        frame = load_photo(photo.path)
        reading = reader.read(frame)
        size = (frame.width, frame.height)
        for card in reading.cards:
            others = [other for other in (*reading.cards, *reading.maybe) if other is not card]
            if _in_full_view(card, others, size) and _as_labelled(card, photo, size):
                yield from _cut(frame.image, card, reader)


def save_cut_outs(cards: list[CutOut], file: Path, split: Split = "val") -> None:
    """Write cards that were cut out to a file of NumPy's ``.npz`` form, whatever its name.

    split: the part of their sets that they are of.
    """
    with file.open("wb") as out:
        np.savez_compressed(
            out,
            split=np.array(split),
            faces=np.array([card.face.value for card in cards]),
            pictures=np.array([card.picture for card in cards], np.uint8),
            boxes=np.array([card.boxes for card in cards], np.float32),
        )


def load_cut_outs(file: Path, split: str) -> list[CutOut]:
    """Read what ``save_cut_outs`` wrote, for photos of a split; a file that does not tell its part is of ``val``.

    Cards to learn from are dealt in the train split alone, and in it no others: nets would learn what judges them.

    Raises:
        ValueError: naming the file, if it is no such file, or its cards are not for photos of that split.
    """
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
            part = str(kept["split"]) if "split" in kept else "val"
            lots = zip(kept["faces"], kept["pictures"], kept["boxes"], strict=True)
            cards = [CutOut(Face(str(face)), picture, (as_box(one), as_box(two))) for face, picture, (one, two) in lots]
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile) as error:
        raise ValueError(f"{file}: holds no cards that were cut out ({error})") from None
    if (part == "train") != (split == "train"):
        raise ValueError(f"{file}: cards of the {part} part of their sets, which are none for the {split} split")
    return cards


def deck_of(cards: list[CutOut], name: str, width_px: int, rng: np.random.Generator) -> Deck:
    """Return a deck of some of the cards, a few of each face, their pictures ``width_px`` wide; it has no backs."""
    height_px = round(width_px * HIGH / WIDE)
    alpha = outline(height_px, width_px, ROUNDED * width_px)
    scale = width_px / WIDE, height_px / HIGH
    art = []
    for face in FACES:
        mine = [card for card in cards if card.face is face]
        for place in rng.permutation(len(mine))[:PRINTS]:
            card = mine[int(place)]
            picture = cv2.resize(_exposed(card.picture), (width_px, height_px), interpolation=cv2.INTER_CUBIC)
            indices = tuple(_index(face, box, scale) for box in card.boxes)
            art.append(CardArt(face, None, INKS.get(face, Ink.OTHER), np.dstack([picture, alpha]), indices))
    return Deck(name, Family.TRADITIONAL, tuple(art), ())


def _in_full_view(card: SeenCard, others: list[SeenCard], size: tuple[int, int]) -> bool:
    """Whether a card shows two indices, lies wholly in the photo and has none upon it or under it."""
    quad = card.corners.astype(np.float32)
    if not card.is_read or len(card.indices) != 2 or card.width_px < LEAST_PX:
        return False
    if (quad < 1).any() or (quad > np.array(size) - 2).any():
        return False
    return not any(cv2.intersectConvexConvex(quad, other.corners.astype(np.float32))[0] > 0 for other in others)


def _as_labelled(card: SeenCard, photo: RealPhoto, size: tuple[int, int]) -> bool:
    """Whether the labels say of both indices, or of the card as a whole, what was read."""
    is_sure = card.confidence >= SURE
    if photo.labels.suffix == ".xml":
        whole = np.concatenate([card.corners.min(axis=0), card.corners.max(axis=0)])
        on = [label.face for label in read_voc(photo.labels) if _same(label.box, whole)]
        return on == [card.face] and is_sure
    labels = [label for label in indices_of(photo) if card.face in label.faces and (is_sure or len(label.faces) == 1)]
    boxes = np.array([label.box for label in labels], np.float32).reshape(-1, 4) * np.array([*size, *size])
    return all(index.face is card.face and any(_same(box, index.box) for box in boxes) for index in card.indices)


def _same(one: Box | NDArray[np.float32], other: Box | NDArray[np.float64]) -> bool:
    return bool(shared(np.array([one], np.float32), np.array(other, np.float32))[0] >= SAME)


def _cut(image: Image, card: SeenCard, reader: ReadsPhotos) -> Iterator[CutOut]:
    """Yield the card, unless it is burnt out, or read otherwise once it is upright.

    Its indices' boxes are those of that reading: upright boxes of a card that lies aslant frame far more than they do.
    """
    assert card.face is not None
    ends = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], np.float32)
    move = cv2.getPerspectiveTransform(card.corners.astype(np.float32), ends)
    moved = cv2.warpPerspective(image, move, PICTURE_PX, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    picture = plain_edged(np.asarray(moved, np.uint8))
    if float((moved >= WHITE).all(axis=2).mean()) > BURNT:
        return
    padded = cv2.copyMakeBorder(picture, *(MARGIN_PX,) * 4, cv2.BORDER_CONSTANT, value=(GROUND,) * 3)
    for upright in reader.read(Frame("upright", np.asarray(padded, np.uint8))).cards:
        if [index.face for index in upright.indices] == [card.face] * 2:
            one, other = (as_box(np.array(index.box, np.float32) - MARGIN_PX) for index in upright.indices)
            yield CutOut(card.face, picture, (one, other))


def _exposed(picture: Image) -> Image:
    bright = max(float(np.percentile(picture.max(axis=2), SHARE)), 1.0)
    return np.asarray(np.clip(np.rint(picture * (BRIGHT / bright)), 0, 255), np.uint8)


def _index(face: Face, box: Box, scale: tuple[float, float]) -> IndexArt:
    x1, y1, x2, y2 = box
    at = ((x1 + x2) / 2 > WIDE / 2, (y1 + y2) / 2 > HIGH / 2)
    corner = next(corner for corner, ends in ENDS.items() if ends == at)
    kind = CornerKind.JOKER if face is Face.WILD_50 else CornerKind.INDEX
    across, down = scale
    return IndexArt(kind, corner, corner >= 2, (x1 * across, y1 * down, x2 * across, y2 * down), None)
