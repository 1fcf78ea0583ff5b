import codecs
import csv
import io
import json
import re
from dataclasses import replace
from datetime import datetime
from urllib.parse import unquote

import httpx
import pytest

from handfoot.web.api.downloads import download
from scorer.names import LONGEST_NAME
from scorer.rulebook.rules import rule_ids
from tests.handfoot.store.rounds import round_record
from tests.handfoot.web.conftest import Running
from tests.handfoot.web.steps import agree_all, error_of

CLUB = {
    "wild_book": 0,
    "open_wild_book": 0,
    "red3_played": 100,
    "red3_left": -100,
    "black3_left": -5,
    "clean_to_go_out": 3,
    "dirty_to_go_out": 3,
    "books_to_go_out": 0,
}


@pytest.mark.parametrize("rules", rule_ids())
def test_a_game_of_every_rule_set_can_be_begun(table: Running, rules: str) -> None:
    game = table.new_game(rules=rules, settings=CLUB if rules == "club" else {})
    told = table.stranger.get(f"/api/games/{game}").json()
    assert (told["rules"], told["sides"], told["totals"], told["finished"]) == (
        rules,
        ["North", "South"],
        [0, 0],
        False,
    )


def test_in_the_round_with_a_tail_what_is_left_in_it_is_asked_for_with_the_rest(table: Running) -> None:
    game = table.new_game(rules="club", settings=CLUB)
    for number, tail in ((150, False), (200, True)):
        side = f"/games/{game}/rounds/{number}/sides/1"
        assert ("What is left in Hand, Foot and Tail, spread out" in table.stranger.get(side).text) is tail
        assert table.stranger.get(f"/api{side}/draft").json()["rules"]["tail"] is tail


def test_a_club_game_names_what_its_host_did_not_say(table: Running) -> None:
    answer = table.client.post("/api/games", json={"rules": "club", "sides": ["A", "B"], "settings": {"wild_book": 0}})
    assert answer.status_code == 422
    assert "red3_left" in error_of(answer)["say"]
    assert "wild_book" not in error_of(answer)["say"].replace("open_wild_book", "")


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"rules": "no-such"}, "no-such"),
        ({"sides": ["A"]}, "1 side"),
        ({"sides": ["A", "a"]}, "two sides"),
        ({"settings": {"no_such": 1}}, "no_such"),
        ({"decks": 0}, "decks"),
        ({"rounds": [9]}, "9"),
        ({"surprise": 1}, "surprise"),
        ({"sides": "AB"}, "sides: a list, please, not 'AB'"),
        ({"sides": ["A", 5]}, "sides, 2: words, please, not 5"),
        ({"sides": []}, "sides: at least 1, please"),
        ({"deed": "a b"}, "deed: only letters, digits, _ and -, please, not 'a b'"),
        (
            {"settings": {"red3_left": [1]}},
            "settings, red3 left: yes or no, or a whole number, or words, please, not [1]",
        ),
    ],
    ids=str,
)
def test_a_game_that_cannot_be_is_refused_in_one_sentence(table: Running, wanted: dict[str, object], says: str) -> None:
    answer = table.client.post("/api/games", json={"rules": "remastered-singles", "sides": ["A", "B"], **wanted})
    assert answer.status_code == 422
    assert says in error_of(answer)["say"]
    assert table.client.get("/api/games").json() == []


def test_a_game_begun_twice_by_one_deed_is_one(table: Running) -> None:
    assert table.new_game(deed="d1") == table.new_game(deed="d1")


def test_another_game_by_the_same_deed_is_refused(table: Running) -> None:
    table.new_game(deed="d1")
    wanted = {"rules": "remastered-singles", "sides": ["North", "East"], "deed": "d1"}
    answer = table.client.post("/api/games", json=wanted)
    assert answer.status_code == 409
    assert [game["sides"] for game in table.client.get("/api/games").json()] == [["North", "South"]]
    assert len(table.client.get("/api/games").json()) == 1


def test_games_that_nobody_names_are_called_after_sides_and_day(table: Running) -> None:
    table.new_game()
    table.new_game()
    second, first = (game["name"] for game in table.client.get("/api/games").json())
    assert first.startswith("North \u2013 South, ")
    assert second == f"{first} (2)"


def test_a_record_is_tallied_as_on_the_command_line(table: Running) -> None:
    record = {"rules": "remastered-singles", "sides": [{"name": "A", "piles": [{"cards": ["K"] * 7}]}]}
    told = table.client.post("/api/tally", json=record).json()
    assert told["sides"][0]["best"] == 770
    wrong = table.client.post("/api/tally", json={"rules": "remastered-singles", "sides": [{"name": "A", "piles": 3}]})
    assert (wrong.status_code, error_of(wrong)["code"]) == (422, "record")
    as_json = {"Content-Type": "application/json"}
    twice = b'{"rules": "remastered-singles", "sides": [{"name": "A", "red_threes": 1, "red_threes": 7}]}'
    odd = table.client.post("/api/tally", content=twice, headers=as_json)
    assert (odd.status_code, error_of(odd)["say"]) == (422, "field 'red_threes' stands twice in side 1")
    otherwise = table.client.post("/api/tally", content=json.dumps(record).encode("utf-16"), headers=as_json)
    assert (otherwise.status_code, error_of(otherwise)["where"]) == (422, "body")
    assert table.stranger.post("/api/tally", json=record).status_code == 401


def test_rules_are_told_with_their_settings_in_plain_words(table: Running) -> None:
    told = {rules["id"]: rules for rules in table.stranger.get("/api/rules").json()}
    assert set(told) == set(rule_ids())
    kinds = {setting["name"]: setting["kind"] for setting in told["club"]["settings"]}
    assert (kinds["second_book"], kinds["top_colours"], kinds["clean_to_go_out"], kinds["red3_left"]) == (
        *("switch", "choice"),
        *("count", "points"),
    )
    assert {one["name"] for one in told["club"]["settings"] if one["value"] is None} == set(CLUB)


def test_a_game_is_exported_as_csv_and_json(table: Running) -> None:
    game = table.new_game(name="Friday")
    table.read_photo(game)
    agree_all(table, game)
    answer = table.stranger.get(f"/api/games/{game}/export.csv")
    begun = table.served.store.game(game).made_at.astimezone()
    assert answer.headers["content-disposition"] == f'attachment; filename="Friday {begun:%Y-%m-%d}.csv"'
    # Spreadsheets tell by the mark at its head that it is UTF-8.
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert answer.content.startswith(codecs.BOM_UTF8)
    assert next(iter(rows[0])) == "game"
    assert [(row["side"], row["points"]) for row in rows] == [("North", "40"), ("South", "0")]
    told = table.stranger.get(f"/api/games/{game}/export.json").json()
    assert (told["name"], told["totals"], len(told["history"])) == ("Friday", {"North": 40, "South": 0}, 1)


@pytest.mark.parametrize(
    ("name", "plain", "file"),
    [
        ("Анна/Ben: 1\u202e", "-----Ben- 1- 2026-03-01.csv", "Анна-Ben- 1- 2026-03-01.csv"),
        ('..\\x"; 50%', "-x-; 50- 2026-03-01.csv", "-x-; 50- 2026-03-01.csv"),
        ("North, 1 March 2026", "North, 1 March 2026.csv", "North, 1 March 2026.csv"),
        ("Ö" * 120, "-" * 90 + " 2026-03-01.csv", "Ö" * 90 + " 2026-03-01.csv"),
    ],
    ids=["other scripts", "no path", "its day said", "long"],
)
def test_an_export_is_named_after_its_game_as_a_file_can_be(name: str, plain: str, file: str) -> None:
    header = download(name, "csv", begun=datetime(2026, 3, 1, 12).astimezone())["Content-Disposition"]
    said, _, other = header.partition("; filename*=UTF-8''")
    assert said == f'attachment; filename="{plain}"'
    assert (unquote(other) if other else plain) == file


def test_the_last_change_is_taken_back_as_a_further_version(table: Running) -> None:
    game = table.new_game()
    table.read_photo(game)
    agree_all(table, game)
    assert table.client.post(f"/api/games/{game}/undo", json={"seen": 7}).status_code == 409
    told = table.client.post(f"/api/games/{game}/undo", json={"seen": 1}).json()
    assert (told["rounds"], told["totals"], told["revision"]) == ([], [0, 0], 2)
    actions = [version["action"] for version in table.client.get(f"/api/games/{game}/history").json()]
    assert actions == ["entered", "undone"]


def test_a_game_is_ended_early_and_gone_on_with(table: Running) -> None:
    game = table.new_game()
    path = f"/api/games/{game}"
    assert table.client.post(f"{path}/end", json={"seen": 0}).status_code == 409
    table.read_photo(game)
    agree_all(table, game)
    assert table.stranger.post(f"{path}/end", json={"seen": 1}).status_code == 401
    told = table.client.post(f"{path}/end", json={"seen": 1, "deed": "d1"}).json()
    assert (told["finished"], told["ended_early"], told["winners"], told["next"]) == (True, True, ["North"], None)
    assert table.client.post(f"{path}/end", json={"seen": 1, "deed": "d1"}).json() == told
    table.read_photo(game, number=2)
    shown = table.client.get(f"{path}/rounds/2/agreement").json()
    late = table.client.post(f"{path}/rounds/2/agreement", json={"side": 1, "seal": shown["seal"]})
    assert (late.status_code, error_of(late)["code"]) == (409, "ended_early")
    told = table.client.post(f"{path}/go-on", json={"seen": 2}).json()
    assert (told["finished"], told["next"]["number"], told["revision"]) == (False, 2, 3)
    agree_all(table, game, 2)
    assert table.client.get(path).json()["totals"] == [80, 0]


def test_a_kept_note_of_half_a_letter_is_told_without_it(table: Running) -> None:
    """The command took such records once."""
    game = table.new_game()
    table.served.store.add_round(game, replace(round_record(1), extra={"x_note": "half: \ud800"}))
    told = table.client.get(f"/api/games/{game}/rounds/1")
    assert (told.status_code, told.json()["record"]["x_note"]) == (200, "half: ?")
    assert table.client.get(f"/api/games/{game}/history").json() == [told.json()]


def test_a_round_begun_before_the_game_was_ended_stays_to_be_looked_at(table: Running) -> None:
    game = table.new_game(rules="bain")
    table.read_photo(game)
    agree_all(table, game)
    table.read_photo(game, number=2)
    table.client.post(f"/api/games/{game}/end", json={"seen": 1})
    assert "was ended early" in table.stranger.get(f"/games/{game}/rounds/2").text
    assert table.stranger.get(f"/games/{game}/rounds/3").status_code == 404


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (["agree"], "round 1 was agreed"),
        (["agree", "left", "agree"], "round 1 was changed (North 40 \u2192 0)"),
        (["agree", "left", "agree", "undo"], "round 1 was agreed"),
        (["agree", "end"], "the game was ended early"),
        (["agree", "end", "go-on"], "round 1 was agreed"),
    ],
    ids=["agreed", "changed", "changed and taken back", "ended", "ended and gone on with"],
)
def test_taking_back_names_what_it_takes_back(table: Running, changes: list[str], says: str) -> None:
    game = table.new_game()
    table.read_photo(game)
    for change in changes:
        if change == "agree":
            agree_all(table, game)
        elif change == "left":
            table.read_photo(game, shows="left")
        else:
            seen = table.client.get(f"/api/games/{game}").json()["revision"]
            assert table.client.post(f"/api/games/{game}/{change}", json={"seen": seen}).status_code == 200
    assert f">Take back: {says}<" in table.stranger.get(f"/games/{game}").text


def test_a_game_and_its_sides_are_called_otherwise_and_it_gets_another_deck(table: Running) -> None:
    game, other = table.new_game(name="Fridy"), table.new_game(name="Saturday")
    path = f"/api/games/{game}"
    table.read_photo(game)
    agree_all(table, game)
    points = table.client.get(path).json()["totals"]

    def call(name: str, *sides: str, decks: int | None = 5) -> httpx.Response:
        return table.client.patch(path, json={"name": name, "sides": sides, "decks": decks})

    # Also where names change places.
    for sides in (("Nora", "South"), ("South", "Nora")):
        changed = call("Friday", *sides).json()
        assert (changed["name"], changed["decks"], changed["sides"], changed["totals"]) == (
            *("Friday", 5),
            *(list(sides), points),
        )
        version = table.client.get(f"{path}/rounds/1").json()
        assert list(version["points"]) == [side["name"] for side in version["record"]["sides"]] == list(sides)
        assert [side["name"] for side in version["tally"]["sides"]] == list(sides)
        receipt = table.client.get(f"/games/{game}/rounds/1/receipt")
        assert all(f"<bdi>{side}</bdi>" in receipt.text for side in sides)
        assert f"Did {sides[0]} make a perfect deal?" in receipt.text
        assert "North" not in receipt.text
        assert agreement_state(table, game) == "agreed"
        assert table.client.get(f"/games/{game}/sheet").status_code == 200
    assert call("friday", "A", "B", decks=None).json()["decks"] is None
    assert call("Saturday", "A", "B").status_code == 409
    for name, *wrong in (("12", "A", "B"), ("Friday", "A", "a"), ("Friday", "A"), ("Friday", "A", "B", "C")):
        assert call(name, *wrong).status_code == 422
    assert call("Friday", "A", "B", decks=0).status_code == 422
    wanted = {"name": "Friday", "sides": ["A", "B"], "decks": 5}
    assert table.stranger.patch(path, json=wanted).status_code == 401
    assert [table.client.get(f"/api/games/{one}").json()["name"] for one in (game, other)] == ["friday", "Saturday"]


def test_a_game_that_nobody_named_is_called_after_its_sides_as_they_are_called_now(table: Running) -> None:
    def name(game: int) -> str:
        return str(table.client.get(f"/api/games/{game}").json()["name"])

    def call(game: int, name: str, *sides: str) -> None:
        wanted = {"name": name, "sides": sides, "decks": None}
        assert table.client.patch(f"/api/games/{game}", json=wanted).is_success

    game = table.new_game(sides=["Ann", "Bop"])
    made = name(game)
    call(game, made, "Ann", " Bob")
    assert name(game) == made.replace("Bop", "Bob") != made
    # That name is another game's now.
    other = table.new_game(sides=["Ann", "Bop"])
    call(other, made, "Ann", "Bob")
    assert name(other) == made
    for side in ("Cy", "Di"):
        call(game, "Friday", "Ann", side)
        assert name(game) == "Friday"
    # Its sides' names made longer leave no room for all that was said of it.
    long = f"Ann – Di, {'x' * (LONGEST_NAME - 10)}"
    call(game, long, "Ann", "Di")
    call(game, long, "Annabel", "Di")
    assert name(game) == long


def agreement_state(table: Running, game: int) -> str:
    return str(table.client.get(f"/api/games/{game}/rounds/1/agreement").json()["state"])


def test_a_game_of_the_same_sides_and_rules_is_offered_with_all_that_was_said(table: Running) -> None:
    said = {"settings": {"red3_left": -300}, "rounds": [1, 3], "decks": 4, "sides": ["Jo & Al", "Bea"]}
    game = table.new_game(**said)
    page = table.client.get(f"/games/new?like={game}").text
    for value in ('value="Jo &amp; Al"', 'value="Bea"', 'value="-300" data-was="-', 'value="4"'):
        assert value in page
    rounds = re.findall(r'name="round" value="(\d)"( checked)?>', page)
    assert rounds == [("1", " checked"), ("2", ""), ("3", " checked"), ("4", "")]
    assert table.client.get("/games/new?like=99").status_code == 404


def test_where_nothing_is_left_to_take_back_no_button_offers_it(table: Running) -> None:
    game = table.new_game()
    table.read_photo(game)
    agree_all(table, game)
    assert "Take back" in table.stranger.get(f"/games/{game}").text
    assert table.client.post(f"/api/games/{game}/undo", json={"seen": 1}).status_code == 200
    shown = table.stranger.get(f"/games/{game}")
    assert (shown.status_code, "Take back" in shown.text) == (200, False)


def test_what_is_not_there_is_said_in_one_sentence(table: Running) -> None:
    game = table.new_game()
    for path in (
        *("/api/games/99999", "/api/photos/none", f"/api/games/{game}/rounds/77", f"/api/games/{game}/rounds/1"),
        *(f"/api/games/{game}/rounds/1/sides/3/photos", f"/api/games/{game}/rounds/1/sides/3/draft"),
    ):
        answer = table.stranger.get(path)
        assert (answer.status_code, error_of(answer)["code"]) == (404, "not_found"), path
