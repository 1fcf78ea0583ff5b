"""What would make the next photo better: light, focus, glare, distance, and cards that do not show."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Image
from vision.doubting.doubts import DoubtCode
from vision.doubting.light import is_dark
from vision.laying.piles import PhotoRole
from vision.photoreading import PhotoReading
from vision.seen import Box, SeenCard


class AdviceCode(StrEnum):
    """What is wrong with a photo."""

    NO_CARDS = "no_cards"
    MIRRORED = "mirrored"
    TOO_DARK = "too_dark"
    BLURRED = "blurred"
    GLARE = "glare"
    TOO_FAR = "too_far"
    CUT_OFF = "cut_off"
    FACE_DOWN = "face_down"


@dataclass(frozen=True)
class Advice:
    """One thing to do better, in one sentence. ``boxes``: where, x1 y1 x2 y2 in px of the upright photo; none for all
    of it.
    """

    code: AdviceCode
    say: str
    boxes: tuple[Box, ...] = ()


SHARP = 0.36
"""An index whose edges measure less than this is blurred; see ``_sharpness``."""

FAR_PX = 17.0
"""Indices smaller than this, px of the photo, are read badly."""

OUTSIDE = 0.12
"""A card that reaches further than this beyond the photo, card widths, is cut off."""

GLARING, DULL = 250, 240
"""Glare is brighter than the one, of 255, among cards whose paper is darker than the other."""

GLARE_SHARE = 0.08
"""Glare on less of a card than this is no trouble."""

_INDEX_PX = 32
_MOST_INDICES = 40


def advise(image: Image, reading: PhotoReading, role: PhotoRole = PhotoRole.PLAYED) -> tuple[Advice, ...]:
    """Return what would make a photo of what ``role`` says better, the most pressing first; nothing if it is good.

    image: the upright photo, or a smaller copy of it.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    zoom = grey.shape[1] / reading.width
    up = [card for card in reading.cards if not card.is_back]
    found = [
        *_about_mirrors(reading),
        *_about_light(image, reading.cards, zoom),
        *_about_focus(grey, up, zoom),
        *_about_distance(up),
        *_about_edges(reading),
        *_about_glare(image, up, zoom),
        *_about_backs(reading.cards, role),
    ]
    if not reading.cards and not found:
        say = "No card was found: hold the camera flat above the cards, so that each corner shows."
        found.append(Advice(AdviceCode.NO_CARDS, say))
    return tuple(found)


def _about_mirrors(reading: PhotoReading) -> list[Advice]:
    if all(doubt.code is not DoubtCode.MIRRORED for doubt in reading.doubts):
        return []
    say = "This is a mirror image: take it with the camera on the back, or turn mirroring off in the camera's settings."
    return [Advice(AdviceCode.MIRRORED, say)]


def _about_light(image: Image, cards: Sequence[SeenCard], zoom: float) -> list[Advice]:
    if not is_dark(image, [card.corners for card in cards], zoom=zoom):
        return []
    return [Advice(AdviceCode.TOO_DARK, "It is too dark: switch on a light, or turn the table to the window.")]


def _about_focus(grey: NDArray[np.uint8], cards: Sequence[SeenCard], zoom: float) -> list[Advice]:
    boxes = [index.box for card in cards for index in card.indices][:_MOST_INDICES]
    sharpness = [value for box in boxes if (value := _sharpness(grey, box, zoom)) is not None]
    if not sharpness or float(np.median(sharpness)) >= SHARP:
        return []
    say = "The picture is blurred: hold the camera still, tap the cards to focus, and wipe the lens."
    return [Advice(AdviceCode.BLURRED, say)]


def _about_distance(cards: Sequence[SeenCard]) -> list[Advice]:
    sizes = [index.size_px for card in cards for index in card.indices]
    if not sizes or float(np.median(sizes)) >= FAR_PX:
        return []
    return [Advice(AdviceCode.TOO_FAR, "The cards are too small: go closer, or take two photos of half the cards.")]


def _about_edges(reading: PhotoReading) -> list[Advice]:
    boxes = []
    for card in reading.cards:
        over = OUTSIDE * card.width_px
        quad = card.corners
        if (quad < -over).any() or (quad > (reading.width + over, reading.height + over)).any():
            boxes.append(_box(card, reading.width, reading.height))
    if not boxes:
        return []
    what = "A card is" if len(boxes) == 1 else f"{len(boxes)} cards are"
    return [Advice(AdviceCode.CUT_OFF, f"{what} cut off at the edge: move so that all cards show.", tuple(boxes))]


def _about_glare(image: Image, cards: Sequence[SeenCard], zoom: float) -> list[Advice]:
    darkest = np.asarray(reduce(cv2.min, cv2.split(image)), np.uint8)
    patches = [_inside(darkest, card, zoom) for card in cards]
    # Of light and dark cards the lighter ones tell how bright paper is here.
    whites = [float(np.percentile(patch, 90)) for patch in patches if patch.size]
    if not whites or np.percentile(whites, 75) >= DULL:
        return []
    shares = [float((patch > GLARING).mean()) if patch.size else 0.0 for patch in patches]
    boxes = [_glare_box(darkest, card, zoom) for card, share in zip(cards, shares, strict=True) if share > GLARE_SHARE]
    if not boxes:
        return []
    what = "a card" if len(boxes) == 1 else f"{len(boxes)} cards"
    say = f"A lamp shines back from {what}: move a little, or shade the lamp."
    return [Advice(AdviceCode.GLARE, say, tuple(boxes))]


def _about_backs(cards: Sequence[SeenCard], role: PhotoRole) -> list[Advice]:
    backs = [card for card in cards if card.is_back]
    if role is not PhotoRole.LEFT or not backs:
        return []
    what = "A card lies" if len(backs) == 1 else f"{len(backs)} cards lie"
    say = f"{what} face down among those left: turn {'it' if len(backs) == 1 else 'them'} over."
    return [Advice(AdviceCode.FACE_DOWN, say, tuple(_box(card) for card in backs))]


def _inside(grey: NDArray[np.uint8], card: SeenCard, zoom: float) -> NDArray[np.uint8]:
    """Return the pixels of a card, those that other cards hide too, as a flat array."""
    quad = np.round(card.corners * zoom).astype(np.int32)
    x1, y1 = np.maximum(quad.min(axis=0), 0)
    x2, y2 = np.minimum(quad.max(axis=0) + 1, (grey.shape[1], grey.shape[0]))
    if x1 >= x2 or y1 >= y2:
        return np.empty(0, np.uint8)
    mask = np.zeros((y2 - y1, x2 - x1), np.uint8)
    cv2.fillConvexPoly(mask, quad - (x1, y1), 1)
    return np.asarray(grey[y1:y2, x1:x2][mask > 0])


def _sharpness(grey: NDArray[np.uint8], box: Box, zoom: float) -> float | None:
    """Return the steepest slope across an index as a share of its contrast, at one size of the index.

    A crisp print steps from ink to paper within a pixel or two of 32; a blurred one takes a third of the index.
    """
    x1, y1, x2, y2 = (round(value * zoom) for value in box)
    patch = grey[max(y1, 0) : y2, max(x1, 0) : x2]
    if min(patch.shape) < 6:
        return None
    scale = _INDEX_PX / max(patch.shape)
    patch = np.asarray(cv2.resize(patch, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    contrast = float(np.percentile(patch, 95)) - float(np.percentile(patch, 5))
    if contrast < 25:
        return None
    slope = np.hypot(cv2.Sobel(patch, cv2.CV_32F, 1, 0), cv2.Sobel(patch, cv2.CV_32F, 0, 1)) / 4
    return float(np.percentile(slope, 95)) / contrast


def _glare_box(darkest: NDArray[np.uint8], card: SeenCard, zoom: float) -> Box:
    """Return where a card shines, px of the photo."""
    quad = card.corners * zoom
    x1, y1 = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    x2, y2 = np.ceil(quad.max(axis=0)).astype(int)
    ys, xs = np.nonzero(darkest[y1:y2, x1:x2] > GLARING)
    left, top, right, bottom = xs.min() + x1, ys.min() + y1, xs.max() + x1 + 1, ys.max() + y1 + 1
    return (left / zoom, top / zoom, right / zoom, bottom / zoom)


def _box(card: SeenCard, width: float = np.inf, height: float = np.inf) -> Box:
    quad = card.corners
    (x1, y1), (x2, y2) = quad.min(axis=0), quad.max(axis=0)
    return (max(float(x1), 0.0), max(float(y1), 0.0), min(float(x2), width), min(float(y2), height))
