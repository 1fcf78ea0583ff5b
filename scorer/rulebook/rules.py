"""Rule sets: every number, switch and named behaviour of a published text, read from a TOML file and checked."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import Field, StringConstraints, ValidationError, field_validator, model_validator

from scorer.errors import RulesError
from scorer.faces import NATURAL_RANKS, WILDS, Face
from scorer.files import read_at_most, text_of
from scorer.rulebook.rule_sections import (
    Books,
    Decks,
    Ending,
    Game,
    Garbage,
    IllegalGoingOut,
    Melds,
    Number,
    Opening,
    OpeningBy,
    RedThrees,
    Section,
    SettingRule,
    Threes,
    Words,
)
from scorer.rulebook.settings import SettingName, expected, takes
from scorer.strict import shown

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_ALWAYS = (
    SettingName.CLEAN_BOOK,
    SettingName.DIRTY_BOOK,
    SettingName.WILD_BOOK,
    SettingName.SECOND_BOOK,
    SettingName.RED3_LEFT,
    SettingName.BLACK3_PLAYED,
    SettingName.BLACK3_LEFT,
    SettingName.GOING_OUT,
)
"""The settings that no rule set can be scored without."""

RULE_FILES = ".toml"
"""How the names of rule files end."""

LARGEST_FILE = 1024 * 1024
"""Bytes of a rule file; those that ship have a two-hundredth of it."""


class RuleSet(Section):
    """A rule set, whole."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
    title: Words
    source: Words
    game: Game
    opening: Opening
    values: dict[Face, Number]
    values_clause: Words
    melds: Melds
    books: Books
    threes: Threes
    ending: Ending
    decks: Decks
    garbage: Garbage = Field(default=Garbage.NONE, strict=False)
    garbage_clause: Words = "Melds"
    settings: dict[SettingName, SettingRule]
    notes: list[Words] = Field(default=[])
    """What this project decided where the text leaves no number to set."""

    @property
    def full_title(self) -> str:
        """The title; of a house's own rules with their id, as their title may be that of what they extend."""
        return self.title if self.id in rule_ids() else f"{self.title} ({self.id})"

    @field_validator("values", mode="before")
    @classmethod
    def _faces(cls, value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        wanted = {face.value for face in (*NATURAL_RANKS, *WILDS)}
        if set(value) != wanted:
            raise ValueError(f"a value for each of {' '.join(sorted(wanted))}")
        return {Face(face): points for face, points in value.items()}

    @field_validator("settings", mode="before")
    @classmethod
    def _names(cls, value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        for name, rule in value.items():
            if name not in tuple(SettingName):
                raise ValueError(f"known settings, not {shown(name)}")
            given = rule.get("value") if isinstance(rule, Mapping) else None
            if given is not None and not takes(SettingName(name), given):
                raise ValueError(f"{expected(SettingName(name))} in '{name}', not {shown(given)}")
        return {SettingName(name): rule for name, rule in value.items()}

    @model_validator(mode="after")
    def _complete(self) -> Self:
        needed = dict.fromkeys(_ALWAYS, "")
        if self.threes.red is not RedThrees.NOT_PLAYABLE:
            needed[SettingName.RED3_PLAYED] = f", as red 3s count on the table (threes.red is '{self.threes.red}')"
        if self.ending.illegal is IllegalGoingOut.FORFEIT:
            needed[SettingName.ILLEGAL_GOING_OUT] = f", as ending.illegal is '{self.ending.illegal}'"
        for name, why in needed.items():
            if name not in self.settings:
                raise ValueError(f"a setting '{name}'{why}")
        if self.opening.by is OpeningBy.ROUND and not self.game.rounds:
            raise ValueError(f"'rounds' in 'game', as opening.by is '{self.opening.by}'")
        if self.opening.by is OpeningBy.ROUND and len(self.opening.points) != len(self.game.rounds):
            raise ValueError(f"{len(self.game.rounds)} opening points, one for each round")
        return self


def rule_ids() -> tuple[str, ...]:
    """Return the ids of the rule sets that ship with the scorer, in alphabetical order."""
    names = (entry.name for entry in resources.files("scorer.rulesets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def load_rules(rules_id: str) -> RuleSet:
    """Return the shipped rule set of that id; it is read and checked once.

    Raises:
        RulesError: if there is no such rule set.
    """
    if rules_id not in rule_ids():
        raise RulesError(f"unknown rules {shown(rules_id)}; there are {', '.join(rule_ids())}")
    text = resources.files("scorer.rulesets").joinpath(f"{rules_id}.toml").read_text(encoding="utf-8")
    return parse_rules(text, f"{rules_id}.toml")


def rules_named(named: str) -> RuleSet:
    """Return a shipped rule set by its id, or the one in a house's own file.

    Raises:
        RulesError: if there is none of that id, or the file is no rule file.
    """
    path = Path(named)
    if named in rule_ids():
        return load_rules(named)
    if path.suffix == RULE_FILES or path.is_file():
        return load_rules_file(path)
    if (file := Path(named + RULE_FILES)).is_file():
        raise RulesError(f"unknown rules {shown(named)}; did you mean the file {shown(str(file))}?")
    return load_rules(named)


def load_rules_file(path: Path) -> RuleSet:
    """Return the rule set of a house's own file.

    Raises:
        RulesError: naming the file, the key, its value and what was expected.
    """
    return load_variant(path)[0]


def load_variant(path: Path) -> tuple[RuleSet, RuleSet | None]:
    """Return the rule set of a house's own file, and the shipped one it extends, None if it stands alone.

    Raises:
        RulesError: naming the file, the key, its value and what was expected; also if it changes a shipped rule set
            but keeps its id, so that a record would not say by which of the two it was scored.
    """
    try:
        data = read_at_most(path, LARGEST_FILE)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise RulesError(f"{path}: cannot be read: {why}") from None
    try:
        text = text_of(data, LARGEST_FILE)
    except ValueError as error:
        raise RulesError(f"{path}: {error}") from None
    rules, base = _parse(text, str(path))
    if rules.id in rule_ids() and rules != load_rules(rules.id):
        raise RulesError(f"{path}: 'id': {shown(rules.id)}: expected an id of its own, as it changes that rule set")
    return rules, base


def parse_rules(text: str, place: str) -> RuleSet:
    """Return the rule set that a TOML text describes, on top of the shipped one that it ``extends``.

    Raises:
        RulesError: naming ``place``, the key, its value and what was expected.
    """
    return _parse(text, place)[0]


def _parse(text: str, place: str) -> tuple[RuleSet, RuleSet | None]:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # A number of thousands of digits is a ValueError of Python's own.
        raise RulesError(f"{place}: no TOML: {error}") from None
    base = data.pop("extends", None)
    extended = None
    if base is not None:
        if not isinstance(base, str) or base not in rule_ids():
            raise RulesError(f"{place}: 'extends': {shown(base)}: expected one of {', '.join(rule_ids())}")
        extended = load_rules(base)
        data = _over(extended.model_dump(mode="json", exclude_none=True), data)
    try:
        return RuleSet.model_validate(data), extended
    except ValidationError as error:
        raise RulesError(f"{place}: {_first(error)}") from None


def _over(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Lay a variant's tables over the rule set's, key by key."""
    laid = dict(base)
    for key, value in change.items():
        under = laid.get(key)
        laid[key] = _over(under, value) if isinstance(under, Mapping) and isinstance(value, Mapping) else value
    return laid


_EXPECTED = {
    "string_type": "a text",
    "string_too_short": "a text of one letter or more",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a section of its own",
    "model_type": "a section of its own",
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le} or less",
    "enum": "{expected}",
}
"""What a message says was expected, by what pydantic calls the fault; its other words are told as they are."""


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in first["loc"]) or "the file"
    if first["type"] == "missing":
        return f"'{key}': nothing there: expected a value"
    if first["type"] == "extra_forbidden":
        return f"'{key}': {shown(first['input'])}: expected no such key"
    if first["type"] == "value_error":
        return f"'{key}': expected {first['msg'].removeprefix('Value error, ')}"
    return f"'{key}': {shown(first['input'])}: expected {_wanted(first)}"


def _wanted(first: "ErrorDetails") -> str:
    """Return what was expected in the place of a wrong value."""
    place = first["loc"]
    if first["type"] == "string_pattern_mismatch":
        id_has = "small letters, digits and hyphens, as in kitchen-table, 64 at most"
        return id_has if place == ("id",) else "a number of cards from 1 to 99"
    if place[0] == "settings" and len(place) == 2:
        return f"a section of its own: [settings.{place[1]}], with value = {shown(first['input'])} in it"
    known = _EXPECTED.get(first["type"])
    return f"this: {first['msg']}" if known is None else known.format_map(first.get("ctx", {}))
