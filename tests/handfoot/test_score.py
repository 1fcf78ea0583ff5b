import csv
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result

from handfoot.annotate import DOUBT, PileMark
from handfoot.tables import read_table, table_folders
from scorer.record import parse_record, record_to_json
from scorer.scoring.tally import tally
from tests.commands import handfoot
from tests.handfoot.oracle import HEIGHT, PHOTO_SIZE, Oracle, blank_photo, card, column
from vision.corners import Image, Suit
from vision.errors import PhotoError
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame, photos_in

UseOracle = Callable[[Oracle], None]

CARDS = {
    "played.jpg": [
        card("K", 200, 150, 90),
        card("W20", 500, 100, shows=(0,)),
        card("Q", 500, 150, 90),
        card("R3", 900, 150),
        *column("J J J", 500, 500),
    ],
    "fanned.jpg": [*column("K K K K K K K K", 200, 200), *column("Q Q Q Q Q W50 W20", 600, 200)],
    "left.jpg": [card("A", 200, 200), card("R3", 400, 200)],
}
SAID = 'rules = "remastered-singles"\nround = 1\n[sides.North]\nwent_out = false\n'


@pytest.fixture
def table(tmp_path: Path, use_oracle: UseOracle) -> Path:
    """Return a table with a side, North, of which everything is seen and said."""
    for name in CARDS:
        blank_photo(tmp_path / "table" / "North" / name)
    (tmp_path / "table" / "table.toml").write_text(SAID, encoding="utf-8")
    use_oracle(Oracle(CARDS))
    return tmp_path / "table"


def score(*arguments: object) -> Result:
    return handfoot("score", *arguments)


EIGHT_KINGS, FIVE_QUEENS, JACKS, RED_THREE, LEFT = 700 + 80, 300 + 50 + 70, 30, 100, -20 - 100
TOTAL = EIGHT_KINGS + FIVE_QUEENS + JACKS + RED_THREE + LEFT


def test_readings_kept_inside_the_table_make_no_side_of_it(table: Path) -> None:
    first = score(table, "--json", "--keep", table / "kept")
    again = score(table, "--json", "--keep", table / "kept")
    assert (again.exit_code, again.stderr, again.stdout) == (0, "", first.stdout)


@pytest.mark.parametrize("said", ["Zo\u00eb", "Zoe\u0308"], ids=["composed", "in parts"])
def test_the_side_that_went_out_is_the_same_however_its_letters_are_written(table: Path, said: str) -> None:
    (table / "North").rename(table / "Zoe\u0308")
    (table / "table.toml").unlink()
    result = score(table, "--rules", "remastered-singles", "--round", 1, "--went-out", said, "--json")
    assert "no side" not in result.stderr
    assert json.loads(result.stdout)["record"]["sides"][0]["went_out"]


def test_a_table_seen_and_said_whole_is_scored_with_nothing_in_doubt(table: Path) -> None:
    result = score(table, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    scored = json.loads(result.stdout)
    (side,) = scored["sides"]
    assert (side["low"], side["best"], side["high"]) == (TOTAL, TOTAL, TOTAL)
    assert sum(line["points"] for line in side["lines"]) == TOTAL
    assert (side["problems"], side["questions"], scored["doubts"]) == ([], [], [])


def test_the_record_it_prints_gives_the_same_score(table: Path) -> None:
    scored = json.loads(score(table, "--json").stdout)
    record = parse_record(scored["record"])
    assert record_to_json(record) == scored["record"]
    assert [side.best for side in tally(record).sides] == [TOTAL]


def test_tally_asks_of_the_record_what_score_asked(table: Path, tmp_path: Path) -> None:
    (table / "North" / "fanned.jpg").unlink()
    (table / "North" / "left.jpg").unlink()
    (table / "table.toml").unlink()
    scored = json.loads(score(table, "--rules", "remastered-singles", "--round", 1, "--json").stdout)
    (tmp_path / "record.json").write_text(json.dumps(scored["record"]), encoding="utf-8")
    result = handfoot("tally", tmp_path / "record.json", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["sides"] == scored["sides"]
    assert len(scored["sides"][0]["questions"]) == 5


def test_cards_that_two_photos_may_both_show_are_asked_about_and_not_doubted_once_more(
    table: Path, tmp_path: Path, use_oracle: UseOracle
) -> None:
    blank_photo(table / "North" / "played-2.jpg")
    use_oracle(Oracle({**CARDS, "played-2.jpg": [*column("J J J", 900, 300), *column("4 4 4", 200, 300)]}))
    said = score(table)
    ask = "jacks lie in played-2.jpg and in played.jpg: are they the same cards? Both are counted"
    assert said.stdout.replace("\n", " ").count(ask) == 1
    scored = json.loads(score(table, "--json").stdout)
    (side,) = scored["sides"]
    assert [(one["ask"], one["width"]) for one in side["questions"]] == [(ask, JACKS)]
    assert (side["low"], side["high"]) == (TOTAL + 15, TOTAL + JACKS + 15)
    (tmp_path / "record.json").write_text(json.dumps(scored["record"]), encoding="utf-8")
    again = handfoot("tally", tmp_path / "record.json", "--json")
    assert json.loads(again.stdout)["sides"] == scored["sides"]


def test_a_card_that_a_gap_in_a_meld_may_hide_is_asked_about(
    table: Path, tmp_path: Path, use_oracle: UseOracle
) -> None:
    kings = [one for place, one in enumerate(column("K K K K K K K K", 200, 200)) if place != 3]
    use_oracle(Oracle({**CARDS, "fanned.jpg": [*kings, *CARDS["fanned.jpg"][8:]]}))
    result = score(table, "--json", "--out", tmp_path / "out")
    assert result.exit_code == 1
    (side,) = json.loads(result.stdout)["sides"]
    (question,) = side["questions"]
    assert question["about"] == "fanned.jpg, ?1"
    assert question["ask"] == "does one more card lie here, a king, a 20-wild or a 50-wild?"
    # A wild among them makes the clean book a dirty one.
    assert (side["low"], side["best"], side["high"]) == (TOTAL - 10 - 400 + 20, TOTAL - 10, TOTAL)
    (drawn,) = (tmp_path / "out").rglob("fanned*")
    picture = cv2.imread(str(drawn))
    assert picture is not None
    zoom = picture.shape[1] / PHOTO_SIZE[1]
    top = round((200 + 3 * 40 - HEIGHT / 2) * zoom)
    outline = picture[top - 1 : top + 2, round(170 * zoom) : round(230 * zoom)].astype(int)
    assert np.abs(outline - DOUBT[::-1]).sum(axis=2).min() < 60


def test_every_pile_says_where_its_cards_lie(table: Path) -> None:
    scored = json.loads(score(table, "--json").stdout)
    piles = scored["record"]["sides"][0]["piles"]
    lying = [sorted(CARDS[pile["x_photo"]][number].face for number in pile["x_cards"]) for pile in piles]
    assert [sorted(pile["cards"]) for pile in piles] == lying
    assert len(lying) == 3


def test_who_went_out_is_asked_where_nobody_said_it(table: Path) -> None:
    (table / "North" / "left.jpg").unlink()
    (table / "table.toml").unlink()
    result = score(table, "--rules", "remastered-singles", "--round", 1, "--json")
    assert result.exit_code == 1
    (side,) = json.loads(result.stdout)["sides"]
    assert {question["ask"]: question["width"] for question in side["questions"]} == {
        "did North go out?": 100,
        "did North make a perfect deal?": 100,
    }
    assert (side["best"], side["high"]) == (TOTAL - LEFT, TOTAL - LEFT + 200)


@pytest.mark.parametrize("said", [["--nobody-went-out"], ["--went-out", "North"]], ids=" ".join)
def test_who_says_that_nobody_went_out_is_asked_for_perfect_deals_all_the_same(said: list[str], table: Path) -> None:
    (table / "North" / "left.jpg").unlink()
    (table / "table.toml").unlink()
    result = score(table, "--rules", "remastered-singles", "--round", 1, *said, "--json")
    (side,) = json.loads(result.stdout)["sides"]
    assert [question["ask"] for question in side["questions"]] == ["did North make a perfect deal?"]


def test_a_side_with_cards_left_is_not_asked_whether_it_went_out(table: Path) -> None:
    (table / "table.toml").write_text('rules = "remastered-singles"\nround = 1\n', encoding="utf-8")
    (side,) = json.loads(score(table, "--json").stdout)["sides"]
    assert [question["ask"] for question in side["questions"]] == ["did North make a perfect deal?"]


def test_what_is_left_that_no_photo_shows_is_told(table: Path) -> None:
    (table / "North" / "left.jpg").unlink()
    result = score(table, "--json")
    (side,) = json.loads(result.stdout)["sides"]
    assert (result.exit_code, side["best"]) == (1, TOTAL - LEFT)
    assert ["no photo shows the cards left" in problem["say"] for problem in side["problems"]] == [True]
    # Who went out has nothing left; whether somebody did is asked where nobody said it.
    (table / "table.toml").write_text(SAID.replace("false", "true"), encoding="utf-8")
    out = json.loads(score(table, "--json").stdout)["sides"][0]
    (table / "table.toml").write_text(SAID.split("[sides")[0], encoding="utf-8")
    asked = json.loads(score(table, "--json").stdout)["sides"][0]
    assert [problem for one in (out, asked) for problem in one["problems"] if "no photo" in problem["say"]] == []
    assert "did North go out?" in [question["ask"] for question in asked["questions"]]


def test_the_command_line_goes_before_the_table_file(table: Path) -> None:
    (table / "North" / "left.jpg").unlink()
    result = score(
        table, "--went-out", "North", "--round", 2, "--set", "red3_played=5", "--set", "going_out=200", "--json"
    )
    scored = json.loads(result.stdout)
    assert scored["round"] == 2
    assert scored["record"]["settings"] == {"red3_played": 5, "going_out": 200}
    assert scored["sides"][0]["best"] == TOTAL - LEFT - 95 + 200


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--rules", "no-such"], "no-such"),
        (["--round", "9"], "9"),
        (["--set", "no_such=1"], "no_such"),
        (["--set", "red3_left=red"], "red3_left"),
        (["--went-out", "South"], "South"),
    ],
)
def test_rules_that_do_not_exist_are_told_before_a_photo_is_read(
    table: Path, use_oracle: UseOracle, arguments: list[str], says: str
) -> None:
    use_oracle(Oracle({}))
    result = score(table, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(("missing", "says"), [("rules", "--rules"), ("round", "--round")])
def test_what_nobody_said_of_the_rules_is_named(table: Path, missing: str, says: str) -> None:
    kept = [line for line in SAID.splitlines() if not line.startswith(missing)]
    (table / "table.toml").write_text("\n".join(kept), encoding="utf-8")
    result = score(table)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr


def test_a_photo_beside_the_sides_is_a_doubt(table: Path) -> None:
    blank_photo(table / "stray.jpg")
    result = score(table, "--json")
    assert result.exit_code == 1
    assert [doubt["photo"] for doubt in json.loads(result.stdout)["doubts"]] == ["stray.jpg"]


def test_the_output_folder_holds_record_photos_and_sheet(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert score(table, "--out", out).exit_code == 0
    record = parse_record((out / "record.json").read_text(encoding="utf-8"))
    assert tally(record).sides[0].best == TOTAL
    (row,) = csv.DictReader((out / "sides.csv").read_text(encoding="utf-8").splitlines())
    assert (row["side"], row["best"], row["clean_book"], row["left"]) == ("North", str(TOTAL), "700", "-20")
    for name in CARDS:
        drawn = cv2.imread(str(out / "North" / name.replace(".jpg", "-scored.jpg")))
        assert drawn is not None
        # The oracle's photos are grey all over; what has colour was drawn.
        assert np.ptp(drawn.astype(int), axis=2).max() > 100


def test_a_book_spread_out_is_framed_as_the_book_it_scores_as(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    framed: dict[str, set[tuple[str, str]]] = {}

    def watched(image: Image, reading: PhotoReading, piles: Sequence[PileMark], doubts: object) -> Image:
        framed[reading.photo] = {(pile.kind, pile.text) for pile in piles}
        return image

    monkeypatch.setattr("handfoot.sheets.receipts.annotate_reading", watched)
    score(table, "--out", tmp_path / "out")
    assert framed["fanned.jpg"] == {("clean", "K clean 780"), ("dirty", "Q dirty 420")}
    assert framed["played.jpg"] == {
        ("clean", "K: see fanned.jpg"),
        ("dirty", "Q: see fanned.jpg"),
        ("red 3s", "red 3s 100"),
        ("meld", "J meld 30"),
    }


def test_a_photo_gone_after_it_was_read_is_told_and_all_else_is_written(
    table: Path, tmp_path: Path, use_oracle: UseOracle
) -> None:
    class Taking(Oracle):
        def read(self, frame: Frame) -> PhotoReading:
            if frame.name == "left.jpg":
                (table / "North" / frame.name).unlink()
            return super().read(frame)

    use_oracle(Taking(CARDS))
    out = tmp_path / "out"
    result = score(table, "--json", "--out", out)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert "left.jpg" in line
    assert json.loads(result.stdout)["sides"][0]["best"] == TOTAL
    assert (out / "sides.csv").is_file()
    assert sorted(path.name for path in (out / "North").glob("*.jpg")) == ["fanned-scored.jpg", "played-scored.jpg"]


def test_a_side_that_nobody_may_look_into_is_told_and_the_others_are_scored(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table / "South").mkdir()

    def guarded(folder: Path) -> tuple[Path, ...]:
        if folder.name == "South":
            raise PhotoError(f"{folder}: cannot be listed (Permission denied)")
        return photos_in(folder)

    monkeypatch.setattr("handfoot.tables.photos_in", guarded)
    result = score(table, "--json")
    assert (result.exit_code, result.stderr) == (
        2,
        f"handfoot: {table / 'South'}: cannot be listed (Permission denied)\n",
    )
    assert [side["best"] for side in json.loads(result.stdout)["sides"]] == [TOTAL, 0]


def test_what_a_run_wrote_is_not_scored_by_the_next(table: Path) -> None:
    first = score(table, "--out", table / "results", "--json")
    again = score(table, "--json")
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert [side["name"] for side in json.loads(again.stdout)["sides"]] == ["North"]
    assert [side.name for side in read_table(table).sides] == ["North"]


@pytest.mark.parametrize("command", ["score", "score many", "score another", "read", "read another"])
def test_nothing_is_drawn_into_folders_of_photos(command: str, table: Path, tmp_path: Path) -> None:
    another = tmp_path / "another"
    shutil.copytree(table, another)
    # Such a photo would be replaced.
    shutil.copy(another / "North" / "left.jpg", another / "North" / "played-scored.jpg")
    folder, out = {
        "score": (table, table),
        "score many": (tmp_path, tmp_path),
        "score another": (table, another),
        "read": (table / "North", table / "North" / ".." / "North"),
        "read another": (table / "North", another / "North"),
    }[command]
    before = sorted(tmp_path.rglob("*"))
    result = handfoot(command.split()[0], folder, "--out", out)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "holds photos" in result.stderr
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("command", ["score", "read"])
def test_a_second_run_draws_where_the_first_did(command: str, table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out" / "North"
    out.mkdir(parents=True)
    (out / "notes.txt").touch()
    folder, drawn = {"score": (table, out.parent), "read": (table / "North", out)}[command]
    runs = [handfoot(command, folder, "--out", drawn) for _ in range(2)]
    assert [result.stderr for result in runs] == ["", ""]
    assert len(list(out.glob("*.jpg"))) == len(CARDS)


@pytest.mark.parametrize("command", ["score", "read"])
def test_a_photo_whose_name_leaves_no_room_is_told_and_all_others_are_drawn(
    command: str, table: Path, tmp_path: Path, use_oracle: UseOracle
) -> None:
    long = f"{'left' * 62}.jpg"
    use_oracle(Oracle({**CARDS, long: []}))
    shutil.copytree(table, tmp_path / "tables" / "1")
    (tmp_path / "tables" / "1" / "North" / "left.jpg").rename(tmp_path / "tables" / "1" / "North" / long)
    shutil.copytree(table, tmp_path / "tables" / "2")
    folders = {"score": ["tables"], "read": ["tables/1/North", "tables/2/North"]}[command]
    out = tmp_path / "out"
    arguments = [command, "--json", *(str(tmp_path / folder) for folder in folders), "--out", str(out)]
    result = handfoot(*arguments)
    (line,) = result.stderr.splitlines()
    assert (result.exit_code, long[:-4] in line, "not drawn" in line) == (2, True, True)
    assert len(result.stdout.splitlines()) == {"score": 2, "read": 6}[command]
    assert len(list(out.rglob("*.jpg"))) == 5


def test_two_tables_whose_names_are_written_alike_have_a_folder_each(table: Path, tmp_path: Path) -> None:
    try:
        for name in ("Zo\udceb", "Zo\udcec"):
            shutil.copytree(table, tmp_path / "tables" / name)
    except (OSError, UnicodeError):
        pytest.skip("this disk takes text alone")
    shown = "Zo\N{REPLACEMENT CHARACTER}"
    other = tmp_path / "tables" / "Zo\udcec"
    (other / "North").rename(other / "South")
    (other / "table.toml").write_text(SAID.replace("North", "South"), encoding="utf-8")
    out = tmp_path / "out"
    score(tmp_path / "tables", "--out", out)
    sides = {
        path.name: [side.name for side in path.iterdir() if side.is_dir()] for path in out.iterdir() if path.is_dir()
    }
    assert sides == {shown: ["North"], f"{shown}-2": ["South"]}
    assert '"South"' in (out / f"{shown}-2" / "record.json").read_text(encoding="utf-8")


def test_a_folder_of_tables_gives_a_line_each(table: Path, tmp_path: Path) -> None:
    assert [path.name for path in table_folders(tmp_path)] == ["table"]
    result = score(tmp_path, "--json", "--out", tmp_path / "out")
    assert [json.loads(line)["table"] for line in result.stdout.splitlines()] == ["table"]


def test_a_person_reads_the_total_the_lines_and_the_doubts(table: Path) -> None:
    blank_photo(table / "stray.jpg")
    blank_photo(table / "North" / "old" / "played.jpg")
    text = score(table).stdout
    for part in ("North", str(TOTAL), "? stray.jpg: lies", "? North/old/played.jpg: lies"):
        assert part in text.replace(",", "")
    assert "\x1b" not in text


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house's own rule file, by which a red 3 left costs 400 points more."""
    path = tmp_path / "kitchen.toml"
    path.write_text(
        'extends = "remastered-singles"\nid = "kitchen-table"\n[settings.red3_left]\nvalue = -500\n', encoding="utf-8"
    )
    return path


def test_a_table_is_scored_by_a_house_file(table: Path, tmp_path: Path, house: Path) -> None:
    result = score(table, "--rules", house, "--out", tmp_path / "out", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    scored = json.loads(result.stdout)
    assert (scored["rules"], scored["record"]["rules"]) == ("kitchen-table", "kitchen-table")
    assert scored["sides"][0]["best"] == TOTAL - 400
    again = handfoot("tally", tmp_path / "out" / "record.json", "--rules", house, "--json")
    assert json.loads(again.stdout)["sides"][0]["best"] == TOTAL - 400


@pytest.mark.parametrize("shared", [False, True], ids=["its own", "of the folder of tables"])
def test_a_tables_file_names_a_house_file_by_where_it_lies_from_there(
    table: Path, tmp_path: Path, house: Path, *, shared: bool
) -> None:
    own = table / "table.toml"
    said = own.read_text(encoding="utf-8").replace('"remastered-singles"', f'"{"" if shared else "../"}{house.name}"')
    own.unlink()
    ((tmp_path if shared else table) / "table.toml").write_text(said.partition("[sides")[0], encoding="utf-8")
    result = score(tmp_path if shared else table, "--json", "--nobody-went-out")
    assert result.stderr == ""
    scored = json.loads(result.stdout)
    assert scored["rules"] == "kitchen-table"
    other = score(table, "--json", "--nobody-went-out", "--rules", "remastered-singles", "--round", "1")
    assert scored["sides"][0]["best"] == json.loads(other.stdout)["sides"][0]["best"] - 400


def test_a_tables_file_that_names_a_house_file_that_is_not_there_says_so(table: Path) -> None:
    (table / "table.toml").write_text('rules = "kitchen.toml"\nround = 1\n', encoding="utf-8")
    result = score(table)
    assert (result.exit_code, result.stdout) == (2, "")
    missing = table / "kitchen.toml"
    assert result.stderr == f"handfoot: {table}: {missing}: cannot be read: No such file or directory\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--decks", "1000000000"], "1000000000 is not between 1 and 100 in the record, 'decks'"),
        (["--round", "1000000000"], "1000000000 is not between 1 and 10000 in 'round'"),
        (["--rules", "bridge"], "unknown rules 'bridge'; there are "),
        (["--rules", "nowhere.toml"], "nowhere.toml: cannot be read: No such file or directory"),
        (["--set", "red4_left=1"], "unknown setting 'red4_left' in 'settings'"),
    ],
    ids=["decks", "round", "rules", "file", "setting"],
)
def test_what_a_record_cannot_say_is_refused_before_a_photo_is_read(
    arguments: list[str], message: str, table: Path
) -> None:
    result = score(table, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith((f"handfoot: {message}", f"handfoot: {table}: {message}"))
    assert result.stderr.count("\n") == 1


def test_rules_that_lie_in_a_file_of_that_name_are_asked_about(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = tmp_path / "house"
    house.mkdir()
    (house / "kitchen.toml").write_text('extends = "club"\nid = "kitchen-table"\n', "utf-8")
    monkeypatch.chdir(house)
    for named, file in (("kitchen", "kitchen.toml"), ("../house/kitchen", "../house/kitchen.toml")):
        result = score(table, "--rules", named)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == f"handfoot: unknown rules '{named}'; did you mean the file '{file}'?\n"


@pytest.mark.parametrize(
    ("decks", "kinds", "asked"),
    [
        ([], ["clean", "dirty"], False),
        (["traditional"], ["clean", "dirty"], False),
        (["remastered"], ["clean", "clean"], True),
    ],
    ids=["no deck said", "colours tell", "colours tell nothing"],
)
def test_the_colour_of_a_top_card_tells_its_book_only_where_the_decks_on_the_table_have_colours(
    table: Path, use_oracle: UseOracle, decks: list[str], kinds: list[str], asked: bool
) -> None:
    red, black = (
        replace(card(rank, x, 150), suit=suit) for rank, x, suit in (("K", 200, Suit.HEARTS), ("9", 500, Suit.SPADES))
    )
    use_oracle(Oracle({**CARDS, "played.jpg": [red, black, *column("J J J", 500, 500)], "fanned.jpg": []}))
    said = [word for deck in decks for word in ("--deck", deck)]
    scored = json.loads(score(table, "--json", *said).stdout)
    squared = [pile for pile in scored["record"]["sides"][0]["piles"] if pile.get("kind")]
    doubts = [doubt["say"] for doubt in scored["doubts"] if "colours of its deck" in doubt["say"]]
    assert len(doubts) == (2 if asked else 0)
    assert [pile["kind"] for pile in squared] == kinds


def test_a_run_that_is_stopped_leaves_the_tables_it_had_scored(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, out = tmp_path / "evening", tmp_path / "out"
    for name in ("1", "2"):
        shutil.copytree(table, folder / name)
    (folder / "2" / "North" / "played.jpg").rename(folder / "2" / "North" / "stop.jpg")

    class Stopped(Oracle):
        def read(self, frame: Frame) -> PhotoReading:
            if frame.name == "stop.jpg":
                raise KeyboardInterrupt
            return super().read(frame)

    def told() -> list[str]:
        return [row["table"] for row in csv.DictReader((out / "sides.csv").read_text("utf-8").splitlines())]

    reader = "handfoot.commands.latereader.default_card_reader"
    monkeypatch.setattr(reader, lambda models, decks: Stopped(CARDS))
    assert score(folder, "--out", out).exit_code == 130
    assert (out / "1" / "record.json").is_file()
    assert told() == ["1"]
    # What a run wrote of a table stays until another scores it anew.
    monkeypatch.setattr(reader, lambda models, decks: Oracle({**CARDS, "stop.jpg": CARDS["played.jpg"]}))
    assert score(folder, "--out", out).exit_code == 0
    assert told() == ["1", "2"]
    assert score(folder, "--out", out, "--set", "nonsense=1").exit_code == 2
    assert told() == ["1", "2"]
    monkeypatch.setattr(reader, lambda models, decks: Stopped(CARDS))
    assert score(folder, "--out", out).exit_code == 130
    assert told() == ["1", "2"]
    sheet = (out / "sides.csv").read_text(encoding="utf-8")
    (out / "sides.csv").write_text(f"\N{BYTE ORDER MARK}{sheet}\n\nhalf,a,row\n", encoding="utf-8")
    assert score(folder, "--out", out, "--set", "nonsense=1").exit_code == 2
    assert told() == ["1", "2"]
    shutil.rmtree(folder / "1")
    shutil.copytree(table, folder / "3")
    monkeypatch.setattr(reader, lambda models, decks: Oracle({**CARDS, "stop.jpg": CARDS["played.jpg"]}))
    score(folder, "--out", out)
    assert told() == ["2", "3"]


def test_a_folder_of_the_table_that_results_go_into_is_no_side(table: Path) -> None:
    out = table / "results"
    out.mkdir()
    (out / "notes.txt").write_text("the evening at Ruth's", encoding="utf-8")
    for _ in range(2):
        scored = json.loads(score(table, "--out", out, "--json").stdout)
        assert "results" not in {side["name"] for side in scored["sides"]}
        assert scored["errors"] == []


def test_a_photo_beside_the_tables_is_told(table: Path, tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    shutil.copytree(table, folder / "1")
    shutil.copytree(table, folder / "2")
    assert score(folder).exit_code == 0
    blank_photo(folder / "played-9.jpg")
    result = score(folder)
    assert result.exit_code == 1
    assert f"{folder / 'played-9.jpg'}: lies outside the tables' own folders and is not counted" in result.stderr


def test_a_video_among_a_side_s_photos_is_told_as_not_counted(table: Path, use_oracle: UseOracle) -> None:
    use_oracle(Oracle(CARDS))
    (table / "North" / "books.mp4").write_bytes(b"video")
    told = json.loads(score(table, "--json").stdout)["doubts"]
    say = "is a video or an archive, and nothing of it is counted: put photos there"
    assert [(one["photo"], one["say"]) for one in told if one["code"] == "no_photo"] == [("North/books.mp4", say)]


def test_a_picture_of_two_sides_or_of_played_and_left_is_told(table: Path, use_oracle: UseOracle) -> None:
    again = dict.fromkeys(("left-2.jpg", "played-2.jpg"), CARDS["left.jpg"])
    use_oracle(Oracle(CARDS | again))
    played = table / "North" / "played.jpg"
    blank_photo(table / "South" / "played.jpg")
    told = json.loads(score(table, "--json").stdout)["doubts"]
    assert "same_picture" not in [doubt["code"] for doubt in told]
    for place in ("North/left-2.jpg", "North/played-2.jpg", "South/left.jpg"):
        shutil.copy(played, table / place)
    told = json.loads(score(table, "--json").stdout)["doubts"]
    same = "is the same picture as North/left-2.jpg: its cards count in both"
    assert [(doubt["photo"], doubt["say"]) for doubt in told if doubt["code"] == "same_picture"] == [
        ("North/played-2.jpg", same),
        ("North/played.jpg", same),
        ("South/left.jpg", same),
    ]
    assert f"? South/left.jpg: {same}" in " ".join(score(table).stdout.split())


def test_cards_that_photos_of_two_sides_show_are_told(table: Path, use_oracle: UseOracle) -> None:
    shown = {
        name: [*column("K K K", x, 200), *column("5 5 5 W20", x + 300, 240), *column("9 9 9", x, 700)]
        for name, x in (("played.jpg", 200), ("played-2.jpg", 260))
    }
    use_oracle(Oracle(CARDS | shown))
    blank_photo(table / "South" / "played-2.jpg")
    told = [doubt for doubt in json.loads(score(table, "--json").stdout)["doubts"] if doubt["code"] == "cards_in_both"]
    say = "shows 10 cards that North/played.jpg shows, too: they count in both"
    assert [(doubt["photo"], doubt["say"]) for doubt in told] == [("South/played-2.jpg", say)]
    # A picture that is the same is told of once.
    shutil.copy(table / "North" / "played.jpg", table / "South" / "played-2.jpg")
    codes = [doubt["code"] for doubt in json.loads(score(table, "--json").stdout)["doubts"]]
    assert ("same_picture" in codes, "cards_in_both" in codes) == (True, False)
