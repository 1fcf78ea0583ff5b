"""How much faster an archive of tables is read by a Ray cluster than by one process.

    python benchmarks/ray_score.py [ARCHIVE] [--workers 1,2] [--repeat 3] [--limit N]
    python benchmarks/ray_score.py ARCHIVE --ray HOST:PORT

ARCHIVE is what ``handfoot score`` takes, by default the sample tables. Joining, and each worker's loading of its nets,
are told apart from the work; a cluster named by its address is used as it is. Needs the extra ``cluster``.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

import cv2

from handfoot.farreading import WantedPhoto, readings_from
from handfoot.tables import read_table, table_folders
from vision.photos.frames import load_photo
from vision.ray_workers import HERE, ClusterError, joined
from vision.read import default_card_reader


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", nargs="?", type=Path, default=ROOT / "datasets" / "samples")
    parser.add_argument("--workers", default=",".join(str(2**n) for n in range((os.cpu_count() or 1).bit_length())))
    parser.add_argument("--ray", metavar="HOST:PORT", help="measure this cluster, as it is")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=int, help="at most so many photos")
    options = parser.parse_args()
    tables = [read_table(place, within=options.archive) for place in table_folders(options.archive)]
    files = [path for table in tables for path in table.files][: options.limit]
    alone = statistics.median(one_process(files, threads=1) for _ in range(options.repeat))
    all_threads = statistics.median(one_process(files, threads=None) for _ in range(options.repeat))
    print(f"{len(files)} photos; one process of one thread {alone:.1f} s, of a thread a processor {all_threads:.1f} s")
    try:
        for workers in [None] if options.ray else [int(count) for count in options.workers.split(",")]:
            measure(files, options.ray or HERE, workers, alone, options.repeat)
    except ClusterError as error:
        sys.exit(str(error))


def measure(files: Sequence[Path], address: str, workers: int | None, alone: float, repeat: int) -> None:
    """Print how long a cluster takes for the files, and its speed-up."""
    start = time.perf_counter()
    with joined(address, workers=workers):
        ready = time.perf_counter() - start
        times = [on_cluster(files, address) for _ in range(repeat)]
    taken, name = statistics.median(times), address if workers is None else f"{workers} workers"
    print(f"{name}: {taken:.1f} s, {alone / taken:.2f} times as fast as one thread; joining took {ready:.1f} s")


def one_process(files: Sequence[Path], *, threads: int | None) -> float:
    """Return the seconds that one process takes, by default with a thread a processor, loading its nets included."""
    cv2.setNumThreads(threads or -1)
    start = time.perf_counter()
    reader = default_card_reader(threads=threads)
    for path in files:
        reader.read(load_photo(path))
    return time.perf_counter() - start


def on_cluster(files: Sequence[Path], address: str) -> float:
    """Return the seconds that the cluster takes, each worker's loading of its nets included."""
    start = time.perf_counter()
    with readings_from(address, map(WantedPhoto, files)) as readings:
        read = sum(reading is not None for reading in readings)
    if read < len(files):
        sys.exit(f"{len(files) - read} of {len(files)} photos were not read")
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
