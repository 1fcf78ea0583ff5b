"""The interval of a squared book against an oracle that lays every make-up out card by card and scores it."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.account import SideTally
from scorer.faces import NATURAL_RANKS, WILDS, Face
from scorer.record import BookKind, Pile, Record, Side
from scorer.rules import load_rules, rule_ids
from scorer.tally import tally
from tests.scorer.tables import settings_for


def scored(rules_id: str, piles: tuple[Pile, ...], red_threes: int = 0) -> SideTally:
    """Return the score of a side that has only the piles, and so many red 3s."""
    number = (load_rules(rules_id).game.rounds or [1])[0]
    side = Side("North", piles, red_threes=red_threes)
    return tally(Record(rules_id, (side,), round=number, settings=settings_for(rules_id))).sides[0]


VALUES = {
    **dict.fromkeys("4567", 5),
    **dict.fromkeys(("8", "9", "10", "J", "Q", "K"), 10),
    "A": 20,
    "W20": 20,
    "W50": 50,
}
BONUS = {
    "remastered-singles": {"clean": 700, "dirty": 300},
    "golden-games": {"clean": 700, "dirty": 300, "wild": 1500},
    "four-hand": {"clean": 500, "dirty": 300},
    "bain": {"clean": 500, "dirty": 300, "wild": 1000},
    "club": {"clean": 500, "dirty": 300, "wild": 1000},
}
"""What the texts pay, copied by hand; the club's wild book is what the tests' host says."""


def legal(rules_id: str, kind: BookKind, naturals: int, wilds: int) -> bool:
    """Return whether a text calls this a book of the kind; written from the texts, apart from the scorer."""
    size = naturals + wilds
    if kind not in BONUS[rules_id] or size < 7 or (rules_id == "bain" and size > 7):
        return False
    if kind is BookKind.CLEAN:
        return wilds == 0
    if kind is BookKind.WILD:
        return naturals == 0
    return 1 <= wilds <= 3 and (naturals >= 2 if rules_id == "bain" else naturals > wilds)


def oracle(rules_id: str, pile: Pile) -> list[int]:
    """Return what every legal book that the squared pile may be is worth, laid out card by card; the likeliest first.

    The likeliest has the fewest wilds, and the cheaper ones.
    """
    top, kind = pile.top, pile.kind
    assert top is not None
    assert kind is not None
    size = pile.count or max(7, (pile.w20 or 0) + (pile.w50 or 0))
    found = []
    for rest in combinations_with_replacement((top, *(wild for wild in WILDS if wild is not top)), size - 1):
        cards = (top, *rest)
        w20, w50 = cards.count(Face.WILD_20), cards.count(Face.WILD_50)
        agrees = pile.w20 in (None, w20) and pile.w50 in (None, w50)
        if agrees and legal(rules_id, kind, size - w20 - w50, w20 + w50):
            bonus = 1500 if (rules_id, top, kind) == ("bain", "7", "clean") else BONUS[rules_id][kind]
            found.append((w20 + w50, w50, bonus + sum(VALUES[card] for card in cards)))
    return [worth for _, _, worth in sorted(found)]


@pytest.mark.parametrize("rules_id", rule_ids())
@pytest.mark.parametrize("kind", list(BookKind))
def test_a_squared_book_of_which_nothing_is_said_spans_every_legal_make_up(rules_id: str, kind: BookKind) -> None:
    tops = WILDS if kind is BookKind.WILD else NATURAL_RANKS
    for top in tops:
        pile = Pile(top=top, kind=kind)
        worths = oracle(rules_id, pile)
        side = scored(rules_id, (pile,))
        if kind not in BONUS[rules_id]:
            assert worths == []
            assert not any(line.reason in BOOKS for line in side.lines)
            continue
        assert (side.low, side.best, side.high) == (min(worths), worths[0], max(worths))


BOOKS = {"clean_book", "dirty_book", "wild_book", "sevens_book"}


@given(
    rules_id=st.sampled_from(rule_ids()),
    top=st.sampled_from((*NATURAL_RANKS, *WILDS)),
    kind=st.sampled_from(BookKind),
    count=st.none() | st.integers(1, 10),
    w20=st.none() | st.integers(0, 4),
    w50=st.none() | st.integers(0, 3),
)
def test_what_was_said_narrows_the_interval_to_the_make_ups_that_agree(
    rules_id: str, top: Face, kind: BookKind, count: int | None, w20: int | None, w50: int | None
) -> None:
    assume(kind is BookKind.WILD or top not in WILDS)
    # A record that says more wilds than cards is refused as it is read.
    assume(count is None or (w20 or 0) + (w50 or 0) <= count)
    pile = Pile(top=top, kind=kind, count=count, w20=w20, w50=w50)
    worths = oracle(rules_id, pile)
    side = scored(rules_id, (pile,))
    if worths:
        assert (side.low, side.best, side.high) == (min(worths), worths[0], max(worths))
    elif not any(problem.code == "kind_mismatch" for problem in side.problems):
        assert not any(line.reason in BOOKS for line in side.lines)
        assert side.problems
        assert side.low <= side.best <= side.high


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


@pytest.mark.parametrize("rules_id", rule_ids())
@pytest.mark.parametrize("kind", [BookKind.CLEAN, BookKind.DIRTY])
def test_a_squared_book_whose_top_was_not_read_spans_the_books_of_every_rank(rules_id: str, kind: BookKind) -> None:
    worths = [worth for top in NATURAL_RANKS for worth in oracle(rules_id, Pile(top=top, kind=kind))]
    side = scored(rules_id, (Pile(top=Face.UNREAD, kind=kind),))
    assert (side.low, side.high) == (min(worths), max(worths))


@given(
    rules_id=st.sampled_from(rule_ids()),
    wilds=st.lists(st.sampled_from(WILDS), max_size=3),
    unread=st.integers(1, 8),
    red_threes=st.integers(0, 8),
)
def test_unread_cards_beside_no_natural_reach_as_far_as_every_rank_they_can_be(
    rules_id: str, wilds: list[Face], unread: int, red_threes: int
) -> None:
    side = scored(rules_id, (Pile(cards=(*wilds, *(Face.UNREAD,) * unread)),), red_threes)
    for rank in (Face.FOUR, Face.SEVEN, Face.EIGHT, Face.ACE):
        for naturals in range(unread + 1):
            for wild in WILDS:
                reading = (*wilds, *(rank,) * naturals, *(wild,) * (unread - naturals))
                assert side.low <= scored(rules_id, (Pile(cards=reading),), red_threes).best <= side.high


def test_a_dirty_book_of_queens_is_the_contracts_example() -> None:
    side = scored("remastered-singles", (Pile(top=Face.QUEEN, kind=BookKind.DIRTY),))
    assert (side.low, side.best, side.high) == (380, 380, 490)
    assert [(asked.about, asked.ask, asked.width) for asked in side.questions] == [
        ("pile 1", "which wilds are in the book of queens?", 110)
    ]


@pytest.mark.parametrize(
    ("top", "kind", "points", "codes", "ask"),
    [
        # From six 4s and the 20-wild to four aces, the 20-wild and two 50-wilds; six 8s are the guess.
        ("W20", "dirty", (350, 380, 500), [], "which rank is the book in pile 1, and which cards are in it?"),
        (
            "W20",
            "clean",
            (350, 380, 500),
            ["kind_mismatch"],
            "which rank is the book in pile 1, and which cards are in it?",
        ),
        (
            "?",
            "clean",
            (735, 770, 840),
            ["unread_card"],
            "which rank is the book in pile 1, and which cards are in it?",
        ),
        (
            "?",
            "dirty",
            (350, 380, 530),
            ["unread_card"],
            "which rank is the book in pile 1, and which cards are in it?",
        ),
        ("K", "wild", (380, 380, 490), ["kind_mismatch"], "which wilds are in the book of kings?"),
        ("R3", "clean", (0, 0, 0), ["not_a_meld_rank"], ""),
        ("B3", "clean", (0, 0, 0), ["not_a_meld_rank"], ""),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 6 else "",
)
def test_a_squared_book_with_a_strange_card_on_top_is_scored_with_a_doubt(
    top: str, kind: str, points: tuple[int, int, int], codes: list[str], ask: str
) -> None:
    side = scored("remastered-singles", (Pile(top=Face(top), kind=BookKind(kind)), Pile(cards=(Face.ACE,) * 3)))
    assert (side.low - 60, side.best - 60, side.high - 60) == points
    assert [problem.code for problem in side.problems] == codes
    assert [asked.ask for asked in side.questions] == ([ask] if ask else [])
