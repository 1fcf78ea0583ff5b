"""Where people find the server: its addresses on this machine and the local network, and the QR code of one."""

import io
import ipaddress
import socket
from collections.abc import Iterator

import segno

from handfoot.web.config import ServeConfig


def home_address(config: ServeConfig) -> str:
    """Return the address for this machine."""
    return f"http://127.0.0.1:{config.port}/"


def network_address(config: ServeConfig) -> str | None:
    """Return the address for the local network, None where only this machine is served or there is no network."""
    if not config.lan:
        return None
    found = next(_own_addresses(), None)
    return None if found is None else f"http://{found}:{config.port}/"


def with_pin(address: str, pin: str) -> str:
    """Return the address with the PIN behind it, where a browser keeps it to itself: it is never sent or logged."""
    return f"{address}#pin={pin}"


def terminal_code(address: str) -> str:
    """Return the QR code of an address, drawn in characters."""
    drawn = io.StringIO()
    segno.make(address, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()


def page_code(address: str) -> str:
    """Return the QR code of an address as SVG to stand in a page."""
    return segno.make(address, error="m").svg_inline(scale=6, border=2, dark="#000", light="#fff", omitsize=True)


def _own_addresses() -> Iterator[str]:
    """Yield this machine's addresses on its networks, the one towards the router first."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; nothing is sent
            yield probe.getsockname()[0]
        except OSError:
            pass  # no network at all
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    for entry in found:
        address = str(entry[4][0])
        if not ipaddress.ip_address(address).is_loopback:
            yield address
