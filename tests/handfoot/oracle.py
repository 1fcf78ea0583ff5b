"""A reader that knows what lies in each photo, by the photo's name; the photos themselves are plain pictures."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from handfoot.sides.laying import At, SeenPhoto, laid_out
from handfoot.sides.seenside import SeenSide, card_at
from scorer.faces import Face
from vision.corners import CornerKind, Ink
from vision.doubting.doubts import Doubt, card_doubts
from vision.laying.piles import PhotoRole
from vision.photoreading import PhotoReading, StageTimes
from vision.photos.frames import Frame
from vision.seen import SeenCard, SeenIndex, as_box, as_quad

WIDTH, HEIGHT = 100.0, 140.0
PHOTO_SIZE = (1200, 1600)
"""Height and width, px."""


class Oracle:
    """Reads a photo by looking its name up."""

    def __init__(
        self, cards: Mapping[str, Sequence[SeenCard]], doubts: Mapping[str, Sequence[Doubt]] | None = None
    ) -> None:
        self.cards = cards
        self.doubts = doubts or {}

    def read(self, frame: Frame) -> PhotoReading:
        cards = tuple(self.cards[frame.name])
        doubts = (*card_doubts(cards, frame.width, frame.height), *self.doubts.get(frame.name, ()))
        return PhotoReading(frame.name, frame.width, frame.height, StageTimes(1.0, 2.0, 3.0), cards, doubts)


def card(face: str | None, x: float, y: float, degrees: float = 0.0, *, shows: tuple[int, ...] = (0, 2)) -> SeenCard:
    """Return a card of 100 x 140 px whose middle is x, y, turned clockwise; None lies face down.

    shows: at which of its corners the indices show.
    """
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    half = np.array([[-WIDTH, -HEIGHT], [WIDTH, -HEIGHT], [WIDTH, HEIGHT], [-WIDTH, HEIGHT]]) / 2
    quad = half @ turn + (x, y)
    read = Face.UNREAD if face is None else Face(face)
    kind = CornerKind.BACK if face is None else CornerKind.INDEX
    indices = tuple(SeenIndex(as_box(_index_box(np.roll(quad, -end, axis=0))), read, 0.99, kind, 0.95) for end in shows)
    known = None if face is None else read
    return SeenCard(known, None, Ink.BLACK, 0.99, as_quad(quad), indices)


def _index_box(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the box of the index at a quad's first corner."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    ends = np.array([quad[0] + across * u + down * v for u in (0.05, 0.2) for v in (0.04, 0.22)])
    return np.concatenate([ends.min(axis=0), ends.max(axis=0)])


def column(faces: str, x: float, y: float, step: float = 40.0) -> list[SeenCard]:
    """Return a meld of cards, each but the last under the next one; faces apart by blanks."""
    meld = faces.split()
    ends = [(0,)] * (len(meld) - 1) + [(0, 2)]
    return [card(face, x, y + step * place, shows=ends[place]) for place, face in enumerate(meld)]


def blank_photo(path: Path) -> None:
    """Write a plain picture, of a colour of its own for each side and name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    colour = hashlib.sha256("/".join(path.parts[-2:]).encode()).digest()[:3]
    picture = np.full((*PHOTO_SIZE, 3), tuple(colour), np.uint8)
    path.write_bytes(cv2.imencode(path.suffix, picture)[1].tobytes())


def reading_of(name: str, cards: Sequence[SeenCard]) -> PhotoReading:
    """Return what is read of a photo that shows these cards."""
    return Oracle({name: cards}).read(Frame(name, np.zeros((*PHOTO_SIZE, 3), np.uint8)))


def photo(name: str, cards: Sequence[SeenCard], shows: PhotoRole = PhotoRole.PLAYED) -> SeenPhoto:
    """Return a photo that shows these cards, laid out."""
    return laid_out(name, shows, reading_of(name, cards))


def faces_at(side: SeenSide, places: Iterable[At]) -> tuple[Face, ...]:
    """Return what cards of a side count as, each by where it shows."""
    return tuple(card_at(side.photos, at).face or Face.UNREAD for at in places)


def left_of(side: SeenSide) -> tuple[Face, ...]:
    """Return what the cards that a side has left count as."""
    return faces_at(side, side.left_cards)
