"""Whether what was read is a card of its own, or another end of a card that is counted already.

In a meld all cards have one rank, so a right index whose card was misjudged looks like one more card of the meld. What
tells them apart is weak: it lies where the counted card has its other indices, and has the same suit; and the photo's
other cards show two indices at one end, as in decks with four.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.faces import Face
from vision.boxes import shared
from vision.joining.cards import SURELY_JOINED
from vision.joining.shapes import HEIGHT
from vision.seen import Box, SeenCard, SeenIndex

Floats = NDArray[np.float64]

TWIN_FEATURES = ("from_an_end", "at_its_side", "suit_alike", "suit_known", "surer_than_it", "four_indices")
"""What is known of a card beside the sure one of its face that it is most likely an end of.

How far it lies from where that one has a free end, card widths; whether this is at the same side or end of the card,
not across it; how likely both show one suit, and how likely both show one at all; how much surer the finder is of it;
and the share of the photo's sure cards with two indices at one side or end.
"""

FAR = 3.0
"""The distance, in card widths, to an end where there is none."""

AN_END = 0.15
"""What is no card of its own is taken for another end of a card if it lies closer to it than this, card widths."""

NEAR_AN_END, LIKELY_ONE = 0.4, 0.1
"""Where both surely show one suit, so is what lies closer than the first, or is as likely as the second of one card."""

ONE_NEAR_AN_END = 0.9
"""So is what lies as near and is likelier than this of one card, whatever it shows and how many indices that has."""

SURELY_FOUND, SURELY_READ = 0.4, 0.9
"""What is less surely found or read than this says nothing by its suit."""

ON_AN_INDEX = 0.05
"""What has more than this share of the smaller one in common with an index of a card is that index, not another."""

EITHER = 0.5
"""Above this it is likelier that two are one card than not."""

TAKEN = 0.25
"""An end of a card is taken if one of its indices lies closer to it than this, card widths."""

_LITTLE = 0.05
"""Suits less likely to be seen than this tell nothing."""

_SHAPE = np.array([1.0, HEIGHT])


def twin_features(cards: Sequence[SeenCard], sure: NDArray[np.bool_], suits: Floats) -> Floats:
    """Return (N, 6) features of N cards in the order of ``TWIN_FEATURES``.

    sure: (N,) which of them surely lie there. suits: (N, 4) likelihoods of the suits; what is missing to 1 is none.
    """
    table = np.tile([FAR, 0.0, 0.0, 0.0, 0.0, 0.0], (len(cards), 1))
    frames, middles = [_frame(card) for card in cards], [card.index_middles for card in cards]
    places = [frame.places(own) for frame, own in zip(frames, middles, strict=True)]
    ends = [_free_ends(own) for own in places]
    scores = [max(index.score for index in card.indices) for card in cards]
    shows_two = np.array([_shows_two_at_an_end(own) for own in places], bool)
    table[:, 5] = (shows_two & sure).sum() / max(int(sure.sum()), 1)
    for n, card in enumerate(cards):
        if not card.is_read:
            continue
        for other in (int(k) for k in np.flatnonzero(sure)):
            if other == n or cards[other].face is not card.face or not len(ends[other]):
                continue
            apart, at_side = _nearest_end(frames[other].places(middles[n]), ends[other])
            if apart < table[n, 0]:
                known = float(suits[n].sum() * suits[other].sum())
                alike = float(suits[n] @ suits[other]) / known if known > _LITTLE else 0.5
                table[n, :5] = apart, at_side, alike, known, scores[n] - scores[other]
    return table


def with_other_ends(
    cards: Sequence[SeenCard], no_cards: Iterable[SeenCard], together: Callable[[SeenCard, SeenCard], float]
) -> list[SeenCard]:
    """Return the cards, each with the indices of those of ``no_cards`` that show its face at one of its free ends.

    together: how likely two of them are one card, by their corners. What lies on an index of a card is that index.
    """
    taken = [index.box for card in cards for index in card.indices]
    more: list[list[SeenIndex]] = [[] for _ in cards]
    # The likeliest first: of two that lie on each other one is the end.
    for other in sorted(no_cards, key=lambda other: -max((together(card, other) for card in cards), default=0.0)):
        if any(_lies_on(index.box, taken) for index in other.indices):
            continue
        apart = {n: _apart_as_one(card, other, together) for n, card in enumerate(cards)}
        ends = [n for n in apart if apart[n] < FAR and _shows_an_end(cards[n], other, together)]
        if ends:
            its = min(ends, key=lambda n: (together(cards[n], other) <= ONE_NEAR_AN_END, apart[n]))
            more[its].extend(other.indices)
            taken.extend(index.box for index in other.indices)
    return [replace(card, indices=(*card.indices, *added)) for card, added in zip(cards, more, strict=True)]


def _lies_on(box: Box, taken: Sequence[Box]) -> bool:
    boxes = np.array(taken, np.float32).reshape(-1, 4)
    return bool((shared(boxes, np.array(box, np.float32)) > ON_AN_INDEX).any())


def _shows_an_end(card: SeenCard, other: SeenCard, together: Callable[[SeenCard, SeenCard], float]) -> bool:
    """Tell whether what lies at a free end of a card, and is none itself, shows an index there, not any speck."""
    likely = together(card, other)
    if likely > ONE_NEAR_AN_END:
        return True
    if any(index.face is Face.UNREAD for index in other.indices):
        return False
    if likely > EITHER:
        return True
    # Where two of its ends are seen, what else looks like one is mostly a part of a picture.
    alone = len(card.indices) == 1
    return alone and (_shows_its_suit(card, other) or _from_its_end(other, card) < NEAR_AN_END)


def are_ends_of_one(one: SeenCard, other: SeenCard, together: Callable[[SeenCard, SeenCard], float]) -> bool:
    """Tell whether each of two cards of a face lies at a free end of the other."""
    return max(_apart_as_one(one, other, together), _apart_as_one(other, one, together)) < FAR


def _apart_as_one(card: SeenCard, other: SeenCard, together: Callable[[SeenCard, SeenCard], float]) -> float:
    """Return how far another card lies from the nearest free end of a card, card widths; ``FAR`` if it is no end."""
    if card.face is not other.face or not card.is_read:
        return FAR
    apart = _from_its_end(card, other)
    if apart < AN_END or (apart < NEAR_AN_END and together(card, other) > ONE_NEAR_AN_END):
        return apart
    if len(card.indices) > 1:
        return FAR
    likely = together(card, other)
    if card.face is Face.WILD_50 and (likely > SURELY_JOINED or _from_its_end(other, card) < AN_END):
        # Of a joker that fills the photo one of two outlines is often far off, or one of its words hardly found.
        return min(apart, FAR / 2)
    if not _shows_its_suit(card, other):
        return FAR
    return min(apart, FAR / 2) if apart < NEAR_AN_END or likely > LIKELY_ONE else FAR


def _from_its_end(card: SeenCard, other: SeenCard) -> float:
    """Return how far another card's indices lie from the nearest free end of a card, by its outline, card widths."""
    frame = _frame(card)
    free = _free_ends(frame.places(card.index_middles))
    return _nearest_end(frame.places(other.index_middles), free)[0] if len(free) else FAR


def _shows_its_suit(card: SeenCard, other: SeenCard) -> bool:
    """Tell whether both cards surely show one suit."""
    sure = all(
        each.confidence > SURELY_READ and max(index.score for index in each.indices) > SURELY_FOUND
        for each in (card, other)
    )
    return sure and card.suit is not None and card.suit is other.suit


@dataclass(frozen=True)
class _Frame:
    """A card's own axes. origin: (2,) px; turn: (2, 2) from px to shares, None of a card seen from its edge."""

    origin: Floats
    turn: Floats | None

    def places(self, points: Floats) -> Floats:
        """Return where (N, 2) px lie on the card, shares of its width and height; none on one seen from its edge."""
        return np.empty((0, 2)) if self.turn is None else np.asarray((points - self.origin) @ self.turn)


def _frame(card: SeenCard) -> _Frame:
    quad = card.corners
    (a, b), (c, d) = quad[1] - quad[0], quad[3] - quad[0]
    area = float(a * d - b * c)
    return _Frame(quad[0], None if abs(area) < 1.0 else np.array([[d, -b], [-c, a]]) / area)


def _free_ends(places: Floats) -> Floats:
    """Return the (M, 3) places on a card where its first index would be printed again, and no index was found.

    The third column tells whether that is at the same side or end of the card.
    """
    if not len(places):
        return np.empty((0, 3))
    u, v = places[0]
    ends = np.array([(1 - u, 1 - v, 0.0), (1 - u, v, 1.0), (u, 1 - v, 1.0)])
    apart = np.linalg.norm((ends[:, None, :2] - places[None]) * _SHAPE, axis=2)
    return np.asarray(ends[apart.min(axis=1) > TAKEN])


def _nearest_end(places: Floats, ends: Floats) -> tuple[float, float]:
    """Return how far the nearest of (N, 2) places is from one of (M, 3) ends, card widths, and that end's third."""
    if not len(places):
        return FAR, 0.0
    apart = np.linalg.norm((places[:, None] - ends[None, :, :2]) * _SHAPE, axis=2)
    nearest = int(apart.argmin())
    return float(apart.flat[nearest]), float(ends[nearest % len(ends), 2])


def _shows_two_at_an_end(places: Floats) -> bool:
    """Tell whether two of a card's indices, (N, 2), lie at one side or end of it."""
    across, down = np.moveaxis(np.abs(places[:, None] - places[None]), 2, 0)
    return bool((((across > 0.4) & (down < 0.25)) | ((across < 0.25) & (down > 0.4))).any())
