"""Pictures of cards on the backs of others: what reads as cards amid one that lies face down is most likely print.

Nothing else tells them from cards: they are fanned as cards are, and their indices are sharp. So they count as none,
and are asked for.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.seen import SeenCard

ON_A_BACK = 0.2
"""How likely at most a card lies where its indices are on a card's back."""

AT_A_CORNER = 0.25
"""What is as near as this to two edges of a back, in its widths and heights, is at its corner, where indices are: of a
card that lies squarely upon it, or whose own corners look like a back's."""

MOST_PRINTED = 6
"""No back shows more cards than this: amid what looks like one and holds more, cards lie."""

_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def without_print_on_backs(
    cards: Sequence[SeenCard], others: Sequence[SeenCard]
) -> tuple[tuple[SeenCard, ...], tuple[SeenCard, ...]]:
    """Return the cards that count, and the others with those whose indices all lie amid a card that is face down."""
    backs = [cv2.getPerspectiveTransform(card.corners.astype(np.float32), _UNIT) for card in cards if card.is_back]
    faces = [card for card in cards if not card.is_back]
    amid = ([card for card in faces if _is_amid(card, back)] for back in backs)
    printed = [card for some in amid if len(some) <= MOST_PRINTED for card in some]
    hardly = (replace(card, presence=min(card.presence, ON_A_BACK)) for card in cards if card in printed)
    return tuple(card for card in cards if card not in printed), (*others, *hardly)


def _is_amid(card: SeenCard, to_unit: NDArray[np.float64]) -> bool:
    """Tell whether a card's indices lie on a back, and none at its corner. to_unit: (3, 3), px to the unit square."""
    middles = np.array([index.box for index in card.indices], np.float32).reshape(-1, 1, 2, 2).mean(axis=2)
    on_back = cv2.perspectiveTransform(middles, to_unit)[:, 0]
    from_edges = np.minimum(on_back, 1 - on_back)
    return bool((from_edges >= 0).all() and (from_edges.max(axis=1) > AT_A_CORNER).all())
