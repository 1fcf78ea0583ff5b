"""The networks that tell yes from no in a picture."""

import torch
from torch import Tensor, nn

from tablesynth.nets.facereader import CardNet
from tablesynth.nets.marks import MARK_PX
from tablesynth.nets.wholecards import CROP_PX
from vision.joining.onecard import COLOURS_AND_MARKS

PICTURE_PX = (96, 128)
"""Width and height of what the net sees that tells whether two indices are of one card."""


class PairNet(CardNet):
    """Sees pairs: (N, 4, 128, 96) float32, marks and RGB 0-1, to (N, 1) logits of being of one card."""

    def __init__(self) -> None:
        """Lay out the net."""
        super().__init__(COLOURS_AND_MARKS, PICTURE_PX, 1, width=16)


class ValueNet(CardNet):
    """Sees wilds' marks: (N, 3, 96, 96) float32 RGB 0-1, to (N, 1) logits of being a 50's."""

    def __init__(self) -> None:
        """Lay out the net."""
        super().__init__(3, (MARK_PX, MARK_PX), 1, width=16)


class SuitNet(CardNet):
    """Sees whole cards without colour: (N, 1, 112, 80) float32 0-1, to (N, 1) logits of being of a red suit."""

    def __init__(self) -> None:
        """Lay out the net."""
        super().__init__(1, CROP_PX, 1, width=16)


class TellingOutput(nn.Module):
    """Such a net as it is exported: probabilities, the logits divided by the calibrated temperature."""

    def __init__(self, net: CardNet, temperature: float = 1.0) -> None:
        """Wrap a trained net."""
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, pictures: Tensor) -> Tensor:
        """Return the (N,) probabilities."""
        return torch.sigmoid(self.net(pictures) / self.temperature)[:, 0]
