"""A real server on a free port with a real SQLite file; what it reads in photos is known beforehand."""

import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest

from handfoot.sides import areas, laying
from handfoot.store import open_store
from handfoot.web import drafts, photostwice
from handfoot.web.config import Limits, ServeConfig
from handfoot.web.served import Served
from tests.handfoot.oracle import card, column
from tests.serving import answering, client_of
from vision.doubting.doubts import card_doubts
from vision.photoreading import PhotoReading, StageTimes
from vision.photos.frames import Frame
from vision.seen import SeenCard

Start = Callable[..., "Running"]


@dataclass
class Reader:
    """Reads the same cards in every photo, once it is let; ``times``: how often it did."""

    cards: Sequence[SeenCard] = field(default_factory=lambda: column("K K K K", 200, 200))
    let: threading.Event = field(default_factory=threading.Event)
    times: int = 0

    def read(self, frame: Frame) -> PhotoReading:
        assert self.let.wait(30)
        self.times += 1
        cards = tuple(self.cards)
        doubts = card_doubts(cards, frame.width, frame.height)
        return PhotoReading(frame.name, frame.width, frame.height, StageTimes(1.0, 2.0, 3.0), cards, doubts)


def forget_what_was_worked_out() -> None:
    """Forget what is kept in memory of readings: here those of other photos may be the same."""
    for worked_out in (drafts._begun, areas._registered, laying._spots, photostwice._cards_in_both):
        worked_out.cache_clear()


@pytest.fixture(autouse=True)
def nothing_worked_out() -> None:
    forget_what_was_worked_out()


@dataclass
class Running:
    """A server that answers. ``client`` sends the PIN; ``stranger`` does not."""

    url: str
    served: Served
    reader: Reader
    client: httpx.Client
    stranger: httpx.Client
    stop: Callable[[], None]

    def new_game(self, **changes: object) -> int:
        wanted = {"rules": "remastered-singles", "sides": ["North", "South"], **changes}
        answer = self.client.post("/api/games", json=wanted)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["id"])

    def add_photo(
        self,
        game: int,
        side: int = 1,
        *,
        data: bytes | None = None,
        shows: str = "played",
        number: int = 1,
        deed: str = "",
    ) -> httpx.Response:
        return self.client.post(
            f"/api/games/{game}/rounds/{number}/sides/{side}/photos",
            files={"photo": ("table.jpg", jpeg() if data is None else data)},
            data={"shows": shows, "deed": deed},
        )

    def read_photo(self, game: int, side: int = 1, **said: object) -> str:
        """Add a photo and wait until it is read; return its id."""
        answer = self.add_photo(game, side, **said)  # type: ignore[arg-type]
        assert answer.status_code == 201, answer.text
        photo = str(answer.json()["id"])
        assert self.client.get(f"/api/photos/{photo}?wait_s=20").json()["state"] == "read"
        return photo


def jpeg(width: int = 400, height: int = 300) -> bytes:
    """Return a picture whose left half is dark and whose right half is light."""
    picture = np.full((height, width, 3), 40, np.uint8)
    picture[:, width // 2 :] = 200
    return bytes(cv2.imencode(".jpg", picture)[1].tobytes())


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with every table and nothing in them: copied, it spares each server the making."""
    path = tmp_path_factory.mktemp("database") / "empty.db"
    open_store(str(path)).close()
    return path


@pytest.fixture
def start(tmp_path: Path, empty_database: Path) -> Iterator[Start]:
    """Return a function that starts a server in a folder, the test's own by default."""
    yield from _starting(tmp_path / "data", empty_database)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Running]:
    """Return the server that most tests share, one after the other."""
    for start in _starting(tmp_path_factory.mktemp("shared"), empty_database):
        yield start()


@pytest.fixture
def table(shared: Running) -> Iterator[Running]:
    """Return a server with nothing in it that knows nobody, and whose photos show what they do elsewhere."""
    cards = shared.reader.cards
    yield shared
    shared.reader.cards = cards
    for client in (shared.client, shared.stranger):
        client.cookies.clear()
    shared.served.attempts.forgive("127.0.0.1")
    for game in shared.served.store.games():
        shared.served.store.delete_game(game.id)
        shared.served.shelf.delete_game(game.id)


def _starting(home: Path, empty_database: Path) -> Iterator[Start]:
    running: list[Running] = []

    def start(
        data: Path | None = None, *, reader: Reader | None = None, limits: Limits | None = None, name: str = ""
    ) -> Running:
        folder = data or home
        folder.mkdir(exist_ok=True)
        if not (folder / "handfoot.db").exists():
            shutil.copy(empty_database, folder / "handfoot.db")
        reader = reader or Reader()
        if not reader.let.is_set() and len(reader.cards):
            reader.let.set()
        names = frozenset((name,)) if name else frozenset[str]()
        config = ServeConfig(folder, str(folder / "handfoot.db"), limits=limits or Limits(), names=names)
        running.append(_run(config, reader))
        return running[-1]

    yield start
    for one in running:
        one.reader.let.set()
        one.stop()


def _run(config: ServeConfig, reader: Reader) -> Running:
    with ExitStack() as stack:
        url, served = stack.enter_context(answering(config, reader))
        client = stack.enter_context(client_of(url, served.keys.pin))
        stranger = stack.enter_context(client_of(url))
        return Running(url, served, reader, client, stranger, stack.pop_all().close)


KINGS = column("K K K K", 200, 200)
BACK = card(None, 500, 500)
