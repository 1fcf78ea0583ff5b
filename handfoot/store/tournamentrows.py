"""Between the rows of a tournament and the values that stand for them."""

import json
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from handfoot.errors import StoreError, UnknownTournamentError
from handfoot.store.finding import meant
from handfoot.store.kept import KeptEvent
from handfoot.store.tournamenttables import TournamentEventRow, TournamentRow
from scorer.errors import ScorerError
from scorer.strict import shown
from scorer.tournament.events import Event, event_to_json, parse_event
from scorer.tournament.replaying import replay
from scorer.tournament.state import Tournament


def find_tournament(session: Session, which: int | str, *, lock: bool = False) -> TournamentRow:
    """Return a tournament's row by its number or name, whole; ``lock`` keeps other writers from it until the session
    ends.

    Raises:
        UnknownTournamentError: if there is none.
    """
    query = select(TournamentRow).where(meant(TournamentRow, which)).options(selectinload(TournamentRow.events))
    row = session.scalar(query.with_for_update() if lock else query)
    if row is None:
        raise UnknownTournamentError(f"no tournament {shown(which)}; `handfoot tournament list` names them")
    return row


def opened_as(session: Session, token: str) -> TournamentRow | None:
    """Return the row of the tournament that a submission of this token opened, whole; None where none did."""
    opening = TournamentRow.events.any((TournamentEventRow.number == 1) & (TournamentEventRow.token == token))
    return session.scalar(select(TournamentRow).where(opening).options(selectinload(TournamentRow.events)))


def history_of(row: TournamentRow) -> tuple[KeptEvent, ...]:
    """Return all that happened. Raises StoreError if what was kept cannot be read."""
    try:
        return tuple(
            KeptEvent(kept.number, kept.made_at, parse_event(json.loads(kept.event), f"event {kept.number}"))
            for kept in row.events
        )
    except ValueError as error:
        raise _unreadable(row, error) from None


def replayed(row: TournamentRow, history: Sequence[KeptEvent]) -> Tournament:
    """Return how a tournament stands after all that happened. Raises StoreError if that cannot be."""
    if [kept.number for kept in history] != list(range(1, len(history) + 1)):
        raise _unreadable(row, "an event is missing")
    try:
        return replay(kept.event for kept in history)
    except ScorerError as error:
        raise _unreadable(row, error) from None


def state_of(row: TournamentRow) -> Tournament:
    """Return how a tournament stands. Raises StoreError if what was kept cannot be read, or cannot be."""
    return replayed(row, history_of(row))


def append_events(row: TournamentRow, events: Sequence[Event], moment: datetime, token: str | None = None) -> None:
    """Add what happened; the submission's token goes with the first of it."""
    for number, event in enumerate(events, start=len(row.events) + 1):
        text = json.dumps(event_to_json(event), ensure_ascii=False)
        row.events.append(TournamentEventRow(number=number, kind=event.kind, event=text, made_at=moment, token=token))
        token = None


def _unreadable(row: TournamentRow, why: object) -> StoreError:
    return StoreError(f"what was kept of tournament {shown(row.name)} cannot be read: {why}")
