"""Real photos labelled by hand: their fixed split by source, and readers of the YOLO and Pascal VOC labels."""

import hashlib
import tomllib
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from scorer.faces import Face

Split = Literal["train", "val"]

NEVER_TRAINED_ON = frozenset({"dev_pinochle"})
"""Folders kept for judging alone: every photo in them is ``val``."""

PHOTO_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp"})

_VAL_PERCENT = 40


class RealClass(StrEnum):
    """The fifteen classes of the YOLO labels, in the order of their numbers: a 3 says nothing of its colour."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    JOKER = "JOKER"
    BACK = "BACK"


_FACES = {
    RealClass.TWO: (Face.WILD_20,),
    RealClass.THREE: (Face.RED_THREE, Face.BLACK_THREE),
    RealClass.JOKER: (Face.WILD_50,),
    RealClass.BACK: (),
}

_VOC_FACES = {
    "nine": Face.NINE,
    "ten": Face.TEN,
    "jack": Face.JACK,
    "queen": Face.QUEEN,
    "king": Face.KING,
    "ace": Face.ACE,
}


@dataclass(frozen=True)
class IndexBox:
    """A labelled corner index. box: x1 y1 x2 y2 in shares of the photo's width and height."""

    kind: RealClass
    box: tuple[float, float, float, float]

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces the label allows: both threes for a 3, none for a back."""
        return faces_of(self.kind)


@dataclass(frozen=True)
class CardBox:
    """A labelled whole card. box: x1 y1 x2 y2 px."""

    face: Face
    box: tuple[float, float, float, float]


@dataclass(frozen=True)
class RealPhoto:
    """A photo and its label file: ``.txt`` with indices (YOLO) or ``.xml`` with whole cards (Pascal VOC)."""

    path: Path
    labels: Path

    @property
    def folder(self) -> str:
        """The name of the set the photo belongs to."""
        return self.path.parent.parent.resolve().name

    @property
    def split(self) -> Split:
        """The part of the split the photo is in."""
        return split_of(self.folder, self.path.stem)


def split_of(folder: str, stem: str) -> Split:
    """Return the part of the fixed split a source photo is in, from its folder's name and its own without suffix.

    40 % of the photos are ``val``; the split depends on nothing but the two names.
    """
    if folder in NEVER_TRAINED_ON:
        return "val"
    digest = hashlib.sha1(f"{folder}/{stem}".encode(), usedforsecurity=False).hexdigest()
    return "val" if int(digest, 16) % 100 < _VAL_PERCENT else "train"


def faces_of(kind: RealClass) -> tuple[Face, ...]:
    """Return the faces a labelled class allows."""
    return _FACES.get(kind) or (() if kind is RealClass.BACK else (Face(kind.value),))


def photos_of(folder: Path) -> Iterator[RealPhoto]:
    """Yield, by name, the photos of a folder's ``images`` that have a file in its ``labels``."""
    for path in sorted((folder / "images").iterdir()):
        if path.suffix.lower() not in PHOTO_SUFFIXES:
            continue
        for suffix in (".txt", ".xml"):
            labels = folder / "labels" / f"{path.stem}{suffix}"
            if labels.is_file():
                yield RealPhoto(path, labels)
                break


def read_yolo(path: Path) -> tuple[IndexBox, ...]:
    """Read a YOLO text file: class, centre x, centre y, width, height a line, in shares of the photo.

    Raises:
        ValueError: naming the file and the line that is no such label.
    """
    kinds = tuple(RealClass)
    boxes = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            kind, x, y, width, height = line.split()
            cx, cy, w, h = float(x), float(y), float(width), float(height)
            boxes.append(IndexBox(kinds[int(kind)], (cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2)))
        except (ValueError, IndexError):
            raise ValueError(f"{path}, line {number}: not a YOLO label: {line!r}") from None
    return tuple(boxes)


def amended(boxes: tuple[IndexBox, ...], folder: str, stem: str) -> tuple[IndexBox, ...]:
    """Return the labels of a photo with those put right that ``amended.toml`` names for it, the added ones last."""
    amendment = _amendments().get((folder, stem), {})
    now = list(boxes)
    for line, index in amendment.get("read_as", {}).items():
        now[int(line) - 1] = replace(now[int(line) - 1], kind=RealClass(index))
    now += [IndexBox(RealClass(more["index"]), tuple(more["box"])) for more in amendment.get("added", ())]
    return tuple(now)


def indices_of(photo: RealPhoto) -> tuple[IndexBox, ...]:
    """Return the labelled indices of a photo with YOLO labels, put right where they are known to be wrong.

    Raises:
        ValueError: as ``read_yolo`` does.
    """
    return amended(read_yolo(photo.labels), photo.folder, photo.path.stem)


@cache
def _amendments() -> dict[tuple[str, str], dict[str, Any]]:
    text = resources.files("tablesynth").joinpath("amended.toml").read_text(encoding="utf-8")
    return {(photo["set"], photo["stem"]): photo for photo in tomllib.loads(text)["photo"]}


def read_voc(path: Path) -> tuple[CardBox, ...]:
    """Read a Pascal VOC file whose objects are cards named by rank.

    Raises:
        ValueError: naming the file, if it is no such file.
    """
    try:
        root = ElementTree.parse(path).getroot()
        cards = []
        for thing in root.iter("object"):
            name = (thing.findtext("name") or "").strip().lower()
            x1, y1, x2, y2 = (float(thing.findtext(f"bndbox/{key}") or "") for key in ("xmin", "ymin", "xmax", "ymax"))
            cards.append(CardBox(_VOC_FACES[name], (x1, y1, x2, y2)))
    except (ElementTree.ParseError, KeyError, ValueError) as error:
        raise ValueError(f"{path}: not a Pascal VOC file of cards: {error}") from None
    return tuple(cards)
