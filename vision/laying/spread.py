"""How cards lie to each other on a table: gaps, offsets and angles, in card widths."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.seen import SeenCard

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Spread:
    """Pairwise relations of N cards.

    gaps: (N, N) card widths between two cards' outlines; below 0 they overlap by so much.
    offsets: (N, N) card widths between their middles.
    angles: (N, N) degrees between their long axes, 0-90.
    middles: (N, 2) px. directions: (N,) degrees of the long axes in the photo, 0-180, 90 for an upright card.
    """

    gaps: Floats
    offsets: Floats
    angles: Floats
    middles: Floats
    directions: Floats


def spread_of(cards: tuple[SeenCard, ...]) -> Spread:
    """Return how the cards lie to each other."""
    n = len(cards)
    quads = np.array([card.quad for card in cards], np.float64).reshape(n, 4, 2)
    middles = quads.mean(axis=1)
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    widths = np.maximum(np.linalg.norm(across, axis=1), 1.0)
    scale = (widths[:, None] + widths[None]) / 2
    directions = np.degrees(np.arctan2(down[:, 1], down[:, 0])) % 180
    turned = np.abs(directions[:, None] - directions[None])
    offsets = np.linalg.norm(middles[:, None] - middles[None], axis=2) / scale
    return Spread(
        gaps=_gaps(quads, across, down) / scale,
        offsets=offsets,
        angles=np.minimum(turned, 180 - turned),
        middles=middles,
        directions=directions,
    )


def common_direction(directions: Floats) -> float | None:
    """Return the direction, in degrees of 0-180, that the given ones have in common; None if they have none."""
    if not len(directions):
        return None
    # Doubled, opposite directions are one.
    mean = np.exp(2j * np.radians(directions)).mean()
    if abs(mean) < 0.5:
        return None
    return float(np.degrees(np.angle(mean)) / 2 % 180)


def angle_between(a: float, b: float) -> float:
    """Return the angle between two directions, degrees of 0-90."""
    turned = abs(a - b) % 180
    return min(turned, 180 - turned)


def _gaps(quads: Floats, across: Floats, down: Floats) -> Floats:
    """Return the (N, N) gaps in px by the separating-axis rule, over the axes of both cards."""
    n = len(quads)
    gaps = np.full((n, n), -np.inf)
    for edges in (across, down):
        # Seen at a slant cards are no rectangles, so the axes are the edges' normals.
        normals = np.stack([-edges[:, 1], edges[:, 0]], axis=1)
        units = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6)
        # along[i, j, k]: corner k of card j on the axis of card i.
        along = np.einsum("id,jkd->ijk", units, quads)
        low, high = along.min(axis=2), along.max(axis=2)
        own_low, own_high = np.diagonal(low)[:, None], np.diagonal(high)[:, None]
        one_way = np.maximum(low - own_high, own_low - high)
        gaps = np.maximum(gaps, np.maximum(one_way, one_way.T))
    return gaps
