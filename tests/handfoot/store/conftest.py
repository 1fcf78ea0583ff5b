"""Stores for the tests: each test runs on SQLite, and on PostgreSQL where a server is installed."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from handfoot.store import Store, open_store
from tests.handfoot.store.server import programs, running_server

_numbers = count(1)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """Give the folder of a PostgreSQL server's socket."""
    folder = programs()
    if folder is None:
        pytest.skip("no PostgreSQL server is installed here")
    with running_server(folder) as socket:
        yield socket


@pytest.fixture
def new_database(postgresql: str) -> str:
    """Return the URL of a new and empty PostgreSQL database."""
    import psycopg

    name = f"test_{next(_numbers)}"
    with psycopg.connect(host=postgresql, user="handfoot", dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload]
    return f"postgresql://handfoot@/{name}?host={postgresql}"


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "handfoot.db")
    return str(request.getfixturevalue("new_database"))


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """Give a store in an empty database."""
    opened = open_store(address)
    yield opened
    opened.close()
