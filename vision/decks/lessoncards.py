"""The cards in a photo that teaches a deck: they lie apart, so that corners are one card's by place, however they read.

The net may misread a strange design, and take its index for one on its side; the corners of a card outvote it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.boxes import long_sides
from vision.corners import CornerKind, Corners, Finder, Image, Reader, Readings
from vision.decks.embedding import EmbeddingReader
from vision.decks.indexplaces import straightened
from vision.decks.lessonsearch import LEAST_SCORE, found_cards, joined_ends, seen_alike, seen_from_above
from vision.decks.outlines import holds
from vision.decks.profile import CARD_PX, PATCH_PX, DeckProfile
from vision.decks.reading import TaughtReader
from vision.doubting.light import is_dark
from vision.doubting.mirrored import mirror_doubts
from vision.joining.cards import joined_faces
from vision.looks.patches import Shrunk, cut_patches, patch_with_margin
from vision.looks.scales import search
from vision.photos.frames import Frame
from vision.photos.squaring import boxes_sent, card_upright, sent
from vision.seen import Box, Quad, as_box, as_quad

Floats = NDArray[np.float64]

SURE = 0.97
"""A guess less sure than this is asked about."""

TWO_FACES = 0.9
"""Where two cards that differ seem to lie in one place, a card covers another if both guesses are surer than this."""

SPECK = 0.62
"""What does not read surely and is less than so many times as large as the indices of its card is none."""

MOST_CORNERS = 8

SHARP = 0.15
"""A card whose indices' edges measure less than this had better be photographed again; see ``_edges``. Chosen by eye on
cards of decks 100 to 119 of ``tablesynth.taught --apart``, of which a twentieth measures less."""

_SMOOTH, _INSIDE, _FLAT = 1.2, 12, 8.0
"""Noise is smoothed by so many px, the outer px of a patch are not looked at, and what differs less has no edges."""


@dataclass(frozen=True)
class LessonCard:
    """A card found in a photo that teaches a deck.

    photo: what its photo is called. quad: px of the photo, from the top left of the card held upright. guess: None for
    a back. sure: 0-1. ask: True where a person should say which it is. picture, corners: as a TaughtCard has them.
    boxes: px of the photo, where those corners are. dim: whether the photo was taken in too little light. mirrored:
    whether it looks like a mirror image.
    """

    number: int
    photo: str
    quad: Quad
    guess: Face | None
    sure: float
    ask: bool
    picture: Image
    corners: tuple[Image, ...]
    boxes: tuple[Box, ...]
    dim: bool = False
    mirrored: bool = False

    @property
    def blurred(self) -> bool:
        """Whether its indices are so unsharp, drowned in light or dark that the face would often be mistaken."""
        if not self.corners:
            return False
        return self.dim or float(np.median([_edges(corner) for corner in self.corners])) < SHARP


def _edges(corner: Image) -> float:
    """Return how steep a patch's steepest edges are, a pixel, as a share of how much its light and dark differ.

    ``vision.coach`` measures whole photos likewise; here noise is no sharpness, and what has no contrast has no edges.
    """
    grey = cv2.cvtColor(corner, cv2.COLOR_BGR2GRAY).astype(np.float32)
    inner = cv2.GaussianBlur(grey, (0, 0), _SMOOTH)[_INSIDE:-_INSIDE, _INSIDE:-_INSIDE]
    across, down = (cv2.Sobel(inner, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    dark, light = np.percentile(inner, (2, 98))
    return float(np.percentile(np.hypot(across, down), 97) / max(light - dark, _FLAT))


def cards_of(
    photo: Frame, finder: Finder, reader: EmbeddingReader, known: DeckProfile | None, *, first: int
) -> list[LessonCard]:
    """Return the cards in a photo, in reading order, numbered from ``first``."""
    view = _view_of(photo.image, finder)
    reads = reader if known is None else TaughtReader(reader, (known,))
    found = _each_once(view.image, found_cards(view.image, view.corners), reads)
    shrunk, dim = Shrunk(view.image), is_dark(photo.image, [sent(view.to_px, one.quad) for one in found])
    mirrored = bool(mirror_doubts(view.image, view.corners, reader))
    cards = []
    for number, one in enumerate(found, first):
        best = np.argsort(-one.corners.scores)[:MOST_CORNERS].tolist()
        cards.append(
            LessonCard(
                number=number,
                photo=photo.name,
                quad=as_quad(sent(view.to_px, one.quad)),
                guess=one.face,
                sure=one.sure,
                ask=one.sure < SURE,
                picture=card_upright(view.image, one.quad, CARD_PX),
                corners=_patches(shrunk, one.corners, best),
                boxes=tuple(map(as_box, boxes_sent(view.to_px, one.corners.boxes[best].astype(np.float64)))),
                dim=dim,
                mirrored=mirrored,
            )
        )
    return cards


@dataclass(frozen=True)
class _Found:
    """A card found. quad: (4, 2) px. corners: those that may be its indices. face: None for a back. sure: 0-1."""

    quad: Floats
    corners: Corners
    face: Face | None
    sure: float


def _each_once(image: Image, found: Sequence[tuple[Floats, Corners]], reader: Reader) -> list[_Found]:
    """Return the cards found, looked at, without those that are another of them, seen from its other end.

    Cards lie apart: two whose middles lie in each other are one, unless they look like two faces. What looks like a
    back in the place of a face is print of that card.
    """
    once: list[_Found] = []
    for quad, corners in found:
        one = _looked_at(image, quad, corners, reader)
        for number, other in enumerate(once):
            if not (holds(quad, other.quad.mean(axis=0)) and holds(other.quad, quad.mean(axis=0))):
                continue
            if one.face is not other.face and None in (one.face, other.face):
                once[number] = one if other.face is None else other
            elif one.face is other.face or min(one.sure, other.sure) < TWO_FACES:
                ends = joined_ends((other.quad, other.corners), (quad, one.corners))
                once[number] = _looked_at(image, *ends, reader)
            else:
                continue
            break
        else:
            once.append(one)
    return once


def _looked_at(image: Image, quad: Floats, corners: Corners, reader: Reader) -> _Found:
    read = reader.read(cut_patches(image, corners.boxes, corners.quads, reader.patch_px))
    specks = _specks(corners, read)
    own = corners.at(~specks)
    return _Found(quad, own, *_guess(own, read.at(~specks)))


def _specks(corners: Corners, read: Readings) -> NDArray[np.bool_]:
    """Return which of a card's corners are print much smaller than its indices, (N,).

    A card that fills the photo shows many; its indices are known where both its ends read surely as one face.
    """
    sizes, is_read = long_sides(corners.boxes), read.surest >= SURE
    sure = np.flatnonzero(corners.face_up & is_read & (corners.scores >= LEAST_SCORE))
    pairs = [
        (i, k)
        for i in sure
        for k in sure
        if read.likeliest[i] == read.likeliest[k] and not np.array_equal(corners.quads[i], corners.quads[k])
    ]
    size = max((float(sizes[[i, k]].max()) for i, k in pairs), default=0.0)
    return np.asarray(~is_read & (sizes < SPECK * size))


def card_at(photo: Frame, quad: Quad, finder: Finder) -> tuple[Image, tuple[Image, ...]]:
    """Return the picture and the corners of a card of which it is known where it lies; none if no index sees it so."""
    corners = search(photo.image, finder).corners
    where = np.array(quad, np.float64)
    near = [i for i in range(len(corners)) if seen_alike(corners.quads[i], where) is not None]
    if not near:
        return card_upright(photo.image, where, CARD_PX), ()
    own = straightened(corners.at(np.array(near, np.int64)), where)
    best = np.argsort(-own.scores)[:MOST_CORNERS]
    return card_upright(photo.image, where, CARD_PX), _patches(
        Shrunk(photo.image), own, [int(i) for i in best if own.kinds[i] != CornerKind.BACK]
    )


@dataclass(frozen=True)
class _View:
    """What the finder sees of a photo, taken from straight above or squared up as if it were.

    to_px: (3, 3) homography from its px to those of the photo.
    """

    image: Image
    corners: Corners
    to_px: NDArray[np.float64]


def _view_of(image: Image, finder: Finder) -> _View:
    corners = search(image, finder).corners
    above = seen_from_above(image, corners)
    if above is None:
        return _View(image, corners, np.eye(3))
    return _View(above.image, search(above.image, finder).corners, above.to_px)


def _patches(photo: Shrunk, own: Corners, rows: Sequence[int]) -> tuple[Image, ...]:
    """Return the patches of some of a card's indices, with the margin that varying them takes."""
    return tuple(patch_with_margin(photo, own.boxes[i], own.quads[i], PATCH_PX) for i in rows)


def _guess(own: Corners, read: Readings) -> tuple[Face | None, float]:
    """Return what a card is, None for a back, and how sure that is."""
    back = float(own.scores[own.kinds == CornerKind.BACK].sum() / max(float(own.scores.sum()), 1e-6))
    if back > 0.5:
        # A back shows four corners; fewer may be a box or a book.
        return None, back * min(1.0, float(own.scores.sum()) / 2)
    ups = [int(i) for i in np.flatnonzero(own.face_up)]
    shares = joined_faces(read, ups)
    none = float(np.exp(np.log(read.faces[ups, len(FACES)].astype(np.float64) + 1e-4).mean()))
    best = int(shares.argmax())
    return FACES[best], float(shares[best]) * (1 - none) * (1 - back)
