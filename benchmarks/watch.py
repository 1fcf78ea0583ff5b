"""How many pictures a second ``handfoot watch`` follows, against reading every picture whole.

    python benchmarks/watch.py [--pictures 120] [--out VIDEO.avi]

A rendered side of a table is filmed at 1280 x 720 px, 30 pictures a second: the camera drifts, holds still, drifts to
another place; a card is laid down on the way. Both ways see the same pictures, one after the other, in this process.
"""

import argparse
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

import cv2
import numpy as np
from tablesynth.art import Family
from tablesynth.dealt.rounds import draw_side, stock
from tablesynth.dealt.shoe import NORMAL_PX, draw_decks, draw_pool
from tablesynth.photograph import Wish
from tablesynth.scene import POOL_SIZE, lay_side, style_of
from tablesynth.shots import own_cards, set_out, shoot

from handfoot.live.drawing import draw_live
from vision.corners import Image
from vision.live.feed import Picture
from vision.live.watching import Watcher
from vision.photos.frames import Frame
from vision.read import default_card_reader

SIZE = (1280, 720)
RATE = 30.0


def table(seed: int) -> tuple[Image, Image]:
    """Return two pictures of a table: without, and with one more pile."""
    rng = np.random.default_rng(seed)
    pool = draw_pool(np.random.default_rng(seed), "test", Family.TRADITIONAL, POOL_SIZE)
    decks = draw_decks(rng, pool, NORMAL_PX, most=1)
    side = draw_side(rng, stock(4), "", minimum=60, went_out=True)
    piles = lay_side(rng, "remastered", side, style_of(rng, decks, tight=False, neat=True), decks)
    start, owned = 0, []
    for pile in piles:
        owned.append(own_cards(rng, pile.cards, decks, start))
        start += len(pile.cards)
    whole = set_out(rng, piles, owned, decks, "test")
    fewer = replace(whole, placed=whole.placed[:-4], physical=whole.physical[:-4])
    wish = Wish("test", 130.0, (1920, 1080), 1920, whole=True, straight=1.0)
    before, after = (shoot(np.random.default_rng(seed + 1), one, wish).image for one in (fewer, whole))
    return before, after


def film(pictures: int) -> list[Picture]:
    """Return the pictures of a film over the table."""
    before, after = table(7)
    rng = np.random.default_rng(0)
    taken = []
    for number in range(pictures):
        share = number / max(pictures - 1, 1)
        # Drift for a third, hold still for a third, drift again.
        along = 0.5 * np.clip(3 * share, 0, 1) + 0.5 * np.clip(3 * share - 2, 0, 1)
        shake = rng.normal(0, 0.6, 2)
        view = np.array([[0.78, -0.02 * along, -160 * along + shake[0]], [0.02 * along, 0.78, -60 * along + shake[1]]])
        image = cv2.warpAffine(before if share < 0.5 else after, view, SIZE, flags=cv2.INTER_AREA)
        noisy = image.astype(np.int16) + rng.normal(0, 3, image.shape).astype(np.int16)
        taken.append(Picture(number, number / RATE, np.clip(noisy, 0, 255).astype(np.uint8)))
    return taken


def main() -> None:
    """Run both ways and print what they took."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pictures", type=int, default=120)
    parser.add_argument("--peer", type=int, default=15, help="So many pictures, spread evenly, are read whole.")
    parser.add_argument("--out", type=Path, help="Also write the film.")
    given = parser.parse_args()
    pictures = film(given.pictures)
    if given.out is not None:
        writer = cv2.VideoWriter(str(given.out), cv2.VideoWriter.fourcc(*"MJPG"), RATE, SIZE)
        for picture in pictures:
            writer.write(picture.image)
        writer.release()
    reader = default_card_reader()
    reader.read(Frame("warm", pictures[0].image))
    print(f"{os.cpu_count()} cores, {SIZE[0]} x {SIZE[1]} px, {len(pictures)} pictures")
    for name, background in (("followed, read beside", True), ("followed, read between", False)):
        watcher = Watcher(reader, background=background)
        times, busy, settled = [], [], []
        begun = time.perf_counter()
        for picture in pictures:
            if background:
                # As a webcam gives them: none before its time.
                time.sleep(max(picture.seconds - (time.perf_counter() - begun), 0))
            start, worked = time.perf_counter(), time.thread_time()
            # A webcam's clock goes on while a picture is worked on.
            clock = start - begun if background else picture.seconds
            seen = watcher.watch(replace(picture, seconds=clock))
            draw_live(picture.image, seen.cards, "")
            times.append(time.perf_counter() - start)
            busy.append(time.thread_time() - worked)
            if seen.settled is not None:
                settled.append(f"{len(seen.settled.cards)} cards at picture {picture.number}")
        whole = time.perf_counter() - begun
        watcher.close()
        print(
            f"{name}: {len(pictures) / whole:.1f} pictures a second, median {1000 * median(times):.0f} ms "
            f"({1000 * median(busy):.0f} ms of one core), "
            f"settled {', '.join(settled) or 'never'}"
        )
    some = pictures[:: max(len(pictures) // given.peer, 1)]
    times, busy = [], []
    for picture in some:
        start, worked = time.perf_counter(), time.process_time()
        reading = reader.read(Frame("whole", picture.image))
        draw_live(picture.image, reading.cards, "")
        times.append(time.perf_counter() - start)
        busy.append(time.process_time() - worked)
    rate = len(times) / sum(times)
    print(
        f"every picture whole: {rate:.1f} pictures a second, median {1000 * median(times):.0f} ms "
        f"({1000 * median(busy):.0f} ms of all cores)"
    )


if __name__ == "__main__":
    main()
