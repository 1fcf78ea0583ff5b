"""Values of untrusted JSON checked one at a time; a wrong one is refused in one line that names it and its place."""

import json
import math
from collections.abc import Collection, Mapping, Sequence

from scorer.errors import RecordError
from scorer.faces import Face, parse_face

LONGEST_SHOWN = 60
"""Characters of a refused value that a message shows."""

DEEPEST = 20
"""Levels of lists and objects that an extra field may have."""


def shown(value: object) -> str:
    """Return a refused value as a message shows it: its JSON, cut short, on one line."""
    try:
        text = repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


class SaidTwice(dict[str, object]):
    """An object of a JSON text in which a field stood twice: the last of both. ``field`` is its name."""

    def __init__(self, fields: Mapping[str, object], field: str) -> None:
        """Take what stood there, and the field's name."""
        super().__init__(fields)
        self.field = field


def fields_of(value: object, place: str) -> Mapping[str, object]:
    """Return an object, each of whose fields stood there once; one that was no JSON text may name them otherwise."""
    if not isinstance(value, Mapping):
        raise RecordError(f"{shown(value)} is no object in {place}")
    if isinstance(value, SaidTwice):
        raise RecordError(f"field {shown(value.field)} stands twice in {place}")
    return value


def mapping(value: object, place: str, *, known: Collection[str]) -> Mapping[str, object]:
    """Return an object whose keys are all in ``known`` or start with ``x_``."""
    fields = fields_of(value, place)
    for key in fields:
        if not isinstance(key, str):
            raise RecordError(f"{shown(key)} is no field name in {place}")
        if key not in known and not key.startswith("x_"):
            raise RecordError(f"unknown field {shown(key)} in {place}")
    return fields


def sequence(value: object, place: str, *, most: int) -> Sequence[object]:
    """Return a list of at most ``most`` things."""
    if not isinstance(value, (list, tuple)):
        raise RecordError(f"{shown(value)} is no list in {place}")
    if len(value) > most:
        raise RecordError(f"{len(value)} entries in {place} are more than {most}")
    return value


def integer(value: object, place: str, *, least: int, most: int) -> int:
    """Return a whole number within the limits; true and 7.0 are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"{shown(value)} is no whole number in {place}")
    if not least <= value <= most:
        raise RecordError(f"{shown(value)} is not between {least} and {most} in {place}")
    return int(value)


def switch(value: object, place: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise RecordError(f"{shown(value)} is neither true nor false in {place}")
    return value


def text(value: object, place: str, *, most: int) -> str:
    """Return a text of 1 to ``most`` characters that can be written down as UTF-8."""
    if not isinstance(value, str):
        raise RecordError(f"{shown(value)} is no text in {place}")
    if not value.strip() or len(value) > most:
        raise RecordError(f"{shown(value)} in {place} is no text of 1 to {most} characters")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise RecordError(f"{value!a:.{LONGEST_SHOWN}} in {place} is no Unicode text")
    return str(value)


def face(value: object, place: str) -> Face:
    """Return a face, written as people do."""
    if not isinstance(value, str):
        raise RecordError(f"{shown(value)} is no face in {place}")
    try:
        return parse_face(value)
    except ValueError:
        raise RecordError(f"unknown face {shown(value)} in {place}") from None


def plain(value: object, place: str, *, depth: int = DEEPEST) -> object:
    """Return an extra field's value if it is JSON of at most ``depth`` levels, without NaN or infinities."""
    if depth == 0 and isinstance(value, (list, tuple, Mapping)):
        raise RecordError(f"{place} is nested more than {DEEPEST} levels deep")
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, (list, tuple)):
        return [plain(part, place, depth=depth - 1) for part in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in fields_of(value, place)):
        return {key: plain(part, place, depth=depth - 1) for key, part in value.items()}
    raise RecordError(f"{shown(value)} is no JSON in {place}")
