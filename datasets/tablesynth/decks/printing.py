"""Printing on card stock: masks in ink, corner indices on two or four corners, figures and backs."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.art import Box, IndexArt
from tablesynth.decks.lettering import Mask
from vision.corners import CornerKind

Colour = tuple[int, int, int]
"""BGR."""

Paper = NDArray[np.uint8]
"""(H, W, 3) uint8 BGR, written to while a card is printed."""


@dataclass(frozen=True)
class Stamp:
    """A mask to print in a corner: its place from the corner mark's top left, px, and whether it is the rank."""

    mask: Mask
    x: int
    y: int
    ink: Colour
    is_rank: bool = True


def colour(rng: np.random.Generator, low: int = 0, high: int = 256) -> Colour:
    """Return a random colour with channels in [low, high)."""
    b, g, r = (int(value) for value in rng.integers(low, high, 3))
    return (b, g, r)


def stamp(paper: Paper, mask: Mask, x: int, y: int, ink: Colour) -> Box | None:
    """Print a mask with its top left at x, y; return its box, cut to the paper, or None if it lies outside."""
    height, width = paper.shape[:2]
    x1, y1, x2, y2 = max(x, 0), max(y, 0), min(x + mask.shape[1], width), min(y + mask.shape[0], height)
    if x2 <= x1 or y2 <= y1:
        return None
    share = (mask[y1 - y : y2 - y, x1 - x : x2 - x].astype(np.float32) / 255)[..., None]
    under = paper[y1:y2, x1:x2]
    paper[y1:y2, x1:x2] = (under * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)
    return (float(x1), float(y1), float(x2), float(y2))


def stamp_centred(paper: Paper, mask: Mask, across: float, down: float, ink: Colour) -> None:
    """Print a mask centred at shares of the card's width and height."""
    x, y = int(across * paper.shape[1] - mask.shape[1] / 2), int(down * paper.shape[0] - mask.shape[0] / 2)
    stamp(paper, mask, x, y, ink)


def half_turn(box: Box, paper: Paper) -> Box:
    """Return where a box comes to lie when the card is turned upside down."""
    height, width = paper.shape[:2]
    return (width - box[2], height - box[3], width - box[0], height - box[1])


def print_indices(
    paper: Paper, stamps: list[Stamp], margin: tuple[int, int], kind: CornerKind, *, four: bool
) -> tuple[IndexArt, ...]:
    """Print a corner mark at the top left and, turned, at the bottom right; with ``four`` in the other corners too."""
    wide = max(part.x + part.mask.shape[1] for part in stamps)
    lefts = [(0, margin[0])] + ([(1, paper.shape[1] - margin[0] - wide)] if four else [])
    placed: list[tuple[int, Box | None, Box | None]] = []
    for upside_down in (False, True):
        page = np.ascontiguousarray(paper[::-1, ::-1]) if upside_down else paper
        for corner, left in lefts:
            rank: Box | None = None
            pip: Box | None = None
            for part in stamps:
                box = stamp(page, part.mask, left + part.x, margin[1] + part.y, part.ink)
                if part.is_rank and box is not None:
                    rank = hull(rank, box)
                elif box is not None:
                    pip = box
            if not upside_down:
                placed.append((corner, rank, pip))
        if upside_down:
            paper[:] = page[::-1, ::-1]
    indices = []
    for corner, rank, pip in placed:
        if rank is None:
            continue
        indices.append(IndexArt(kind, corner, False, rank, pip))
        turned_pip = None if pip is None else half_turn(pip, paper)
        indices.append(IndexArt(kind, corner + 2, True, half_turn(rank, paper), turned_pip))
    return tuple(indices)


def hull(box: Box | None, other: Box) -> Box:
    """Return the smallest box that holds both."""
    if box is None:
        return other
    return (min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3]))


def figure(rng: np.random.Generator, width: int, height: int) -> Paper:
    """Return a cluttered picture that is the same upside down, as court cards are."""
    paper = np.full((height, width, 3), colour(rng, 120), np.uint8)
    for _ in range(int(rng.integers(15, 60))):
        ink, shape = colour(rng), rng.integers(4)
        x, y, x2, y2 = (int(value) for value in rng.integers(0, [width, height, width, height]))
        if shape == 0:
            cv2.line(paper, (x, y), (x2, y2), ink, int(rng.integers(1, max(3, width // 25))), cv2.LINE_AA)
        elif shape == 1:
            cv2.circle(
                paper, (x, y), int(rng.integers(2, max(4, width // 5))), ink, int(rng.choice((-1, 2))), cv2.LINE_AA
            )
        elif shape == 2:
            cv2.rectangle(paper, (x, y), (x + width // 6, y + height // 8), ink, -1)
        else:
            cv2.fillPoly(paper, [rng.integers(0, [width, height], (3, 2)).astype(np.int32)], ink, cv2.LINE_AA)
    half = height // 2
    paper[height - half :] = paper[:half][::-1, ::-1]
    return paper


def back(rng: np.random.Generator, height: int, width: int) -> Paper:
    """Return a card back: plain, lattice, dots, stripes or figures, mostly with a light border."""
    paper = np.full((height, width, 3), colour(rng), np.uint8)
    ink, pattern, step = colour(rng), rng.integers(5), int(rng.integers(6, 30))
    if pattern == 0:
        for x in range(-height, width, step):
            cv2.line(paper, (x, 0), (x + height, height), ink, 2, cv2.LINE_AA)
            cv2.line(paper, (x + height, 0), (x, height), ink, 2, cv2.LINE_AA)
    elif pattern == 1:
        for y in range(0, height, step):
            for x in range(0, width, step):
                cv2.circle(paper, (x, y), step // 3, ink, -1, cv2.LINE_AA)
    elif pattern == 2:
        paper[:] = figure(rng, width, height)
    elif pattern == 3:
        for y in range(0, height, step * 2):
            cv2.rectangle(paper, (0, y), (width, y + step), ink, -1)
    if rng.random() < 0.6:
        rim = (250, 250, 250) if rng.random() < 0.8 else ink
        cv2.rectangle(paper, (0, 0), (width - 1, height - 1), rim, int(width * rng.uniform(0.06, 0.16)))
    return paper


def outline(height: int, width: int, radius: int) -> Mask:
    """Return the alpha of a card with rounded corners."""
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask
