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
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

import numpy as np
import torch
from others.finders import CANDIDATES, Candidate, TriedFinder
from others.inturn import checkpoint, is_kept, learnt, processor_ms, read_options, report, train_in_turn
from tablesynth.nets.checkpoints import Training
from tablesynth.nets.crops import Labelled, batches, photographed, rendered
from tablesynth.nets.finder import FinderLoss, Targets
from tablesynth.nets.judge import finds_in
from tablesynth.nets.run import REAL_FOLDERS
from tablesynth.nets.train_finder import FinderRecipe, take_step

Batches = Iterator[tuple[torch.Tensor, Targets]]


def main() -> None:
    """Train, judge, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="+", type=Path, metavar="SCENES")
    parser.add_argument("--judge", type=Path, required=True, metavar="SCENES")
    parser.add_argument("--every", type=int, default=3, help="judge by one scene in so many")
    parser.add_argument("--photos", type=Path, help="folder with the labelled real photos")
    parser.add_argument("--first-weights", type=Path, metavar="FILE")
    options, chosen = read_options(parser, CANDIDATES, steps=600)
    recipe = FinderRecipe(steps=options.steps, save_every=25)
    if options.minutes > 0:
        scenes = [scene for folder in options.scenes for scene in rendered(folder)]
        photos = photographed([options.photos / name for name in REAL_FOLDERS]) if options.photos else []
        train(chosen, recipe, (scenes, photos), options)
    report(table(chosen, options, recipe), options.markdown, name="finders", by="benchmarks/finder_nets.py")


def train(
    chosen: Sequence[Candidate],
    recipe: FinderRecipe,
    pictures: tuple[list[Labelled], list[Labelled]],
    options: argparse.Namespace,
) -> None:
    """Give each batch to every net in turn."""
    trainings, losses = {}, {}
    for one in chosen:
        torch.manual_seed(recipe.seed)
        net, kept = one.make(options.first_weights), checkpoint(one.key, options.work)
        trainings[one.key] = Training(net, recipe.rate, recipe.weight_decay, kept)
        losses[one.key] = FinderLoss(one.classes)
    scenes, photos = pictures
    seed = recipe.seed + trainings[chosen[0].key].step
    diets: dict[bool, Batches] = {
        real: batches(scenes, photos if real else [], recipe.batch, recipe.side, seed, real_share=recipe.real_share)
        for real in {one.photos for one in chosen}
    }

    def lessons() -> dict[str, Callable[[], str]]:
        fed = {real: next(diet) for real, diet in diets.items()}
        return {
            one.key: partial(learn, one, trainings[one.key], recipe, losses[one.key], *fed[one.photos])
            for one in chosen
        }

    train_in_turn(trainings, lessons, options, save_every=recipe.save_every)


def learn(
    one: Candidate,
    training: Training,
    recipe: FinderRecipe,
    loss: FinderLoss,
    images: torch.Tensor,
    targets: Targets,
) -> str:
    """Learn from a batch; return the parts of the loss."""
    if one.classes == 1:
        targets = replace(targets, kinds=torch.zeros_like(targets.kinds))
    parts = take_step(training, recipe, loss, images, targets)
    return f"{parts['box']:.3f} {parts['class']:.3f} {parts['pose']:.3f}"


def table(chosen: Sequence[Candidate], options: argparse.Namespace, recipe: FinderRecipe) -> list[str]:
    """Export, judge and time each net."""
    lines = [
        "| finder | parameters | crops | learnt a second | 1280 x 960 px, ms | average precision | recall "
        "| own corner off by, card widths |",
        "|---|---|---|---|---|---|---|---|",
    ]
    picture = np.full((960, 1280, 3), 114, np.uint8)
    for one in chosen:
        net = one.make()
        told = learnt(net, one.key, options.work, recipe.batch)
        finder = TriedFinder(net, options.work / f"{one.key}.onnx")
        cells = [one.title, *told, f"{processor_ms(partial(finder.find, picture), 5):.0f}"]
        if is_kept(one.key, options.work):
            found = finds_in(finder, options.judge, every=options.every, backs_told=one.classes > 1)
            recall = found.right.sum() / max(found.asked, 1)
            off = f"{np.median(found.errors):.2f}" if len(found.errors) else "–"
            cells += [f"{found.average_precision:.3f}", f"{recall:.3f} of {found.asked}", off]
        else:
            cells += ["–"] * 3
        lines.append(f"| {' | '.join(cells)} |")
    return lines


if __name__ == "__main__":
    main()
