"""Things that lie about on a card table: hands, cups, pencils, phones, papers with print, keys, cut-outs."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.assets import picture, pictures

Pixels = NDArray[np.uint8]
Bgr = tuple[int, int, int]

_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)
# Not what a wild's or a joker's corner says: by a patch alone nobody can tell a word on a card from one on paper.
_MARKS = (
    *"0123456789AKQJ",
    "10",
    "20",
    "50",
    "100",
    "-100",
    "700",
    "300",
    "Total",
    "Round",
    "Tom",
)


@dataclass(frozen=True)
class Thing:
    """A thing's picture, (h, w, 4) uint8 BGRA, its width in card widths, and whether it stands high over the table."""

    image: Pixels
    width: float
    tall: bool = False


def draw_thing(rng: np.random.Generator, split: str) -> Thing:
    """Draw something to lie beside, under or partly over cards."""
    paths = pictures("clutter", split)
    if paths and rng.random() < 0.35:
        found = picture(paths[int(rng.integers(len(paths)))])
        if found is not None and found.shape[2] == 4:
            return Thing(found, float(rng.uniform(0.6, 3.0)))
    return THINGS[int(rng.integers(len(THINGS)))](rng)


def hand(rng: np.random.Generator) -> Thing:
    """A hand with a long arm, fingers up."""
    h, w = 1150, 300
    shape = np.zeros((h, w), np.uint8)
    shade = np.zeros((h, w), np.float32)
    wrist = int(rng.uniform(40, 62))
    palm = (150, 210)
    cv2.ellipse(shape, palm, (66, 80), 0, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.fillPoly(
        shape, [np.array([(150 - wrist, 240), (150 + wrist, 240), (150 + wrist + 14, h), (150 - wrist - 14, h)])], 255
    )
    curl, spread = rng.uniform(0.45, 1.0), rng.uniform(0.6, 1.3)
    for place, (base, length, lean) in enumerate(
        ((98, 118, -0.26), (132, 140, -0.07), (167, 130, 0.1), (199, 100, 0.3))
    ):
        reach = length * curl * rng.uniform(0.85, 1.05)
        tip = (int(base + reach * np.sin(lean * spread)), int(168 - reach * np.cos(lean * spread)))
        cv2.line(shape, (base, 190), tip, 255, int(rng.uniform(27, 32)) - 2 * (place == 3), cv2.LINE_AA)
        cv2.line(shade, (base + 13, 185), (tip[0] + 13, tip[1]), 1.0, 5)
        cv2.ellipse(shade, (tip[0], tip[1] - 4), (8, 10), 0, 0, 360, -0.6, -1)
    thumb = (int(rng.uniform(20, 60)), int(rng.uniform(120, 190)))
    cv2.line(shape, (105, 245), thumb, 255, 34, cv2.LINE_AA)
    skin = np.array([118, 148, 205], np.float32) * rng.uniform(0.35, 1.12) + rng.uniform(-10, 10, 3)
    round_off = cv2.GaussianBlur(shape, (0, 0), 13).astype(np.float32) / 255
    spots = rng.standard_normal((h // 4, w // 4), dtype=np.float32)
    mottled = cv2.resize(spots, (w, h), interpolation=cv2.INTER_LINEAR) * np.float32(2)
    tone = 0.62 + 0.42 * round_off - 0.22 * cv2.GaussianBlur(shade, (0, 0), 3)
    colours = skin * tone[..., None] + mottled[..., None]
    if rng.random() < 0.55:
        sleeve = int(rng.uniform(320, 480))
        cv2.rectangle(shape, (150 - wrist - 24, sleeve), (150 + wrist + 24, h), 255, -1)
        colours[sleeve:] = np.array(_bgr(rng)) * (0.6 + 0.5 * round_off[sleeve:, :, None])
    image = np.dstack([np.clip(colours, 0, 255).astype(np.uint8), shape])
    if rng.random() < 0.5:
        image = np.ascontiguousarray(image[:, ::-1])
    return Thing(image, float(rng.uniform(1.5, 2.6)), tall=True)


def cup(rng: np.random.Generator) -> Thing:
    """A cup, glass or bowl from above."""
    image = np.zeros((260, 260, 4), np.uint8)
    china, drink = _bgr(rng), _bgr(rng, 10, 140)
    if rng.random() < 0.6:
        cv2.ellipse(image, (212, 130), (36, 22), 0, 0, 360, (*china, 255), 10, cv2.LINE_AA)
    cv2.circle(image, (118, 130), 100, (*_shaded(china, 0.8), 255), -1, cv2.LINE_AA)
    cv2.circle(image, (118, 130), 98, (*china, 255), 8, cv2.LINE_AA)
    cv2.circle(image, (120, 132), int(rng.uniform(74, 90)), (*drink, 255), -1, cv2.LINE_AA)
    cv2.ellipse(image, (90, 100), (26, 10), -40, 0, 360, (*_shaded(drink, 1.7), 255), -1, cv2.LINE_AA)
    return Thing(image, float(rng.uniform(1.0, 2.0)), tall=True)


def pencil(rng: np.random.Generator) -> Thing:
    """A pencil or pen."""
    image = np.zeros((28, 420, 4), np.uint8)
    body = _bgr(rng)
    cv2.rectangle(image, (20, 4), (370, 23), (*body, 255), -1)
    cv2.rectangle(image, (20, 4), (370, 9), (*_shaded(body, 1.35), 255), -1)
    cv2.fillPoly(image, [np.array([(370, 4), (370, 23), (412, 14)])], (*_bgr(rng, 90, 220), 255), cv2.LINE_AA)
    cv2.rectangle(image, (4, 4), (24, 23), (*_bgr(rng), 255), -1)
    return Thing(image, float(rng.uniform(1.8, 3.0)))


def phone(rng: np.random.Generator) -> Thing:
    """A phone, its screen dark or with lines of text."""
    image = np.zeros((400, 200, 4), np.uint8)
    _rounded(image, (*_bgr(rng, 5, 70), 255), 26)
    screen = _bgr(rng, 0, 60) if rng.random() < 0.6 else _bgr(rng, 180, 255)
    image[24:376, 10:190, :3] = screen
    if sum(screen) > 400:
        _write(rng, image, int(rng.integers(3, 9)), (14, 60, 170, 320))
    return Thing(image, float(rng.uniform(1.1, 1.3)))


def paper(rng: np.random.Generator) -> Thing:
    """A score sheet, note or box with digits and letters: print that is no card."""
    h, w = int(rng.integers(260, 520)), int(rng.integers(220, 420))
    image = np.full((h, w, 4), 255, np.uint8)
    image[..., :3] = _bgr(rng, 190, 255) if rng.random() < 0.75 else _bgr(rng)
    if rng.random() < 0.5:
        step = int(rng.integers(18, 44))
        image[::step, :, :3] = _shaded(_bgr(rng), 0.8)
        if rng.random() < 0.6:
            image[:, :: step * 2, :3] = _shaded(_bgr(rng), 0.8)
    _write(rng, image, int(rng.integers(4, 30)), (6, 20, w - 40, h - 6))
    return Thing(image, float(rng.uniform(1.2, 4.0)))


def tile(rng: np.random.Generator) -> Thing:
    """A small white card, domino or price tag with one big mark: not a playing card."""
    h, w = int(rng.integers(100, 300)), int(rng.integers(100, 260))
    image = np.zeros((h, w, 4), np.uint8)
    _rounded(image, (*_bgr(rng, 120, 255), 255), int(rng.integers(2, 30)))
    text = str(rng.choice(_MARKS))
    scale = rng.uniform(1.5, 4)
    font = _FONTS[int(rng.integers(len(_FONTS)))]
    (tw, th), _ = cv2.getTextSize(text, font, scale, 4)
    at = (max((w - tw) // 2, 0), min((h + th) // 2, h))
    cv2.putText(image, text, at, font, scale, (*_bgr(rng, 0, 140), 255), int(rng.integers(2, 8)), cv2.LINE_AA)
    return Thing(image, float(rng.uniform(0.5, 1.3)))


def keys(rng: np.random.Generator) -> Thing:
    """A keyboard or a remote control: a grid of lettered keys."""
    columns, rows = int(rng.integers(3, 15)), int(rng.integers(3, 6))
    cell = 46
    image = np.zeros((rows * cell + 12, columns * cell + 12, 4), np.uint8)
    body = _bgr(rng, 10, 230)
    _rounded(image, (*body, 255), 8)
    key, ink = (
        (_bgr(rng, 10, 60), _bgr(rng, 150, 255)) if rng.random() < 0.5 else (_bgr(rng, 150, 250), _bgr(rng, 0, 90))
    )
    letters = "QWERTYUIOPASDFGHJKLZXCVBNM1234567890"
    for row in range(rows):
        for column in range(columns):
            x, y = 8 + column * cell, 8 + row * cell
            cv2.rectangle(image, (x, y), (x + cell - 6, y + cell - 6), (*key, 255), -1)
            cv2.rectangle(image, (x, y), (x + cell - 6, y + cell - 6), (*_shaded(key, 0.6), 255), 1)
            letter = letters[int(rng.integers(len(letters)))]
            cv2.putText(image, letter, (x + 8, y + 24), _FONTS[0], 0.6, (*ink, 255), 1, cv2.LINE_AA)
    return Thing(image, columns * float(rng.uniform(0.24, 0.36)))


def chips(rng: np.random.Generator) -> Thing:
    """A poker chip, coin, ring or tin lid."""
    image = np.zeros((200, 200, 4), np.uint8)
    ink = _bgr(rng)
    cv2.circle(image, (100, 100), 96, (*ink, 255), -1, cv2.LINE_AA)
    for angle in range(0, 360, 45):
        cv2.ellipse(image, (100, 100), (86, 86), 0, angle, angle + 16, (*_bgr(rng, 180, 255), 255), 18, cv2.LINE_AA)
    cv2.circle(image, (100, 100), 56, (*_shaded(ink, 1.4), 255), -1, cv2.LINE_AA)
    text = str(rng.choice(_MARKS))
    cv2.putText(image, text, (100 - 18 * len(text), 116), _FONTS[2], 1.5, (*_bgr(rng, 0, 90), 255), 3, cv2.LINE_AA)
    return Thing(image, float(rng.uniform(0.3, 0.9)))


def cable(rng: np.random.Generator) -> Thing:
    """A cable or string in a loose curve."""
    image = np.zeros((500, 500, 4), np.uint8)
    t = np.linspace(0, 1, 60)[:, None]
    a, b, c, d = (rng.uniform(0, 500, 2) for _ in range(4))
    curve = (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d
    cv2.polylines(
        image, [curve.astype(np.int32)], False, (*_bgr(rng, 0, 255), 255), int(rng.integers(5, 14)), cv2.LINE_AA
    )
    return Thing(image, float(rng.uniform(2.5, 6.0)))


THINGS: tuple[Callable[[np.random.Generator], Thing], ...] = (
    hand, cup, pencil, phone, paper, paper, paper, tile, tile, keys, chips, cable,
)  # fmt: skip


def _write(rng: np.random.Generator, image: Pixels, lines: int, area: tuple[int, int, int, int]) -> None:
    """Write lines of words and digits of random sizes into x1 y1 x2 y2 px of a picture."""
    size = float(rng.uniform(0.4, 2.2))
    ink = _bgr(rng, 0, 120)
    for _ in range(lines):
        if rng.random() < 0.3:
            size, ink = float(rng.uniform(0.4, 3.0)), _bgr(rng, 0, 150)
        text = str(rng.choice(_MARKS)) if rng.random() < 0.6 else "".join(rng.choice(list("abcdefghiklmnorstu "), 9))
        at = (
            int(rng.integers(area[0], max(area[2], area[0] + 1))),
            int(rng.integers(area[1], max(area[3], area[1] + 1))),
        )
        font = _FONTS[int(rng.integers(len(_FONTS)))]
        cv2.putText(image, text, at, font, size, (*ink, 255), max(1, round(size * rng.uniform(1, 2.4))), cv2.LINE_AA)


def _rounded(image: Pixels, fill: tuple[int, int, int, int], radius: int) -> None:
    h, w = image.shape[:2]
    cv2.rectangle(image, (radius, 0), (w - 1 - radius, h - 1), fill, -1)
    cv2.rectangle(image, (0, radius), (w - 1, h - 1 - radius), fill, -1)
    for x, y in (
        (radius, radius),
        (w - 1 - radius, radius),
        (radius, h - 1 - radius),
        (w - 1 - radius, h - 1 - radius),
    ):
        cv2.circle(image, (x, y), radius, fill, -1, cv2.LINE_AA)


def _bgr(rng: np.random.Generator, low: int = 0, high: int = 255) -> Bgr:
    b, g, r = (int(v) for v in rng.integers(low, high + 1, 3))
    return b, g, r


def _shaded(ink: Bgr, gain: float) -> Bgr:
    b, g, r = (int(min(v * gain, 255)) for v in ink)
    return b, g, r
