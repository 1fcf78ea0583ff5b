"""Opening a database: what is in it is looked at first; only an empty or older one of ours is brought up to date."""

import time
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, inspect, text
from sqlalchemy.exc import OperationalError

from handfoot.errors import StoreError
from handfoot.store.address import default_address, parse_address, shown
from handfoot.store.engine import BUSY_S, WRITES, make_engine
from handfoot.store.migrations.steps import VERSION_TABLE, known_steps, migrate
from handfoot.store.schema import metadata
from handfoot.store.store import Store
from handfoot.store.troubles import in_one_line

_SQLITE_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES, _PAGE_SIZE, _PAGES = 100, slice(16, 18), slice(28, 32)
_LARGEST_PAGE = 65_536
"""How an SQLite file begins, where it says the size of its pages and their number, and which size it says as 1
(https://www.sqlite.org/fileformat.html, 1.3)."""

_LOCK = 0x68616E64
"""The number that programs opening a PostgreSQL database agree on, so that one at a time migrates it."""


def open_store(address: str | None = None) -> Store:
    """Return the store in the database of that URL or path, made or brought up to date if need be.

    Without an address it is the one HANDFOOT_DB names, or a file in the data folder.

    Raises:
        StoreError: if it cannot be reached, holds something else, is half written, or was made by a newer program;
            nothing in it is changed then.
    """
    url = parse_address(address or default_address())
    if url.get_backend_name() == "sqlite":
        _look_at_file(url)
    engine = make_engine(url)
    try:
        with in_one_line(url):
            with engine.connect() as connection:
                step = _step(connection, url)
            if step != known_steps()[-1]:
                _bring_up_to_date(engine, url)
            if url.get_backend_name() == "sqlite":
                _write_ahead(engine)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine)


def is_made(address: str | None = None) -> bool:
    """Whether there is a file to open as ``open_store`` does, or else a server to ask.

    Raises:
        StoreError: if the address names no database, or nobody may look there.
    """
    url = parse_address(address or default_address())
    path = Path(url.database or "")
    try:
        return url.get_backend_name() != "sqlite" or path.exists()
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from None


def _look_at_file(url: URL) -> None:
    """Refuse a file that is no SQLite database or ends too early, and make the folder of one that is not there."""
    path = Path(url.database or "")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise StoreError(f"{path}: a folder, not a database")
        if not path.exists() or path.stat().st_size == 0:
            return
        with path.open("rb") as file:
            head = file.read(_HEADER_BYTES)
        size = path.stat().st_size
        log = path.with_name(f"{path.name}-wal")
        has_log = log.exists() and log.stat().st_size > 0
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from None
    if not head.startswith(_SQLITE_MAGIC):
        raise StoreError(f"{path}: no SQLite database")
    page = int.from_bytes(head[_PAGE_SIZE], "big")
    pages = int.from_bytes(head[_PAGES], "big")
    if len(head) < _HEADER_BYTES or (not has_log and size < pages * (_LARGEST_PAGE if page == 1 else page)):
        raise StoreError(f"{path}: half written: it ends too early")


def _step(connection: Connection, url: URL) -> str | None:
    """Return the last step that the database took, None where it is empty; refuse what is not ours."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return None
    if VERSION_TABLE not in tables:
        raise StoreError(f"{shown(url)}: not handfoot's database: it holds {', '.join(sorted(tables)[:3])}")
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalars().all()
    if len(found) != 1:
        raise StoreError(f"{shown(url)}: half written: it does not say which schema it has")
    step, known = str(found[0]), known_steps()
    if step not in known:
        if step.isdigit() and step > known[-1]:
            raise StoreError(
                f"{shown(url)}: made by a newer handfoot (schema {step}, this one knows {known[-1]}): update this one"
            )
        raise StoreError(f"{shown(url)}: unknown schema {step!r}")
    missing = sorted(set(metadata.tables) - tables)
    if step == known[-1] and missing:
        raise StoreError(f"{shown(url)}: half written: there is no table {missing[0]}")
    return step


def _bring_up_to_date(engine: Engine, url: URL) -> None:
    """Migrate the database in one transaction that no other program is in; nothing stays of a failed one."""
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        # Looked at again: another program may have done it while this one waited.
        if _step(connection, url) != known_steps()[-1]:
            migrate(connection)


def _write_ahead(engine: Engine) -> None:
    """Let readers read while one writes; the file remembers it."""
    until = time.monotonic() + BUSY_S
    while True:
        raw = engine.raw_connection()
        try:
            raw.cursor().execute("PRAGMA journal_mode=WAL")
        except Exception as error:
            # SQLite does not wait here by itself.
            if "locked" not in str(error) or time.monotonic() > until:
                raise OperationalError("PRAGMA journal_mode=WAL", None, error) from None
            time.sleep(0.05)
        else:
            return
        finally:
            raw.close()
