"""Photos to judge teaching by: for each strange deck one that shows every face and a back once, and some of play.

``python -m tablesynth.taught --out DIR`` renders them, those that are not there yet.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from scorer.faces import FACES
from tablesynth.decks.strange import draw_strange, strange_names
from tablesynth.labels import save_scene
from tablesynth.layouts import LaidCard, LaidPile, Pose
from tablesynth.light import jpeg
from tablesynth.photograph import Wish, photograph
from tablesynth.rounds import PileKind
from tablesynth.scene import labelled, lay
from tablesynth.shoe import NORMAL_PX, OpenedDeck, ready
from tablesynth.taughtfolders import LESSON, PLAY

SPLIT = "test"
LAYOUTS = ("fanned", "remastered", "left", "scatter", "dense", "traditional")
COLUMNS = 4


def render_taught(seed: int, decks: int, photos: int, folder: Path) -> None:
    """Write the photos of so many strange decks, those that are not there yet, a folder a deck."""
    for name in strange_names(decks):
        lessons, plays = (len(list((folder / name / part).glob("*.json"))) for part in (LESSON, PLAY))
        if lessons and plays == photos:
            continue
        deck = ready(draw_strange(name, NORMAL_PX))
        rng = np.random.default_rng((seed, int(name.rpartition("-")[2])))
        _write(rng, deck, _each_once(rng, deck), _wish(rng, deck), seed, folder / name / LESSON, 0)
        for number in range(photos):
            layout = LAYOUTS[number % len(LAYOUTS)]
            piles = lay(rng, layout, (deck,))
            _write(rng, deck, piles, _wish(rng, deck), seed, folder / name / PLAY, number, layout)


def _write(
    rng: np.random.Generator,
    deck: OpenedDeck,
    piles: tuple[LaidPile, ...],
    wish: Wish,
    seed: int,
    folder: Path,
    number: int,
    layout: str = LESSON,
) -> None:
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    photo = photograph(rng, piles, (deck,), wish)
    (folder / f"{number:06d}.jpg").write_bytes(jpeg(rng, photo.image))
    save_scene(labelled(photo, f"{number:06d}.jpg", layout, seed, SPLIT), folder / f"{number:06d}.json")


def _each_once(rng: np.random.Generator, deck: OpenedDeck) -> tuple[LaidPile, ...]:
    """Lay each face and a back once, in rows, apart, more or less straight."""
    piles = []
    for place, face in enumerate((*FACES, None)):
        row, column = divmod(place, COLUMNS)
        x, y = np.array([1.25 * column, (deck.aspect + 0.25) * row]) + rng.normal(0, 0.04, 2)
        card = LaidCard(face, Pose(float(x), float(y), float(rng.normal(0, 0.08))))
        piles.append(LaidPile("played", PileKind.LOOSE, False, () if face is None else (face,), (card,)))
    return tuple(piles)


def _wish(rng: np.random.Generator, deck: OpenedDeck) -> Wish:
    index_px = float(np.exp(rng.uniform(np.log(18), np.log(44))))
    return Wish(SPLIT, float(np.clip(index_px / deck.index, 60, 300)), None, 1800, True, 0.35)


def main() -> None:
    """Render what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tablesynth.taught", description=__doc__)
    parser.add_argument("--decks", type=int, default=20)
    parser.add_argument("--photos", type=int, default=4, help="photos of play a deck")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    render_taught(asked.seed, asked.decks, asked.photos, asked.out)


if __name__ == "__main__":
    main()
