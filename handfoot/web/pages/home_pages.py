"""The pages beside the games: the list of them, joining with a phone, the API's own page."""

from contextlib import suppress
from importlib import resources
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from handfoot.errors import StoreError
from handfoot.store.kept import KeptTournament
from handfoot.store.tablegames import TableGames
from handfoot.store.tournaments import Tournaments
from handfoot.web.addresses import network_address, page_code, with_pin
from handfoot.web.entry.seats import LARGEST_ID
from handfoot.web.entry.sessions import PIN_HEADER, is_signed_in, is_this_machine
from handfoot.web.pages.views import page
from handfoot.web.served import Here, Served
from scorer.tournament.state import Stage

router = APIRouter(include_in_schema=False)


MOST_GAMES = 50
"""Games on one page of the list."""


@router.get("/")
def home(
    request: Request, here: Here, before: Annotated[int | None, Query(ge=1, le=LARGEST_ID)] = None
) -> HTMLResponse:
    """Show the newest games, above them the tournaments that are under way; or games begun before one of them."""
    found = here.store.games(most=MOST_GAMES + 1, before=before)
    older = found[MOST_GAMES - 1].id if len(found) > MOST_GAMES else None
    games = found[:MOST_GAMES]
    closed = TableGames(here.store).closed([game.id for game in games if not game.state.finished])
    return page(
        request,
        "home.html",
        games=games,
        closed=closed,
        older=older,
        before=before,
        under_way=_under_way(here) if before is None else [],
        lost=[f"{folder.parent.name}/{folder.name}" for folder in here.shelf.lost],
    )


def _under_way(here: Served) -> list[KeptTournament]:
    """Return the newest tournament and, while teams only enter it, the one before; none that is over or unreadable."""
    found = []
    for title in Tournaments(here.store).titles()[:2]:
        with suppress(StoreError):
            found.append(Tournaments(here.store).tournament(title.id))
        if found and found[0].state.stage is not Stage.ENTRY:
            break
    return [kept for kept in found if kept.state.stage is not Stage.OVER]


@router.get("/connect")
def connect(request: Request, here: Here) -> HTMLResponse:
    """Show the QR code and take the PIN; the PIN itself is shown to those who have it, and on the server's machine."""
    address = network_address(here.config)
    may_see = is_signed_in(request) or is_this_machine(request)
    code = address and page_code(with_pin(address, here.keys.pin) if may_see else address)
    return page(
        request,
        "connect.html",
        lan=here.config.lan,
        address=address,
        code=code,
        pin=here.keys.pin if may_see else None,
    )


@router.get("/api")
def api(request: Request) -> HTMLResponse:
    """Show the API's addresses, from its own OpenAPI document."""
    document = request.app.openapi()
    routes = [
        {"method": method.upper(), "path": path, **operation}
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    return page(request, "api.html", routes=routes, pin_header=PIN_HEADER)


@router.get("/favicon.ico")
def icon() -> Response:
    """Return the icon that browsers ask for where no page names one: beside a picture, a sheet or an export."""
    data = resources.files("handfoot.web").joinpath("static", "favicon.ico").read_bytes()
    return Response(data, media_type="image/x-icon", headers={"Cache-Control": "max-age=86400"})
