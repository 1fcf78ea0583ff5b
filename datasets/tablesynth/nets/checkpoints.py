"""What all trainings share: the loop, the optimizer, the weights' running average, and checkpoints to go on from."""

import copy
import logging
import math
import shutil
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import torch
from torch import nn

from vision.model_files import open_model

Net = TypeVar("Net", bound=nn.Module)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recipe:
    """What all trainings depend on beside what they learn from.

    steps: of ``batch`` pictures. average: the share that the weights' running average keeps of itself at a step.
    feeders: how many processes make batches, 1 for a thread of this one (``tablesynth.nets.feeding``).
    """

    steps: int = 8000
    batch: int = 64
    rate: float = 2e-3
    weight_decay: float = 0.05
    average: float = 0.998
    seed: int = 1
    save_every: int = 200
    feeders: int = 1


def falling(rate: float, step: int, steps: int) -> float:
    """Return the learning rate of a step: ``rate`` after 200 steps of warming up, falling by a cosine to 2 % of it."""
    return rate * min((step + 1) / 200, 0.02 + (1 + math.cos(math.pi * step / steps)) / 2)


def begun(net: Net, first_weights: Path | None) -> Net:
    """Return a net, with the weights of an earlier one where the file is given that ``save_torch_weights`` wrote."""
    if first_weights is not None:
        net.load_state_dict(torch.load(first_weights, map_location="cpu", weights_only=True)["weights"])
    return net


def former_weights(name: str, models: Path, work: Path) -> Path:
    """Return weights of a models folder to go on from, by their card's name, as they were when a run first asked.

    What lands takes their place there, so a copy stays in ``work``: a run begun again goes on from the same.

    Raises:
        ModelError: if they are missing, damaged or not what their card describes.
    """
    # Opened by its card: a pickle is not read before its hash is checked.
    weights, kept = open_model(name, models).path, work / f"former-{name}.pt"
    if not kept.exists():
        shutil.copyfile(weights, kept)
    return kept


def mixed(net: Net, other: Net, share: float) -> Net:
    """Return a net like both, whose weights are ``share`` of the first's and the rest of the other's."""
    mean, weights = copy.deepcopy(net), other.state_dict()
    mean.load_state_dict(
        {
            name: value * share + weights[name] * (1 - share) if value.dtype.is_floating_point else value
            for name, value in net.state_dict().items()
        }
    )
    return mean


class Training:
    """A network under training with its average, its optimizer and the number of steps done."""

    def __init__(self, model: nn.Module, rate: float, weight_decay: float, checkpoint: Path) -> None:
        """Set a training up, going on from ``checkpoint`` where it exists."""
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.model = model.to(self.device).to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.model)
        # Weights decay; biases and norms do not.
        groups = [
            {"params": [p for p in self.model.parameters() if p.ndim > 1], "weight_decay": weight_decay},
            {"params": [p for p in self.model.parameters() if p.ndim <= 1], "weight_decay": 0.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.99))
        # Where the hardware has no bf16 of its own, it is far slower than single precision.
        self.bf16 = self.device.type == "cuda" or bool(torch.cpu.get_capabilities().get("avx512_bf16"))
        self.checkpoint, self.step = checkpoint, 0
        if checkpoint.is_file():
            state = torch.load(checkpoint, map_location=self.device, weights_only=True)
            self.model.load_state_dict(state["model"])
            self.average.load_state_dict(state["average"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.step = state["step"]
        self.model.train()

    def coarsely(self) -> torch.autocast:
        """Return the context to predict in: bf16 where the hardware has it."""
        return torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.bf16)

    def descend(self, loss: torch.Tensor, rate: float, keep: float) -> None:
        """Take one step at a learning rate; the average keeps the share ``keep`` of itself once it has warmed up."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 10.0)
        self.optimizer.step()
        self.step += 1
        keep = min(keep, (1 + self.step) / (10 + self.step))
        now = self.model.state_dict()
        with torch.no_grad():
            for name, value in self.average.state_dict().items():
                if value.dtype.is_floating_point:
                    value.mul_(keep).add_(now[name], alpha=1 - keep)
                else:
                    value.copy_(now[name])

    def learn(self, loss: torch.Tensor, recipe: Recipe) -> None:
        """Take one step at the rate that falls over the recipe's steps."""
        self.descend(loss, falling(recipe.rate, self.step, recipe.steps), recipe.average)

    def run(
        self,
        take_step: Callable[[], Mapping[str, float]],
        recipe: Recipe,
        *,
        minutes: float,
        watch: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Take steps until as many as the recipe says have been taken in all, or for ``minutes``.

        ``take_step`` returns figures, whose means are logged whenever the checkpoint is saved; ``watch`` is told the
        number of steps after each.
        """
        sums, begun, first, told = Counter[str](), time.monotonic(), self.step, self.step
        while self.step < recipe.steps and time.monotonic() - begun < minutes * 60:
            sums.update(take_step())
            watch(self.step)
            if self.step % recipe.save_every == 0:
                means = "  ".join(f"{name} {total / (self.step - told):.4f}" for name, total in sums.items())
                speed = (self.step - first) * recipe.batch / (time.monotonic() - begun)
                log.info("step %d  %s  %.0f pictures/s", self.step, means, speed)
                sums.clear()
                told = self.step
                self.save()
        self.save()

    def save(self) -> None:
        """Write the checkpoint in one move, so that a run killed while writing loses nothing."""
        self.checkpoint.parent.mkdir(parents=True, exist_ok=True)
        state = {
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
        }
        part = self.checkpoint.with_suffix(".part")
        torch.save(state, part)
        part.replace(self.checkpoint)
