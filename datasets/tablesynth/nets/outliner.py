"""The outliner's network and its loss: the card's corners, and at which of them the index stands, from a wide view."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from tablesynth.nets.layers import Residual, block
from tablesynth.nets.views import NO_CARD, VIEW_PX

_PLACES = 4
_SAID = (8 * _PLACES, _PLACES, 1, 4 * _PLACES)
"""How many numbers the last layer gives for the quads, the places, the card and the spreads."""

_SHARES = (1.6, 1.0, 0.8, 1.0)
"""How much the corner counts that the index stands at, and those after it, clockwise: the hidden ones are a guess."""

PLACE_GAIN, CARD_GAIN, SPREAD_GAIN = 0.15, 0.1, 0.03

USUAL_SPREAD_PX = 2.0
"""What a corner is thought to be off by where nothing is known."""


class OutlinerNet(nn.Module):
    """A small convolutional net.

    Takes (N, 3, 128, 128) float32 RGB 0-1; gives quads (N, 4, 4, 2), px of the view, one for each corner that the index
    may stand at, how far each of their corners is thought to be off (N, 4, 4), px, their logits (N, 4), and the logit
    (N,) that it is the index of a card.
    """

    def __init__(self, width: int = 16) -> None:
        """Lay out the net; ``width`` is the first block's number of channels."""
        super().__init__()
        w = width
        self.features = nn.Sequential(
            block(3, w, 2),
            block(w, 2 * w, 2),
            block(2 * w, 2 * w, 1),
            block(2 * w, 4 * w, 2),
            Residual(4 * w),
            block(4 * w, 8 * w, 2),
            Residual(8 * w),
            nn.Conv2d(8 * w, 2 * w, 1, bias=False),
            nn.BatchNorm2d(2 * w),
            nn.SiLU(inplace=True),
            nn.Flatten(),
            nn.Linear(2 * w * (VIEW_PX // 16) ** 2, 256),
            nn.SiLU(),
        )
        self.says = nn.Linear(256, sum(_SAID))

    def forward(self, views: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return quads, how far their corners are off, and the logits of the places and of there being a card."""
        said = self.says(self.features((views - 0.5) * 4)).float()
        quads, places, cards, spreads = said.split(_SAID, dim=1)
        quads = quads.reshape(-1, _PLACES, 4, 2) * VIEW_PX / 4 + VIEW_PX / 2
        spreads = spreads.reshape(-1, _PLACES, 4).clamp(-4, 4).exp() * USUAL_SPREAD_PX
        return quads, spreads, places, cards[:, 0]


def outliner_loss(
    said: tuple[Tensor, Tensor, Tensor, Tensor], quads: Tensor, places: Tensor
) -> tuple[Tensor, dict[str, float]]:
    """Return the loss to minimise and figures for the log.

    The corners' error is L1 in card sizes, of the quad for the place where the index truly stands. How far a corner is
    off is learnt as the mean of an exponential distribution, which moves no corner.

    quads: (N, 4, 2) px; places: (N,), ``NO_CARD`` where there is none.
    """
    outlines, spreads, place, card = said
    there = places != NO_CARD
    card_loss = functional.binary_cross_entropy_with_logits(card, there.float())
    truth, where = quads[there], places[there]
    rows = torch.arange(len(where), device=where.device)
    mine, spread = outlines[there][rows, where], spreads[there][rows, where]
    size = ((truth[:, 0] - truth[:, 2]).norm(dim=1) + (truth[:, 1] - truth[:, 3]).norm(dim=1)).clamp(min=8) / 2
    order = (torch.arange(_PLACES, device=where.device) - where[:, None]) % _PLACES
    shares = torch.tensor(_SHARES, device=where.device)[order]
    error = ((mine - truth).abs().sum(2) * shares).sum(1) / size
    place_loss = functional.cross_entropy(place[there], where)
    off = (mine.detach() - truth).norm(dim=2)
    spread_loss = (off / spread + spread.log()).mean()
    loss = error.mean() + PLACE_GAIN * place_loss + CARD_GAIN * card_loss + SPREAD_GAIN * spread_loss
    return loss, {
        "error": float(error.detach().mean()),
        "spread": float(spread_loss.detach()),
        "place": float((place[there].argmax(1) == where).float().mean()),
        "card": float(((card > 0) == there).float().mean()),
    }


class OutlinerOutput(nn.Module):
    """The net as it is exported: quads and their spreads in px of the view, and probabilities."""

    def __init__(self, net: OutlinerNet) -> None:
        """Wrap a trained net."""
        super().__init__()
        self.net = net

    def forward(self, views: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return (N, 4, 4, 2) quads, (N, 4, 4) spreads, and probabilities: (N, 4) of the places, (N,) of a card."""
        quads, spreads, places, cards = self.net(views)
        return quads, spreads, torch.softmax(places, 1), torch.sigmoid(cards)
