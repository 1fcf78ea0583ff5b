"""``handfoot tournament decide``: what the rules leave to the coordinator, each decision with who made it and why."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from handfoot.commands.frontdoor import CommandGroup
from handfoot.commands.options import DATABASE_OPTION, WholeNumber
from handfoot.commands.tournamentdoor import JSON_OPTION, TOURNAMENT_ARGUMENT, change, parse_numbers, print_kept

if TYPE_CHECKING:
    from scorer.tournament.rulings import Ruling
    from scorer.tournament.state import Tournament

    Decision = Callable[[Tournament], Ruling]
    """What is decided, worked out from how the tournament stands."""

_SHARED = (
    DATABASE_OPTION,
    JSON_OPTION,
    click.option("--reason", required=True, help="Why; it stays beside the decision."),
    click.option("--by", required=True, metavar="WHO", help="Who decides."),
    TOURNAMENT_ARGUMENT,
)
TEAM_ARGUMENT = click.argument("team")


@click.group(cls=CommandGroup)
def decide() -> None:
    """Decide what the rules leave to the coordinator; `handfoot tournament show` says what is open.

    A decision holds for the facts it was made on: when results or teams change, it is asked for again. A later
    decision on a matter goes before an earlier one; both stay in the history.
    """


def _decision(command: "Callable[..., Decision]") -> Callable[..., None]:
    """Make of what says a decision the command that keeps it, with the options that every decision needs."""

    @wraps(command)
    def run(
        *,
        which: str,
        by: str,
        reason: str,
        as_json: bool,
        database: str | None,
        **own: Any,  # noqa: ANN401 - click's
    ) -> None:
        from handfoot.commands.tournamentprint import print_decision
        from scorer.tournament.events import Decided

        decision = command(**own)
        kept = change(which, lambda state: [Decided(decision(state), by, reason)], database)
        print_kept(kept, lambda console: print_decision(kept, console), as_json=as_json)

    shared: Callable[..., None] = run
    for option in _SHARED:
        shared = option(shared)
    return shared


@decide.command()
@_decision
@click.argument("choice", type=click.Choice(["bye", "table-of-three"]))
def odd(choice: str) -> "Decision":
    """An odd number of teams at the draw: who draws the blank ticket sits out, or the last table has three teams.

    The points of a team that sat out are decided with `decide points`.
    """
    from scorer.tournament.requests import odd_table
    from scorer.tournament.rulings import OddNumber

    return lambda state: odd_table(state, OddNumber(choice.replace("-", "_")))


@decide.command()
@_decision
@click.argument("number", type=WholeNumber(0), metavar="N")
def going_on(number: int) -> "Decision":
    """How many teams go on where half of them is no answer; 0: there is no second game."""
    from scorer.tournament.requests import number_going_on

    return lambda state: number_going_on(state, number)


@decide.command()
@_decision
@click.argument("teams", nargs=-1, metavar="[TEAM]...")
def tie(teams: tuple[str, ...]) -> "Decision":
    """A tie at the cut: the TEAMs named go on, the others that tie do not."""
    from scorer.tournament.requests import cut_tie

    return lambda state: cut_tie(state, teams)


@decide.command()
@_decision
@TEAM_ARGUMENT
@click.option("--with", "instead", metavar="TEAM", help="The team that plays in its place.")
@click.option("--nobody", is_flag=True, help="No team plays in its place.")
@click.pass_context
def replacement(ctx: click.Context, team: str, instead: str | None, *, nobody: bool) -> "Decision":
    """The place in the second game of a TEAM that withdrew after the cut."""
    from scorer.tournament.requests import replacement as replaced

    if nobody == (instead is not None):
        raise click.UsageError("either --with TEAM or --nobody is needed", ctx)
    return lambda state: replaced(state, team, instead)


@decide.command()
@_decision
@TEAM_ARGUMENT
@click.option("--points", type=WholeNumber(), metavar="N", help="What the team has.")
@click.option("--as-agreed", is_flag=True, help="Take the decision back: what the table agreed counts again.")
@click.option("--game", type=WholeNumber(), metavar="N", help="The game, if not the last one drawn.")
@click.option("--round", "number", type=WholeNumber(), metavar="N", help="Only for this round, not for the whole game.")
@click.pass_context
def points(
    ctx: click.Context, team: str, points: int | None, *, as_agreed: bool, game: int | None, number: int | None
) -> "Decision":
    """The points of a TEAM: of one that sat out, whose opponent withdrew, or whose result is missing or wrong."""
    from scorer.tournament.requests import points_set

    if as_agreed == (points is not None):
        raise click.UsageError("either --points N or --as-agreed is needed", ctx)
    return lambda state: points_set(state, team, points, game=game, number=number)


@decide.command()
@_decision
@TEAM_ARGUMENT
@click.argument("answer", type=click.Choice(["yes", "no"]))
def medal(team: str, answer: str) -> "Decision":
    """Whether a TEAM that withdrew, or did not play the second game, counts for the medals."""
    from scorer.tournament.requests import medal_right

    return lambda state: medal_right(state, team, counts=answer == "yes")


@decide.command()
@_decision
@click.argument("given", nargs=-1, required=True, callback=parse_numbers, metavar="TEAM=PLACE...")
def places(given: dict[str, int]) -> "Decision":
    """A tie for medals: the place of each team that ties. Teams may share one; the next team's counts them all."""
    from scorer.tournament.requests import medal_tie

    return lambda state: medal_tie(state, given)


@decide.command()
@_decision
@click.argument("step", type=click.Choice(["draw", "cut", "medals"]))
def undo(step: str) -> "Decision":
    """Take the last draw back while nobody has points of its game, the cut before the next draw, or the medals."""
    from scorer.tournament.requests import step_undone
    from scorer.tournament.rulings import Step

    return lambda state: step_undone(state, Step(step))


@decide.command()
@_decision
@TEAM_ARGUMENT
def reinstate(team: str) -> "Decision":
    """A TEAM that withdrew is in again, as long as no draw or cut came since."""
    from scorer.tournament.requests import reinstated

    return lambda state: reinstated(state, team)
