"""How long a photo takes where a deck is taught, beside the same photo without; and how long a deck takes to learn.

    python -m tablesynth.taught --decks 4 --photos 2 --out STRANGE
    python benchmarks/taught.py STRANGE [--cores 2] [--repeat 5]

Each deck is taught from its one photo and read on its photos of play; the first one also lies on no photo of the sample
tables, which are read with it all the same.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from machine import ROOT, keep_to

if TYPE_CHECKING:
    from vision.read import CardReader


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="decks as python -m tablesynth.taught renders them")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    keep_to(options.cores)
    sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]
    measure(options.folder, options.repeat)


def measure(folder: Path, repeat: int) -> None:
    """Teach each deck of a folder, and read photos with it and without."""
    from tablesynth.taughtfolders import PLAY

    from handfoot.evaluation.lessons import teach_deck
    from vision.decks.teaching import default_teacher
    from vision.read import default_card_reader

    teacher, plain = default_teacher(), default_card_reader()
    learning, ratios = [], []
    samples = sorted((ROOT / "datasets" / "samples").glob("*/*/*.jpg"))
    for number, deck in enumerate(sorted(path for path in folder.iterdir() if path.is_dir())):
        start = time.perf_counter()
        profile, lesson, _ = teach_deck(deck, teacher)
        learning.append(time.perf_counter() - start)
        reader = default_card_reader(decks=(profile,))
        for path in sorted((deck / PLAY).glob("*.jpg")):
            ratios.append(ratio(path, plain, reader, repeat))
        if number == 0:
            away = [ratio(path, plain, reader, repeat) for path in samples]
        print(f"{deck.name}: {len(lesson.cards)} cards learnt in {learning[-1]:.2f} s")
    if not ratios:
        sys.exit(f"{folder}: no deck with photos of play")
    print(f"a deck is learnt in {statistics.median(learning):.2f} s, {max(learning):.2f} s at most")
    print(f"with the deck taught, {told(ratios)}")
    print(f"with a deck taught that does not lie there, {told(away)}")


def ratio(path: Path, plain: "CardReader", taught: "CardReader", repeat: int) -> tuple[float, float]:
    """Return the median seconds of reading a photo without the deck and with it, in turn."""
    from vision.photos.frames import load_photo

    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeat):
        for reader, taken in zip((plain, taught), times, strict=True):
            start = time.perf_counter()
            reader.read(load_photo(path))
            taken.append(time.perf_counter() - start)
    return statistics.median(times[0]), statistics.median(times[1])


def told(pairs: Sequence[tuple[float, float]]) -> str:
    """Return the medians of both, and of their ratio, over photos."""
    without, with_it = (statistics.median(values) for values in zip(*pairs, strict=True))
    times = statistics.median(after / before for before, after in pairs)
    return f"a photo takes {with_it:.2f} s, {without:.2f} s without it: {times:.2f} times as long ({len(pairs)} photos)"


if __name__ == "__main__":
    main()
