"""The folder in which everything of a person's lies that they keep nowhere else: games, photos, decks."""

import os
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Return handfoot's folder among the user's data, as this system has them; it may not be there yet."""
    return user_data_path("handfoot", appauthor=False)


def from_home(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    """Return a path that begins with ``~/`` as one in the home folder, any other as it is."""
    if not isinstance(path, str) or not path.startswith(("~/", "~\\")):
        return path
    try:
        return Path(path).expanduser()
    except RuntimeError:
        # Nobody knows of a home folder here.
        return path
