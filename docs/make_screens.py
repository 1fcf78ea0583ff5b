"""Take the pictures of the table's page for the README: a rendered sample table, walked through on a phone.

    python docs/make_screens.py

It needs the extra ``dev`` and a Chromium, and writes docs/table-page.jpg.
"""

import io
import re
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from tests.browser.conftest import SAMPLES, free_port, start_server  # noqa: E402 - found by the line above
from tests.browser.test_whole_game import PHOTOS, begin_game, sign_in  # noqa: E402

PHONE = {"width": 390, "height": 844}
GAP_PX = 24


def main() -> None:
    """Walk through a game and lay the screens side by side."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        process, server = start_server(Path(data), free_port())
        try:
            path = shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            context = browser.new_context(viewport=PHONE, base_url=server.url, has_touch=True, device_scale_factor=1.5)
            context.set_default_timeout(120_000)
            page = context.new_page()
            sign_in(page, server)
            screens = walk(page)
            browser.close()
        finally:
            process.terminate()
            process.wait()
    width = sum(screen.width for screen in screens) + GAP_PX * (len(screens) + 1)
    strip = Image.new("RGB", (width, screens[0].height + 2 * GAP_PX), "#8a948e")
    left = GAP_PX
    for screen in screens:
        strip.paste(screen, (left, GAP_PX))
        left += screen.width + GAP_PX
    strip.save(ROOT / "docs" / "table-page.jpg", quality=82)


def walk(page: Page) -> list[Image.Image]:
    """Return the screens of photos, review, agreement and scoreboard; the scoreboard after two rounds."""
    screens = []
    begin_game(page, *PHOTOS)
    game = page.url
    for number in (1, 2):
        home = f"{game}/rounds/{number}"
        for place, (side, photos) in enumerate(PHOTOS.items(), start=1):
            page.goto(f"{home}/sides/{place}")
            # In the second round the sides change places, so that the chart has something to show.
            folder = SAMPLES / "Table 1" / side if number == 1 else SAMPLES / "Table 2" / ("Kit", "Hugo")[place - 1]
            for shows, name in photos.items():
                if (folder / name).is_file():
                    page.locator(f"[data-shows={shows}] input[type=file]").set_input_files(folder / name)
                    page.wait_for_selector(f"[data-shows={shows}] .state.good")
            if (number, place) == (1, 1):
                screens.append(screen(page))
                page.goto(f"{home}/sides/{place}/review")
                page.wait_for_timeout(3000)
                screens.append(screen(page))
        page.goto(home)
        page.get_by_role("button", name=re.compile("^Jon agrees")).click()
        page.get_by_text("Jon agreed").wait_for()
        if number == 1:
            page.locator("#agree-title").evaluate("title => title.closest('section').scrollIntoView({block: 'end'})")
            screens.append(screen(page))
        page.get_by_role("button", name=re.compile("^Ben agrees")).click()
        page.get_by_text("This round is agreed and counts.").wait_for()
    page.goto(game)
    screens.append(screen(page))
    return screens


def screen(page: Page) -> Image.Image:
    """Return what the phone shows, without the message at its foot."""
    page.evaluate("document.getElementById('told').className = ''")
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


if __name__ == "__main__":
    main()
