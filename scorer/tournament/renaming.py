"""A team called otherwise: all that a tournament holds of it goes by its new name, also what was decided before."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from scorer.tournament.events import Decided, Event, TableTeams, TeamMedal, TeamRenamed
from scorer.tournament.rulings import (
    CutTie,
    MedalRight,
    MedalTie,
    NumberGoingOn,
    PointsSet,
    Reinstated,
    Replacement,
    Ruling,
    TeamPlace,
)
from scorer.tournament.state import DrawnGame, Result, SetPoints, Team, Tournament

Of = TypeVar("Of")
RulingKind = TypeVar("RulingKind", bound=Ruling)


def renamed(state: Tournament, was: str, now: Team) -> Tournament:
    """Return a tournament in which the team that was called so has the name and players of ``now``."""
    named = _Named(was, now.name)
    medals = None if state.medals is None else tuple(TeamMedal(named.one(one.team), one.metal) for one in state.medals)
    set_points: dict[tuple[int, int | None, str], SetPoints] = {
        (game, number, named.one(team)): points for (game, number, team), points in state.set_points.items()
    }
    return replace(
        state,
        teams=tuple(now if team.name == was else team for team in state.teams),
        withdrawn=named.keys(state.withdrawn),
        games=tuple(_game(named, game) for game in state.games),
        going_on=None if state.going_on is None else named.all(state.going_on),
        medals=medals,
        answers=tuple(named.ruling(answer) for answer in state.answers),
        set_points=set_points,
    )


def decisions_of(events: Iterable[Event]) -> tuple[Decided, ...]:
    """Return the coordinator's decisions among events, in their order, each with the teams' names after all of them."""
    decisions: list[Decided] = []
    for event in events:
        if isinstance(event, Decided):
            decisions.append(event)
        elif isinstance(event, TeamRenamed):
            named = _Named(event.team, event.name)
            decisions = [replace(one, ruling=named.ruling(one.ruling)) for one in decisions]
    return tuple(decisions)


class _Named:
    """What puts a team's new name in the place of its old one."""

    def __init__(self, was: str, now: str) -> None:
        self._was, self._now = was, now

    def one(self, team: str) -> str:
        return self._now if team == self._was else team

    def all(self, teams: Iterable[str]) -> tuple[str, ...]:
        return tuple(self.one(team) for team in teams)

    def keys(self, of_teams: Mapping[str, Of]) -> dict[str, Of]:
        return {self.one(team): value for team, value in of_teams.items()}

    def ruling(self, ruling: RulingKind) -> RulingKind:
        match ruling:
            case NumberGoingOn():
                return replace(ruling, teams=None if ruling.teams is None else self.all(ruling.teams))
            case CutTie():
                return replace(ruling, teams=self.all(ruling.teams), going_on=self.all(ruling.going_on))
            case Replacement():
                return replace(
                    ruling, team=self.one(ruling.team), by=None if ruling.by is None else self.one(ruling.by)
                )
            case MedalTie():
                return replace(ruling, places=tuple(TeamPlace(self.one(one.team), one.place) for one in ruling.places))
            case PointsSet() | MedalRight() | Reinstated():
                return replace(ruling, team=self.one(ruling.team))
            case _:
                return ruling


def _game(named: _Named, game: DrawnGame) -> DrawnGame:
    return replace(
        game,
        tables=tuple(TableTeams(table.number, named.all(table.teams)) for table in game.tables),
        bye=None if game.bye is None else named.one(game.bye),
        results={at: _result(named, result) for at, result in game.results.items()},
    )


def _result(named: _Named, result: Result) -> Result:
    return replace(
        result,
        points=named.keys(result.points),
        agreed=frozenset(named.all(result.agreed)),
        before=None if result.before is None else _result(named, result.before),
    )
