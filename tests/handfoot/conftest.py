"""The oracle in the place of the nets."""

from collections.abc import Callable

import pytest

from tests.handfoot.oracle import Oracle


@pytest.fixture
def use_oracle(monkeypatch: pytest.MonkeyPatch) -> Callable[[Oracle], None]:
    """Return a function that lets the command line read with an oracle."""

    def use(oracle: Oracle) -> None:
        monkeypatch.setattr("handfoot.commands.latereader.default_card_reader", lambda models, decks: oracle)
        monkeypatch.setattr("vision.read.default_card_reader", lambda models, decks=(): oracle)

    return use
