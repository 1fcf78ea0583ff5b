"""Which corners belong to one card: the opposite rule, for identical neighbours and for decks with four indices too."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES
from vision.corners import CornerKind, Corners, Readings
from vision.suppression import card_widths

Floats = NDArray[np.float64]

OPPOSITE = 0.45
"""Two corners that see one card from opposite ends lie closer than this: mean distance of the quads, card widths."""

SAME_SIDE = 0.3
"""The same for two corners at one side or one end of a card, as only decks with four indices have them."""

UNALIKE = 0.2
"""The same where the corners read different faces: only a close fit makes them one card."""

UNSURE = 0.8
"""A reading less sure than this may be wrong where the two corners of a card disagree."""

MIRRORED = 0.3
"""How far from the mirrored place the other index may lie, in card widths."""

SAME_BACK = 0.35
"""Two corners of one back, over all turns of the quads, card widths."""

_OTHER_SUIT_COST = 0.15
_UNALIKE_COST = 1.0
_MUCH_LARGER = 1.5


@dataclass
class _Card:
    """A card in the making. Its corners are top left, top right, bottom right and bottom left of its first index."""

    corner_of: dict[int, int] = field(default_factory=dict)

    @property
    def members(self) -> list[int]:
        return list(self.corner_of)

    def takes(self, other: "_Card", turn: int) -> bool:
        """Tell whether the other card, turned by so many corners, shows only corners this one lacks."""
        taken = set(self.corner_of.values())
        return not any((corner + turn) % 4 in taken for corner in other.corner_of.values())


def group_faces(corners: Corners, readings: Readings) -> list[list[int]]:
    """Return the face-up corners grouped by card, the surest of each card first; backs are left out.

    Pairs that fit are joined, the closest first, as long as no card would show one of its corners twice. Corners that
    read different faces come last, and only where one of the two is unsure.
    """
    up = np.flatnonzero(corners.kinds != CornerKind.BACK)
    shares = readings.faces[:, : len(FACES)]
    sure = shares.max(axis=1)
    places = _places(corners)
    cards = {int(i): _Card({int(i): int(places[i, 0] > 0.5)}) for i in up}
    home = {int(i): int(i) for i in up}
    for _, i, j, turn in _fitting_pairs(corners, readings, up, places):
        one, other = home[i], home[j]
        if one == other:
            continue
        # The pair's turn is between the two corners; between the cards, their own beginnings count too.
        between = (_start(cards[one], i, places) + turn - _start(cards[other], j, places)) % 4
        if not cards[one].takes(cards[other], between):
            continue
        for member, corner in cards[other].corner_of.items():
            cards[one].corner_of[member] = (corner + between) % 4
            home[member] = one
        del cards[other]
    return [sorted(card.members, key=lambda k: -float(sure[k])) for card in cards.values()]


def group_backs(corners: Corners) -> list[list[int]]:
    """Return the back corners grouped by card: the quads agree over some turn, and every corner shows once."""
    backs = [int(i) for i in np.flatnonzero(corners.kinds == CornerKind.BACK)]
    widths = _short_sides(corners.quads)
    cards: list[_Card] = []
    for i in sorted(backs, key=lambda k: -float(corners.scores[k])):
        best: tuple[float, _Card, int] | None = None
        for card in cards:
            first = card.members[0]
            for turn in range(1, 4):
                turned = np.roll(corners.quads[i], turn, axis=0)
                apart = float(np.linalg.norm(corners.quads[first] - turned, axis=1).mean())
                apart /= float(widths[i] + widths[first]) / 2
                if apart < SAME_BACK and turn not in card.corner_of.values() and (best is None or apart < best[0]):
                    best = (apart, card, turn)
        if best is None:
            cards.append(_Card({i: 0}))
        else:
            best[1].corner_of[i] = best[2]
    return [card.members for card in cards]


def _fitting_pairs(
    corners: Corners, readings: Readings, up: NDArray[np.int64], places: Floats
) -> list[tuple[float, int, int, int]]:
    """Return (cost, i, j, turn) of corners that can be one card's, best first.

    turn: 2 if the second index stands upside down to the first, else 0.
    """
    faces = readings.faces[:, : len(FACES)].argmax(axis=1)
    sure = readings.faces[:, : len(FACES)].max(axis=1)
    suits = readings.suits.argmax(axis=1)
    hidden = readings.suits.shape[1] - 1
    left = places[:, 0] <= 0.5
    quads = corners.quads[up].astype(np.float64)
    widths = card_widths(corners.quads)[up].astype(np.float64)
    scale = (widths[:, None] + widths[None]) / 2
    alike_size = np.maximum(widths[:, None], widths[None]) < _MUCH_LARGER * np.minimum(widths[:, None], widths[None])
    later = np.triu(np.ones((len(up), len(up)), bool), 1)
    pairs = []
    for turn in (0, 2):
        turned = np.roll(quads, turn, axis=1)
        apart = np.linalg.norm(quads[:, None] - turned[None], axis=3).mean(axis=2) / scale
        for a, b in np.argwhere(later & alike_size & (apart < OPPOSITE)):
            i, j = int(up[a]), int(up[b])
            same_side = left[i] == left[j]
            if turn == 0 and same_side:
                continue
            opposite = turn == 2 and same_side
            misplaced = _misplaced(places[i], places[j], opposite=opposite)
            distance = float(apart[a, b])
            if distance >= (OPPOSITE if opposite else SAME_SIDE) or misplaced >= MIRRORED:
                continue
            cost = distance + misplaced
            if suits[i] != suits[j] and hidden not in (suits[i], suits[j]):
                cost += _OTHER_SUIT_COST
            if faces[i] != faces[j]:
                if distance >= UNALIKE or min(sure[i], sure[j]) >= UNSURE:
                    continue
                cost += _UNALIKE_COST
            pairs.append((cost, i, j, turn))
    return sorted(pairs)


def _misplaced(one: Floats, other: Floats, *, opposite: bool) -> float:
    """Return how far, in card widths, two indices are from mirrored places of one card, each given in its own frame."""
    across = one[0] - other[0] if opposite else one[0] - (1 - other[0])
    return float(np.hypot(across, 1.4 * (one[1] - other[1])))


def _start(card: _Card, member: int, places: Floats) -> int:
    """Return by how many corners a member's own frame is turned on its card: 0 or 2."""
    own = int(places[member, 0] > 0.5)
    return (card.corner_of[member] - own) % 4


def _places(corners: Corners) -> Floats:
    """Return the (N, 2) places of the indices on their cards: shares of the width and of the height, from the top left
    of the index's own frame.
    """
    quads = corners.quads.astype(np.float64)
    across, down = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    centres = (corners.boxes[:, :2] + corners.boxes[:, 2:]).astype(np.float64) / 2 - quads[:, 0]
    area = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    area = np.where(np.abs(area) < 1e-6, 1e-6, area)
    x = (centres[:, 0] * down[:, 1] - centres[:, 1] * down[:, 0]) / area
    y = (across[:, 0] * centres[:, 1] - across[:, 1] * centres[:, 0]) / area
    return np.stack([x, y], axis=1)


def _short_sides(quads: NDArray[np.float32]) -> Floats:
    """Return the (N,) shorter sides of cards whose quads may begin at any corner, px."""
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    return np.asarray(np.maximum(np.minimum(sides[:, ::2].mean(axis=1), sides[:, 1::2].mean(axis=1)), 1.0), np.float64)
