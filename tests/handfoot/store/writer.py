"""A program that enters rounds into a game as fast as it can, and says of each when it was confirmed.

writer.py ADDRESS GAME NAME COUNT [POINT]: ``NAME`` begins its submissions; at ``POINT`` of its first one it dies, as
by kill -9. Each line it prints is a submission and the round it became; ``ready`` is the first.
"""

import os
import signal
import sys

from sqlalchemy import event
from sqlalchemy.orm import Session

from handfoot.errors import ConflictError
from handfoot.store import open_store
from tests.handfoot.store.rounds import round_record


def _die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def write(address: str, game: str, name: str, count: int, point: str | None) -> None:
    """Enter so many rounds of bain, 30 points for North and 40 for South each."""
    store = open_store(address)
    print("ready", flush=True)
    if point is not None:
        event.listen(Session, point, _die)
    for number in range(count):
        while True:
            upcoming = store.game(game).state.next
            assert upcoming is not None
            record = round_record(upcoming.number, 3, 4, rules="bain")
            try:
                version = store.add_round(game, record, token=f"{name}-{number}")
            except ConflictError:
                continue
            print(f"{name}-{number} {version.round}", flush=True)
            break
    store.close()


if __name__ == "__main__":
    address, game, name, count, *point = sys.argv[1:]
    write(address, game, name, int(count), point[0] if point else None)
