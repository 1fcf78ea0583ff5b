"""What no score may be lost or doubled by: kill -9 in the middle of a write, two writers at once, a full disk."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from handfoot.errors import ConflictError, StoreError
from handfoot.store import Store, open_store
from tests.handfoot.store.apart import KILLED, begun, die, dies_at, heard
from tests.handfoot.store.rounds import begin, round_record

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills and mounts as POSIX systems do")


def enter(pipe: Connection, address: str, name: str, count: int, point: str | None = None) -> None:
    """Enter so many rounds into the game as fast as can be, and tell of each when it was confirmed.

    ``name`` begins its submissions; at ``point`` of the first one the program dies.
    """
    store = open_store(address)
    if point is not None:
        dies_at(point)
    for number in range(count):
        while True:
            upcoming = store.game("Bain").state.next
            assert upcoming is not None
            token = f"{name}-{number}"
            try:
                version = store.add_round("Bain", round_record(upcoming.number, 3, 4, rules="bain"), token=token)
            except ConflictError:
                continue
            pipe.send((token, version.round))
            break
    store.close()


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
    program, pipe = begun(enter, address, "a", 1000)
    said = [pipe.recv() for _ in range(after)]
    program.kill()
    said += heard(program, pipe)
    assert program.exitcode == KILLED
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
    program, pipe = begun(enter, address, "a", 1, point)
    assert heard(program, pipe) == []
    assert program.exitcode == KILLED
    whole(store, kept)
    store.add_round("Bain", round_record(1, 3, 4, rules="bain"), token="a-0")
    whole(store, 1)


def make_some(_: Connection, address: str, tables: int) -> None:
    """Open a new database, and die when so many of its tables are made."""
    made: list[str] = []

    @event.listens_for(Engine, "after_cursor_execute")
    def count(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        made.extend([statement] if "CREATE TABLE" in statement else [])
        if len(made) == tables:
            die()

    open_store(address)


@pytest.mark.parametrize("tables", [1, 3, 6])
def test_a_program_killed_while_it_makes_the_tables_leaves_none(address: str, tables: int) -> None:
    program, pipe = begun(make_some, address, tables)
    assert heard(program, pipe) == []
    assert program.exitcode == KILLED
    store = open_store(address)
    assert store.games() == ()
    store.close()


def test_two_writers_at_once_lose_and_double_nothing(store: Store, address: str) -> None:
    begin(store, "Bain", rules="bain")
    both = [begun(enter, address, name, 12) for name in "ab"]
    said = [one for program, pipe in both for one in heard(program, pipe)]
    assert [program.exitcode for program, _ in both] == [0, 0]
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


def test_a_disk_without_a_free_block_is_called_full_by_who_only_reads(small_disk: Path) -> None:
    address = str(small_disk / "games.db")
    open_store(address).close()
    (small_disk / "filling").write_bytes(bytes(shutil.disk_usage(small_disk).free))
    with pytest.raises(StoreError) as refused:
        open_store(address)
    assert str(refused.value).endswith("the disk is full; nothing was changed")
    (small_disk / "filling").unlink()
    store = open_store(address)
    assert store.games() == ()
    store.close()


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
