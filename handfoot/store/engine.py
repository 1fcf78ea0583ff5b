"""Connections to the database, set up so that a write waits for its turn and a kept score stays kept."""

import sqlite3
from contextlib import suppress

from sqlalchemy import URL, Connection, Engine, create_engine, event

from handfoot.errors import StoreError
from handfoot.store.address import shown

BUSY_S = 15.0
"""Seconds that a writer waits for the one before it."""

LOST = {
    "connect_timeout": int(BUSY_S),
    "tcp_user_timeout": int(1000 * BUSY_S),
    "keepalives_idle": int(BUSY_S),
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""How libpq tells that a PostgreSQL server is gone without a word, as where a cable was pulled; seconds, but for
``tcp_user_timeout`` in milliseconds. By itself a system waits for a quarter of an hour and more."""

LOG_BUSY_MS = 1000
"""Milliseconds for which readers are waited for that keep the log from being emptied."""

WRITES = "handfoot_writes"
"""The option of a connection that will write: it takes its turn at once, not at its first change."""


def make_engine(url: URL) -> Engine:
    """Return an engine for the database; nothing is opened yet.

    Raises:
        StoreError: if the driver of a PostgreSQL database is not installed.
    """
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": BUSY_S})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        return create_engine(url, connect_args=LOST, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise StoreError(
            f"{shown(url)}: PostgreSQL needs a driver: install handfoot with the extra 'postgres'"
        ) from None


def empty_log(engine: Engine) -> None:
    """Take over into an SQLite database what its log holds, and empty that: what was deleted stands in it until then.

    While somebody else reads for long it stays there until the log is emptied another time, at the latest as the last
    program that has the database open ends.
    """
    if engine.dialect.name != "sqlite":
        return
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        # Writers wait for this one, and must not wait for longer than they may.
        cursor.execute(f"PRAGMA busy_timeout = {LOG_BUSY_MS}")
        with suppress(sqlite3.OperationalError):
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_S)}")
    finally:
        connection.close()


def _set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    # The transactions are begun below: Python's own would begin too late, and end before a table is made.
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys=ON")
    # In WAL mode less would lose the last scores with the power.
    connection.execute("PRAGMA synchronous=FULL")
    # A game deleted for good is overwritten in the file.
    connection.execute("PRAGMA secure_delete=ON")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
