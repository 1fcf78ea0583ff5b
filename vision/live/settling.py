"""When looks at a table agree, and what they read together."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.doubting.doubts import about_the_whole, reading_doubts
from vision.doubting.unshown import with_doubtful_cards
from vision.photoreading import PhotoReading
from vision.seen import SeenCard
from vision.several.joining import Sighting, clearness, joined, told
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
    groups: list[list[Sighting]] = []
    for look in reversed(looks):
        sightings = [Sighting(card, flat(look.plane)) for card in look.reading.cards]
        if groups:
            known = tuple(joined(group) for group in groups)
            sent = tuple(joined([sighting]) for sighting in sightings)
            here = View(known, newest.width, newest.height)
            pairs = same_cards(here, View(sent, newest.width, newest.height), flat(np.eye(3)))
            for at, number in pairs:
                groups[at].append(sightings[number])
            taken = {number for _, number in pairs}
        else:
            taken = set()
        # What one look alone saw, and later ones did not, lies there no more.
        if look is looks[-1]:
            groups.extend([sighting] for number, sighting in enumerate(sightings) if number not in taken)
    cards = tuple(_as_now(group) for group in groups)
    cards = with_doubtful_cards(cards, (newest.width, newest.height))
    doubts = reading_doubts(cards, newest.width, newest.height, newest.thresholds)
    return replace(newest, cards=cards, doubts=(*doubts, *about_the_whole(newest.doubts)))


def _as_now(group: Sequence[Sighting]) -> SeenCard:
    whole = joined(group)
    best = max((one.card for one in group), key=clearness)
    return replace(told(best, whole, len(group)), quad=whole.quad, indices=whole.indices)
