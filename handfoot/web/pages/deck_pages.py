"""The pages of decks: the list of them, and teaching one."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from handfoot.web.api.deck_shapes import deck_info
from handfoot.web.pages.views import page
from handfoot.web.served import Here
from scorer.faces import FACES
from vision.decks.profile import LONGEST_NAME
from vision.seen import BACK

router = APIRouter(include_in_schema=False)

SHOWN_FACES = (*(str(face) for face in FACES), BACK)


@router.get("/decks")
def decks(request: Request, here: Here) -> HTMLResponse:
    """Show the decks that were taught, and those that came with the program."""
    known = [deck_info(deck) for deck in here.decks.all()]
    return page(request, "decks.html", own=[one for one in known if not one.ships], faces=SHOWN_FACES)


@router.get("/decks/teach")
def teach(
    request: Request, here: Here, deck: Annotated[str | None, Query(max_length=LONGEST_NAME)] = None
) -> HTMLResponse:
    """Teach a new deck, or more of one that is there."""
    known = None if deck is None else deck_info(here.decks.deck(deck))
    most_mb = here.config.limits.photo_mb
    return page(request, "teach.html", deck=known, faces=SHOWN_FACES, longest=LONGEST_NAME, most_mb=most_mb)
