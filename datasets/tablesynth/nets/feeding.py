"""Batches made by a thread of their own while the net is busy."""

import queue
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

AHEAD = 6
"""So many batches are made before they are asked for."""

T = TypeVar("T")


def feed(make: Callable[[], T]) -> Iterator[T]:
    """Yield what ``make`` returns, without end, some of it made ahead; closing it ends the thread."""
    ready: queue.Queue[T | BaseException] = queue.Queue(maxsize=AHEAD)
    ended = threading.Event()

    def work() -> None:
        while not ended.is_set():
            try:
                made: T | BaseException = make()
            except BaseException as error:
                made = error
                ended.set()
            while True:
                try:
                    ready.put(made, timeout=0.2)
                    break
                except queue.Full:
                    if ended.is_set():
                        return

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        while True:
            made = ready.get()
            if isinstance(made, BaseException):
                raise made
            yield made
    finally:
        ended.set()
        thread.join()
