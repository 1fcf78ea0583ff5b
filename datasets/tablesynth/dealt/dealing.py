"""Laid cards as they are to be painted: each with a print, its corners in space and its bend."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tablesynth.dealt.layouts import LaidPile, Pose
from tablesynth.dealt.shoe import OpenedDeck, Print
from tablesynth.photo.camera import Camera
from tablesynth.photo.compose import NOTHING, Curl

Floats = NDArray[np.float64]

THICK = 0.006
"""Thickness of a card, card widths."""

UNTIDY, MOST_UNTIDY = (0.045, 0.03), 2.5
"""How far a card that is squared up carelessly beneath others lies off, card widths, and how far it is turned, radians:
a standard deviation, and how many of these at most."""

BENT_SHARE, MOST_BENT = 0.12, 0.12
"""Share of the photos whose cards are bent, and how high a bent card's middle stands at most, card widths."""


@dataclass(frozen=True)
class Placed:
    """A card to paint. corners: (4, 3) card widths, clockwise from its top left; pile: NOTHING for hidden ones.

    bulge: how high its middle stands over its edges, card widths, bent along the axis ``along``.
    """

    printed: Print
    corners: Floats
    pile: int
    bulge: float = 0.0
    along: int = 0

    def curl(self, camera: Camera) -> Curl | None:
        """Return how a camera sees the card's bend."""
        if not self.bulge:
            return None
        middle = self.corners.mean(0)
        dx, dy = camera.project(middle - np.array([0, 0, self.bulge])) - camera.project(middle)
        return Curl(float(dx), float(dy), self.along, 1.5 * self.bulge)


def deal(
    rng: np.random.Generator,
    piles: tuple[LaidPile, ...],
    decks: tuple[OpenedDeck, ...],
    soft: float,
    *,
    untidy: bool = False,
) -> list[Placed]:
    """Give every laid card a print, and list the cards from the lowest up, those squared beneath others too.

    soft: how far single cards tilt on a soft ground, radians. untidy: True where those beneath peep out; only then are
    they labelled, as parts of their pile.
    """
    shares = rng.dirichlet(np.full(len(decks), 2.0))
    placed = []
    for number, pile in enumerate(piles):
        for card in pile.laid:
            # A fetched deck may lack a face: it comes from another.
            able = np.array([card.face is None or card.face in deck.fronts for deck in decks])
            deck = decks[int(rng.choice(len(decks), p=shares * able / (shares * able).sum()))]
            lean = rng.normal(0, 0.35, 2)
            for depth in range(min(card.under, 4), 0, -1):
                beneath = deck.print_of(rng, card.face, card.ink)
                off = lean * depth * THICK + rng.normal(0, 0.006, 2)
                pose = Pose(card.pose.x + off[0], card.pose.y + off[1], card.pose.angle + rng.normal(0, 0.006))
                if untidy:
                    x, y, turn = np.clip(rng.normal(size=3), -MOST_UNTIDY, MOST_UNTIDY)
                    pose = Pose(pose.x + UNTIDY[0] * x, pose.y + UNTIDY[0] * y, pose.angle + UNTIDY[1] * turn)
                z = -THICK * (card.under - depth * card.under / 4)
                placed.append(Placed(beneath, corners_at(pose, deck.aspect, z), number if untidy else NOTHING))
            printed = deck.print_of(rng, card.face, card.ink)
            pose = card.pose
            if printed.turnable and rng.random() < 0.5:
                pose = Pose(pose.x, pose.y, pose.angle + np.pi)
            corners = corners_at(pose, deck.aspect, -THICK * card.under)
            if soft:
                slope = rng.normal(0, soft, 2)
                corners[:, 2] += (corners[:, :2] - corners[:, :2].mean(0)) @ slope
            placed.append(Placed(printed, corners, number))
    return placed


def bent(rng: np.random.Generator, placed: list[Placed], most: float) -> list[Placed]:
    """Return the cards bent much alike, as a worn deck is: their middles up, or their ends."""
    along = int(rng.random() < 0.7)
    amount = float(rng.uniform(0.2, 1.0)) * most * (1 if rng.random() < 0.5 else -1)
    cards = []
    for card in placed:
        bulge = amount * float(rng.uniform(0.3, 1.0))
        corners = card.corners + np.array([0, 0, min(bulge, 0.0)])
        cards.append(replace(card, corners=corners, bulge=bulge, along=along))
    return cards


def corners_at(pose: Pose, aspect: float, z: float) -> Floats:
    """Return a card's (4, 3) corners in card widths, clockwise from its top left, z into the table."""
    c, s = np.cos(pose.angle), np.sin(pose.angle)
    x, y = np.array([c, s]) / 2, np.array([-s, c]) * aspect / 2
    at = np.array([pose.x, pose.y])
    flat = np.stack([at - x - y, at + x - y, at + x + y, at - x + y])
    return np.concatenate([flat, np.full((4, 1), z)], 1)
