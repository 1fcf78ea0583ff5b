"""Faces told by the whole of a card: its print, squared up and freed of the light, beside that of the taught faces.

Pictures for 3s and wilds, and art that each rank has of its own, show far larger in a card's middle than its index.
Only decks without suits are told so: of one with suits each rank has several prints, of which mostly one is taught.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES
from vision.corners import Image
from vision.decks.profile import DeckProfile
from vision.photos.squaring import card_upright
from vision.seen import quad_width

Floats = NDArray[np.float64]
Layout = NDArray[np.float32]

SIZE = (24, 34)
"""Width and height of a squared-up card, px: so few that small turns and errors of its outline do not matter."""

MIDDLE = (0.6, 0.64)
"""Share of a face's width and height that is sought in a card; what is left is how far its outline may be off."""

DARKEST = 24.0
"""Added to each channel, so that the noise of dark pixels does not count as print."""

LIGHT = 3.0
"""What changes over more than so many px is taken for light."""

LIKE, LIKE_SPREAD = 0.75, 0.18
"""How like its own face a card seen whole is, as rendered photos of strange decks have it."""

UNLIKE_SPREAD = 0.1
"""How like other faces cards are differs by at least so much."""

MOST_EVIDENCE = 4.0
"""Natural logarithm of the odds that a whole face tells at most."""


@dataclass(frozen=True)
class _Face:
    """The middle of a taught face. unlike, spread: how like it the deck's other faces are, on the average."""

    place: int
    layout: Layout
    unlike: float
    spread: float


class WholeFaces:
    """The faces of the decks on a table by their whole print."""

    def __init__(self, decks: tuple[DeckProfile, ...]) -> None:
        """Take the decks; those with suits, and those of which too little is taught to tell, are passed over."""
        self._faces = tuple(
            face
            for deck in decks
            if deck.prototypes is not None and deck.prototypes.suitless
            for face in _faces_of(deck)
        )

    def __bool__(self) -> bool:
        """Tell whether any face is known."""
        return bool(self._faces)

    def evidence(self, image: Image, quad: Floats) -> Floats:
        """Return how much the card at a (4, 2) quad speaks for each face, (15,): 0 where it says nothing.

        Natural logarithms of odds. What is not like a taught face speaks against none: it may be another deck's.
        """
        return self._spoken(_both_ways(_squared(image, quad)))

    def _spoken(self, shown: tuple[Layout, Layout]) -> Floats:
        spoken = np.zeros(len(FACES))
        for face in self._faces:
            like = min(_alike(shown, face.layout), LIKE)
            own = -0.5 * ((like - LIKE) / LIKE_SPREAD) ** 2 - np.log(LIKE_SPREAD)
            other = -0.5 * ((like - face.unlike) / face.spread) ** 2 - np.log(face.spread)
            if like > face.unlike:
                spoken[face.place] = max(spoken[face.place], min(own - other, MOST_EVIDENCE))
        return spoken


def _faces_of(deck: DeckProfile) -> list[_Face]:
    cards = [card for card in deck.cards if card.face is not None]
    shown = [_both_ways(cv2.resize(card.picture, SIZE, interpolation=cv2.INTER_AREA)) for card in cards]
    faces = []
    for card, (upright, _) in zip(cards, shown, strict=True):
        assert card.face is not None
        layout = _middle(upright)
        others = [_alike(ways, layout) for other, ways in zip(cards, shown, strict=True) if other.face is not card.face]
        if others:
            spread = max(float(np.std(others)), UNLIKE_SPREAD)
            faces.append(_Face(FACES.index(card.face), layout, float(np.mean(others)), spread))
    return faces


def _squared(image: Image, quad: Floats) -> Image:
    """Return the card at a quad, upright; what is larger is averaged, so that print does not alias."""
    wide, high = SIZE
    times = max(1, min(8, round(quad_width(quad) / wide)))
    large = card_upright(image, quad, (times * wide, times * high))
    return np.asarray(cv2.resize(large, SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def _both_ways(small: Image) -> tuple[Layout, Layout]:
    """Return the print of a squared-up card, upright and upside down: (34, 24, 3) logarithms without the light."""
    soft = cv2.GaussianBlur(small, (0, 0), 0.5)
    logs = np.log(soft.astype(np.float32) + np.float32(DARKEST))
    layout = logs - cv2.GaussianBlur(logs, (0, 0), LIGHT)
    return layout, np.ascontiguousarray(layout[::-1, ::-1])


def _middle(layout: Layout) -> Layout:
    high, wide = layout.shape[:2]
    x, y = round(wide * (1 - MIDDLE[0]) / 2), round(high * (1 - MIDDLE[1]) / 2)
    return np.ascontiguousarray(layout[y : high - y, x : wide - x])


def _alike(ways: tuple[Layout, Layout], layout: Layout) -> float:
    """Return how like a face's middle a card is, -1 to 1, wherever in it and whichever way up."""
    return max(float(cv2.matchTemplate(way, layout, cv2.TM_CCOEFF_NORMED).max()) for way in ways)
