"""The network that sees whether two indices are of one card."""

import torch
from torch import Tensor, nn

from tablesynth.nets.facereader import CardNet
from vision.onecard import COLOURS_AND_MARKS

PICTURE_PX = (96, 128)
"""Width and height of the net's input."""


class PairNet(CardNet):
    """Sees pairs: (N, 4, 128, 96) float32, marks and RGB 0-1, to (N, 1) logits of being of one card."""

    def __init__(self) -> None:
        """Lay out the net."""
        super().__init__(COLOURS_AND_MARKS, PICTURE_PX, 1, width=16)


class PairOutput(nn.Module):
    """The net as it is exported: probabilities."""

    def __init__(self, net: PairNet) -> None:
        """Wrap a trained net."""
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> Tensor:
        """Return the (N,) probabilities of being of one card."""
        return torch.sigmoid(self.net(pictures))[:, 0]
