"""A port of this machine taken to serve on, or the line that says why it cannot be, and how long callers may rest."""

import os
import socket

from handfoot.errors import PortError

DEFAULT_PORT = 8642

IDLE_S = 75
"""Seconds that a connection without a request stays open. Programs that ask keep theirs for less, mostly 5 or 15 s, and
so do not send a request at the moment at which this end hangs up."""


def listening_on(host: str, port: int) -> socket.socket:
    """Return the socket to serve on, 0 for any free port. Raises PortError if it cannot be had.

    From here on who comes waits, until a server has begun.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name != "nt":
        # A server that ended just now leaves the port to the next one. On Windows the same option lets two servers have
        # one port at a time, and there the port is free at once without it.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise PortError(f"port {port} cannot be used: {error.strerror or error}; --port chooses another") from None
    return listening
