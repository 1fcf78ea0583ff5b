"""Pictures of cards on the backs of others: what reads as cards within one that lies face down is most likely print.

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


def without_print_on_backs(
    cards: Sequence[SeenCard], others: Sequence[SeenCard]
) -> tuple[tuple[SeenCard, ...], tuple[SeenCard, ...]]:
    """Return the cards that count, and the others with those whose indices all lie within a card that is face down."""
    backs = [card.corners.astype(np.float32) for card in cards if card.is_back]

    def lies_within(card: SeenCard, back: NDArray[np.float32]) -> bool:
        middles = np.array([index.box for index in card.indices]).reshape(-1, 2, 2).mean(axis=1)
        return all(cv2.pointPolygonTest(back, (x, y), measureDist=False) >= 0 for x, y in middles)

    printed = [card for card in cards if not card.is_back and any(lies_within(card, back) for back in backs)]
    hardly = (replace(card, presence=min(card.presence, ON_A_BACK)) for card in printed)
    return tuple(card for card in cards if card not in printed), (*others, *hardly)
