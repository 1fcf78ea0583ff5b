"""The kept events of tournaments: added one after the other, each checked against those before, none ever changed."""

from collections.abc import Callable, Sequence

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from handfoot.errors import ConflictError, OtherContentError
from handfoot.store.gametables import GameSideRow
from handfoot.store.kept import KeptTournament, TournamentTitle
from handfoot.store.store import Store
from handfoot.store.tournamentrows import append_events, find_tournament, history_of, opened_as, replayed
from handfoot.store.tournamenttables import TableGameRow, TournamentEventRow, TournamentRow
from scorer.errors import TournamentError
from scorer.names import name_key
from scorer.strict import shown
from scorer.tournament.events import Event, Opened, TeamRenamed
from scorer.tournament.replaying import after, replay
from scorer.tournament.state import Tournament

Plan = Callable[[Tournament], Sequence[Event]]
"""What a caller wants to happen, worked out from how the tournament stands when its turn comes."""


class Tournaments:
    """The tournaments of a store. Every method is one transaction: what it adds is kept whole, or not at all.

    Every method raises StoreError if the database fails it, and UnknownTournamentError for one that is not there.
    """

    def __init__(self, store: Store) -> None:
        """Take the store."""
        self._store = store

    def open(self, first: Opened, more: Sequence[Event] = (), *, token: str | None = None) -> KeptTournament:
        """Keep a new tournament with its opening and the events that follow at once.

        The same ``token`` again changes nothing and gives the tournament as it stands.

        Raises:
            ConflictError: if there is a tournament of that name.
            OtherContentError: if the token was submitted with another opening before.
            ScorerError: if the events are not the beginning of a tournament.
        """
        state = replay([first, *more])
        if state.name.isdecimal():
            raise TournamentError(f"{shown(state.name)} is no name: a number stands for the tournament's number")
        with self._store.writing() as session:
            before = None if token is None else opened_as(session, token)
            if before is not None:
                history = history_of(before)
                if history[0].event != first:
                    raise OtherContentError(
                        f"{shown(before.name)} came of the same submission, and is another tournament"
                    )
                return KeptTournament(before.id, replayed(before, history), history)
            taken = select(TournamentRow.id).where(TournamentRow.name_key == name_key(state.name))
            if session.scalar(taken) is not None:
                raise ConflictError(f"there is a tournament {shown(state.name)} already")
            row = TournamentRow(name=state.name, name_key=name_key(state.name), made_at=self._store.clock())
            session.add(row)
            append_events(row, [first, *more], self._store.clock(), token)
            session.flush()
            return KeptTournament(row.id, state, history_of(row))

    def tournament(self, which: int | str) -> KeptTournament:
        """Return a tournament by its number, or by its name in any letter case."""
        with self._store.reading() as session:
            row = find_tournament(session, which)
            history = history_of(row)
            return KeptTournament(row.id, replayed(row, history), history)

    def add(self, which: int | str, plan: Plan, *, seen: int | None = None, token: str | None = None) -> KeptTournament:
        """Keep what the plan makes of the tournament as it stands now; nobody else changes it meanwhile.

        ``seen`` is the number of the last event that the caller had before them. The same ``token`` again changes
        nothing.

        Raises:
            ConflictError: if more happened since the event seen.
            ScorerError: if the plan cannot be carried out; nothing is kept of it.
        """
        with self._store.writing() as session:
            row = find_tournament(session, which, lock=True)
            history = history_of(row)
            state = replayed(row, history)
            if token is not None and any(event.token == token for event in row.events):
                return KeptTournament(row.id, state, history)
            if seen is not None and seen != len(history):
                raise ConflictError(f"{shown(row.name)} was changed meanwhile: look at it again")
            events = tuple(plan(state))
            for event in events:
                state = after(state, event)
            append_events(row, events, self._store.clock(), token)
            for event in events:
                if isinstance(event, TeamRenamed):
                    _rename_sides(session, row, event)
            session.flush()
            return KeptTournament(row.id, state, history_of(row))

    def titles(self) -> tuple[TournamentTitle, ...]:
        """Return all tournaments, the newest first."""
        with self._store.reading() as session:
            rows = session.execute(
                select(TournamentRow, func.count(TournamentEventRow.id))
                .join(TournamentRow.events)
                .group_by(TournamentRow.id)
                .order_by(TournamentRow.id.desc())
            )
            return tuple(TournamentTitle(row.id, row.name, row.made_at, number) for row, number in rows)


def _rename_sides(session: Session, row: TournamentRow, event: TeamRenamed) -> None:
    """Call a team's side in the games of its tables as the team is called now."""
    games = select(TableGameRow.game_id).where(TableGameRow.tournament_id == row.id)
    sides = update(GameSideRow).where(GameSideRow.game_id.in_(games), GameSideRow.name == event.team)
    session.execute(sides.values(name=event.name))
