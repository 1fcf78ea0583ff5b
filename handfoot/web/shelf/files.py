"""Files written so that a crash or a power cut leaves them whole, or as they were."""

import os
from pathlib import Path

MADE = ".new"
"""What the name of a file or folder ends with while it is being made."""


def write(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Write a new file that outlasts a power cut; ``mode``: who may do what with it, where the system keeps that."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def write_over(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Write a file in the place of an older one: whoever reads it sees the one or the other, whole.

    Raises:
        OSError: if it cannot be written; nothing half written takes up a full disk then.
    """
    fresh = path.with_suffix(MADE)
    try:
        write(fresh, data, mode=mode)
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise


def sync(folder: Path) -> None:
    """Make a rename in the folder outlast a power cut, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
