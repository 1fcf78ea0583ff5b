"""Libraries that warn of what is judged here kept silent, from several threads at once."""

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_inside: list["warnings.catch_warnings[None]"] = []
"""What gives the filters back once the last thread is out, as often as there are threads inside."""


@contextmanager
def no_warnings() -> Iterator[None]:
    """Pass over all warnings of the process while any thread is inside.

    ``warnings.catch_warnings`` alone puts the filters back that it found: of two threads that overlap, the last would
    leave those of the first, and all warnings off for good.
    """
    with _lock:
        if not _inside:
            caught = warnings.catch_warnings()
            caught.__enter__()
            warnings.simplefilter("ignore")
        else:
            caught = _inside[-1]
        _inside.append(caught)
    try:
        yield
    finally:
        with _lock:
            caught = _inside.pop()
            if not _inside:
                caught.__exit__(None, None, None)
