"""What the store hands out: games and tournaments as they are kept, with the versions of rounds and what happened."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scorer.games import GamePlan, GameState
from scorer.record import Record, parse_record
from scorer.tournament.events import Event
from scorer.tournament.state import Tournament


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
    def record_as_json(self) -> dict[str, object] | None:
        """What lay on the table, in the JSON of the record contract, None where the round was taken back."""
        return self._called_as_now(self.record_json)

    @property
    def record(self) -> Record | None:
        """What lay on the table, None where the round was taken back."""
        told = self.record_as_json
        return None if told is None else parse_record(told)

    @property
    def tally(self) -> dict[str, object] | None:
        """The score as it was explained then, in the JSON of the record contract."""
        return self._called_as_now(self.tally_json)

    def told_alone(self, side: str) -> bool:
        """Tell whether a side's points are a number that was entered by hand: no line of a score says what for."""
        tallied = self.tally or {}
        sides = tallied.get("sides")
        assert isinstance(sides, list)
        return self.points[side] != 0 and not next(one["lines"] for one in sides if one["name"] == side)

    def _called_as_now(self, text: str | None) -> dict[str, object] | None:
        """Return kept JSON with the sides' names of today: they are in the game's order, as the points are.

        What is asked of a side names it in one way alone, as ``did Ann go out?``: what a card or a pile is called in
        another question is no name.
        """
        if text is None:
            return None
        told: dict[str, object] = json.loads(text)
        sides = told["sides"]
        assert isinstance(sides, list)
        for side, name in zip(sides, self.points, strict=True):
            for question in side.get("questions", ()):
                question["ask"] = question["ask"].replace(f"did {side['name']} ", f"did {name} ")
            side["name"] = name
        return told


@dataclass(frozen=True, slots=True)
class Ending:
    """That a game was ended early or, where ``undoes`` is the change that ended it, gone on with.

    ``change`` counts the changes of the game together with those of its rounds.
    """

    game: int
    change: int
    made_at: datetime
    reason: str
    undoes: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """A game: what it is played by, the current version of each round in the game's order, and how it stands.

    ``revision`` counts the changes ever made to it; ``last_change`` is what taking back the last one would take back.
    """

    id: int
    name: str
    plan: GamePlan
    made_at: datetime
    revision: int
    rounds: tuple[RoundVersion, ...]
    state: GameState
    endings: tuple[Ending, ...] = ()
    last_change: RoundVersion | Ending | None = None

    def round(self, number: int) -> RoundVersion | None:
        """Return the current version of a round, None where it is not entered."""
        return next((version for version in self.rounds if version.round == number), None)

    def changes(self, history: Iterable[RoundVersion]) -> tuple[RoundVersion | Ending, ...]:
        """Return versions of the game's rounds and its endings, in the order they were made."""
        changes: list[RoundVersion | Ending] = [*history, *self.endings]
        return tuple(sorted(changes, key=lambda change: change.change))


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """Something that happened, its number from 1, and when."""

    number: int
    made_at: datetime
    event: Event


@dataclass(frozen=True, slots=True)
class KeptTournament:
    """A tournament by its number, as it stands and with all that happened."""

    id: int
    state: Tournament
    history: tuple[KeptEvent, ...]


@dataclass(frozen=True, slots=True)
class TournamentTitle:
    """A tournament in a list: its number and name, when it was opened, and how many things happened since."""

    id: int
    name: str
    made_at: datetime
    events: int


@dataclass(frozen=True, slots=True)
class TableGame:
    """The table of a tournament's game whose rounds a kept game holds, and how the tournament stands.

    closed: why what is agreed to in it is the table's result no more, empty while it is. excused: the teams that
    withdrew and are not waited for.
    """

    tournament: int
    state: Tournament
    number: int
    table: int
    closed: str = ""
    excused: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The tournament's name."""
        return self.state.name
