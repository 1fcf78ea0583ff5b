"""What tests ask of a server and do at its tables, and what stands in for pages, readers and decks."""

import errno
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, NoReturn

import cv2
import httpx
import numpy as np

from scorer.faces import Face
from tests.handfoot.oracle import column
from tests.handfoot.web.conftest import Reader, Running, Start, forget_what_was_worked_out
from vision.decks.profile import CARD_PX, PATCH_PX, DeckProfile, TaughtCard
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame


def error_of(answer: httpx.Response) -> dict[str, str]:
    """Return an answer's error, which has the one shape."""
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "say", "where"}
    assert body["error"]["say"]
    return dict(body["error"])


def agreement(table: Running, game: int, number: int = 1) -> dict[str, Any]:
    told: dict[str, Any] = table.stranger.get(f"/api/games/{game}/rounds/{number}/agreement").json()
    return told


def agree_all(table: Running, game: int, number: int = 1, **said: object) -> dict[str, object]:
    """Let every side agree to the round as it stands; return the agreement."""
    path = f"/api/games/{game}/rounds/{number}/agreement"
    told: dict[str, object] = table.client.get(path).json()
    for side in (1, 2):
        answer = table.client.post(path, json={"side": side, "seal": told["seal"], **said})
        assert answer.status_code == 200, answer.text
        told = answer.json()
    return told


def say(table: Running, game: int, fact: str, value: object, *, side: int = 1, number: int = 1) -> None:
    """Say what no photo shows."""
    path = f"/api/games/{game}/rounds/{number}/sides/{side}/draft"
    on = table.client.get(path).json()["sequence"]
    edit = {"kind": "set_fact", "fact": fact, "value": value}
    answer = table.client.post(f"{path}/edits", json={"on": on, "deed": f"t{number}-{side}-{on}", "edit": edit})
    assert answer.status_code == 200, answer.text


def disk_full(*_: object, **__: object) -> NoReturn:
    """Stand in for what writes, where there is no room left."""
    raise OSError(errno.ENOSPC, "No space left on device")


def delete(table: Running, photo: str, cards: str | None = None) -> httpx.Response:
    return table.client.delete(f"/api/photos/{photo}", params={} if cards is None else {"cards": cards})


def overlapping(table: Running) -> tuple[int, list[str]]:
    """Return a game whose round was agreed with two photos of one table, and them: both show the same three kings."""
    aside = 900
    noise = np.random.default_rng(1).integers(0, 255, (700, 1600 + aside, 3)).astype(np.uint8)
    cloth = cv2.normalize(cv2.GaussianBlur(noise, (0, 0), 4), None, 0, 255, cv2.NORM_MINMAX)
    shown = {
        0: [*column("6 6 6", 200, 300), *column("K K K", 1300, 500)],
        aside: [*column("K K K", 1300 - aside, 500), *column("9 9 9", 1200, 300)],
    }
    game, photos = table.new_game(), []
    for left, cards in shown.items():
        table.reader.cards = cards
        picture = cv2.imencode(".jpg", cloth[:, left : left + 1600])[1].tobytes()
        photos.append(table.read_photo(game, data=picture))
    agree_all(table, game)
    return game, photos


def receipt(table: Running, game: int, version: int) -> str:
    return table.stranger.get(f"/games/{game}/rounds/1/receipt?version={version}").text


def started_again(table: Running, start: Start) -> Running:
    """Return the server started again, with nothing in memory of what it worked out before."""
    table.stop()
    forget_what_was_worked_out()
    return start()


def comes_true(told: Callable[[], object]) -> bool:
    """Whether something is so within half a minute."""
    until = time.monotonic() + 30
    while not told() and time.monotonic() < until:
        time.sleep(0.01)
    return bool(told())


class Review:
    """A side's review as a page drives it."""

    def __init__(self, table: Running, game: int, side: int = 1) -> None:
        self.table, self.game = table, game
        self.path = f"/api/games/{game}/rounds/1/sides/{side}/draft"
        self.deeds = 0
        self.state: dict[str, Any] = {}
        self.load()

    def load(self) -> dict[str, Any]:
        answer = self.table.client.get(self.path)
        assert answer.status_code == 200, answer.text
        self.state = answer.json()
        return self.state

    def send(self, way: str, *, on: int | None = None, deed: str = "", **body: object) -> httpx.Response:
        self.deeds += 1
        on = self.state["sequence"] if on is None else on
        return self.table.client.post(
            f"{self.path}/{way}", json={"on": on, "deed": deed or f"{id(self)}-{self.deeds}", **body}
        )

    def edit(self, **edit: object) -> dict[str, Any]:
        answer = self.send("edits", edit=edit)
        assert answer.status_code == 200, answer.text
        self.state = answer.json()
        return self.state

    def pile(self, name: str) -> dict[str, Any]:
        return next(pile for pile in self.state["piles"] if pile["name"] == name)


class Page(HTMLParser):
    """What a strict content security policy would refuse, and what a page loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.loads: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.inline += [name for name in found if name.startswith("on") or name == "style"]
        if tag == "style" or (tag == "script" and "src" not in found and found.get("type") != "application/json"):
            self.inline.append(tag)
        loaded = found.get("src") if tag != "link" else found.get("href")
        if loaded:
            self.loads.add(loaded)
        if tag == "a" and (found.get("href") or "").startswith("/"):
            self.links.add(found["href"] or "")


@dataclass
class Failing(Reader):
    """Fails with each of the errors once, then reads; once it is let."""

    errors: list[Exception] = field(default_factory=list)

    def read(self, frame: Frame) -> PhotoReading:
        assert self.let.wait(30)
        if self.errors:
            raise self.errors.pop(0)
        return super().read(frame)


def taught(name: str, *faces: Face | None) -> DeckProfile:
    """Return a deck with a plain design for each of the faces."""
    picture = np.full((CARD_PX[1], CARD_PX[0], 3), 200, np.uint8)
    corner = np.full((PATCH_PX, PATCH_PX, 3), 90, np.uint8)
    return DeckProfile(name, cards=tuple(TaughtCard(face, picture, (corner,)) for face in faces))
