"""Training of the reader: resumable by its checkpoint, on a CPU or a GPU."""

import math
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from scorer.faces import FACES, WILDS, Face
from tablesynth.nets.checkpoints import Recipe, Training, begun
from tablesynth.nets.feeding import as_pixels, feed
from tablesynth.nets.patches import EITHER_THREE, EITHER_WILD, NO_SUIT, NONE_FACE, UNKNOWN, Patches
from tablesynth.nets.reader import ReaderNet
from tablesynth.photo.mishaps import with_mishaps
from vision.looks.varying import vary

ASIDE_SHARE = 0.08
"""How many patches are laid on their side."""

JOKERS_TURNED = 0.5
"""How many jokers are laid on their side or upside down."""

FURTHEST_SHAKEN = 6.0
"""How far a patch may be shaken, px."""

JOKER = FACES.index(Face.WILD_50)
THREES = (FACES.index(Face.RED_THREE), FACES.index(Face.BLACK_THREE))
BOTH_WILDS = tuple(FACES.index(face) for face in WILDS)


@dataclass(frozen=True)
class ReaderRecipe(Recipe):
    """Everything a run of the reader's training depends on beside its patches."""

    batch: int = 128
    weight_decay: float = 0.03
    smoothing: float = 0.02


def train_reader(
    recipe: ReaderRecipe,
    patches: Patches,
    checkpoint: Path,
    first_weights: Path | None = None,
    *,
    minutes: float = math.inf,
    watch: Callable[[int], None] = lambda _: None,
) -> None:
    """Train until ``recipe.steps`` or for ``minutes``, going on from ``checkpoint`` where it exists.

    ``watch`` is told the number of steps done.
    """
    torch.manual_seed(recipe.seed)
    training = Training(begun(ReaderNet(), first_weights), recipe.rate, recipe.weight_decay, checkpoint)
    source = patch_batches(patches, recipe.batch, recipe.seed + training.step, recipe.feeders)
    training.run(lambda: take_step(training, recipe, next(source)), recipe, minutes=minutes, watch=watch)


def take_step(training: Training, recipe: ReaderRecipe, batch: tuple[torch.Tensor, ...]) -> dict[str, float]:
    """Learn from a batch of ``patch_batches``; returns the loss and the share of right faces."""
    images, faces, suits, inks = (values.to(training.device) for values in batch)
    with training.coarsely():
        logits = training.model(images.contiguous(memory_format=torch.channels_last))
    face, suit, ink = (each.float() for each in logits)
    loss = face_loss(face, faces, recipe.smoothing)
    loss = loss + 0.3 * functional.cross_entropy(suit, suits, ignore_index=UNKNOWN)
    loss = loss + 0.3 * functional.cross_entropy(ink, inks, ignore_index=UNKNOWN)
    training.learn(loss, recipe)
    return {"loss": float(loss.detach()), "right": float((face.argmax(1) == faces).float().mean())}


def face_loss(logits: torch.Tensor, faces: torch.Tensor, smoothing: float) -> torch.Tensor:
    """Cross-entropy over faces; a three of unknown colour may be either three, a wild that hides its value is both.

    The former has some colour, and what the net makes of it is its own affair; of the latter nobody can tell more than
    that either is as likely.
    """
    either, both = faces == EITHER_THREE, faces == EITHER_WILD
    known = ~(either | both)
    loss = functional.cross_entropy(
        logits[known], faces[known], ignore_index=UNKNOWN, label_smoothing=smoothing, reduction="sum"
    )
    if both.any():
        loss = loss - torch.log_softmax(logits[both], 1)[:, list(BOTH_WILDS)].mean(1).sum()
    if either.any():
        probabilities = torch.softmax(logits[either], 1)[:, list(THREES)].sum(1)
        loss = loss - torch.log(probabilities.clamp(min=1e-6)).sum()
    return loss / len(logits)


def lay_some_aside(
    patches: Patches, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Turn a few patches by a quarter and call them NONE, so that an index on its side is not read as another.

    Jokers are jokers whichever way they are turned: their words run along a card's edge as often as not.
    """
    images, faces = patches.images.copy(), patches.faces.copy()
    suits, inks = patches.suits.copy(), patches.inks.copy()
    chosen = (rng.random(len(faces)) < ASIDE_SHARE) & ~np.isin(faces, (NONE_FACE, JOKER, EITHER_WILD))
    for row in np.flatnonzero((faces == JOKER) & (rng.random(len(faces)) < JOKERS_TURNED)):
        images[row] = np.rot90(images[row], int(rng.integers(1, 4)))
    for row in np.flatnonzero(chosen):
        images[row] = np.rot90(images[row], 1 if rng.random() < 0.5 else 3)
    faces[chosen], suits[chosen], inks[chosen] = NONE_FACE, NO_SUIT, UNKNOWN
    return images, faces, suits, inks


def patch_batches(
    patches: Patches, size: int, seed: int, feeders: int = 1
) -> Generator[tuple[torch.Tensor, ...], None, None]:
    """Yield batches without end: pixels, faces, suits and inks."""
    groups = [np.flatnonzero(patches.faces == face) for face in np.unique(patches.faces)]
    # Evenly by face, softened: a face with few pictures would otherwise be learnt by heart. NONE counts twice.
    shares = np.array([len(group) ** 0.3 * (2 if patches.faces[group[0]] == NONE_FACE else 1) for group in groups])
    shares /= shares.sum()

    def make(rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
        picks = np.array([rng.choice(groups[number]) for number in rng.choice(len(groups), size, p=shares)])
        images, faces, suits, inks = lay_some_aside(Patches(*(values[picks] for values in vars(patches).values())), rng)
        shown = np.stack([with_mishaps(patch, rng, FURTHEST_SHAKEN) for patch in vary(images, rng)])
        return (as_pixels(shown), *(torch.from_numpy(values) for values in (faces, suits, inks)))

    return feed(make, np.random.default_rng(seed), feeders)
