"""Votes inside a meld: what a card most likely is, given how it reads and which cards it lies between."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scorer.faces import WILDS, Face
from scorer.words import one, plural
from vision.doubting.doubts import Doubt, DoubtCode
from vision.laying.clusters import ALIGNED, LIES_ON, rank_of
from vision.laying.spread import Spread, spread_of
from vision.photoreading import PhotoReading
from vision.seen import RunnerUp, SeenCard

SURE_VOTER = 0.9
"""Only cards this sure of themselves vote."""

SETTLED = 0.97
"""A card voted into its meld is in doubt unless it is this likely."""

BETWEEN = {"same": 0.92, "wild": 0.07, "other": 0.01}
"""How often a card that lies between two of one rank is of that rank, a wild, or of another."""

AT_THE_END = {"same": 0.70, "wild": 0.25, "other": 0.05}
"""The same of a card that lies next to two of one rank, at the end of the meld, where people put their wilds."""


_ABOUT_THE_FACE = (DoubtCode.LOW_CONFIDENCE, DoubtCode.CORNERS_DISAGREE)


def vote(cards: tuple[SeenCard, ...]) -> tuple[tuple[SeenCard, ...], tuple[Doubt, ...]]:
    """Return the cards of a played area or of fanned books, the misread ones given the rank of the meld they lie in.

    A card is given that rank where how it reads and how often such a place holds another card, together, speak for
    it; it is in doubt unless they do so plainly. What reads with certainty stays as it reads.
    """
    spread = spread_of(cards)
    voted, doubts = list(cards), []
    for number, card in enumerate(cards):
        if card.face is None or card.face is Face.UNREAD or card.face is Face.RED_THREE:
            continue
        rank, places = _said_by_neighbours(number, cards, spread)
        if rank in (None, card.face) or (chances := _likelier(card, rank, places)) is None:
            continue
        likely = chances.pop(rank)
        others = tuple(RunnerUp(face, chance) for face, chance in sorted(chances.items(), key=lambda one: -one[1]))
        voted[number] = replace(card, face=rank, confidence=likely, runners_up=others)
        if likely < SETTLED:
            say = f"this reads as {one(card.face)}, but lies in the meld of {plural(rank)}: which is it?"
            doubts.append(Doubt(DoubtCode.LONE_RANK, (number,), say))
    return tuple(voted), tuple(doubts)


def voted(reading: PhotoReading, among: Sequence[int] | None = None) -> PhotoReading:
    """Return the reading of a played area or of fanned books after the vote, its doubts with it.

    among: the numbers of the cards that lie there, by default all.
    """
    numbers = range(len(reading.cards)) if among is None else among
    some, about_some = vote(tuple(reading.cards[number] for number in numbers))
    now = dict(zip(numbers, some, strict=True))
    cards = tuple(now.get(number, card) for number, card in enumerate(reading.cards))
    doubts = tuple(replace(doubt, about=tuple(numbers[few] for few in doubt.about)) for doubt in about_some)
    settled = {number for number, card in enumerate(cards) if card is not reading.cards[number]}
    kept = tuple(
        doubt for doubt in reading.doubts if doubt.code not in _ABOUT_THE_FACE or not settled.issuperset(doubt.about)
    )
    return replace(reading, cards=cards, doubts=(*kept, *doubts))


def _said_by_neighbours(
    number: int, cards: tuple[SeenCard, ...], spread: Spread
) -> tuple[Face | None, dict[str, float]]:
    """Return the rank that both of a card's nearest neighbours in a line have, if any, and what such a place tells."""
    near = (spread.gaps[number] < LIES_ON) & (spread.angles[number] < ALIGNED)
    near[number] = False
    order = [int(j) for j in np.argsort(spread.offsets[number], kind="stable") if near[j]]
    if len(order) < 2:
        return None, {}
    away = spread.middles - spread.middles[number]
    first = order[0]
    opposite = [j for j in order[1:] if float(away[j] @ away[first]) < 0]
    second = opposite[0] if opposite else order[1]
    if spread.offsets[number, second] > 2.5 * spread.offsets[number, first]:
        # What lies so much further on the other side belongs to another meld.
        opposite, second = [], order[1]
    ranks = {rank_of(cards[j]) for j in (first, second)}
    if len(ranks) != 1 or any(cards[j].confidence < SURE_VOTER for j in (first, second)):
        return None, {}
    return ranks.pop(), BETWEEN if opposite else AT_THE_END


def _likelier(card: SeenCard, rank: Face, places: dict[str, float]) -> dict[Face, float] | None:
    """Return how likely a card has each face that it may have, together 1; None if it is rather what it reads as than
    of the neighbours' rank.
    """
    assert card.face is not None
    held = {card.face: card.confidence} | {other.face: other.confidence for other in card.runners_up}
    found = {
        face: chance * places["same" if face is rank else "wild" if face in WILDS else "other"]
        for face, chance in held.items()
    }
    if found.get(rank, 0.0) <= found[card.face]:
        return None
    return {face: chance / sum(found.values()) for face, chance in found.items()}
