"""Which corners belong to one card: the opposite rule, for identical neighbours too."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES
from vision.corners import CornerKind, Corners, Readings
from vision.suppression import card_widths

OPPOSITE = 0.45
"""Two corners that see one card from opposite ends lie closer than this: mean distance of the quads, card widths."""

OPPOSITE_UNALIKE = 0.2
"""The same where the corners read different faces: only a close fit makes them one card."""

UNSURE = 0.8
"""A reading less sure than this may be wrong where the two corners of a card disagree."""

OTHER_END = 0.3
"""How far from the mirrored place the other index may lie, in card widths."""

SIDE_BY_SIDE = 0.3
"""Two indices that stand the same way up on one card (decks with four indices): mean distance of the quads, widths."""

SAME_BACK = 0.35
"""Two corners of one back, over all turns of the quads, card widths."""

_OTHER_SUIT_COST = 0.15
_FAR = np.inf


@dataclass(frozen=True)
class _Pair:
    cost: float
    first: int
    second: int


def group_faces(corners: Corners, readings: Readings) -> list[list[int]]:
    """Return the face-up corners grouped by card, the surest of each card first; backs are left out.

    First every corner takes at most one opposite partner of the same face, closest pairs first; then corners left
    alone may join one that reads another face, if one of the two is unsure; last come the further indices of decks
    with four.
    """
    up = [int(i) for i in np.flatnonzero(corners.kinds != CornerKind.BACK)]
    apart, mirrored = _opposite_distances(corners)
    faces = readings.faces[:, : len(FACES)].argmax(axis=1)
    sure = readings.faces[:, : len(FACES)].max(axis=1)
    suits = readings.suits.argmax(axis=1)
    alike: list[_Pair] = []
    unalike: list[_Pair] = []
    for n, i in enumerate(up):
        for j in up[n + 1 :]:
            distance = float(apart[i, j])
            if distance >= OPPOSITE or mirrored[i, j] >= OTHER_END:
                continue
            cost = distance + float(mirrored[i, j])
            if faces[i] == faces[j]:
                other_suit = suits[i] != suits[j] and max(suits[i], suits[j]) < readings.suits.shape[1] - 1
                alike.append(_Pair(cost + _OTHER_SUIT_COST * bool(other_suit), i, j))
            elif distance < OPPOSITE_UNALIKE and min(sure[i], sure[j]) < UNSURE:
                unalike.append(_Pair(cost, i, j))
    partner = _matched(alike, {})
    partner = _matched(unalike, partner)
    groups: list[list[int]] = []
    for i in up:
        other = partner.get(i)
        if other is None:
            groups.append([i])
        elif i < other:
            groups.append(sorted((i, other), key=lambda k: -float(sure[k])))
    return _with_side_by_side(groups, corners, faces)


def group_backs(corners: Corners) -> list[list[int]]:
    """Return the back corners grouped by card: one card's quads agree over some turn of their corners."""
    backs = [int(i) for i in np.flatnonzero(corners.kinds == CornerKind.BACK)]
    widths = _short_sides(corners.quads)
    groups: list[list[int]] = []
    for i in sorted(backs, key=lambda k: -float(corners.scores[k])):
        for group in groups:
            first = group[0]
            apart = min(
                float(np.linalg.norm(corners.quads[first] - np.roll(corners.quads[i], turn, axis=0), axis=1).mean())
                for turn in range(4)
            )
            if apart < SAME_BACK * (widths[i] + widths[first]) / 2:
                group.append(i)
                break
        else:
            groups.append([i])
    return groups


def _opposite_distances(corners: Corners) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return two (N, N) tables in card widths: how far quads lie from each other's turned by a half, and how far each
    pair of indices is from lying at opposite places of their common card.
    """
    quads = corners.quads.astype(np.float64)
    widths = card_widths(corners.quads).astype(np.float64)
    scale = (widths[:, None] + widths[None]) / 2
    turned = np.roll(quads, 2, axis=1)
    apart = np.linalg.norm(quads[:, None] - turned[None], axis=3).mean(axis=2) / scale
    # On the common card the two indices are mirrored in its centre.
    middles = quads.mean(axis=1)
    centres = (corners.boxes[:, :2] + corners.boxes[:, 2:]).astype(np.float64) / 2
    arms = centres - middles
    mirrored = np.linalg.norm(arms[:, None] + arms[None], axis=2) / scale
    # Cards of unlike size are never one.
    unlike = np.maximum(widths[:, None] / widths[None], widths[None] / widths[:, None]) > 1.5
    apart[unlike] = _FAR
    return apart, mirrored


def _matched(pairs: list[_Pair], partner: dict[int, int]) -> dict[int, int]:
    """Return ``partner`` with the closest free pairs added, each corner in one pair at most."""
    result = dict(partner)
    for pair in sorted(pairs, key=lambda p: (p.cost, p.first, p.second)):
        if pair.first not in result and pair.second not in result:
            result[pair.first] = pair.second
            result[pair.second] = pair.first
    return result


def _with_side_by_side(groups: list[list[int]], corners: Corners, faces: NDArray[np.int64]) -> list[list[int]]:
    """Join groups that are the left and the right indices of one card with four indices."""
    widths = card_widths(corners.quads)
    result: list[list[int]] = []
    for group in groups:
        for other in result:
            if len(group) + len(other) <= 4 and _side_by_side(group, other, corners, faces, widths):
                other.extend(group)
                break
        else:
            result.append(list(group))
    return result


def _side_by_side(
    group: list[int],
    other: list[int],
    corners: Corners,
    faces: NDArray[np.int64],
    widths: NDArray[np.float32],
) -> bool:
    if faces[group[0]] != faces[other[0]]:
        return False
    for i in group:
        for j in other:
            width = float(widths[i] + widths[j]) / 2
            # Opposite indices that found no partner above belong to two cards.
            apart = float(np.linalg.norm(corners.quads[i] - corners.quads[j], axis=1).mean())
            if apart >= SIDE_BY_SIDE * width:
                continue
            place_i, place_j = _place(corners, i), _place(corners, j)
            # One at the left edge and one at the right edge, at one height.
            left, right = min(place_i[0], place_j[0]), max(place_i[0], place_j[0])
            if left < 0.35 and right > 0.65 and abs(place_i[1] - place_j[1]) < 0.2:
                return True
    return False


def _place(corners: Corners, i: int) -> tuple[float, float]:
    """Return where index ``i`` lies on its card: shares of the width from the left and of the height from the top."""
    quad = corners.quads[i].astype(np.float64)
    box = corners.boxes[i].astype(np.float64)
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    centre = (box[:2] + box[2:]) / 2 - quad[0]
    try:
        x, y = np.linalg.solve(np.column_stack([across, down]), centre)
    except np.linalg.LinAlgError:
        return (0.0, 0.0)
    return (float(x), float(y))


def _short_sides(quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the (N,) shorter sides of cards whose quads may begin at any corner, px."""
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    return np.asarray(np.maximum(np.minimum(sides[:, ::2].mean(axis=1), sides[:, 1::2].mean(axis=1)), 1.0), np.float64)
