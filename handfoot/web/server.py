"""The server that runs the app: as it ends, whatever waits for news is let go first, which would keep it up else."""

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from fastapi import FastAPI

from handfoot.listening import IDLE_S

LAST_REQUESTS_S = 5
"""Seconds that requests under way have once the server is told to end."""


class PageServer(uvicorn.Server):
    """Serves the app on a socket that listens; Ctrl+C ends it."""

    def __init__(self, app: FastAPI, *, log_level: str = "warning") -> None:
        """Take the app of the table's page."""
        self._watchers = app.state.served.watchers
        super().__init__(
            uvicorn.Config(
                app,
                log_level=log_level,
                access_log=False,
                timeout_graceful_shutdown=LAST_REQUESTS_S,
                timeout_keep_alive=IDLE_S,
                server_header=False,
            )
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End in order when the terminal is closed, too."""
        closed: int | None = getattr(signal, "SIGHUP", None)
        with super().capture_signals():
            if closed is None or threading.current_thread() is not threading.main_thread():
                yield
                return
            before = signal.getsignal(closed)
            if before is not signal.SIG_IGN:
                signal.signal(closed, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(closed, before)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order at the first signal; a second one would break that off, and be told in a traceback."""
        if not self.should_exit:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the open pages go, then end."""
        self._watchers.close()
        await super().shutdown(sockets)
