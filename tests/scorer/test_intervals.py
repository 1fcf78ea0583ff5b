"""The interval of a squared book against an oracle that lays every make-up out card by card and scores it."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.account import SideTally
from scorer.faces import NATURAL_RANKS, WILDS, Face
from scorer.record import BookKind, Pile, Record, Setting, Side
from scorer.rules import load_rules, rule_ids
from scorer.tally import tally
from tests.scorer.tables import settings_for

BOOK_LINES = {
    BookKind.CLEAN: {"clean_book", "sevens_book"},
    BookKind.DIRTY: {"dirty_book"},
    BookKind.WILD: {"wild_book"},
}


def scored(rules_id: str, piles: tuple[Pile, ...], settings: dict[str, Setting] | None = None) -> SideTally:
    rules = load_rules(rules_id)
    number = rules.game.rounds[0] if rules.game.rounds else 1
    given = settings_for(rules_id) if settings is None else settings
    return tally(Record(rules_id, (Side("North", piles),), round=number, settings=given)).sides[0]


def laid_out(pile: Pile) -> Iterator[tuple[Face, ...]]:
    """Yield every book of the squared pile's size that shows its top card and holds what was said, card by card."""
    top = pile.top
    assert top is not None
    size = pile.count or 7
    others = (top, *(wild for wild in WILDS if wild is not top))
    for rest in combinations_with_replacement(others, size - 1):
        cards = (top, *rest)
        wilds = {Face.WILD_20: pile.w20, Face.WILD_50: pile.w50}
        if all(said in (None, cards.count(wild)) for wild, said in wilds.items()):
            yield cards


def oracle(rules_id: str, pile: Pile) -> list[int]:
    """Return the scores of every legal book of the pile's kind that it may be."""
    found = []
    for cards in laid_out(pile):
        side = scored(rules_id, (Pile(cards=cards),))
        wrong = {problem.code for problem in side.problems} - {"below_minimum_meld"}
        if not wrong and pile.kind and any(line.reason in BOOK_LINES[pile.kind] for line in side.lines):
            found.append(side.best)
    return found


@pytest.mark.parametrize("rules_id", rule_ids())
@pytest.mark.parametrize("kind", list(BookKind))
@pytest.mark.parametrize("top", [*NATURAL_RANKS, *WILDS])
def test_a_squared_book_of_which_nothing_is_said_spans_every_legal_make_up(
    rules_id: str, kind: BookKind, top: Face
) -> None:
    pile = Pile(top=top, kind=kind)
    legal = oracle(rules_id, pile)
    if not legal:
        return
    side = scored(rules_id, (pile,))
    assert (side.low, side.high) == (min(legal), max(legal))
    assert side.best == min(legal)


@given(
    rules_id=st.sampled_from(rule_ids()),
    top=st.sampled_from((*NATURAL_RANKS, *WILDS)),
    kind=st.sampled_from(BookKind),
    count=st.none() | st.integers(7, 10),
    w20=st.none() | st.integers(0, 4),
    w50=st.none() | st.integers(0, 3),
)
def test_what_was_said_narrows_the_interval_to_the_make_ups_that_agree(
    rules_id: str, top: Face, kind: BookKind, count: int | None, w20: int | None, w50: int | None
) -> None:
    pile = Pile(top=top, kind=kind, count=count, w20=w20, w50=w50)
    legal = oracle(rules_id, pile)
    if not legal:
        return
    side = scored(rules_id, (pile,))
    assert (side.low, side.high) == (min(legal), max(legal))
    assert side.low <= side.best <= side.high
    assert side.best in legal


@given(
    rules_id=st.sampled_from(rule_ids()),
    rank=st.sampled_from(NATURAL_RANKS),
    naturals=st.integers(1, 8),
    wilds=st.lists(st.sampled_from(WILDS), max_size=3),
    unread=st.integers(1, 2),
)
def test_unread_cards_of_a_meld_span_every_card_they_can_be(
    rules_id: str, rank: Face, naturals: int, wilds: list[Face], unread: int
) -> None:
    known = (*(rank,) * naturals, *wilds)
    side = scored(rules_id, (Pile(cards=(*known, *(Face.UNREAD,) * unread)),))
    readings = [
        scored(rules_id, (Pile(cards=(*known, *reading)),)).best
        for reading in combinations_with_replacement((rank, *WILDS), unread)
    ]
    assert (side.low, side.high) == (min(readings), max(readings))
    assert side.best == scored(rules_id, (Pile(cards=(*known, *(rank,) * unread)),)).best


def test_a_dirty_book_of_queens_is_the_contracts_example() -> None:
    side = scored("remastered-singles", (Pile(top=Face.QUEEN, kind=BookKind.DIRTY),))
    assert (side.low, side.best, side.high) == (380, 380, 490)
    assert [(asked.about, asked.ask, asked.width) for asked in side.questions] == [
        ("pile 1", "which wilds are in the book of queens?", 110)
    ]
