"""Light on the table and what a phone's camera makes of it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Image

Floats = NDArray[np.float32]

BLOWN_OUT = 205.0
"""Glare that adds more than this drowns even black print, which then differs by less than a fifth of full scale from
white: labels count it as hidden."""


DIM, GLARING = 62.0, 205.0
"""Mean grey levels between which a camera leaves a picture as it is."""


@dataclass(frozen=True)
class Glare:
    """added: (H, W) float32 grey levels; blown_out: (H, W) bool."""

    added: Floats
    blown_out: NDArray[np.bool_]


def draw_glare(rng: np.random.Generator, on_card: NDArray[np.bool_], card_px: float) -> Glare | None:
    """Draw soft bright spots, strong on glossy cards and weak on the table; None for most photos."""
    if rng.random() > 0.3:
        return None
    height, width = on_card.shape
    shrink = max(1, max(height, width) // 320)
    small = np.zeros((height // shrink + 1, width // shrink + 1), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        at = (int(rng.integers(small.shape[1])), int(rng.integers(small.shape[0])))
        size = np.maximum(rng.uniform(0.15, 1.6, 2) * card_px / shrink, 2).astype(int)
        cv2.ellipse(
            small, at, (int(size[0]), int(size[1])), float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(25, 190)), -1
        )
    small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.08, 0.5)) * card_px / shrink + 1)
    if rng.random() < 0.5:
        small += _streaks(rng, on_card[::shrink, ::shrink], small.shape, card_px / shrink)
    added = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    added *= np.where(on_card, np.float32(1.0), np.float32(rng.uniform(0.1, 0.5)))
    return Glare(added, added > BLOWN_OUT)


def _streaks(rng: np.random.Generator, on_card: NDArray[np.bool_], shape: tuple[int, ...], card_px: float) -> Floats:
    """Return the hard bright streaks that a lamp or a window leaves on plastic, where cards are."""
    small = np.zeros(shape, np.float32)
    spots = np.argwhere(on_card)
    if not len(spots):
        return small
    angle = rng.uniform(0, np.pi)
    for _ in range(int(rng.integers(1, 5))):
        lean = angle + rng.normal(0, 0.2)
        reach = np.array([np.cos(lean), np.sin(lean)]) * rng.uniform(0.1, 0.7) * card_px
        middle = spots[int(rng.integers(len(spots)))][::-1]
        broad = max(1, round(rng.uniform(0.03, 0.22) * card_px))
        cv2.line(small, _px(middle - reach), _px(middle + reach), float(rng.uniform(60, 230)), broad, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.01, 0.06)) * card_px + 0.4), np.float32)


def light_field(rng: np.random.Generator, width: int, height: int, *, fair: bool = False) -> Floats:
    """Return the (H, W, 3) float32 gain of the light: shade, cast shadows, colour, vignette; no lamps if ``fair``."""
    small = (max(width // 8, 2), max(height // 8, 2))
    grid = rng.standard_normal((int(rng.integers(2, 5)), int(rng.integers(2, 5))), dtype=np.float32)
    field = 1 + cv2.resize(grid, small, interpolation=cv2.INTER_CUBIC) * np.float32(rng.choice((0.04, 0.12, 0.25)))
    xs = np.linspace(-1, 1, small[0], dtype=np.float32)[None]
    ys = np.linspace(-1, 1, small[1], dtype=np.float32)[:, None]
    field *= 1 + np.float32(rng.normal(0, 0.12)) * xs + np.float32(rng.normal(0, 0.12)) * ys
    field *= 1 - np.float32(rng.uniform(0, 0.3) * (rng.random() < 0.5)) * (xs**2 + ys**2) / 2
    field = np.clip(field, 0.25, 1.7)
    tint = np.exp(rng.normal(0, 0.07, 3)).astype(np.float32)
    warm = float(rng.normal(0, 0.14))
    if rng.random() < 0.1:
        # Lamps at night.
        warm = float(rng.uniform(0.2, 0.28 if fair else 0.38))
        field *= np.float32(rng.uniform(0.45, 0.9))
    tint *= np.exp(np.array([-warm, -0.2 * warm, warm], np.float32))
    gain = np.asarray(cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    if rng.random() < 0.38:
        gain = gain * _cast_shadow(rng, width, height)
    lit = cv2.merge([gain * share for share in tint])
    if rng.random() < 0.07 and not fair:
        lit = lit * _coloured_light(rng, width, height)
    return np.asarray(lit, np.float32)


def _cast_shadow(rng: np.random.Generator, width: int, height: int) -> Floats:
    """Return the gain of the shadow of someone or something outside the photo: bands, arms, window bars."""
    mask = np.zeros((height // 2 + 1, width // 2 + 1), np.uint8)
    size = np.array([mask.shape[1], mask.shape[0]])
    if rng.random() < 0.15:
        # A blind or a railing.
        lean, step = rng.uniform(0, np.pi), rng.uniform(0.04, 0.2) * size.min()
        way, across = np.array([np.cos(lean), np.sin(lean)]), np.array([-np.sin(lean), np.cos(lean)])
        for k in range(-20, 21):
            at = size / 2 + across * step * k
            cv2.line(mask, _px(at - way * size.max()), _px(at + way * size.max()), 255, max(1, round(step * 0.45)))
    for _ in range(int(rng.integers(1, 4))):
        if rng.random() < 0.5:
            ends = rng.uniform(-0.2, 1.2, (2, 2)) * size
            cv2.line(mask, _px(ends[0]), _px(ends[1]), 255, int(rng.uniform(0.05, 0.5) * size.min()) + 1)
        else:
            points = rng.uniform(-0.4, 1.4, (int(rng.integers(3, 7)), 2)) * size
            cv2.fillPoly(mask, [points.astype(np.int32)], 255)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.choice((1.0, 4.0, 14.0))) * max(width, height) / 1280 + 0.3)
    dark = float(rng.uniform(0.25, 0.7))
    full = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(1 - full.astype(np.float32) * (dark / 255), np.float32)


def _coloured_light(rng: np.random.Generator, width: int, height: int) -> Floats:
    """Return the gain of a coloured lamp or screen from one side."""
    hue = rng.dirichlet((1.0, 1.0, 1.0)).astype(np.float32) * 3
    across = np.linspace(0, 1, width, dtype=np.float32)[None, :, None]
    if rng.random() < 0.5:
        across = across[:, ::-1]
    strength = across * np.float32(rng.uniform(0.2, 0.8))
    return np.broadcast_to(1 + strength * (hue - 1), (height, width, 3))


def expose(
    rng: np.random.Generator,
    image: Image,
    field: Floats,
    glare: Glare | None,
    card_px: float,
    *,
    fair: bool = False,
    coloured: bool = False,
) -> Image:
    """Return the photo a camera takes: lit, exposed, noisy, and blurred by less than hides what most cards are.

    fair: True for one in colour, without specks. coloured: True for one in colour.
    """
    gain = float(np.clip(np.exp(rng.normal(0.0, 0.22)), 0.4, 1.45))
    # A camera sets its own exposure: it brings a dim table up, and a glaring one down, before it errs by the gain.
    middle = float(image[::16, ::16].mean() * field[::16, ::16].mean())
    gain *= float(np.clip(middle, DIM, GLARING)) / max(middle, 1.0)
    pixels = cv2.multiply(image.astype(np.float32), field * np.float32(min(gain, 4.0)))
    if glare is not None:
        pixels += glare.added[..., None]
    if rng.random() < 0.2:
        low, contrast = float(rng.uniform(0, 70)), float(rng.uniform(0.45, 1.0))
        pixels = pixels * np.float32(contrast) + np.float32(low)
    if rng.random() < 0.25:
        curve = float(rng.uniform(0.75, 1.35))
        pixels = 255 * cv2.pow(np.clip(pixels, 0, 255) / 255, curve)
    pixels = _blurred(rng, pixels, card_px)
    if rng.random() < 0.06 and not fair and not coloured:
        pixels = np.repeat(pixels @ np.array([[0.114], [0.587], [0.299]], np.float32), 3, axis=2)
    if rng.random() < 0.8:
        pixels += _sensor_noise(rng, pixels.shape, card_px)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(0.8, 2.0)))
        pixels += (pixels - soft) * np.float32(rng.uniform(0.3, 1.6))
    photo = np.asarray(np.clip(pixels, 0, 255).astype(np.uint8))
    if rng.random() < 0.12 and not fair:
        specks = int(photo.shape[0] * photo.shape[1] * rng.uniform(0.001, 0.015))
        rows, columns = rng.integers(photo.shape[0], size=specks), rng.integers(photo.shape[1], size=specks)
        photo[rows, columns] = np.where(rng.random((specks, 1)) < 0.5, 0, 255).astype(np.uint8)
    return photo


def jpeg(rng: np.random.Generator, photo: Image) -> bytes:
    """Return the photo's JPEG bytes, quality 40-95."""
    quality = int(rng.integers(40, 75)) if rng.random() < 0.35 else int(rng.integers(75, 96))
    done, data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError(f"a {photo.shape[1]} x {photo.shape[0]} px photo cannot be written as JPEG")
    return bytes(data.tobytes())


def _blurred(rng: np.random.Generator, pixels: Floats, card_px: float) -> Floats:
    most = min(0.4 + 0.009 * card_px, 3.5)
    kind = rng.random()
    if kind < 0.45:
        sigma = float(rng.uniform(0.3, most))
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma), np.float32)
    if kind < 0.53:
        length = int(np.clip(rng.uniform(2, 0.06 * card_px + 3), 2, 15))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1
        turned = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), float(rng.uniform(0, 180)), 1)
        kernel = cv2.warpAffine(kernel, turned, (length, length))
        return np.asarray(cv2.filter2D(pixels, -1, kernel / max(float(kernel.sum()), 1e-3)), np.float32)
    return pixels


def _sensor_noise(rng: np.random.Generator, shape: tuple[int, ...], card_px: float) -> Floats:
    """Return noise to add: luminance, seldom colour too, sometimes coarse as after a phone's own smoothing."""
    strength = float(min(rng.gamma(1.6, 2.6), 0.08 * card_px + 4, 18))
    channels = 3 if rng.random() < 0.25 else 1
    # A tile of noise is enough: repeats are farther apart than any card is wide.
    tile = rng.standard_normal((min(shape[0], 512), min(shape[1], 640), channels), dtype=np.float32) * strength
    if rng.random() < 0.3:
        tile = cv2.GaussianBlur(tile, (0, 0), 0.8).reshape(tile.shape) * np.float32(2.0)
    times = (-(-shape[0] // tile.shape[0]), -(-shape[1] // tile.shape[1]), 1)
    return np.asarray(np.tile(tile, times)[: shape[0], : shape[1]], np.float32)


def _px(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])
