"""Card backs: plain, lattice, dots, stripes, scrollwork or figures, mostly in one colour with a light border."""

import cv2
import numpy as np

from tablesynth.decks.pictures import Canvas, clutter, ornament
from tablesynth.decks.printing import Colour, Paper, hue

USUAL: tuple[Colour, ...] = ((45, 35, 175), (150, 60, 25), (60, 40, 200), (120, 45, 15), (30, 30, 30), (60, 100, 20))
"""Reds, blues, black and green, as most backs are."""


def back(rng: np.random.Generator, height: int, width: int) -> Paper:
    """Return a card back of a size."""
    ground: Colour = USUAL[int(rng.integers(len(USUAL)))] if rng.random() < 0.55 else hue(rng, (0.1, 1), (0.15, 1))
    ink: Colour = (245, 245, 245) if rng.random() < 0.6 else hue(rng, (0.2, 1), (0.2, 1))
    if rng.random() < 0.2:
        ground, ink = ink, ground
    paper = _pattern(rng, height, width, ground, ink)
    if rng.random() < 0.3:
        middle = Canvas(width, height, ground)
        middle.pixels = paper
        middle.disc(0.5, 0.5, 0.2, 0.2 * width / height, ground, ink)
        middle.disc(0.5, 0.5, 0.1, 0.1 * width / height, ink)
    if rng.random() < 0.75:
        rim: Colour = (248, 248, 248) if rng.random() < 0.75 else ink
        _frame(paper, 0.0, float(rng.uniform(0.025, 0.09)), rim)
        if rng.random() < 0.4:
            _frame(paper, 0.11, 0.012, ink)
    return paper


def _pattern(rng: np.random.Generator, height: int, width: int, ground: Colour, ink: Colour) -> Paper:
    canvas = Canvas(width, height, ground)
    step, kind = float(rng.uniform(0.03, 0.14)), int(rng.integers(7))
    tall = height / width
    if kind == 0:
        for start in np.arange(-tall, 1, step):
            canvas.line(np.array([(start, 0), (start + tall, 1)]), ink, step / 6)
            canvas.line(np.array([(start + tall, 0), (start, 1)]), ink, step / 6)
    elif kind == 1:
        for row, y in enumerate(np.arange(step / 2, tall, step)):
            for x in np.arange(step / 2 * (row % 2), 1, step):
                canvas.disc(x, y / tall, step / 3, step / 3 / tall, ink)
    elif kind == 2:
        for y in np.arange(0, tall, step):
            canvas.fill(np.array([(0, y), (1, y), (1, y + step / 2), (0, y + step / 2)]) / [1, tall], ink)
    elif kind == 3:
        shades = tuple(hue(rng, (0.2, 1), (0.2, 1)) for _ in range(3))
        return clutter(rng, width, height, (ink, *shades), ground)
    elif kind == 4:
        share = np.linspace(0, 1, height)[:, None, None]
        canvas.pixels[:] = (np.array(ground) * (1 - share) + np.array(ink) * share).astype(np.uint8)
    elif kind == 5:
        return ornament(rng, width, height, ink, ground)
    return canvas.pixels


def _frame(paper: Paper, inset: float, breadth: float, ink: Colour) -> None:
    """Draw a frame of a breadth at an inset, both in card widths."""
    height, width = paper.shape[:2]
    outer, thick = round(inset * width), max(1, round(breadth * width))
    ring = np.zeros((height, width), bool)
    ring[outer : height - outer, outer : width - outer] = True
    inner = outer + thick
    ring[inner : height - inner, inner : width - inner] = False
    paper[ring] = ink


def foil(rng: np.random.Generator, paper: Paper) -> None:
    """Let whatever is light on a dark card gleam unevenly, as gold and silver foil does."""
    height, width = paper.shape[:2]
    y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    angle, waves, start = rng.uniform(0, np.pi), rng.uniform(1, 6), rng.uniform(0, 7)
    gleam = rng.uniform(0.1, 0.4) * np.sin(start + waves * 2 * np.pi * (x * np.cos(angle) + y * np.sin(angle)))
    light = cv2.cvtColor(paper, cv2.COLOR_BGR2GRAY).astype(np.float32) / 255
    paper[:] = np.clip(paper * (1 + gleam * light)[..., None], 0, 255).astype(np.uint8)
