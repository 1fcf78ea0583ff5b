"""Random records and settings for the properties, and the house of a rule set as a test wants it."""

from collections.abc import Mapping

from hypothesis import strategies as st

from scorer.faces import FACES, NATURAL_RANKS, WILDS, Face
from scorer.house import House, house_for
from scorer.record import BookKind, Pile, Record, Setting, Side
from scorer.rules import load_rules, rule_ids

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

faces = st.sampled_from(FACES)
any_faces = st.sampled_from((*FACES, Face.UNREAD))


@st.composite
def melds(draw: st.DrawFn) -> Pile:
    """Draw a pile of mostly one rank, as it lies on a table."""
    rank = draw(st.sampled_from(NATURAL_RANKS))
    naturals = draw(st.integers(0, 10))
    others = draw(st.lists(st.one_of(st.sampled_from(WILDS), any_faces), max_size=4))
    return Pile(cards=(*(rank,) * naturals, *others))


@st.composite
def squared_books(draw: st.DrawFn, *, told: bool = True) -> Pile:
    """Draw a squared book; ``told``: something may have been said of it."""
    some = st.none() | st.integers(0, 4) if told else st.none()
    w20, w50 = draw(some), draw(some)
    count = draw(st.none() | st.integers(max(1, (w20 or 0) + (w50 or 0)), 12)) if told else None
    kind = draw(st.sampled_from(BookKind))
    return Pile(top=draw(any_faces), kind=kind, count=count, w20=w20, w50=w50)


def sides(name: str) -> st.SearchStrategy[Side]:
    """Return a strategy for sides of that name."""
    return st.builds(
        Side,
        name=st.just(name),
        piles=st.lists(melds() | squared_books(), max_size=6).map(tuple),
        red_threes=st.integers(0, 8),
        garbage=st.lists(any_faces, max_size=3).map(tuple),
        left=st.lists(any_faces, max_size=5).map(tuple),
        went_out=st.booleans(),
        perfect_deals=st.integers(0, 3),
        improper_melds=st.integers(0, 2),
        score_before=st.integers(-200, 4000).map(lambda fives: 5 * fives),
    )


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a record of any rule set, legal or not."""
    rules = load_rules(draw(st.sampled_from(rule_ids())))
    number = draw(st.sampled_from(rules.game.rounds or [1, 7]))
    names = draw(st.lists(st.text(min_size=1, max_size=8).filter(str.strip), min_size=1, max_size=3, unique=True))
    return Record(
        rules=rules.id,
        sides=tuple(draw(sides(name)) for name in names),
        round=number,
        decks=draw(st.none() | st.integers(1, 9)),
        settings=settings_for(rules.id),
    )


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
