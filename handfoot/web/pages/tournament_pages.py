"""The pages of tournaments: the list, opening one, its desk, a table's results."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from handfoot.store.gamedecks import GameDecks
from handfoot.store.kept import KeptEvent, KeptTournament
from handfoot.store.tablegames import TableGames
from handfoot.store.tournaments import Tournaments
from handfoot.web.api.agreeing import corrections
from handfoot.web.api.shapes import rules_info
from handfoot.web.entry.seats import LARGEST_ID, TableNumber, TheTournament
from handfoot.web.errors import not_found
from handfoot.web.pages.views import page
from handfoot.web.served import Here, Served
from scorer.errors import TournamentError
from scorer.games import odd_points
from scorer.rulebook.rules import load_rules
from scorer.tournament.desk import questions, that_hold
from scorer.tournament.events import Decided
from scorer.tournament.renaming import decisions_of
from scorer.tournament.standings import gaps, remarks, standings
from scorer.tournament.state import Stage
from scorer.tournament.telling import ruled, told

router = APIRouter(include_in_schema=False)

_ONE = "/tournaments/{tournament_id}"
DESK_RULES = "golden-games"
"""The rules of the tournament that the desk is made after."""


@router.get("/tournaments")
def all_tournaments(request: Request, here: Here) -> HTMLResponse:
    """Show the tournaments."""
    return page(request, "tournaments.html", titles=Tournaments(here.store).titles())


@router.get("/tournaments/new")
def new_tournament(
    request: Request,
    here: Here,
    rules: Annotated[str | None, Query(max_length=64)] = None,
    like: Annotated[int | None, Query(ge=1, le=LARGEST_ID)] = None,
) -> HTMLResponse:
    """Ask for a tournament's name, rules, teams and house settings. like: one whose teams and rules are there again."""
    before = None if like is None else Tournaments(here.store).tournament(like).state
    # Other rules are chosen with the teams already there: nothing else is as it was.
    wanted = rules or (DESK_RULES if before is None else before.rules.id)
    known = [rules_info(one) for one in here.rules]
    fit, unfit = [one for one in known if one.rounds], [one for one in known if not one.rounds]
    chosen = next((one for one in fit if one.id == wanted), None) or rules_info(load_rules(DESK_RULES))
    played = before if before is not None and before.rules.id == chosen.id else None
    return page(request, "tournament_new.html", known=fit, unfit=unfit, chosen=chosen, before=before, played=played)


@router.get(_ONE)
def desk(request: Request, here: Here, kept: TheTournament) -> HTMLResponse:
    """Show a tournament's desk: what comes next, tables, standings, decisions."""
    can_be_repeated = kept.state.rules.id in here.rules
    return page(request, "tournament.html", can_be_repeated=can_be_repeated, **_standing(here, kept))


@router.get(_ONE + "/board")
def board(request: Request, here: Here, kept: TheTournament) -> HTMLResponse:
    """Show how a tournament stands, and who sits where, on a second screen, live."""
    return page(request, "tournament_board.html", **_standing(here, kept))


@router.get(_ONE + "/history")
def history(request: Request, kept: TheTournament) -> HTMLResponse:
    """Show all that happened at a tournament, by the names of then, the last of it first."""
    happened = [(one, told(one.event)) for one in kept.history]
    return page(request, "tournament_history.html", kept=kept, happened=happened)


@router.get(_ONE + "/tables/{table}")
def one_table(request: Request, here: Here, kept: TheTournament, table: TableNumber) -> HTMLResponse:
    """Show a table of the game being played, its points and who agreed to them."""
    try:
        game = kept.state.open_game or kept.state.game(max(1, len(kept.state.games)))
        seated = game.table(table)
    except TournamentError as error:
        # Also of a table that was there: its draw was taken back, or the next game has fewer.
        raise not_found(str(error), "table") from None
    begun = TableGames(here.store).begun(kept.id, game.number, seated)
    return page(
        request,
        "tournament_table.html",
        kept=kept,
        state=kept.state,
        game=game,
        table=seated,
        begun=begun,
        comes_next=next((number for number in kept.state.rounds if (table, number) not in game.results), None),
        odd={number: odd_points(result.points) for (at, number), result in game.results.items() if at == table},
        taught=here.decks.taught(),
        on_table=() if begun is None else GameDecks(here.store).of(begun.id),
        whole=[team for team in seated.teams if (game.number, None, team) in kept.state.set_points],
        changed={one.round: one.waits_for for one in corrections(here, kept) if one.table == table},
    )


def _standing(here: Served, kept: KeptTournament) -> dict[str, object]:
    state = kept.state
    last, asked = state.games[-1] if state.games else None, questions(state)
    return {
        "kept": kept,
        "state": state,
        "stage": state.stage,
        "standings": standings(state),
        "decisions": _decisions(kept),
        "questions": [question for question in asked if question.ruling is None],
        "answered": [(question, ruled(question.ruling)) for question in asked if question.ruling is not None],
        "waiting": gaps(state, last) if last is not None and state.stage is not Stage.OVER else (),
        "corrections": tuple(corrections(here, kept)),
        "last": last,
        "remarks": remarks(state),
    }


def _decisions(kept: KeptTournament) -> list[tuple[KeptEvent, str, bool]]:
    """Return what the coordinator decided, each with its words and whether it holds still."""
    kept_ones = [one for one in kept.history if isinstance(one.event, Decided)]
    decided = decisions_of(one.event for one in kept.history)
    hold = that_hold(kept.state, [event.ruling for event in decided])
    return [(one, told(event), holds) for one, event, holds in zip(kept_ones, decided, hold, strict=True)]
