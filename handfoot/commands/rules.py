"""``handfoot rules``: the rule sets as a person reads them, and what a house's own file changes."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.commands.frontdoor import CommandGroup
from handfoot.commands.options import PATH

if TYPE_CHECKING:
    from rich.console import Console

    from scorer.rulebook.rules import RuleSet
    from scorer.rulebook.variants import Change


@click.group(cls=CommandGroup)
def rules() -> None:
    """List the rule sets, show one with every value and its clause, or check a house's own rule file."""


@rules.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print the ids and titles as JSON.")
def list_rules(*, as_json: bool) -> None:
    """List the rule sets by id and title."""
    from scorer.rulebook.rules import load_rules, rule_ids

    known = [load_rules(rules_id) for rules_id in rule_ids()]
    if as_json:
        click.echo(json.dumps([{"id": one.id, "title": one.title} for one in known], ensure_ascii=False))
        return
    for one in known:
        click.echo(f"{one.id:<20} {one.title}")


@rules.command(name="show")
@click.argument("named", metavar="ID|FILE")
@click.option("--json", "as_json", is_flag=True, help="Print the rule set as JSON.")
def show_rules(named: str, *, as_json: bool) -> None:
    """Show a rule set: every value, the clause it rests on, and what this project decided where the text is silent."""
    from handfoot.commands.terminal import make_console
    from scorer.rulebook.rules import rules_named

    shown = rules_named(named)
    if as_json:
        click.echo(json.dumps(shown.model_dump(mode="json"), ensure_ascii=False, indent=1))
    else:
        print_rules(shown, make_console())


@rules.command(name="check")
@click.argument("file", type=PATH)
@click.option("--json", "as_json", is_flag=True, help="Print the changes as JSON.")
def check_rules(file: Path, *, as_json: bool) -> None:
    """Say what a house's own rule file changes in the rule set that it extends; a wrong file is refused."""
    from handfoot.commands.terminal import make_console
    from scorer.rulebook.rules import load_variant
    from scorer.rulebook.variants import changes

    checked, base = load_variant(file)
    found = [] if base is None else list(changes(base, checked))
    if as_json:
        extends = None if base is None else base.id
        data = {"id": checked.id, "extends": extends, "changes": [asdict(change) for change in found]}
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        print_changes(checked, base, found, make_console())


def print_rules(shown: "RuleSet", console: "Console") -> None:
    """Print a rule set: its game, its limits, its settings with their clauses, and its notes."""
    from handfoot.commands.terminal import make_table
    from scorer.rulebook.ruletext import rule_lines, setting_lines

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


def print_changes(checked: "RuleSet", base: "RuleSet | None", found: "list[Change]", console: "Console") -> None:
    """Print what a rule file changes, key by key."""
    from handfoot.commands.terminal import make_table

    if base is None:
        console.print(f"{checked.id} is a rule set of its own: it extends nothing")
        return
    what = "changes" if found else "changes nothing but what it is called"
    console.print(f"{checked.id} extends {base.id} and {what}", style="bold")
    if found:
        table = make_table(console, "key", "was → is", "clause", "meaning")
        for change in found:
            table.add_row(change.key, f"{change.was} → {change.now}", change.clause, change.means)
        console.print(table)
