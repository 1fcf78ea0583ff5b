"""Where a tournament has other points for a round than the game of its table, as when they were changed by hand."""

from collections.abc import Mapping
from dataclasses import dataclass

from handfoot.store.kept import Game, TableGame
from handfoot.store.tournaments import Tournaments
from handfoot.web.served import Served


@dataclass(frozen=True)
class OtherPoints:
    """The points that a round's teams have in the tournament."""

    round: int
    points: Mapping[str, int]


def other_points(here: Served, game: Game, table: TableGame | None) -> tuple[OtherPoints, ...]:
    """Return the rounds of a table's game that have other points in the tournament, or points there alone.

    There are none for any other game.
    """
    if table is None:
        return ()
    state = Tournaments(here.store).tournament(table.tournament).state
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
    return tuple(found)
