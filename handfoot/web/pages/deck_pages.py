"""The pages of decks: the list of them, and teaching one."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from handfoot.sheets.matpdf import Paper, mat_pdf
from handfoot.store.gamedecks import GameDecks
from handfoot.web.api.deck_shapes import deck_info
from handfoot.web.pages.views import page
from handfoot.web.served import Here
from scorer.faces import FACES
from vision.decks.profile import LONGEST_NAME
from vision.seen import BACK

router = APIRouter(include_in_schema=False)

_ORDER = (*(str(face) for face in FACES), BACK)


@router.get("/decks")
def decks(request: Request, here: Here) -> HTMLResponse:
    """Show the decks that were taught: their pictures by face, and the games that are played with them."""
    own = [info for deck in here.decks.all() if not (info := deck_info(deck)).ships]
    designs = {deck.name: sorted(enumerate(card.face for card in deck.cards), key=_by_face) for deck in own}
    games = {deck.name: [game.name for game in GameDecks(here.store).unfinished_with(deck.name)] for deck in own}
    return page(request, "decks.html", own=own, designs=designs, games=games, longest=LONGEST_NAME)


def _by_face(design: tuple[int, str]) -> int:
    return _ORDER.index(design[1])


@router.get("/mat-{paper}.pdf")
def mat(paper: Paper) -> Response:
    """Return the mat, to print."""
    named = {"Content-Disposition": f'inline; filename="mat-{paper}.pdf"'}
    return Response(mat_pdf(paper), media_type="application/pdf", headers=named)


@router.get("/decks/teach")
def teach(
    request: Request, here: Here, deck: Annotated[str | None, Query(max_length=LONGEST_NAME)] = None
) -> HTMLResponse:
    """Teach a new deck, or more of one that is there."""
    known = None if deck is None else deck_info(here.decks.deck(deck))
    most_mb = here.config.limits.photo_mb
    return page(request, "teach.html", deck=known, longest=LONGEST_NAME, most_mb=most_mb)
