"""Training of the net of presence: resumable by its checkpoint.

``python -m tablesynth.nets.train_presence --fit TABLES... --judge TABLES`` makes this net alone, as after a change of
what it is told.
"""

import argparse
import logging
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tablesynth.nets.extra import check_extra

if __name__ == "__main__":
    check_extra(trees=False)

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from tablesynth.arguments import a_share
from tablesynth.nets.checkpoints import Recipe, Training, begun, former_weights
from tablesynth.nets.export import Card, export_presence, learnt, save_torch_weights, write_judged
from tablesynth.nets.feeding import feed
from tablesynth.nets.judge import likeliest
from tablesynth.nets.pairs import looking_reader
from tablesynth.nets.presencenet import PresenceNet
from tablesynth.nets.provenance import command, commit
from tablesynth.nets.sights import Judged, kept_photos, real_photos, rendered_photos
from tablesynth.nets.trees import area_under_curve
from vision.joining.besides import BESIDES
from vision.joining.presence import FEATURES, TOLD
from vision.nets import OnnxPresence, default_pairs

OVERLOOKED, BLUR = 0.05, 0.03
"""So many of a photo's cards are left out now and then, and by so many standard deviations all numbers are off."""

WINDOW = 16
"""A batch is drawn from so many times its photos, the most alike in their number of cards together."""


@dataclass(frozen=True)
class PresenceRecipe(Recipe):
    """Everything a run of the training depends on beside its photos."""

    steps: int = 6000
    batch: int = 8
    rate: float = 1.5e-3
    weight_decay: float = 0.1


def train_presence(
    recipe: PresenceRecipe,
    photos: Sequence[Judged],
    checkpoint: Path,
    *,
    first_weights: Path | None = None,
    minutes: float = math.inf,
) -> None:
    """Train until ``recipe.steps`` or for ``minutes``, going on from ``checkpoint`` where it exists.

    first_weights: those of an earlier net to begin from.
    """
    torch.manual_seed(recipe.seed)
    net = begun(PresenceNet(), first_weights)
    if first_weights is None:
        besides = np.concatenate([photo.sight.besides.reshape(-1, len(BESIDES)) for photo in photos])
        cards = np.concatenate([photo.sight.cards for photo in photos])
        net.suit_to(torch.from_numpy(cards), torch.from_numpy(besides))
    training = Training(net, recipe.rate, recipe.weight_decay, checkpoint)
    source = photo_batches(photos, recipe.batch, recipe.seed + training.step)

    def take_step() -> dict[str, float]:
        cards, besides, there, seen, known = (values.to(training.device) for values in next(source))
        seen = seen & (torch.rand(seen.shape, device=training.device) > OVERLOOKED)
        blurred = cards + BLUR * torch.randn_like(cards) * net.card_spread
        said = training.model(blurred, besides, seen)[:, known & seen]
        truths = there[known & seen]
        # In a batch of few photos none of what is known may be left.
        count = max(said.numel(), 1)
        loss = functional.binary_cross_entropy_with_logits(said, truths.expand_as(said), reduction="sum") / count
        training.learn(loss, recipe)
        return {"loss": float(loss.detach()), "right": float(((said > 0) == (truths > 0.5)).sum()) / count}

    training.run(take_step, recipe, minutes=minutes)


def photo_batches(photos: Sequence[Judged], size: int, seed: int) -> Iterator[tuple[Tensor, ...]]:
    """Yield batches without end: (B, N, T) cards, (B, N, N, E) besides, (B, N) there, which are cards, and known."""
    waiting: list[NDArray[np.int64]] = []

    def make(rng: np.random.Generator) -> tuple[Tensor, ...]:
        if not waiting:
            order = rng.permutation(len(photos))
            for start in range(0, len(order), size * WINDOW):
                alike = sorted(order[start : start + size * WINDOW], key=lambda k: len(photos[k].there))
                waiting.extend(np.array(alike[k : k + size]) for k in range(0, len(alike), size))
            waiting.sort(key=lambda _: rng.random())
        return batch_of([photos[k] for k in waiting.pop()])

    return feed(make, np.random.default_rng(seed))


def batch_of(photos: Sequence[Judged]) -> tuple[Tensor, ...]:
    """Return some photos as one batch, as ``photo_batches`` yields them."""
    many, most = len(photos), max(len(photo.there) for photo in photos)
    cards = np.zeros((many, most, len(TOLD)), np.float32)
    besides = np.zeros((many, most, most, len(BESIDES)), np.float32)
    there, seen, known = np.zeros((many, most), np.float32), *np.zeros((2, many, most), np.bool_)
    for row, photo in enumerate(photos):
        count = len(photo.there)
        cards[row, :count], besides[row, :count, :count] = photo.sight.cards, photo.sight.besides
        there[row, :count], seen[row, :count], known[row, :count] = photo.there, True, photo.known
    return tuple(torch.from_numpy(values) for values in (cards, besides, there, seen, known))


def presence_temperature_of(net: PresenceNet, photos: Sequence[Judged]) -> float:
    """Return the temperature that makes what is known of photos likeliest."""
    with torch.no_grad():
        logits, truths = [], []
        for photo in photos:
            cards, besides, there, seen, known = batch_of([photo])
            logits.append(net(cards, besides, seen).mean(0)[known])
            truths.append(there[known])
        said, true = torch.cat(logits), torch.cat(truths)
    return likeliest(said, true, functional.binary_cross_entropy_with_logits)


def judge_presence(judge: OnnxPresence, photos: Sequence[Judged]) -> dict[str, float]:
    """Return how well a net tells the cards that are there from the others, those that count so far apart."""
    counted = np.concatenate([photo.sight.cards[:, FEATURES.index("counted")] > 0 for photo in photos])
    truths = np.concatenate([photo.there for photo in photos])
    chances = np.concatenate([judge.chances(photo.sight) for photo in photos])
    likely = np.where(truths, chances, 1 - chances)
    figures = {
        "cards": float(len(truths)),
        "there": float(truths.mean()),
        "log loss": float(-np.log(likely.clip(1e-6)).mean()),
    }
    for name, rows in (("counted", counted), ("possible", ~counted)):
        figures[f"{name}: area under the curve"] = area_under_curve(truths[rows], chances[rows])
    return figures


def make_presence(
    recipe: PresenceRecipe,
    models: Path,
    work: Path,
    fit: Sequence[Path],
    judge: Path,
    real: list[Path],
    *,
    first: str | None = None,
    share: float = 1.0,
    minutes: float = math.inf,
) -> None:
    """Train the net on what the others in ``models`` see in some folders, judge it on another's, and write its card.

    fit, judge: folders of scenes or tables, of the val split, and none that the trees that pair corners learnt from:
    they pair what they know better than what they will see. real: sets of labelled real photos to learn from as well.
    first: the name in ``models`` of weights to begin from; ``share`` of what it learnt and the rest of those lands.
    What is seen is kept in ``work``.
    """
    reader = looking_reader(models, pairs=default_pairs(models))
    lots = [kept_photos(work / f"seen-{folder.name}.npz", rendered_photos(folder, reader)) for folder in fit]
    lots += [kept_photos(work / "seen-real.npz", real_photos(real, reader))] if real else []
    judged = kept_photos(work / f"seen-{judge.name}.npz", rendered_photos(judge, reader))
    checkpoint = work / "presence.pt"
    weights = None if first is None else former_weights(first, models, work)
    photos = [photo for lot in lots for photo in lot]
    train_presence(recipe, photos, checkpoint, first_weights=weights, minutes=minutes)
    net = learnt(PresenceNet, checkpoint, weights, share)
    temperature = presence_temperature_of(net, judged)
    files = models / "presence.onnx", models / "presence-torch.pt"
    export_presence(net, temperature, files[0])
    save_torch_weights(net, files[1])
    named = ", ".join(folder.name for folder in (*fit, *real))
    data = f"What the nets beside it see in {named}. Judged on {judge.name}."
    card = Card(command("tablesynth.nets"), commit(), first or "none", data, temperature=temperature)
    write_judged("presence", files, card, lambda file: judge_presence(OnnxPresence(file), judged))


def main() -> None:
    """Make the net alone."""
    parser = argparse.ArgumentParser(prog="python -m tablesynth.nets.train_presence", description=__doc__)
    parser.add_argument("--models", type=Path, default=Path("models"), help="where the nets are")
    parser.add_argument("--work", type=Path, default=Path("runs/nets"), help="what was seen, and the checkpoint")
    parser.add_argument("--fit", type=Path, nargs="+", required=True, metavar="FOLDER", help="tables to learn from")
    parser.add_argument("--judge", type=Path, required=True, metavar="FOLDER", help="tables to judge by")
    parser.add_argument("--photos", type=Path, nargs="*", default=[], metavar="FOLDER", help="real photos, too")
    parser.add_argument("--first", metavar="NAME", help="weights in that folder to go on from: presence-torch")
    parser.add_argument(
        "--share",
        type=a_share,
        default=1.0,
        help="so much of what it learnt and the rest of those lands (default: all)",
    )
    parser.add_argument("--steps", type=int, default=PresenceRecipe.steps)
    parser.add_argument("--rate", type=float, default=PresenceRecipe.rate, help="learning rate, at its highest")
    asked = parser.parse_args()
    if asked.share < 1 and asked.first is None:
        parser.error(f"--share {asked.share}: it goes on from no weights, as with --first presence-torch")
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    asked.work.mkdir(parents=True, exist_ok=True)
    recipe = PresenceRecipe(steps=asked.steps, rate=asked.rate)
    make_presence(
        recipe,
        asked.models,
        asked.work,
        asked.fit,
        asked.judge,
        asked.photos,
        first=asked.first,
        share=asked.share,
    )


if __name__ == "__main__":
    main()
