"""What the coordinator of a tournament decides where the rules leave it open, each ruling a value."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import ConfigDict

STRICT = ConfigDict(extra="forbid", strict=True)
"""How pydantic reads stored values: no unknown fields, nothing bent into shape."""


class OddNumber(StrEnum):
    """What the coordinator can do with a team that has nobody to play."""

    BYE = "bye"
    """Who draws the blank ticket sits out; its points for the game are the coordinator's to say."""
    TABLE_OF_THREE = "table_of_three"
    """The last table has three teams."""


class Step(StrEnum):
    """A step of the desk that the coordinator can take back."""

    DRAW = "draw"
    CUT = "cut"
    MEDALS = "medals"


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """A team's place; teams that share one have the same, and the next team's counts all of them."""

    team: str
    place: int


@dataclass(frozen=True, slots=True)
class OddTable:
    """What happens at the draw of a game with an odd number of teams."""

    __pydantic_config__ = STRICT
    game: int
    among: int
    choice: OddNumber
    kind: Literal["odd_table"] = "odd_table"


@dataclass(frozen=True, slots=True)
class NumberGoingOn:
    """How many of the teams left go on, where half of them is no answer; 0: there is no second game.

    teams: those left; None in rulings that were kept before they told it.
    """

    __pydantic_config__ = STRICT
    among: int
    withdrawn: int
    number: int
    teams: tuple[str, ...] | None = None
    kind: Literal["number_going_on"] = "number_going_on"


@dataclass(frozen=True, slots=True)
class CutTie:
    """Which of the teams with the same total at the cut go on, where there were so many places for them."""

    __pydantic_config__ = STRICT
    total: int
    places: int
    teams: tuple[str, ...]
    going_on: tuple[str, ...]
    kind: Literal["cut_tie"] = "cut_tie"


@dataclass(frozen=True, slots=True)
class Replacement:
    """Who plays the second game for a team that withdrew after the cut; None: nobody does."""

    __pydantic_config__ = STRICT
    team: str
    by: str | None = None
    kind: Literal["replacement"] = "replacement"


@dataclass(frozen=True, slots=True)
class PointsSet:
    """A team's points for a round, or for the whole game where ``round`` is None, whatever its table agreed.

    ``points`` None takes an earlier ruling back, so that what the table agreed counts again.
    """

    __pydantic_config__ = STRICT
    game: int
    team: str
    points: int | None = None
    round: int | None = None
    kind: Literal["points_set"] = "points_set"


@dataclass(frozen=True, slots=True)
class MedalRight:
    """Whether a team that withdrew, or did not play the last game, counts for the medals.

    total: its points. place: the one in its reach. Both None in rulings that were kept before they told it.
    """

    __pydantic_config__ = STRICT
    team: str
    counts: bool
    total: int | None = None
    place: int | None = None
    kind: Literal["medal_right"] = "medal_right"


@dataclass(frozen=True, slots=True)
class MedalTie:
    """The places of the teams with the same total in reach of a medal."""

    __pydantic_config__ = STRICT
    total: int
    places: tuple[TeamPlace, ...]
    kind: Literal["medal_tie"] = "medal_tie"


@dataclass(frozen=True, slots=True)
class StepUndone:
    """The last draw, the cut or the medals taken back."""

    __pydantic_config__ = STRICT
    step: Step
    kind: Literal["step_undone"] = "step_undone"


@dataclass(frozen=True, slots=True)
class Reinstated:
    """A team that withdrew is in again."""

    __pydantic_config__ = STRICT
    team: str
    kind: Literal["reinstated"] = "reinstated"


Answer = OddTable | NumberGoingOn | CutTie | Replacement | MedalRight | MedalTie
"""A ruling that answers what a step asks, and holds as long as the facts it was made on."""

Ruling = Answer | PointsSet | StepUndone | Reinstated
