"""What cards that lie together may be, each way with its weight: how they read, and how often such cards lie so.

A way is weighed by ``prod p(f) * s(f)`` over its cards: ``p`` is the chance that the reading gives the face, or that no
card lies there, and ``s`` how much likelier the face is in such a place than anywhere. Among the cards of a meld its
rank is far likelier than any other. What no card is, print that lies about, may read as anything: so a card that
reads as the cards around it do most likely lies there, and a stranger among them hardly. A meld that the rules forbid
is unlikely, and so is one of more cards than a book needs.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from math import log

from handfoot.asking.lying import Lying, Together, Where
from scorer.faces import FACES, NATURAL_RANKS, WILDS, Face
from vision.joining.cards import SHARED

Choice = tuple[Face | None, ...]
"""What each of the cards is, in their order; None: no card."""

Legality = Callable[[int, int, int], float]
"""Tells how likely the rules make a meld, as a natural logarithm, by its cards of one rank, wilds and strangers."""

SAME, WILD, STRANGER = 0.85 * len(FACES), 1.5, 0.15
"""How much likelier a card of a meld has its rank, is a wild of one kind, or has another face, than a card anywhere.

Some .85 of a meld's cards have its rank; a wild is as likely as print that reads as one; a stranger hardly lies there.
"""

LONE_RED_THREE, LONE_OTHER = 5.0, 0.2
"""How much likelier a card that lies alone in the played area is a red 3, or anything else, than a card anywhere."""

RED_FOR_BLACK = 500.0
"""How much likelier than anywhere a black 3 is a red one where it may not lie: asked about, however surely it was read.
Of a red 3 whose ink looks black the nets are surest where the whole deck is printed so."""

RANKS = 4
"""So many ranks are tried for a meld, the likeliest."""

NEVER = 1e-9

CONSIDERED = 5e-4
"""Faces less likely than this are left out, where the cards beside do not speak for them."""


@dataclass(frozen=True)
class Way:
    """One way that cards lying together may be. weight: natural logarithm; only differences mean something."""

    choice: Choice
    weight: float


def ways(group: Together, legality: Legality) -> tuple[Way, ...]:
    """Return the likeliest ways for cards lying together, the best first; what they count as now is among them."""
    found: dict[Choice, Way] = {}
    for rank, logs in _hypotheses(group):
        for choice in _choices(group, rank, logs):
            weight = sum(chances[face] for chances, face in zip(logs, choice, strict=True))
            weight += _said_again(group, choice)
            if group.where is Where.MELD:
                weight += _as_a_meld(choice, rank, legality)
            if choice not in found or found[choice].weight < weight:
                found[choice] = Way(choice, weight)
    return tuple(sorted(found.values(), key=lambda way: -way.weight))


def _hypotheses(group: Together) -> list[tuple[Face | None, list[dict[Face | None, float]]]]:
    """Return the ranks that cards lying together may be of, with what each card then adds as each thing it may be."""
    ranks: tuple[Face | None, ...] = (group.top,)
    if group.where is Where.MELD:
        spoken = {face for card in group.cards for face, chance in card.chances if chance > CONSIDERED}
        ranks = tuple(face for face in NATURAL_RANKS if face in spoken) or (None,)
    tried = [(rank, [_logs(card, group.where, rank) for card in group.cards]) for rank in ranks]
    return nlargest(RANKS, tried, key=lambda one: sum(max(chances.values()) for chances in one[1]))


def _logs(card: Lying, where: Where, rank: Face | None) -> dict[Face | None, float]:
    """Return what a card adds to the weight as each thing that it may be."""
    return {face: log(max(chance * _likelier(face, where, rank), NEVER)) for face, chance in card.chances}


def _likelier(face: Face | None, where: Where, rank: Face | None) -> float:
    if face is None or where in (Where.LEFT, Where.TOP):
        return 1.0
    if where in (Where.RED_THREES, Where.BESIDE):
        return LONE_RED_THREE if face is Face.RED_THREE else LONE_OTHER
    if where is Where.BLACK_THREES:
        return RED_FOR_BLACK if face is Face.RED_THREE else 1.0
    if face in WILDS:
        return WILD if where is Where.MELD else SAME / 2
    return SAME if face is rank else STRANGER


def _choices(group: Together, rank: Face | None, logs: Sequence[Mapping[Face | None, float]]) -> Iterator[Choice]:
    """Yield the ways worth weighing: the likeliest of each card, all of the rank, as they count now, none at all.

    Of each of these so do all in which one card more is another.
    """
    now = tuple(card.counts for card in group.cards)
    best = tuple(max(chances, key=lambda face: chances[face]) for chances in logs)
    starts = {best, now}
    if group.where is Where.MELD:
        turned = (
            rank if face in NATURAL_RANKS and rank in chances else face for face, chances in zip(now, logs, strict=True)
        )
        gone = tuple(None if None in chances else face for face, chances in zip(now, logs, strict=True))
        starts |= {tuple(turned), gone}
    # What a card is where it lies alone, and in a meld, counts however little the reader holds of it.
    likely = Face.RED_THREE if group.where is Where.BLACK_THREES else rank
    kept = [
        tuple(face for face, chance in card.chances if chance > CONSIDERED or face is likely) for card in group.cards
    ]
    for start in starts:
        yield start
        for number, faces in enumerate(kept):
            yield from ((*start[:number], face, *start[number + 1 :]) for face in faces if face is not start[number])


def _as_a_meld(choice: Choice, rank: Face | None, legality: Legality) -> float:
    same, wilds = choice.count(rank) if rank is not None else 0, sum(face in WILDS for face in choice)
    size = len(choice) - choice.count(None)
    return legality(same, wilds, size - same - wilds)


def _said_again(group: Together, choice: Choice) -> float:
    """Return what is to be added where several cards were misread in the same way.

    The same net read the same print in the same light: the second such error says little that the first did not, as
    with the two corners of one card.
    """
    pairs = [(card.counts, face) for card, face in zip(group.cards, choice, strict=True)]
    misread = Counter(pair for pair in pairs if pair[0] is not None and pair[0] is not pair[1])
    again = {pair: number for pair, number in misread.items() if number > 1}
    lost = dict.fromkeys(again, 0.0)
    for card, pair in zip(group.cards, pairs, strict=True):
        if pair in again:
            now, then = (max(card.chance(face), NEVER) for face in pair)
            lost[pair] += log(then / now)
    return float(sum(lost[pair] * (number**-SHARED - 1) for pair, number in again.items()))
