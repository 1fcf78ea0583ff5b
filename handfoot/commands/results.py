"""``handfoot tournament enter`` and ``agree``: a table's points for a round, and what makes them count."""

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from handfoot.commands.frontdoor import ExitCode
from handfoot.commands.options import DATABASE_OPTION, WholeNumber
from handfoot.commands.tournamentdoor import JSON_OPTION, TOURNAMENT_ARGUMENT, change, parse_numbers, print_kept

if TYPE_CHECKING:
    from scorer.record import Record
    from scorer.scoring.account import Tally
    from scorer.tournament.events import ResultEntered
    from scorer.tournament.state import Tournament


@click.command()
@TOURNAMENT_ARGUMENT
@click.argument("points", nargs=-1, callback=parse_numbers, metavar="[TEAM=POINTS]...")
@click.option("--round", "number", type=WholeNumber(), metavar="N", help="The round; a record may say it itself.")
@click.option("--table", type=WholeNumber(), metavar="N", help="The table, to be sure; without it the teams tell.")
@click.option("--record", metavar="RECORD.json", help="Tally this record instead; - reads it from standard input.")
@click.option("--change", "reason", default="", metavar="REASON", help="Change what is entered; all agreement falls.")
@JSON_OPTION
@DATABASE_OPTION
@click.pass_context
def enter(
    ctx: click.Context,
    which: str,
    points: dict[str, int],
    *,
    number: int | None,
    table: int | None,
    record: str | None,
    reason: str,
    as_json: bool,
    database: str | None,
) -> None:
    """Enter every team's points for a round at a table. They count when each of its teams has agreed."""
    from handfoot.commands.tournamentprint import odd_entered, print_entered
    from handfoot.commands.tournamentrecord import result_of
    from scorer.tournament.requests import result

    if bool(points) == (record is not None):
        raise click.UsageError("either TEAM=POINTS for each team or --record is needed", ctx)
    read = None if record is None else _read_record(record, number)
    scored: list[Tally] = []

    def plan(state: "Tournament") -> "list[ResultEntered]":
        if read is not None:
            entry, tally = result_of(state, read, table=table, reason=reason)
            scored.append(tally)
            return [entry]
        if number is None:
            raise click.UsageError("--round is needed", ctx)
        return [result(state, points, number=number, table=table, reason=reason)]

    kept = change(which, plan, database)
    print_kept(kept, lambda console: print_entered(kept, scored, console), as_json=as_json)
    ctx.exit(ExitCode.DOUBT if odd_entered(kept) or any(tally.in_doubt for tally in scored) else ExitCode.CLEAR)


@click.command()
@TOURNAMENT_ARGUMENT
@click.argument("team")
@click.option(
    "--round", "number", type=WholeNumber(), metavar="N", help="Only this round, not all it has not agreed to yet."
)
@JSON_OPTION
@DATABASE_OPTION
def agree(which: str, team: str, *, number: int | None, as_json: bool, database: str | None) -> None:
    """Let TEAM agree to the points of every team at its table, as they are entered."""
    from handfoot.commands.tournamentprint import print_table_of
    from scorer.tournament.requests import agreements

    kept = change(which, lambda state: agreements(state, team, number), database)
    print_kept(kept, lambda console: print_table_of(kept, team, console), as_json=as_json)


def _read_record(path: str, number: int | None) -> "Record":
    """Return the record of a file as that of the round."""
    from handfoot.commands.recordfile import naming_record, read_record
    from scorer.errors import RecordError

    record, said = read_record(path)
    with naming_record(path):
        if number is not None and said not in (None, number):
            raise RecordError(f"it is of round {said}, not {number}")
    return record if number is None else replace(record, round=number)
