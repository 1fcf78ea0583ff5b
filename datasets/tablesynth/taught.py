"""Photos of decks to be taught: for each deck one that shows every face and a back once, and some of play.

``python -m tablesynth.taught --out DIR`` renders strange decks, to judge by, those that are not there yet; ``--apart``
photographs their faces one by one as well; ``--learn`` renders invented decks and others of a split, to learn from;
``--tables N`` deals so many whole tables of each deck.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from scorer.faces import FACES
from tablesynth.art import Family
from tablesynth.assets import SPLITS
from tablesynth.dealt.layouts import LaidCard, LaidPile, Pose
from tablesynth.dealt.rounds import PileKind
from tablesynth.dealt.shoe import NORMAL_PX, OpenedDeck, draw_pool, ready
from tablesynth.decks import open_deck
from tablesynth.decks.invented import PREFIX as INVENTION
from tablesynth.decks.invented import draw_invented
from tablesynth.decks.strange import PREFIX as STRANGE
from tablesynth.decks.strange import draw_strange
from tablesynth.photograph import Wish, photograph
from tablesynth.scene import lay, write_photo
from tablesynth.tables import is_written, plan_table_of, write_planned
from tablesynth.taughtfolders import AGAIN, APART, LESSON, PLAY, TABLES

LAYOUTS = ("fanned", "remastered", "left", "scatter", "dense", "traditional")
COLUMNS = 4

CLOSE_BY = 180.0, 300.0
"""Width in px of a card that is photographed by itself, from and to."""

INVENTED = 0.7
"""Share of invented decks among those to learn from; the others are any of the train split."""

_FAMILIES = (Family.TRADITIONAL, Family.REMASTERED)


def render_taught(seed: int, numbers: range, photos: int, folder: Path, *, learn: str | None = None) -> None:
    """Write the photos of the decks of such numbers, those that are not there yet, a folder a deck.

    learn: the split whose type and surfaces are shown by decks to learn from, in place of strange decks on surfaces of
    the test split.
    """
    for number in numbers:
        name = _name(number, learn)
        lessons, plays = (len(list((folder / name / part).glob("*.json"))) for part in (LESSON, PLAY))
        if lessons and plays >= photos:
            continue
        rng = np.random.default_rng((seed, number))
        deck = _deck(rng, seed, number, learn)
        split = learn or "test"
        _write(rng, deck, _each_once(rng, deck), _wish(rng, deck, split), seed, folder / name / LESSON, 0)
        for photo in range(photos):
            layout = LAYOUTS[(photo + (number if learn else 0)) % len(LAYOUTS)]
            piles = lay(rng, layout, (deck,))
            _write(rng, deck, piles, _wish(rng, deck, split), seed, folder / name / PLAY, photo, layout)


def render_again(seed: int, numbers: range, folder: Path) -> None:
    """Write beside the lessons of strange decks a second photo of all faces, for where the first is not sharp."""
    for number in numbers:
        name = f"{STRANGE}-{number:05d}"
        if not list((folder / name / AGAIN).glob("*.json")):
            rng = np.random.default_rng((seed, number, len(FACES), 0))
            deck = ready(draw_strange(name, NORMAL_PX))
            _write(rng, deck, _each_once(rng, deck), _wish(rng, deck, "test"), seed, folder / name / AGAIN, 0)


def render_apart(seed: int, numbers: range, folder: Path) -> None:
    """Write beside the lessons of strange decks a photo of each face, and of a back, by itself and from close by.

    Each is taken twice, for those of the first that had better be taken again; the second ones' numbers follow.
    """
    for number in numbers:
        name = f"{STRANGE}-{number:05d}"
        rng = np.random.default_rng((seed, number, len(FACES)))
        deck = ready(draw_strange(name, NORMAL_PX))
        piles = _each_once(rng, deck) * 2
        if len(list((folder / name / APART).glob("*.json"))) < len(piles):
            for place, pile in enumerate(piles):
                wish = Wish("test", float(rng.uniform(*CLOSE_BY)), None, 1800, True, 0.35)
                _write(rng, deck, (pile,), wish, seed, folder / name / APART, place)


def render_tables_of(seed: int, numbers: range, count: int, folder: Path, *, learn: str | None = None) -> None:
    """Write beside the lessons of decks whole tables of each, as ``tablesynth.tables`` photographs them.

    learn: as in ``render_taught``; a deck that lacks a face has no tables.
    """
    for number in numbers:
        name = _name(number, learn)
        wanted = {table: folder / name / TABLES / f"table-{table:04d}" for table in range(1, count + 1)}
        lacking = {table: path for table, path in wanted.items() if not is_written(path)}
        if not lacking:
            continue
        rng = np.random.default_rng((seed, number))
        deck = _deck(rng, seed, number, learn)
        if deck.fronts.keys() < set(FACES):
            continue
        for table, path in lacking.items():
            rng = np.random.default_rng((seed, number, len(FACES), table))
            # A table names its deck as it is taught from the folder.
            write_planned(rng, plan_table_of(rng, replace(deck, name=name)), learn or "test", seed, path)


def _name(number: int, learn: str | None) -> str:
    """Return the name of a deck's folder."""
    return f"{'learnt' if learn else STRANGE}-{number:05d}"


def _deck(rng: np.random.Generator, seed: int, number: int, learn: str | None) -> OpenedDeck:
    """Return the deck of a number, ready to be dealt."""
    if learn:
        # What is invented is drawn from its name alone: no split's deck may have another's.
        return _to_learn(rng, f"{seed}-{number}" if learn == "train" else f"{learn}-{seed}-{number}", learn)
    return ready(draw_strange(_name(number, learn), NORMAL_PX))


def _to_learn(rng: np.random.Generator, name: str, split: str) -> OpenedDeck:
    if rng.random() < INVENTED:
        return ready(draw_invented(f"{INVENTION}-{name}", NORMAL_PX, split))
    family = _FAMILIES[int(rng.integers(len(_FAMILIES)))]
    return ready(open_deck(draw_pool(rng, split, family, 1)[0], NORMAL_PX))


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
    photo = photograph(rng, piles, (deck,), wish)
    write_photo(rng, folder / f"{number:06d}.jpg", photo, layout, seed, wish.split)


def _each_once(rng: np.random.Generator, deck: OpenedDeck) -> tuple[LaidPile, ...]:
    """Lay each face and a back once, in rows, apart, more or less straight."""
    piles = []
    for place, face in enumerate((*(face for face in FACES if face in deck.fronts), None)):
        row, column = divmod(place, COLUMNS)
        x, y = np.array([1.25 * column, (deck.aspect + 0.25) * row]) + rng.normal(0, 0.04, 2)
        card = LaidCard(face, Pose(float(x), float(y), float(rng.normal(0, 0.08))))
        piles.append(LaidPile("played", PileKind.LOOSE, False, () if face is None else (face,), (card,)))
    return tuple(piles)


def _wish(rng: np.random.Generator, deck: OpenedDeck, split: str) -> Wish:
    index_px = float(np.exp(rng.uniform(np.log(18), np.log(44))))
    return Wish(split, float(np.clip(index_px / deck.index, 60, 300)), None, 1800, True, 0.35)


def main() -> None:
    """Render what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tablesynth.taught", description=__doc__)
    parser.add_argument("--decks", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, metavar="NUMBER", help="begin with this deck")
    parser.add_argument(
        "--learn", choices=SPLITS, help="decks of this split to learn from, not strange ones to judge by"
    )
    parser.add_argument("--apart", action="store_true", help="photograph each face of strange decks by itself, too")
    parser.add_argument(
        "--tables", type=int, default=0, metavar="N", help="deal so many whole tables of each deck, too"
    )
    parser.add_argument("--photos", type=int, default=4, help="photos of play a deck")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    if asked.learn and asked.apart:
        parser.error("--apart is of strange decks, --learn renders none")
    decks = range(asked.first, asked.first + asked.decks)
    render_taught(asked.seed, decks, asked.photos, asked.out, learn=asked.learn)
    if not asked.learn:
        render_again(asked.seed, decks, asked.out)
    if asked.apart:
        render_apart(asked.seed, decks, asked.out)
    render_tables_of(asked.seed, decks, asked.tables, asked.out, learn=asked.learn)


if __name__ == "__main__":
    main()
