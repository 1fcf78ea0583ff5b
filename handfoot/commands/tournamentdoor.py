"""What the commands of ``handfoot tournament`` share: finding the tournament, changing it, printing it."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from handfoot.commands.frontdoor import ExitCode, complain
from handfoot.commands.gamedoor import opened
from handfoot.commands.options import named_numbers

if TYPE_CHECKING:
    from rich.console import Console

    from handfoot.store import Store
    from handfoot.store.kept import KeptTournament
    from handfoot.store.tournaments import Tournaments
    from scorer.tournament.events import Event
    from scorer.tournament.state import Tournament

TOURNAMENT_ARGUMENT = click.argument("which", metavar="TOURNAMENT")
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print the tournament as JSON.")

parse_numbers = named_numbers("TEAM=NUMBER")


@contextmanager
def tournaments(database: str | None, *, new: bool = False) -> "Iterator[Tournaments]":
    """Give the tournaments of the database of that URL or path, made if ``new``, as ``opened`` does."""
    from handfoot.store.tournaments import Tournaments

    with opened(database, new=new) as store:
        yield Tournaments(store)


def change(
    which: str, plan: "Callable[[Tournament], Sequence[Event]]", database: str | None, *, closes: bool = False
) -> "KeptTournament":
    """Keep what the plan makes of a tournament, and return it; a step that waits says for what and exits with 1.

    closes: the plan closes the tables of the game being played, and waits for what is agreed there.
    """
    from handfoot.store.tournaments import Tournaments
    from scorer.errors import UndecidedError

    with opened(database) as store:
        desk = Tournaments(store)
        try:
            if closes:
                kept = desk.tournament(which)
                with suppress(UndecidedError):
                    # A step that cannot be taken now waits for nothing.
                    plan(kept.state)
                _refuse_corrections(kept, store)
            return desk.add(which, plan)
        except UndecidedError as error:
            from handfoot.commands.tournamentprint import how_to_decide

            complain(f"{error} ({how_to_decide(error.matters)})")
            raise click.exceptions.Exit(ExitCode.DOUBT) from None


def _refuse_corrections(kept: "KeptTournament", store: "Store") -> None:
    """Refuse a step while some team, and not all, agreed at its table's page to change a round that counts.

    Only the page knows whether the change was taken back there since.
    """
    from handfoot.store.agreements import Agreements
    from scorer.errors import UndecidedError
    from scorer.tournament.desk import POINTS

    waiting = Agreements(store).corrections(kept)
    if waiting:
        said = "; ".join(f"round {one.round} at table {one.table}" for one in waiting)
        raise UndecidedError(
            f"{said}: a team agreed to a change at the table's page, and it counts as it was; let them agree there, "
            "take this step at the desk's page if it was taken back, or decide the points of each of its teams",
            (POINTS,),
        )


def print_kept(
    kept: "KeptTournament", show: "Callable[[Console], None]", *, as_json: bool, history: bool = False
) -> None:
    """Print a tournament as JSON, or what ``show`` prints of it."""
    from handfoot.commands.terminal import make_console
    from handfoot.sheets.tournamentsheets import tournament_to_json

    if as_json:
        click.echo(json.dumps(tournament_to_json(kept, history=history), ensure_ascii=False, indent=1))
    else:
        show(make_console())
