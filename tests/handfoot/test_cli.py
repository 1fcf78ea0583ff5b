import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
import pytest
from PIL import Image
from rich.console import Console

from handfoot.cli import HOMES, main
from handfoot.commands.read import print_reading
from handfoot.commands.terminal import make_console, make_table
from handfoot.taughtdecks import decks_folder
from handfoot.web.config import ServeConfig
from scorer.faces import Face
from tests.commands import handfoot
from tests.handfoot.oracle import PHOTO_SIZE, Oracle, card
from vision.photos.frames import Frame
from vision.seen import RunnerUp

ROOT = Path(__file__).parents[2]
PATH = f"import sys; sys.path[:0] = {[str(ROOT), str(ROOT / 'datasets')]!r}\n"
ENDLESS = "a" * 5000
"""Longer than a name may be on any disk."""
HEAVY = ("cv2", "onnxruntime", "numpy", "PIL", "torch")


def apart(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run the command line as a process of its own."""
    command = [sys.executable, "-W", "error", "-c", f"{PATH}from handfoot.cli import main; main()", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False, timeout=120)


def test_help_names_every_command_and_imports_nothing_heavy() -> None:
    code = (
        f"{PATH}from handfoot.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        f"print('heavy:', [name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert "heavy: []" in done.stdout
    for command in HOMES:
        assert f"\n  {command} " in done.stdout


@pytest.mark.parametrize("command", sorted(HOMES))
def test_every_command_has_help(command: str) -> None:
    result = handfoot(command, "--help")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: handfoot {command}")


def options_of(command: click.Command, name: str) -> Iterator[tuple[str, click.Option]]:
    """Walk through the options of a command and of all commands within it."""
    if isinstance(command, click.Group):
        for inner in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), inner)
            assert found is not None
            yield from options_of(found, f"{name} {inner}")
    yield from ((name, option) for option in command.params if isinstance(option, click.Option))


def test_where_a_command_writes_is_named_the_same_everywhere() -> None:
    writing = [(name, option) for name, option in options_of(main, "handfoot") if {"-o", "--out"} & {*option.opts}]
    written = {name.removeprefix("handfoot ") for name, _ in writing}
    assert written >= {"score", "read", "watch", "mat", "decks show"}
    assert written >= {"game export", "tournament export", "decks export"}
    assert [name for name, option in writing if not {"-o", "--out"} <= {*option.opts}] == []


def test_an_option_that_may_be_said_more_than_once_tells_so() -> None:
    repeated = [(name, option) for name, option in options_of(main, "handfoot") if option.multiple]
    assert len(repeated) > 10
    assert [(name, option.opts) for name, option in repeated if "say it for each" not in (option.help or "")] == []


@pytest.mark.parametrize("group", ["", "rules", "game", "tournament", "tournament decide", "decks"])
def test_a_list_of_commands_breaks_off_no_sentence(group: str) -> None:
    shown = handfoot(*group.split(), "--help").output
    _, commands = shown.split("Commands:\n")
    assert "..." not in commands


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["scores"],
        ["score"],
        ["score", "a", "b"],
        ["score", ".", "--round", "two"],
        ["score", ".", "--round", "0"],
        ["score", ".", "--set", "red3_left"],
        ["score", ".", "--went-out", "A", "--nobody-went-out"],
        ["score", "nowhere", "--rules", "remastered-singles", "--round", "1"],
        ["read"],
        ["read", "nowhere.jpg"],
        ["read", "--jsn", "a.jpg"],
        ["tally", "nowhere.json"],
        ["rules"],
        ["tournament", "decide"],
        ["rules", "show", "no-such-rules"],
        ["rules", "show", ENDLESS],
        ["read", ENDLESS],
        ["score", ENDLESS],
        ["evaluate", "nowhere", "--out", "no-such-folder/none/../x"],
    ],
    ids=lambda arguments: " ".join(arguments)[:40] or "nothing",
)
def test_wrong_use_is_one_line_and_exit_code_2(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = handfoot(*arguments)
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    # Nor do the libraries beneath say anything of their own.
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("arguments", [[], ["read", "nowhere.jpg"]], ids=["nothing", "read"])
def test_wrong_use_ends_the_process_so(arguments: list[str], tmp_path: Path) -> None:
    done = apart(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert done.stderr.startswith("handfoot: ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["score", ""], "an empty path"),
        (["score", ".", "--out", " "], "an empty path"),
        (["read", ""], "an empty path"),
        (["tally", " "], "the record's path is empty"),
        (["rules", "check", "\t"], "an empty path"),
        (["mat", "--out", ""], "an empty path"),
        (["decks", "export", "traditional", ""], "an empty path"),
        (["decks", "export", "traditional", "a.deck", "--out", "b.deck"], "the file is named twice"),
        (["serve", "--data", ""], "an empty path"),
        (["score", ".", "--set", "red3_left=-100", "--set", "red3_left = -300"], "'red3_left' is set twice"),
        (["teach", "mine", "--train", "--minutes", "nan"], "--minutes takes a number above 0, not nan"),
        (["teach", "mine", "--train", "--minutes", "0"], "--minutes takes a number above 0, not 0"),
        (["read", "a.jpg", "--out", "x", "--torch", "--deck", "traditional"], "--deck and --torch do not go together"),
        (["read", "a.jpg", "--out", "x", "--deck", "zz"], "no deck 'zz'"),
        (["score", "x", "--out", "y", "--deck", "zz"], "no deck 'zz'"),
        (["teach", "mine", "a.jpg", "--minutes", "5"], "nothing is to be trained"),
        (["evaluate", ".", "--out", "x", "--perfect", "--keep", "x"], "--perfect reads labels"),
        (["evaluate", ".", "--out", "x", "--perfect", "--ray"], "--perfect reads labels"),
        (["teach", "mine", "--train", "--models", "."], "--train tunes the nets that came with handfoot"),
    ],
)
def test_what_is_empty_or_said_in_two_ways_is_named_and_nothing_written(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = handfoot(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert says in line
    assert not any(tmp_path.iterdir())


def test_the_help_tells_how_long_training_takes_as_a_person_would_write_it() -> None:
    assert "what training may take, about. [default: 25]" in " ".join(handfoot("teach", "--help").output.split())


@pytest.mark.parametrize("group", ["", "rules", "game", "tournament decide"])
def test_a_group_without_a_command_says_where_its_own_are_listed(group: str) -> None:
    result = handfoot(*group.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"`{' '.join(['handfoot', *group.split()])} --help`" in result.stderr


def test_the_module_runs_as_the_command_does() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "handfoot", "--version"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.startswith("handfoot ")


@pytest.mark.skipif(sys.platform == "win32", reason="a home of its own is another variable there")
def test_reading_a_photo_leaves_nothing_behind_to_be_sent(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    Image.new("RGB", (20, 20)).save(tmp_path / "floor.png")
    mine = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_"))}
    done = subprocess.run(
        [sys.executable, "-m", "handfoot", "read", str(tmp_path / "floor.png")],
        cwd=ROOT,
        env={**mine, "HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (1, "")
    # Where a library would report on the nets, it first numbers this machine and gathers what to tell in here.
    assert [path.name for path in home.rglob("*")] == []


def test_an_unexpected_error_is_one_line_and_shown_whole_where_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(folder: Path) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("handfoot.tables.table_folders", broken)
    result = handfoot("score", tmp_path)
    said = "handfoot: something broke (ZeroDivisionError: a bug); with HANDFOOT_TRACEBACK=1 it is told where\n"
    assert (result.exit_code, result.stderr) == (2, said)
    monkeypatch.setenv("HANDFOOT_TRACEBACK", "1")
    assert isinstance(handfoot("score", tmp_path).exception, ZeroDivisionError)


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder that a program runs in")
@pytest.mark.parametrize(
    "command", [["score", "."], ["evaluate", ".", "--out", "out"], ["game", "list", "--db", "g.db"]]
)
def test_a_folder_that_is_gone_while_a_command_runs_in_it_is_told(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    here.rmdir()
    result = handfoot(*command)
    assert (result.exit_code, result.stderr) == (2, "handfoot: the folder that this runs in is gone\n")


def test_ctrl_c_while_a_library_is_loaded_is_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # As numpy and OpenCV meet it in their own code: they give another error, with Ctrl-C beneath it.
    meets = "try:\n    raise KeyboardInterrupt\nexcept KeyboardInterrupt as stop:\n    raise ImportError from stop\n"
    (tmp_path / "loading.py").write_text(meets, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(HOMES, "tally", "loading:tally")
    result = handfoot("tally", "-")
    assert (result.exit_code, result.stderr) == (130, "handfoot: stopped\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_what_is_told_to_end_finishes_what_it_writes_and_ends_so(name: str, tmp_path: Path) -> None:
    """The first signal falls where nobody heeds it, as behind Python's back; the one a second later counts."""
    number = signal.Signals[name]
    (tmp_path / "killed.py").write_text(
        "import os, signal, sys, time\n"
        "import click\n"
        "from handfoot.cli import HOMES, main\n"
        "@click.command()\n"
        "def tally():\n"
        "    try:\n"
        f"        os.kill(os.getpid(), {number})\n"
        "    except KeyboardInterrupt:\n"
        f"        os.kill(os.getpid(), {number})\n"
        "        click.echo('told at once again')\n"
        "    time.sleep(1.1)\n"
        "    try:\n"
        f"        os.kill(os.getpid(), {number})\n"
        "        time.sleep(60)\n"
        "    finally:\n"
        "        click.echo('finished')\n"
        "if __name__ == '__main__':\n"
        # Of a run that nohup keeps, it is passed over.
        f"    signal.signal({number}, signal.SIG_DFL)\n"
        "    HOMES['tally'] = 'killed:tally'\n"
        "    main(['tally'])\n",
        encoding="utf-8",
    )
    words = [sys.executable, "killed.py"]
    paths = os.pathsep.join((str(tmp_path), *sys.path))
    done = subprocess.run(words, cwd=tmp_path, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (-number, "told at once again\nfinished\n")
    assert done.stderr.strip() == "handfoot: stopped"


def console_of(columns: int, monkeypatch: pytest.MonkeyPatch) -> Console:
    """Return a console as on a terminal so wide."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("FORCE_COLOR", "1")
    return make_console()


@pytest.mark.parametrize("columns", [8, 20, 34])
def test_a_narrow_terminal_gets_whole_numbers(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    console = console_of(columns, monkeypatch)
    table = make_table(console, "side", ">points", ">total")
    table.add_row("Bartholomew", "1610", "12345")
    console.print(table)
    assert {"Bartholomew", "1610", "12345"} <= {*capsys.readouterr().out.split()}


@pytest.mark.parametrize("columns", [80, 100, 140])
def test_a_table_on_a_terminal_tears_no_word(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    console = console_of(columns, monkeypatch)
    table = make_table(console, "for", ">points", "cards", "where", "clause", "basis")
    rows = (
        ("improper meld", "0", "", "", "Meld Requirements", "assumed: improper_meld"),
        ("left", "-185", "3xK 10 10 W20 10 9 W20 3x9 4 W20 A", "pile 1", "How to Keep Score", "seen"),
    )
    for row in rows:
        table.add_row(*row)
    console.print(table)
    printed = re.sub("\x1b\\[[0-9;]*m", "", capsys.readouterr().out)
    assert {word for row in rows for cell in row for word in cell.split()} <= {*printed.split()}
    assert max(map(len, printed.splitlines())) <= columns


def test_a_pipe_gets_whole_lines(capsys: pytest.CaptureFixture[str]) -> None:
    console = make_console()
    console.print("? " + "one more word " * 40 + "end")
    table = make_table(console, "what", "meaning")
    table.add_row("short", "word " * 60 + "end")
    table.add_row("long", "word")
    console.print(table)
    assert [line[-4:] for line in capsys.readouterr().out.splitlines()] == [" end", " end", "word"]


def test_a_photo_read_says_what_is_too_faint_to_count(capsys: pytest.CaptureFixture[str]) -> None:
    reading = Oracle({"a.jpg": [card("K", 200, 200)]}).read(Frame("a.jpg", np.zeros((*PHOTO_SIZE, 3), np.uint8)))
    faint = replace(card("8", 500, 200), confidence=0.6, runners_up=(RunnerUp(Face.SIX, 0.3),))
    print_reading(replace(reading, maybe=(faint,)), make_console())
    said = capsys.readouterr().out.splitlines()
    assert said[1:] == ["  K×1", "  ? ?1: too faint to count; it may be an 8 or a 6"]


@pytest.mark.parametrize("arguments", [["serve"], ["game", "list"], ["decks", "list"]], ids=" ".join)
def test_a_data_folder_that_is_a_file_is_said_in_one_line(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HANDFOOT_DATA", str(tmp_path / "file"))
    for other in ("HANDFOOT_DB", "HANDFOOT_DECKS"):
        monkeypatch.delenv(other, raising=False)
    result = handfoot(*arguments)
    told = f"handfoot: HANDFOOT_DATA: {tmp_path / 'file'}: a file, not a folder\n"
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", told)


def test_a_path_from_the_home_folder_is_meant_from_there_after_an_equals_sign_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, here = tmp_path / "home", tmp_path / "here"
    home.mkdir()
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    assert handfoot("mat", "--out=~/mat.pdf").exit_code == 0
    assert (home / "mat.pdf").is_file()
    monkeypatch.setenv("HANDFOOT_DECKS", "~/decks")
    assert decks_folder() == home / "decks"
    monkeypatch.setenv("HANDFOOT_DECKS", " ")
    assert decks_folder(home) == home / "decks"
    monkeypatch.setenv("HANDFOOT_DECKS", "~/decks")
    assert ServeConfig(here, "games.db").decks == home / "decks"
    monkeypatch.setenv("HANDFOOT_DATA", "~/club")
    monkeypatch.delenv("HANDFOOT_DECKS")
    assert decks_folder() == home / "club" / "decks"
    (here / "~odd").mkdir()
    assert handfoot("mat", "--out", "~odd/mat.pdf").exit_code == 0
    assert sorted(path.name for path in here.iterdir()) == ["~odd"]
