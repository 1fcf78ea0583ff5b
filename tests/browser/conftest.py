"""A real server, a real Chromium: the tests of this folder are skipped by name where either is missing."""

import hashlib
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import httpx
import pypdfium2
import pytest

from handfoot.web.config import ServeConfig
from tests.serving import answering, client_of
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame
from vision.read import default_card_reader

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, BrowserType, Page

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
PHOTO = SAMPLES / "Table 1" / "Ben" / "played-1.jpg"
PATIENCE_MS = 60_000
"""A busy machine is slow, not broken."""

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "small phone": (360, 740)}
WIDEST_AND_NARROWEST = ("desktop", "small phone")
"""What fits the small phone fits the other: nothing is laid out otherwise between the two."""

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is there is driven: the one without windows has a tenth to two fifths less to do."""

SWITCHED_OFF = (
    # The lists below the address bar are pages of their own, made anew with every window: half of all that it took.
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
    # What Playwright switches off: its own list does not count beside another.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""What of Chromium no page has to do with."""

MARGINS = ("top", "right", "bottom", "left")

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
"""What axe-core looks for."""


@dataclass(frozen=True)
class Running:
    """A server that answers."""

    url: str
    pin: str


class ReadsOnce:
    """The nets, which read no picture twice: what they read in it is the same each time."""

    def __init__(self) -> None:
        self._nets = default_card_reader()
        self._read: dict[str, PhotoReading] = {}

    def read(self, frame: Frame) -> PhotoReading:
        picture = f"{frame.image.shape} {hashlib.sha256(frame.image.tobytes()).hexdigest()}"
        if picture not in self._read:
            self._read[picture] = self._nets.read(frame)
        return replace(self._read[picture], photo=frame.name)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    data = tmp_path_factory.mktemp("served")
    with answering(ServeConfig(data, str(data / "handfoot.db")), ReadsOnce()) as (url, served):
        yield Running(url, served.keys.pin)


@pytest.fixture
def api(server: Running) -> Iterator[httpx.Client]:
    """Give a signed-in client; the decks that were taught meanwhile are gone afterwards."""
    with client_of(server.url, server.pin, timeout=120) as client:
        yield client
        for deck in client.get("/api/decks").json():
            if not deck["ships"]:
                client.delete(f"/api/decks/{deck['name']}")


@pytest.fixture(scope="session")
def chromium() -> Iterator["Browser"]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright, launched(playwright.chromium) as browser:
        yield browser


@contextmanager
def launched(kind: "BrowserType", *switches: str) -> Iterator["Browser"]:
    """Give a Chromium of its own with these switches; the test is skipped where there is none."""
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        pytest.skip("no chromium here to drive")
    # The sandbox needs rights that containers seldom give; only our own server's pages are opened.
    every = ["--no-sandbox", "--disable-gpu", f"--disable-features={','.join(SWITCHED_OFF)}"]
    browser = kind.launch(executable_path=path, args=[*every, *switches])
    try:
        yield browser
    finally:
        browser.close()


@pytest.fixture(params=WIDEST_AND_NARROWEST)
def page(chromium: "Browser", server: Running, request: pytest.FixtureRequest) -> Iterator["Page"]:
    """Return a page of a device that has not given the PIN; what goes wrong in its scripts fails the test."""
    yield from _page(chromium, server, request.param)


@pytest.fixture
def desktop(chromium: "Browser", server: Running) -> Iterator["Page"]:
    """Return a page on a desktop."""
    yield from _page(chromium, server, "desktop")


def _page(chromium: "Browser", server: Running, size: str) -> Iterator["Page"]:
    wrong: list[str] = []
    with device(chromium, server, size, signed_in=False) as context:
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if _is_broken(said.type, said.text) else None)
        yield page
    assert wrong == []


def _is_broken(kind: str, text: str) -> bool:
    """Whether a line of the console tells of a fault: an answer that is an error by design is none."""
    return kind == "error" and "Failed to load resource" not in text


@dataclass
class Reviewed:
    """A game whose first side has a photo that was read."""

    api: httpx.Client
    game: int

    @property
    def page(self) -> str:
        return f"/games/{self.game}/rounds/1/sides/1/review"

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.api.get(f"/api/games/{self.game}/rounds/1/sides/1/draft").json()
        return found

    def edit(self, **edit: object) -> None:
        """Make an edit over the API, as another phone would."""
        path, on = f"/api/games/{self.game}/rounds/1/sides/1/draft/edits", self.state()["sequence"]
        answer = self.api.post(path, json={"on": on, "deed": f"edit-{on}", "edit": edit})
        assert answer.status_code == 200, answer.text

    def pile(self, rank: str) -> dict[str, Any]:
        return next(pile for pile in self.state()["piles"] if rank in pile["name"])

    def face(self, card: str) -> str:
        return str(next(one["face"] for one in self.state()["cards"] if one["id"] == card))


@pytest.fixture
def reviewed(server: Running) -> Iterator[Reviewed]:
    with client_of(server.url, server.pin, timeout=120) as api:
        wanted = {"rules": "remastered-singles", "sides": ["Ben", "Jon"]}
        game = api.post("/api/games", json=wanted).json()["id"]
        side = f"/api/games/{game}/rounds/1/sides/1/photos"
        photo = api.post(side, files={"photo": (PHOTO.name, PHOTO.read_bytes())}, data={"shows": "played"}).json()["id"]
        while api.get(f"/api/photos/{photo}?wait_s=25").json()["state"] == "waiting":
            pass
        yield Reviewed(api, game)


class Axe:
    """The audit with axe-core."""

    def __init__(self, run: Callable[..., Any]) -> None:
        self._run = run

    def faults(self, page: "Page") -> dict[str, list[str]]:
        """Return the faults of access that a page has in light and in dark, each with the elements that have it."""
        found = {}
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            # What is there to be printed has no theme.
            page.locator(f"html[data-theme={scheme}], html:not([data-theme])").wait_for()
            wrong = self._run(page, options=RULES).response["violations"]
            if wrong:
                found[scheme] = [f"{one['id']}: {[node['html'][:200] for node in one['nodes']]}" for one in wrong]
        return found


@pytest.fixture(scope="session")
def axe() -> Axe:
    library = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
    return Axe(library.Axe().run)


def printed(page: "Page", paper: str) -> list[str]:
    """Return what stands on each sheet of a page's print."""
    document = pypdfium2.PdfDocument(page.pdf(format=paper, margin=dict.fromkeys(MARGINS, "10mm")))
    return [sheet.get_textpage().get_text_bounded().replace("\r\n", "\n").strip() for sheet in document]


@contextmanager
def device(
    chromium: "Browser",
    server: Running,
    size: str,
    *,
    camera: bool = False,
    signed_in: bool = True,
) -> Iterator["BrowserContext"]:
    """Give a browser of this size."""
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        base_url=server.url,
        has_touch=size != "desktop",
        permissions=["camera"] if camera else [],
    )
    context.set_default_timeout(PATIENCE_MS)
    if signed_in:
        assert context.request.post("/api/session", data={"pin": server.pin}).ok
    try:
        yield context
    finally:
        context.close()


def opened(context: "BrowserContext", reviewed: Reviewed) -> "Page":
    page = context.new_page()
    page.goto(reviewed.page)
    page.wait_for_selector(".drawing .card")
    return page


@pytest.fixture
def desk(chromium: "Browser", server: Running, reviewed: Reviewed) -> Iterator["Page"]:
    """Return the review's page on a desktop that gave the PIN."""
    yield from _review(chromium, server, reviewed, "desktop")


@pytest.fixture
def phone(chromium: "Browser", server: Running, reviewed: Reviewed) -> Iterator["Page"]:
    """Return it on a phone."""
    yield from _review(chromium, server, reviewed, "phone")


@pytest.fixture
def small_phone(chromium: "Browser", server: Running, reviewed: Reviewed) -> Iterator["Page"]:
    """Return it on a small phone."""
    yield from _review(chromium, server, reviewed, "small phone")


def _review(chromium: "Browser", server: Running, reviewed: Reviewed, size: str) -> Iterator["Page"]:
    with device(chromium, server, size) as context:
        page = opened(context, reviewed)
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        yield page
        assert wrong == []
