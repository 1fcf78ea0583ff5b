"""A port is one server's: the next one is told, on every system."""

import socket
from types import SimpleNamespace

import pytest

from handfoot import listening
from handfoot.errors import PortError
from handfoot.listening import listening_on

HERE = "127.0.0.1"


@pytest.mark.parametrize(("system", "shares"), [("posix", True), ("nt", False)])
def test_a_port_is_taken_over_only_where_it_stays_one_server_s(
    monkeypatch: pytest.MonkeyPatch, system: str, shares: bool
) -> None:
    monkeypatch.setattr(listening, "os", SimpleNamespace(name=system))
    with listening_on(HERE, 0) as first:
        assert (first.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) != 0) is shares


def test_a_port_that_a_server_has_is_told_before_that_server_has_begun() -> None:
    with listening_on(HERE, 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(PortError, match=f"^port {port} cannot be used: .*; --port chooses another$"):
            listening_on(HERE, port)
