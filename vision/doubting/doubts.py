"""What a person should look at: weak readings, and layouts that can be read in two ways."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import numpy as np

from scorer.faces import Face
from scorer.words import faces, one, singular
from vision.doubting.interlocked import interlocked
from vision.seen import SeenCard


class DoubtCode(StrEnum):
    """Why something in a photo is in doubt."""

    NO_CARDS = "no_cards"
    TOO_DARK = "too_dark"
    MIRRORED = "mirrored"
    LOW_CONFIDENCE = "low_confidence"
    CORNERS_DISAGREE = "corners_disagree"
    UNREAD_CARD = "unread_card"
    CUT_OFF = "cut_off"
    TINY_INDEX = "tiny_index"
    MAYBE_NONE = "maybe_none"
    LONE_RANK = "lone_rank"
    LIES_ON_OTHER = "lies_on_other"
    LIES_APART = "lies_apart"
    INTERLOCKED = "interlocked"
    SQUARED_OR_LOOSE = "squared_or_loose"
    HALF_HIDDEN = "half_hidden"
    WILD_BETWEEN = "wild_between"
    BACK_IN_PLAY = "back_in_play"
    BACK_IN_LEFT = "back_in_left"
    OFF_MAT = "off_mat"

    @classmethod
    def _missing_(cls, value: object) -> "DoubtCode | None":
        # Readings kept before it was judged by more than its corners call it so.
        return cls.MAYBE_NONE if value == "weak_corner" else None


@dataclass(frozen=True)
class Doubt:
    """One thing to look at. ``about``: card numbers in the photo, from 0; ``say``: one sentence for a person."""

    code: DoubtCode
    about: tuple[int, ...]
    say: str


SURE = 0.99
"""Faces less sure than this are in doubt, and what else they may be is asked (`vision.doubting.chances`)."""

OPEN = 0.98
"""Faces less sure than this are left open: they are looked at once more."""

TINY_PX = 12
"""Indices smaller than this, in px of the photo, read badly."""

THERE = 0.998
"""A card less likely than this to lie there at all is in doubt."""


@dataclass(frozen=True)
class Thresholds:
    """Below which readings are in doubt; docs/evaluation.md shows what other values cost and save."""

    sure: float = SURE
    there: float = THERE


CHOSEN = Thresholds()


def card_doubts(
    cards: tuple[SeenCard, ...], width: int, height: int, thresholds: Thresholds = CHOSEN
) -> tuple[Doubt, ...]:
    """Return what is weak in the cards of a photo of ``width`` x ``height`` px, card by card."""
    if not cards:
        return (Doubt(DoubtCode.NO_CARDS, (), "no card was found in this photo"),)
    doubts: list[Doubt] = []
    for number, card in enumerate(cards):
        if not card.is_back:
            doubts.extend(_doubts_of(number, card, width, height, thresholds))
    return tuple(doubts)


def reading_doubts(
    cards: tuple[SeenCard, ...], width: int, height: int, thresholds: Thresholds = CHOSEN
) -> tuple[Doubt, ...]:
    """Return what is in doubt of a photo's cards: of each by itself, and of those that cannot lie as they were read."""
    return (*card_doubts(cards, width, height, thresholds), *map(partial(_about_heap, cards), interlocked(cards)))


def about_the_whole(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """Return of a photo's doubts those about it as a whole: they stay, whatever its cards are found to be."""
    return tuple(doubt for doubt in doubts if not doubt.about and doubt.code is not DoubtCode.NO_CARDS)


def _about_heap(cards: tuple[SeenCard, ...], heap: tuple[int, ...]) -> Doubt:
    kinds = {cards[number].face for number in heap}
    what = faces(len(heap), kinds.pop()) if len(kinds) == 1 else f"{len(heap)} cards"
    say = f"these {what} cannot lie as they were read, each upon the other: is one of them two cards, or none?"
    return Doubt(DoubtCode.INTERLOCKED, heap, say)


def may_be_none(card: SeenCard, thresholds: Thresholds = CHOSEN) -> bool:
    """Tell whether there may be no card at all."""
    return card.presence < thresholds.there


def _doubts_of(number: int, card: SeenCard, width: int, height: int, thresholds: Thresholds) -> list[Doubt]:
    about = (number,)
    if card.face is Face.UNREAD:
        return [Doubt(DoubtCode.UNREAD_CARD, about, "a card lies here that cannot be read")]
    found: list[Doubt] = []
    read = sorted({index.face for index in card.indices if index.face is not Face.UNREAD})
    if len(read) > 1:
        found.append(Doubt(DoubtCode.CORNERS_DISAGREE, about, f"its corners read {' and '.join(map(singular, read))}"))
    elif card.confidence < thresholds.sure:
        other = f" or {one(card.runners_up[0].face)}" if card.runners_up else ""
        found.append(
            Doubt(DoubtCode.LOW_CONFIDENCE, about, f"this is {one(card.face)}{other}: only {card.confidence:.0%} sure")
        )
    if may_be_none(card, thresholds):
        found.append(Doubt(DoubtCode.MAYBE_NONE, about, f"it is hardly to be seen whether {one(card.face)} lies here"))
    if max(index.size_px for index in card.indices) < TINY_PX:
        found.append(
            Doubt(DoubtCode.TINY_INDEX, about, f"the {singular(card.face)} is too small to be read for sure: go closer")
        )
    boxes = np.array([index.box for index in card.indices])
    inside = (boxes[:, :2] >= 1).all(axis=1) & (boxes[:, 2] <= width - 1) & (boxes[:, 3] <= height - 1)
    if not inside.any():
        found.append(Doubt(DoubtCode.CUT_OFF, about, f"the {singular(card.face)} is cut off by the photo's edge"))
    return found
