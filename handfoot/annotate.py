"""Photos with what was read drawn on them: an outline and a face for each card, a frame for each pile."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage
from PIL import ImageDraw, ImageFont

from vision.corners import Image
from vision.photoreading import PhotoReading
from vision.seen import Box, SeenCard

LONGEST_PX, LEAST_PX = 2000, 1200
"""Annotated photos have a longer side between these: they are looked at on a phone, and small ones leave no room."""

Colour = tuple[int, int, int]
Cards = tuple[int, ...]
"""Numbers of cards in a photo, from 0."""

CARD: Colour = (40, 190, 90)
BACK: Colour = (150, 150, 150)
DOUBT: Colour = (235, 40, 160)
PILES: dict[str, Colour] = {
    "meld": (30, 120, 230),
    "clean": (200, 30, 30),
    "dirty": (20, 20, 20),
    "wild": (140, 60, 200),
    "red 3s": (240, 120, 20),
    "left": (120, 80, 40),
    "loose": (0, 140, 150),
}
_MOST_NUMBERS = 6
_WHITE: Colour = (255, 255, 255)
_INK: Colour = (25, 25, 25)


@dataclass(frozen=True)
class PileMark:
    """A frame around cards. ``cards``: numbers in the photo; ``kind``: a key of PILES; ``text``: kind and points."""

    cards: Cards
    kind: str
    text: str
    in_doubt: bool = False


def annotate_reading(
    image: Image, reading: PhotoReading, piles: Sequence[PileMark] = (), doubts: Sequence[tuple[Cards, str]] = ()
) -> Image:
    """Return the photo, LEAST_PX to LONGEST_PX long, with its cards, piles and doubts drawn in, and a legend below.

    doubts: what a person should look at, each with the numbers of the cards it is about.
    """
    longer = max(image.shape[:2])
    zoom = min(max(longer, LEAST_PX), LONGEST_PX) / longer
    if zoom != 1:
        way = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
        image = np.asarray(cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=way))
    canvas = PillowImage.fromarray(np.ascontiguousarray(image[..., ::-1]))
    brush = _Brush(canvas, unit=max(canvas.size) / 1000)
    doubted = {number for about, _ in doubts for number in about}
    framed = [pile for pile in piles if pile.cards]
    tops = [brush.frame(pile, [reading.cards[number].corners * zoom for number in pile.cards]) for pile in framed]
    for pile, top in zip(framed, tops, strict=True):
        brush.label(pile, top)
    for number, card in enumerate(reading.cards):
        brush.card(card, zoom, note=f"? #{number}" if number in doubted else "")
    for number, card in enumerate(reading.maybe, start=1):
        brush.card(card, zoom, note=f"? ?{number}")
    # Not all of many are written; what is wrong with the photo itself is.
    says = [say for about, say in doubts if not about]
    says += [f"{_numbers(about)}: {say}" for about, say in doubts if about]
    drawn = _with_legend(canvas, brush.unit, sorted({pile.kind for pile in piles}, key=list(PILES).index), says)
    return np.ascontiguousarray(np.asarray(drawn)[..., ::-1])


def annotate_errors(image: Image, boxes: Sequence[tuple[Box, str]]) -> Image:
    """Return the photo with a box and a text for each index that was missed, misread or read where none is labelled."""
    canvas = PillowImage.fromarray(np.ascontiguousarray(image[..., ::-1]))
    brush = _Brush(canvas, unit=max(canvas.size) / 1000)
    for box, text in boxes:
        brush.box(box, text)
    return np.ascontiguousarray(np.asarray(canvas)[..., ::-1])


class _Brush:
    """Draws on one picture; ``unit`` is a thousandth of its longer side, px."""

    def __init__(self, canvas: PillowImage.Image, unit: float) -> None:
        self._draw = ImageDraw.Draw(canvas)
        self.unit = unit

    def card(self, card: SeenCard, zoom: float, *, note: str) -> None:
        """Draw a card; one with a note, what it is doubted as, stands out."""
        colour = DOUBT if note else BACK if card.is_back else CARD
        quad = card.corners * zoom
        self._outline(quad, colour, width=3 if note else 1.3)
        side = 0.2 * card.width_px * zoom
        down = quad[3] - quad[0]
        down = down / max(float(np.hypot(*down)), 1e-6)
        for index in card.indices[:1]:
            x1, y1, x2, y2 = (value * zoom for value in index.box)
            # Below the index, on the strip of the card that is seen wherever its index is.
            place = np.array([(x1 + x2) / 2, (y1 + y2) / 2]) + down * max(0.75 * max(x2 - x1, y2 - y1), 6 * self.unit)
            self._tag(place, _name(card) + note, colour, size=float(np.clip(side, 11 * self.unit, 26 * self.unit)))

    def frame(self, pile: PileMark, quads: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Draw a frame around a pile's cards, (4, 2) each; return its topmost point, (2,)."""
        hull = cv2.convexHull(np.concatenate(quads).astype(np.float32))[:, 0].astype(np.float64)
        middle = hull.mean(axis=0)
        outward = hull - middle
        hull = hull + outward / np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-6) * 5 * self.unit
        self._outline(hull, _colour(pile), width=4)
        return np.asarray(hull[hull[:, 1].argmin()])

    def label(self, pile: PileMark, top: NDArray[np.float64]) -> None:
        """Write what a pile is on the topmost point of its frame; where all frames are drawn, none runs through it."""
        size = 18 * self.unit
        self._tag(top - (0, 0.6 * size), pile.text, _colour(pile), size=size)

    def box(self, box: Box, text: str) -> None:
        x1, y1, x2, y2 = box
        self._outline(np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]]), DOUBT, width=2)
        self._tag(np.array([(x1 + x2) / 2, y2 + 9 * self.unit]), text, DOUBT, size=14 * self.unit)

    def _outline(self, points: NDArray[np.float64], colour: Colour, *, width: float) -> None:
        path = [(float(x), float(y)) for x, y in (*points, points[0])]
        self._draw.line(path, fill=colour, width=max(1, round(width * self.unit)), joint="curve")

    def _tag(self, place: NDArray[np.float64], text: str, colour: Colour, *, size: float) -> None:
        font = ImageFont.load_default(size=max(size, 9.0))
        x1, y1, x2, y2 = self._draw.textbbox((0, 0), text, font=font)
        pad = 2 * self.unit
        width, height = self._draw.im.size
        x = min(max(float(place[0]) - (x2 - x1) / 2, pad), max(pad, width - (x2 - x1) - pad))
        y = min(max(float(place[1]) - (y2 - y1) / 2, pad), max(pad, height - (y2 - y1) - pad))
        self._draw.rectangle((x - pad, y - pad, x + x2 - x1 + pad, y + y2 - y1 + pad), fill=colour)
        self._draw.text((x - x1, y - y1), text, font=font, fill=_WHITE)


def _colour(pile: PileMark) -> Colour:
    return DOUBT if pile.in_doubt else PILES[pile.kind]


def _numbers(about: Cards) -> str:
    """Return the numbers of a doubt's cards, those of many short: ``#3, #5`` and ``#0, #1, #2, #3, #4 and 2 more``."""
    shown = about if len(about) <= _MOST_NUMBERS else about[: _MOST_NUMBERS - 1]
    more = f" and {len(about) - len(shown)} more" if len(shown) < len(about) else ""
    return ", ".join(f"#{number}" for number in shown) + more


def _name(card: SeenCard) -> str:
    return "back" if card.face is None else str(card.face)


def _lines(text: str, font: "ImageFont.ImageFont | ImageFont.FreeTypeFont", width: float) -> Iterator[str]:
    """Yield the lines that a text takes, each no wider than so many px unless a word alone is."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and font.getlength(longer) > width:
            yield line
            longer = word
        line = longer
    yield line


def _with_legend(
    canvas: PillowImage.Image, unit: float, kinds: Sequence[str], says: Sequence[str]
) -> PillowImage.Image:
    """Return the picture with a strip below it that says what the colours mean and what is in doubt."""
    size = max(18 * unit, 12.0)
    font = ImageFont.load_default(size=size)
    keys = [("card", CARD), ("face down", BACK), ("in doubt", DOUBT), *((kind, PILES[kind]) for kind in kinds)]
    told = [*says[:8], *([f"and {len(says) - 8} more"] if len(says) > 8 else [])]
    shown = [line for say in told for line in _lines(say, font, canvas.width - size)]
    line = 1.5 * size
    columns = max(1, int(canvas.width // (7.5 * size)))
    rows = -(-len(keys) // columns)
    strip = round(line * (rows + len(shown)) + size)
    whole = PillowImage.new("RGB", (canvas.width, canvas.height + strip), _WHITE)
    whole.paste(canvas, (0, 0))
    draw = ImageDraw.Draw(whole)
    top = canvas.height + size / 2
    for number, (name, colour) in enumerate(keys):
        x, y = size / 2 + (number % columns) * 7.5 * size, top + (number // columns) * line
        draw.rectangle((x, y, x + size, y + size), fill=colour)
        draw.text((x + 1.4 * size, y), name, font=font, fill=_INK)
    for number, say in enumerate(shown):
        draw.text((size / 2, top + (rows + number) * line), say, font=font, fill=DOUBT)
    return whole
