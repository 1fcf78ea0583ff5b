"""Who may change scores: a browser that gave the table's PIN, or a program that sends it along."""

import ipaddress
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import APIKeyHeader

from handfoot.web.errors import WebError
from handfoot.web.served import served_by

COOKIE = "handfoot"
SESSION_DAYS = 30
TOKEN_HEADER = "X-Handfoot-Token"
PIN_HEADER = "X-Handfoot-Pin"

FREE_TRIES = 5
"""Wrong PINs from one address before it has to wait."""
ALL_TRIES = 60
"""Wrong PINs from everywhere in a window before everyone has to wait who is not yet signed in."""
WINDOW_S = 600.0


@dataclass
class Attempts:
    """Wrong PINs of the last minutes, by address."""

    clock: Callable[[], float] = time.monotonic
    _wrong: dict[str, list[float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wait_s(self, address: str) -> int:
        """Return how many seconds the address must wait before its next try; 0 for none."""
        with self._lock:
            self._drop_old()
            own = self._wrong.get(address, [])
            everyone = [moment for moments in self._wrong.values() for moment in moments]
            waits = [own[-FREE_TRIES] + WINDOW_S - self.clock()] if len(own) >= FREE_TRIES else []
            if len(everyone) >= ALL_TRIES:
                waits.append(sorted(everyone)[-ALL_TRIES] + WINDOW_S - self.clock())
            return max([0, *(int(wait) + 1 for wait in waits)])

    def failed(self, address: str) -> None:
        """Note a wrong PIN."""
        with self._lock:
            self._wrong.setdefault(address, []).append(self.clock())

    def forgive(self, address: str) -> None:
        """Forget the wrong PINs of an address that gave the right one."""
        with self._lock:
            self._wrong.pop(address, None)

    def _drop_old(self) -> None:
        since = self.clock() - WINDOW_S
        kept = {address: [at for at in moments if at > since] for address, moments in self._wrong.items()}
        self._wrong = {address: moments for address, moments in kept.items() if moments}


def check_pin(request: Request, pin: str) -> None:
    """Check a PIN that was given.

    Raises:
        WebError: if it is wrong, or too many wrong ones came before.
    """
    here = served_by(request)
    address = client_address(request)
    wait = here.attempts.wait_s(address)
    if wait:
        minutes = -(-wait // 60)
        say = f"too many wrong PINs; try again in {minutes} minute{'s' if minutes > 1 else ''}"
        raise WebError(429, "too_many_tries", say, "pin", wait_s=wait)
    if not here.keys.is_pin(pin):
        here.attempts.failed(address)
        raise WebError(403, "wrong_pin", "this is not the table's PIN; it stands beside the QR code", "pin")
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
    """Whether a request comes from the machine the server runs on."""
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
        raise WebError(401, "pin_needed", "give the table's PIN first; it stands beside the QR code", "pin")
    if not secrets.compare_digest(request.headers.get(TOKEN_HEADER, "").encode(), request_token(request).encode()):
        raise WebError(403, "stale_page", "this page is out of date; load it again", TOKEN_HEADER)


Changes = Depends(require_pin)
"""For a route that changes something: ``@router.post(..., dependencies=[Changes])``."""
