"""The reader's network: face, suit and ink of an upright 48 px patch."""

import torch
from torch import Tensor, nn

from tablesynth.nets.layers import Residual, block
from vision.corners import READER_FACES, READER_SUITS, Ink

POOLED = 8
"""How many layers of the features come before the linear ones."""


def centred(patches: Tensor) -> Tensor:
    """Return pixels of 0-1 as the layers take them."""
    return (patches - 0.5) * 4


class ReaderNet(nn.Module):
    """A small convolutional net with three linear heads.

    Takes (N, 3, 48, 48) float32 RGB 0-1; gives the logits (N, 16), (N, 5) and (N, 3).
    """

    def __init__(self, width: int = 32, drop: float = 0.2) -> None:
        """Lay out the net; ``width`` is the first block's number of channels."""
        super().__init__()
        w = width
        self.width_pooled = 4 * w * 9
        self.features = nn.Sequential(
            block(3, w, 2),
            block(w, 2 * w, 2),
            Residual(2 * w),
            Residual(2 * w),
            block(2 * w, 4 * w, 2),
            Residual(4 * w),
            nn.AvgPool2d(2),
            nn.Flatten(),
            nn.Dropout(drop),
            nn.Linear(self.width_pooled, 160),
            nn.SiLU(),
            nn.Dropout(drop),
        )
        self.face = nn.Linear(160, len(READER_FACES))
        self.suit = nn.Linear(160, len(READER_SUITS))
        self.ink = nn.Linear(160, len(Ink))

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the logits of face, suit and ink."""
        return self.heads(self.pooled(patches))

    def pooled(self, patches: Tensor) -> Tensor:
        """Return the (N, D) features before the linear layers."""
        pooled: Tensor = self.features[:POOLED](centred(patches))
        return pooled

    def heads(self, pooled: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the logits of pooled features."""
        features = self.features[POOLED:](pooled)
        return self.face(features), self.suit(features), self.ink(features)


class ReaderProbabilities(nn.Module):
    """The net as it is exported: probabilities, the face's logits divided by the calibrated temperature, and the
    embedding: the pooled features before the linear layers. Those were trained to tell the faces of known decks apart
    and forget what else there is to see; the features before them tell the faces of a new deck apart better.
    """

    def __init__(self, net: ReaderNet, temperature: float) -> None:
        """Wrap a trained net."""
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return (N, 16), (N, 5) and (N, 3) probabilities and the (N, D) embedding."""
        embedding = self.net.pooled(patches)
        face, suit, ink = self.net.heads(embedding)
        return torch.softmax(face / self.temperature, 1), torch.softmax(suit, 1), torch.softmax(ink, 1), embedding
