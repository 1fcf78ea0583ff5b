"""Rendering spread over a Ray cluster whose machines all see the output folder and that of fetched files."""

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tablesynth.assets import CACHE_VARIABLE, cache_folder
from vision.ray_workers import ClusterError, Lost, joined, spread


@dataclass(frozen=True)
class Rendering:
    """Renders batches on a worker. ``work`` writes a batch into ``folder`` and returns how many it has."""

    work: Callable[[range], int]
    folder: Path

    def __call__(self, batch: range) -> int:
        """Write a batch, and return how many scenes or tables it has.

        Raises:
            ClusterError: if this machine does not see the folder.
        """
        if not self.folder.is_dir():
            raise ClusterError(f"{self.folder}: is not to be seen from {socket.gethostname()}, a worker of the cluster")
        return self.work(batch)


def _arrive(work: Callable[[range], int], folder: Path, cache: Path) -> Rendering:
    """Return what renders on a worker, which runs in a folder of its own: fetched files lie where they do here."""
    os.environ[CACHE_VARIABLE] = str(cache)
    return Rendering(work, folder)


def render_afar(work: Callable[[range], int], batches: Sequence[range], folder: Path, address: str) -> Iterator[int]:
    """Yield how many scenes or tables each batch has, in order, as the cluster at ``address`` writes them.

    Raises:
        ClusterError: if it cannot be joined, a machine does not see the folder, or a batch fails wherever it is tried.
    """
    with joined(address):
        done = spread(partial(_arrive, work, folder.resolve(), cache_folder()), batches)
        for batch, written in zip(batches, done, strict=True):
            if isinstance(written, Lost):
                raise ClusterError(f"numbers {batch.start} to {batch.stop - 1} cannot be rendered: {written.why}")
            yield written
