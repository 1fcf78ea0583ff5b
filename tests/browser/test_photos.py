"""A side's photos in a real browser: advice for a better one, and deleting one that a round was agreed with."""

import re
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from handfoot.errors import StoreError
from handfoot.web.config import ServeConfig
from tests.browser.conftest import PHOTO, WIDEST_AND_NARROWEST, Reviewed, Running, device
from tests.browser.steps import agree
from tests.serving import answering, client_of
from vision.errors import VisionError
from vision.photoreading import PhotoReading, StageTimes
from vision.photos.frames import Frame

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route


def picture(path: Path, *, dark: float = 1.0, blur_px: float = 0.0, cut_px: int = 0) -> Path:
    """Write the sample photo as a worse camera, or one that points beside the cards, would have taken it."""
    found = cv2.imread(str(PHOTO))
    assert found is not None
    found = found[:, cut_px:]
    if blur_px:
        found = cv2.GaussianBlur(found, (0, 0), blur_px).astype(np.uint8)
    cv2.imwrite(str(path), (found * dark).astype(np.uint8))
    return path


@pytest.mark.parametrize("size", WIDEST_AND_NARROWEST)
def test_a_dark_photo_has_plain_advice_under_it_and_a_good_one_none(
    chromium: "Browser", server: Running, reviewed: Reviewed, tmp_path: Path, size: str
) -> None:
    with device(chromium, server, size) as context:
        page = context.new_page()
        page.goto(side_of(reviewed))
        dark = send(page, "left", picture(tmp_path / "dark.jpg", dark=0.25))
        dark.locator(".shot-advice li", has_text="too dark").wait_for()
        good = page.locator("[data-shows=played] .shot")
        assert good.locator(".state.good").count() == 1
        assert "dark" not in good.inner_text()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_that_a_photo_was_read_is_said_aloud_once_and_what_can_be_done_with_it_never(
    desk: "Page", reviewed: Reviewed, tmp_path: Path
) -> None:
    desk.goto(side_of(reviewed))
    desk.evaluate(
        """() => {
          window.heard = [];
          new MutationObserver((all) => all.forEach(({ target, addedNodes }) => [...addedNodes].forEach((node) => {
            const around = (node.nodeType === Node.ELEMENT_NODE ? node : target).closest("[aria-live]");
            if (around && around.ariaLive !== "off") window.heard.push(node.textContent);
          }))).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    shot = send(desk, "left", picture(tmp_path / "left.jpg"))
    shot.locator(".state.good").wait_for()
    desk.locator("#told.shown").wait_for()
    heard = " ".join(desk.evaluate("heard"))
    assert len(re.findall(r"\d+ cards", heard)) == 1
    assert "Move to another side" not in heard
    assert "Being sent" in heard


def test_letters_twice_as_large_on_a_phone_leave_no_word_cut_nor_broken(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    with device(chromium, server, "phone") as context:
        page = context.new_page()
        page.set_viewport_size({"width": 195, "height": 422})
        page.goto(side_of(reviewed))
        page.locator(".state.good").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # "Take or choose photos" on three lines: no word goes on in the next one.
        label = page.locator("[data-shows=played] label.file")
        lines = label.evaluate(
            """(label) => {
              const words = document.createRange();
              words.selectNodeContents(label.firstChild);
              return new Set([...words.getClientRects()].map((line) => line.top)).size;
            }"""
        )
        assert lines <= 3


@pytest.mark.parametrize(
    ("larger", "place", "whole"),
    [
        (2, "/tournaments", "h1"),
        (2, "/games/{game}", "#board-title"),
        (2, "/connect", ".pin"),
        (1.5, "/games/{game}/rounds/1/sides/1/review", ".steps"),
    ],
    ids=["title", "heading", "PIN", "stepper"],
)
def test_much_larger_letters_on_a_small_phone_break_no_title_number_nor_stepper(
    chromium: "Browser", server: Running, reviewed: Reviewed, larger: float, place: str, whole: str
) -> None:
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.set_viewport_size({"width": round(360 / larger), "height": round(640 / larger)})
        page.goto(place.format(game=reviewed.game))
        one = page.locator(whole).last
        one.wait_for()
        tops = one.evaluate(
            """(one) => {
              const inside = document.createRange();
              inside.selectNodeContents(one);
              return [...inside.getClientRects()].map((box) => box.top + box.height / 2);
            }"""
        )
        assert max(tops) - min(tops) < one.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_a_photo_shows_is_called_alike_on_every_page(desk: "Page", reviewed: Reviewed) -> None:
    agree(reviewed.api, reviewed.game)
    names = ["Cards on the table", "Books spread out", "Cards left"]
    for page, named in {
        side_of(reviewed): (".zone h2", ".shot option"),
        reviewed.page.replace("/review", "/camera"): (".shows label",),
    }.items():
        desk.goto(page)
        for each in named:
            desk.locator(each).first.wait_for(state="attached")
            assert [text.strip() for text in desk.locator(each).all_text_contents()] == names
    for page, named in {
        reviewed.page: "#tabs button span",
        f"/games/{reviewed.game}/rounds/1/receipt": ".gallery span",
    }.items():
        desk.goto(page)
        desk.locator(named).first.wait_for()
        assert desk.locator(named).all_text_contents() == names[:1]


def test_a_blurred_photo_and_one_that_cuts_cards_off_are_told_apart(
    chromium: "Browser", server: Running, reviewed: Reviewed, tmp_path: Path
) -> None:
    quad = reviewed.state()["cards"][0]["quad"]
    cut_px = round(sum(x for x, _ in quad) / 4)
    with device(chromium, server, "phone") as context:
        page = context.new_page()
        page.goto(side_of(reviewed))
        blurred = send(page, "fanned", picture(tmp_path / "blurred.jpg", blur_px=6))
        blurred.locator(".shot-advice li", has_text="The picture is blurred").wait_for()
        assert blurred.locator(".marked").count() == 0
        cut = send(page, "fanned", picture(tmp_path / "cut.jpg", cut_px=cut_px))
        said = cut.locator(".shot-advice li", has_text="cut off at the edge").inner_text()
        photo = cut.get_attribute("data-photo")
        boxes = reviewed.api.get(f"/api/photos/{photo}/advice").json()[0]["boxes"]
        assert np.allclose(marks(cut.locator(".marked rect")), boxes)
        page.get_by_role("link", name="Look through the cards").click()
        page.click(f"[data-key='photo-{photo}']")
        page.locator("#advice li", has_text=said).get_by_role("button", name="Show").click()
        assert np.allclose(marks(page.locator(".drawing rect.advised")), boxes)


def test_after_a_photo_is_deleted_the_keyboard_goes_on_where_one_is_taken(desk: "Page", reviewed: Reviewed) -> None:
    desk.goto(side_of(reviewed))
    desk.get_by_role("button", name="Delete played-1.jpg").press("Enter")
    desk.get_by_role("dialog").get_by_role("button", name="Delete").press("Enter")
    desk.locator(".shot").wait_for(state="detached")
    desk.wait_for_function("() => document.activeElement.matches('[data-shows=played] input')")


def test_what_a_photo_shows_stands_as_the_server_has_it_where_a_change_did_not_get_there(
    desk: "Page", server: Running, reviewed: Reviewed
) -> None:
    desk.goto(side_of(reviewed))
    shows = desk.locator(".shot select")
    desk.route("**/api/photos/*", lambda route: route.abort())
    shows.select_option("left")
    desk.locator("#told.bad").wait_for()
    assert shows.input_value() == "played"
    desk.unroute("**/api/photos/*")
    desk.context.clear_cookies()
    shows.select_option("left")
    desk.wait_for_url("**/connect?then=*")
    assert desk.context.request.post("/api/session", data={"pin": server.pin}).ok
    desk.go_back()
    assert shows.input_value() == "played"
    shows.select_option("left")
    desk.locator("[data-shows=left] .shot").wait_for()
    assert shows.input_value() == "left"
    assert [photo["shows"] for photo in reviewed.state()["photos"]] == ["left"]


@pytest.mark.parametrize("size", ["desktop", "small phone"])
def test_a_photo_of_the_wrong_side_is_moved_and_every_page_shows_it_there(
    chromium: "Browser", server: Running, reviewed: Reviewed, size: str
) -> None:
    with device(chromium, server, size) as context:
        page, other, round_page = (context.new_page() for _ in range(3))
        page.goto(side_of(reviewed))
        other.goto(f"/games/{reviewed.game}/rounds/1/sides/2")
        round_page.goto(f"/games/{reviewed.game}/rounds/1")
        to_another = page.get_by_role("button", name="Move to another side: played-1.jpg")
        assert to_another.evaluate("one => one.getBoundingClientRect().height") >= 44
        # By the keyboard alone; whoever thinks better of it is where they were.
        to_another.press("Enter")
        asked = page.get_by_role("dialog").filter(has_text="Whose cards does played-1.jpg show?")
        assert asked.get_by_role("button").all_inner_texts() == ["Jon", "Cancel"]
        page.keyboard.press("Escape")
        asked.wait_for(state="detached")
        page.wait_for_function("() => document.activeElement.matches('.move')")
        page.keyboard.press("Enter")
        asked.get_by_role("button", name="Jon").press("Enter")
        page.locator("#told", has_text="played-1.jpg belongs to Jon now").wait_for()
        page.locator(".shot").wait_for(state="detached")
        page.wait_for_function("() => document.activeElement.matches('[data-shows=played] input')")
        other.locator("[data-shows=played] .shot .state.good").wait_for()
        round_page.locator(".sides > li", has_text="Ben").get_by_text("No photo yet").first.wait_for()
        round_page.locator(".sides > li", has_text="Jon").get_by_text("1 photo,").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_photo_of_an_agreed_round_is_moved_once_it_is_said_that_all_agree_again(
    desk: "Page", reviewed: Reviewed
) -> None:
    agree(reviewed.api, reviewed.game)
    desk.goto(side_of(reviewed))
    asked = desk.get_by_role("dialog").filter(has_text="When it goes to Jon, everyone has to agree again.")
    for answer in ("Cancel", "Move it: agree again"):
        assert len(reviewed.state()["photos"]) == 1
        desk.get_by_role("button", name="Move to another side").click()
        desk.get_by_role("dialog").get_by_role("button", name="Jon").click()
        asked.get_by_role("button", name=answer).click()
    desk.locator(".shot").wait_for(state="detached")
    assert reviewed.state()["photos"] == []
    assert reviewed.api.get(f"/api/games/{reviewed.game}/rounds/1/agreement").json()["state"] == "changed"
    # Of a picture that is deleted there is none to look at: it stays.
    moved = reviewed.api.get(f"/api/games/{reviewed.game}/rounds/1/sides/2/photos").json()[0]["id"]
    desk.goto(f"/games/{reviewed.game}/rounds/1/sides/2")
    desk.locator(".move").wait_for()
    reviewed.api.delete(f"/api/photos/{moved}?cards=keep")
    desk.locator(".shot", has_text="Picture deleted").wait_for()
    assert desk.locator(".move").count() == 0


@pytest.mark.parametrize("size", ["desktop", "small phone"])
def test_a_photo_of_an_agreed_round_is_asked_about_twice_and_the_receipt_tells_of_it(
    chromium: "Browser", server: Running, reviewed: Reviewed, size: str
) -> None:
    agree(reviewed.api, reviewed.game)
    with device(chromium, server, size) as context:
        page = context.new_page()
        page.goto(side_of(reviewed))
        page.get_by_role("button", name="Delete played-1.jpg").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        asked = page.get_by_role("dialog").filter(has_text="The round was agreed with this photo.")
        asked.get_by_role("button", name="Cancel").click()
        assert len(reviewed.state()["photos"]) == 1
        page.get_by_role("button", name="Delete played-1.jpg").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        asked.get_by_role("button", name="They stay in the score").click()
        page.locator(".shot", has_text="Picture deleted").wait_for()
        page.goto(reviewed.page)
        page.get_by_text("Its cards are shown where they lay.").wait_for()
        assert page.locator(".drawing .card").count() > 5
        assert page.locator(".drawing image").count() == 0
        page.goto(f"/games/{reviewed.game}/rounds/1")
        page.get_by_text("This round is agreed and counts.").wait_for()
        page.get_by_role("link", name="Receipt of the round").click()
        page.get_by_text("Photo deleted ").wait_for()
        assert page.locator("tbody tr").count() == len(reviewed.state()["score"]["lines"])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_the_pin_no_photo_is_lost(chromium: "Browser", server: Running, reviewed: Reviewed) -> None:
    with device(chromium, server, "small phone", signed_in=False) as context:
        page = context.new_page()
        page.goto(side_of(reviewed))
        # Whoever presses the button is asked before a photo is chosen.
        page.locator("[data-shows=left] label.file").click()
        page.wait_for_url("**/connect?then=*")
        page.goto(side_of(reviewed))
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        # A photo that is there already, as one that was dropped, waits for the PIN.
        field = page.locator("[data-shows=left] input[type=file]")
        field.set_input_files(PHOTO)
        page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
        shot = page.locator("[data-shows=left] .shot")
        shot.get_by_text("Waiting for the table's PIN").wait_for()
        page.wait_for_timeout(500)
        assert len(sent) == 1
        shot.get_by_role("button", name="Enter the PIN").click()
        page.get_by_role("textbox", name="The table's PIN").fill("000000" if server.pin != "000000" else "111111")
        page.get_by_role("dialog").get_by_role("button", name="Enter").click()
        page.get_by_role("dialog").locator(".notice.bad").wait_for()
        page.get_by_role("textbox", name="The table's PIN").fill(server.pin)
        page.get_by_role("dialog").get_by_role("button", name="Enter").click()
        shot.locator(".state.good").wait_for()


class Hindered:
    """Is hindered once, then finds no card."""

    def __init__(self) -> None:
        self._tried = False

    def read(self, frame: Frame) -> PhotoReading:
        if not self._tried:
            self._tried = True
            raise StoreError("games.db: locked")
        return PhotoReading(frame.name, frame.width, frame.height, StageTimes(0.0, 0.0, 0.0), (), ())


def test_what_hinders_the_reading_of_a_photo_stands_under_it_until_it_is_read(
    chromium: "Browser", tmp_path: Path
) -> None:
    game = {"rules": "remastered-singles", "sides": ["A", "B"]}
    with answering(ServeConfig(tmp_path, str(tmp_path / "handfoot.db")), Hindered()) as (url, served):
        pin = served.keys.pin
        with client_of(url, pin) as api:
            number = api.post("/api/games", json=game).json()["id"]
        with device(chromium, Running(url, pin), "small phone") as context:
            page = context.new_page()
            page.goto(f"/games/{number}/rounds/1/sides/1")
            page.locator("[data-shows=played] input[type=file]").set_input_files(PHOTO)
            page.get_by_text("Tried again by itself. Not read yet: games.db: locked").wait_for()
            page.locator(".shot .state.bad", has_text="No card was found").wait_for()


class Held:
    """Finds no card, and not before it may go on."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()

    def read(self, frame: Frame) -> PhotoReading:
        assert self.goes_on.wait(60)
        return PhotoReading(frame.name, frame.width, frame.height, StageTimes(0.0, 0.0, 0.0), (), ())


@pytest.mark.parametrize("rules", ["remastered-singles", "bain"], ids=["with a question", "without"])
@pytest.mark.parametrize("size", ["small phone", "desktop"])
def test_a_score_is_not_called_whole_while_a_photo_of_it_is_read(
    chromium: "Browser", tmp_path: Path, rules: str, size: str
) -> None:
    held = Held()
    with answering(ServeConfig(tmp_path, str(tmp_path / "handfoot.db")), held) as (url, served):
        with client_of(url, served.keys.pin) as api:
            game = api.post("/api/games", json={"rules": rules, "sides": ["A", "B"]}).json()["id"]
            side = f"/games/{game}/rounds/1/sides/1"
            api.post(f"/api{side}/photos", files={"photo": (PHOTO.name, PHOTO.read_bytes())}, data={"shows": "left"})
        with device(chromium, Running(url, served.keys.pin), size) as context:
            page = context.new_page()
            page.goto(f"{side}/review")
            note = page.locator("#interval-note")
            note.filter(has_text="1 photo is being read: the score is not whole yet.").wait_for()
            assert note.evaluate("note => getComputedStyle(note, '::before').animationName") == "turn"
            page.locator("#tabs").get_by_text("being read").wait_for()
            assert page.locator("#questions").get_by_text("Stop asking").count() == 0
            assert page.locator("#questions").get_by_text("Done: to the round").count() == 0
            held.goes_on.set()
            note.filter(has_not_text="being read").wait_for()
            page.locator("#questions").get_by_text(re.compile("Stop asking|Done: to the round")).wait_for()


class Refused:
    """Reads nothing."""

    def read(self, frame: Frame) -> PhotoReading:
        raise VisionError(f"{frame.name} is none")


def test_a_score_that_lacks_a_photo_that_could_not_be_read_says_so(chromium: "Browser", tmp_path: Path) -> None:
    with answering(ServeConfig(tmp_path, str(tmp_path / "handfoot.db")), Refused()) as (url, served):
        with client_of(url, served.keys.pin) as api:
            game = api.post("/api/games", json={"rules": "bain", "sides": ["A", "B"]}).json()["id"]
            side = f"/games/{game}/rounds/1/sides/1"
            for place in (1, 2):
                path = f"/api/games/{game}/rounds/1/sides/{place}/photos"
                photo = api.post(path, files={"photo": (PHOTO.name, PHOTO.read_bytes())}).json()["id"]
                assert api.get(f"/api/photos/{photo}?wait_s=20", timeout=30).json()["state"] == "failed"
        with device(chromium, Running(url, served.keys.pin), "small phone") as context:
            page = context.new_page()
            page.goto(f"{side}/review")
            page.get_by_text("1 photo could not be read: the score lacks its cards.").wait_for()
            page.locator("#tabs").get_by_text("could not be read").wait_for()
            page.goto(f"/games/{game}/rounds/1")
            page.locator(".open-things .wrong", has_text="1 photo could not be read").first.wait_for()
            page.get_by_text("Something is still open.").wait_for()
            assert page.get_by_text("Nothing in doubt").count() == 0


def test_the_way_on_leads_to_cards_once_a_photo_arrived(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    game = reviewed.api.post("/api/games", json={"rules": "remastered-singles", "sides": ["A", "B"]}).json()["id"]
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.goto(f"/games/{game}/rounds/1/sides/1")
        # Whoever has none enters the cards at once.
        page.locator("#to-review", has_text="Enter the cards by hand").tap()
        page.locator("#sheet [data-face='K']").tap()
        page.locator("#added", has_text="Added: king").wait_for()
        page.get_by_role("button", name="Done", exact=True).tap()
        page.get_by_role("button", name="Enter the cards by hand").tap()
        page.locator("#sheet [data-face='K']").wait_for()
        page.go_back()
        page.route("**/photos", lambda route: route.abort(), times=1)
        page.locator("[data-shows=played] input[type=file]").set_input_files(PHOTO)
        page.get_by_text("No connection: it is sent").wait_for()
        assert page.locator("#to-review.primary").count() == 0
        assert page.inner_text("#to-review") == "Enter the cards by hand"
        page.locator("#to-review.primary", has_text="Look through the cards").wait_for()


def test_what_is_not_sent_yet_is_told_to_need_the_page(desk: "Page", reviewed: Reviewed) -> None:
    desk.goto(side_of(reviewed))
    slow: list[Route] = []
    desk.route("**/photos", lambda route: slow.append(route))
    desk.locator("[data-shows=left] input[type=file]").set_input_files([PHOTO, PHOTO])
    states = desk.locator("[data-shows=left] .state")
    states.first.get_by_text("Being sent: leave this page open").wait_for()
    assert states.last.inner_text() == "Waiting to be sent: leave this page open"
    slow.pop().abort()
    states.first.get_by_text("as soon as there is one. Leave this page open.").wait_for()


def test_a_photo_that_is_read_while_the_connection_is_lost_says_so_until_it_is_there(
    desk: "Page", reviewed: Reviewed, tmp_path: Path
) -> None:
    desk.goto(reviewed.page.removesuffix("/review"))
    desk.route("**/api/photos/*?wait_s=*", lambda route: route.abort())
    # One that nobody read yet, so that it takes a moment.
    photo = picture(tmp_path / "new.png", dark=0.97)
    desk.locator("[data-shows=left] input[type=file]").set_input_files(photo)
    desk.locator("[data-shows=left] .state", has_text="No connection").wait_for()
    desk.unroute("**/api/photos/*?wait_s=*")
    desk.locator("[data-shows=left] .state.good", has_text="cards").wait_for()


def test_of_photos_that_wait_it_is_told_when_those_before_are_read(
    desk: "Page", reviewed: Reviewed, tmp_path: Path
) -> None:
    desk.goto(reviewed.page.removesuffix("/review"))
    # Nobody's word of its own photo arrives: it would come only once that photo is read.
    desk.route("**/api/photos/*?wait_s=*", lambda route: None)
    photos = [picture(tmp_path / f"{number}.png", dark=0.9 + number / 100) for number in range(3)]
    desk.locator("[data-shows=left] input[type=file]").set_input_files(photos)
    last = desk.locator("[data-shows=left] .shot", has_text="2.png").locator(".state")
    last.filter(has_text="before it").wait_for()
    last.filter(has_text="Being read").wait_for()


def test_a_photo_that_a_full_disk_had_no_room_for_is_sent_again(desk: "Page", reviewed: Reviewed) -> None:
    full = {"error": {"code": "disk", "say": "the server cannot keep this: its disk is full", "where": ""}}
    desk.goto(side_of(reviewed))
    desk.route("**/photos", lambda route: route.fulfill(status=507, json=full), times=1)
    desk.locator("[data-shows=left] input[type=file]").set_input_files(PHOTO)
    desk.get_by_text("The server cannot keep this: its disk is full").wait_for()
    desk.locator("[data-shows=left] .state.good").wait_for()


def test_a_tap_that_comes_twice_says_no_yes(chromium: "Browser", server: Running, reviewed: Reviewed) -> None:
    with device(chromium, server, "phone") as context:
        page = context.new_page()
        page.goto(side_of(reviewed))
        yes = page.get_by_role("dialog").get_by_role("button", name="Delete")
        gone = page.get_by_role("button", name="Delete played-1.jpg")
        gone.click()
        place = yes.bounding_box()
        page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
        yes.wait_for(state="detached")
        box = gone.bounding_box()
        assert place is not None
        assert box is not None
        # The photo's own button is laid where the question's will be.
        page.evaluate("([x, y]) => scrollBy(x, y)", [0, box["y"] - place["y"]])
        box = gone.bounding_box()
        assert box is not None
        for _ in range(2):
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        yes.wait_for()
        assert len(reviewed.state()["photos"]) == 1
        yes.click()
        page.locator(".shot", has_text="played-1.jpg").wait_for(state="detached")


def test_who_leaves_while_a_photo_is_being_sent_is_asked_in_plain_words(desk: "Page", reviewed: Reviewed) -> None:
    desk.goto(side_of(reviewed))
    held: list[Route] = []
    desk.route("**/photos", lambda route: held.append(route), times=1)
    desk.locator("[data-shows=left] input[type=file]").set_input_files(PHOTO)
    desk.get_by_text("Being sent: leave this page open").wait_for()
    asked = desk.get_by_role("dialog").filter(has_text="1 photo is not sent yet. Who leaves this page now loses it.")
    desk.locator("#to-review").click()
    asked.get_by_role("button", name="Cancel").click()
    asked.wait_for(state="detached")
    assert desk.url.endswith(side_of(reviewed))
    held[0].continue_()
    desk.locator("[data-shows=left] .state.good").wait_for()
    desk.locator("#to-review").click()
    desk.wait_for_url(f"**{reviewed.page}")


def test_a_photo_of_an_agreed_round_shows_something_else_only_once_that_is_said(
    desk: "Page", reviewed: Reviewed
) -> None:
    agree(reviewed.api, reviewed.game)
    desk.goto(side_of(reviewed))
    shows = desk.get_by_label("What played-1.jpg shows")
    asked = desk.get_by_role("dialog").filter(has_text="When it shows something else, everyone has to agree again.")
    for answer, then in (("Cancel", "played"), ("Change it: agree again", "fanned")):
        shows.select_option("fanned")
        asked.get_by_role("button", name=answer).click()
        asked.wait_for(state="detached")
        desk.locator(f"[data-shows={then}] .shot", has_text="played-1.jpg").wait_for()
        assert shows.input_value() == then


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("large.jpg", "large.jpg has 30.1 MB; at most 30 are taken"),
        ("clip.mp4", "clip.mp4 is a video, and cards are read in photos only. Take a photo in its place."),
    ],
    ids=["large", "video"],
)
def test_a_file_that_would_be_refused_is_named_and_not_sent(
    chromium: "Browser", server: Running, reviewed: Reviewed, tmp_path: Path, name: str, told: str
) -> None:
    large = tmp_path / name
    with large.open("wb") as file:
        file.truncate(30_010_000)
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.goto(side_of(reviewed))
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        page.locator("[data-shows=left] input[type=file]").set_input_files(large)
        page.get_by_text(told).wait_for()
        assert sent == []
        page.get_by_role("button", name="Take it off the list").press("Enter")
        assert page.locator("[data-shows=left] .shot").count() == 0
        assert page.evaluate("document.activeElement.matches('[data-shows=left] input')")


def marks(rects: "Locator") -> list[list[float]]:
    """Return where rectangles are drawn in the photo, as x1 y1 x2 y2 in px."""
    read = "all => all.map((one) => ['x', 'y', 'width', 'height'].map((name) => Number(one.getAttribute(name))))"
    return [[x, y, x + width, y + height] for x, y, width, height in rects.evaluate_all(read)]


def side_of(reviewed: Reviewed) -> str:
    return reviewed.page.removesuffix("/review")


def send(page: "Page", shows: str, path: Path) -> "Locator":
    """Choose a photo as a person does; return its place in the list once it was read."""
    page.locator(f"[data-shows={shows}] input[type=file]").set_input_files(path)
    shot = page.locator(f"[data-shows={shows}] .shot", has_text=path.name)
    shot.locator(".state.good").wait_for()
    return shot
