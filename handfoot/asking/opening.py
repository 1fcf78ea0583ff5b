"""What all that is in doubt of a side opens of its interval: tried at once or, where that is too much, by places."""

from collections.abc import Callable, Hashable, Sequence

from handfoot.asking.doubted import Doubted
from handfoot.asking.together import Opened, few, make_ups, opened_by
from scorer.record import Side
from scorer.scoring.account import SideTally

Score = Callable[[Side], SideTally]

Part = Sequence[int]
"""Numbers of things in doubt, from 0, in the order of ``Doubted.choices``."""


def opened(doubted: Doubted, score: Score) -> Opened:
    """Return what all that is in doubt of a side opens of its interval. score: of the side as it may be.

    Of very much only what lies in one place is tried together: what several places change together is left out, as a
    bound that holds for sure is several times as wide as what may be.
    """
    everything = range(len(doubted.choices))
    if few(doubted.choices):
        return _opened(doubted, everything, score)
    parts = _by_place(doubted)
    found = [_opened(doubted, part, score) for part in parts]
    each = {
        thing: (width, span)
        for part, one in zip(parts, found, strict=True)
        for thing, width, span in zip(part, one.widths, one.spans, strict=True)
    }
    widths, spans = zip(*(each[thing] for thing in everything), strict=True)
    return Opened(sum(one.least for one in found), sum(one.most for one in found), widths, spans)


def _opened(doubted: Doubted, part: Part, score: Score) -> Opened:
    choices = [doubted.choices[thing] for thing in part]
    tried = [
        (set(made), score(doubted.otherwise({part[number]: other for number, other in made.items()})))
        for made in make_ups(choices)
    ]
    return opened_by(score(doubted.side), tried, choices)


def _by_place(doubted: Doubted) -> Sequence[Part]:
    """Return the cards by their places, all books, and each repeat by itself."""
    homes: dict[Hashable, list[int]] = {}
    for thing, maybe in enumerate(doubted.cards):
        homes.setdefault(maybe.place, []).append(thing)
    first = len(doubted.cards) + len(doubted.books)
    books = list(range(len(doubted.cards), first))
    return [*homes.values(), *([books] if books else ()), *([first + n] for n in range(len(doubted.repeats)))]
