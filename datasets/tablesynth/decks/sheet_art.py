"""The pictures of fetched decks, rendered once each into the cache as a sheet of 13 x 5 cells."""

import gzip
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.assets import cache_folder
from tablesynth.decks.sheet_facts import SheetFacts

Picture = NDArray[np.uint8]
"""(H, W, 4) uint8 BGRA."""

COLUMNS, ROWS = 13, 5
"""Ace to king by suit, as ``SUITS`` has them; then two jokers and up to eleven backs, empty where there are none."""

JOKERS = 2

RENDERED_PX = 480
"""Width a card is rendered at."""

_SVG = "http://www.w3.org/2000/svg"
_PX = {"px": 1.0, "pt": 4 / 3, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "": 1.0}
_COARSE_PX = 1600
_REFERENCE = re.compile(r"^#([^\s]+)$|url\(#([^)]+)\)")


def sheet_of(name: str, facts: SheetFacts) -> Picture:
    """Return a deck's sheet, rendered once and kept in the cache.

    Raises:
        ValueError: if the deck's package is not in the cache.
    """
    kept = cache_folder() / "rendered" / f"{name}.png"
    if kept.is_file():
        pixels = cv2.imdecode(np.fromfile(kept, np.uint8), cv2.IMREAD_UNCHANGED)
        if pixels is not None:
            return np.asarray(pixels, np.uint8)
    if not facts.source.is_dir():
        raise ValueError(f"deck {name!r} is not in the cache: run python -m tablesynth.decks.fetch")
    sheet = _grid(facts) if facts.kind == "grid" else _laid_out(_cards(facts))
    kept.parent.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(f".{os.getpid()}.part")
    _done, coded = cv2.imencode(".png", sheet)
    part.write_bytes(coded.tobytes())
    part.replace(kept)
    return sheet


def cells(sheet: Picture, width_px: int) -> list[list[Picture]]:
    """Return a sheet's cards by row and column, each ``width_px`` wide."""
    high, wide = sheet.shape[0] / ROWS, sheet.shape[1] / COLUMNS
    size = (width_px, round(width_px * high / wide))
    smaller = width_px < wide

    def cell(row: int, column: int) -> Picture:
        top, bottom, left, right = (
            round(v) for v in (row * high, (row + 1) * high, column * wide, (column + 1) * wide)
        )
        way = cv2.INTER_AREA if smaller else cv2.INTER_CUBIC
        return np.asarray(cv2.resize(sheet[top:bottom, left:right], size, interpolation=way), np.uint8)

    return [[cell(row, column) for column in range(COLUMNS)] for row in range(ROWS)]


def _grid(facts: SheetFacts) -> Picture:
    return _render(_text(facts.source / facts.file), COLUMNS * RENDERED_PX)


def _cards(facts: SheetFacts) -> list[list[Picture | None]]:
    """Render a deck card by card, in the order of a sheet."""
    names = [[facts.file.format(rank=rank, suit=suit) for rank in facts.ranks] for suit in facts.suits]
    spare = [""] * (JOKERS - len(facts.jokers))
    names.append([*facts.jokers, *spare, *facts.backs])
    if facts.kind == "files":
        return [[_file(facts.source / name) if name else None for name in row] for row in names]
    elements = _Elements(_text(facts.source / facts.file.partition("#")[0]))
    return [[elements.picture(name.rpartition("#")[2]) if name else None for name in row] for row in names]


def _laid_out(rows: list[list[Picture | None]]) -> Picture:
    first = rows[0][0]
    if first is None:
        raise ValueError("a deck without an ace of clubs cannot be laid out")
    size = (RENDERED_PX, round(RENDERED_PX * first.shape[0] / first.shape[1]))
    sheet = np.zeros((ROWS * size[1], COLUMNS * size[0], 4), np.uint8)
    for row, pictures in enumerate(rows):
        for column, picture in enumerate(pictures[:COLUMNS]):
            if picture is not None:
                y, x = row * size[1], column * size[0]
                sheet[y : y + size[1], x : x + size[0]] = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return sheet


def _text(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".svgz" else data).decode("utf-8")


def _file(path: Path) -> Picture:
    if path.suffix == ".svg":
        svg = _text(path)
        root = ET.fromstring(svg)
        view = _view(root)
        # A drawing without a size of its own is as large as what it draws.
        return _tight(_shot(root, view, RENDERED_PX) if view[2] and view[3] else _render(svg, RENDERED_PX))
    pixels = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None:
        raise ValueError(f"{path} is no picture")
    if pixels.ndim == 2 or pixels.shape[2] == 3:
        pixels = cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGRA if pixels.ndim == 2 else cv2.COLOR_BGR2BGRA)
    return np.asarray(pixels, np.uint8)


def _render(svg: str, width_px: int) -> Picture:
    import resvg_py  # part of the train extra: only the first rendering needs it

    coded = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width_px))
    return np.asarray(cv2.imdecode(np.frombuffer(coded, np.uint8), cv2.IMREAD_UNCHANGED), np.uint8)


def _tight(picture: Picture) -> Picture:
    """Cut a picture to where it is at least half opaque."""
    rows, columns = np.flatnonzero((picture[..., 3] > 127).any(1)), np.flatnonzero((picture[..., 3] > 127).any(0))
    if not len(rows):
        return picture
    return picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


class _Elements:
    """The named elements of one SVG, each rendered alone, with whatever definitions and clones it refers to."""

    def __init__(self, svg: str) -> None:
        self._root = ET.fromstring(svg)
        self._view = _view(self._root)
        self._named = {name: element for element in self._root.iter() if (name := element.get("id"))}
        self._parents = {child: parent for parent in self._root.iter() for child in parent}

    def picture(self, name: str) -> Picture:
        """Return an element's picture, cut to its edges.

        Raises:
            ValueError: if the SVG has no such element.
        """
        if name not in self._named:
            raise ValueError(f"no element {name!r}")
        alone = self._alone(name)
        x, y, wide, high = self._view
        # Some sheets leave cards outside their page.
        for view, fine in ((self._view, 1), ((x - 2 * wide, y - 2 * high, 5 * wide, 5 * high), 3)):
            coarse = _shot(alone, view, _COARSE_PX * fine)
            rows, columns = np.flatnonzero(coarse[..., 3].any(1)), np.flatnonzero(coarse[..., 3].any(0))
            within = (coarse.shape[0] - 1, coarse.shape[1] - 1)
            if len(rows) and rows[0] and columns[0] and rows[-1] < within[0] and columns[-1] < within[1]:
                scale = view[2] / coarse.shape[1]
                left, top = view[0] + (columns[0] - 2) * scale, view[1] + (rows[0] - 2) * scale
                size = ((columns[-1] - columns[0] + 5) * scale, (rows[-1] - rows[0] + 5) * scale)
                return _tight(_shot(alone, (left, top, *size), round(RENDERED_PX * 1.1)))
        raise ValueError(f"element {name!r} draws nothing")

    def _alone(self, name: str) -> ET.Element:
        """Return an SVG that draws one element within copies of the groups about it."""
        root = ET.Element(f"{{{_SVG}}}svg")
        definitions = ET.SubElement(root, f"{{{_SVG}}}defs")
        definitions.extend(self._root.iter(f"{{{_SVG}}}style"))
        definitions.extend(self._needed(self._named[name]))
        groups, above = [], self._parents.get(self._named[name])
        while above is not None and above is not self._root:
            groups.append({key: value for key, value in above.attrib.items() if key in ("transform", "style")})
            above = self._parents.get(above)
        inner = root
        for attributes in reversed(groups):
            inner = ET.SubElement(inner, f"{{{_SVG}}}g", attributes)
        inner.append(self._named[name])
        return root

    def _needed(self, element: ET.Element) -> list[ET.Element]:
        """Return what an element refers to, and what that refers to."""
        own = {each.get("id") for each in element.iter()}
        needed: dict[str, ET.Element] = {}
        waiting = [element]
        while waiting:
            for each in waiting.pop().iter():
                for value in each.attrib.values():
                    for name in map("".join, _REFERENCE.findall(value)):
                        if name in self._named and name not in needed and name not in own:
                            needed[name] = self._named[name]
                            waiting.append(needed[name])
        return list(needed.values())


def _shot(root: ET.Element, view: tuple[float, float, float, float], width_px: int) -> Picture:
    """Render a region of an SVG."""
    root.set("viewBox", " ".join(f"{value:.4f}" for value in view))
    root.set("width", str(width_px))
    root.set("height", str(max(1, round(width_px * view[3] / view[2]))))
    return _render(ET.tostring(root, encoding="unicode"), width_px)


def _view(root: ET.Element) -> tuple[float, float, float, float]:
    """Return the region an SVG shows, in its own units."""
    box = root.get("viewBox")
    if box:
        x, y, wide, high = (float(value) for value in box.replace(",", " ").split())
        return x, y, wide, high

    def length(text: str) -> float:
        number = text.rstrip("abcdefghijklmnopqrstuvwxyz%")
        return float(number) * _PX[text[len(number) :]]

    return 0.0, 0.0, length(root.get("width", "0")), length(root.get("height", "0"))
