"""Agreeing: a round's version is made by the last side that agrees to what all the others agreed to."""

import hashlib
import json
import textwrap
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from handfoot.errors import ConflictError, UnknownGameError
from handfoot.store import gamechanges
from handfoot.store.agreementtables import AgreementRow
from handfoot.store.gamerows import current_rows, version_of
from handfoot.store.gametables import LONGEST_REASON, GameRow, RoundVersionRow
from handfoot.store.kept import Game, KeptTournament
from handfoot.store.store import Store, find_game
from handfoot.store.tableresults import pass_on, waited_for
from handfoot.store.tournamenttables import TableGameRow
from scorer.errors import TournamentError
from scorer.record import Record, record_to_json

CORRECTED = "corrected at the table"
"""The reason of a changed round that nobody gave one for."""


@dataclass(frozen=True, slots=True)
class SideAgreed:
    """What a side agreed to, and what it said was changed in a round that counted already."""

    seal: str
    reason: str


@dataclass(frozen=True, slots=True)
class AgreedChange:
    """A round that counts, at a tournament's table, and that some side agreed to change."""

    table: int
    round: int
    game: Game


def seal_of(record: Record) -> str:
    """Return what stands for a record in an agreement.

    Each side's name and score before the round are no part of it, nor the number of decks, which moves no score.
    """
    return _seal(_unnamed(record))


def seals_of(record: Record) -> tuple[str, str]:
    """Return its seal, then what earlier programs, which sealed the names too, kept for it in an agreement."""
    return seal_of(record), _seal(record)


def is_agreed_to(record: Record, agreed: Record) -> bool:
    """Whether a record says all that the agreed one of the same sides does, and no more but notes that that has not.

    Notes are what a program says beside it, such as where a card was photographed: an earlier one noted less.
    """
    return _says(_plain(_unnamed(record)), _plain(_unnamed(agreed)), is_note=False)


class Agreements:
    """The agreements in a store. Every method raises as those of ``Store`` do."""

    def __init__(self, store: Store) -> None:
        """Take the store."""
        self._store = store

    def of_round(self, game: int, round: int) -> Mapping[int, SideAgreed]:
        """Return what each side agreed to, by the side's number from 1; sides that did not are left out."""
        with self._store.reading() as session:
            return {row.side: SideAgreed(row.seal, row.reason) for row in _rows(session, game, round)}

    def corrections(self, kept: KeptTournament) -> tuple[AgreedChange, ...]:
        """Return which rounds that count some side agreed to change at the tables of the game being played.

        Not those of tables that were drawn again since, nor where the coordinator set every team's points. In the order
        of tables and rounds.
        """
        drawn = kept.state.open_game
        if drawn is None:
            return ()
        chosen = (
            select(TableGameRow.table_number, AgreementRow.round, AgreementRow.game_id)
            .join(TableGameRow, TableGameRow.game_id == AgreementRow.game_id)
            .join(
                RoundVersionRow,
                (RoundVersionRow.game_id == AgreementRow.game_id) & (RoundVersionRow.round == AgreementRow.round),
            )
            .where(TableGameRow.tournament_id == kept.id, TableGameRow.number == drawn.number)
            .distinct()
            .order_by(TableGameRow.table_number, AgreementRow.round)
        )
        with self._store.reading() as session:
            rows = [tuple(row) for row in session.execute(chosen)]
        found = []
        for table, number, game_id in rows:
            # It may be deleted just now, or its table drawn again.
            with suppress(UnknownGameError, TournamentError):
                game, seated = self._store.game(game_id), drawn.table(table).teams
                ruled = ({(drawn.number, number, team), (drawn.number, None, team)} for team in seated)
                if {*game.plan.sides} == {*seated} and any(keys.isdisjoint(kept.state.set_points) for keys in ruled):
                    found.append(AgreedChange(table, number, game))
        return tuple(found)

    def agree(self, game: int, side: int, record: Record, *, seen: int | None, reason: str = "") -> None:
        """Keep that a side agrees to the record; once all sides agree to the same, keep it as the round's next version.

        At a tournament's table of three a team that withdrew is not waited for. The record's sides are in the game's
        order; whatever they are called in it, the round is kept with their names of now.

        ``seen`` is the version of the round that the sides had before them, None where it had none; where it had one,
        ``reason`` is what this side says was changed, and the next version's is what any of them said. Agreeing to
        what is the round's version already changes nothing.

        Raises:
            ConflictError: if the round has another version by now.
            RoundError, GameError, SettingError: if the round cannot be kept.
        """
        seals = seals_of(record)
        with self._store.writing() as session:
            row = find_game(session, game, lock=True)
            standing = current_rows(row).get(record.round)
            kept = version_of(row, standing) if standing is not None and standing.record is not None else None
            if kept is not None and kept.record is not None and seal_of(kept.record) == seals[0]:
                return
            if (kept and kept.version) != seen:
                raise ConflictError("this round was agreed otherwise meanwhile: look at it again")
            said = gamechanges.clean_reason(reason) if kept is not None else ""
            moment = self._store.clock()
            made = AgreementRow(game_id=game, round=record.round, side=side, seal=seals[0], made_at=moment, reason=said)
            _keep(session, made, seals)
            agreeing = [one for one in _rows(session, game, record.round) if one.seal in seals]
            agreed, needed = {one.side for one in agreeing}, waited_for(session, row)
            if all(place in agreed for place, one in enumerate(row.sides, start=1) if one.name in needed):
                why = "" if kept is None else _together([one.reason for one in agreeing])
                self._enter(session, row, record, why, again=kept is not None)

    def withdraw(self, game: int, round: int, side: int) -> None:
        """Take a side's agreement back, while the round is not kept."""
        with self._store.writing() as session:
            find_game(session, game, lock=True)
            session.execute(
                delete(AgreementRow).where(
                    AgreementRow.game_id == game, AgreementRow.round == round, AgreementRow.side == side
                )
            )

    def _enter(self, session: Session, row: GameRow, record: Record, reason: str, *, again: bool) -> None:
        given = gamechanges.Given(_called_as_now(record, row), None, reason, None)
        moment = self._store.clock()
        made = gamechanges.edit(row, given, moment, seen=None) if again else gamechanges.enter(row, given, moment)
        session.execute(delete(AgreementRow).where(AgreementRow.game_id == row.id, AgreementRow.round == record.round))
        pass_on(session, row, made, moment, agreed=True)


def _rows(session: Session, game: int, round: int) -> list[AgreementRow]:
    chosen = select(AgreementRow).where(AgreementRow.game_id == game, AgreementRow.round == round)
    return list(session.scalars(chosen.order_by(AgreementRow.side)))


def _seal(record: Record) -> str:
    return hashlib.sha256(json.dumps(_plain(record), sort_keys=True).encode()).hexdigest()


def _plain(record: Record) -> dict[str, object]:
    sides = tuple(replace(side, score_before=0) for side in record.sides)
    return record_to_json(replace(record, decks=None, sides=sides))


def _unnamed(record: Record) -> Record:
    return replace(record, sides=tuple(replace(side, name="") for side in record.sides))


def _says(now: object, agreed: object, *, is_note: bool) -> bool:
    if isinstance(now, dict) and isinstance(agreed, dict):
        more = {key for key in now.keys() - agreed.keys() if not (is_note or key.startswith("x_"))}
        alike = (key in now and _says(now[key], agreed[key], is_note=is_note or key[:2] == "x_") for key in agreed)
        return not more and all(alike)
    if isinstance(now, list) and isinstance(agreed, list):
        return len(now) == len(agreed) and all(_says(*pair, is_note=is_note) for pair in zip(now, agreed, strict=True))
    return now == agreed


def _called_as_now(record: Record, row: GameRow) -> Record:
    """Return the record with the names that its sides, in the game's order, have in the game by now."""
    named = zip(record.sides, row.sides, strict=True)
    return replace(record, sides=tuple(replace(side, name=one.name) for side, one in named))


def _keep(session: Session, agreement: AgreementRow, seals: Collection[str]) -> None:
    before = next(
        (row for row in _rows(session, agreement.game_id, agreement.round) if row.side == agreement.side), None
    )
    if before is None:
        session.add(agreement)
    else:
        # Who agrees to the same once more has said already why.
        before.reason = agreement.reason or (before.reason if before.seal in seals else "")
        before.seal, before.made_at = agreement.seal, agreement.made_at
    session.flush()


def _together(reasons: Sequence[str]) -> str:
    """Return the sides' reasons as one, each once."""
    said = "; ".join(dict.fromkeys(reason for reason in reasons if reason))
    short = textwrap.shorten(said, LONGEST_REASON, placeholder=" …")
    # Words without spaces between them, as some languages write them, are cut where there is no room.
    return (f"{said[: LONGEST_REASON - 2]} …" if short.strip() == "…" else short) or CORRECTED
