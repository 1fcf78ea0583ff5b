"""What people ask of the desk becomes whole events and rulings, and what happened is told in plain words."""

import pytest

from scorer.errors import TournamentError
from scorer.rulebook.rules import load_rules
from scorer.tournament import requests
from scorer.tournament.desk import open_questions, questions
from scorer.tournament.events import (
    CutMade,
    Decided,
    Event,
    MedalsAwarded,
    Metal,
    Opened,
    ResultAgreed,
    ResultEntered,
    TablesDrawn,
    TableTeams,
    TeamEntered,
    TeamMedal,
    TeamPoints,
    TeamWithdrew,
)
from scorer.tournament.replaying import after
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
from scorer.tournament.telling import told
from tests.scorer.tournament_play import Desk

FOUR = ("Aces", "Kings", "Queens", "Jacks")


@pytest.fixture
def desk() -> Desk:
    """Return a desk of four teams after the draw."""
    found = Desk(*FOUR)
    found.draw()
    return found


def test_names_in_any_letter_case_and_the_table_they_sit_at(desk: Desk) -> None:
    first, second = desk.tables()[1]
    entry = requests.result(desk.state, {second.upper(): 5, f" {first.lower()} ": 10}, number=3)
    assert entry == ResultEntered(1, 2, 3, (TeamPoints(second, 5), TeamPoints(first, 10)))
    assert requests.result(desk.state, {second: 5, first: 10}, number=3, table=2) == entry
    with pytest.raises(TournamentError, match=f"at table 1 sit .*; given were {second} and {first}"):
        after(desk.state, requests.result(desk.state, {second: 5, first: 10}, number=3, table=1))


def test_a_team_agrees_to_all_that_is_entered_at_its_table(desk: Desk) -> None:
    team, other = desk.tables()[0]
    for number in (2, 1):
        desk.enter(1, number, {team: 5, other: 10})
    # What stands at another table, changed there since, is none of it.
    for points, reason in ((5, ""), (10, "added wrongly")):
        desk.enter(2, 1, dict.fromkeys(desk.tables()[1], points), reason=reason)
    desk.enter(2, 3, dict.fromkeys(desk.tables()[1], 5))
    desk.agree(1, 1, other)
    assert requests.agreements(desk.state, team.upper()) == tuple(ResultAgreed(1, 1, n, team, 1) for n in (1, 2))
    assert requests.agreements(desk.state, other) == (ResultAgreed(1, 1, 2, other, 1),)
    assert requests.agreements(desk.state, other, 1) == (ResultAgreed(1, 1, 1, other, 1),)
    desk.agree(1, 2, other)
    with pytest.raises(TournamentError, match=f"{other} has nothing left to agree to in game 1"):
        requests.agreements(desk.state, other)
    with pytest.raises(TournamentError, match="round 4 at table 1 has no result yet"):
        after(desk.state, requests.agreements(desk.state, other, 4)[0])


def test_what_cannot_be_asked_is_refused(desk: Desk) -> None:
    with pytest.raises(TournamentError, match="no team is named, and no table"):
        requests.table_for(desk.state, [])
    with pytest.raises(TournamentError, match="'Aces' is named twice"):
        requests.result(desk.state, {"Aces": 5, "aces": 5}, number=1)
    with pytest.raises(TournamentError, match="no game is being played"):
        requests.result(Desk(*FOUR).state, {"Aces": 5}, number=1)
    with pytest.raises(TournamentError, match="the tables of game 1 are not drawn yet"):
        requests.points_set(Desk(*FOUR).state, "Aces", 5)
    with pytest.raises(TournamentError, match="there is no place of Aces to fill to decide now"):
        requests.replacement(desk.state, "Aces", None)


def test_of_two_teams_one_that_withdrew_has_points_only_where_they_are_said(desk: Desk) -> None:
    first, second = desk.tables()[0]
    desk.withdraw(second)
    assert requests.result(desk.state, {first: 5}, number=1).points == (TeamPoints(first, 5),)


def test_a_team_that_sits_out_has_no_table() -> None:
    desk = Desk("Aces", "Kings", "Queens")
    desk.decide(requests.odd_table(desk.state, OddNumber.BYE))
    desk.draw()
    bye = desk.state.games[0].bye
    assert bye is not None
    with pytest.raises(TournamentError, match=f"{bye} sits at no table in game 1"):
        requests.agreements(desk.state, bye)


def test_rulings_take_their_facts_from_the_desk(desk: Desk) -> None:
    assert requests.points_set(desk.state, "ACES", 5, number=2) == PointsSet(1, "Aces", 5, 2)
    assert requests.withdrawal(desk.state, "aces", "ill") == TeamWithdrew("Aces", "ill")
    assert requests.reinstated(desk.state, "aces") == Reinstated("Aces")
    desk.play({"Aces": 300, "Kings": 200, "Queens": 200, "Jacks": 200})
    with pytest.raises(TournamentError, match="Aces is not among the teams that tie: Kings, Queens and Jacks"):
        requests.cut_tie(desk.state, ["Aces"])
    tie = requests.cut_tie(desk.state, ["jacks"])
    assert tie == CutTie(200, 1, ("Kings", "Queens", "Jacks"), ("Jacks",))
    desk.decide(tie)
    desk.cut()
    desk.withdraw("Jacks")
    assert requests.replacement(desk.state, "jacks", None) == Replacement("Jacks", None)
    desk.decide(requests.replacement(desk.state, "jacks", "kings"))
    desk.draw()
    assert requests.points_set(desk.state, "kings", 5) == PointsSet(2, "Kings", 5)
    assert requests.points_set(desk.state, "kings", 5, game=1) == PointsSet(1, "Kings", 5)
    desk.play({"Aces": 100, "Kings": 200})
    with pytest.raises(TournamentError, match="no doubt whether Aces counts for a medal to decide now"):
        requests.medal_right(desk.state, "aces", counts=True)
    with pytest.raises(TournamentError, match="no tie for a medal to decide now"):
        requests.medal_tie(desk.state, {"queens": 1})
    assert requests.medal_tie(desk.state, {"kings": 2, "aces": 1}) == MedalTie(
        400, (TeamPlace("Aces", 1), TeamPlace("Kings", 2))
    )
    with pytest.raises(TournamentError, match="a place is needed for each team that ties: Aces and Kings"):
        requests.medal_tie(desk.state, {"kings": 2})
    desk.decide(requests.medal_tie(desk.state, {"kings": 1, "aces": 1}))
    right = requests.medal_right(desk.state, "jacks", counts=False)
    assert right == MedalRight("Jacks", False, 200, 3)


def test_how_many_go_on_takes_its_facts_from_the_desk() -> None:
    desk = Desk("Aces", "Kings")
    desk.draw()
    assert requests.number_going_on(desk.state, 0) == NumberGoingOn(2, 0, 0, ("Aces", "Kings"))


def test_who_counts_for_a_medal_is_asked_again_once_its_total_or_place_is_another() -> None:
    desk = Desk(*FOUR)
    desk.draw()
    desk.play({"Aces": 400, "Kings": 300, "Queens": 200, "Jacks": 100})
    desk.cut()
    desk.draw()
    desk.play({"Aces": 100, "Kings": 50})
    desk.decide(requests.medal_right(desk.state, "queens", counts=False))
    ruled = [question.ruling is not None for question in questions(desk.state) if question.teams == ("Queens",)]
    assert ruled == [True]
    desk.decide(requests.points_set(desk.state, "queens", 900, game=1))
    asked = [question for question in questions(desk.state) if question.teams == ("Queens",)]
    assert [(question.total, question.number, question.ruling) for question in asked] == [(900, 1, None)]
    # As it was decided before the facts were kept along, it holds.
    desk.decide(MedalRight("Queens", counts=False))
    assert [question.ruling is not None for question in questions(desk.state)][:1] == [True]


def test_how_many_go_on_is_asked_again_once_other_teams_are_left() -> None:
    desk = Desk("Aces", "Kings", "Queens", "Jacks")
    desk.draw()
    desk.play({"Aces": 400, "Kings": 300, "Queens": 200, "Jacks": 100})
    desk.withdraw("Jacks")
    desk.decide(requests.number_going_on(desk.state, 2))
    assert open_questions(desk.state) == ()
    desk.decide(Reinstated("Jacks"))
    desk.withdraw("Aces")
    assert [question.teams for question in open_questions(desk.state)] == [("Kings", "Queens", "Jacks")]


def test_points_of_a_round_are_not_decided_beside_those_of_the_whole_game(desk: Desk) -> None:
    desk.decide(requests.points_set(desk.state, "aces", 1000))
    with pytest.raises(TournamentError, match="Aces has 1000 points for game 1 as a whole, as Ruth decided"):
        requests.points_set(desk.state, "aces", 300, number=2)
    desk.decide(requests.points_set(desk.state, "aces", None))
    assert requests.points_set(desk.state, "aces", 300, number=2) == PointsSet(1, "Aces", 300, 2)


def test_a_draw_is_not_taken_back_while_points_of_its_game_are_decided(desk: Desk) -> None:
    desk.decide(requests.points_set(desk.state, "kings", 500))
    with pytest.raises(TournamentError, match="points of game 1 are decided for Kings: take these back"):
        requests.step_undone(desk.state, Step.DRAW)
    desk.decide(requests.points_set(desk.state, "kings", None))
    desk.decide(requests.step_undone(desk.state, Step.DRAW))
    assert desk.state.games == ()


EVENTS: list[tuple[Event, str]] = [
    (Opened("Golden", load_rules("golden-games")), "Golden opened by the rules golden-games"),
    (TeamEntered("Aces"), "Aces entered"),
    (TeamEntered("Aces", ("Ann", "Bob")), "Aces entered (Ann and Bob)"),
    (TeamWithdrew("Aces", "ill"), "Aces withdrew"),
    (TablesDrawn(1, 7, (TableTeams(1, FOUR[:2]),)), "1 table of game 1 drawn with seed 7"),
    (TablesDrawn(1, 7, (), "Aces"), "0 tables of game 1 drawn with seed 7; Aces sits out"),
    (ResultEntered(1, 2, 3, (TeamPoints("Aces", 5),)), "game 1, table 2, round 3 entered: Aces 5"),
    (ResultEntered(1, 2, 3, (TeamPoints("Aces", 5),), "why"), "game 1, table 2, round 3 changed to Aces 5"),
    (ResultAgreed(1, 2, 3, "Aces", 1), "Aces agreed to game 1, table 2, round 3"),
    (CutMade(("Aces", "Kings")), "Aces and Kings go on"),
    (CutMade(()), "no second game"),
    (MedalsAwarded((TeamMedal("Aces", Metal.GOLD),)), "gold for Aces"),
]
RULINGS: list[tuple[Ruling, str]] = [
    (OddTable(1, 5, OddNumber.BYE), "a bye for 5 teams in game 1"),
    (OddTable(1, 5, OddNumber.TABLE_OF_THREE), "a table of three for 5 teams in game 1"),
    (NumberGoingOn(5, 0, 2), "2 of 5 teams go on"),
    (CutTie(200, 1, FOUR[:2], ("Aces",)), "of Aces and Kings at 200, Aces to go on"),
    (CutTie(200, 1, FOUR[:2], ()), "of Aces and Kings at 200, nobody to go on"),
    (Replacement("Aces", "Kings"), "Kings to play for Aces"),
    (Replacement("Aces", None), "nobody to play for Aces"),
    (PointsSet(1, "Aces", -5), "Aces in game 1: -5"),
    (PointsSet(1, "Aces", None, 2), "Aces in game 1, round 2: as the table agreed"),
    (MedalRight("Aces", counts=True), "Aces counts for the medals"),
    (MedalRight("Aces", counts=False), "Aces does not count for the medals"),
    (MedalTie(5, (TeamPlace("Aces", 1), TeamPlace("Kings", 1))), "at 5: Aces place 1 and Kings place 1"),
    (Reinstated("Aces"), "Aces is in again"),
    (StepUndone(Step.CUT), "the cut taken back"),
]


@pytest.mark.parametrize(
    ("event", "words"),
    [*EVENTS, *((Decided(ruling, "Ruth", "why"), words) for ruling, words in RULINGS)],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_happened_is_told_in_plain_words(event: Event, words: str) -> None:
    assert told(event) == words
