"""A photo read with the help of the mat that lies in it; where none does, it is read as any other."""

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from vision.doubting.anotherlook import in_place_of
from vision.doubting.doubts import OPEN, about_the_whole, reading_doubts
from vision.joining.cards import in_reading_order
from vision.mat.design import MARKERS, QUIET_MM
from vision.mat.finding import SeenMat, find_mats, mat_in_use
from vision.mat.squaring import is_slanted, outside, squared_up
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame
from vision.seen import Box, SeenCard


def read_by_mat(frame: Frame, read: Callable[[Frame], PhotoReading]) -> PhotoReading:
    """Return a photo as ``read`` reads it; where its cards lie on a mat, squared up, and with the mat told.

    What is no card by its size, or lies where a marker shows, is left out; what may be a half-covered marker does not
    count, and is among what may be cards.
    """
    start = time.perf_counter()
    mats = find_mats(frame.image)
    looked_ms = 1000 * (time.perf_counter() - start)
    reading = read(frame)
    mat = mat_in_use(mats, reading.cards)
    if mat is not None:
        reading = _on_mat(frame, reading, mat, read)
    return replace(reading, times=replace(reading.times, find=reading.times.find + looked_ms))


def _on_mat(frame: Frame, reading: PhotoReading, mat: SeenMat, read: Callable[[Frame], PhotoReading]) -> PhotoReading:
    if is_slanted(mat):
        reading = _read_squared_up(frame, reading, mat, read)
    possible = [card for card in reading.cards if _can_be_card(card, mat)]
    cards = tuple(card for card in possible if not _may_be_marker(card, mat))
    others = (card for card in (*possible, *reading.maybe) if card not in cards and _can_be_card(card, mat))
    # What shows no face counts nothing, card or not.
    maybe = tuple(card for card in others if not card.is_back)
    return replace(
        reading,
        cards=cards,
        maybe=maybe,
        doubts=(
            *reading_doubts(cards, frame.width, frame.height, reading.thresholds),
            *about_the_whole(reading.doubts),
        ),
        mat=mat,
    )


def _read_squared_up(
    frame: Frame, plain: PhotoReading, mat: SeenMat, read: Callable[[Frame], PhotoReading]
) -> PhotoReading:
    """Return the reading of the squared-up photo, put back, and beside it what the photo shows far off the mat.

    What the photo shows nearer, and the squared-up one does not, may lie there.
    """
    picture = squared_up(frame.image, mat, plain.cards)
    squared = read(Frame(frame.name, picture.image))
    far, faint = (
        tuple(card for card in some if outside(card, mat, picture.area)) for some in (plain.cards, plain.maybe)
    )
    near = tuple(card for card in plain.cards if card not in far)
    cards, others = in_place_of(near, squared.cards, squared.maybe, picture.to_px)
    return replace(
        plain,
        cards=in_reading_order([*cards, *far]),
        maybe=(*others, *faint),
        times=plain.times + squared.times,
    )


def _can_be_card(card: SeenCard, mat: SeenMat) -> bool:
    """Tell whether a card can lie here: it is as large as cards are, and not where a marker shows."""
    return mat.is_true_to_size(card) and not {_marker_at(index.box, mat) for index in card.indices} <= {*mat.markers}


def _may_be_marker(card: SeenCard, mat: SeenMat) -> bool:
    """Tell whether a card may be a marker that peeps out from under cards: it is read there, and not for sure."""
    return card.confidence < OPEN and None not in {_marker_at(index.box, mat) for index in card.indices}


def _marker_at(box: Box, mat: SeenMat) -> int | None:
    """Return the number of the marker that an index was found on, None for none."""
    x, y = mat.flat(np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]))
    return next((number for number, area in MARKERS.items() if area.distance(float(x), float(y)) < QUIET_MM), None)
