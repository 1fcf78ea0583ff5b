"""What no score may be lost or doubled by: kill -9 in the middle of a write, two writers at once, a full disk."""

import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from handfoot.errors import StoreError
from handfoot.store import Store, open_store
from tests.handfoot.store.rounds import begin, round_record

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills and mounts as POSIX systems do")


def writer(address: str, name: str, count: int, *point: str) -> subprocess.Popen[str]:
    """Start a program that enters rounds; it has opened the database when it said so."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "datasets")])
    command = [sys.executable, "-m", "tests.handfoot.store.writer", address, "Bain", name, str(count), *point]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def confirmed(lines: IO[str] | None) -> list[tuple[str, int]]:
    """Return the submissions that a writer had confirmed, each with its round."""
    assert lines is not None
    said = [line.split() for line in lines if line.endswith("\n") and line != "ready\n"]
    return [(token, int(number)) for token, number in said]


def whole(store: Store, rounds: int) -> None:
    """Check that the game has so many rounds, each once and with all its points, and that the totals are theirs."""
    game = store.game("Bain")
    assert [version.round for version in game.rounds] == list(range(1, rounds + 1))
    assert all(version.points == {"North": 30, "South": 40} for version in game.rounds)
    assert game.state.totals == (30 * rounds, 40 * rounds)
    assert len(store.history("Bain")) == rounds == game.revision


@pytest.mark.parametrize("after", [1, 4, 9])
def test_a_writer_killed_among_many_writes_loses_and_doubles_nothing(store: Store, address: str, after: int) -> None:
    begin(store, "Bain", rules="bain")
    process = writer(address, "a", 1000)
    assert process.stdout is not None
    first = [process.stdout.readline() for _ in range(after + 1)]
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    said = confirmed([*first, *process.stdout])
    process.stdout.close()
    assert len(said) >= after
    rounds = len(store.history("Bain"))
    # One may have been kept whose confirmation was cut off; sent again, it counts once.
    assert rounds - len(said) in (0, 1)
    whole(store, rounds)
    again = round_record(len(said) + 1, 3, 4, rules="bain")
    assert store.add_round("Bain", again, token=f"a-{len(said)}").round == len(said) + 1
    whole(store, len(said) + 1)


@pytest.mark.parametrize(("point", "kept"), [("after_flush", 0), ("before_commit", 0), ("after_commit", 1)])
def test_a_write_killed_at_any_point_is_whole_or_not_there(store: Store, address: str, point: str, kept: int) -> None:
    begin(store, "Bain", rules="bain")
    process = writer(address, "a", 1, point)
    output, _ = process.communicate(timeout=120)
    assert (process.returncode, output) == (-signal.SIGKILL, "ready\n")
    whole(store, kept)
    store.add_round("Bain", round_record(1, 3, 4, rules="bain"), token="a-0")
    whole(store, 1)


@pytest.mark.parametrize("tables", [1, 3, 6])
def test_a_program_killed_while_it_makes_the_tables_leaves_none(address: str, tables: int) -> None:
    code = f"""
import os, signal, sys
from sqlalchemy import Engine, event
from handfoot.store import open_store
made = []
@event.listens_for(Engine, "after_cursor_execute")
def die(connection, cursor, statement, *_):
    made.extend([statement] if "CREATE TABLE" in statement else [])
    if len(made) == {tables}:
        os.kill(os.getpid(), signal.SIGKILL)
open_store(sys.argv[1])
"""
    path = os.pathsep.join([str(ROOT), str(ROOT / "datasets")])
    command = [sys.executable, "-c", code, address]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False, timeout=120)
    assert done.returncode == -signal.SIGKILL
    store = open_store(address)
    assert store.games() == ()
    store.close()


def test_two_writers_at_once_lose_and_double_nothing(store: Store, address: str) -> None:
    begin(store, "Bain", rules="bain")
    both = [writer(address, name, 12) for name in "ab"]
    said: list[tuple[str, int]] = []
    for process in both:
        output, _ = process.communicate(timeout=300)
        assert process.returncode == 0, output
        said += confirmed(output.splitlines(keepends=True))
    assert Counter(token for token, _ in said) == Counter(f"{name}-{number}" for name in "ab" for number in range(12))
    assert sorted(number for _, number in said) == list(range(1, 25))
    whole(store, 24)


@contextmanager
def disk(place: Path, size: str) -> Iterator[Path]:
    """Mount a disk of that size, as only root can."""
    place.mkdir()
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root can mount a small disk here")
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a folder on a disk of its own with 400 kB."""
    with disk(tmp_path / "disk", "400k") as place:
        yield place


def fill(store: Store) -> int:
    """Enter rounds until the disk is full; return how many were confirmed."""
    for number in range(1, 1000):
        try:
            store.add_round("Bain", round_record(number, 3, 4, rules="bain"))
        except StoreError as error:
            assert str(error).endswith("the disk is full; nothing was changed")
            assert "\n" not in str(error)
            return number - 1
    raise AssertionError("the disk never was full")


def test_a_full_disk_says_so_and_loses_nothing(small_disk: Path) -> None:
    address = str(small_disk / "games.db")
    store = open_store(address)
    begin(store, "Bain", rules="bain")
    rounds = fill(store)
    assert rounds > 0
    whole(store, rounds)
    store.close()
    again = open_store(address)
    whole(again, rounds)
    subprocess.run(["mount", "-o", "remount,size=4m", str(small_disk)], check=True)
    again.add_round("Bain", round_record(rounds + 1, 3, 4, rules="bain"))
    whole(again, rounds + 1)
    again.close()


def test_a_full_disk_under_a_server_says_so_and_loses_nothing(postgresql: str) -> None:
    import psycopg

    # In the server's own folder: it must be able to come to it.
    with disk(Path(postgresql) / "disk", "16m") as place:
        shutil.chown(place, "postgres")
        with psycopg.connect(host=postgresql, user="handfoot", dbname="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{place}'")  # type: ignore[call-overload]
            connection.execute("CREATE DATABASE small TABLESPACE small")
            store = open_store(f"postgresql://handfoot@/small?host={postgresql}")
            begin(store, "Bain", rules="bain")
            filling = place / "filling"
            filling.write_bytes(bytes(shutil.disk_usage(place).free - 48 * 1024))
            rounds = fill(store)
            whole(store, rounds)
            filling.unlink()
            store.add_round("Bain", round_record(rounds + 1, 3, 4, rules="bain"))
            whole(store, rounds + 1)
            store.close()
            connection.execute("DROP DATABASE small")
            connection.execute("DROP TABLESPACE small")


def test_a_full_disk_lets_no_new_database_half_begin(small_disk: Path) -> None:
    (small_disk / "filling").write_bytes(bytes(380 * 1024))
    with pytest.raises(StoreError) as refused:
        open_store(str(small_disk / "games.db"))
    assert str(refused.value).endswith("the disk is full; nothing was changed")
    (small_disk / "filling").unlink()
    store = open_store(str(small_disk / "games.db"))
    assert store.games() == ()
    store.close()


def test_a_file_that_may_grow_no_further_says_so_and_loses_nothing(tmp_path: Path) -> None:
    import resource

    store = open_store(str(tmp_path / "games.db"))
    begin(store, "Bain", rules="bain")
    store.add_round("Bain", round_record(1, 3, 4, rules="bain"))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096 * 40, hard))
    try:
        with pytest.raises(StoreError) as refused:
            for number in range(2, 1000):
                store.add_round("Bain", round_record(number, 3, 4, rules="bain"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert str(refused.value).endswith("nothing was changed")
    whole(store, len(store.history("Bain")))
    store.add_round("Bain", round_record(len(store.history("Bain")) + 1, 3, 4, rules="bain"))
    whole(store, len(store.history("Bain")))
    store.close()
