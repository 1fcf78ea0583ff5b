"""``handfoot tournament``: the desk of a tournament, from the draw to the medals, kept in a database."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.commands.decide import decide
from handfoot.commands.frontdoor import CommandGroup, ExitCode, give_sheet
from handfoot.commands.gamedoor import ROUNDS_OPTION, all_in
from handfoot.commands.options import DATABASE_OPTION, SET_OPTION, SHEET_OPTION, WholeNumber, sheet_form
from handfoot.commands.results import agree, enter
from handfoot.commands.tableplay import play
from handfoot.commands.tournamentdoor import (
    JSON_OPTION,
    TOURNAMENT_ARGUMENT,
    change,
    print_kept,
    tournaments,
)

if TYPE_CHECKING:
    from rich.console import Console

    from handfoot.store.kept import KeptTournament
    from scorer.record import Setting

_FORMS = ("csv", "json")
"""What a tournament is exported as."""


@click.group(cls=CommandGroup)
def tournament() -> None:
    """Run a tournament: teams, draw, results that both teams agree, cut, second game, medals.

    TOURNAMENT is a tournament's name or its number. What the rules leave open stops a step until the coordinator
    decides it. Nothing that happened is ever lost.
    """


for command in (play, enter, agree, decide):
    tournament.add_command(command)


@tournament.command()
@click.argument("name")
@click.option("--rules", "rules_id", default="golden-games", show_default=True, metavar="ID|FILE", help="The rule set.")
@click.option("--team", "teams", multiple=True, metavar="NAME", help="A team; say it for each, or use join.")
@ROUNDS_OPTION
@SET_OPTION
@JSON_OPTION
@DATABASE_OPTION
def new(
    name: str,
    *,
    rules_id: str,
    teams: tuple[str, ...],
    rounds: tuple[int, ...] | None,
    settings: "dict[str, Setting]",
    as_json: bool,
    database: str | None,
) -> None:
    """Open the tournament NAME. It keeps a copy of its rules: a later change of a file never moves its scores."""
    from handfoot.commands.tournamentprint import print_tournament
    from scorer.rulebook.rules import rules_named
    from scorer.tournament.events import Opened, TeamEntered

    first = Opened(name, rules_named(rules_id), settings, rounds)
    with tournaments(database, new=True) as desk:
        kept = desk.open(first, [TeamEntered(team) for team in teams])
    print_kept(kept, lambda console: print_tournament(kept, console), as_json=as_json)


@tournament.command()
@TOURNAMENT_ARGUMENT
@click.argument("team")
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player; say it for each.")
@JSON_OPTION
@DATABASE_OPTION
def join(which: str, team: str, *, players: tuple[str, ...], as_json: bool, database: str | None) -> None:
    """Let TEAM take part."""
    from handfoot.commands.tournamentprint import print_tournament
    from scorer.tournament.events import TeamEntered

    kept = change(which, lambda state: [TeamEntered(team, players)], database)
    print_kept(kept, lambda console: print_tournament(kept, console), as_json=as_json)


@tournament.command()
@TOURNAMENT_ARGUMENT
@click.argument("team")
@click.argument("name", required=False)
@click.option(
    "--player", "players", multiple=True, metavar="NAME", help="A player, in place of those before; say it for each."
)
@JSON_OPTION
@DATABASE_OPTION
def rename(
    which: str, team: str, name: str | None, *, players: tuple[str, ...], as_json: bool, database: str | None
) -> None:
    """Call TEAM by another NAME, or its players, at any time; it stays the same team at its tables and in its games."""
    from handfoot.commands.tournamentprint import print_tournament
    from scorer.tournament.requests import renaming

    kept = change(which, lambda state: [renaming(state, team, name, players or None)], database)
    print_kept(kept, lambda console: print_tournament(kept, console), as_json=as_json)


@tournament.command()
@TOURNAMENT_ARGUMENT
@click.argument("team")
@click.option("--reason", required=True, help="Why; it stays beside the withdrawal.")
@JSON_OPTION
@DATABASE_OPTION
def withdraw(which: str, team: str, *, reason: str, as_json: bool, database: str | None) -> None:
    """Let TEAM stop playing. What it agreed before stays; what it leaves open is the coordinator's to decide."""
    from handfoot.commands.tournamentprint import print_tournament
    from scorer.tournament.requests import withdrawal

    kept = change(which, lambda state: [withdrawal(state, team, reason)], database)
    print_kept(kept, lambda console: print_tournament(kept, console), as_json=as_json)


@tournament.command()
@TOURNAMENT_ARGUMENT
@click.option(
    "--seed", type=WholeNumber(), metavar="N", help="Draw by this number; without it one is drawn and recorded."
)
@JSON_OPTION
@DATABASE_OPTION
def draw(which: str, *, seed: int | None, as_json: bool, database: str | None) -> None:
    """Draw the tables of the next game. The same seed and teams give the same tables again."""
    import secrets

    from handfoot.commands.tournamentprint import print_game
    from scorer.tournament.desk import plan_draw

    number = secrets.randbelow(10**9) if seed is None else seed
    kept = change(which, lambda state: [plan_draw(state, number)], database)
    print_kept(kept, lambda console: print_game(kept.state, kept.state.games[-1], console), as_json=as_json)


@tournament.command()
@TOURNAMENT_ARGUMENT
@JSON_OPTION
@DATABASE_OPTION
def cut(which: str, *, as_json: bool, database: str | None) -> None:
    """Let the top half go on to the second game."""
    from handfoot.commands.tournamentprint import print_standings
    from scorer.tournament.desk import plan_cut

    kept = change(which, lambda state: [plan_cut(state)], database, closes=True)
    print_kept(kept, lambda console: print_standings(kept, console), as_json=as_json)


@tournament.command()
@TOURNAMENT_ARGUMENT
@JSON_OPTION
@DATABASE_OPTION
def medals(which: str, *, as_json: bool, database: str | None) -> None:
    """Award the medals by the totals of both games, or show them if they are awarded."""
    from handfoot.commands.tournamentprint import print_medals
    from scorer.tournament.desk import plan_medals

    kept = change(which, lambda state: [plan_medals(state)] if state.medals is None else [], database, closes=True)
    print_kept(kept, lambda console: print_medals(kept.state, console), as_json=as_json)


@tournament.command()
@TOURNAMENT_ARGUMENT
@JSON_OPTION
@DATABASE_OPTION
@click.pass_context
def standings(ctx: click.Context, which: str, *, as_json: bool, database: str | None) -> None:
    """Show the standings: only points that the tables agreed, or that the coordinator decided."""
    from handfoot.commands.tournamentprint import print_standings

    _print_open(ctx, which, database, print_standings, as_json=as_json)


@tournament.command()
@TOURNAMENT_ARGUMENT
@click.option("--history", is_flag=True, help="All that happened, with its time, and who decided what and why.")
@JSON_OPTION
@DATABASE_OPTION
@click.pass_context
def show(ctx: click.Context, which: str, *, history: bool, as_json: bool, database: str | None) -> None:
    """Show how TOURNAMENT stands: tables, results, standings, and what it waits for."""
    from handfoot.commands.tournamentprint import print_tournament

    _print_open(
        ctx,
        which,
        database,
        lambda kept, console: print_tournament(kept, console, history=history),
        as_json=as_json,
        history=history,
    )


@tournament.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print the tournaments as JSON.")
@DATABASE_OPTION
def list_tournaments(*, as_json: bool, database: str | None) -> None:
    """List the tournaments, the newest first."""
    from handfoot.commands.terminal import make_console
    from handfoot.commands.tournamentprint import print_titles
    from handfoot.sheets.tournamentsheets import titles_to_json
    from handfoot.store.tournaments import Tournaments

    titles = all_in(database, lambda store: Tournaments(store).titles())
    if as_json:
        click.echo(json.dumps(titles_to_json(titles), ensure_ascii=False, indent=1))
    else:
        print_titles(titles, make_console())


@tournament.command()
@TOURNAMENT_ARGUMENT
@click.option("--format", "form", type=click.Choice(_FORMS), help="One row a team, or all; else as FILE's name ends.")
@SHEET_OPTION
@DATABASE_OPTION
def export(which: str, *, form: str | None, output: Path | None, database: str | None) -> None:
    """Write TOURNAMENT as a sheet: CSV with a row for each team, or JSON with all that happened."""
    from handfoot.sheets.tournamentsheets import tournament_csv, tournament_to_json

    form = sheet_form(form, output, _FORMS)
    with tournaments(database) as desk:
        kept = desk.tournament(which)
    if form == "csv":
        text = tournament_csv(kept)
    else:
        text = json.dumps(tournament_to_json(kept, history=True), ensure_ascii=False, indent=1) + "\n"
    give_sheet(text, output, form=form)


def _print_open(
    ctx: click.Context,
    which: str,
    database: str | None,
    show: "Callable[[KeptTournament, Console], None]",
    *,
    as_json: bool,
    history: bool = False,
) -> None:
    """Print a tournament, and exit with 1 where something waits for the coordinator."""
    from scorer.tournament.desk import open_questions

    with tournaments(database) as desk:
        kept = desk.tournament(which)
    print_kept(kept, lambda console: show(kept, console), as_json=as_json, history=history)
    ctx.exit(ExitCode.DOUBT if open_questions(kept.state) else ExitCode.CLEAR)
