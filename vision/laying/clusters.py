"""Cards that lie together as one meld: neighbours joined, nearest first, never two ranks in one."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

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

TURNED_COST = 0.5
"""What lying turned adds to the distance of two neighbours, card widths."""

TORN = 1.25
"""A wild is torn between two melds if the second is at most so many times as far as the first."""


@dataclass(frozen=True)
class Clusters:
    """Melds as groups of card numbers, each in order; ``torn``: wilds that two melds could claim, with those two."""

    groups: tuple[tuple[int, ...], ...]
    torn: tuple[tuple[int, int, int], ...]


def rank_of(card: SeenCard) -> Face | None:
    """Return the rank a card binds its meld to: None for wilds and for what was not read."""
    return None if not card.is_read or card.face in WILDS else card.face


def cluster(cards: tuple[SeenCard, ...], spread: Spread, members: list[int]) -> Clusters:
    """Return the cards ``members`` as melds: the closest neighbours are joined first, unless that would put two ranks
    into one meld; so a wild goes to the meld it lies in.
    """
    home = {i: i for i in members}
    rank = {i: rank_of(cards[i]) for i in members}
    edges = _edges(spread, members, {i for i in members if rank[i] is None})
    reach: dict[int, list[tuple[float, int]]] = {i: [] for i in members}

    def root(i: int) -> int:
        while home[i] != i:
            home[i] = home[home[i]]
            i = home[i]
        return i

    def spaced(a: int) -> bool:
        own = [i for i in members if root(i) == a]
        return len(own) > 1 and all(spread.gaps[i, j] > SPACED for i in own for j in own if i < j)

    def join(i: int, j: int) -> bool:
        """Make one meld of those of two neighbours, if they fit; tell whether they were two and did."""
        a, b = root(i), root(j)
        if a == b:
            return False
        fits = rank[a] == rank[b]
        if rank[a] is None or rank[b] is None:
            # A wild that lies alone beside a meld may be the top of a wild book.
            fits = bool(spread.gaps[i, j] < OVERLAP) or spaced(a) or spaced(b)
        if fits:
            home[b], rank[a] = a, rank[a] or rank[b]
        return fits

    # A meld laid with spaces may be longer by one card now, beside which the next one lies.
    while sum(join(i, j) for _, i, j in edges):
        pass
    for cost, i, j in edges:
        if spread.gaps[i, j] < OVERLAP:
            reach[i].append((cost, j))
            reach[j].append((cost, i))
    groups: dict[int, list[int]] = {}
    for i in members:
        groups.setdefault(root(i), []).append(i)
    torn = [found for i in members if cards[i].face in WILDS and (found := _torn(i, reach[i], root)) is not None]
    return Clusters(tuple(_in_order(group, spread) for group in groups.values()), tuple(torn))


def _edges(spread: Spread, members: list[int], unranked: AbstractSet[int]) -> list[tuple[float, int, int]]:
    """Return the neighbours, the nearest first: those that overlap, then those of a rank, then wilds that touch none.

    A meld that is laid with spaces must be known before it is asked whether a wild beside it is one of its cards.
    """
    edges = []
    for n, i in enumerate(members):
        for j in members[n + 1 :]:
            gap, turned = float(spread.gaps[i, j]), float(spread.angles[i, j]) > ALIGNED
            if gap < (OVERLAP if turned else BESIDE):
                cost = float(spread.offsets[i, j]) + TURNED_COST * turned + max(gap, 0.0)
                edges.append((gap >= OVERLAP, gap >= OVERLAP and not unranked.isdisjoint((i, j)), cost, i, j))
    return [edge[2:] for edge in sorted(edges)]


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
    if not own or not others:
        return None
    (near, first), (far, second) = min(own), min(others)
    return (wild, first, second) if far <= TORN * near else None
