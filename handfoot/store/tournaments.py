"""The kept events of tournaments: added one after the other, each checked against those before, none ever changed."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session, selectinload

from handfoot.errors import ConflictError, StoreError, UnknownTournamentError
from handfoot.store.store import Store
from handfoot.store.tournamenttables import TournamentEventRow, TournamentRow
from scorer.errors import ScorerError, TournamentError
from scorer.names import name_key
from scorer.replaying import after, replay
from scorer.strict import shown
from scorer.tournament_events import Event, Opened, event_to_json, parse_event
from scorer.tournaments import Tournament

Plan = Callable[[Tournament], Sequence[Event]]
"""What a caller wants to happen, worked out from how the tournament stands when its turn comes."""


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


class Tournaments:
    """The tournaments of a store. Every method is one transaction: what it adds is kept whole, or not at all.

    Every method raises StoreError if the database fails it, and UnknownTournamentError for one that is not there.
    """

    def __init__(self, store: Store) -> None:
        """Take the store."""
        self._store = store

    def open(self, first: Opened, more: Sequence[Event] = ()) -> KeptTournament:
        """Keep a new tournament with its opening and the events that follow at once.

        Raises:
            ConflictError: if there is a tournament of that name.
            ScorerError: if the events are not the beginning of a tournament.
        """
        state = replay([first, *more])
        if state.name.isdecimal():
            raise TournamentError(f"{shown(state.name)} is no name: a number stands for the tournament's number")
        with self._store.writing() as session:
            taken = select(TournamentRow.id).where(TournamentRow.name_key == name_key(state.name))
            if session.scalar(taken) is not None:
                raise ConflictError(f"there is a tournament {shown(state.name)} already")
            row = TournamentRow(name=state.name, name_key=name_key(state.name), made_at=self._store.clock())
            session.add(row)
            self._append(row, [first, *more], None)
            session.flush()
            return KeptTournament(row.id, state, _history(row))

    def tournament(self, which: int | str) -> KeptTournament:
        """Return a tournament by its number, or by its name in any letter case."""
        with self._store.reading() as session:
            row = _find(session, which)
            history = _history(row)
            return KeptTournament(row.id, _replayed(row, history), history)

    def add(self, which: int | str, plan: Plan, *, seen: int | None = None, token: str | None = None) -> KeptTournament:
        """Keep what the plan makes of the tournament as it stands now; nobody else changes it meanwhile.

        ``seen`` is the number of the last event that the caller had before them. The same ``token`` again changes
        nothing.

        Raises:
            ConflictError: if more happened since the event seen.
            ScorerError: if the plan cannot be carried out; nothing is kept of it.
        """
        with self._store.writing() as session:
            row = _find(session, which, lock=True)
            history = _history(row)
            state = _replayed(row, history)
            if token is not None and any(event.token == token for event in row.events):
                return KeptTournament(row.id, state, history)
            if seen is not None and seen != len(history):
                raise ConflictError(f"{shown(row.name)} was changed meanwhile: look at it again")
            events = tuple(plan(state))
            for event in events:
                state = after(state, event)
            self._append(row, events, token)
            session.flush()
            return KeptTournament(row.id, state, _history(row))

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

    def _append(self, row: TournamentRow, events: Sequence[Event], token: str | None) -> None:
        moment = self._store.clock()
        for number, event in enumerate(events, start=len(row.events) + 1):
            text = json.dumps(event_to_json(event), ensure_ascii=False)
            kept = TournamentEventRow(number=number, kind=event.kind, event=text, made_at=moment, token=token)
            row.events.append(kept)
            token = None


def _find(session: Session, which: int | str, *, lock: bool = False) -> TournamentRow:
    """Return a tournament's row, whole; ``lock`` keeps other writers from it until the session ends."""
    number = int(which) if isinstance(which, int) or (which.isdecimal() and len(which) < 10) else None
    chosen = TournamentRow.id == number if number is not None else TournamentRow.name_key == name_key(str(which))
    query = select(TournamentRow).where(chosen)
    if lock:
        query = query.with_for_update()
    row = session.scalar(query.options(selectinload(TournamentRow.events)))
    if row is None:
        raise UnknownTournamentError(f"no tournament {shown(which)}; `handfoot tournament list` names them")
    return row


def _history(row: TournamentRow) -> tuple[KeptEvent, ...]:
    try:
        return tuple(
            KeptEvent(kept.number, kept.made_at, parse_event(json.loads(kept.event), f"event {kept.number}"))
            for kept in row.events
        )
    except ValueError as error:
        raise _unreadable(row, error) from None


def _replayed(row: TournamentRow, history: Sequence[KeptEvent]) -> Tournament:
    if [kept.number for kept in history] != list(range(1, len(history) + 1)):
        raise _unreadable(row, "an event is missing")
    try:
        return replay(kept.event for kept in history)
    except ScorerError as error:
        raise _unreadable(row, error) from None


def _unreadable(row: TournamentRow, why: object) -> StoreError:
    return StoreError(f"what was kept of tournament {shown(row.name)} cannot be read: {why}")
