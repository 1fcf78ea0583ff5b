"""A black 3 whose suit is not seen, among cards that show theirs: it may as well be a red one.

Where the index has no pip, or it is hidden, ink alone tells a 3's colour. In decks of one ink, and in those of four,
whose diamonds are blue, a red 3 looks black so, and in a photo without colour every one does; and in most rules it is
worth many times what a black one is.
"""

import numpy as np

from scorer.faces import WILDS, Face
from vision.corners import Image
from vision.seen import SeenCard, may_be

SUITED = 2
"""From so many other cards on that show their suits, the deck has suits, and so has the 3."""

A_RED_THREE = 0.1
"""How likely such a 3 is a red one. Of those left over on 300 rendered tables of the val split one of 10 is, of those
played all five, which the rules of the game tell then. Where hardly a card shows one, 129 of 133 left are black."""

RED_IN_GREY = 0.49
"""How much of what is sure of a 3 is a red one's in a photo without colour, whose inks all look black. A deck has as
many red 3s as black ones; a little less than that, it counts as what it was read as, however many photos show it."""

COLOURLESS, ALL_BUT = 10.0, 99.9
"""A photo has no colour if the channels of so many percent of its pixels differ by less, of 255 grey levels."""

LOOKED_AT = 97
"""About so many rows and columns of a photo tell whether it has colours."""


def has_colours(image: Image) -> bool:
    """Tell whether a photo shows any colour."""
    step = max(1, max(image.shape[:2]) // LOOKED_AT)
    return float(np.percentile(np.ptp(image[::step, ::step], axis=2), ALL_BUT)) >= COLOURLESS


def with_doubtful_threes(cards: tuple[SeenCard, ...], *, coloured: bool = True) -> tuple[SeenCard, ...]:
    """Return a photo's cards; a black 3 that shows no suit, where others do, is a red one with some likelihood.

    coloured: False for a photo without colour, in which every black 3 that shows no suit may be a red one.
    """
    if not coloured:
        return tuple(_may_be_red(card, RED_IN_GREY * card.confidence) for card in cards)
    others = (card for card in cards if card.is_read and card.face not in (Face.RED_THREE, Face.BLACK_THREE, *WILDS))
    if sum(card.suit is not None for card in others) < SUITED:
        return cards
    return tuple(_may_be_red(card, A_RED_THREE) for card in cards)


def _may_be_red(card: SeenCard, chance: float) -> SeenCard:
    return may_be(card, Face.RED_THREE, chance) if card.face is Face.BLACK_THREE and card.suit is None else card
