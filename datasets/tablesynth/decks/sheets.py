"""Decks fetched as SVG sheets: rendered once into the cache, their corner indices found by their ink."""

import gzip
import tomllib
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from scorer.faces import Face
from tablesynth.art import Box, CardArt, Deck, Family, IndexArt
from tablesynth.assets import cache_folder
from tablesynth.decks.fetch import packages
from tablesynth.decks.jokers import print_joker
from tablesynth.decks.printing import hull
from tablesynth.decks.style import WHITE, draw_style, rng_of
from tablesynth.decks.suited import RANKS, face_of, ink_of
from vision.corners import CornerKind, Ink, Suit

COLUMNS, ROWS = 13, 5
SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)

RENDERED_PX = 480
"""Width a card is rendered at; smaller ones are resized from it."""

INKED = 70
"""A pixel that differs from the stock by more than this in some channel is ink."""


class SheetFacts(BaseModel):
    """What ``sheets.toml`` says of a sheet."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    split: str
    joker: tuple[float, float, float, float] | None = None
    four_corners: bool = False


@dataclass(frozen=True)
class _Corner:
    """A card's corner index: boxes in px of the card."""

    rank: Box
    pip: Box | None

    @property
    def height(self) -> float:
        return self.rank[3] - self.rank[1]


@lru_cache(maxsize=1)
def sheets() -> dict[str, SheetFacts]:
    """Return the facts of every sheet in use, by name."""
    text = resources.files(__package__).joinpath("sheets.toml").read_text(encoding="utf-8")
    return {name: SheetFacts.model_validate(facts) for name, facts in tomllib.loads(text).items()}


def sheet_names(split: str) -> tuple[str, ...]:
    """Return the sheets of a split that lie in the cache."""
    return tuple(name for name, facts in sheets().items() if facts.split == split and _source(name) is not None)


def open_sheet(name: str, width_px: int) -> Deck:
    """Return a sheet's deck; cards whose corner index could not be found are left out.

    Raises:
        ValueError: for a name that is no sheet's, or one that is not in the cache.
    """
    facts = sheets().get(name)
    if facts is None:
        raise ValueError(f"unknown deck {name!r}")
    cells = _cells(name, width_px)
    found = {(row, column): _find_corner(cells[row][column]) for row in range(4) for column in range(COLUMNS)}
    usual = float(np.median([corner.height for corner in found.values() if corner]))
    top = float(np.median([corner.rank[1] for corner in found.values() if corner]))
    cards = []
    for (row, column), corner in found.items():
        # All indices of a deck are of one height and stand at one height: anything else is art taken for an index.
        if corner is None or abs(corner.height - usual) > 0.25 * usual or abs(corner.rank[1] - top) > 0.35 * usual:
            continue
        suit, rank, image = SUITS[row], RANKS[column], cells[row][column]
        indices = _indices(corner, image, CornerKind.INDEX, four=facts.four_corners)
        cards.append(CardArt(face_of(rank, suit), suit, ink_of(suit), image, indices))
    cards += _jokers(name, facts, cells)
    return Deck(name, Family.TRADITIONAL, tuple(cards), (cells[4][2],))


def _jokers(name: str, facts: SheetFacts, cells: list[list[NDArray[np.uint8]]]) -> list[CardArt]:
    """Return the two jokers: the sheet's own where their corner mark is known, else drawn ones of the same size."""
    cards = []
    for number in range(2):
        image = cells[4][number]
        height, width = image.shape[:2]
        if facts.joker:
            x1, y1, x2, y2 = facts.joker
            corner = _Corner((x1 * width, y1 * height, x2 * width, y2 * height), None)
            indices = _indices(corner, image, CornerKind.JOKER, four=False)
        else:
            style = replace(draw_style(rng_of(name), facts.split, width, suited=True), height=height, stock=WHITE)
            paper, indices = print_joker(rng_of(name), style, second=bool(number))
            image = np.dstack([paper, cells[0][0][..., 3]])
        cards.append(CardArt(Face.WILD_50, None, Ink(number), image, indices))
    return cards


def _indices(corner: _Corner, image: NDArray[np.uint8], kind: CornerKind, *, four: bool) -> tuple[IndexArt, ...]:
    height, width = image.shape[:2]

    def across(box: Box) -> Box:
        return (width - box[2], box[1], width - box[0], box[3])

    def turned(box: Box) -> Box:
        return (width - box[2], height - box[3], width - box[0], height - box[1])

    rank, pip = corner.rank, corner.pip
    # A mark nearer the right edge stands in the top right corner.
    first = 1 if rank[0] > width / 2 else 0
    indices = [
        IndexArt(kind, first, False, rank, pip),
        IndexArt(kind, first + 2, True, turned(rank), None if pip is None else turned(pip)),
    ]
    if four:
        right, right_pip = across(rank), None if pip is None else across(pip)
        indices += [
            IndexArt(kind, 1, False, right, right_pip),
            IndexArt(kind, 3, True, turned(right), None if right_pip is None else turned(right_pip)),
        ]
    return tuple(indices)


def _find_corner(card: NDArray[np.uint8]) -> _Corner | None:
    """Find the rank and the pip at the top left by their ink; None where there is nothing like an index."""
    height, width = card.shape[:2]
    across, down = int(width * 0.3), int(height * 0.34)
    middle = card[int(0.02 * height) : int(0.06 * height), int(0.3 * width) : int(0.7 * width), :3]
    stock = np.median(middle.reshape(-1, 3).astype(int), axis=0)
    corner = card[:down, :across]
    ink = ((np.abs(corner[..., :3] - stock).max(2) > INKED) & (corner[..., 3] > 128)).astype(np.uint8)
    edge = max(2, int(width * 0.014))
    ink[:edge], ink[:, :edge] = 0, 0
    _count, _labels, stats, _centres = cv2.connectedComponentsWithStats(ink, connectivity=8)
    blobs: list[Box] = []
    for x, y, wide, high, area in stats[1:].tolist():
        speck = area < width * width * 0.0004
        frame = x + wide >= across - 1 or y + high >= down - 1 or (x <= edge and high > height * 0.15)
        rounding = x + wide < width * 0.06 or y + high < width * 0.06
        if not (speck or frame or rounding):
            blobs.append((float(x), float(y), float(x + wide), float(y + high)))
    if not blobs:
        return None
    blobs.sort(key=lambda box: box[1] + 0.6 * box[0])
    rank = blobs[0]
    for box in blobs[1:]:
        # The 0 of a 10, and letters in two pieces.
        beside = box[1] < rank[1] + (rank[3] - rank[1]) * 0.6 and box[3] > rank[1] + (rank[3] - rank[1]) * 0.4
        if beside and box[0] - rank[2] < width * 0.06 and box[0] < width * 0.22:
            rank = hull(rank, box)
    tall = rank[3] - rank[1]
    pip: Box | None = None
    for box in blobs:
        below = (
            -2 <= box[1] - rank[3] < 0.8 * tall and box[0] < rank[2] + width * 0.02 and box[2] > rank[0] - width * 0.02
        )
        if below and box[3] - box[1] > 0.3 * tall and box[2] - box[0] < width * 0.16:
            pip = hull(pip, box)
    return _Corner(rank, pip)


def _source(name: str) -> Path | None:
    for package in packages():
        path = cache_folder() / "sheets" / package.short / f"{name}.svgz"
        if package.gives == "sheets" and path.is_file():
            return path
    return None


def _cells(name: str, width_px: int) -> list[list[NDArray[np.uint8]]]:
    """Return the sheet's cards by row and column, (H, width_px, 4) uint8 BGRA."""
    sheet = _rendered(name)
    high, wide = sheet.shape[0] / ROWS, sheet.shape[1] / COLUMNS
    size = (width_px, round(width_px * high / wide))

    def cell(row: int, column: int) -> NDArray[np.uint8]:
        top, bottom, left, right = (
            round(v) for v in (row * high, (row + 1) * high, column * wide, (column + 1) * wide)
        )
        return np.asarray(cv2.resize(sheet[top:bottom, left:right], size, interpolation=cv2.INTER_AREA), np.uint8)

    return [[cell(row, column) for column in range(COLUMNS)] for row in range(ROWS)]


def _rendered(name: str) -> NDArray[np.uint8]:
    """Return the sheet as (H, W, 4) uint8 BGRA, rendered once and kept beside its source."""
    source = _source(name)
    if source is None:
        raise ValueError(f"deck {name!r} is not in the cache: run python -m tablesynth.decks.fetch")
    kept = source.with_suffix(".png")
    if not kept.is_file():
        import resvg_py  # part of the train extra: only the first rendering needs it

        svg = gzip.decompress(source.read_bytes()).decode("utf-8")
        coded = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=COLUMNS * RENDERED_PX))
        part = kept.with_suffix(".part")
        part.write_bytes(coded)
        part.replace(kept)
    pixels = cv2.imdecode(np.fromfile(kept, np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None:
        raise ValueError(f"{kept} is no picture: delete it to have it rendered again")
    return np.asarray(pixels, np.uint8)
