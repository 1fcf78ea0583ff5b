"""The pages a person walks through, other than review."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from handfoot.web.views import page

router = APIRouter(include_in_schema=False)


@router.get("/")
def home(request: Request) -> HTMLResponse:
    """Show the games."""
    return page(request, "home.html")
