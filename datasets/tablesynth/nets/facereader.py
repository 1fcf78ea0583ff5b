"""The networks that look at whole cards, and the one that reads their faces."""

import torch
from torch import Tensor, nn

from scorer.faces import FACES
from tablesynth.nets.layers import Residual, block
from tablesynth.nets.wholecards import CROP_PX


class CardNet(nn.Module):
    """A small convolutional net that looks at whole cards: (N, planes, height, width) float32 0-1 to (N, M) logits."""

    def __init__(self, planes: int, size_px: tuple[int, int], leaving: int, width: int = 24, drop: float = 0.2) -> None:
        """Lay out the net.

        size_px: width and height of what it sees. leaving: M. width: the first block's number of channels.
        """
        super().__init__()
        w = width
        across, down = size_px[0] // 16, size_px[1] // 16
        self.features = nn.Sequential(
            block(planes, w, 2),
            block(w, 2 * w, 2),
            Residual(2 * w),
            block(2 * w, 4 * w, 2),
            Residual(4 * w),
            nn.Conv2d(4 * w, 2 * w, 1, bias=False),
            nn.BatchNorm2d(2 * w),
            nn.SiLU(inplace=True),
            nn.AvgPool2d(2),
            nn.Flatten(),
            nn.Dropout(drop),
            nn.Linear(2 * w * across * down, 192),
            nn.SiLU(),
            nn.Dropout(drop),
            nn.Linear(192, leaving),
        )

    def forward(self, pictures: Tensor) -> Tensor:
        """Return the logits."""
        logits: Tensor = self.features((pictures - 0.5) * 4)
        return logits


class FaceNet(CardNet):
    """Reads faces: (N, 3, 112, 80) float32 RGB 0-1 to the (N, 15) logits of the faces."""

    def __init__(self) -> None:
        """Lay out the net."""
        super().__init__(3, CROP_PX, len(FACES))


class FaceOutput(nn.Module):
    """The net as it is exported: probabilities, the logits divided by the calibrated temperature."""

    def __init__(self, net: FaceNet, temperature: float) -> None:
        """Wrap a trained net."""
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, crops: Tensor) -> Tensor:
        """Return the (N, 15) probabilities of the faces."""
        return torch.softmax(self.net(crops) / self.temperature, 1)
