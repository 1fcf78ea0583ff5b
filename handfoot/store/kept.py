"""What the store hands out: games as they are kept, and the versions of their rounds."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scorer.games import GamePlan, GameState
from scorer.record import Record, parse_record


class Action(StrEnum):
    """What a version did to its round."""

    ENTERED = "entered"
    EDITED = "edited"
    UNDONE = "undone"
    """It took back the change before it."""


@dataclass(frozen=True, slots=True)
class RoundVersion:
    """One version of a round, as it was kept.

    ``change`` counts the changes of the game, ``version`` those of the round, both from 1; ``undoes`` is the change
    that this one took back. ``points`` are the confirmed ones by side; a round that was taken back has none.
    """

    game: int
    change: int
    round: int
    version: int
    made_at: datetime
    action: Action
    reason: str
    undoes: int | None
    points: Mapping[str, int]
    record_json: str | None
    tally_json: str | None

    @property
    def entered(self) -> bool:
        """Whether the round counts by this version."""
        return self.record_json is not None

    @property
    def record(self) -> Record | None:
        """What lay on the table, None where the round was taken back."""
        return None if self.record_json is None else parse_record(self.record_json)

    @property
    def tally(self) -> Mapping[str, object] | None:
        """The score as it was explained then, in the JSON of the record contract."""
        return None if self.tally_json is None else dict(json.loads(self.tally_json))


@dataclass(frozen=True, slots=True)
class Game:
    """A game: what it is played by, the current version of each round in the game's order, and how it stands.

    ``revision`` counts the changes ever made to it.
    """

    id: int
    name: str
    plan: GamePlan
    made_at: datetime
    revision: int
    rounds: tuple[RoundVersion, ...]
    state: GameState

    def round(self, number: int) -> RoundVersion | None:
        """Return the current version of a round, None where it is not entered."""
        return next((version for version in self.rounds if version.round == number), None)
