"""Pictures on cards: two-headed court figures, jesters, ornaments, plain clutter. They teach what is no index."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.decks.printing import Colour, Paper, colour, hue

CLASSIC: tuple[Colour, ...] = ((35, 35, 200), (40, 200, 240), (170, 80, 20), (30, 30, 30), (240, 240, 245))
"""Red, yellow, blue, black and white, as on the English pattern."""

EDGE = 0.008
"""Breadth of the line about what is filled, in shares of the picture's width."""

Points = NDArray[np.float64]


class Canvas:
    """A picture drawn in shares of its own width and height, so that any size shows the same one."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        """Begin with a plain ground."""
        self.pixels: Paper = np.full((max(height, 4), max(width, 4), 3), ground, np.uint8)

    def _px(self, points: Points) -> NDArray[np.int32]:
        high, wide = self.pixels.shape[:2]
        return np.round(points * [wide, high] * 8).astype(np.int32)

    def fill(self, points: Points, ink: Colour, edge: Colour | None = None) -> None:
        """Fill an outline, with a line about it if asked for."""
        shape = self._px(points)
        cv2.fillPoly(self.pixels, [shape], ink, cv2.LINE_AA, 3)
        if edge is not None:
            self.line(points, edge, EDGE, closed=True)

    def line(self, points: Points, ink: Colour, breadth: float, *, closed: bool = False) -> None:
        """Draw a line of a breadth in shares of the width."""
        thick = max(1, round(breadth * self.pixels.shape[1]))
        cv2.polylines(self.pixels, [self._px(points)], closed, ink, thick, cv2.LINE_AA, 3)

    def disc(self, x: float, y: float, rx: float, ry: float, ink: Colour, edge: Colour | None = None) -> None:
        """Fill an ellipse."""
        turns = np.linspace(0, 2 * np.pi, 28, endpoint=False)
        self.fill(np.stack([x + rx * np.cos(turns), y + ry * np.sin(turns)], 1), ink, edge)


def palette(rng: np.random.Generator, ink: Colour, *, dark: bool) -> tuple[Colour, ...]:
    """Return the colours of a deck's pictures: the classic ones, its own ink in shades, or any."""
    kind = rng.random()
    shades = [hue(rng, (0.4, 1.0), (0.3, 1.0)) for _ in range(4)]
    if dark and kind < 0.7:
        foil = np.array(ink)
        return tuple(_as_colour(foil * share) for share in (1.0, 0.75, 0.5, 0.25, 0.9))
    if kind < 0.6:
        return CLASSIC
    return (*shades, (235, 235, 235))


def _as_colour(values: NDArray[np.float64]) -> Colour:
    b, g, r = (int(value) for value in np.clip(values, 0, 255))
    return (b, g, r)


def court(
    rng: np.random.Generator,
    width: int,
    height: int,
    colours: tuple[Colour, ...],
    ground: Colour,
    *,
    ornate: bool = False,
) -> tuple[Paper, bool]:
    """Return a picture for a jack, queen or king, the same upside down, and whether it should stand in a frame."""
    kind = rng.random()
    figures, shapes = (0.45, 0.65) if ornate else (0.68, 0.84)
    if kind < figures:
        return mirrored(two_headed(rng, width, height, colours, ground)), True
    if kind < shapes:
        return clutter(rng, width, height, colours, ground), True
    ink = colours[int(rng.integers(len(colours)))] if ornate and rng.random() < 0.3 else colours[0]
    return ornament(rng, width, height, ink, ground), False


def mirrored(picture: Paper) -> Paper:
    """Return the picture with its lower half made the upper one turned."""
    out = picture.copy()
    half = len(out) // 2
    out[len(out) - half :] = out[:half][::-1, ::-1]
    return out


def two_headed(rng: np.random.Generator, width: int, height: int, colours: tuple[Colour, ...], ground: Colour) -> Paper:
    """Return a crowned figure in patterned robes in the upper half of a picture."""
    canvas = Canvas(width, height, ground)
    line = colours[3] if rng.random() < 0.7 else colour(rng, 0, 80)
    skin = ground if rng.random() < 0.5 else (170, 200, 235)
    x, y = rng.uniform(0.38, 0.62), rng.uniform(0.19, 0.25)
    robe = np.array([(x - 0.12, y + 0.08), (x + 0.12, y + 0.08), (1.0, y + 0.18), (1.0, 0.52), (0, 0.52), (0, y + 0.2)])
    canvas.fill(robe, colours[0], line)
    _bands(rng, canvas, robe, colours, line)
    hair = colours[int(rng.integers(len(colours)))]
    canvas.disc(x, y + 0.01, rng.uniform(0.16, 0.22), 0.11, hair, line)
    canvas.disc(x, y, rng.uniform(0.1, 0.14), 0.085, skin, line)
    for side in (-1, 1):
        canvas.disc(x + side * 0.045, y - 0.015, 0.018, 0.008, line)
    canvas.line(np.array([(x, y - 0.01), (x + 0.02, y + 0.025), (x - 0.01, y + 0.03)]), line, 0.008)
    if rng.random() < 0.5:
        canvas.fill(np.array([(x - 0.1, y + 0.04), (x + 0.1, y + 0.04), (x, y + 0.15)]), hair, line)
    spikes = int(rng.integers(2, 5))
    rim, top = y - 0.075, y - rng.uniform(0.13, 0.17)
    zigzag = [
        (x - 0.16 + 0.32 * k / (2 * spikes), top if k % 2 == 0 else (rim + top) / 2) for k in range(2 * spikes + 1)
    ]
    crown = np.array([(x - 0.14, rim), *zigzag, (x + 0.14, rim)])
    canvas.fill(crown, colours[1], line)
    pole = rng.uniform(0.1, 0.9)
    canvas.line(np.array([(pole, 0.02), (1 - pole if rng.random() < 0.3 else pole, 0.52)]), colours[1], 0.04)
    canvas.disc(pole, rng.uniform(0.3, 0.42), 0.05, 0.03, skin, line)
    return canvas.pixels


def _bands(rng: np.random.Generator, canvas: Canvas, robe: Points, colours: tuple[Colour, ...], line: Colour) -> None:
    """Lay patterned bands over a robe."""
    patterned = Canvas(canvas.pixels.shape[1], canvas.pixels.shape[0], colours[0])
    lean = rng.uniform(-0.4, 0.4)
    start = 0.0
    while start < 1.2:
        wide = rng.uniform(0.04, 0.16)
        ink = colours[int(rng.integers(len(colours)))]
        band = np.array([(start, 0.2), (start + wide, 0.2), (start + wide + lean, 0.55), (start + lean, 0.55)])
        patterned.fill(band, ink, line)
        dots = colours[int(rng.integers(len(colours)))]
        for t in np.linspace(0.05, 0.95, int(rng.integers(4, 12))):
            patterned.disc(start + wide / 2 + lean * t, 0.2 + 0.35 * t, wide * 0.25, wide * 0.12, dots)
        start += wide
    inside = np.zeros(canvas.pixels.shape[:2], np.uint8)
    high, wide_px = canvas.pixels.shape[:2]
    cv2.fillPoly(inside, [np.round(robe * [wide_px, high]).astype(np.int32)], 1)
    canvas.pixels[inside > 0] = patterned.pixels[inside > 0]


def jester(rng: np.random.Generator, width: int, height: int, colours: tuple[Colour, ...], ground: Colour) -> Paper:
    """Return a figure in a cap with bells."""
    canvas = Canvas(width, height, ground)
    line = colours[3]
    lean = rng.uniform(-0.08, 0.08)
    for k in range(6):
        left, right = 0.15 + 0.117 * k, 0.15 + 0.117 * (k + 1)
        panel = np.array(
            [(0.5 + (left - 0.5) * 0.4, 0.45), (0.5 + (right - 0.5) * 0.4, 0.45), (right, 0.97), (left, 0.97)]
        )
        canvas.fill(panel, colours[k % 2 + (0 if rng.random() < 0.8 else 2)], line)
    for side in (-1, 1):
        arm = [(0.5, 0.5), (0.5 + side * rng.uniform(0.25, 0.42), rng.uniform(0.3, 0.7))]
        canvas.line(np.array(arm), colours[int(rng.integers(3))], 0.09)
        canvas.disc(*arm[1], 0.05, 0.035, (170, 200, 235), line)
    for k in range(7):
        x = 0.26 + 0.08 * k
        canvas.fill(np.array([(x - 0.05, 0.43), (x + 0.05, 0.43), (x, 0.52)]), colours[k % 3], line)
    canvas.disc(0.5 + lean, 0.33, 0.13, 0.11, (190, 215, 240), line)
    for tip, ink in ((-0.36, 0), (0.0, 1), (0.36, 2)):
        end = (0.5 + lean + tip + rng.uniform(-0.05, 0.05), 0.08 + abs(tip) * rng.uniform(0.2, 0.6))
        cap = np.array(
            [(0.5 + lean - 0.14 + max(tip, 0) * 0.5, 0.27), (0.5 + lean + 0.14 + min(tip, 0) * 0.5, 0.27), end]
        )
        canvas.fill(cap, colours[ink], line)
        canvas.disc(*end, 0.035, 0.026, colours[1], line)
    for side in (-1, 1):
        canvas.disc(0.5 + lean + side * 0.05, 0.31, 0.02, 0.014, line)
    canvas.line(np.array([(0.44 + lean, 0.37), (0.5 + lean, 0.4), (0.56 + lean, 0.37)]), line, 0.012)
    return canvas.pixels


def ornament(rng: np.random.Generator, width: int, height: int, ink: Colour, ground: Colour) -> Paper:
    """Return scrollwork in one ink, the same left and right and upside down."""
    canvas = Canvas(max(width // 2, 4), max(height // 2, 4), ground)
    for _ in range(int(rng.integers(6, 22))):
        x, y, radius, turns = rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0.05, 0.4), rng.uniform(0.6, 2.2)
        t = np.linspace(0, 1, 40)
        angle = rng.uniform(0, 2 * np.pi) + t * turns * 2 * np.pi * rng.choice((-1, 1))
        reach = radius * (1 - t * rng.uniform(0.3, 0.95))
        canvas.line(
            np.stack([x + reach * np.cos(angle), y + reach * np.sin(angle)], 1), ink, float(rng.uniform(0.01, 0.04))
        )
    quarter = canvas.pixels
    upper = np.hstack([quarter, quarter[:, ::-1]])
    whole = np.vstack([upper, upper[::-1]])
    return np.asarray(cv2.resize(whole, (max(width, 4), max(height, 4)), interpolation=cv2.INTER_AREA), np.uint8)


def clutter(rng: np.random.Generator, width: int, height: int, colours: tuple[Colour, ...], ground: Colour) -> Paper:
    """Return shapes strewn about, the same upside down."""
    canvas = Canvas(width, height, ground)
    draws: tuple[Callable[[Points, Colour], None], ...] = (
        lambda at, ink: canvas.line(at[:2], ink, float(rng.uniform(0.01, 0.05))),
        lambda at, ink: canvas.disc(at[0, 0], at[0, 1], 0.03 + 0.15 * at[1, 0], 0.02 + 0.1 * at[1, 0], ink),
        lambda at, ink: canvas.fill(at, ink),
    )
    for _ in range(int(rng.integers(12, 50))):
        draws[int(rng.integers(3))](rng.random((3, 2)), colours[int(rng.integers(len(colours)))])
    return mirrored(canvas.pixels)
