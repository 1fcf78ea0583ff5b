"""Two photos laid on each other by the cards they both show: which of their cards are the same ones.

A guess is begun at every two cards that may be one, grown over their neighbours, and weighed: each card that lands on
its like speaks for it, each that should be there and is not speaks against it. A row of kings looks like any other row
of kings, so cards alone may leave it open; then what else lies on the table tells (``vision.several.features``).
"""

from vision.several.features import Likeness, likeness
from vision.several.guessing import drawn_to_cards, grow, guesses
from vision.several.planes import flat
from vision.several.views import Marks, View
from vision.several.weighing import OF_CHANCE, PERHAPS, Registration, weighed

SPOT, MOST_OF_SPOTS = 0.3, 9.0
"""What each spot of the tables' pictures that agrees says, and all together at most, card evidence aside."""

FEWEST_SPOTS = 14
"""Fewer spots that agree prove nothing."""

BEYOND_DOUBT = 12.0
"""Evidence of the cards from which the tables' pictures are not asked: below, a row of alike cards may lie on itself a
card further on."""


def register(first: View, second: View) -> Registration | None:
    """Return how the second photo lies on the first; None where nothing says that they show a card in common."""
    one, other = Marks.of(first), Marks.of(second)
    best = _by_cards(one, other)
    if best is not None and best.evidence >= BEYOND_DOUBT:
        return best
    spots = _by_spots(first, second)
    if spots is not None:
        found = weighed(drawn_to_cards(flat(spots.plane), one, other), one, other)
        said = min(MOST_OF_SPOTS, SPOT * (spots.agreeing - FEWEST_SPOTS))
        found = Registration(found.plane, found.pairs, found.evidence + said + (0.0 if found.pairs else -OF_CHANCE))
        if best is None or found.evidence > best.evidence:
            best = found
    return best if best is not None and best.evidence >= PERHAPS and best.pairs else None


def _by_cards(one: Marks, other: Marks) -> Registration | None:
    """Return the best of the guesses, grown; what was grown from other cards already is not begun at these again."""
    grown: list[Registration] = []
    for begun, guess in guesses(one, other):
        if any(begun in found.pairs for found in grown):
            continue
        plane = grow(guess, one, other)
        if plane is not None:
            grown.append(weighed(plane, one, other))
    return max(grown, key=lambda found: found.evidence, default=None)


def _by_spots(first: View, second: View) -> Likeness | None:
    if first.features is None or second.features is None:
        return None
    found = likeness(first.features(), second.features())
    return found if found is not None and found.agreeing >= FEWEST_SPOTS else None
