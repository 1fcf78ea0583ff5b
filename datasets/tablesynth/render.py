"""Renders many scenes into a folder, over several processes, going on where it stopped."""

import multiprocessing
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2

from tablesynth.scene import POOL_LASTS, Order, write_scene


def render_scenes(order: Order, count: int, folder: Path, workers: int) -> Iterator[int]:
    """Write scenes 0 to count - 1 that are not there yet; yields how many are done after each batch."""
    folder.mkdir(parents=True, exist_ok=True)
    batches = [range(start, min(start + POOL_LASTS, count)) for start in range(0, count, POOL_LASTS)]
    work = partial(_write_batch, order, folder)
    done = 0
    if workers <= 1:
        for batch in batches:
            done += work(batch)
            yield done
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for written in pool.imap_unordered(work, batches):
            done += written
            yield done


def _write_batch(order: Order, folder: Path, numbers: range) -> int:
    cv2.setNumThreads(1)
    for number in numbers:
        write_scene(order, number, folder)
    return len(numbers)
