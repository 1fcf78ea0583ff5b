"""What one running server holds, made once and found from every request."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from handfoot.store import Store
from handfoot.web.config import ServeConfig
from handfoot.web.entry.attempts import Attempts
from handfoot.web.entry.keys import Keys
from handfoot.web.lessons import DeckDesk
from handfoot.web.proofs import Proofs
from handfoot.web.rulesets import RuleSets
from handfoot.web.shelf.photos import PhotoShelf
from handfoot.web.shelf.reading import ReadingDesk
from handfoot.web.texts import Texts
from handfoot.web.watchers import Watchers


@dataclass(frozen=True)
class Served:
    """The server's parts."""

    config: ServeConfig
    texts: Texts
    keys: Keys
    attempts: Attempts
    store: Store
    shelf: PhotoShelf
    desk: ReadingDesk
    watchers: Watchers
    decks: DeckDesk
    proofs: Proofs
    rules: RuleSets

    def close(self) -> None:
        """Let everything go, in the order in which the parts need each other."""
        self.watchers.close()
        self.desk.close()
        self.decks.close()
        self.store.close()


def served_by(request: Request) -> Served:
    """Return the parts of the server a request came to."""
    here = request.app.state.served
    assert isinstance(here, Served)
    return here


async def count_told(request: Request) -> None:
    """Note what was told before a request reads anything: its page shows at least that."""
    request.state.told = served_by(request).watchers.told


Here = Annotated[Served, Depends(served_by)]
"""For a route that needs the server's parts: ``def route(here: Here)``."""
