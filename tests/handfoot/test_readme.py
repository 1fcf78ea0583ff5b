"""What the README tells people to type exists, and what it and the other pages name."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from handfoot.cli import HOMES, main
from handfoot.tables import read_table
from scorer.record import parse_record
from scorer.scoring.tally import tally
from tests.commands import handfoot
from tests.handfoot.oracle import blank_photo

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE_OF_COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def commands_of(page: str) -> list[tuple[str, str]]:
    """Return what a page shows to be typed: each command with what follows it."""
    return re.findall(r"^(?:\$ )?handfoot (\w+) ?(.*?)(?:\s+#.*)?$", page, flags=re.MULTILINE)


COMMANDS = [*commands_of(README), *commands_of(PAGE_OF_COMMANDS)]


def test_every_command_is_in_the_readme() -> None:
    assert {command for command, _ in commands_of(README)} == set(HOMES)


@pytest.mark.parametrize("command", ["rules", "game", "tournament", "decks"])
def test_the_readme_names_every_command_within_a_command(command: str) -> None:
    group = main.get_command(click.Context(main), command)
    assert isinstance(group, click.Group)
    assert [inner for inner in group.commands if not re.search(rf"\b{inner}\b", README)] == []


@pytest.mark.parametrize(("command", "arguments"), COMMANDS, ids=lambda part: part)
def test_a_command_that_is_shown_has_the_options_it_is_shown_with(command: str, arguments: str) -> None:
    home = main.get_command(click.Context(main), command)
    inner: list[str] = []
    for word in arguments.split():
        if not isinstance(home, click.Group) or word not in home.commands:
            break
        home = home.commands[word]
        inner.append(word)
    shown = handfoot(command, *inner, "--help")
    assert shown.exit_code == 0
    for option in re.findall(r"--[a-z-]+", arguments):
        assert option in shown.output


def test_the_table_file_that_is_shown_is_one(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE_OF_COMMANDS, flags=re.DOTALL)
    assert tomllib.loads(text)["sides"]["North"]["went_out"] is True
    blank_photo(tmp_path / "North" / "played.jpg")
    (tmp_path / "table.toml").write_text(text, encoding="utf-8")
    table = read_table(tmp_path)
    assert (table.rules, table.round, table.sides[0].facts.score_before) == ("remastered-singles", 2, 1240)


def test_the_score_it_shows_is_what_the_command_prints() -> None:
    (command, shown) = re.findall(r"^\$ handfoot ([^\n]*)\n(.*?)```", README, flags=re.DOTALL | re.MULTILINE)[0]
    first, path = shlex.split(command)
    result = handfoot(first, ROOT / path)
    printed = [line.rstrip() for line in result.output.rstrip().splitlines()]
    assert printed == shown.rstrip().splitlines()


def test_the_record_that_is_shown_scores_as_it_says() -> None:
    page = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```json\n(.*?)```", page, flags=re.DOTALL)
    (side,) = tally(parse_record(text)).sides
    assert f"here {side.low}, {side.best} and {side.high}" in page


def test_the_lines_of_python_that_are_shown_read_a_photo_and_score_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    exec(code.replace("datasets/", f"{ROOT.as_posix()}/datasets/"), {})
    cards, points = capsys.readouterr().out.splitlines()
    assert cards.startswith("['K', ")
    assert points == "30"


def anchors(page: Path) -> set[str]:
    """Return what a link can add to a page's address: its headings, in small letters and without their signs."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_files_and_sections_that_it_and_the_pages_it_leads_to_link_to_are_there() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    linked = [
        (page.parent / path if path else page, section)
        for page in pages
        for path, section in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", page.read_text(encoding="utf-8"))
    ]
    assert len(linked) > len(pages)
    assert [path for path, _ in linked if not path.exists()] == []
    sections = [(path, section) for path, section in linked if section]
    assert sections
    assert [(path.name, section) for path, section in sections if section not in anchors(path)] == []


def test_every_variable_that_a_command_heeds_is_told_of() -> None:
    heeded = {
        name
        for module in (ROOT / "handfoot").rglob("*.py")
        for name in re.findall(r'"(HANDFOOT_[A-Z]+)"', module.read_text(encoding="utf-8"))
    }
    assert {"HANDFOOT_DATA", "HANDFOOT_DB"} <= heeded
    told = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")
    assert [name for name in sorted(heeded) if f"`{name}`" not in told] == []


def test_every_module_that_the_architecture_names_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(?:\w+/)*(\w+\.py)`", page))
    rooms = ("scorer", "vision", "handfoot", "datasets", "docs")
    modules = {path.name for room in rooms for path in (ROOT / room).rglob("*.py")}
    assert len(named) > 40
    assert named - modules == set()


@pytest.mark.parametrize("target", ["demo", "test", "check"])
def test_each_make_target_is_a_task(target: str) -> None:
    tasks = (ROOT / "tasks.py").read_text(encoding="utf-8")
    assert f"make {target}" in README
    assert f"def {target}(" in tasks
    assert re.search(rf"^[a-z ]*\b{target}\b[a-z ]*:$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    "arguments", [[], ["dmeo"], ["demo", "test"]], ids=lambda arguments: " ".join(arguments) or "none"
)
def test_a_task_that_is_none_is_told_in_one_line(arguments: list[str]) -> None:
    command = [sys.executable, str(ROOT / "tasks.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: python tasks.py demo|test|check|clean")


@pytest.mark.skipif(sys.platform == "win32", reason="an environment is made otherwise there")
def test_what_a_task_runs_keeps_what_python_compiled_whatever_is_set_outside(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    told = "import sys; print(sys.dont_write_bytecode, sys.pycache_prefix)"
    command = [sys.executable, "-c", f"import tasks; tasks.run('python', '-c', {told!r})"]
    outside = {**os.environ, "HANDFOOT_VENV": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout, done.stderr) == (f"False {tmp_path / 'bytecode'}\n", "")
