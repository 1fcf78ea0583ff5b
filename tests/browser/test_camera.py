"""A side's cards taken through a live camera, in a real browser: its pictures are those of a rendered table."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.browser.conftest import PHOTO, Reviewed, Running, device, launched
from tests.browser.steps import wait_for
from tests.handfoot.jokedeck import joke_deck
from vision.decks.deckfile import pack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return what the camera sees: a rendered table, still."""
    picture = cv2.imread(str(PHOTO))
    assert picture is not None
    height, width = picture.shape[:2]
    zoom = min(1280 / width, 960 / height)
    small = cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    frame = np.full((960, 1280, 3), 60, np.uint8)
    frame[: small.shape[0], : small.shape[1]] = small
    path = tmp_path_factory.mktemp("film") / "table.y4m"
    # Five pictures a second, of which none is decoded: thirty JPEGs a second took a quarter of these tests' work.
    shown = b"FRAME\n" + cv2.cvtColor(frame, cv2.COLOR_BGR2YUV_I420).tobytes()
    path.write_bytes(b"YUV4MPEG2 W1280 H960 F5:1 Ip A1:1 C420\n" + shown * 3)
    return path


@pytest.fixture(scope="module")
def filming(chromium: "Browser", film: Path) -> Iterator["Browser"]:
    """Give a browser whose camera sees the film."""
    with launched(
        chromium.browser_type,
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ) as browser:
        yield browser


@pytest.fixture
def camera(filming: "Browser", server: Running) -> Iterator["Page"]:
    """Give a page that may look through the camera; it is not opened yet."""
    with device(filming, server, "desktop", camera=True) as context:
        yield context.new_page()


def open_camera(page: "Page", reviewed: Reviewed) -> None:
    page.goto(reviewed.page.replace("/review", "/camera"))


FIRST_PICTURE_FAILS = """
const toBlob = HTMLCanvasElement.prototype.toBlob;
HTMLCanvasElement.prototype.toBlob = function (done) {
  HTMLCanvasElement.prototype.toBlob = toBlob;
  done(null);
};
"""


@pytest.mark.parametrize(
    ("error", "says"),
    [
        ("NotAllowedError", "this page is not allowed to. Allow it in the browser"),
        ("NotFoundError", "no camera was found on this device."),
        ("NotReadableError", "another program is using it."),
        ("AbortError", "in the browser's words."),
    ],
    ids=str,
)
def test_why_there_is_no_camera_is_said_in_plain_words(desk: "Page", reviewed: Reviewed, error: str, says: str) -> None:
    refusal = f"async () => {{ throw new DOMException(\"in the browser's words\", '{error}'); }}"
    desk.add_init_script(f"navigator.mediaDevices.getUserMedia = {refusal};")
    open_camera(desk, reviewed)
    desk.locator("#camera-status", has_text=f"The camera cannot be used: {says}").wait_for()
    desk.get_by_role("button", name="Start the camera").press("Enter")
    # Who starts it by the keyboard goes on from there, whatever comes of it.
    desk.wait_for_function("() => document.activeElement.checkVisibility() && document.activeElement.id === 'start'")


def test_the_live_camera_freezes_when_frames_agree_and_keeps_the_picture(camera: "Page", reviewed: Reviewed) -> None:
    deck = {"deck": ("joke.deck", pack(joke_deck(PHOTO)))}
    assert reviewed.api.post("/api/decks", files=deck).is_success
    try:
        assert reviewed.api.put(f"/api/games/{reviewed.game}/decks", json={"decks": ["joke"]}).is_success
        camera.add_init_script(FIRST_PICTURE_FAILS)
        open_camera(camera, reviewed)
        camera.get_by_text("That look did not work. Looking again").wait_for()
        camera.wait_for_selector("#drawn polygon", state="attached")
        camera.locator("#drawn text", has_text="50").first.wait_for(state="attached")
        camera.wait_for_selector("#keep:not([hidden])")
        assert camera.locator("#drawn polygon").count() > 5
        # No answer comes, so that the person is first.
        camera.route("**/api/look", lambda _: None)
        camera.locator("#again").press("Enter")
        assert camera.evaluate("document.activeElement.id") == "shutter"
        camera.keyboard.press("Enter")
        camera.get_by_text("The picture is taken. Is it all there?").wait_for()
        camera.click("#keep")
        camera.get_by_text("The picture is kept and being read.").wait_for()
        camera.wait_for_url(f"**{reviewed.page}")
        assert len(reviewed.state()["photos"]) == 2
    finally:
        reviewed.api.delete("/api/decks/joke")


UNPLUG = """() => {
    const [track] = document.getElementById("video").srcObject.getVideoTracks();
    track.stop();
    track.dispatchEvent(new Event("ended"));
}"""


def test_a_camera_that_is_unplugged_is_told_and_its_last_picture_is_looked_at_no_more(
    camera: "Page", reviewed: Reviewed
) -> None:
    looks: list[Route] = []
    camera.route("**/api/look", lambda look: looks.append(look))
    open_camera(camera, reviewed)
    gone = camera.locator("#camera-status", has_text="The camera gives no more pictures. Was it unplugged?")
    # A picture that was taken before, be it in the same moment, stays in sight, to be kept.
    camera.get_by_role("button", name="Take it now").evaluate(f"(take) => {{ take.click(); ({UNPLUG})(); }}")
    camera.get_by_text("The picture is taken. Is it all there?").wait_for()
    camera.locator("#frozen").wait_for()
    camera.get_by_role("button", name="Look again").press("Enter")
    gone.wait_for()
    assert camera.evaluate("document.activeElement.id") == "start"
    looks.clear()
    camera.keyboard.press("Enter")
    wait_for(camera, lambda: bool(looks))
    camera.evaluate(UNPLUG)
    gone.wait_for()
    looks[0].fulfill(json=ONE_KING)
    camera.wait_for_timeout(1200)
    assert len(looks) == 1
    assert gone.is_visible() and not camera.locator("#live").is_visible()


ONE_KING = {
    "reading": {"width": 1280, "height": 960, "cards": [{"face": "K", "quad": [[0, 0], [9, 0], [9, 9], [0, 9]]}]},
    "advice": [],
}
PRESS_AGAIN_AT_ONCE = """
const again = document.getElementById("again");
new MutationObserver(() => again.hidden || again.click()).observe(again, { attributes: true });
"""


@pytest.mark.parametrize("size", [(1366, 768), (360, 740)], ids=["laptop", "phone"])
def test_the_cameras_picture_its_question_and_its_buttons_are_in_sight_together(
    camera: "Page", reviewed: Reviewed, size: tuple[int, int]
) -> None:
    camera.set_viewport_size({"width": size[0], "height": size[1]})
    camera.route("**/api/look", lambda _: None)
    open_camera(camera, reviewed)
    camera.wait_for_function("() => document.getElementById('video').videoWidth > 0")
    camera.get_by_role("button", name="Take it now").click()
    camera.get_by_text("The picture is taken. Is it all there?").wait_for()
    seen = """() => ["camera-status", "frozen", "drawn", "keep"].map((id) => {
        const { top, bottom, left, right } = document.getElementById(id).getBoundingClientRect();
        return top > -1 && bottom < innerHeight + 1 && left > -1 && right < innerWidth + 1;
    })"""
    assert camera.evaluate(seen) == [True] * 4
    # What is drawn over the picture has its measures.
    drawn, frozen = (camera.locator(part).bounding_box() for part in ("#drawn", "#frozen"))
    assert drawn == pytest.approx(frozen, abs=1)


def test_who_looks_again_at_once_is_looked_for_once(camera: "Page", reviewed: Reviewed) -> None:
    looks: list[Route] = []
    camera.route("**/api/look", lambda look: looks.append(look))
    camera.clock.install()
    open_camera(camera, reviewed)
    camera.wait_for_selector("#live:not([hidden])")
    camera.evaluate(PRESS_AGAIN_AT_ONCE)

    def pass_time(steps: int) -> None:
        for _ in range(steps):
            camera.clock.run_for(100)
            camera.wait_for_timeout(10)

    for number in (1, 2, 3):
        while len(looks) < number:
            pass_time(1)
        looks[-1].fulfill(body=json.dumps(ONE_KING), content_type="application/json")
    # Nobody answers the look that follows, so that no other may begin.
    while len(looks) < 4:
        pass_time(1)
    pass_time(20)
    assert len(looks) == 4
