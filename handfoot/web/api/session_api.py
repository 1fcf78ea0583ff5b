"""Signing in and out over the API, and the texts for scripts."""

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from handfoot.web.api.shapes import Given
from handfoot.web.entry.sessions import is_signed_in, request_token, sign_in, sign_out
from handfoot.web.served import Here

router = APIRouter()


class PinGiven(Given):
    """The PIN a person typed or a QR code carried."""

    pin: str = Field(max_length=32)


class SessionState(BaseModel):
    """Whether this browser may change things, and the token its pages send along."""

    signed_in: bool
    token: str


@router.get("/api/session", tags=["session"])
def session_state(request: Request) -> SessionState:
    """Tell whether this browser may change things."""
    return SessionState(signed_in=is_signed_in(request), token=request_token(request))


@router.post("/api/session", tags=["session"])
def start_session(request: Request, given: PinGiven) -> SessionState:
    """Let this browser change things, by the table's PIN."""
    return SessionState(token=sign_in(request, given.pin), signed_in=True)


@router.delete("/api/session", tags=["session"])
def end_session(request: Request) -> SessionState:
    """Let this browser change nothing any more."""
    sign_out(request)
    return SessionState(signed_in=False, token="")


@router.get("/texts.js", include_in_schema=False)
def texts_script(here: Here) -> Response:
    """Return the texts as an ES module."""
    return Response(here.texts.as_script(), media_type="text/javascript", headers={"Cache-Control": "no-cache"})
