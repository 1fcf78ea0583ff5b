"""Train readers of several architectures side by side, each on the same batches, and set them beside each other.

    python benchmarks/reader_nets.py PATCHES... --judge NAME=PATCHES... --work DIR [--steps 1500] [--nets KEY,...]
                                     [--minutes N] [--markdown docs/training.md]

PATCHES are what ``python -m tablesynth.nets`` keeps (``patches-scenes-train.npz`` and its neighbours). Every batch is
made once and goes to each net in turn, so that all see the same patches varied in the same way; optimizer, rate and
losses are those of our own reader. The same call goes on where a run stopped; ``--minutes 0`` judges what is there, and
tells of nets without a checkpoint only how fast they are. Times are of one thread's processor time, so that other work
on the machine hardly counts. Needs the extra ``train``.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

import numpy as np
import onnxruntime
import torch
from others.inturn import checkpoint, is_kept, learnt, processor_ms, read_options, report, train_in_turn
from others.readers import ANSWERS, CANDIDATES, Candidate, Logits
from tablesynth.nets.checkpoints import Training
from tablesynth.nets.export import pictures_to_onnx
from tablesynth.nets.judge import middles
from tablesynth.nets.keeping import joined, stored_arrays
from tablesynth.nets.patches import NONE_FACE, PATCH_PX, UNKNOWN, Patches
from tablesynth.nets.train_reader import ReaderRecipe, patch_batches, take_step

TIMED = 200
"""Patches read at once to time a net: a table of some 60 cards, and its second looks."""


@dataclass(frozen=True)
class Judged:
    """What a net came to on one set of patches, a row a patch: whether right, and the true face's log loss."""

    right: np.ndarray
    loss: np.ndarray
    none: np.ndarray
    suit_right: float


def main() -> None:
    """Train, judge, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("patches", nargs="+", type=Path, metavar="PATCHES")
    parser.add_argument("--judge", action="append", required=True, metavar="NAME=PATCHES")
    options, chosen = read_options(parser, CANDIDATES, steps=1500)
    recipe = ReaderRecipe(steps=options.steps, save_every=50)
    if options.minutes > 0:
        train(chosen, recipe, joined([Patches(**stored_arrays(file)) for file in options.patches]), options)
    sets = {
        name: Patches(**stored_arrays(Path(file)))
        for name, _, file in (given.partition("=") for given in options.judge)
    }
    lines = table(chosen, sets, options.work, recipe.batch)
    report(lines, options.markdown, name="readers", by="benchmarks/reader_nets.py")


def train(chosen: Sequence[Candidate], recipe: ReaderRecipe, patches: Patches, options: argparse.Namespace) -> None:
    """Give each batch to every net in turn."""
    trainings = {}
    for one in chosen:
        torch.manual_seed(one.seed)
        kept = checkpoint(one.key, options.work)
        trainings[one.key] = Training(one.make(), recipe.rate, recipe.weight_decay, kept)
    batches = patch_batches(patches, recipe.batch, recipe.seed + trainings[chosen[0].key].step)

    def lessons() -> dict[str, Callable[[], str]]:
        batch = next(batches)
        return {key: partial(learn, training, recipe, batch) for key, training in trainings.items()}

    train_in_turn(trainings, lessons, options, save_every=recipe.save_every)
    batches.close()


def learn(training: Training, recipe: ReaderRecipe, batch: tuple[torch.Tensor, ...]) -> str:
    """Learn from a batch; return the loss."""
    return f"{take_step(training, recipe, batch)['loss']:.3f}"


def table(chosen: Sequence[Candidate], sets: dict[str, Patches], work: Path, batch: int) -> list[str]:
    """Export, judge and time each net; differences are to the first one."""
    heads = "".join(f" {name}: faces right | against the first | log loss | NONE right | suit right |" for name in sets)
    lines = [
        f"| reader | parameters | patches | learnt a second | {TIMED} patches, ms |{heads}",
        "|---|---|---|---|---|" + "---|" * (5 * len(sets)),
    ]
    timed = middles(next(iter(sets.values())).images[:TIMED])
    firsts: dict[str, Judged] = {}
    for one in chosen:
        net = one.make()
        told = learnt(net, one.key, work, batch)
        session = exported(net.eval(), work / f"{one.key}.onnx")
        cells = [one.title, *told, f"{processor_ms(partial(logits_of, session, timed), 10):.0f}"]
        for name, patches in sets.items():
            if is_kept(one.key, work):
                judged = judge(session, patches)
                cells += figures(judged, firsts.setdefault(name, judged))
            else:
                cells += ["–"] * 5
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def figures(judged: Judged, first: Judged) -> list[str]:
    """Return the cells of one set; a difference comes with its standard error, from the patches only one reads."""
    real = ~judged.none
    apart = judged.right[real].astype(int) - first.right[real]
    noise = float(np.sqrt(np.abs(apart).sum())) / max(len(apart), 1)
    return [
        f"{100 * judged.right[real].mean():.2f} %",
        "–" if judged is first else f"{100 * apart.mean():+.2f} ± {100 * noise:.2f}",
        f"{judged.loss.mean():.4f}",
        f"{100 * judged.right[judged.none].mean():.1f} %",
        f"{100 * judged.suit_right:.1f} %",
    ]


def exported(net: torch.nn.Module, path: Path) -> onnxruntime.InferenceSession:
    """Write a net as ONNX and open it on one thread."""
    pictures_to_onnx(Logits(net), (3, PATCH_PX, PATCH_PX), path, "patches", ["logits"])
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def logits_of(session: onnxruntime.InferenceSession, images: np.ndarray) -> np.ndarray:
    """Return a row of logits for each of (N, S, S, 3) uint8 BGR patches."""
    parts = []
    for at in range(0, len(images), TIMED):
        pixels = images[at : at + TIMED, ..., ::-1].transpose(0, 3, 1, 2)
        entering = np.ascontiguousarray(pixels, np.float32) / np.float32(255)
        parts.append(session.run(["logits"], {"patches": entering})[0])
    return np.concatenate(parts)


def judge(session: onnxruntime.InferenceSession, patches: Patches) -> Judged:
    """Read all patches of known face."""
    known = patches.faces >= 0
    logits = logits_of(session, middles(patches.images[known]))
    faces, suits = patches.faces[known], patches.suits[known]
    said, of_suit = logits[:, : ANSWERS[0]], logits[:, ANSWERS[0] : ANSWERS[0] + ANSWERS[1]]
    shifted = said - said.max(axis=1, keepdims=True)
    likely = shifted[np.arange(len(faces)), faces] - np.log(np.exp(shifted).sum(axis=1))
    told = (suits != UNKNOWN) & (faces != NONE_FACE)
    suit_right = float((of_suit.argmax(axis=1) == suits)[told].mean())
    return Judged(said.argmax(axis=1) == faces, -likely, faces == NONE_FACE, suit_right)


if __name__ == "__main__":
    main()
