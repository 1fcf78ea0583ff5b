"""Other programs, as the command line, that change the server's database: open pages hear of that, too."""

import asyncio
from contextlib import suppress

from starlette.concurrency import run_in_threadpool

from handfoot.errors import StoreError
from handfoot.store import Store
from handfoot.web.watchers import Watchers

LOOK_S = 2.0
"""So often is looked whether somebody else changed a game or a tournament."""


async def tell_of_others(store: Store, watchers: Watchers) -> None:
    """Tell every open page of each change that another program made, for as long as the server runs."""
    before = None
    while True:
        # A database that is away for a while is looked at again.
        with suppress(StoreError):
            now = await run_in_threadpool(store.changed_elsewhere)
            if before not in (None, now):
                watchers.tell_all()
            before = now
        await asyncio.sleep(LOOK_S)
