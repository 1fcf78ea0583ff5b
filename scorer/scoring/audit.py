"""What the table as a whole gives away: more cards of a face than the decks hold, several sides that went out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.faces import FACES, Face
from scorer.record import Record, Side
from scorer.rulebook.rules import RuleSet
from scorer.rulebook.settings import SettingName
from scorer.scoring.account import About, Problem, ProblemCode
from scorer.scoring.ending import NOT_OUT
from scorer.scoring.heaps import Heap, heap_up
from scorer.scoring.house import House, house_for
from scorer.words import counted, faces, listed


def table_problems(house: House, record: Record, heaps: Sequence[Sequence[Heap]]) -> tuple[Problem, ...]:
    """Return what is wrong with the table; ``heaps`` are those of the record's sides, in order."""
    return (*_went_out_twice(house, record), *_over_decks(house, record, heaps))


def _went_out_twice(house: House, record: Record) -> tuple[Problem, ...]:
    out = [side.name for side in record.sides if side.went_out]
    if len(out) < 2:
        return ()
    say = f"{listed(out)} each say that they went out; only one side can"
    return (Problem(ProblemCode.TWO_SIDES_WENT_OUT, About.GOING_OUT, say, house.rules.ending.clause, NOT_OUT),)


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
    decks = _decks(house, record)
    if not decks:
        return ()
    seen, most = _seen(record, [heap_up(house, side.piles) for side in record.sides]), _most(house, decks)
    return tuple(FaceCount(face, seen[face], most[face]) for face in FACES)


def _over_decks(house: House, record: Record, heaps: Sequence[Sequence[Heap]]) -> tuple[Problem, ...]:
    decks = _decks(house, record)
    if not decks:
        return ()
    seen, most = _seen(record, heaps), _most(house, decks)
    problems = []
    for face in FACES:
        if seen[face] > most[face]:
            hold = f"{counted(decks, 'deck')} {'holds' if decks == 1 else 'hold'}"
            say = f"{faces(seen[face], face)} on the table, but {hold} {most[face]}"
            problems.append(Problem(ProblemCode.COUNT_OVER_DECKS, face.value, say, house.rules.decks.clause))
    return tuple(problems)


def _decks(house: House, record: Record) -> int:
    """Return the decks in play, 0 where nobody said."""
    return record.decks or house.rules.decks.decks or 0


def _seen(record: Record, heaps: Sequence[Sequence[Heap]]) -> Counter[Face]:
    seen: Counter[Face] = Counter()
    for side, own in zip(record.sides, heaps, strict=True):
        seen += least_cards(side, own)
    return seen


def _most(house: House, decks: int) -> Mapping[Face, int]:
    """Return how many cards of each face so many decks hold."""
    composition = house.rules.decks
    jokers = SettingName.JOKERS_PER_DECK
    of_a_deck = dict.fromkeys(FACES, composition.natural) | {
        Face.WILD_20: composition.wild_20,
        Face.WILD_50: house.points(jokers) if house.has(jokers) else composition.wild_50,
        Face.RED_THREE: composition.red_3,
        Face.BLACK_THREE: composition.black_3,
    }
    return {face: number * decks for face, number in of_a_deck.items()}


def least_cards(side: Side, heaps: Sequence[Heap]) -> Counter[Face]:
    """Return how many cards of each face a side has at least, played and left; unread cards are of no face."""
    counted_ones = [*side.garbage, *side.left]
    squared = []
    for heap in heaps:
        for contents in heap.contents:
            if contents.pile.squared:
                squared.append(contents)
            else:
                counted_ones += contents.pile.cards
    cards = Counter(counted_ones)
    cards[Face.RED_THREE] += side.red_threes
    for contents in squared:
        if contents.rank:
            cards[contents.rank] += min(makeup.naturals for makeup in contents.makeups)
        cards[Face.WILD_20] += min(makeup.w20 for makeup in contents.makeups)
        cards[Face.WILD_50] += min(makeup.w50 for makeup in contents.makeups)
    return cards
