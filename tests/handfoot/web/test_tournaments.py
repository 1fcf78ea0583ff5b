import csv
import re
from collections.abc import Iterable
from contextlib import closing
from html import escape, unescape
from itertools import islice
from typing import Any, NoReturn

import httpx
import pytest

from handfoot.errors import StoreError
from handfoot.store import open_store, tournamentrows
from handfoot.store.agreements import Agreements
from handfoot.store.kept import RoundVersion
from handfoot.store.tournaments import Tournaments
from scorer.record import Record
from scorer.tournament.events import Event, TeamEntered
from scorer.tournament.replaying import replay
from scorer.tournament.state import Tournament
from tests.handfoot.web.conftest import Running, Start, jpeg
from tests.handfoot.web.steps import Page, Review, agree_all, error_of, say
from tests.scorer.tables import settings_for

TEAMS = ["Ash", "Birch", "Cedar", "Doug <fir>"]
POINTS = {"Ash": 900, "Birch": 700, "Cedar": 800, "Doug <fir>": 100}


@pytest.fixture
def desk(table: Running, request: pytest.FixtureRequest) -> str:
    """Return the path of a tournament of four teams; its name is the test's."""
    answer = table.client.post("/api/tournaments", json={"name": request.node.name, "teams": TEAMS})
    assert answer.status_code == 201, answer.text
    return f"/api/tournaments/{answer.json()['id']}"


def done(table: Running, path: str, body: dict[str, object]) -> dict[str, Any]:
    answer = table.client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def play(table: Running, desk: str, points: dict[str, int]) -> None:
    """Enter every round of the game drawn last, and let every team agree."""
    state = table.client.get(desk).json()
    for seats in state["games"][-1]["tables"]:
        for number in state["rounds"]:
            given = {team: points[team] for team in seats["teams"]}
            done(table, f"{desk}/results", {"table": seats["table"], "round": number, "points": given})
        for team in seats["teams"]:
            done(table, f"{desk}/agreements", {"team": team})


def with_a_table_of_three(table: Running, desk: str) -> list[dict[str, Any]]:
    """Let a fifth team enter, and draw two tables; return them."""
    done(table, f"{desk}/teams", {"team": "Elm"})
    decision = {"about": "odd_table", "choice": "table_of_three"}
    done(table, f"{desk}/decisions", {"by": "Kim", "reason": "nobody sits out", "decision": decision})
    tables: list[dict[str, Any]] = done(table, f"{desk}/draw", {"seed": 7})["games"][0]["tables"]
    return tables


def test_how_a_tournament_goes_is_told_until_there_is_one(start: Start) -> None:
    table = start()
    page = {"headers": {"Accept": "text/html"}}
    told = "After game 1 the cut says who plays on"
    assert told in table.stranger.get("/tournaments", **page).text
    table.client.post("/api/tournaments", json={"name": "Spring", "teams": TEAMS})
    after = table.stranger.get("/tournaments", **page).text
    assert "Spring" in after
    assert told not in after


def test_a_tournament_goes_from_the_draw_to_the_medals(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    assert error_of(table.client.post(f"{desk}/cut", json={}))["code"] == "conflict"
    play(table, desk, POINTS)
    assert done(table, f"{desk}/cut", {})["going_on"] == ["Ash", "Cedar"]
    done(table, f"{desk}/draw", {})
    play(table, desk, {"Ash": 100, "Cedar": 500})
    stopped = table.client.post(f"{desk}/medals", json={})
    assert stopped.status_code == 409
    assert "Birch" in error_of(stopped)["say"]
    decision = {"about": "medal_right", "team": "Birch", "counts": True}
    done(table, f"{desk}/decisions", {"by": "Kim", "reason": "it played game 1 whole", "decision": decision})
    medals = done(table, f"{desk}/medals", {})["medals"]
    assert [(one["team"], one["medal"]) for one in medals] == [
        ("Cedar", "gold"),
        ("Ash", "silver"),
        ("Birch", "bronze"),
    ]
    sheet = table.stranger.get(f"{desk}/export.csv")
    rows = sheet.content.decode("utf-8-sig").splitlines()
    assert rows[0].startswith("place,")
    named = r'attachment; filename="test_a_tournament_goes_from_the_draw_to_the_medals \d{4}-\d\d-\d\d\.csv"'
    assert re.fullmatch(named, sheet.headers["content-disposition"])
    assert len(rows) == 1 + len(TEAMS)
    assert len(table.stranger.get(f"{desk}/export.json").json()["history"]) > 40


def test_every_decision_stands_on_the_desk_with_who_made_it_and_why(table: Running, desk: str) -> None:
    page = desk.replace("/api", "")
    done(table, f"{desk}/draw", {"seed": 7})
    play(table, desk, POINTS)
    done(table, f"{desk}/cut", {})
    done(table, f"{desk}/draw", {})
    play(table, desk, {"Ash": 100, "Cedar": 200})
    decided: list[tuple[dict[str, object], str]] = [
        ({"about": "medal_tie", "places": {"Ash": 2, "Cedar": 1}}, "At 4000: Ash place 2 and Cedar place 1"),
        ({"about": "medal_right", "team": "Birch", "counts": False}, "Birch does not count for the medals"),
        ({"about": "medal_right", "team": "Doug <fir>", "counts": True}, "Doug &lt;fir&gt; counts for the medals"),
        ({"about": "undo", "step": "medals"}, "The medals taken back"),
        ({"about": "points", "team": "Ash", "game": 2, "round": 1, "points": 90}, "Ash in game 2, round 1: 90"),
    ]
    for number, (decision, _) in enumerate(decided):
        if decision["about"] == "undo":
            done(table, f"{desk}/medals", {})
            lines = re.findall(r'<tr><td class="number">(\d*)</td><th scope="row">(.*?)</th>', desk_of(table, page))
            assert lines == [
                ("1", 'Cedar <span class="soft small">tie decided, gold medal</span>'),
                ("2", 'Ash <span class="soft small">tie decided, silver medal</span>'),
                ("", 'Birch <span class="soft small">out</span>'),
                ("3", 'Doug &lt;fir&gt; <span class="soft small">out, bronze medal</span>'),
            ]
        done(table, f"{desk}/decisions", {"by": "Kim", "reason": f"reason <{number}>", "decision": decision})
    shown = desk_of(table, page).partition("What the coordinator decided")[2]
    # Whoever decided last need not write their name again.
    assert set(re.findall(r'name="by" .*?value="(.*?)"', shown)) == {"Kim"}
    told = re.findall(r'<li>(.*?) <span class="soft small">Decided by Kim, [^:]*:\d\d: (.*?)</span></li>', shown)
    fell = [f"<s>{what}</s> That holds no longer." for _, what in decided[:3]]
    words = [*fell, *(what for _, what in decided[3:])]
    assert told == [(what, f"reason &lt;{number}&gt;") for number, what in enumerate(words)]


def desk_of(table: Running, page: str) -> str:
    answer = table.stranger.get(page, headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.text
    return answer.text


def test_an_odd_number_of_teams_stops_the_draw_until_it_is_decided(table: Running, desk: str) -> None:
    done(table, f"{desk}/teams", {"team": "Elm"})
    assert table.client.post(f"{desk}/draw", json={}).status_code == 409
    page, button = desk.replace("/api", ""), f'data-send="{desk}/draw"'
    asked = desk_of(table, page)
    assert "5 teams cannot sit two at a table" in asked
    assert "Draw the tables of game 1: once the coordinator has decided what is asked here." in asked
    assert button not in asked
    decision = {"about": "odd_table", "choice": "table_of_three"}
    done(table, f"{desk}/decisions", {"by": "Kim", "reason": "nobody wants a bye", "decision": decision})
    asked = desk_of(table, page)
    assert button in asked
    assert "comes first" not in asked
    tables = done(table, f"{desk}/draw", {})["games"][0]["tables"]
    assert sorted(len(seats["teams"]) for seats in tables) == [2, 3]


def test_a_tournament_by_a_clubs_rules_has_the_rounds_that_were_chosen_at_every_table(
    table: Running, request: pytest.FixtureRequest
) -> None:
    page = table.stranger.get("/tournaments/new?rules=club").text
    assert "<strong>Hand &amp; Foot with standard cards and house rules</strong>: 2 to 6 players" in page
    assert re.findall('<option value="([a-z-]*)"', page) == ["club", "four-hand", "golden-games", "remastered-singles"]
    assert re.findall(r'name="round" value="(\d+)" checked', page) == ["30", "60", "90", "120", "150", "200"]
    assert re.findall('name="([a-z0-9_]*)" [^>]* required', page.partition('id="house"')[2]) == [*settings_for("club")]
    assert "is not for a tournament: its games end at" in page
    name = request.node.name
    wanted = {"name": name, "rules": "club", "teams": TEAMS, "settings": settings_for("club"), "rounds": [30, 200]}
    made = table.client.post("/api/tournaments", json=wanted).json()
    assert made["rounds"] == [30, 200]
    desk = f"/api/tournaments/{made['id']}"
    done(table, f"{desk}/draw", {"seed": 7})
    assert done(table, f"{desk}/tables/1/game", {})["planned"] == [30, 200]
    assert re.findall(r"<h2 [^>]*>Round (\d+)", table.stranger.get(f"{desk[4:]}/tables/1").text) == ["30", "200"]


def test_a_result_sent_twice_is_entered_once(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    first, second = table.client.get(desk).json()["games"][0]["tables"][0]["teams"]
    result = {"table": 1, "round": 1, "points": {first: 5, second: 10}, "deed": "r1"}
    once, again = (done(table, f"{desk}/results", result)["changes"] for _ in range(2))
    assert once == again
    assert table.client.post(f"{desk}/results", json={**result, "deed": "r2"}).status_code == 422


def test_a_tournament_sent_twice_is_opened_once(table: Running, request: pytest.FixtureRequest) -> None:
    wanted = {"name": request.node.name, "teams": TEAMS, "deed": "t1"}
    first, again = (table.client.post("/api/tournaments", json=wanted) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201), again.text
    assert again.json() == first.json()
    other = table.client.post("/api/tournaments", json={**wanted, "deed": "t2"})
    assert (other.status_code, error_of(other)["code"]) == (409, "conflict")
    titles = [one["name"] for one in table.client.get("/api/tournaments").json()]
    assert titles.count(request.node.name) == 1


def test_players_of_no_team_that_enters_are_refused_by_name(table: Running) -> None:
    wanted = {"name": "Nobody's players", "teams": ["Ash"], "players": {"Oak": ["Ann"]}}
    error = error_of(table.client.post("/api/tournaments", json=wanted))
    assert "there are players of 'Oak', and that is none of the teams" in error["say"]


def test_a_team_agrees_only_to_points_that_it_was_shown(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    first, second = table.client.get(desk).json()["games"][0]["tables"][0]["teams"]
    result = {"table": 1, "round": 1, "points": {first: 5, second: 10}}
    done(table, f"{desk}/results", result)
    done(table, f"{desk}/results", {**result, "points": {first: 5, second: 2000}, "reason": "misread"})
    shown = {"team": first, "round": 1, "version": 1}
    late = table.client.post(f"{desk}/agreements", json=shown)
    assert (late.status_code, error_of(late)["code"]) == (409, "score_changed")
    assert "changed meanwhile" in error_of(late)["say"]
    unseen = table.client.post(f"{desk}/agreements", json={"team": first, "round": 1})
    assert unseen.status_code == 422
    (played,) = done(table, f"{desk}/agreements", {**shown, "version": 2})["games"][0]["tables"][0]["rounds"]
    assert played["agreed"] == [first]


def test_points_are_changed_only_by_who_saw_those_that_stand(table: Running, desk: str) -> None:
    drawn = done(table, f"{desk}/draw", {"seed": 7})
    one, other = drawn["games"][0]["tables"][0]["teams"]

    def change(points: int, version: int) -> httpx.Response:
        body = {"table": 1, "round": 1, "points": {one: points, other: 0}, "version": version, "reason": "a miscount"}
        return table.client.post(f"{desk}/results", json=body if version else {**body, "reason": ""})

    assert change(100, 0).status_code == 200
    assert 'name="version" data-kind="number" value="1"' in table.client.get(f"{desk[4:]}/tables/1").text
    assert change(200, 1).status_code == 200
    for version in (0, 1):
        late = change(300, version)
        assert (late.status_code, error_of(late)["code"]) == (409, "score_changed")
    assert change(400, 2).status_code == 200


def test_a_decision_is_taken_only_on_the_question_that_was_shown(table: Running, desk: str) -> None:
    drawn = done(table, f"{desk}/draw", {"seed": 7})
    play(table, desk, dict.fromkeys(TEAMS, 400))

    def asked() -> str:
        shown = re.search(r'name="asked" value="([^"]*)"', table.client.get(desk[4:]).text)
        assert shown
        return unescape(shown[1])

    def decide(question: str) -> httpx.Response:
        decision = {"about": "cut_tie", "going_on": ["Birch", "Cedar"]}
        body = {"by": "Kim", "reason": "by lot", "decision": decision, "asked": question}
        return table.client.post(f"{desk}/decisions", json=body)

    before = asked()
    assert before.startswith("Ash, Birch, Cedar and Doug <fir> tie at the cut")
    seats = next(one["teams"] for one in drawn["games"][0]["tables"] if "Ash" in one["teams"])
    points = {team: 900 if team == "Ash" else 400 for team in seats}
    number = next(one["table"] for one in drawn["games"][0]["tables"] if "Ash" in one["teams"])
    done(table, f"{desk}/results", {"table": number, "round": 1, "points": points, "reason": "an ace was missed"})
    for team in seats:
        done(table, f"{desk}/agreements", {"team": team})
    late = decide(before)
    assert (late.status_code, error_of(late)["code"]) == (409, "question_changed")
    assert asked().startswith("Birch, Cedar and Doug <fir> tie at the cut")
    decision = {"about": "cut_tie", "going_on": ["Cedar"]}
    done(table, f"{desk}/decisions", {"by": "Kim", "reason": "lot", "decision": decision, "asked": asked()})
    assert done(table, f"{desk}/cut", {})["going_on"] == ["Ash", "Cedar"]


def test_of_two_who_answer_a_question_the_second_is_refused_and_may_decide_otherwise(table: Running, desk: str) -> None:
    done(table, f"{desk}/teams", {"team": "Elm"})
    open_one = r'name="asked" value="([^"]*)"><input type="hidden" name="before" value="([^"]*)"'

    def decide(choice: str, asked: str, before: str) -> httpx.Response:
        decision = {"about": "odd_table", "choice": choice}
        body = {"by": "Kim", "reason": "so", "decision": decision, "asked": asked, "before": before}
        return table.client.post(f"{desk}/decisions", json=body)

    ((asked, before),) = re.findall(open_one, table.client.get(desk[4:]).text)
    assert (asked.partition(" cannot")[0], before) == ("5 teams", "")
    assert decide("bye", asked, before).status_code == 200
    late = decide("table_of_three", asked, before)
    assert (late.status_code, error_of(late)["code"]) == (409, "question_changed")
    page = table.client.get(desk[4:]).text
    assert "Decided: a bye for 5 teams in game 1. Decide otherwise" in page
    ((again, decided),) = re.findall(open_one, page)
    assert (again, decided) == (asked, "a bye for 5 teams in game 1")
    assert decide("table_of_three", again, decided).status_code == 200
    assert "<s>A bye for 5 teams in game 1</s> That holds no longer." in table.client.get(desk[4:]).text
    assert [len(one["teams"]) for one in done(table, f"{desk}/draw", {"seed": 7})["games"][0]["tables"]] == [2, 3]


def test_decided_points_that_no_cards_add_up_to_are_told(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    for points in (1235, 1237):
        decision = {"about": "points", "team": "Ash", "round": 1, "points": points}
        done(table, f"{desk}/decisions", {"by": "Kim", "reason": "so", "decision": decision})
        odd = "1 237 of Ash is no multiple of 5: was it added up right?"
        assert (odd in table.client.get(desk[4:]).text.replace("\u202f", " ").replace("\xa0", " ")) is (points == 1237)


def test_a_table_of_three_plays_with_a_deck_more_than_it_has_players(table: Running, desk: str) -> None:
    tables = with_a_table_of_three(table, desk)
    decks = {
        len(one["teams"]): table.client.post(f"{desk}/tables/{one['table']}/game", json={}).json()["decks"]
        for one in tables
    }
    assert decks == {2: 5, 3: 7}


def test_what_is_wrong_with_a_field_is_said_in_plain_words(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    given = {"table": 1, "round": 1, "points": {"Ash": 1, "Birch": 10**8}}
    assert error_of(table.client.post(f"{desk}/results", json=given)) == {
        "code": "invalid",
        "say": "points, Birch: at most 10 000 000, please, not 100000000",
        "where": "points.Birch",
    }
    missing = table.client.post(f"{desk}/withdrawals", json={"team": "Ash"})
    assert error_of(missing)["say"] == "reason: nothing was given"


@pytest.mark.parametrize(
    ("decision", "say", "where"),
    [
        (None, "decision: an object, please, not null", "decision"),
        ({}, "decision, about: nothing was given", "decision.about"),
        ({"about": "luck"}, "decision, about: one of 'odd_table', 'number_going_on'", "decision.about"),
        ({"about": "odd_table", "choice": "luck"}, "decision, choice: 'bye' or", "decision.choice"),
        ({"about": "cut_tie", "going_on": "Ash"}, "decision, going on: a list, please, not 'Ash'", "decision.going_on"),
        ({"about": "cut_tie", "going_on": [1]}, "decision, going on, 1: words, please, not 1", "decision.going_on.0"),
        ({"about": "medal_tie", "places": []}, "decision, places: an object, please, not []", "decision.places"),
        ({"about": "medal_right", "team": "Ash", "counts": "maybe"}, "decision, counts: yes or no,", "decision.counts"),
        ({"about": "points", "team": "Ash"}, "decision, points: nothing was given", "decision.points"),
        ({"about": "points", "team": "Ash", "points": 5, "game": 3}, "decision, game: at most 2,", "decision.game"),
        ({"about": "undo", "step": "draw", "more": 1}, "decision, more: nothing of that name", "decision.more"),
    ],
)
def test_a_decision_of_a_wrong_shape_is_refused_in_one_line_with_its_value_and_place(
    table: Running, desk: str, decision: object, say: str, where: str
) -> None:
    given = {"by": "Ruth", "reason": "so", "decision": decision}
    error = error_of(table.client.post(f"{desk}/decisions", json=given))
    assert (error["code"], error["where"]) == ("invalid", where)
    assert error["say"].startswith(say)
    assert "input" not in error["say"]


def test_every_stage_has_its_page(table: Running, desk: str) -> None:
    page = desk.replace("/api", "")

    def look(*paths: str) -> str:
        text = ""
        for path in paths:
            answer = table.stranger.get(path, headers={"Accept": "text/html"})
            assert answer.status_code == 200, answer.text
            assert Page(answer.text).inline == []
            assert "<fir>" not in answer.text
            text += answer.text
        return text

    assert "Let this team enter" in look("/tournaments", "/tournaments/new", page)
    assert "<li>Cedar</li>" in look(f"{page}/board")
    done(table, f"{desk}/draw", {"seed": 7})
    seated = re.findall(r"<strong>(Table \d)</strong><span>(.*?)\s*<span", look(f"{page}/board"))
    assert [place for place, _ in seated] == ["Table 1", "Table 2"]
    assert sorted(" – ".join(teams for _, teams in seated).split(" – ")) == [
        "Ash",
        "Birch",
        "Cedar",
        "Doug &lt;fir&gt;",
    ]
    assert "Keep these points" in look(page, f"{page}/tables/1")
    # While a game is played everybody looks for a table; then for how it ended.
    assert look(page).index("Table 1</h3>") < look(page).index("Standings</h2>")
    standing = r'<tr><td class="number">(\d*)</td><th scope="row">[^<]*(?:<span class="soft small">(.*?)</span>)?</th>'
    assert re.findall(standing, look(page)) == [("", "")] * len(TEAMS)
    play(table, desk, POINTS)
    assert [place for place, _ in re.findall(standing, look(page))] == ["1", "2", "3", "4"]
    assert "They count." in look(f"{page}/tables/2")
    # The one step that can be taken back is the last one.
    assert "Take a step back: the last draw" in look(page)
    assert "So that a team that came late can enter" in look(page)
    done(table, f"{desk}/cut", {})
    assert "Take a step back: the cut" in look(page)
    assert "Draw the tables of game 2" in look(page)
    done(table, f"{desk}/draw", {"seed": 8})
    assert "Take a step back: the last draw" in look(page)
    assert "a team that came late" not in look(page)


def test_the_first_game_stays_in_sight_and_its_points_can_be_set_in_the_second(table: Running, desk: str) -> None:
    page = desk.replace("/api", "")
    done(table, f"{desk}/draw", {"seed": 7})
    play(table, desk, POINTS)
    done(table, f"{desk}/cut", {})
    done(table, f"{desk}/draw", {"seed": 8})
    shown = table.stranger.get(page).text
    first = shown.index("Tables of game 1")
    assert first > shown.index("Tables of game 2")
    # Doug did not go on, and what its table entered is there to be looked up.
    assert "100 ✓" in shown[first:]
    games = re.search(r'<select[^>]* name="decision.game" data-kind="number">(.*?)</select>', shown)
    assert games is not None
    assert re.findall(r'value="(\d)"', games[1]) == ["2", "1"]
    decision = {"about": "points", "team": "Doug <fir>", "round": 1, "points": 983, "game": 1}
    decided = done(table, f"{desk}/decisions", {"by": "Kim", "reason": "figures swapped", "decision": decision})
    assert next(one["total"] for one in decided["standings"] if one["team"] == "Doug <fir>") == 983 + 3 * 100
    # A table may enter any whole number, and so may who sets its points.
    assert 'name="decision.points" data-kind="points" type="text"' in shown


def test_points_put_right_after_the_cut_that_belie_it_are_told_at_the_desk(table: Running, desk: str) -> None:
    def told() -> bool:
        text = table.stranger.get(desk.removeprefix("/api")).text
        return "Birch has 850 points for game 1 now, more than a team that went on; the cut stands" in text

    done(table, f"{desk}/draw", {"seed": 7})
    play(table, desk, {"Ash": 225, "Birch": 175, "Cedar": 200, "Doug <fir>": 25})
    assert done(table, f"{desk}/cut", {})["going_on"] == ["Ash", "Cedar"]
    assert not told()
    decision = {"about": "points", "team": "Birch", "points": 850}
    done(table, f"{desk}/decisions", {"by": "Kim", "reason": "misheard", "decision": decision})
    assert told()


def test_points_that_no_cards_make_are_told_at_the_table(table: Running, desk: str) -> None:
    drawn = done(table, f"{desk}/draw", {"seed": 7})["games"][0]["tables"][0]["teams"]
    given = {"table": 1, "round": 1, "points": dict(zip(drawn, (905, 903), strict=True))}
    done(table, f"{desk}/results", given)
    text = table.stranger.get(f"{desk.removeprefix('/api')}/tables/1").text
    assert re.findall(r"(\d+) of [^<]* is no multiple of 5: was it added up right", text) == ["903"]


def test_why_points_were_changed_stands_beside_them(table: Running, desk: str) -> None:
    page = desk.replace("/api", "")
    done(table, f"{desk}/draw", {"seed": 7})
    seats = table.client.get(desk).json()["games"][0]["tables"][0]
    first, second = seats["teams"]
    result = {"table": 1, "round": 1, "points": {first: 5, second: 10}}
    done(table, f"{desk}/results", result)
    done(table, f"{desk}/results", {**result, "points": {first: 10, second: 5}, "reason": "figures <swapped>"})
    done(table, f"{desk}/results", {**result, "points": {first: 15, second: 5}, "reason": "added <again>"})
    one, other = escape(first), escape(second)
    at_table = table.stranger.get(f"{page}/tables/1").text
    changes = re.findall(r'<p class="soft small">(Changed, .*?)</p>', at_table)
    assert changes == [
        f"Changed, from {one} 10, {other} 5: added &lt;again&gt;",
        f"Changed, from {one} 5, {other} 10: figures &lt;swapped&gt;",
    ]
    (told,) = table.client.get(desk).json()["games"][0]["tables"][0]["rounds"]
    assert (told["reason"], told["before"]) == ("added <again>", {first: 10, second: 5})
    said = {"by": "Kim", "reason": "the sheet was lost"}
    for number in (1, None):
        decision = {"about": "points", "team": first, "round": number, "points": 700, "game": 1}
        done(table, f"{desk}/decisions", {**said, "decision": decision})
        what = "round 1 of game 1" if number else "game 1 as a whole"
        told = f"has 700 for {what}, set by Kim: the sheet was lost"
        for where in (page, f"{page}/tables/1"):
            assert told in table.stranger.get(where).text, where
    done(table, f"{desk}/decisions", {**said, "decision": {**decision, "points": None}})
    assert "as a whole, set by" not in table.stranger.get(page).text
    # What counts stands in the table's rounds too, not what was entered.
    assert '<td class="number">700 *</td>' in table.stranger.get(page).text


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("results", {"table": 1, "round": 99, "points": {"Ash": 1, "Birch": 2}}),
        ("results", {"table": 9, "round": 1, "points": {"Ash": 1}}),
        ("agreements", {"team": "Nobody"}),
        ("withdrawals", {"team": "Ash", "reason": ""}),
        ("decisions", {"by": "Kim", "reason": "x", "decision": {"about": "cut_tie", "going_on": []}}),
        ("decisions", {"by": "Kim", "reason": "x", "decision": {"about": "weather"}}),
        ("draw", {"seed": -1}),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_and_nothing_happens(
    table: Running, desk: str, path: str, body: dict[str, object]
) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    before = table.client.get(desk).json()
    answer = table.client.post(f"{desk}/{path}", json=body)
    assert answer.status_code == 422
    assert error_of(answer)["say"]
    assert table.client.get(desk).json() == before
    assert table.client.get("/api/tournaments/99999").status_code == 404


def test_a_tables_game_is_played_from_photos_and_its_round_is_the_tables_result(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    begun = done(table, f"{desk}/tables/2/game", {})
    assert done(table, f"{desk}/tables/2/game", {})["id"] == begun["id"]
    seats = table.client.get(desk).json()["games"][-1]["tables"][1]
    assert (begun["sides"], begun["rules"]) == (seats["teams"], "golden-games")
    table.read_photo(begun["id"], 1, number=2)
    table.read_photo(begun["id"], 2, number=2)
    agree_all(table, begun["id"], 2)
    (played,) = table.client.get(desk).json()["games"][-1]["tables"][1]["rounds"]
    assert (played["round"], played["points"], played["counts"]) == (2, dict.fromkeys(seats["teams"], 40), True)


def test_a_name_put_right_stands_everywhere_at_once_and_what_was_agreed_stays(table: Running, desk: str) -> None:
    first, second = done(table, f"{desk}/draw", {"seed": 7})["games"][0]["tables"][0]["teams"]
    game = int(done(table, f"{desk}/tables/1/game", {})["id"])
    table.read_photo(game)
    round_1 = f"/api/games/{game}/rounds/1/agreement"
    seal = table.client.get(round_1).json()["seal"]
    done(table, round_1, {"side": 1, "seal": seal})
    decision = {"about": "points", "team": first, "round": 2, "points": 70, "game": 1}
    done(table, f"{desk}/decisions", {"by": "Kim", "reason": "so", "decision": decision})
    called = {"was": first, "team": "Maple & Co", "players": ["Ann", "Bob"]}
    with table.stranger.stream("GET", f"/api/games/{game}/events") as events:
        lines = events.iter_lines()
        assert next(line for line in lines if line.startswith("event")) == "event: changed"
        assert done(table, f"{desk}/names", called)["games"][0]["tables"][0]["teams"] == ["Maple & Co", second]
        assert next(line for line in lines if line.startswith("event")) == "event: changed"
    standing = table.client.get(round_1).json()
    assert [(one["name"], one["agreed"]) for one in standing["sides"]] == [("Maple & Co", True), (second, False)]
    done(table, round_1, {"side": 2, "seal": standing["seal"]})
    (played,) = table.client.get(desk).json()["games"][0]["tables"][0]["rounds"]
    assert (played["points"].keys(), played["counts"]) == ({"Maple & Co", second}, True)
    shown = table.stranger.get(desk.replace("/api", "")).text
    assert "Maple &amp; Co (Ann and Bob)" in shown
    assert "<li>Maple &amp; Co in game 1, round 2: 70 " in shown
    history = table.client.get(desk).json()["history"]
    assert [one["name"] for one in history if one["kind"] == "team_renamed"] == ["Maple & Co"]
    told = table.stranger.get(f"{desk.replace('/api', '')}/history").text
    assert f"<p>{escape(first)} is called Maple &amp; Co (Ann and Bob) <span" in told
    assert re.search(rf"<p>{escape(first)} in game 1, round 2: 70 <span[^\n]*</time> · Kim: so</span>", told)
    assert done(table, f"{desk}/names", {"was": "Maple & Co", "team": "Oak"})["teams"][0]["players"] == ["Ann", "Bob"]
    done(table, f"{desk}/names", {**called, "was": "Oak"})
    taken = table.client.post(f"{desk}/names", json={**called, "was": second})
    assert (taken.status_code, error_of(taken)["say"]) == (422, "another team is called 'Maple & Co' already")


def test_a_name_put_right_while_somebody_looks_or_agrees_hinders_neither(
    table: Running, desk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both read the game first, and what was played in it, or keep the round, when the team is called otherwise."""
    first, second = done(table, f"{desk}/draw", {"seed": 7})["games"][0]["tables"][0]["teams"]
    game = int(done(table, f"{desk}/tables/1/game", {})["id"])
    table.read_photo(game)
    path = f"/api/games/{game}/rounds/1/agreement"
    history, agree = table.served.store.history, Agreements.agree

    def call(was: str, name: str) -> None:
        done(table, f"{desk}/names", {"was": was, "team": name})

    def renamed_first(self: Agreements, game: int, side: int, record: Record, *, seen: int | None, reason: str) -> None:
        call(second, "Elm")
        agree(self, game, side, record, seen=seen, reason=reason)

    seal = table.client.get(path).json()["seal"]
    done(table, path, {"side": 1, "seal": seal})
    with monkeypatch.context() as patched:
        patched.setattr(Agreements, "agree", renamed_first)
        assert done(table, path, {"side": 2, "seal": seal})["state"] == "agreed"
    say(table, game, "perfect_deals", 1)
    agree_all(table, game)

    def history_renamed(game: int, number: int) -> tuple[RoundVersion, ...]:
        call(first, "Maple")
        return history(game, number)

    monkeypatch.setattr(table.served.store, "history", history_renamed)
    answer = table.stranger.get(f"/games/{game}")
    assert answer.status_code == 200
    assert f"round 1 was changed ({escape(first)} " in answer.text


def test_the_desk_hears_that_a_tables_round_was_agreed(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    game = int(done(table, f"{desk}/tables/1/game", {})["id"])
    table.read_photo(game)
    with table.stranger.stream("GET", f"{desk}/events") as events:
        lines = events.iter_lines()
        assert next(line for line in lines if line.startswith("event")) == "event: changed"
        agree_all(table, game)
        assert next(line for line in lines if line.startswith("event")) == "event: changed"


def test_the_desk_hears_that_a_team_took_back_what_it_agreed_to_change(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    game = int(done(table, f"{desk}/tables/1/game", {})["id"])
    table.read_photo(game)
    agree_all(table, game)
    review, path = Review(table, game), f"/api/games/{game}/rounds/1/agreement"
    review.edit(kind="set_fact", fact="perfect_deals", value=1)
    seal = table.client.get(path).json()["seal"]
    assert table.client.post(path, json={"side": 1, "seal": seal}).status_code == 200
    with table.stranger.stream("GET", f"{desk}/events") as events:
        heard = (line for line in events.iter_lines() if line.startswith("event"))
        assert next(heard) == "event: changed"
        assert table.client.delete(f"{path}/1").status_code == 200
        assert next(heard) == "event: changed"
        # And that the change itself is taken back.
        assert review.send("undo").status_code == 200
        assert next(heard) == "event: changed"


def test_a_tables_page_hears_that_its_game_began_and_which_decks_lie_on_it(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    with table.stranger.stream("GET", f"{desk}/events") as events:
        heard = (line for line in events.iter_lines() if line.startswith("event"))
        assert next(heard) == "event: changed"
        game = done(table, f"{desk}/tables/1/game", {"taught": []})["id"]
        assert next(heard) == "event: changed"
        assert table.client.put(f"/api/games/{game}/decks", json={"decks": []}).status_code == 200
        assert next(heard) == "event: changed"


@pytest.mark.parametrize("change", ["an answer", "a photo", "what it shows"])
def test_the_desk_hears_what_is_changed_in_a_round_that_counts(table: Running, desk: str, change: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    game = int(done(table, f"{desk}/tables/1/game", {})["id"])
    photo = table.read_photo(game)
    with table.stranger.stream("GET", f"{desk}/events") as events:
        heard = (line for line in events.iter_lines() if line.startswith("event"))
        assert next(heard) == "event: changed"
        agree_all(table, game)
        assert next(heard) == "event: changed"
    with table.stranger.stream("GET", f"{desk}/events") as events:
        heard = (line for line in events.iter_lines() if line.startswith("event"))
        assert next(heard) == "event: changed"
        if change == "an answer":
            say(table, game, "perfect_deals", 1)
        elif change == "a photo":
            table.read_photo(game, data=jpeg(500))
        else:
            assert table.client.patch(f"/api/photos/{photo}", json={"shows": "left", "agree_again": True}).is_success
        assert next(heard) == "event: changed"


def test_a_tables_pages_lead_to_its_game_and_back(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    seats = desk.removeprefix("/api") + "/tables/1"
    assert f'data-send="{desk}/tables/1/game"' in table.stranger.get(seats).text
    game = done(table, f"{desk}/tables/1/game", {})["id"]
    assert f'href="/games/{game}/rounds/3"' in table.stranger.get(seats).text
    for path in (f"/games/{game}", f"/games/{game}/rounds/3"):
        assert f'href="{seats}"' in table.stranger.get(path).text
    assert f'href="{desk.removeprefix("/api")}"' in table.stranger.get("/games/new").text


def test_of_a_tables_rounds_the_one_that_comes_next_stands_out(table: Running, desk: str) -> None:
    seated = done(table, f"{desk}/draw", {"seed": 7})["games"][0]["tables"][0]["teams"]
    seats = desk.removeprefix("/api") + "/tables/1"

    def standing_out() -> list[str]:
        return re.findall(r'class="primary large wide">Photos and score of round (\d)<', table.stranger.get(seats).text)

    for number in range(1, 5):
        assert standing_out() == [str(number)]
        done(table, f"{desk}/results", {"table": 1, "round": number, "points": dict.fromkeys(seated, 500)})
    assert standing_out() == []
    assert table.stranger.get(seats).text.count('"primary large wide"') == 8


def test_why_points_change_is_asked_once_somebody_agreed_to_them(table: Running, desk: str) -> None:
    seated = done(table, f"{desk}/draw", {"seed": 7})["games"][0]["tables"][0]["teams"]
    seats = desk.removeprefix("/api") + "/tables/1"
    done(table, f"{desk}/results", {"table": 1, "round": 1, "points": dict.fromkeys(seated, 500)})
    assert "Why they change" not in table.stranger.get(seats).text
    put_right = {"table": 1, "round": 1, "points": dict.fromkeys(seated, 50), "version": 1}
    done(table, f"{desk}/results", put_right)
    assert "500: put right at the table" in table.stranger.get(seats).text
    # Another phone agrees while this one still shows that nobody did.
    done(table, f"{desk}/agreements", {"team": seated[0]})
    late = {**put_right, "points": dict.fromkeys(seated, 55), "version": 2}
    refused = table.client.post(f"{desk}/results", json=late)
    assert (refused.status_code, "a change needs its reason" in refused.text) == (422, True)
    assert "Why they change" in table.stranger.get(seats).text


def test_a_page_of_a_tables_game_adds_its_tournament_up_once(
    table: Running, desk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    game = done(table, f"{desk}/tables/1/game", {})["id"]
    added_up: list[str] = []

    def counted(events: Iterable[Event]) -> Tournament:
        added_up.append(path)
        return replay(events)

    monkeypatch.setattr(tournamentrows, "replay", counted)
    paths = [f"/games/{game}{place}" for place in ("", "/board", "/sheet", "/rounds/1")]
    for path in paths:
        assert table.stranger.get(path).status_code == 200
    assert added_up == paths


@pytest.mark.parametrize("how", ["entered by hand", "set by the coordinator"])
def test_a_tables_game_says_where_the_tournament_has_other_points(table: Running, desk: str, how: str) -> None:
    def told() -> list[list[str]]:
        pages = [table.stranger.get(f"/games/{game}{place}").text for place in ("", "/rounds/1", "/rounds/2")]
        return [
            re.findall("The tournament has other points for round 1, which were entered by hand: (.*)[.]</p>", text)
            for text in pages
        ]

    teams = done(table, f"{desk}/draw", {"seed": 7})["games"][0]["tables"][0]["teams"]
    game = done(table, f"{desk}/tables/1/game", {})["id"]
    table.read_photo(game)
    agree_all(table, game)
    assert told() == [[], [], []]
    if how == "entered by hand":
        points = dict(zip(teams, (905, 0), strict=True))
        done(table, f"{desk}/results", {"table": 1, "round": 1, "points": points, "reason": "misheard"})
    else:
        decision = {"about": "points", "team": teams[0], "points": 905, "round": 1}
        done(table, f"{desk}/decisions", {"by": "Kim", "reason": "misheard", "decision": decision})
    said = f"{teams[0]}: 905, {teams[1]}: 0".replace("<", "&lt;").replace(">", "&gt;")
    assert told() == [[said], [said], []]


def test_points_set_for_a_whole_game_are_told_where_it_is_played_printed_and_exported(
    table: Running, desk: str
) -> None:
    teams = done(table, f"{desk}/draw", {"seed": 7})["games"][0]["tables"][0]["teams"]
    game = done(table, f"{desk}/tables/1/game", {})["id"]
    table.read_photo(game)
    agree_all(table, game)
    seats = f"{desk.removeprefix('/api')}/tables/1"
    assert "They count." in table.stranger.get(seats).text
    decision = {"about": "points", "team": teams[0], "points": 300}
    done(table, f"{desk}/decisions", {"by": "Kim", "reason": "misheard", "decision": decision})
    for path in ("", "/rounds/1", "/board"):
        page = table.stranger.get(f"/games/{game}{path}").text
        assert f"The coordinator set the points of this game as a whole: {escape(teams[0])}: 300." in page
    sheet = re.sub("<.*?>", "", table.stranger.get(f"/games/{game}/sheet").text)
    assert f"The tournament has other points for this game as a whole: {escape(teams[0])} 300." in sheet
    assert f"They do not count for {escape(teams[0])}" in table.stranger.get(seats).text
    rows = csv.DictReader(table.stranger.get(f"{desk}/export.csv").content.decode("utf-8-sig").splitlines())
    assert {row["team"]: row["decided"] for row in rows if row["decided"]} == {teams[0]: "game 1: 300"}


def test_a_correction_that_waits_for_a_team_is_told_at_the_desk_and_holds_back_the_cut(
    table: Running, desk: str
) -> None:
    def told() -> list[bool]:
        said = f"round 1 at table 1 was changed at its page and counts as it was: {late} has not agreed".casefold()
        desk_and_board = [unescape(table.stranger.get(f"{page}{place}").text) for place in ("", "/board")]
        seats = unescape(table.stranger.get(f"{page}/tables/1").text)
        return [*(said in text.casefold() for text in desk_and_board), f"the change waits for {late}." in seats]

    page = desk.removeprefix("/api")
    teams = done(table, f"{desk}/draw", {"seed": 7})["games"][0]["tables"][0]["teams"]
    late = teams[1]
    play(table, desk, POINTS)
    game = done(table, f"{desk}/tables/1/game", {})["id"]
    table.read_photo(game)
    path = f"/api/games/{game}/rounds/1/agreement"
    agree_all(table, game)
    say(table, game, "perfect_deals", 1)
    assert told() == [False] * 3
    seal = table.client.get(path).json()["seal"]
    assert table.client.post(path, json={"side": 1, "seal": seal}).status_code == 200
    assert told() == [True] * 3
    refused = table.client.post(f"{desk}/cut", json={})
    assert (refused.status_code, error_of(refused)["code"]) == (409, "conflict")
    assert f"counts as it was: {late} has not agreed; let them agree, take the change back" in error_of(refused)["say"]
    for team in teams:
        decision = {"about": "points", "team": team, "points": 100, "round": 1}
        done(table, f"{desk}/decisions", {"by": "Kim", "reason": "they went home", "decision": decision})
    assert told() == [False] * 3
    for team in teams:
        decision = {"about": "points", "team": team, "points": None, "round": 1}
        done(table, f"{desk}/decisions", {"by": "Kim", "reason": "they came back", "decision": decision})
    assert told() == [True] * 3
    assert table.client.post(path, json={"side": 2, "seal": seal}).status_code == 200
    assert told() == [False] * 3
    done(table, f"{desk}/cut", {})


def test_a_team_that_withdrew_from_a_table_of_three_is_not_waited_for_at_its_page(table: Running, desk: str) -> None:
    three = next(one for one in with_a_table_of_three(table, desk) if len(one["teams"]) == 3)
    game = done(table, f"{desk}/tables/{three['table']}/game", {})["id"]
    table.read_photo(game)
    path = f"/api/games/{game}/rounds/1/agreement"
    seal = table.client.get(path).json()["seal"]
    for side in (1, 2):
        assert table.client.post(path, json={"side": side, "seal": seal}).json()["state"] == "open"
    gone = three["teams"][2]
    done(table, f"{desk}/withdrawals", {"team": gone, "reason": "ill"})
    page = table.client.get(f"/games/{game}/rounds/1").text
    assert f"{escape(gone)} withdrew; the others do not wait for it." in page
    assert re.findall(r'agree" data-side="(\d)"[^>]*>(.*?)<', page) == [("1", "Let it count")]
    assert [f"{escape(team)} agreed" in page for team in three["teams"]] == [True, True, False]
    assert table.client.post(path, json={"side": 1, "seal": seal}).json()["state"] == "agreed"
    played = done_at(table, desk, three["table"])
    assert (played["counts"], sorted(played["agreed"])) == (True, sorted(three["teams"][:2]))


def test_a_change_that_all_but_a_team_that_withdrew_agreed_to_waits_to_be_let_count(table: Running, desk: str) -> None:
    three = next(one for one in with_a_table_of_three(table, desk) if len(one["teams"]) == 3)
    game = done(table, f"{desk}/tables/{three['table']}/game", {})["id"]
    table.read_photo(game)
    path = f"/api/games/{game}/rounds/1/agreement"
    seal = table.client.get(path).json()["seal"]
    for side in (1, 2, 3):
        assert table.client.post(path, json={"side": side, "seal": seal}).status_code == 200
    say(table, game, "perfect_deals", 1)
    seal = table.client.get(path).json()["seal"]
    for side, reason in ((1, "a perfect deal was forgotten"), (2, "")):
        assert table.client.post(path, json={"side": side, "seal": seal, "reason": reason}).status_code == 200
    done(table, f"{desk}/withdrawals", {"team": three["teams"][2], "reason": "ill"})
    for page in (f"/tournaments/{desk.rpartition('/')[2]}", f"/games/{game}", f"/games/{game}/board"):
        assert "one of them has to let it count" in table.client.get(page).text
    assert table.client.post(path, json={"side": 1, "seal": seal}).json()["state"] == "agreed"
    assert table.client.get(f"/api/games/{game}/history").json()[-1]["reason"] == "a perfect deal was forgotten"


def test_an_open_first_page_hears_of_a_tournament_and_of_its_steps(table: Running, desk: str) -> None:
    with table.stranger.stream("GET", "/api/games/events") as events:
        lines = events.iter_lines()

        def heard() -> str:
            return next(line for line in lines if line.startswith("event"))

        assert table.client.post("/api/tournaments", json={"name": "Heard cup"}).status_code == 201
        assert heard() == "event: changed"
        done(table, f"{desk}/draw", {"seed": 7})
        assert heard() == "event: changed"


def test_the_first_page_leads_to_the_newest_tournament_until_it_is_over(
    table: Running, desk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = f'href="{desk.removeprefix("/api")}"'
    assert re.search(rf"{link}>.*Teams enter", table.stranger.get("/").text)
    assert link not in table.stranger.get("/?before=9").text
    with monkeypatch.context() as patched:
        patched.setattr(Tournaments, "tournament", spoilt)
        assert table.stranger.get("/").status_code == 200
    done(table, f"{desk}/draw", {"seed": 7})
    play(table, desk, POINTS)
    done(table, f"{desk}/cut", {})
    done(table, f"{desk}/draw", {})
    play(table, desk, {"Ash": 200, "Cedar": 100})
    for team in ("Birch", "Doug <fir>"):
        right = {"about": "medal_right", "team": team, "counts": False}
        done(table, f"{desk}/decisions", {"by": "Kim", "reason": "out", "decision": right})
    assert "Game 2 is being played" in table.stranger.get("/").text
    done(table, f"{desk}/medals", {})
    assert link not in table.stranger.get("/").text


def test_the_first_page_leads_to_the_evenings_tournament_though_the_next_one_is_open(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    after = table.client.post("/api/tournaments", json={"name": "Next evening", "teams": TEAMS}).json()["id"]
    links = [f"{desk.removeprefix('/api')}", f"/tournaments/{after}"]

    def leads_to() -> list[str]:
        return [link for link in links if f'href="{link}"' in table.stranger.get("/").text]

    assert leads_to() == links
    done(table, f"/api/tournaments/{after}/draw", {"seed": 7})
    assert leads_to() == links[1:]


def spoilt(*_: object) -> NoReturn:
    """Stand in for what reads a tournament that another program spoilt."""
    raise StoreError("its events cannot be read")


def test_the_list_of_games_calls_no_round_of_a_table_that_is_closed(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    done(table, f"{desk}/tables/1/game", {})
    assert "Round 1 comes next" in table.stranger.get("/").text
    play(table, desk, POINTS)
    done(table, f"{desk}/cut", {})
    said = re.findall("Round 1 comes next|Closed: its tournament went on", table.stranger.get("/").text)
    assert said == ["Closed: its tournament went on"]


def done_at(table: Running, desk: str, number: int) -> dict[str, Any]:
    """Return the only round that a table has played."""
    seats = next(one for one in table.client.get(desk).json()["games"][-1]["tables"] if one["table"] == number)
    (played,) = seats["rounds"]
    told: dict[str, Any] = played
    return told


def test_a_round_agreed_too_late_says_so_and_is_not_kept(table: Running, desk: str) -> None:
    done(table, f"{desk}/draw", {"seed": 7})
    game = done(table, f"{desk}/tables/1/game", {})["id"]
    play(table, desk, POINTS)
    done(table, f"{desk}/cut", {})
    table.read_photo(game)
    seal = table.client.get(f"/api/games/{game}/rounds/1/agreement").json()["seal"]
    path = f"/api/games/{game}/rounds/1/agreement"
    assert table.client.post(path, json={"side": 1, "seal": seal}).status_code == 200
    late = table.client.post(path, json={"side": 2, "seal": seal})
    assert (late.status_code, error_of(late)["code"]) == (409, "conflict")
    assert "is closed: the coordinator can still set points in it" in error_of(late)["say"]
    assert table.client.get(f"/api/games/{game}").json()["rounds"] == []


def test_what_another_program_changes_in_the_database_is_told_to_open_pages(table: Running, desk: str) -> None:
    elsewhere = open_store(table.served.config.db)
    with table.stranger.stream("GET", f"{desk}/events") as events, closing(elsewhere):
        heard = (line for line in events.iter_lines() if line.startswith("event"))
        assert next(heard) == "event: changed"
        Tournaments(elsewhere).add(int(desk.rpartition("/")[2]), lambda state: [TeamEntered("Fir")])
        assert "event: changed" in islice(heard, 20)
