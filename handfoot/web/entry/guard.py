"""What stands before every request: known hosts, same-site changes, bodies of a bounded size, strict headers."""

import base64
import hashlib
import ipaddress
import socket
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from handfoot.sheets.printed import sentence
from handfoot.web.config import ServeConfig
from handfoot.web.errors import WebError, as_web_error, error_response, wants_page

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}


OPENER_POLICY = ("Cross-Origin-Opener-Policy", "same-origin")
"""Browsers take it from this machine alone: of one that is reached over plain HTTP they complain of it."""


def policy_with_style(style: str) -> str:
    """Return the policy for a page that carries this one style sheet in itself."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return POLICY.replace("style-src 'self'", f"style-src 'sha256-{digest}'")


SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard:
    """Refuses what no page of this server sends, and sets the headers of what it answers."""

    def __init__(self, app: ASGIApp, config: ServeConfig) -> None:
        """Wrap the app."""
        self._app = app
        self._names = {"localhost", *config.names, *own_names()}
        self._photo_bytes = int(config.limits.photo_mb * 1e6) + 100_000
        self._json_bytes = int(config.limits.json_mb * 1e6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False
        is_own = is_own_host(Headers(scope=scope).get("host", ""))

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if is_own:
                    headers.setdefault(*OPENER_POLICY)
                # Files may be kept, but are asked for again: an updated server is an updated page.
                headers.setdefault("Cache-Control", "no-cache" if scope["path"].startswith("/static/") else "no-store")
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await _answer(scope, refused)(scope, receive, send_guarded)
            return
        try:
            await self._app(scope, self._bounded(scope, receive), send_guarded)
        except Exception as error:  # the last resort: an answer all the same, and the trace in the log
            if started:
                raise
            await _answer(scope, as_web_error(error))(scope, receive, send_guarded)

    def _refused(self, scope: Scope) -> WebError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._knows(host):
            say = f"this server does not answer for {host[:80]!r}; `handfoot serve --name HOST` gives it a name"
            return WebError(421, "unknown_host", say, "Host")
        if scope["method"] not in SAFE_METHODS and _is_cross_site(headers, host):
            return WebError(403, "cross_site", "a page of another site may not change anything here", "Origin")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._most_bytes(headers):
            return _too_large(self._most_bytes(headers))
        return None

    def _knows(self, host: str) -> bool:
        """Whether a Host header names this machine: any address does, as no foreign name can be made to lead there."""
        name = _name_of(host)
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _most_bytes(self, headers: Headers) -> int:
        return self._photo_bytes if headers.get("content-type", "").startswith("multipart/") else self._json_bytes

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        most = self._most_bytes(Headers(scope=scope))
        read = 0

        async def receive_bounded() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                raise HTTPException(413, _too_large(most).say)
            return message

        return receive_bounded


def _answer(scope: Scope, error: WebError) -> Response:
    """Return an error that comes to no page's template: the sentence alone for a person, else in the one shape."""
    if wants_page(HTTPConnection(scope)):
        return PlainTextResponse(f"{sentence(error.say)}\n", error.status)
    return error_response(error)


def _name_of(host: str) -> str:
    """Return the name or address in a Host header."""
    name, _, port = host.rpartition(":")
    name = name if port.isdecimal() and not host.endswith("]") else host
    return name.strip("[]").lower().rstrip(".")


def is_own_host(host: str) -> bool:
    """Whether a Host header is one by which browsers on this machine ask, or a proxy on it that passes on no other."""
    return _name_of(host) in ("localhost", "127.0.0.1", "::1")


def own_names() -> Iterable[str]:
    """Return the names by which the local network may know this machine."""
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    return {name, short, f"{short}.local"} - {""}


def _is_cross_site(headers: Headers, host: str) -> bool:
    fetch_site = headers.get("sec-fetch-site")
    if fetch_site is not None and fetch_site not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != host


def _too_large(most: int) -> WebError:
    return WebError(
        413, "request_entity_too_large", f"a file of more than {most / 1e6:.0f} MB is too large and was refused"
    )
