"""How fast scenes are rendered: medians of repeated runs at 1280 x 960 with 30 cards, labels and JPEG included.

    python benchmarks/render.py [--runs N] [--suitless]

One process, one thread; CPU time is what a core needs whatever else the machine does.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

import cv2
import numpy as np
from tablesynth.art import Family
from tablesynth.dealt.layouts import LaidPile
from tablesynth.dealt.loose import dense, scatter
from tablesynth.dealt.rounds import draw_cards, stock
from tablesynth.dealt.shoe import NORMAL_PX, OpenedDeck, draw_pool, opened
from tablesynth.photo.light import jpeg
from tablesynth.photograph import Wish, photograph
from tablesynth.scene import labelled, style_of

CARDS, SIZE = 30, (1280, 960)


def lay(rng: np.random.Generator, kind: str, deck: OpenedDeck) -> tuple[LaidPile, ...]:
    """Lay thirty cards."""
    faces = draw_cards(rng, stock(4), CARDS)
    style = style_of(rng, (deck,), tight=kind == "dense")
    return dense(rng, faces, style) if kind == "dense" else scatter(rng, faces, style)


def main() -> None:
    """Print a line per layout."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--suitless", action="store_true", help="Remastered-like decks")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    family = Family.REMASTERED if given.suitless else Family.TRADITIONAL
    start = time.perf_counter()
    deck = opened(draw_pool(np.random.default_rng(0), "train", family, 1)[0], NORMAL_PX)
    print(f"opening a {family} deck: {time.perf_counter() - start:.2f} s")
    for kind in ("scatter", "dense"):
        walls, cpus = [], []
        for run in range(given.runs + 1):
            rng = np.random.default_rng(run)
            begun, busy = time.perf_counter(), time.process_time()
            photo = photograph(rng, lay(rng, kind, deck), (deck,), Wish("train", 130, SIZE, 1280, False, 0.3))
            labelled(photo, "x.jpg", kind, run, "train")
            jpeg(rng, photo.image)
            walls.append(time.perf_counter() - begun)
            cpus.append(time.process_time() - busy)
        wall, cpu = statistics.median(walls[1:]), statistics.median(cpus[1:])
        print(
            f"{kind}: {CARDS} cards at {SIZE[0]} x {SIZE[1]}, medians of {given.runs} runs: {1000 * wall:.0f} ms, "
            f"{1 / wall:.1f} frames/s; CPU {1000 * cpu:.0f} ms, {1 / cpu:.1f} frames/s a core"
        )


if __name__ == "__main__":
    main()
