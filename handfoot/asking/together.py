"""What several things in doubt open of an interval together: each may be what it was read as, or something else."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TypeVar

from handfoot.asking.unsaid import moved
from scorer.scoring.account import SideTally

Other = TypeVar("Other")

MOST_TOGETHER = 48
"""So many make-ups are tried of what is in doubt; of more, each thing by itself, and all of them at once."""


def few(choices: Sequence[Sequence[object]]) -> bool:
    """Return whether every make-up can be tried. choices: what else each thing may be."""
    return prod(len(others) + 1 for others in choices) <= MOST_TOGETHER


def make_ups(choices: Sequence[Sequence[Other]]) -> Iterator[Mapping[int, Other]]:
    """Yield what the things may be together: which of them, from 0, are otherwise, and what; every way if ``few``."""
    if few(choices):
        ways = product(*([None, *((number, other) for other in others)] for number, others in enumerate(choices)))
        yield from (dict(one for one in picked if one is not None) for picked in ways if any(picked))
    else:
        yield from ({number: other} for number, others in enumerate(choices) for other in others)
        yield {number: others[0] for number, others in enumerate(choices)}


@dataclass(frozen=True)
class Opened:
    """How far things in doubt open the interval, and what telling each narrows it by, points."""

    least: int
    most: int
    widths: tuple[int, ...]


def opened_by(
    base: SideTally, tried: Sequence[tuple[AbstractSet[int], SideTally]], choices: Sequence[Sequence[object]]
) -> Opened:
    """Return what things in doubt open together. tried: the score of each of their ``make_ups``, and which it is of.

    Two that move nothing each by itself may finish a book together: each is worth what it is beside the others. Any two
    of three may finish it, too: what the widths lack of the whole is worth any of them. Where not every make-up was
    tried, all of them are taken to move what each does by itself, at least.
    """
    numbers = range(len(choices))
    alone = [moved(base, [score for others, score in tried if others == {number}]) for number in numbers]
    least, most = moved(base, [score for _, score in tried])
    if few(choices):
        rests = [moved(base, [score for others, score in tried if number not in others]) for number in numbers]
    else:
        apart = sum(down for down, _ in alone), sum(up for _, up in alone)
        least, most, rests = min(least, apart[0]), max(most, apart[1]), [apart] * len(choices)
    beside = (most - least - (up - down) for down, up in rests)
    widths = [max(up - down, more) for (down, up), more in zip(alone, beside, strict=True)]
    lacking = max(0, most - least - sum(widths))
    return Opened(least, most, tuple(width + lacking if width or not any(widths) else 0 for width in widths))
