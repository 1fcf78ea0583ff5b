"""``handfoot tournament``: whole tournaments through the command line, with the results by hand beside them."""

import csv
import io
import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from handfoot.cli import main
from handfoot.commands.tournamentprint import print_tournament
from handfoot.store import open_store
from handfoot.store.agreements import Agreements
from handfoot.store.gamedecks import GameDecks
from handfoot.store.tournaments import Tournaments
from scorer.record import Record, Side

Run = Callable[..., Result]

# Added up by hand. Eights, Jacks and Sixes tie for the last place that goes on, Queens and Hearts for the bronze.
FIRST_GAME = """
    Aces      1240  1580  2010  1870   6700
    Kings      980  1430  1765  2125   6300
    Queens    1105  1260  1900  1635   5900
    Jacks     -150  1720  1480  2050   5100
    Tens       760  1010  1330  1100   4200
    Nines     1500  1225  1600  1875   6200
    Eights     890  1345  1555  1310   5100
    Sevens     640   -85  1205  1340   3100
    Sixes     1010  1190  1400  1500   5100
    Fives     1320  1410  1290  1680   5700
    Fours      455   920  1015  1210   3600
    Hearts    1175  1365  1840  1620   6000
    Spades     830  1070  1240  1360   4500
    Diamonds  1295  1480  1530  1195   5500
    Clubs      520   780  -240   940   2000
    Jokers     710   995  1150  1145   4000
"""
SECOND_GAME = """
    Aces       900  1150  1400  1250   4700
    Kings     1310  1520  1690  1780   6300
    Queens    1205  1630  1495  1370   5700
    Nines      -60  1340  1220  1300   3800
    Sixes     1450  1700  1950  1800   6900
    Fives     1100  1240  1505  1455   5300
    Hearts    1390  1260  1435  1515   5600
    Diamonds   880   990  1005  1125   4000
"""
FINAL_STANDINGS = """
    1  Kings     6300  6300  12600  gold
    2  Sixes     5100  6900  12000  silver
    3  Hearts    6000  5600  11600  bronze
    4  Queens    5900  5700  11600  -
    5  Aces      6700  4700  11400  -
    6  Fives     5700  5300  11000  -
    7  Nines     6200  3800  10000  -
    8  Diamonds  5500  4000   9500  -
    9  Jacks     5100     -   5100  -
    9  Eights    5100     -   5100  -
   11  Spades    4500     -   4500  -
   12  Tens      4200     -   4200  -
   13  Jokers    4000     -   4000  -
   14  Fours     3600     -   3600  -
   15  Sevens    3100     -   3100  -
   16  Clubs     2000     -   2000  -
"""


def sheet(text: str) -> dict[str, list[int]]:
    """Return each team's rounds and total from a table written by hand."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {team: [int(number) for number in numbers] for team, *numbers in rows}


def desk_at(database: Path) -> Run:
    """Return a function that runs ``handfoot tournament`` on a database."""

    def command(*words: object, code: int | None = 0, text: str | None = None) -> Result:
        arguments = ["tournament", *map(str, words)]
        runner = CliRunner(env={"HANDFOOT_DB": str(database)})
        result = runner.invoke(main, arguments, input=text, prog_name="handfoot")
        assert code is None or result.exit_code == code, result.output
        return result

    return command


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that runs ``handfoot tournament`` on a database of the test's own."""
    return desk_at(tmp_path / "desk.db")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return such a function for a tournament of two teams after the draw, which no test changes."""
    run = desk_at(tmp_path_factory.mktemp("drawn") / "desk.db")
    opened(run, "Aces", "Kings")
    run("draw", "Golden")
    return run


def state_of(run: Run, name: str = "Golden") -> Any:  # noqa: ANN401 - JSON
    return json.loads(run("show", name, "--json", code=None).stdout)


def opened(run: Run, *teams: str) -> None:
    run("new", "Golden", *(word for team in teams for word in ("--team", team)))


def play(run: Run, results: dict[str, list[int]]) -> None:
    """Enter and agree the game that is being played, table by table and round by round."""
    for table in state_of(run)["games"][-1]["tables"]:
        for number in (1, 2, 3, 4):
            points = [f"{team}={results[team][number - 1]}" for team in table["teams"]]
            run("enter", "Golden", *points, "--round", number, "--table", table["table"])
        for team in table["teams"]:
            run("agree", "Golden", team)


def test_sixteen_teams_from_the_draw_to_the_medals(run: Run) -> None:
    first, second = sheet(FIRST_GAME), sheet(SECOND_GAME)
    opened(run, *first)
    run("draw", "Golden", "--seed", 2026)
    tables = state_of(run)["games"][0]["tables"]
    assert [table["teams"] for table in tables] == [
        ["Aces", "Clubs"],
        ["Tens", "Diamonds"],
        ["Nines", "Jokers"],
        ["Fives", "Hearts"],
        ["Kings", "Queens"],
        ["Eights", "Sevens"],
        ["Sixes", "Fours"],
        ["Jacks", "Spades"],
    ]
    play(run, first)
    assert {line["team"]: line["total"] for line in state_of(run)["standings"]} == {
        team: total for team, (*_, total) in first.items()
    }

    stopped = run("cut", "Golden", code=1)
    assert stopped.stderr == (
        "handfoot: Jacks, Eights and Sixes tie at the cut with 5100 points for 1 place: the coordinator must decide "
        "which of them go on (`handfoot tournament decide tie`)\n"
    )
    assert state_of(run)["going_on"] is None
    run("decide", "tie", "Golden", "Sixes", "--by", "Ruth", "--reason", "drew the highest card")
    run("cut", "Golden")
    assert state_of(run)["going_on"] == list(second)

    run("draw", "Golden", "--seed", 7)
    assert sorted(team for table in state_of(run)["games"][1]["tables"] for team in table["teams"]) == sorted(second)
    play(run, second)
    stopped = run("medals", "Golden", code=1)
    assert "Queens and Hearts tie with 11600 points for places 3 to 4" in stopped.stderr
    run("decide", "places", "Golden", "hearts=3", "Queens=4", "--by", "Ruth", "--reason", "cut of the cards")
    run("medals", "Golden")

    standing = [
        [line["place"], line["team"], *line["games"], line["total"], line["medal"]]
        for line in state_of(run)["standings"]
    ]
    by_hand = [line.split() for line in FINAL_STANDINGS.strip().splitlines()]
    assert [["-" if cell is None else str(cell) for cell in row] for row in standing] == by_hand
    shown = run("medals", "Golden").stdout.split()
    assert shown == ["gold", "Kings", "12600", "silver", "Sixes", "12000", "bronze", "Hearts", "11600"]
    rows = list(csv.reader(io.StringIO(run("export", "Golden", "--format", "csv").stdout)))
    assert rows[2][:10] == ["2", "Sixes", "", "playing", "7", "1010", "1190", "1400", "1500", "5100"]
    assert rows[2][11:] == ["1450", "1700", "1950", "1800", "6900", "12000", "silver", ""]
    assert [(row[0], row[1], row[-2]) for row in rows[3:5]] == [("3", "Hearts", "bronze"), ("4", "Queens", "")]
    assert rows[9][:4] == ["9", "Jacks", "", "out"]
    assert rows[9][10:] == ["", "", "", "", "", "", "5100", "", ""]
    for command in ("show", "standings"):
        told = run(command, "Golden").stdout
        assert "decided by Ruth: of Jacks, Eights and Sixes at 5100, Sixes to go on (drew the highest card)\n" in told
        assert "decided by Ruth: at 11600: Queens place 4 and Hearts place 3 (cut of the cards)\n" in told
    history = run("show", "Golden", "--history").stdout
    assert "of Jacks, Eights and Sixes at 5100, Sixes to go on" in history
    assert "drew the highest card" in history


def test_the_seed_that_is_not_given_is_kept_and_draws_the_same_tables_again(run: Run) -> None:
    opened(run, *sheet(FIRST_GAME))
    run("draw", "Golden")
    game = state_of(run)["games"][0]
    run("decide", "undo", "Golden", "draw", "--by", "Ruth", "--reason", "to show that it was fair")
    run("draw", "Golden", "--seed", game["seed"])
    assert state_of(run)["games"][0] == game


def test_an_odd_number_waits_for_a_decision_and_of_two_the_later_holds(run: Run) -> None:
    opened(run, "Aces", "Kings")
    run("join", "Golden", "Queens", "--player", "Ann", "--player", "Bob")
    stopped = run("draw", "Golden", code=1)
    assert "3 teams cannot sit two at a table" in stopped.stderr
    assert stopped.stderr.endswith("(`handfoot tournament decide odd`)\n")
    run("decide", "odd", "Golden", "table-of-three", "--by", "Ruth", "--reason", "all want to play", code=0)
    run("decide", "odd", "Golden", "bye", "--by", "Ruth", "--reason", "the table is too small")
    shown = run("draw", "Golden", "--seed", 1).stdout
    bye = state_of(run)["games"][0]["bye"]
    assert f"    -  {bye}" in shown
    standing = run("standings", "Golden", code=1)
    assert f"waiting: {bye} sat out game 1 and has no points for it" in standing.stdout
    run("decide", "points", "Golden", bye, "--points", 900, "--by", "Ruth", "--reason", "the mean", code=0)
    first = run("standings", "Golden", code=1).stdout.splitlines()[2]
    assert first.split() == ["1", bye, "900", "900*", "playing"]


def test_a_withdrawal_before_the_draw_after_it_and_a_place_to_fill(run: Run) -> None:
    teams = ["Aces", "Kings", "Queens", "Jacks", "Tens"]
    opened(run, *teams)
    run("withdraw", "Golden", "Tens", "--reason", "car broke down")
    run("draw", "Golden", "--seed", 3)
    play(run, {team: [1000 - 100 * place, 0, 0, 0] for place, team in enumerate(teams)})
    run("cut", "Golden")
    run("withdraw", "Golden", "kings", "--reason", "ill")
    assert "Kings withdrew after the cut" in run("draw", "Golden", code=1).stderr
    run("decide", "replacement", "Golden", "Kings", code=2)
    run("decide", "replacement", "Golden", "Kings", "--with", "Queens", "--by", "Ruth", "--reason", "third")
    run("decide", "replacement", "Golden", "Kings", "--nobody", "--with", "Tens", "--by", "R", "--reason", "b", code=2)
    run("draw", "Golden", "--seed", 3)
    assert state_of(run)["games"][1]["tables"][0]["teams"] == ["Aces", "Queens"]
    found = ("--game", 1, "--by", "Ruth", "--reason", "a card was found")
    told = run("decide", "points", "Golden", "Jacks", "--points", 950, *found).stdout
    assert "! Jacks has 950 points for game 1 now, more than a team that went on; the cut stands" in told
    shown = run("show", "Golden").stdout
    assert "Kings" in shown
    assert "withdrew" in shown


def test_a_missing_result_stops_the_cut_and_the_coordinator_can_set_and_release_points(run: Run) -> None:
    opened(run, "Aces", "Kings", "Queens", "Jacks")
    run("draw", "Golden", "--seed", 1)
    one, two = (table["teams"] for table in state_of(run)["games"][0]["tables"])
    for number in (1, 2, 3, 4):
        run("enter", "Golden", *(f"{team}={100 * number}" for team in one), "--round", number)
    stopped = run("cut", "Golden", code=1).stderr
    assert f"rounds 1, 2, 3 and 4 of game 1 at table 1 ({one[0]} and {one[1]}) not agreed by {one[0]}" in stopped
    assert "at table 2" in stopped
    assert stopped.endswith("(`handfoot tournament decide points`)\n")
    said = ("--by", "Ruth", "--reason", "the card was lost")
    for place, team in enumerate((*one, *two)):
        run("decide", "points", "Golden", team, "--points", 500 - place, *said)
    run("decide", "points", "Golden", one[0], "--as-agreed", *said)
    assert "table 1" in run("cut", "Golden", code=1).stderr
    run("decide", "points", "Golden", one[0], "--points", -5, "--round", 2, "--game", 1, *said)
    run("agree", "Golden", one[0])
    run("agree", "Golden", one[1], "--round", 1)
    assert {line["team"]: line["total"] for line in state_of(run)["standings"]}[one[0]] == 100 - 5


def test_a_change_after_agreement_lets_agreement_fall(run: Run) -> None:
    opened(run, "Aces", "Kings")
    run("draw", "Golden")
    assert "1240?" in run("enter", "Golden", "Aces=1240", "Kings=980", "--round", 1).stdout
    run("agree", "Golden", "Aces")
    agreed = run("agree", "Golden", "Kings").stdout
    assert "1240?" not in agreed
    twice = run("enter", "Golden", "Aces=1240", "Kings=980", "--round", 1, code=2)
    assert twice.stderr.startswith("handfoot: round 1 at table 1 is entered already: Aces 1240 and Kings 980")
    changed = run(
        "enter", "Golden", "Aces=1240", "Kings=\N{MINUS SIGN}890", "--round", 1, "--change", "figures swapped"
    ).stdout
    assert "890?" in changed
    assert [line["total"] for line in state_of(run)["standings"]] == [0, 0]
    assert "entered already" in run("enter", "Golden", "Aces=1", "Kings=2", "--round", 1, code=2).stderr


def test_points_that_are_no_multiple_of_five_are_entered_with_a_doubt(run: Run) -> None:
    opened(run, "Aces", "Kings")
    run("draw", "Golden")
    entered = run("enter", "Golden", "Aces=1242", "Kings=980", "--round", 1, code=1)
    assert "! Aces 1242 is no multiple of 5: was it added up right?" in entered.stdout


def test_a_record_is_tallied_by_the_tournaments_own_rules_and_settings(run: Run, tmp_path: Path) -> None:
    run("new", "Golden", "--team", "Aces", "--team", "Kings", "--set", "red3_left=\N{EN DASH}500")
    run("draw", "Golden")
    sides: list[dict[str, object]] = [{"name": "kings", "left": ["R3"]}, {"name": "Aces", "red_threes": 2}]
    record: dict[str, object] = {"rules": "golden-games", "round": 2, "sides": sides}
    shown = run("enter", "Golden", "--record", "-", text=json.dumps(record)).stdout
    assert "red3 left" in shown
    game = state_of(run)["games"][0]["tables"][0]["rounds"][0]
    assert (game["round"], game["points"]) == (2, {"Aces": 200, "Kings": -500})
    wrong = run("enter", "Golden", "--record", "-", "--round", 3, text=json.dumps(record), code=2)
    assert wrong.stderr == "handfoot: standard input: it is of round 2, not 3\n"
    del record["round"]
    run("enter", "Golden", "--record", "-", "--round", 3, text=json.dumps(record))
    sides[1]["piles"] = [{"top": "Q", "kind": "dirty"}]
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    open_score = run("enter", "Golden", "--record", path, "--round", 4, code=2)
    assert "the score of 'Aces' lies between 580 and 690: which wilds are in the book of queens?" in open_score.stderr
    sides[1]["piles"] = [{"cards": ["A", "A", "A", "K"]}]
    path.write_text(json.dumps({**record, "x_note": "half a letter: \ud83c"}), encoding="utf-8")
    halved = run("enter", "Golden", "--record", path, "--round", 4, code=2)
    assert halved.stderr == f"handfoot: {path}: note 'x_note' in the record is no Unicode text\n"
    path.write_text(json.dumps(record), encoding="utf-8")
    run("enter", "Golden", "--record", path, "--round", 4, code=1)


def test_a_tables_game_tells_the_points_that_the_tournament_has_instead(run: Run, tmp_path: Path) -> None:
    opened(run, "Aces", "Kings")
    run("draw", "Golden")
    run("play", "Golden", 1)
    run("enter", "Golden", "Aces=1000", "Kings=-440", "--round", 1, code=0)
    other = "! the tournament has other points for round 1: "
    assert other in run("play", "Golden", 1).stdout
    said = ("--by", "Ruth", "--reason", "miscounted")
    shown = run("decide", "points", "Golden", "Aces", "--points", 1237, *said).stdout
    assert "! Aces 1237 is no multiple of 5: was it added up right?" in shown
    assert "! the tournament has other points for this game as a whole: Aces 1237" in run("play", "Golden", 1).stdout


def test_the_cut_waits_where_a_team_alone_agreed_to_a_change_at_its_page(run: Run, tmp_path: Path) -> None:
    opened(run, "Aces", "Kings")
    run("draw", "Golden")
    run("play", "Golden", 1)
    rounds = {"Aces": [100, 0, 0, 0], "Kings": [200, 0, 0, 0]}
    with closing(open_store(str(tmp_path / "desk.db"))) as store:
        sides = tuple(Side(team) for team in store.game(1).plan.sides)
        kings = Side("Kings", perfect_deals=1)
        for side in (1, 2):
            Agreements(store).agree(1, side, Record("golden-games", sides, round=1), seen=None)
        changed = tuple(kings if side.name == "Kings" else side for side in sides)
        Agreements(store).agree(1, 1, Record("golden-games", changed, round=1), seen=1)
    for number in (2, 3, 4):
        run("enter", "Golden", *(f"{team}={points[number - 1]}" for team, points in rounds.items()), "--round", number)
    for team in rounds:
        run("agree", "Golden", team)
    run("decide", "going-on", "Golden", 0, "--by", "Ruth", "--reason", "only two came")
    before = state_of(run)
    assert "there are no medals to award now" in run("medals", "Golden", code=2).stderr
    told = run("cut", "Golden", code=1)
    assert (told.stdout, told.stderr.count("\n")) == ("", 1)
    assert told.stderr.startswith("handfoot: round 1 at table 1: a team agreed to a change at the table's page")
    assert state_of(run) == before
    for team in rounds:
        run("decide", "points", "Golden", team, "--points", 0, "--round", 1, "--by", "Ruth", "--reason", "left")
    run("decide", "going-on", "Golden", 0, "--by", "Ruth", "--reason", "only two came")
    run("cut", "Golden")


def test_a_tournament_of_two_may_end_after_one_game_and_be_taken_back(run: Run) -> None:
    said = ("--by", "Ruth", "--reason", "only two came")
    opened(run, "Aces", "Kings")
    run("draw", "Golden")
    play(run, {"Aces": [100, 0, 0, 0], "Kings": [200, 0, 0, 0]})
    assert "(`handfoot tournament decide going-on`)" in run("cut", "Golden", code=1).stderr
    run("decide", "going-on", "Golden", 0, *said)
    run("cut", "Golden")
    run("withdraw", "Golden", "Kings", "--reason", "has a bus to catch")
    assert "(`handfoot tournament decide medal`)" in run("medals", "Golden", code=1).stderr
    run("decide", "medal", "Golden", "Kings", "yes", *said)
    run("medals", "Golden")
    assert [one["medal"] for one in state_of(run)["medals"]] == ["gold", "silver"]
    run("decide", "undo", "Golden", "medals", *said)
    run("decide", "reinstate", "Golden", "Kings", *said)
    run("medals", "Golden")
    run("decide", "undo", "Golden", "medals", *said)
    run("decide", "undo", "Golden", "cut", *said)
    assert state_of(run)["stage"] == "first_game"


def test_a_table_begins_its_game_once_with_the_decks_on_it(run: Run, tmp_path: Path) -> None:
    opened(run, "Aces", "Kings")
    run("draw", "Golden")
    begun, again = (
        json.loads(run("play", "Golden", 1, *deck, "--json").stdout) for deck in (("--deck", "Remastered"), ())
    )
    assert begun["id"] == again["id"] == 1
    assert {"Aces", "Kings"} == set(begun["sides"])
    store = open_store(str(tmp_path / "desk.db"))
    assert GameDecks(store).of(1) == ("remastered",)
    store.close()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["draw", "Silver"], "no tournament 'Silver'; `handfoot tournament list` names them"),
        (["show", "7"], "no tournament '7'"),
        (["show", "9" * 40], "no tournament '9999"),
        (["new", "golden"], "there is a tournament 'golden' already"),
        (["new", "2026"], "'2026' is no name: a number stands for the tournament's number"),
        (["new", "Two", "--team", "Aces", "--team", "ACES"], "a team is called 'Aces' already"),
        (["new", "Two", "--rules", "bridge"], "unknown rules 'bridge'"),
        (["new", "Two", "--rules", "bain"], "bain has no fixed rounds"),
        (["new", "Two", "--set", "red4=5"], "unknown setting 'red4'"),
        (["new", "a\nb"], "is no name for a tournament"),
        (["join", "Golden", "Tens"], "Tens comes too late: the tables are drawn"),
        (["enter", "Golden", "Acse=5", "Kings=5", "--round", "1"], "no team is called 'Acse'; did you mean 'Aces'?"),
        (["enter", "Golden", "Aces=5", "aces=6", "--round", "1"], "'Aces' is named twice"),
        (["enter", "Golden", "Aces=5", "Aces=6", "--round", "1"], "'Aces' is named twice"),
        (["enter", "Golden", "Aces=5", "--round", "1"], "at table 1 sit Aces and Kings, each with points"),
        (["enter", "Golden", "Aces=5", "Kings=5", "--round", "1", "--table", "2"], "game 1 has no table 2: 1 to 1"),
        (["enter", "Golden", "Aces=5", "Kings=5", "--round", "5"], "there is no round 5: 1, 2, 3, 4"),
        (["enter", "Golden", "Aces=5", "Kings=5"], "--round is needed"),
        (["enter", "Golden", "Aces=many", "Kings=5", "--round", "1"], "'Aces=many' is not TEAM=NUMBER"),
        (["enter", "Golden", f"Aces={'9' * 30}", "Kings=5", "--round", "1"], "is not TEAM=NUMBER"),
        (["enter", "Golden", "Aces=99999999", "Kings=5", "--round", "1"], "99999999 points of Aces are not between"),
        (["enter", "Golden", "--round", "1"], "either TEAM=POINTS for each team or --record is needed"),
        (["enter", "Golden", "--record", "nowhere.json"], "nowhere.json: cannot be read"),
        (["enter", "Golden", "Aces=5", "Kings=5", "--round", "1", "--change", "x"], "has no result yet that could be"),
        (["play", "Golden", "2"], "game 1 has no table 2: 1 to 1"),
        (["play", "Golden", "1", "--deck", "theirs"], "no deck 'theirs'; there are"),
        (["agree", "Golden", "Aces"], "Aces has nothing left to agree to in game 1"),
        (["agree", "Golden", "Aces", "--round", "2"], "round 2 at table 1 has no result yet to agree to"),
        (["agree", "Golden", "Tens"], "no team is called 'Tens'; there are Aces and Kings"),
        (["withdraw", "Golden", "Aces", "--reason", " "], "' ' is no reason for a withdrawal"),
        (["draw", "Golden", "--seed", "-1"], "there are no tables to draw now: game 1 is being played"),
        (["medals", "Golden"], "there are no medals to award now: game 1 is being played, and the cut comes next"),
        (["decide", "tie", "Golden", "Aces", "--by", "R", "--reason", "w"], "there is no tie at the cut to decide now"),
        (["decide", "odd", "Golden", "bye", "--by", "R", "--reason", "w"], "there is no odd number of teams to decide"),
        (["decide", "tie", "Golden", "Aces"], "Missing option '--by'"),
        (["decide", "points", "Golden", "Aces", "--by", "R", "--reason", "w"], "either --points N or --as-agreed"),
        (["export", "Golden", "--format", "csv", "-o", "no/such/folder.csv"], "cannot be written"),
        (["export", "Golden"], "--format says one of csv, json, where no file's name ends with it"),
        (["export", "Golden", "-o", "golden.html"], "--format says one of csv, json"),
    ],
    ids=lambda part: " ".join(part)[:40] if isinstance(part, list) else None,
)
def test_wrong_use_is_one_line_and_changes_nothing(drawn: Run, words: list[str], message: str) -> None:
    before = state_of(drawn)
    result = drawn(*words, code=2)
    assert result.stderr.startswith("handfoot: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert state_of(drawn) == before


def test_ties_and_places_name_teams_that_tie(run: Run) -> None:
    opened(run, "Aces", "Kings", "Queens", "Jacks")
    run("draw", "Golden")
    play(run, {team: [100, 0, 0, 0] for team in ("Aces", "Kings", "Queens", "Jacks")})
    said = ("--by", "Ruth", "--reason", "cut of the cards")
    assert "is not among the teams" not in run("decide", "tie", "Golden", "Aces", "Kings", *said).output
    run("cut", "Golden")
    run("draw", "Golden")
    play(run, {team: [100, 0, 0, 0] for team in ("Aces", "Kings")})
    wrong = run("decide", "places", "Golden", "Aces=1", *said, code=2)
    assert wrong.stderr == "handfoot: a place is needed for each team that ties: Aces and Kings\n"
    run("decide", "places", "Golden", "Aces=1", "Kings=1", *said)
    stopped = run("medals", "Golden", code=1).stderr
    assert "Queens, with 100 points in reach of place 3, did not play the second game" in stopped
    for team in ("Queens", "Jacks"):
        run("decide", "medal", "Golden", team, "no", *said)
    assert run("medals", "Golden").stdout.split() == ["gold", "Aces", "200", "gold", "Kings", "200"]


def test_tournaments_are_listed_and_exported(run: Run, tmp_path: Path) -> None:
    assert run("list").stdout == "no tournaments yet; `handfoot tournament new` opens one\n"
    run("new", "Golden", "--team", "=Aces", "--team", "Kings", "--team", "Tens")
    run("withdraw", "Golden", "Tens", "--reason", "ill")
    run("new", "Zoë & 李")
    assert [line.split()[1] for line in run("list").stdout.splitlines()] == ["Zoë", "Golden"]
    listed = json.loads(run("list", "--json").stdout)
    assert [one["name"] for one in listed] == ["Zoë & 李", "Golden"]
    whole = json.loads(run("show", "Golden", "--json").stdout)
    assert listed[1] == {key: whole[key] for key in ("id", "name", "changes")} | {"made_at": listed[1]["made_at"]}
    run("draw", "Golden", "--seed", 1)
    run("enter", "Golden", "=Aces=1240", "Kings=980", "--round", 1)
    run("agree", "Golden", "=Aces")
    run("agree", "Golden", "Kings")
    run("enter", "Golden", "=Aces=5", "Kings=10", "--round", 2)
    rows = list(csv.DictReader(io.StringIO(run("export", "Golden", "--format", "csv").stdout)))
    assert [row["team"] for row in rows] == ["'=Aces", "Kings", "Tens"]
    assert (rows[0]["game 1 table"], rows[0]["game 1 round 1"], rows[0]["game 1 round 2"]) == ("1", "1240", "")
    assert (rows[0]["total"], rows[1]["place"], rows[2]["status"]) == ("1240", "2", "withdrew")
    assert None not in rows[2]
    run("join", "Zoë & 李", "Ána")
    for name, begins in (("Golden", "place,"), ("Zoë & 李", "\ufeffplace,")):
        run("export", name, "--format", "csv", "-o", tmp_path / "sheet.csv")
        assert (tmp_path / "sheet.csv").read_text(encoding="utf-8").startswith(begins)
    run("export", "Golden", "-o", tmp_path / "golden.JSON")
    whole = json.loads((tmp_path / "golden.JSON").read_text(encoding="utf-8"))
    assert [event["kind"] for event in whole["history"]][:2] == ["opened", "team_entered"]
    assert whole["history"][0]["rules"]["id"] == whole["rules"] == "golden-games"
    assert whole["changes"] == len(whole["history"]) == 10


def test_a_terminal_gets_tables_with_heads(run: Run, tmp_path: Path) -> None:
    opened(run, "Aces", "Kings", "Queens")
    store = open_store(str(tmp_path / "desk.db"))
    console = Console(file=io.StringIO(), force_terminal=True, width=120, highlight=False, markup=False)
    print_tournament(Tournaments(store).tournament("Golden"), console)
    run("withdraw", "Golden", "Queens", "--reason", "ill")
    run("draw", "Golden")
    print_tournament(Tournaments(store).tournament("Golden"), console, history=True)
    store.close()
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    for head in ("players", "round 4", "place", "time"):
        assert head in shown


def test_a_team_is_called_otherwise_and_the_history_keeps_both_names(run: Run) -> None:
    opened(run, "Acse", "Kings")
    run("draw", "Golden")
    run("enter", "Golden", "Acse=10", "Kings=20", "--round", 1)
    run("decide", "points", "Golden", "Acse", "--points", 15, "--round", 2, "--by", "Ruth", "--reason", "sheet lost")
    run("rename", "Golden", "acse", "Aces", "--player", "Ann")
    shown = run("rename", "Golden", "Kings", "--player", "Bob", "--player", "Cy").stdout
    assert "Acse" not in shown
    assert "decided by Ruth: Aces in game 1, round 2: 15 (sheet lost)" in shown
    assert [(team["name"], team["players"]) for team in state_of(run)["teams"]] == [
        ("Aces", ["Ann"]),
        ("Kings", ["Bob", "Cy"]),
    ]
    history = run("show", "Golden", "--history", code=1).stdout
    assert "Acse is called Aces (Ann)" in history
    assert "the players of Kings are Bob and Cy" in history
    again = run("rename", "Golden", "Kings", code=2)
    assert again.stderr == "handfoot: Kings and its players are called so already\n"
