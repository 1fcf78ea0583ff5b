"""Photo files as upright frames, whatever a phone or an editor made of them."""

import io
import re
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as PillowImage

from scorer.files import failing_as, read_at_most
from vision.corners import Image
from vision.errors import PhotoError
from vision.photos.quiet import no_warnings
from vision.photos.wholefiles import is_whole_png, is_whole_webp, whole_jpeg
from vision.photos.wholeheic import is_whole_heic

MAX_MEGAPIXELS = 150
"""Larger pictures are refused: no phone takes them, and unpacked they fill the memory of a small computer."""

MAX_FILE_MB = 200
"""Larger files are refused unread."""

EXTENSIONS = (
    *(".jpg", ".jpeg", ".jpe", ".jfif", ".mpo", ".png", ".webp", ".heic", ".heif", ".heics", ".heifs", ".hif"),
    # These cannot be read, which is told of each: nobody is to think that they were counted.
    *(".gif", ".tif", ".tiff", ".bmp", ".avif", ".jp2", ".jxl"),
    *(".dng", ".cr2", ".cr3", ".nef", ".arw", ".raf", ".orf", ".rw2"),
)
"""Endings by which a folder's photos are found; what a file holds is judged by its content."""

_BEGINNING = 12
"""So many bytes of a file tell what it holds."""

_HEIF_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"}
_ORIENTATION_TAG = 0x0112
_WHITE = 255
_STRIP_PX = 256
"""Rows of a transparent picture that are laid on white at once."""


@dataclass(frozen=True)
class Frame:
    """One photo, upright. ``image`` is (H, W, 3) uint8 BGR; ``name`` is what people know it by."""

    name: str
    image: Image

    def __post_init__(self) -> None:
        """Check the array once, here."""
        if self.image.ndim != 3 or self.image.shape[2] != 3 or self.image.dtype != np.uint8 or not self.image.size:
            raise ValueError(f"a frame's image is (H, W, 3) uint8, not {self.image.shape} {self.image.dtype}")

    @property
    def width(self) -> int:
        """Width in px."""
        return int(self.image.shape[1])

    @property
    def height(self) -> int:
        """Height in px."""
        return int(self.image.shape[0])


def load_photo(path: Path) -> Frame:
    """Return the JPEG, PNG, WebP or HEIC file as a frame: EXIF orientation turned, 8 bits, transparency on white.

    Raises:
        PhotoError: one line that names the file and says why it cannot be read.
    """
    with failing_as(PhotoError, f"{path}: cannot be opened"):
        size = path.stat().st_size
        if path.is_dir():
            raise PhotoError(f"{path}: is a folder, not a photo")
        if not path.is_file():
            raise PhotoError(f"{path}: is a pipe or a device, not a photo's file")
        if size == 0:
            raise PhotoError(f"{path}: the file is empty")
        if size > MAX_FILE_MB * 1_000_000:
            raise PhotoError(f"{path}: {size / 1e6:.0f} MB is too large (limit {MAX_FILE_MB} MB)")
        data = path.read_bytes()
    try:
        return Frame(path.name, decode_photo(data))
    except PhotoError as error:
        raise PhotoError(f"{path}: {error}") from None


def decode_photo(data: bytes, *, most_megapixels: float = MAX_MEGAPIXELS) -> Image:
    """Return the upright BGR picture a file's bytes hold; larger ones than ``most_megapixels`` are refused.

    Raises:
        PhotoError: saying in one line why the bytes are no photo.
        MemoryError: if there is too little memory for it.
    """
    kind = _kind_of(data)
    if kind is None:
        raise PhotoError("not a JPEG, PNG, WebP or HEIC image")
    try:
        # Damaged metadata makes Pillow warn, large pictures too; both are judged here.
        with no_warnings():
            return _decode(data, kind, most_megapixels)
    except (PhotoError, MemoryError):
        raise
    except Exception as error:
        # Decoders meet hostile bytes here and answer with nearly every exception there is, in words that help nobody.
        raise _damaged(kind) from error


def photos_in(folder: Path) -> tuple[Path, ...]:
    """Return the photos directly in ``folder``, in natural order: photo-2 before photo-10.

    A file is one by its ending or, where that says nothing of photos (``Dec 1 17.05``), by how it begins.

    Raises:
        PhotoError: if the folder cannot be listed.
    """
    with failing_as(PhotoError, f"{folder}: cannot be listed"):
        files = [p for p in folder.iterdir() if not p.name.startswith(".") and _is_photo(p)]
        return tuple(sorted((p for p in files if not p.is_dir()), key=natural_key))


def _is_photo(path: Path) -> bool:
    if path.suffix.lower() in EXTENSIONS:
        return True
    try:
        return _kind_of(read_at_most(path, _BEGINNING)) is not None
    except (OSError, ValueError):
        return False


def natural_key(path: Path) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key under which numbers in names count as numbers."""
    parts = re.findall(r"[0-9]+|[^0-9]+", path.name.casefold())
    return tuple((0, int(part), part) if part.isdecimal() else (1, 0, part) for part in parts)


def _kind_of(data: bytes) -> str | None:
    if data[:3] == b"\xff\xd8\xff":
        return "JPEG"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        return "HEIC"
    return None


def _damaged(kind: str) -> PhotoError:
    return PhotoError(f"damaged or truncated {kind}")


def _decode(data: bytes, kind: str, most_megapixels: float) -> Image:
    if kind == "HEIC":
        import pillow_heif

        heif = pillow_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True)
        _check_size(heif.size, most_megapixels)
        if not is_whole_heic(data):
            raise _damaged(kind)
        # libheif turns the picture itself.
        return _to_bgr(heif.to_pillow())
    # MPO is a JPEG that carries further pictures, as some phones write.
    formats = ["JPEG", "MPO"] if kind == "JPEG" else [kind.upper()]
    try:
        picture = PillowImage.open(io.BytesIO(data), formats=formats)
    except PillowImage.DecompressionBombError:
        raise PhotoError(f"more than {most_megapixels:.0f} megapixels are refused") from None
    with picture:
        _check_size(picture.size, most_megapixels)
        orientation = _orientation(picture)
        image: Image | None = None
        if (kind == "PNG" and not is_whole_png(data)) or (kind == "WebP" and not is_whole_webp(data)):
            raise _damaged(kind)
        if kind == "JPEG":
            whole = whole_jpeg(data, "CMYK" if picture.mode == "CMYK" else "BGR")
            image = None if picture.mode == "CMYK" else whole
        if image is None:
            image = _to_bgr(picture)
    return _turned(image, orientation)


def _check_size(size: tuple[int, int], most_megapixels: float) -> None:
    megapixels = size[0] * size[1] / 1e6
    if megapixels > most_megapixels:
        # As many places as it takes to be more than the limit.
        told = (f"{megapixels:.{places}f}" for places in range(3))
        size_said = next((one for one in told if float(one) > most_megapixels), f"{megapixels:.6f}")
        advice = ": set the camera to 48 megapixels or less" if most_megapixels >= 48 else ""
        raise PhotoError(f"{size_said} megapixels are too many (limit {most_megapixels:.0f}){advice}")


def _orientation(picture: PillowImage.Image) -> int:
    try:
        return int(picture.getexif().get(_ORIENTATION_TAG, 1))
    except (SyntaxError, ValueError, TypeError, OSError, KeyError, EOFError):
        # Damaged metadata says nothing of the picture.
        return 1


def _to_bgr(picture: PillowImage.Image) -> Image:
    mode = picture.mode
    if mode.startswith("I") or mode == "F":
        # 16-bit grey comes as I;16, I;16B or I.
        grey = np.asarray(picture).astype(np.float32) / 257.0
        return np.asarray(cv2.cvtColor(grey.clip(0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR))
    if mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in picture.info:
        rgba = np.asarray(picture.convert("RGBA"))
        bgr = np.empty((*rgba.shape[:2], 3), np.uint8)
        # A strip after the other: on the way a pixel takes seven times the room that it has in the end.
        for top in range(0, len(rgba), _STRIP_PX):
            strip = rgba[top : top + _STRIP_PX]
            alpha = strip[..., 3:].astype(np.uint16)
            bgr[top : top + _STRIP_PX] = ((strip[..., :3] * alpha + _WHITE * (255 - alpha)) // 255)[..., ::-1]
        return bgr
    rgb8 = np.asarray(picture if mode == "RGB" else picture.convert("RGB"))
    return np.asarray(cv2.cvtColor(rgb8, cv2.COLOR_RGB2BGR))


def _turned(image: Image, orientation: int) -> Image:
    if orientation in (2, 4, 5, 7):
        image = np.asarray(cv2.flip(image, 0 if orientation == 4 else 1))
    turns = {
        3: cv2.ROTATE_180,
        5: cv2.ROTATE_90_COUNTERCLOCKWISE,
        6: cv2.ROTATE_90_CLOCKWISE,
        7: cv2.ROTATE_90_CLOCKWISE,
        8: cv2.ROTATE_90_COUNTERCLOCKWISE,
    }
    if orientation in turns:
        image = np.asarray(cv2.rotate(image, turns[orientation]))
    return image
