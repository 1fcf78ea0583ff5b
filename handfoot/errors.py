"""The app's exceptions: ``HandfootError`` and, below it, one for each kind of unusable input."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorer.files import failing_as


class HandfootError(Exception):
    """Something handed to the app cannot be used; the message says what and why in one line."""


class FolderError(HandfootError):
    """A folder that is no table: missing, empty, or arranged in no way the app knows."""


class TableFileError(HandfootError):
    """A table.toml that cannot be read or says something impossible."""


class DeckTeachingError(HandfootError):
    """A deck that cannot be taught so: a name taken, an answer to no card, photos without one."""


class TrainingError(HandfootError):
    """A training of nets that cannot be begun, or that broke off."""


class OutputError(HandfootError):
    """An output folder or file that cannot be written."""


class PortError(HandfootError):
    """A port that cannot be served on: another program has it, or it may not be had."""


class LabelError(HandfootError):
    """Labels to judge by that are missing or cannot be read."""


class StoreError(HandfootError):
    """A database that cannot be used, or could not keep what it was given; nothing was changed."""


class UnknownGameError(HandfootError):
    """A game or round that the database does not hold."""


class UnknownTournamentError(HandfootError):
    """A tournament that the database does not hold."""


class ConflictError(HandfootError):
    """A change that something already kept stands against: a name taken, a round entered, a newer version."""


class EnteredError(ConflictError):
    """A round to be entered that is entered already."""


class OtherContentError(ConflictError):
    """A submission of a name under which something else was submitted before."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise OutputError, with the path and why, where the block that writes a file or makes a folder there cannot."""
    with failing_as(OutputError, f"{path}: cannot be written"):
        try:
            yield
        except FileExistsError:
            raise OSError("a file, not a folder") from None
