"""The trees that tell how likely a card lies where corners were read: learnt from tables whose truth is known."""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from tablesynth.labels import CardLabel, Scene
from tablesynth.nets.pairs import judge_without, looking_reader
from tablesynth.nets.patches import EITHER_THREE, labelled_photos, overlaps
from tablesynth.nets.trees import Examples, area_under_curve, make_alone, make_trees, photos_in
from vision.cards import merge_cards, possible_cards
from vision.frames import Frame
from vision.nets import default_pairs
from vision.presence import FEATURES, features_of, parted
from vision.read import CardReader
from vision.seen import SeenCard

log = logging.getLogger(__name__)

ON_INDEX, READABLE = 0.25, 0.1
"""A corner that overlaps a label so much is that index, if so much of its rank shows."""


def examples_of(folder: Path, reader: CardReader) -> Examples:
    """Return what ``reader`` saw in every labelled photo under a folder of scenes or tables."""
    features, truths = [np.empty((0, len(FEATURES)), np.float32)], [np.empty(0, np.bool_)]
    for scene, frame in photos_in(folder):
        cards, found = _cards_seen(reader, frame)
        features.append(found)
        truths.append(are_there(cards, scene))
    log.info("%s: %d cards seen, %d of them there", folder, sum(map(len, truths)), sum(map(np.count_nonzero, truths)))
    return np.concatenate(features), np.concatenate(truths)


def photographed_examples(folders: list[Path], reader: CardReader) -> Examples:
    """Return the cards that ``reader`` saw in the training part of real photos where they surely are: on a label.

    Labels leave out some corners, so what lies on none tells nothing; and they do not say which two are of one card, so
    of a face that was seen twice in a photo nothing is told either.
    """
    features = [np.empty((0, len(FEATURES)), np.float32)]
    for pixels, boxes, faces in labelled_photos(folders):
        cards, found = _cards_seen(reader, Frame("photo", pixels))
        known = {face: boxes[[face in _told(number) for number in faces]] for face in FACES}
        seen = Counter(card.face for card in cards)
        there = [
            card.face is not None and seen[card.face] == 1 and _on_one(card, known.get(card.face)) for card in cards
        ]
        features.append(found[np.array(there, np.bool_)])
    everything = np.concatenate(features)
    log.info("%d cards on labels of real photos", len(everything))
    return everything, np.ones(len(everything), np.bool_)


def _cards_seen(reader: CardReader, frame: Frame) -> tuple[tuple[SeenCard, ...], NDArray[np.float32]]:
    """Return the cards that count in a photo and those that may lie there, N in all, and their (N, F) features."""
    corners, readings = reader.look(frame)
    cards = tuple(card for card in merge_cards(corners, readings) if card.face is not None)
    maybe = possible_cards(corners, readings, cards)
    return (*cards, *maybe), features_of(cards, maybe, corners, readings)


def _told(face: int) -> tuple[Face, ...]:
    """Return the faces that a label allows."""
    return (Face.RED_THREE, Face.BLACK_THREE) if face == EITHER_THREE else (FACES[face],)


def _on_one(card: SeenCard, boxes: NDArray[np.float32] | None) -> bool:
    """Tell whether an index of a card was seen on one of (N, 4) boxes."""
    own = (np.array(index.box, np.float32) for index in card.indices)
    return boxes is not None and len(boxes) > 0 and any(overlaps(boxes, box).max() > ON_INDEX for box in own)


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


def figures_of(examples: Examples, chances: NDArray[np.float32]) -> dict[str, float]:
    """Return how well chances of 0-1, (N,), tell the cards that are there from the others."""
    features, truths = examples
    counted = features[:, FEATURES.index("counted")] > 0
    figures = {"cards": float(len(truths)), "there": float(truths.mean())}
    for name, rows in (("counted", counted), ("possible", ~counted)):
        figures[f"{name}: area under the curve"] = area_under_curve(truths[rows], chances[rows])
    return figures


def make_presence(
    models: Path, fit: Sequence[Path], judge: Path, photos: Sequence[Path] = (), paired: Sequence[Path] = ()
) -> None:
    """Fit the trees to what the nets in ``models`` see in some folders, judge them on another, and write their card.

    photos: sets of labelled real photos to learn from as well. paired: the folders that the trees that pair corners
    learnt from; what is seen in one of those is paired by trees that learnt from the others.
    """

    def seen_in(folder: Path) -> Examples:
        unseen = judge_without(folder, paired, models) if folder in paired else default_pairs(models)
        reader = looking_reader(models, pairs=unseen)
        return photographed_examples([folder], reader) if folder in photos else examples_of(folder, reader)

    make_trees("presence", FEATURES, models, seen_in, figures_of, [*fit, *photos], judge)


if __name__ == "__main__":
    make_alone("tablesynth.nets.presence", make_presence, photos=True)
