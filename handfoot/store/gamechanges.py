"""The changes of a game, each a further version of a round, an end or a going on; what was kept is never written to."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from handfoot.asking.unseen import tally_seen
from handfoot.errors import ConflictError, EnteredError
from handfoot.store.gamerows import current_rows, plan_of, played_of, standing_changes, standing_ending
from handfoot.store.gametables import LONGEST_REASON, EndingRow, GameRow, RoundPointsRow, RoundVersionRow
from handfoot.store.kept import Action
from scorer.errors import GameError, RoundError
from scorer.games import check_new_round, check_points, fit_record, game_state, score_before
from scorer.names import can_be_printed
from scorer.record import Record, record_to_json
from scorer.scoring.tally import tally_to_json
from scorer.strict import shown


@dataclass(frozen=True, slots=True)
class Wish:
    """That a game be changed otherwise than by a round's record: the revision its maker saw if they say it, and why."""

    reason: str
    seen: int | None
    token: str | None


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody hands in for a round: its record, the points confirmed if they said any, and why."""

    record: Record
    points: Mapping[str, int] | None
    reason: str
    token: str | None


def enter(row: GameRow, given: Given, moment: datetime) -> RoundVersionRow:
    """Enter a round that is not there."""
    number = given.record.round
    standing = current_rows(row).get(number)
    if standing is not None and standing.record is not None:
        raise EnteredError(f"round {number} of {shown(row.name)} is entered already")
    check_new_round(plan_of(row), played_of(row), number, ended=standing_ending(row) is not None)
    return _scored(row, given, moment, Action.ENTERED)


def edit(row: GameRow, given: Given, moment: datetime, *, seen: int | None) -> RoundVersionRow:
    """Enter a round anew in the place of what is there."""
    number = given.record.round
    standing = current_rows(row).get(number)
    if standing is None or standing.record is None:
        raise RoundError(f"round {number} of {shown(row.name)} is not entered")
    if seen is not None and seen != standing.version:
        raise ConflictError(
            f"round {number} of {shown(row.name)} has version {standing.version} now, not {seen}: look at it again"
        )
    if not given.reason.strip():
        raise GameError(f"no reason to change round {number} of {shown(row.name)}: say why")
    return _scored(row, given, moment, Action.EDITED)


def end(row: GameRow, wish: Wish, moment: datetime) -> EndingRow:
    """End the game with the rounds it has."""
    _check_seen(row, wish)
    state = game_state(plan_of(row), played_of(row), ended=standing_ending(row) is not None)
    if state.finished:
        raise ConflictError(f"{shown(row.name)} is over already")
    if not state.rounds:
        raise ConflictError(f"no round of {shown(row.name)} is played yet: nobody could have won it")
    return _ending(row, wish, moment, undoes=None)


def go_on(row: GameRow, wish: Wish, moment: datetime) -> EndingRow:
    """Go on with a game that was ended early."""
    _check_seen(row, wish)
    ended = standing_ending(row)
    if ended is None:
        raise ConflictError(f"{shown(row.name)} was not ended early")
    return _ending(row, wish, moment, undoes=ended.change)


def undo(row: GameRow, wish: Wish, moment: datetime) -> RoundVersionRow | EndingRow:
    """Take back the last change that still stands; its round is again what it was before it, an ended game goes on."""
    _check_seen(row, wish)
    standing = standing_changes(row)
    if not standing:
        raise ConflictError(f"nothing in {shown(row.name)} to take back")
    last = standing[-1]
    if isinstance(last, EndingRow):
        return _ending(row, wish, moment, undoes=last.change)
    before = next(
        (one for one in row.versions if one.round == last.round and one.version == last.version - 1),
        None,
    )
    made = _version(row, last.round, moment, Action.UNDONE, wish.reason)
    made.undoes, made.token = last.change, wish.token
    if before is not None:
        made.record, made.tally = before.record, before.tally
        made.points = [RoundPointsRow(side_id=one.side_id, points=one.points) for one in before.points]
    return _kept(row, made)


def _check_seen(row: GameRow, wish: Wish) -> None:
    if wish.seen is not None and wish.seen != row.revision:
        raise ConflictError(f"{shown(row.name)} was changed meanwhile: look at it again")


def _ending(row: GameRow, wish: Wish, moment: datetime, *, undoes: int | None) -> EndingRow:
    reason = clean_reason(wish.reason)
    made = EndingRow(change=row.revision + 1, made_at=moment, reason=reason, undoes=undoes, token=wish.token)
    row.endings.append(made)
    row.revision = made.change
    return made


def _scored(row: GameRow, given: Given, moment: datetime, action: Action) -> RoundVersionRow:
    plan, number = plan_of(row), given.record.round
    record = fit_record(plan, given.record, number=number, before=score_before(plan, played_of(row), number))
    tally = tally_seen(record, plan.rules)
    best = {side.name: side.best for side in tally.sides}
    points = check_points(plan, best if given.points is None else given.points)
    made = _version(row, number, moment, action, given.reason)
    made.record = json.dumps(record_to_json(record))
    made.tally = json.dumps(tally_to_json(tally))
    made.token = given.token
    made.points = [RoundPointsRow(side_id=side.id, points=points[side.name]) for side in row.sides]
    return _kept(row, made)


def _version(row: GameRow, number: int, moment: datetime, action: Action, reason: str) -> RoundVersionRow:
    last = current_rows(row).get(number)
    return RoundVersionRow(
        change=row.revision + 1,
        round=number,
        version=1 if last is None else last.version + 1,
        made_at=moment,
        action=action,
        reason=clean_reason(reason),
    )


def clean_reason(said: str) -> str:
    """Return a reason as it is kept. Raises GameError where it is too long, or cannot be printed."""
    reason = " ".join(said.split())
    if len(reason) > LONGEST_REASON or not can_be_printed(reason):
        raise GameError(f"{shown(reason)} is no reason: up to {LONGEST_REASON} characters that can be printed")
    return reason


def _kept(row: GameRow, made: RoundVersionRow) -> RoundVersionRow:
    row.versions.append(made)
    row.revision = made.change
    return made
