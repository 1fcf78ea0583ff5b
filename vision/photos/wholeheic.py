"""Whether what a HEIC photo says are its pixels can be such: its decoder shows anything at all and says nothing."""

from collections.abc import Iterator
from dataclasses import dataclass

_PIXELS, _DESCRIBED = b"hvc1", b"hvcC"
_LENGTH_BYTES = 4
"""Every camera writes how long a piece of the pixels is in so many bytes."""

_LENGTH_AT = 21
"""Where a description of pixels says in how many, less one, in its last two bits."""

_NEVER = (b"\0\0\0", b"\0\0\1", b"\0\0\2")
"""Bytes that never stand in a piece: its writer puts a 3 among them. A hole in a file is full of the first."""


def is_whole_heic(data: bytes) -> bool:
    """Tell whether each part of a HEIC's pixels is pieces end to end, of bytes that can be pixels.

    Bytes that were lost, or are zeros now, are found so; some that were written over with others are not. A file laid
    out as none that is known here is left to its decoder.
    """
    try:
        return all(map(_is_pieces, _pixels_of(data)))
    except (IndexError, KeyError, StopIteration, ValueError):
        return True


def _pixels_of(data: bytes) -> list[bytes]:
    """Return the parts of a HEIC's pixels. Raises IndexError, KeyError, StopIteration, ValueError if it has others."""
    meta = next(box for box in _boxes(data, 0, len(data)) if box.kind == b"meta")
    inner = {box.kind: box for box in _boxes(data, meta.start + 4, meta.end)}
    described = data.index(_DESCRIBED, meta.start, meta.end) + len(_DESCRIBED)
    if data[described + _LENGTH_AT] % 4 != _LENGTH_BYTES - 1:
        return []
    places = dict(_places(data, inner[b"iloc"]))
    numbers = [number for number in set(_of_pixels(data, inner[b"iinf"])) if number in places]
    return [b"".join(data[start:end] for start, end in places[number]) for number in numbers]


@dataclass(frozen=True)
class _Box:
    """A part of the file: its kind, and where what it holds starts and ends."""

    kind: bytes
    start: int
    end: int


class _Bytes:
    """Numbers read one after the other."""

    def __init__(self, data: bytes, place: int) -> None:
        self._data, self._place = data, place

    def next(self, size: int) -> int:
        self._place += size
        if self._place > len(self._data):
            raise ValueError("the file ends")
        return int.from_bytes(self._data[self._place - size : self._place], "big")


def _boxes(data: bytes, start: int, end: int) -> Iterator[_Box]:
    while start + 8 <= end:
        length, kind, head = int.from_bytes(data[start : start + 4], "big"), data[start + 4 : start + 8], 8
        if length == 1:
            length, head = int.from_bytes(data[start + 8 : start + 16], "big"), 16
        # None is said of the last one, which goes on to the end.
        length = length or end - start
        if length < head:
            raise ValueError(f"a box of {length} bytes")
        yield _Box(kind, start + head, start + length)
        start += length


def _of_pixels(data: bytes, inside: _Box) -> Iterator[int]:
    """Yield the numbers of the items that are pixels."""
    start = inside.start + (6 if data[inside.start] == 0 else 8)
    for box in _boxes(data, start, inside.end):
        wide = 4 if data[box.start] == 3 else 2
        kind = box.start + 4 + wide + 2
        if data[kind : kind + 4] == _PIXELS:
            yield int.from_bytes(data[box.start + 4 : box.start + 4 + wide], "big")


def _places(data: bytes, told: _Box) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield the number of each item that lies in the file itself, and where its parts start and end."""
    version, at = data[told.start], _Bytes(data, told.start + 4)
    sizes = at.next(2)
    offset, length, base, index = (sizes >> shift & 15 for shift in (12, 8, 4, 0))
    wide = 4 if version == 2 else 2
    for _ in range(at.next(wide)):
        number = at.next(wide)
        method = at.next(2) & 15 if version else 0
        at.next(2)
        begin = at.next(base)
        parts = []
        for _ in range(at.next(2)):
            at.next(index if version else 0)
            start = begin + at.next(offset)
            parts.append((start, start + at.next(length)))
        if method == 0:
            yield number, parts


def _is_pieces(pixels: bytes) -> bool:
    """Tell whether pixels are pieces end to end, each with its length before it."""
    place = 0
    while place < len(pixels):
        start = place + _LENGTH_BYTES
        place = start + int.from_bytes(pixels[place:start], "big")
        piece = pixels[start:place]
        # A piece begins with a bit that is 0.
        if place > len(pixels) or not piece or piece[0] > 0x7F or any(never in piece for never in _NEVER):
            return False
    return True
