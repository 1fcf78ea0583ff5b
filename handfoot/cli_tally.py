"""``handfoot tally`` and ``handfoot rules``: the score of a record, and the rule sets as a person reads them."""

import json
from typing import TYPE_CHECKING

import click

from handfoot.frontdoor import ExitCode

if TYPE_CHECKING:
    from rich.console import Console

    from scorer.account import Line, SideTally, Tally
    from scorer.rules import RuleSet


@click.command()
@click.argument("record", metavar="RECORD.json")
@click.option("--json", "as_json", is_flag=True, help="Print the tally as JSON.")
@click.pass_context
def tally(ctx: click.Context, record: str, *, as_json: bool) -> None:
    """Score the record of a table and round; - reads it from standard input."""
    from handfoot.recordfile import read_record_text, record_name
    from handfoot.terminal import make_console
    from handfoot.unseen import tally_seen
    from scorer.errors import ScorerError
    from scorer.record import parse_record
    from scorer.tally import tally_to_json

    text = read_record_text(record)
    try:
        scored = tally_seen(parse_record(text))
    except ScorerError as error:
        raise type(error)(f"{record_name(record)}: {error}") from None
    if as_json:
        click.echo(json.dumps(tally_to_json(scored), ensure_ascii=False, indent=1))
    else:
        print_tally(scored, make_console())
    ctx.exit(ExitCode.DOUBT if scored.in_doubt else ExitCode.CLEAR)


@click.group()
def rules() -> None:
    """List the rule sets, or show one with every value and its clause."""


@rules.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print the ids and titles as JSON.")
def list_rules(*, as_json: bool) -> None:
    """List the rule sets by id and title."""
    from scorer.rules import load_rules, rule_ids

    known = [load_rules(rules_id) for rules_id in rule_ids()]
    if as_json:
        click.echo(json.dumps([{"id": one.id, "title": one.title} for one in known], ensure_ascii=False))
        return
    for one in known:
        click.echo(f"{one.id:<20} {one.title}")


@rules.command(name="show")
@click.argument("rules_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print the rule set as JSON.")
def show_rules(rules_id: str, *, as_json: bool) -> None:
    """Show a rule set: every value, the clause it rests on, and what this project decided where the text is silent."""
    from handfoot.terminal import make_console
    from scorer.rules import load_rules

    shown = load_rules(rules_id)
    if as_json:
        click.echo(json.dumps(shown.model_dump(mode="json"), ensure_ascii=False, indent=1))
    else:
        print_rules(shown, make_console())


def print_tally(scored: "Tally", console: "Console") -> None:
    """Print every side's lines, interval, problems and questions: tables on a terminal, plain text in a pipe."""
    console.print(f"{scored.rules}, round {scored.round}", style="bold")
    for side in scored.sides:
        _print_side(side, console)
    if scored.problems:
        console.print("\nThe whole table", style="bold")
    for problem in scored.problems:
        console.print(f"  ! {problem.say} ({problem.clause})", style="red")


def print_rules(shown: "RuleSet", console: "Console") -> None:
    """Print a rule set: its game, its limits, its settings with their clauses, and its notes."""
    from handfoot.terminal import make_table
    from scorer.ruletext import rule_lines, setting_lines

    console.print(f"{shown.title} ({shown.id})", style="bold")
    console.print(shown.source)
    table = make_table(console, "what", "value", "clause")
    for what, value, clause in rule_lines(shown):
        table.add_row(what, value, clause)
    console.print(table)
    console.print("Settings; a record's settings go before them", style="bold")
    table = make_table(console, "setting", "value", "clause", "meaning")
    for row in setting_lines(shown):
        table.add_row(*row)
    console.print(table)
    for note in shown.notes:
        console.print(f"- {note}")


def _print_side(side: "SideTally", console: "Console") -> None:
    from handfoot.terminal import make_table

    between = "" if side.low == side.high else f" (between {side.low} and {side.high})"
    name = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in side.name)
    console.print(f"\n{name}: {side.best}{between}", style="bold")
    if side.lines:
        table = make_table(console, "for", ">points", "cards", "where", "clause", "basis")
        for line in side.lines:
            table.add_row(*_cells(line))
        console.print(table)
    for problem in side.problems:
        console.print(f"  ! {problem.say} ({problem.clause})", style="red")
    for question in side.questions:
        console.print(f"  ? {question.ask} ({question.about}, {question.width} points wide)", style="magenta")


def _cells(line: "Line") -> tuple[str, ...]:
    from scorer.notation import format_cards

    basis = line.basis.value if line.setting is None else f"{line.basis.value}: {line.setting}"
    where = f"pile {line.pile}" if line.pile is not None else ""
    return (line.reason.replace("_", " "), str(line.points), format_cards(line.cards), where, line.clause, basis)
