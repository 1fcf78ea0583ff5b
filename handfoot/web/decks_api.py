"""Decks over the API: taught from photos, listed, renamed, handed on, removed, chosen for a game."""

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Path, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from handfoot.store.gamedecks import MOST_DECKS_CHOSEN, GameDecks
from handfoot.web.cleaning import as_jpeg, shown_name
from handfoot.web.errors import WebError, not_found
from handfoot.web.kept_photo import Size
from handfoot.web.lessons import OpenLesson
from handfoot.web.seats import TheGame
from handfoot.web.served import Here, Served
from handfoot.web.sessions import Changes
from scorer.faces import FACES, Face
from vision.decks.deckfile import pack
from vision.decks.profile import LONGEST_NAME, DeckProfile
from vision.decks.shipped import SHIPPED
from vision.decks.teaching import BACK, SKIP, Answer
from vision.frames import load_photo

router = APIRouter(tags=["decks"])

Named = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
TheDeck = Annotated[str, Path(max_length=LONGEST_NAME)]
FaceSaid = Literal["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "R3", "B3", "W20", "W50", "BACK"]
JPEG_ANSWER: dict[int | str, dict[str, object]] = {200: {"content": {"image/jpeg": {}}}}


class TaughtCardInfo(BaseModel):
    """A design that was taught: its face, BACK for a back."""

    face: str


class DeckInfo(BaseModel):
    """A deck. ships: whether it came with the program and stays as it is. missing: faces that were not taught.

    composition: how many of each face one deck has; assumed: where that is not known for sure. tuned: whether nets were
    tuned to it.
    """

    name: str
    ships: bool
    cards: list[TaughtCardInfo]
    faces: list[str]
    missing: list[str]
    has_back: bool
    composition: dict[str, int]
    assumed: bool
    tuned: bool


class LessonPhotoInfo(BaseModel):
    """A photo of a lesson, sizes in px."""

    name: str
    width: int
    height: int


class LessonCardInfo(BaseModel):
    """A card found in a lesson. photo: its photo's number. quad: px of the photo. guess: BACK for a back.

    ask: whether a person should say which it is.
    """

    number: int
    photo: int
    quad: list[tuple[float, float]]
    guess: str
    sure: float
    ask: bool


class LessonInfo(BaseModel):
    """A lesson under way. deck: the deck it adds to, null for a new one. missing: faces no guess names yet."""

    id: str
    deck: str | None
    photos: list[LessonPhotoInfo]
    cards: list[LessonCardInfo]
    missing: list[str]


class LessonWanted(BaseModel):
    """A lesson to begin. deck: the deck it adds to, null for a new one."""

    model_config = ConfigDict(extra="forbid")

    deck: Named | None = None


class LessonAnswers(BaseModel):
    """What the cards of a lesson are, by their numbers; - for what is none. What is not answered is as guessed."""

    model_config = ConfigDict(extra="forbid")

    name: Named
    answers: dict[int, FaceSaid | Literal["-"]] = Field(default={}, max_length=2000)


class NewName(BaseModel):
    """Another name for a deck."""

    model_config = ConfigDict(extra="forbid")

    name: Named


class CardShown(BaseModel):
    """A card in a kept photo, by its number in the photo's reading, and what it is."""

    model_config = ConfigDict(extra="forbid")

    photo: str = Field(max_length=64)
    card: int = Field(ge=0, le=10_000)
    face: FaceSaid


class ChosenDecks(BaseModel):
    """The decks that a game is played with; with none its photos are read as any deck's."""

    model_config = ConfigDict(extra="forbid")

    decks: list[Named] = Field(max_length=MOST_DECKS_CHOSEN)


class DeckRemoved(BaseModel):
    """The deck that was removed for good."""

    removed: str


def deck_info(profile: DeckProfile) -> DeckInfo:
    """Return a deck as the API tells of it."""
    return DeckInfo(
        name=profile.name,
        ships=profile.name.casefold() in SHIPPED,
        cards=[TaughtCardInfo(face=BACK if card.face is None else str(card.face)) for card in profile.cards],
        faces=[str(face) for face in profile.faces],
        missing=[str(face) for face in profile.missing],
        has_back=profile.has_back,
        composition={str(face): number for face, number in profile.composition.items()},
        assumed=profile.assumed,
        tuned=profile.nets is not None,
    )


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
            )
            for card, place in cards
        ],
        missing=[str(face) for face in FACES if face not in {card.guess for card in lesson.lesson.cards}],
    )


@router.get("/api/decks")
def all_decks(here: Here) -> list[DeckInfo]:
    """List the decks: those that came with the program, then those that were taught."""
    return [deck_info(here.decks.shelf.open(name)) for name in here.decks.shelf.names()]


@router.post("/api/decks", status_code=201, dependencies=[Changes])
async def take_in(here: Here, deck: UploadFile) -> DeckInfo:
    """Keep a deck from a file that was handed on, as ``GET /api/decks/{name}/file`` gives it."""
    data, name = await deck.read(), shown_name(deck.filename)
    return deck_info(await run_in_threadpool(here.decks.shelf.take_in, data, name))


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
    """Look for the cards in a photo of the deck; each is told with a guess."""
    here.decks.lesson(lesson)
    name = shown_name(photo.filename)
    clean = await asyncio.wrap_future(here.desk.clean(await photo.read(), name))
    return lesson_info(await asyncio.wrap_future(here.decks.add_photo(lesson, name, clean)))


@router.post("/api/lessons/{lesson}", status_code=201, dependencies=[Changes])
async def teach(here: Here, lesson: str, said: LessonAnswers) -> DeckInfo:
    """Learn the cards of a lesson and keep the deck; 422 while a card in question has no answer."""
    answers = {number: _answer(face) for number, face in said.answers.items() if face != SKIP}
    skipped = [number for number, face in said.answers.items() if face == SKIP]
    return deck_info(await asyncio.wrap_future(here.decks.teach(lesson, said.name.strip(), answers, skipped)))


@router.get("/api/lessons/{lesson}/photos/{number}", response_class=Response, responses=JPEG_ANSWER)
def lesson_photo(here: Here, lesson: str, number: int) -> Response:
    """Return a photo of a lesson, to look at."""
    photos = here.decks.lesson(lesson).photos
    if not 0 <= number < len(photos):
        raise not_found("this lesson has no such photo", "number")
    return _picture(photos[number].view)


@router.get("/api/lessons/{lesson}/cards/{number}", response_class=Response, responses=JPEG_ANSWER)
def lesson_card(here: Here, lesson: str, number: int) -> Response:
    """Return the picture of a card found in a lesson."""
    cards = here.decks.lesson(lesson).lesson.cards
    if not 0 <= number < len(cards):
        raise not_found("this lesson has no such card", "number")
    return _picture(as_jpeg(cards[number].picture))


@router.get("/api/decks/{name}")
def one_deck(here: Here, name: TheDeck) -> DeckInfo:
    """Tell what is known of a deck."""
    return deck_info(here.decks.deck(name))


@router.patch("/api/decks/{name}", dependencies=[Changes])
def rename_deck(here: Here, name: TheDeck, wanted: NewName) -> DeckInfo:
    """Give a deck another name; games that are played with it follow."""
    old, new = here.decks.deck(name).name, wanted.name.strip()
    if new.casefold() != old.casefold() and here.decks.has(new):
        raise WebError(409, "conflict", f"there is a deck {new!r} already", "name")
    with GameDecks(here.store).renaming(old, new):
        return deck_info(here.decks.shelf.rename(old, new))


@router.delete("/api/decks/{name}", dependencies=[Changes])
def remove_deck(here: Here, name: TheDeck) -> DeckRemoved:
    """Remove a deck for good."""
    found = here.decks.deck(name).name
    here.decks.shelf.remove(found)
    return DeckRemoved(removed=found)


@router.get(
    "/api/decks/{name}/file",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
def deck_file(here: Here, name: TheDeck) -> Response:
    """Return a deck's file, to be handed on."""
    profile = here.decks.deck(name)
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in profile.name)
    headers = {"Content-Disposition": f'attachment; filename="{plain}.deck"'}
    return Response(pack(profile), media_type="application/octet-stream", headers=headers)


@router.get("/api/decks/{name}/cards/{number}", response_class=Response, responses=JPEG_ANSWER)
def deck_card(here: Here, name: TheDeck, number: int) -> Response:
    """Return the picture of a design that was taught, by its place among them from 0."""
    cards = here.decks.deck(name).cards
    if not 0 <= number < len(cards):
        raise not_found("this deck has no such card", "number")
    return _picture(as_jpeg(cards[number].picture))


@router.post("/api/decks/{name}/cards", status_code=201, dependencies=[Changes])
async def teach_card(here: Here, name: TheDeck, shown: CardShown) -> DeckInfo:
    """Teach a deck one more face by a card of a photo that was read, which was misread there."""
    profile = here.decks.deck(name)
    if profile.name.casefold() in SHIPPED:
        raise WebError(422, "deck", f"the deck {profile.name!r} ships with the program and stays as it is", "name")
    reading = here.shelf.reading(shown.photo)
    if reading is None or shown.card >= len(reading.cards):
        raise not_found("this photo has no such card", "card")
    frame = await run_in_threadpool(load_photo, here.shelf.file(shown.photo, Size.WHOLE))
    quad = reading.cards[shown.card].quad
    learnt = here.decks.teach_card(profile.name, frame, quad, _answer(shown.face))
    return deck_info(await asyncio.wrap_future(learnt))


@router.get("/api/games/{game_id}/decks")
def decks_of_game(here: Here, game: TheGame) -> ChosenDecks:
    """Tell which decks a game is played with."""
    return ChosenDecks(decks=list(GameDecks(here.store).of(game.id)))


@router.put("/api/games/{game_id}/decks", dependencies=[Changes])
def choose_decks(here: Here, game: TheGame, wanted: ChosenDecks) -> ChosenDecks:
    """Choose which decks a game is played with; photos read from now on are read with what was taught of them."""
    return ChosenDecks(decks=list(GameDecks(here.store).choose(game.id, decks_named(here, wanted.decks))))


def decks_named(here: Served, names: list[str]) -> list[str]:
    """Return the names that decks have here. Raises WebError if there is no such deck."""
    return [here.decks.deck(name).name for name in names]


def _answer(said: str) -> Answer:
    return None if said == BACK else Face(said)


def _picture(data: bytes) -> Response:
    return Response(data, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})
