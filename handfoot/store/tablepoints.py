"""Where a tournament has other points than the game of its table, as when they were changed by hand."""

from collections.abc import Mapping
from dataclasses import dataclass

from handfoot.store.kept import Game, TableGame


@dataclass(frozen=True)
class OtherPoints:
    """The points that teams have in the tournament for a round, or for the game as a whole where ``round`` is None."""

    round: int | None
    points: Mapping[str, int]

    @property
    def say(self) -> str:
        """The points in plain words."""
        where = "this game as a whole" if self.round is None else f"round {self.round}"
        each = ", ".join(f"{team} {points}" for team, points in self.points.items())
        return f"the tournament has other points for {where}: {each}"


def other_points(game: Game, table: TableGame | None) -> tuple[OtherPoints, ...]:
    """Return the rounds of a table's game that have other points in the tournament, or points there alone.

    Points that the coordinator set for the game as a whole come last. There are none for a game of no tournament.
    """
    if table is None:
        return ()
    state = table.state
    # The draw that the table came of may have been taken back.
    drawn = next((one for one in state.games if one.number == table.number), None)
    seated = next((one for one in drawn.tables if one.number == table.table), None) if drawn is not None else None
    if drawn is None or seated is None or {*seated.teams} != {*game.plan.sides}:
        return ()
    kept = {version.round: dict(version.points) for version in game.rounds}
    entered = {number: dict(result.points) for (at, number), result in drawn.results.items() if at == table.table}
    found = []
    for number in sorted({*kept, *entered}):
        ruled = {team: state.set_points.get((drawn.number, number, team)) for team in seated.teams}
        points = entered.get(number) or kept[number]
        points = {team: points[team] if said is None else said.points for team, said in ruled.items()}
        if points != kept.get(number):
            found.append(OtherPoints(number, points))
    whole = {team: state.set_points.get((drawn.number, None, team)) for team in seated.teams}
    set_whole = {team: said.points for team, said in whole.items() if said is not None}
    return (*found, *([OtherPoints(None, set_whole)] if set_whole else []))
