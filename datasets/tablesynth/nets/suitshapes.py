"""What the net learns from that tells red suits from black ones by the shapes of their pips: cards without colour."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import Face
from tablesynth.decks.suited import RED_SUITS
from tablesynth.labels import CardLabel, Scene
from tablesynth.nets.keeping import Arrays, kept_lots
from tablesynth.nets.patches import photos_in
from tablesynth.nets.telling import EITHER
from tablesynth.nets.wholecards import IN_SIGHT, KEPT_PX, cut_kept, varied
from vision.corners import CornerKind
from vision.outlining.suitshapes import without_colour

THREES, OTHERS = 12, 12
"""Pictures of one scene, of 3s and of other cards with pips."""

DYED = 0.5
"""How often a card's colours are mixed at random."""


@dataclass(frozen=True)
class Suited:
    """N stored cards. images: (N, 144, 104, 3) uint8 BGR. reds: (N,) float32, 1 for a red suit, 0 or EITHER."""

    images: NDArray[np.uint8]
    reds: NDArray[np.float32]


def suited(scene: Scene, image: NDArray[np.uint8], rng: np.random.Generator) -> Suited:
    """Cut cards of a scene once for each index in sight: its 3s, and as many others that have a suit."""
    shown = [
        (card, index.quad)
        for card in scene.cards
        for index in card.indices
        if index.kind is not CornerKind.BACK and index.rank_visible >= IN_SIGHT
    ]
    threes = [seen for seen in shown if seen[0].face in (Face.RED_THREE, Face.BLACK_THREE)]
    others = [seen for seen in shown if seen not in threes and seen[0].suit is not None]
    picked = [threes[pick] for pick in rng.permutation(len(threes))[:THREES]]
    picked += [others[pick] for pick in rng.permutation(len(others))[:OTHERS]]
    quads = np.array([quad for _, quad in picked], np.float32).reshape(-1, 4, 2)
    return Suited(cut_kept(image, quads), np.array([_red(card) for card, _ in picked], np.float32))


def kept_suited(file: Path, folders: Sequence[Path]) -> Suited:
    """Return the cards in the photos under some folders, cut once and kept in ``file``; the pictures lie beside it."""

    def cut() -> Iterator[Arrays]:
        rng = np.random.default_rng(0)
        for scene, frame in (photo for folder in folders for photo in photos_in(folder)):
            yield vars(suited(scene, frame.image, rng))

    return Suited(**kept_lots(file, (KEPT_PX[1], KEPT_PX[0], 3), cut))


def varied_shapes(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a stored card as the net may meet it, (112, 80, 1): no ink is told by its colour, nor by its lightness."""
    card = varied(image, rng)
    if rng.random() < DYED:
        mixed = rng.dirichlet(np.full(3, 0.7), 3)
        card = np.asarray(np.clip(card.astype(np.float32) @ mixed.T.astype(np.float32), 0, 255), np.uint8)
    grey = without_colour(card)
    levels = np.linspace(0, 1, 256) ** np.exp(rng.normal(0, 0.4))
    if rng.random() < 0.5:
        levels = levels[::-1]
    return np.asarray(cv2.LUT(grey, (255 * levels).astype(np.uint8)), np.uint8).reshape(grey.shape)


def shapes_of(parts: Iterable[NDArray[np.uint8]]) -> Iterator[NDArray[np.uint8]]:
    """Yield stored cards' middles, which come some at a time, as the net takes them."""
    return (np.stack([without_colour(card) for card in part]) for part in parts)


def _red(card: CardLabel) -> float:
    return EITHER if card.suit is None else float(card.suit in RED_SUITS)
