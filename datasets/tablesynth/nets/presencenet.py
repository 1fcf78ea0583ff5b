"""The network that judges all cards of a photo at once: how likely each lies there."""

import math

import torch
from torch import Tensor, nn

from vision.joining.besides import BESIDES
from vision.joining.presence import TOLD

MEMBERS = 3
"""So many nets, begun from other weights, are asked and their logits averaged: each by itself is too sure of itself."""

_FURTHEST = 6.0
"""In standard deviations."""


class Attention(nn.Module):
    """Lets every card look at all others, at each through what it is beside it."""

    def __init__(self, width: int, heads: int, beside: int, drop: float) -> None:
        """Lay out the layer; ``beside`` is the number of channels that tell what a card is beside another."""
        super().__init__()
        self.heads, self.each, self.carried = heads, width // heads, 8
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.asked = nn.Linear(width, 3 * width, bias=False)
        self.weighed, self.told = nn.Linear(beside, heads), nn.Linear(beside, heads * self.carried, bias=False)
        self.joined = nn.Linear(width + heads * self.carried, width)
        self.thought = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(), nn.Dropout(drop), nn.Linear(2 * width, width)
        )
        self.drop = nn.Dropout(drop)

    def forward(self, cards: Tensor, besides: Tensor, there: Tensor) -> Tensor:
        """Return (B, N, W) cards as they came, with what they saw; besides: (B, N, N, E), there: (B, N) bool."""
        many, count = cards.shape[:2]
        parts = self.asked(self.before(cards)).view(many, count, 3, self.heads, self.each)
        query, key, value = parts.permute(2, 0, 3, 1, 4).unbind(0)
        weights = query @ key.transpose(-1, -2) / math.sqrt(self.each)
        weights = weights + self.weighed(besides).permute(0, 3, 1, 2)
        weights = weights.masked_fill(~there[:, None, None, :], -1e4).softmax(-1)
        seen = (weights @ value).transpose(1, 2).reshape(many, count, self.heads * self.each)
        told = self.told(besides).view(many, count, count, self.heads, self.carried)
        beside = (weights.permute(0, 2, 3, 1)[..., None] * told).sum(2).reshape(many, count, -1)
        cards = cards + self.drop(self.joined(torch.cat([seen, beside], -1)))
        answer: Tensor = cards + self.drop(self.thought(self.between(cards)))
        return answer


class Member(nn.Module):
    """One net: (B, N, T) cards and (B, N, N, E) besides, as sight tells them, to (B, N) logits."""

    def __init__(self, width: int = 48, heads: int = 4, layers: int = 2, beside: int = 24, drop: float = 0.2) -> None:
        """Lay out the net."""
        super().__init__()
        self.card = nn.Sequential(nn.Linear(len(TOLD), 128), nn.GELU(), nn.Dropout(drop), nn.Linear(128, width))
        self.beside = nn.Sequential(nn.Linear(len(BESIDES), 48), nn.GELU(), nn.Linear(48, beside), nn.GELU())
        self.layers = nn.ModuleList(Attention(width, heads, beside, drop) for _ in range(layers))
        self.answer = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 32), nn.GELU(), nn.Linear(32, 1))

    def forward(self, cards: Tensor, besides: Tensor, there: Tensor) -> Tensor:
        """Return the logits."""
        cards, besides = self.card(cards), self.beside(besides)
        for layer in self.layers:
            cards = layer(cards, besides, there)
        logits: Tensor = self.answer(cards)[..., 0]
        return logits


class PresenceNet(nn.Module):
    """Judges photos: (B, N, T) cards, (B, N, N, E) besides and (B, N) bool, which are cards, to (M, B, N) logits."""

    def __init__(self, members: int = MEMBERS) -> None:
        """Lay out the members; ``suit_to`` tells how large the numbers are that they are told."""
        super().__init__()
        self.members = nn.ModuleList(Member() for _ in range(members))
        for name, size in (("card", len(TOLD)), ("beside", len(BESIDES))):
            self.register_buffer(f"{name}_mean", torch.zeros(size))
            self.register_buffer(f"{name}_spread", torch.ones(size))

    def suit_to(self, cards: Tensor, besides: Tensor) -> None:
        """Learn means and standard deviations from (K, T) cards and (L, E) besides."""
        for name, values in (("card", cards), ("beside", besides)):
            getattr(self, f"{name}_mean").copy_(values.mean(0))
            getattr(self, f"{name}_spread").copy_(values.std(0) + 1e-2)

    def forward(self, cards: Tensor, besides: Tensor, there: Tensor) -> Tensor:
        """Return each member's logits."""
        cards = ((cards - self.card_mean) / self.card_spread).clamp(-_FURTHEST, _FURTHEST)
        besides = ((besides - self.beside_mean) / self.beside_spread).clamp(-_FURTHEST, _FURTHEST)
        return torch.stack([member(cards, besides, there) for member in self.members])


class PresenceOutput(nn.Module):
    """The net as it is exported, for one photo: probabilities, the mean logit divided by the calibrated temperature."""

    def __init__(self, net: PresenceNet, temperature: float) -> None:
        """Wrap a trained net."""
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, cards: Tensor, besides: Tensor) -> Tensor:
        """Return the (N,) probabilities for (N, T) cards and (N, N, E) besides."""
        there = torch.ones_like(cards[None, :, 0], dtype=torch.bool)
        logits = self.net(cards[None], besides[None], there).mean(0)[0]
        return torch.sigmoid(logits / self.temperature)
