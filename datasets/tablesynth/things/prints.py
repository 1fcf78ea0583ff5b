"""Things with print that is no card's: boxes, pages, keyboards, screens, bottles, shirts, score sheets, lone letters.

They teach what is no index and no joker. Type is that of the split.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tablesynth.decks.lettering import Type, arched, draw_type, font, plain_text, text
from tablesynth.decks.pips import star
from tablesynth.decks.printing import hue, stamp, stamp_centred
from tablesynth.things.clutter import Bgr, Pixels, Thing

WORDS = (
    *("POKER", "JOYFUL", "BOX", "BAKER", "BROKER", "MAKER", "SMOKE", "JOY", "JOURNAL", "JUNGLE", "JOGGER", "YOKE"),
    *("JELLY", "HOLLY", "Jockey", "Rocker", "Poker", "Token", "Jersey", "Keeper", "Locker", "COOKIE", "OKRA", "KIOSK"),
    *("CLASSIC", "PREMIUM", "CRUNCHY", "FLAKES", "Muesli", "FAMILY GAME", "DELUXE", "ORIGINAL", "QUALITY", "WORLD"),
    *("BRIDGE", "RUMMY", "CANASTA", "STAR", "NEW", "Honey & Nut", "Tea", "Coffee", "Kitchen", "SALE", "NEWS", "Sport"),
    *("2-6 PLAYERS", "AGES 8+", "500 g", "100 %", "No. 9", "52 CARDS", "75 cl", "XL", "A4", "Q & A", "K2", "10 x 20"),
)

_SYLLABLES = ("jo", "ke", "ro", "ka", "li", "ner", "mo", "ver", "ta", "sol", "qui", "an", "ex", "bri", "jun", "kor")

_KEY_ROWS = ("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")


def draw_print(rng: np.random.Generator, split: str) -> Thing:
    """Draw a printed thing."""
    kinds = list(PRINTED)
    kind = kinds[int(rng.choice(len(kinds), p=np.array(list(PRINTED.values()))))]
    return kind(rng, draw_type(rng, split))


def box(rng: np.random.Generator, face: Type) -> Thing:
    """A box of cereal, of a board game or of cards: a big word, small ones, stars, stripes."""
    high = int(rng.integers(300, 620))
    pixels, ink = _ground(rng, high, int(high * rng.uniform(0.55, 1.5)))
    wide = pixels.shape[1]
    for _ in range(int(rng.integers(0, 4))):
        corner, size = rng.integers(0, (wide, high)), rng.integers(20, (wide // 2 + 21, high // 2 + 21))
        cv2.rectangle(pixels, _at(corner), _at(corner + size), hue(rng, (0.1, 1), (0.2, 1)), -1)
    if rng.random() < 0.5:
        cv2.circle(pixels, _at(rng.integers(0, (wide, high))), int(rng.uniform(0.1, 0.4) * high), _vivid(rng), -1)
    for _ in range(int(rng.integers(0, 5))):
        _set_star(rng, pixels, high * rng.uniform(0.03, 0.2), _vivid(rng))
    most = wide * rng.uniform(0.5, 0.95)
    main = rng.uniform(0.08, 0.3) * high
    words = _word(rng)
    letters = arched(words, face, main, most, 0.4, 0.1) if rng.random() < 0.2 else text(words, face, main, most)
    stamp_centred(pixels, letters, 0.5, rng.uniform(0.12, 0.6), ink)
    for _ in range(int(rng.integers(1, 7))):
        small = plain_text(_word(rng), face, rng.uniform(0.02, 0.09) * high, wide * 0.6)
        if rng.random() < 0.15:
            small = np.ascontiguousarray(np.rot90(small))
        stamp_centred(pixels, small, rng.uniform(0.1, 0.9), rng.uniform(0.05, 0.97), ink)
    return Thing(_opaque(pixels), float(rng.uniform(0.9, 5.0)), tall=bool(rng.random() < 0.5))


def page(rng: np.random.Generator, face: Type) -> Thing:
    """A page of a magazine, a newspaper or a book: headlines, columns, a picture."""
    high, wide = int(rng.integers(420, 640)), int(rng.integers(340, 620))
    paper = tuple(int(v) for v in rng.integers(205, 256) - rng.integers(0, 18, 3))
    sheet = Image.new("RGB", (wide, high), paper)
    pen = ImageDraw.Draw(sheet)
    columns = int(rng.integers(1, 5))
    size = int(rng.integers(7, 16))
    ink = tuple(int(v) for v in rng.integers(0, 90, 3))
    body = font(face.path, size)
    across = (wide - 20) // columns
    top = int(rng.uniform(0.05, 0.3) * high)
    letters = max(4, int(across / (size * 0.55)))
    # Lines are dear: a few are set, and stand again and again.
    step = round(size * 1.35)
    for line in range(6):
        pen.text((12, top + line * step), _babble(rng, letters), font=body, fill=ink)
    pixels = np.asarray(sheet)[..., ::-1].copy()
    story = pixels[top : top + 6 * step, : 12 + across - size]
    for y in range(top, high, 6 * step):
        part = story[: high - y]
        for column in range(columns):
            x = column * across
            pixels[y : y + len(part), x : x + part.shape[1]] = part[:, : wide - x]
    for _ in range(int(rng.integers(0, 3))):
        corner, extent = rng.integers(0, (wide, high)), rng.integers(30, (wide // 2, high // 2))
        cv2.rectangle(pixels, _at(corner), _at(corner + extent), _vivid(rng), -1)
    for _ in range(int(rng.integers(1, 4))):
        head = text(_word(rng), face, rng.uniform(0.025, 0.16) * high, wide * 0.9)
        stamp(pixels, head, int(rng.integers(4, wide // 2)), int(rng.integers(2, high - 20)), _dark(rng))
    return Thing(_opaque(pixels), float(rng.uniform(2.0, 6.0)))


def keyboard(rng: np.random.Generator, face: Type) -> Thing:
    """A computer's keyboard, or a laptop: rows of keys, each row a little to the right of the last."""
    cell, rows = 44, [*_KEY_ROWS]
    dark = rng.random() < 0.65
    body = int(rng.integers(5, 70)) if dark else int(rng.integers(120, 245))
    key = int(np.clip(body + rng.integers(-25, 30), 0, 255))
    pixels = np.full((cell * (len(rows) + 2), cell * 13, 3), body, np.uint8)
    ink = (235, 235, 235) if key < 110 else (30, 30, 30)
    if rng.random() < 0.2:
        ink = _vivid(rng)
    high = rng.uniform(0.22, 0.45) * cell
    for down, row in enumerate(rows):
        x = cell * (0.6 + 0.35 * down)
        for letter in f"{row}{'.,-;+#'[: int(rng.integers(1, 4))]}":
            corner = (round(x), round(cell * (down + 0.6)))
            end = (corner[0] + cell - 6, corner[1] + cell - 6)
            cv2.rectangle(pixels, corner, end, (key, key, key), -1)
            mask = plain_text(letter, face, high if letter.isalnum() else high / 2, cell * 0.6)
            stamp(pixels, mask, corner[0] + 6, corner[1] + 6, ink)
            x += cell
    cv2.rectangle(pixels, (3 * cell, round(4.7 * cell)), (8 * cell, round(5.5 * cell)), (key, key, key), -1)
    return Thing(_opaque(pixels), float(rng.uniform(2.8, 6.5)))


def screen(rng: np.random.Generator, face: Type) -> Thing:
    """A phone or tablet that shows a list, a clock, a score."""
    high, wide = (520, 250) if rng.random() < 0.7 else (400, 560)
    pixels = np.full((high, wide, 3), _grey(rng, 5, 60), np.uint8)
    ground = _grey(rng, 225, 256) if rng.random() < 0.6 else _grey(rng, 5, 50)
    ink = (25, 25, 25) if ground[0] > 120 else (235, 235, 235)
    view = np.full((high - 32, wide - 24, 3), ground, np.uint8)
    view[: int(rng.integers(20, 80))] = _vivid(rng)
    step = int(rng.integers(26, 70))
    for y in range(90, view.shape[0] - step, step):
        if rng.random() < 0.4:
            cv2.circle(view, (24, y + step // 3), step // 3, _vivid(rng), -1, cv2.LINE_AA)
        line = _number(rng) if rng.random() < 0.35 else _word(rng)
        stamp(view, plain_text(line, face, step * rng.uniform(0.2, 0.5), wide * 0.6), 48, y, ink)
        if rng.random() < 0.4:
            stamp(view, plain_text(_number(rng), face, step * 0.35, 60), wide - 90, y, ink)
    if rng.random() < 0.4:
        clock = plain_text(f"{rng.integers(24)}:{rng.integers(10, 60)}", face, rng.uniform(20, 60), wide * 0.8)
        stamp_centred(view, clock, 0.5, rng.uniform(0.1, 0.4), ink)
    pixels[16 : high - 16, 12 : wide - 12] = view
    return Thing(_opaque(pixels), float(rng.uniform(1.1, 1.4) if high > wide else rng.uniform(2.5, 4.0)))


def bottle(rng: np.random.Generator, face: Type) -> Thing:
    """A bottle, can or jar that lies or stands by: a shining body with a label."""
    high, wide = int(rng.integers(480, 760)), int(rng.integers(180, 260))
    image = np.zeros((high, wide, 4), np.uint8)
    glass = np.array(_vivid(rng), np.float32) * rng.uniform(0.3, 1.0)
    x = np.linspace(-1, 1, wide, dtype=np.float32)
    shine = 0.55 + 0.45 * np.sqrt(1 - x**2 * 0.95) + 0.5 * np.exp(-((x + 0.4) ** 2) / 0.01)
    image[..., :3] = np.clip(glass * shine[None, :, None], 0, 255)
    neck = int(high * rng.uniform(0, 0.35))
    image[neck:, :, 3] = 255
    image[:neck, wide // 3 : wide - wide // 3, 3] = 255
    top, bottom = neck + int(0.15 * (high - neck)), high - int(0.12 * (high - neck))
    label = image[top:bottom, :, :3]
    label[...] = np.clip(np.array(_vivid(rng, pale=True), np.float32) * (0.4 + 0.6 * shine[None, :, None]), 0, 255)
    for _ in range(int(rng.integers(1, 6))):
        line = plain_text(_word(rng), face, rng.uniform(0.04, 0.18) * len(label), wide * 0.85)
        if rng.random() < 0.3:
            line = np.ascontiguousarray(np.rot90(line))
        stamp_centred(label, line, 0.5, rng.uniform(0.1, 0.9), _dark(rng))
    return Thing(image, float(rng.uniform(0.9, 1.8)), tall=True)


def shirt(rng: np.random.Generator, face: Type) -> Thing:
    """Cloth with a large print: a T-shirt, a cushion, a bag."""
    pixels, ink = _ground(rng, 520, 600)
    folds = cv2.resize(rng.standard_normal((4, 7), dtype=np.float32), (600, 520), interpolation=cv2.INTER_CUBIC)
    for line in range(int(rng.integers(1, 4))):
        words = _number(rng) if rng.random() < 0.25 else _word(rng)
        stamp_centred(pixels, text(words, face, rng.uniform(30, 170), 560), 0.5, 0.3 + 0.25 * line, ink)
    if rng.random() < 0.4:
        _set_star(rng, pixels, rng.uniform(50, 240), _vivid(rng))
    pixels = np.clip(pixels * (1 + 0.1 * folds[..., None]), 0, 255).astype(np.uint8)
    return Thing(_opaque(pixels), float(rng.uniform(3.5, 8.0)), tall=True)


def scores(rng: np.random.Generator, face: Type) -> Thing:
    """A score sheet: names over ruled columns of figures in a hand."""
    columns, rows = int(rng.integers(2, 6)), int(rng.integers(5, 13))
    across, step = int(rng.integers(70, 120)), int(rng.integers(32, 50))
    pixels = np.full((step * (rows + 1) + 12, across * columns + 16, 3), rng.integers(225, 256), np.uint8)
    ruled, ink = _grey(rng, 120, 220), _dark(rng)
    if rng.random() < 0.7:
        pixels[::step] = pixels[1::step] = ruled
    for column in range(columns):
        if rng.random() < 0.8:
            pixels[:, column * across + 4] = ruled
        for row in range(rows + 1):
            if row and rng.random() < 0.2:
                continue
            words = _number(rng) if row else _word(rng)[:6]
            mask = plain_text(words, face, step * rng.uniform(0.4, 0.7), across * 0.85)
            lean = np.array([[1, rng.uniform(-0.3, 0.1), 4], [rng.uniform(-0.08, 0.08), 1, 2]], np.float32)
            mask = cv2.warpAffine(mask, lean, (mask.shape[1] + 8, mask.shape[0] + 6))
            x, y = column * across + int(rng.integers(4, 14)), row * step + int(rng.integers(2, 12))
            stamp(pixels, np.asarray(mask, np.uint8), x, y, ink)
    return Thing(_opaque(pixels), float(rng.uniform(1.8, 4.5)))


def lone(rng: np.random.Generator, face: Type) -> Thing:
    """A lone letter, figure or word of an index's or a joker's size, on a scrap, a sticker or a coaster."""
    words = str(rng.choice(list("23456789AJKQXBDES10"))) if rng.random() < 0.5 else _word(rng)
    high = int(rng.uniform(60, 110))
    mask = text(words, face, high, 420)
    edge = rng.integers(8, 120, 2)
    pixels, ink = _ground(rng, mask.shape[0] + 2 * int(edge[0]), mask.shape[1] + 2 * int(edge[1]), pale=0.6)
    stamp(pixels, mask, int(edge[1]), int(edge[0]), ink)
    if rng.random() < 0.3:
        _set_star(rng, pixels, high * rng.uniform(0.3, 0.9), ink)
    return Thing(_opaque(pixels), pixels.shape[1] / high * float(rng.uniform(0.1, 0.26)))


PRINTED: dict[Callable[[np.random.Generator, Type], Thing], float] = {
    box: 0.27, page: 0.17, keyboard: 0.09, screen: 0.09, bottle: 0.09, shirt: 0.07, scores: 0.1, lone: 0.12,
}  # fmt: skip
"""Printed things and how often each is drawn."""


def _set_star(rng: np.random.Generator, pixels: Pixels, size: float, ink: Bgr) -> None:
    stamp_centred(pixels, star(size), float(rng.uniform(0.05, 0.95)), float(rng.uniform(0.05, 0.95)), ink)


def _word(rng: np.random.Generator) -> str:
    """Return a word that is on no card: a known one, or one made up."""
    if rng.random() < 0.55:
        return WORDS[int(rng.integers(len(WORDS)))]
    made = "".join(_SYLLABLES[int(k)] for k in rng.integers(len(_SYLLABLES), size=int(rng.integers(2, 4))))
    return made.upper() if rng.random() < 0.5 else made.capitalize()


def _babble(rng: np.random.Generator, letters: int) -> str:
    line = "etaoinshrdlu  nti ecrma  sodh  lyvtp. "
    return "".join(line[int(k)] for k in rng.integers(len(line), size=letters))


def _number(rng: np.random.Generator) -> str:
    """Return a figure as score sheets and screens hold it."""
    return str(int(rng.integers(-9, 130)) * 5) if rng.random() < 0.6 else str(int(rng.integers(0, 10)))


def _ground(rng: np.random.Generator, high: int, wide: int, pale: float = 0.3) -> tuple[Pixels, Bgr]:
    """Return a ground, pale that often, and an ink that stands out on it."""
    ground = _grey(rng, 225, 256) if rng.random() < pale else hue(rng, (0.0, 1.0), (0.1, 1.0))
    light = np.array(ground) @ (0.114, 0.587, 0.299) > 120
    ink = _dark(rng) if light else _vivid(rng, pale=True)
    return np.full((high, wide, 3), ground, np.uint8), ink


def _opaque(pixels: Pixels) -> Pixels:
    return np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)])


def _vivid(rng: np.random.Generator, *, pale: bool = False) -> Bgr:
    return hue(rng, (0.0, 0.4), (0.85, 1.0)) if pale else hue(rng, (0.4, 1.0), (0.3, 1.0))


def _dark(rng: np.random.Generator) -> Bgr:
    return hue(rng, (0.3, 1.0), (0.1, 0.75)) if rng.random() < 0.5 else _grey(rng, 0, 60)


def _grey(rng: np.random.Generator, low: int, high: int) -> Bgr:
    grey = int(rng.integers(low, high))
    return (grey, grey, grey)


def _at(point: NDArray[np.int64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])
