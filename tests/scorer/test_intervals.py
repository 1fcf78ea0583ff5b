"""The interval of a squared book against an oracle that lays every make-up out card by card and scores it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from scorer.faces import NATURAL_RANKS, WILDS, Face
from scorer.record import BookKind, Pile, Record, Setting, Side
from scorer.rulebook.rules import load_rules, rule_ids
from scorer.scoring.account import SideTally
from scorer.scoring.tally import tally
from tests.scorer.tables import parse_pile, settings_for


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


RANKS = (Face.SEVEN, Face.KING)


@st.composite
def melds(draw: st.DrawFn) -> tuple[Face, ...]:
    """Return a pile of one rank with wilds, perhaps a book, and perhaps with a card that was not read."""
    rank = draw(st.sampled_from(RANKS))
    wilds = draw(st.lists(st.sampled_from(WILDS), max_size=3))
    unread = draw(st.sampled_from((0, 0, 1)))
    return (*(rank,) * draw(st.integers(2, 7)), *wilds, *(Face.UNREAD,) * unread)


def every_reading(piles: tuple[tuple[Face, ...], ...]) -> Iterator[tuple[Pile, ...]]:
    """Yield the piles with every card that was not read as each card that it can be."""
    unread = [(place, pile[0]) for place, pile in enumerate(piles) for card in pile if card is Face.UNREAD]
    known = [tuple(card for card in pile if card is not Face.UNREAD) for pile in piles]
    for reading in product(*((rank, *WILDS) for _, rank in unread)):
        read = list(known)
        for (place, _), card in zip(unread, reading, strict=True):
            read[place] = (*read[place], card)
        yield tuple(Pile(cards=cards) for cards in read)


@given(
    rules_id=st.sampled_from(rule_ids()),
    piles=st.lists(melds(), min_size=1, max_size=4).map(tuple),
    squared=st.sampled_from([(), (Pile(top=Face.ACE, kind=BookKind.CLEAN, count=7),)]),
    went_out=st.booleans(),
    red_threes=st.sampled_from([0, 8]),
    settings=st.sampled_from([{}, {"clean_to_go_out": 1, "dirty_to_go_out": 1}, {"second_book": False}]),
)
@example("four-hand", ((Face.JACK,) * 6 + (Face.UNREAD,),), (), True, 0, {})
@example("four-hand", ((Face.KING,) * 6 + (Face.UNREAD,), (Face.SEVEN,) * 6 + (Face.WILD_20,)), (), True, 0, {})
@example("four-hand", ((Face.FOUR,) * 3, (Face.FOUR,) * 3 + (Face.UNREAD,)), (), False, 0, {})
@example("golden-games", ((Face.SIX,) * 5 + (Face.UNREAD,), (Face.SIX, Face.WILD_50, Face.UNREAD)), (), False, 0, {})
def test_a_table_reaches_just_as_far_as_what_its_unread_cards_can_be_together(
    rules_id: str,
    piles: tuple[tuple[Face, ...], ...],
    squared: tuple[Pile, ...],
    went_out: bool,
    red_threes: int,
    settings: dict[str, Setting],
) -> None:
    number = (load_rules(rules_id).game.rounds or [1])[0]
    other = Side("South", (Pile(cards=(Face.QUEEN,) * 3),), left=(Face.RED_THREE, Face.KING))

    def both(laid: tuple[Pile, ...]) -> tuple[SideTally, ...]:
        side = Side("North", (*laid, *squared), red_threes=red_threes, went_out=went_out)
        said = {**settings_for(rules_id), **settings}
        return tally(Record(rules_id, (side, other), round=number, settings=said)).sides

    readings = [both(laid) for laid in every_reading(piles)]
    for place, side in enumerate(both(tuple(Pile(cards=cards) for cards in piles))):
        points = [reading[place].best for reading in readings]
        assert (side.low, side.high) == (min(points), max(points))
        assert bool(side.questions) == (side.low != side.high)
        assert side.low == side.high or any(line.basis == "assumed" for line in side.lines)


def with_each_rank(piles: tuple[Pile, ...]) -> Iterator[tuple[Pile, ...]]:
    """Yield the piles with each card that was not read, on top or not, as cards that it can be."""
    ways = []
    for pile in piles:
        unread = pile.cards.count(Face.UNREAD)
        known = tuple(card for card in pile.cards if card is not Face.UNREAD)
        ranks = [card for card in known[:1] if card not in WILDS] or (Face.FOUR, Face.SEVEN, Face.KING, Face.ACE)
        if pile.top is Face.UNREAD:
            ways.append([replace(pile, top=rank) for rank in ranks])
        elif pile.top is not None:
            ways.append([Pile(cards=(pile.top, *(rank,) * 6)) for rank in ranks])
        else:
            readings = (read for rank in ranks for read in combinations_with_replacement((rank, *WILDS), unread))
            ways.append([Pile(cards=(*known, *read)) for read in dict.fromkeys(readings)])
    yield from product(*ways)


KINGS = st.sampled_from(
    [
        (Face.KING,) * 3,
        (Face.KING,) * 7,
        (Face.KING,) * 5 + (Face.WILD_20,) * 2,
        (Face.KING, Face.KING, Face.WILD_50),
        (Face.KING, Face.KING, Face.UNREAD),
    ]
).map(lambda cards: Pile(cards=cards))
RANKLESS = st.sampled_from(
    [
        Pile(cards=(Face.UNREAD,)),
        Pile(cards=(Face.UNREAD,) * 3),
        Pile(cards=(Face.UNREAD, Face.UNREAD, Face.WILD_50)),
        Pile(cards=(Face.UNREAD, *(Face.WILD_20,) * 3)),
        Pile(top=Face.UNREAD, kind=BookKind.CLEAN),
        Pile(top=Face.UNREAD, kind=BookKind.DIRTY),
        Pile(top=Face.UNREAD, kind=BookKind.CLEAN, count=4),
        Pile(top=Face.WILD_20, kind=BookKind.DIRTY, w20=1, w50=0),
    ]
)


@given(
    rules_id=st.sampled_from(rule_ids()),
    kings=KINGS,
    rankless=st.lists(RANKLESS, min_size=1, max_size=2),
    sevens=st.booleans(),
    went_out=st.booleans(),
    red_threes=st.sampled_from([0, 8]),
)
@settings(max_examples=50)
@example("remastered-singles", Pile(cards=(Face.KING,) * 7), [Pile(cards=(Face.UNREAD,) * 7)], False, False, 0)
@example("four-hand", Pile(cards=(Face.KING,) * 3), [Pile(cards=(Face.UNREAD,) * 4)], False, True, 0)
def test_a_pile_of_no_rank_that_shows_reaches_as_far_as_it_would_with_another_of_each_rank(
    rules_id: str, kings: Pile, rankless: list[Pile], sevens: bool, went_out: bool, red_threes: int
) -> None:
    number = (load_rules(rules_id).game.rounds or [1])[0]
    piles = (kings, *((Pile(cards=(Face.SEVEN,) * 7),) if sevens else ()), *rankless)
    said = {**settings_for(rules_id), "second_book": False, "clean_to_go_out": 1, "dirty_to_go_out": 1}

    def score(laid: tuple[Pile, ...]) -> SideTally:
        side = Side("North", laid, red_threes=red_threes, went_out=went_out)
        return tally(Record(rules_id, (side,), round=number, settings=said)).sides[0]

    readings = [score(laid) for laid in with_each_rank(piles)]
    side = score(piles)
    assert side.low <= side.best <= side.high
    assert side.low <= min(reading.low for reading in readings)
    assert side.high >= max(reading.high for reading in readings)
    assert bool(side.questions) == (side.low != side.high)


@pytest.mark.parametrize("rules_id", ["remastered-singles", "golden-games", "bain"])
@pytest.mark.parametrize(
    ("kings", "rankless"),
    [
        (7, (Face.UNREAD,) * 3),
        (7, (Face.UNREAD, Face.UNREAD, Face.WILD_50)),
        (7, (Face.UNREAD,) * 7),
        (4, (Face.UNREAD, Face.WILD_50, Face.WILD_50)),
    ],
    ids=lambda value: "".join(value) if isinstance(value, tuple) else str(value),
)
def test_unread_cards_beside_others_reach_just_as_far_as_what_they_can_be(
    rules_id: str, kings: int, rankless: tuple[Face, ...]
) -> None:
    def score(laid: tuple[Pile, ...]) -> SideTally:
        number = (load_rules(rules_id).game.rounds or [1])[0]
        record = Record(rules_id, (Side("North", laid),), round=number, settings={"second_book": False})
        return tally(record).sides[0]

    piles = (Pile(cards=(Face.KING,) * kings), Pile(cards=rankless))
    points = [score(laid).best for laid in with_each_rank(piles)]
    side = score(piles)
    assert (side.low, side.high) == (min(points), max(points))
    assert [(asked.about, asked.width) for asked in side.questions] == [("pile 2", side.high - side.low)]


def test_what_is_asked_of_a_pile_of_no_rank_that_shows_is_as_wide_as_its_joining_another_moves_the_score() -> None:
    kings = Pile(cards=(Face.KING,) * 7)
    open_piles = (kings, Pile(top=Face.UNREAD, kind=BookKind.CLEAN))
    side = scored("remastered-singles", open_piles)
    # A book with the kings' or one of its own, of aces at best.
    assert (side.low, side.high) == (700 + 14 * 10, 770 + 700 + 7 * 20)
    assert [(asked.about, asked.width) for asked in side.questions] == [("pile 2", 770)]
    # What else is open is no part of it.
    side = scored("remastered-singles", (*open_piles, Pile(top=Face.QUEEN, kind=BookKind.DIRTY)))
    assert [(asked.about, asked.width) for asked in side.questions] == [("pile 2", 770), ("pile 3", 110)]


@pytest.mark.parametrize("rules_id", ["remastered-singles", "club"])
def test_however_many_piles_show_no_rank_the_interval_holds_what_they_may_be(rules_id: str) -> None:
    def score(*laid: Pile) -> SideTally:
        said = {**settings_for(rules_id), "second_book": False}
        number = load_rules(rules_id).game.rounds[0]
        return tally(Record(rules_id, (Side("North", laid),), round=number, settings=said)).sides[0]

    piles = [Pile(cards=(Face.UNREAD,) * number) for number in range(3, 11)]
    kings = Pile(cards=(Face.KING,) * 7)
    side = score(kings, *piles)
    for faces in (NATURAL_RANKS[:8], *((face,) * 8 for face in (Face.KING, Face.ACE, *WILDS))):
        read = (Pile(cards=(face,) * len(pile.cards)) for face, pile in zip(faces, piles, strict=True))
        assert side.low <= score(kings, *read).best <= side.high


def test_the_interval_holds_the_best_guess_of_a_pile_that_guesses_no_rank() -> None:
    side = scored("remastered-singles", (parse_pile("W20 wild"), parse_pile("9x?")))
    assert side.low == side.best == 7 * 20 + 9 * 10


def test_a_house_rule_on_going_out_takes_no_book_of_sevens_from_who_has_one() -> None:
    """Red 3s count for a side with sevens completed (bain, Scoring Time), whether or not going out takes them."""
    piles = tuple(parse_pile(pile) for pile in ("7x7", "6xK ?"))
    house = {"sevens_to_go_out": 0, "red3_to_go_out": 0}
    (side,) = tally(Record("bain", (Side("North", piles, red_threes=1, went_out=True),), settings=house)).sides
    assert [line.points for line in side.lines if line.reason == "red3_played"] == [100]
    assert side.low <= side.best <= side.high


def test_a_question_of_several_piles_of_a_rank_is_as_wide_as_it_moves_the_whole() -> None:
    queens = Pile(top=Face.QUEEN, kind=BookKind.DIRTY)
    side = scored("four-hand", (Pile(cards=(Face.FOUR,) * 3), Pile(cards=(*(Face.FOUR,) * 3, Face.UNREAD)), queens))
    assert [(asked.about, asked.width) for asked in side.questions] == [("pile 2", 185), ("pile 3", 110)]


def test_each_of_several_open_piles_of_a_rank_is_asked_about_as_wide_as_it_alone_moves_the_whole() -> None:
    side = scored("remastered-singles", tuple(parse_pile(pile) for pile in ("K K ?", "K ?", "K")))
    assert (side.low, side.high) == (60, 6 * 10 + 2 * 40)
    assert [(asked.about, asked.width) for asked in side.questions] == [("pile 1", 40), ("pile 2", 40)]


def test_piles_that_move_the_whole_only_together_are_each_asked_about_as_wide_as_that() -> None:
    """An ace more or a 20-wild more counts the same; with both of them wilds it is no book."""
    aces = tuple(parse_pile(pile) for pile in ("A A A 2 ?", "A A 2 ?", "A A"))
    said = {**settings_for("club"), "jokers_per_deck": 0, "second_book": False}
    (side,) = tally(Record("club", (Side("North", aces),), round=30, settings=said)).sides
    assert (side.low, side.high) == (11 * 20, 300 + 11 * 20)
    assert [(asked.about, asked.width) for asked in side.questions] == [("pile 1", 300), ("pile 2", 300)]


def test_two_piles_of_a_rank_have_the_limits_of_one_book() -> None:
    small, book = Pile(cards=(Face.SIX, *(Face.WILD_50,) * 2)), Pile(cards=(*(Face.SIX,) * 5, *(Face.WILD_20,) * 2))
    together = Pile(cards=(*small.cards, *book.cards))
    one, two = scored("four-hand", (together,)), scored("four-hand", (small, book))
    assert two.best == one.best
    assert {problem.code for problem in two.problems} == {problem.code for problem in one.problems} | {
        "second_book_of_rank"
    }


@pytest.mark.parametrize("beside", [Pile(cards=(Face.NINE,) * 3), Pile(top=Face.NINE, kind=BookKind.DIRTY)])
def test_what_is_told_of_squared_books_of_one_rank_only_narrows_their_interval(beside: Pile) -> None:
    """Two of three wilds each are no book together, as one book holds no more than three."""
    nines = Pile(top=Face.NINE, kind=BookKind.DIRTY)
    open_nines = Pile(cards=(Face.NINE, Face.NINE, Face.WILD_50))
    side = scored("four-hand", (nines, beside, open_nines))
    wilds = [(w20, w50) for w20 in range(4) for w50 in range(4 - w20) if w20 + w50]
    told = [replace(nines, count=7, w20=w20, w50=w50) for w20, w50 in wilds]
    others = told if beside.squared else [beside]
    points = [scored("four-hand", (one, other, open_nines)).best for one in told for other in others]
    assert (side.low, side.high) == (min(points), max(points))


def test_decks_without_jokers_hold_no_50_wild() -> None:
    def reach(side: Side, jokers: int, **more: Setting) -> tuple[int, int]:
        settings = {**settings_for("club"), "jokers_per_deck": jokers, **more}
        scored = tally(Record("club", (side,), round=30, settings=settings)).sides[0]
        return scored.low, scored.high

    nines = Side("North", (Pile(top=Face.NINE, kind=BookKind.DIRTY),))
    assert (reach(nines, 2), reach(nines, 0)) == ((380, 490), (380, 300 + 40 + 3 * 20))
    wilds = Side("North", (Pile(top=Face.WILD_20, kind=BookKind.WILD),))
    assert reach(wilds, 0) == (1140, 1140)
    unread = Side("North", (Pile(cards=(Face.NINE, Face.NINE, Face.UNREAD)),), left=(Face.UNREAD,))
    assert (reach(unread, 2), reach(unread, 0)) == ((30 - 300, 70 - 5), (30 - 300, 40 - 5))
    left = Side("North", left=(Face.UNREAD,))
    points = [reach(left, jokers, red3_left=0, black3_left=0) for jokers in (2, 0)]
    assert points == [(-50, 0), (-20, 0)]
    # What lies there all the same is one.
    said = Side("North", (Pile(top=Face.NINE, kind=BookKind.DIRTY, count=7, w20=0, w50=1),))
    assert reach(said, 0) == (410, 410)
    said = Side("North", (Pile(top=Face.NINE, kind=BookKind.DIRTY, count=7, w50=1),))
    assert reach(said, 0) == (410, 300 + 4 * 10 + 50 + 2 * 20)
    shown = Side("North", (Pile(top=Face.WILD_50, kind=BookKind.WILD),))
    assert reach(shown, 0) == (1000 + 50 + 6 * 20, 1000 + 7 * 50)


@pytest.mark.parametrize(
    ("rules_id", "squared", "points"),
    [
        ("golden-games", "W20 wild w20=5 w50=4", (1800, 1800, 1800)),
        ("golden-games", "W20 wild w50=7", (1870, 1870, 1870)),
        ("golden-games", "? wild", (1640, 1640, 1850)),
        ("remastered-singles", "K clean w50=2", (450, 450, 450)),
        ("remastered-singles", "K dirty count=6", (70, 70, 180)),
        ("remastered-singles", "K dirty count=4", (50, 50, 160)),
    ],
)
def test_a_squared_pile_holds_what_was_told_of_it_and_the_card_on_top_however_many_they_are(
    rules_id: str, squared: str, points: tuple[int, int, int]
) -> None:
    side = scored(rules_id, (parse_pile(squared),))
    assert (side.low, side.best, side.high) == points


SEEN, TOLD, GUESSED = ("seen", None), ("answered", None), ("assumed", None)


@pytest.mark.parametrize(
    ("piles", "known"),
    [
        (["7xK"], [SEEN, SEEN]),
        (["6xK ?"], [GUESSED, GUESSED]),
        (["K clean"], [SEEN, GUESSED]),
        (["K clean count=7"], [SEEN, TOLD]),
        (["K dirty count=7"], [SEEN, GUESSED]),
        (["K dirty w20=1 w50=0"], [SEEN, GUESSED]),
        (["K dirty count=7 w20=1"], [SEEN, GUESSED]),
        (["K dirty count=7 w20=1 w50=0"], [SEEN, TOLD]),
        (["? clean count=7"], [GUESSED, GUESSED]),
        (["4xK", "3xK"], [("assumed", "second_book"), SEEN, SEEN]),
        (["4xK", "2xK ?"], [("assumed", "second_book"), SEEN, GUESSED]),
    ],
    ids=lambda value: ", ".join(value) if isinstance(value[0], str) else "",
)
def test_each_line_says_whether_it_was_seen_told_or_guessed(
    piles: list[str], known: list[tuple[str, str | None]]
) -> None:
    side = scored("remastered-singles", tuple(parse_pile(pile) for pile in piles))
    assert [(line.basis, line.setting) for line in side.lines] == known


@pytest.mark.parametrize(
    ("north", "penalty", "left", "asked"),
    [
        (["7xK", "6xQ 2"], None, (-10, "seen"), ["pile 1"]),
        (["6xK ?", "6xQ 2"], None, (-10, "assumed"), ["pile 1", "cards left"]),
        (["7xK", "6xQ ?"], "assumed", (0, "assumed"), ["pile 1", "cards left"]),
        (["7xK"], "answered", (0, "answered"), ["pile 1"]),
    ],
    ids=["rightly", "rightly at best guess", "wrongly at best guess", "wrongly"],
)
def test_what_going_out_without_the_books_brings_is_told_or_guessed(
    north: list[str], penalty: str | None, left: tuple[int, str], asked: list[str]
) -> None:
    out = Side("North", tuple(parse_pile(pile) for pile in north), left=(Face.UNREAD,), went_out=True)
    south = Side("South", (parse_pile("A dirty"),), left=(Face.KING,))
    sides = tally(Record("four-hand", (out, south))).sides
    paid = [line.basis for line in sides[0].lines if line.reason in ("forfeit", "illegal_going_out")]
    assert paid == ([penalty] * 2 if penalty else [])
    assert [(line.points, line.basis) for line in sides[1].lines if line.reason == "left"] == [left]
    assert [one.about for one in sides[1].questions] == asked
    if penalty == "answered":
        assert [one.about for one in sides[0].questions] == ["cards left"]
        # What nobody who forfeits so surely takes from it is nothing to ask of the other side, nor what it is.
        unread = replace(south, left=(Face.UNREAD,))
        assert [one.about for one in tally(Record("four-hand", (out, unread))).sides[1].questions] == ["pile 1"]
        also_out = tally(Record("four-hand", (out, replace(south, went_out=True)))).sides[1]
        assert [line.basis for line in also_out.lines if line.reason == "left"] == ["assumed"]


@pytest.mark.parametrize(
    ("wilds", "basis"), [("count=7 w20=3 w50=4", "answered"), ("count=7 w20=3", "assumed"), ("w20=3 w50=4", "assumed")]
)
def test_a_wild_book_of_which_all_was_told_is_told(wilds: str, basis: str) -> None:
    side = scored("golden-games", (parse_pile(f"W20 wild {wilds}"),))
    assert [(line.reason.value, line.basis) for line in side.lines] == [("wild_book", "seen"), ("cards", basis)]


def test_cards_of_no_rank_in_a_book_said_to_be_of_wilds_are_guessed_however_much_was_told() -> None:
    side = scored("golden-games", (parse_pile("W50 wild count=8 w20=0 w50=3"),))
    assert (side.low, side.high) == (300 + 3 * 50 + 5 * 5, 300 + 3 * 50 + 5 * 20)
    assert {line.reason.value: line.basis for line in side.lines} == {"dirty_book": "answered", "cards": "assumed"}
    asked = [question.ask for question in side.questions]
    assert asked == ["which rank is the book in pile 1, and which cards are in it?"]


@pytest.mark.parametrize(("wilds", "reason", "basis"), [(1, "dirty_book", "seen"), (0, "clean_book", "answered")])
def test_a_book_that_is_another_for_what_was_said_of_its_wilds_is_told(wilds: int, reason: str, basis: str) -> None:
    side = scored("golden-games", (parse_pile(f"Q dirty count=7 w20={wilds} w50=0"),))
    assert [(line.reason.value, line.basis) for line in side.lines] == [(reason, basis), ("cards", "answered")]


def test_a_thousand_unread_cards_a_pile_are_all_that_they_may_be() -> None:
    side = scored("golden-games", (Pile(cards=(Face.UNREAD,) * 1000),) * 3)
    # At least 4s of one rank with one 20-wild too many for a book, at most three books of 50-wilds.
    assert (side.low, side.high) == (2996 * 5 + 4 * 20, 3000 * 50 + 3 * 1500)


def test_loose_cards_are_seen_unless_one_was_not_read() -> None:
    def known(*loose: Face) -> list[tuple[str, str]]:
        (side,) = tally(Record("bain", (Side("North", garbage=loose),))).sides
        return [(line.reason, line.basis) for line in side.lines]

    assert known(Face.KING) == [("garbage", "seen")]
    assert known(Face.KING, Face.UNREAD) == [("garbage", "assumed")]


@pytest.mark.parametrize(
    ("side", "ask"),
    [
        (Side("North", (parse_pile("K K K ?"),)), "what is the unread card in pile 1?"),
        (Side("North", (parse_pile("K K ? ?"),)), "what are the 2 unread cards in pile 1?"),
        (Side("North", (parse_pile("W50 wild"),)), "which wilds are in the book of wilds, pile 1?"),
        (Side("North", left=(Face.UNREAD,)), "what is the unread card among those left?"),
        (Side("North", left=(Face.UNREAD,) * 2), "what are the 2 unread cards among those left?"),
    ],
)
def test_a_question_names_what_does_not_show(side: Side, ask: str) -> None:
    (score,) = tally(Record("golden-games", (side,))).sides
    assert [asked.ask for asked in score.questions] == [ask]


def test_what_others_going_out_may_forfeit_is_asked_beside_an_unread_card() -> None:
    out = Side("North", (Pile(cards=(*(Face.SEVEN,) * 6, Face.UNREAD)), Pile(top=Face.QUEEN, kind=BookKind.CLEAN)))
    left = (Face.RED_THREE, Face.RED_THREE, Face.UNREAD)
    sides = (replace(out, went_out=True), Side("South", (Pile(cards=(Face.EIGHT,) * 7),), left=left))
    south = tally(Record("four-hand", sides)).sides[1]
    assert [asked.ask for asked in south.questions] == [
        "has another side the books that going out takes?",
        "what is the unread card among those left?",
    ]


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


def test_a_book_of_black_threes_counts_the_wilds_that_are_told_of_it() -> None:
    side = scored("golden-games", (Pile(top=Face.BLACK_THREE, kind=BookKind.DIRTY, count=7, w20=2, w50=0),))
    assert side.best == 2 * 20
    assert [problem.say for problem in side.problems if problem.code == "not_a_meld_rank"] == [
        "a book cannot be made of black 3s; of pile 1 no card but a wild counts until it is clear what they are"
    ]


def test_no_question_is_wider_than_the_interval() -> None:
    """A wild among the aces costs the clean book 400 points, and lets the side go out for 100."""
    aces = (*(Face.ACE,) * 6, Face.UNREAD)
    side = Side("North", (Pile(cards=(Face.JACK,) * 7), Pile(cards=aces)), went_out=True)
    (score,) = tally(Record("remastered-singles", (side,))).sides
    assert (score.low, score.high) == (1310, 1610)
    assert [(asked.about, asked.width) for asked in score.questions] == [("pile 2", 300), ("going out", 100)]


@pytest.mark.parametrize(
    ("rules_id", "piles", "others_too", "asked"),
    [
        ("remastered-singles", ["7xK", "Q dirty"], False, []),
        ("remastered-singles", ["7xK", "Q dirty"], True, [("did this side go out first?", 100)]),
        ("remastered-singles", ["7xK", "6xQ 2", "6xA ?"], True, [("did this side go out first?", 100)]),
        ("remastered-singles", ["7xK", "6xQ ?"], False, [("does this side have the books that going out takes?", 100)]),
        ("remastered-singles", ["7xK", "Q Q ?"], False, []),
        ("remastered-singles", ["7xK", "Q Q ?"], True, []),
        ("four-hand", ["7xK", "Q dirty"], False, []),
        ("four-hand", ["7xK", "Q dirty"], True, [("did this side go out first?", 100)]),
        ("four-hand", ["7xK", "6xQ ?"], False, [("does this side have the books that going out takes?", 1580)]),
        ("four-hand", ["7xK", "Q Q ?"], False, []),
    ],
)
def test_going_out_is_asked_about_where_it_is_in_doubt_and_nowhere_else(
    rules_id: str, piles: list[str], others_too: bool, asked: list[tuple[str, int]]
) -> None:
    north = Side("North", tuple(parse_pile(pile) for pile in piles), went_out=True)
    south = Side("South", (Pile(cards=(Face.ACE,) * 3),), went_out=others_too)
    side = tally(Record(rules_id, (north, south))).sides[0]
    assert [(one.ask, one.width) for one in side.questions if one.about == "going out"] == asked
    if rules_id != "four-hand":
        costly = tally(Record(rules_id, (north, south), settings={"going_out": -100})).sides[0]
        assert [(one.ask, one.width) for one in costly.questions if one.about == "going out"] == asked


@pytest.mark.parametrize("rules_id", ["remastered-singles", "golden-games", "four-hand"])
@pytest.mark.parametrize("rights", [(True, True), (True, False), (False, False)], ids=["both", "one", "none"])
def test_of_two_sides_that_went_out_each_reaches_as_far_as_with_one_of_them_out(
    rules_id: str, rights: tuple[bool, bool]
) -> None:
    piles = [parse_pile(text) for text in ("7xK", "6xQ W20", "3xA")]
    left = [() if rules_id == "remastered-singles" else (Face.KING,), (Face.FOUR, Face.RED_THREE)]
    north, south = (
        Side(name, tuple(piles if right else piles[:2:2]), left=cards)
        for name, right, cards in zip(("North", "South"), rights, left, strict=True)
    )
    said = {"clean_to_go_out": 1, "dirty_to_go_out": 1}

    def sides(*out: bool) -> tuple[SideTally, ...]:
        laid = tuple(replace(side, went_out=went) for side, went in zip((north, south), out, strict=True))
        return tally(Record(rules_id, laid, settings=said)).sides

    for place, side in enumerate(sides(True, True)):
        alone = [sides(*out)[place].best for out in ((True, False), (False, True))]
        assert (side.low, side.high) == (min(alone), max(alone))
        assert side.best == alone[place]
        assert sum(asked.width for asked in side.questions) == side.high - side.low


def test_who_went_out_is_not_asked_of_a_side_that_has_as_much_either_way() -> None:
    # What only a side going out has is what its cards left cost; they cost nothing where the other side forfeits.
    north = Side("North", (parse_pile("K clean"), parse_pile("Q dirty")), left=(Face.ACE,) * 5, went_out=True)
    south = Side("South", (parse_pile("7xA"),), went_out=True)
    asked = [
        [(one.about, one.width > 0) for one in side.questions]
        for side in tally(Record("four-hand", (north, south))).sides
    ]
    assert asked == [[("pile 2", True)], [("going out", True)]]
