"""What can go wrong with a database, each told in one line."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from handfoot.errors import ConflictError, StoreError
from handfoot.store.address import shown

_DAMAGED = "the file is damaged or half written"

_FULL = "the disk is full; nothing was changed"

_SAID = {
    "database or disk is full": _FULL,
    "database is locked": "another program is busy with it; nothing was changed, try again",
    "disk I/O error": "the disk could not be written or read; nothing was changed",
    "database disk image is malformed": _DAMAGED,
    "malformed database schema": _DAMAGED,
    "Could not decode to UTF-8": _DAMAGED,
    "file is not a database": "no SQLite database",
    "attempt to write a readonly database": "it may not be written to",
    "unable to open database file": "it cannot be opened or made",
}


@contextmanager
def in_one_line(url: URL) -> Iterator[None]:
    """Turn what the database reports into one line that names it.

    Raises:
        StoreError: if the database cannot be used, or could not keep a change.
        ConflictError: if another change came first.
    """
    try:
        yield
    except IntegrityError:
        raise ConflictError(f"{shown(url)}: another change came first; look again and repeat yours") from None
    except DBAPIError as error:
        raise StoreError(f"{shown(url)}: {_reason(error)}") from None
    except SQLAlchemyError as error:
        raise StoreError(f"{shown(url)}: {' '.join(str(error).split())}") from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        # Of what lies in the database, as all that is handed in was read before: SQLite sees no damage within a text.
        raise StoreError(f"{shown(url)}: {_DAMAGED}") from None


def _reason(error: DBAPIError) -> str:
    # To be read, too, an SQLite database needs a few blocks beside it, for what its programs share.
    if getattr(error.orig, "sqlite_errorname", None) == "SQLITE_IOERR_SHMSIZE":
        return _FULL
    text = " ".join(str(error.orig).split())
    for sign, said in _SAID.items():
        if sign in text:
            return said
    if getattr(error.orig, "sqlstate", None) == "53100":
        return _FULL
    return f"cannot be reached: {text}" if isinstance(error, OperationalError) else text
