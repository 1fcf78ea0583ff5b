"""Whether a JPEG is whole: decoders fill what is lost with grey and say nothing."""

import io

from PIL import Image as PillowImage

_CUT = 16
"""Bytes before a picture's end without which no decoder can know its last pixels."""

_AHEAD = bytes(16)
"""What decoders look at beyond the byte they are at, at most."""

_PADDING = b"\0\xff"
"""What cameras may put between a picture's last pixel and its end."""


def is_whole(data: bytes) -> bool:
    """Tell whether a JPEG's main picture has an end, and takes just the bytes up to it.

    Of a picture in several scans, as a progressive one, only the end is looked for.
    """
    place, parts, is_one_scan = 2, 0, False
    while place + 5 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        length = int.from_bytes(data[place + 2 : place + 4], "big")
        if marker == 0xDA:
            end = data.find(b"\xff\xd9", place)
            is_checked = is_one_scan and data[place + 4] == parts
            return end >= 0 and (not is_checked or _takes_all(data[:end], place + 2 + length))
        # Fill bytes and markers without a length.
        if marker == 0xFF:
            place += 1
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:
            place += 2
        else:
            if 0xC0 <= marker <= 0xC2 and place + 9 < len(data):
                is_one_scan, parts = marker != 0xC2, data[place + 9]
            place += 2 + length
    return False


def _takes_all(data: bytes, start: int) -> bool:
    """Tell whether a picture without its end mark lacks something before its last bytes, and nothing after them.

    start: where its pixels begin.
    """
    file = _StoppingFile(data + _AHEAD, stop=max(len(data.rstrip(_PADDING)) - _CUT, start))
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
