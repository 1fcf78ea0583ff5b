"""Tournaments on the terminal: tables there, plain columns in a pipe."""

from collections.abc import Sequence
from itertools import chain

from rich.console import Console
from rich.table import Table

from handfoot.commands.tally import print_tally
from handfoot.commands.terminal import clock_time, make_table
from handfoot.store.kept import KeptEvent, KeptTournament, TournamentTitle
from scorer.games import odd_points
from scorer.scoring.account import Tally
from scorer.tournament.desk import POINTS, open_questions, that_hold
from scorer.tournament.events import Decided, ResultEntered
from scorer.tournament.renaming import decisions_of
from scorer.tournament.rulings import PointsSet
from scorer.tournament.standings import Standing, gaps, remarks, standings
from scorer.tournament.state import DrawnGame, Stage, Tournament
from scorer.tournament.telling import told
from scorer.tournament.undecided import Matter
from scorer.words import counted, listed

HOW = {
    Matter.ODD_TABLE.value: "odd",
    Matter.NUMBER_GOING_ON.value: "going-on",
    Matter.CUT_TIE.value: "tie",
    Matter.REPLACEMENT.value: "replacement",
    Matter.MEDAL_RIGHT.value: "medal",
    Matter.MEDAL_TIE.value: "places",
    POINTS: "points",
}
"""The sub-command of ``handfoot tournament decide`` for each matter."""

_STAGES = {
    Stage.ENTRY: "before the draw",
    Stage.FIRST_GAME: "game 1",
    Stage.AFTER_CUT: "after the cut",
    Stage.SECOND_GAME: "game 2",
    Stage.OVER: "over",
}


def how_to_decide(matters: Sequence[str]) -> str:
    """Return the commands that decide the matters."""
    return listed([f"`handfoot tournament decide {HOW[matter]}`" for matter in matters])


def print_tournament(kept: KeptTournament, console: Console, *, history: bool = False) -> None:
    """Print where a tournament is: its teams or the tables of its games, the standings, and what it waits for."""
    state = kept.state
    console.print(_title(kept), style="bold")
    if not state.games:
        console.print(_teams(state, console))
    for game in state.games:
        print_game(state, game, console)
    if state.games:
        console.print("Standings", style="bold")
        _print_standings(state, console)
    if not history:
        _print_decisions(kept, console)
    print_open(state, console)
    if history:
        console.print("\nHistory", style="bold")
        console.print(_history(kept.history, console))


def print_game(state: Tournament, game: DrawnGame, console: Console, *, only: int | None = None) -> None:
    """Print a game's tables with every round's points, or one table, and how to read them."""
    console.print(f"Game {game.number}, drawn with seed {game.seed}", style="bold")
    numbers = [f"round {number}" for number in state.rounds]
    table = make_table(console, ">table", "team", *(f">{number}" for number in numbers), ">game")
    if not console.is_terminal:
        table.add_row("table", "team", *numbers, "game")
    marks: set[str] = set()
    for seats in game.tables:
        for team in seats.teams if only in (None, seats.number) else ():
            cells = [_points(state, game, seats.number, number, team) for number in state.rounds]
            cells.append(_game_points(state, game, team))
            marks.update(chain.from_iterable(cells))
            table.add_row(str(seats.number), team, *cells)
    if game.bye is not None and only is None:
        table.add_row("-", game.bye, *("-" for _ in numbers), _game_points(state, game, game.bye))
    console.print(table)
    _print_marks(marks, console)


def odd_entered(kept: KeptTournament) -> list[str]:
    """Return the points just entered that are no multiple of 5, as all points of the cards are."""
    entered = kept.history[-1].event
    points = {one.team: one.points for one in entered.points} if isinstance(entered, ResultEntered) else {}
    return [f"{team} {points[team]}" for team in odd_points(points)]


def _print_odd(odd: Sequence[str], console: Console) -> None:
    for one in odd:
        console.print(f"! {one} is no multiple of 5: was it added up right?", style="red")


def print_entered(kept: KeptTournament, scored: Sequence[Tally], console: Console) -> None:
    """Print the table whose result was entered, and the tally of the record behind it if there was one."""
    entered = kept.history[-1].event
    assert isinstance(entered, ResultEntered)
    for tally in scored:
        print_tally(tally, console)
        console.print()
    print_game(kept.state, kept.state.games[-1], console, only=entered.table)
    _print_odd(odd_entered(kept), console)


def print_table_of(kept: KeptTournament, team: str, console: Console) -> None:
    """Print the table of the game that is being played at which a team sits."""
    game = kept.state.games[-1]
    table = game.table_of(kept.state.team(team))
    assert table is not None
    print_game(kept.state, game, console, only=table.number)


def print_decision(kept: KeptTournament, console: Console) -> None:
    """Print the decision just made, and what is still open."""
    decided = kept.history[-1].event
    assert isinstance(decided, Decided)
    console.print(f"decided by {decided.by}: {told(decided)}")
    ruling = decided.ruling
    if isinstance(ruling, PointsSet) and ruling.points is not None:
        _print_odd([f"{team} {ruling.points}" for team in odd_points({ruling.team: ruling.points})], console)
    print_open(kept.state, console)


def print_standings(kept: KeptTournament, console: Console) -> None:
    """Print the standings, what the coordinator decided, and what the tournament waits for."""
    console.print(_title(kept), style="bold")
    _print_standings(kept.state, console)
    _print_decisions(kept, console)
    print_open(kept.state, console)


def print_medals(state: Tournament, console: Console) -> None:
    """Print the medals that were awarded."""
    table = make_table(console, "medal", "team", ">total")
    for medal in state.medals or ():
        table.add_row(medal.metal.value, medal.team, str(state.total(medal.team)))
    console.print(table)


def print_open(state: Tournament, console: Console) -> None:
    """Print what the open game waits for and what the coordinator must decide, with the command for it."""
    for gap in gaps(state, state.open_game) if state.open_game is not None else ():
        console.print(f"waiting: {gap.say}", soft_wrap=True)
    for remark in remarks(state):
        console.print(f"! {remark}", style="red", soft_wrap=True)
    for question in open_questions(state):
        how = how_to_decide([question.matter.value])
        console.print(f"? {question.say} ({how})", style="magenta", soft_wrap=True)


def print_titles(titles: Sequence[TournamentTitle], console: Console) -> None:
    """Print a line for each tournament."""
    table = make_table(console, ">number", "name", "opened", ">steps so far")
    for title in titles:
        table.add_row(str(title.id), title.name, clock_time(title.made_at), str(title.events))
    if titles:
        console.print(table)
    else:
        console.print("no tournaments yet; `handfoot tournament new` opens one")


def _print_decisions(kept: KeptTournament, console: Console) -> None:
    decided = decisions_of(one.event for one in kept.history)
    for event, holds in zip(decided, that_hold(kept.state, [one.ruling for one in decided]), strict=True):
        since = "" if holds else "; holds no longer"
        console.print(f"decided by {event.by}: {told(event)} ({event.reason}){since}", soft_wrap=True)


def _print_marks(marks: set[str], console: Console) -> None:
    for mark, meaning in (("?", "not agreed by every team yet: it does not count"), ("*", "points by the coordinator")):
        if mark in marks:
            console.print(f"{mark} {meaning}")


def _title(kept: KeptTournament) -> str:
    state = kept.state
    teams = counted(len(state.teams) - len(state.withdrawn), "team")
    return f"{state.name} (tournament {kept.id}), {state.rules.id}, {teams}, {_STAGES[state.stage]}"


def _teams(state: Tournament, console: Console) -> Table:
    table = make_table(console, "team", "players", "")
    for team in state.teams:
        gone = state.withdrawn.get(team.name)
        table.add_row(team.name, " and ".join(team.players), f"withdrew: {gone.reason}" if gone is not None else "")
    return table


def _print_standings(state: Tournament, console: Console) -> None:
    games = [f"game {game.number}" for game in state.games]
    table = make_table(console, ">place", "team", *(f">{game}" for game in games), ">total", "", "medal")
    if not console.is_terminal:
        table.add_row("place", "team", *games, "total")
    lines = standings(state)
    for line in lines:
        table.add_row(*_standing_cells(state, line))
    console.print(table)
    _print_marks({"*"} if any(line.decided for line in lines) else set(), console)


def _standing_cells(state: Tournament, line: Standing) -> list[str]:
    place = "-" if line.place is None else f"{line.place}{'=' if line.tied else ''}"
    points = ["" if points is None else str(points) for points in line.points]
    status: str = line.status.value
    if state.stage is Stage.AFTER_CUT and line.team in state.second_game_teams:
        status = "goes on"
    elif state.stage is Stage.OVER and status == "playing":
        status = ""
    decided = "*" if line.decided else ""
    return [place, line.team, *points, f"{line.total}{decided}", status, line.medal.value if line.medal else ""]


def _points(state: Tournament, game: DrawnGame, table: int, number: int, team: str) -> str:
    if (game.number, None, team) in state.set_points:
        return "-"
    ruled = state.set_points.get((game.number, number, team))
    if ruled is not None:
        return f"{ruled.points}*"
    result = game.results.get((table, number))
    if result is None:
        return "-"
    return f"{result.points[team]}{'?' if state.yet_to_agree(result) else ''}"


def _game_points(state: Tournament, game: DrawnGame, team: str) -> str:
    decided = (game.number, None, team) in state.set_points
    return f"{state.game_points(game.number, team)}{'*' if decided else ''}"


def _history(history: Sequence[KeptEvent], console: Console) -> Table:
    table = make_table(console, ">number", "time", "what", "by", "reason")
    for kept in history:
        by = kept.event.by if isinstance(kept.event, Decided) else ""
        moment = clock_time(kept.made_at, seconds=True)
        table.add_row(str(kept.number), moment, told(kept.event), by, getattr(kept.event, "reason", ""))
    return table
