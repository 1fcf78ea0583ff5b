"""The pages of a round: its sides and their agreement, a side's photos and their review, the receipt of a version."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from handfoot.store.kept import Game, RoundVersion
from handfoot.store.tablepoints import other_points
from handfoot.web.api.agreeing import agreement_of
from handfoot.web.api.photos_api import PhotoInfo, photo_info
from handfoot.web.entry.seats import TheGame, ThePlace, TheRound, TheTable, side_name
from handfoot.web.errors import not_found
from handfoot.web.pages.receipt import receipt_of
from handfoot.web.pages.views import page
from handfoot.web.served import Here, Served
from handfoot.web.shelf.kept_photo import SidePlace
from scorer.record import MOST_ROUNDS
from vision.laying.piles import PhotoRole

router = APIRouter(include_in_schema=False)

_ROUND = "/games/{game_id}/rounds/{number}"


@router.get(_ROUND)
def one_round(request: Request, here: Here, game: TheGame, number: TheRound, table: TheTable) -> HTMLResponse:
    """Show a round's sides, what is open, and the buttons to agree."""
    upcoming = game.state.next
    counts, versions = game.round(number), here.store.history(game.id, number)
    return page(
        request,
        "round.html",
        game=game,
        number=number,
        agreement=agreement_of(here, game, number, table),
        counts=counts,
        taken_back=versions[-1] if versions and counts is None else None,
        next_number=upcoming.number if upcoming is not None else None,
        table=table,
        elsewhere=[one for one in other_points(game, table) if one.round in (number, None)],
        small=[_first_photos(here, SidePlace(game.id, number, side)) for side in range(1, len(game.plan.sides) + 1)],
    )


@router.get(_ROUND + "/sides/{side}")
def side_photos(request: Request, here: Here, game: TheGame, place: ThePlace) -> HTMLResponse:
    """Show a side's photos and take more."""
    return page(
        request,
        "photos.html",
        game=game,
        number=place.round,
        side=place.side,
        name=side_name(game, place.side),
        kinds=list(PhotoRole),
        photos=[_with_count(photo_info(here, photo)) for photo in here.shelf.of_side(place)],
        limits=here.config.limits,
    )


@router.get(_ROUND + "/sides/{side}/review")
def review(request: Request, game: TheGame, place: ThePlace) -> HTMLResponse:
    """Show a side's cards as they were read, to be put right."""
    return page(request, "review.html", place=place, side=side_name(game, place.side))


@router.get(_ROUND + "/sides/{side}/camera")
def camera(request: Request, game: TheGame, place: ThePlace) -> HTMLResponse:
    """Show the page that looks through a camera of this machine."""
    return page(request, "camera.html", place=place, side=side_name(game, place.side), kinds=list(PhotoRole))


@router.get(_ROUND + "/receipt")
def receipt(
    request: Request,
    here: Here,
    game: TheGame,
    number: TheRound,
    version: Annotated[int | None, Query(ge=1, le=MOST_ROUNDS)] = None,
) -> HTMLResponse:
    """Show a version of a round whole: lines, clauses, photos, answers, and the other versions."""
    versions = here.store.history(game.id, number)
    shown = _the_version(game, number, versions, version)
    return page(
        request,
        "receipt.html",
        game=game,
        number=number,
        shown=shown,
        versions=versions,
        receipt=receipt_of(here, game, shown),
        current=game.round(number),
    )


def _the_version(game: Game, number: int, versions: tuple[RoundVersion, ...], wanted: int | None) -> RoundVersion:
    found = [one for one in versions if wanted in (None, one.version)]
    if not found:
        which = f"round {number} of {game.name}"
        raise not_found(f"{which} has no version {wanted}" if versions else f"{which} is not agreed yet", "version")
    return found[-1]


def _first_photos(here: Served, place: SidePlace) -> list[tuple[str, str]]:
    """Return the id and name of the first photos of a side, to be shown small."""
    kept = [photo for photo in here.shelf.of_side(place) if photo.deleted is None]
    return [(photo.id, photo.name) for photo in kept[:3]]


def _with_count(photo: PhotoInfo) -> dict[str, object]:
    """Return what the page needs of a photo: of its reading the number of cards."""
    cards = None if photo.reading is None else len(photo.reading["cards"])
    return {**photo.model_dump(mode="json", exclude={"reading"}), "cards": cards}
