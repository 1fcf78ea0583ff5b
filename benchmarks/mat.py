"""How well sides on the printed mat are read from above and at a slant, near and far; with the mat and without it.

    python -m tablesynth mats --split test --count 4 --seed 3 --out MATS
    python benchmarks/mat.py MATS

Each photo is judged twice: as ``handfoot`` reads it, and as if no mat lay there.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

from others.ours import claims_of
from others.sidebyside import Sums
from tablesynth.labels import Scene, load_scene
from tablesynth.mats import STANDS

from handfoot.evaluation.labelled import scenes_in, truth_of_scene
from handfoot.evaluation.matching import same_place
from vision.mat.design import Zone
from vision.mat.finding import find_mats
from vision.mat.reading import read_by_mat
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame, load_photo
from vision.read import CardReader, default_card_reader


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    if not all(any(scenes_in(options.folder / stand)) for stand in STANDS):
        parser.error(f"{options.folder}: no such photos as python -m tablesynth mats renders")
    reader = default_card_reader()
    print("| seen | read | precision | recall | cards exactly | mat found | zones right | looking for it, CPU ms |")
    print("|---|---|---|---|---|---|---|---|")
    for stand in STANDS:
        by_mat, bare = Sums(stand), Sums(stand)
        found, zones, looks = 0, [0, 0], []
        for photo in scenes_in(options.folder / stand):
            scene, frame = load_scene(photo.labels), load_photo(photo.path)
            looks.append(_look_ms(frame))
            plain = reader.read_bare(frame)
            reading = read_by_mat(frame, partial(_again, reader, frame, plain))
            by_mat.add(truth_of_scene(scene), claims_of(reading))
            bare.add(truth_of_scene(scene), claims_of(plain))
            found += reading.mat is not None
            right, all_cards = _zones(scene, reading)
            zones = [zones[0] + right, zones[1] + all_cards]
        looked = sorted(looks)[len(looks) // 2]
        mats = f"{found} of {by_mat.photos} | {zones[0]} of {zones[1]} | {looked:.0f}"
        print(f"| {stand} | by the mat | {_told(by_mat)} | {mats} |")
        print(f"| {stand} | as it is | {_told(bare)} | | | |", flush=True)


def _told(sums: Sums) -> str:
    """Return precision, recall and photos counted exactly."""
    precision, recall = sums.right / max(sums.read, 1), sums.right / max(sums.true, 1)
    return f"{precision:.1%} | {recall:.1%} | {sums.cards_exact} of {sums.photos}"


def _again(reader: CardReader, own: Frame, plain: PhotoReading, frame: Frame) -> PhotoReading:
    """Read a photo, the one that was read already not again."""
    return plain if frame is own else reader.read_bare(frame)


def _look_ms(frame: Frame) -> float:
    """Return the processor's time that looking for a mat takes, ms."""
    start = time.process_time()
    find_mats(frame.image)
    return 1000 * (time.process_time() - start)


def _zones(scene: Scene, reading: PhotoReading) -> tuple[int, int]:
    """Return how many of the cards that were found lie in the right zone, and how many were found."""
    right = found = 0
    for card in scene.cards:
        if card.face is None or reading.mat is None:
            continue
        boxes: Sequence[tuple[float, float, float, float]] = [index.box for index in card.indices]
        seen = next(
            (one for one in reading.cards for index in one.indices if any(same_place(index.box, box) for box in boxes)),
            None,
        )
        if seen is None:
            continue
        found += 1
        is_played = reading.mat.zone(seen) is Zone.PLAYED
        right += is_played == (scene.piles[card.pile].zone == "played")
    return right, found


if __name__ == "__main__":
    main()
