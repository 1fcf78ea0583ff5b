"""The folder in which everything of a person's lies that they keep nowhere else: games, photos, decks."""

from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Return handfoot's folder among the user's data, as this system has them; it may not be there yet."""
    return user_data_path("handfoot", appauthor=False)
