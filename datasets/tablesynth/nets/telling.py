"""Training of the nets that tell yes from no in a picture: resumable by its checkpoint, on a CPU or a GPU.

One sees whether two indices are of one card, one whether a wild's mark is a 50's, one whether a suit is a red one.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tablesynth.nets.checkpoints import Recipe, Training
from tablesynth.nets.facereader import CardNet
from tablesynth.nets.feeding import as_pixels, feed

EITHER = 0.5
"""The truth of a picture that does not tell yes from no."""


@dataclass(frozen=True)
class TellingExamples:
    """What such a net learns from.

    images: (N, H, W, C) stored pictures. truths: (N,) float32, how likely each is a yes. vary: turns one into a picture
    as the net may meet it, another one each time.
    """

    images: NDArray[np.uint8]
    truths: NDArray[np.float32]
    vary: Callable[[NDArray[np.uint8], np.random.Generator], NDArray[np.uint8]]


@dataclass(frozen=True)
class TellingRecipe(Recipe):
    """Everything a run of such a training depends on beside its pictures."""

    smoothing: float = 0.01


def train_telling(
    recipe: TellingRecipe,
    make: Callable[[], CardNet],
    examples: TellingExamples,
    checkpoint: Path,
    *,
    minutes: float = math.inf,
) -> None:
    """Train until ``recipe.steps`` or for ``minutes``, going on from ``checkpoint`` where it exists.

    make: makes the net, which gives one logit.
    """
    torch.manual_seed(recipe.seed)
    training = Training(make(), recipe.rate, recipe.weight_decay, checkpoint)
    seed = recipe.seed + training.step
    source = picture_batches(examples, recipe.batch, seed, recipe.feeders)

    def take_step() -> dict[str, float]:
        pictures, true = (values.to(training.device) for values in next(source))
        with training.coarsely():
            logits = training.model(pictures.contiguous(memory_format=torch.channels_last))
        said = logits.float()[:, 0]
        smooth = true * (1 - 2 * recipe.smoothing) + recipe.smoothing
        loss = nn.functional.binary_cross_entropy_with_logits(said, smooth)
        training.learn(loss, recipe)
        return {"loss": float(loss.detach()), "right": float(((said > 0) == (true > 0.5)).float().mean())}

    training.run(take_step, recipe, minutes=minutes)


def picture_batches(
    examples: TellingExamples, size: int, seed: int, feeders: int = 1
) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield batches without end: (size, C, H, W) float32 0-1, planes last first, and their (size,) truths."""

    def make(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        picks = rng.integers(len(examples.truths), size=size)
        pictures = np.stack([examples.vary(examples.images[pick], rng) for pick in picks])
        return as_pixels(pictures), torch.from_numpy(examples.truths[picks])

    return feed(make, np.random.default_rng(seed), feeders)
