"""Paints flat things onto a photo in stacking order and keeps a map of what is seen at each pixel."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

NOTHING = -1
"""In the map: no card here, but the table or something lying over the cards."""

_PAD = 2
_FINE_PX = 220
"""Things narrower than this in the photo are painted at twice the size and averaged: small print stays clean."""


@dataclass(frozen=True)
class Shadow:
    """A contact shadow. blur, dx, dy: px; dark: 0-1."""

    blur: float
    dx: float
    dy: float
    dark: float


def premultiplied(image: Pixels) -> Pixels:
    """Return BGRA with its colours multiplied by its alpha, as painting needs it."""
    out = image.copy()
    # Only rounded corners and soft edges change: few pixels of a card.
    soft = image[..., 3] < 255
    part = image[soft].astype(np.uint16)
    out[soft, :3] = ((part[:, :3] * part[:, 3:] + 127) // 255).astype(np.uint8)
    return out


def square_to_quad(quad: Floats) -> Floats:
    """Return the (3, 3) homography from the unit square (0 0, 1 0, 1 1, 0 1) to a (4, 2) quad."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, quad.astype(np.float32)), np.float64)


def mapped(homography: Floats, points: Floats) -> Floats:
    """Return (..., 2) points sent through a (3, 3) homography."""
    sent = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(sent[..., :2] / sent[..., 2:])


@dataclass(frozen=True)
class Curl:
    """How a card is bent about an axis between its edges, its edges staying where its quad says.

    dx, dy: px by which its middle is out of place. along: the axis of the card that bends, 0 across, 1 down. shade: how
    much brighter its one side is than its middle, and its other side darker, share.
    """

    dx: float
    dy: float
    along: int
    shade: float = 0.0

    def shift(self, points: Floats) -> Floats:
        """Return the px (..., 2) by which points (..., 2) of the unit card are out of place."""
        way = points[..., self.along]
        return np.asarray((4 * way * (1 - way))[..., None] * np.array([self.dx, self.dy]))


class Canvas:
    """A photo being painted. image: (H, W, 3) uint8 BGR; seen: (H, W) int16, the number of the card seen or NOTHING."""

    def __init__(self, image: Pixels) -> None:
        """Begin with the bare table."""
        self.image = image
        self.seen = np.full(image.shape[:2], NOTHING, np.int16)

    def paint(
        self,
        art: Pixels,
        quad: Floats,
        number: int = NOTHING,
        shadow: Shadow | None = None,
        tone: float = 1.0,
        curl: Curl | None = None,
    ) -> bool:
        """Paint premultiplied (h, w, 4) art onto a (4, 2) px quad, over all that is there; False if it is outside.

        Pixel i covers i to i + 1, in the photo and in the art.
        """
        height, width = self.image.shape[:2]
        margin = 3 + (int(shadow.blur * 2.5 + max(abs(shadow.dx), abs(shadow.dy))) if shadow else 0)
        margin += 0 if curl is None else int(np.hypot(curl.dx, curl.dy)) + 1
        low = np.maximum(np.floor(quad.min(0)).astype(int) - margin, 0)
        high = np.minimum(np.ceil(quad.max(0)).astype(int) + margin, (width, height))
        if (high <= low).any():
            return False
        warped = _warped(art, quad - low, (int(high[0] - low[0]), int(high[1] - low[1])), curl)
        part = (slice(low[1], high[1]), slice(low[0], high[0]))
        alpha = warped[..., 3]
        under = self.image[part].astype(np.float32)
        if shadow is not None and shadow.dark > 0:
            under = cv2.multiply(under, cv2.merge([1 - _cast(alpha, shadow)] * 3))
        over = warped[..., :3].astype(np.float32)
        if tone != 1.0:
            over *= np.float32(tone)
        under = cv2.multiply(under, cv2.merge([(255 - alpha.astype(np.float32)) / 255] * 3))
        self.image[part] = np.clip(under + over, 0, 255).astype(np.uint8)
        self.seen[part][alpha > 127] = number
        return True


def _warped(art: Pixels, quad: Floats, size: tuple[int, int], curl: Curl | None = None) -> Pixels:
    """Return art (h, w, 4) drawn onto a quad in a picture of that size, anti-aliased."""
    across = max(_length(quad[0], quad[1]), _length(quad[3], quad[2]))
    along = max(_length(quad[0], quad[3]), _length(quad[1], quad[2]))
    times = 2 if max(min(across, along), 1) < _FINE_PX else 1
    wide = min(max(round(across * times), 4), art.shape[1])
    high = min(max(round(along * times), 4), art.shape[0])
    if wide < art.shape[1] or high < art.shape[0]:
        art = np.asarray(cv2.resize(art, (wide, high), interpolation=cv2.INTER_AREA))
    if curl is not None and curl.shade:
        ramp = 1 + curl.shade * np.linspace(1, -1, art.shape[1 - curl.along], dtype=np.float32)
        ramp = ramp[:, None, None] if curl.along else ramp[None, :, None]
        art = np.dstack([np.clip(art[..., :3] * ramp, 0, 255).astype(np.uint8), art[..., 3]])
    padded = cv2.copyMakeBorder(art, _PAD, _PAD, _PAD, _PAD, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    # From the padded art's pixel centres to the unit square, to the quad, to this picture's pixel centres.
    to_unit = np.array([[1 / wide, 0, (0.5 - _PAD) / wide], [0, 1 / high, (0.5 - _PAD) / high], [0, 0, 1.0]])
    to_pixels = np.array([[times, 0, -0.5], [0, times, -0.5], [0, 0, 1.0]])
    whole = to_pixels @ square_to_quad(quad) @ to_unit
    full = (size[0] * times, size[1] * times)
    if curl is None:
        out = cv2.warpPerspective(padded, whole, full, flags=cv2.INTER_LINEAR)
    else:
        out = cv2.remap(padded, *_bent(whole, to_unit, curl, full, times), cv2.INTER_LINEAR)
    if times > 1:
        out = cv2.resize(out, size, interpolation=cv2.INTER_AREA)
    return np.asarray(out, np.uint8)


def _bent(
    whole: Floats, to_unit: Floats, curl: Curl, size: tuple[int, int], times: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return for each px of a picture of that size the px of the padded art that a bent card shows there."""
    # The bend is smooth: every eighth px is reckoned, the others lie between.
    coarse = (max(size[0] // 8, 2), max(size[1] // 8, 2))
    x = (np.arange(coarse[0]) + 0.5) * size[0] / coarse[0] - 0.5
    y = (np.arange(coarse[1]) + 0.5) * size[1] / coarse[1] - 0.5
    pixels = np.stack(np.meshgrid(x, y), -1)
    back = np.asarray(np.linalg.inv(whole), np.float64)
    art = mapped(back, pixels)
    for _ in range(2):
        art = mapped(back, pixels - times * curl.shift(np.clip(mapped(to_unit, art), 0, 1)))
    full = cv2.resize(art.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    return np.ascontiguousarray(full[..., 0]), np.ascontiguousarray(full[..., 1])


def _cast(alpha: Pixels, shadow: Shadow) -> NDArray[np.float32]:
    """Return the darkness (h, w) 0-1 that a shape of this alpha casts beside itself."""
    height, width = alpha.shape
    # A soft shadow needs few pixels.
    coarse = max(int(shadow.blur / 2.5), 1)
    size = (max(width // coarse, 1), max(height // coarse, 1))
    small = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA) if coarse > 1 else alpha
    moved = np.array([[1, 0, shadow.dx / coarse], [0, 1, shadow.dy / coarse]], np.float32)
    cast = cv2.GaussianBlur(cv2.warpAffine(small, moved, size), (0, 0), max(shadow.blur / coarse, 0.5))
    soft = cv2.resize(cast, (width, height), interpolation=cv2.INTER_LINEAR) if coarse > 1 else cast
    return np.asarray(soft.astype(np.float32) * np.float32(shadow.dark / 255))


def _length(a: Floats, b: Floats) -> float:
    return float(np.hypot(*(a - b)))
