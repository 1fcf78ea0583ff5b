"""Where the database lies: a URL or a file's path, the default being a file in the data folder."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from handfoot.datafolder import data_folder, named_by
from handfoot.errors import StoreError

VARIABLE = "HANDFOOT_DB"
_POSTGRESQL = frozenset({"postgres", "postgresql", "postgresql+psycopg"})
_SQLITE = frozenset({"sqlite", "sqlite+pysqlite"})


def default_address(folder: Path | None = None) -> str:
    """Return what HANDFOOT_DB names, or the path of a file in a folder, by default in the data folder."""
    return named_by(VARIABLE) or str((folder or data_folder()) / "handfoot.db")


def parse_address(address: str) -> URL:
    """Return the URL of a database by its URL or, for an SQLite file, its path.

    Raises:
        StoreError: if it names no SQLite file and no PostgreSQL database.
    """
    if "://" not in address:
        if address == ":memory:":
            raise StoreError(f"{address}: expected the path of a file, in which the games last")
        try:
            return URL.create("sqlite+pysqlite", database=str(Path(address).expanduser()))
        except RuntimeError:
            raise StoreError(f"{address}: nobody on this machine is called so") from None
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise StoreError(f"{address.partition(':')[0]}:…: no database URL") from None
    if url.drivername in _POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in _SQLITE:
        raise StoreError(f"{shown(url)}: only sqlite and postgresql databases can be used")
    if not url.database or url.database == ":memory:" or url.query:
        raise StoreError(f"{shown(url)}: expected sqlite:///PATH of a file")
    return url.set(drivername="sqlite+pysqlite")


def shown(url: URL) -> str:
    """Return how a message names the database: an SQLite file by its path, another by its URL without the password."""
    if url.get_backend_name() == "sqlite" and url.database:
        return url.database
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
