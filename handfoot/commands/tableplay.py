"""``handfoot tournament play``: the game that a table of a tournament plays, to be photographed at the table's page."""

import click

from handfoot.commands.gamedoor import JSON_OPTION, begin_with, opened, print_kept
from handfoot.commands.options import DATABASE_OPTION, DECK_OPTION, WholeNumber
from handfoot.commands.tournamentdoor import TOURNAMENT_ARGUMENT


@click.command()
@TOURNAMENT_ARGUMENT
@click.argument("table", type=WholeNumber(1))
@DECK_OPTION
@JSON_OPTION
@DATABASE_OPTION
def play(which: str, table: int, *, deck_names: tuple[str, ...], as_json: bool, database: str | None) -> None:
    """Begin the game that TABLE plays, or show it. What its sides agree to at its page is the table's result."""
    from handfoot.store.tablegames import TableGames
    from handfoot.store.tablepoints import other_points
    from handfoot.store.tournaments import Tournaments

    with opened(database) as store:
        kept, tables = Tournaments(store).tournament(which), TableGames(store)
        begun = begin_with(store, deck_names, lambda: tables.begin(kept.id, table))
        print_kept(begun, as_json=as_json, elsewhere=other_points(begun, tables.table_of(begun.id)))
