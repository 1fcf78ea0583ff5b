"""TOML files that people write: read no further than one can be long, and refused for a reason."""

import tomllib
from pathlib import Path
from typing import Any

from scorer.files import read_at_most, text_of

LARGEST_FILE = 1024 * 1024
"""Bytes of such a file, at most."""


def read_toml(path: Path) -> dict[str, Any]:
    """Return what a file says.

    Raises:
        OSError: if it cannot be opened.
        ValueError: saying why in one line, if it is no file, too large a one, or no TOML.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        # A pipe or a device, which might never end.
        raise ValueError("no file")
    text = text_of(read_at_most(path, LARGEST_FILE), LARGEST_FILE)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"no TOML: {error}") from None
    except RecursionError:
        raise ValueError("no TOML: nested too deep") from None
    except ValueError:
        # Python's own limit, told in words for programmers.
        raise ValueError("no TOML: a number in it has thousands of digits") from None
