"""What holds of every record with notes of what was not seen: the interval, its questions, and the order of things."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product
from math import prod
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot.asking.behind import with_wilds_behind
from handfoot.asking.doubted import doubted_of
from handfoot.asking.kinds import NOTE as KINDS
from handfoot.asking.maybes import BESIDE, BOOKS, LEFT, NOTE, RED_THREES, Maybe, cards_of, maybes_of, with_maybes
from handfoot.asking.repeats import NOTE as TWICE
from handfoot.asking.repeats import repeat_of, repeats_of, with_repeats
from handfoot.asking.together import few
from handfoot.asking.unsaid import PERFECT_DEALS, UNSAID, WENT_OUT
from handfoot.asking.unseen import tally_seen
from scorer.faces import FACES, NATURAL_RANKS, WILDS
from scorer.record import BookKind, Pile, Record, Side
from scorer.scoring.tally import tally

FEW_RANKS = NATURAL_RANKS[:6]
"""So few that piles of one rank are common."""


def random_meld(random: Random) -> Pile:
    naturals = (random.choice(FEW_RANKS),) * random.randint(1, 8)
    return Pile(cards=(*naturals, *random.choices(WILDS, k=random.choice((0, 0, 1, 2)))))


def random_book(random: Random) -> Pile:
    kind = random.choice(list(BookKind))
    notes: dict[str, object] = {"x_photo": "a.jpg", "x_cards": [0]}
    if kind is BookKind.DIRTY and random.random() < 0.7:
        notes["x_behind"] = [str(face) for face in random.choices(WILDS, k=random.choice((1, 1, 2)))]
    if random.random() < 0.4:
        notes["x_kinds"] = random.sample(["clean", "dirty", "wild", "meld"], k=random.randint(1, 2))
    return Pile(top=random.choice(WILDS if kind is BookKind.WILD else FEW_RANKS), kind=kind, extra=notes)


def slots_in(side: Side) -> dict[str, int]:
    """Return how many cards lie in each place of a side."""
    held = {f"pile {number}": len(cards_of(pile)) for number, pile in enumerate(side.piles, start=1)}
    return held | {RED_THREES: side.red_threes, LEFT: len(side.left)}


def some_cards(random: Random, side: Side, most: int) -> list[tuple[str, int]]:
    """Return the places of a few cards of a side."""
    slots = [(place, at) for place, many in slots_in(side).items() for at in range(1, many + 1)]
    return random.sample(slots, k=min(most, len(slots)))


def random_maybes(random: Random, side: Side, most: int) -> list[Maybe]:
    """Return a few cards of a side that may be others, and now and then one more that may lie there."""
    held = slots_in(side)
    ranks = [card for pile in side.piles for card in cards_of(pile) if card in NATURAL_RANKS]
    found = []
    for card, (place, at) in enumerate(some_cards(random, side, most)):
        faces = dict.fromkeys(random.choices((*FACES, *ranks, None, None), k=random.randint(1, 2)))
        on = random.choice((None, None, *range(1, len(side.piles) + 1)))
        found.append(Maybe(place, at, tuple(faces), f"{random.choice('ab')}.jpg, card {card}", on))
    if random.random() < 0.4:
        place = random.choice([*held, BESIDE, *BOOKS])
        found.append(Maybe(place, None, (random.choice(FACES),), "a.jpg, ?1"))
    return found


def random_side(random: Random, name: str) -> Side:
    side = Side(
        name,
        tuple(random.choice((random_meld, random_book))(random) for _ in range(random.randint(0, 4))),
        red_threes=random.choice((0, 0, 1, 2)),
        left=tuple(random.choices(FACES, k=random.randint(0, 3))),
        went_out=random.random() < 0.2,
        extra={UNSAID: random.sample([WENT_OUT, PERFECT_DEALS], k=random.randint(0, 2))},
    )
    twice = [repeat_of(cards, "b.jpg", "the same?") for cards in [some_cards(random, side, random.choice((0, 0, 2)))]]
    side = with_maybes(side, random_maybes(random, side, random.choice((0, 1, 1, 2, 3))))
    return with_repeats(side, [repeat for repeat in twice if repeat.cards])


def random_record(seed: int) -> Record:
    random = Random(seed)
    rules = random.choice(["remastered-singles", "golden-games", "bain", "four-hand"])
    sides = [random_side(random, name) for name in ("North", "South")[: random.randint(1, 2)]]
    return Record(rules, tuple(sides), decks=random.choice((None, 5)))


def shuffled(side: Side, random: Random) -> Side:
    """Return the same side with its piles, their cards, what is left and the notes of its cards in another order."""
    order = random.sample(range(len(side.piles)), len(side.piles))
    moved = {f"pile {old + 1}": f"pile {new}" for new, old in enumerate(order, start=1)}
    lots = {LEFT: side.left, **{f"pile {number}": pile.cards for number, pile in enumerate(side.piles, start=1)}}
    turned = {place: random.sample(range(len(cards)), len(cards)) for place, cards in lots.items()}
    cards = {place: tuple(lots[place][old] for old in turned[place]) for place in lots}

    def told(maybe: Maybe) -> Maybe:
        turn = turned.get(maybe.place, [])
        # A squared book keeps its top on top.
        at = turn.index(maybe.at - 1) + 1 if maybe.at is not None and turn else maybe.at
        on = None if maybe.on is None else order.index(maybe.on - 1) + 1
        return replace(maybe, place=moved.get(maybe.place, maybe.place), at=at, on=on)

    maybes = [told(maybe) for maybe in maybes_of(side)]
    repeats = [replace(repeat, cards=tuple(map(told, repeat.cards))) for repeat in repeats_of(side)]
    piles = tuple(replace(side.piles[old], cards=cards[f"pile {old + 1}"]) for old in order)
    side = with_repeats(replace(side, piles=piles, left=cards[LEFT]), repeats)
    return with_maybes(side, random.sample(maybes, len(maybes)))


records = st.integers(0, 2**32).map(random_record)


@given(records)
@settings(max_examples=60)
def test_the_questions_are_as_wide_together_as_the_interval_at_least(record: Record) -> None:
    for side in tally_seen(record).sides:
        assert side.low <= side.best <= side.high
        assert sum(question.width for question in side.questions) >= side.high - side.low


def make_ups(side: Side) -> list[Side]:
    """Return everything that a side may be by what is in doubt of it."""
    doubted = doubted_of(side)
    others = ([None, *((number, other) for other in choice.others)] for number, choice in enumerate(doubted.choices))
    return [settled(doubted.otherwise(dict(one for one in picked if one is not None))) for picked in product(*others)]


def settled(side: Side) -> Side:
    """Return a side of which nothing is in doubt any more."""
    piles = (replace(pile, extra={**pile.extra, KINDS: []}) for pile in side.piles)
    return replace(side, piles=tuple(piles), extra={**side.extra, NOTE: [], TWICE: []})


def how_many(side: Side) -> int:
    return prod(len(choice.others) + 1 for choice in doubted_of(side).choices)


def as_they_may_be(record: Record) -> Iterator[Record]:
    for sides in product(*map(make_ups, record.sides)):
        yield replace(record, sides=sides)


def all_can_be_tried(record: Record) -> bool:
    """Tell whether every make-up of each side is tried, and those of all sides together are not too many for a test."""
    return all(few(doubted_of(side).choices) for side in record.sides) and prod(map(how_many, record.sides)) <= 100


@given(records.filter(all_can_be_tried))
@settings(max_examples=60)
def test_the_interval_holds_the_score_with_any_doubtful_cards_of_any_side_as_others(record: Record) -> None:
    scores = tally_seen(record).sides
    for other in as_they_may_be(record):
        for score, told in zip(scores, tally(with_wilds_behind(other)).sides, strict=True):
            assert score.low <= told.low <= told.high <= score.high


def each_rank_lies_in_one_pile(record: Record) -> bool:
    """Tell whether a card that is of another rank has one pile to go to; of several it goes to the first."""
    sides = [chain.from_iterable({*cards_of(pile)} & {*NATURAL_RANKS} for pile in side.piles) for side in record.sides]
    return all(max(Counter(ranks).values(), default=1) == 1 for ranks in sides)


@given(records.filter(each_rank_lies_in_one_pile), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_the_order_of_piles_cards_and_notes_changes_no_score_and_no_question(record: Record, random: Random) -> None:
    other = replace(record, sides=tuple(shuffled(side, random) for side in record.sides))
    for one, two in zip(tally_seen(record).sides, tally_seen(other).sides, strict=True):
        assert (one.low, one.best, one.high) == (two.low, two.best, two.high)
        widths = [sorted(question.width for question in side.questions) for side in (one, two)]
        assert widths[0] == widths[1]
