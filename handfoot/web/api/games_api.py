"""Rules, games and rounds over the API."""

from contextlib import suppress
from datetime import datetime
from itertools import count
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, Field

from handfoot.asking.unseen import tally_seen
from handfoot.csvtext import FOR_SPREADSHEETS
from handfoot.errors import ConflictError, OtherContentError
from handfoot.sheets.gamesheets import game_csv, game_to_json
from handfoot.sheets.printed import day
from handfoot.store.gamedecks import GameDecks
from handfoot.store.gametables import LONGEST_REASON
from handfoot.store.kept import Game
from handfoot.web.api.decks_api import decks_named
from handfoot.web.api.downloads import download
from handfoot.web.api.shapes import (
    GameDescribed,
    GameInfo,
    GivenOnce,
    NewGame,
    RulesInfo,
    VersionInfo,
    game_info,
    rules_info,
    version_info,
)
from handfoot.web.entry.seats import TheGame, TheRound
from handfoot.web.entry.sessions import Changes
from handfoot.web.errors import WebError, not_found
from handfoot.web.events import EVENTS_ANSWER, event_stream
from handfoot.web.gametold import tell_of_game
from handfoot.web.served import Here, Served
from handfoot.web.watchers import THE_GAMES
from scorer.errors import GameError
from scorer.games import GamePlan, plan_game, side_names
from scorer.record import parse_sent
from scorer.scoring.tally import tally_to_json

router = APIRouter()


class GameChange(GivenOnce):
    """A game is to be changed as a whole. seen: the revision of the game that the person had before them."""

    seen: int
    reason: str = Field(default="", max_length=LONGEST_REASON)


class GameDeleted(BaseModel):
    """The game that was deleted for good, with its rounds and photos."""

    deleted: int


@router.get("/api/rules", tags=["rules"])
def all_rules(here: Here) -> list[RulesInfo]:
    """List the rule sets with their settings in plain words."""
    return [rules_info(rules) for rules in here.rules]


# Read as a file is: of a field that stands twice FastAPI would lose the first.
_A_RECORD = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


async def _sent(request: Request) -> str:
    try:
        return (await request.body()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise WebError(422, "text", "what was sent is no UTF-8 text", "body") from None


@router.post("/api/tally", tags=["reading"], dependencies=[Changes], openapi_extra=_A_RECORD)
def tally_record(here: Here, sent: Annotated[str, Depends(_sent)]) -> dict[str, object]:
    """Score the record of a table and round; the answer is what ``handfoot tally --json`` prints."""
    lying = parse_sent(sent)
    return tally_to_json(tally_seen(lying, here.rules.called(lying.rules)))


@router.get("/api/games", tags=["games"])
def all_games(here: Here) -> list[GameInfo]:
    """List the games, the newest first."""
    return [game_info(game) for game in here.store.games()]


# Before the address of one game, which would take the word for its number.
@router.get("/api/games/events", tags=["games"], response_class=StreamingResponse, responses=EVENTS_ANSWER)
async def games_events(here: Here) -> StreamingResponse:
    """Send an event ``changed`` when a game is started, deleted, or stands otherwise (server-sent events)."""
    return event_stream(here.watchers, THE_GAMES)


@router.post("/api/games", status_code=201, tags=["games"], dependencies=[Changes])
def new_game(here: Here, wanted: NewGame) -> GameInfo:
    """Keep a new game; the same deed sent twice is one game."""
    rules = here.rules.called(wanted.rules)
    plan = plan_game(rules, wanted.sides, rounds=wanted.rounds, settings=wanted.settings, decks=wanted.decks)
    taught = decks_named(here, wanted.taught)
    game = _kept(here, wanted, plan)
    if taught:
        GameDecks(here.store).choose(game.id, taught)
    here.watchers.tell(THE_GAMES)
    return game_info(game)


@router.get("/api/games/{game_id}", tags=["games"])
def one_game(game: TheGame) -> GameInfo:
    """Tell how a game stands."""
    return game_info(game)


@router.patch("/api/games/{game_id}", tags=["games"], dependencies=[Changes])
def describe_game(here: Here, game: TheGame, wanted: GameDescribed) -> GameInfo:
    """Call a game or its sides otherwise, or say how many decks it has; no round that was entered is scored anew.

    A game that is called after its sides goes on being so where they alone are called otherwise.
    """

    def describe(name: str) -> Game:
        return here.store.describe_game(game.id, name=name, sides=wanted.sides, decks=wanted.decks)

    before, now = _names_of(game.plan.sides), _names_of(side_names(wanted.sides))
    if wanted.name == game.name and now != before and game.name.startswith(before):
        with suppress(ConflictError, GameError):  # the name is taken, or too long
            describe(now + game.name.removeprefix(before))
            return _changed(here, game)
    describe(wanted.name)
    return _changed(here, game)


@router.delete("/api/games/{game_id}", tags=["games"], dependencies=[Changes])
def delete_game(here: Here, game: TheGame) -> GameDeleted:
    """Delete a game for good, with its rounds and photos."""
    # In this order a server that dies in between leaves a game to delete again, and no photos that nobody finds.
    here.shelf.delete_game(game.id)
    here.store.delete_game(game.id)
    # An upload that came meanwhile still found its game.
    here.shelf.delete_game(game.id)
    here.watchers.tell(game.id, THE_GAMES)
    return GameDeleted(deleted=game.id)


@router.post("/api/games/{game_id}/undo", tags=["games"], dependencies=[Changes])
def take_back(here: Here, game: TheGame, wanted: GameChange) -> GameInfo:
    """Take back the last change of a game, as a further version of its round or as its going on."""
    here.store.undo(game.id, reason=wanted.reason, seen=wanted.seen, token=wanted.token)
    return _changed(here, game)


@router.post("/api/games/{game_id}/end", tags=["games"], dependencies=[Changes])
def end_game(here: Here, game: TheGame, wanted: GameChange) -> GameInfo:
    """End a game before all its rounds are played: whoever leads has won. Nothing is lost."""
    here.store.end_game(game.id, reason=wanted.reason, seen=wanted.seen, token=wanted.token)
    return _changed(here, game)


@router.post("/api/games/{game_id}/go-on", tags=["games"], dependencies=[Changes])
def go_on(here: Here, game: TheGame, wanted: GameChange) -> GameInfo:
    """Go on with a game that was ended early."""
    here.store.go_on(game.id, reason=wanted.reason, seen=wanted.seen, token=wanted.token)
    return _changed(here, game)


@router.get("/api/games/{game_id}/history", tags=["games"])
def history(here: Here, game: TheGame) -> list[VersionInfo]:
    """List every version of the game's rounds, in the order they were made."""
    return [version_info(version) for version in here.store.history(game.id)]


@router.get("/api/games/{game_id}/rounds/{number}", tags=["games"])
def one_round(game: TheGame, number: TheRound) -> VersionInfo:
    """Return the version of a round that counts, with its record, lines and points."""
    version = game.round(number)
    if version is None:
        raise not_found(f"round {number} of {game.name} is not agreed yet", "round")
    return version_info(version)


@router.get("/api/games/{game_id}/export.csv", tags=["games"], response_class=Response)
def export_csv(game: TheGame) -> Response:
    """Return a CSV with a row for each round and side."""
    text = FOR_SPREADSHEETS + game_csv(game)
    return Response(text, media_type="text/csv; charset=utf-8", headers=download(game.name, "csv", begun=game.made_at))


@router.get("/api/games/{game_id}/export.json", tags=["games"], response_class=JSONResponse)
def export_json(here: Here, game: TheGame) -> JSONResponse:
    """Return the game with its rounds, totals and versions."""
    headers = download(game.name, "json", begun=game.made_at)
    return JSONResponse(game_to_json(game, here.store.history(game.id)), headers=headers)


@router.get("/api/games/{game_id}/events", tags=["games"], response_class=StreamingResponse, responses=EVENTS_ANSWER)
async def events(here: Here, game: TheGame) -> StreamingResponse:
    """Send an event ``changed`` for each change of the game (server-sent events)."""
    return event_stream(here.watchers, game.id)


def _changed(here: Served, game: Game) -> GameInfo:
    tell_of_game(here.store, here.watchers, game.id)
    return game_info(here.store.game(game.id))


def _kept(here: Served, wanted: NewGame, plan: GamePlan) -> Game:
    if wanted.name.strip():
        return here.store.new_game(wanted.name, plan, token=wanted.token)
    name = free = _day_name(here.store.clock(), plan.sides)
    numbers = count(2)
    while True:
        try:
            return here.store.new_game(free, plan, token=wanted.token)
        except OtherContentError:
            raise
        except ConflictError:
            free = f"{name} ({next(numbers)})"  # the name is taken


def _day_name(moment: datetime, sides: tuple[str, ...]) -> str:
    """Return what a game is called that nobody named: its sides and the day at the table's clock."""
    return f"{_names_of(sides)}{day(moment)}"


def _names_of(sides: tuple[str, ...]) -> str:
    """Return what the name of a game begins with that nobody named."""
    return f"{' – '.join(sides)[:120]}, "
