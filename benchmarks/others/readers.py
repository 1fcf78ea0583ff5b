"""Readers of several architectures, each with the three answers of ours, to be trained side by side."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from tablesynth.nets.reader import ReaderNet
from torch import Tensor, nn

from vision.corners import READER_FACES, READER_SUITS, Ink

ANSWERS = (len(READER_FACES), len(READER_SUITS), len(Ink))


@dataclass(frozen=True)
class Candidate:
    """A reader to be trained: what tables call it, how to make it, and the seed of its first weights."""

    key: str
    title: str
    make: Callable[[], nn.Module]
    seed: int = 1


class StockClassifier(nn.Module):
    """Ultralytics' yolo11n-cls from nothing, with one linear layer for face, suit and ink.

    yolo26n-cls is the same net but for its pretrained weights. ``enlarge``: patches are enlarged so many times first,
    as the net halves its picture five times.
    """

    def __init__(self, enlarge: int) -> None:
        """Lay out the net."""
        super().__init__()
        from ultralytics.nn.tasks import ClassificationModel

        self.enlarge = enlarge
        *self.body, head = ClassificationModel("yolo11n-cls.yaml", nc=sum(ANSWERS), verbose=False).model
        self.layers = nn.Sequential(*self.body, head.conv, head.pool, nn.Flatten(), nn.Dropout(0.2), head.linear)

    def forward(self, patches: Tensor) -> tuple[Tensor, ...]:
        """Return the logits of face, suit and ink."""
        if self.enlarge > 1:
            patches = nn.functional.interpolate(patches, scale_factor=float(self.enlarge), mode="bilinear")
        return tuple(self.layers(patches).split(ANSWERS, 1))


class Logits(nn.Module):
    """A reader as it is exported here: one row of logits a patch."""

    def __init__(self, net: nn.Module) -> None:
        """Wrap a trained reader."""
        super().__init__()
        self.net = net

    def forward(self, patches: Tensor) -> Tensor:
        """Return the logits of face, suit and ink, one after the other."""
        return torch.cat(self.net(patches), 1)


CANDIDATES = (
    Candidate("ours-32", "ours, width 32", partial(ReaderNet, 32)),
    Candidate("ours-32-again", "ours, width 32, other first weights", partial(ReaderNet, 32), seed=2),
    Candidate("ours-48", "ours, width 48", partial(ReaderNet, 48)),
    Candidate("ours-64", "ours, width 64", partial(ReaderNet, 64)),
    Candidate("yolo-48px", "yolo11n-cls and yolo26n-cls, 48 px", partial(StockClassifier, 1)),
    Candidate("yolo-96px", "yolo11n-cls and yolo26n-cls, patch enlarged to 96 px", partial(StockClassifier, 2)),
)
