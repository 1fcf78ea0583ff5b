"""Random records and settings for the properties, piles as text, and the house of a rule set as a test wants it."""

import re
from collections.abc import Mapping
from random import Random

from hypothesis import strategies as st

from scorer.faces import FACES, NATURAL_RANKS, WILDS, Face, parse_face
from scorer.notation import parse_cards
from scorer.record import BookKind, Pile, Record, Setting, Side
from scorer.rulebook.rules import load_rules, rule_ids
from scorer.scoring.house import House, house_for

HOST_SETTINGS: Mapping[str, Setting] = {
    "red3_played": 100,
    "red3_left": -300,
    "black3_left": -100,
    "wild_book": 1000,
    "open_wild_book": -200,
    "clean_to_go_out": 1,
    "dirty_to_go_out": 1,
    "books_to_go_out": 3,
}
"""What a host must say before the club's rules score anything."""

_SAID = re.compile(r"(count|w20|w50)=(\d{1,4})")


def parse_pile(text: str) -> Pile:
    """Return the pile of a line: its cards, or a squared book: its top card, its kind and what was said of it.

    ``4x8 W20 W50``, ``K clean``, ``Q dirty count=8 w20=0``.
    """
    words = text.split()
    if len(words) < 2 or words[1] not in tuple(BookKind):
        return Pile(cards=parse_cards(text))
    said = {part[1]: int(part[2]) for part in map(_SAID.fullmatch, words[2:]) if part is not None}
    assert len(said) == len(words[2:]), text
    return Pile(
        top=parse_face(words[0]),
        kind=BookKind(words[1]),
        count=said.get("count"),
        w20=said.get("w20"),
        w50=said.get("w50"),
    )


any_faces = st.sampled_from((*FACES, Face.UNREAD))


def random_meld(random: Random) -> Pile:
    """Return a pile of mostly one rank, as it lies on a table, and now and then of anything."""
    rank = random.choice(NATURAL_RANKS)
    others = random.choices((*WILDS, *WILDS, rank, random.choice(FACES), Face.UNREAD), k=random.choice((0, 0, 1, 2, 4)))
    return Pile(cards=(*(rank,) * random.randint(0, 10), *others))


def random_squared_book(random: Random) -> Pile:
    """Return a squared book of which something may have been said."""
    w20, w50 = (random.choice((None, None, 0, 1, 2, 4)) for _ in range(2))
    count = random.choice((None, None, *range(1 + (w20 or 0) + (w50 or 0), 13)))
    said = {Face.WILD_20: w20, Face.WILD_50: w50}
    top = random.choice([face for face in (*NATURAL_RANKS, *FACES, Face.UNREAD) if said.get(face) != 0])
    return Pile(top=top, kind=random.choice(list(BookKind)), count=count, w20=w20, w50=w50)


def random_side(random: Random, name: str) -> Side:
    """Return a side, legal or not."""
    some = (*FACES, Face.UNREAD)
    makers = random.choices((random_meld, random_squared_book), k=random.randint(0, 8))
    return Side(
        name=name,
        piles=tuple(make(random) for make in makers),
        red_threes=random.choice((0, 0, 1, 8)),
        garbage=tuple(random.choices(some, k=random.choice((0, 0, 0, 3)))),
        left=tuple(random.choices(some, k=random.randint(0, 5))),
        went_out=random.random() < 0.4,
        perfect_deals=random.randint(0, 3),
        improper_melds=random.choice((0, 0, 2)),
        score_before=5 * random.randint(-200, 4000),
    )


def random_record(seed: int) -> Record:
    """Return the record of that number, of any rule set, legal or not."""
    random = Random(seed)
    rules = load_rules(random.choice(rule_ids()))
    names = random.sample(["North", "South", "Zoë & 李", "a\nb", "'"], k=random.randint(1, 3))
    return Record(
        rules=rules.id,
        sides=tuple(random_side(random, name) for name in names),
        round=random.choice(rules.game.rounds or [1, 7]),
        decks=random.choice((None, 1, 4, 9)),
        settings=settings_for(rules.id),
    )


# Built from a drawn number and not piece by piece: a hundred times as fast, and every record still has its number.
records = st.integers(0, 2**32).map(random_record)


def settings_for(rules_id: str) -> dict[str, Setting]:
    """Return the settings that a record of the rule set cannot do without."""
    missing = [name for name, rule in load_rules(rules_id).settings.items() if rule.value is None]
    return {name.value: HOST_SETTINGS[name] for name in missing}


def house(rules_id: str, **settings: Setting) -> House:
    """Return the rule set with what the host must say and the settings given."""
    rules = load_rules(rules_id)
    number = rules.game.rounds[0] if rules.game.rounds else 1
    return house_for(
        rules, Record(rules_id, (Side("North"),), round=number, settings={**settings_for(rules_id), **settings})
    )
