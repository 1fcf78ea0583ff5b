"""Printing on card stock: masks in ink, and the corner marks with their exact boxes."""

from dataclasses import dataclass
from enum import Enum, StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.art import IndexArt
from tablesynth.decks.lettering import Mask
from vision.corners import CornerKind
from vision.seen import Box

Colour = tuple[int, int, int]
"""BGR."""

Paper = NDArray[np.uint8]
"""(H, W, 3) uint8 BGR, written to while a card is printed."""


SIDE_BY_SIDE = 0.97
"""Two marks stand beside, or one above the other, on no more of a card's width, or height."""


class Part(Enum):
    """What a stamp is of its corner mark: a VALUE is the part of the rank that tells, an EXTRA belongs to no box."""

    RANK = 0
    PIP = 1
    EXTRA = 2
    VALUE = 3


class Corners(StrEnum):
    """Which corners carry a mark: top left and bottom right, the other two, or all four."""

    LEFT = "left"
    RIGHT = "right"
    FOUR = "four"


@dataclass(frozen=True)
class Stamp:
    """A mask to print in a corner, its place in px from the mark's top left."""

    mask: Mask
    x: int
    y: int
    ink: Colour
    part: Part = Part.RANK


def colour(rng: np.random.Generator, low: int = 0, high: int = 256) -> Colour:
    """Return a random colour with channels in [low, high)."""
    b, g, r = (int(value) for value in rng.integers(low, high, 3))
    return (b, g, r)


def hue(rng: np.random.Generator, saturation: tuple[float, float], value: tuple[float, float]) -> Colour:
    """Return a colour of any hue with saturation and value in the given ranges of 0-1."""
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(*saturation) * 255, rng.uniform(*value) * 255]]], np.uint8)
    b, g, r = (int(channel) for channel in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return (b, g, r)


def contrast(ink: Colour, other: Colour) -> float:
    """Return how far two colours stand apart in lightness, 0-1."""
    weights = np.array([0.114, 0.587, 0.299])
    return float(abs((np.array(ink) - np.array(other)) @ weights) / 255)


def stamp(paper: Paper, mask: Mask, x: int, y: int, ink: Colour) -> Box | None:
    """Print a mask with its top left at x, y; return its box, cut to the paper, or None if it lies outside."""
    height, width = paper.shape[:2]
    x1, y1, x2, y2 = max(x, 0), max(y, 0), min(x + mask.shape[1], width), min(y + mask.shape[0], height)
    if x2 <= x1 or y2 <= y1:
        return None
    share = (mask[y1 - y : y2 - y, x1 - x : x2 - x].astype(np.float32) / 255)[..., None]
    under = paper[y1:y2, x1:x2]
    paper[y1:y2, x1:x2] = (under * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)
    return (float(x1), float(y1), float(x2), float(y2))


def stamp_centred(paper: Paper, mask: Mask, across: float, down: float, ink: Colour) -> None:
    """Print a mask centred at shares of the card's width and height."""
    x, y = round(across * paper.shape[1] - mask.shape[1] / 2), round(down * paper.shape[0] - mask.shape[0] / 2)
    stamp(paper, mask, x, y, ink)


def paste_centred(paper: Paper, picture: Paper) -> None:
    """Lay a picture on the middle of a card."""
    high, wide = picture.shape[:2]
    y, x = (paper.shape[0] - high) // 2, (paper.shape[1] - wide) // 2
    paper[y : y + high, x : x + wide] = picture


def turned(index: IndexArt, paper: Paper) -> IndexArt:
    """Return an upright index of a card as it is printed upside down at the opposite corner."""
    height, width = paper.shape[:2]

    def there(box: Box | None) -> Box | None:
        return None if box is None else (width - box[2], height - box[3], width - box[0], height - box[1])

    rank = there(index.rank_box)
    assert rank is not None
    return IndexArt(index.kind, index.corner + 2, True, rank, there(index.pip_box), there(index.value_box))


def print_corners(
    paper: Paper, stamps: list[Stamp], margin: tuple[int, int], kind: CornerKind, corners: Corners
) -> tuple[IndexArt, ...]:
    """Print a corner mark where ``corners`` says, upright at the top and turned at the bottom.

    margin: px from the card's side and from its top to the mark. Where the mark is at both sides it is set as far from
    the right side as from the left one; a mark too wide or too tall for that stands at the left alone, as nobody prints
    one over another.
    """
    wide = max(part.x + part.mask.shape[1] for part in stamps)
    tall = max(part.y + part.mask.shape[0] for part in stamps)
    across, down = (2 * (off + side) for off, side in zip(margin, (wide, tall), strict=True))
    if corners is Corners.FOUR and (across > SIDE_BY_SIDE * paper.shape[1] or down > SIDE_BY_SIDE * paper.shape[0]):
        corners = Corners.LEFT
    lefts = {0: margin[0], 1: paper.shape[1] - margin[0] - wide}
    wanted = {Corners.LEFT: (0,), Corners.RIGHT: (1,), Corners.FOUR: (0, 1)}[corners]
    indices = []
    turned_page = paper[::-1, ::-1]
    for corner in wanted:
        boxes: dict[Part, Box | None] = dict.fromkeys(Part)
        for each in stamps:
            x, y = lefts[corner] + each.x, margin[1] + each.y
            box = stamp(paper, each.mask, x, y, each.ink)
            stamp(turned_page, each.mask, x, y, each.ink)
            if box is not None:
                boxes[each.part] = hull(boxes[each.part], box)
        pip, value = boxes[Part.PIP], boxes[Part.VALUE]
        rank = boxes[Part.RANK] if value is None else hull(boxes[Part.RANK], value)
        if rank is None:
            continue
        upright = IndexArt(kind, corner, False, rank, pip, value)
        indices += [upright, turned(upright, paper)]
    return tuple(indices)


def hull(box: Box | None, other: Box) -> Box:
    """Return the smallest box that holds both."""
    if box is None:
        return other
    return (min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3]))


def outline(height: int, width: int, radius: float) -> Mask:
    """Return the alpha of a card with rounded corners of a radius in px."""
    x = np.maximum(radius - np.minimum(np.arange(width) + 0.5, width - np.arange(width) - 0.5), 0)
    y = np.maximum(radius - np.minimum(np.arange(height) + 0.5, height - np.arange(height) - 0.5), 0)
    beyond = np.hypot(y[:, None], x[None, :]) - radius
    return np.asarray(np.clip(0.5 - beyond, 0, 1) * 255, np.uint8)
