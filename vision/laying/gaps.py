"""What may lie, unread, in the gaps of even melds: between two cards that lie upon each other twice a step apart."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from scorer.faces import Face
from vision.corners import CornerKind, Ink
from vision.laying.clusters import LIES_ON
from vision.laying.piles import Pile, PileKind
from vision.laying.spread import spread_of
from vision.seen import RunnerUp, SeenCard, SeenIndex, as_box, as_quad

A_GAP, EVEN, A_ROW = (1.7, 2.6), 1.5, 4
"""Of a meld of so many cards or more whose steps are even, the longest at most so many times the shortest, one other
step so many times the usual one, from and to, is a gap that a card may fill which nobody read."""

LIES_THERE = 0.2
"""How likely a card does lie in such a gap, where nothing shows."""

USUALLY = 0.8
"""How likely that is of the meld's rank; the rest is shared by the two wilds."""

AT_ONE_PLACE = 0.25
"""What shows at most so many card widths from the middle of a gap is what may fill it."""


def cards_in_gaps(
    cards: tuple[SeenCard, ...], piles: Sequence[Pile], faint: Sequence[SeenCard]
) -> tuple[SeenCard, ...]:
    """Return what may lie in the gaps of a photo's melds, but for what shows there and is too faint to count.

    piles: the photo's, with the numbers of its cards. faint: what is too faint. What may lie in a gap has its outline
    and its index halfway between those of its neighbours, and of its face nothing is known but what it lies in.
    """
    shown = [one.corners.mean(axis=0) for one in faint]
    melds = (pile for pile in piles if pile.kind is PileKind.MELD and pile.rank is not None)
    found = (card for pile in melds if (card := _in_gap(cards, pile)) is not None)
    return tuple(card for card in found if all(_apart(card, place) > AT_ONE_PLACE for place in shown))


def _apart(card: SeenCard, place: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(card.corners.mean(axis=0) - place)) / max(card.width_px, 1.0)


def _in_gap(cards: tuple[SeenCard, ...], meld: Pile) -> SeenCard | None:
    if len(meld.cards) < A_ROW:
        return None
    spread = spread_of(tuple(cards[number] for number in meld.cards))
    line = spread.middles[-1] - spread.middles[0]
    along = spread.middles @ line
    order = np.argsort(along)
    steps = np.diff(along[order])
    longest = int(steps.argmax())
    others = np.delete(steps, longest)
    first, second = order[longest : longest + 2]
    even = 0 < others.max() < EVEN * others.min()
    gaps = even and A_GAP[0] <= steps[longest] / np.median(others) <= A_GAP[1]
    if not gaps or spread.gaps[first, second] >= LIES_ON:
        return None
    assert meld.rank is not None
    return _halfway(cards[meld.cards[first]], cards[meld.cards[second]], meld.rank)


def _halfway(first: SeenCard, second: SeenCard, rank: Face) -> SeenCard:
    """Return what may lie halfway between two cards."""
    step = second.corners.mean(axis=0) - first.corners.mean(axis=0)
    box = np.mean([np.reshape(index.box, (2, 2)) for index in _alike(first, second, step)], axis=0)
    wild = (1 - USUALLY) / 2
    return SeenCard(
        face=rank,
        suit=None,
        ink=Ink.OTHER,
        confidence=USUALLY,
        quad=as_quad(first.corners + step / 2),
        indices=(SeenIndex(as_box(box.reshape(4)), rank, 0.0, CornerKind.INDEX, 0.0),),
        runners_up=(RunnerUp(Face.WILD_20, wild), RunnerUp(Face.WILD_50, wild)),
        presence=LIES_THERE,
    )


def _alike(first: SeenCard, second: SeenCard, step: NDArray[np.float64]) -> tuple[SeenIndex, SeenIndex]:
    """Return of two cards a step apart, px, the indices that lie most nearly at the same place of both."""

    def off(pair: tuple[SeenIndex, SeenIndex]) -> float:
        one, other = (np.reshape(index.box, (2, 2)).mean(axis=0) for index in pair)
        return float(np.linalg.norm(other - one - step))

    return min(product(first.indices, second.indices), key=off)
