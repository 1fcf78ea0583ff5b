"""Training of the net that sees whether two indices are of one card: resumable by its checkpoint, on a CPU or a GPU."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from tablesynth.nets.checkpoints import Recipe, Training, falling
from tablesynth.nets.feeding import feed
from tablesynth.nets.pairnet import PairNet
from tablesynth.nets.pairpictures import Pictures, varied


@dataclass(frozen=True)
class PairRecipe(Recipe):
    """Everything a run of the net's training depends on beside its pictures."""

    smoothing: float = 0.01


def train_pair_net(
    recipe: PairRecipe,
    pictures: Pictures,
    checkpoint: Path,
    *,
    minutes: float = math.inf,
    watch: Callable[[int], None] = lambda _: None,
) -> None:
    """Train until ``recipe.steps`` or for ``minutes``, going on from ``checkpoint`` where it exists.

    ``watch`` is told the number of steps done.
    """
    torch.manual_seed(recipe.seed)
    training = Training(PairNet(), recipe.rate, recipe.weight_decay, checkpoint)
    source = picture_batches(pictures, recipe.batch, recipe.seed + training.step)

    def take_step() -> dict[str, float]:
        images, same = (values.to(training.device) for values in next(source))
        with training.coarsely():
            logits = training.model(images.contiguous(memory_format=torch.channels_last))
        said = logits.float()[:, 0]
        smooth = same * (1 - 2 * recipe.smoothing) + recipe.smoothing
        loss = nn.functional.binary_cross_entropy_with_logits(said, smooth)
        training.descend(loss, falling(recipe.rate, training.step, recipe.steps), recipe.average)
        return {"loss": float(loss.detach()), "right": float(((said > 0) == (same > 0.5)).float().mean())}

    training.run(take_step, recipe, minutes=minutes, watch=watch)


def picture_batches(pictures: Pictures, size: int, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield batches without end: (size, 4, 128, 96) float32 marks and RGB 0-1, and (size,) 1 for one card, else 0."""
    rng = np.random.default_rng(seed)

    def make() -> tuple[Tensor, Tensor]:
        picks = rng.integers(len(pictures.same), size=size)
        images = np.stack([varied(pictures.images[pick], rng) for pick in picks])[..., ::-1].copy()
        pixels = torch.from_numpy(images).permute(0, 3, 1, 2).float().div_(255)
        return pixels, torch.from_numpy(pictures.same[picks].astype(np.float32))

    return feed(make)
