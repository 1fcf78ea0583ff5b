"""Training of the outliner: resumable by its checkpoint, on a CPU or a GPU."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from tablesynth.nets.checkpoints import Recipe, Training, begun
from tablesynth.nets.feeding import as_pixels, feed
from tablesynth.nets.outliner import OutlinerNet, outliner_loss
from tablesynth.nets.views import NO_CARD, Views, varied

NO_CARD_SHARE = 0.12
"""How many views of a batch show no index at all."""


@dataclass(frozen=True)
class OutlinerRecipe(Recipe):
    """Everything a run of the outliner's training depends on beside its views."""

    steps: int = 6000
    weight_decay: float = 0.03


def train_outliner(
    recipe: OutlinerRecipe,
    views: Views,
    checkpoint: Path,
    *,
    first_weights: Path | None = None,
    minutes: float = math.inf,
) -> None:
    """Train until ``recipe.steps`` or for ``minutes``, going on from ``checkpoint`` where it exists.

    first_weights: those of an earlier net to begin from.
    """
    torch.manual_seed(recipe.seed)
    training = Training(begun(OutlinerNet(), first_weights), recipe.rate, recipe.weight_decay, checkpoint)
    source = view_batches(views, recipe.batch, recipe.seed + training.step, recipe.feeders)

    def take_step() -> dict[str, float]:
        images, quads, places = (values.to(training.device) for values in next(source))
        with training.coarsely():
            said = training.model(images.contiguous(memory_format=torch.channels_last))
        loss, figures = outliner_loss(said, quads, places)
        training.learn(loss, recipe)
        return figures

    training.run(take_step, recipe, minutes=minutes)


def view_batches(views: Views, size: int, seed: int, feeders: int = 1) -> Iterator[tuple[torch.Tensor, ...]]:
    """Yield batches without end: (size, 3, VIEW_PX, VIEW_PX) float32 RGB 0-1, quads and places."""
    cards, none = np.flatnonzero(views.places != NO_CARD), np.flatnonzero(views.places == NO_CARD)

    def make(rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
        empty = int(rng.binomial(size, NO_CARD_SHARE)) if len(none) else 0
        picks = np.concatenate([rng.choice(cards, size - empty), rng.choice(none, empty) if empty else none[:0]])
        pairs = [varied(views.images[pick], views.quads[pick], rng) for pick in picks]
        pixels = as_pixels(np.stack([view for view, _ in pairs]))
        quads = torch.from_numpy(np.stack([quad for _, quad in pairs]))
        return pixels, quads, torch.from_numpy(views.places[picks])

    return feed(make, np.random.default_rng(seed), feeders)
