"""Take the pictures of the table's page for the README and docs/table.md: a rendered sample table, walked on a phone.

    python docs/make_screens.py

It needs the extra ``dev`` and a Chromium, and writes docs/table-page.jpg and docs/table-steps.jpg.
"""

import io
import re
import tempfile
from pathlib import Path

from phones import GROUND, ROOT, phone
from PIL import Image
from playwright.sync_api import Page

from tests.browser.conftest import SAMPLES, Running
from tests.browser.steps import begin_game
from tests.browser.test_whole_game import PHOTOS

GAP_PX = 24
STRIPS = {
    "table-page.jpg": ("photos", "review", "agreement", "scoreboard"),
    "table-steps.jpg": ("question", "card", "receipt", "tournament"),
}


def main() -> None:
    """Walk through a game and lay the screens side by side."""
    with tempfile.TemporaryDirectory() as data, phone(Path(data), sharpness=1.25) as (page, server):
        screens = {**walk(page), "tournament": tournament(page, server)}
    for name, shown in STRIPS.items():
        strip([screens[step] for step in shown]).save(ROOT / "docs" / name, quality=78)


def strip(screens: list[Image.Image]) -> Image.Image:
    """Return the screens side by side."""
    width = sum(screen.width for screen in screens) + GAP_PX * (len(screens) + 1)
    laid = Image.new("RGB", (width, screens[0].height + 2 * GAP_PX), GROUND)
    left = GAP_PX
    for screen in screens:
        laid.paste(screen, (left, GAP_PX))
        left += screen.width + GAP_PX
    return laid


def walk(page: Page) -> dict[str, Image.Image]:
    """Return the screens of photos to scoreboard, the last after two rounds."""
    screens = {}
    begin_game(page, *PHOTOS)
    game = page.url
    for number in (1, 2):
        home = f"{game}/rounds/{number}"
        for place in (1, 2):
            photograph(page, home, number, place)
            if (number, place) == (1, 1):
                screens["photos"] = screen(page)
                page.goto(f"{home}/sides/{place}/review")
                page.wait_for_selector(".drawing .card")
                page.wait_for_timeout(3000)
                screens["question"] = screen(page)
                page.locator(".photo-half").evaluate("half => scrollBy(0, half.getBoundingClientRect().top - 60)")
                screens["review"] = screen(page)
                page.locator("#piles .chip").first.click()
                screens["card"] = screen(page)
        page.goto(home)
        page.get_by_role("button", name=re.compile("^Jon agrees")).click()
        page.locator("#told.good").wait_for()
        if number == 1:
            page.locator("#agree-title").evaluate("title => title.closest('section').scrollIntoView({block: 'end'})")
            screens["agreement"] = screen(page)
        page.get_by_role("button", name=re.compile("^Ben agrees")).click()
        page.get_by_text("This round is agreed and counts.").wait_for()
    page.goto(game)
    screens["scoreboard"] = screen(page)
    page.goto(f"{game}/rounds/1/receipt")
    screens["receipt"] = screen(page)
    return screens


def photograph(page: Page, home: str, number: int, place: int) -> None:
    """Send a side's photos of the sample table, in the second round those of another one."""
    side, photos = list(PHOTOS.items())[place - 1]
    folder = SAMPLES / "Table 1" / side if number == 1 else SAMPLES / "Table 2" / ("Kit", "Hugo")[place - 1]
    page.goto(f"{home}/sides/{place}")
    for shows, name in photos.items():
        if (folder / name).is_file():
            page.locator(f"[data-shows={shows}] input[type=file]").set_input_files(folder / name)
            page.wait_for_selector(f"[data-shows={shows}] .state.good")


def tournament(page: Page, server: Running) -> Image.Image:
    """Return a table of a tournament whose first round is entered."""
    headers = {"X-Handfoot-Pin": server.pin}
    wanted = {"name": "Spring cup", "teams": ["Aces", "Kings", "Queens", "Jacks"]}
    desk = f"/api/tournaments/{page.request.post('/api/tournaments', data=wanted, headers=headers).json()['id']}"
    drawn = page.request.post(f"{desk}/draw", data={"seed": 7}, headers=headers).json()
    teams = drawn["games"][0]["tables"][0]["teams"]
    result = {"table": 1, "round": 1, "points": dict(zip(teams, (1240, 980), strict=True))}
    page.request.post(f"{desk}/results", data=result, headers=headers)
    page.request.post(f"{desk}/agreements", data={"team": teams[0]}, headers=headers)
    page.goto(desk.removeprefix("/api") + "/tables/1")
    return screen(page)


def screen(page: Page) -> Image.Image:
    """Return what the phone shows, without the message at its foot."""
    page.evaluate("document.getElementById('told').className = ''")
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


if __name__ == "__main__":
    main()
