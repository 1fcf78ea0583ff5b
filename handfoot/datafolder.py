"""The folder in which everything of a person's lies that they keep nowhere else: games, photos, decks."""

import os
from pathlib import Path

from platformdirs import user_data_path

from handfoot.errors import OutputError

VARIABLE = "HANDFOOT_DATA"


def data_folder() -> Path:
    """Return the folder that HANDFOOT_DATA names, or handfoot's among the user's data; it may not be there yet.

    Raises:
        OutputError: if a file lies there.
    """
    named = named_by(VARIABLE)
    if not named:
        return user_data_path("handfoot", appauthor=False)
    folder = Path(from_home(named))
    if folder.is_file():
        raise OutputError(f"{VARIABLE}: {folder}: a file, not a folder")
    return folder


def named_by(variable: str) -> str:
    """Return what a variable names; one that nobody set, or to blanks alone, names nothing: an empty text."""
    named = os.environ.get(variable, "")
    return named if named.strip() else ""


def from_home(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    """Return a path that begins with ``~/`` as one in the home folder, any other as it is."""
    if not isinstance(path, str) or not path.startswith(("~/", "~\\")):
        return path
    try:
        return Path(path).expanduser()
    except RuntimeError:
        # Nobody knows of a home folder here.
        return path
