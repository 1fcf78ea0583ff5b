"""Renders many scenes into a folder, over several processes or a cluster, going on where it stopped."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import cv2

from tablesynth.farrender import render_afar
from tablesynth.mats import write_mat_tables
from tablesynth.photograph import USUAL, Habits
from tablesynth.scene import POOL_LASTS, Order, write_once, write_scene
from tablesynth.shottables import write_shots
from tablesynth.tables import write_table
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


def render_tables(
    split: str,
    seed: int,
    count: int,
    folder: Path,
    workers: Workers,
    *,
    habits: Habits = USUAL,
    decks_last: int = POOL_LASTS,
    cut_outs: Path | None = None,
) -> Iterator[int]:
    """Write whole tables into table-0001 and so on, those that are not there yet; yields how many are done.

    cut_outs: a file of real cards (``tablesynth.decks.cutouts``) to play with.
    """
    write = partial(_write_table, split, seed, folder, habits, decks_last, cut_outs)
    return _in_batches(write, range(1, count + 1), folder, workers, decks_last)


def render_shots(
    split: str, seed: int, count: int, folder: Path, workers: Workers, *, cut_outs: Path | None = None
) -> Iterator[int]:
    """Write whole tables whose sides have several photos each; yields how many are done. cut_outs: as for tables."""
    return _in_batches(partial(_write_shots, split, seed, folder, cut_outs), range(1, count + 1), folder, workers)


def render_mats(split: str, seed: int, count: int, folder: Path, workers: Workers, *, bare: bool) -> Iterator[int]:
    """Write tables laid on the mat as each of the stands sees them; yields how many are done."""
    return _in_batches(partial(_write_mats, split, seed, folder, bare), range(1, count + 1), folder, workers)


def _in_batches(
    write: Callable[[int], None], numbers: range, folder: Path, workers: Workers, size: int = POOL_LASTS
) -> Iterator[int]:
    # A batch shares its decks, so it stays in one process.
    batches = [numbers[start : start + size] for start in range(0, len(numbers), size)]
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


def _write_table(
    split: str, seed: int, folder: Path, habits: Habits, decks_last: int, cut_outs: Path | None, number: int
) -> None:
    write_table(split, seed, number, folder / f"table-{number:04d}", habits, decks_last, cut_outs)


def _write_shots(split: str, seed: int, folder: Path, cut_outs: Path | None, number: int) -> None:
    write_shots(split, seed, number, folder / f"table-{number:04d}", cut_outs)


def _write_mats(split: str, seed: int, folder: Path, bare: bool, number: int) -> None:
    write_mat_tables(split, seed, number, folder, bare=bare)


def _write_batch(write: Callable[[int], None], numbers: range) -> int:
    cv2.setNumThreads(1)
    for number in numbers:
        write(number)
    return len(numbers)
