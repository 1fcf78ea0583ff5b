"""What can happen at a tournament, each thing a value: the state is what these add up to, in the order they came."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from scorer.errors import TournamentError
from scorer.record import Setting
from scorer.rulebook.rules import RuleSet
from scorer.strict import shown
from scorer.tournament.rulings import STRICT, Ruling


class Metal(StrEnum):
    """A medal (Play 13), by what it is made of."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"


@dataclass(frozen=True, slots=True)
class TableTeams:
    """A numbered table and the teams that drew it, in the order in which they entered."""

    number: int
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamPoints:
    """A team's points for a round."""

    team: str
    points: int


@dataclass(frozen=True, slots=True)
class TeamMedal:
    """A team and its medal."""

    team: str
    metal: Metal


@dataclass(frozen=True, slots=True)
class Opened:
    """The tournament begins, with a copy of its rule set, which no later change of a file can reach.

    ``rounds`` are those of the rule set that each game has; None for all.
    """

    __pydantic_config__ = STRICT
    name: str
    rules: RuleSet
    settings: Mapping[str, Setting] = field(default_factory=dict)
    rounds: tuple[int, ...] | None = None
    kind: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True)
class TeamEntered:
    """A team takes part; its players may be left out."""

    __pydantic_config__ = STRICT
    team: str
    players: tuple[str, ...] = ()
    kind: Literal["team_entered"] = "team_entered"


@dataclass(frozen=True, slots=True)
class TeamRenamed:
    """A team has another name or other players; it is the same team in all that happened before."""

    __pydantic_config__ = STRICT
    team: str
    name: str
    players: tuple[str, ...] = ()
    kind: Literal["team_renamed"] = "team_renamed"


@dataclass(frozen=True, slots=True)
class TeamWithdrew:
    """A team stops playing; what it agreed before stays."""

    __pydantic_config__ = STRICT
    team: str
    reason: str
    kind: Literal["team_withdrew"] = "team_withdrew"


@dataclass(frozen=True, slots=True)
class TablesDrawn:
    """The tables of a game (1 or 2), drawn by the seed; ``bye`` is the team that sits out."""

    __pydantic_config__ = STRICT
    game: int
    seed: int
    tables: tuple[TableTeams, ...]
    bye: str | None = None
    kind: Literal["tables_drawn"] = "tables_drawn"


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A table's points for a round; a result that stands is changed only with a reason, and all agreement falls.

    ``record`` is the JSON of what lay on the table, where the points were tallied from it.
    """

    __pydantic_config__ = STRICT
    game: int
    table: int
    round: int
    points: tuple[TeamPoints, ...]
    reason: str = ""
    record: Mapping[str, object] | None = None
    kind: Literal["result_entered"] = "result_entered"


@dataclass(frozen=True, slots=True)
class ResultAgreed:
    """A team agrees to every team's points of a round at its table, as they stand in that version from 1."""

    __pydantic_config__ = STRICT
    game: int
    table: int
    round: int
    team: str
    version: int
    kind: Literal["result_agreed"] = "result_agreed"


@dataclass(frozen=True, slots=True)
class CutMade:
    """The teams that play the second game, in the order in which they entered; none if there is no second game."""

    __pydantic_config__ = STRICT
    going_on: tuple[str, ...]
    kind: Literal["cut_made"] = "cut_made"


@dataclass(frozen=True, slots=True)
class MedalsAwarded:
    """The medals, from gold down."""

    __pydantic_config__ = STRICT
    medals: tuple[TeamMedal, ...]
    kind: Literal["medals_awarded"] = "medals_awarded"


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of the coordinator, with who made it and why."""

    __pydantic_config__ = STRICT
    ruling: Annotated[Ruling, Field(discriminator="kind")]
    by: str
    reason: str
    kind: Literal["decided"] = "decided"


Event = (
    Opened
    | TeamEntered
    | TeamRenamed
    | TeamWithdrew
    | TablesDrawn
    | ResultEntered
    | ResultAgreed
    | CutMade
    | MedalsAwarded
    | Decided
)


def event_to_json(event: Event) -> dict[str, object]:
    """Return the JSON object that ``parse_event`` reads as this event."""
    data: dict[str, object] = _adapter().dump_python(event, mode="json", exclude_none=True)
    return data


def parse_event(data: Mapping[str, object], place: str) -> Event:
    """Return the event of a JSON object.

    Raises:
        TournamentError: naming ``place`` and the first field that is wrong, with its value.
    """
    try:
        return _adapter().validate_json(json.dumps(data))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        field_name = ".".join(str(part) for part in first["loc"]) or "the event"
        raise TournamentError(f"{place}: '{field_name}': {shown(first['input'])}: {first['msg']}") from None


@cache
def _adapter() -> TypeAdapter[Event]:
    return TypeAdapter(Annotated[Event, Field(discriminator="kind")])
