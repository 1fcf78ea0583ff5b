"""Cards that lie together as one meld: neighbours joined, nearest first, never two ranks in one."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from scorer.faces import WILDS, Face
from vision.laying.spread import Spread
from vision.seen import SeenCard

ALIGNED = 35.0
"""Neighbours in one meld lie at most this turned against each other, degrees: arcs of fans included."""

BESIDE = 0.6
"""Aligned cards with a smaller gap, in card widths, can be neighbours without overlapping."""

OVERLAP = -0.1
"""Cards that are turned against each other belong together only where they overlap: the largest gap, card widths."""

LIES_ON = -0.15
"""Neighbours in a meld overlap by at least this much of a card's width; what overlaps by less lies beside it."""

SPACED = -0.1
"""A meld whose cards overlap by less is laid with spaces, and so may hold a wild that touches none of its cards."""

IN_LINE = 0.35
"""A card lies in a meld's line if it is at most so far beside it, card widths."""

TURNED_COST = 0.5
"""What lying turned adds to the distance of two neighbours, card widths."""

TORN = 1.25
"""A wild is torn between two melds if the second is at most so many times as far as the first."""


@dataclass(frozen=True)
class Clusters:
    """Melds as groups of card numbers, each in order; ``torn``: wilds that two melds could claim, with those two."""

    groups: tuple[tuple[int, ...], ...]
    torn: tuple[tuple[int, int, int], ...]


class _Edge(NamedTuple):
    """Two neighbours. cost: how far they are from each other. gap: between their outlines; both in card widths."""

    cost: float
    first: int
    second: int
    gap: float


def rank_of(card: SeenCard) -> Face | None:
    """Return the rank a card binds its meld to: None for wilds and for what was not read."""
    return None if not card.is_read or card.face in WILDS else card.face


def cluster(cards: tuple[SeenCard, ...], spread: Spread, members: list[int]) -> Clusters:
    """Return the cards ``members`` as melds: the closest neighbours are joined first, unless that would put two ranks
    into one meld; so a wild goes to the meld it lies in.
    """
    home = {i: i for i in members}
    rank = {i: rank_of(cards[i]) for i in members}
    edges = _edges(spread, members)
    beside = [edge for edge in edges if edge.gap >= OVERLAP and None in (rank[edge.first], rank[edge.second])]
    others = sorted({*edges} - {*beside})

    def root(i: int) -> int:
        while home[i] != i:
            home[i] = home[home[i]]
            i = home[i]
        return i

    def continues(i: int, j: int) -> bool:
        """Tell whether the meld of ``i`` is laid with spaces, and its neighbour ``j`` lies there as its cards do."""
        steps = list(combinations((k for k in members if root(k) == root(i)), 2))
        is_spaced = all(spread.gaps[step] > SPACED for step in steps)
        return is_spaced and any(_beside(spread, (i, j), step) < IN_LINE for step in steps)

    def fits(edge: _Edge) -> bool:
        i, j = edge.first, edge.second
        a, b = root(i), root(j)
        if a == b:
            return False
        if None not in (rank[a], rank[b]):
            return rank[a] == rank[b]
        # A wild that lies alone beside a meld may be the top of a wild book.
        return edge.gap < OVERLAP or continues(i, j) or continues(j, i)

    def join(edge: _Edge) -> None:
        a, b = root(edge.first), root(edge.second)
        home[b], rank[a] = a, rank[a] or rank[b]

    def reached(wild: int) -> list[tuple[float, int]]:
        """Return the neighbours that a wild lies on, or whose meld it continues, each with how far away it is.

        Wilds that lie on each other may have joined the end of its own meld, laid with spaces: then any of that.
        """
        own = [edge for edge in edges if wild in (edge.first, edge.second)]
        near = [(edge, edge.first if edge.second == wild else edge.second) for edge in own]
        found = [(edge.cost, other) for edge, other in near if edge.gap < OVERLAP or continues(other, wild)]
        if not any(root(other) == root(wild) for _, other in found):
            found += [(edge.cost, other) for edge, other in near if root(other) == root(wild)]
        return found

    for edge in filter(fits, others):
        join(edge)
    # A meld laid with spaces must be known first; longer by one card, it reaches the next one beside it.
    while (nearest := next(filter(fits, beside), None)) is not None:
        join(nearest)
    groups: dict[int, list[int]] = {}
    for i in members:
        groups.setdefault(root(i), []).append(i)
    torn = [found for i in members if cards[i].face in WILDS and (found := _torn(i, reached(i), root)) is not None]
    return Clusters(tuple(_in_order(group, spread) for group in groups.values()), tuple(torn))


def _edges(spread: Spread, members: list[int]) -> list[_Edge]:
    """Return the neighbours, the nearest first."""
    edges = []
    for n, i in enumerate(members):
        for j in members[n + 1 :]:
            gap, turned = float(spread.gaps[i, j]), float(spread.angles[i, j]) > ALIGNED
            if gap < (OVERLAP if turned else BESIDE):
                cost = float(spread.offsets[i, j]) + TURNED_COST * turned + max(gap, 0.0)
                edges.append(_Edge(cost, i, j, gap))
    return sorted(edges)


def _beside(spread: Spread, cards: tuple[int, int], step: tuple[int, int]) -> float:
    """Return how far beside the line through one card the other lies, card widths; the line runs as ``step`` does."""
    away, line = (spread.middles[second] - spread.middles[first] for first, second in (cards, step))
    across = abs(float(away[0] * line[1] - away[1] * line[0]))
    lengths = float(np.linalg.norm(away) * np.linalg.norm(line))
    return float(spread.offsets[cards]) * across / max(lengths, 1e-6)


def _in_order(group: list[int], spread: Spread) -> tuple[int, ...]:
    """Order a meld's cards along the line they lie in, from the left or from the top."""
    points = spread.middles[group]
    centred = points - points.mean(axis=0)
    if not centred.any():
        return tuple(group)
    axis = np.linalg.svd(centred, full_matrices=False)[2][0]
    if axis[int(np.abs(axis).argmax())] < 0:
        axis = -axis
    along = centred @ axis
    return tuple(group[k] for k in np.argsort(along, kind="stable"))


def _torn(wild: int, reach: list[tuple[float, int]], root: Callable[[int], int]) -> tuple[int, int, int] | None:
    """Return the wild with its two nearest neighbours of different melds, if both are about as near."""
    mine = root(wild)
    own = [(cost, j) for cost, j in reach if root(j) == mine]
    others = [(cost, j) for cost, j in reach if root(j) != mine]
    # What it reaches it was joined to, unless it was of another meld.
    if not others:
        return None
    (near, first), (far, second) = min(own), min(others)
    return (wild, first, second) if far <= TORN * near else None
