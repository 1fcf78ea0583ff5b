"""Files that people name: read no further than one can be long, no pipe waited for that nobody writes to, and written
whole or not at all.
"""

import os
import threading
from pathlib import Path


def read_at_most(path: Path, most: int) -> bytes:
    """Return what a file holds, of one that is larger the first ``most`` bytes and one more.

    Raises:
        OSError: if it cannot be opened or read.
        ValueError: if its name can be no file's.
    """
    with open(path, "rb", opener=_without_waiting) as file:
        return file.read(most + 1)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file in the place of an older one, in one move: whoever reads it sees the one or the other, whole.

    Raises:
        OSError: if it cannot be written; no half of it is left then.
    """
    # Two processes, or threads, that write one file at once each make their own.
    part = path.with_name(f".{os.getpid()}-{threading.get_ident()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe opens at once, and holds nothing where nobody writes to it."""
    if not hasattr(os, "O_NONBLOCK"):
        return os.open(path, flags)
    file = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(file, True)
    return file
