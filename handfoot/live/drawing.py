"""The reading drawn over a live picture, fast enough for each one."""

from collections.abc import Collection, Sequence

import cv2
import numpy as np

from vision.corners import Image
from vision.seen import SeenCard

_SURE, _DOUBTFUL, _BACK, _PAPER, _INK = (90, 190, 40), (160, 40, 235), (150, 150, 150), (255, 255, 255), (25, 25, 25)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_live(image: Image, cards: Sequence[SeenCard], says: str, *, unsure: Collection[int] = ()) -> Image:
    """Return a copy of the picture with an outline and a face for each card, and a line of text below.

    unsure: numbers of the cards in doubt, which are drawn so, with the number that they are told by.
    """
    drawn = image.copy()
    unit = max(image.shape[:2]) / 1280
    for number, card in enumerate(cards):
        colour = _DOUBTFUL if number in unsure else _BACK if card.is_back else _SURE
        quad = np.round(card.corners).astype(np.int32)
        cv2.polylines(drawn, [quad.reshape(-1, 1, 2)], True, colour, max(1, round(2 * unit)), cv2.LINE_AA)
        text = "back" if card.face is None else str(card.face)
        text = f"{text}? #{number}" if number in unsure else text
        middle = 0.8 * card.corners[0] + 0.2 * card.corners[2]
        _tag(drawn, text, (int(middle[0]), int(middle[1])), 0.55 * unit, colour)
    strip = np.full((max(1, round(34 * unit)), image.shape[1], 3), _PAPER, np.uint8)
    _write(strip, says, (round(8 * unit), round(24 * unit)), 0.6 * unit, _INK)
    return np.vstack([drawn, strip])


def _tag(image: Image, text: str, place: tuple[int, int], size: float, colour: tuple[int, int, int]) -> None:
    (wide, high), below = cv2.getTextSize(text, _FONT, size, 1)
    x, y = place[0] - wide // 2, place[1] + high // 2
    cv2.rectangle(image, (x - 3, y - high - 3), (x + wide + 3, y + below), colour, cv2.FILLED)
    _write(image, text, (x, y), size, _PAPER)


def _write(image: Image, text: str, place: tuple[int, int], size: float, colour: tuple[int, int, int]) -> None:
    cv2.putText(image, text, place, _FONT, size, colour, max(1, round(1.6 * size)), cv2.LINE_AA)
