"""``handfoot tally`` and ``handfoot rules``, as the contract has them."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console

from handfoot.commands.rules import print_rules
from handfoot.commands.tally import print_tally
from scorer.record import LARGEST_FILE, parse_record
from scorer.rulebook.rules import load_rules, rule_ids
from scorer.scoring.tally import tally
from tests.commands import handfoot

ROOT = Path(__file__).parents[2]
CLEAR = {"rules": "remastered-singles", "sides": [{"name": "North", "piles": [{"cards": ["A", "A", "A"]}]}]}
OPEN = {"rules": "remastered-singles", "sides": [{"name": "North", "piles": [{"top": "Q", "kind": "dirty"}]}]}
WRONG = {"rules": "remastered-singles", "sides": [{"name": "North", "piles": [{"cards": ["A", "A", "A", "K"]}]}]}
TABLE = {
    "rules": "remastered-singles",
    "decks": 1,
    "sides": [{"name": "North", "piles": [{"cards": ["A"] * 7}]}, {"name": "S\x1b[31m", "left": ["R3"]}],
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("command", [["tally"], ["rules", "check"]])
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(command: list[str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from handfoot.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *command, str(pipe)], capture_output=True, text=True, check=False, timeout=30
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"handfoot: {pipe}: ")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no path leads to an open file here")
def test_a_pipe_that_is_written_to_is_read() -> None:
    out, into = os.pipe()
    os.write(into, json.dumps(CLEAR).encode())
    os.close(into)
    assert "North: 60" in handfoot("tally", f"/dev/fd/{out}").stdout
    os.close(out)


@pytest.mark.parametrize(
    ("record", "code"), [(CLEAR, 0), (OPEN, 1), (WRONG, 1), (TABLE, 1)], ids=["clear", "open", "wrong", "table"]
)
def test_the_exit_code_says_whether_anything_is_in_doubt(record: object, code: int, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    for arguments in (["tally", str(path)], ["tally", str(path), "--json"]):
        result = handfoot(*arguments)
        assert result.exit_code == code
        assert result.stderr == ""


def test_json_is_the_tally_of_the_contract() -> None:
    result = handfoot("tally", "-", "--json", text=json.dumps(OPEN))
    data = json.loads(result.stdout)
    assert data["sides"][0] == {
        "name": "North",
        "low": 380,
        "best": 380,
        "high": 490,
        "lines": [
            {
                "reason": "dirty_book",
                "points": 300,
                "cards": ["Q"],
                "clause": "Bonus Points",
                "basis": "seen",
                "pile": 1,
            },
            {
                "reason": "cards",
                "points": 80,
                "cards": ["Q"] * 6 + ["W20"],
                "clause": "Card Values",
                "basis": "assumed",
                "pile": 1,
            },
        ],
        "problems": [],
        "questions": [{"about": "pile 1", "ask": "which wilds are in the book of queens?", "width": 110}],
    }


def test_plain_text_names_lines_interval_and_question_without_colour() -> None:
    result = handfoot("tally", "-", text="\ufeff" + json.dumps(OPEN))
    assert "North: 380 (between 380 and 490)" in result.stdout
    assert "dirty book" in result.stdout
    assert "6xQ W20" in result.stdout
    assert "? which wilds are in the book of queens? (pile 1, 110 points wide)" in result.stdout
    assert "\x1b" not in result.stdout


def test_problems_of_sides_and_of_the_table_are_named_and_a_name_cannot_colour_the_terminal() -> None:
    result = handfoot("tally", "-", text=json.dumps(TABLE))
    assert "7 aces on the table, but 1 deck holds 4" in result.stdout
    assert "assumed: red3_left" in result.stdout
    assert "\x1b" not in result.stdout


def test_no_problem_that_names_a_side_can_colour_the_terminal() -> None:
    sides = [{"name": "S\x1b[31m", "went_out": True}, {"name": "T", "went_out": True}]
    result = handfoot("tally", "-", text=json.dumps({"rules": "four-hand", "sides": sides}))
    assert "each say that they went out" in result.stdout
    assert "\x1b" not in result.stdout


def test_a_terminal_gets_a_table_with_a_head() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=120, highlight=False, markup=False)
    print_tally(tally(parse_record(OPEN)), console)
    print_rules(load_rules("remastered-singles"), console)
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert "points" in shown
    assert "\x1b[" in shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"{}", "handfoot: standard input: the record has no field 'rules'\n"),
        (b"\xff", "handfoot: standard input: no UTF-8 text: byte 0 is wrong\n"),
        (b" " * (LARGEST_FILE + 1), f"handfoot: standard input: larger than {LARGEST_FILE} bytes\n"),
        (b'{"rules": "bridge", "sides": [{"name": "A"}]}', "handfoot: standard input: unknown rules 'bridge'; "),
    ],
    ids=["nothing", "bytes", "giant", "rules"],
)
def test_what_cannot_be_read_is_one_line_and_exit_code_2(text: bytes, message: str) -> None:
    result = handfoot("tally", "-", text=text)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_not_there_or_is_a_folder_is_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        result = handfoot("tally", path)
        assert result.exit_code == 2
        assert "cannot be read" in result.stderr
        assert result.stderr.count("\n") == 1


def test_rules_are_listed_and_shown() -> None:
    listed = handfoot("rules", "list")
    assert listed.exit_code == 0
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(rule_ids())
    assert [one["id"] for one in json.loads(handfoot("rules", "list", "--json").stdout)] == list(rule_ids())


@pytest.mark.parametrize("rules_id", rule_ids())
def test_a_rule_set_is_shown_with_every_setting(rules_id: str) -> None:
    shown = handfoot("rules", "show", rules_id)
    assert shown.exit_code == 0
    for name in load_rules(rules_id).settings:
        assert f"\n{name} " in shown.stdout
    assert json.loads(handfoot("rules", "show", rules_id, "--json").stdout)["id"] == rules_id


def test_rules_that_do_not_exist_are_one_line() -> None:
    result = handfoot("rules", "show", "bridge")
    assert result.exit_code == 2
    assert result.stderr.startswith("handfoot: unknown rules 'bridge'; there are ")


KITCHEN = """extends = "remastered-singles"
id = "kitchen-table"
[settings.red3_left]
value = -500
"""


@pytest.fixture
def kitchen(tmp_path: Path) -> str:
    """Return the rule file of a house."""
    path = tmp_path / "kitchen.toml"
    path.write_text(KITCHEN, encoding="utf-8")
    return str(path)


def test_a_house_file_is_checked_key_by_key(kitchen: str) -> None:
    result = handfoot("rules", "check", kitchen)
    assert (result.exit_code, result.stderr) == (0, "")
    head, change = result.stdout.splitlines()
    assert head == "kitchen-table extends remastered-singles and changes"
    assert change.split("  ")[:3] == ["settings.red3_left.value", "-100 → -500", "Bonus Points"]
    data = json.loads(handfoot("rules", "check", kitchen, "--json").stdout)
    assert (data["id"], data["extends"]) == ("kitchen-table", "remastered-singles")
    assert [(change["key"], change["was"], change["now"]) for change in data["changes"]] == [
        ("settings.red3_left.value", "-100", "-500")
    ]


def test_a_house_file_that_changes_nothing_or_extends_nothing_is_told_so(tmp_path: Path) -> None:
    same, own = tmp_path / "same.toml", Path(ROOT / "scorer" / "rulesets" / "bain.toml")
    same.write_text('extends = "bain"\nid = "ours"\n', encoding="utf-8")
    assert handfoot("rules", "check", same).stdout == "ours extends bain and changes nothing but what it is called\n"
    assert handfoot("rules", "check", own).stdout == "bain is a rule set of its own: it extends nothing\n"
    assert json.loads(handfoot("rules", "check", own, "--json").stdout)["extends"] is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (KITCHEN + "valeu = 1\n", "'settings.red3_left.valeu': 1: expected no such key"),
        (KITCHEN.replace("-500", "'much'"), "'settings': expected whole points between"),
        (
            KITCHEN.replace("kitchen-table", "remastered-singles"),
            "'id': 'remastered-singles': expected an id of its own",
        ),
        ("extends =", "no TOML"),
    ],
    ids=["key", "value", "id", "toml"],
)
def test_a_wrong_house_file_is_refused_in_one_line(text: str, message: str, kitchen: str) -> None:
    Path(kitchen).write_text(text, encoding="utf-8")
    for arguments in (["rules", "check", kitchen], ["rules", "show", kitchen], ["tally", "-", "--rules", kitchen]):
        result = handfoot(*arguments, text=json.dumps(CLEAR))
        assert result.exit_code == 2
        assert result.stderr.startswith(f"handfoot: {kitchen}: {message}")
        assert result.stderr.count("\n") == 1


def test_a_record_is_scored_by_the_house_file_whose_id_it_names(kitchen: str) -> None:
    record = {"rules": "kitchen-table", "sides": [{"name": "North", "left": ["R3"]}]}
    result = handfoot("tally", "-", "--rules", kitchen, "--json", text=json.dumps(record))
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout)["rules"] == "kitchen-table"
    without = handfoot("tally", "-", text=json.dumps(record))
    assert without.exit_code == 2
    assert without.stderr.startswith("handfoot: standard input: unknown rules 'kitchen-table'; there are bain, ")
    assert without.stderr.endswith(", and --rules FILE names the file of a house's own\n")
    assert json.loads(result.stdout)["sides"][0]["best"] == -500
    for arguments, message in (
        (["--rules", kitchen], "scored by 'remastered-singles', as it says, not by 'kitchen-table'"),
        (["--rules", "nowhere.toml"], "nowhere.toml: cannot be read: No such file or directory"),
    ):
        refused = handfoot("tally", "-", *arguments, text=json.dumps(CLEAR))
        assert refused.exit_code == 2
        assert message in refused.stderr
    assert handfoot("rules", "show", kitchen).stdout.startswith("Hand & Foot Remastered, singles (kitchen-table)")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["tally", "-"], ["tally", "-", "--json"]], ids=["text", "json"])
def test_output_that_finds_no_room_is_one_line_and_exit_code_2(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "handfoot", *arguments],
            cwd=ROOT,
            input=json.dumps(CLEAR),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr == "handfoot: the output cannot be written: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_complaints_that_find_no_room_stop_nothing(tmp_path: Path) -> None:
    Image.new("RGB", (20, 20)).save(tmp_path / "floor.png")
    photos = [str(tmp_path / "gone.jpg"), str(tmp_path / "floor.png")]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "handfoot", "read", *photos, "--json"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=full,
            text=True,
            check=False,
            timeout=120,
        )
    assert done.returncode == 2
    assert json.loads(done.stdout)["photo"] == "floor.png"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes a stream")
@pytest.mark.parametrize(("record", "code"), [(CLEAR, 0), (OPEN, 1)], ids=["clear", "open"])
def test_output_that_is_closed_is_no_error(record: object, code: int) -> None:
    shell, text = f'"{sys.executable}" -m handfoot tally - >&-', json.dumps(record)
    done = subprocess.run(
        ["bash", "-c", shell], cwd=ROOT, input=text, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


@pytest.mark.parametrize(("record", "code"), [(CLEAR, 0), (OPEN, 1)], ids=["clear", "open"])
def test_output_whose_reader_is_gone_is_no_error(record: object, code: int) -> None:
    out, into = os.pipe()
    os.close(out)
    command, text = [sys.executable, "-m", "handfoot", "tally", "-"], json.dumps(record)
    with os.fdopen(into, "w") as nobody:
        done = subprocess.run(
            command, cwd=ROOT, input=text, stdout=nobody, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    assert (done.returncode, done.stderr) == (code, "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes a stream")
def test_a_closed_standard_input_is_one_line_and_exit_code_2() -> None:
    shell = f'"{sys.executable}" -m handfoot tally - <&-'
    done = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "handfoot: standard input: is closed\n")


def test_the_command_scores_as_a_process_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "handfoot", "tally", "-", "--json"],
        cwd=ROOT,
        input=json.dumps(CLEAR),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["sides"][0]["best"] == 60
