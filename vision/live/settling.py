"""When looks at a table agree, and what they read together."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.doubting.doubts import about_the_whole, reading_doubts
from vision.doubting.unshown import with_doubtful_cards
from vision.photoreading import PhotoReading
from vision.seen import as_quad
from vision.several.joining import Sighting, joined
from vision.several.landing import same_cards
from vision.several.planes import flat
from vision.several.views import View

Floats = NDArray[np.float64]

ALIKE = 3
"""So many looks in a row must read the same cards."""


@dataclass(frozen=True)
class Look:
    """A picture that was read. plane: (3, 3) homography from its px to those of the newest picture."""

    reading: PhotoReading
    plane: Floats


def read_alike(first: PhotoReading, second: PhotoReading) -> bool:
    """Tell whether two looks read the same cards, wherever these lie; nothing is no card."""
    faces = Counter(card.face for card in first.cards)
    return bool(faces) and faces == Counter(card.face for card in second.cards)


def settled(looks: Sequence[Look]) -> bool:
    """Tell whether the last looks, ``ALIKE`` of them, read the same cards."""
    last = looks[-ALIKE:]
    return len(last) == ALIKE and all(read_alike(last[0].reading, look.reading) for look in last)


def together(looks: Sequence[Look]) -> PhotoReading:
    """Return what looks at the same cards read together, in the newest picture's px.

    A card's face is the likeliest by all looks; doubts are raised anew by what is known now.
    """
    newest = looks[-1].reading
    # What the newest look does not see lies there no more.
    last, *earlier = ([[Sighting(card, flat(look.plane))] for card in look.reading.cards] for look in reversed(looks))
    for seen in earlier:
        here, there = (View(tuple(map(joined, some)), newest.width, newest.height) for some in (last, seen))
        for at, number in same_cards(here, there, flat(np.eye(3))):
            last[at] += seen[number]
    cards = with_doubtful_cards([*map(joined, last)], (newest.width, newest.height))
    doubts = reading_doubts(cards, newest.width, newest.height, newest.thresholds)
    return replace(newest, cards=cards, doubts=(*doubts, *about_the_whole(newest.doubts)))


def lying_as(one: Look, newer: Look) -> Look:
    """Return a look with its cards where a newer one sees them: what is followed for long drifts off."""
    plane = flat(np.linalg.inv(one.plane) @ newer.plane)
    here, there = (View(look.reading.cards, look.reading.width, look.reading.height) for look in (one, newer))
    seen = dict(same_cards(here, there, plane))
    cards = [
        replace(card, quad=as_quad(plane.send(newer.reading.cards[seen[at]].corners))) if at in seen else card
        for at, card in enumerate(one.reading.cards)
    ]
    return replace(one, reading=replace(one.reading, cards=tuple(cards)))
