"""Hand-made cards, corners and readings."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.faces import Face
from vision.corners import READER_FACES, READER_SUITS, CornerKind, Corners, Ink, Readings, Suit
from vision.seen import SeenCard, SeenIndex, as_box, as_quad

WIDTH = 100.0
HEIGHT = 140.0


def quad_at(x: float, y: float, degrees: float = 0.0) -> NDArray[np.float32]:
    """Return the quad of a card of 100 x 140 px whose middle is x, y, turned clockwise."""
    a = np.radians(degrees)
    corners = np.array([[-WIDTH, -HEIGHT], [WIDTH, -HEIGHT], [WIDTH, HEIGHT], [-WIDTH, HEIGHT]]) / 2
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return (corners @ turn + (x, y)).astype(np.float32)


def index_box(quad: NDArray[np.float32], side: float = 0.0) -> NDArray[np.float32]:
    """Return the box of the index at the quad's first corner; ``side`` 1 gives the one at the second corner."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    left = 0.05 + 0.78 * side
    ends = [quad[0] + across * u + down * v for u in (left, left + 0.12) for v in (0.04, 0.22)]
    return np.concatenate([np.min(ends, axis=0), np.max(ends, axis=0)]).astype(np.float32)


@dataclass(frozen=True)
class Corner:
    """One corner as finder and reader give it. ``end``: 0 the card's top index, 2 the opposite one; None for NONE."""

    face: Face | None
    quad: NDArray[np.float32]
    end: int = 0
    side: float = 0.0
    suit: Suit | None = None
    ink: Ink = Ink.BLACK
    sure: float = 0.995
    score: float = 0.9
    kind: CornerKind = CornerKind.INDEX


def corners_of(*corners: Corner) -> Corners:
    """Return what the finder gives of the corners."""
    quads = [np.roll(corner.quad, -corner.end, axis=0) for corner in corners]
    boxes = [index_box(quad, corner.side) for corner, quad in zip(corners, quads, strict=True)]
    return Corners(
        np.array(boxes, np.float32).reshape(-1, 4),
        np.array(quads, np.float32).reshape(-1, 4, 2),
        np.array([corner.score for corner in corners], np.float32),
        np.array([corner.kind for corner in corners], np.int64),
    )


def readings_of(*corners: Corner) -> Readings:
    """Return what the reader gives of the corners: ``sure`` for the face, the rest shared out."""
    faces = [_peaked(READER_FACES.index(corner.face), len(READER_FACES), corner.sure) for corner in corners]
    suits = [_peaked(READER_SUITS.index(corner.suit), len(READER_SUITS), 0.97) for corner in corners]
    inks = [_peaked(corner.ink, len(Ink), 0.97) for corner in corners]
    return Readings(
        np.array(faces, np.float32).reshape(-1, len(READER_FACES)),
        np.array(suits, np.float32).reshape(-1, len(READER_SUITS)),
        np.array(inks, np.float32).reshape(-1, len(Ink)),
    )


def readings_of_faces(read: list[tuple[Face | None, Suit | None, Ink]]) -> Readings:
    """Return what a sure reader gives of faces, suits and inks; a face None is no index."""
    nowhere = np.zeros((4, 2), np.float32)
    return readings_of(*(Corner(face, nowhere, suit=suit, ink=ink) for face, suit, ink in read))


def seen(
    face: Face | str | None, x: float, y: float, degrees: float = 0.0, suit: Suit | None = None, corners: int = 2
) -> SeenCard:
    """Return a card as read from a photo without a doubt, with so many of its corners; None lies face down."""
    quad = quad_at(x, y, degrees)
    read = Face.UNREAD if face is None else Face(face)
    boxes = (index_box(quad), index_box(np.roll(quad, 2, axis=0)))
    red = suit in (Suit.HEARTS, Suit.DIAMONDS)
    return SeenCard(
        face=None if face is None else Face(face),
        suit=suit,
        ink=Ink.RED if red else Ink.BLACK,
        confidence=0.99,
        quad=as_quad(quad),
        indices=tuple(SeenIndex(as_box(box), read, 0.99, CornerKind.INDEX, 0.9) for box in boxes[:corners]),
    )


def _peaked(place: int, length: int, sure: float) -> NDArray[np.float64]:
    shares = np.full(length, (1 - sure) / (length - 1))
    shares[place] = sure
    return shares
