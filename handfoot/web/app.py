"""The web app: its parts made once, its routes gathered, its errors in one shape."""

import asyncio
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib import metadata

from fastapi import Depends, FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware.sessions import SessionMiddleware
from starlette.staticfiles import StaticFiles

from handfoot.store import open_store
from handfoot.store.gamedecks import GameDecks
from handfoot.web.api import (
    agreeing,
    decks_api,
    games_api,
    lessons_api,
    look_api,
    photos_api,
    review_api,
    session_api,
    tournaments_api,
)
from handfoot.web.config import ServeConfig
from handfoot.web.entry.attempts import Attempts
from handfoot.web.entry.guard import Guard
from handfoot.web.entry.keys import keep_keys
from handfoot.web.entry.sessions import COOKIE, SESSION_DAYS
from handfoot.web.gametold import tell_of_draft
from handfoot.web.lessons import DeckDesk
from handfoot.web.otherprograms import tell_of_others
from handfoot.web.pages import deck_pages, game_pages, home_pages, round_pages, tournament_pages
from handfoot.web.pages.error_pages import add_error_handlers
from handfoot.web.proofs import Proofs
from handfoot.web.rulesets import RuleSets
from handfoot.web.served import Served, count_told
from handfoot.web.shelf.photos import PhotoShelf
from handfoot.web.shelf.reading import ReadingDesk
from handfoot.web.texts import load_texts
from handfoot.web.watchers import Watchers
from vision.photoreading import ReadsPhotos

_PARTS = (
    *(session_api, games_api, photos_api, look_api, review_api, agreeing, tournaments_api, decks_api, lessons_api),
    *(home_pages, game_pages, round_pages, tournament_pages, deck_pages),
)

_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".ico": "image/x-icon"}
"""Of the files in ``static/``. Windows keeps such a list in its registry, where other programs write theirs."""


def create_app(config: ServeConfig, *, reader: ReadsPhotos | None = None) -> FastAPI:
    """Return the app of the table's page; ``reader`` reads its photos in the place of the nets.

    Raises:
        HandfootError: in one line, if the data folder or the database cannot be used.
        ModelError: if a net is missing or damaged.
    """
    served = _serve(config, reader)
    for ending, kind in _KINDS.items():
        mimetypes.add_type(kind, ending)
    app = FastAPI(
        title="handfoot",
        summary="The camera that keeps score at a Hand & Foot table",
        version=_version(),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=_closing,
        dependencies=[Depends(count_told)],
    )
    app.state.served = served
    add_error_handlers(app)
    app.add_middleware(
        SessionMiddleware,
        secret_key=served.keys.secret,
        session_cookie=COOKIE,
        same_site="strict",
        max_age=SESSION_DAYS * 24 * 3600,
    )
    app.add_middleware(Guard, config=config)
    for part in _PARTS:
        app.include_router(part.router)
    app.mount("/static", StaticFiles(packages=[("handfoot.web", "static")]), name="static")
    return app


def _serve(config: ServeConfig, reader: ReadsPhotos | None) -> Served:
    keys = keep_keys(config.data)
    store = open_store(config.db)
    shelf = PhotoShelf(config.photos, games=store.begun(), most_a_side=config.limits.photos_a_side)
    watchers = Watchers()
    decks = DeckDesk(config.decks, models=config.models)
    desk = ReadingDesk(
        shelf,
        partial(tell_of_draft, store, watchers),
        config.limits,
        models=config.models,
        reader=reader,
        reader_of_game=lambda game: decks.reader_of(GameDecks(store).of(game)),
    )
    return Served(
        config=config,
        texts=load_texts(),
        keys=keys,
        attempts=Attempts(),
        store=store,
        shelf=shelf,
        desk=desk,
        watchers=watchers,
        decks=decks,
        proofs=Proofs(),
        rules=RuleSets(config.rules),
    )


@asynccontextmanager
async def _closing(app: FastAPI) -> AsyncIterator[None]:
    served: Served = app.state.served
    listening = asyncio.create_task(tell_of_others(served.store, served.watchers))
    yield
    listening.cancel()
    await run_in_threadpool(served.close)


def _version() -> str:
    try:
        return metadata.version("handfoot")
    except metadata.PackageNotFoundError:
        return "0"
