"""What the commands of ``handfoot game`` share: their options, the store, the round to enter, printing a game."""

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from handfoot.commands.frontdoor import ExitCode
from handfoot.commands.options import named_numbers

if TYPE_CHECKING:
    from collections.abc import Callable

    from handfoot.store import Store
    from handfoot.store.kept import Game, RoundVersion
    from handfoot.store.tablepoints import OtherPoints

Kept = TypeVar("Kept")

GAME_ARGUMENT = click.argument("which", metavar="GAME")
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print the game as JSON.")


def _sides(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Parse names with commas between them; a name with a comma stands in double quotes."""
    if not value:
        return ()
    try:
        return tuple(next(csv.reader([value], skipinitialspace=True)))
    except csv.Error:
        raise click.BadParameter(f"{value[:60]!r} is no line of names with commas between them", ctx, param) from None


def _rounds(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """Parse whole numbers with commas between them."""
    if value is None:
        return None
    parts = [part.strip() for part in value.split(",")]
    for part in parts:
        if not part.isdecimal() or len(part) > 9:
            raise click.BadParameter(f"{part!r} is no round", ctx, param)
    return tuple(int(part) for part in parts)


POINTS_OPTION = click.option(
    "--points",
    multiple=True,
    callback=named_numbers("SIDE=POINTS"),
    metavar="SIDE=POINTS",
    help="What the sides agreed on, if not the score of the cards; say it for each side.",
)

SIDES_OPTION = click.option(
    "--sides", required=True, callback=_sides, metavar="A,B", help="The players or partnerships."
)

ROUNDS_OPTION = click.option("--rounds", callback=_rounds, metavar="N,N", help="Only these of the rule set's rounds.")


@contextmanager
def opened(database: str | None, *, new: bool = False) -> "Iterator[Store]":
    """Give the store in the database of that URL or path, and close it.

    new: whether one is made where there is none; else its place may be mistyped, and what asks for it is not there.

    Raises:
        StoreError: if there is none, or it cannot be used.
    """
    from handfoot.errors import StoreError
    from handfoot.store import open_store
    from handfoot.store.address import default_address
    from handfoot.store.opening import is_made

    if not new and not is_made(database):
        # Of a folder that is gone under this program nothing else need be told.
        Path.cwd()
        place = database or default_address()
        raise StoreError(f"{place}: no database; `handfoot game new` and `handfoot tournament new` make one")
    store = open_store(database)
    try:
        yield store
    finally:
        store.close()


def all_in(database: str | None, listing: "Callable[[Store], tuple[Kept, ...]]") -> "tuple[Kept, ...]":
    """Return what a store lists; nothing where nobody named a database and the usual one was not made yet."""
    from handfoot.store.opening import is_made

    if database is None and not is_made():
        return ()
    with opened(database) as store:
        return listing(store)


def begin_with(store: "Store", deck_names: "Sequence[str]", begin: "Callable[[], Game]") -> "Game":
    """Begin a game that is played with these decks; none leaves those that were chosen for it before.

    Raises:
        DeckError: if there is no such deck; then nothing is begun.
    """
    from handfoot.store.gamedecks import GameDecks
    from handfoot.taughtdecks import decks_folder
    from vision.decks.shelf import DeckShelf

    shelf = DeckShelf(decks_folder())
    names = [shelf.called(name) for name in deck_names]
    begun = begin()
    if names:
        GameDecks(store).choose(begun.id, names)
    return begun


def round_to_enter(kept: "Game", said: int | None) -> int:
    """Return the round to enter: the next, unless the record says another that is not entered yet."""
    from scorer.errors import RoundError
    from scorer.strict import shown

    upcoming = kept.state.next
    if said is not None and (upcoming is None or kept.round(said) is not None):
        return said
    if kept.state.ended_early:
        raise RoundError(f"{shown(kept.name)} was ended early: `handfoot game resume` goes on with it")
    if upcoming is None:
        raise RoundError(f"{shown(kept.name)} is over: all its rounds are played")
    if said not in (None, upcoming.number):
        raise RoundError(
            f"the record is of round {said}, but the next of {shown(kept.name)} is round {upcoming.number}: "
            "say with --round which it is"
        )
    return upcoming.number


def print_entered(ctx: click.Context, store: "Store", which: str, version: "RoundVersion", *, as_json: bool) -> None:
    """Print the round's score and the game, and exit by the contract: 1 where the score or the points are in doubt."""
    from handfoot.asking.unseen import tally_seen
    from handfoot.commands.tally import print_tally
    from handfoot.commands.terminal import make_console
    from scorer.games import odd_points

    kept = store.game(which)
    assert version.record is not None
    scored = tally_seen(version.record, kept.plan.rules)
    if not as_json:
        console = make_console()
        print_tally(scored, console)
        console.print()
    print_kept(kept, as_json=as_json)
    ctx.exit(ExitCode.DOUBT if scored.in_doubt or odd_points(version.points) else ExitCode.CLEAR)


def print_kept(
    kept: "Game",
    history: "Sequence[RoundVersion] | None" = None,
    *,
    as_json: bool,
    first: str | None = None,
    decks: Sequence[str] = (),
    elsewhere: "Sequence[OtherPoints]" = (),
) -> None:
    """Print a game, with the versions of its rounds if given; ``first`` is a line to begin with.

    decks: names of those that it is played with, which the JSON leaves to the person's own machine. elsewhere: the
    points that its tournament has instead, which stand in the tournament's own JSON.
    """
    from handfoot.commands.gameprint import print_game
    from handfoot.commands.terminal import make_console
    from handfoot.sheets.gamesheets import game_to_json

    if as_json:
        click.echo(json.dumps(game_to_json(kept, history), ensure_ascii=False, indent=1))
        return
    console = make_console()
    if first is not None:
        console.print(first)
    print_game(kept, console, history, decks=decks, elsewhere=elsewhere)
