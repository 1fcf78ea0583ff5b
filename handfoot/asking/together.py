"""What several things in doubt open of an interval together: each may be what it was read as, or something else."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Generic, TypeVar

from handfoot.asking.unsaid import moved
from scorer.scoring.account import SideTally

Other = TypeVar("Other", covariant=True)

MOST_TOGETHER = 48
"""So many make-ups are tried of what is in doubt; of more, each thing by itself, and all of them at once."""


@dataclass(frozen=True)
class Choice(Generic[Other]):
    """What else a thing may be. Of things that are ``alike`` only how many are otherwise tells, not which of them."""

    alike: Hashable
    others: Sequence[Other]


def few(choices: Sequence[Choice[Other]]) -> bool:
    """Return whether every make-up can be tried."""
    lots = _lots(choices)
    return prod(comb(len(lot) + len(choices[lot[0]].others), len(lot)) for lot in lots) <= MOST_TOGETHER


def make_ups(choices: Sequence[Choice[Other]]) -> Iterator[Mapping[int, Other]]:
    """Yield what the things may be together: which of them, from 0, are otherwise, and what; every way if ``few``.

    Of things that are alike the first ones are.
    """
    if few(choices):
        lots = _lots(choices)
        ways = (combinations_with_replacement(range(len(choices[lot[0]].others) + 1), len(lot)) for lot in lots)
        for picked in product(*ways):
            told = [pair for lot, picks in zip(lots, picked, strict=True) for pair in zip(lot, picks, strict=True)]
            made = {number: choices[number].others[pick] for number, pick in told if pick < len(choices[number].others)}
            if made:
                yield made
    else:
        yield from ({number: other} for number, choice in enumerate(choices) for other in choice.others)
        yield {number: choice.others[0] for number, choice in enumerate(choices)}


@dataclass(frozen=True)
class Opened:
    """How far things in doubt open the interval, and what telling each narrows it by, points.

    spans: how far each opens it at most, together with those that were tried with it.
    """

    least: int
    most: int
    widths: tuple[int, ...]
    spans: tuple[int, ...]


def opened_by(
    base: SideTally, tried: Sequence[tuple[AbstractSet[int], SideTally]], choices: Sequence[Choice[Other]]
) -> Opened:
    """Return what things in doubt open together. tried: the score of each of their ``make_ups``, and which it is of.

    Two that move nothing each by itself may finish a book together: each is worth what it is beside the others. Any two
    of three may finish it, too: what the widths lack of the whole is worth any of them. Where not every make-up was
    tried, all of them are taken to move what each does by itself, at least.
    """
    lots = {number: lot for lot in _lots(choices) for number in lot}
    numbers = range(len(choices))
    firsts = [number if not few(choices) else lots[number][0] for number in numbers]
    alone = [moved(base, [score for others, score in tried if others == {number}]) for number in firsts]
    least, most = moved(base, [score for _, score in tried])
    if few(choices):
        lasts = [lots[number][-1] for number in numbers]
        rests = [moved(base, [score for others, score in tried if number not in others]) for number in lasts]
    else:
        apart = sum(down for down, _ in alone), sum(up for _, up in alone)
        least, most, rests = min(least, apart[0]), max(most, apart[1]), [apart] * len(choices)
    beside = (most - least - (up - down) for down, up in rests)
    widths = [max(up - down, more) for (down, up), more in zip(alone, beside, strict=True)]
    lacking = max(most - least - sum(widths), 0)
    told = tuple(width + lacking if width or not any(widths) else 0 for width in widths)
    return Opened(least, most, told, (most - least,) * len(widths))


def _lots(choices: Sequence[Choice[Other]]) -> Sequence[Sequence[int]]:
    """Return the numbers of the things, those that are alike together."""
    lots: dict[Hashable, list[int]] = {}
    for number, choice in enumerate(choices):
        lots.setdefault((choice.alike, len(choice.others)), []).append(number)
    return list(lots.values())
