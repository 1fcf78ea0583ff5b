"""One resumable command from nothing to the nine nets and the trees that pair corners.

``python -m tablesynth.nets --work runs/nets``
"""

import argparse
import logging
import math
import os
from pathlib import Path

from tablesynth.nets.extra import check_extra

if __name__ == "__main__":
    check_extra(trees=True)

import cv2
import torch

from tablesynth.arguments import a_share
from tablesynth.assets import cache_folder
from tablesynth.decks.fetch import fetch, packages
from tablesynth.nets.likeness import LikenessRecipe
from tablesynth.nets.pairs import make_pairs
from tablesynth.nets.run import (
    JUDGED_SEED,
    PAIRS_SEED,
    READ_SEED,
    REAL_FOLDERS,
    SEEN_SEED,
    TRAIN_SEED,
    TREES_LOW_SHARE,
    VAL_SEED,
    Run,
    deal,
    keep_to,
    render,
    render_loose,
    render_ornate,
    render_scenery,
)
from tablesynth.nets.stages import (
    make_face_reader,
    make_finder,
    make_likeness,
    make_outliner,
    make_pair_net,
    make_reader,
    make_suits,
    make_values,
)
from tablesynth.nets.telling import TellingRecipe
from tablesynth.nets.train_facereader import FaceRecipe
from tablesynth.nets.train_finder import FinderRecipe
from tablesynth.nets.train_outliner import OutlinerRecipe
from tablesynth.nets.train_presence import PresenceRecipe, make_presence
from tablesynth.nets.train_reader import ReaderRecipe

_GOING_ON = (
    ("finder", "a finder"),
    ("reader", "a reader"),
    ("outliner", "an outliner"),
    ("faces", "a reader of whole cards"),
    ("likeness", "a net of likeness"),
    ("onecard", "a judge of pairs"),
    ("values", "a judge of wilds"),
    ("suits", "a judge of suits"),
)
"""Nets that can go on from weights, and what each is."""


def main() -> None:
    """Run every stage that is not done yet; a stage begun goes on where it stopped."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    run = _asked()
    # Two threads on two busy cores wait for each other more than they gain.
    torch.set_num_threads(max(1, run.workers // 2))
    cv2.setNumThreads(1)
    for package in packages():
        fetch(package, cache_folder())
    train, val = render(run, "train", run.scenes, TRAIN_SEED), render(run, "val", run.val_scenes, VAL_SEED)
    read = [train, deal(run, "train", run.read_tables, READ_SEED, TREES_LOW_SHARE)]
    finder = make_finder(run, train, render_ornate(run), val)
    make_reader(run, read, val, finder)
    make_likeness(run, finder)
    make_outliner(run, train, val, finder)
    make_face_reader(run, read, val, finder)
    make_values(run, finder)
    make_suits(run, read, val)
    judged = deal(run, "val", run.val_tables // 2, JUDGED_SEED)
    make_pair_net(run, deal(run, "train", run.train_tables, TRAIN_SEED, TREES_LOW_SHARE), judged)
    lots = [deal(run, "val", run.val_tables, seed, TREES_LOW_SHARE) for seed in (PAIRS_SEED, VAL_SEED)]
    make_pairs(run.models, lots, judged)
    # What it learns from is paired by trees that never saw it, as what it will judge is.
    photos = [render_loose(run), render_scenery(run), deal(run, "val", run.seen_tables, SEEN_SEED, TREES_LOW_SHARE)]
    recipe = PresenceRecipe(steps=run.presence_steps)
    make_presence(recipe, run.models, run.work, photos, judged, run.real, minutes=run.minutes)


def _asked() -> Run:
    parser = argparse.ArgumentParser(prog="python -m tablesynth.nets", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("runs/nets"), help="checkpoints, scenes and patches")
    parser.add_argument("--models", type=Path, default=Path("models"), help="where the ONNX files and cards go")
    parser.add_argument("--photos", type=Path, help="folder of labelled real photos to learn from as well")
    parser.add_argument(
        "--leave-out",
        nargs="+",
        default=(),
        choices=REAL_FOLDERS,
        metavar="NAME",
        help="sets of those photos that no net is to see, so that their deck can be judged as a strange one",
    )
    parser.add_argument("--scenes", type=int, default=3000)
    parser.add_argument("--val-scenes", type=int, default=300)
    parser.add_argument("--wild-scenes", type=int, default=900, help="scenes of loose wilds")
    parser.add_argument("--lessons", type=int, default=1300, help="decks that the net of likeness is taught")
    parser.add_argument("--val-tables", type=int, default=80, help="tables that the trees that pair learn from, twice")
    parser.add_argument("--seen-tables", type=int, default=500, help="tables that the net of presence learns from")
    parser.add_argument("--train-tables", type=int, default=500, help="tables that the judge of pairs learns from")
    parser.add_argument("--read-tables", type=int, default=200, help="tables that the readers learn from beside scenes")
    parser.add_argument("--finder-steps", type=int, default=FinderRecipe.steps)
    parser.add_argument("--reader-steps", type=int, default=ReaderRecipe.steps)
    parser.add_argument("--likeness-steps", type=int, default=LikenessRecipe.steps)
    parser.add_argument("--outliner-steps", type=int, default=OutlinerRecipe.steps)
    parser.add_argument("--face-steps", type=int, default=FaceRecipe.steps)
    parser.add_argument("--pair-steps", type=int, default=TellingRecipe.steps)
    parser.add_argument("--value-steps", type=int, default=TellingRecipe.steps)
    parser.add_argument("--suit-steps", type=int, default=TellingRecipe.steps)
    parser.add_argument("--presence-steps", type=int, default=PresenceRecipe.steps)
    for net, what in _GOING_ON:
        parser.add_argument(
            f"--{net}-from", metavar="NAME", help=f"{what} in the models folder to go on from: {net}-torch"
        )
    parser.add_argument(
        "--share",
        type=a_share,
        default=1.0,
        help="of a net that goes on from weights, so much of what it learnt and the rest of those lands (default: all)",
    )
    parser.add_argument(
        "--dwell-on", metavar="NAME", help="a finder in the models folder whose mistakes are shown oftener: finder"
    )
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop each training after this long")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes that render")
    parser.add_argument(
        "--feeders",
        type=int,
        help="processes that make batches while a net learns (default: with a GPU as many as --workers, else a thread)",
    )
    parser.add_argument(
        "--batch-times",
        type=int,
        default=1,
        metavar="N",
        help="batches N times as large, for a GPU, learnt from at a rate sqrt(N) times as high",
    )
    asked = parser.parse_args()
    if asked.feeders is None:
        asked.feeders = asked.workers if torch.cuda.is_available() else 1
    _check(asked, parser)
    asked.work.mkdir(parents=True, exist_ok=True)
    try:
        keep_to(asked.work, asked.leave_out)
    except ValueError as error:
        parser.error(f"--work {error}")
    return Run(**vars(asked))


def _check(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """End the program with one line where options do not fit each other, or a number is too small."""
    for option in ("workers", "feeders", "batch_times"):
        if getattr(asked, option) < 1:
            parser.error(f"--{option.replace('_', '-')} {getattr(asked, option)}: must be 1 or more")
    if asked.share < 1 and all(name is None for option, name in vars(asked).items() if option.endswith("_from")):
        parser.error(f"--share {asked.share}: no net goes on from weights, as with --reader-from reader-torch")


if __name__ == "__main__":
    main()
