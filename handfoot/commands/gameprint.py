"""Games on the terminal: tables there, plain columns in a pipe."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from handfoot.commands.terminal import clock_time, make_table
from handfoot.sheets.gamesheets import ended_early
from handfoot.store.kept import Ending, Game, RoundVersion
from handfoot.store.tablepoints import OtherPoints
from scorer.words import listed


def print_game(
    game: Game,
    console: Console,
    history: Sequence[RoundVersion] | None = None,
    *,
    decks: Sequence[str] = (),
    elsewhere: Sequence[OtherPoints] = (),
) -> None:
    """Print a game's rounds and totals, what comes next or who won, its decks, and the versions of its rounds.

    elsewhere: the points that its tournament has instead.
    """
    state = game.state
    console.print(f"{game.name} (game {game.id}), {game.plan.rules.id}", style="bold")
    table = make_table(console, "", *(f">{side}" for side in state.sides))
    if not console.is_terminal:
        table.add_row("", *state.sides)
    for played in state.rounds:
        table.add_row(f"round {played.number}", *map(str, played.points))
    table.add_row("total", *map(str, state.totals), style="bold")
    console.print(table)
    console.print(standing(game))
    for remark in state.remarks:
        console.print(f"! {remark}", style="red")
    for one in elsewhere:
        console.print(f"! {one.say}", style="red", soft_wrap=True)
    if decks:
        console.print(f"read with what was taught of {listed(decks)}", soft_wrap=True)
    if history is not None:
        console.print("\nHistory", style="bold")
        console.print(_changes(console, game, history))


def print_games(games: Sequence[Game], console: Console) -> None:
    """Print a line for each game."""
    table = make_table(console, ">number", "name", "rules", "totals", "standing")
    for game in games:
        totals = ", ".join(f"{side} {total}" for side, total in zip(game.state.sides, game.state.totals, strict=True))
        table.add_row(str(game.id), game.name, game.plan.rules.id, totals, standing(game))
    if games:
        console.print(table)
    else:
        console.print("no games yet; `handfoot game new` begins one")


def standing(game: Game) -> str:
    """Return in a sentence what comes next in the game, or who won it."""
    state = game.state
    if state.next is None:
        early = f", {ended_early(game)}" if state.ended_early else ""
        if len(state.winners) == 1:
            return f"won by {state.winners[0]} with {max(state.totals)}{early}"
        return f"tied between {listed(state.winners)} with {max(state.totals)}{early}"
    openings = state.next.openings
    least = (
        str(openings[0])
        if len(set(openings)) == 1
        else ", ".join(f"{least} by {side}" for side, least in zip(state.sides, openings, strict=True))
    )
    extra = ", an extra round because of a tie" if state.next.extra else ""
    return f"next: round {state.next.number}{extra}; first meld of at least {least}"


def _changes(console: Console, game: Game, history: Sequence[RoundVersion]) -> Table:
    table = make_table(console, "time", "round", "version", "what", "points", "reason")
    for version in game.changes(history):
        if isinstance(version, Ending):
            what = "ended early" if version.undoes is None else f"resumed: change {version.undoes}"
            table.add_row(clock_time(version.made_at, seconds=True), "game", "", what, "", version.reason)
            continue
        points = ", ".join(f"{side} {number}" for side, number in version.points.items())
        what = version.action.value if version.undoes is None else f"undone: change {version.undoes}"
        table.add_row(
            clock_time(version.made_at, seconds=True),
            f"round {version.round}",
            f"version {version.version}",
            what,
            points or "not entered",
            version.reason,
        )
    return table
