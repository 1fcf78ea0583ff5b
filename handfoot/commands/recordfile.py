"""The text of a record, from a file or from standard input."""

import sys
from pathlib import Path

from scorer.errors import RecordError
from scorer.files import read_at_most
from scorer.record import LARGEST_FILE


def record_name(path: str) -> str:
    """Return what messages call the record of that path; ``-`` is standard input."""
    return "standard input" if path == "-" else path


def read_record_text(path: str) -> str:
    """Return the text of a record's file, or of standard input where the path is ``-``.

    Raises:
        RecordError: naming the file, if it cannot be read, is too large or holds no UTF-8.
    """
    name = record_name(path)
    if not path:
        raise RecordError("the record's path is empty")
    if path == "-" and sys.stdin is None:
        raise RecordError(f"{name}: is closed")
    try:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1) if path == "-" else read_at_most(Path(path), LARGEST_FILE)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise RecordError(f"{name}: cannot be read: {why}") from None
    if len(data) > LARGEST_FILE:
        raise RecordError(f"{name}: larger than {LARGEST_FILE} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"{name}: no UTF-8 text: byte {error.start} is wrong") from None
