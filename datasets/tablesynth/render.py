"""Renders many scenes into a folder, over several processes or a cluster, going on where it stopped."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import cv2

from tablesynth.farrender import render_afar
from tablesynth.mats import write_mat_tables
from tablesynth.scene import POOL_LASTS, Order, write_once, write_scene
from tablesynth.shottables import write_shots
from tablesynth.tables import TableOrder, write_table
from tablesynth.taughtscenes import PRINTING_LASTS, TaughtOrder, write_taught_scene
from tablesynth.things.scenery import check_scenery, render_scenery

Workers = int | str
"""How many processes of this machine; or the address of a Ray cluster all of whose machines see the output folder."""


def render_scenes(
    order: Order, count: int, folder: Path, workers: Workers, *, batch: int | None = None
) -> Iterator[int]:
    """Write scenes 0 to count - 1 that are not there yet; yields how many are done after each batch."""
    folder.mkdir(parents=True, exist_ok=True)
    return _in_batches(
        partial(write_scene, order, folder=folder), range(count), folder, workers, batch or order.decks_last
    )


def render_taught_scenes(order: TaughtOrder, count: int, folder: Path, workers: Workers) -> Iterator[int]:
    """Write scenes of a taught deck, 0 to count - 1, those that are not there yet; yields how many are done."""
    folder.mkdir(parents=True, exist_ok=True)
    return _in_batches(partial(write_taught_scene, order, folder=folder), range(count), folder, workers, PRINTING_LASTS)


def render_photos_of_scenery(split: str, seed: int, count: int, folder: Path, workers: Workers) -> Iterator[int]:
    """Write photos of nothing but scenery, 0 to count - 1, those not there yet; yields how many are done.

    Raises:
        ValueError: if the cache has no scenery for the split.
    """
    check_scenery(split)
    folder.mkdir(parents=True, exist_ok=True)
    return _in_batches(partial(_write_scenery, split, seed, folder), range(count), folder, workers)


def render_tables(order: TableOrder, count: int, folder: Path, workers: Workers) -> Iterator[int]:
    """Write whole tables into table-0001 and so on, those that are not there yet; yields how many are done."""
    write = partial(_write_numbered, partial(write_table, order), folder)
    return _in_batches(write, range(1, count + 1), folder, workers, order.decks_last)


def render_shots(
    split: str, seed: int, count: int, folder: Path, workers: Workers, *, cut_outs: Path | None = None
) -> Iterator[int]:
    """Write whole tables whose sides have several photos each; yields how many are done.

    cut_outs: a file of real cards to play with, as for tables.
    """
    write = partial(_write_numbered, partial(write_shots, split, seed, cut_outs=cut_outs), folder)
    return _in_batches(write, range(1, count + 1), folder, workers)


def render_mats(split: str, seed: int, count: int, folder: Path, workers: Workers, *, bare: bool) -> Iterator[int]:
    """Write tables laid on the mat as each of the stands sees them; yields how many are done."""
    write = partial(write_mat_tables, split, seed, folder=folder, bare=bare)
    return _in_batches(write, range(1, count + 1), folder, workers)


def _in_batches(
    write: Callable[[int], None], numbers: range, folder: Path, workers: Workers, size: int = POOL_LASTS
) -> Iterator[int]:
    # What shares decks, as the numbers from one multiple of the size to the next do, stays in one process.
    first = numbers.start - numbers.start % size
    ends = [numbers.start, *range(first + size, numbers.stop, size), numbers.stop]
    batches = [range(*pair) for pair in pairwise(ends) if pair[0] < pair[1]]
    work = partial(_write_batch, write)
    done = 0
    if isinstance(workers, str):
        folder.mkdir(parents=True, exist_ok=True)
        for written in render_afar(work, batches, folder, workers):
            done += written
            yield done
        return
    if workers <= 1:
        for batch in batches:
            done += work(batch)
            yield done
        return
    with multiprocessing.get_context("spawn").Pool(workers, _leave_stopping_to_the_first) as pool:
        for written in pool.imap_unordered(work, batches):
            done += written
            yield done


def _leave_stopping_to_the_first() -> None:
    """Let Ctrl-C reach the process that began the others, which then ends them, and not each of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _write_scenery(split: str, seed: int, folder: Path, number: int) -> None:
    write_once(folder, number, lambda: render_scenery(split, seed, number))


def _write_numbered(write: Callable[[int, Path], None], folder: Path, number: int) -> None:
    write(number, folder / f"table-{number:04d}")


def _write_batch(write: Callable[[int], None], numbers: range) -> int:
    cv2.setNumThreads(1)
    for number in numbers:
        write(number)
    return len(numbers)
