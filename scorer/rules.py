"""Rule sets: every number, switch and named behaviour of a published text, read from a TOML file and checked."""

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator, model_validator

from scorer.errors import RulesError
from scorer.faces import NATURAL_RANKS, WILDS, Face
from scorer.settings import SettingName, expected, takes
from scorer.strict import shown

Words = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Number = Annotated[int, Field(ge=0, le=100_000)]


class OpeningBy(StrEnum):
    """What the least points of a first meld depend on."""

    ROUND = "round"
    NUMBER = "number"
    """The round's own number is the minimum."""
    SCORE = "score"
    """The side's score before the round."""


class RedThrees(StrEnum):
    """What a red 3 in the played area is worth."""

    POINTS = "points"
    NOT_PLAYABLE = "not_playable"
    BY_SEVENS = "by_sevens"
    """The points if the side completed a sevens book, the same points against it otherwise."""


class BlackThrees(StrEnum):
    """When black 3s may lie in the played area."""

    NEVER = "never"
    WHEN_GOING_OUT = "when_going_out"
    """Three or more without wilds, by a side that goes out."""


class Garbage(StrEnum):
    """Whether loose cards may lie in the played area."""

    NONE = "none"
    AFTER_SEVENS = "after_sevens"
    """Of ranks already completed, once the side has a sevens book; never sevens."""


class IllegalGoingOut(StrEnum):
    """What becomes of a side that went out without the right to."""

    NO_BONUS = "no_bonus"
    FORFEIT = "forfeit"
    """It loses its whole meld and pays; the other sides are charged nothing for what they have left."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Game(_Section):
    """The rounds of a game and who plays them."""

    players: Words
    clause: Words
    partners: bool = False
    """Whether ``left`` may hold cards of a partner of the one who went out."""
    rounds: Annotated[list[Annotated[int, Field(ge=1, le=10_000)]], Field(max_length=100)] = []
    """The rounds by their numbers; none: rounds go on until ``target`` is reached."""
    target: Number | None = None
    perfect_deals: Annotated[int, Field(ge=0, le=10)] = 1
    """How many perfect deals a side can make in a round."""


class Opening(_Section):
    """The least points of a side's first meld."""

    by: OpeningBy = Field(strict=False)
    clause: Words
    points: list[Number] = []
    wild_piles: bool = True
    """Whether piles of wilds alone count toward it."""
    below: list[int] = []
    """By score: ``points[i]`` holds for scores less than ``below[i]``, the last of them for all others."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        wanted = {OpeningBy.NUMBER: 0, OpeningBy.SCORE: len(self.below) + 1}.get(self.by)
        if wanted is not None and len(self.points) != wanted:
            raise ValueError(f"{wanted} points, as it goes by {self.by}")
        if self.below != sorted(self.below):
            raise ValueError("'below' in rising order")
        return self


class Melds(_Section):
    """What a meld may hold before it is a book."""

    clause: Words
    smallest: Annotated[int, Field(ge=1, le=20)] = 3
    least_naturals: Number = 0
    naturals_over_wilds: Annotated[int, Field(ge=-20, le=20)] | None = None
    """A meld has at least this many more naturals than wilds; None where the text sets no such bound."""
    most_wilds: Number
    most_wilds_of: dict[str, Number] = {}
    """Fewer wilds in melds of a size, by the size."""
    doubtful_wilds_of: dict[str, Number] = {}
    """So many wilds in melds of a size are allowed by the letter, and reported."""
    wild_piles: bool = True
    """Whether wilds alone may lie unfinished, where a wild book is allowed."""


class Books(_Section):
    """What a finished book may hold."""

    clause: Words
    wild_clause: Words
    size: Annotated[int, Field(ge=3, le=20)] = 7
    largest: Annotated[int, Field(ge=3, le=1000)] | None = None
    least_naturals: Number = 0
    naturals_over_wilds: Annotated[int, Field(ge=-20, le=20)] | None = None
    most_wilds: Annotated[int, Field(ge=0, le=20)]


class Threes(_Section):
    """What the texts say of threes on the table."""

    red: RedThrees = Field(strict=False)
    red_clause: Words
    black: BlackThrees = Field(strict=False)
    black_clause: Words


class Ending(_Section):
    """The end of a round."""

    clause: Words
    left_clause: Words
    illegal_clause: Words = "Going Out"
    illegal: IllegalGoingOut = Field(default=IllegalGoingOut.NO_BONUS, strict=False)


class Decks(_Section):
    """How many cards of each face a deck has, and how many decks are in play where the text says."""

    clause: Words
    decks: Annotated[int, Field(ge=1, le=100)] | None = None
    natural: Number = 4
    wild_20: Number = 4
    wild_50: Number = 2
    red_3: Number = 2
    black_3: Number = 2
    assumed: bool = False
    """Whether the composition of a deck is assumed, as its maker does not publish it."""


class SettingRule(_Section):
    """A named setting: its default, or None where the house must give one, its clause and what it means."""

    value: bool | int | str | None = None
    clause: Words
    says: Words
    silent: bool = False
    """Whether the text is silent, unclear or at odds with itself here, so that this project's default decides."""


class RuleSet(_Section):
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
    notes: list[Words] = []
    """What this project decided where the text leaves no number to set."""

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
        for needed in (SettingName.CLEAN_BOOK, SettingName.DIRTY_BOOK, SettingName.GOING_OUT):
            if needed not in self.settings:
                raise ValueError(f"a setting '{needed}'")
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


def load_rules_file(path: Path) -> RuleSet:
    """Return the rule set of a house's own file.

    Raises:
        RulesError: naming the file, the key, its value and what was expected.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulesError(f"{path}: cannot be read: {error}") from None
    return parse_rules(text, str(path))


def parse_rules(text: str, place: str) -> RuleSet:
    """Return the rule set that a TOML text describes, on top of the shipped one that it ``extends``.

    Raises:
        RulesError: naming ``place``, the key, its value and what was expected.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RulesError(f"{place}: no TOML: {error}") from None
    base = data.pop("extends", None)
    if base is not None:
        if not isinstance(base, str) or base not in rule_ids():
            raise RulesError(f"{place}: 'extends': {shown(base)}: expected one of {', '.join(rule_ids())}")
        data = _over(load_rules(base).model_dump(mode="json", exclude_none=True), data)
    try:
        return RuleSet.model_validate(data)
    except ValidationError as error:
        raise RulesError(f"{place}: {_first(error)}") from None


def _over(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Lay a variant's tables over the rule set's, key by key."""
    laid = dict(base)
    for key, value in change.items():
        under = laid.get(key)
        laid[key] = _over(under, value) if isinstance(under, Mapping) and isinstance(value, Mapping) else value
    return laid


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    key = ".".join(str(part) for part in first["loc"]) or "the file"
    if first["type"] == "missing":
        return f"'{key}': nothing there: expected a value"
    if first["type"] == "extra_forbidden":
        return f"'{key}': {shown(first['input'])}: expected no such key"
    if first["type"] == "value_error":
        return f"'{key}': expected {first['msg'].removeprefix('Value error, ')}"
    return f"'{key}': {shown(first['input'])}: expected: {first['msg']}"
