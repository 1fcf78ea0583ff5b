"""What a photo leaves open is looked at once more, turned by a quarter, and what both looks say is joined.

A photo turned is the same photo, but the nets do not see it quite alike: what they are unsure of in the one they mostly
tell in the other, and what they get wrong in the one they seldom get wrong in both.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import Face
from vision.boxes import long_sides, shared
from vision.doubting.doubts import OPEN, THERE, may_be_none
from vision.joining.cards import in_reading_order
from vision.joining.presence import COUNTED_FROM, POSSIBLE_FROM, counts, parted
from vision.photos.frames import Frame
from vision.seen import SeenCard, SeenIndex, face_chances, likeliest, moved

Floats = NDArray[np.float64]
Cards = tuple[SeenCard, ...]

ROOM = 4.0
"""How much of the photo around an open card is looked at, card widths: with half of it, too few cards lie around to
tell by whether one is among them."""

MOST_OF_IT = 0.6
"""Where the parts to look at are more of a photo than this, all of it is."""

ONE_INDEX = 0.5
"""Indices of two looks that have more than this share of the smaller one in common are one."""

FIRST, SECOND = 0.7, 0.4
"""The powers that the likelihoods of the first and of the second look are raised to. They say less together than two
that know nothing of each other, as both are the same nets' at the same print; and what judges how cards lie knows best
photos as people hold them."""

UNSEEN = 1.0
"""What one of two looks tells nothing of is less likely there by so much, as the logarithm of its odds."""

LOST = 0.2
"""How likely a card lies where a look that shows more does not see the one that the first look counted."""

_LEAST = 1e-5


@dataclass(frozen=True)
class Part:
    """A part of a photo to look at once more, px."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        """Its area, px."""
        return (self.right - self.left) * (self.bottom - self.top)

    @property
    def back(self) -> Floats:
        """The (3, 3) homography from px of the part, turned, to px of the photo."""
        return np.array([[0.0, 1.0, self.left], [-1.0, 0.0, self.bottom], [0.0, 0.0, 1.0]])

    def turned(self, frame: Frame) -> Frame:
        """Return this part of a photo, turned clockwise by a quarter."""
        part = frame.image[self.top : self.bottom, self.left : self.right]
        return Frame(frame.name, np.asarray(cv2.rotate(part, cv2.ROTATE_90_CLOCKWISE)))


def is_open(card: SeenCard) -> bool:
    """Tell whether a card is not told surely."""
    return not card.is_back and (may_be_none(card) or card.confidence < OPEN)


def parts_left_open(cards: Cards, maybe: Cards, width: int, height: int) -> list[Part]:
    """Return the parts of a photo of ``width`` x ``height`` px around cards left open; no two of them overlap."""
    parts: list[Part] = []
    for card in filter(is_open, (*cards, *maybe)):
        parts = _with(parts, _around(card, width, height))
    if sum(part.area for part in parts) > MOST_OF_IT * width * height:
        return [Part(0, 0, width, height)]
    return parts


def usual_index_px(cards: Cards) -> float:
    """Return the size of most indices of cards, of which there must be one at least: the longer side, px."""
    boxes = np.array([index.box for card in cards for index in card.indices], np.float32)
    return max(float(np.median(long_sides(boxes))), 1.0)


def _around(card: SeenCard, width: int, height: int) -> Part:
    room = ROOM * card.width_px
    left, top = np.clip(np.floor(card.points.min(axis=0) - room), 0, (width - 1, height - 1))
    right, bottom = np.clip(np.ceil(card.points.max(axis=0) + room), (left + 1, top + 1), (width, height))
    return Part(int(left), int(top), int(right), int(bottom))


def _with(parts: Sequence[Part], new: Part) -> list[Part]:
    """Return the parts and one more, as one with those that it overlaps."""
    apart = [part for part in parts if not _overlap(part, new)]
    if len(apart) == len(parts):
        return [*apart, new]
    for part in parts:
        if _overlap(part, new):
            new = Part(
                min(part.left, new.left),
                min(part.top, new.top),
                max(part.right, new.right),
                max(part.bottom, new.bottom),
            )
    return _with(apart, new)


def _overlap(one: Part, other: Part) -> bool:
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


def joined(cards: Cards, others: Cards, again: Sequence[SeenCard], part: Part) -> tuple[Cards, Cards]:
    """Return the cards that count and what counts as none, joined with what another look at a part of them saw.

    others: what counted as none at first. again: what the other look counted and held for possible, px of the part as
    it is turned. What is open in the part is as likely as both looks say, and what only the other one saw and counted
    is added. Of what shares an index that the other one saw once, one counts at most; where that look saw their indices
    as two ends of one card, it has both.
    """
    first, again = [*cards, *others], [moved(card, part.back) for card in again if not card.is_back]
    common = _in_common(first, again)
    partners = _partners(common, np.array([card.presence < POSSIBLE_FROM for card in first], bool))
    now: list[SeenCard] = []
    elsewhere: dict[int, SeenCard] = {}
    loose: list[SeenIndex] = []
    for n, card in enumerate(first):
        if not _is_open_in(card, part):
            now.append(card)
        elif n in partners:
            now.append(_seen_twice(card, again[partners[n]]))
            elsewhere[n] = again[partners[n]]
        elif common[n].max(initial=0.0) > ONE_INDEX:
            # The other look saw one card here, which another of these is.
            now.append(replace(card, presence=min(card.presence, POSSIBLE_FROM)))
            loose.extend(card.indices)
        else:
            now.append(_seen_once(card))
    new = (again[m] for m in np.flatnonzero(common.max(axis=0, initial=0.0) <= ONE_INDEX))
    now += [_seen_once(card) for card in new if card.presence >= COUNTED_FROM]
    known = [index for card in now if counts(card) for index in card.indices]
    for n, card in elsewhere.items():
        now[n] = _with_other_end(now[n], card, loose, known)
    counting = [card for card in now if counts(card)]
    return in_reading_order(parted(counting)), tuple(card for card in now if not counts(card))


def in_place_of(cards: Cards, again: Cards, no_cards: Cards, to_px: Floats) -> tuple[Cards, Cards]:
    """Return the cards that count and what counts as none by a look that shows more, put back into the photo.

    cards: those that counted at first. again, no_cards: what that look counts and what not, in its own px, which the
    (3, 3) homography ``to_px`` sends to those of the photo. What it does not see stays possible; what was not read
    counts as long as it is, as nobody is asked about it otherwise. A card that it sees one end of has the other one,
    too, that it had at first.
    """
    counting, rest = ([moved(card, to_px) for card in part] for part in (again, no_cards))
    shown = [card for card in cards if not card.is_back]
    common = _in_common(shown, [*counting, *(card for card in rest if card.presence >= POSSIBLE_FROM)])
    lost = [card for card, share in zip(shown, common.max(axis=1, initial=0.0), strict=True) if share <= ONE_INDEX]
    known = [index for card in counting for index in card.indices]
    for n, m in np.argwhere(common[:, : len(counting)] > ONE_INDEX):
        counting[m] = _with_other_end(counting[m], shown[n], shown[n].indices, known)
    for card in (replace(card, presence=min(card.presence, LOST)) for card in lost):
        (counting if counts(card) else rest).append(card)
    return in_reading_order(counting), tuple(rest)


def _with_other_end(
    card: SeenCard, elsewhere: SeenCard, ends: Sequence[SeenIndex], known: Sequence[SeenIndex]
) -> SeenCard:
    """Return a card that counts and shows one index with its other end, where another look saw both as one card's.

    elsewhere: the card as that look saw it. ends: what may be that end. known: the indices of all that counts, on none
    of which it lies.
    """
    if not counts(card) or len(card.indices) > 1 or elsewhere.face is not card.face:
        return card
    both, taken = (np.array([index.box for index in some], np.float32) for some in (elsewhere.indices, known))
    for end in ends:
        box = np.array(end.box, np.float32)
        if end.face is card.face and shared(both, box).max() > ONE_INDEX >= shared(taken, box).max():
            return replace(card, indices=(*card.indices, end))
    return card


def _is_open_in(card: SeenCard, part: Part) -> bool:
    x, y = np.reshape(card.indices[0].box, (2, 2)).mean(axis=0)
    inside = part.left <= x <= part.right and part.top <= y <= part.bottom
    return inside and is_open(card)


def _in_common(first: Sequence[SeenCard], again: Sequence[SeenCard]) -> Floats:
    """Return (N, M) how much of an index N cards and M others have in common at most, shares of the smaller index."""
    common = np.zeros((len(first), len(again)))
    owners = [n for n, card in enumerate(first) for _ in card.indices]
    boxes = np.array([index.box for card in first for index in card.indices], np.float32).reshape(-1, 4)
    for m, card in enumerate(again):
        for index in card.indices:
            np.maximum.at(common[:, m], owners, shared(boxes, np.array(index.box, np.float32)))
    return common


def _partners(common: Floats, ruled_out: NDArray[np.bool_]) -> dict[int, int]:
    """Return which of the other look's cards each card is, of those that it saw too; what fits best goes first.

    ruled_out: (N,) which of the cards are none by the first look, and go last.
    """
    partners: dict[int, int] = {}
    fits = np.argwhere(common > ONE_INDEX)
    for n, m in fits[np.lexsort((-common[tuple(fits.T)], ruled_out[fits[:, 0]]))].tolist():
        if n not in partners and m not in partners.values():
            partners[n] = m
    return partners


def _seen_once(card: SeenCard) -> SeenCard:
    """Return a card of which one of two looks tells nothing: neither sure nor, unless it was, out of the question."""
    if card.presence < POSSIBLE_FROM:
        return card
    return replace(card, presence=max(_chance(_odds(min(card.presence, THERE)) - UNSEEN), POSSIBLE_FROM))


def _seen_twice(card: SeenCard, again: SeenCard) -> SeenCard:
    """Return a card as two looks together see it."""
    presence = _chance(FIRST * _odds(card.presence) + SECOND * _odds(again.presence))
    if again.face is Face.UNREAD:
        return replace(card, presence=presence)
    if card.face is Face.UNREAD:
        return replace(again, presence=presence)
    logs = FIRST * np.log(face_chances(card, _LEAST)) + SECOND * np.log(face_chances(again, _LEAST))
    shares = np.exp(logs - logs.max())
    shares /= shares.sum()
    best, *others = likeliest(shares)
    shown = again if again.face is best.face is not card.face else card
    return replace(shown, face=best.face, confidence=best.confidence, runners_up=tuple(others), presence=presence)


def _odds(chance: float) -> float:
    """Return the logarithm of how much likelier a card lies there than none."""
    chance = min(max(chance, _LEAST), 1 - _LEAST)
    return float(np.log(chance / (1 - chance)))


def _chance(odds: float) -> float:
    return float(1 / (1 + np.exp(-odds)))
