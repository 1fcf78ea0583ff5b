"""The finder and the reader tuned to a taught deck: ``python -m tablesynth.nets.tuning DECK --work DIR``.

Renders scenes of the deck from the pictures its file holds and as many of other decks, and goes on with the trainings
of finder and reader on both. What stands in DIR goes on where it stopped; at the end it has the tuned nets in ``nets``,
scenes that no training saw in ``judged-deck`` and ``judged-others``, and what was done in ``done.json``. Each line on
standard output is a stage, how much of it is done, and of how much, with tabs between.

What other decks lose by it is the finder's for the most part, so there are nets to choose from: both tuned, and the
tuned reader beside the finder as it was, whole and as the mean with what it was. ``done.json`` names their folders.
"""

import argparse
import json
import logging
import math
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tablesynth.nets.extra import check_extra

if __name__ == "__main__":
    check_extra(trees=False)

import cv2
import numpy as np
import torch

from tablesynth.decks.taughtart import taught_art
from tablesynth.nets.checkpoints import begun, mixed
from tablesynth.nets.crops import rendered
from tablesynth.nets.export import Card, export_finder, export_reader, trained, write_card
from tablesynth.nets.finder import build_finder
from tablesynth.nets.keeping import joined
from tablesynth.nets.patches import UNKNOWN, Patches, kept_patches
from tablesynth.nets.reader import ReaderNet
from tablesynth.nets.train_finder import FinderRecipe, train_finder
from tablesynth.nets.train_reader import ReaderRecipe, train_reader
from tablesynth.render import render_scenes, render_taught_scenes
from tablesynth.scene import Order
from tablesynth.taughtscenes import TaughtOrder
from vision.corners import Ink
from vision.decks.profile import DeckProfile
from vision.decks.reading import LEAST_SCORE
from vision.decks.shelf import read_deck
from vision.errors import DeckError, VisionError
from vision.model_files import open_model
from vision.nets import OnnxFinder, default_finder

NETS, JUDGED_DECK, JUDGED_OTHERS, DONE = "nets", "judged-deck", "judged-others", "done.json"
"""What stands in the folder when all is done."""

READER_ALONE = {"nets-reader": 1.0, "nets-half-reader": 0.5}
"""More folders of nets: the reader tuned alone, and how much of its weights is of the tuned one."""

SEEDS = {"deck": 11, "others": 12, JUDGED_DECK: 13, JUDGED_OTHERS: 14}

WHOLE_MINUTES = 25.0
"""What the whole recipe takes on two cores, about; for less, less of everything is done."""

RENDERED_BY, FOUND_BY, READ_BY = 0.4, 0.7, 0.95
"""By which share of the minutes each stage stops, done or not; the rest is for exporting."""

OTHERS_BATCH = 8
"""Scenes of other decks rendered in one go."""

FINDER = FinderRecipe(steps=320, rate=4e-4, warm_up=40, average=0.99, real_share=0.0, save_every=20)
READER = ReaderRecipe(steps=700, rate=5e-4, average=0.99, save_every=50)
"""As when the nets were made, but gentler: they know all but the deck already."""

Watch = Callable[[str, int, int], None]


@dataclass(frozen=True)
class TuningRecipe:
    """How much is done. scenes: of the deck, and as many of other decks. size: px of every photo; None for any."""

    scenes: int = 96
    judged: int = 24
    judged_others: int = 40
    finder: FinderRecipe = FINDER
    reader: ReaderRecipe = READER
    size: tuple[int, int] | None = None

    def within(self, minutes: float) -> "TuningRecipe":
        """Return as much of the recipe as a time is enough for on two cores."""
        share = min(minutes / WHOLE_MINUTES, 1.0)
        return replace(
            self,
            scenes=max(round(self.scenes * share), 8),
            judged=max(round(self.judged * share), 4),
            judged_others=max(round(self.judged_others * share), 4),
            finder=replace(self.finder, steps=max(round(self.finder.steps * share), 10)),
            reader=replace(self.reader, steps=max(round(self.reader.steps * share), 10)),
        )


class Clock:
    """The minutes a tuning may take, from now on."""

    def __init__(self, minutes: float) -> None:
        """Start."""
        self._begun, self._minutes = time.monotonic(), minutes

    def left(self, share: float) -> float:
        """Return how many minutes are left until this share of them is over."""
        return self._minutes * share - (time.monotonic() - self._begun) / 60


@dataclass(frozen=True)
class Tuning:
    """A deck, what to do with it and where. models: the folder of the nets to begin from, None for the usual ones."""

    profile: DeckProfile
    work: Path
    recipe: TuningRecipe
    models: Path | None
    workers: int
    watch: Watch

    def run(self, clock: Clock) -> None:
        """Do every stage that is not done yet, as far as the time allows.

        Raises:
            DeckError: if the deck's pictures show no index.
            ModelError: if a net to begin from is missing or damaged.
        """
        first_finder = open_model("finder-torch", self.models).path
        first_reader = open_model("reader-torch", self.models).path
        self._render(clock)
        finder = self._tune_finder(first_finder, clock)
        self._tune_reader(first_reader, finder, clock)
        for name, share in READER_ALONE.items():
            self._export_reader_alone(name, share, first_reader)
        (self.work / DONE).write_text(json.dumps(self._done()), encoding="utf-8")

    def _render(self, clock: Clock) -> None:
        art = taught_art(self.profile, default_finder(self.models, threshold=LEAST_SCORE))
        if not any(each.indices for each in art):
            raise DeckError(f"deck {self.profile.name!r}: no index is found on its pictures; teach it sharper photos")
        parts = self._parts()
        for number, (name, count) in enumerate(parts.items(), 1):
            split, seed = "val" if name.startswith("judged") else "train", SEEDS[name]
            size, folder = self.recipe.size, self.work / name
            done: Iterator[int]
            if name in ("deck", JUDGED_DECK):
                taught = TaughtOrder(self.profile.name, art, split, seed, size)
                done = render_taught_scenes(taught, count, folder, self.workers)
            else:
                order = Order(split, seed, size=size)
                done = render_scenes(order, count, folder, self.workers, batch=OTHERS_BATCH)
            for so_many in done:
                self.watch(f"rendering, {number} of {len(parts)}", so_many, count)
                if clock.left(RENDERED_BY * number / len(parts)) < 0:
                    break

    def _tune_finder(self, first: Path, clock: Clock) -> OnnxFinder:
        recipe, checkpoint = self.recipe.finder, self.work / "finder.pt"
        train_finder(
            recipe,
            rendered(self.work / "deck") + rendered(self.work / "others"),
            [],
            checkpoint,
            first,
            minutes=max(clock.left(FOUND_BY), 0),
            watch=lambda step: self.watch("training the finder", step, recipe.steps),
        )
        path = self.work / NETS / "finder.onnx"
        export_finder(trained(build_finder(), checkpoint), path)
        card = open_model("finder", self.models).card
        write_card("finder", path, self._card(first, card.best_index_px, 1.0))
        return OnnxFinder(open_model("finder", path.parent))

    def _tune_reader(self, first: Path, finder: OnnxFinder, clock: Clock) -> None:
        recipe, checkpoint = self.recipe.reader, self.work / "reader.pt"
        cut = []
        parts = (("deck", None), ("deck", finder), ("others", None))
        for number, (name, by) in enumerate(parts, 1):
            folder = self.work / name
            scenes = len(list(folder.glob("*.json")))
            file = self.work / f"patches-{name}-{scenes}{'-found' if by else ''}.npz"
            patches = kept_patches(file, folder, by)
            cut.append(_of_unknown_suit(patches) if name == "deck" else patches)
            self.watch("cutting patches", number, len(parts))
        train_reader(
            recipe,
            joined(cut),
            checkpoint,
            first,
            minutes=max(clock.left(READ_BY), 0),
            watch=lambda step: self.watch("training the reader", step, recipe.steps),
        )
        self._export_reader(trained(ReaderNet(), checkpoint), self.work / NETS, first)

    def _export_reader(self, net: ReaderNet, folder: Path, first: Path) -> None:
        # The scale of its logits hardly moves in so short a training.
        card = open_model("reader", self.models).card
        export_reader(net, card.temperature, folder / "reader.onnx")
        write_card("reader", folder / "reader.onnx", self._card(first, card.best_index_px, card.temperature))

    def _export_reader_alone(self, name: str, share: float, first: Path) -> None:
        tuned, before = trained(ReaderNet(), self.work / "reader.pt"), begun(ReaderNet(), first).eval()
        folder = self.work / name
        self._export_reader(mixed(tuned, before, share), folder, first)
        finder = open_model("finder", self.models).path
        for file in (finder, finder.with_suffix(".toml")):
            shutil.copyfile(file, folder / file.name)

    def _parts(self) -> dict[str, int]:
        """Return the folders of scenes and how many are to be in each."""
        recipe = self.recipe
        judged = {JUDGED_DECK: recipe.judged, JUDGED_OTHERS: recipe.judged_others}
        return judged | {"deck": recipe.scenes, "others": recipe.scenes}

    def _done(self) -> dict[str, bool | int | list[str]]:
        steps = {
            name: int(torch.load(self.work / f"{name}.pt", map_location="cpu", weights_only=True)["step"])
            for name in ("finder", "reader")
        }
        scenes = {name: len(list((self.work / name).glob("*.json"))) for name in self._parts()}
        whole = all(scenes[name] >= count for name, count in self._parts().items())
        whole &= steps["finder"] >= self.recipe.finder.steps and steps["reader"] >= self.recipe.reader.steps
        return {
            "whole": whole,
            "finder_steps": steps["finder"],
            "reader_steps": steps["reader"],
            "nets": [NETS, *READER_ALONE],
        }

    def _card(self, first: Path, best_index_px: float, temperature: float) -> Card:
        name = self.profile.name.replace("\\", "").replace('"', "")
        data = f"{self.recipe.scenes} rendered scenes of the taught deck {name}, and as many of other decks."
        return Card("handfoot teach --train", "unknown", first.name, data, best_index_px, temperature)


def _of_unknown_suit(patches: Patches) -> Patches:
    """Return patches of a taught deck: its profile does not say which suit a card has, nor which ink most have."""
    inks = np.where(patches.inks == int(Ink.OTHER), UNKNOWN, patches.inks)
    return Patches(patches.images, patches.faces, np.full_like(patches.suits, UNKNOWN), inks)


def main() -> int:
    """Tune the nets to the deck the command line names; one line on standard error says what went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tablesynth.nets.tuning", description=__doc__)
    parser.add_argument("deck", type=Path, help="a deck's file")
    parser.add_argument("--work", type=Path, required=True, help="checkpoints, scenes and patches")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop each stage so that all takes so long")
    parser.add_argument("--models", type=Path, help="the folder of the nets to begin from")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--size", type=int, nargs=2, metavar=("WIDTH", "HEIGHT"), help="px of every photo")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(max(1, asked.workers // 2))
    cv2.setNumThreads(1)
    asked.work.mkdir(parents=True, exist_ok=True)
    recipe = replace(TuningRecipe(), size=tuple(asked.size) if asked.size else None).within(asked.minutes)
    try:
        tuning = Tuning(read_deck(asked.deck), asked.work, recipe, asked.models, asked.workers, _tell)
        tuning.run(Clock(asked.minutes))
    except KeyboardInterrupt:
        return 130
    except (OSError, VisionError) as error:
        sys.stderr.write(f"{' '.join(str(error).split())}\n")
        return 2
    return 0


def _tell(stage: str, done: int, of: int) -> None:
    sys.stdout.write(f"{stage}\t{done}\t{of}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
