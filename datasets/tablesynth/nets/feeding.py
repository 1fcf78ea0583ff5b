"""Batches made by a thread of their own while the net is busy."""

import queue
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")


def feed(make: Callable[[], T], depth: int = 6) -> Iterator[T]:
    """Yield what ``make`` returns, without end, up to ``depth`` of it made ahead; closing it ends the thread."""
    ready: queue.Queue[T | BaseException] = queue.Queue(maxsize=depth)
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
