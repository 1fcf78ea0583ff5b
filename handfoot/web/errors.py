"""The one shape of every error: ``{"error": {"code", "say", "where"}}``."""

import errno
import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from handfoot.errors import ConflictError, HandfootError, StoreError, UnknownGameError, UnknownTournamentError
from handfoot.sheets.printed import signed
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


def error_body(code: str, say: str, where: str = "") -> dict[str, dict[str, str]]:
    """Return the JSON of an error."""
    return {"error": {"code": code, "say": " ".join(say.split())[:LONGEST_SAY], "where": where[:LONGEST_SAY]}}


def error_response(error: WebError) -> JSONResponse:
    """Return the error as JSON."""
    headers = {"Retry-After": str(error.wait_s)} if error.wait_s is not None else None
    return JSONResponse(error_body(error.code, error.say, error.where), error.status, headers=headers)


def as_web_error(error: Exception) -> WebError:
    """Return any error that a request can meet as the one the client is told."""
    if isinstance(error, WebError):
        return error
    if isinstance(error, RequestValidationError):
        return _invalid(error)
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
    if isinstance(error, OSError) and error.errno is not None:
        log.error("cannot write: %s", error)
        why = "its disk is full" if error.errno == errno.ENOSPC else error.strerror
        return WebError(507, "disk", f"the server cannot keep this: {why}; nothing was changed")
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


def _invalid(error: RequestValidationError) -> WebError:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    return WebError(422, "invalid", _sentence(first["type"], first["loc"], first.get("ctx", {}), first["msg"]), where)


_WRONG = {
    "missing": "nothing was given",
    "extra_forbidden": "nothing of that name is asked for",
    "string_too_long": "at most {max_length} characters, please",
    "too_long": "at most {max_length}, please",
    "greater_than_equal": "at least {ge}, please",
    "less_than_equal": "at most {le}, please",
    "int_type": "a whole number, please",
    "int_parsing": "a whole number, please",
    "int_from_float": "a whole number, please",
    "bool_type": "yes or no, please",
    "string_type": "words, please",
    "value_error": "{error}",
}


def _sentence(kind: str, loc: Sequence[int | str], given: Mapping[str, object], said: str) -> str:
    """Return what is wrong with a field in words for whoever filled it in."""
    if kind == "json_invalid":
        return "what was sent cannot be read"
    name = ", ".join(str(part + 1) if isinstance(part, int) else part.replace("_", " ") for part in loc[1:])
    if kind == "string_too_short":
        wrong = "it is empty" if given["min_length"] == 1 else f"at least {given['min_length']} characters, please"
    elif kind in _WRONG:
        values = {key: signed(value) if isinstance(value, int) else value for key, value in given.items()}
        wrong = _WRONG[kind].format_map(values)
    else:
        wrong = said[:1].lower() + said[1:]
    return f"{name}: {wrong}" if name else wrong


def _code(error: Exception) -> str:
    """Return the error's class as a code: ``RoundError`` as ``round``."""
    name = type(error).__name__.removesuffix("Error")
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")
