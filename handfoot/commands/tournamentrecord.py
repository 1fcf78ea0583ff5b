"""A tournament's result from the record of what lay on the table, scored by the tournament's own rules."""

from handfoot.asking.unseen import tally_seen
from scorer.errors import RecordError
from scorer.games import fit_record
from scorer.record import Record, record_to_json
from scorer.scoring.account import Tally
from scorer.strict import shown
from scorer.tournament.events import ResultEntered
from scorer.tournament.requests import plan_of_table, result, table_for
from scorer.tournament.state import Tournament


def result_of(
    state: Tournament, record: Record, *, table: int | None = None, reason: str = ""
) -> tuple[ResultEntered, Tally]:
    """Return the result that a record of a table and round makes, with the tally behind it.

    The record's sides are the table's teams; each one's score before the round is what it has in this game so far.

    Raises:
        RecordError: if a side's score is open: a total must be one number before teams can agree to it.
        ScorerError: if the record does not fit the tournament or the table.
    """
    at = table_for(state, [side.name for side in record.sides], table)
    game = state.games[-1].number
    earlier = state.rounds[: state.rounds.index(record.round)] if record.round in state.rounds else ()
    before = {team: sum(state.round_points(game, number, team) or 0 for number in earlier) for team in at.teams}
    fitted = fit_record(plan_of_table(state, at), record, number=record.round, before=before)
    scored = tally_seen(fitted, state.rules)
    for side in scored.sides:
        if side.low != side.high:
            asked = side.questions[0].ask if side.questions else "a card was not read"
            raise RecordError(f"the score of {shown(side.name)} lies between {side.low} and {side.high}: {asked}")
    points = {side.name: side.best for side in scored.sides}
    entry = result(state, points, number=record.round, table=at.number, reason=reason, record=record_to_json(fitted))
    return entry, scored
