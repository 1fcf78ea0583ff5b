"""Which cards of one photo land on which of another, when the one is laid on the other."""

import numpy as np
from numpy.typing import NDArray

from vision.several.planes import Floats, Sends
from vision.several.views import Marks, View

SAME, OTHER_FACE = 0.32, 0.2
"""So near, in card widths, a card lands on itself; one read as another face is believed to be it only nearer."""

SAME_PRINT = 0.08
"""Indices that land so near each other, in card widths, are one print: neighbours in a fan lie a tenth apart."""

OTHER_ENDS, ALONE = 0.65, 0.9
"""Two photos that show other ends of a card may be so far off, card widths, if none of its face lies so near to it."""


def same_cards(first: View, second: View, plane: Sends) -> tuple[tuple[int, int], ...]:
    """Return which cards of two photos land on each other, of whatever face they were read."""
    return landed(plane, Marks.of(first), Marks.of(second))


def shared_prints(first: View, second: View, plane: Sends) -> tuple[tuple[int, int], ...]:
    """Return which cards of two photos show one index, whatever they were read; each card with all that do."""
    near = np.argwhere(print_distances(plane, Marks.of(first), Marks.of(second)) < SAME_PRINT)
    return tuple((int(i), int(j)) for i, j in near)


def landed(plane: Sends, one: Marks, other: Marks) -> tuple[tuple[int, int], ...]:
    """Return the cards that land on each other: by an index that both show, by their outlines, alike ones first."""
    if not len(one.quads) or not len(other.quads):
        return ()
    away, print_away, like = distances(plane, one, other), print_distances(plane, one, other), read_alike(one, other)
    lone = like & _alone(one)[:, None] & _alone(other)[None]
    pairs: list[tuple[int, int]] = []
    for apart, may_be, within in (
        (print_away, like, SAME_PRINT),
        (print_away, ~like, SAME_PRINT),
        (away, like, SAME),
        (away, lone, OTHER_ENDS),
        (away, ~like, OTHER_FACE),
    ):
        left = may_be.copy()
        left[[i for i, _ in pairs]] = False
        left[:, [j for _, j in pairs]] = False
        pairs += nearest_pairs(np.where(left, apart, np.inf), within)
    return tuple(sorted(pairs))


def print_distances(plane: Sends, one: Marks, other: Marks) -> Floats:
    """Return (N, M): how far the nearest index of each card of the second lands from one of the first, card widths.

    At which corner of its card an index stands is misjudged at times, and the outline with it; where it is printed is
    not.
    """
    sent = _sent(plane, other.prints)
    apart = np.linalg.norm(one.prints[:, None, :, None] - sent[None, :, None], axis=4)
    apart = np.where(np.isnan(apart), np.inf, apart).min(axis=(2, 3), initial=np.inf)
    return np.asarray(apart / one.widths[:, None])


def _sent(plane: Sends, points: Floats) -> Floats:
    """Return (..., 2) points of the one photo in px of the other; what is NaN stays so."""
    sent = plane.send(np.nan_to_num(points))
    sent[np.isnan(points)] = np.nan
    return sent


def read_alike(one: Marks, other: Marks) -> NDArray[np.bool_]:
    """Return (N, M): which two cards read alike, so that they may be the same."""
    faces = (one.faces[:, None] == other.faces[None]) & (one.faces[:, None] >= 0)
    suits = (one.suits[:, None] == other.suits[None]) | (one.suits[:, None] < 0) | (other.suits[None] < 0)
    return np.asarray(faces & suits)


def distances(plane: Sends, one: Marks, other: Marks) -> Floats:
    """Return (N, M): how far each card of the second lands from each of the first, card widths.

    Between indices where both show the one of the same corner, else between the middles, known less well: of a card
    one photo may show the upper end and the other the lower.
    """
    middles = plane.send(other.middles)
    apart = np.linalg.norm(one.middles[:, None] - middles[None], axis=2) / one.widths[:, None]
    sent = _sent(plane, other.own)
    quads = plane.send(other.quads)
    # (N, M) each: how far the outlines lie from each other, and the nearest indices of one corner, either way round.
    outlines, nearest = [], []
    for turn in (0, 2):
        ends = np.linalg.norm(np.roll(one.own, turn, axis=1)[:, None] - sent[None], axis=3) / one.widths[:, None, None]
        nearest.append(np.where(np.isnan(ends), np.inf, ends).min(axis=2, initial=np.inf))
        turned = np.roll(one.quads, turn, axis=1)
        outlines.append(np.linalg.norm(turned[:, None] - quads[None], axis=3).mean(axis=2))
    near = np.where(outlines[0] <= outlines[1], nearest[0], nearest[1])
    return np.asarray(np.where(np.isfinite(near), near, apart + 0.05))


def nearest_pairs(away: Floats, within: float) -> list[tuple[int, int]]:
    """Return the pairs nearest to each other, each card once, those nearer than ``within``."""
    rows, columns = np.nonzero(away < within)
    pairs: list[tuple[int, int]] = []
    used: tuple[set[int], set[int]] = (set(), set())
    for at in np.argsort(away[rows, columns], kind="stable"):
        i, j = int(rows[at]), int(columns[at])
        if i not in used[0] and j not in used[1]:
            used[0].add(i)
            used[1].add(j)
            pairs.append((i, j))
    return sorted(pairs)


def _alone(marks: Marks) -> NDArray[np.bool_]:
    """Return (N,): the cards near which none of their face lies."""
    near = np.linalg.norm(marks.middles[:, None] - marks.middles[None], axis=2) < ALONE * marks.widths[:, None]
    near &= marks.faces[:, None] == marks.faces[None]
    return np.asarray(near.sum(axis=1) < 2)
