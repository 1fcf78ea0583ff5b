"""What tests do on the pages, and over the API beside them."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx

from scorer.faces import Face
from tests.browser.conftest import PATIENCE_MS, Reviewed, Running
from tests.handfoot.web.steps import taught
from vision.decks.deckfile import pack

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

MOST_TABS = 300
"""So often Tab is pressed in search of something."""


def sign_in(page: "Page", server: Running) -> None:
    """Open the address a QR code carries: the PIN stands behind the #."""
    page.goto(f"/#pin={server.pin}")
    page.wait_for_selector("#signed[data-signed=yes]")
    assert "pin" not in page.url


def begin_game(page: "Page", *sides: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="New game").click()
    page.get_by_role("link", name=re.compile("Remastered, singles")).click()
    for number, side in enumerate(sides, start=1):
        page.get_by_label(f"Side {number}").fill(side)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("#game")


def come_again(page: "Page", way: str) -> None:
    """Load the page anew, or go on to another one and come back by the browser's arrow."""
    if way == "reload":
        page.reload()
        return
    page.locator("a.brand").click()
    page.get_by_role("link", name="New game").wait_for()
    page.go_back()


def changed(page: "Page", doing: Callable[[], object]) -> None:
    """Do something, and wait until the page shows the next state."""
    before = page.get_attribute("#review", "data-sequence")
    doing()
    page.wait_for_function("before => document.querySelector('#review').dataset.sequence !== before", arg=before)


def wait_for(page: "Page", holds: Callable[[], bool]) -> None:
    """Wait until what is asked on this side of the browser holds."""
    for _ in range(PATIENCE_MS // 50):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came")


@contextmanager
def held(page: "Page", address: str, *, done: bool = False) -> Iterator[None]:
    """Let what is asked of an address wait until the end of the block; done: the server does it, its answer waits."""
    waits: list[Callable[[], None]] = []

    def hold(route: "Route") -> None:
        if done:
            answer = route.fetch()
            waits.append(lambda: route.fulfill(response=answer))
        else:
            waits.append(route.continue_)

    page.route(address, hold)
    yield
    wait_for(page, lambda: bool(waits))
    for go_on in waits:
        go_on()
    page.unroute(address)


def press_as_it_changes(page: "Page", part: str, button: str) -> None:
    """Have a button pressed, as by a finger, in the moment when the part of the page that it is in is shown anew."""
    page.evaluate(
        """([part, button]) => {
          const press = () => new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
          new MutationObserver((_, watching) => {
            watching.disconnect();
            document.querySelector(button).dispatchEvent(press());
          }).observe(document.getElementById(part).parentElement, { childList: true });
        }""",
        [part, button],
    )


def first_card(reviewed: Reviewed) -> dict[str, Any]:
    """Return the first card of a pile of several, as the photo shows it."""
    state = reviewed.state()
    pile = next(pile for pile in state["piles"] if len(pile["cards"]) > 2)
    return next(card for card in state["cards"] if card["id"] == pile["cards"][0])


def agree(api: httpx.Client, game: int, sides: int = 2) -> None:
    """Let all sides of a game agree to its first round."""
    path = f"/api/games/{game}/rounds/1/agreement"
    seal = api.get(path).json()["seal"]
    for side in range(1, sides + 1):
        assert api.post(path, json={"side": side, "seal": seal}).is_success


def add_deck(api: httpx.Client, name: str) -> None:
    file = {"deck": (f"{name}.deck", pack(taught(name, Face.KING)))}
    assert api.post("/api/decks", files=file).status_code == 201


def own_decks(api: httpx.Client) -> list[str]:
    return [deck["name"] for deck in api.get("/api/decks").json() if not deck["ships"]]


def check_fits(page: "Page") -> None:
    """Check that nothing sticks out sideways, and that everything to press is large enough for a thumb."""
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0, page.url
    small = page.evaluate(
        """() => [...document.querySelectorAll('main button, main .button, main select, main input:not(.hidden-text)')]
        .map((one) => [one.outerHTML.slice(0, 90), one.closest('label.choice') ?? one])
        .filter(([, one]) => one.checkVisibility())
        .map(([text, one]) => [text, one.getBoundingClientRect()])
        .filter(([, box]) => box.height < 44 || box.width < 44).map(([text]) => text)"""
    )
    assert small == [], page.url
