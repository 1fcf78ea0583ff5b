"""What a person does on a slow phone, before a page's scripts have arrived, is not lost and is done once."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from scorer.faces import Face
from tests.browser.conftest import PHOTO, Reviewed, Running
from tests.browser.steps import add_deck, own_decks, sign_in
from tests.handfoot.web.steps import taught
from vision.decks.deckfile import pack

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

Act = Callable[["Page"], None]


class Slow:
    """A page whose scripts are on their way: those of this name, until they arrive."""

    def __init__(self, page: "Page", script: str) -> None:
        self._held: list[Route] = []
        self._page, self._arrived = page, False
        page.route(f"**/static/{script}", self._hold)

    def open(self, address: str) -> None:
        self._page.goto(address, wait_until="commit")

    def arrive(self) -> None:
        self._arrived = True
        for script in self._held:
            script.continue_()

    def fail(self) -> None:
        for script in self._held:
            script.abort()

    def _hold(self, script: "Route") -> None:
        if self._arrived:
            script.continue_()
        else:
            self._held.append(script)


def new_game(api: httpx.Client) -> int:
    return int(api.post("/api/games", json={"rules": "remastered-singles", "sides": ["Ann", "Bob"]}).json()["id"])


def test_a_deck_is_renamed_by_who_presses_before_the_script_is_there(
    desktop: "Page", server: Running, api: httpx.Client
) -> None:
    sign_in(desktop, server)
    add_deck(api, "black and gold")
    slow = Slow(desktop, "decks.js")
    slow.open("/decks")
    rename = desktop.get_by_role("button", name="Rename")
    rename.click()
    rename.click()
    slow.arrive()
    desktop.get_by_label("Another name for black and gold").fill("gold")
    desktop.get_by_role("button", name="Save the name").click()
    desktop.get_by_role("heading", name="gold", exact=True).wait_for()
    assert own_decks(api) == ["gold"]


def test_a_deck_s_file_chosen_before_the_script_is_there_is_taken_in(
    desktop: "Page", server: Running, api: httpx.Client, tmp_path: Path
) -> None:
    sign_in(desktop, server)
    file = tmp_path / "gold.deck"
    file.write_bytes(pack(taught("gold", Face.KING)))
    slow = Slow(desktop, "decks.js")
    slow.open("/decks")
    desktop.locator("#import").set_input_files(file)
    slow.arrive()
    desktop.get_by_role("heading", name="gold", exact=True).wait_for()


def test_a_photo_chosen_before_the_script_is_there_is_sent_once(
    desktop: "Page", server: Running, api: httpx.Client
) -> None:
    sign_in(desktop, server)
    side = f"/games/{new_game(api)}/rounds/1/sides/1"
    slow = Slow(desktop, "photos.js")
    slow.open(side)
    desktop.locator("[data-shows=played] input[type=file]").set_input_files(PHOTO)
    slow.arrive()
    desktop.wait_for_selector("[data-shows=played] .state.good")
    assert len(api.get(f"/api{side}/photos").json()) == 1


def drop(page: "Page", photo: Path, on: str) -> None:
    """Drop a photo as a person does from another window."""
    place = page.locator(on).bounding_box()
    assert place is not None
    browser = page.context.new_cdp_session(page)
    at = {"x": place["x"] + place["width"] / 2, "y": place["y"] + 20}
    data = {"items": [], "files": [str(photo)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        browser.send("Input.dispatchDragEvent", {"type": kind, **at, "data": data})


@pytest.mark.parametrize("when", ["before", "after"])
def test_photos_dropped_on_the_page_are_each_sent_once(
    desktop: "Page", server: Running, api: httpx.Client, when: str
) -> None:
    sign_in(desktop, server)
    side = f"/games/{new_game(api)}/rounds/1/sides/1"
    slow = Slow(desktop, "photos.js")
    slow.open(side)
    if when == "after":
        slow.arrive()
        desktop.wait_for_load_state()
    for photo in (PHOTO, PHOTO.with_name("fanned-1.jpg")):
        drop(desktop, photo, "[data-shows=played]")
    slow.arrive()
    desktop.locator("[data-shows=played] .state.good").nth(1).wait_for()
    assert [photo["name"] for photo in api.get(f"/api{side}/photos").json()] == [PHOTO.name, "fanned-1.jpg"]


def press(name: str) -> Act:
    return lambda page: page.get_by_role("button", name=name).click()


def start_a_game(page: "Page") -> None:
    for number, side in enumerate(("Ann", "Bob"), start=1):
        page.get_by_label(f"Side {number}").fill(side)
    press("Start the game")(page)


def delete_the_game(page: "Page") -> None:
    page.get_by_text("More", exact=True).click()
    press("Delete this game")(page)


def open_a_tournament(page: "Page") -> None:
    page.get_by_label("Name of the tournament").fill("Early birds' cup")
    press("Open the tournament")(page)


EARLY = {
    "start a game": ("/games/new?rules=remastered-singles", "new.js", start_a_game, "#game"),
    "one more side": ("/games/new?rules=remastered-singles", "new.js", press("Add a side"), "#side-3"),
    "delete a game": ("/games/{game}", "game.js", delete_the_game, "dialog[open]"),
    "open a tournament": ("/tournaments/new", "desk.js", open_a_tournament, "#desk"),
    "light or dark": ("/", "app.js", press("Light or dark"), "html[data-theme=dark]"),
    "sign out": ("/connect", "connect.js", press("Sign this device out"), "#unlock"),
}


@pytest.mark.parametrize(("address", "script", "act", "then"), EARLY.values(), ids=EARLY)
def test_what_is_pressed_before_the_script_is_there_is_done(
    desktop: "Page", server: Running, api: httpx.Client, address: str, script: str, act: Act, then: str
) -> None:
    sign_in(desktop, server)
    address = address.format(game=new_game(api))
    slow = Slow(desktop, script)
    slow.open(address)
    act(desktop)
    assert desktop.locator(then).count() == 0
    slow.arrive()
    desktop.wait_for_selector(then)


def test_the_pin_is_given_before_the_script_is_there(desktop: "Page") -> None:
    slow = Slow(desktop, "connect.js")
    slow.open("/connect")
    press("Use this machine")(desktop)
    slow.arrive()
    desktop.wait_for_selector("#signed[data-signed=yes]")


def test_a_side_agrees_before_the_script_is_there(desktop: "Page", server: Running, reviewed: Reviewed) -> None:
    sign_in(desktop, server)
    slow = Slow(desktop, "round.js")
    slow.open(f"/games/{reviewed.game}/rounds/1")
    press("Ben agrees")(desktop)
    slow.arrive()
    desktop.get_by_text("Ben agreed").wait_for()


def test_no_button_of_a_round_is_exchanged_under_the_finger(
    desktop: "Page", server: Running, reviewed: Reviewed
) -> None:
    sign_in(desktop, server)
    page = f"/games/{reviewed.game}/rounds/1"
    desktop.goto(page)
    desktop.get_by_role("button", name=re.compile("^Ben agrees")).hover()
    desktop.mouse.down()
    seal = reviewed.api.get(f"/api{page}/agreement").json()["seal"]
    with desktop.expect_response(f"**{page}"):
        assert reviewed.api.post(f"/api{page}/agreement", json={"side": 2, "seal": seal}).is_success
    desktop.mouse.up()
    desktop.get_by_text("This round is agreed and counts.").wait_for()


def test_a_page_whose_script_never_arrives_says_so_and_sends_nothing(
    desktop: "Page", server: Running, api: httpx.Client
) -> None:
    sign_in(desktop, server)
    slow = Slow(desktop, "new.js")
    address = "/games/new?rules=remastered-singles"
    slow.open(address)
    start_a_game(desktop)
    slow.fail()
    desktop.get_by_text("This page did not arrive whole. Load it again.").wait_for()
    press("Start the game")(desktop)
    assert desktop.url == f"{server.url}{address}"
    assert desktop.get_by_label("Side 1").input_value() == "Ann"


def test_a_scanned_pin_is_not_lost_with_a_script_that_never_arrives(desktop: "Page", server: Running) -> None:
    desktop.route("**/static/api.js", lambda script: script.abort())
    desktop.goto(f"/#pin={server.pin}")
    desktop.get_by_text("This page did not arrive whole. Load it again.").wait_for()
    desktop.unroute("**/static/api.js")
    loads: list[Page] = []
    desktop.on("load", lambda page: loads.append(page))
    # Once the PIN is taken the page loads itself again, and must not be closed before.
    with (
        desktop.expect_event("load", lambda _: len(loads) == 2),
        desktop.expect_response("**/api/session") as told,
    ):
        desktop.reload()
    assert told.value.ok
    assert "pin" not in desktop.url
