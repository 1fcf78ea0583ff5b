"""Whether a photo's file is whole: decoders fill what is lost with grey or black and say nothing."""

import io
import re
import zlib

from PIL import Image as PillowImage

_MARK = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
"""A mark of a JPEG; among its pixels none stands but what numbers their parts."""

_START, _END, _SCAN = 0xD8, 0xD9, 0xDA
_KNOWN = {*range(0xC0, 0xF0), 0xFE}

_CUT, _SPARE = 16, 0.01
"""Bytes before a JPEG's end without which no decoder can know its last pixels, and what share may be of none: some
cameras leave a few bytes there."""

_AHEAD = bytes(16)
"""What decoders look at beyond the byte they are at, at most."""

_PADDING = b"\0\xff"
"""What cameras may put between a JPEG's last pixel and its end."""

_PNG_FRAME = 12
"""Bytes of a part of a PNG beside what it holds: how much that is, its kind before it and its check sum behind it."""


def is_whole_jpeg(data: bytes) -> bool:
    """Tell whether a JPEG's main picture has an end, and takes the bytes up to it, but for a few.

    Of a picture in several scans, such as a progressive one, it is only looked at whether what should be pixels can be.
    """
    place, parts = 0, 0
    while mark := _MARK.search(data, place):
        kind, place = mark[1][0], mark.end()
        if kind == _END:
            return True
        if kind in (0x01, _START):
            continue
        if kind not in _KNOWN:
            return False
        length = int.from_bytes(data[place : place + 2], "big")
        if kind in (0xC0, 0xC1):
            parts = int.from_bytes(data[place + 7 : place + 8])
        is_only_scan = kind == _SCAN and data[place + 2 : place + 3] == bytes([parts])
        place += length
        if is_only_scan:
            end = _MARK.search(data, place)
            return end is not None and end[1][0] == _END and _takes_all(data[: end.start()], place)
    return False


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


def _takes_all(data: bytes, start: int) -> bool:
    """Tell whether a JPEG without its end lacks something before its last bytes, and nothing after them.

    start: where its pixels begin.
    """
    last = len(data.rstrip(_PADDING))
    file = _StoppingFile(data + _AHEAD, stop=max(last - max(_CUT, int(_SPARE * last)), start))
    with PillowImage.open(file, formats=["JPEG"]) as picture:
        # As small as can be: nobody looks at it.
        picture.draft(picture.mode, (1, 1))
        try:
            picture.load()
        except OSError:
            return False
        return file.tell() > file.stop


class _StoppingFile(io.BytesIO):
    """A file of which no piece that is read reaches beyond a stop."""

    def __init__(self, data: bytes, *, stop: int) -> None:
        super().__init__(data)
        self.stop = stop

    def read(self, size: int | None = -1, /) -> bytes:
        left = self.stop - self.tell()
        return super().read(min(size, left) if size and 0 < left < size else size)
