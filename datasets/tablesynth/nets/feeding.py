"""Batches made while the net is busy: by a thread, or by processes of their own where a GPU would wait for one."""

import multiprocessing
import queue
import threading
import warnings
from collections.abc import Callable, Generator, Iterator
from typing import Generic, TypeVar

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

AHEAD = 6
"""So many batches are made before they are asked for, by each process that makes them."""

T = TypeVar("T")
Make = Callable[[np.random.Generator], T]
"""Makes a batch, drawing at random what it shows."""


def as_pixels(pictures: NDArray[np.uint8]) -> torch.Tensor:
    """Return (N, H, W, C) uint8 pictures as a net takes them: (N, C, H, W) float32 0-1, planes last first."""
    return torch.from_numpy(pictures[..., ::-1].copy()).permute(0, 3, 1, 2).float().div_(255)


def feed(make: Make[T], rng: np.random.Generator, feeders: int = 1) -> Generator[T, None, None]:
    """Yield what ``make`` returns, without end, some of it made ahead; closing it ends what makes it.

    feeders: more than one are as many processes, each with a generator of its own that comes of ``rng``. They are
    forked: where a system cannot fork, a thread makes all.
    """
    if feeders > 1 and "fork" in multiprocessing.get_all_start_methods():
        yield from _by_processes(make, rng.spawn(feeders))
    yield from _by_thread(make, rng)


def _by_processes(make: Make[T], rngs: list[np.random.Generator]) -> Iterator[T]:
    with warnings.catch_warnings():
        # That processors are fewer, and that this process has threads: none of them holds what a batch is made with.
        warnings.simplefilter("ignore")
        made = DataLoader(
            _Endless(make, rngs),
            batch_size=None,
            num_workers=len(rngs),
            prefetch_factor=AHEAD,
            multiprocessing_context="fork",
        )
        return iter(made)


class _Endless(IterableDataset[T], Generic[T]):
    """Batches without end, in each process by its own generator."""

    def __init__(self, make: Make[T], rngs: list[np.random.Generator]) -> None:
        self._make, self._rngs = make, rngs

    def __iter__(self) -> Iterator[T]:
        worker = get_worker_info()
        assert worker is not None
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        while True:
            yield self._make(self._rngs[worker.id])


def _by_thread(make: Make[T], rng: np.random.Generator) -> Iterator[T]:
    ready: queue.Queue[T | BaseException] = queue.Queue(maxsize=AHEAD)
    ended = threading.Event()

    def work() -> None:
        broken = False
        while not (broken or ended.is_set()):
            try:
                made: T | BaseException = make(rng)
            except BaseException as error:
                made, broken = error, True
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
