"""Training of the finder: resumable by its checkpoint, on a CPU or a GPU."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from tablesynth.nets.checkpoints import Recipe, Training
from tablesynth.nets.crops import Labelled, batches
from tablesynth.nets.finder import FinderLoss, Targets, build_finder


@dataclass(frozen=True)
class FinderRecipe(Recipe):
    """Everything a run of the finder's training depends on beside its pictures."""

    steps: int = 5500
    batch: int = 16
    weight_decay: float = 0.02
    average: float = 0.9985
    save_every: int = 100
    side: int = 320
    warm_up: int = 150
    real_share: float = 0.12


def train_finder(
    recipe: FinderRecipe,
    scenes: list[Labelled],
    photos: list[Labelled],
    checkpoint: Path,
    first_weights: Path | None,
    *,
    minutes: float = math.inf,
    watch: Callable[[int], None] = lambda _: None,
) -> None:
    """Train until ``recipe.steps``, going on from ``checkpoint`` where it exists.

    Stops early after ``minutes``; the same call goes on later. The learning rate falls over the recipe's steps, so a
    run that was stopped early has not cooled down. ``watch`` is told the number of steps done.
    """
    torch.manual_seed(recipe.seed)
    training = Training(build_finder(first_weights), recipe.rate, recipe.weight_decay, checkpoint)
    loss_of, seed = FinderLoss(), recipe.seed + training.step
    asked = recipe.batch, recipe.side, seed
    crops = batches(scenes, photos, *asked, real_share=recipe.real_share, feeders=recipe.feeders)
    training.run(lambda: take_step(training, recipe, loss_of, *next(crops)), recipe, minutes=minutes, watch=watch)


def take_step(
    training: Training, recipe: FinderRecipe, loss_of: FinderLoss, images: torch.Tensor, targets: Targets
) -> dict[str, float]:
    """Learn from a batch of ``batches``; returns the parts of the loss."""
    with training.coarsely():
        predicted = training.model(images.to(training.device, memory_format=torch.channels_last))
    exact = {key: value.float() if isinstance(value, torch.Tensor) else value for key, value in predicted.items()}
    loss, parts = loss_of(exact, _to(targets, training.device))
    training.descend(loss, _rate(recipe, training.step), recipe.average)
    return parts


def _rate(recipe: FinderRecipe, step: int) -> float:
    if step < recipe.warm_up:
        return recipe.rate * (step + 1) / recipe.warm_up
    along = (step - recipe.warm_up) / max(recipe.steps - recipe.warm_up, 1)
    return recipe.rate * (0.02 + 0.98 * (1 + math.cos(math.pi * along)) / 2)


def _to(targets: Targets, device: torch.device) -> Targets:
    return Targets(**{name: value.to(device) for name, value in vars(targets).items()})
