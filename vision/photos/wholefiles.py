"""Photos decoded only if their files are whole: decoders fill what is lost with grey or black and say nothing."""

import io
import re
import zlib
from collections.abc import Iterator

import numpy as np
import simplejpeg
from PIL import Image as PillowImage

from vision.corners import Image

_MARK = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
"""A mark of a JPEG; among its pixels none stands but what numbers their parts."""

_START, _END = 0xD8, 0xD9
_EXTRA = re.compile(r"(\d+) extraneous bytes before marker 0xd9")
_HARMLESS = ("Unknown Adobe", "Warning:", "Invalid SOS", "Corrupt JPEG data: bad ICC")
"""How what a JPEG decoder says begins that is nothing of its pixels."""

_UNUSUAL = re.compile(r"Could not determine subsampling|extraneous bytes before marker 0x(e.|fe|db|dd|c[0-2])")
"""What it says of a JPEG that it does not take, such as one with bytes between the parts of its head."""

_SPARE = 16
"""Bytes that may be of none of a photo's pixels, at most: some cameras leave a few behind them."""

_PADDING = b"\0\xff"
"""What cameras may put between a JPEG's last pixel and its end."""

_PNG_FRAME = 12
"""Bytes of a part of a PNG beside what it holds: how much that is, its kind before it and its check sum behind it."""

_WEBP_HEAD, _WEBP_FRAME = 12, 8
_LOSSY_HEAD = 10
_LEAST_CUT = 4 * _SPARE
"""Bytes of a WebP's part that are too few for some of them to be left out."""


class DamagedError(Exception):
    """A photo's file is not whole."""


def whole_jpeg(data: bytes, colours: str = "BGR") -> Image | None:
    """Return a JPEG's main picture, or None where it is of a kind that few make; colours: as it holds, BGR or CMYK.

    A picture of which a few bytes are wrong may still be one of as many pixels, and is not told from a whole one.

    Raises:
        DamagedError: if its pixels take more bytes than it has, or fewer but for padding, or none can be such.
    """
    try:
        return np.asarray(simplejpeg.decode_jpeg(data, colours))
    except ValueError as error:
        said = str(error)
    if _UNUSUAL.search(said):
        return None
    if extra := _EXTRA.search(said):
        return whole_jpeg(_without_spare(data, int(extra[1])), colours)
    if said.startswith(_HARMLESS):
        return np.asarray(simplejpeg.decode_jpeg(data, colours, strict=False))
    raise DamagedError(said)


def is_whole_png(data: bytes) -> bool:
    """Tell whether the check sums of a PNG's pixels, and of what they need, are right."""
    place = 8
    while place + _PNG_FRAME <= len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        kind, end = data[place + 4 : place + 8], place + 8 + length
        # The small letter of one that pictures can do without.
        is_needed = not kind[0] & 0x20
        if is_needed and zlib.crc32(data[place + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            return False
        if kind == b"IEND":
            break
        place = end + 4
    return True


def is_whole_webp(data: bytes) -> bool:
    """Tell whether a WebP's pixels take all the bytes that are theirs: then it is none without the last of these.

    That its pixels take no more bytes than there are is its decoder's to tell.
    """
    place = _WEBP_HEAD
    while place + _WEBP_FRAME <= len(data):
        kind, length = data[place : place + 4], int.from_bytes(data[place + 4 : place + 8], "little")
        place += _WEBP_FRAME
        if kind in (b"VP8 ", b"VP8L"):
            return not any(_is_webp(kind, less) for less in _cut_short(kind, data[place : place + length]))
        place += length + length % 2
    # One that moves: what counts is its first picture, however it lies there.
    return True


def _without_spare(data: bytes, count: int) -> bytes:
    """Return a JPEG without so many bytes before its end. Raises DamagedError if they are more than some padding."""
    end = next((mark.start() for mark in _marks(data) if mark[1][0] == _END), 0)
    if end <= count or len(data[end - count : end].strip(_PADDING)) > _SPARE:
        raise DamagedError(f"{count} bytes too many")
    return data[: end - count] + data[end:]


def _marks(data: bytes) -> Iterator[re.Match[bytes]]:
    """Yield the marks of a JPEG's main picture, the one of its end last."""
    place = 0
    while mark := _MARK.search(data, place):
        yield mark
        kind, place = mark[1][0], mark.end()
        if kind == _END:
            return
        if kind not in (0x01, _START):
            place += int.from_bytes(data[place : place + 2], "big")


def _cut_short(kind: bytes, pixels: bytes) -> Iterator[bytes]:
    """Yield what a part of a WebP holds without the last bytes of it, and of what else lies there of its own."""
    if len(pixels) >= _LEAST_CUT:
        yield pixels[:-_SPARE]
    if kind == b"VP8 ":
        tag = int.from_bytes(pixels[:3], "little")
        first = tag >> 5
        if first >= _LEAST_CUT:
            less = tag - (_SPARE << 5)
            end = _LOSSY_HEAD + first
            yield less.to_bytes(3, "little") + pixels[3 : end - _SPARE] + pixels[end:]


def _is_webp(kind: bytes, pixels: bytes) -> bool:
    part = kind + len(pixels).to_bytes(4, "little") + pixels + bytes(len(pixels) % 2)
    data = b"RIFF" + (4 + len(part)).to_bytes(4, "little") + b"WEBP" + part
    try:
        with PillowImage.open(io.BytesIO(data), formats=["WEBP"]) as picture:
            picture.load()
    except (OSError, ValueError, EOFError, SyntaxError):
        return False
    return True
