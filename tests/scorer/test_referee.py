"""What a problem says beside what is wrong: what the score would be if it were not, by scoring the side again."""

import re
from dataclasses import replace

import pytest

from scorer.notation import parse_cards
from scorer.record import Record, Side
from scorer.rulebook.rules import load_rules
from scorer.scoring.account import Basis, ProblemCode, Tally
from scorer.scoring.referee import MOST_EXPLAINED
from scorer.scoring.tally import tally
from tests.scorer.tables import parse_pile, settings_for

SINGLES, GOLDEN, FOUR, BAIN, CLUB = "remastered-singles", "golden-games", "four-hand", "bain", "club"
ACES = "4xA"
"""A meld that is enough for the first round."""


def scored(rules_id: str, *sides: Side) -> Tally:
    number = (load_rules(rules_id).game.rounds or [1])[0]
    return tally(Record(rules_id, sides, round=number, settings=settings_for(rules_id)))


def side(
    piles: str, name: str = "North", *, left: str = "", garbage: str = "", out: bool = False, red: int = 0
) -> Side:
    """Return a side whose piles stand apart by commas."""
    return Side(
        name,
        tuple(parse_pile(pile) for pile in piles.split(",")),
        left=parse_cards(left),
        garbage=parse_cards(garbage),
        went_out=out,
        red_threes=red,
    )


OTHERWISE = [
    ("too_many_wilds", SINGLES, side("9 9 9 2 2 2"), "with 1 more 9 it would be a book for 300 and the score 400 / 90"),
    ("too_many_wilds", SINGLES, side(f"K 2 2,{ACES}"), "with 2 more kings it would be a meld and the score 150 / 130"),
    ("too_many_wilds", SINGLES, side("5x8 4x2"), "without 1 wild it would be a book for 300 and the score 410 / 130"),
    ("too_many_wilds", FOUR, side(f"9 9 2 2 2,{ACES}"), "with 1 more 9 it would be a meld and the score 170 / 160"),
    ("too_many_wilds", BAIN, side("3xK 3x2"), "without 1 wild it would be a meld and the score 70 / 90"),
    ("too_many_wilds", SINGLES, side(f"K,K 2 2,{ACES}"), "with 1 more king it would be a meld and the score 150 / 140"),
    ("too_few_naturals", BAIN, side("K 2 2,3xA"), "with 1 more king it would be a meld and the score 120 / 110"),
    (
        "too_few_naturals",
        GOLDEN,
        side(f"4x2,{ACES}"),
        "with 3 more 20-wilds it would be a book for 1500 and the score 1720 / 160",
    ),
    ("meld_too_small", SINGLES, side(f"K K,{ACES}"), "with 1 more king it would be a meld and the score 110 / 100"),
    ("meld_too_small", SINGLES, side(f"2 2,{ACES}"), None),
    ("book_too_big", BAIN, side("8xK"), "without 1 king it would be a book for 500 and the score 570 / 80"),
    ("book_too_big", BAIN, side("7x2 JK"), "without 1 wild it would be a book for 1000 and the score 1170 / 190"),
    (
        "book_too_big",
        GOLDEN,
        side(f"8x2,{ACES}"),
        "without 1 wild it would be a book for 1500 and the score 1720 / 1740",
    ),
    ("wild_book_not_allowed", SINGLES, side(f"3x2,{ACES}"), "with them left in hand the score would be 20 / 140"),
    (
        "mixed_ranks",
        SINGLES,
        side("6xK Q Q 2"),
        "with the queens apart it would be a book for 300 and the score 400 / 100",
    ),
    (
        "second_book_of_rank",
        SINGLES,
        side("7xK,6xK 2"),
        "with second books as a house rule the score would be 1150 / 450",
    ),
    ("second_book_of_rank", SINGLES, side("3xK,3xK,3x4"), None),
    ("second_book_of_rank", BAIN, side("3xK,4xK"), "laid together they would be a book for 500 and the score 570 / 70"),
    ("second_book_of_rank", BAIN, side("3xK,K K"), "laid together they would be a meld"),
    (
        "second_book_of_rank",
        GOLDEN,
        side("4x2,3xJK"),
        "laid together they would be a book for 1500 and the score 1730 / 230",
    ),
    (
        "not_a_book",
        SINGLES,
        side("K clean count=6"),
        "with 1 more card it would be a book for 700 and the score 770 / 60",
    ),
    (
        "kind_mismatch",
        SINGLES,
        side("K clean w20=1"),
        "as the clean one it would be a book for 700 and the score 770 / 380",
    ),
    ("kind_mismatch", SINGLES, side("K wild"), None),
    # As the one meld of its rank it would have too many wilds all the same.
    ("kind_mismatch", SINGLES, side("K clean w20=1,4xK 4x2"), None),
    ("wild_book_not_allowed", SINGLES, side(f"3x2 B3,{ACES}"), "with them left in hand the score would be 20 / 140"),
    ("doubtful_wilds", BAIN, side("K K 2 2"), "with them left in hand the score would be -60 / 60"),
    ("doubtful_wilds", BAIN, side("K K 2 2 B3"), "with them left in hand the score would be -60 / 60"),
    ("black3_played", SINGLES, side(f"K K K B3,{ACES}"), "with them left in hand the score would be 10 / 110"),
    ("black3_played", BAIN, side("3xB3,3xA"), "with them left in hand the score would be 45 / 60"),
    ("red3_not_playable", FOUR, side(f"{ACES},3xK R3", red=1), "with them left in hand the score would be -890 / 110"),
    ("red3_not_playable", FOUR, side(ACES, garbage="R3"), "with them left in hand the score would be -420 / 80"),
    ("black3_played", BAIN, side("7x7,7xK", garbage="B3"), "with them left in hand the score would be 2100 / 2105"),
    (
        "went_out_without_books",
        SINGLES,
        side("7xK", out=True),
        "with all that going out takes the score would be 870 / 770",
    ),
    (
        "went_out_without_books",
        FOUR,
        side("7xK", out=True, left="4"),
        "had it not gone out the score would be 565 / -505",
    ),
    (
        "went_out_without_books",
        GOLDEN,
        side("7xK,7x5,6x4 2,6x6 2", out=True, left="4 5"),
        "with all that going out takes the score would be 2295 / 2195",
    ),
    (
        "went_out_with_cards_left",
        SINGLES,
        side("7xK,6x4 2", out=True, left="4 5"),
        "with all that going out takes the score would be 1220 / 1110",
    ),
    (
        "went_out_without_red_threes",
        BAIN,
        side("7xK", out=True, red=3),
        "with all that going out takes the score would be 470 / 270",
    ),
    ("below_minimum_meld", SINGLES, side("3x4"), "with them left in hand the score would be -15 / 15"),
    ("below_minimum_meld", SINGLES, side("3x4 R3"), "with them left in hand the score would be -115 / 115"),
    (
        "below_minimum_meld",
        SINGLES,
        side("4 clean count=7"),
        "with them left in hand the score would be -35 / 735",
    ),
    ("below_minimum_meld", GOLDEN, side("3x4"), "with one improper meld more the score would be -485 / 15"),
    ("not_in_these_rules", SINGLES, side("7xK", garbage="4"), "with them left in hand the score would be 765 / 775"),
    ("garbage_without_sevens", BAIN, side("7xK", garbage="K"), "with them left in hand the score would be 560 / 580"),
    (
        "garbage_not_completed",
        BAIN,
        side("7x7,7xK", garbage="K Q"),
        "with them left in hand the score would be 2105 / 2125",
    ),
    (
        "garbage_not_completed",
        BAIN,
        side("7x7,3xK", garbage="K"),
        "with them left in hand the score would be 1555 / 1575",
    ),
    (
        "garbage_not_completed",
        BAIN,
        side("7x7,7xK", garbage="2"),
        "with them left in hand the score would be 2085 / 2125",
    ),
    ("unread_card", SINGLES, side("K K K ?,3xA"), None),
    ("not_a_meld_rank", SINGLES, side("R3 K K K,3xA"), None),
]


@pytest.mark.parametrize(
    ("rules_id", "lying", "otherwise"),
    [
        (BAIN, "3x2,2x2,2xJK", "all laid together they would be a book for 1000 and the score 1200 instead of 200"),
        (BAIN, "3xK,2xK,2xK", "all laid together they would be a book for 500 and the score 570 instead of 70"),
        (GOLDEN, "3x2,2x2,2xJK", "all laid together they would be a book for 1500 and the score 1700 instead of 200"),
        # Nine wilds are too many for a canasta.
        (BAIN, "3x2,3x2,3xJK", "laid together they would be a meld"),
    ],
)
def test_of_three_open_piles_it_is_said_what_all_of_them_would_be_if_that_is_a_book(
    rules_id: str, lying: str, otherwise: str
) -> None:
    problems = scored(rules_id, side(lying)).sides[0].problems
    says = [problem.say for problem in problems if problem.code == "second_book_of_rank"]
    assert len(says) == 2
    for say in says:
        assert say.endswith(f"; {otherwise}")


@pytest.mark.parametrize(
    ("code", "rules_id", "lying", "otherwise"), OTHERWISE, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_problem_says_what_the_score_would_be_otherwise(
    code: str, rules_id: str, lying: Side, otherwise: str | None
) -> None:
    problems = scored(rules_id, lying).sides[0].problems
    (say,) = [problem.say for problem in problems if problem.code == code]
    if otherwise is None:
        assert not re.search(r"; .* would be", say)
    else:
        assert say.endswith("; " + otherwise.replace(" / ", " instead of "))


@pytest.mark.parametrize("rules_id", [SINGLES, FOUR, GOLDEN])
def test_a_house_that_allows_a_book_of_wilds_allows_no_meld_of_them(rules_id: str) -> None:
    def said(piles: str) -> list[tuple[str, str]]:
        record = Record(rules_id, (side(piles),), settings={"wild_book": 1000})
        return [(problem.code, problem.say) for problem in tally(record).sides[0].problems]

    ((code, say),) = said(f"3x2,{ACES}")
    assert code == ProblemCode.TOO_FEW_NATURALS
    assert say.startswith("3 wilds in pile 1: wilds alone are a book of 7 or nothing; with 4 more 20-wilds it would be")
    assert said(f"7x2,{ACES}") == []


def test_no_more_cards_are_taken_from_a_pile_than_lie_in_it() -> None:
    record = Record(BAIN, (side("5xK 3x2,11xK"),), settings={"second_book": False})
    says = [problem.say for problem in tally(record).sides[0].problems if problem.code == ProblemCode.BOOK_TOO_BIG]
    assert says == ["19 cards in piles 1 and 2: a book has exactly 7, so this is none"]


def test_every_code_of_a_side_that_can_be_mended_is_tried() -> None:
    about_the_table_or_what_a_person_wrote = {"two_sides_went_out", "count_over_decks", "not_a_multiple_of_five"}
    about_the_table_or_what_a_person_wrote |= {"too_many_perfect_deals", "unseen_cards"}
    assert {code for code, *_ in OTHERWISE} | about_the_table_or_what_a_person_wrote == set(ProblemCode)


def test_the_score_otherwise_is_the_one_of_a_side_that_lies_so() -> None:
    now, then = side("9 9 9 2 2 2", red=1, left="K"), side("9 9 9 9 2 2 2", red=1, left="K")
    say = scored(SINGLES, now).sides[0].problems[0].say
    assert say == (
        "3 wilds on 3 9s in pile 1: no meld; with 1 more 9 it would be a book for 300 and the score "
        f"{scored(SINGLES, then).sides[0].best} instead of {scored(SINGLES, now).sides[0].best}"
    )


def test_of_two_sides_that_went_out_each_is_told_what_it_would_have() -> None:
    both = [side("7xK,6xQ 2", name, out=True) for name in ("North", "South")]
    nobody = side("7xK,3xQ", "East")
    (problem,) = scored(SINGLES, *both, nobody).problems
    assert problem.say == (
        "North and South each say that they went out; only one side can; had it not gone out "
        "North would have 1150 instead of 1250 and South would have 1150 instead of 1250"
    )
    (problem,) = scored(SINGLES, *(side("3xA", name, out=True) for name in ("North", "South"))).problems
    assert problem.say.endswith("only one side can")


def test_a_forfeit_that_spares_the_others_spares_them_in_what_would_be_too() -> None:
    forfeiting = side("7xK", "North", out=True)
    spared = side("7xK,Q Q", "South", left="A A")
    (problem,) = scored(FOUR, forfeiting, spared).sides[1].problems
    assert problem.say.endswith("with 1 more queen it would be a meld and the score 600 instead of 590")


def test_the_others_are_spared_however_many_they_are() -> None:
    forfeiting, spared = side("7xK", "North", out=True), side("7xK", "South", left="A A")
    _, south, east = scored(FOUR, forfeiting, spared, side("7xQ", "East")).sides
    assert [(line.reason, line.points) for line in south.lines[2:]] == [("left", 0)]
    assert east.lines[2:] == ()
    assert (south.low, south.high, south.questions) == (570, 570, ())


def test_what_may_be_forfeited_beside_the_melds_is_in_the_interval() -> None:
    forfeiting = replace(side("6xK ?,6xQ 2", out=True, garbage="K"), perfect_deals=1)
    (score,) = tally(Record(FOUR, (forfeiting,), settings={"forfeit_perfect_deal": True})).sides
    assert (score.low, score.best, score.high) == (-500, 1160, 1160)


@pytest.mark.parametrize(
    ("rules_id", "about", "say"),
    [(SINGLES, "7xK", "went out with 0 dirty books, of 1 needed: no bonus"), (FOUR, "7xK", "it forfeits its melds")],
)
def test_going_out_without_the_right_to_says_what_it_costs(rules_id: str, about: str, say: str) -> None:
    (problem,) = scored(rules_id, side(about, out=True)).sides[0].problems
    assert say in problem.say


@pytest.mark.parametrize(
    ("rules_id", "say"),
    [
        (SINGLES, "3 black 3s in pile 1, where none may be played"),
        (BAIN, "3 black 3s in pile 1, allowed only to a side going out, three or more alone"),
    ],
)
def test_black_3s_on_the_table_are_said_with_the_rule_that_they_break(rules_id: str, say: str) -> None:
    assert scored(rules_id, side(f"3xB3,{ACES}")).sides[0].problems[0].say.startswith(say)


@pytest.mark.parametrize(
    ("rules_id", "piles", "codes"),
    [
        (SINGLES, "K Q", ["mixed_ranks"]),
        (SINGLES, "K K R3", ["not_a_meld_rank", "meld_too_small"]),
        (SINGLES, "R3 R3", ["not_a_meld_rank"]),
        (SINGLES, "R3 clean count=5", ["not_a_meld_rank"]),
        (SINGLES, "B3 B3", ["black3_played"]),
        (SINGLES, "8xB3", ["black3_played"]),
        (BAIN, "7xB3", ["black3_played"]),
        (BAIN, "8xB3", ["book_too_big", "black3_played"]),
        (BAIN, "8x2", ["book_too_big"]),
        (BAIN, "? ? ?,? ? ?", ["unread_card", "unread_card"]),
        (BAIN, "2 2 2,JK JK JK", []),
    ],
)
def test_no_more_is_said_of_a_pile_than_is_wrong_with_it(rules_id: str, piles: str, codes: list[str]) -> None:
    problems = scored(rules_id, side(f"{piles},5xA")).sides[0].problems
    assert [problem.code for problem in problems] == codes


@pytest.mark.parametrize(
    ("piles", "say"),
    [
        ("7xK,6xK 2", "one book of kings, 300; as books of their own they would earn 700 + 300; with"),
        ("7xK,K K K", "one book of kings, 700; as books of their own they would earn 700 + 0"),
        ("4xK,3xK", "one book of kings, 700; with"),
        ("3xK,3xK", "one meld"),
    ],
)
def test_piles_of_one_rank_are_said_with_what_they_count_as_and_would(piles: str, say: str) -> None:
    problem = scored(SINGLES, side(piles)).sides[0].problems[0]
    assert problem.say.startswith(f"kings lie in piles 1 and 2 and count as {say}")


@pytest.mark.parametrize(
    ("piles", "number", "say"),
    [
        ("4 4 4 ?", 1, None),
        ("4 4 4 ?", 2, "the melds are worth at most 65, less than the 90"),
        ("3x4", 1, "the melds are worth 15, less than the 60"),
        ("4xA,? ? ?", 3, None),
    ],
)
def test_melds_are_below_the_minimum_where_no_reading_of_their_cards_is_enough(
    piles: str, number: int, say: str | None
) -> None:
    (score,) = tally(Record(SINGLES, (side(piles),), round=number)).sides
    said = [problem.say for problem in score.problems if problem.code == ProblemCode.BELOW_MINIMUM_MELD]
    assert [one.startswith(say or "") for one in said] == [True] * (say is not None)


def test_a_pile_that_would_be_wrong_in_another_way_is_called_no_meld() -> None:
    for piles in ("K 3x2 JK", "K K,3x2 JK K"):
        problems = scored(BAIN, side(piles)).sides[0].problems
        (say,) = [problem.say for problem in problems if problem.code == "too_few_naturals"]
        assert say.endswith(": at least 2 naturals are needed")


def test_a_table_of_nothing_but_problems_is_scored_again_a_few_times_only() -> None:
    problems = scored(BAIN, side(",".join(["K K"] * 100))).sides[0].problems
    assert len(problems) > 100
    assert 0 < sum("would be" in problem.say for problem in problems) <= MOST_EXPLAINED


def test_no_remedy_is_left_in_a_score() -> None:
    both = [side("7xK,6xQ 2,9 9 9 2 2 2", name, out=True) for name in ("North", "South")]
    table = scored(SINGLES, *both)
    problems = [*table.problems, *table.sides[0].problems]
    assert [problem.code for problem in problems] == ["two_sides_went_out", "too_many_wilds"]
    assert [problem.remedy for problem in problems if " instead of " in problem.say] == [None, None]


@pytest.mark.parametrize("rules", [SINGLES, "four-hand"])
def test_a_score_that_hangs_on_who_went_out_first_has_a_line_that_is_assumed(rules: str) -> None:
    """low and best are equal when nothing is assumed, and only then."""
    both = [side("7xK,6xQ 2", name, out=True) for name in ("North", "South")]
    for one in scored(rules, *both).sides:
        assert one.low < one.high
        assert Basis.ASSUMED in {line.basis for line in one.lines}
    (alone,) = scored(rules, both[0]).sides
    assert alone.low == alone.high
    assert Basis.ASSUMED not in {line.basis for line in alone.lines if line.reason == "going_out"}
