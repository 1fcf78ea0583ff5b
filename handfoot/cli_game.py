"""``handfoot game``: whole games over many rounds, kept in a database."""

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.frontdoor import ExitCode
from handfoot.options import DATABASE_OPTION, DECKS_OPTION, SET_OPTION

if TYPE_CHECKING:
    from handfoot.store import Store
    from handfoot.store.kept import Game, RoundVersion
    from scorer.record import Record, Setting

GAME_ARGUMENT = click.argument("which", metavar="GAME")
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print the game as JSON.")


def _names(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Parse names with commas between them; a name with a comma stands in double quotes."""
    return tuple(next(csv.reader([value], skipinitialspace=True), ())) if value else ()


def _numbers(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """Parse whole numbers with commas between them."""
    if value is None:
        return None
    parts = [part.strip() for part in value.split(",")]
    for part in parts:
        if not part.isdecimal() or len(part) > 9:
            raise click.BadParameter(f"{part!r} is no round", ctx, param)
    return tuple(int(part) for part in parts)


def _points(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, int] | None:
    """Parse SIDE=POINTS."""
    points: dict[str, int] = {}
    for value in values:
        side, _, number = value.rpartition("=")
        if not side or not number.strip().lstrip("+-").isdecimal() or len(number) > 18 or side in points:
            raise click.BadParameter(f"{value!r} is not SIDE=POINTS, once for each side", ctx, param)
        points[side] = int(number)
    return points or None


POINTS_OPTION = click.option(
    "--points",
    multiple=True,
    callback=_points,
    metavar="SIDE=POINTS",
    help="What the sides agreed on, if not the score of the cards; say it for each side.",
)


@contextmanager
def opened(database: str | None) -> "Iterator[Store]":
    """Give the store in the database of that URL or path, and close it."""
    from handfoot.store import open_store

    store = open_store(database)
    try:
        yield store
    finally:
        store.close()


@click.group()
def game() -> None:
    """Keep whole games: rounds, running totals, who opens with what, and who won.

    GAME is a game's name or its number. Nothing that was entered is ever lost: an edited round keeps its old versions.
    """


@game.command()
@click.argument("name")
@click.option("--rules", "rules_id", required=True, metavar="ID|FILE", help="A rule set's id, or a file of your own.")
@click.option("--sides", required=True, callback=_names, metavar="A,B", help="The players or partnerships.")
@click.option("--rounds", callback=_numbers, metavar="N,N", help="Only these of the rule set's rounds.")
@SET_OPTION
@DECKS_OPTION
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
    as_json: bool,
    database: str | None,
) -> None:
    """Begin the game NAME. It keeps a copy of its rules: a later change of a file never moves its scores."""
    from handfoot.rulefile import rules_named
    from scorer.games import plan_game

    plan = plan_game(rules_named(rules_id), sides, rounds=rounds, settings=settings, decks=decks)
    with opened(database) as store:
        _print_game(store.new_game(name, plan), as_json=as_json)


@game.command()
@GAME_ARGUMENT
@click.argument("record", metavar="RECORD.json")
@click.option("--round", "number", type=click.IntRange(min=1), metavar="N", help="The round, if not the next one.")
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
    points: dict[str, int] | None,
    as_json: bool,
    database: str | None,
) -> None:
    """Enter a round of GAME from its record; - reads it from standard input.

    The sides are found by their names. Each side's score before the round is its running total.
    """
    with opened(database) as store:
        read, said = _read_record(record)
        number = number or _round(store.game(which), said)
        _print_entered(
            ctx, store, which, store.add_round(which, _numbered(read, number), points=points), as_json=as_json
        )


@game.command()
@GAME_ARGUMENT
@click.argument("number", metavar="ROUND", type=click.IntRange(min=1))
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
    points: dict[str, int] | None,
    as_json: bool,
    database: str | None,
) -> None:
    """Enter a round of GAME anew; what was entered before stays in its history."""
    with opened(database) as store:
        read = _numbered(_read_record(record)[0], number)
        version = store.edit_round(which, read, reason=reason, points=points)
        _print_entered(ctx, store, which, version, as_json=as_json)


@game.command()
@GAME_ARGUMENT
@click.option("--reason", default="", help="Why; it stays beside the new version.")
@JSON_OPTION
@DATABASE_OPTION
def undo(which: str, *, reason: str, as_json: bool, database: str | None) -> None:
    """Take back the last change of GAME that still stands: a round entered or edited."""
    with opened(database) as store:
        version = store.undo(which, reason=reason)
        taken = next(one for one in store.history(which) if one.change == version.undoes)
        left = "" if version.entered else "; it is not entered any more"
        first = f"took back version {taken.version} of round {version.round} ({taken.action}){left}"
        _print_game(store.game(which), as_json=as_json, first=first)


@game.command()
@GAME_ARGUMENT
@click.option("--history", is_flag=True, help="Every version of every round, with its time and reason.")
@JSON_OPTION
@DATABASE_OPTION
def show(which: str, *, history: bool, as_json: bool, database: str | None) -> None:
    """Show how GAME stands: its rounds and totals, the next round's first melds, and who won."""
    with opened(database) as store:
        _print_game(store.game(which), store.history(which) if history else None, as_json=as_json)


@game.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print the games as JSON.")
@DATABASE_OPTION
def list_games(*, as_json: bool, database: str | None) -> None:
    """List the games, the newest first."""
    from handfoot.gameprint import print_games
    from handfoot.gamesheets import game_to_json
    from handfoot.terminal import make_console

    with opened(database) as store:
        games = store.games()
    if as_json:
        click.echo(json.dumps([game_to_json(one) for one in games], ensure_ascii=False, indent=1))
    else:
        print_games(games, make_console())


@game.command()
@GAME_ARGUMENT
@click.option("--format", "form", type=click.Choice(["csv", "json", "html"]), required=True, help="html is to print.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
@DATABASE_OPTION
def export(which: str, *, form: str, output: Path | None, database: str | None) -> None:
    """Write GAME as a sheet: CSV, JSON with every version, or a page to print."""
    from handfoot.gamesheets import game_csv, game_html, game_to_json

    with opened(database) as store:
        kept = store.game(which)
        history = store.history(which)
    if form == "json":
        text = json.dumps(game_to_json(kept, history), ensure_ascii=False, indent=1) + "\n"
    else:
        text = game_csv(kept) if form == "csv" else game_html(kept)
    if output is None:
        click.echo(text, nl=False)
        return
    from handfoot.output import write_text

    write_text(output, text)


def _read_record(path: str) -> "tuple[Record, int | None]":
    """Return the record of a file, and the round if it says one."""
    from handfoot.recordfile import read_record_text, record_name
    from scorer.errors import ScorerError
    from scorer.record import parse_record

    text = read_record_text(path)
    try:
        record = parse_record(text)
    except ScorerError as error:
        raise type(error)(f"{record_name(path)}: {error}") from None
    return record, record.round if "round" in json.loads(text) else None


def _round(kept: "Game", said: int | None) -> int:
    """Return the round to enter: the next, unless the record says another that is not entered yet."""
    from scorer.errors import RoundError
    from scorer.strict import shown

    upcoming = kept.state.next
    if said is not None and (upcoming is None or kept.round(said) is not None):
        return said
    if upcoming is None:
        raise RoundError(f"{shown(kept.name)} is over: all its rounds are played")
    if said not in (None, upcoming.number):
        raise RoundError(
            f"the record is of round {said}, but the next of {shown(kept.name)} is round {upcoming.number}: "
            "say with --round which it is"
        )
    return upcoming.number


def _numbered(record: "Record", number: int) -> "Record":
    from dataclasses import replace

    return replace(record, round=number)


def _print_entered(ctx: click.Context, store: "Store", which: str, version: "RoundVersion", *, as_json: bool) -> None:
    """Print the round's score and the game, and exit by the contract: 1 where the score is in doubt."""
    from handfoot.cli_tally import print_tally
    from handfoot.terminal import make_console
    from handfoot.unseen import tally_seen

    kept = store.game(which)
    assert version.record is not None
    scored = tally_seen(version.record, kept.plan.rules)
    if not as_json:
        console = make_console()
        print_tally(scored, console)
        console.print()
    _print_game(kept, as_json=as_json)
    ctx.exit(ExitCode.DOUBT if scored.in_doubt else ExitCode.CLEAR)


def _print_game(
    kept: "Game", history: "Sequence[RoundVersion] | None" = None, *, as_json: bool, first: str | None = None
) -> None:
    from handfoot.gameprint import print_game
    from handfoot.gamesheets import game_to_json
    from handfoot.terminal import make_console

    if as_json:
        click.echo(json.dumps(game_to_json(kept, history), ensure_ascii=False, indent=1))
        return
    console = make_console()
    if first is not None:
        console.print(first)
    print_game(kept, console, history)
