"""Cards as they were seen in a photo."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.corners import CornerKind, Ink, Suit
from vision.photos.squaring import boxes_sent, sent

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
Box = tuple[float, float, float, float]
"""x1 y1 x2 y2, px unless something else is said."""

BACK = "BACK"
"""What a card face down is called where others are called by their faces."""


@dataclass(frozen=True)
class SeenIndex:
    """One corner index as it was read.

    box: x1 y1 x2 y2, px of the upright photo. face: what this corner alone reads; UNREAD of a back's, and of one that
    the reader rejects, unless its card counts all the same and has the face that is likeliest here. confidence: the
    reader's, 0-1 (the finder's for a back). score: the finder's, 0-1. looked_for: whether it did not find it, and the
    reader was shown the place (``vision.doubting.otherends``).
    """

    box: Box
    face: Face
    confidence: float
    kind: CornerKind
    score: float
    looked_for: bool = False

    @property
    def size_px(self) -> float:
        """Return the longer side of its box, px."""
        x1, y1, x2, y2 = self.box
        return max(x2 - x1, y2 - y1)


MOST_RUNNERS_UP = 3
"""How many of the other faces that a card may have are kept."""


@dataclass(frozen=True)
class RunnerUp:
    """A face that a card may have instead. confidence: 0-1, that it is this one."""

    face: Face
    confidence: float


@dataclass(frozen=True)
class SeenCard:
    """One card, with every index of it that was found.

    face: None for a face-down card; UNREAD for a card that is there but was not read.
    quad: px of the upright photo, clockwise from the top left of the card as its first index reads upright; its hidden
        corners are guesses.
    confidence: 0-1, that the face is right. runners_up: the next best faces, the likeliest first.
    presence: 0-1, that a card lies here at all (``vision.joining.presence``).
    """

    face: Face | None
    suit: Suit | None
    ink: Ink
    confidence: float
    quad: Quad
    indices: tuple[SeenIndex, ...]
    runners_up: tuple[RunnerUp, ...] = ()
    presence: float = 1.0

    @property
    def is_back(self) -> bool:
        """Tell whether the card lies face down."""
        return self.face is None

    @property
    def is_read(self) -> bool:
        """Tell whether the card lies face up and has a face."""
        return self.face in FACES

    @property
    def corners(self) -> NDArray[np.float64]:
        """Return the quad as a (4, 2) float64 array, px."""
        return np.array(self.quad, np.float64)

    @property
    def points(self) -> NDArray[np.float64]:
        """Return (N, 2) px: its corners and those of its indices' boxes, upper left and lower right."""
        return np.concatenate([self.corners, *(np.reshape(index.box, (2, 2)) for index in self.indices)])

    @property
    def index_middles(self) -> NDArray[np.float64]:
        """Return the (N, 2) middles of its indices' boxes, px."""
        boxes = np.array([index.box for index in self.indices], np.float64).reshape(-1, 4)
        return np.asarray((boxes[:, :2] + boxes[:, 2:]) / 2)

    @property
    def width_px(self) -> float:
        """Return the card's width: the mean of its upper and lower edge, px."""
        return quad_width(self.corners)


def quad_width(quad: NDArray[np.float64]) -> float:
    """Return a (4, 2) quad's width: the mean of its upper and lower edge, in its own unit."""
    return float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2


def may_be(card: SeenCard, face: Face, chance: float) -> SeenCard:
    """Return a card that has, in the place of the face that was read, another one with ``chance``, 0-1, at least."""
    said = next((other.confidence for other in card.runners_up if other.face is face), 0.0)
    if said >= chance:
        return card
    less = (1 - chance) / (1 - said)
    rest = (replace(other, confidence=other.confidence * less) for other in card.runners_up if other.face is not face)
    ordered = sorted((RunnerUp(face, chance), *rest), key=lambda other: -other.confidence)[:MOST_RUNNERS_UP]
    return replace(card, confidence=card.confidence * less, runners_up=tuple(ordered))


def face_chances(card: SeenCard, least: float) -> NDArray[np.float64]:
    """Return (15,) how likely a card has each face, at least ``least``; what is said of none is shared out evenly."""
    said = {card.face: card.confidence} | {other.face: other.confidence for other in card.runners_up}
    left = max(1 - sum(said.values()), 0.0) / max(len(FACES) - len(said), 1)
    return np.array([max(said.get(face, left), least) for face in FACES])


def likeliest(shares: NDArray[np.float64]) -> tuple[RunnerUp, ...]:
    """Return by (15,) probabilities the likeliest face, and then the next best ones that a card keeps."""
    order = np.argsort(-shares)[: 1 + MOST_RUNNERS_UP]
    return tuple(RunnerUp(FACES[int(k)], float(shares[k])) for k in order)


def as_quad(points: NDArray[np.floating]) -> Quad:
    """Return a (4, 2) array as a quad."""
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return (a, b, c, d)


def as_box(values: NDArray[np.floating]) -> Box:
    """Return a (4,) array as a box."""
    x1, y1, x2, y2 = (float(value) for value in values)
    return (x1, y1, x2, y2)


def moved(card: SeenCard, matrix: NDArray[np.float64]) -> SeenCard:
    """Return a card that was seen in one picture where it lies in another; matrix: (3, 3) homography between them."""
    boxes = boxes_sent(matrix, np.array([index.box for index in card.indices], np.float64).reshape(-1, 4))
    indices = [replace(index, box=as_box(box)) for index, box in zip(card.indices, boxes, strict=True)]
    return replace(card, quad=as_quad(sent(matrix, card.corners)), indices=tuple(indices))
