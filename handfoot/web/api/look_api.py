"""A look at a picture over the API: what would be read in it, and what would make it better."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Form, UploadFile
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from handfoot.web.entry.seats import LARGEST_ID
from handfoot.web.entry.sessions import Changes
from handfoot.web.served import Here
from handfoot.web.shelf.cleaning import shown_name
from handfoot.web.shelf.kept_photo import Size
from vision.coach import AdviceCode, advise
from vision.corners import Image
from vision.laying.piles import PhotoRole
from vision.photoreading import PhotoReading, ReadingJson, reading_to_json
from vision.photos.frames import decode_photo

router = APIRouter(tags=["reading"])


class AdviceInfo(BaseModel):
    """One thing to do better. boxes: where, x1 y1 x2 y2 in px of the upright photo; none for all of it."""

    code: AdviceCode
    say: str
    boxes: list[tuple[float, float, float, float]]


class Look(BaseModel):
    """What a picture shows, and what would make it better, the most pressing first."""

    reading: ReadingJson
    advice: list[AdviceInfo]


@router.post("/api/look", dependencies=[Changes])
async def look(
    here: Here,
    photo: UploadFile,
    shows: Annotated[PhotoRole, Form()] = PhotoRole.PLAYED,
    game: Annotated[int | None, Form(ge=1, le=LARGEST_ID)] = None,
) -> Look:
    """Read a picture of a live camera, which is not kept, and say what would make it better.

    game: the game that it is of, whose decks it is read with.
    """
    if game is not None:
        await run_in_threadpool(here.store.game, game)
    here.desk.check_room()
    seen = await asyncio.wrap_future(here.desk.read(photo.file.read, shown_name(photo.filename), game))
    advice = await run_in_threadpool(_advice, seen.image, seen.reading, shows)
    return Look(reading=reading_to_json(seen.reading), advice=advice)


@router.get("/api/photos/{photo_id}/advice")
def advice_of_photo(here: Here, photo_id: str) -> list[AdviceInfo]:
    """Say what would make a kept photo better; nothing while it is not read yet, or once its picture is deleted."""
    photo, reading = here.shelf.get(photo_id), here.shelf.reading(photo_id)
    if reading is None or photo.deleted is not None:
        return []
    return _advice(decode_photo(here.shelf.picture(photo_id, Size.VIEW)), reading, photo.shows)


def _advice(image: Image, reading: PhotoReading, shows: PhotoRole) -> list[AdviceInfo]:
    found = advise(image, reading, shows)
    return [AdviceInfo(code=one.code, say=one.say, boxes=list(one.boxes)) for one in found]
