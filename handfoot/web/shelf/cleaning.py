"""An upload made into a photo that can be kept: its picture alone, upright, in three sizes."""

from dataclasses import dataclass

import cv2
import numpy as np

from handfoot.web.config import Limits
from handfoot.web.errors import WebError
from vision.corners import Image
from vision.errors import PhotoError
from vision.photos.frames import decode_photo

VIEW_PX, SMALL_PX = 2000, 480
"""The longer sides of the picture that is looked at and of the one that stands for it in lists."""

LEAST_PX = 32
"""Pictures with a shorter side are none of a table."""

_QUALITY, _VIEW_QUALITY = 93, 84


@dataclass(frozen=True)
class CleanPhoto:
    """A picture without anything else its file held, such as where it was taken. JPEG bytes, sizes in px."""

    whole: bytes
    view: bytes
    small: bytes
    width: int
    height: int


def decode_upload(data: bytes, name: str, limits: Limits) -> Image:
    """Return the upright picture an upload holds. Raises WebError naming the file and saying why it is refused."""
    try:
        return _decode(data, limits)
    except PhotoError as error:
        raise WebError(422, "unusable_photo", f"{name}: {error}", "photo") from None


def clean_photo(data: bytes, name: str, limits: Limits) -> CleanPhoto:
    """Return an upload as a photo to keep. Raises WebError naming the file if it is no usable photo."""
    image = decode_upload(data, name, limits)
    return CleanPhoto(
        whole=as_jpeg(image, _QUALITY),
        view=as_jpeg(_within(image, VIEW_PX), _VIEW_QUALITY),
        small=as_jpeg(_within(image, SMALL_PX), _VIEW_QUALITY),
        width=image.shape[1],
        height=image.shape[0],
    )


def shown_name(name: str | None) -> str:
    """Return what a file is called in messages: its last part, printable, not too long."""
    last = (name or "").replace("\\", "/").rpartition("/")[2]
    plain = "".join(letter for letter in last if letter.isprintable()).strip()
    return plain[:80] or "photo"


def _decode(data: bytes, limits: Limits) -> Image:
    if not data:
        raise PhotoError("the file is empty")
    if len(data) > limits.photo_mb * 1e6:
        raise PhotoError(f"{len(data) / 1e6:.1f} MB is too large (limit {limits.photo_mb:.0f} MB)")
    image = decode_photo(data, most_megapixels=limits.photo_megapixels)
    if min(image.shape[:2]) < LEAST_PX:
        raise PhotoError(f"{image.shape[1]}×{image.shape[0]} pixels are too few for a photo of cards")
    return image


def _within(image: Image, longest: int) -> Image:
    zoom = longest / max(image.shape[:2])
    if zoom >= 1:
        return image
    size = (max(1, round(image.shape[1] * zoom)), max(1, round(image.shape[0] * zoom)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def as_jpeg(image: Image, quality: int = _VIEW_QUALITY) -> bytes:
    """Return a picture's JPEG bytes."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()
