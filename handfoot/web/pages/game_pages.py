"""The pages of a game: starting one, its scoreboard, its versions, its wall board, its sheets."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from handfoot.sheets.gamesheets import game_html, house_rules
from handfoot.sheets.printed import signed
from handfoot.store.gamedecks import GameDecks
from handfoot.store.kept import Action, Ending, Game, TableGame
from handfoot.store.tablepoints import other_points
from handfoot.store.tournaments import Tournaments
from handfoot.web.api.agreeing import reopened
from handfoot.web.api.shapes import rules_info
from handfoot.web.entry.guard import policy_with_style
from handfoot.web.entry.seats import LARGEST_ID, TheGame, TheTable
from handfoot.web.pages.chart import colour_of, draw_chart
from handfoot.web.pages.views import page
from handfoot.web.served import Here, Served

router = APIRouter(include_in_schema=False)


@router.get("/games/new")
def new_game(
    request: Request,
    here: Here,
    rules: Annotated[str | None, Query(max_length=64)] = None,
    like: Annotated[int | None, Query(ge=1, le=LARGEST_ID)] = None,
) -> HTMLResponse:
    """Ask for the rules, then for everything else. like: the number of a game of the same sides and rules."""
    before = None if like is None else here.store.game(like)
    wanted = rules if before is None else before.plan.rules.id
    chosen = None if wanted is None else rules_info(here.rules.called(wanted))
    return page(
        request,
        "new.html",
        known=[rules_info(one) for one in here.rules],
        chosen=chosen,
        like=None if before is None else before.plan,
        on_table=() if before is None else GameDecks(here.store).of(before.id),
        tournaments=Tournaments(here.store).titles() if chosen is None else (),
        taught=here.decks.taught(),
    )


@router.get("/games/{game_id}")
def scoreboard(request: Request, here: Here, game: TheGame, table: TheTable) -> HTMLResponse:
    """Show how a game stands."""
    on_table = GameDecks(here.store).of(game.id)
    return page(
        request,
        "game.html",
        table=table,
        elsewhere=other_points(game, table),
        house=house_rules(game),
        taught=here.decks.taught(),
        on_table=on_table,
        gone_decks=[deck for deck in on_table if not here.decks.shelf.has(deck)],
        can_be_repeated=table is None and game.plan.rules.id in here.rules,
        last_change=_last_change(here, game),
        **_standing(here, game, table),
    )


@router.get("/games/{game_id}/board")
def board(request: Request, here: Here, game: TheGame, table: TheTable) -> HTMLResponse:
    """Show a game on a second screen, live."""
    colours = [colour_of(place) for place in range(len(game.plan.sides))]
    elsewhere = other_points(game, table)
    return page(request, "board.html", colours=colours, elsewhere=elsewhere, **_standing(here, game, table))


@router.get("/games/{game_id}/history")
def history(request: Request, here: Here, game: TheGame) -> HTMLResponse:
    """Show every version of every round, and when the game was ended early."""
    return page(request, "history.html", game=game, changes=game.changes(here.store.history(game.id)))


@router.get("/games/{game_id}/sheet")
def sheet(game: TheGame, table: TheTable) -> HTMLResponse:
    """Show the score sheet to print, which carries its own style."""
    text = game_html(game, other_points(game, table), back=f"/games/{game.id}")
    style = text.partition("<style>")[2].partition("</style>")[0]
    return HTMLResponse(text, headers={"Content-Security-Policy": policy_with_style(style)})


def _last_change(here: Served, game: Game) -> str | None:
    """Return in words the change that would be taken back next, None where there is none."""
    last, say = game.last_change, here.texts.say
    if last is None:
        return None
    if isinstance(last, Ending):
        return say("game.change_ended")
    if last.action is Action.ENTERED:
        return say("game.change_entered", number=last.round)
    before = next(one for one in here.store.history(game.id, last.round) if one.version == last.version - 1)
    # By their places: the game was read before its history, and a side may be called otherwise since.
    sides = [
        say("game.change_points", side=side, was=signed(was), now=signed(points))
        for (side, points), was in zip(last.points.items(), before.points.values(), strict=True)
        if points != was
    ]
    return say("game.change_edited", number=last.round, sides=", ".join(sides) or say("game.change_same_points"))


def _standing(here: Served, game: Game, table: TableGame | None) -> dict[str, object]:
    return {
        "game": game,
        "state": game.state,
        "chart": draw_chart(game.state),
        "reopened": reopened(here, game, table),
    }
