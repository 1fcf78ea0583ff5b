"""What every test is run with: nothing that whoever runs it, or the terminal it is run in, has set; and no clock.

And what tests of several folders share because it takes long to make.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

OF_THE_TERMINAL = frozenset({"COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"})
"""What rich goes by."""

OF_THE_NETWORK = frozenset({"ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY"})
"""What leads a client elsewhere than to the server of a test."""


def _is_taken_away(name: str) -> bool:
    own = name.startswith("HANDFOOT_") and name != "HANDFOOT_CACHE"
    return own or name.upper() in OF_THE_TERMINAL | OF_THE_NETWORK


@pytest.fixture(scope="session", autouse=True)
def nothing_set(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Take the variables away, of handfoot's own all but the renderer's cache; the data folder is an empty one."""
    with pytest.MonkeyPatch.context() as variables:
        for name in filter(_is_taken_away, [*os.environ]):
            variables.delenv(name)
        variables.setenv("HANDFOOT_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def deck_photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a rendered photo of a deck's fifteen faces and its back, each once."""
    from tablesynth.taught import LESSON, render_taught

    folder = tmp_path_factory.mktemp("deck")
    render_taught(5, range(1), 1, folder)
    return next(folder.glob(f"*/{LESSON}/*.jpg"))
