"""What is wrong with a request of a wrong shape, in one plain line that names the place and the value."""

from collections.abc import Mapping, Sequence

from handfoot.sheets.printed import signed
from scorer.strict import shown

UNREADABLE = "what was sent cannot be read"

_BARE = {
    "missing": "nothing was given",
    "union_tag_not_found": "nothing was given",
    "extra_forbidden": "nothing of that name is asked for",
    "string_too_long": "at most {max_length} characters, please",
    "too_long": "at most {max_length}, please",
    "too_short": "at least {min_length}, please",
    "value_error": "{error}",
}
"""What is wrong where the value itself would tell no more, or is too long to be shown."""

_WANTED = {
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number",
    "bool_type": "yes or no",
    "bool_parsing": "yes or no",
    "string_type": "words",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "dataclass_type": "an object",
    "enum": "{expected}",
    "literal_error": "{expected}",
    "union_tag_invalid": "one of {expected_tags}",
    "string_pattern_mismatch": "only letters, digits, _ and -",
}
"""What a value of the wrong kind or size should have been."""

_NO_FILE = "Expected UploadFile"
"""How FastAPI begins to say that a file was asked for."""

_KINDS = ("about", "kind")
"""The fields that say which of several shapes an object has; the shape's name stands in the place of a fault, too."""

Fault = Mapping[str, object]
"""An error as pydantic lists it: its ``type``, ``loc``, ``input``, ``msg`` and mostly ``ctx``."""


def told(faults: Sequence[Fault], body: object) -> tuple[str, str]:
    """Return what is wrong first and the place of it, as ``points.Gum``. body: what was sent, as it was read."""
    first = faults[0]
    if first["type"] == "json_invalid":
        return UNREADABLE, "body"
    if isinstance(body, bytes):
        return "what is sent has to be JSON, and to say so: Content-Type: application/json", "Content-Type"
    loc = _loc(first)
    path = _path(first, body)
    # A value that may be of several kinds has a fault for each of them.
    alike = [fault for fault in faults if _path(fault, body) == path and _loc(fault)[:-1] == loc[:-1]]
    name = ", ".join(str(part + 1) if isinstance(part, int) else part.replace("_", " ") for part in path)
    wrong = _wrong(alike)
    return f"{name}: {wrong}" if name else wrong, ".".join(map(str, path)) or str(loc[0])


def _wrong(faults: Sequence[Fault]) -> str:
    kind, values, value = str(faults[0]["type"]), _values(faults[0]), faults[0]["input"]
    if kind == "string_too_short":
        return "it is empty" if values["min_length"] == "1" else f"at least {values['min_length']} characters, please"
    if kind == "value_error" and str(values["error"]).startswith(_NO_FILE):
        return f"a file, please, not {shown(value)}"
    if kind in _BARE:
        return _BARE[kind].format_map(values)
    if kind == "union_tag_invalid":
        value = values["tag"]
    wanted = dict.fromkeys(_wanted(fault) for fault in faults)
    if not all(wanted):
        return f"{shown(value)} is not what is asked for"
    return f"{', or '.join(wanted)}, please, not {shown(value)}"


def _wanted(fault: Fault) -> str:
    return _WANTED.get(str(fault["type"]), "").format_map(_values(fault))


def _values(fault: Fault) -> dict[str, object]:
    given = fault.get("ctx", {})
    assert isinstance(given, Mapping)
    return {key: signed(value) if isinstance(value, int) else value for key, value in given.items()}


def _loc(fault: Fault) -> tuple[int | str, ...]:
    loc = fault["loc"]
    assert isinstance(loc, Sequence)
    return tuple(loc)


def _path(fault: Fault, body: object) -> tuple[int | str, ...]:
    """Return where a fault is in what was sent, without the names of what the value there might have been."""
    where, *parts = _loc(fault)
    if where != "body":
        return tuple(parts)
    path: list[int | str] = []
    here = body
    for place, part in enumerate(parts, start=1):
        if isinstance(here, Mapping) and place < len(parts) and part in map(here.get, _KINDS):
            continue
        inside = here if isinstance(here, Mapping) else dict(enumerate(here)) if isinstance(here, list) else {}
        if part in inside:
            path.append(part)
            here = inside[part]
        elif place == len(parts) and fault["type"] == "missing":
            path.append(part)
    if fault["type"] in ("union_tag_invalid", "union_tag_not_found"):
        path.append(str(_values(fault)["discriminator"]).strip("'"))
    return tuple(path)
