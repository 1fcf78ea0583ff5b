"""What holds of every record with notes of what was not seen: the interval, its questions, and the order of things."""

from dataclasses import replace
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot.asking.behind import with_wilds_behind
from handfoot.asking.maybes import BESIDE, BOOKS, LEFT, NOTE, RED_THREES, Maybe, cards_of, maybes_of, with_maybes
from handfoot.asking.otherwise import with_faces
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


def random_maybes(random: Random, side: Side) -> list[Maybe]:
    """Return a few cards of a side that may be others, and now and then one more that may lie there."""
    held = {f"pile {number}": len(cards_of(pile)) for number, pile in enumerate(side.piles, start=1)}
    held |= {RED_THREES: side.red_threes, LEFT: len(side.left)}
    slots = [(place, at) for place, many in held.items() for at in range(1, many + 1)]
    found = []
    for card, (place, at) in enumerate(random.sample(slots, k=min(random.choice((0, 1, 1, 2, 3)), len(slots)))):
        faces = dict.fromkeys(random.choices((*FACES, None), k=random.randint(1, 2)))
        found.append(Maybe(place, at, tuple(faces), f"{random.choice('ab')}.jpg, card {card}"))
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
    return with_maybes(side, random_maybes(random, side))


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
        return replace(maybe, place=moved.get(maybe.place, maybe.place), at=at)

    maybes = [told(maybe) for maybe in maybes_of(side)]
    piles = tuple(replace(side.piles[old], cards=cards[f"pile {old + 1}"]) for old in order)
    return with_maybes(replace(side, piles=piles, left=cards[LEFT]), random.sample(maybes, len(maybes)))


records = st.integers(0, 2**32).map(random_record)


@given(records)
@settings(max_examples=60, deadline=None)
def test_the_questions_are_as_wide_together_as_the_interval_at_least(record: Record) -> None:
    for side in tally_seen(record).sides:
        assert side.low <= side.best <= side.high
        assert sum(question.width for question in side.questions) >= side.high - side.low


@given(records)
@settings(max_examples=60, deadline=None)
def test_the_interval_holds_the_score_with_any_doubtful_cards_as_others(record: Record) -> None:
    for number, score in enumerate(tally_seen(record).sides):
        side = record.sides[number]
        choices = [[(maybe, face) for face in maybe.faces] for maybe in maybes_of(side)]
        for picked in product(*([None, *others] for others in choices)) if few(choices) else ():
            chosen = [one for one in picked if one is not None]
            changed = with_faces(replace(side, extra={**side.extra, NOTE: []}), chosen)
            sides = (*record.sides[:number], changed, *record.sides[number + 1 :])
            told = tally(with_wilds_behind(replace(record, sides=sides))).sides[number]
            assert score.low <= told.low <= told.high <= score.high


@given(records, st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_the_order_of_piles_cards_and_notes_changes_no_score_and_no_question(record: Record, random: Random) -> None:
    other = replace(record, sides=tuple(shuffled(side, random) for side in record.sides))
    for one, two in zip(tally_seen(record).sides, tally_seen(other).sides, strict=True):
        assert (one.low, one.best, one.high) == (two.low, two.best, two.high)
        widths = [sorted(question.width for question in side.questions) for side in (one, two)]
        assert widths[0] == widths[1]
