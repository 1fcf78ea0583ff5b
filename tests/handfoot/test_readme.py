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
from tests.commands import handfoot
from tests.handfoot.oracle import blank_photo

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^handfoot (\w+) ?(.*?)(?:\s+#.*)?$", README, flags=re.MULTILINE)


def test_every_command_is_in_the_readme() -> None:
    assert {command for command, _ in COMMANDS} == set(HOMES)


@pytest.mark.parametrize("command", ["rules", "game", "tournament", "decks"])
def test_the_readme_names_every_command_within_a_command(command: str) -> None:
    group = main.get_command(click.Context(main), command)
    assert isinstance(group, click.Group)
    assert [inner for inner in group.commands if not re.search(rf"\b{inner}\b", README)] == []


@pytest.mark.parametrize(("command", "arguments"), COMMANDS, ids=lambda part: part)
def test_a_command_of_the_readme_has_the_options_it_is_shown_with(command: str, arguments: str) -> None:
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


def test_the_table_file_of_the_readme_is_one(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", README, flags=re.DOTALL)
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


def test_the_files_it_and_the_pages_it_leads_to_link_to_are_there() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    linked = [
        page.parent / path
        for page in pages
        for path in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text(encoding="utf-8"))
    ]
    assert len(linked) > len(pages)
    assert [path for path in linked if not path.exists()] == []


def test_every_module_that_the_architecture_names_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(?:\w+/)*(\w+\.py)`", page))
    modules = {path.name for room in ("scorer", "vision", "handfoot", "docs") for path in (ROOT / room).rglob("*.py")}
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
