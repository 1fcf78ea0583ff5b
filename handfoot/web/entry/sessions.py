"""Who may change scores: a browser that gave the table's PIN, or a program that sends it along."""

import ipaddress
import re
import secrets
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import APIKeyHeader

from handfoot.web.entry.guard import is_own_host
from handfoot.web.entry.keys import PIN_DIGITS
from handfoot.web.errors import WebError
from handfoot.web.served import served_by
from scorer.words import counted

COOKIE = "handfoot"
SESSION_DAYS = 30
TOKEN_HEADER = "X-Handfoot-Token"
PIN_HEADER = "X-Handfoot-Pin"


TRIES_TOLD = 3
"""Who may be wrong fewer times than so before a wait is told so."""


def check_pin(request: Request, pin: str) -> None:
    """Check a PIN that was given.

    Raises:
        WebError: if it is wrong, or too many wrong ones came before.
    """
    here = served_by(request)
    address = client_address(request)
    wait = here.attempts.wait_s(address)
    if wait:
        say = f"too many wrong PINs; try again in {counted(-(-wait // 60), 'minute')}"
        raise WebError(429, "too_many_tries", say, "pin", wait_s=wait)
    if not here.keys.is_pin(pin):
        say = "this is not the table's PIN; it stands on the machine that runs handfoot"
        if re.fullmatch(rf"\d{{{PIN_DIGITS}}}", pin.strip()):
            here.attempts.failed(address)
            left = here.attempts.left(address)
            say += f"; {'1 more try' if left == 1 else f'{left} more tries'} before a wait" if left < TRIES_TOLD else ""
        raise WebError(403, "wrong_pin", say, "pin")
    here.attempts.forgive(address)


def sign_in(request: Request, pin: str) -> str:
    """Sign this browser in with the PIN and return its token. Raises WebError as ``check_pin`` does.

    One that is signed in already keeps its session, as its other pages send the token of that. An id without this
    server's seal is never taken over.
    """
    check_pin(request, pin)
    request.session["id"] = request.session["id"] if is_signed_in(request) else secrets.token_urlsafe(16)
    request.session["seal"] = served_by(request).keys.seal("session", request.session["id"])
    return request_token(request)


def sign_out(request: Request) -> None:
    """Forget this browser."""
    request.session.clear()


def is_signed_in(request: Request) -> bool:
    """Whether this browser gave the PIN that still holds."""
    found, seal = request.session.get("id"), request.session.get("seal")
    if not isinstance(found, str) or not isinstance(seal, str):
        return False
    return secrets.compare_digest(seal, served_by(request).keys.seal("session", found))


def request_token(request: Request) -> str:
    """Return what this browser's pages send with each change, empty where nobody is signed in."""
    return served_by(request).keys.seal("token", request.session["id"]) if is_signed_in(request) else ""


def client_address(request: Request) -> str:
    """Return the address a request comes from."""
    return request.client.host if request.client else "unknown"


def is_this_machine(request: Request) -> bool:
    """Whether a request comes from a browser on the machine the server runs on, as far as that can be told.

    A proxy on it, which need not tell for whom it asks, passes on the name that it is asked for, if it is set up to.
    Where the server was given a name there may be one that does not, and nothing counts as this machine.
    """
    if served_by(request).config.names or not is_own_host(request.headers.get("host", "")):
        return False
    try:
        return ipaddress.ip_address(client_address(request)).is_loopback
    except ValueError:
        return False


_pin_header = APIKeyHeader(name=PIN_HEADER, auto_error=False, description="The table's PIN, for programs.")


def require_pin(request: Request, pin: Annotated[str | None, Security(_pin_header)] = None) -> None:
    """Let only those change something who gave the PIN: a page's session with its token, or a program's header.

    Raises:
        WebError: 401 where no PIN was given, 403 where the PIN or the page's token is wrong.
    """
    if pin is not None:
        check_pin(request, pin)
        return
    if not is_signed_in(request):
        say = "give the table's PIN first; it stands on the machine that runs handfoot"
        raise WebError(401, "pin_needed", say, "pin")
    if not secrets.compare_digest(request.headers.get(TOKEN_HEADER, "").encode(), request_token(request).encode()):
        raise WebError(403, "stale_page", "this page is out of date; load it again", TOKEN_HEADER)


Changes = Depends(require_pin)
"""For a route that changes something: ``@router.post(..., dependencies=[Changes])``."""
