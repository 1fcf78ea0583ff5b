"""Opening a database: an empty one is made, an older one brought up to date, anything else refused unchanged."""

import contextlib
import os
import re
import sqlite3
import stat
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from handfoot.errors import StoreError
from handfoot.store import Store, open_store
from handfoot.store.address import default_address, parse_address, shown
from handfoot.store.engine import BUSY_S, make_engine
from handfoot.store.migrations import versions
from handfoot.store.migrations.steps import VERSION_TABLE, known_steps
from handfoot.store.schema import metadata
from tests.handfoot.store.apart import begun, heard
from tests.handfoot.store.rounds import begin, round_record

STEPS = Path(versions.__file__).parent


def change(address: str, *statements: str) -> None:
    """Do what some other program might do to a database."""
    engine = make_engine(parse_address(address))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def tables(address: str) -> set[str]:
    engine = make_engine(parse_address(address))
    found = set(inspect(engine).get_table_names())
    engine.dispose()
    return found


def refusal(address: str) -> str:
    with pytest.raises(StoreError) as refused:
        open_store(address)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_an_empty_database_is_made_and_opened_again(address: str) -> None:
    first = open_store(address)
    begin(first)
    first.close()
    second = open_store(address)
    assert [game.name for game in second.games()] == ["Friday"]
    second.close()


def test_the_migrations_make_the_tables_that_the_program_reads(store: Store) -> None:
    with store.reading() as session:
        context = MigrationContext.configure(session.connection(), opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []


def test_each_migration_follows_the_one_numbered_before_it() -> None:
    files = sorted(path for path in STEPS.glob("*.py") if path.name != "__init__.py")
    assert [path.name[:4] for path in files] == list(known_steps())
    for before, path in zip([None, *known_steps()], files, strict=False):
        source = path.read_text(encoding="utf-8")
        assert re.search(rf'^revision = "{path.name[:4]}"$', source, re.MULTILINE)
        down = f'"{before}"' if before else "None"
        assert re.search(rf"^down_revision(: .+)? = {down}$", source, re.MULTILINE)


def open_and_count(pipe: Connection, address: str) -> None:
    """Open the database and tell how many games it has."""
    store = open_store(address)
    pipe.send(len(store.games()))
    store.close()


def test_programs_that_open_a_new_database_at_once_all_find_it_whole(address: str) -> None:
    three = [begun(open_and_count, address) for _ in range(3)]
    assert [heard(program, pipe) for program, pipe in three] == [[0]] * 3
    assert [program.exitcode for program, _ in three] == [0] * 3


def test_an_older_database_is_brought_up_to_date_and_keeps_its_games(address: str) -> None:
    from alembic import command
    from alembic.config import Config

    engine = make_engine(parse_address(address))
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(STEPS.parent))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            text(
                "INSERT INTO games (name, name_key, rules_id, rules, rounds, settings, made_at, revision)"
                " VALUES ('Old', 'old', 'bain', '{}', '[]', '{}', '2026-01-01 00:00:00', 0)"
            )
        )
    engine.dispose()
    store = open_store(address)
    with store.reading() as session:
        assert session.execute(text("SELECT name FROM games")).scalars().all() == ["Old"]
        assert session.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar() == known_steps()[-1]
    store.close()


def test_a_newer_database_is_refused(address: str) -> None:
    open_store(address).close()
    change(address, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    assert refusal(address) == (
        f"{shown(parse_address(address))}: made by a newer handfoot (schema 9999, this one knows {known_steps()[-1]}): "
        "update this one"
    )


@pytest.mark.parametrize(
    ("statements", "say"),
    [
        (["DELETE FROM handfoot_schema"], "half written: it does not say which schema it has"),
        (["UPDATE handfoot_schema SET version_num = 'abc'"], "unknown schema 'abc'"),
        (["DROP TABLE round_points"], "half written: there is no table round_points"),
    ],
    ids=["no version", "strange version", "a table missing"],
)
def test_a_half_written_schema_is_refused(address: str, statements: list[str], say: str) -> None:
    open_store(address).close()
    change(address, *statements)
    before = tables(address)
    assert refusal(address).endswith(say)
    assert tables(address) == before


def test_a_foreign_database_is_refused_and_left_as_it_is(address: str) -> None:
    change(address, "CREATE TABLE recipes (name VARCHAR(20))", "INSERT INTO recipes VALUES ('soup')")
    assert refusal(address).endswith("not handfoot's database: it holds recipes")
    assert tables(address) == {"recipes"}


def test_a_foreign_file_is_not_changed_by_a_byte(tmp_path: Path) -> None:
    path = tmp_path / "recipes.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    before = path.read_bytes()
    refusal(str(path))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def kept_games(path: Path) -> bytes:
    """Return the bytes of a database with some games in it."""
    store = open_store(str(path))
    begin(store)
    store.add_round("Friday", round_record(1))
    store.close()
    whole = path.read_bytes()
    path.unlink()
    return whole


@pytest.mark.parametrize(
    ("broken", "say"),
    [
        (lambda whole: b"not a database, but long enough to be one" * 200, "no SQLite database"),
        (lambda whole: b"x", "no SQLite database"),
        (lambda whole: whole[:50], "half written: it ends too early"),
        (lambda whole: whole[:5000], "half written: it ends too early"),
        (lambda whole: whole[: len(whole) // 2], "half written: it ends too early"),
        (lambda whole: whole[:-1], "half written: it ends too early"),
        (lambda whole: whole[:100] + b"\xff" * 3996 + whole[4096:], "the file is damaged or half written"),
    ],
    ids=["text", "a letter", "half a head", "a page", "half", "a byte short", "overwritten"],
)
def test_a_file_that_is_no_database_or_not_whole_is_refused_unchanged(
    tmp_path: Path, broken: Callable[[bytes], bytes], say: str
) -> None:
    path = tmp_path / "games.db"
    data = broken(kept_games(path))
    path.write_bytes(data)
    assert refusal(str(path)) == f"{path}: {say}"
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("said", "torn"),
    [(b'"id":"', b'"id"\xff"'), (b'"id":"', b'"id"""'), (b"CREATE TABLE games", b"CREATE TABLE g\xffmes")],
    ids=["no text", "no JSON", "a table's own lines"],
)
def test_a_database_with_damage_within_its_texts_is_told_and_left_as_it_is(
    tmp_path: Path, said: bytes, torn: bytes
) -> None:
    path = tmp_path / "games.db"
    data = kept_games(path).replace(said, torn)
    assert torn in data
    path.write_bytes(data)
    with pytest.raises(StoreError) as refused, contextlib.closing(open_store(str(path))) as store:
        store.games()
    assert str(refused.value) == f"{path}: the file is damaged or half written"
    assert path.read_bytes() == data


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    (tmp_path / "games.db").touch()
    store = open_store(str(tmp_path / "games.db"))
    assert store.games() == ()
    store.close()


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    open_store(str(tmp_path / "of" / "mine" / "games.db")).close()
    assert (tmp_path / "of" / "mine" / "games.db").is_file()


def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    assert refusal(str(tmp_path)) == f"{tmp_path}: a folder, not a database"
    (tmp_path / "file").touch()
    assert refusal(str(tmp_path / "file" / "games.db")).startswith(f"{tmp_path / 'file' / 'games.db'}: ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    open_store(str(path)).close()
    path.chmod(stat.S_IRUSR)
    store = open_store(str(path))
    with pytest.raises(StoreError, match="may not be written"):
        begin(store)
    store.close()


def test_a_write_waits_for_another_program_and_says_so_when_it_waits_in_vain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handfoot.store.engine.BUSY_S", 0.2)
    store = open_store(str(tmp_path / "games.db"))
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="another program is busy with it; nothing was changed, try again"):
        begin(store)
    other.execute("ROLLBACK")
    other.close()
    assert begin(store).name == "Friday"
    store.close()


def test_sqlite_is_set_up_to_keep_what_it_was_given(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "games.db"))
    with store.writing() as session:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        found = {name: session.execute(text(f"PRAGMA {name}")).scalar() for name in pragmas}
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}
    store.close()


def test_a_postgresql_server_that_is_gone_without_a_word_is_waited_for_no_longer_than_a_writer(
    new_database: str,
) -> None:
    engine = make_engine(parse_address(new_database))
    with engine.connect() as connection:
        told = connection.connection.dbapi_connection.info.get_parameters()  # type: ignore[union-attr]
    engine.dispose()
    keeps = [int(told[f"keepalives_{name}"]) for name in ("idle", "interval", "count")]
    assert int(told["tcp_user_timeout"]) == 1000 * BUSY_S
    assert keeps[0] + keeps[1] * keeps[2] <= 2 * BUSY_S


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    said = refusal("postgresql://ann:secret@127.0.0.1:1/games")
    assert said.startswith("postgresql://ann:***@127.0.0.1:1/games: cannot be reached: ")
    assert "secret" not in said


def test_postgresql_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert refusal("postgresql://ann@host/games").endswith(
        "PostgreSQL needs a driver: install handfoot with the extra 'postgres'"
    )


@pytest.mark.parametrize(
    ("address", "say"),
    [
        (
            "mysql://ann:secret@host/games",
            "mysql://ann:***@host/games: only sqlite and postgresql databases can be used",
        ),
        ("sqlite://", "sqlite://: expected sqlite:///PATH of a file"),
        ("sqlite:///:memory:", ":memory:: expected sqlite:///PATH of a file"),
        ("sqlite:///x.db?mode=ro", "x.db: expected sqlite:///PATH of a file"),
        ("postgresql://ann:secret@host:port/games", "postgresql:…: no database URL"),
        ("://", ":…: no database URL"),
    ],
)
def test_an_address_that_is_none_is_refused(address: str, say: str) -> None:
    assert refusal(address) == say


def test_an_address_is_what_is_said_or_the_variable_or_a_file_in_the_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HANDFOOT_DATA", str(tmp_path))
    monkeypatch.setenv("HANDFOOT_DB", "postgresql://ann@host/games")
    assert default_address() == "postgresql://ann@host/games"
    monkeypatch.setenv("HANDFOOT_DB", " ")
    assert Path(default_address()) == tmp_path / "handfoot.db"
    monkeypatch.delenv("HANDFOOT_DB")
    assert Path(default_address()) == tmp_path / "handfoot.db"
    monkeypatch.delenv("HANDFOOT_DATA")
    own = default_address()
    assert Path(own).name == "handfoot.db"
    assert Path(own).parent != tmp_path
    monkeypatch.setenv("HANDFOOT_DATA", " ")
    assert default_address() == own
    for address in ("~/games.db", "sqlite:///games.db", "sqlite+pysqlite:///games.db"):
        assert parse_address(address).drivername == "sqlite+pysqlite"
    for address in ("postgres://ann@host/games", "postgresql://ann@host/games", "postgresql+psycopg://ann@host/games"):
        assert parse_address(address).drivername == "postgresql+psycopg"
