"""The tournament of the Golden Games, rule by rule; ties and odd numbers stop and wait for the coordinator."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.errors import GameError, RoundError, SettingError, TournamentError, UndecidedError
from scorer.rulebook.rules import load_rules
from scorer.tournament import requests
from scorer.tournament.desk import open_questions, plan_draw, questions, that_hold
from scorer.tournament.draws import LARGEST_SEED, draw_tables
from scorer.tournament.events import (
    CutMade,
    Decided,
    MedalsAwarded,
    Metal,
    Opened,
    ResultAgreed,
    ResultEntered,
    TableTeams,
    TeamEntered,
    TeamPoints,
    TeamRenamed,
    TeamWithdrew,
    event_to_json,
    parse_event,
)
from scorer.tournament.renaming import decisions_of
from scorer.tournament.replaying import opened, replay
from scorer.tournament.rulings import (
    CutTie,
    MedalRight,
    MedalTie,
    NumberGoingOn,
    OddNumber,
    OddTable,
    PointsSet,
    Reinstated,
    Replacement,
    Ruling,
    Step,
    StepUndone,
    TeamPlace,
)
from scorer.tournament.standings import Status, gaps, remarks, standings
from scorer.tournament.state import SetPoints, Stage, Team
from scorer.tournament.telling import told
from scorer.tournament.undecided import Matter, Question, answers
from scorer.words import counted
from tests.scorer.tables import settings_for
from tests.scorer.tournament_play import Desk, next_step, random_desk

SIXTEEN = tuple(f"Team {letter}" for letter in "ABCDEFGHIJKLMNOP")
FOUR = ("Aces", "Kings", "Queens", "Jacks")
EIGHT = (*FOUR, "Tens", "Nines", "Eights", "Sevens")


def descending(teams: tuple[str, ...]) -> dict[str, int]:
    """Return totals that fall from team to team."""
    return {team: 5000 - 100 * place for place, team in enumerate(teams)}


def played(totals: dict[str, int]) -> Desk:
    """Return a desk after a first game with these totals."""
    desk = Desk(*totals)
    desk.draw()
    desk.play(totals)
    return desk


# Play 4: one person from each team draws a number.


def test_play_4_a_seed_gives_the_same_draw_for_ever() -> None:
    draw = draw_tables(1, SIXTEEN, 2026)
    tables = " ".join("".join(team[-1] for team in table.teams) for table in draw.tables)
    assert tables == "AO EN FP JL BC GH IK DM"


@given(st.integers(2, 40), st.integers(0, LARGEST_SEED))
def test_play_3_every_team_sits_once_two_at_a_table(number: int, seed: int) -> None:
    teams = [f"Team {index}" for index in range(number)]
    for odd in OddNumber:
        draw = draw_tables(1, teams, seed, odd)
        seated = [team for table in draw.tables for team in table.teams]
        assert sorted([*seated, *([draw.bye] if draw.bye else [])]) == sorted(teams)
        assert [table.number for table in draw.tables] == list(range(1, number // 2 + 1))
        sizes = [len(table.teams) for table in draw.tables]
        three = [3] if number % 2 and odd is OddNumber.TABLE_OF_THREE else []
        assert sizes == [2] * (number // 2 - len(three)) + three
        assert (draw.bye is not None) == (number % 2 == 1 and odd is OddNumber.BYE)


def test_every_team_draws_every_table_about_as_often() -> None:
    found: Counter[tuple[str, int]] = Counter()
    for seed in range(2000):
        for table in draw_tables(1, FOUR, seed).tables:
            found.update((team, table.number) for team in table.teams)
    assert set(found) == {(team, number) for team in FOUR for number in (1, 2)}
    assert all(900 < times < 1100 for times in found.values())


@pytest.mark.parametrize("seed", [-1, LARGEST_SEED + 1])
def test_a_seed_is_a_number_that_every_reader_of_json_keeps(seed: int) -> None:
    with pytest.raises(TournamentError, match=f"{seed} is no seed"):
        draw_tables(1, FOUR, seed)


@pytest.mark.parametrize(("teams", "said"), [((), "0"), (("Aces",), "1")], ids=["none", "one"])
def test_a_draw_needs_two_teams(teams: tuple[str, ...], said: str) -> None:
    desk = Desk(*teams)
    with pytest.raises(TournamentError, match=f"too few teams for a draw: {said}, and a table takes two"):
        desk.draw()
    with pytest.raises(TournamentError, match="too few for a draw"):
        draw_tables(1, teams, 1)
    assert questions(desk.state) == ()
    assert standings(desk.state) == ()


def test_an_odd_number_is_not_drawn_without_a_ruling() -> None:
    with pytest.raises(TournamentError, match="3 teams cannot sit two at a table"):
        draw_tables(1, FOUR[:3], 1)


def test_a_draw_that_is_not_its_seeds_is_refused() -> None:
    desk = Desk(*FOUR)
    draw = plan_draw(desk.state, 1)
    with pytest.raises(TournamentError, match="the draw is not the one"):
        desk.do(replace(draw, tables=draw.tables[::-1]))


# An odd number of teams.


def test_an_odd_number_stops_the_draw_until_the_coordinator_decides() -> None:
    desk = Desk(*FOUR, "Tens")
    with pytest.raises(UndecidedError, match="5 teams cannot sit two at a table in game 1: the coordinator must"):
        desk.draw()
    assert desk.state.games == ()
    desk.decide(OddTable(1, 5, OddNumber.TABLE_OF_THREE))
    desk.draw()
    assert [len(teams) for teams in desk.tables()] == [2, 3]


def test_a_decision_about_an_odd_number_falls_when_the_number_changes() -> None:
    desk = Desk(*FOUR, "Tens")
    desk.decide(OddTable(1, 5, OddNumber.BYE))
    for late in ("Nines", "Eights"):
        desk.do(TeamEntered(late))
    with pytest.raises(UndecidedError, match="7 teams"):
        desk.draw()
    assert [question.matter for question in open_questions(desk.state)] == [Matter.ODD_TABLE]


def test_the_team_that_sits_out_has_the_points_that_the_coordinator_says() -> None:
    desk = Desk(*FOUR, "Tens")
    desk.decide(OddTable(1, 5, OddNumber.BYE))
    desk.draw(7)
    bye = desk.state.games[0].bye
    assert bye is not None
    desk.play(dict.fromkeys(desk.state.games[0].teams, 1000))
    for number in (None, 1):
        if number is not None:
            desk.set_points(bye, 300, number=number)
        with pytest.raises(UndecidedError, match=f"{bye} sat out game 1 and has no points for it: enter and agree"):
            desk.cut()
    desk.set_points(bye, 1200)
    assert gaps(desk.state, desk.state.games[0]) == ()
    assert next((line.team, line.total, line.decided) for line in standings(desk.state)) == (bye, 1200, True)


def test_a_table_of_three_counts_when_all_three_agree() -> None:
    desk = Desk("Aces", "Kings", "Queens")
    desk.decide(OddTable(1, 3, OddNumber.TABLE_OF_THREE))
    desk.draw()
    desk.enter(1, 1, {"Aces": 100, "Kings": 200, "Queens": 300})
    desk.agree(1, 1, "Aces", "Kings")
    assert [line.total for line in standings(desk.state)] == [0, 0, 0]
    desk.agree(1, 1, "Queens")
    assert [line.total for line in standings(desk.state)] == [300, 200, 100]


def test_of_a_table_of_three_one_that_withdrew_is_not_waited_for() -> None:
    desk = Desk("Aces", "Kings", "Queens")
    desk.decide(OddTable(1, 3, OddNumber.TABLE_OF_THREE))
    desk.draw()
    desk.withdraw("Queens")
    desk.do(requests.result(desk.state, {"Aces": 100, "Kings": 200}, number=1, table=1))
    assert desk.state.games[0].results[1, 1].points == {"Aces": 100, "Kings": 200, "Queens": 0}
    desk.agree(1, 1, "Aces")
    assert gaps(desk.state, desk.state.games[0])[0].agreement_of == ("Kings",)
    desk.agree(1, 1, "Kings")
    assert [desk.state.total(team) for team in ("Aces", "Kings", "Queens")] == [100, 200, 0]
    # One team alone agrees with nobody: what it has is for the coordinator to say.
    desk.withdraw("Kings")
    desk.do(requests.result(desk.state, {"Aces": 5, "Kings": 10, "Queens": 0}, number=2, table=1))
    desk.agree(1, 2, "Aces")
    assert desk.state.round_points(1, 2, "Aces") is None


# Play 8: each team agrees on the other team's score.


def test_play_8_points_count_only_when_both_teams_agree() -> None:
    desk = Desk("Aces", "Kings")
    desk.draw()
    desk.enter(1, 2, {"Kings": -40, "Aces": 1240})
    assert [line.total for line in standings(desk.state)] == [0, 0]
    desk.agree(1, 2, "Kings")
    assert [line.total for line in standings(desk.state)] == [0, 0]
    assert [gap.say for gap in gaps(desk.state, desk.state.games[0])] == [
        "round 1 of game 1 at table 1 (Aces and Kings) not entered",
        "round 2 of game 1 at table 1 (Aces and Kings) not agreed by Aces",
        "rounds 3 and 4 of game 1 at table 1 (Aces and Kings) not entered",
    ]
    desk.agree(1, 2, "Aces")
    assert [(line.team, line.total) for line in standings(desk.state)] == [("Aces", 1240), ("Kings", -40)]


def test_a_team_has_no_place_and_no_tie_before_any_of_its_points_count() -> None:
    desk = Desk(*FOUR)
    desk.draw()

    def stand() -> list[tuple[str, int | None, bool]]:
        return [(line.team, line.place, line.tied) for line in standings(desk.state)]

    nothing = [(team, None, False) for team in desk.state.in_order(frozenset(FOUR))]
    assert stand() == nothing
    first, second = desk.tables()
    desk.enter(1, 1, dict.fromkeys(first, -40))
    assert stand() == nothing
    desk.agree(1, 1, *first)
    # Who has not played stands behind those who have, also where they lost points.
    assert {line[1:] for line in stand()[:2]} == {(1, True)}
    assert {line[1:] for line in stand()[2:]} == {(None, False)}
    desk.set_points(second[0], 100)
    assert stand()[0] == (second[0], 1, False)
    assert {line[1:] for line in stand()[1:3]} == {(2, True)}
    assert stand()[3] == (second[1], None, False)


def test_a_result_entered_twice_is_refused_and_counts_once() -> None:
    desk = Desk("Aces", "Kings")
    desk.draw()
    for points in ({"Aces": 1240, "Kings": 980}, {"Aces": 1240, "Kings": 985}):
        if desk.state.games[0].results:
            with pytest.raises(TournamentError, match="round 1 at table 1 is entered already: Aces 1240 and Kings 980"):
                desk.enter(1, 1, points)
        else:
            desk.enter(1, 1, points)
    with pytest.raises(TournamentError, match=r"'a\\nb' is no reason for a change"):
        desk.enter(1, 1, {"Aces": 1240, "Kings": 985}, reason="a\nb")
    with pytest.raises(TournamentError, match="stands so already"):
        desk.enter(1, 1, {"Aces": 1240, "Kings": 980}, reason="again")


def test_agreement_falls_when_an_agreed_result_is_changed() -> None:
    desk = Desk("Aces", "Kings")
    desk.draw()
    desk.enter(1, 1, {"Aces": 1240, "Kings": 980})
    desk.agree(1, 1, "Aces", "Kings")
    desk.enter(1, 1, {"Aces": 1240, "Kings": 890}, reason="figures swapped")
    assert [line.total for line in standings(desk.state)] == [0, 0]
    with pytest.raises(TournamentError, match="round 1 at table 1 was changed meanwhile"):
        desk.do(ResultAgreed(1, 1, 1, "Aces", version=1))
    desk.agree(1, 1, "Aces", "Kings")
    assert [line.total for line in standings(desk.state)] == [1240, 890]
    with pytest.raises(TournamentError, match="Aces agreed to round 1 at table 1 already"):
        desk.agree(1, 1, "Aces")


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (ResultEntered(2, 1, 1, ()), "the tables of game 2 are not drawn yet"),
        (ResultEntered(3, 1, 1, ()), "there is no game 3: a tournament has 2"),
        (ResultEntered(1, 2, 1, ()), "game 1 has no table 2: 1 to 1"),
        (ResultEntered(1, 1, 5, ()), "there is no round 5: 1, 2, 3, 4"),
        (ResultEntered(1, 1, 1, ()), "at table 1 sit Aces and Kings, each with points; given were nobody"),
        (ResultEntered(1, 1, 1, (TeamPoints("Aces", 5), TeamPoints("Aces", 5))), "given were Aces and Aces"),
        (ResultEntered(1, 1, 1, (TeamPoints("Aces", 5), TeamPoints("Tens", 5))), "given were Aces and Tens"),
        (
            ResultEntered(1, 1, 1, (TeamPoints("Aces", 5), TeamPoints("Kings", 5), TeamPoints("Aces", 9))),
            "given were Aces, Kings and Aces",
        ),
        (
            ResultEntered(1, 1, 1, (TeamPoints("Aces", 5), TeamPoints("Kings", -10_000_001))),
            "-10000001 points of Kings are not between",
        ),
        (
            ResultEntered(1, 1, 1, (TeamPoints("Aces", 5), TeamPoints("Kings", 5)), "oops"),
            "round 1 at table 1 has no result yet that could be changed",
        ),
        (ResultAgreed(1, 1, 1, "Aces", 1), "round 1 at table 1 has no result yet to agree to"),
        (ResultAgreed(1, 1, 1, "Tens", 1), "Tens does not sit at table 1: Aces and Kings do"),
        (TeamEntered("Tens"), "Tens comes too late: the tables are drawn"),
        (TeamWithdrew("Tens", "ill"), "no team is called 'Tens'"),
        (TeamWithdrew("Aces", " "), "' ' is no reason for a withdrawal"),
        (TeamWithdrew("Aces", "x" * 1001), "is no reason for a withdrawal: 1 to 1000 characters on one line"),
        (TeamWithdrew("Aces", "ill\nor not"), r"'ill\nor not' is no reason for a withdrawal"),
        (Decided(StepUndone(Step.DRAW), "Ruth", ""), "'' is no reason for a decision"),
        (Decided(StepUndone(Step.CUT), "Ruth", "why"), "there is no cut that could be taken back"),
        (Decided(StepUndone(Step.MEDALS), "Ruth", "why"), "there are no medals that could be taken back"),
        (Decided(Reinstated("Aces"), "Ruth", "why"), "Aces did not withdraw"),
        (Decided(MedalRight("Aces", counts=True), "Ruth", "why"), "this is not to be decided now: medal right"),
        (CutMade(("Aces",)), "round"),
        (MedalsAwarded(()), "there are no medals to award now: game 1 is being played, and the cut comes next"),
        (Opened("Golden", load_rules("golden-games")), "the tournament 'Golden Games' is open already"),
    ],
    ids=lambda part: getattr(part, "kind", None),
)
def test_what_cannot_be_is_refused_in_one_line(event: object, message: str) -> None:
    desk = Desk("Aces", "Kings")
    desk.draw()
    before = desk.state
    with pytest.raises(TournamentError) as caught:
        desk.do(event)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert desk.state is before


def test_steps_out_of_order_say_what_comes_next() -> None:
    desk = Desk(*FOUR)
    with pytest.raises(TournamentError, match="no cut to make now: the tables of game 1 are not drawn yet"):
        desk.cut()
    with pytest.raises(TournamentError, match="no draw that could be taken back"):
        desk.decide(StepUndone(Step.DRAW))
    desk.draw()
    with pytest.raises(TournamentError, match="no tables to draw now: game 1 is being played"):
        desk.draw()
    desk.play(descending(FOUR))
    with pytest.raises(TournamentError, match="no medals to award now"):
        desk.award()
    desk.cut()
    with pytest.raises(TournamentError, match="the cut is made, and the draw of game 2 comes next"):
        desk.cut()
    with pytest.raises(TournamentError, match="game 1 is closed; the coordinator can still set points in it"):
        desk.do(ResultAgreed(1, 1, 1, "Aces", 1))


# Teams and their names.


@pytest.mark.parametrize("name", ["aces", " ACES ", "Aces"])
def test_a_team_cannot_enter_twice_whatever_the_letters_size(name: str) -> None:
    desk = Desk("Aces")
    with pytest.raises(TournamentError, match=r"a team is called 'Aces' already$"):
        desk.do(TeamEntered(name))
    desk.do(TeamWithdrew("Aces", "ill"))
    with pytest.raises(TournamentError, match="already: it withdrew, and the coordinator can let it in again"):
        desk.do(TeamEntered(name))


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 201, "\x1b[31m"], ids=repr)
def test_an_odd_name_is_refused(name: str) -> None:
    with pytest.raises(GameError, match="is no name for a team"):
        Desk(name)
    with pytest.raises(GameError, match="is no name for the coordinator"):
        Desk("Aces").do(Decided(StepUndone(Step.DRAW), name, "why"))


def test_a_name_is_found_whatever_its_letters_and_a_near_miss_is_suggested() -> None:
    state = Desk("Zoë & 李", "The Aces").state
    assert state.team("ZOE\u0308 & 李") == "Zoë & 李"
    with pytest.raises(TournamentError, match="no team is called 'The Acse'; did you mean 'The Aces'"):
        state.team("The Acse")
    with pytest.raises(TournamentError, match="no team is called 'North'; there are Zoë & 李 and The Aces"):
        state.team("North")
    with pytest.raises(TournamentError, match="no team has entered yet"):
        Desk().state.team("North")


def test_a_team_has_so_many_players_and_no_more() -> None:
    desk = Desk()
    ten = tuple(f"P{number}" for number in range(10))
    desk.do(TeamEntered("Aces", ten))
    assert desk.state.teams[0].players == ten
    with pytest.raises(TournamentError, match="11 players of Kings are more than 10"):
        desk.do(TeamEntered("Kings", (*ten, "P10")))


# Play 10 and 11: the top half goes on.


def test_play_10_the_top_eight_of_sixteen_go_on() -> None:
    desk = played(descending(SIXTEEN))
    desk.cut()
    assert desk.state.going_on == SIXTEEN[:8]
    assert [line.status for line in standings(desk.state)] == [Status.PLAYING] * 8 + [Status.OUT] * 8


def test_a_missing_result_stops_the_cut_and_is_named() -> None:
    desk = Desk(*EIGHT)
    desk.draw()
    desk.play(descending(EIGHT), tables=(1, 2, 4))
    third = desk.tables()[2]
    with pytest.raises(UndecidedError) as caught:
        desk.cut()
    assert str(caught.value) == (
        f"rounds 1, 2, 3 and 4 of game 1 at table 3 ({third[0]} and {third[1]}) not entered: "
        "enter and agree the points, or let the coordinator decide them"
    )
    for team in third:
        desk.set_points(team, 700)
    assert {line.team for line in standings(desk.state) if line.decided} == set(third)
    desk.cut()
    assert not set(third) & set(desk.state.going_on or ())


def test_a_ruling_on_one_round_stands_beside_the_agreed_others_until_it_is_taken_back() -> None:
    desk = played({"Aces": 1000, "Kings": 900, "Queens": 800, "Jacks": 700})
    desk.set_points("Aces", 55, number=2)
    assert desk.state.total("Aces") == 1055
    desk.set_points("Aces", -500)
    assert desk.state.set_points[1, None, "Aces"] == SetPoints(-500, by="Ruth", reason="house custom")
    assert desk.state.total("Aces") == -500
    assert desk.state.round_points(1, 1, "Aces") is None
    desk.set_points("Aces", None)
    desk.set_points("Aces", None, number=2)
    assert desk.state.total("Aces") == 1000
    with pytest.raises(TournamentError, match="no points were decided for Aces"):
        desk.set_points("Aces", None)
    for wrong in ({"number": 9}, {"game": 2}):
        with pytest.raises(TournamentError, match=r"no round 9|game 2 are not drawn"):
            desk.set_points("Aces", 5, **wrong)
    with pytest.raises(TournamentError, match="10000001 is not between -10000000 and 10000000"):
        desk.set_points("Aces", 10_000_001)
    desk.cut()
    desk.draw()
    with pytest.raises(TournamentError, match="Jacks is not in game 2"):
        desk.set_points("Jacks", 5, game=2)


def test_many_missing_results_are_named_by_the_first_and_their_number() -> None:
    desk = Desk(*SIXTEEN)
    desk.draw()
    with pytest.raises(UndecidedError, match=r"table 3 .* not entered; and 5 more like these: enter and agree"):
        desk.cut()
    # All have the same points as yet, none: that is no tie.
    assert open_questions(desk.state) == ()


def test_a_tie_at_the_cut_stops_it_and_the_coordinator_says_who_goes_on() -> None:
    totals = descending(EIGHT) | {"Jacks": 4650, "Tens": 4650, "Nines": 4650}
    desk = played(totals)
    with pytest.raises(UndecidedError) as caught:
        desk.cut()
    assert str(caught.value) == (
        "Jacks, Tens and Nines tie at the cut with 4650 points for 1 place: "
        "the coordinator must decide which of them go on"
    )
    tied = ("Jacks", "Tens", "Nines")
    with pytest.raises(TournamentError, match="Aces is not among the teams that tie"):
        desk.decide(CutTie(4650, 1, tied, ("Aces",)))
    with pytest.raises(TournamentError, match="not to be decided now: cut tie"):
        desk.decide(CutTie(4650, 1, tied[:2], ("Jacks",)))
    desk.decide(CutTie(4650, 1, tied, ("Tens",)))
    assert open_questions(desk.state) == ()
    desk.cut()
    assert desk.state.going_on == ("Aces", "Kings", "Queens", "Tens")


def test_a_ruling_on_a_tie_falls_when_the_tied_teams_change() -> None:
    desk = played(descending(EIGHT) | {"Jacks": 4650, "Tens": 4650})
    desk.decide(CutTie(4650, 1, ("Jacks", "Tens"), ("Tens",)))
    desk.set_points("Nines", 4650)
    with pytest.raises(UndecidedError, match="Jacks, Tens and Nines tie"):
        desk.cut()


def test_a_ruling_holds_until_a_later_one_on_its_matter_or_its_step_is_taken_back() -> None:
    desk = played(descending(EIGHT) | {"Jacks": 4650, "Tens": 4650})
    rulings: list[Ruling] = [
        CutTie(4650, 1, ("Jacks", "Tens"), ("Tens",)),
        CutTie(4650, 1, ("Jacks", "Tens"), ("Jacks",)),
        PointsSet(1, "Aces", 900, 1),
        PointsSet(1, "Aces", 800, 2),
        PointsSet(1, "Aces", None, 1),
    ]
    for ruling in rulings:
        desk.decide(ruling)
    assert that_hold(desk.state, rulings) == (False, True, False, True, True)
    desk.cut()
    desk.decide(StepUndone(Step.CUT))
    assert that_hold(desk.state, [*rulings, StepUndone(Step.CUT)]) == (False, False, False, True, True, True)


def test_a_ruling_holds_no_longer_than_the_facts_it_was_made_on() -> None:
    desk = Desk(*EIGHT[:5])
    odd = OddTable(1, 5, OddNumber.BYE)
    desk.decide(odd)
    desk.do(TeamWithdrew("Aces", "ill"))
    desk.decide(Reinstated("Aces"))
    rulings = [odd, Reinstated("Aces")]
    assert that_hold(desk.state, rulings) == (True, True)
    desk.do(TeamEntered("Sixes"))
    assert that_hold(desk.state, rulings) == (False, True)
    desk.do(TeamWithdrew("Sixes", "ill"))
    assert that_hold(desk.state, rulings) == (True, True)
    desk.draw()
    assert that_hold(desk.state, rulings) == (True, True)
    desk.do(TeamWithdrew("Aces", "ill again"))
    assert that_hold(desk.state, rulings) == (True, False)


@pytest.mark.parametrize(("total", "place", "holds"), [(100, 2, True), (100, 3, False), (95, 2, False)])
def test_a_medal_right_holds_for_the_total_and_the_place_it_was_given_at(total: int, place: int, holds: bool) -> None:
    asked = Question(Matter.MEDAL_RIGHT, "", ("Aces",), place, total)
    assert answers(MedalRight("Aces", counts=True, total=100, place=2), asked) == holds
    # Kept before the two were told.
    assert answers(MedalRight("Aces", counts=True), asked)


def test_a_team_that_withdrew_has_no_place_and_takes_none_from_others() -> None:
    desk = played(descending(FOUR))
    desk.withdraw("Aces")
    assert [(line.team, line.place) for line in standings(desk.state)] == [
        ("Aces", None),
        ("Kings", 1),
        ("Queens", 2),
        ("Jacks", 3),
    ]


@pytest.mark.parametrize(
    ("ruling", "then"),
    [
        (NumberGoingOn(3, 0, 2, ("Aces", "Kings")), NumberGoingOn(3, 0, 2, ("Aces", "Queens"))),
        (NumberGoingOn(3, 0, 2), NumberGoingOn(3, 0, 2)),
        (Replacement("Aces", "Kings"), Replacement("Aces", "Queens")),
        (Replacement("Kings"), Replacement("Queens")),
    ],
)
def test_a_ruling_goes_by_the_new_name_of_each_team_in_it(ruling: Ruling, then: Ruling) -> None:
    decided = Decided(ruling, "Ruth", "so it is")
    assert decisions_of([decided, TeamRenamed("Kings", "Queens")]) == (replace(decided, ruling=then),)


def test_a_ruling_on_the_first_draw_holds_though_the_second_asks_the_same() -> None:
    desk = Desk(*EIGHT, "Sixes")
    for_nine = OddTable(1, 9, OddNumber.TABLE_OF_THREE)
    desk.decide(for_nine)
    desk.draw()
    desk.play(descending((*EIGHT, "Sixes")))
    five = requests.number_going_on(desk.state, 5)
    desk.decide(five)
    desk.cut()
    assert [question.matter for question in open_questions(desk.state)] == [Matter.ODD_TABLE]
    assert that_hold(desk.state, [for_nine, five]) == (True, True)
    for_five = OddTable(2, 5, OddNumber.BYE)
    desk.decide(for_five)
    assert that_hold(desk.state, [for_nine, five, for_five]) == (True, True, True)
    desk.decide(StepUndone(Step.CUT))
    assert that_hold(desk.state, [for_nine, five, for_five]) == (True, False, False)


def test_teams_let_in_again_and_steps_taken_back_do_not_overtake_each_other() -> None:
    desk = Desk(*FOUR)
    rulings: list[Ruling] = []
    for team in FOUR[:2]:
        desk.do(TeamWithdrew(team, "ill"))
        rulings.append(Reinstated(team))
        desk.decide(rulings[-1])
    for _ in range(2):
        desk.draw()
        rulings.append(StepUndone(Step.DRAW))
        desk.decide(rulings[-1])
    assert that_hold(desk.state, rulings) == (True,) * 4


def test_a_ruling_on_a_tie_holds_no_longer_once_others_tie() -> None:
    desk = played(descending(EIGHT) | {"Jacks": 4650, "Tens": 4650})
    tie = CutTie(4650, 1, ("Jacks", "Tens"), ("Tens",))
    desk.decide(tie)
    desk.set_points("Nines", 4650)
    assert that_hold(desk.state, [tie]) == (False,)


@pytest.mark.parametrize(("rules", "teams", "decks"), [("golden-games", 2, 5), ("golden-games", 3, 7)])
@pytest.mark.parametrize("alone", [False, True])
def test_a_table_plays_with_one_deck_more_than_players(rules: str, teams: int, decks: int, alone: bool) -> None:
    state = opened(Opened("Golden", load_rules("remastered-singles" if alone else rules)))
    assert state.decks_at(TableTeams(1, FOUR[:teams])) == (teams + 1 if alone else decks)


def test_all_that_tie_may_go_on_but_one_team_alone_may_not() -> None:
    desk = played(dict.fromkeys(FOUR, 1000))
    with pytest.raises(TournamentError, match="so 1 team would go on, with nobody to play"):
        desk.decide(CutTie(1000, 2, FOUR, ("Aces",)))
    desk.decide(CutTie(1000, 2, FOUR, FOUR))
    desk.cut()
    assert desk.state.going_on == FOUR


@pytest.mark.parametrize(
    ("number", "why"),
    [(5, "5 teams have no top half"), (2, "the top half of 2 teams is one team"), (3, "3 teams have no top half")],
)
def test_a_number_without_a_half_that_can_play_is_the_coordinators(number: int, why: str) -> None:
    teams = EIGHT[:number]
    desk = Desk(*teams)
    if number % 2:
        desk.decide(OddTable(1, number, OddNumber.TABLE_OF_THREE))
    desk.draw()
    desk.play(descending(teams))
    with pytest.raises(UndecidedError, match=f"{why}.*the coordinator must decide how many go on"):
        desk.cut()
    for wrong in (1, number + 1, -2):
        with pytest.raises(TournamentError, match=f"{counted(wrong, 'team')} cannot go on: 2 to {number}, or 0"):
            desk.decide(NumberGoingOn(number, 0, wrong))
    desk.decide(NumberGoingOn(number, 0, 2))
    desk.cut()
    assert desk.state.going_on == teams[:2]


def test_a_tie_at_the_cut_is_where_the_coordinators_number_cuts() -> None:
    desk = Desk(*EIGHT[:5])
    desk.decide(OddTable(1, 5, OddNumber.TABLE_OF_THREE))
    desk.draw()
    desk.play({"Aces": 5000, "Kings": 4900, "Queens": 4800, "Jacks": 4800, "Tens": 4000})
    assert [question.matter for question in open_questions(desk.state)] == [Matter.NUMBER_GOING_ON]
    desk.decide(NumberGoingOn(5, 0, 3))
    with pytest.raises(UndecidedError, match="Queens and Jacks tie at the cut with 4800 points for 1 place"):
        desk.cut()
    assert [question.matter for question in open_questions(desk.state)] == [Matter.CUT_TIE]
    desk.decide(CutTie(4800, 1, ("Queens", "Jacks"), ("Jacks",)))
    desk.cut()
    assert desk.state.going_on == ("Aces", "Kings", "Jacks")


def test_where_no_team_goes_on_a_tie_is_no_matter_of_the_cut() -> None:
    desk = played({"Aces": 1000, "Kings": 1000})
    desk.decide(NumberGoingOn(2, 0, 0))
    assert open_questions(desk.state) == ()
    desk.cut()
    assert [question.matter for question in open_questions(desk.state)] == [Matter.MEDAL_TIE]


def test_two_teams_may_end_with_the_first_game() -> None:
    desk = played({"Aces": 900, "Kings": 1000})
    desk.decide(NumberGoingOn(2, 0, 0))
    desk.cut()
    with pytest.raises(TournamentError, match="the coordinator decided that there is no second game"):
        desk.draw()
    with pytest.raises(TournamentError, match="the cut is made without a second game, and the medals come next"):
        desk.cut()
    desk.award()
    assert desk.medals() == [("Kings", "gold"), ("Aces", "silver")]


def test_points_set_after_the_cut_that_belie_it_are_told_and_the_cut_stands() -> None:
    desk = played(descending(EIGHT))
    assert remarks(desk.state) == ()
    desk.cut()
    desk.set_points("Nines", 4700)
    assert remarks(desk.state) == ()
    desk.set_points("Nines", 4800)
    assert desk.state.going_on == FOUR
    assert remarks(desk.state) == (
        "Nines has 4800 points for game 1 now, more than a team that went on; the cut stands",
    )


# Late withdrawals.


def test_a_team_that_withdraws_before_the_draw_is_not_drawn() -> None:
    desk = Desk(*FOUR, "Tens")
    desk.withdraw("Kings")
    desk.draw()
    assert "Kings" not in desk.state.games[0].teams
    with pytest.raises(TournamentError, match="Kings withdrew already"):
        desk.withdraw("Kings")


def test_a_team_that_withdraws_after_the_draw_leaves_its_opponent_to_the_coordinator() -> None:
    desk = Desk(*EIGHT)
    desk.draw()
    gone, opponent = desk.tables()[0]
    desk.play(descending(EIGHT), tables=(2, 3, 4))
    desk.withdraw(gone)
    with pytest.raises(UndecidedError, match=rf"table 1 \({opponent}\) not entered"):
        desk.cut()
    desk.set_points(opponent, 9000)
    with pytest.raises(UndecidedError, match=f"{gone} withdrew, which leaves 7 teams of 8: .* how many go on"):
        desk.cut()
    desk.decide(NumberGoingOn(7, 1, 4))
    desk.cut()
    assert opponent in (desk.state.going_on or ())
    line = next(line for line in standings(desk.state) if line.team == gone)
    assert (line.place, line.status, line.total) == (None, Status.WITHDREW, 0)


def test_a_draw_without_results_can_be_taken_back_when_a_team_withdraws() -> None:
    desk = Desk(*FOUR, "Tens", "Nines")
    desk.draw()
    desk.withdraw("Tens")
    desk.set_points("Aces", 5)
    desk.decide(StepUndone(Step.DRAW))
    assert (desk.state.stage, desk.state.set_points) == (Stage.ENTRY, {})
    desk.withdraw("Nines")
    desk.draw(2)
    assert desk.state.games[0].teams == set(FOUR)
    desk.enter(1, 1, dict.fromkeys(desk.tables()[0], 100))
    with pytest.raises(TournamentError, match="game 1 has results: its draw cannot be taken back"):
        desk.decide(StepUndone(Step.DRAW))


def test_the_place_of_a_team_that_withdraws_after_the_cut_is_the_coordinators() -> None:
    desk = played(descending(EIGHT))
    desk.cut()
    desk.withdraw("Kings")
    with pytest.raises(UndecidedError, match="Kings withdrew after the cut: the coordinator must decide which team"):
        desk.draw()
    with pytest.raises(TournamentError, match="Aces plays the second game already"):
        desk.decide(Replacement("Kings", "Aces"))
    desk.withdraw("Sevens")
    for other in ("Bridge", "Sevens"):
        with pytest.raises(TournamentError, match=f"{other} did not play the first game, or withdrew"):
            desk.decide(Replacement("Kings", other))
    desk.decide(Replacement("Kings", "Tens"))
    desk.withdraw("Tens")
    with pytest.raises(UndecidedError, match="Tens withdrew after the cut"):
        desk.draw()
    desk.decide(Replacement("Tens", "Nines"))
    desk.draw()
    assert desk.state.games[1].teams == {"Aces", "Queens", "Jacks", "Nines"}


def test_nobody_in_its_place_leaves_an_odd_number_to_decide() -> None:
    desk = played(descending(EIGHT))
    desk.cut()
    desk.withdraw("Kings")
    desk.decide(Replacement("Kings", None))
    with pytest.raises(UndecidedError, match="3 teams cannot sit two at a table in game 2"):
        desk.draw()
    desk.withdraw("Aces")
    desk.withdraw("Queens")
    desk.decide(Replacement("Aces", None))
    desk.decide(Replacement("Queens", None))
    with pytest.raises(TournamentError, match=r"too few teams for a draw: 1, .* the coordinator can take the cut back"):
        desk.draw()
    desk.decide(StepUndone(Step.CUT))
    assert [question.matter for question in open_questions(desk.state)] == [Matter.NUMBER_GOING_ON]


def test_a_withdrawal_by_mistake_is_taken_back_until_a_step_was_built_on_it() -> None:
    desk = played(descending(EIGHT))
    desk.withdraw("Kings")
    desk.decide(Reinstated("Kings"))
    desk.cut()
    assert "Kings" in (desk.state.going_on or ())
    desk.withdraw("Kings")
    desk.decide(Reinstated("Kings"))
    desk.withdraw("Kings")
    desk.decide(Replacement("Kings", "Tens"))
    with pytest.raises(TournamentError, match="the place of Kings is decided; take the cut back first"):
        desk.decide(Reinstated("Kings"))
    desk.draw()
    with pytest.raises(TournamentError, match="a draw, the cut or the medals came after Kings withdrew"):
        desk.decide(Reinstated("Kings"))
    with pytest.raises(TournamentError, match="game 2 is drawn: take its draw back first"):
        desk.decide(StepUndone(Step.CUT))
    desk.withdraw("Queens")
    desk.decide(StepUndone(Step.DRAW))
    desk.decide(Reinstated("Queens"))
    desk.decide(StepUndone(Step.CUT))
    desk.decide(Reinstated("Kings"))
    desk.cut()
    assert "Kings" in (desk.state.going_on or ())


def test_a_draw_taken_back_brings_back_no_team_that_withdrew_before_the_step_ahead_of_it() -> None:
    desk = Desk(*EIGHT, "Sixes")
    desk.withdraw("Sixes")
    desk.draw()
    desk.play(descending(EIGHT))
    desk.withdraw("Sevens")
    desk.decide(NumberGoingOn(7, 1, 4))
    desk.cut()
    desk.draw()
    desk.decide(StepUndone(Step.DRAW))
    for team in ("Sixes", "Sevens"):
        with pytest.raises(TournamentError, match=f"a draw, the cut or the medals came after {team} withdrew"):
            desk.decide(Reinstated(team))


# Play 12 and 13: cumulative scores, medals for three.


def final(first: dict[str, int], second: dict[str, int]) -> Desk:
    """Return a desk after both games."""
    desk = played(first)
    desk.cut()
    desk.draw(2)
    desk.play(second)
    return desk


def places_of(desk: Desk) -> list[tuple[str, int | None]]:
    """Return the standings as teams and places."""
    return [(line.team, line.place) for line in standings(desk.state)]


def test_play_12_and_13_the_totals_of_both_games_give_the_medals() -> None:
    desk = final(descending(EIGHT), {"Aces": 100, "Kings": 250, "Queens": 400, "Jacks": 150})
    desk.withdraw("Nines")
    assert [(line.place, line.team, line.points, line.total) for line in standings(desk.state)[:5]] == [
        (1, "Queens", (4800, 400), 5200),
        (2, "Kings", (4900, 250), 5150),
        (3, "Aces", (5000, 100), 5100),
        (4, "Jacks", (4700, 150), 4850),
        (5, "Tens", (4600, None), 4600),
    ]
    desk.award()
    assert desk.medals() == [("Queens", "gold"), ("Kings", "silver"), ("Aces", "bronze")]
    assert desk.state.stage is Stage.OVER
    assert next(line.medal for line in standings(desk.state) if line.team == "Aces") == "bronze"
    with pytest.raises(TournamentError, match="Aces cannot withdraw: the medals are awarded"):
        desk.withdraw("Aces")
    with pytest.raises(TournamentError, match="the medals came after Nines withdrew"):
        desk.decide(Reinstated("Nines"))
    with pytest.raises(TournamentError, match="the medals are awarded"):
        desk.set_points("Aces", 1)
    with pytest.raises(TournamentError, match="no medals to award now: the medals are awarded"):
        desk.award()
    desk.decide(StepUndone(Step.MEDALS))
    assert desk.state.stage is Stage.SECOND_GAME


def test_a_missing_result_stops_the_medals() -> None:
    desk = played(descending(EIGHT) | {"Kings": 5000})
    desk.cut()
    desk.draw()
    assert questions(desk.state) == ()
    desk.play(descending(EIGHT), tables=(1,))
    with pytest.raises(UndecidedError, match=r"of game 2 at table 2 .* not entered"):
        desk.award()


@pytest.mark.parametrize(
    ("second", "tied", "places", "medals"),
    [
        (
            {"Aces": 400, "Kings": 300, "Queens": 200, "Jacks": 300},
            "Queens and Jacks tie with 5000 points for places 3 to 4",
            {"Queens": 4, "Jacks": 3},
            "Aces gold Kings silver Jacks bronze",
        ),
        (
            {"Aces": 400, "Kings": 300, "Queens": 200, "Jacks": 300},
            "Queens and Jacks tie with 5000 points for places 3 to 4",
            {"Queens": 3, "Jacks": 3},
            "Aces gold Kings silver Queens bronze Jacks bronze",
        ),
        (
            {"Aces": 100, "Kings": 200, "Queens": 100, "Jacks": 0},
            "Aces and Kings tie with 5100 points for places 1 to 2",
            {"Aces": 1, "Kings": 1},
            "Aces gold Kings gold Queens bronze",
        ),
        (
            {"Aces": 100, "Kings": 200, "Queens": 300, "Jacks": 0},
            "Aces, Kings and Queens tie with 5100 points for places 1 to 3",
            {"Aces": 3, "Kings": 1, "Queens": 2},
            "Kings gold Queens silver Aces bronze",
        ),
    ],
    ids=["bronze broken", "bronze shared", "gold shared", "three broken"],
)
def test_a_tie_for_a_medal_stops_it_and_the_coordinator_gives_the_places(
    second: dict[str, int], tied: str, places: dict[str, int], medals: str
) -> None:
    desk = final(descending(EIGHT) | {"Jacks": 4700}, second)
    with pytest.raises(UndecidedError) as caught:
        desk.award()
    assert str(caught.value) == f"{tied}: the coordinator must decide theirs"
    (question,) = open_questions(desk.state)
    assert not any(line.tie_decided for line in standings(desk.state))
    desk.decide(MedalTie(question.total, tuple(TeamPlace(team, place) for team, place in places.items())))
    for award in (lambda: None, desk.award):
        award()
        ruled = [line for line in standings(desk.state) if line.tie_decided]
        assert {line.team: line.place for line in ruled} == places
        assert [line.place for line in ruled] == sorted(places.values())
        assert all(line.tied == (list(places.values()).count(line.place) > 1) for line in ruled)
    assert " ".join(f"{team} {metal}" for team, metal in desk.medals()) == medals
    assert questions(desk.state) == ()


@pytest.mark.parametrize("wrong", [(1, 3, 3), (1, 2, 4), (1, 1, 2)], ids=str)
def test_places_that_leave_a_gap_are_refused(wrong: tuple[int, ...]) -> None:
    desk = final(descending(EIGHT), {"Aces": 100, "Kings": 200, "Queens": 300, "Jacks": 0})
    places = tuple(TeamPlace(team, place) for team, place in zip(FOUR[:3], wrong, strict=True))
    with pytest.raises(TournamentError, match="leave a gap or run over"):
        desk.decide(MedalTie(5100, places))


def test_a_tie_below_the_medals_needs_no_decision() -> None:
    second = {"Aces": 400, "Kings": 300, "Queens": 200, "Jacks": -50}
    desk = final(descending(EIGHT) | {"Jacks": 4700, "Tens": 4650, "Nines": 4650, "Eights": 4650}, second)
    desk.award()
    assert [team for team, _ in desk.medals()] == ["Aces", "Kings", "Queens"]


def test_whether_a_team_that_was_cut_can_overtake_is_the_coordinators() -> None:
    desk = final(descending(FOUR), {"Aces": 100, "Kings": -500})
    with pytest.raises(UndecidedError, match="Queens, with 4800 points in reach of place 2, did not play the second"):
        desk.award()
    desk.decide(MedalRight("Queens", counts=False))
    with pytest.raises(UndecidedError, match="Jacks, with 4700 points in reach of place 2, did not play"):
        desk.award()
    desk.decide(MedalRight("Jacks", counts=True))
    desk.award()
    assert desk.medals() == [("Aces", "gold"), ("Jacks", "silver"), ("Kings", "bronze")]
    assert places_of(desk) == [("Aces", 1), ("Queens", None), ("Jacks", 2), ("Kings", 3)]


@pytest.mark.parametrize(
    ("counts", "places"),
    [
        (True, {"Aces": 1, "Kings": 2, "Queens": 3, "Jacks": 4, "Tens": 5}),
        (False, {"Aces": None, "Kings": 1, "Queens": 2, "Jacks": 3, "Tens": 4}),
    ],
    ids=["it does", "it does not"],
)
def test_whether_a_team_that_withdrew_keeps_its_medal_is_the_coordinators(
    counts: bool, places: dict[str, int | None]
) -> None:
    desk = final(descending(EIGHT), {"Aces": 100, "Kings": 100, "Queens": 100, "Jacks": 0})
    desk.withdraw("Aces")
    with pytest.raises(UndecidedError, match="Aces, with 5100 points in reach of place 1, withdrew"):
        desk.award()
    desk.decide(MedalRight("Aces", counts=counts))
    desk.award()
    assert desk.medals()[0] == ("Aces" if counts else "Kings", "gold")
    assert dict(places_of(desk)[:5]) == places
    with pytest.raises(TournamentError, match="a draw, the cut or the medals came after Aces withdrew"):
        desk.decide(Reinstated("Aces"))


def test_what_depends_on_a_decision_is_asked_after_it() -> None:
    desk = final(descending(EIGHT), {"Aces": 100, "Kings": 200, "Queens": 100, "Jacks": 200})
    desk.withdraw("Aces")

    def asked() -> list[tuple[Matter, int]]:
        return [(question.matter, question.number) for question in open_questions(desk.state)]

    assert asked() == [(Matter.MEDAL_RIGHT, 1)]
    desk.decide(MedalRight("Aces", counts=True))
    assert asked() == [(Matter.MEDAL_TIE, 1)]
    desk.decide(MedalTie(5100, (TeamPlace("Aces", 1), TeamPlace("Kings", 2))))
    assert asked() == [(Matter.MEDAL_TIE, 3)]


def test_a_decided_tie_stands_open_again_when_a_total_moves() -> None:
    desk = final(descending(EIGHT), {"Aces": 100, "Kings": 200, "Queens": 0, "Jacks": 0})
    desk.decide(MedalTie(5100, (TeamPlace("Aces", 2), TeamPlace("Kings", 1))))
    assert places_of(desk)[:2] == [("Kings", 1), ("Aces", 2)]
    desk.set_points("Aces", 5005)
    assert places_of(desk)[:2] == [("Aces", 1), ("Kings", 2)]
    desk.set_points("Aces", None)
    desk.withdraw("Jacks")
    assert places_of(desk)[:2] == [("Kings", 1), ("Aces", 2)]


def test_a_medal_ruling_falls_with_the_cut_that_it_was_made_after() -> None:
    desk = Desk(*FOUR)
    desk.draw()
    desk.play(descending(FOUR))
    desk.withdraw("Aces")
    desk.decide(NumberGoingOn(3, 1, 0))
    desk.cut()
    desk.decide(MedalRight("Aces", counts=False))
    desk.decide(StepUndone(Step.CUT))
    desk.decide(Reinstated("Aces"))
    desk.cut()
    desk.draw()
    desk.play(dict.fromkeys(desk.state.going_on or (), 10))
    desk.withdraw("Aces")
    with pytest.raises(UndecidedError, match=r"Aces, with \d+ points in reach of place 1, withdrew"):
        desk.award()


# What a tournament is opened with.


def test_a_tournament_keeps_its_own_rules_and_house() -> None:
    state = opened(Opened("Club day", load_rules("club"), settings_for("club")))
    assert state.rounds == (30, 60, 90, 120, 150, 200)
    short = Opened("Club night", load_rules("club"), settings_for("club"), (200, 30))
    assert opened(parse_event(event_to_json(short), "event 1")).rounds == (30, 200)
    with pytest.raises(RoundError, match="club has no round 40"):
        opened(replace(short, rounds=(40,)))
    with pytest.raises(SettingError, match="club needs settings that only the host can give"):
        opened(Opened("Club day", load_rules("club")))
    with pytest.raises(TournamentError, match="bain has no fixed rounds"):
        opened(Opened("Bain day", load_rules("bain")))


def test_a_history_begins_with_its_opening() -> None:
    with pytest.raises(TournamentError, match="begins with its opening, not with 'team_entered'"):
        replay([TeamEntered("Aces")])
    with pytest.raises(TournamentError, match="there is no event"):
        replay([])


def test_a_stored_event_that_is_wrong_is_named_with_its_place() -> None:
    decided = Decided(CutTie(4650, 1, ("Jacks", "Tens"), ("Tens",)), "Ruth", "cut of the cards")
    data = {**event_to_json(decided), "ruling": {"kind": "cut_tie", "total": "many"}}
    with pytest.raises(TournamentError, match=r"event 7: 'decided\.ruling\.cut_tie\.total': 'many': "):
        parse_event(data, "event 7")
    with pytest.raises(TournamentError, match="event 8: "):
        parse_event({"kind": "team_danced"}, "event 8")
    with pytest.raises(TournamentError, match=r"event 9: .*team_entered.dance"):
        parse_event({"kind": "team_entered", "team": "Aces", "dance": 1}, "event 9")


# What holds of every tournament.


def total_of_results(desk: Desk) -> int:
    """Return the sum of the agreed results and of the coordinator's points, as a person adds them up from the cards."""
    points: dict[tuple[int, int, str], int] = {}
    for game in desk.state.games:
        for (_, number), result in game.results.items():
            # Two of three agree with each other where the third withdrew.
            left = set(result.points) - desk.state.withdrawn.keys()
            if result.agreed >= (left if len(left) > 1 else set(result.points)):
                points |= {(game.number, number, team): value for team, value in result.points.items()}
    whole = {}
    for (number, round_number, team), value in desk.state.set_points.items():
        if round_number is None:
            whole[number, team] = value.points
        else:
            points[number, round_number, team] = value.points
    kept = [value for (number, _, team), value in points.items() if (number, team) not in whole]
    return sum(kept) + sum(whole.values())


desks = st.integers(0, 2**32).map(random_desk)
few = settings(max_examples=30)


@few
@given(desks)
def test_replaying_the_events_gives_the_same_state(desk: Desk) -> None:
    written = json.loads(json.dumps([event_to_json(event) for event in desk.events]))
    again = [parse_event(data, "an event") for data in written]
    assert again == desk.events
    assert replay(again) == desk.state


@few
@given(desks)
def test_a_team_that_is_renamed_stands_as_if_it_had_always_been_called_so(desk: Desk) -> None:
    always = json.dumps([event_to_json(event) for event in desk.events]).replace('"Team 1"', '"The \u00c9clairs"')
    other = [parse_event(data, "an event") for data in json.loads(always)]
    desk.do(requests.renaming(desk.state, "Team 1", "The \u00c9clairs ", None))
    assert desk.state == replay(other)
    assert decisions_of(desk.events) == tuple(event for event in other if isinstance(event, Decided))


def test_a_team_may_be_called_otherwise_at_any_time_but_not_as_another() -> None:
    desk = played(descending(FOUR))
    aces = desk.state.games[0].table_of("Aces")
    assert aces is not None
    desk.enter(aces.number, 1, dict.fromkeys(aces.teams, 5), reason="figures swapped")
    desk.do(requests.renaming(desk.state, "aces", "ACES", ["Ann", " Bob "]))
    assert desk.state.teams[0] == Team("ACES", ("Ann", "Bob"))
    result = desk.state.games[0].results[aces.number, 1]
    assert result.before is not None
    assert "ACES" in result.points
    assert "ACES" in result.before.agreed
    desk.withdraw("ACES")
    desk.do(requests.renaming(desk.state, "ACES", "Aces", None))
    assert [told(event) for event in desk.events[-3:]] == [
        "Aces is called ACES (Ann and Bob)",
        "ACES withdrew",
        "ACES is called Aces (Ann and Bob)",
    ]
    desk.do(requests.renaming(desk.state, "Aces", None, []))
    assert told(desk.events[-1]) == "the players of Aces are not named"
    for team, name, say in (
        ("Kings", "aces", "another team is called 'Aces' already"),
        ("Kings", "Kings", "Kings and its players are called so already"),
    ):
        with pytest.raises(TournamentError, match=say):
            desk.do(requests.renaming(desk.state, team, name, None))
    with pytest.raises(TournamentError, match="no team is called 'Fives'"):
        desk.do(TeamRenamed("Fives", "Sixes"))
    with pytest.raises(TournamentError, match="not written as they are kept"):
        desk.do(TeamRenamed("Kings", " Sixes"))
    with pytest.raises(GameError, match="'' is no name for a team"):
        requests.renaming(desk.state, "Kings", "", None)


@few
@given(desks)
def test_the_total_of_the_standings_is_the_sum_of_the_agreed_results(desk: Desk) -> None:
    assert sum(line.total for line in standings(desk.state)) == total_of_results(desk)


@few
@given(desks)
def test_the_medals_are_those_of_the_first_places(desk: Desk) -> None:
    if desk.state.medals is not None:
        metals = dict(enumerate(Metal, 1))
        assert {line.team: line.medal for line in standings(desk.state) if line.medal is not None} == {
            line.team: metals[line.place] for line in standings(desk.state) if line.place in metals
        }


@few
@given(desks)
def test_a_step_goes_on_or_says_what_it_waits_for_and_no_tie_is_broken(desk: Desk) -> None:
    waits = bool(open_questions(desk.state)) or any(gaps(desk.state, game) for game in desk.state.games[-1:])
    try:
        desk.do(next_step(desk.state, seed=3))
    except UndecidedError:
        assert waits
    except TournamentError as error:
        assert desk.state.stage is Stage.OVER or "too few teams" in str(error)
    else:
        assert not waits


@few
@given(st.permutations([(table, number) for table in (1, 2, 3, 4) for number in (1, 2, 3, 4)]), st.integers(0, 99))
def test_standings_do_not_depend_on_the_order_in_which_tables_report(order: list[tuple[int, int]], seed: int) -> None:
    random = Random(seed)
    points = {(team, number): 5 * random.randint(0, 3) for team in EIGHT for number in (1, 2, 3, 4)}
    desks = []
    for reports in (sorted(order), order):
        desk = Desk(*EIGHT)
        desk.draw()
        for table, number in reports:
            teams = desk.state.games[0].table(table).teams
            desk.enter(table, number, {team: points[team, number] for team in teams})
            desk.agree(table, number, *random.sample(teams, 2))
        desks.append(desk)
    first, second = desks
    assert standings(first.state) == standings(second.state)
    assert open_questions(first.state) == open_questions(second.state)
    assert first.state == second.state
