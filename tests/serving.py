"""The table's page, served by this process itself, and who asks it."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from handfoot.web.app import create_app
from handfoot.web.config import ServeConfig
from handfoot.web.entry.sessions import PIN_HEADER
from handfoot.web.served import Served
from handfoot.web.server import PageServer
from vision.photoreading import ReadsPhotos


def client_of(
    url: str, pin: str | None = None, *, timeout: float = 60, cookies: dict[str, str] | None = None
) -> httpx.Client:
    """Return who asks a server on this machine; pin: given with everything that is asked."""
    headers = {} if pin is None else {PIN_HEADER: pin}
    # No certificate is ever asked for, and to read all that the machine trusts takes longer than most tests.
    return httpx.Client(base_url=url, headers=headers, timeout=timeout, verify=False, cookies=cookies)


@contextmanager
def answering(config: ServeConfig, reader: ReadsPhotos | None = None) -> Iterator[tuple[str, Served]]:
    """Serve from a thread of this process; give the address and the server's parts. reader: in place of the nets."""
    app = create_app(config, reader=reader)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = PageServer(app, log_level="critical")
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        until = time.monotonic() + 30
        while not server.started and time.monotonic() < until:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", app.state.served
        finally:
            server.should_exit = True
            thread.join(30)
