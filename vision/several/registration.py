"""Two photos laid on each other by the cards they both show: which of their cards are the same ones.

A guess is begun at every two cards that may be one, grown over their neighbours, and weighed: each card that lands on
its like speaks for it, each that should be there and is not speaks against it. A row of kings looks like any other row
of kings, so cards alone may leave it open; then what else lies on the table tells (``vision.several.features``).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from scorer.faces import Face
from vision.seen import SeenCard
from vision.several.features import Features, Likeness, likeness
from vision.several.planes import Floats, Plane, Sends, bent, fitted, flat

SURE, LIKELY, PERHAPS = 6.0, 2.0, 0.6
"""Evidence from which two photos show the same cards beyond doubt, most likely, or maybe; logarithms of odds."""

NEW_KIND, NEXT_OF_KIND, SAME_SUIT = log(12), 0.5, 1.2
"""What a card says that lands on its like: the first of its rank in a pile, one more of it, and its suit."""

MISSING, OTHER, OF_CHANCE = -1.5, -2.0, -3.0
"""What a card says that should be there and is not, or is another one; and what any guess has against it."""

SPOT, MOST_OF_SPOTS = 0.3, 9.0
"""What each spot of the tables' pictures that agrees says, and all together at most, card evidence aside."""

FEWEST_SPOTS = 14

SAME, OTHER_FACE = 0.32, 0.2
"""So near, in card widths, a card lands on itself; one read as another face is believed to be it only nearer."""

OTHER_ENDS, ALONE = 0.65, 0.9
"""Two photos that show other ends of a card may be so far off, card widths, if none of its face lies so near to it."""

ROUNDS = (0.6, 0.45, 0.36, 0.32, 0.32)
"""How near cards must land on their like while a guess is grown, card widths."""

BENDS = 6
"""From so many pairs on, what the lenses bend is fitted too."""

GUESSES = 24
"""So many of the guesses that fit their neighbours best are grown."""

NEIGHBOURS = 10

EDGE = 0.35
"""A card need not show in a photo whose edge is nearer than this to its index, card widths."""


@dataclass(frozen=True)
class View:
    """What a photo shows: its cards, and its size in px. ``features`` gives the spots of its picture, when asked."""

    cards: tuple[SeenCard, ...]
    width: int
    height: int
    features: Callable[[], Features] | None = None


@dataclass(frozen=True)
class Registration:
    """How the second photo lies on the first, and which cards are the same: (number in the first, in the second).

    plane: sends px of the second to px of the first. evidence: see SURE and PERHAPS.
    """

    plane: Plane
    pairs: tuple[tuple[int, int], ...]
    evidence: float

    @property
    def sure(self) -> bool:
        """Whether the two photos show the same cards beyond doubt."""
        return self.evidence >= SURE


def register(first: View, second: View) -> Registration | None:
    """Return how the second photo lies on the first; None where nothing says that they show a card in common."""
    one, other = _Marks.of(first), _Marks.of(second)
    best = _by_cards(one, other)
    if best is not None and best.evidence >= SURE:
        return best
    spots = _by_spots(first, second)
    if spots is not None:
        found = _weighed(_settled(flat(spots.plane), one, other), one, other)
        said = min(MOST_OF_SPOTS, SPOT * (spots.agreeing - FEWEST_SPOTS))
        found = Registration(found.plane, found.pairs, found.evidence + said + (0.0 if found.pairs else -OF_CHANCE))
        if best is None or found.evidence > best.evidence:
            best = found
    return best if best is not None and best.evidence >= PERHAPS and (best.sure or best.pairs) else None


def _by_cards(one: "_Marks", other: "_Marks") -> Registration | None:
    """Return the best of the guesses, grown; what was grown from other cards already is not begun at these again."""
    grown: list[Registration] = []
    for begun, guess in _guesses(one, other):
        if any(begun in found.pairs for found in grown):
            continue
        found = _grown(guess, one, other)
        if found is not None:
            grown.append(found)
    return max(grown, key=lambda found: found.evidence, default=None)


def same_cards(first: View, second: View, plane: Sends) -> tuple[tuple[int, int], ...]:
    """Return which cards of two photos land on each other, of whatever face they were read."""
    return _pairs(plane, _Marks.of(first), _Marks.of(second))


@dataclass(frozen=True)
class _Marks:
    """A photo's cards as arrays.

    quads: (N, 4, 2) px. widths: (N,) px. faces: each card's face, None for backs. suits: -1 where not known.
    own: (N, 4, 2) px, the middle of the index at each of the quad's corners, NaN where none shows.
    """

    view: View
    quads: Floats
    widths: Floats
    faces: NDArray[np.int64]
    suits: NDArray[np.int64]
    own: Floats

    @staticmethod
    def of(view: View) -> "_Marks":
        """Gather a view's cards."""
        cards = view.cards
        quads = np.array([card.quad for card in cards], np.float64).reshape(-1, 4, 2)
        own = np.full((len(cards), 4, 2), np.nan)
        for number, card in enumerate(cards):
            for index in card.indices:
                middle = np.array([index.box[0] + index.box[2], index.box[1] + index.box[3]]) / 2
                own[number, int(np.linalg.norm(quads[number] - middle, axis=1).argmin())] = middle
        return _Marks(
            view,
            quads,
            np.array([max(card.width_px, 1.0) for card in cards]),
            np.array([_FACES.index(card.face) if card.face in _FACES else -1 for card in cards], np.int64),
            np.array([-1 if card.suit is None else "SHDC".index(card.suit) for card in cards], np.int64),
            own,
        )

    @property
    def middles(self) -> Floats:
        """The cards' middles, (N, 2) px."""
        return np.asarray(self.quads.mean(axis=1)).reshape(-1, 2)

    @property
    def shown(self) -> Floats:
        """A place of each card that certainly shows, (N, 2) px: one of its indices, or its middle."""
        shown = self.middles
        for corner in range(3, -1, -1):
            here = ~np.isnan(self.own[:, corner, 0])
            shown[here] = self.own[here, corner]
        return shown


_FACES = tuple(face for face in Face if face is not Face.UNREAD)


def _guesses(one: _Marks, other: _Marks) -> Iterator[tuple[tuple[int, int], Plane]]:
    """Yield two cards that may be the same with the plane on which they are, best first by their neighbours."""
    found: list[tuple[float, tuple[int, int], Plane]] = []
    like = _alike(one, other)
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


def _alike(one: _Marks, other: _Marks) -> NDArray[np.bool_]:
    """Return (N, M): which two cards read alike, so that they may be the same."""
    faces = (one.faces[:, None] == other.faces[None]) & (one.faces[:, None] >= 0)
    suits = (one.suits[:, None] == other.suits[None]) | (one.suits[:, None] < 0) | (other.suits[None] < 0)
    return np.asarray(faces & suits)


def _fits(plane: Plane, one: _Marks, other: _Marks, near: NDArray[np.int64], like: NDArray[np.bool_]) -> float:
    """Return how many of a card's neighbours land on their like, less those that land where nothing is."""
    sent = plane.send(other.middles[near])
    away = np.linalg.norm(sent[:, None] - one.middles[None], axis=2) / one.widths[None]
    # What a single card says of its plane is worth less far from it.
    slack = 0.25 + 0.1 * np.linalg.norm(sent - sent[0], axis=1) / one.widths.mean()
    matched = ((away < slack[:, None]) & like[:, near].T).any(axis=1)
    inside = ((sent > 0) & (sent < (one.view.width, one.view.height))).all(axis=1)
    return float(matched.sum()) - 0.5 * float((~matched & inside).sum())


def _grown(guess: Plane, one: _Marks, other: _Marks) -> Registration | None:
    """Return a guess grown over all cards that land on their like, and weighed; None where it falls apart."""
    plane, like = guess, _alike(one, other)
    for within in ROUNDS:
        away = _away(plane, one, other)
        pairs = _nearest(np.where(like, away, np.inf), within)
        if not pairs:
            return None
        found = _fit(pairs, plane, one, other)
        if found is None:
            return None
        plane = found
    return _weighed(plane, one, other)


def _settled(plane: Plane, one: _Marks, other: _Marks) -> Plane:
    """Return a plane that the tables' pictures gave, drawn to the cards where enough of them land on their like."""
    pairs = _nearest(np.where(_alike(one, other), _away(plane, one, other), np.inf), ROUNDS[1])
    if len(pairs) < 4:
        return plane
    return _fit(pairs, plane, one, other) or plane


def _fit(pairs: Sequence[tuple[int, int]], plane: Plane, one: _Marks, other: _Marks) -> Plane | None:
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


def _turn(plane: Plane, one: _Marks, other: _Marks, i: int, j: int) -> int:
    sent = plane.send(other.quads[j])
    apart = [float(np.linalg.norm(sent - np.roll(one.quads[i], turn, axis=0), axis=1).sum()) for turn in (0, 2)]
    return 0 if apart[0] <= apart[1] else 2


def _away(plane: Sends, one: _Marks, other: _Marks) -> Floats:
    """Return (N, M): how far each card of the second lands from each of the first, card widths.

    Between indices where both show the one of the same corner, else between the middles, known less well: of a card
    one photo may show the upper end and the other the lower.
    """
    middles = plane.send(other.middles)
    apart = np.linalg.norm(one.middles[:, None] - middles[None], axis=2) / one.widths[:, None]
    sent = plane.send(np.nan_to_num(other.own))
    sent[np.isnan(other.own)] = np.nan
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


def _nearest(away: Floats, within: float) -> list[tuple[int, int]]:
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


def _pairs(plane: Sends, one: _Marks, other: _Marks) -> tuple[tuple[int, int], ...]:
    """Return the cards that land on each other: alike ones first, then such as were read as another face."""
    if not len(one.quads) or not len(other.quads):
        return ()
    away, like = _away(plane, one, other), _alike(one, other)
    pairs = _nearest(np.where(like, away, np.inf), SAME)
    taken = {i for i, _ in pairs}, {j for _, j in pairs}
    lone = like & _alone(one)[:, None] & _alone(other)[None]
    lone[list(taken[0])] = False
    lone[:, list(taken[1])] = False
    more = _nearest(np.where(lone, away, np.inf), OTHER_ENDS)
    pairs += more
    taken = taken[0] | {i for i, _ in more}, taken[1] | {j for _, j in more}
    rest = away.copy()
    rest[list(taken[0])] = np.inf
    rest[:, list(taken[1])] = np.inf
    return tuple(sorted([*pairs, *_nearest(rest, OTHER_FACE)]))


def _alone(marks: _Marks) -> NDArray[np.bool_]:
    """Return (N,): the cards near which none of their face lies."""
    near = np.linalg.norm(marks.middles[:, None] - marks.middles[None], axis=2) < ALONE * marks.widths[:, None]
    near &= marks.faces[:, None] == marks.faces[None]
    return np.asarray(near.sum(axis=1) < 2)


def _weighed(plane: Plane, one: _Marks, other: _Marks) -> Registration:
    """Return what the cards say of a plane: those that land on their like, and those that should and do not."""
    pairs, like = _pairs(plane, one, other), _alike(one, other)
    alike = [pair for pair in pairs if like[pair]]
    evidence = OF_CHANCE + OTHER * (len(pairs) - len(alike))
    met: list[int] = []
    for i, j in alike:
        near = any(
            one.faces[i] == one.faces[k] and np.linalg.norm(one.middles[i] - one.middles[k]) < 1.5 * one.widths[i]
            for k in met
        )
        suits_agree = one.suits[i] >= 0 and one.suits[i] == other.suits[j]
        evidence += (NEXT_OF_KIND if near else NEW_KIND) + SAME_SUIT * suits_agree
        met.append(i)
    missing = _missing(plane.send(other.shown), one, {j for _, j in pairs})
    missing += _missing(plane.back(one.shown), other, {i for i, _ in pairs})
    evidence += MISSING * missing
    return Registration(plane, pairs, evidence)


def should_show(sent: Floats, view: View, width_px: float) -> NDArray[np.bool_]:
    """Return which (N, 2) places of a photo, px, lie so far inside it that a card's index there must show."""
    size = np.array([view.width, view.height])
    return np.asarray(((sent > EDGE * width_px) & (sent < size - EDGE * width_px)).all(axis=-1))


def _missing(sent: Floats, frame: _Marks, found: set[int]) -> int:
    """Return how many of the other photo's cards, sent into a frame, should show there and were not found."""
    scale = float(np.median(frame.widths)) if len(frame.widths) else 1.0
    inside = should_show(sent, frame.view, scale)
    return sum(bool(within) and number not in found for number, within in enumerate(inside))


def _by_spots(first: View, second: View) -> Likeness | None:
    if first.features is None or second.features is None:
        return None
    found = likeness(first.features(), second.features())
    return found if found is not None and found.agreeing >= FEWEST_SPOTS else None
