"""``handfoot tally``: the score of a record."""

import json
from typing import TYPE_CHECKING

import click

from handfoot.commands.frontdoor import ExitCode, plain_text, though_nobody_listens

if TYPE_CHECKING:
    from rich.console import Console

    from scorer.scoring.account import Line, SideTally, Tally


@click.command()
@click.argument("record", metavar="RECORD.json")
@click.option("--rules", metavar="FILE", help="The house's own rule file, whose id the record names.")
@click.option("--json", "as_json", is_flag=True, help="Print the tally as JSON.")
@click.pass_context
def tally(ctx: click.Context, record: str, *, rules: str | None, as_json: bool) -> None:
    """Score the record of a table and round; - reads it from standard input."""
    from handfoot.asking.unseen import tally_seen
    from handfoot.commands.recordfile import naming_record, read_record
    from handfoot.commands.rulefile import check_ships, meant_for
    from handfoot.commands.terminal import make_console
    from scorer.rulebook.rules import rules_named
    from scorer.scoring.tally import tally_to_json

    house = None if rules is None else rules_named(rules)
    lying, _ = read_record(record)
    with naming_record(record):
        if house is None:
            check_ships(lying)
        scored = tally_seen(lying, house and meant_for(lying, house))
    with though_nobody_listens():
        if as_json:
            click.echo(json.dumps(tally_to_json(scored), ensure_ascii=False, indent=1))
        else:
            print_tally(scored, make_console())
    ctx.exit(ExitCode.DOUBT if scored.in_doubt else ExitCode.CLEAR)


def print_tally(scored: "Tally", console: "Console") -> None:
    """Print every side's lines, interval, problems and questions: tables on a terminal, plain text in a pipe."""
    console.print(f"{scored.rules}, round {scored.round}", style="bold")
    for side in scored.sides:
        _print_side(side, console)
    if scored.problems:
        console.print("\nThe whole table", style="bold")
    for problem in scored.problems:
        console.print(plain_text(f"  ! {problem.say} ({problem.clause})"), style="red")


def between(side: "SideTally") -> str:
    """Return the interval that stands behind a side's best value, nothing where that is all it can be."""
    return "" if side.low == side.high else f" (between {side.low} and {side.high})"


def _print_side(side: "SideTally", console: "Console") -> None:
    from handfoot.commands.terminal import make_table

    console.print(f"\n{plain_text(side.name)}: {side.best}{between(side)}", style="bold")
    if side.lines:
        table = make_table(console, "for", ">points", "cards", "where", "clause", "basis")
        for line in side.lines:
            table.add_row(*_cells(line))
        console.print(table)
    for problem in side.problems:
        console.print(plain_text(f"  ! {problem.say} ({problem.clause})"), style="red")
    for question in side.questions:
        asked = f"  ? {question.ask} ({question.about}, {question.width} points wide)"
        console.print(plain_text(asked), style="magenta")


def _cells(line: "Line") -> tuple[str, ...]:
    from scorer.notation import format_cards

    basis = line.basis.value if line.setting is None else f"{line.basis.value}: {line.setting}"
    where = f"pile {line.pile}" if line.pile is not None else ""
    return (line.reason.replace("_", " "), str(line.points), format_cards(line.cards), where, line.clause, basis)
