"""Train finders of several architectures and diets side by side, and set them beside each other.

    python benchmarks/finder_nets.py SCENES... --judge SCENES --work DIR [--photos PHOTOS] [--first-weights FILE]
                                     [--steps 600] [--nets KEY,...] [--minutes N] [--every 3]
                                     [--markdown docs/training.md]

SCENES are folders of rendered scenes of the train split, and of the val split to judge by. Every batch of crops is made
once and goes to each net in turn; only the one without real photos gets batches of its own. Optimizer, rate and losses
are those of our own finder. ``--first-weights`` gives each the layers of a ``.pt`` file that fit it. The same call goes
on where a run stopped; ``--minutes 0`` trains nothing, and tells of nets without a checkpoint only how fast they are.
Times are of one thread's processor time, so that other work on the machine hardly counts. Needs the extra ``train``.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

import cv2  # noqa: E402
import numpy as np  # noqa: E402
import torch  # noqa: E402
from others.finders import CANDIDATES, Candidate, TriedFinder  # noqa: E402
from tablesynth.nets.__main__ import REAL_FOLDERS  # noqa: E402
from tablesynth.nets.checkpoints import Training  # noqa: E402
from tablesynth.nets.crops import Labelled, batches, photographed, rendered  # noqa: E402
from tablesynth.nets.finder import FinderLoss, Targets  # noqa: E402
from tablesynth.nets.judge import finds_in  # noqa: E402
from tablesynth.nets.train_finder import FinderRecipe, take_step  # noqa: E402

from handfoot.evaluation.figures import write_into  # noqa: E402
from vision.read import BEST_INDEX_PX  # noqa: E402

Batches = Iterator[tuple[torch.Tensor, Targets]]


def main() -> None:
    """Train, judge, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="+", type=Path, metavar="SCENES")
    parser.add_argument("--judge", type=Path, required=True, metavar="SCENES")
    parser.add_argument("--every", type=int, default=3, help="judge by one scene in so many")
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="checkpoints and exported nets")
    parser.add_argument("--photos", type=Path, help="folder with the labelled real photos")
    parser.add_argument("--first-weights", type=Path, metavar="FILE")
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="at most so long, then judge")
    parser.add_argument("--nets", default=",".join(one.key for one in CANDIDATES), help="which, parted by commas")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also put the table into this page")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    chosen = [one for key in options.nets.split(",") for one in CANDIDATES if one.key == key]
    recipe = FinderRecipe(steps=options.steps, save_every=25)
    if options.minutes > 0:
        scenes = [scene for folder in options.scenes for scene in rendered(folder)]
        photos = photographed([options.photos / name for name in REAL_FOLDERS]) if options.photos else []
        train(chosen, recipe, (scenes, photos), options)
    text = table(chosen, options, recipe)
    print(text)
    if options.markdown:
        write_into(options.markdown, text, name="finders", by="benchmarks/finder_nets.py")


def train(
    chosen: Sequence[Candidate],
    recipe: FinderRecipe,
    pictures: tuple[list[Labelled], list[Labelled]],
    options: argparse.Namespace,
) -> None:
    """Give each batch to every net in turn; keeps their states and the seconds each has taken."""
    trainings, losses = [], []
    for one in chosen:
        torch.manual_seed(recipe.seed)
        net = one.make(options.first_weights)
        trainings.append(Training(net, recipe.rate, recipe.weight_decay, options.work / f"{one.key}.pt"))
        losses.append(FinderLoss(one.classes))
    scenes, photos = pictures
    first, begun, taken = trainings[0].step, time.monotonic(), spent(options.work)
    diets: dict[bool, Batches] = {
        real: batches(
            scenes, photos if real else [], recipe.batch, recipe.side, recipe.seed + first, real_share=recipe.real_share
        )
        for real in {one.photos for one in chosen}
    }
    while trainings[0].step < recipe.steps and time.monotonic() - begun < options.minutes * 60:
        fed = {real: next(diet) for real, diet in diets.items()}
        said = []
        for one, training, loss in zip(chosen, trainings, losses, strict=True):
            images, targets = fed[one.photos]
            if one.classes == 1:
                targets = replace(targets, kinds=torch.zeros_like(targets.kinds))
            start = time.thread_time()
            parts = take_step(training, recipe, loss, images, targets)
            taken[one.key] = taken.get(one.key, 0.0) + time.thread_time() - start
            said.append(f"{one.key} {parts['box']:.3f} {parts['class']:.3f} {parts['pose']:.3f}")
        if trainings[0].step % recipe.save_every == 0 or trainings[0].step == recipe.steps:
            print(f"step {trainings[0].step}", *said, sep="  ", flush=True)
            for training in trainings:
                training.save()
            (options.work / "seconds.json").write_text(json.dumps(taken), encoding="utf-8")


def spent(work: Path) -> dict[str, float]:
    """Return the seconds each net has learnt so far."""
    file = work / "seconds.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def table(chosen: Sequence[Candidate], options: argparse.Namespace, recipe: FinderRecipe) -> str:
    """Export, judge and time each net."""
    lines = [
        "| finder | parameters | crops | learnt a second | 1280 x 960 px, ms | average precision | recall "
        "| own corner off by, card widths |",
        "|---|---|---|---|---|---|---|---|",
    ]
    taken = spent(options.work)
    for one in chosen:
        net = one.make()
        size = sum(values.numel() for values in net.parameters()) / 1e6
        checkpoint, judged = options.work / f"{one.key}.pt", ["–", "–", "–"]
        learnt = ["–", "–"]
        if checkpoint.is_file():
            state = torch.load(checkpoint, map_location="cpu", weights_only=True)
            net.load_state_dict(state["average"])
            crops = state["step"] * recipe.batch
            learnt = [f"{crops:,}", f"{crops / taken[one.key]:.1f}"]
        options.work.mkdir(parents=True, exist_ok=True)
        finder = TriedFinder(net, options.work / f"{one.key}.onnx")
        if checkpoint.is_file():
            found = finds_in(finder, options.judge, BEST_INDEX_PX, every=options.every, backs_told=one.classes > 1)
            recall = found.right.sum() / max(found.asked, 1)
            off = f"{np.median(found.errors):.2f}" if len(found.errors) else "–"
            judged = [f"{found.average_precision:.3f}", f"{recall:.3f} of {found.asked}", off]
        cells = [one.title, f"{size:.2f} M", *learnt, f"{look_ms(finder):.0f}", *judged]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def look_ms(finder: TriedFinder) -> float:
    """Return the processor time for one look at a picture of 1280 x 960 px, ms, the median of five."""
    image = np.full((960, 1280, 3), 114, np.uint8)
    finder.find(image)
    times = []
    for _ in range(5):
        start = time.process_time()
        finder.find(image)
        times.append(1000 * (time.process_time() - start))
    return median(times)


if __name__ == "__main__":
    main()
