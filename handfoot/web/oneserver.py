"""One server at a time keeps photos in a folder: what another one kept there since it began, it would not know of."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from handfoot.errors import OutputError
from scorer.files import failing_as

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


@contextmanager
def the_one_server(photos: Path) -> Iterator[None]:
    """Keep every other server from the folder of photos meanwhile; one that was killed keeps none from it.

    Raises:
        OutputError: if a server has it already, or nothing can be written beside it.
    """
    path = photos.with_suffix(".lock")
    with failing_as(OutputError, f"{path}: cannot be written"):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
    with file:
        if not _is_ours(file.fileno()):
            say = "another `handfoot serve` keeps its photos there; end it first, or choose another folder with --data"
            raise OutputError(f"{path.parent}: {say}")
        yield


def _is_ours(handle: int) -> bool:
    """Take the open file, unless another process has it; a disk that cannot tell hinders nobody."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        pass
    return True
