"""The kept steps of drafts: added one after the other, each on the one its maker had seen, none ever changed."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from handfoot.errors import ConflictError
from handfoot.review.edits import EDITS
from handfoot.review.log import Entry, Step
from handfoot.store.drafttables import DraftStepRow
from handfoot.store.store import Store, find_game

MOST_STEPS = 5000
"""Steps of one side's round; a table that needs more is not being reviewed."""


class StaleDraftError(ConflictError):
    """A step made on a draft that somebody changed meanwhile."""


class DraftLog:
    """The steps of all drafts in a store. A step that ``add`` returned from is kept, whatever happens next."""

    def __init__(self, store: Store) -> None:
        """Take the store."""
        self._store = store

    def round(self, game: int, round: int) -> Mapping[int, tuple[Entry, ...]]:
        """Return the steps of each side of a round, by the side's number from 1; sides without a step are left out."""
        with self._store.reading() as session:
            rows = session.scalars(
                select(DraftStepRow)
                .where(DraftStepRow.game_id == game, DraftStepRow.round == round)
                .order_by(DraftStepRow.side, DraftStepRow.number)
            )
            steps: dict[int, list[Entry]] = {}
            for row in rows:
                steps.setdefault(row.side, []).append(_entry(row))
            return {side: tuple(entries) for side, entries in steps.items()}

    def begun(self, game: int, round: int) -> datetime | None:
        """Return when the first step of a round was made, None where there is none."""
        with self._store.reading() as session:
            first = select(DraftStepRow.made_at).where(DraftStepRow.game_id == game, DraftStepRow.round == round)
            return session.scalar(first.order_by(DraftStepRow.made_at).limit(1))

    def has(self, game: int, round: int, side: int, token: str) -> bool:
        """Whether a step of this token is kept."""
        with self._store.reading() as session:
            return _of_token(session, game, round, side, token) is not None

    def add(self, game: int, round: int, side: int, entry: Entry, token: str) -> None:
        """Keep a side's next step; the same token again changes nothing.

        Raises:
            UnknownGameError: if there is no such game.
            StaleDraftError: if the step's number is not the next one: another was made meanwhile.
        """
        with self._store.writing() as session:
            find_game(session, game, lock=True)
            if _of_token(session, game, round, side, token) is not None:
                return
            numbers: Sequence[int] = session.scalars(
                select(DraftStepRow.number).where(
                    DraftStepRow.game_id == game, DraftStepRow.round == round, DraftStepRow.side == side
                )
            ).all()
            if entry.number != len(numbers) + 1:
                raise StaleDraftError("somebody else changed this side meanwhile: look at it again")
            if entry.number > MOST_STEPS:
                raise ConflictError(f"this side was changed {MOST_STEPS} times; no further change is kept")
            session.add(
                DraftStepRow(
                    game_id=game,
                    round=round,
                    side=side,
                    number=entry.number,
                    step=entry.step.value,
                    edit=None if entry.edit is None else EDITS.dump_json(entry.edit).decode(),
                    token=token,
                    made_at=self._store.clock(),
                )
            )


def _of_token(session: Session, game: int, round: int, side: int, token: str) -> DraftStepRow | None:
    return session.scalar(
        select(DraftStepRow).where(
            DraftStepRow.game_id == game,
            DraftStepRow.round == round,
            DraftStepRow.side == side,
            DraftStepRow.token == token,
        )
    )


def _entry(row: DraftStepRow) -> Entry:
    return Entry(row.number, Step(row.step), None if row.edit is None else EDITS.validate_json(row.edit))
