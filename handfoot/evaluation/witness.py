"""Somebody who sees a rendered side as it lies, and answers what the page asks about it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import cv2
import numpy as np
from tablesynth.labels import CardLabel, PileLabel, Scene

from handfoot.evaluation.matching import assigned, overlap, same_place
from handfoot.review.beginning import card_id, faint_id
from handfoot.review.draft import Draft
from handfoot.review.edits import (
    Answer,
    ConfirmCards,
    CountOnce,
    Edit,
    RemoveCard,
    SetFace,
    SetFact,
    SetKind,
    SettleDoubt,
)
from handfoot.review.scoring import AskedQuestion, Asks
from scorer.faces import WILDS, Face
from scorer.record import Side
from vision.laying.piles import PhotoRole, PileKind
from vision.photoreading import PhotoReading
from vision.seen import SeenCard

OUTLINED = 0.5
"""Outlines that share more than this of what they cover together are of one card."""


class Witness:
    """Knows what truly lies where each card of a side's draft was read."""

    def __init__(self, side: Side, shown: Mapping[str, tuple[PhotoReading, Scene]], book_size: int) -> None:
        """Look at a side. side: its true record. shown: its photos, by their ids in the draft, as read and as labelled.

        book_size: how many cards a book has at least.
        """
        self._side, self._book_size = side, book_size
        lying = [_lying(photo, reading, scene) for photo, (reading, scene) in shown.items()]
        self._lies = dict(chain.from_iterable(one.cards.items() for one in lying))
        self._ends = dict(chain.from_iterable(one.ends.items() for one in lying))

    def answers(self, draft: Draft, question: AskedQuestion) -> Iterator[Edit]:
        """Yield the edits that answer a question; none where there is nothing to be told."""
        match question.asks:
            case Asks.WENT_OUT:
                yield SetFact("went_out", self._side.went_out)
            case Asks.PERFECT_DEALS:
                yield SetFact("perfect_deals", self._side.perfect_deals)
            case Asks.CARD | Asks.CHECK | Asks.CARDS:
                yield from (self._card(draft, card, question.cards) for card in question.cards)
            case Asks.KIND | Asks.BOOK:
                yield from self._book(draft, question)
            case Asks.AGAIN:
                yield CountOnce(question.cards) if self._are_shown_again(question) else SettleDoubt(question.doubt)

    def _card(self, draft: Draft, card: str, asked: Sequence[str]) -> Edit:
        """Answer of one of the cards that a question asks about; what is counted already is no card of its own."""
        lying = self._lies.get(card)
        if (
            lying is not None
            and lying[0].face is not None
            and not self._is_counted(draft, card, lying[0], {card, *asked})
        ):
            return SetFace(card, lying[0].face)
        return ConfirmCards((card,)) if card in draft.faint else RemoveCard(card)

    def _is_counted(self, draft: Draft, card: str, label: CardLabel, asked: Collection[str]) -> bool:
        """Tell whether a card counts as what it is by another of its ends, which nobody asks about, or in another photo
        of the same kind: the page shows those beside the question.
        """

        def shows(one: str) -> PhotoRole | None:
            photo = draft.card(one).photo
            return None if photo is None else draft.photo(photo).shows

        def is_it(one: str, seen: CardLabel) -> bool:
            is_again = label.physical is not None and seen.physical == label.physical
            return seen is label or (is_again and shows(one) is shows(card))

        ends = (one for one in self._ends if one not in asked and one in draft.counting)
        return any(draft.card(one).face is label.face and is_it(one, self._ends[one]) for one in ends)

    def _book(self, draft: Draft, question: AskedQuestion) -> Iterator[Edit]:
        pile = draft.pile(question.piles[0])
        if pile.cards[0] not in self._lies:
            return
        _, lying = self._lies[pile.cards[0]]
        kind = _kind(lying, self._book_size)
        if kind is not pile.kind or question.asks is Asks.KIND:
            yield SetKind(pile.id, kind)
        if kind is not PileKind.MELD:
            cards = lying.cards
            yield Answer(pile.id, len(cards), cards.count(Face.WILD_20), cards.count(Face.WILD_50))

    def _are_shown_again(self, question: AskedQuestion) -> bool:
        """Tell whether cards are those that another photo shows; where labels do not, whether piles like theirs lie.

        What was read a second time on a card that was read better is no card of its own.
        """

        def known(card: str) -> int | PileLabel | None:
            label, pile = self._lies.get(card, (None, None))
            return pile if label is None or label.physical is None else label.physical

        like = [known(card) for card in question.like]
        return any(one is None or one in like for one in map(known, question.cards))


def _kind(pile: PileLabel, book_size: int) -> PileKind:
    """Return what a pile is, by all its cards: a book of a kind, or a meld."""
    if not pile.squared and len(pile.cards) < book_size:
        return PileKind.MELD
    wilds = sum(face in WILDS for face in pile.cards)
    return PileKind.CLEAN if not wilds else PileKind.WILD if wilds == len(pile.cards) else PileKind.DIRTY


@dataclass(frozen=True)
class _Lying:
    """What lies where the cards of a photo were read, by their ids.

    cards: each labelled card once, where it was read best, with its pile. ends: the card that an index of each lies on.
    """

    cards: Mapping[str, tuple[CardLabel, PileLabel]]
    ends: Mapping[str, CardLabel]


def _lying(photo: str, reading: PhotoReading, scene: Scene) -> _Lying:
    cards = {card_id(photo, number): card for number, card in enumerate(reading.cards)}
    faint = {faint_id(photo, number): card for number, card in enumerate(reading.maybe)}
    fits = sorted(
        (name in cards, share, name, number)
        for name, card in (cards | faint).items()
        for number, label in enumerate(scene.cards)
        if label.face is not None and (share := _share(card, label)) is not None
    )
    found = assigned((name, number) for _, _, name, number in reversed(fits))
    # Of each reading the card that it fits best is the last told.
    ends = {name: number for _, _, name, number in fits}
    # A joker's mark is found in pieces: its card, outlined and read, is known all the same.
    for name in cards.keys() - ends.keys():
        fitting = (
            n for n, label in enumerate(scene.cards) if n not in found.values() and _is_outlined(cards[name], label)
        )
        if (number := next(fitting, None)) is not None:
            found[name] = number
    labels = {name: scene.cards[number] for name, number in found.items()}
    return _Lying(
        {name: (label, scene.piles[label.pile]) for name, label in labels.items()},
        {name: scene.cards[number] for name, number in ends.items()},
    )


def _share(card: SeenCard, label: CardLabel) -> float | None:
    """Return how well an index of a card that was read lies on one of a labelled card, None where none does."""
    pairs = ((seen.box, true.box) for seen in card.indices for true in label.indices)
    return max((overlap(one, other) for one, other in pairs if same_place(one, other)), default=None)


def _is_outlined(card: SeenCard, label: CardLabel) -> bool:
    """Tell whether a card was read as what a labelled one is, and outlined where that lies."""
    if card.face is not label.face:
        return False
    own, true = (np.array(quad, np.float32) for quad in (card.quad, label.quad))
    shared = cv2.intersectConvexConvex(own, true)[0]
    return shared > OUTLINED * (cv2.contourArea(own) + cv2.contourArea(true) - shared)
