"""Decks over the API: listed, renamed, handed on, removed, taught one card more, chosen for a game.

What changes a deck is told to every open page: a game played with it may score otherwise, and any can choose it.
"""

import asyncio
from concurrent.futures import Future
from typing import Annotated

from fastapi import APIRouter, Path, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from handfoot import taughtdecks
from handfoot.store.gamedecks import MOST_DECKS_CHOSEN, GameDecks
from handfoot.web.api.deck_shapes import DeckInfo, FaceSaid, Named, answer_of, deck_info
from handfoot.web.api.downloads import download
from handfoot.web.api.pictures import JPEG_ANSWER, jpeg_answer
from handfoot.web.api.shapes import Given
from handfoot.web.entry.seats import TheGame
from handfoot.web.entry.sessions import Changes
from handfoot.web.errors import WebError, not_found
from handfoot.web.gametold import tell_of_game
from handfoot.web.served import Here, Served
from handfoot.web.shelf.cleaning import as_jpeg, shown_name
from handfoot.web.shelf.kept_photo import Size
from vision.decks.deckfile import pack, unpack
from vision.decks.profile import LONGEST_NAME, DeckProfile
from vision.decks.shelf import DeckShelf
from vision.decks.shipped import SHIPPED
from vision.photos.frames import Frame, decode_photo

router = APIRouter(tags=["decks"])

TheDeck = Annotated[str, Path(max_length=LONGEST_NAME)]


class NewName(Given):
    """Another name for a deck."""

    name: Named


class CardShown(Given):
    """A card in a kept photo, by its number in the photo's reading, and what it is."""

    photo: str = Field(max_length=64)
    card: int = Field(ge=0, le=10_000)
    face: FaceSaid


class CardCorrected(Given):
    """A taught picture: what it was taught as, and what it is."""

    was: FaceSaid
    face: FaceSaid


class ChosenDecks(Given):
    """The decks that a game is played with; with none its photos are read as any deck's."""

    decks: list[Named] = Field(max_length=MOST_DECKS_CHOSEN)


class DeckRemoved(BaseModel):
    """The deck that was removed for good."""

    removed: str


@router.get("/api/decks")
def all_decks(here: Here) -> list[DeckInfo]:
    """List the decks: those that came with the program, then those that were taught, the broken ones too."""
    return [deck_info(deck) for deck in here.decks.all()]


@router.post("/api/decks", status_code=201, dependencies=[Changes])
async def take_in(here: Here, deck: UploadFile, *, beside: bool = False) -> DeckInfo:
    """Keep a deck from a file that was handed on, as ``GET /api/decks/{name}/file`` gives it.

    beside: where its name is taken here, it gets one of its own; else that is refused with 409.
    """
    data, name = await deck.read(), shown_name(deck.filename)
    taken = await run_in_threadpool(_taken_in, here.decks.shelf, data, name, beside=beside)
    here.watchers.tell_all()
    return deck_info(taken)


def _taken_in(shelf: DeckShelf, data: bytes, source: str, *, beside: bool) -> DeckProfile:
    profile = unpack(data, source)
    if not shelf.has(profile.name):
        return shelf.take_over(profile)
    if not beside:
        raise WebError(409, "conflict", f"there is a deck {shelf.called(profile.name)!r} already", "name")
    return shelf.take_over(profile, name=shelf.free_name(profile.name))


@router.get("/api/decks/{name}")
def one_deck(here: Here, name: TheDeck) -> DeckInfo:
    """Tell what is known of a deck."""
    return deck_info(here.decks.deck(name))


@router.patch("/api/decks/{name}", dependencies=[Changes])
def rename_deck(here: Here, name: TheDeck, wanted: NewName) -> DeckInfo:
    """Give a deck another name; games that are played with it follow, and lessons under way."""
    old, new = here.decks.called(name), wanted.name.strip()
    if new.casefold() != old.casefold() and here.decks.has(new):
        raise WebError(409, "conflict", f"there is a deck {new!r} already", "name")
    renamed = taughtdecks.rename_deck(here.decks.shelf, GameDecks(here.store), old, new)
    here.decks.follow(old, new)
    here.watchers.tell_all()
    return deck_info(renamed)


@router.delete("/api/decks/{name}", dependencies=[Changes])
def remove_deck(here: Here, name: TheDeck) -> DeckRemoved:
    """Remove a deck for good."""
    found = here.decks.called(name)
    here.decks.shelf.remove(found)
    here.watchers.tell_all()
    return DeckRemoved(removed=found)


@router.get(
    "/api/decks/{name}/file",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
def deck_file(here: Here, name: TheDeck) -> Response:
    """Return a deck's file, to be handed on."""
    profile = here.decks.deck(name)
    headers = download(profile.name, "deck")
    return Response(pack(profile), media_type="application/octet-stream", headers=headers)


@router.get("/api/decks/{name}/cards/{number}", response_class=Response, responses=JPEG_ANSWER)
def deck_card(here: Here, name: TheDeck, number: int) -> Response:
    """Return the picture of a design that was taught, by its place among them from 0."""
    cards = here.decks.deck(name).cards
    if not 0 <= number < len(cards):
        raise not_found("this deck has no such card", "number")
    return jpeg_answer(as_jpeg(cards[number].picture))


@router.post("/api/decks/{name}/cards", status_code=201, dependencies=[Changes])
async def teach_card(here: Here, name: TheDeck, shown: CardShown) -> DeckInfo:
    """Teach a deck one more face by a card of a photo that was read, which was misread there."""
    learnt = await asyncio.wrap_future(await run_in_threadpool(_teaching, here, name, shown))
    here.watchers.tell_all()
    return deck_info(learnt)


def _teaching(here: Served, name: str, shown: CardShown) -> Future[DeckProfile]:
    called = here.decks.called(name)
    if called.casefold() in SHIPPED:
        raise WebError(422, "deck", f"the deck {called!r} ships with the program and stays as it is", "name")
    reading = here.shelf.reading(shown.photo)
    if reading is None or shown.card >= len(reading.cards):
        raise not_found("this photo has no such card", "card")
    frame = Frame(reading.photo, decode_photo(here.shelf.picture(shown.photo, Size.WHOLE)))
    return here.decks.teach_card(called, frame, reading.cards[shown.card].quad, answer_of(shown.face))


@router.delete("/api/decks/{name}/cards/{number}", dependencies=[Changes])
async def forget_card(here: Here, name: TheDeck, number: int, face: FaceSaid) -> DeckInfo:
    """Take a taught picture out of a deck, by its place among them from 0 and what it was taught as."""
    left = await asyncio.wrap_future(here.decks.forget_card(name, number, answer_of(face)))
    here.watchers.tell_all()
    return deck_info(left)


@router.patch("/api/decks/{name}/cards/{number}", dependencies=[Changes])
async def correct_card(here: Here, name: TheDeck, number: int, said: CardCorrected) -> DeckInfo:
    """Say that a taught picture, by its place among them from 0, is another card than it was taught as."""
    was, face = answer_of(said.was), answer_of(said.face)
    corrected = await asyncio.wrap_future(here.decks.correct_card(name, number, was, face))
    here.watchers.tell_all()
    return deck_info(corrected)


@router.get("/api/games/{game_id}/decks")
def decks_of_game(here: Here, game: TheGame) -> ChosenDecks:
    """Tell which decks a game is played with, of those that are here."""
    return ChosenDecks(decks=[name for name in GameDecks(here.store).of(game.id) if here.decks.has(name)])


@router.put("/api/games/{game_id}/decks", dependencies=[Changes])
def choose_decks(here: Here, game: TheGame, wanted: ChosenDecks) -> ChosenDecks:
    """Choose which decks a game is played with; photos read from now on are read with what was taught of them."""
    chosen = GameDecks(here.store).choose(game.id, decks_named(here, wanted.decks))
    # What a damaged deck hindered is read without it now.
    here.desk.try_hindered_now()
    tell_of_game(here.store, here.watchers, game.id)
    return ChosenDecks(decks=list(chosen))


def decks_named(here: Served, names: list[str]) -> list[str]:
    """Return the names that decks have here.

    Raises:
        WebError: if there is no such deck.
        DeckError: if one is damaged.
    """
    return [here.decks.deck(name).name for name in names]
