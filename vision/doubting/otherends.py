"""The other index of a card that shows one, looked for where it must be, unless another card lies there.

A card reads the same from both its ends. Where the finder overlooked the one opposite, in an ornate script, in a lamp's
shine or between other cards, the reader, shown that place, often reads it; the card then needs no question.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.boxes import box_middles, holding
from vision.corners import Image, Reader
from vision.doubting.interlocked import COVERED, depths
from vision.looks.between import windows_about
from vision.looks.patches import cut_patches
from vision.photos.squaring import boxes_sent
from vision.seen import Box, SeenCard, SeenIndex, as_box

READ_ALIKE = 0.9
"""How surely the place opposite reads as the card's face."""

NOT_FOUND = 0.1
"""The score of such an index, which the finder did not see."""

Floats = NDArray[np.float32]


def with_other_ends(image: Image, cards: Sequence[SeenCard], reader: Reader) -> tuple[SeenCard, ...]:
    """Return the cards of an (H, W, 3) BGR photo, with the other index of those that show one, where it is read."""
    told = list(cards)
    places = list(_places(cards, (image.shape[1], image.shape[0])))
    if not places:
        return tuple(told)
    quads = np.array([np.roll(cards[number].corners, 2, axis=0) for number, _ in places], np.float32)
    windows = windows_about(np.array([box for _, box in places], np.float32), quads)
    many = windows.shape[1]
    patches = cut_patches(image, windows.reshape(-1, 4), np.repeat(quads, many, axis=0), reader.patch_px)
    read = reader.read(patches).faces.reshape(len(places), many, -1)
    taken = _indices(cards)
    for (number, box), boxes, faces in zip(places, windows, read, strict=True):
        card = cards[number]
        place = FACES.index(card.face)
        confidence = float(np.where(_shows_one(boxes, taken), 0, faces[:, place]).max())
        if confidence >= READ_ALIKE and not _shows_one(box[None], taken).any():
            kind = card.indices[0].kind
            index = SeenIndex(as_box(box), FACES[place], confidence, kind, NOT_FOUND, looked_for=True)
            told[number] = replace(card, indices=(*card.indices, index))
    return tuple(told)


def without_ends(others: Sequence[SeenCard], cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Return what may be cards beside those that count, but for what is the other end of one, as it was looked for.

    Another look may have seen that end, faintly, as a card of its own, of the same face.
    """
    ends: dict[Face | None, list[Box]] = {}
    for card in cards:
        for index in card.indices:
            if index.looked_for:
                ends.setdefault(card.face, []).append(index.box)
    return tuple(
        other
        for other in others
        if other.face not in ends or not _shows_one(_indices([other]), np.array(ends[other.face], np.float32)).all()
    )


def _places(cards: Sequence[SeenCard], size: tuple[int, int]) -> Iterator[tuple[int, Floats]]:
    """Yield the number of each card that shows one index, and the (4,) box where the other is, in sight in a photo.

    size: the photo's width and height, px.
    """
    quads = np.array([card.quad for card in cards], np.float32).reshape(-1, 4, 2)
    for number, card in enumerate(cards):
        if not card.is_read or len(card.indices) != 1:
            continue
        half_turn = cv2.getPerspectiveTransform(quads[number], np.roll(quads[number], 2, axis=0))
        box = boxes_sent(half_turn, np.array([card.indices[0].box]))[0].astype(np.float32)
        others = np.delete(quads, number, axis=0)
        is_covered = (depths(others, box_middles(box[None])) > COVERED).any()
        if (box[:2] >= 0).all() and (box[2:] <= size).all() and not is_covered:
            yield number, box


def _indices(cards: Sequence[SeenCard]) -> Floats:
    """Return the (N, 4) boxes of the indices of all cards."""
    return np.array([index.box for card in cards for index in card.indices], np.float32).reshape(-1, 4)


def _shows_one(windows: Floats, taken: Floats) -> NDArray[np.bool_]:
    """Return which of (N, 4) boxes hold the middle of one of (M, 4) others, or have theirs in one."""
    held = holding(windows, box_middles(taken)) | holding(taken, box_middles(windows)).T
    return np.asarray(held.any(axis=1))
