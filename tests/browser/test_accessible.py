"""An audit with axe-core of every page of a game, light and dark."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import SAMPLES, Axe, Reviewed, Running, device
from tests.browser.steps import agree, begin_game, sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@dataclass(frozen=True)
class Walked:
    """A page, and the addresses of a game, a tournament and the game of one of its tables."""

    page: "Page"
    game: str
    desk: str
    table_game: str


@pytest.fixture
def walked(desktop: "Page", server: Running) -> Iterator[Walked]:
    """Return a page that has agreed a round with a photo, and drawn the tables of a tournament, one of which plays."""
    sign_in(desktop, server)
    begin_game(desktop, "Ann", "Bob")
    home = desktop.url
    desktop.goto(f"{home}/rounds/1/sides/1")
    desktop.locator("[data-shows=left] input[type=file]").set_input_files(SAMPLES / "Table 1" / "Jon" / "left-1.jpg")
    desktop.wait_for_selector("[data-shows=left] .state.good")
    headers = {"X-Handfoot-Pin": server.pin}
    agreement = home.replace("/games", "/api/games") + "/rounds/1/agreement"
    seal = desktop.request.get(agreement).json()["seal"]
    for side in (1, 2):
        assert desktop.request.post(agreement, data={"side": side, "seal": seal}, headers=headers).ok
    teams = {"name": f"Cup of {home}", "teams": ["Ash", "Birch", "Cedar", "Doug"]}
    desk = desktop.request.post("/api/tournaments", data=teams, headers=headers).json()["id"]
    assert desktop.request.post(f"/api/tournaments/{desk}/draw", data={"seed": 1}, headers=headers).ok
    game = desktop.request.post(f"/api/tournaments/{desk}/tables/2/game", data={}, headers=headers).json()["id"]
    desktop.goto(home)
    walked = Walked(desktop, home, f"/tournaments/{desk}", f"/games/{game}")
    yield walked


def test_no_page_stands_in_anyones_way(walked: Walked, axe: Axe) -> None:
    page, home, desk = walked.page, walked.game, walked.desk
    found: dict[str, dict[str, list[str]]] = {}
    for path in (
        *("/", "/connect", "/api", "/games/new", "/games/new?rules=club", home, f"{home}/rounds/1"),
        *(f"{home}/rounds/1/sides/1", f"{home}/board", f"{home}/history", "/games/99999", f"{home}/rounds/2"),
        *(f"{home}/rounds/1/receipt", f"{home}/sheet", f"{home}/rounds/1/sides/1/camera"),
        *(
            "/tournaments",
            "/tournaments/new",
            desk,
            f"{desk}/board",
            f"{desk}/history",
            f"{desk}/tables/1",
            f"{desk}/tables/2",
        ),
        *(walked.table_game, f"{walked.table_game}/rounds/1"),
    ):
        page.goto(path)
        page.locator("details").evaluate_all("all => all.forEach((one) => (one.open = true))")
        if wrong := axe.faults(page):
            found[path] = wrong
    assert found == {}


BROKEN = """(home) => {
  const broken = [];
  const others = `svg, script, .hidden-text, .word, .game-card:not(:has([href="${home}"]))`;
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const { parentElement: around } = text;
    if (!around.checkVisibility() || around.closest(others)) continue;
    for (const word of text.data.matchAll(/\\p{L}{2,}/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""
"""The words that go on in another line; not of other games, which other tests call what they like."""


# The letters twice as large: to the style sheet that is the same as a window half as wide.
@pytest.mark.parametrize("size", [(195, 422), (640, 360)], ids=["letters twice as large", "held on its side"])
def test_no_word_is_broken_in_the_middle_on_a_phone(
    chromium: "Browser", server: Running, reviewed: Reviewed, size: tuple[int, int]
) -> None:
    home = f"/games/{reviewed.game}"
    agree(reviewed.api, reviewed.game)
    round_1 = f"{home}/rounds/1"
    places = ("/", "/games/new", "/games/new?rules=club", "/tournaments/new", home, round_1, f"{round_1}/receipt")
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        found = {}
        for place in (*places, reviewed.page):
            page.goto(place)
            if place == reviewed.page:
                page.locator("#piles [data-key^=change]").first.click()
            found[place] = page.evaluate(BROKEN, home)
        assert {place: words for place, words in found.items() if words} == {}


def test_the_name_of_who_agreed_is_broken_in_no_word(small_phone: "Page", reviewed: Reviewed) -> None:
    agree(reviewed.api, reviewed.game, sides=1)
    small_phone.goto(f"/games/{reviewed.game}/rounds/1")
    small_phone.get_by_text("Ben agreed").wait_for()
    for width in (360, 320, 195):
        small_phone.set_viewport_size({"width": width, "height": 740})
        assert small_phone.evaluate(BROKEN, f"/games/{reviewed.game}") == []


@pytest.mark.parametrize("part", ["dialog", "#told"])
def test_what_lies_over_a_page_has_an_edge_where_high_contrast_takes_its_colours(desktop: "Page", part: str) -> None:
    desktop.emulate_media(forced_colors="active")
    desktop.goto("/")
    desktop.evaluate("document.body.append(document.createElement('dialog'))")
    edge = """part => {
      const style = getComputedStyle(document.querySelector(part));
      return [parseFloat(style.borderTopWidth) > 0, style.borderTopColor !== style.backgroundColor];
    }"""
    assert desktop.evaluate(edge, part) == [True, True]
