"""The games that a tournament's tables play: photographed, reviewed and agreed like any other game."""

from collections.abc import Collection
from contextlib import suppress
from itertools import chain, count

from sqlalchemy import select
from sqlalchemy.orm import Session

from handfoot.errors import StoreError
from handfoot.store.gamerows import game_of, write_plan
from handfoot.store.gametables import GameRow
from handfoot.store.kept import Game, TableGame
from handfoot.store.store import Store, find_game
from handfoot.store.tableresults import why_closed
from handfoot.store.tournamentrows import find_tournament, state_of
from handfoot.store.tournamenttables import TableGameRow
from scorer.names import name_key
from scorer.tournament.events import TableTeams
from scorer.tournament.requests import open_game, plan_of_table

_LONGEST_TITLE = 150
"""So much of a tournament's name stands in those of its tables' games."""


class TableGames:
    """The tables' games in a store. Every method raises as those of ``Store`` and ``Tournaments`` do."""

    def __init__(self, store: Store) -> None:
        """Take the store."""
        self._store = store

    def begin(self, tournament: int, table: int) -> Game:
        """Return the game that a table of the game being played plays, kept now if it was not begun before.

        Raises:
            TournamentError: if no game is being played, or it has no such table.
        """
        with self._store.writing() as session:
            state = state_of(find_tournament(session, tournament, lock=True))
            game = open_game(state)
            seated = game.table(table)
            begun = _begun(session, tournament, game.number, seated)
            if begun is not None:
                return game_of(begun)
            name = _free_name(session, f"{state.name[:_LONGEST_TITLE]} – game {game.number}, table {table}")
            row = GameRow(name=name, name_key=name_key(name), made_at=self._store.clock(), revision=0)
            plan = plan_of_table(state, seated)
            write_plan(row, plan)
            session.add(row)
            session.flush()
            link = TableGameRow(game_id=row.id, tournament_id=tournament, number=game.number, table_number=table)
            session.add(link)
            session.flush()
            return game_of(row)

    def begun(self, tournament: int, number: int, seated: TableTeams) -> Game | None:
        """Return the game that a table of the tournament's game of that number plays, None where it was not begun."""
        with self._store.reading() as session:
            row = _begun(session, tournament, number, seated)
            return None if row is None else game_of(row)

    def table_of(self, game: int) -> TableGame | None:
        """Return the table that plays a game, None for a game of no tournament."""
        with self._store.reading() as session:
            link = session.get(TableGameRow, game)
            if link is None:
                return None
            state = state_of(link.tournament)
            sides = {side.name for side in find_game(session, game).sides}
            closed, excused = why_closed(state, link, sides), sides.difference(state.waited_for(sides))
            return TableGame(link.tournament_id, state, link.number, link.table_number, closed, frozenset(excused))

    def closed(self, games: Collection[int]) -> set[int]:
        """Return which of these games a tournament's table can play no more; each tournament is replayed once.

        Of a tournament that cannot be read nothing is known: its games are none of them.
        """
        with self._store.reading() as session:
            links = session.scalars(select(TableGameRow).where(TableGameRow.game_id.in_(games))).all()
            states = {}
            for tournament in {link.tournament for link in links}:
                with suppress(StoreError):
                    states[tournament.id] = state_of(tournament)

            def is_closed(link: TableGameRow) -> bool:
                sides = {side.name for side in find_game(session, link.game_id).sides}
                return bool(why_closed(states[link.tournament_id], link, sides))

            return {link.game_id for link in links if link.tournament_id in states and is_closed(link)}

    def tournament_of(self, game: int) -> int | None:
        """Return the number of the tournament whose table plays a game, None for a game of no tournament."""
        with self._store.reading() as session:
            return session.scalar(select(TableGameRow.tournament_id).where(TableGameRow.game_id == game))

    def of_tournament(self, tournament: int) -> tuple[int, ...]:
        """Return the games that tables of a tournament play or played, by their numbers."""
        with self._store.reading() as session:
            found = select(TableGameRow.game_id).where(TableGameRow.tournament_id == tournament)
            return tuple(session.scalars(found))


def _begun(session: Session, tournament: int, number: int, seated: TableTeams) -> GameRow | None:
    """Return the newest game of a table; games of tables that were drawn again have other sides."""
    found = select(TableGameRow.game_id).where(
        TableGameRow.tournament_id == tournament,
        TableGameRow.number == number,
        TableGameRow.table_number == seated.number,
    )
    for game_id in session.scalars(found.order_by(TableGameRow.game_id.desc())):
        row = find_game(session, game_id)
        if {side.name for side in row.sides} == set(seated.teams):
            return row
    return None


def _free_name(session: Session, name: str) -> str:
    names = chain([name], (f"{name} ({number})" for number in count(2)))
    taken = select(GameRow.id)
    return next(free for free in names if session.scalar(taken.where(GameRow.name_key == name_key(free))) is None)
