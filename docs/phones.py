"""A phone before the table's page, for the pictures in the docs."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

from handfoot.web.config import ServeConfig
from tests.browser.conftest import Running
from tests.browser.steps import sign_in
from tests.serving import answering

PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 300_000
GROUND = "#8a948e"
"""The colour that pictures of several screens are laid on."""


@contextmanager
def phone(data: Path, *, sharpness: float) -> Iterator[tuple[Page, Running]]:
    """Give the page of a phone that gave the PIN, and the server it speaks to; both end afterwards.

    sharpness: pixels of the picture for one of the page.
    """
    with answering(ServeConfig(data, str(data / "handfoot.db"))) as (url, served), sync_playwright() as playwright:
        server = Running(url, served.keys.pin)
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        context = browser.new_context(viewport=PHONE, base_url=url, has_touch=True, device_scale_factor=sharpness)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        sign_in(page, server)
        yield page, server
        browser.close()
