"""What a photo shows, and its cards as arrays, to be laid on another photo's."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES
from vision.seen import SeenCard
from vision.several.features import Features
from vision.several.planes import Floats

EDGE = 0.35
"""A card need not show in a photo whose edge is nearer than this to its index, card widths."""


@dataclass(frozen=True)
class View:
    """What a photo shows: its cards, and its size in px. ``features`` gives the spots of its picture, when asked."""

    cards: tuple[SeenCard, ...]
    width: int
    height: int
    features: Callable[[], Features] | None = None


@dataclass(frozen=True)
class Marks:
    """A photo's cards as arrays.

    quads: (N, 4, 2) px. widths: (N,) px. faces: (N,), each card's place in ``FACES``, -1 for others, as backs. suits:
    (N,), the place in ``SHDC``, -1 where not known.
    own: (N, 4, 2) px, the middle of the index at each of the quad's corners, NaN where none shows.
    prints: (N, K, 2) px, the middles of all indices of a card, NaN after the last.
    """

    view: View
    quads: Floats
    widths: Floats
    faces: NDArray[np.int64]
    suits: NDArray[np.int64]
    own: Floats
    prints: Floats

    @staticmethod
    def of(view: View) -> "Marks":
        """Gather a view's cards."""
        cards = view.cards
        quads = np.array([card.quad for card in cards], np.float64).reshape(-1, 4, 2)
        own = np.full((len(cards), 4, 2), np.nan)
        prints = np.full((len(cards), max((len(card.indices) for card in cards), default=0), 2), np.nan)
        for number, card in enumerate(cards):
            for place, middle in enumerate(card.index_middles):
                own[number, int(np.linalg.norm(quads[number] - middle, axis=1).argmin())] = middle
                prints[number, place] = middle
        return Marks(
            view,
            quads,
            np.array([max(card.width_px, 1.0) for card in cards]),
            np.array([FACES.index(card.face) if card.face in FACES else -1 for card in cards], np.int64),
            np.array([-1 if card.suit is None else "SHDC".index(card.suit) for card in cards], np.int64),
            own,
            prints,
        )

    @property
    def middles(self) -> Floats:
        """The cards' middles, (N, 2) px."""
        return np.asarray(self.quads.mean(axis=1)).reshape(-1, 2)

    @property
    def shown(self) -> Floats:
        """A place of each card that certainly shows, (N, 2) px: one of its indices, or its middle."""
        shown = self.middles
        for corner in range(3, -1, -1):
            here = ~np.isnan(self.own[:, corner, 0])
            shown[here] = self.own[here, corner]
        return shown


def should_show(sent: Floats, view: View, width_px: float) -> NDArray[np.bool_]:
    """Return which (N, 2) places of a photo, px, lie so far inside it that a card's index there must show."""
    size = np.array([view.width, view.height])
    return np.asarray(((sent > EDGE * width_px) & (sent < size - EDGE * width_px)).all(axis=-1))
