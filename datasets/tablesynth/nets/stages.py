"""The stages of training: each renders or cuts what its net learns from, trains it, exports it and writes its card."""

import logging
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from torch import nn

from scorer.faces import Face
from tablesynth.nets import marks, pairpictures, suitshapes
from tablesynth.nets.checkpoints import Recipe, begun, former_weights, mixed
from tablesynth.nets.crops import photographed, rendered
from tablesynth.nets.export import (
    Card,
    export_face_net,
    export_finder,
    export_likeness,
    export_outliner,
    export_pair_net,
    export_reader,
    export_suits,
    export_values,
    learnt,
    save_torch_finder,
    save_torch_weights,
    trained,
    write_judged,
)
from tablesynth.nets.facereader import CardNet, FaceNet
from tablesynth.nets.finder import build_finder
from tablesynth.nets.first_weights import FIRST_WEIGHTS, fetch_first_weights
from tablesynth.nets.hard import mined
from tablesynth.nets.judge import (
    face_temperature_of,
    judge_face_reader,
    judge_finder,
    judge_likeness,
    judge_outliner,
    judge_reader,
    judge_telling,
    parts_of,
    telling_temperature_of,
    temperature_of,
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
from tablesynth.nets.pairs import looking_reader
from tablesynth.nets.patches import kept_patches, photographed_patches
from tablesynth.nets.provenance import command, commit, data
from tablesynth.nets.reader import ReaderNet
from tablesynth.nets.run import Run, render_lessons, render_wilds
from tablesynth.nets.telling import TellingExamples, TellingRecipe, train_telling
from tablesynth.nets.tellingnets import PICTURE_PX, PairNet, SuitNet, ValueNet
from tablesynth.nets.train_facereader import FaceRecipe, train_face_reader
from tablesynth.nets.train_finder import FinderRecipe, train_finder
from tablesynth.nets.train_outliner import OutlinerRecipe, train_outliner
from tablesynth.nets.train_reader import ReaderRecipe, train_reader
from tablesynth.nets.views import kept_views
from tablesynth.nets.wholecards import CROP_PX, kept_crops, photographed_crops, rendered_crops
from vision.model_files import ModelFile, open_model
from vision.nets import OnnxFaceReader, OnnxFinder, OnnxLikeness, OnnxOutliner, OnnxReader, OnnxTelling

log = logging.getLogger("tablesynth.nets")

Fed = TypeVar("Fed", bound=Recipe)
Telling = TypeVar("Telling", bound=CardNet)

OVERLOOKED = (Face.JACK, Face.QUEEN, Face.KING, Face.WILD_50)
"""What a finder overlooks of ornate decks: cards that look like backs."""


def make_finder(run: Run, train: Path, ornate: Path, val: Path) -> OnnxFinder:
    """Train the finder, export it and write its card."""
    checkpoint = run.work / "finder.pt"
    first, origin = _former(run, run.finder_from)
    if first is None:
        first, origin = fetch_first_weights(run.work), FIRST_WEIGHTS.describe()
    else:
        origin = f"{origin}, which began from {FIRST_WEIGHTS.describe()}"
    scenes, photos = [*rendered(train), *rendered(ornate, dwell_on=OVERLOOKED)], photographed(run.real)
    if run.dwell_on is not None:
        former = OnnxFinder(open_model(run.dwell_on, run.models))
        scenes, photos = (
            mined(pictures, former, run.work / f"hard-{name}.npz")
            for name, pictures in (("scenes", scenes), ("photos", photos))
        )
    train_finder(
        _fed(run, FinderRecipe(steps=run.finder_steps)),
        scenes,
        photos,
        checkpoint,
        first,
        minutes=run.minutes,
    )
    net = trained(build_finder(), checkpoint)
    if run.finder_from is not None:
        net = mixed(net, build_finder(first), run.share)
    export_finder(net, run.models / "finder.onnx")

    def figures(file: ModelFile) -> dict[str, float]:
        return judge_finder(OnnxFinder(file), val)

    _land(run, "finder", net, figures, [train, ornate, *run.real], val, first_weights=origin, save=save_torch_finder)
    return OnnxFinder(open_model("finder", run.models))


def make_reader(run: Run, train: list[Path], val: Path, finder: OnnxFinder) -> None:
    """Train the reader on folders of scenes and of tables, calibrate it, export it and write its card."""
    marked, found = (
        [kept_patches(run.work / f"{name}-{folder.name}.npz", folder, seen_by) for folder in [*train, val]]
        for name, seen_by in (("patches", None), ("found", finder))
    )
    judged, judged_found = marked.pop(), found.pop()
    patches = joined([*marked, *found, photographed_patches(run.real, finder)])
    checkpoint = run.work / "reader.pt"
    log.info("%d patches to learn from, %d to judge by", len(patches.faces), len(judged.faces))
    first, origin = _former(run, run.reader_from)
    train_reader(_fed(run, ReaderRecipe(steps=run.reader_steps)), patches, checkpoint, first, minutes=run.minutes)
    net = learnt(ReaderNet, checkpoint, first, run.share)
    temperature = temperature_of(net, judged)
    export_reader(net, temperature, run.models / "reader.onnx")

    def figures(file: ModelFile) -> dict[str, float]:
        reader = OnnxReader(file)
        as_found = {f"{name}, as found": share for name, share in judge_reader(reader, judged_found).items()}
        return judge_reader(reader, judged) | as_found

    _land(run, "reader", net, figures, [*train, *run.real], val, first_weights=origin, temperature=temperature)


def make_likeness(run: Run, finder: OnnxFinder) -> None:
    """Train the net that decks are taught with on decks that are taught, from the reader's layers; write its card."""
    train, val = render_lessons(run, "train", run.lessons), render_lessons(run, "val", run.val_scenes // 3)
    rendered_lessons, judged = (
        kept_lessons(run.work / f"{folder.name}.npz", folder, finder) for folder in (train, val)
    )
    lessons = joined([rendered_lessons, photographed_lessons(run.real, finder)])
    checkpoint = run.work / "likeness.pt"
    first, origin = _former(run, run.likeness_from)
    begin = begun(LikenessNet(), first)
    if first is None:
        begin, origin = LikenessNet(begun(ReaderNet(), open_model("reader-torch", run.models).path)), "reader-torch.pt"
    train_likeness(LikenessRecipe(steps=run.likeness_steps), lessons, checkpoint, begin, minutes=run.minutes)
    net = learnt(LikenessNet, checkpoint, first, run.share)
    export_likeness(net, run.models / "likeness.onnx")

    def figures(file: ModelFile) -> dict[str, float]:
        return judge_likeness(OnnxLikeness(file), judged)

    _land(run, "likeness", net, figures, [train, *run.real], val, first_weights=origin)


def make_outliner(run: Run, train: Path, val: Path, finder: OnnxFinder) -> None:
    """Train the outliner on what the finder finds, export it and write its card."""
    views = kept_views(run.work / "views-train.npz", [train], finder)
    judged = kept_views(run.work / "views-val.npz", [val], finder)
    checkpoint = run.work / "outliner.pt"
    first, origin = _former(run, run.outliner_from)
    train_outliner(
        _fed(run, OutlinerRecipe(steps=run.outliner_steps)),
        views,
        checkpoint,
        first_weights=first,
        minutes=run.minutes,
    )
    net = learnt(OutlinerNet, checkpoint, first, run.share)
    export_outliner(net, run.models / "outliner.onnx")

    def figures(file: ModelFile) -> dict[str, float]:
        return judge_outliner(OnnxOutliner(file), judged)

    _land(run, "outliner", net, figures, [train], val, first_weights=origin)


def make_face_reader(run: Run, train: list[Path], val: Path, finder: OnnxFinder) -> None:
    """Train the reader of whole cards on folders of scenes and of tables, calibrate it, export it, write its card."""
    outliner = OnnxOutliner(open_model("outliner", run.models))
    crops = kept_crops(
        run.work / "crops-train.npz",
        lambda: chain(rendered_crops(train), photographed_crops(run.real, finder, outliner)),
    )
    judged = kept_crops(run.work / "crops-val.npz", lambda: rendered_crops([val]))
    checkpoint = run.work / "faces.pt"
    first, origin = _former(run, run.faces_from)
    train_face_reader(_fed(run, FaceRecipe(steps=run.face_steps)), crops, checkpoint, first, minutes=run.minutes)
    net = learnt(FaceNet, checkpoint, first, run.share)
    temperature = face_temperature_of(net, judged)
    export_face_net(net, temperature, run.models / "faces.onnx")

    def figures(file: ModelFile) -> dict[str, float]:
        return judge_face_reader(OnnxFaceReader(file), judged)

    _land(run, "faces", net, figures, [*train, *run.real], val, first_weights=origin, temperature=temperature)


def make_pair_net(run: Run, tables: Path, judged: Path) -> None:
    """Train the net that sees whether two indices are of one card, on what the others see, and write its card."""
    reader = looking_reader(run.models)
    pictures, seen = (
        pairpictures.kept_pictures(run.work / f"pairs-{folder.name}.npz", [folder], reader)
        for folder in (tables, judged)
    )
    examples = TellingExamples(pictures.images, pictures.same.astype(np.float32), pairpictures.varied)
    net, origin = _learnt_telling(run, "onecard", PairNet, examples, run.pair_steps, run.onecard_from)
    export_pair_net(net, run.models / "onecard.onnx")

    def figures(file: ModelFile) -> dict[str, float]:
        shown = parts_of(seen.images, PICTURE_PX)
        return judge_telling(OnnxTelling(file), shown, seen.same.astype(np.float32), "pairs")

    _land(run, "onecard", net, figures, [tables], judged, first_weights=origin)


def make_values(run: Run, finder: OnnxFinder) -> None:
    """Train the net that tells a wild's 20 from its 50 on the marks that the finder finds, and write its card."""
    train, val = render_wilds(run, "train", run.wild_scenes), render_wilds(run, "val", run.val_scenes)
    seen, judged = (
        marks.kept_marks(run.work / f"marks-{folder.name}.npz", [folder], finder) for folder in (train, val)
    )
    examples = TellingExamples(seen.images, seen.fifties, marks.varied)
    net, origin = _learnt_telling(run, "values", ValueNet, examples, run.value_steps, run.values_from)
    shown = partial(parts_of, judged.images, (marks.MARK_PX, marks.MARK_PX))
    temperature = telling_temperature_of(net, shown(), judged.fifties)
    export_values(net, temperature, run.models / "values.onnx")

    def figures(file: ModelFile) -> dict[str, float]:
        return judge_telling(OnnxTelling(file), shown(), judged.fifties, "marks")

    _land(run, "values", net, figures, [train], val, first_weights=origin, temperature=temperature)


def make_suits(run: Run, train: list[Path], val: Path) -> None:
    """Train the net that tells red suits from black ones by their shapes on scenes and tables, and write its card."""
    seen = suitshapes.kept_suited(run.work / "suits-train.npz", train)
    judged = suitshapes.kept_suited(run.work / "suits-val.npz", [val])
    examples = TellingExamples(seen.images, seen.reds, suitshapes.varied_shapes)
    net, origin = _learnt_telling(run, "suits", SuitNet, examples, run.suit_steps, run.suits_from)

    def shown() -> Iterator[NDArray[np.uint8]]:
        return suitshapes.shapes_of(parts_of(judged.images, CROP_PX))

    temperature = telling_temperature_of(net, shown(), judged.reds)
    export_suits(net, temperature, run.models / "suits.onnx")

    def figures(file: ModelFile) -> dict[str, float]:
        return judge_telling(OnnxTelling(file), shown(), judged.reds, "cards")

    _land(run, "suits", net, figures, train, val, first_weights=origin, temperature=temperature)


def _learnt_telling(
    run: Run, kind: str, make: Callable[[], Telling], examples: TellingExamples, steps: int, former: str | None
) -> tuple[Telling, str]:
    """Train a net that tells yes from no, and return it with what the card says of the weights it went on from."""
    checkpoint = run.work / f"{kind}.pt"
    recipe = _fed(run, TellingRecipe(steps=steps))
    first, origin = _former(run, former)
    train_telling(recipe, partial(begun, make(), first), examples, checkpoint, minutes=run.minutes)
    return learnt(make, checkpoint, first, run.share), origin


def _fed(run: Run, recipe: Fed) -> Fed:
    return fed(recipe, feeders=run.feeders, batch_times=run.batch_times)


def fed(recipe: Fed, *, feeders: int, batch_times: int) -> Fed:
    """Return a recipe with batches so many times as large, made by so many processes, and a rate that suits them."""
    rate = recipe.rate * math.sqrt(batch_times)
    return replace(recipe, batch=recipe.batch * batch_times, rate=rate, feeders=feeders)


def _former(run: Run, name: str | None) -> tuple[Path | None, str]:
    """Return the weights in the models folder to go on from, none without a name, and what the card says of them."""
    if name is None:
        return None, "none"
    return former_weights(name, run.models, run.work), f"{name}.pt of this folder's former state"


def _land(
    run: Run,
    kind: str,
    net: nn.Module,
    judge: Callable[[ModelFile], dict[str, float]],
    learnt: list[Path],
    judged: Path,
    *,
    first_weights: str = "none",
    temperature: float = 1.0,
    save: Callable[[nn.Module, Path], None] = save_torch_weights,
) -> None:
    """Save an exported net's weights for training, and write the cards of both with the figures that ``judge`` finds.

    learnt, judged: the folders of photos that it learnt from and is judged by.
    """
    files = run.models / f"{kind}.onnx", run.models / f"{kind}-torch.pt"
    save(net, files[1])
    card = Card(command("tablesynth.nets"), commit(), first_weights, data(learnt, judged), temperature=temperature)
    write_judged(kind, files, card, judge)
