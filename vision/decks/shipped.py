"""The decks every copy of the program knows by name. No card of them is taught: the nets read them as they are."""

from scorer.faces import NATURAL_RANKS, Face
from vision.decks.profile import DeckProfile, DeckTopColours

_COMPOSITION = dict.fromkeys(NATURAL_RANKS, 4) | {
    Face.RED_THREE: 2,
    Face.BLACK_THREE: 2,
    Face.WILD_20: 4,
    Face.WILD_50: 2,
}

TRADITIONAL = DeckProfile("traditional", composition=_COMPOSITION, top_colours=DeckTopColours.RED_CLEAN)
"""52 cards and 2 jokers."""

REMASTERED = DeckProfile(
    "remastered", composition=_COMPOSITION, assumed=True, ink_tells=False, top_colours=DeckTopColours.NOTHING
)
"""54 cards without suits. What one deck holds is not published: the counts are assumed to be the traditional ones."""

SHIPPED = {profile.name: profile for profile in (TRADITIONAL, REMASTERED)}
"""The decks that ship, by name."""
