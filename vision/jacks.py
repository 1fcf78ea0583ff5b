"""A jack without a suit among cards that show theirs: it may be the J of a joker's word, or one over a star."""

from dataclasses import replace

from scorer.faces import Face
from vision.seen import MOST_RUNNERS_UP, RunnerUp, SeenCard

SHOWING, AMONG = 0.8, 4
"""Suits tell something where this share of a photo's other cards shows one, of so many at least."""

A_JOKER = 0.12
"""How likely such a jack is a joker. On 1,865 rendered photos of the val split 4 of 29 are; no jack of the real photos,
119 of them, lacks its suit."""


def with_doubtful_jacks(cards: tuple[SeenCard, ...]) -> tuple[SeenCard, ...]:
    """Return a photo's cards; a jack that shows no suit, where others do, is a joker with some likelihood."""
    others = [card for card in cards if card.face not in (None, Face.UNREAD, Face.WILD_50, Face.JACK)]
    shown = sum(card.suit is not None for card in others)
    if len(others) < AMONG or shown < SHOWING * len(others):
        return cards
    return tuple(_doubtful(card) if card.face is Face.JACK and card.suit is None else card for card in cards)


def _doubtful(card: SeenCard) -> SeenCard:
    """Return a card read as a jack that is a joker with ``A_JOKER`` at least."""
    said = next((other.confidence for other in card.runners_up if other.face is Face.WILD_50), 0.0)
    if said >= A_JOKER:
        return card
    less = (1 - A_JOKER) / (1 - said)
    rest = (replace(other, confidence=other.confidence * less) for other in card.runners_up)
    others = (RunnerUp(Face.WILD_50, A_JOKER), *(other for other in rest if other.face is not Face.WILD_50))
    ordered = sorted(others, key=lambda other: -other.confidence)[:MOST_RUNNERS_UP]
    return replace(card, confidence=card.confidence * less, runners_up=tuple(ordered))
