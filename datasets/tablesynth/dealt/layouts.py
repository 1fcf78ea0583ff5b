"""Where cards lie on the table, in card widths: x to the right, y towards the player, angles clockwise."""

from dataclasses import dataclass, replace

import numpy as np

from scorer.faces import WILDS, Face
from tablesynth.dealt.rounds import PileKind
from vision.corners import Ink


@dataclass(frozen=True)
class Pose:
    """A card's centre in card widths and its angle in radians, clockwise."""

    x: float
    y: float
    angle: float

    def moved(self, x: float, y: float) -> "Pose":
        """Return the pose moved by x, y card widths."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True)
class LaidCard:
    """A card on the table.

    face: None where it lies face down. ink: asked of its print, None for any. under: how many cards lie squared
    beneath it.
    """

    face: Face | None
    pose: Pose
    ink: Ink | None = None
    under: int = 0


@dataclass(frozen=True)
class LaidPile:
    """A pile as laid: its cards from the lowest up, and what it really holds (``cards``, the hidden ones too)."""

    zone: str
    kind: PileKind
    squared: bool
    cards: tuple[Face, ...]
    laid: tuple[LaidCard, ...]

    @property
    def top(self) -> Ink | None:
        """The ink asked of its cards' prints, None for any."""
        return next((card.ink for card in self.laid if card.ink is not None), None)


@dataclass(frozen=True)
class Style:
    """How tidily and tightly someone lays cards.

    aspect: card height over width. across, down: how far a row's or a column's next card lies along, card widths.
    shift, twist: spread of positions in card widths, of angles in radians. leftwards: True where the indices are
    printed at the right, so that rows grow to the left.
    """

    aspect: float
    across: float
    down: float
    shift: float
    twist: float
    leftwards: bool


def draw_style(
    rng: np.random.Generator,
    aspect: float,
    needs: tuple[float, float],
    *,
    tight: bool,
    leftwards: bool,
    neat: bool = False,
) -> Style:
    """Draw a style.

    needs: how far a printed rank reaches in from the card's side and from its top, card widths: steps leave that
    much in sight, save that ``tight`` ones may go down to a tenth of a card's width. neat: True for no sloppy ones.
    """
    across = float(rng.uniform(0.1, 0.26) if tight else rng.uniform(0.16, 0.55))
    down = float(rng.uniform(0.17, 0.34) if tight else rng.uniform(0.22, 0.6))
    if not tight or rng.random() < 0.5:
        margin = 0.06 if neat else 0.03
        across, down = max(across, needs[0] + margin), max(down, needs[1] + margin)
    tidy = float(rng.choice((0.4, 1.0, 2.2), p=(0.55, 0.45, 0.0) if neat else (0.35, 0.45, 0.2)))
    return Style(aspect, across, down, min(0.02 * tidy, 0.15 * across), np.deg2rad(1.2 * tidy), leftwards)


def jitter(rng: np.random.Generator, pose: Pose, style: Style, amount: float = 1.0) -> Pose:
    """Return the pose as a hand really lays it."""
    dx, dy = rng.normal(0, style.shift * amount, 2)
    return Pose(pose.x + float(dx), pose.y + float(dy), pose.angle + float(rng.normal(0, style.twist * amount)))


def column(rng: np.random.Generator, faces: tuple[Face, ...], x: float, y: float, style: Style) -> tuple[LaidCard, ...]:
    """Lay cards downwards from (x, y), the centre of the first, each showing the head of the one above it."""
    lean = float(rng.normal(0, 0.02))
    return tuple(
        LaidCard(face, jitter(rng, Pose(x + lean * k, y + style.down * k, 0.0), style)) for k, face in enumerate(faces)
    )


def row(rng: np.random.Generator, faces: tuple[Face, ...], x: float, y: float, style: Style) -> tuple[LaidCard, ...]:
    """Lay cards sideways from (x, y), the centre of the first in reading order, each showing the index edge."""
    slope = float(rng.normal(0, 0.015))
    step = -style.across if style.leftwards else style.across
    start = x + style.across * (len(faces) - 1) if style.leftwards else x
    return tuple(
        LaidCard(face, jitter(rng, Pose(start + step * k, y + slope * k, 0.0), style)) for k, face in enumerate(faces)
    )


def arc(
    rng: np.random.Generator, faces: tuple[Face, ...], x: float, y: float, style: Style, radius: float
) -> tuple[LaidCard, ...]:
    """Lay cards as a fan with its middle card at (x, y); ``radius`` in card widths, from the pivot below it."""
    each = min(style.across / radius, 2.6 / max(len(faces), 1))
    start = -each * (len(faces) - 1) / 2
    laid = []
    for k, face in enumerate(faces):
        angle = start + each * k
        angle = -angle if style.leftwards else angle
        pose = Pose(x + radius * np.sin(angle), y + radius * (1 - np.cos(angle)), angle)
        laid.append(LaidCard(face, jitter(rng, pose, style, 0.6)))
    return tuple(laid)


def squared(
    rng: np.random.Generator,
    top: Face,
    cards: int,
    pose: Pose,
    style: Style,
    *,
    behind: Face | None = None,
    ink: Ink | None = None,
) -> tuple[LaidCard, ...]:
    """Lay a squared pile of ``cards`` cards; ``behind`` is a wild that peeps out at its far end."""
    laid = [LaidCard(top, jitter(rng, pose, style, 0.7), ink, under=cards - 1 - (behind is not None))]
    if behind is not None:
        out = float(rng.uniform(0.24, 0.62))
        laid.insert(0, LaidCard(behind, jitter(rng, pose.moved(0, -out), style, 0.7)))
    return tuple(laid)


def in_order(rng: np.random.Generator, faces: tuple[Face, ...]) -> tuple[Face, ...]:
    """Return a meld's cards as people lay them: wilds last, first, or anywhere."""
    way = rng.random()
    if way < 0.55:
        return faces
    naturals = tuple(face for face in faces if face not in WILDS)
    wilds = tuple(face for face in faces if face in WILDS)
    if way < 0.8:
        return wilds + naturals
    return tuple(faces[int(k)] for k in rng.permutation(len(faces)))


def bounds(cards: tuple[LaidCard, ...], aspect: float) -> tuple[float, float, float, float]:
    """Return x1 y1 x2 y2 in card widths around the cards' corners."""
    xs, ys = [], []
    for card in cards:
        c, s = abs(np.cos(card.pose.angle)) / 2, abs(np.sin(card.pose.angle)) / 2
        half = (c + aspect * s, s + aspect * c)
        xs += [card.pose.x - half[0], card.pose.x + half[0]]
        ys += [card.pose.y - half[1], card.pose.y + half[1]]
    return min(xs), min(ys), max(xs), max(ys)


def moved(cards: tuple[LaidCard, ...], x: float, y: float) -> tuple[LaidCard, ...]:
    """Return the cards moved together."""
    return tuple(replace(card, pose=card.pose.moved(x, y)) for card in cards)
