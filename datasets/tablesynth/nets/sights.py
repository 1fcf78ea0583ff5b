"""What the net of presence learns from: the cards seen in photos whose truth is known, and which of them lie there."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from tablesynth.labels import CardLabel, Scene
from tablesynth.nets.keeping import Arrays, kept_arrays
from tablesynth.nets.patches import EITHER_THREE, best_overlap, labelled_photos, overlaps, photos_in
from vision.joining.besides import BESIDES
from vision.joining.cards import merge_cards, possible_cards
from vision.joining.presence import TOLD, Sight, parted, sight_of
from vision.photos.frames import Frame
from vision.read import CardReader
from vision.seen import SeenCard

log = logging.getLogger(__name__)

ON_INDEX, READABLE = 0.25, 0.1
"""A corner that overlaps a label so much is that index, if so much of its rank shows."""


@dataclass(frozen=True)
class Judged:
    """A photo's N cards as the net is told of them. there: (N,) which lie there; known: (N,) of which that is known."""

    sight: Sight
    there: NDArray[np.bool_]
    known: NDArray[np.bool_]


def rendered_photos(folder: Path, reader: CardReader) -> Iterator[Judged]:
    """Yield what ``reader`` sees in every labelled photo under a folder of scenes or tables."""
    for scene, frame in photos_in(folder):
        cards, sight = _seen(reader, frame)
        yield Judged(sight, are_there(cards, scene), np.ones(len(cards), np.bool_))


def real_photos(folders: list[Path], reader: CardReader) -> Iterator[Judged]:
    """Yield what ``reader`` sees in the training part of real photos; known are the cards that lie on a label.

    Labels leave out some corners, so what lies on none tells nothing; and they do not say which two are of one card, so
    of a face that was seen twice in a photo nothing is told either.
    """
    for pixels, boxes, faces in labelled_photos(folders):
        cards, sight = _seen(reader, Frame("photo", pixels))
        on_labels = {face: boxes[[face in _told(number) for number in faces]] for face in FACES}
        seen = Counter(card.face for card in cards)
        there = np.array(
            [
                card.face is not None and seen[card.face] == 1 and _on_one(card, on_labels.get(card.face))
                for card in cards
            ],
            np.bool_,
        )
        yield Judged(sight, there, there)


def kept_photos(file: Path, photos: Iterable[Judged]) -> list[Judged]:
    """Return photos, looked at once and kept in ``file``; those in which nothing was seen are left out."""

    def seen() -> Arrays:
        looked = [photo for photo in photos if len(photo.there)]
        return {
            "counts": np.array([len(photo.there) for photo in looked], np.int64),
            "cards": _stacked([photo.sight.cards for photo in looked], len(TOLD)),
            "besides": _stacked([photo.sight.besides for photo in looked], len(BESIDES)).astype(np.float16),
            "truths": _stacked([np.column_stack([photo.there, photo.known]) for photo in looked], 2).astype(np.bool_),
        }

    kept = kept_arrays(file, seen)
    counts, cards, besides, truths = (kept[name] for name in ("counts", "cards", "besides", "truths"))
    ends, square_ends = np.cumsum(counts), np.cumsum(counts**2)
    photos = []
    for count, end, square_end in zip(counts, ends, square_ends, strict=True):
        rows, squares = slice(end - count, end), slice(square_end - count**2, square_end)
        beside = besides[squares].astype(np.float32).reshape(count, count, -1)
        photos.append(Judged(Sight(cards[rows], beside), truths[rows, 0], truths[rows, 1]))
    log.info("%s: %d photos, %d cards seen, %d of them there", file.name, len(photos), len(truths), truths[:, 0].sum())
    return photos


def _stacked(parts: Sequence[NDArray[np.generic]], width: int) -> NDArray[np.float32]:
    """Return arrays of (..., width) as one of (N, width)."""
    return np.concatenate([np.empty((0, width)), *(part.reshape(-1, width) for part in parts)]).astype(np.float32)


def _seen(reader: CardReader, frame: Frame) -> tuple[tuple[SeenCard, ...], Sight]:
    """Return the cards that count in a photo and those that may lie there, and what the net is told of them."""
    corners, readings, looks = reader.look(frame)
    cards = tuple(card for card in merge_cards(corners, readings) if card.face is not None)
    maybe = possible_cards(corners, readings, cards)
    return (*cards, *maybe), sight_of(cards, maybe, corners, readings, looks)


def _told(face: int) -> tuple[Face, ...]:
    """Return the faces that a label allows."""
    return (Face.RED_THREE, Face.BLACK_THREE) if face == EITHER_THREE else (FACES[face],)


def _on_one(card: SeenCard, boxes: NDArray[np.float32] | None) -> bool:
    """Tell whether an index of a card was seen on one of (N, 4) boxes."""
    own = (np.array(index.box, np.float32) for index in card.indices)
    return boxes is not None and any(best_overlap(boxes, box)[1] > ON_INDEX for box in own)


def are_there(seen: tuple[SeenCard, ...], scene: Scene) -> NDArray[np.bool_]:
    """Return which cards lie in the scene, (N,); a card of the scene is there once, as the surest that reads it right.

    One that reads another face is there where no other is that card.
    """
    labels = [card for card in scene.cards if card.face is not None]
    # What may be parted from a card tells nothing of where that card lies.
    seen = tuple(parted(seen))
    order = sorted(range(len(seen)), key=lambda k: -max(index.score for index in seen[k].indices) * seen[k].confidence)
    there, taken = np.zeros(len(seen), np.bool_), set[int]()
    for same_face in (True, False):
        for number in (k for k in order if not there[k]):
            card = seen[number]
            fitting = (k for k in _under(card, labels) if k not in taken)
            mine = next((k for k in fitting if not same_face or labels[k].face is card.face), None)
            if mine is not None:
                there[number] = True
                taken.add(mine)
    return there


def _under(card: SeenCard, labels: list[CardLabel]) -> Iterator[int]:
    """Yield the cards of a scene of which an index shows where one of this card was seen."""
    boxes = np.array([index.box for index in card.indices], np.float32)
    for number, label in enumerate(labels):
        for index in label.indices:
            box = np.array(index.box, np.float32)
            if index.rank_visible >= READABLE and _near(boxes, box):
                yield number
                break


def _near(boxes: NDArray[np.float32], box: NDArray[np.float32]) -> bool:
    """Tell whether one of (N, 4) boxes overlaps a box, or the middle of either lies in the other."""
    middles, middle = (boxes[:, :2] + boxes[:, 2:]) / 2, (box[:2] + box[2:]) / 2
    inside = ((middles >= box[:2]) & (middles <= box[2:])).all(axis=1)
    around = ((boxes[:, :2] <= middle) & (boxes[:, 2:] >= middle)).all(axis=1)
    return bool((inside | around | (overlaps(boxes, box) > ON_INDEX)).any())
