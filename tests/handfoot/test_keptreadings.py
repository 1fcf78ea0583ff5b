"""What readings are kept under: a digest that changes with all that a reading depends on beside its photo."""

from pathlib import Path

import pytest

from handfoot.keptreadings import program_digest

FILES = ("scorer/faces.py", "vision/read.py", "vision/decks/others.jpg", "models/finder.onnx", "models/finder.toml")


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (*FILES, "models/README.md", "vision/__pycache__/read.pyc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"as it was")
    monkeypatch.setattr("handfoot.keptreadings.resources.files", lambda package: tmp_path / package)
    return tmp_path


def digest(program: Path) -> str:
    program_digest.cache_clear()
    found = program_digest(program / "models")
    program_digest.cache_clear()
    return found


@pytest.mark.parametrize("changed", FILES)
def test_a_reading_depends_on_each_net_its_card_the_program_and_its_data(program: Path, changed: str) -> None:
    before = digest(program)
    assert digest(program) == before
    (program / changed).write_bytes(b"otherwise")
    assert digest(program) != before


@pytest.mark.parametrize("changed", ["models/README.md", "vision/__pycache__/read.pyc"])
def test_a_reading_does_not_depend_on_what_no_reader_opens(program: Path, changed: str) -> None:
    before = digest(program)
    (program / changed).write_bytes(b"otherwise")
    assert digest(program) == before
