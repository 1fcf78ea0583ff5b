"""``handfoot game``: whole games from the command line, in a database of their own."""

import csv
import errno
import io
import json
import re
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import Result

from handfoot.commands.gameprint import print_game
from handfoot.commands.terminal import make_console
from handfoot.store import open_store
from handfoot.store.gamedecks import GameDecks
from tests.commands import handfoot

HOUSE = 'extends = "remastered-singles"\nid = "house"\n[settings.clean_book]\nvalue = {}\n'


@pytest.fixture(autouse=True)
def own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the games of each test in a database of its own."""
    path = tmp_path / "data" / "games.db"
    monkeypatch.setenv("HANDFOOT_DB", str(path))
    monkeypatch.chdir(tmp_path)
    return path


def game(*arguments: str, text: str | None = None) -> Result:
    return handfoot("game", *arguments, text=text)


def record(path: Path, north: int = 3, south: int = 3, **more: object) -> str:
    """Write a round in which the sides have so many kings, and return where it lies."""
    sides = [
        {"name": "North", "piles": [{"cards": ["K"] * north}]},
        {"name": "South", "piles": [{"cards": ["K"] * south}]},
    ]
    path.write_text(json.dumps({"rules": "remastered-singles", "sides": sides, **more}), encoding="utf-8")
    return str(path)


def begin(name: str = "Friday", *more: str) -> None:
    result = game("new", name, "--rules", "remastered-singles", "--sides", "North,South", *more)
    assert (result.exit_code, result.stderr) == (0, "")


def shown(name: str = "Friday") -> dict[str, object]:
    result = game("show", name, "--json")
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert isinstance(data, dict)
    return data


def test_a_game_begins_with_the_decks_on_its_table() -> None:
    unknown = game("new", "Friday", "--rules", "bain", "--sides", "North,South", "--deck", "theirs")
    assert (unknown.exit_code, unknown.stderr.count("\n")) == (2, 1)
    begin("Friday", "--deck", "remastered", "--deck", "traditional")
    store = open_store()
    (kept,) = store.games()
    assert GameDecks(store).of(kept.id) == ("remastered", "traditional")
    store.close()


def test_a_game_goes_from_its_first_round_to_its_winner(tmp_path: Path) -> None:
    begin()
    for kings in (4, 5, 7, 8):
        result = game("add", "Friday", record(tmp_path / "r.json", 3, kings))
        assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    assert lines[lines.index("Friday (game 1), remastered-singles") + 1 :] == [
        "         North  South",
        "round 1     30     40",
        "round 2     30     50",
        "round 3     30    770",
        "round 4     30    780",
        "total      120   1640",
        "won by South with 1640",
    ]


def test_a_round_without_doubt_is_entered_with_exit_code_0(tmp_path: Path) -> None:
    begin()
    result = game("add", "Friday", record(tmp_path / "r.json", 7, 8))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "clean book  700" in result.stdout
    assert "next: round 2; first meld of at least 90" in result.stdout


def test_points_that_are_no_multiple_of_5_are_a_doubt_until_they_are_mended(tmp_path: Path) -> None:
    begin("Friday", "--rounds", "1")
    path = record(tmp_path / "r.json", 7, 8)
    result = game("add", "Friday", path, "--points", "North=770", "--points", "South=783")
    assert (result.exit_code, result.stderr) == (1, "")
    remark = "round 1: 783 for South is no multiple of 5: was it added up right?"
    assert result.stdout.splitlines()[-1] == f"! {remark}"
    assert shown()["remarks"] == [remark]
    points = ("--points", "North=770", "--points", "South=785")
    mended = game("edit", "Friday", "1", path, "--reason", "added up anew", *points)
    assert (mended.exit_code, shown()["remarks"]) == (0, [])


def test_a_record_is_read_from_standard_input(tmp_path: Path) -> None:
    begin()
    text = Path(record(tmp_path / "r.json", 7, 7)).read_text(encoding="utf-8")
    assert game("add", "Friday", "-", text=text).exit_code == 0
    assert shown()["totals"] == {"North": 770, "South": 770}


def test_a_tie_is_told_and_left_standing(tmp_path: Path) -> None:
    begin()
    for _ in range(4):
        result = game("add", "Friday", record(tmp_path / "r.json", 7, 7))
    assert "tied between North and South with 3080" in result.stdout
    assert shown()["winners"] == ["North", "South"]
    late = game("add", "Friday", record(tmp_path / "r.json", 7, 7))
    assert (late.exit_code, late.stderr) == (2, "handfoot: 'Friday' is over: all its rounds are played\n")


def test_bain_names_each_sides_own_opening_and_the_extra_round(tmp_path: Path) -> None:
    game("new", "Bain", "--rules", "bain", "--sides", "North,South")
    path = record(tmp_path / "r.json", rules="bain")
    game("add", "Bain", path, "--points", "North=-5", "--points", "South=5000")
    assert "next: round 2; first meld of at least 15 by North, 90 by South" in game("show", "Bain").stdout
    game("add", "Bain", path, "--points", "North=20005", "--points", "South=15000")
    assert "next: round 3, an extra round because of a tie; first meld of at least 150" in game("show", "Bain").stdout


def test_a_club_chooses_its_rounds_and_gives_its_house_values() -> None:
    values = ["wild_book=0", "open_wild_book=0", "red3_played=100", "red3_left=-100", "black3_left=-5"]
    values += ["clean_to_go_out=3", "dirty_to_go_out=3", "books_to_go_out=0"]
    arguments = [
        "new",
        "Club",
        "--rules",
        "club",
        "--sides",
        '"Ann, Bob", Cleo & Dan',
        "--rounds",
        "30, 90",
        "--decks",
        "5",
    ]
    missing = game(*arguments)
    assert missing.exit_code == 2
    assert missing.stderr.startswith("handfoot: club needs settings that only the host can give: wild_book, ")
    assert game("list").stdout == "no games yet; `handfoot game new` begins one\n"
    made = game(*arguments, *[part for value in values for part in ("--set", value)])
    assert made.exit_code == 0
    data = shown("club")
    assert (data["sides"], data["game_rounds"], data["decks"]) == (["Ann, Bob", "Cleo & Dan"], [30, 90], 5)
    assert data["next"] == {"round": 30, "openings": {"Ann, Bob": 30, "Cleo & Dan": 30}, "extra": False}


def test_an_old_round_is_edited_undone_and_its_history_kept(tmp_path: Path) -> None:
    begin()
    game("add", "Friday", record(tmp_path / "r.json", 7, 7))
    game("add", "Friday", record(tmp_path / "r.json", 7, 8))
    edited = game("edit", "Friday", "1", record(tmp_path / "r.json", 8, 7), "--reason", "a king was missed")
    assert edited.exit_code == 0
    assert shown()["totals"] == {"North": 1550, "South": 1550}
    undone = game("undo", "Friday", "--reason", "it was not")
    assert undone.stdout.startswith("took back version 2 of round 1 (edited)\n")
    undone = game("undo", "Friday")
    assert undone.stdout.startswith("took back version 1 of round 2 (entered); it is not entered any more\n")
    history = game("show", "1", "--history").stdout.partition("History\n")[2].splitlines()
    assert [line.split("  ", 1)[1].split() for line in history] == [
        ["round", "1", "version", "1", "entered", "North", "770,", "South", "770"],
        ["round", "2", "version", "1", "entered", "North", "770,", "South", "780"],
        ["round", "1", "version", "2", "edited", "North", "780,", "South", "770", "a", "king", "was", "missed"],
        ["round", "1", "version", "3", "undone:", "change", "3", "North", "770,", "South", "770", "it", "was", "not"],
        ["round", "2", "version", "2", "undone:", "change", "2", "not", "entered"],
    ]


def test_a_game_ended_early_says_so_everywhere_and_goes_on(tmp_path: Path) -> None:
    begin()
    path = record(tmp_path / "r.json", 7, 8)
    assert "no round of 'Friday' is played yet" in game("end", "Friday").stderr
    game("add", "Friday", path)
    ended = game("end", "Friday", "--reason", "it is late")
    assert (ended.exit_code, ended.stdout.splitlines()[-1]) == (
        0,
        "won by South with 780, ended early after 1 of 4 rounds",
    )
    assert "ended early after 1 of 4 rounds" in game("list").stdout
    late = game("add", "Friday", path)
    assert (late.exit_code, late.stderr) == (
        2,
        "handfoot: 'Friday' was ended early: `handfoot game resume` goes on with it\n",
    )
    data = json.loads(game("export", "Friday", "--format", "json").stdout)
    assert (data["finished"], data["ended_early"], data["winners"], data["next"]) == (True, True, ["South"], None)
    assert [(one["change"], one["reason"], one["undoes"]) for one in data["endings"]] == [(2, "it is late", None)]
    rows = list(csv.DictReader(io.StringIO(game("export", "Friday", "--format", "csv").stdout)))
    assert [row["ended_early"] for row in rows] == ["yes", "yes"]
    page = Page(game("export", "Friday", "--format", "html").stdout)
    assert "South won with 780; ended early after 1 of 4 rounds." in page.words
    assert "&nbsp;" not in game("export", "Friday", "--format", "html").stdout
    assert game("resume", "Friday").stdout.splitlines()[-1] == "next: round 2; first meld of at least 90"
    game("add", "Friday", path)
    assert (shown()["totals"], shown()["ended_early"]) == ({"North": 1540, "South": 1560}, False)
    assert "was not ended early" in game("resume", "Friday").stderr
    game("end", "Friday")
    assert game("undo", "Friday").stdout.startswith("took back that the game was ended early\n")
    history = game("show", "1", "--history").stdout.partition("History\n")[2].splitlines()
    assert [" ".join(line.split("  ", 1)[1].split()) for line in history if " game " in line] == [
        "game ended early it is late",
        "game resumed: change 2",
        "game ended early",
        "game resumed: change 5",
    ]


def test_a_house_file_may_change_and_no_score_moves(tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text(HOUSE.format(1000), encoding="utf-8")
    game("new", "Friday", "--rules", str(rules), "--sides", "North,South")
    path = record(tmp_path / "r.json", 7, 7, rules="house")
    game("add", "Friday", path)
    rules.write_text(HOUSE.format(5), encoding="utf-8")
    game("add", "Friday", path)
    rules.unlink()
    assert shown()["totals"] == {"North": 2140, "South": 2140}


def test_games_are_listed_the_newest_first(tmp_path: Path) -> None:
    begin("Friday")
    begin("Sunday")
    game("add", "Sunday", record(tmp_path / "r.json", 7, 7))
    assert [" ".join(line.split()) for line in game("list").stdout.splitlines()] == [
        "2 Sunday remastered-singles North 770, South 770 next: round 2; first meld of at least 90",
        "1 Friday remastered-singles North 0, South 0 next: round 1; first meld of at least 60",
    ]
    assert [one["name"] for one in json.loads(game("list", "--json").stdout)] == ["Sunday", "Friday"]


def test_a_database_named_goes_before_the_variable(tmp_path: Path) -> None:
    begin("Friday", "--db", str(tmp_path / "other.db"))
    assert game("show", "Friday").exit_code == 2
    assert game("show", "Friday", "--db", f"sqlite:///{tmp_path / 'other.db'}").exit_code == 0


def test_csv_has_a_row_for_each_round_and_side_and_no_formula(tmp_path: Path) -> None:
    game("new", "=1+1", "--rules", "remastered-singles", "--sides", "North,South")
    game("add", "1", record(tmp_path / "r.json", 7, 8), "--points", "North=5", "--points", "South=780")
    rows = list(csv.DictReader(io.StringIO(game("export", "1", "--format", "csv").stdout)))
    assert [(row["game"], row["round"], row["side"], row["points"], row["total"], row["best"]) for row in rows] == [
        ("'=1+1", "1", "North", "5", "5", "770"),
        ("'=1+1", "1", "South", "780", "780", "780"),
    ]


def test_json_holds_the_game_with_every_version(tmp_path: Path) -> None:
    begin()
    game("add", "Friday", record(tmp_path / "r.json", 7, 7))
    game("edit", "Friday", "1", record(tmp_path / "r.json", 7, 8), "--reason", "counted again")
    data = json.loads(game("export", "Friday", "--format", "json").stdout)
    assert data["totals"] == {"North": 770, "South": 780}
    assert [(one["version"], one["reason"], one["points"]["South"]) for one in data["history"]] == [
        (1, "", 770),
        (2, "counted again", 780),
    ]


class Page(HTMLParser):
    """The text of a page, its tags, and what it would fetch."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.words, self.tags, self.fetched = "", [], []
        self.feed(source)

    def handle_data(self, data: str) -> None:
        self.words += f" {data.strip()}" if data.strip() else ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value for name, value in attrs if name in ("src", "href", "srcset")]


def test_the_sheet_to_print_has_every_round_and_line_and_fetches_nothing(tmp_path: Path) -> None:
    game("new", "<b>Friday</b>", "--rules", "remastered-singles", "--sides", "North,South", "--set", "red3_left=-300")
    game("add", "1", record(tmp_path / "r.json", 7, 8))
    result = game("export", "1", "-o", "sheet.html")
    assert (result.exit_code, result.output) == (0, "")
    source = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    page = Page(source)
    assert page.fetched == []
    assert "b" not in page.tags and "script" not in page.tags
    assert "@media print" in source
    assert "url(" not in source
    assert "<b>Friday</b>" in page.words
    assert "House rules: red 3s left \N{MINUS SIGN}300" in page.words
    assert "Next: round 2; the first meld needs at least 90." in page.words
    assert "1 770 total 770 780 total 780" in page.words
    assert page.words.count("clean book by “Bonus Points” ") == 2
    assert "8xK 700" in page.words


def test_a_sheet_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    begin()
    result = game("export", "Friday", "--format", "csv", "-o", str(tmp_path / "none" / "sheet.csv"))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"handfoot: {tmp_path / 'none' / 'sheet.csv'}: cannot be written")


def test_the_record_that_scoring_photos_writes_goes_into_a_game() -> None:
    game("new", "Friday", "--rules", "remastered-singles", "--sides", "jon,ben")
    sample = Path(__file__).parents[2] / "datasets" / "samples" / "Table 1" / "truth" / "shown.json"
    result = game("add", "Friday", str(sample), "--round", "1")
    assert (result.exit_code, result.stderr) == (1, "")
    assert shown()["totals"] == {"jon": 910, "ben": 1630}


@pytest.mark.parametrize(
    ("arguments", "say"),
    [
        (["show", "Sunday"], "no game 'Sunday'; `handfoot game list` names them"),
        (["show", "9999999999999999999999"], "no game '9999999999999999999999'"),
        (["undo", "Friday"], "nothing in 'Friday' to take back"),
        (["new", "Friday", "--rules", "bain", "--sides", "A,B"], "there is a game 'Friday' already"),
        (["new", "x", "--rules", "bian", "--sides", "A,B"], "unknown rules 'bian'"),
        (["new", "x", "--rules", "no.toml", "--sides", "A,B"], "no.toml: cannot be read"),
        (["new", "x", "--rules", "bain", "--sides", "A"], "1 side: a game has 2 to 64"),
        (["new", "x", "--rules", "bain", "--sides", ""], "0 sides: a game has 2 to 64"),
        (["new", "x", "--rules", "bain", "--sides", "A,,B"], "'' is no name for a side"),
        (["new", "x", "--rules", "bain", "--sides", "A,A"], "two sides are called 'A'"),
        (["new", "x", "--rules", "bain", "--sides", "A,B\x07"], r"'B\x07' is no name for a side"),
        (["new", "x", "--rules", "bain", "--sides", "A\nB,C"], "is no line of names with commas between them"),
        (["new", "x\ny", "--rules", "bain", "--sides", "A,B"], r"'x\ny' is no name for a game"),
        (["new", "12", "--rules", "bain", "--sides", "A,B"], "'12' is no name for a game"),
        (["new", "x", "--rules", "bain", "--sides", "A,B", "--set", "odd=1"], "unknown setting 'odd'"),
        (["new", "x", "--rules", "bain", "--sides", "A,B", "--set", f"going_out={'9' * 5000}"], "is not whole points"),
        (["new", "x", "--rules", "bain", "--sides", "A,B", "--decks", "101"], "101 decks: a game has 1 to 100"),
        (["new", "x", "--rules", "bain", "--sides", "A,B", "--decks", "-1"], "-1 is less than 1"),
        (["new", "x", "--rules", "club", "--sides", "A,B", "--rounds", "40"], "club has no round 40"),
        (["new", "x", "--rules", "club", "--sides", "A,B", "--rounds", "30;60"], "'30;60' is no round"),
        (["add", "Friday", "nowhere.json"], "nowhere.json: cannot be read"),
        (["add", "Friday", "r.json", "--round", "5"], "the game has no round 5: 1, 2, 3, 4"),
        (["add", "Friday", "r.json", "--round", "-1"], "-1 is less than 1"),
        (["add", "Friday", "second.json"], "the record is of round 2, but the next of 'Friday' is round 1"),
        (["add", "Friday", "east.json"], "no side 'East' in the game: North and South"),
        (["add", "Friday", "bain.json"], "the record is of 'bain', the game of 'remastered-singles'"),
        (["add", "Friday", "faces.json"], "faces.json: unknown face 'KK' in side 'North'"),
        (["add", "Friday", "counts.json"], "counts.json: -1 is not between 0 and 1000"),
        (["add", "Friday", "halved.json"], "halved.json: note 'x_note' in the record is no Unicode text"),
        (
            ["edit", "Friday", "1", "halved.json", "--reason", "why"],
            "halved.json: note 'x_note' in the record is no Unicode text",
        ),
        (["add", "Friday", "r.json", "--points", "North"], "'North' is not SIDE=POINTS"),
        (["add", "Friday", "r.json", "--points", "North=--5"], "'North=--5' is not SIDE=POINTS"),
        (["add", "Friday", "r.json", "--points", "North=5", "--points", "North=5"], "'North' is named twice"),
        (
            ["add", "Friday", "r.json", "--points", "North=5", "--points", "north=6", "--points", "South=5"],
            "'North' is named twice",
        ),
        (["add", "Friday", "r.json", "--points", "North=5"], "no points for 'South'"),
        (["add", "Friday", "r.json", "--points", f"North={'9' * 17}", "--points", "South=1"], "are no points between"),
        (["edit", "Friday", "1", "r.json", "--reason", "why"], "round 1 of 'Friday' is not entered"),
        (["edit", "Friday", "1", "r.json"], "Missing option '--reason'"),
        (["show", "Friday", "--db", "mysql://host/x"], "only sqlite and postgresql databases can be used"),
        (["show", "Friday", "--db", ""], "'--db': an empty path"),
        (["show", "Friday", "--db", "r.json"], "r.json: no SQLite database"),
    ],
    ids=lambda part: " ".join(part)[:60] if isinstance(part, list) else "",
)
def test_what_cannot_be_is_refused_in_one_line_and_changes_nothing(
    arguments: list[str], say: str, tmp_path: Path, own_database: Path
) -> None:
    begin()
    record(tmp_path / "r.json")
    record(tmp_path / "second.json", round=2)
    record(tmp_path / "bain.json", rules="bain")
    piles = {"faces": {"piles": [{"cards": ["KK"]}]}, "counts": {"red_threes": -1}}
    for name, said in piles.items():
        record(tmp_path / f"{name}.json", sides=[{"name": "North", **said}, {"name": "South"}])
    record(tmp_path / "halved.json", x_note="half a letter: \ud83c")
    record(tmp_path / "east.json", sides=[{"name": "North"}, {"name": "East"}])
    before = shown()
    result = game(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert say in result.stderr
    assert result.stderr.startswith("handfoot: ")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr
    assert shown() == before
    assert json.loads(game("list", "--json").stdout) == [before]


def test_a_round_entered_twice_is_refused(tmp_path: Path) -> None:
    begin()
    path = record(tmp_path / "r.json", 7, 7, round=1)
    assert game("add", "Friday", path).exit_code == 0
    for arguments in ([], ["--round", "1"]):
        again = game("add", "Friday", path, *arguments)
        assert again.exit_code == 2
        assert again.stderr == "handfoot: round 1 of 'Friday' is entered already; `handfoot game edit` changes it\n"
    assert shown()["totals"] == {"North": 770, "South": 770}


def test_a_terminal_shows_the_game_as_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    begin("[bold]")
    game("add", "1", record(tmp_path / "r.json", 7, 7))
    store = open_store()
    console = make_console()
    with console.capture() as captured:
        print_game(store.game(1), console, store.history(1))
    store.close()
    assert "[bold] (game 1)" in captured.get()
    assert "History" in captured.get()


def test_a_sheet_is_not_written_over_the_games(own_database: Path) -> None:
    assert game("new", "Friday", "--rules", "remastered-singles", "--sides", "North,South").exit_code == 0
    result = game("export", "Friday", "--format", "csv", "-o", str(own_database))
    assert result.exit_code == 2
    assert "it is not written over" in result.stderr
    assert "Friday" in game("list").stdout


def test_a_sheet_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert game("new", "Friday", "--rules", "remastered-singles", "--sides", "North,South").exit_code == 0
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("as it was", encoding="utf-8")

    def full(path: Path, data: bytes, **_: int) -> None:
        path.write_bytes(data[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("scorer.files.write_lasting", full)
        result = game("export", "Friday", "--format", "csv", "-o", str(sheet))
    assert (result.exit_code, sheet.read_text(encoding="utf-8")) == (2, "as it was")
    assert "No space left" in result.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


@pytest.mark.parametrize("address", [":memory:", "~nobody-at-all/games.db"])
def test_a_database_that_does_not_last_or_nobody_has_is_refused(address: str) -> None:
    result = game("list", "--db", address)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert result.stderr.startswith(f"handfoot: {address}: ")


def test_a_mistyped_database_is_told_and_not_made(tmp_path: Path) -> None:
    begin()
    mistyped = tmp_path / "stick" / "gmaes.db"
    for command in ("game list", "game show Friday", "tournament list", "tournament join Golden Aces"):
        done = handfoot(*command.split(), "--db", mistyped)
        say = f"{mistyped}: no database; `handfoot game new` and `handfoot tournament new` make one"
        assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"handfoot: {say}\n")
    assert not mistyped.parent.exists()
    begin("Friday", "--db", str(mistyped))
    assert mistyped.is_file()


def test_what_only_reads_makes_no_database(own_database: Path) -> None:
    for command, told in (("game list", "no games yet"), ("tournament list", "no tournaments yet")):
        done = handfoot(*command.split())
        assert (done.exit_code, done.stdout.partition(";")[0]) == (0, told)
        assert json.loads(handfoot(*command.split(), "--json").stdout) == []
    for command in ("game show Friday", "game undo Friday", "tournament show Golden", "tournament draw Golden"):
        done = handfoot(*command.split())
        say = f"{own_database}: no database; `handfoot game new` and `handfoot tournament new` make one"
        assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"handfoot: {say}\n")
    assert not own_database.parent.exists()


@pytest.mark.parametrize(
    ("number", "say"),
    [
        ("one", "'one' is no whole number"),
        ("1.5", "'1.5' is no whole number"),
        ("", "'' is no whole number"),
        ("\u22121", "-1 is less than 1"),
        ("9" * 19, f"'{'9' * 19}' has too many digits"),
    ],
)
def test_a_number_that_is_none_is_told_in_plain_words(number: str, say: str) -> None:
    done = game("add", "Friday", "r.json", "--round", number)
    assert done.exit_code == 2
    assert done.stderr == f"handfoot: Invalid value for '--round': {say} (see `handfoot game add --help`)\n"


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system's clock is set for all programs at once")
def test_a_history_tells_the_time_by_the_clock_on_the_wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin()
    game("add", "Friday", record(tmp_path / "r.json"))
    handfoot("tournament", "new", "Golden")
    hours = {}
    for hour in (0, 5):
        monkeypatch.setenv("TZ", f"WALL{-hour}")
        time.tzset()
        told = game("show", "Friday", "--history").stdout.splitlines()[-1]
        desk = handfoot("tournament", "list").stdout
        entered = handfoot("tournament", "show", "Golden", "--history").stdout
        hours[hour] = [int(re.search(r"-\d\d (\d\d):", said)[1]) for said in (told, desk, entered)]
    monkeypatch.undo()
    time.tzset()
    assert [(later - sooner) % 24 for sooner, later in zip(hours[0], hours[5], strict=True)] == [5, 5, 5]
