"""What the cards say of how one photo may lie on another: which land on their like, and which do not."""

from dataclasses import dataclass
from math import log

import numpy as np

from vision.several.landing import landed, read_alike
from vision.several.planes import Floats, Plane
from vision.several.views import Marks, should_show

SURE, LIKELY, PERHAPS = 6.0, 2.0, 0.6
"""Evidence from which two photos show the same cards beyond doubt, most likely, or maybe; logarithms of odds."""

NEW_KIND, NEXT_OF_KIND, SAME_SUIT = log(12), 0.5, 1.2
"""What a card says that lands on its like: the first of its rank in a pile, one more of it, and its suit."""

MISSING, OTHER, OTHER_SUIT, OF_CHANCE = -1.5, -2.0, -1.0, -3.0
"""What a card says that should be there and is not, or is another one, or one of its rank whose suit is another, which
is misread more easily; and what any guess has against it."""


@dataclass(frozen=True)
class Registration:
    """How the second photo lies on the first, and which cards are the same: (number in the first, in the second).

    plane: sends px of the second to px of the first. evidence: see SURE and PERHAPS.
    """

    plane: Plane
    pairs: tuple[tuple[int, int], ...]
    evidence: float

    @property
    def sure(self) -> bool:
        """Whether the two photos show the same cards beyond doubt."""
        return self.evidence >= SURE


def weighed(plane: Plane, one: Marks, other: Marks) -> Registration:
    """Return what the cards say of a plane: those that land on their like, and those that should and do not."""
    pairs, like = landed(plane, one, other), read_alike(one, other)
    alike = [pair for pair in pairs if like[pair]]
    others = [pair for pair in pairs if not like[pair]]
    evidence = OF_CHANCE + sum(OTHER_SUIT if one.faces[i] == other.faces[j] >= 0 else OTHER for i, j in others)
    met: list[int] = []
    for i, j in alike:
        near = any(
            one.faces[i] == one.faces[k] and np.linalg.norm(one.middles[i] - one.middles[k]) < 1.5 * one.widths[i]
            for k in met
        )
        suits_agree = one.suits[i] >= 0 and one.suits[i] == other.suits[j]
        evidence += (NEXT_OF_KIND if near else NEW_KIND) + SAME_SUIT * suits_agree
        met.append(i)
    missing = _missing(plane.send(other.shown), one, {j for _, j in pairs})
    missing += _missing(plane.back(one.shown), other, {i for i, _ in pairs})
    evidence += MISSING * missing
    return Registration(plane, pairs, evidence)


def _missing(sent: Floats, frame: Marks, found: set[int]) -> int:
    """Return how many of the other photo's cards, sent into a frame, should show there and were not found."""
    scale = float(np.median(frame.widths)) if len(frame.widths) else 1.0
    inside = should_show(sent, frame.view, scale)
    return sum(bool(within) and number not in found for number, within in enumerate(inside))
