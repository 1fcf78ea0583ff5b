"""Which corners belong to one card: the opposite rule, for identical neighbours and for decks with four indices too.

Two indices of one card are told by where their own corners of the card lie to each other, as an index sees its own
corner far better than the hidden ones: opposite ones a card's diagonal apart, standing upside down to each other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.boxes import box_middles
from vision.corners import CornerKind, Corners, Readings
from vision.joining.shapes import HEIGHT
from vision.looks.sizing import Frames, frames_of

Floats = NDArray[np.float64]

OPPOSITE = 0.3
"""Two corners are opposite ends of a card if they lie closer to a diagonal apart than this, card widths."""

ALONG = 0.4
"""How much of an error along the diagonal counts."""

SAME_SIDE = 0.3
"""The same for two corners at one side or one end of a card, as only decks with four indices have them."""

UNALIKE = 0.15
"""The same where the corners read different faces: only a close fit makes them one card."""

UNSURE = 0.8
"""A reading less sure than this may be wrong where the two corners of a card disagree."""

TURNED = 35.0
"""Indices of one card stand the same way up, or upside down to each other, to within this angle, degrees."""

TAKEN_FOR_LEFT = 0.22
"""Where a right index is taken for a left one, its own corner is seen this far from the card's right edge, widths."""

GUESSED_SIDE = 0.2
"""The same where one of the two was taken for a left index, and is a right one."""

HESITATING = 0.26
"""An index further from its card's sides, in card widths, was taken for a left and for a right one at once."""

BY_THE_OTHER = 0.2
"""A hesitating index lies at most so far, in card widths, from where the other one of its card has it."""

SURE_SIDE = 0.12
"""Pairs at one side of a card that lie closer to their places than this, in card widths, tell of a deck with four."""

FOUR_SHARE = 0.08
"""Such pairs must be at least this many for each corner in the photo."""

SIDE_SHARE = 0.1
"""Pairs at one side or end of a card are at least this many for each corner in the photo, or they are neighbours: of a
deck with four indices nearly every card shows some. On 691 photos of rendered tables of the val split 72 cards instead
of 82 are lost with nobody asked, for 2 % more questions."""

JOINED, STRANGERS = 0.5, 0.2
"""Two corners that are likelier than the first of one card are joined, unless with them come two less likely than the
second."""

SAME_BACK = 0.35
"""Two corners of one back, over all turns of the quads, card widths."""

MOSTLY = 0.1
"""Cards stand as they mostly do where the sum of their indices' ways down is at least so long, as a share of all. Where
each shows both its ends there is no such way, and the photo's own counts."""

_OTHER_SUIT_COST, _UNALIKE_COST = 0.1, 1.0
"""What two corners cost more, card widths, if they read other suits, and if they read other faces."""

_MUCH_LARGER = 1.5
"""No two corners are of one card if either's card is more than so many times as wide as the other's."""

_DOWN = np.array([0.0, 1.0])
_COLUMN, _ROW = np.array([0, 1, 1, 0]), np.array([0, 0, 1, 1])
"""Where a card's corners are, from the top left clockwise, in its widths and heights."""


@dataclass(frozen=True)
class _Pair:
    """Two corners that can be one card's. side: True where only a deck with four indices has them.

    guessed: they lie as a right index does that was taken for a left one, and as those of two cards of a rank may.
    """

    cost: float
    first: int
    second: int
    side: bool
    guessed: bool = False


def group_faces(corners: Corners, readings: Readings) -> list[list[int]]:
    """Return the face-up corners grouped by card, the topmost of each card first; backs are left out.

    Pairs that fit are joined, the closest first, as long as every two corners of the card fit each other. Corners that
    read different faces come last, and only where one of the two is unsure.
    """
    up = [int(i) for i in np.flatnonzero(corners.face_up)]
    frames = frames_of(corners)
    places = _places(corners, frames)
    pairs = _fitting_pairs(corners, readings, frames, places)
    fits = {(pair.first, pair.second) for pair in pairs}
    unsure = _hesitates(places)

    def fit_together(one: list[int], other: list[int]) -> bool:
        # Of two that hesitate neither knows where the other lies: those that do not hesitate tell.
        return all((min(i, j), max(i, j)) in fits or (unsure[i] and unsure[j]) for i in one for j in other)

    return _joined(corners, up, [(pair.first, pair.second) for pair in pairs], fit_together)


def group_together(corners: Corners) -> list[list[int]]:
    """Return the face-up corners grouped by card, the topmost of each card first, by ``corners.together``.

    The likeliest pairs are joined first, as long as no two corners of the card hardly belong together.
    """
    together = corners.together
    assert together is not None
    up = [int(i) for i in np.flatnonzero(corners.face_up)]
    likely = [(int(i), int(j)) for i, j in np.argwhere(np.triu(together, 1) > JOINED) if i in up and j in up]
    likely.sort(key=lambda pair: (-float(together[pair]), pair))
    return _joined(corners, up, likely, lambda one, other: together[np.ix_(one, other)].min() > STRANGERS)


def _joined(
    corners: Corners,
    rows: list[int],
    pairs: Sequence[tuple[int, int]],
    may_join: Callable[[list[int], list[int]], bool],
) -> list[list[int]]:
    """Return the rows of corners grouped by card, the topmost first: the pairs joined in turn where the groups may.

    The topmost is so as most cards stand, so that a photo taken from a table's other side is no other.
    """
    home = {i: i for i in rows}
    groups = {i: [i] for i in rows}
    for i, j in pairs:
        one, other = home[i], home[j]
        if one != other and may_join(groups[one], groups[other]):
            for member in groups.pop(other):
                home[member] = one
                groups[one].append(member)
    heights = _heights(corners, rows)
    return [sorted(group, key=lambda k: (float(heights[k]), k)) for group in groups.values()]


def _heights(corners: Corners, rows: list[int]) -> NDArray[np.float32]:
    """Return (N,) how far down each index begins, px: down is the side of the photo that most of ``rows`` stand on."""
    quads, scores = corners.quads[rows].astype(np.float64), corners.scores[rows].astype(np.float64)
    ways = quads[:, 2:].sum(axis=1) - quads[:, :2].sum(axis=1)
    ways /= np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-6)
    way = scores @ ways
    if np.linalg.norm(way) < MOSTLY * scores.sum():
        way = _DOWN
    axis = int(np.abs(way).argmax())
    return corners.boxes[:, axis] if way[axis] > 0 else -corners.boxes[:, axis + 2]


def group_backs(corners: Corners) -> list[list[int]]:
    """Return the back corners grouped by card: the quads agree over some turn, and every corner shows once."""
    backs = [int(i) for i in np.flatnonzero(corners.kinds == CornerKind.BACK)]
    widths = _short_sides(corners.quads)
    cards: list[dict[int, int]] = []
    for i in sorted(backs, key=lambda k: -float(corners.scores[k])):
        best: tuple[float, dict[int, int], int] | None = None
        for card in cards:
            first = next(iter(card))
            for turn in range(1, 4):
                turned = np.roll(corners.quads[i], turn, axis=0)
                apart = float(np.linalg.norm(corners.quads[first] - turned, axis=1).mean())
                apart /= float(widths[i] + widths[first]) / 2
                if apart < SAME_BACK and turn not in card.values() and (best is None or apart < best[0]):
                    best = (apart, card, turn)
        if best is None:
            cards.append({i: 0})
        else:
            best[1][i] = best[2]
    return [list(card) for card in cards]


def _fitting_pairs(corners: Corners, readings: Readings, frames: Frames, places: Floats) -> list[_Pair]:
    """Return the pairs of corners that can be one card's, best first, by their number."""
    faces, sure = readings.likeliest, readings.surest
    suits = readings.suits.argmax(axis=1)
    hidden = readings.suits.shape[1] - 1
    widths = np.maximum(np.linalg.norm(frames.across, axis=1), 1.0)
    units = frames.across / widths[:, None]
    up = corners.face_up
    likely = up[:, None] & up[None] & (np.abs(units @ units.T) > np.cos(np.radians(TURNED)))
    likely &= np.maximum(widths[:, None], widths[None]) < _MUCH_LARGER * np.minimum(widths[:, None], widths[None])
    apart = np.linalg.norm(frames.own[:, None] - frames.own[None], axis=2)
    likely &= apart < 2.5 * np.minimum(widths[:, None], widths[None])
    pairs: list[_Pair] = []
    for i, j in ((int(a), int(b)) for a, b in np.argwhere(np.triu(likely, 1))):
        pair = _by_the_surer(frames, places, units, i, j) or _pair(frames, units, i, j)
        if pair is None:
            continue
        cost = pair.cost
        if suits[i] != suits[j] and hidden not in (suits[i], suits[j]):
            if pair.side:
                continue
            cost += _OTHER_SUIT_COST
        if faces[i] != faces[j]:
            if pair.side or pair.cost >= UNALIKE or min(sure[i], sure[j]) >= UNSURE:
                continue
            cost += _UNALIKE_COST
        pairs.append(replace(pair, cost=cost))
    # Cards of one rank may lie just as a right index, taken for a left one, lies to the left one of its card: that is
    # believed only where several ends show both their indices, as in a deck with four.
    guessed = [pair for pair in pairs if pair.guessed]
    ends = sum(float(units[pair.first] @ units[pair.second]) < 0 and pair.cost < SURE_SIDE for pair in guessed)
    four = ends >= max(2, FOUR_SHARE * int(up.sum()))
    kept = [pair for pair in pairs if four or pair not in guessed]
    if sum(pair.side for pair in kept) < SIDE_SHARE * int(up.sum()):
        kept = [pair for pair in kept if not pair.side]
    return sorted(kept, key=lambda pair: (pair.cost, pair.first, pair.second))


def _pair(frames: Frames, units: Floats, i: int, j: int) -> _Pair | None:
    """Return what two corners could be to each other; None if they lie as no two of one card do."""
    opposed = float(units[i] @ units[j]) < 0
    sign = -1 if opposed else 1
    edges = np.column_stack([frames.across[i] + sign * frames.across[j], frames.down[i] + sign * frames.down[j]]) / 2
    if abs(float(np.linalg.det(edges))) < 1.0:
        return None
    lies = np.linalg.solve(edges, frames.own[j] - frames.own[i])
    own, other = int(frames.own_number[i]), (int(frames.own_number[j]) + 2 * opposed) % 4
    if own != other:
        target = np.array([_COLUMN[other] - _COLUMN[own], _ROW[other] - _ROW[own]])
        side = not opposed or own % 2 != other % 2
        cost = _distance(lies, target) if side else _across_diagonal(lies, target)
        if cost < (SAME_SIDE if side else OPPOSITE):
            return _Pair(cost, i, j, side, guessed=side and frames.own_number[i] == frames.own_number[j])
    if frames.own_number[i] or frames.own_number[j]:
        return None
    # A right index taken for a left one: its card is thought to lie further right than it does.
    near, far = TAKEN_FOR_LEFT, 1 - TAKEN_FOR_LEFT
    places = ((near, 1.0), (near - far, 1.0)) if opposed else ((far, 0.0), (-far, 0.0))
    cost = min(_distance(lies, np.array(place)) for place in places)
    return _Pair(cost, i, j, side=True, guessed=True) if cost < GUESSED_SIDE else None


def _places(corners: Corners, frames: Frames) -> Floats:
    """Return the (N, 2) places of the indices' middles on their own cards, shares of its width and height."""
    centres = box_middles(corners.boxes).astype(np.float64)
    edges = np.stack([frames.across, frames.down], axis=2)
    edges[np.abs(np.linalg.det(edges)) < 1.0] = np.eye(2)
    return np.asarray(np.linalg.solve(edges, (centres - corners.quads[:, 0])[..., None])[..., 0])


def _hesitates(places: Floats) -> NDArray[np.bool_]:
    """Tell of (N, 2) places on a card which are too far from its sides for an index."""
    return np.asarray(np.minimum(places[:, 0], 1 - places[:, 0]) > HESITATING)


def _by_the_surer(frames: Frames, places: Floats, units: Floats, i: int, j: int) -> _Pair | None:
    """Return the pair of an index that is sure at which side of its card it lies and one that is not, by the former."""
    first, second = _hesitates(places[[i, j]])
    if first == second:
        return None
    sure, other = (j, i) if first else (i, j)
    edges = np.column_stack([frames.across[sure], frames.down[sure]])
    if abs(float(np.linalg.det(edges))) < 1.0:
        return None
    shift = np.column_stack([frames.across[other], frames.down[other]]) @ (places[other] - _corner(frames, other))
    # Where the other's middle lies on the card of the sure one.
    lies = np.linalg.solve(edges, frames.own[other] + shift - frames.own[sure]) + _corner(frames, sure)
    u, v = places[sure]
    opposed = float(units[i] @ units[j]) < 0
    costs = [_distance(lies, np.array(place)) for place in (((1 - u, 1 - v), (u, 1 - v)) if opposed else ((1 - u, v),))]
    if min(costs) >= BY_THE_OTHER:
        return None
    return _Pair(min(costs), i, j, side=not opposed or costs[1] < costs[0])


def _corner(frames: Frames, i: int) -> Floats:
    """Return where a corner's own corner of the card lies on it: its column and row."""
    number = frames.own_number[i]
    return np.array([_COLUMN[number], _ROW[number]], np.float64)


def _across_diagonal(lies: Floats, target: Floats) -> float:
    """Return how far two ends of a card are apart from where they should be, what lies along its diagonal telling less:
    a card is taken for smaller than it is where its print is.
    """
    x, y = (lies - target) * (1.0, HEIGHT)
    length = float(np.hypot(1.0, HEIGHT))
    right, down = float(target[0]) / length, HEIGHT * float(target[1]) / length
    return float(np.hypot(ALONG * (x * right + y * down), x * down - y * right))


def _distance(lies: Floats, target: Floats) -> float:
    """Return how far two places on a card are apart, card widths; places are shares of its width and height."""
    x, y = lies - target
    return float(np.hypot(x, HEIGHT * y))


def _short_sides(quads: NDArray[np.float32]) -> Floats:
    """Return the (N,) shorter sides of cards whose quads may begin at any corner, px."""
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    return np.asarray(np.maximum(np.minimum(sides[:, ::2].mean(axis=1), sides[:, 1::2].mean(axis=1)), 1.0), np.float64)
