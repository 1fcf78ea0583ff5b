"""Files that people name: read no further than one can be long, and no pipe waited for that nobody writes to."""

import os
from pathlib import Path


def read_at_most(path: Path, most: int) -> bytes:
    """Return what a file holds, of one that is larger the first ``most`` bytes and one more.

    Raises:
        OSError: if it cannot be opened or read.
        ValueError: if its name can be no file's.
    """
    with open(path, "rb", opener=_without_waiting) as file:
        return file.read(most + 1)


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe opens at once, and holds nothing where nobody writes to it."""
    if not hasattr(os, "O_NONBLOCK"):
        return os.open(path, flags)
    file = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(file, True)
    return file
