"""The most probable legal reading of a whole table, over all sides and photos, and the odds of each other one.

What lies together is weighed by itself (``handfoot.asking.makeups``). All of it together must be in the decks: where
the likeliest ways hold more cards of a face than those, a beam search finds the cheapest change that does not.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice
from math import exp, inf

from handfoot.asking.lying import Together
from handfoot.asking.makeups import Legality, Way, ways
from scorer.faces import Face

BEAM = 48
"""So many tables are kept at each step of the search."""

OPTIONS = 40
"""So many ways of what lies together are tried in place of the likeliest where a face is too often on the table."""

Shares = Mapping[Face | None, float]
"""How likely a card is each thing, 1 together; None: no card lies there."""


@dataclass(frozen=True)
class Proof:
    """What the whole table tells of cards that lie together.

    best: the way they lie in its most probable legal reading. shares: of each card.
    """

    best: Way
    shares: tuple[Shares, ...]


def proof_of_table(groups: Sequence[Together], room: Mapping[Face, int], legality: Legality) -> tuple[Proof, ...]:
    """Return what the table tells of each group of cards on it.

    room: how many cards of each face the groups may hold together, empty where nobody said which decks are in play.
    A card's share of a face is that of the best reading of the table in which it has it, beside the best ones in which
    it has another.
    """
    search = _Search(groups, [ways(group, legality) for group in groups], room)
    best = search.best()
    return tuple(_proof(search, best, number) for number in range(len(groups)))


def _proof(search: "_Search", best: "_Table", number: int) -> Proof:
    group, own = search.groups[number], best.ways[number]
    likeliest: list[dict[Face | None, float]] = [{} for _ in group.cards]
    for way in search.options[number]:
        new = [place for place, face in enumerate(way.choice) if face not in likeliest[place]]
        if not new:
            continue
        weight = way.weight - own.weight - search.price(best, number, way)
        for place, face in enumerate(way.choice):
            likeliest[place][face] = max(weight, likeliest[place].get(face, weight))
    return Proof(own, tuple(_shares(card) for card in likeliest))


def _shares(logs: Mapping[Face | None, float]) -> Shares:
    most = max(logs.values())
    odds = {face: exp(value - most) for face, value in logs.items()}
    total = sum(odds.values())
    return {face: value / total for face, value in odds.items()}


@dataclass(frozen=True)
class _Table:
    """A way for each group. cost: how much less likely they are than where the search began. over: cards too many."""

    ways: tuple[Way, ...]
    held: Counter[Face]
    cost: float
    over: int


class _Search:
    """Finds the best ways that the decks can hold."""

    def __init__(self, groups: Sequence[Together], options: Sequence[Sequence[Way]], room: Mapping[Face, int]) -> None:
        self.groups, self.options, self.room = groups, options, room

    def best(self) -> _Table:
        """Return the likeliest table that the decks hold, or the one that comes nearest to that."""
        ways = tuple(own[0] for own in self.options)
        held: Counter[Face] = Counter()
        for group, way in zip(self.groups, ways, strict=True):
            held += _held(group, way)
        return self._mended(_Table(ways, held, 0.0, self._over(held)))

    def price(self, best: _Table, number: int, way: Way) -> float:
        """Return what it costs beside that the decks hold the best table with another way in it."""
        table = self._with(best, number, way)
        if table.over <= best.over:
            return 0.0
        mended = self._mended(table, fixed=number)
        return mended.cost - table.cost if mended.over <= best.over else inf

    def _mended(self, table: _Table, fixed: int | None = None) -> _Table:
        beam, done = [table], table
        while True:
            steps = [step for one in beam for step in self._steps(one, fixed) if done.over or step.cost < done.cost]
            if not steps:
                return done
            done = min((done, *steps), key=lambda one: (one.over, one.cost))
            more = {one.ways: one for one in steps if one.over}
            gained = table.over
            beam = nsmallest(BEAM, more.values(), key=lambda one: (one.cost / (gained - one.over), one.cost))

    def _steps(self, table: _Table, fixed: int | None) -> Iterator[_Table]:
        """Yield the tables that are over in fewer cards, by another way of one group."""
        face = next((face for face, most in self.room.items() if table.held[face] > most), None)
        for number, group in enumerate(self.groups):
            if face is None or number == fixed or face not in table.ways[number].choice:
                continue
            held = _held(group, table.ways[number])[face]
            fewer = (way for way in self.options[number] if _held(group, way)[face] < held)
            changed = (self._with(table, number, way) for way in islice(fewer, OPTIONS))
            yield from (one for one in changed if one.over < table.over)

    def _with(self, table: _Table, number: int, way: Way) -> _Table:
        old, group = table.ways[number], self.groups[number]
        held = table.held.copy()
        held.subtract(_held(group, old))
        held.update(_held(group, way))
        ways = (*table.ways[:number], way, *table.ways[number + 1 :])
        return _Table(ways, held, table.cost + old.weight - way.weight, self._over(held))

    def _over(self, held: Counter[Face]) -> int:
        return sum(max(held[face] - most, 0) for face, most in self.room.items())


def _held(group: Together, way: Way) -> Counter[Face]:
    """Return how many cards of each face lie there at least."""
    held: Counter[Face] = Counter()
    for card, face in zip(group.cards, way.choice, strict=True):
        if face is not None:
            held[face] += card.stands_for
    return held
