"""Files that people name: read no further than one can be long, no pipe waited for that nobody writes to, and written
so that a crash or a power cut leaves them whole, or as they were.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path


def read_at_most(path: Path, most: int) -> bytes:
    """Return what a file holds, of one that is larger the first ``most`` bytes and one more.

    Raises:
        OSError: if it cannot be opened or read.
        ValueError: if its name can be no file's.
    """
    with open(path, "rb", opener=_without_waiting) as file:
        return file.read(most + 1)


def text_of(data: bytes, most: int) -> str:
    """Return the text of a file that ``read_at_most`` read.

    Raises:
        ValueError: saying why in one line, if it is larger than ``most`` bytes or no UTF-8 text.
    """
    if len(data) > most:
        raise ValueError(f"larger than {most} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"no UTF-8 text: byte {error.start} is wrong") from None


@contextmanager
def failing_as(error: type[Exception], what: str) -> Iterator[None]:
    """Raise the error where a file, a folder or a line fails the block: what cannot be done, and why, in one line."""
    try:
        yield
    except OSError as why:
        raise error(f"{what} ({why.strerror or why})") from None


def write_whole(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Write a file in the place of an older one, in one move: whoever reads it sees the one or the other, whole.

    mode: who may do what with it, where the system keeps that.

    Raises:
        OSError: if it cannot be written; no half of it is left then.
    """
    # Two processes, or threads, that write one file at once each make their own.
    part = path.with_name(f".{os.getpid()}-{threading.get_ident()}.part")
    try:
        write_lasting(part, data, mode=mode)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def clear_halves(folder: Path) -> None:
    """Remove from a folder what a crash left half written by ``write_whole``; what cannot be removed stays."""
    for half in folder.glob(".*.part"):
        with suppress(OSError):
            half.unlink()


def write_lasting(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Write a new file that outlasts a power cut. mode: who may do what with it, where the system keeps that."""
    with open(path, "wb", opener=partial(os.open, mode=mode)) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync(folder: Path) -> None:
    """Make a rename in the folder outlast a power cut, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe opens at once, and holds nothing where nobody writes to it."""
    if not hasattr(os, "O_NONBLOCK"):
        return os.open(path, flags)
    file = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(file, True)
    return file
