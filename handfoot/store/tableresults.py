"""The result of a tournament's table, entered where its game's round is: both are kept together, or neither."""

import json
from collections.abc import Iterator
from datetime import datetime

from sqlalchemy.orm import Session

from handfoot.errors import ConflictError
from handfoot.store.gamerows import version_of
from handfoot.store.gametables import GameRow, RoundVersionRow
from handfoot.store.tournamentrows import append_events, find_tournament, state_of
from handfoot.store.tournamenttables import TableGameRow
from scorer.strict import shown
from scorer.tournament.events import Event, ResultAgreed, ResultEntered, TeamPoints
from scorer.tournament.replaying import after
from scorer.tournament.state import Result, Tournament

PLAYED_AGAIN = "entered again from the game at the table"
"""The reason of a changed result whose round nobody gave one for."""

PLAYED_BACK = "taken back in the game at the table"
"""The same where the round is what it was before its last change."""


def pass_on(session: Session, row: GameRow, made: RoundVersionRow, moment: datetime, *, agreed: bool) -> None:
    """Enter a round's new version as the result of the table that plays the game, if one does.

    ``agreed``: whether every side that is waited for agreed to it, and so every such team of the table.

    Raises:
        ConflictError: if the tournament has gone on, its tables were drawn again or their draw was taken back; or if
            the round was taken back, as a result that was entered can only be changed.
    """
    session.flush()
    link = session.get(TableGameRow, row.id)
    if link is None:
        return
    tournament = find_tournament(session, link.tournament_id, lock=True)
    state = state_of(tournament)
    closed = why_closed(state, link, {side.name for side in row.sides})
    if closed:
        raise ConflictError(closed)
    if made.record is None:
        raise ConflictError(
            f"round {made.round} is entered at table {link.table_number} of {shown(state.name)}: it can be changed, "
            "but not taken back"
        )
    append_events(tournament, list(_events(state, row, made, link, agreed=agreed)), moment)


def waited_for(session: Session, row: GameRow) -> frozenset[str]:
    """Return the sides of a game that must agree to a round: all, but for teams that withdrew from a table of three."""
    sides, link = [side.name for side in row.sides], session.get(TableGameRow, row.id)
    if link is None:
        return frozenset(sides)
    return frozenset(state_of(link.tournament).waited_for(sides))


def why_closed(state: Tournament, link: TableGameRow, sides: set[str]) -> str:
    """Return why nothing that the sides of a table's game agree to is its result any more, empty while it is."""
    drawn = next((game for game in state.games if game.number == link.number), None)
    if drawn is None:
        return f"the draw of game {link.number} of {shown(state.name)} was taken back: this game is no table's any more"
    if not any(table.number == link.table_number and set(table.teams) == sides for table in drawn.tables):
        return f"the tables of {shown(state.name)} were drawn again: this game is no longer one of them"
    if drawn is not state.open_game:
        return f"game {link.number} of {shown(state.name)} is closed: the coordinator can still set points in it"
    return ""


def _events(
    state: Tournament, row: GameRow, made: RoundVersionRow, link: TableGameRow, *, agreed: bool
) -> Iterator[Event]:
    game, table, number = link.number, link.table_number, made.round
    points = version_of(row, made).points
    before = state.games[-1].results.get((table, number))
    if before is None or before.points != points:
        entered = ResultEntered(
            game,
            table,
            number,
            tuple(TeamPoints(team, given) for team, given in points.items()),
            "" if before is None else made.reason or (PLAYED_AGAIN if made.undoes is None else PLAYED_BACK),
            json.loads(made.record or "null"),
        )
        yield entered
        state = after(state, entered)
    result: Result = state.games[-1].results[table, number]
    for team in state.waited_for(result.points):
        if agreed and team not in result.agreed:
            yield ResultAgreed(game, table, number, team, result.version)
