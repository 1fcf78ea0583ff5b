import asyncio

import pytest

from handfoot.web import watchers
from handfoot.web.watchers import Watchers


def test_a_change_at_the_moment_of_a_sign_of_life_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "BEAT_S", 0.0)

    async def heard() -> list[bool]:
        watching = Watchers()
        changes = watching.changes(1)
        told = [await anext(changes), await anext(changes)]
        watching.tell(1)
        # The loop takes in what another thread told it.
        await asyncio.sleep(0)
        told += [await anext(changes), await anext(changes)]
        return told

    assert asyncio.run(heard()) == [True, False, True, False]
