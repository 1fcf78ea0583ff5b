"""Training of the whole-face reader: resumable by its checkpoint, on a CPU or a GPU."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from tablesynth.nets.checkpoints import Recipe, Training, begun
from tablesynth.nets.facereader import FaceNet
from tablesynth.nets.feeding import as_pixels, feed
from tablesynth.nets.train_reader import face_loss
from tablesynth.nets.wholecards import Crops, varied


@dataclass(frozen=True)
class FaceRecipe(Recipe):
    """Everything a run of the whole-face reader's training depends on beside its crops."""

    smoothing: float = 0.02


def train_face_reader(
    recipe: FaceRecipe,
    crops: Crops,
    checkpoint: Path,
    first_weights: Path | None = None,
    *,
    minutes: float = math.inf,
) -> None:
    """Train until ``recipe.steps`` or for ``minutes``, going on from ``checkpoint`` where it exists."""
    torch.manual_seed(recipe.seed)
    training = Training(begun(FaceNet(), first_weights), recipe.rate, recipe.weight_decay, checkpoint)
    source = crop_batches(crops, recipe.batch, recipe.seed + training.step, recipe.feeders)

    def take_step() -> dict[str, float]:
        images, faces = (values.to(training.device) for values in next(source))
        with training.coarsely():
            logits = training.model(images.contiguous(memory_format=torch.channels_last))
        loss = face_loss(logits.float(), faces, recipe.smoothing)
        training.learn(loss, recipe)
        return {"loss": float(loss.detach()), "right": float((logits.argmax(1) == faces).float().mean())}

    training.run(take_step, recipe, minutes=minutes)


def crop_batches(crops: Crops, size: int, seed: int, feeders: int = 1) -> Iterator[tuple[torch.Tensor, ...]]:
    """Yield batches without end: (size, 3, 112, 80) float32 RGB 0-1 and faces."""
    groups = [np.flatnonzero(crops.faces == face) for face in np.unique(crops.faces)]
    # Evenly by face, softened; a photographed three may be either.
    shares = np.array([len(group) ** 0.3 for group in groups])
    shares /= shares.sum()

    def make(rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
        picks = np.array([rng.choice(groups[number]) for number in rng.choice(len(groups), size, p=shares)])
        images = np.stack([varied(crops.images[pick], rng) for pick in picks])
        return as_pixels(images), torch.from_numpy(crops.faces[picks])

    return feed(make, np.random.default_rng(seed), feeders)
