"""What readings are kept under: a digest that changes with all that a reading depends on beside its photo."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from handfoot.evaluation.reading import read_files
from handfoot.keptreadings import KeptReadings, photo_bytes, program_digest
from scorer.files import write_lasting
from tests.commands import handfoot
from tests.handfoot.oracle import Oracle, blank_photo, card
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame

ROOT = Path(__file__).parents[2]
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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_among_the_photos_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "table" / "North").mkdir(parents=True)
    os.mkfifo(tmp_path / "table" / "North" / "played.jpg")
    command = ["score", tmp_path / "table", "--rules", "bain", "--round", "1", "--keep", tmp_path / "kept"]
    score = [sys.executable, "-m", "handfoot", *map(str, command)]
    done = subprocess.run(score, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    pipe = tmp_path / "table" / "North" / "played.jpg"
    assert done.stderr == f"handfoot: {pipe}: is a pipe or a device, not a photo's file\n"


def test_of_a_file_larger_than_a_photo_may_be_nothing_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handfoot.keptreadings.MAX_FILE_MB", 1)
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(bytes(1_000_000))
    assert len(photo_bytes(photo)) == 1_000_000
    photo.write_bytes(bytes(1_000_001))
    assert photo_bytes(photo) == b""


def test_what_is_read_is_kept_under_the_photo_that_it_was_looked_for_by(tmp_path: Path) -> None:
    photo, kept = tmp_path / "photo.jpg", KeptReadings(tmp_path / "kept", "ours")
    blank_photo(photo)
    before = photo.read_bytes()

    class Replaced:
        """Reads a photo whose file is meanwhile another."""

        def read(self, frame: Frame) -> PhotoReading:
            photo.write_bytes(b"another")
            return Oracle({photo.name: [card("K", 200, 200)]}).read(frame)

    read = read_files([photo], Replaced(), kept)[photo].reading
    assert kept.find(kept.place(before), photo.name) == read
    assert kept.find(kept.place(b"another"), photo.name) is None


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
def test_a_reading_that_finds_no_room_leaves_no_half_of_it(tmp_path: Path) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"a photo")
    keep = (
        "import resource, sys; from pathlib import Path; from handfoot.keptreadings import KeptReadings; "
        "from vision.read import PhotoReading, StageTimes; photo, folder = map(Path, sys.argv[1:]); "
        "kept = KeptReadings(folder, 'ours'); resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)); "
        "kept.keep(kept.place(photo.read_bytes()), PhotoReading('photo.jpg', 4, 3, StageTimes(0, 0, 0), (), ()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", keep, str(photo), str(tmp_path / "kept")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "cannot be written (File too large)" in done.stderr
    assert [path.name for path in (tmp_path / "kept").iterdir()] == [".handfoot-output"]


def test_a_table_is_scored_though_its_readings_find_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, use_oracle: Callable[[Oracle], None]
) -> None:
    cards = {f"played-{table}.jpg": [card("4", 200 + 60 * place, 200) for place in range(3)] for table in (1, 2)}
    for photo in cards:
        # No two alike: a photo's reading is kept by what is in its file.
        blank_photo(tmp_path / "tables" / photo / "North" / photo)
        with (tmp_path / "tables" / photo / "North" / photo).open("ab") as file:
            file.write(photo.encode())
        (tmp_path / "tables" / photo / "table.toml").write_text('rules = "bain"\nround = 1\n', encoding="utf-8")
    use_oracle(Oracle(cards))

    def write_while_room(path: Path, data: bytes, **how: int) -> None:
        if path.parent.name == "kept" and any(path.parent.glob("*.json")):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        write_lasting(path, data, **how)

    monkeypatch.setattr("scorer.files.write_lasting", write_while_room)
    command = ["score", str(tmp_path / "tables"), "--json", "--keep", str(tmp_path / "kept")]
    done = handfoot(*command)
    assert done.exit_code == 2
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr == (
        f"handfoot: {tmp_path / 'kept'}: cannot be written (No space left on device); "
        "what was read is scored, but not all of it is kept\n"
    )
