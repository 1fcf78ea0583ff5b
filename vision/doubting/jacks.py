"""A jack without a suit among cards that show theirs: it may be the J of a joker's word, or one over a star."""

from scorer.faces import Face
from vision.seen import SeenCard, may_be

SHOWING, AMONG = 0.8, 4
"""Suits tell something where this share of a photo's other cards shows one, of so many at least."""

A_JOKER = 0.12
"""How likely such a jack is a joker. On 1,865 rendered photos of the val split 4 of 29 are; no jack of the real photos,
119 of them, lacks its suit."""


def with_doubtful_jacks(cards: tuple[SeenCard, ...]) -> tuple[SeenCard, ...]:
    """Return a photo's cards; a jack that shows no suit, where others do, is a joker with some likelihood."""
    others = [card for card in cards if card.is_read and card.face not in (Face.WILD_50, Face.JACK)]
    shown = sum(card.suit is not None for card in others)
    if len(others) < AMONG or shown < SHOWING * len(others):
        return cards
    return tuple(
        may_be(card, Face.WILD_50, A_JOKER) if card.face is Face.JACK and card.suit is None else card for card in cards
    )
