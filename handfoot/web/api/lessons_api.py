"""Lessons over the API: a deck taught from photos of its cards, each told with a guess, then learnt."""

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, Field

from handfoot.web.api.deck_shapes import DeckInfo, FaceSaid, Named, answer_of, deck_info
from handfoot.web.api.pictures import JPEG_ANSWER, jpeg_answer
from handfoot.web.api.shapes import Given
from handfoot.web.entry.sessions import Changes
from handfoot.web.errors import not_found
from handfoot.web.lessons import OpenLesson
from handfoot.web.served import Here
from handfoot.web.shelf.cleaning import as_jpeg, shown_name
from scorer.faces import FACES
from vision.decks.teaching import SKIP
from vision.seen import BACK

router = APIRouter(tags=["decks"])


class LessonPhotoInfo(BaseModel):
    """A photo of a lesson, sizes in px."""

    name: str
    width: int
    height: int


class LessonCardInfo(BaseModel):
    """A card found in a lesson. photo: its photo's number. quad: px of the photo. guess: BACK for a back.

    ask: whether a person should say which it is. blurred: whether it had better be photographed again. mirrored:
    whether its photo looks like a mirror image.
    """

    number: int
    photo: int
    quad: list[tuple[float, float]]
    guess: str
    sure: float
    ask: bool
    blurred: bool
    mirrored: bool


class LessonInfo(BaseModel):
    """A lesson under way. deck: the deck it adds to, null for a new one. missing: faces no guess names yet."""

    id: str
    deck: str | None
    photos: list[LessonPhotoInfo]
    cards: list[LessonCardInfo]
    missing: list[str]


class LessonWanted(Given):
    """A lesson to begin. deck: the deck it adds to, null for a new one."""

    deck: Named | None = None


class LessonAnswers(Given):
    """What the cards of a lesson are, by their numbers; - for what is none. What is not answered is as guessed.

    cards: how many of them were shown; null where that is not to be compared.
    """

    name: Named
    cards: Annotated[int, Field(ge=0, le=10_000, strict=True)] | None = None
    answers: dict[int, FaceSaid | Literal["-"]] = Field(default={}, max_length=2000)


def lesson_info(lesson: OpenLesson) -> LessonInfo:
    """Return a lesson as the API tells of it."""
    cards = zip(lesson.lesson.cards, lesson.places, strict=True)
    return LessonInfo(
        id=lesson.id,
        deck=lesson.deck,
        photos=[LessonPhotoInfo(name=one.name, width=one.width, height=one.height) for one in lesson.photos],
        cards=[
            LessonCardInfo(
                number=card.number,
                photo=place,
                quad=list(card.quad),
                guess=BACK if card.guess is None else str(card.guess),
                sure=card.sure,
                ask=card.ask,
                blurred=card.blurred,
                mirrored=card.mirrored,
            )
            for card, place in cards
        ],
        missing=[str(face) for face in FACES if face not in {card.guess for card in lesson.lesson.cards}],
    )


@router.post("/api/lessons", status_code=201, dependencies=[Changes])
def begin_lesson(here: Here, wanted: LessonWanted) -> LessonInfo:
    """Begin to teach a deck; its photos come one by one."""
    return lesson_info(here.decks.begin(wanted.deck))


@router.get("/api/lessons/{lesson}")
def one_lesson(here: Here, lesson: str) -> LessonInfo:
    """Tell which cards were found in a lesson's photos so far."""
    return lesson_info(here.decks.lesson(lesson))


@router.post("/api/lessons/{lesson}/photos", status_code=201, dependencies=[Changes])
async def add_lesson_photo(here: Here, lesson: str, photo: UploadFile) -> LessonInfo:
    """Look for the cards in a photo of the deck; each is told with a guess. The same picture again adds nothing."""
    here.decks.lesson(lesson)
    name = shown_name(photo.filename)
    clean = await asyncio.wrap_future(here.desk.clean(photo.file.read, name))
    return lesson_info(await asyncio.wrap_future(here.decks.add_photo(lesson, name, clean)))


@router.post("/api/lessons/{lesson}", status_code=201, dependencies=[Changes])
async def teach(here: Here, lesson: str, said: LessonAnswers) -> DeckInfo:
    """Learn the cards of a lesson and keep the deck; 422 while a card in question has no answer."""
    answers = {number: answer_of(face) for number, face in said.answers.items() if face != SKIP}
    skipped = [number for number, face in said.answers.items() if face == SKIP]
    taught = await asyncio.wrap_future(here.decks.teach(lesson, said.name.strip(), answers, skipped, seen=said.cards))
    here.watchers.tell_all()
    return deck_info(taught)


@router.get("/api/lessons/{lesson}/photos/{number}", response_class=Response, responses=JPEG_ANSWER)
def lesson_photo(here: Here, lesson: str, number: int) -> Response:
    """Return a photo of a lesson, to look at."""
    photos = here.decks.lesson(lesson).photos
    if not 0 <= number < len(photos):
        raise not_found("this lesson has no such photo", "number")
    return jpeg_answer(photos[number].view)


@router.get("/api/lessons/{lesson}/cards/{number}", response_class=Response, responses=JPEG_ANSWER)
def lesson_card(here: Here, lesson: str, number: int) -> Response:
    """Return the picture of a card found in a lesson."""
    cards = here.decks.lesson(lesson).lesson.cards
    if not 0 <= number < len(cards):
        raise not_found("this lesson has no such card", "number")
    return jpeg_answer(as_jpeg(cards[number].picture))
