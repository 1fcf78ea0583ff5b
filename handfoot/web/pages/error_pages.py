"""Every error of the app answered in the one shape, or as a page with the same sentence."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from handfoot.errors import HandfootError
from handfoot.web.errors import as_web_error, error_response, wants_page
from handfoot.web.pages.views import render
from scorer.errors import ScorerError
from vision.errors import VisionError


def add_error_handlers(app: FastAPI) -> None:
    """Answer every error of the app in the one shape."""

    async def answer(request: Request, error: Exception) -> Response:
        told = as_web_error(error)
        if wants_page(request):
            return HTMLResponse(render(request, "error.html", error=told), told.status)
        return error_response(told)

    for kind in (HandfootError, ScorerError, VisionError, RequestValidationError, HTTPException, OSError, MemoryError):
        app.add_exception_handler(kind, answer)
