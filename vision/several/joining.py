"""One card seen in several photos: what they say of it together, the better photo deciding."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scorer.faces import FACES, Face
from vision.seen import SeenCard, SeenIndex, as_box, as_quad, face_chances, likeliest, quad_width
from vision.several.planes import Floats, Sends

SURE = 0.97
"""Two photos that each read a card as surely as this, and as two faces, leave open which it is."""

LEAST = 1e-3
"""No photo holds a face for less likely than this: photos of one card share their errors."""

LEAST_SAY = 0.3
"""What the poorest photo says counts at least so much of what the best one says."""

SAME_END = 0.3
"""Indices nearer than this in one plane, card widths, are one."""


@dataclass(frozen=True)
class Sighting:
    """A card in one photo. ``plane`` sends the photo's px to those of the plane all photos are laid on."""

    card: SeenCard
    plane: Sends


def clearness(card: SeenCard) -> float:
    """Return how clearly a card shows: the size of its largest index in px, by how sure it was found and read."""
    return max((index.size_px * index.score for index in card.indices), default=0.0) * max(card.confidence, 0.05)


def joined(sightings: Sequence[Sighting]) -> SeenCard:
    """Return the card that is seen in several photos, as it lies in the common plane.

    Its face is the likeliest by all photos, each weighed by how large it shows the card. Of one alone it stays.
    """
    placed = max(sightings, key=lambda one: (len(one.card.indices), clearness(one.card)))
    lying = replace(placed.card, quad=as_quad(placed.plane.send(placed.card.corners)), indices=_indices(sightings))
    if len(sightings) == 1:
        return lying
    # What several photos show is there, though each may show it faintly.
    lying = replace(lying, presence=1.0 - float(np.prod([1.0 - one.card.presence for one in sightings])))
    known = [one.card for one in sightings if one.card.is_read]
    if not known:
        best = max(sightings, key=lambda one: (clearness(one.card), len(one.card.indices)))
        return replace(lying, face=best.card.face, confidence=best.card.confidence)
    largest = max(_size(card) for card in known)
    says = (max(_size(card) / largest, LEAST_SAY) * np.log(face_chances(card, LEAST)) for card in known)
    logs = sum(says, np.zeros(len(FACES)))
    shares = np.exp(logs - logs.max())
    shares /= shares.sum()
    likely, *others = likeliest(shares)
    agreeing = [card for card in known if card.face is likely.face]
    telling = max(agreeing or known, key=clearness)
    suits = [card.suit for card in sorted(agreeing, key=clearness, reverse=True) if card.suit is not None]
    return replace(
        lying,
        face=likely.face,
        suit=suits[0] if suits else telling.suit,
        ink=telling.ink,
        confidence=likely.confidence,
        runners_up=tuple(other for other in others if other.confidence > 0),
    )


def differing(cards: Sequence[SeenCard]) -> bool:
    """Tell whether photos of one card read two faces, each of them surely."""
    faces = {card.face for card in cards if card.confidence >= SURE and card.face is not Face.UNREAD}
    return len(faces) > 1


def told(card: SeenCard, together: SeenCard) -> SeenCard:
    """Return a card where one photo shows it, with what all photos say of it together."""
    return replace(together, quad=card.quad, indices=card.indices)


def _size(card: SeenCard) -> float:
    return max((index.size_px for index in card.indices), default=1.0)


def _indices(sightings: Sequence[Sighting]) -> tuple[SeenIndex, ...]:
    """Return the indices that any photo shows, each end once, in the common plane; seen twice they are found surer."""
    kept: list[tuple[SeenIndex, Floats]] = []
    for one in sorted(sightings, key=lambda sighting: -clearness(sighting.card)):
        for index in one.card.indices:
            x1, y1, x2, y2 = index.box
            box = one.plane.send(np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], np.float64))
            middle, width = box.mean(axis=0), quad_width(one.plane.send(one.card.corners))
            again = next(
                (at for at, (_, other) in enumerate(kept) if np.linalg.norm(other - middle) < SAME_END * width), None
            )
            if again is None:
                kept.append((replace(index, box=as_box(np.concatenate([box.min(axis=0), box.max(axis=0)]))), middle))
            else:
                first, place = kept[again]
                kept[again] = replace(first, score=1 - (1 - first.score) * (1 - index.score)), place
    return tuple(index for index, _ in kept)
