"""Templates made into pages: texts, the session and the page's path are at hand in each."""

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from handfoot.sheets.printed import moment, sentence, signed
from handfoot.web.entry.sessions import is_signed_in, request_token
from handfoot.web.served import served_by
from scorer.games import MOST_EXPECTED
from scorer.names import LONGEST_NAME
from scorer.record import MOST_DECKS
from scorer.words import listed

_environment = Environment(
    loader=PackageLoader("handfoot.web", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.filters["points"] = signed
_environment.filters["moment"] = moment
_environment.filters["sentence"] = sentence
_environment.filters["listed"] = listed
_environment.globals |= {"longest_name": LONGEST_NAME, "most_decks": MOST_DECKS, "most_expected": MOST_EXPECTED}


def render(request: Request, template: str, **values: object) -> str:
    """Return a template filled in; ``t("section.key", name=…)`` gives the texts."""
    here = served_by(request)
    return _environment.get_template(template).render(
        t=here.texts.say,
        language=here.texts.language,
        path=request.url.path,
        signed_in=is_signed_in(request),
        token=request_token(request),
        # Nothing where a request failed before it was counted: such a page watches nothing.
        told=getattr(request.state, "told", ""),
        **values,
    )


def page(request: Request, template: str, **values: object) -> HTMLResponse:
    """Return a template as an answer."""
    return HTMLResponse(render(request, template, **values))
