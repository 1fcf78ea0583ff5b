"""Labels of painted cards: which part of each card and corner index is seen, from the map of what is seen."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablesynth.art import IndexArt
from tablesynth.dealt.shoe import Print
from tablesynth.decks.printing import hull
from tablesynth.labels import CardLabel, IndexLabel
from tablesynth.photo.compose import Curl, mapped, square_to_quad
from vision.corners import CornerKind
from vision.seen import Box, Quad

SEEN_SHARE = 0.02
"""Least visible share of a rank for which an index is labelled."""

PIP_SHARE = 0.5
"""Visible share of a pip from which it counts into an index's box."""

FAINTEST = 9.0
"""Grey levels, of the channel that tells most, by which the ink of a rank must differ from the card about it in the
photo. What light drowned or left in the dark further than that no person reads."""

FAINT_SHARE = 0.5
"""What a rank in full view counts as that is fainter: it may be read or not, and neither is wrong."""

ALIKE = 32.0
"""Colours in one cube of so many grey levels each way are alike."""

_CELLS, _CARD_CELLS, _INK_CELLS = 12, 24, 24

_KEPT_GRIDS, _KEPT_PRINTS = 2048, 512

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Bools = NDArray[np.bool_]
Map = NDArray[np.int16]


@dataclass(frozen=True)
class _Painted:
    """A print painted onto a photo, where the map of what is seen has it as card ``number``.

    quad: (4, 2) px. photo: (H, W, 3) uint8 BGR as exposed, in which a rank may be too faint to read; None: none is.
    """

    printed: Print
    quad: Floats
    number: int
    seen: Map
    curl: Curl | None
    photo: NDArray[np.uint8] | None

    @cached_property
    def place(self) -> Floats:
        """How the unit card lies on the quad."""
        return square_to_quad(self.quad)

    def shown(self, box: Box, cells: int = _CELLS) -> tuple[float, Box]:
        """Return which share of a box of the unit card is seen, and the hull in px of what is."""
        return look(self.place, box, self.number, self.seen, cells, _on_card(self.printed, box, cells), self.curl)

    def scaled(self, box: Box) -> Box:
        """Return a box of the print as one of the unit card."""
        height, width = self.printed.image.shape[:2]
        return box[0] / width, box[1] / height, box[2] / width, box[3] / height

    def is_faint(self, index: IndexArt) -> bool:
        """Tell whether an index's ink differs too little from the card about it in the photo to be read."""
        return (
            self.photo is not None
            and index.kind is not CornerKind.BACK
            and self._contrast(index, self.photo) < FAINTEST
        )

    def _contrast(self, index: IndexArt, photo: NDArray[np.uint8]) -> float:
        """Return by how much an index's ink differs from the card about it, grey levels of the best channel.

        Only what shows is looked at; 255 where the print tells no ink from card, as in a picture.
        """
        rank_box = self.scaled(index.rank_box)
        inked, bare = _ink_and_card(self.printed, rank_box)
        if not inked.any():
            return 255.0
        spots, _ = _grids(rank_box, _INK_CELLS)
        points = np.floor(_laid(self.place, spots, self.curl)).astype(int).reshape(-1, 2)
        inside = ((points >= 0) & (points < (photo.shape[1], photo.shape[0]))).all(-1)
        shown = inside & (_at(self.seen, points) == self.number)
        inked, bare = shown & inked, shown & bare
        if not inked.any() or not bare.any():
            return 255.0
        pixels = _at(photo, points).astype(np.float32)
        return float(np.abs(pixels[inked].mean(axis=0) - pixels[bare].mean(axis=0)).max())


def label_card(
    printed: Print,
    quad: Floats,
    number: int,
    pile: int,
    seen: Map,
    curl: Curl | None = None,
    photo: NDArray[np.uint8] | None = None,
) -> CardLabel | None:
    """Return the label of card ``number`` painted onto a (4, 2) px quad; None where nothing of it is seen.

    photo: (H, W, 3) uint8 BGR as exposed, in which a rank may be too faint to read; by default none is.
    """
    painted = _Painted(printed, quad, number, seen, curl, photo)
    share, _ = painted.shown((0.0, 0.0, 1.0, 1.0), _CARD_CELLS)
    if share == 0:
        return None
    labels = (_label_index(painted, index) for index in printed.indices)
    return CardLabel(
        printed.face,
        printed.suit,
        printed.ink,
        printed.deck,
        as_quad(quad),
        number,
        pile,
        round(share, 3),
        tuple(label for label in labels if label is not None),
    )


def _label_index(painted: _Painted, index: IndexArt) -> IndexLabel | None:
    """Return the label of an index of a painted card; None where too little of its rank is seen."""
    rank, box = painted.shown(painted.scaled(index.rank_box))
    if rank <= SEEN_SHARE:
        return None
    most = FAINT_SHARE if painted.is_faint(index) else 1.0
    pip = 0.0
    if index.pip_box is not None:
        pip, pip_hull = painted.shown(painted.scaled(index.pip_box))
        if pip >= PIP_SHARE:
            box = hull(box, pip_hull)
    value, value_hull = 1.0, None
    if index.value_box is not None:
        value, value_hull = painted.shown(painted.scaled(index.value_box))
        value = min(value, most)
    turns = index.corner if index.kind is CornerKind.BACK else 2 if index.turned else 0
    return IndexLabel(
        index.kind,
        index.corner,
        _rounded(box),
        as_quad(np.roll(painted.quad, -turns, axis=0)),
        round(min(rank, most), 3),
        round(pip, 3),
        round(value, 3),
        _rounded(value_hull) if value and value_hull else None,
    )


@lru_cache(_KEPT_PRINTS)
def _ink_and_card(printed: Print, rank_box: Box) -> tuple[Bools, Bools]:
    """Return which (N,) of the places that an index's ink is looked for at show ink, and which the card about it.

    rank_box: of the unit card. None shows ink where the print tells no ink from card.
    """
    height, width = printed.image.shape[:2]
    spots, _ = _grids(rank_box, _INK_CELLS)
    art = _at(printed.image[..., :3], spots * (width, height)).reshape(-1, 3).astype(np.float32)
    away = np.abs(art - _commonest(art[_edge()])).max(axis=1)
    told = away.max() >= FAINTEST
    return told & (away > 0.6 * away.max()), told & (away < 0.2 * away.max())


def _commonest(colours: Floats32) -> Floats32:
    """Return the commonest of (N, 3) colours, those that differ by little taken together.

    At the rim of a rank's box it is the card's. Their median would lie between ink and card where half of the rim is
    inked.
    """
    _, alike, counts = np.unique(colours // ALIKE, axis=0, return_inverse=True, return_counts=True)
    return np.asarray(np.median(colours[alike.ravel() == counts.argmax()], axis=0), np.float32)


def _at(image: NDArray[Any], points: NDArray[Any]) -> NDArray[Any]:
    """Return an image's pixels at (..., 2) points x y, the nearest where a point is outside."""
    columns, rows = (np.clip(points[..., k].astype(int), 0, image.shape[1 - k] - 1) for k in (0, 1))
    return np.asarray(image[rows, columns])


def _edge() -> Bools:
    """Return which of the places that an index's ink is looked for at lie at the rim of its box."""
    rim = np.ones((_INK_CELLS, _INK_CELLS), np.bool_)
    rim[1:-1, 1:-1] = False
    return rim.ravel()


def look(
    place: Floats,
    box: Box,
    number: int,
    seen: Map,
    cells: int = _CELLS,
    on_card: int | None = None,
    curl: Curl | None = None,
) -> tuple[float, Box]:
    """Return which share of a box of the unit card shows card ``number``, and the hull in px of what shows.

    The box is looked at in cells x cells places; outside the photo nothing shows. on_card: at how many of these places
    there is card, whose corners are round; by default at all.
    """
    height, width = seen.shape
    spots, corners = _grids(box, cells)
    points = np.floor(_laid(place, spots, curl)).astype(int)
    inside = ((points >= 0) & (points < (width, height))).all(-1)
    shown = inside & (_at(seen, points) == number)
    if not shown.any():
        return 0.0, (0.0, 0.0, 0.0, 0.0)
    at_corners = np.zeros((cells + 1, cells + 1), np.bool_)
    for rows in (slice(None, -1), slice(1, None)):
        for columns in (slice(None, -1), slice(1, None)):
            at_corners[rows, columns] |= shown
    hull = _laid(place, corners[at_corners], curl)
    low, high = np.maximum(hull.min(0), 0), np.minimum(hull.max(0), (width, height))
    share = min(float(np.count_nonzero(shown)) / max(cells * cells if on_card is None else on_card, 1), 1.0)
    return share, (float(low[0]), float(low[1]), float(high[0]), float(high[1]))


@lru_cache(_KEPT_PRINTS)
def _on_card(printed: Print, box: Box, cells: int) -> int:
    """Return at how many of the places at which a box of the unit card is looked at there is card."""
    spots, _ = _grids(box, cells)
    height, width = printed.image.shape[:2]
    return int(np.count_nonzero(_at(printed.image[..., 3], spots * (width, height)) > 127))


def _laid(place: Floats, points: Floats, curl: Curl | None) -> Floats:
    """Return where (..., 2) points of the unit card lie in the photo, px."""
    flat = mapped(place, points)
    return flat if curl is None else np.asarray(flat + curl.shift(points))


def _rounded(box: Box) -> Box:
    x1, y1, x2, y2 = (round(side, 2) for side in box)
    return (x1, y1, x2, y2)


def as_quad(points: Floats) -> Quad:
    """Return a (4, 2) array as a label's quad, to a hundredth of a px."""
    a, b, c, d = ((round(float(x), 2), round(float(y), 2)) for x, y in points)
    return a, b, c, d


@lru_cache(_KEPT_GRIDS)
def _grids(box: Box, cells: int) -> tuple[Floats, Floats]:
    """Return the (cells, cells, 2) middles and the (cells + 1, cells + 1, 2) corners of the cells of a box."""
    edges = np.linspace(0, 1, cells + 1)
    return _grid(box, (edges[:-1] + edges[1:]) / 2), _grid(box, edges)


def _grid(box: Box, steps: Floats) -> Floats:
    xs, ys = box[0] + (box[2] - box[0]) * steps, box[1] + (box[3] - box[1]) * steps
    return np.stack(np.meshgrid(xs, ys), -1)
