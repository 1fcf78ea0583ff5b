"""A record from a file or from standard input, named in what is wrong with it."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorer.errors import RecordError, ScorerError
from scorer.files import read_at_most, text_of
from scorer.record import LARGEST_FILE, Record, parse_sent


def read_record(path: str) -> tuple[Record, int | None]:
    """Return the record of a file, or of standard input where the path is ``-``, and the round if it says one.

    Raises:
        RecordError: naming the file, if it cannot be read, is too large, holds no record, or one with half a letter in
            a note, which no answer can tell.
    """
    text = _text(path)
    with naming_record(path):
        record = parse_sent(text)
    return record, record.round if "round" in json.loads(text) else None


@contextmanager
def naming_record(path: str) -> Iterator[None]:
    """Begin the message of a ScorerError that the block raises with the record of that path."""
    try:
        yield
    except ScorerError as error:
        raise type(error)(f"{_name(path)}: {error}") from None


def _name(path: str) -> str:
    return "standard input" if path == "-" else path


def _text(path: str) -> str:
    name = _name(path)
    if not path.strip():
        raise RecordError("the record's path is empty")
    if path == "-" and sys.stdin is None:
        raise RecordError(f"{name}: is closed")
    try:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1) if path == "-" else read_at_most(Path(path), LARGEST_FILE)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise RecordError(f"{name}: cannot be read: {why}") from None
    try:
        return text_of(data, LARGEST_FILE)
    except ValueError as error:
        raise RecordError(f"{name}: {error}") from None
