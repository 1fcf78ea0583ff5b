"""What the table as a whole gives away: more cards of a face than the decks hold, several sides that went out."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorer.account import Problem, ProblemCode
from scorer.ending import NOT_OUT
from scorer.faces import FACES, Face
from scorer.heaps import Heap, heap_up
from scorer.house import House, house_for
from scorer.record import Record, Side
from scorer.rules import RuleSet
from scorer.settings import SettingName
from scorer.words import counted, faces, listed


def table_problems(house: House, record: Record, heaps: Sequence[Sequence[Heap]]) -> tuple[Problem, ...]:
    """Return what is wrong with the table; ``heaps`` are those of the record's sides, in order."""
    return (*_went_out_twice(house, record), *_over_decks(house, record, heaps))


def _went_out_twice(house: House, record: Record) -> tuple[Problem, ...]:
    out = [side.name for side in record.sides if side.went_out]
    if len(out) < 2:
        return ()
    say = f"{listed(out)} each say that they went out; only one side can"
    return (Problem(ProblemCode.TWO_SIDES_WENT_OUT, "going out", say, house.rules.ending.clause, NOT_OUT),)


@dataclass(frozen=True, slots=True)
class FaceCount:
    """How many cards of a face lie on the table at least, and how many the decks in play hold."""

    face: Face
    seen: int
    most: int

    @property
    def over(self) -> int:
        """How many there are too many."""
        return max(self.seen - self.most, 0)


def face_counts(record: Record, rules: RuleSet) -> tuple[FaceCount, ...]:
    """Return the count of every face against the decks in play, in the order of the faces; none where nobody said them.

    Raises:
        ScorerError: if the record's settings or its round do not fit the rule set.
    """
    house = house_for(rules, record)
    return tuple(_counts(house, record, [heap_up(house, side.piles) for side in record.sides]))


def _over_decks(house: House, record: Record, heaps: Sequence[Sequence[Heap]]) -> tuple[Problem, ...]:
    decks = _decks(house, record)
    problems = []
    for count in _counts(house, record, heaps):
        if count.over:
            hold = f"{counted(decks, 'deck')} {'holds' if decks == 1 else 'hold'}"
            say = f"{faces(count.seen, count.face)} on the table, but {hold} {count.most}"
            problems.append(Problem(ProblemCode.COUNT_OVER_DECKS, count.face.value, say, house.rules.decks.clause))
    return tuple(problems)


def _decks(house: House, record: Record) -> int:
    """Return the decks in play, 0 where nobody said."""
    return record.decks or house.rules.decks.decks or 0


def _counts(house: House, record: Record, heaps: Sequence[Sequence[Heap]]) -> Iterator[FaceCount]:
    composition = house.rules.decks
    decks = _decks(house, record)
    if not decks:
        return
    seen: Counter[Face] = Counter()
    for side, own in zip(record.sides, heaps, strict=True):
        seen += least_cards(side, own)
    in_deck = {
        Face.WILD_20: composition.wild_20,
        Face.WILD_50: house.points(SettingName.JOKERS_PER_DECK)
        if house.has(SettingName.JOKERS_PER_DECK)
        else composition.wild_50,
        Face.RED_THREE: composition.red_3,
        Face.BLACK_THREE: composition.black_3,
    }
    for face in FACES:
        yield FaceCount(face, seen[face], in_deck.get(face, composition.natural) * decks)


def least_cards(side: Side, heaps: Sequence[Heap]) -> Counter[Face]:
    """Return how many cards of each face a side has at least, played and left; unread cards are of no face."""
    cards = Counter({Face.RED_THREE: side.red_threes})
    cards.update(side.garbage)
    cards.update(side.left)
    for heap in heaps:
        for contents in heap.contents:
            if not contents.pile.squared:
                cards.update(contents.pile.cards)
                continue
            if contents.rank:
                cards[contents.rank] += min(makeup.naturals for makeup in contents.makeups)
            cards[Face.WILD_20] += min(makeup.w20 for makeup in contents.makeups)
            cards[Face.WILD_50] += min(makeup.w50 for makeup in contents.makeups)
    return cards
