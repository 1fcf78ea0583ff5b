"""Guesses how one photo lies on another: begun at two cards that may be one, grown over their neighbours."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.several.landing import distances, nearest_pairs, read_alike
from vision.several.planes import Plane, bent, fitted
from vision.several.views import Marks

ROUNDS = (0.6, 0.45, 0.36, 0.32, 0.32)
"""How near cards must land on their like while a guess is grown, card widths."""

BENDS = 6
"""From so many pairs on, what the lenses bend is fitted too."""

GUESSES = 24
"""So many of the guesses that fit their neighbours best are grown."""

NEIGHBOURS = 10


def guesses(one: Marks, other: Marks) -> Iterator[tuple[tuple[int, int], Plane]]:
    """Yield two cards that may be the same with the plane on which they are, best first by their neighbours."""
    found: list[tuple[float, tuple[int, int], Plane]] = []
    like = read_alike(one, other)
    for j in range(len(other.quads)):
        near = np.argsort(np.linalg.norm(other.middles - other.middles[j], axis=1))[:NEIGHBOURS]
        for i in (int(row) for row in np.flatnonzero(like[:, j])):
            for turn in (0, 2):
                source, target = other.quads[j], np.roll(one.quads[i], turn, axis=0)
                plane = fitted(source, target, np.ones(4), affine=True)
                if plane is not None:
                    found.append((_fits(plane, one, other, near, like), (i, j), plane))
    found.sort(key=lambda guess: -guess[0])
    for _, pair, plane in found[:GUESSES]:
        yield pair, plane


def _fits(plane: Plane, one: Marks, other: Marks, near: NDArray[np.int64], like: NDArray[np.bool_]) -> float:
    """Return how many of a card's neighbours land on their like, less those that land where nothing is."""
    sent = plane.send(other.middles[near])
    away = np.linalg.norm(sent[:, None] - one.middles[None], axis=2) / one.widths[None]
    # What a single card says of its plane is worth less far from it.
    slack = 0.25 + 0.1 * np.linalg.norm(sent - sent[0], axis=1) / one.widths.mean()
    matched = ((away < slack[:, None]) & like[:, near].T).any(axis=1)
    inside = ((sent > 0) & (sent < (one.view.width, one.view.height))).all(axis=1)
    return float(matched.sum()) - 0.5 * float((~matched & inside).sum())


def grow(guess: Plane, one: Marks, other: Marks) -> Plane | None:
    """Return a guess grown over all cards that land on their like; None where it falls apart."""
    plane, like = guess, read_alike(one, other)
    for within in ROUNDS:
        away = distances(plane, one, other)
        pairs = nearest_pairs(np.where(like, away, np.inf), within)
        if not pairs:
            return None
        found = _fit(pairs, plane, one, other)
        if found is None:
            return None
        plane = found
    return plane


def drawn_to_cards(plane: Plane, one: Marks, other: Marks) -> Plane:
    """Return a plane that the tables' pictures gave, drawn to the cards where enough of them land on their like."""
    pairs = nearest_pairs(np.where(read_alike(one, other), distances(plane, one, other), np.inf), ROUNDS[1])
    if len(pairs) < 4:
        return plane
    return _fit(pairs, plane, one, other) or plane


def _fit(pairs: Sequence[tuple[int, int]], plane: Plane, one: Marks, other: Marks) -> Plane | None:
    """Return the plane on which the pairs lie on each other best; indices are placed better than hidden corners."""
    source, target, weights = [], [], []
    for i, j in pairs:
        turn = _turn(plane, one, other, i, j)
        source.append(other.quads[j])
        target.append(np.roll(one.quads[i], turn, axis=0))
        weights.append(np.full(4, 0.1 / one.widths[i] ** 2))
        ends = np.roll(one.own[i], turn, axis=0)
        both = ~np.isnan(ends[:, 0]) & ~np.isnan(other.own[j][:, 0])
        source.append(other.own[j][both])
        target.append(ends[both])
        weights.append(np.full(int(both.sum()), 1.0 / one.widths[i] ** 2))
    points, aims, says = np.concatenate(source), np.concatenate(target), np.concatenate(weights)
    spread = np.linalg.svd(aims - aims.mean(axis=0), compute_uv=False)
    affine = len(pairs) < 4 or spread[1] < 0.08 * spread[0]
    found = fitted(points, aims, says, affine=affine)
    if found is None:
        return None
    # Once more without what lies far off: misplaced corners, or another card of the same rank.
    left = np.linalg.norm(found.send(points) - aims, axis=1)
    says = says / (1 + (left / max(3 * float(np.median(left)), 1.0)) ** 2)
    found = fitted(points, aims, says, affine=affine)
    if found is None or len(pairs) < BENDS:
        return found
    precise = says > np.median(says)
    return bent(found, points[precise], aims[precise], says[precise])


def _turn(plane: Plane, one: Marks, other: Marks, i: int, j: int) -> int:
    sent = plane.send(other.quads[j])
    apart = [float(np.linalg.norm(sent - np.roll(one.quads[i], turn, axis=0), axis=1).sum()) for turn in (0, 2)]
    return 0 if apart[0] <= apart[1] else 2
