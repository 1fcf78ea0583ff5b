"""Photos over the API: taken for a side's round, read, looked at, relabelled, moved, deleted for good."""

import asyncio
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Form, Query, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from handfoot.web.api.pictures import JPEG_ANSWER, jpeg_answer
from handfoot.web.api.shapes import DEED_PATTERN, LONGEST_DEED, Given
from handfoot.web.entry.seats import ThePlace, check_side
from handfoot.web.entry.sessions import Changes
from handfoot.web.errors import WebError
from handfoot.web.gametold import tell_of_draft
from handfoot.web.served import Here, Served
from handfoot.web.shelf.cleaning import shown_name
from handfoot.web.shelf.kept_photo import KeptPhoto, PhotoState, Size
from scorer.record import MOST_SIDES
from vision.laying.piles import PhotoRole
from vision.photoreading import ReadingJson, reading_to_json

router = APIRouter(tags=["photos"])

LONGEST_WAIT_S = 25.0

Deed = Annotated[
    str, Form(max_length=LONGEST_DEED, pattern=DEED_PATTERN, description="The client's own name for this upload.")
]


class Cards(StrEnum):
    """What becomes of the cards of a photo whose picture is deleted, where a round was agreed with it."""

    KEEP = "keep"
    """They stay as they were agreed to."""
    DROP = "drop"
    """They are taken out: the round is to be agreed again."""


class PhotoInfo(BaseModel):
    """A kept photo. ahead: photos read before it, null where it is not in the queue.

    say: why it could not be read; while it waits, what hindered the last try, as it is tried again by itself.
    deleted_at: when its picture was deleted, of which a round that was agreed keeps what was read.
    """

    id: str
    game: int
    round: int
    side: int
    shows: PhotoRole
    name: str
    width: int
    height: int
    taken: float
    state: PhotoState
    ahead: int | None
    say: str
    deleted_at: datetime | None
    reading: ReadingJson | None


class PhotoChange(Given):
    """What a person says of a photo. agree_again: a round that was agreed with it is to be agreed again."""

    shows: PhotoRole
    agree_again: bool = False


class PhotoSide(Given):
    """The side whose cards a photo shows. agree_again: a round that was agreed with it is to be agreed again."""

    side: Annotated[int, Field(ge=1, le=MOST_SIDES, strict=True)]
    agree_again: bool = False


class Deleted(BaseModel):
    """What was deleted, for good."""

    deleted: str


def photo_info(here: Served, photo: KeptPhoto, *, with_reading: bool = True) -> PhotoInfo:
    """Return what the API tells of a photo."""
    reading = here.shelf.reading(photo.id) if with_reading else None
    photo = here.shelf.get(photo.id)  # which waits again if its reading was damaged
    return PhotoInfo(
        id=photo.id,
        game=photo.place.game,
        round=photo.place.round,
        side=photo.place.side,
        shows=photo.shows,
        name=photo.name,
        width=photo.width,
        height=photo.height,
        taken=photo.taken,
        state=photo.state,
        ahead=here.desk.ahead(photo.id),
        say=here.shelf.why_failed(photo.id) or here.desk.why_waiting(photo.id),
        deleted_at=photo.deleted_at,
        reading=reading_to_json(reading) if reading is not None else None,
    )


_SIDE = "/api/games/{game_id}/rounds/{number}/sides/{side}/photos"


@router.post(_SIDE, status_code=201, dependencies=[Changes])
async def add_photo(
    here: Here,
    place: ThePlace,
    photo: UploadFile,
    shows: Annotated[PhotoRole, Form()] = PhotoRole.PLAYED,
    deed: Deed = "",
) -> PhotoInfo:
    """Keep a photo for a side's round and queue it for reading; the same deed sent twice is one photo."""
    name = shown_name(photo.filename)
    before = here.shelf.of_deed(place.game, deed)
    if before is not None:
        return await run_in_threadpool(photo_info, here, before)
    here.desk.check_room()
    here.shelf.check_room(place)
    clean = await asyncio.wrap_future(here.desk.clean(photo.file.read, name))
    kept = await run_in_threadpool(here.shelf.add, place, shows, name, deed, clean, lambda: here.store.game(place.game))
    here.desk.submit(kept.id)
    tell_of_draft(here.store, here.watchers, place)
    return await run_in_threadpool(photo_info, here, here.shelf.get(kept.id))


@router.get(_SIDE)
def photos_of_side(here: Here, place: ThePlace) -> list[PhotoInfo]:
    """List the photos of a side's round, in the order they came, without their readings."""
    return [photo_info(here, photo, with_reading=False) for photo in here.shelf.of_side(place)]


@router.get("/api/photos/{photo_id}")
async def one_photo(
    here: Here,
    photo_id: str,
    wait_s: Annotated[float, Query(ge=0, le=LONGEST_WAIT_S, description="How long to wait for its reading.")] = 0,
) -> PhotoInfo:
    """Tell of a photo, with its reading as ``handfoot read --json`` gives it."""
    photo = here.shelf.get(photo_id)
    if photo.state is PhotoState.WAITING and wait_s > 0:
        reading, closing = here.desk.submit(photo_id), asyncio.create_task(here.watchers.closing())
        done = {asyncio.wrap_future(reading), closing}
        await asyncio.wait(done, timeout=wait_s, return_when=asyncio.FIRST_COMPLETED)
        closing.cancel()
    return await run_in_threadpool(photo_info, here, here.shelf.get(photo_id))


@router.get("/api/photos/{photo_id}/picture", response_class=Response, responses=JPEG_ANSWER)
def picture(here: Here, photo_id: str, size: Size = Size.VIEW) -> Response:
    """Return the picture itself: whole, to look at, or small."""
    return jpeg_answer(here.shelf.picture(photo_id, size))


@router.patch("/api/photos/{photo_id}", dependencies=[Changes])
def relabel_photo(here: Here, photo_id: str, change: PhotoChange) -> PhotoInfo:
    """Say that a photo shows something else: the played area, spread books, or what is left.

    409 ``photo_agreed`` if its round was agreed with it and ``agree_again`` is not said.
    """
    photo = here.shelf.get(photo_id)
    if photo.shows is not change.shows:
        _check_agreed(here, photo, change.agree_again)
    photo = here.shelf.relabel(photo_id, change.shows)
    tell_of_draft(here.store, here.watchers, photo.place)
    return photo_info(here, photo)


@router.put("/api/photos/{photo_id}/side", dependencies=[Changes])
def move_photo(here: Here, photo_id: str, to: PhotoSide) -> PhotoInfo:
    """Say that a photo shows another side's cards: they leave the one side's draft, and count in the other's.

    Its picture and its reading go with it; what was said of other cards stays. 409 ``photo_agreed`` if its round was
    agreed with it and ``agree_again`` is not said, ``photo_deleted`` if its picture was deleted, ``too_many_photos`` if
    the other side has as many as it can.
    """
    photo = here.shelf.get(photo_id)
    game = here.store.game(photo.place.game)
    check_side(game, to.side)
    if photo.deleted is None and photo.place.side != to.side:
        _check_agreed(here, photo, to.agree_again)
    photo = here.shelf.move(photo_id, to.side, game.revision)
    tell_of_draft(here.store, here.watchers, photo.place)
    return photo_info(here, photo)


@router.delete("/api/photos/{photo_id}", dependencies=[Changes])
def delete_photo(
    here: Here,
    photo_id: str,
    cards: Annotated[Cards | None, Query(description="What becomes of its cards, where a round was agreed.")] = None,
) -> Deleted:
    """Delete a photo for good.

    409 ``photo_agreed`` if its round was agreed with it and ``cards`` is not said: then its picture is deleted, and its
    place in the receipt stays.
    """
    photo = here.shelf.get(photo_id)
    if not _is_agreed(here, photo):
        here.shelf.delete(photo_id)
    elif cards is None:
        say = f"round {photo.place.round} was agreed with this photo; say whether its cards stay in the score"
        raise WebError(409, "photo_agreed", say, "cards")
    else:
        changes = here.store.game(photo.place.game).revision
        here.shelf.delete_picture(photo_id, drop=cards is Cards.DROP, changes=changes)
    tell_of_draft(here.store, here.watchers, photo.place)
    return Deleted(deleted=photo_id)


@router.post("/api/read", dependencies=[Changes], tags=["reading"])
async def read_photo(here: Here, photo: UploadFile) -> ReadingJson:
    """Read the cards of a photo that is not kept; the answer is what ``handfoot read --json`` prints."""
    here.desk.check_room()
    name = shown_name(photo.filename)
    seen = await asyncio.wrap_future(here.desk.read(photo.file.read, name))
    return reading_to_json(seen.reading)


def _check_agreed(here: Served, photo: KeptPhoto, agree_again: bool) -> None:
    """Raise WebError if a photo's round was agreed with it, and it is not said that it is to be agreed again."""
    if not agree_again and _is_agreed(here, photo):
        say = f"round {photo.place.round} was agreed with this photo; say that it is to be agreed again"
        raise WebError(409, "photo_agreed", say, "agree_again")


def _is_agreed(here: Served, photo: KeptPhoto) -> bool:
    versions = here.store.history(photo.place.game, photo.place.round)
    return photo.state is PhotoState.READ and any(
        version.record is not None and photo.belongs_to(version) for version in versions
    )
