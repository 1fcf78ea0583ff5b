"""What would make a problem none: in words, and as a change of the side or of the settings that is scored again."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorer.faces import Face
from scorer.record import Pile, Setting, Side

Change = Callable[[Side], Side]


def unchanged(side: Side) -> Side:
    """Return the side as it is: the remedy lies in the settings."""
    return side


@dataclass(frozen=True, slots=True)
class Remedy:
    """How a problem would be none.

    ``words`` begin a sentence that goes on with what would be; ``pile`` is the pile it speaks of, by its number from 1,
    None where it speaks of the score alone.
    """

    words: str
    change: Change = unchanged
    settings: Mapping[str, Setting] = field(default_factory=dict)
    pile: int | None = None


def relaid(number: int, *piles: Pile) -> Change:
    """Return the change that puts the first pile in the place of the one of that number, and the others last."""

    def change(side: Side) -> Side:
        return replace(side, piles=(*side.piles[: number - 1], piles[0], *side.piles[number:], *piles[1:]))

    return change


def joined(numbers: Sequence[int], together: Pile) -> Change:
    """Return the change that lays the cards of the piles of those numbers together in the place of the first."""
    first, *others = numbers

    def change(side: Side) -> Side:
        side = relaid(first, together)(side)
        for other in others:
            side = relaid(other, Pile())(side)
        return side

    return change


def taken_back(cards: Sequence[Face], *, number: int, kept: Iterable[Face] = ()) -> Change:
    """Return the change that leaves cards of the pile of that number in hand; ``kept`` stay in it."""

    def change(side: Side) -> Side:
        laid = relaid(number, Pile(cards=tuple(kept)))(side)
        return replace(laid, left=(*side.left, *cards))

    return change


def without(cards: Sequence[Face], taken: Iterable[Face]) -> tuple[Face, ...]:
    """Return the cards without as many of each face as were taken."""
    gone = Counter(taken)
    rest = []
    for card in cards:
        if gone[card]:
            gone[card] -= 1
        else:
            rest.append(card)
    return tuple(rest)
