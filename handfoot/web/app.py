"""The web app: its parts made once, its routes gathered, its errors in one shape."""

from fastapi import FastAPI
from starlette.middleware.sessions import SessionMiddleware
from starlette.staticfiles import StaticFiles

from handfoot.web import pages, review_api, session_api
from handfoot.web.config import ServeConfig
from handfoot.web.errors import add_error_handlers
from handfoot.web.guard import Guard
from handfoot.web.keys import keep_keys
from handfoot.web.served import Served
from handfoot.web.sessions import COOKIE, SESSION_DAYS, Attempts
from handfoot.web.texts import load_texts


def create_app(config: ServeConfig) -> FastAPI:
    """Return the app of the table's page.

    Raises:
        HandfootError: in one line, if the data folder or the database cannot be used.
    """
    served = Served(config=config, texts=load_texts(), keys=keep_keys(config.data), attempts=Attempts())
    app = FastAPI(title="handfoot", docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
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
    app.include_router(session_api.router)
    app.include_router(review_api.router)
    app.include_router(pages.router)
    app.mount("/static", StaticFiles(packages=[("handfoot.web", "static")]), name="static")
    return app
