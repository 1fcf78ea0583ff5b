"""A black 3 whose suit is not seen, among cards that show theirs: it may as well be a red one.

Where the index has no pip, or it is hidden, ink alone tells a 3's colour. In decks of one ink, and in those of four,
whose diamonds are blue, a red 3 looks black so; and in most rules it is worth many times what a black one is.
"""

from scorer.faces import WILDS, Face
from vision.seen import SeenCard, may_be

SUITED = 2
"""From so many other cards on that show their suits, the deck has suits, and so has the 3."""

A_RED_THREE = 0.1
"""How likely such a 3 is a red one. Of those left over on 300 rendered tables of the val split one of 10 is, of those
played all five, which the rules of the game tell then. Where hardly a card shows one, 129 of 133 left are black."""


def with_doubtful_threes(cards: tuple[SeenCard, ...]) -> tuple[SeenCard, ...]:
    """Return a photo's cards; a black 3 that shows no suit, where others do, is a red one with some likelihood."""
    others = (card for card in cards if card.face not in (None, Face.UNREAD, Face.RED_THREE, Face.BLACK_THREE, *WILDS))
    if sum(card.suit is not None for card in others) < SUITED:
        return cards
    return tuple(
        may_be(card, Face.RED_THREE, A_RED_THREE) if card.face is Face.BLACK_THREE and card.suit is None else card
        for card in cards
    )
