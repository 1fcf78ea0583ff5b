"""A game over many rounds: totals, the next round and its openings, the end, ties, and records that do not fit."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.errors import GameError, RoundError, ScorerError, SettingError
from scorer.faces import Face
from scorer.games import (
    GamePlan,
    GameState,
    check_new_round,
    check_points,
    fit_record,
    game_state,
    next_number,
    plan_game,
    score_before,
)
from scorer.record import Pile, Record, Side
from scorer.rulebook.rules import load_rules, rule_ids
from tests.scorer.tables import HOST_SETTINGS


def plan(rules: str = "remastered-singles", *sides: str, rounds: tuple[int, ...] | None = None) -> GamePlan:
    settings = HOST_SETTINGS if rules == "club" else {}
    return plan_game(load_rules(rules), sides or ("North", "South"), rounds=rounds, settings=settings)


def state(game: GamePlan, *rounds: tuple[int, int]) -> GameState:
    """Return how a game of two sides stands after rounds of those points, played in order."""
    numbers = game.rounds or range(1, len(rounds) + 1)
    return game_state(
        game,
        {number: dict(zip(game.sides, points, strict=True)) for number, points in zip(numbers, rounds, strict=False)},
    )


def test_totals_run_from_round_to_round() -> None:
    stands = state(plan(), (910, 1630), (-200, 300))
    assert [(one.number, one.points, one.totals) for one in stands.rounds] == [
        (1, (910, 1630), (910, 1630)),
        (2, (-200, 300), (710, 1930)),
    ]
    assert stands.totals == (710, 1930)


@pytest.mark.parametrize(
    ("rules", "openings"),
    [
        ("remastered-singles", [60, 90, 120, 150]),
        ("golden-games", [60, 90, 120, 150]),
        ("four-hand", [50, 90, 120, 150]),
        ("club", [30, 60, 90, 120, 150, 200]),
    ],
)
def test_the_first_melds_rise_with_the_rounds(rules: str, openings: list[int]) -> None:
    game = plan(rules)
    found = []
    for played in range(len(game.rounds)):
        upcoming = state(game, *[(100, 50)] * played).next
        assert upcoming is not None
        assert upcoming.number == game.rounds[played]
        found.append(upcoming.openings)
    assert found == [(least, least) for least in openings]


@pytest.mark.parametrize(
    ("totals", "openings"),
    [((-5, 0), (15, 50)), ((4995, 5000), (50, 90)), ((9995, 10_000), (90, 120)), ((14_995, 15_000), (120, 150))],
    ids=["below nothing", "5000", "10000", "15000"],
)
def test_bain_asks_of_each_side_by_its_own_score(totals: tuple[int, int], openings: tuple[int, int]) -> None:
    upcoming = state(plan("bain"), totals).next
    assert upcoming is not None
    assert upcoming.openings == openings


@pytest.mark.parametrize("rules", [rules for rules in rule_ids() if rules != "bain"])
def test_a_game_of_fixed_rounds_ends_with_the_last_and_the_highest_total_wins(rules: str) -> None:
    game = plan(rules)
    rounds = [(100, 105)] * len(game.rounds)
    assert not state(game, *rounds[:-1]).finished
    stands = state(game, *rounds)
    assert (stands.finished, stands.winners) == (True, ("South",))


def test_a_tie_after_the_last_round_stays_one() -> None:
    stands = state(plan(), *[(100, 100)] * 4)
    assert (stands.finished, stands.winners) == (True, ("North", "South"))


@pytest.mark.parametrize(
    ("rounds", "winners", "extra"),
    [
        ([(19_995, 0)], (), False),
        ([(20_000, 0)], ("North",), False),
        ([(20_000, 21_000)], ("South",), False),
        ([(20_500, 20_500)], (), True),
        ([(19_500, 19_500)], (), False),
        ([(20_500, 20_500), (100, 100)], (), True),
        ([(20_500, 20_500), (100, 300)], ("South",), False),
        ([(20_500, 20_500), (-600, -700)], ("North",), False),
    ],
    ids=[
        "not there yet",
        "one side there",
        "both there: the higher",
        "both there, tied: an extra round",
        "tied below: no end in sight",
        "tied again: another",
        "the extra round decides",
        "the extra round decides below 20,000 too",
    ],
)
def test_bain_goes_to_20000(rounds: list[tuple[int, int]], winners: tuple[str, ...], extra: bool) -> None:
    stands = state(plan("bain"), *rounds)
    assert stands.winners == winners
    assert stands.finished is bool(winners)
    assert stands.next is None or stands.next.extra is extra
    assert stands.remarks == ()


def test_rounds_after_a_win_that_an_edit_brought_forward_count_and_are_remarked() -> None:
    stands = state(plan("bain"), (20_000, 0), (0, 20_500))
    assert stands.winners == ("South",)
    assert stands.remarks == ("North had won by round 1 with 20000; the later rounds count all the same",)
    level = state(plan("bain"), (20_000, 0), (0, 20_000))
    assert (level.finished, level.winners, level.remarks) == (False, (), stands.remarks)


def test_points_that_are_no_multiple_of_5_are_remarked_in_the_last_round_too() -> None:
    stands = state(plan(), (100, 100), (100, -5), (0, 0), (100, 33))
    assert stands.finished
    assert stands.remarks == ("round 4: 33 for South is no multiple of 5: was it added up right?",)


@pytest.mark.parametrize(
    ("rules", "most"), [("bain", 2), ("four-hand", 2), ("golden-games", 2), ("club", 6), ("remastered-singles", 8)]
)
def test_more_sides_than_the_text_is_for_are_remarked_and_play_all_the_same(rules: str, most: int) -> None:
    fits, over = (plan(rules, *"ABCDEFGHI"[:number]) for number in (most, most + 1))
    assert game_state(fits, {}).remarks == ()
    (remark,) = game_state(over, {}).remarks
    assert remark == f"{most + 1} sides play, and the rules are for {most} at most: {over.rules.game.players}"
    assert game_state(over, {}).next is not None


def test_a_club_plays_those_of_the_rounds_it_chose() -> None:
    game = plan("club", rounds=(90, 30))
    assert game.rounds == (30, 90)
    stands = state(game, (100, 50))
    assert stands.next is not None
    assert (stands.next.number, stands.next.openings) == (90, (90, 90))
    assert state(game, (100, 50), (0, 0)).winners == ("North",)


def test_a_round_left_out_is_the_next_one_and_its_scores_before_leave_out_what_comes_after() -> None:
    game = plan()
    played = {1: {"North": 100, "South": 50}, 3: {"North": 1000, "South": 2000}}
    assert next_number(game, played) == 2
    assert score_before(game, played, 2) == score_before(game, played, 3) == {"North": 100, "South": 50}
    assert score_before(game, played, 4) == {"North": 1100, "South": 2050}


@pytest.mark.parametrize(
    ("rules", "played", "number", "say"),
    [
        ("remastered-singles", [], 5, "the game has no round 5: 1, 2, 3, 4"),
        ("club", [], 1, "the game has no round 1: 30, 60, 90, 120, 150, 200"),
        ("bain", [(100, 50)], 3, "round 3 cannot be entered: the next is round 2"),
        ("bain", [(20_000, 50)], 2, "the game is over: North won with 20000"),
    ],
    ids=["after the last", "a club's ordinal", "a gap", "after the end"],
)
def test_rounds_outside_the_game_are_refused(rules: str, played: list[tuple[int, int]], number: int, say: str) -> None:
    game = plan(rules)
    points = {place: dict(zip(game.sides, one, strict=True)) for place, one in enumerate(played, start=1)}
    with pytest.raises(RoundError) as refused:
        check_new_round(game, points, number)
    assert str(refused.value) == say


def test_a_round_forgotten_may_be_entered_late() -> None:
    game, points = plan(), {"North": 100, "South": 50}
    played = {1: points, 3: points}
    check_new_round(game, played, 2)
    check_new_round(game, {1: points}, 4)
    check_new_round(plan("bain"), {1: points}, 2)
    # Then it lies between the others.
    late = {**played, 2: {"North": 1000, "South": 0}}
    assert score_before(game, late, 3) == {"North": 1100, "South": 50}
    assert next_number(game, late) == 4


def test_a_game_that_has_all_its_rounds_has_no_next() -> None:
    with pytest.raises(RoundError, match="all 4 rounds of the game are played"):
        next_number(plan(), {number: {"North": 0, "South": 0} for number in (1, 2, 3, 4)})


@pytest.mark.parametrize(
    ("sides", "say"),
    [
        (["North"], "1 side: a game has 2 to 64"),
        ([], "0 sides: a game has 2 to 64"),
        (["North", " north "], "two sides are called 'north': give one of them another name"),
        (["Jose\u0301", "JOS\u00c9"], "two sides are called"),
        (["North", ""], "'' is no name for a side: 1 to 200 characters"),
        (["North", "S" * 201], "is no name for a side: 1 to 200 characters"),
        (["North", "South\nWest"], r"'South\nWest' is no name for a side: '\n' in it cannot be printed"),
        (["North", "So\0uth"], r"'\x00' in it cannot be printed"),
        (["North", "So\u202euth"], r"'\u202e' in it cannot be printed"),
        (["North", "So\ud800uth"], r"'\ud800' in it cannot be printed"),
    ],
    ids=["one", "none", "twice", "twice but for the accent", "empty", "long", "line break", "nul", "turned", "broken"],
)
def test_names_that_cannot_be_sides_are_refused(sides: list[str], say: str) -> None:
    with pytest.raises(GameError) as refused:
        plan_game(load_rules("remastered-singles"), sides)
    assert say in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("sides", "decks"), [(2, 1), (64, 100)], ids=["fewest", "most"])
def test_the_fewest_and_the_most_sides_and_decks_make_a_game(sides: int, decks: int) -> None:
    names = [f"Side {number}" for number in range(sides)]
    game = plan_game(load_rules("remastered-singles"), names, decks=decks)
    assert (game.sides, game.decks) == (tuple(names), decks)


def test_marks_that_a_keyboard_or_a_message_leaves_around_a_name_are_no_part_of_it() -> None:
    sides = [
        "\N{RIGHT-TO-LEFT MARK}\N{HEBREW LETTER ALEF}",
        "Jon\N{ZERO WIDTH SPACE}",
        "\N{ZERO WIDTH NO-BREAK SPACE} Ben ",
    ]
    assert plan_game(load_rules("remastered-singles"), sides).sides == ("\N{HEBREW LETTER ALEF}", "Jon", "Ben")
    with pytest.raises(GameError, match="two sides are called"):
        plan_game(load_rules("remastered-singles"), ["Jon", "jon\N{LEFT-TO-RIGHT MARK}"])
    with pytest.raises(GameError, match="is no name for a side"):
        plan_game(load_rules("remastered-singles"), ["Jon", "\N{ZERO WIDTH SPACE}"])


def test_names_keep_their_letters_whatever_the_script() -> None:
    names = ("Zoë & Łukasz", "山田", 'O\'Neil "Ace"; DROP TABLE games', "<b>Ann</b>", "🂡")
    assert plan_game(load_rules("remastered-singles"), names).sides == names


@pytest.mark.parametrize(
    ("rules", "changes", "error", "say"),
    [
        ("remastered-singles", {"rounds": (1, 7)}, RoundError, "remastered-singles has no round 7: 1, 2, 3, 4"),
        ("remastered-singles", {"rounds": (1, 1)}, RoundError, "rounds 1, 1: name one or more, each once"),
        ("remastered-singles", {"rounds": ()}, RoundError, "rounds none: name one or more, each once"),
        ("bain", {"rounds": (1,)}, RoundError, "bain has no rounds to choose from"),
        ("remastered-singles", {"decks": 0}, GameError, "0 decks: a game has 1 to 100"),
        ("remastered-singles", {"decks": 101}, GameError, "101 decks: a game has 1 to 100"),
        ("remastered-singles", {"settings": {"red_three": 1}}, SettingError, "unknown setting 'red_three'"),
        ("remastered-singles", {"settings": {"red3_left": "many"}}, SettingError, "'many' is not whole points"),
        ("remastered-singles", {"settings": {"sevens_book": 1500}}, SettingError, "has no setting 'sevens_book'"),
        ("club", {}, SettingError, "club needs settings that only the host can give: "),
    ],
    ids=lambda part: str(part),
)
def test_a_game_that_the_rules_do_not_allow_is_refused(
    rules: str, changes: dict[str, object], error: type[ScorerError], say: str
) -> None:
    with pytest.raises(error) as refused:
        plan_game(load_rules(rules), ["North", "South"], **changes)  # type: ignore[arg-type]
    assert say in str(refused.value)


def record(*names: str, rules: str = "remastered-singles", **more: object) -> Record:
    sides = tuple(Side(name, piles=(Pile(cards=(Face.KING,) * 7),), score_before=77) for name in names)
    return replace(Record(rules, sides), **more)  # type: ignore[arg-type]


def test_a_record_takes_the_games_names_order_settings_and_scores() -> None:
    game = replace(plan(), settings={"red3_left": -300}, decks=3)
    fitted = fit_record(game, record("south ", "NORTH"), number=2, before={"North": 100, "South": -50})
    assert [(side.name, side.score_before) for side in fitted.sides] == [("North", 100), ("South", -50)]
    assert (fitted.round, fitted.decks, fitted.settings) == (2, 3, {"red3_left": -300})


def test_a_round_may_be_played_with_a_deck_more() -> None:
    fitted = fit_record(
        replace(plan(), decks=3),
        record("North", "South", decks=4),
        number=1,
        before=dict.fromkeys(("North", "South"), 0),
    )
    assert fitted.decks == 4


def test_a_record_that_repeats_a_setting_of_the_game_fits() -> None:
    said = record("North", "South", settings={"red3_left": -100})
    assert fit_record(plan(), said, number=1, before={"North": 0, "South": 0}).settings == {}


@pytest.mark.parametrize(
    ("given", "say"),
    [
        (record("North", "South", rules="bain"), "the record is of 'bain', the game of 'remastered-singles'"),
        (record("North", "East"), "no side 'East' in the game: North and South"),
        (record("North"), "no side 'South' in the record, which has North"),
        (record("North", "south", "South"), "two sides of the record are the game's 'South'"),
        (
            record("North", "South", settings={"red3_left": -300}),
            "the record's 'red3_left' is -300, the game plays with -100",
        ),
        (
            record("North", "South", settings={"second_book": 0}),
            "the record's 'second_book' is 0, the game plays with false",
        ),
        (
            record("North", "South", settings={"sevens_book": 5}),
            "the record's 'sevens_book' is 5, the game has no such setting",
        ),
        (record("North", "South", settings={"odd": 5}), "the record's 'odd' is 5, the game has no such setting"),
    ],
    ids=[
        "rules",
        "unknown side",
        "missing side",
        "side twice",
        "setting",
        "number for a switch",
        "not here",
        "unknown",
    ],
)
def test_a_record_of_another_game_is_refused(given: Record, say: str) -> None:
    with pytest.raises(GameError) as refused:
        fit_record(plan(), given, number=1, before={"North": 0, "South": 0})
    assert str(refused.value) == say


@pytest.mark.parametrize(
    ("points", "say"),
    [
        ({"North": 5}, "no points for 'South'"),
        ({"North": 5, "South": 5, "East": 5}, "no side 'East' in the game: North and South"),
        ({"North": 5, "north ": 6, "South": 5}, "'North' is named twice"),
        ({"North": 5, "South": 10**30}, "for 'South' are no points between -10000000 and 10000000"),
        ({"North": 5, "South": True}, "true for 'South' are no points between"),
        ({"North": 5, "South": 5.0}, "5.0 for 'South' are no points between"),
    ],
    ids=["missing", "unknown", "twice", "huge", "true", "no whole number"],
)
def test_points_that_are_none_are_refused(points: dict[str, int], say: str) -> None:
    with pytest.raises(GameError) as refused:
        check_points(plan(), points)
    assert say in str(refused.value)


def test_points_take_the_games_names_and_order() -> None:
    assert list(check_points(plan(), {"south": -5, "NORTH": 10}).items()) == [("North", 10), ("South", -5)]
    assert check_points(plan(), {"North": 10_000_000, "South": -10_000_000})["South"] == -10_000_000


@pytest.mark.parametrize("rules", ["remastered-singles", "bain"])
def test_a_game_ended_early_is_won_by_who_leads_and_knows_which_round_was_left(rules: str) -> None:
    game = plan(rules)
    played = {number: {"North": 500, "South": 400} for number in (1, 2)}
    ended = game_state(game, played, ended=True)
    going = game_state(game, played)
    assert (ended.finished, ended.ended_early, ended.winners) == (True, True, ("North",))
    assert (ended.next, ended.ended_before) == (None, going.next)
    assert (ended.totals, ended.rounds) == (going.totals, going.rounds)
    assert (going.finished, going.ended_early, going.winners) == (False, False, ())
    with pytest.raises(RoundError, match="ended early: go on with it before round 3 is entered"):
        check_new_round(game, played, 3, ended=True)
    check_new_round(game, played, 3)


def test_a_tie_stays_one_where_a_game_is_ended_early() -> None:
    assert game_state(plan(), {1: {"North": 5, "South": 5}}, ended=True).winners == ("North", "South")


def test_a_game_that_is_played_out_was_not_ended_early() -> None:
    points = {"North": 1, "South": 2}
    ended = game_state(plan(), dict.fromkeys((1, 2, 3, 4), points), ended=True)
    assert (ended.finished, ended.ended_early, ended.winners) == (True, False, ("South",))
    assert not game_state(plan("bain"), {1: {"North": 20_000, "South": 0}}, ended=True).ended_early


@given(st.lists(st.tuples(*[st.integers(-2000, 5000)] * 2), max_size=12))
def test_totals_are_the_sums_of_the_rounds_however_long_the_game(rounds: list[tuple[int, int]]) -> None:
    stands = state(plan("bain"), *rounds)
    assert stands.totals == (sum(one[0] for one in rounds), sum(one[1] for one in rounds))
    assert stands.finished is (stands.winners != ())
    if len(stands.winners) == 1:
        assert max(stands.totals) == stands.totals[stands.sides.index(stands.winners[0])]
