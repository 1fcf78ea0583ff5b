"""What the two nets say of a photo: corners found, and corners read."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face

Image = NDArray[np.uint8]
"""(H, W, 3) uint8, BGR, upright."""

BEST_INDEX_PX = 30.0
"""Longer side of an index, in px, for which finders are trained."""

SCORE_THRESHOLD = 0.08
"""Corners the finder is less sure of are dropped."""


class CornerKind(IntEnum):
    """The finder's classes."""

    INDEX = 0
    """A printed corner index: a rank, mostly with a pip under it."""
    JOKER = 1
    """A joker's or a Remastered wild's corner mark: a word, a star, a letter column, a picture."""
    BACK = 2
    """A corner of a face-down card."""


class Suit(StrEnum):
    """A printed suit."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Ink(IntEnum):
    """The colour an index is printed in, as it tells a red three from a black one."""

    BLACK = 0
    RED = 1
    OTHER = 2


READER_FACES: tuple[Face | None, ...] = (*FACES, None)
"""The reader's face classes in order: the fifteen faces, then None for what is no readable index."""

READER_SUITS: tuple[Suit | None, ...] = (*Suit, None)
"""The reader's suit classes in order: S H D C, then None for a suitless index or a hidden pip."""


@dataclass(frozen=True)
class Corners:
    """Corner indices the finder saw in one photo.

    boxes: (N, 4) float32, x1 y1 x2 y2, px of the upright photo: hull of the visible rank and pip.
    quads: (N, 4, 2) float32, px of the upright photo: the card's four corners, clockwise, beginning with the one that
        is at the top left when this index is held upright; corners may be hidden or lie outside the photo.
    scores: (N,) float32, 0-1.
    kinds: (N,) int64, values of CornerKind.
    cards: (N,) float32, 0-1, that the corner looks like a card's from further off; None where nobody looked.
    together: (N, N) float32, 0-1, that two corners are of one card; None where nobody judged that.

    Raises ValueError where shapes do not agree.
    """

    boxes: NDArray[np.float32]
    quads: NDArray[np.float32]
    scores: NDArray[np.float32]
    kinds: NDArray[np.int64]
    cards: NDArray[np.float32] | None = None
    together: NDArray[np.float32] | None = None

    def __post_init__(self) -> None:
        """Check the shapes once, here."""
        n = len(self.boxes)
        shapes = {"boxes": (n, 4), "quads": (n, 4, 2), "together": (n, n)}
        for name, array in vars(self).items():
            shape = shapes.get(name, (n,))
            if array is not None and array.shape != shape:
                raise ValueError(f"Corners.{name} has shape {array.shape}, not {shape}")

    def __len__(self) -> int:
        """Return how many corners there are."""
        return len(self.boxes)

    @property
    def face_up(self) -> NDArray[np.bool_]:
        """(N,) which of them are of cards that lie face up."""
        return np.asarray(self.kinds != CornerKind.BACK)

    def at(self, rows: NDArray[np.int64] | NDArray[np.bool_]) -> "Corners":
        """Return the corners of the given rows, in their order."""
        return Corners(
            self.boxes[rows],
            self.quads[rows],
            self.scores[rows],
            self.kinds[rows],
            None if self.cards is None else self.cards[rows],
            None if self.together is None else self.together[rows][:, rows],
        )


def join(parts: list[Corners]) -> Corners:
    """Return all corners of ``parts``, one after another, without what was found out about them since."""
    if not parts:
        return no_corners()
    return Corners(
        np.concatenate([part.boxes for part in parts]),
        np.concatenate([part.quads for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.kinds for part in parts]),
    )


def no_corners() -> Corners:
    """Return no corners at all."""
    empty = np.zeros(0, np.float32)
    return Corners(empty.reshape(0, 4), empty.reshape(0, 4, 2), empty, np.zeros(0, np.int64))


@dataclass(frozen=True)
class Readings:
    """What the reader says of N corners, in the finder's order.

    faces: (N, 16) float32 probabilities in the order of READER_FACES.
    suits: (N, 5) float32 probabilities in the order of READER_SUITS.
    inks: (N, 3) float32 probabilities in the order of Ink.

    Raises ValueError where shapes do not agree.
    """

    faces: NDArray[np.float32]
    suits: NDArray[np.float32]
    inks: NDArray[np.float32]

    def __post_init__(self) -> None:
        """Check the shapes once, here."""
        n = len(self.faces)
        for name, width in (("faces", len(READER_FACES)), ("suits", len(READER_SUITS)), ("inks", len(Ink))):
            array = getattr(self, name)
            if array.shape != (n, width):
                raise ValueError(f"Readings.{name} has shape {array.shape}, not {(n, width)}")

    def __len__(self) -> int:
        """Return how many readings there are."""
        return len(self.faces)

    @property
    def shown(self) -> NDArray[np.float32]:
        """(N, 15) the probabilities of the faces alone."""
        return self.faces[:, : len(FACES)]

    @property
    def surest(self) -> NDArray[np.float32]:
        """(N,) the probability of each one's likeliest face."""
        return np.asarray(self.shown.max(axis=1, initial=0.0))

    @property
    def likeliest(self) -> NDArray[np.int64]:
        """(N,) the number of each one's likeliest face among FACES."""
        return np.asarray(self.shown.argmax(axis=1))

    @property
    def no_index(self) -> NDArray[np.float32]:
        """(N,) the probability that each is no readable index."""
        return self.faces[:, len(FACES)]

    def with_rows(self, rows: NDArray[np.int64] | NDArray[np.bool_], others: "Readings") -> "Readings":
        """Return these readings with others in the given rows."""
        every = {name: part.copy() for name, part in vars(self).items()}
        for name, part in every.items():
            part[rows] = getattr(others, name)
        return Readings(**every)

    def at(self, rows: NDArray[np.int64] | NDArray[np.bool_]) -> "Readings":
        """Return the readings of the given rows, in their order."""
        return Readings(self.faces[rows], self.suits[rows], self.inks[rows])

    def followed_by(self, more: "Readings") -> "Readings":
        """Return these readings, and then others."""
        both = zip(vars(self).items(), vars(more).values(), strict=True)
        return Readings(**{name: np.concatenate([mine, theirs]) for (name, mine), theirs in both})


class Finder(Protocol):
    """Finds corner indices."""

    best_index_px: float
    """Longer side of an index, in px, that it finds best."""

    def find(self, image: Image) -> Corners:
        """Return the corners of an (H, W, 3) BGR image at the scale it is given, in its pixels."""
        ...


class Reader(Protocol):
    """Reads upright corner patches."""

    patch_px: int
    """Side of the square patches it takes."""

    def read(self, patches: NDArray[np.uint8]) -> Readings:
        """Return the readings of (N, patch_px, patch_px, 3) uint8 BGR patches; N may be 0."""
        ...
