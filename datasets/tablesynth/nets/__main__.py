"""One resumable command from nothing to the eight nets and the trees that pair corners.

``python -m tablesynth.nets --work runs/nets``
"""

import argparse
import logging
import math
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import torch

from tablesynth.assets import cache_folder
from tablesynth.decks.fetch import fetch, packages
from tablesynth.nets import marks, pairpictures
from tablesynth.nets.checkpoints import begun
from tablesynth.nets.crops import photographed, rendered
from tablesynth.nets.export import (
    Card,
    export_face_net,
    export_finder,
    export_likeness,
    export_outliner,
    export_pair_net,
    export_reader,
    export_values,
    save_torch_finder,
    save_torch_weights,
    trained,
    write_card,
)
from tablesynth.nets.facereader import FaceNet
from tablesynth.nets.finder import build_finder
from tablesynth.nets.first_weights import FIRST_WEIGHTS, fetch_first_weights
from tablesynth.nets.hard import mined
from tablesynth.nets.judge import (
    face_temperature_of,
    judge_face_reader,
    judge_finder,
    judge_likeness,
    judge_one_card,
    judge_outliner,
    judge_reader,
    judge_values,
    temperature_of,
    value_temperature_of,
)
from tablesynth.nets.keeping import joined
from tablesynth.nets.likeness import (
    LikenessNet,
    LikenessRecipe,
    kept_lessons,
    photographed_lessons,
    train_likeness,
)
from tablesynth.nets.outliner import OutlinerNet
from tablesynth.nets.pairs import looking_reader, make_pairs
from tablesynth.nets.patches import kept_patches, photographed_patches
from tablesynth.nets.provenance import command, commit
from tablesynth.nets.reader import ReaderNet
from tablesynth.nets.telling import TellingRecipe, train_telling
from tablesynth.nets.tellingnets import PairNet, ValueNet
from tablesynth.nets.train_facereader import FaceRecipe, train_face_reader
from tablesynth.nets.train_finder import FinderRecipe, train_finder
from tablesynth.nets.train_outliner import OutlinerRecipe, train_outliner
from tablesynth.nets.train_presence import PresenceRecipe, make_presence
from tablesynth.nets.train_reader import ReaderRecipe, train_reader
from tablesynth.nets.views import kept_views
from tablesynth.nets.wholecards import kept_crops, photographed_crops
from vision.model_files import ModelFile, open_model
from vision.nets import OnnxFaceReader, OnnxFinder, OnnxLikeness, OnnxOutliner, OnnxReader, OnnxTelling
from vision.read import BEST_INDEX_PX

log = logging.getLogger("tablesynth.nets")

TRAIN_SEED, VAL_SEED, JUDGED_SEED, PAIRS_SEED, LOOSE_SEED, SEEN_SEED, WILDS_SEED, LESSONS_SEED, READ_SEED = range(1, 10)
TRAIN_DECKS_LAST = 1
"""No two scenes for training share decks: what is missing most is variety of print, and it costs next to nothing."""

LOW_SHARE, TREES_LOW_SHARE = 0.35, 0.25
"""How many photos that nets, and trees, learn from are taken from low down; those to judge by stay as they were."""

LOOSE = ("scatter", "closeup", "hand")
"""Layouts of cards by themselves, as most labelled real photos show them, and tables seldom."""

REAL_FOLDERS = ("dev_win", "dev_single", "dev_blackdeck")


@dataclass(frozen=True)
class Run:
    """What the command line asked for."""

    work: Path
    scenes: int
    val_scenes: int
    wild_scenes: int
    lessons: int
    val_tables: int
    seen_tables: int
    train_tables: int
    read_tables: int
    photos: Path | None
    finder: FinderRecipe
    reader: ReaderRecipe
    likeness: LikenessRecipe
    outliner: OutlinerRecipe
    faces: FaceRecipe
    one_card: TellingRecipe
    values: TellingRecipe
    presence: PresenceRecipe
    finder_from: str | None
    reader_from: str | None
    faces_from: str | None
    likeness_from: str | None
    dwell_on: str | None
    minutes: float
    workers: int
    models: Path


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
    real = [run.photos / name for name in REAL_FOLDERS] if run.photos else []
    finder = make_finder(run, train, val, real)
    make_reader(run, read, val, real, finder)
    make_likeness(run, real, finder)
    make_outliner(run, train, val, finder)
    make_face_reader(run, read, val, real, finder)
    make_values(run, finder)
    judged = deal(run, "val", run.val_tables // 2, JUDGED_SEED)
    make_pair_net(run, deal(run, "train", run.train_tables, TRAIN_SEED, TREES_LOW_SHARE), judged)
    lots = [deal(run, "val", run.val_tables, seed, TREES_LOW_SHARE) for seed in (PAIRS_SEED, VAL_SEED)]
    make_pairs(run.models, lots, judged)
    # What it learns from is paired by trees that never saw it, as what it will judge is.
    photos = [render_loose(run), deal(run, "val", run.seen_tables, SEEN_SEED, TREES_LOW_SHARE)]
    make_presence(run.presence, run.models, run.work, photos, judged, real, minutes=run.minutes)


def render(run: Run, split: str, count: int, seed: int) -> Path:
    """Render the scenes of a split that are not there yet."""
    words = ["--decks-last", str(TRAIN_DECKS_LAST), "--low", str(LOW_SHARE)] if split == "train" else []
    return _synthesise(run, f"scenes-{split}", "render", split, count, seed, words)


def render_loose(run: Run) -> Path:
    """Render the scenes of loose cards that are not there yet, for trees to learn from."""
    words = ["--layouts", ",".join(LOOSE), "--low", str(TREES_LOW_SHARE)]
    return _synthesise(run, "scenes-loose", "render", "val", run.val_scenes, LOOSE_SEED, words)


def render_wilds(run: Run, split: str, count: int) -> Path:
    """Render the scenes of loose wilds that are not there yet."""
    words = ["--layouts", "wilds", "--decks-last", "3", "--low", str(TREES_LOW_SHARE)]
    return _synthesise(run, f"wilds-{split}", "render", split, count, WILDS_SEED, words)


def deal(run: Run, split: str, count: int, seed: int, low: float = 0.0) -> Path:
    """Render the tables of a split that are not there yet, a share of their photos taken from low down."""
    words = ["--decks-last", "1", "--low", str(low)]
    return _synthesise(run, f"tables-{split}-{seed}", "tables", split, count, seed, words)


def _synthesise(run: Run, name: str, command: str, split: str, count: int, seed: int, words: list[str]) -> Path:
    """Let ``python -m tablesynth`` write what is not there yet into a folder, and return that."""
    folder = run.work / name
    words = [command, "--split", split, "--count", str(count), "--seed", str(seed), "--out", str(folder), *words]
    words += ["--workers", str(run.workers)]
    subprocess.run([sys.executable, "-m", "tablesynth", *words], check=True)
    return folder


def make_finder(run: Run, train: Path, val: Path, real: list[Path]) -> OnnxFinder:
    """Train the finder, export it and write its card."""
    checkpoint = run.work / "finder.pt"
    if run.finder_from is None:
        first, origin = fetch_first_weights(run.work), FIRST_WEIGHTS.describe()
    else:
        # Opened by its card: a pickle is not read before its hash is checked.
        first = open_model(run.finder_from, run.models).path
        origin = f"{first.name} of this folder, which began from {FIRST_WEIGHTS.describe()}"
    scenes, photos = rendered(train), photographed(real)
    if run.dwell_on is not None:
        former = OnnxFinder(open_model(run.dwell_on, run.models))
        scenes, photos = (
            mined(pictures, former, run.work / f"hard-{name}.npz")
            for name, pictures in (("scenes", scenes), ("photos", photos))
        )
    train_finder(run.finder, scenes, photos, checkpoint, first, minutes=run.minutes)
    net = trained(build_finder(), checkpoint)
    export_finder(net, run.models / "finder.onnx")
    save_torch_finder(net, run.models / "finder-torch.pt")
    _describe(
        run, "finder", lambda file: judge_finder(OnnxFinder(file), val), [train, *real], val, first_weights=origin
    )
    return OnnxFinder(open_model("finder", run.models))


def make_reader(run: Run, train: list[Path], val: Path, real: list[Path], finder: OnnxFinder) -> None:
    """Train the reader on folders of scenes and of tables, calibrate it, export it and write its card."""
    marked, found = (
        [kept_patches(run.work / f"{name}-{folder.name}.npz", folder, seen_by) for folder in [*train, val]]
        for name, seen_by in (("patches", None), ("found", finder))
    )
    judged, judged_found = marked.pop(), found.pop()
    patches = joined([*marked, *found, photographed_patches(real, finder)])
    checkpoint = run.work / "reader.pt"
    log.info("%d patches to learn from, %d to judge by", len(patches.faces), len(judged.faces))
    first, origin = _former(run, run.reader_from)
    train_reader(run.reader, patches, checkpoint, first, minutes=run.minutes)
    net = trained(ReaderNet(), checkpoint)
    temperature = temperature_of(net, judged)
    export_reader(net, temperature, run.models / "reader.onnx")
    save_torch_weights(net, run.models / "reader-torch.pt")

    def figures(file: ModelFile) -> dict[str, float]:
        reader = OnnxReader(file)
        as_found = {f"{name}, as found": share for name, share in judge_reader(reader, judged_found).items()}
        return judge_reader(reader, judged) | as_found

    _describe(run, "reader", figures, [*train, *real], val, first_weights=origin, temperature=temperature)


def make_likeness(run: Run, real: list[Path], finder: OnnxFinder) -> None:
    """Train the net that decks are taught with on decks that are taught, from the reader's layers; write its card."""
    train, val = render_lessons(run, "train", run.lessons), render_lessons(run, "val", run.val_scenes // 3)
    rendered_lessons, judged = (
        kept_lessons(run.work / f"{folder.name}.npz", folder, finder) for folder in (train, val)
    )
    lessons = joined([rendered_lessons, photographed_lessons(real, finder)])
    checkpoint = run.work / "likeness.pt"
    first = run.likeness_from or "reader-torch"
    weights = open_model(first, run.models).path
    begin = begun(LikenessNet(), weights) if run.likeness_from else LikenessNet(begun(ReaderNet(), weights))
    train_likeness(run.likeness, lessons, checkpoint, begin, minutes=run.minutes)
    net = trained(LikenessNet(), checkpoint)
    export_likeness(net, run.models / "likeness.onnx")
    save_torch_weights(net, run.models / "likeness-torch.pt")

    def figures(file: ModelFile) -> dict[str, float]:
        return judge_likeness(OnnxLikeness(file), judged)

    _describe(run, "likeness", figures, [train, *real], val, first_weights=f"{first} of this folder")


def render_lessons(run: Run, split: str, count: int) -> Path:
    """Render the decks to be taught that are not there yet, each its lesson and a photo of play."""
    folder = run.work / f"lessons-{split}"
    words = ["--learn", split, "--decks", str(count), "--photos", "1", "--seed", str(LESSONS_SEED)]
    subprocess.run([sys.executable, "-m", "tablesynth.taught", *words, "--out", str(folder)], check=True)
    return folder


def make_outliner(run: Run, train: Path, val: Path, finder: OnnxFinder) -> None:
    """Train the outliner on what the finder finds, export it and write its card."""
    views = kept_views(run.work / "views-train.npz", [train], finder)
    judged = kept_views(run.work / "views-val.npz", [val], finder)
    checkpoint = run.work / "outliner.pt"
    train_outliner(run.outliner, views, checkpoint, minutes=run.minutes)
    net = trained(OutlinerNet(), checkpoint)
    export_outliner(net, run.models / "outliner.onnx")
    save_torch_weights(net, run.models / "outliner-torch.pt")
    _describe(run, "outliner", lambda file: judge_outliner(OnnxOutliner(file), judged), [train], val)


def make_face_reader(run: Run, train: list[Path], val: Path, real: list[Path], finder: OnnxFinder) -> None:
    """Train the reader of whole cards on folders of scenes and of tables, calibrate it, export it, write its card."""
    *crops, judged = (kept_crops(run.work / f"crops-{folder.name}.npz", folder) for folder in [*train, val])
    if real:
        outliner = OnnxOutliner(open_model("outliner", run.models))
        crops.append(photographed_crops(real, finder, outliner))
    checkpoint = run.work / "faces.pt"
    first, origin = _former(run, run.faces_from)
    train_face_reader(run.faces, joined(crops), checkpoint, first, minutes=run.minutes)
    net = trained(FaceNet(), checkpoint)
    temperature = face_temperature_of(net, judged)
    export_face_net(net, temperature, run.models / "faces.onnx")
    save_torch_weights(net, run.models / "faces-torch.pt")

    def figures(file: ModelFile) -> dict[str, float]:
        return judge_face_reader(OnnxFaceReader(file), judged)

    _describe(run, "faces", figures, [*train, *real], val, first_weights=origin, temperature=temperature)


def make_pair_net(run: Run, tables: Path, judged: Path) -> None:
    """Train the net that sees whether two indices are of one card, on what the others see, and write its card."""
    reader = looking_reader(run.models)
    pictures, seen = (
        pairpictures.kept_pictures(run.work / f"pairs-{folder.name}.npz", [folder], reader)
        for folder in (tables, judged)
    )
    checkpoint = run.work / "onecard.pt"
    truths = pictures.same.astype(np.float32)
    train_telling(run.one_card, PairNet, pictures.images, truths, pairpictures.varied, checkpoint, minutes=run.minutes)
    net = trained(PairNet(), checkpoint)
    export_pair_net(net, run.models / "onecard.onnx")
    save_torch_weights(net, run.models / "onecard-torch.pt")
    _describe(run, "onecard", lambda file: judge_one_card(OnnxTelling(file), seen), [tables], judged)


def make_values(run: Run, finder: OnnxFinder) -> None:
    """Train the net that tells a wild's 20 from its 50 on the marks that the finder finds, and write its card."""
    train, val = render_wilds(run, "train", run.wild_scenes), render_wilds(run, "val", run.val_scenes)
    seen, judged = (
        marks.kept_marks(run.work / f"marks-{folder.name}.npz", [folder], finder) for folder in (train, val)
    )
    checkpoint = run.work / "values.pt"
    train_telling(run.values, ValueNet, seen.images, seen.fifties, marks.varied, checkpoint, minutes=run.minutes)
    net = trained(ValueNet(), checkpoint)
    temperature = value_temperature_of(net, judged)
    export_values(net, temperature, run.models / "values.onnx")
    save_torch_weights(net, run.models / "values-torch.pt")

    def figures(file: ModelFile) -> dict[str, float]:
        return judge_values(OnnxTelling(file), judged)

    _describe(run, "values", figures, [train], val, temperature=temperature)


def _former(run: Run, name: str | None) -> tuple[Path | None, str]:
    """Return the weights in the models folder to go on from, none without a name, and what the card says of them."""
    if name is None:
        return None, "none"
    # Opened by its card: a pickle is not read before its hash is checked.
    weights = open_model(name, run.models).path
    return weights, f"{weights.name} of this folder's former state"


def _describe(
    run: Run,
    kind: str,
    judge: Callable[[ModelFile], dict[str, float]],
    learnt: list[Path],
    judged: Path,
    *,
    first_weights: str = "none",
    temperature: float = 1.0,
) -> None:
    """Write the cards of an exported net and of its weights for training, with the figures that ``judge`` finds.

    learnt, judged: the folders of photos that it learnt from and is judged by.
    """
    model, data = run.models / f"{kind}.onnx", _data(learnt, judged)
    card = Card(command("tablesynth.nets"), commit(), first_weights, data, BEST_INDEX_PX, temperature, {})
    # The card is what the net is opened by, so it stands before the figures are known.
    write_card(kind, model, card)
    figures = judge(open_model(kind, run.models))
    for file in (model, run.models / f"{kind}-torch.pt"):
        write_card(kind, file, replace(card, figures=figures))
    log.info("%s: %s", kind, figures)


def _data(learnt: list[Path], judged: Path) -> str:
    real = [folder.name for folder in learnt if folder.name in REAL_FOLDERS]
    rendered_ones = [folder for folder in learnt if folder.name not in real]
    lines = [f"{len(list(folder.rglob('*.jpg')))} rendered photos: {folder.name}." for folder in rendered_ones]
    if real:
        lines.append(f"The train part (60 %, by source file) of {', '.join(real)} of 'card-detection-zk7wu' version 12")
        lines.append("by cadyzedevelopmenthub on Roboflow Universe, CC BY 4.0.")
    lines.append(f"Judged by {judged.name}: decks, fonts and surfaces that none of the train split shows.")
    return "\n".join(lines)


def _asked() -> Run:
    parser = argparse.ArgumentParser(prog="python -m tablesynth.nets", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("runs/nets"), help="checkpoints, scenes and patches")
    parser.add_argument("--models", type=Path, default=Path("models"), help="where the ONNX files and cards go")
    parser.add_argument("--photos", type=Path, help="folder of labelled real photos to learn from as well")
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
    parser.add_argument("--presence-steps", type=int, default=PresenceRecipe.steps)
    parser.add_argument(
        "--finder-from", metavar="NAME", help="a finder in the models folder to go on from: finder-torch"
    )
    parser.add_argument(
        "--reader-from", metavar="NAME", help="a reader in the models folder to go on from: reader-torch"
    )
    parser.add_argument(
        "--faces-from", metavar="NAME", help="a reader of whole cards in the models folder to go on from: faces-torch"
    )
    parser.add_argument(
        "--likeness-from", metavar="NAME", help="a net of likeness in the models folder to go on from: likeness-torch"
    )
    parser.add_argument(
        "--dwell-on", metavar="NAME", help="a finder in the models folder whose mistakes are shown oftener: finder"
    )
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop each training after this long")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    asked.work.mkdir(parents=True, exist_ok=True)
    return Run(
        asked.work,
        asked.scenes,
        asked.val_scenes,
        asked.wild_scenes,
        asked.lessons,
        asked.val_tables,
        asked.seen_tables,
        asked.train_tables,
        asked.read_tables,
        asked.photos,
        FinderRecipe(steps=asked.finder_steps),
        ReaderRecipe(steps=asked.reader_steps),
        LikenessRecipe(steps=asked.likeness_steps),
        OutlinerRecipe(steps=asked.outliner_steps),
        FaceRecipe(steps=asked.face_steps),
        TellingRecipe(steps=asked.pair_steps),
        TellingRecipe(steps=asked.value_steps),
        PresenceRecipe(steps=asked.presence_steps),
        asked.finder_from,
        asked.reader_from,
        asked.faces_from,
        asked.likeness_from,
        asked.dwell_on,
        asked.minutes,
        asked.workers,
        asked.models,
    )


if __name__ == "__main__":
    main()
