"""``handfoot game``: whole games over many rounds, kept in a database."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.commands.frontdoor import CommandGroup, give_sheet
from handfoot.commands.gamedoor import (
    GAME_ARGUMENT,
    JSON_OPTION,
    POINTS_OPTION,
    ROUNDS_OPTION,
    SIDES_OPTION,
    all_in,
    begin_with,
    opened,
    print_entered,
    print_kept,
    round_to_enter,
)
from handfoot.commands.options import (
    DATABASE_OPTION,
    DECK_OPTION,
    DECKS_OPTION,
    SET_OPTION,
    SHEET_OPTION,
    WholeNumber,
    sheet_form,
)

if TYPE_CHECKING:
    from scorer.record import Setting

_FORMS = ("csv", "json", "html")
"""What a game is exported as."""


@click.group(cls=CommandGroup)
def game() -> None:
    """Keep whole games: rounds, running totals, who opens with what, and who won.

    GAME is a game's name or its number. Nothing that was entered is ever lost: an edited round keeps its old versions.
    """


@game.command()
@click.argument("name")
@click.option("--rules", "rules_id", required=True, metavar="ID|FILE", help="A rule set's id, or a file of your own.")
@SIDES_OPTION
@ROUNDS_OPTION
@SET_OPTION
@DECKS_OPTION
@DECK_OPTION
@JSON_OPTION
@DATABASE_OPTION
def new(
    name: str,
    *,
    rules_id: str,
    sides: tuple[str, ...],
    rounds: tuple[int, ...] | None,
    settings: "dict[str, Setting]",
    decks: int | None,
    deck_names: tuple[str, ...],
    as_json: bool,
    database: str | None,
) -> None:
    """Begin the game NAME. It keeps a copy of its rules: a later change of a file never moves its scores."""
    from scorer.games import plan_game
    from scorer.rulebook.rules import rules_named

    plan = plan_game(rules_named(rules_id), sides, rounds=rounds, settings=settings, decks=decks)
    with opened(database, new=True) as store:
        print_kept(begin_with(store, deck_names, lambda: store.new_game(name, plan)), as_json=as_json)


@game.command()
@GAME_ARGUMENT
@click.argument("record", metavar="RECORD.json")
@click.option("--round", "number", type=WholeNumber(1), metavar="N", help="The round, if not the next one.")
@POINTS_OPTION
@JSON_OPTION
@DATABASE_OPTION
@click.pass_context
def add(
    ctx: click.Context,
    which: str,
    record: str,
    *,
    number: int | None,
    points: dict[str, int],
    as_json: bool,
    database: str | None,
) -> None:
    """Enter a round of GAME from its record; - reads it from standard input.

    The sides are found by their names. Each side's score before the round is its running total.
    """
    from handfoot.commands.recordfile import read_record
    from handfoot.errors import EnteredError

    with opened(database) as store:
        read, said = read_record(record)
        number = number or round_to_enter(store.game(which), said)
        try:
            version = store.add_round(which, replace(read, round=number), points=points or None)
        except EnteredError as error:
            raise EnteredError(f"{error}; `handfoot game edit` changes it") from None
        print_entered(ctx, store, which, version, as_json=as_json)


@game.command()
@GAME_ARGUMENT
@click.argument("number", metavar="ROUND", type=WholeNumber(1))
@click.argument("record", metavar="RECORD.json")
@click.option("--reason", required=True, help="Why; it stays beside the new version.")
@POINTS_OPTION
@JSON_OPTION
@DATABASE_OPTION
@click.pass_context
def edit(
    ctx: click.Context,
    which: str,
    number: int,
    record: str,
    *,
    reason: str,
    points: dict[str, int],
    as_json: bool,
    database: str | None,
) -> None:
    """Enter a round of GAME anew; what was entered before stays in its history."""
    from handfoot.commands.recordfile import read_record

    with opened(database) as store:
        read = replace(read_record(record)[0], round=number)
        version = store.edit_round(which, read, reason=reason, points=points or None)
        print_entered(ctx, store, which, version, as_json=as_json)


@game.command()
@GAME_ARGUMENT
@click.option("--reason", default="", help="Why; it stays beside the new version.")
@JSON_OPTION
@DATABASE_OPTION
def undo(which: str, *, reason: str, as_json: bool, database: str | None) -> None:
    """Take back the last change of GAME that still stands: a round entered or edited, or that it was ended early."""
    from handfoot.store.kept import Ending

    with opened(database) as store:
        version = store.undo(which, reason=reason)
        if isinstance(version, Ending):
            first = "took back that the game was ended early"
        else:
            taken = next(one for one in store.history(which) if one.change == version.undoes)
            left = "" if version.entered else "; it is not entered any more"
            first = f"took back version {taken.version} of round {version.round} ({taken.action}){left}"
        print_kept(store.game(which), as_json=as_json, first=first)


@game.command()
@GAME_ARGUMENT
@click.option("--reason", default="", help="Why; it stays in the history.")
@JSON_OPTION
@DATABASE_OPTION
def end(which: str, *, reason: str, as_json: bool, database: str | None) -> None:
    """End GAME here, before all its rounds are played: whoever leads has won. Nothing is lost; resume goes on."""
    with opened(database) as store:
        store.end_game(which, reason=reason)
        print_kept(store.game(which), as_json=as_json)


@game.command()
@GAME_ARGUMENT
@click.option("--reason", default="", help="Why; it stays in the history.")
@JSON_OPTION
@DATABASE_OPTION
def resume(which: str, *, reason: str, as_json: bool, database: str | None) -> None:
    """Go on with GAME, which was ended early."""
    with opened(database) as store:
        store.go_on(which, reason=reason)
        print_kept(store.game(which), as_json=as_json)


@game.command()
@GAME_ARGUMENT
@click.option("--history", is_flag=True, help="Every version of every round, with its time and reason.")
@JSON_OPTION
@DATABASE_OPTION
def show(which: str, *, history: bool, as_json: bool, database: str | None) -> None:
    """Show how GAME stands: its rounds and totals, the next round's first melds, and who won."""
    from handfoot.store.gamedecks import GameDecks
    from handfoot.store.tablegames import TableGames
    from handfoot.store.tablepoints import other_points

    with opened(database) as store:
        kept = store.game(which)
        decks = GameDecks(store).of(kept.id)
        elsewhere = other_points(kept, TableGames(store).table_of(kept.id))
        versions = store.history(which) if history else None
        print_kept(kept, versions, as_json=as_json, decks=decks, elsewhere=elsewhere)


@game.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print the games as JSON.")
@DATABASE_OPTION
def list_games(*, as_json: bool, database: str | None) -> None:
    """List the games, the newest first."""
    from handfoot.commands.gameprint import print_games
    from handfoot.commands.terminal import make_console
    from handfoot.sheets.gamesheets import game_to_json

    games = all_in(database, lambda store: store.games())
    if as_json:
        click.echo(json.dumps([game_to_json(one) for one in games], ensure_ascii=False, indent=1))
    else:
        print_games(games, make_console())


@game.command()
@GAME_ARGUMENT
@click.option("--format", "form", type=click.Choice(_FORMS), help="html is to print; else as FILE's name ends.")
@SHEET_OPTION
@DATABASE_OPTION
def export(which: str, *, form: str | None, output: Path | None, database: str | None) -> None:
    """Write GAME as a sheet: CSV, JSON with every version, or a page to print."""
    from handfoot.sheets.gamesheets import game_csv, game_html, game_to_json
    from handfoot.store.tablegames import TableGames
    from handfoot.store.tablepoints import other_points

    form = sheet_form(form, output, _FORMS)
    with opened(database) as store:
        kept = store.game(which)
        history = store.history(which)
        elsewhere = other_points(kept, TableGames(store).table_of(kept.id))
    if form == "json":
        text = json.dumps(game_to_json(kept, history), ensure_ascii=False, indent=1) + "\n"
    else:
        text = game_csv(kept) if form == "csv" else game_html(kept, elsewhere)
    give_sheet(text, output, form=form)
