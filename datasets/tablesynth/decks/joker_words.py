"""Joker marks that are one line of letters: plain, arched, dancing, on a plate, with stars and moons about it."""

from dataclasses import replace

import cv2
import numpy as np

from tablesynth.decks.lettering import Mask, arched, text, tight
from tablesynth.decks.pips import star
from tablesynth.decks.printing import Colour, Stamp, contrast, hue
from tablesynth.decks.style import DeckStyle


def lined(rng: np.random.Generator, style: DeckStyle, kind: str, word: str, ink: Colour) -> list[Stamp]:
    """Draw a mark that is one line of letters."""
    width = style.width
    size, narrow = rng.uniform(0.08, 0.19), rng.uniform(0.28, 0.66)
    match kind:
        case "arched":
            bend = rng.uniform((-0.5, -0.12), (0.5, 0.12))
            return [Stamp(arched(word, style.face, size * width, narrow * width, *bend), 0, 0, ink)]
        case "starred word":
            return _starred(rng, style, style.word(word, size, narrow), ink)
        case "clustered word":
            line = style.word(word, size, narrow) if rng.random() < 0.6 else _dancing(rng, style, word, size, narrow)
            return _clustered(rng, style, line, ink)
        case "flanked word":
            line = style.word(word, size, min(narrow, 0.45))
            little = star(line.shape[0] * rng.uniform(0.5, 1.0))
            y, x = (line.shape[0] - little.shape[0]) // 2, little.shape[1] + style.px(0.015)
            after = x + line.shape[1] + style.px(0.015)
            return [Stamp(little, 0, y, ink), Stamp(line, x, 0, ink), Stamp(little, after, y, ink)]
        case "dancing word":
            return [Stamp(_dancing(rng, style, word, size, narrow), 0, 0, ink)]
        case "capital word":
            first, rest = style.word("J", size * 1.5, 0.3), style.word(word[1:], size * 0.9, narrow * 0.8)
            # The capital hangs below the line or stands on it.
            foot = round(first.shape[0] * rng.uniform(0.75, 1.0)) - rest.shape[0]
            return [Stamp(first, 0, 0, ink), Stamp(rest, first.shape[1] + style.px(0.008), max(0, foot), ink)]
        case "motley word":
            return _motley_line(rng, style, word, size * width, narrow)
        case "plate":
            return plate(style.word(word, size * 0.8, narrow), style.px(0.02), style.stock, ink)
        case _:
            return [Stamp(style.word(word, size, narrow), 0, 0, ink)]


def _dancing(rng: np.random.Generator, style: DeckStyle, word: str, size: float, most: float) -> Mask:
    """Return a word whose letters lean, grow and hop each on its own."""
    high = max(8.0, size * style.width)
    lean, hop, grow = rng.uniform(2, 22), rng.uniform(0, 0.3), rng.uniform(0, 0.3)
    letters = []
    for letter in word:
        mask = text(letter, style.face, high * (1 + grow * rng.uniform(-1, 1)))
        mask = np.pad(mask, round(high * 0.3))
        middle = (mask.shape[1] / 2, mask.shape[0] / 2)
        turned = cv2.getRotationMatrix2D(middle, float(rng.uniform(-lean, lean)), 1)
        letters.append(tight(np.asarray(cv2.warpAffine(mask, turned, mask.shape[::-1]), np.uint8)))
    tall, gap = max(letter.shape[0] for letter in letters), round(high * rng.uniform(-0.06, 0.16))
    out = np.zeros((round(tall + 2 * hop * high) + 2, sum(m.shape[1] + abs(gap) for m in letters) + 2), np.uint8)
    x = 0
    for mask in letters:
        y = round((out.shape[0] - mask.shape[0]) * rng.uniform(0.5 - hop, 0.5 + hop))
        part = out[y : y + mask.shape[0], x : x + mask.shape[1]]
        np.maximum(part, mask, out=part)
        x = max(0, x + mask.shape[1] + gap)
    line = tight(out)
    if line.shape[1] <= most * style.width:
        return line
    size_px = (round(most * style.width), max(4, round(line.shape[0] * most * style.width / line.shape[1])))
    return np.asarray(cv2.resize(line, size_px, interpolation=cv2.INTER_AREA), np.uint8)


def _starred(rng: np.random.Generator, style: DeckStyle, letters: Mask, ink: Colour) -> list[Stamp]:
    """Set one to five small stars and moons before, under or about a word, now and then each in a colour of its own."""
    side, high = rng.integers(3), letters.shape[0]
    inks = _bright(rng, style, ink)
    stamps: list[Stamp] = []
    x = 0 if side else style.px(0.01)
    for _ in range(int(rng.integers(1, 6))):
        little = _little(rng, high * rng.uniform(0.35, 0.9))
        y = round(rng.uniform(0, high - little.shape[0])) if side == 0 else high + round(rng.uniform(0, 0.6) * high)
        stamps.append(Stamp(little, x, max(0, y), inks[int(rng.integers(len(inks)))]))
        x += round(little.shape[1] * rng.uniform(0.55, 1.2))
        if x > 0.3 * style.width:
            break
    # Before the word, the stars push it aside; under it they lie below its first letters.
    before = max(each.x + each.mask.shape[1] for each in stamps) + style.px(0.01) if side == 0 else 0
    return [Stamp(letters, before, 0, ink), *stamps]


def _clustered(rng: np.random.Generator, style: DeckStyle, letters: Mask, ink: Colour) -> list[Stamp]:
    """Set a cluster of stars and moons before or after a word, some over its head and some under its foot."""
    high = letters.shape[0]
    inks = _bright(rng, style, ink)
    beyond = rng.uniform(0.0, 0.45) * high
    reach = rng.uniform(0.5, 1.3) * high
    after = rng.random() < 0.15
    edge = letters.shape[1] if after else 0
    placed: list[tuple[Mask, float, float]] = []
    for _ in range(int(rng.integers(2, 6))):
        little = _little(rng, high * rng.uniform(0.3, 0.75))
        x = edge + rng.uniform(0, reach) * (1 if after else -1) - little.shape[1] / 2
        y = rng.uniform(-beyond, high + beyond) - little.shape[0] / 2
        if all(np.hypot(x - a, y - b) > 0.35 * high for _, a, b in placed):
            placed.append((little, x, y))
    left, top = min(0.0, *(x for _, x, _ in placed), 0.0), min(0.0, *(y for *_, y in placed), 0.0)
    stamps = [Stamp(letters, round(-left), round(-top), ink)]
    for little, x, y in placed:
        stamps.append(Stamp(little, round(x - left), round(y - top), inks[int(rng.integers(len(inks)))]))
    return stamps


def _bright(rng: np.random.Generator, style: DeckStyle, ink: Colour) -> list[Colour]:
    """Return what small stars are printed in: the word's ink, one colour of their own, or several."""
    kind = rng.random()
    if kind < 0.35:
        return [ink]
    if kind < 0.6:
        # Gold, as stars often are, or any hue.
        own = (30, 150, 225) if rng.random() < 0.5 else hue(rng, (0.5, 1.0), (0.4, 1.0))
        return [own if contrast(own, style.stock) > 0.2 else ink]
    bright = (style.red, style.black, *style.colours[:2])
    return [each for each in bright if contrast(each, style.stock) > 0.25] or [ink]


def _little(rng: np.random.Generator, size: float) -> Mask:
    """Return a small star, leaning, or a crescent."""
    if rng.random() < 0.3:
        return _moon(round(size))
    shape = np.pad(star(max(4.0, size), int(rng.choice((4, 5, 5, 5, 6))), float(rng.uniform(0.35, 0.5))), 2)
    turned = cv2.getRotationMatrix2D((shape.shape[1] / 2, shape.shape[0] / 2), float(rng.uniform(-25, 25)), 1)
    return tight(np.asarray(cv2.warpAffine(shape, turned, shape.shape[::-1]), np.uint8))


def _moon(size: int) -> Mask:
    """Return a crescent."""
    size = max(4, size)
    mask = np.zeros((size, size), np.uint8)
    cv2.circle(mask, (size // 2, size // 2), size // 2 - 1, 255, -1, cv2.LINE_AA)
    cv2.circle(mask, (round(size * 0.72), round(size * 0.4)), round(size * 0.4), 0, -1, cv2.LINE_AA)
    return mask


def _motley_line(rng: np.random.Generator, style: DeckStyle, word: str, high: float, most: float) -> list[Stamp]:
    """Set a line of letters each in its own colour."""
    inks = inks_of(style)
    narrow = replace(style.face, stretch=style.face.stretch * 0.85)
    high = min(high, most * style.width / (0.7 * len(word)))
    masks = [text(each, narrow, high) for each in word.upper()]
    low = max(mask.shape[0] for mask in masks)
    stamps, x = [], 0
    for mask in masks:
        stamps.append(Stamp(mask, x, low - mask.shape[0], inks[int(rng.integers(len(inks)))]))
        x += mask.shape[1] + max(1, round(high * 0.1))
    return stamps


def plate(letters: Mask, edge: int, stock: Colour, ink: Colour) -> list[Stamp]:
    """Set letters in the colour of the stock upon a plate of ink."""
    edge = max(1, edge)
    ground = np.full((letters.shape[0] + 2 * edge, letters.shape[1] + 2 * edge), 255, np.uint8)
    return [Stamp(ground, 0, 0, ink), Stamp(letters, edge, edge, stock)]


def inks_of(style: DeckStyle) -> list[Colour]:
    """Return the inks of a motley mark's letters."""
    return [style.red, style.black, *[each for each in style.colours[:3] if style.dark or min(each) < 120]]
