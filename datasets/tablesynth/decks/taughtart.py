"""A taught deck as the renderer prints it: the pictures its profile holds, squared up by where their indices stand.

A profile does not say where on a card its indices are, and its pictures are as askew as the finder was when it was
taught. So an index is found on each picture, looked for again at every place the deck prints one, and the picture is
moved until its indices stand where the whole deck has them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import WILDS, Face
from tablesynth.art import CardArt, Deck, Family, IndexArt
from tablesynth.decks.printing import outline
from vision.corners import CornerKind, Finder, Image, Ink
from vision.decks.profile import CARD_PX, DeckProfile, TaughtCard
from vision.looks.scales import search
from vision.seen import Box

Floats = NDArray[np.float64]

WIDE, HIGH = CARD_PX

MARGIN_PX, GROUND = 40, 114
"""What is laid about a picture, so that the finder sees an edge: px, and how grey."""

NEAR_PX = 26
"""An index lies so near to where the deck has its indices, px of the picture."""

SHIFT_PX = 22
"""An index is looked for so far from where it should be, px of the picture."""

BENT_PX = 36
"""A picture whose corners would move further, px of it, was found wrongly."""

ALIKE = 0.45
"""Correlation from which a place shows the index looked for."""

EDGE = 0.03
"""So much at a picture's edge is taken from further in, card widths: it may show the table."""

ROUNDED = 0.055
"""Radius of a card's corners, card widths: 3.5 mm of 63."""

ASPECTS = (1.36, 1.5)
"""Height over width is drawn from here: a profile's pictures all have one shape, whatever the deck's is."""

ENDS = {0: (False, False), 1: (True, False), 2: (True, True), 3: (False, True)}
"""Whether a corner of the card, by its number, is at the right and whether it is below."""

INKS = {Face.RED_THREE: Ink.RED, Face.BLACK_THREE: Ink.BLACK}


@dataclass(frozen=True)
class TaughtArt:
    """A taught card's picture, squared up, with its indices in px of it; none for a back."""

    face: Face | None
    picture: Image
    indices: tuple[IndexArt, ...]


def taught_art(profile: DeckProfile, finder: Finder) -> tuple[TaughtArt, ...]:
    """Return the cards of a profile on which the finder sees an index, and its backs."""
    fronts = [card for card in profile.cards if card.face is not None]
    seen = [list(_seen(card.picture, finder, profile.index_places)) for card in fronts]
    margins = [each.as_first[:2] for found in seen for each in found]
    if not margins:
        return ()
    margin = np.median(np.array(margins), axis=0)
    art = []
    for card, found in zip(fronts, seen, strict=True):
        near = [each for each in found if np.abs(np.array(each.as_first[:2]) - margin).max() <= NEAR_PX]
        if near:
            best = max(near, key=lambda each: each.score)
            art.append(_squared(card, best, profile.index_places, margin))
    backs = (TaughtArt(None, plain_edged(card.picture), ()) for card in profile.cards if card.face is None)
    return (*(each for each in art if each.indices), *backs)


def printed(name: str, art: tuple[TaughtArt, ...], width_px: int, rng: np.random.Generator) -> Deck:
    """Return the deck as if printed once more: a little lighter or darker, of another tint, longer or shorter."""
    height_px = round(width_px * rng.uniform(*ASPECTS))
    gains = np.exp(rng.normal(0, 0.1) + rng.normal(0, 0.04, 3))
    contrast = float(np.exp(rng.normal(0, 0.08)))
    alpha = outline(height_px, width_px, ROUNDED * width_px)

    def paper(picture: Image) -> NDArray[np.uint8]:
        large = cv2.resize(picture, (width_px, height_px), interpolation=cv2.INTER_CUBIC).astype(np.float32)
        toned = np.clip(((large - 128) * contrast + 128) * gains, 0, 255).astype(np.uint8)
        return np.dstack([toned, alpha])

    across, down = width_px / WIDE, height_px / HIGH
    cards = tuple(
        CardArt(
            each.face,
            None,
            INKS.get(each.face, Ink.OTHER),
            paper(each.picture),
            tuple(_scaled(index, across, down) for index in each.indices),
        )
        for each in art
        if each.face is not None
    )
    backs = tuple(paper(each.picture) for each in art if each.face is None)
    return Deck(name, Family.REMASTERED, cards, backs)


@dataclass(frozen=True)
class _Seen:
    """An index the finder sees on a picture: how surely, where, and at which corner of the card."""

    score: float
    box: Box
    place: int

    @property
    def as_first(self) -> Box:
        """The box as if the index stood at the top left."""
        return _moved(self.box, self.place)


def _seen(picture: Image, finder: Finder, places: frozenset[int]) -> Iterator[_Seen]:
    padded = cv2.copyMakeBorder(picture, *(MARGIN_PX,) * 4, cv2.BORDER_CONSTANT, value=(GROUND,) * 3)
    corners = search(np.asarray(padded, np.uint8), finder).corners
    for box, score, kind in zip(corners.boxes - MARGIN_PX, corners.scores, corners.kinds, strict=True):
        x, y = _middle(tuple(box))
        place = next(place for place, ends in ENDS.items() if ends == (x > WIDE / 2, y > HIGH / 2))
        if kind != CornerKind.BACK and place in places:
            yield _Seen(float(score), (float(box[0]), float(box[1]), float(box[2]), float(box[3])), place)


def _squared(card: TaughtCard, seen: _Seen, places: frozenset[int], margin: Floats) -> TaughtArt:
    """Move the picture so that its indices stand as far in as the deck's do; where one is not seen, print it there.

    No index where the picture cannot be moved so without being bent.
    """
    x1, y1, x2, y2 = seen.box
    x, y = float(margin[0]), float(margin[1])
    boxes = {place: _moved((x, y, x + x2 - x1, y + y2 - y1), place) for place in sorted(places)}
    found = {place: middle for place in boxes if (middle := _found(card.picture, seen, place)) is not None}
    move = _move(np.array(list(found.values())), np.array([_middle(boxes[place]) for place in found]))
    ends = np.array([[[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]]], np.float64)
    if np.abs(cv2.perspectiveTransform(ends, move) - ends).max() > BENT_PX:
        return TaughtArt(card.face, card.picture, ())
    moved = cv2.warpPerspective(card.picture, move, CARD_PX, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    picture = plain_edged(np.asarray(moved, np.uint8))
    for place in boxes.keys() - found.keys():
        _copy(picture, boxes[seen.place], boxes[place], turned=(place >= 2) != (seen.place >= 2))
    kind = CornerKind.JOKER if card.face in WILDS else CornerKind.INDEX
    return TaughtArt(
        card.face, picture, tuple(IndexArt(kind, place, place >= 2, box, None) for place, box in boxes.items())
    )


def _copy(picture: Image, box: Box, to: Box, *, turned: bool) -> None:
    """Print what a box frames once more elsewhere."""
    mark = _cut(picture, (box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2), 0)
    mark = np.rot90(mark, 2) if turned else mark
    high, wide = mark.shape[:2]
    x, y = _middle(to)
    left, top = min(max(round(x - wide / 2), 0), WIDE - wide), min(max(round(y - high / 2), 0), HIGH - high)
    picture[top : top + high, left : left + wide] = mark.copy()


def _found(picture: Image, seen: _Seen, place: int) -> tuple[float, float] | None:
    """Return the middle of the same index at another place of a card, or at its own; None where it is not there."""
    if place == seen.place:
        return _middle(seen.box)
    around = MARGIN_PX + SHIFT_PX
    padded = cv2.copyMakeBorder(picture, *(around,) * 4, cv2.BORDER_REPLICATE)
    mark = _cut(padded, seen.box, around)
    box = _moved(seen.as_first, place)
    wider = (box[0] - SHIFT_PX, box[1] - SHIFT_PX, box[2] + SHIFT_PX, box[3] + SHIFT_PX)
    where = _cut(padded, wider, around)
    if (place >= 2) != (seen.place >= 2):
        mark = np.rot90(mark, 2)
    if mark.shape[0] > where.shape[0] or mark.shape[1] > where.shape[1] or not min(mark.shape):
        return None
    likeness = np.nan_to_num(cv2.matchTemplate(where, np.ascontiguousarray(mark), cv2.TM_CCOEFF_NORMED))
    _least, most, _where, (x, y) = cv2.minMaxLoc(likeness)
    if not ALIKE <= most <= 1:
        return None
    return round(wider[0]) + x + mark.shape[1] / 2, round(wider[1]) + y + mark.shape[0] / 2


def _cut(padded: NDArray[np.uint8], box: Box, around: int) -> NDArray[np.uint8]:
    x1, y1, x2, y2 = (max(round(value) + around, 0) for value in box)
    return padded[y1:y2, x1:x2]


def _move(found: Floats, wanted: Floats) -> Floats:
    """Return the 3x3 move that brings (N, 2) points to others: by shifting alone where there is but one."""
    if len(found) == 1:
        (x, y) = wanted[0] - found[0]
        return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]], np.float64)
    if len(found) == 4:
        return np.asarray(cv2.getPerspectiveTransform(found.astype(np.float32), wanted.astype(np.float32)))
    turned, _inliers = cv2.estimateAffinePartial2D(found, wanted, method=cv2.LMEDS)
    return np.vstack([turned, [0, 0, 1]])


def plain_edged(picture: Image) -> Image:
    """Return the picture with its edge as plain as what lies a little further in."""
    edge = round(EDGE * picture.shape[1])
    inner = picture[edge:-edge, edge:-edge]
    return np.asarray(cv2.copyMakeBorder(inner, *(edge,) * 4, cv2.BORDER_REPLICATE), np.uint8)


def _moved(box: Box, place: int) -> Box:
    """Return a box at the top left moved to another place, or one there moved to the top left."""
    across, down = ENDS[place]
    x1, y1, x2, y2 = box
    x1, x2 = (WIDE - x2, WIDE - x1) if across else (x1, x2)
    y1, y2 = (HIGH - y2, HIGH - y1) if down else (y1, y2)
    return x1, y1, x2, y2


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _scaled(index: IndexArt, across: float, down: float) -> IndexArt:
    x1, y1, x2, y2 = index.rank_box
    return IndexArt(index.kind, index.corner, index.turned, (x1 * across, y1 * down, x2 * across, y2 * down), None)
