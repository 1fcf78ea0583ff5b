"""What a table's folder says of the table in its ``table.toml``, and what is wrong with one that says it otherwise."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from handfoot.errors import TableFileError
from handfoot.tomlfiles import read_toml
from scorer.record import MOST_CARDS, MOST_DECKS, MOST_POINTS, MOST_ROUNDS, Setting
from scorer.strict import LONGEST_SHOWN, shown

TABLE_FILE = "table.toml"

_WHY_NOT = {
    "bool_type": "is neither true nor false",
    "int_type": "is no whole number",
    "string_type": "is no text",
    "list_type": "is no list",
    "dict_type": "is no section of its own",
    "model_type": "is no section of its own, as [sides.NAME] begins one",
}
"""What a message says of a value of the table's file, by what pydantic calls the fault."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SideFacts(_Model):
    """What no photo shows of a side; None where nobody said it."""

    went_out: bool | None = None
    perfect_deals: Annotated[int, Field(ge=0, le=MOST_CARDS)] | None = None
    improper_melds: Annotated[int, Field(ge=0, le=MOST_CARDS)] | None = None
    score_before: Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)] | None = None


class TableFile(_Model):
    """What it says of the table, and of its sides by their names; None where it says nothing."""

    rules: str | None = None
    round: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = None
    decks: Annotated[int, Field(ge=1, le=MOST_DECKS)] | None = None
    settings: dict[str, Setting] = {}
    deck_profiles: list[str] = []
    sides: dict[str, SideFacts] = {}


def read_table_file(folder: Path) -> TableFile:
    """Read a folder's table.toml, or an empty one where there is none.

    Raises:
        TableFileError: in one line with the first wrong value and its place, if it cannot be read.
    """
    path = folder / TABLE_FILE
    try:
        path.lstat()
    except FileNotFoundError:
        return TableFile()
    except OSError as error:
        raise TableFileError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        return TableFile.model_validate(_with_sides_by_name(read_toml(path)))
    except ValidationError as error:
        raise TableFileError(f"{path}: {_first_wrong(error)}") from None
    except OSError as error:
        raise TableFileError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise TableFileError(f"{path}: {error}") from None


def _first_wrong(error: ValidationError) -> str:
    """Return the first wrong value, its place, and what it is not."""
    first = error.errors(include_url=False)[0]
    # A setting is one of several kinds, and each of them says that it is not that.
    parts = first["loc"][:2] if first["loc"][0] == "settings" else first["loc"]
    place = ".".join(str(part) for part in parts)
    place = place if len(place) <= LONGEST_SHOWN else f"{place[:LONGEST_SHOWN]}…"
    value, kind = shown(first["input"]), first["type"]
    if kind == "extra_forbidden":
        known = TableFile.model_fields if len(parts) == 1 else SideFacts.model_fields
        return f"{place}: {value}: nothing of that name can be said there; what can is {', '.join(known)}"
    if kind in _WHY_NOT:
        of_a_setting = len(parts) == 2 and parts[0] == "settings"
        why = "is no text, whole number, true or false" if of_a_setting else _WHY_NOT[kind]
        return f"{place}: {value} {why}"
    if kind == "greater_than_equal":
        return f"{place}: {value} is less than {first['ctx']['ge']}"
    if kind == "less_than_equal":
        return f"{place}: {value} is more than {first['ctx']['le']}"
    return f"{place}: {value}: {first['msg']}"


def _with_sides_by_name(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the file with its sides by name: it may have them as ``[sides.North]``, or as a list, as a record has."""
    sides = raw.get("sides")
    if not isinstance(sides, list):
        return raw
    named: dict[str, Any] = {}
    for number, side in enumerate(sides, start=1):
        if not isinstance(side, dict) or not isinstance(side.get("name"), str):
            raise ValueError(f"side {number} of the list has no name")
        if side["name"] in named:
            raise ValueError(f"side {shown(side['name'])} stands there twice")
        named[side["name"]] = {key: value for key, value in side.items() if key != "name"}
    return {**raw, "sides": named}
