from collections.abc import Callable
from itertools import product

import pytest

from handfoot.asking.unseen import tally_seen
from scorer.record import Record, parse_record
from scorer.rulebook.rules import RuleSet, parse_rules
from scorer.scoring import referee
from scorer.scoring.account import Basis, SideTally
from scorer.scoring.remedies import Remedy
from scorer.scoring.tally import tally

KINGS = {"top": "K", "kind": "clean"}
QUEENS = {"top": "Q", "kind": "dirty"}
SEEN = {"x_photo": "played.jpg", "x_cards": [0]}


def record(*piles: dict[str, object], decks: int | None = None, **side: object) -> Record:
    sides = [{"name": "North", "piles": list(piles), **side}]
    return parse_record({"rules": "remastered-singles", "round": 1, "decks": decks, "sides": sides})


def only(scored_by: object, rules: RuleSet | None = None) -> SideTally:
    assert isinstance(scored_by, Record)
    (side,) = tally_seen(scored_by, rules).sides
    return side


def asked(side: SideTally) -> dict[str, int]:
    return {question.ask: question.width for question in side.questions}


@pytest.mark.parametrize("piles", [(KINGS,), (QUEENS,), (KINGS, QUEENS, {"cards": ["4", "4", "4"]})])
def test_a_record_without_notes_is_scored_as_the_rules_say(piles: tuple[dict[str, object], ...]) -> None:
    assert tally_seen(record(*piles)) == tally(record(*piles))


def test_a_squared_book_in_a_photo_may_hold_more_than_seven() -> None:
    side = only(record({**KINGS, **SEEN}))
    assert (side.low, side.best, side.high) == (770, 770, 800)
    assert asked(side) == {"how many cards are in the book of kings? 7 are counted": 30}


def test_a_problem_is_explained_once_and_not_for_each_thing_that_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    explained: list[SideTally] = []

    def once(score: SideTally, again: Callable[[Remedy], SideTally]) -> SideTally:
        explained.append(score)
        return referee.explained(score, again)

    monkeypatch.setattr("scorer.scoring.tally.explained", once)
    side = only(record({**KINGS, **SEEN}, {"cards": ["4", "4"]}, x_unsaid=["went_out", "perfect_deals"]))
    assert len(side.questions) == 2
    assert "with 1 more 4 it would be a meld" in side.problems[0].say
    assert len(explained) == 1


def test_it_holds_no_more_than_the_decks_in_play() -> None:
    side = only(record({**KINGS, **SEEN}, decks=2))
    assert (side.best, side.high) == (770, 780)


def test_the_decks_hold_more_of_its_rank_beside_a_book_with_more_wilds() -> None:
    side = only(record({**QUEENS, **SEEN, "x_behind": ["W50"]}, decks=2))
    told = only(record({**QUEENS, **SEEN, "count": 10, "w20": 0, "w50": 3}, decks=2))
    assert (side.best, side.high, told.problems) == (410, 520, ())
    assert told.high == side.high


def test_it_may_do_so_before_and_after_an_open_meld_of_its_rank() -> None:
    book, meld = {**KINGS, **SEEN}, {"cards": ["K", "K", "K"]}
    one, other = only(record(book, meld)), only(record(meld, book))
    assert (one.low, one.high) == (other.low, other.high) == (one.best, one.best + 30)


def test_a_count_that_a_person_wrote_down_is_not_asked_again() -> None:
    side = only(record({**KINGS, **SEEN, "count": 8}))
    assert (side.low, side.high, side.questions) == (780, 780, ())


def test_the_wild_that_peeps_out_behind_is_in_the_book() -> None:
    side = only(record({**QUEENS, **SEEN, "x_behind": ["W50"]}))
    assert side.best == 300 + 60 + 50
    assert (side.low, side.high) == (side.best, 300 + 40 + 150 + 30)
    assert asked(side)["which wilds are in the book of queens?"] == 80
    assert [line.basis for line in side.lines if line.reason == "cards"] == [Basis.ASSUMED]


def test_a_book_with_a_wild_behind_it_is_guessed_also_where_its_cards_were_counted() -> None:
    """More wilds may lie in it than peep out."""
    side = only(record({**QUEENS, **SEEN, "count": 7, "x_behind": ["W20"]}, {"cards": ["K"] * 7}))
    assert [(line.reason, line.basis) for line in side.lines] == [
        ("dirty_book", "seen"),
        ("cards", "assumed"),
        ("clean_book", "seen"),
        ("cards", "seen"),
    ]


@pytest.mark.parametrize(("w20", "w50", "best"), [(1, 0, 380), (0, 3, 490), (2, 0, 390)])
def test_a_book_of_which_everything_was_said_is_as_that_whatever_peeps_out(w20: int, w50: int, best: int) -> None:
    """With ``count``, ``w20`` and ``w50`` there is nothing left to guess."""
    side = only(record({**QUEENS, **SEEN, "count": 7, "w20": w20, "w50": w50, "x_behind": ["W20"]}))
    assert (side.low, side.best, side.high, side.questions) == (best, best, best, ())


@pytest.mark.parametrize("said", [{"w20": 2}, {"w50": 1}])
def test_what_was_said_of_the_wilds_goes_before_what_peeps_out(said: dict[str, int]) -> None:
    assert only(record({**QUEENS, **said, "x_behind": ["W20"]})).best == only(record({**QUEENS, **said})).best


def house(books: str) -> RuleSet:
    return parse_rules(f'extends = "remastered-singles"\nid = "kitchen-table"\n[books]\n{books}\n', "house.toml")


def test_what_a_squared_book_may_hold_beside_its_top_is_as_the_house_has_it() -> None:
    side = only(record({**KINGS, **SEEN}), house("size = 6"))
    assert (side.best, side.high) == (760, 790)
    assert asked(side) == {"how many cards are in the book of kings? 6 are counted": 30}
    # Three more of a book of nine may be 50-wilds.
    wilds = only(record({**QUEENS, **SEEN, "x_behind": ["W50"]}), house("size = 9\nmost_wilds = 4"))
    assert asked(wilds)["which wilds are in the book of queens?"] == 120


def test_who_went_out_is_asked_where_the_cards_allow_it() -> None:
    notes = {"x_unsaid": ["went_out", "perfect_deals"]}
    able = record({"cards": ["K"] * 7}, {"cards": ["Q"] * 6 + ["W20"]}, **notes)
    assert asked(only(able)) == {"did North go out?": 100, "did North make a perfect deal?": 100}
    unable = record({"cards": ["K"] * 7}, **notes)
    assert asked(only(unable)) == {"did North make a perfect deal?": 100}


def maybe(at: int | None, *faces: str | None) -> dict[str, object]:
    return {"in": "pile 2", "at": at, "faces": list(faces), "where": "played.jpg, card 3"}


@pytest.mark.parametrize(
    ("second", "notes", "least", "most"),
    [
        ({"cards": ["9"] * 6}, {"x_maybe": [maybe(None, "W20")]}, 0, 300 + 20 + 100),
        ({"cards": ["9"] * 6 + ["W20"]}, {"x_maybe": [maybe(7, "9")]}, 0, 400 - 10),
        ({"top": "9", "kind": "dirty", "count": 7, "w20": 1, "w50": 0, "x_kinds": ["clean"]}, {}, 0, 400 - 10),
        ({"top": "9", "kind": "clean", "count": 7, "x_kinds": ["dirty"]}, {}, -400 + 10, 0),
        ({"cards": ["9"] * 6 + ["W20"]}, {"x_twice": [{"cards": [maybe(7, None)], "ask": "twice?"}]}, -320, 100),
    ],
    ids=["a dirty book more", "a clean one instead", "perhaps clean", "perhaps dirty", "perhaps counted twice"],
)
def test_where_the_books_for_going_out_are_in_doubt_the_bonus_is_paid_only_with_them(
    second: dict[str, object], notes: dict[str, object], least: int, most: int
) -> None:
    side = only(record({"cards": ["K"] * 7}, second, x_unsaid=["went_out"], **notes))
    assert (side.low - side.best, side.high - side.best) == (least, most)


def test_what_was_said_of_going_out_and_of_perfect_deals_is_not_asked_again() -> None:
    able = ({"cards": ["K"] * 7}, {"cards": ["Q"] * 6 + ["W20"]})
    notes = {"x_unsaid": ["went_out", "perfect_deals"]}
    assert asked(only(record(*able, went_out=True, perfect_deals=1, **notes))) == {}


def test_that_nobody_spoke_of_improper_melds_is_told_with_the_clause_that_would_take_points_off() -> None:
    def improper(**side: object) -> list[tuple[object, ...]]:
        read = parse_record({"rules": "golden-games", "sides": [{"name": "North", **side}]})
        lines = tally_seen(read).sides[0].lines
        found = [line for line in lines if line.reason == "improper_meld"]
        return [(line.points, line.basis.value, line.setting, line.clause) for line in found]

    unsaid = {"x_unsaid": ["improper_melds"]}
    assert improper(**unsaid) == [(0, "assumed", "improper_meld", "Meld Requirements")]
    assert improper(**unsaid, improper_melds=1) == [(-500, "answered", None, "Meld Requirements")]
    assert improper() == []
    bain = parse_record({"rules": "bain", "sides": [{"name": "North", **unsaid}]})
    assert tally_seen(bain).sides[0].lines == ()


def test_how_many_perfect_deals_is_asked_where_a_side_can_make_several() -> None:
    sides = [{"name": "North", "x_unsaid": ["perfect_deals"]}]
    (side,) = tally_seen(parse_record({"rules": "four-hand", "round": 1, "sides": sides})).sides
    assert asked(side) == {"how many perfect deals did North make?": 200}


@pytest.mark.parametrize(
    ("notes", "told"),
    [
        ({}, True),
        ({"left": ["4"]}, False),
        ({"went_out": True}, False),
        ({"x_unsaid": ["went_out"]}, False),
        ({"x_unsaid": ["perfect_deals"]}, True),
        ({"x_unsaid": ["went_out", "perfect_deals"]}, False),
        ({"x_left_unseen": "yes"}, False),
    ],
    ids=["unseen", "some left", "out", "may be out", "deals unsaid", "both unsaid", "another shape"],
)
def test_that_no_photo_shows_what_is_left_is_told_of_a_side_that_is_not_out(
    notes: dict[str, object], told: bool
) -> None:
    able = ({"cards": ["K"] * 7}, {"cards": ["Q"] * 6 + ["W20"]})
    side = only(record(*able, **{"x_left_unseen": True, **notes}))
    say = "no photo shows the cards left in Hand and Foot: nothing of them is counted"
    assert [problem.say for problem in side.problems] == [say] * told


def four_hand(north: dict[str, object], south: dict[str, object]) -> tuple[SideTally, ...]:
    sides = [
        {"name": name, "x_unsaid": ["went_out"], **side} for name, side in {"North": north, "South": south}.items()
    ]
    return tally_seen(parse_record({"rules": "four-hand", "round": 1, "sides": sides})).sides


def test_who_went_out_is_asked_without_the_books_too_where_that_is_a_forfeit() -> None:
    kings, eights = {"piles": [{"cards": ["K"] * 7}]}, {"piles": [{"cards": ["8"] * 6}], "left": ["R3", "K"]}
    north, south = four_hand(kings, eights)
    assert (north.low, north.best, north.high) == (-500, 570, 570)
    assert asked(north) == {"did North go out?": 570 + 500}
    # What North may forfeit spares South the cards that it has left.
    assert (south.low, south.best, south.high) == (-500 - 510, 60 - 510, 60)
    assert asked(south) == {"did South go out?": 60 + 500, "did another side go out without its books?": 510}
    north, south = four_hand({**kings, "x_unsaid": []}, {**eights, "x_unsaid": []})
    assert north.questions == south.questions == ()


@pytest.mark.parametrize(
    ("north", "told"),
    [
        ({"went_out": True, "x_unsaid": []}, False),
        ({"went_out": True, "x_unsaid": [], "x_maybe": [maybe(7, "K")]}, True),
        ({}, True),
        ({"x_unsaid": []}, True),
    ],
    ids=["without its books", "maybe with them", "unsaid", "nobody out"],
)
def test_that_no_photo_shows_what_is_left_is_not_told_where_it_costs_nothing(
    north: dict[str, object], *, told: bool
) -> None:
    nearly = {"piles": [{"cards": ["9"] * 6 + ["W20"]}, {"cards": ["K"] * 6 + ["W20"]}]}
    able = {"piles": [{"cards": ["8"] * 7}], "x_unsaid": [], "x_left_unseen": True}
    _, south = four_hand({**nearly, **north}, able)
    assert any("no photo shows the cards left" in problem.say for problem in south.problems) == told


def test_a_doubtful_wild_may_cost_the_books_and_with_them_all_melds_where_that_is_a_forfeit() -> None:
    books = {"piles": [{"cards": ["K"] * 7}, {"cards": ["9"] * 6 + ["W20"]}]}
    north, _ = four_hand({**books, "x_maybe": [maybe(7, "9")]}, {"left": ["A"]})
    assert (north.low, north.best, north.high) == (-500, 950, 570 + 570)
    # What another side may forfeit spares a card that may be another, too.
    doubtful = {"in": "left", "at": 1, "faces": ["W50"], "where": "left.jpg, card 1"}
    _, south = four_hand({"piles": [{"cards": ["K"] * 7}]}, {"left": ["A"], "x_maybe": [doubtful]})
    assert (south.low, south.best, south.high) == (-50, -20, 0)


def test_a_side_that_has_played_nothing_is_not_asked_whether_it_went_out() -> None:
    north, south = four_hand({}, {"piles": [{"cards": ["8"] * 6}], "left": ["K"], "x_unsaid": []})
    assert north.questions == south.questions == ()


def test_questions_come_widest_first() -> None:
    notes = {"x_unsaid": ["went_out", "perfect_deals"]}
    side = only(record({**KINGS, **SEEN}, {**QUEENS, **SEEN, "x_behind": ["W20"]}, **notes))
    widths = [question.width for question in side.questions]
    assert widths == sorted(widths, reverse=True)
    assert side.high - side.best == sum(widths)


@pytest.mark.parametrize("notes", [{"x_unsaid": "went_out"}, {"x_unsaid": [1]}, {"x_unsaid": None}])
def test_notes_of_another_shape_are_passed_over(notes: dict[str, object]) -> None:
    assert only(record({"cards": ["K"] * 7}, **notes)).questions == ()


def test_a_book_that_may_be_of_another_kind_or_none_is_asked_about_and_opens_the_interval() -> None:
    side = only(record({**QUEENS, **SEEN, "x_kinds": ["clean", "meld"]}))
    # A queen alone counts 10, a clean book 700 and its seven queens; a dirty one at most 300 + 40 + 150.
    assert (side.low, side.best) == (10, 300 + 60 + 20)
    assert side.high >= 770
    assert asked(side)["is this queen the top of a dirty book, a clean book or none?"] == (380 - 10) + (770 - 490)


@pytest.mark.parametrize(
    ("pile", "known"),
    [
        ({**QUEENS, "x_kinds": ["clean"]}, ["assumed", "assumed"]),
        ({**QUEENS, "x_kind_said": True}, ["answered", "assumed"]),
        ({**QUEENS, "x_kind_said": "no"}, ["seen", "assumed"]),
        ({**QUEENS, "x_kind_said": True, "x_kinds": ["clean"]}, ["assumed", "assumed"]),
        ({"cards": ["Q"] * 7, "x_kind_said": True}, ["answered", "answered"]),
    ],
)
def test_a_book_of_a_kind_that_was_told_is_told_and_one_that_may_be_of_another_is_a_guess(
    pile: dict[str, object], known: list[str]
) -> None:
    side = only(record({**SEEN, **pile}, {"cards": ["K"] * 7, **SEEN}))
    assert [line.basis for line in side.lines] == [*known, "seen", "seen"]


@pytest.mark.parametrize("went_out", [True, False])
def test_books_of_which_the_kinds_are_open_are_tried_together_and_with_doubtful_cards(*, went_out: bool) -> None:
    """The interval is that of the eight tables that it may be: each but two has a clean and a dirty book to go out."""
    tables = [
        tally(
            record(
                {"top": "K", "kind": kings, "count": 7},
                {"cards": ["9"] * 6 + [ninth]},
                {"top": "Q", "kind": queens, "count": 7},
                went_out=went_out,
            )
        ).sides[0]
        for kings, queens, ninth in product(("clean", "dirty"), ("clean", "dirty"), ("9", "W20"))
    ]
    kings = {"top": "K", "kind": "clean", "count": 7, "x_kinds": ["dirty"]}
    queens = {"top": "Q", "kind": "dirty", "count": 7, "x_kinds": ["clean"]}
    nines = {"cards": ["9"] * 6 + ["W20"]}
    side = only(record(kings, nines, queens, went_out=went_out, x_maybe=[maybe(7, "9")]))
    assert (side.low, side.high) == (min(one.low for one in tables), max(one.high for one in tables))
    assert len(side.questions) >= 3


def test_a_wild_behind_a_book_lies_in_no_clean_one_and_beside_the_card_if_it_is_none() -> None:
    ask = "is this queen the top of a dirty book, a clean book or none?"
    side = only(record({**QUEENS, **SEEN, "count": 7, "x_behind": ["W20"], "x_kinds": ["clean", "meld"]}))
    # The queen and the wild behind it count 30, a clean book 770.
    assert (side.low, side.best) == (30, 380)
    assert asked(side)[ask] == 770 - 30
    assert side.high >= 770


def test_a_wild_by_itself_may_lie_on_a_dirty_book_whose_rank_is_hidden() -> None:
    wild = {"top": "W20", "kind": "wild", **SEEN, "x_kinds": ["dirty", "meld"]}
    side = only(record(wild))
    assert side.high >= 300 + 6 * 20 + 50
    assert "is this 20-wild the top of a book of wilds, a dirty book or none?" in asked(side)


def test_which_kind_a_book_is_of_is_a_question_apart_from_what_is_in_it() -> None:
    side = only(record({**QUEENS, **SEEN, "x_kinds": ["clean"]}))
    assert [question.about for question in side.questions] == ["pile 1's kind", "pile 1", "pile 1"]


@pytest.mark.parametrize("noted", [["dirty"], ["velvet"], "clean", 7, []])
def test_a_note_of_kinds_that_says_nothing_asks_nothing(noted: object) -> None:
    assert only(record({**QUEENS, **SEEN, "x_kinds": noted})) == only(record({**QUEENS, **SEEN}))
