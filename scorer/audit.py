"""What the table as a whole gives away: more cards of a face than the decks hold, several sides that went out."""

from collections import Counter
from collections.abc import Sequence

from scorer.account import Problem, ProblemCode
from scorer.ending import NOT_OUT
from scorer.faces import FACES, Face
from scorer.heaps import Heap
from scorer.house import House
from scorer.record import Record, Side
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


def _over_decks(house: House, record: Record, heaps: Sequence[Sequence[Heap]]) -> tuple[Problem, ...]:
    composition = house.rules.decks
    decks = record.decks or composition.decks
    if decks is None:
        return ()
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
    problems = []
    for face in FACES:
        most = in_deck.get(face, composition.natural) * decks
        if seen[face] > most:
            hold = f"{counted(decks, 'deck')} {'holds' if decks == 1 else 'hold'}"
            say = f"{faces(seen[face], face)} on the table, but {hold} {most}"
            problems.append(Problem(ProblemCode.COUNT_OVER_DECKS, face.value, say, composition.clause))
    return tuple(problems)


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
