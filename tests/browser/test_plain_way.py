"""What a person who never saw the pages is told: what to do next, what is still open, and what a wrong file was."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from handfoot.web.texts import load_texts
from tests.browser.conftest import PHOTO, Reviewed, Running, device, opened
from tests.browser.steps import MOST_TABS, changed, first_card

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def edit(reviewed: Reviewed, **what: str) -> None:
    """Make an edit as another device would."""
    draft = "/api" + reviewed.page.removesuffix("/review") + "/draft"
    made = {"edit": what, "on": reviewed.state()["sequence"], "deed": what["kind"]}
    sent = reviewed.api.post(f"{draft}/edits", json=made)
    assert sent.status_code == 200, sent.text


def test_a_score_with_a_problem_is_not_called_ready_to_agree_to(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    edit(reviewed, kind="set_face", card=first_card(reviewed)["id"], face="6")
    with device(chromium, server, "phone") as context:
        page = opened(context, reviewed)
        while reviewed.state()["score"]["questions"]:
            changed(page, page.locator("#questions .answer, #questions [data-key='q-right']").first.tap)
        assert reviewed.state()["score"]["problems"]
        assert "before you agree" in page.inner_text("#interval-note")
        look = page.get_by_role("button", name="Look at what is in doubt")
        look.tap()
        page.wait_for_function(
            "() => document.querySelector('#doubts .problem').getBoundingClientRect().bottom < innerHeight"
        )
        # The keyboard goes there, too, and at once for whoever wants nothing to move.
        page.emulate_media(reduced_motion="reduce")
        page.evaluate("scrollTo(0, 0)")
        look.focus()
        there = page.evaluate("""() => {
          document.activeElement.click();
          const { activeElement: now } = document;
          return [now.textContent, now.getBoundingClientRect().bottom < innerHeight];
        }""")
        assert there == ["Not as the rules have it", True]
        changed(page, page.locator("#undo").tap)


def test_nothing_is_called_beyond_doubt_while_a_question_is_open(phone: "Page", reviewed: Reviewed) -> None:
    phone.get_by_text("Nothing beyond the questions.").wait_for()
    assert phone.get_by_text("Nothing is in doubt.").count() == 0
    while reviewed.state()["score"]["questions"]:
        changed(phone, phone.locator("#questions .answer, #questions [data-key='q-right']").first.tap)
    phone.get_by_text("Nothing is in doubt.").wait_for()


def test_the_score_stands_on_one_line_beside_undo_and_redo(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    edit(reviewed, kind="set_face", card=first_card(reviewed)["id"], face="6")
    with device(chromium, server, "small phone") as context:
        page = opened(context, reviewed)
        changed(page, page.locator("#undo").tap)
        page.locator("#redo:enabled").wait_for()
        lines = "one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
        assert page.locator("#interval").evaluate(lines) < 1.5
        assert page.get_by_role("button", name="Undo").is_visible()


def squared(reviewed: Reviewed) -> dict[str, Any]:
    """Say that a pile is a squared book; returns the pile as it was."""
    pile = next(pile for pile in reviewed.state()["piles"] if len(pile["cards"]) > 2)
    edit(reviewed, kind="set_kind", pile=pile["id"], to="dirty")
    return pile


def asked_about_it(page: "Page") -> None:
    """Leave questions for later until the squared book is asked about."""
    while not page.locator("#questions [data-key='q-spread']").count():
        page.locator("[data-key='q-later']").tap()


def test_a_squared_book_is_shown_where_it_is_asked_about_and_may_be_none(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    pile = squared(reviewed)
    with device(chromium, server, "small phone") as context:
        page = opened(context, reviewed)
        asked_about_it(page)
        assert page.locator("#questions .peek-card").count() == len(pile["cards"])
        changed(page, page.locator("[data-key='q-spread']").tap)
        now = next(one for one in reviewed.state()["piles"] if one["id"] == pile["id"])
        assert now["kind"] == "meld"


def test_the_next_question_is_in_sight_whatever_the_length_of_the_last(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    squared(reviewed)
    with device(chromium, server, "small phone") as context:
        page = opened(context, reviewed)
        page.set_viewport_size({"width": 360, "height": 560})
        asked_about_it(page)
        changed(page, page.locator("[data-key='q-spread']").tap)
        heading, bar = (page.locator(part).bounding_box() for part in ("#questions-title", ".bar"))
        assert heading and bar
        assert bar["y"] + bar["height"] <= heading["y"] < 280


def test_a_card_is_changed_with_its_piece_of_the_photo_in_sight(small_phone: "Page", reviewed: Reviewed) -> None:
    small_phone.locator(f"#piles [data-card='{first_card(reviewed)['id']}']").tap()
    peek, right = small_phone.locator("#sheet .peek"), small_phone.locator("#sheet .primary")
    assert peek.locator(".peek-index").count() == 1
    for part in (peek, right):
        assert part.evaluate("one => one.getBoundingClientRect().bottom < innerHeight")


def test_an_agreed_round_says_so_in_sight_and_an_empty_side_is_named_before(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.goto(f"/games/{reviewed.game}/rounds/1")
        page.get_by_text("Nothing was photographed yet of: Jon").wait_for()
        # Ben's questions are told of beside it.
        assert page.get_by_text("Something is still open.").is_visible()
        page.get_by_role("button", name=re.compile("^Ben agrees")).tap()
        page.get_by_text("Ben agreed").wait_for()
        page.get_by_role("button", name=re.compile("^Jon agrees")).tap()
        counts = page.locator(".notice", has_text="This round is agreed and counts.")
        counts.wait_for()
        page.wait_for_function("() => scrollY === 0")
        assert counts.evaluate("one => one.getBoundingClientRect().bottom < innerHeight")


def test_the_way_on_stays_in_sight_once_a_photo_is_there(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        onward = "document.getElementById('to-review').getBoundingClientRect().bottom <= innerHeight"
        page.goto(f"/games/{reviewed.game}/rounds/1/sides/2")
        page.get_by_role("link", name="Enter the cards by hand").wait_for()
        assert not page.evaluate(onward)
        page.goto(f"/games/{reviewed.game}/rounds/1/sides/1")
        page.locator("[data-shows=played] .state.good").wait_for()
        assert page.evaluate("scrollY") == 0
        assert page.evaluate(onward)


COVERED = """() => {
  const now = document.activeElement;
  const box = (now.closest("label") ?? now).getBoundingClientRect();
  const top = document.elementFromPoint(Math.max(1, (box.left + box.right) / 2), (box.top + box.bottom) / 2);
  const clear = top !== null && (now.contains(top) || top.contains(now));
  return [now === document.body, clear ? "" : now.outerHTML.slice(0, 120)];
}"""


def covered(page: "Page", key: str) -> list[str]:
    """Return what a key goes to on its way through a page though something lies over it."""
    found = []
    for _ in range(MOST_TABS):
        page.keyboard.press(key)
        is_round, over = page.evaluate(COVERED)
        if is_round:
            return found
        found += [over] if over else []
    raise AssertionError(f"{key} does not get through {page.url}")


@pytest.mark.parametrize("size", [(1024, 768), (320, 568)], ids=["tablet", "old phone"])
def test_nothing_that_the_keyboard_goes_to_lies_under_what_stays_in_sight(
    desk: "Page", reviewed: Reviewed, size: tuple[int, int]
) -> None:
    desk.set_viewport_size({"width": size[0], "height": size[1]})
    desk.locator("details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    # Beside the lists the tabs of the photos stay in sight, too.
    desk.evaluate("scrollTo(0, 250)")
    below = "() => innerWidth < 1000 || tabs.getBoundingClientRect().top >= document.querySelector('.bar').offsetHeight"
    desk.wait_for_function(below)
    desk.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert covered(desk, "Shift+Tab") == []
    desk.goto(reviewed.page.removesuffix("/review"))
    desk.wait_for_selector(".shot[data-photo]")
    assert covered(desk, "Tab") == []


def test_scripts_count_as_the_server_does(desktop: "Page") -> None:
    desktop.goto("/")
    texts = load_texts()
    counting = {key: re.findall(r"\{(\w+)", text) for key, text in texts.by_key.items() if "|" in text}
    assert len(counting) > 5
    for number in (0, 1, 2):
        asked = [[key, dict.fromkeys(names, number)] for key, names in counting.items()]
        said = desktop.evaluate(
            "async (all) => { const { say } = await import('/texts.js'); return all.map((one) => say(...one)); }", asked
        )
        assert said == [texts.say(key, **dict.fromkeys(names, number)) for key, names in counting.items()]


def test_who_signs_out_without_a_network_is_told(chromium: "Browser", server: Running) -> None:
    with device(chromium, server, "phone") as context:
        page = context.new_page()
        page.goto("/connect")
        context.set_offline(True)
        page.get_by_role("button", name="Sign this device out").tap()
        page.locator("#told.shown", has_text="The server does not answer").wait_for()
        context.set_offline(False)
        page.get_by_role("button", name="Sign this device out").tap()
        page.get_by_role("button", name="Use this machine").wait_for()


def test_a_file_that_is_no_photo_and_a_photo_without_cards_are_told_as_such(
    chromium: "Browser", server: Running, reviewed: Reviewed, tmp_path: Path
) -> None:
    (tmp_path / "rules.pdf").write_bytes(b"%PDF-1.4\n%%EOF")
    carpet = np.random.default_rng(1).normal(120, 20, (600, 800, 3)).clip(0, 255).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "carpet.jpg"), carpet)
    with device(chromium, server, "phone") as context:
        page = context.new_page()
        page.goto(f"/games/{reviewed.game}/rounds/1/sides/1")
        chosen = page.locator("[data-shows=left] input[type=file]")
        chosen.set_input_files([tmp_path / "rules.pdf", tmp_path / "carpet.jpg"])
        wrong = page.locator(".shot", has_text="not a JPEG, PNG, WebP or HEIC image")
        wrong.wait_for()
        told = wrong.locator(".state").inner_text()
        assert told.startswith("Not a JPEG")
        assert told.endswith("Take this photo again, or choose another.")
        # Its name stands once, above what is wrong with it.
        assert wrong.inner_text().count("rules.pdf") == 1
        assert wrong.locator("img").get_attribute("src") is None
        wrong.get_by_role("button", name="Take it off the list").tap()
        assert wrong.count() == 0
        page.locator(".shot .state.bad", has_text="No card was found").wait_for()
        assert page.locator("[data-shows=played] .shot", has_text=PHOTO.name).count() == 1
