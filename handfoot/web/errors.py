"""The one shape of every error: ``{"error": {"code", "say", "where"}}``."""

import errno
import logging
from http import HTTPStatus

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from handfoot.errors import ConflictError, HandfootError, StoreError, UnknownGameError, UnknownTournamentError
from handfoot.web.invalid import UNREADABLE, told
from scorer.errors import ScorerError, UndecidedError
from vision.errors import PhotoError, VisionError

log = logging.getLogger("handfoot.web")

LONGEST_SAY = 400


class WebError(HandfootError):
    """A request that cannot be met. ``code``: for programs; ``where``: the field or thing it is about, or empty."""

    def __init__(self, status: int, code: str, say: str, where: str = "", *, wait_s: int | None = None) -> None:
        """Take the HTTP status, what programs and people read, and how long to wait before another try."""
        super().__init__(say)
        self.status, self.code, self.say, self.where, self.wait_s = status, code, say, where, wait_s


def not_found(say: str, where: str = "") -> WebError:
    """Return the error of a thing that is not there."""
    return WebError(404, "not_found", say, where)


def wants_page(request: HTTPConnection) -> bool:
    """Whether a person's browser asks for a page, rather than a program or a script for data."""
    return not request.url.path.startswith("/api") and "text/html" in request.headers.get("accept", "")


def error_response(error: WebError) -> JSONResponse:
    """Return the error as JSON."""
    headers = {"Retry-After": str(error.wait_s)} if error.wait_s is not None else None
    told = {"code": error.code, "say": " ".join(error.say.split())[:LONGEST_SAY], "where": error.where[:LONGEST_SAY]}
    return JSONResponse({"error": told}, error.status, headers=headers)


def as_web_error(error: Exception) -> WebError:
    """Return any error that a request can meet as the one the client is told."""
    if isinstance(error, WebError):
        return error
    if isinstance(error, RequestValidationError):
        return _invalid(error)
    if isinstance(error, HTTPException) and error.__cause__ is not None:
        return _unread(error.__cause__)
    if isinstance(error, HTTPException):
        status = HTTPStatus(error.status_code)
        say = error.detail if error.detail and error.detail != status.phrase else _PLAIN.get(status, status.phrase)
        return WebError(error.status_code, _NAMES.get(status, status.name.lower()), say)
    if isinstance(error, PhotoError):
        return WebError(422, "unusable_photo", str(error), "photo")
    if isinstance(error, UnknownGameError):
        return not_found("this game is not kept here, or was deleted", "game")
    if isinstance(error, UnknownTournamentError):
        return not_found("this tournament is not kept here", "tournament")
    if isinstance(error, (ConflictError, UndecidedError)):
        return WebError(409, "conflict", str(error))
    if isinstance(error, StoreError):
        log.error("%s", error)
        return WebError(503, "store", str(error))
    if isinstance(error, (HandfootError, ScorerError, VisionError)):
        return WebError(422, _code(error), str(error))
    if isinstance(error, MemoryError):
        return WebError(503, "busy", "the server has too little memory free; try again in a minute", wait_s=60)
    if isinstance(error, UnicodeEncodeError):
        return WebError(422, "text", "a text in it is no Unicode text")
    if isinstance(error, OSError) and error.errno is not None:
        log.error("the disk fails: %s", error)
        full = "the server cannot keep this: its disk is full"
        why = full if error.errno == errno.ENOSPC else f"the server's files fail it: {error.strerror}"
        return WebError(507, "disk", f"{why}; nothing was changed")
    log.error("a request failed", exc_info=error)
    return WebError(500, "broken", "something broke in the server; nothing was changed, please try again")


_PLAIN = {
    HTTPStatus.NOT_FOUND: "there is no such page",
    HTTPStatus.METHOD_NOT_ALLOWED: "this address does not take such a request",
}


# Newer Pythons name these otherwise; what programs are told does not change with the Python beneath.
_NAMES = {
    HTTPStatus(413): "request_entity_too_large",
    HTTPStatus(414): "request_uri_too_long",
    HTTPStatus(416): "requested_range_not_satisfiable",
    HTTPStatus(422): "unprocessable_entity",
}


def _unread(why: BaseException) -> WebError:
    """Return the error of a request that could not be read whole: its own fault, unless the machine's."""
    if isinstance(why, (OSError, MemoryError)):
        return as_web_error(why)
    return WebError(422, "invalid", UNREADABLE, "body")


def _invalid(error: RequestValidationError) -> WebError:
    say, where = told(error.errors(), error.body)
    return WebError(422, "invalid", say, where)


def _code(error: Exception) -> str:
    """Return the error's class as a code: ``RoundError`` as ``round``."""
    name = type(error).__name__.removesuffix("Error")
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")
