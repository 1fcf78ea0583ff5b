"""Train readers of several architectures side by side, each on the same batches, and set them beside each other.

    python benchmarks/reader_nets.py PATCHES... --judge NAME=PATCHES... --work DIR [--steps 1500] [--nets KEY,...]
                                     [--minutes N] [--markdown docs/training.md]

PATCHES are what ``python -m tablesynth.nets`` keeps (``patches-train.npz`` and its neighbours). Every batch is made
once and goes to each net in turn, so that all see the same patches varied in the same way; optimizer, rate and losses
are those of our own reader. The same call goes on where a run stopped; ``--minutes 0`` judges what is there, and tells
of nets without a checkpoint only how fast they are. Times are of one thread's processor time, so that other work on the
machine hardly counts. Needs the extra ``train``.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

import cv2  # noqa: E402
import numpy as np  # noqa: E402
import onnxruntime  # noqa: E402
import torch  # noqa: E402
from others.readers import ANSWERS, CANDIDATES, Candidate, Logits  # noqa: E402
from tablesynth.nets.checkpoints import Training  # noqa: E402
from tablesynth.nets.export import to_onnx  # noqa: E402
from tablesynth.nets.judge import middles  # noqa: E402
from tablesynth.nets.patches import NONE_FACE, PATCH_PX, UNKNOWN, Patches, join, stored_patches  # noqa: E402
from tablesynth.nets.train_reader import ReaderRecipe, patch_batches, take_step  # noqa: E402

from handfoot.evaluation.figures import write_into  # noqa: E402

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
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="checkpoints and exported nets")
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="at most so long, then judge")
    parser.add_argument("--nets", default=",".join(one.key for one in CANDIDATES), help="which, parted by commas")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also put the table into this page")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    chosen = [one for key in options.nets.split(",") for one in CANDIDATES if one.key == key]
    recipe = ReaderRecipe(steps=options.steps, save_every=50)
    if options.minutes > 0:
        train(chosen, recipe, join([stored_patches(file) for file in options.patches]), options.work, options.minutes)
    sets = {name: stored_patches(Path(file)) for name, _, file in (given.partition("=") for given in options.judge)}
    text = table(chosen, sets, options.work)
    print(text)
    if options.markdown:
        write_into(options.markdown, text, name="readers", by="benchmarks/reader_nets.py")


def train(chosen: Sequence[Candidate], recipe: ReaderRecipe, patches: Patches, work: Path, minutes: float) -> None:
    """Give each batch to every net in turn; keeps their states and the seconds each has taken."""
    trainings = []
    for one in chosen:
        torch.manual_seed(one.seed)
        trainings.append(Training(one.make(), recipe.rate, recipe.weight_decay, work / f"{one.key}.pt"))
    taken = spent(work)
    first, begun = trainings[0].step, time.monotonic()
    batches = patch_batches(patches, recipe.batch, recipe.seed + first)
    while trainings[0].step < recipe.steps and time.monotonic() - begun < minutes * 60:
        batch = next(batches)
        said = []
        for one, training in zip(chosen, trainings, strict=True):
            start = time.thread_time()
            parts = take_step(training, recipe, batch)
            before = taken.get(one.key, {"seconds": 0.0, "patches": 0})
            taken[one.key] = {
                "seconds": before["seconds"] + time.thread_time() - start,
                "patches": before["patches"] + recipe.batch,
            }
            said.append(f"{one.key} {parts['loss']:.3f}")
        if trainings[0].step % recipe.save_every == 0 or trainings[0].step == recipe.steps:
            print(f"step {trainings[0].step}", *said, sep="  ", flush=True)
            for training in trainings:
                training.save()
            (work / "seconds.json").write_text(json.dumps(taken), encoding="utf-8")
    batches.close()


def spent(work: Path) -> dict[str, dict[str, float]]:
    """Return the seconds and the patches of each net so far."""
    file = work / "seconds.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def table(chosen: Sequence[Candidate], sets: dict[str, Patches], work: Path) -> str:
    """Export, judge and time each net; differences are to the first one."""
    heads = "".join(f" {name}: faces right | against the first | log loss | NONE right | suit right |" for name in sets)
    lines = [
        f"| reader | parameters | patches | learnt a second | {TIMED} patches, ms |{heads}",
        "|---|---|---|---|---|" + "---|" * (5 * len(sets)),
    ]
    taken, firsts = spent(work), {}
    for one in chosen:
        net, checkpoint, done = one.make(), work / f"{one.key}.pt", taken.get(one.key)
        if checkpoint.is_file():
            net.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["average"])
        work.mkdir(parents=True, exist_ok=True)
        session = exported(net.eval(), work / f"{one.key}.onnx")
        learnt = [f"{done['patches']:,.0f}", f"{done['patches'] / done['seconds']:.0f}"] if done else ["–", "–"]
        size = sum(values.numel() for values in net.parameters()) / 1e6
        cells = [one.title, f"{size:.2f} M", *learnt, f"{read_ms(session, next(iter(sets.values()))):.0f}"]
        for name, patches in sets.items():
            if done:
                judged = judge(session, patches)
                cells += figures(judged, firsts.setdefault(name, judged))
            else:
                cells += ["–"] * 5
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


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
    free = {0: "patches"}
    to_onnx(Logits(net).eval(), torch.zeros(2, 3, PATCH_PX, PATCH_PX), path, "patches", {"logits": free}, free)
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


def read_ms(session: onnxruntime.InferenceSession, patches: Patches) -> float:
    """Return the processor time for TIMED patches at once, ms, the median of ten."""
    images = middles(patches.images[:TIMED])
    logits_of(session, images)
    times = []
    for _ in range(10):
        start = time.process_time()
        logits_of(session, images)
        times.append(1000 * (time.process_time() - start))
    return median(times)


if __name__ == "__main__":
    main()
