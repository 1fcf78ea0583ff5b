"""Labelled photos made worse in one way, to judge what it costs: in shadow, dark, blurred, squeezed and so on."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.photo.mishaps import dimmed, noisy, rounded, shaken
from tablesynth.photo.shadow import darkened, in_shadow, spots_in
from tablesynth.realphotos import PHOTO_SUFFIXES
from vision.corners import Image
from vision.photos.frames import load_photo

Worsening = Callable[[Image, np.random.Generator], Image]
"""Makes an (H, W, 3) BGR picture worse; nothing in it moves."""

_QUALITY = 92

_EDGE_PX, _TAKEN = 1.2, 0.65
"""Over how many px the edge of a blind's or leaves' shadow fades, and how much of the light it takes."""


def _dark(picture: Image, rng: np.random.Generator) -> Image:
    """In the evening: two stops less light, the darks drowned, and the noise of a camera that makes up for it."""
    return dimmed(picture, 0.45, 4.0, rng)


def _warm(picture: Image, _: np.random.Generator) -> Image:
    """By a candle or an old bulb: little blue, more red."""
    return rounded(picture * np.array([0.55, 0.85, 1.12], np.float32))


def _glare(picture: Image, _: np.random.Generator) -> Image:
    """A lamp mirrored in the middle, which pales what lies there by up to six tenths."""
    high, wide = picture.shape[:2]
    down, across = np.mgrid[:high, :wide].astype(np.float32)
    far = ((across / wide - 0.5) / 0.35) ** 2 + ((down / high - 0.45) / 0.35) ** 2
    share = 0.6 * np.exp(-far)[..., None]
    return rounded(picture * (1 - share) + 255 * share)


def _blind(picture: Image, _: np.random.Generator) -> Image:
    """The shadow of a blind: bands a twentieth of the long side broad, which take 65 % of the light."""
    high, wide = picture.shape[:2]
    down, across = np.mgrid[:high, :wide].astype(np.float32)
    bands = (0.8 * across + 0.6 * down) / (max(high, wide) / 20) % 2 < 1
    return darkened(picture, _shadow(bands), _EDGE_PX, _TAKEN)


def _leaves(picture: Image, rng: np.random.Generator) -> Image:
    """Under a tree: spots of light a thirtieth of the long side broad, and shadow between that takes 65 % of it."""
    high, wide = picture.shape[:2]
    spots = spots_in(high, wide, max(high, wide) / 90, 4, rng)
    return darkened(picture, _shadow(spots < np.median(spots)), _EDGE_PX, _TAKEN)


def _blurred(picture: Image, _: np.random.Generator) -> Image:
    """Out of focus, by 1.5 px."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.5), np.uint8)


def _shaken(picture: Image, _: np.random.Generator) -> Image:
    """Moved by 7 px, at 30 degrees, while it was taken."""
    return shaken(picture, 7.0, 30.0)


def _grainy(picture: Image, rng: np.random.Generator) -> Image:
    """Noise of 14 grey levels, in each channel by itself."""
    return noisy(picture, 14.0, rng)


def _poor(picture: Image, _: np.random.Generator) -> Image:
    """Sent through a messenger that squeezes it: JPEG of quality 15."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 15])
    if not done:
        raise ValueError(f"a {picture.shape[1]} x {picture.shape[0]} px photo cannot be written as JPEG")
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _grey(picture: Image, _: np.random.Generator) -> Image:
    """Without colour."""
    return np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def _sharpened(picture: Image, _: np.random.Generator) -> Image:
    """As phones do it that mean well: three times as sharp, with pale and dark rims."""
    soft = cv2.GaussianBlur(picture, (0, 0), 1.5)
    return np.asarray(cv2.addWeighted(picture, 3.0, soft, -2.0, 0), np.uint8)


def _vivid(picture: Image, _: np.random.Generator) -> Image:
    """As phones make a photo vivid: each part as bright as any other, and colours 1.7 times as strong."""
    lightness, *colours = cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB))
    evened = cv2.createCLAHE(4.0, (8, 8)).apply(lightness)
    hue, saturation, value = cv2.split(
        cv2.cvtColor(cv2.cvtColor(cv2.merge([evened, *colours]), cv2.COLOR_LAB2BGR), cv2.COLOR_BGR2HSV)
    )
    return np.asarray(cv2.cvtColor(cv2.merge([hue, cv2.multiply(saturation, 1.7), value]), cv2.COLOR_HSV2BGR), np.uint8)


def _cold(picture: Image, _: np.random.Generator) -> Image:
    """By a tube or a cloudy window, with the white balance of a warm lamp: less green, little red."""
    return rounded(picture * np.array([1.0, 0.8, 0.6], np.float32))


def _pale(picture: Image, _: np.random.Generator) -> Image:
    """Through haze or a dirty lens: half the contrast, and black is grey."""
    return rounded(picture * np.float32(0.5) + 90)


def _burnt(picture: Image, _: np.random.Generator) -> Image:
    """Nearly twice the contrast: all that is light burns out, all that is dark drowns."""
    return rounded((picture - np.float32(70)) * 1.9)


WORSE: dict[str, Worsening] = {
    "shadow": in_shadow,
    "blind": _blind,
    "leaves": _leaves,
    "dark": _dark,
    "warm": _warm,
    "glare": _glare,
    "blurred": _blurred,
    "shaken": _shaken,
    "grainy": _grainy,
    "poor": _poor,
    "grey": _grey,
    "sharpened": _sharpened,
    "vivid": _vivid,
    "cold": _cold,
    "pale": _pale,
    "burnt": _burnt,
}
"""The ways, by their names."""


def worsen_photos(folder: Path, out: Path, way: str, seed: int) -> Iterator[int]:
    """Copy a folder of labelled photos or tables, each photo made worse in a way of ``WORSE``; yields how many.

    Labels and all else are copied as they are, as no card moves. What is drawn for a photo depends on its place in the
    folder and the seed alone.

    Raises:
        ValueError: if there is no photo in the folder, or if ``out`` lies in it.
        PhotoError: in one line, if a photo cannot be read.
        OSError: if a copy cannot be written.
    """
    if out.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"{out}: lies in {folder}, the folder to copy")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    done = 0
    for path in files:
        copy = out / path.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix.lower() not in PHOTO_SUFFIXES:
            shutil.copyfile(path, copy)
            continue
        worse = WORSE[way](load_photo(path).image, np.random.default_rng((seed, done)))
        if not cv2.imwrite(str(copy), worse, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]):
            raise OSError(f"{copy}: cannot be written")
        done += 1
        yield done
    if not done:
        raise ValueError(f"{folder}: no photo in it")


def _shadow(where: NDArray[np.bool_]) -> NDArray[np.uint8]:
    return np.where(where, 255, 0).astype(np.uint8)
