"""Who watches what: each change is told to every open page of it, from whatever thread it comes."""

import asyncio
import threading
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import suppress

Watched = int | str
"""A game by its number, or something else by a name of its own."""


def watched_tournament(tournament: int) -> str:
    """Return the name under which pages watch a tournament."""
    return f"tournament {tournament}"


THE_GAMES = "games"
"""The name under which pages watch the list of games."""

_NOTHING = ""
"""What never changes."""

BEAT_S = 20.0
"""Pages that hear nothing for so long are sent a sign of life, so that a lost one is noticed."""


class Watchers:
    """The open pages, by what they watch. A page that is slow hears of several changes once."""

    def __init__(self) -> None:
        """Begin with nobody watching."""
        self._lock = threading.Lock()
        self._watching: dict[Watched, set[_Watcher]] = defaultdict(set)
        self._closed = False
        # From a moment on, so that no two servers, one after the other, count alike.
        self._told = time.time_ns()

    @property
    def told(self) -> int:
        """The number of the last change that was told, of whatever it was."""
        return self._told

    def tell(self, *watched: Watched) -> None:
        """Tell everyone who watches one of these that it changed, once it has."""
        with self._lock:
            self._told += 1
            watching = {watcher for one in watched for watcher in self._watching.get(one, ())}
        for watcher in watching:
            watcher.wake()

    def tell_all(self) -> None:
        """Tell everyone that what they watch may have changed."""
        with self._lock:
            self._told += 1
        self._wake_all()

    async def changes(self, watched: Watched) -> AsyncIterator[int | None]:
        """Yield ``told`` for the start and for each change, None for a sign of life, until the server closes."""
        watcher = _Watcher()
        with self._lock:
            self._watching[watched].add(watcher)
        try:
            yield self._told
            while not self._closed:
                with suppress(TimeoutError):
                    await asyncio.wait_for(watcher.changed.wait(), BEAT_S)
                changed = watcher.changed.is_set()
                watcher.changed.clear()
                if not self._closed:
                    yield self._told if changed else None
        finally:
            with self._lock:
                self._watching[watched].discard(watcher)
                if not self._watching[watched]:
                    del self._watching[watched]

    async def closing(self) -> None:
        """Return once the server closes."""
        async for _ in self.changes(_NOTHING):
            pass

    def close(self) -> None:
        """Let every page go, so that the server can end."""
        self._closed = True
        self._wake_all()

    def _wake_all(self) -> None:
        with self._lock:
            watching = [watcher for watchers in self._watching.values() for watcher in watchers]
        for watcher in watching:
            watcher.wake()


class _Watcher:
    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def wake(self) -> None:
        with suppress(RuntimeError):  # its loop has ended
            self._loop.call_soon_threadsafe(self.changed.set)
