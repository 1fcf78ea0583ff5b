"""Whether readings are as sure as they are right: stated confidence against the share that was right."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from handfoot.csvtext import csv_text
from handfoot.evaluation.matching import IndexMatch
from scorer.faces import Face
from vision.photoreading import PhotoReading

EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998, 1.0)
"""The bins' edges: narrow near 1, where nearly all readings lie."""

DRAWS = 200
"""How often chance is drawn, to see what it alone would do."""

COLUMNS = ("photos", "what", "from", "to", "read", "right", "mean_confidence")


class What(StrEnum):
    """What was read: a corner index by itself, or a card by as many of its corners as show."""

    INDEX = "index"
    ONE_CORNER = "card, 1 corner"
    MORE_CORNERS = "card, 2 or more"


@dataclass(frozen=True)
class Said:
    """One reading: how sure it was of its face, and whether it was right."""

    what: What
    confidence: float
    right: bool


@dataclass(frozen=True)
class Bin:
    """The readings whose confidence lies from ``low`` to ``high``; confidence: their mean."""

    low: float
    high: float
    read: int
    right: int
    confidence: float

    @property
    def gap(self) -> float:
        """How much less often they were right than they said; below 0 where they were right more often."""
        return self.confidence - self.right / self.read


def said_of(reading: PhotoReading, match: IndexMatch, *, complete: bool) -> tuple[Said, ...]:
    """Return how sure a photo's faces were, and which were right: each index, then each card.

    match: of the reading's indices in their order, card by card. complete: whether every corner is labelled; if so, a
    face read where no index is labelled is wrong, else it is left out.
    """
    indices: list[Said] = []
    cards: list[Said] = []
    places = iter(match.places)
    for card in reading.cards:
        labels = [(index, next(places)) for index in card.indices]
        if not card.is_read:
            continue
        read = [(index, label) for index, label in labels if index.face is not Face.UNREAD]
        for index, label in read:
            if label is not None or complete:
                indices.append(Said(What.INDEX, index.confidence, label is not None and index.face in label.faces))
        known = [label for _, label in read if label is not None]
        if known or complete:
            what = What.ONE_CORNER if len(card.indices) == 1 else What.MORE_CORNERS
            right = bool(known) and all(card.face in label.faces for label in known)
            # Where what is no card at all is wrong, too, a card is as sure as its face and its being there together.
            sure = card.confidence * (card.presence if complete else 1.0)
            cards.append(Said(what, sure, right))
    return (*indices, *cards)


def binned(said: Iterable[Said]) -> tuple[Bin, ...]:
    """Return the bins that have readings, the unsure ones first."""
    bins: list[list[Said]] = [[] for _ in EDGES[1:]]
    for one in said:
        place = sum(one.confidence >= edge for edge in EDGES[1:-1])
        bins[place].append(one)
    return tuple(
        Bin(low, high, len(ones), sum(one.right for one in ones), sum(one.confidence for one in ones) / len(ones))
        for low, high, ones in zip(EDGES[:-1], EDGES[1:], bins, strict=True)
        if ones
    )


def calibration_error(bins: Sequence[Bin]) -> float | None:
    """Return the expected calibration error, 0-1: the mean gap of a reading's bin; None without readings."""
    read = sum(one.read for one in bins)
    return sum(abs(one.gap) * one.read for one in bins) / read if read else None


def error_by_chance(said: Sequence[Said]) -> float:
    """Return the calibration error that as many readings would show on average if they were as right as they say."""
    confidences = np.array([one.confidence for one in said])
    places = np.digitize(confidences, EDGES[1:-1])
    rng = np.random.default_rng(0)
    right = rng.random((DRAWS, len(said))) < confidences
    gaps = [np.abs(np.bincount(places, confidences - drawn)).sum() for drawn in right]
    return float(np.mean(gaps)) / len(said)


def reliability_csv(groups: Iterable[tuple[str, Sequence[Said]]]) -> str:
    """Return a CSV with a row per bin of each group's readings."""
    rows = (
        (name, what.value, one.low, one.high, one.read, one.right, round(one.confidence, 5))
        for name, said in groups
        for what in What
        for one in binned(each for each in said if each.what is what)
    )
    return csv_text(COLUMNS, rows)
