import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from handfoot.web import watchers
from handfoot.web.watchers import Watchers


def test_a_change_at_the_moment_of_a_sign_of_life_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "BEAT_S", 0.0)

    async def heard() -> list[int | None]:
        watching = Watchers()
        begun = watching.told
        changes = watching.changes(1)
        told = [await anext(changes), await anext(changes)]
        watching.tell(1)
        # The loop takes in what another thread told it.
        await asyncio.sleep(0)
        told += [await anext(changes), await anext(changes)]
        return [one if one is None else one - begun for one in told]

    # In a thread of its own, as those who drive a browser keep a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, heard()).result() == [0, None, 1, None]
