"""A side's round reviewed in a real browser: by mouse, by finger and by keyboard."""

from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from tests.browser.conftest import PHOTO, WIDEST_AND_NARROWEST, Axe, Reviewed, Running, device, opened
from tests.browser.steps import changed, first_card, held, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Locator, Page, Route

SMALLEST_TARGET_PX = 44

AFTER_HOLD_MS = 750
"""So long what is new under a finger cannot be pressed, and a little longer."""


def answers_of(asked: "Locator") -> list[str]:
    """Return the keys of the answers that a question offers, in their order."""
    return [str(key) for key in asked.locator(".answer").evaluate_all("all => all.map((one) => one.dataset.key)")]


def spot(page: "Page", x: float, y: float) -> tuple[float, float]:
    """Return where a point of the photo is on the screen."""
    page.locator("#stage").scroll_into_view_if_needed()
    found = page.evaluate(
        """([x, y]) => {
          const drawing = document.querySelector('.drawing');
          const point = new DOMPoint(x, y).matrixTransform(drawing.getScreenCTM());
          return [point.x, point.y];
        }""",
        [x, y],
    )
    return found[0], found[1]


def index_of(card: dict[str, Any]) -> tuple[float, float]:
    """Return a point of the photo just beside a card's index, which is what shows of it."""
    a, b, _, d = card["quad"]
    x, y = (a[i] + 0.2 * (b[i] - a[i]) + 0.1 * (d[i] - a[i]) for i in (0, 1))
    return x, y


def counting_in(state: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the cards of a draft that count, as far as a photo shows them."""
    counting = {*(card for pile in state["piles"] for card in pile["cards"]), *state["red_threes"], *state["left"]}
    return [one for one in state["cards"] if one["quad"] and one["id"] in counting]


def test_a_tapped_card_is_changed_and_stays_changed_after_a_reload(desk: "Page", reviewed: Reviewed) -> None:
    card = first_card(reviewed)
    desk.mouse.click(*spot(desk, *index_of(card)))
    likely = desk.locator("#sheet [data-likely]").first
    face = likely.get_attribute("data-likely")
    changed(desk, likely.click)
    assert (reviewed.face(card["id"]), face != card["face"]) == (face, True)
    score = desk.inner_text("#interval")
    desk.reload()
    desk.wait_for_selector(".drawing .card.mine")
    assert desk.inner_text("#interval") == score


def test_every_face_is_within_reach(desk: "Page", reviewed: Reviewed) -> None:
    card = first_card(reviewed)
    desk.click(f"#piles [data-card='{card['id']}']")
    assert desk.locator("#sheet [data-face]").count() == 15
    changed(desk, lambda: desk.click("#sheet [data-face='W50']"))
    assert reviewed.face(card["id"]) == "W50"


def test_a_missed_card_is_added_where_its_place_is_tapped(desk: "Page", reviewed: Reviewed) -> None:
    desk.mouse.click(*spot(desk, 15, 15))
    desk.select_option("#add-where", "")
    changed(desk, lambda: desk.click("#sheet [data-face='5']"))
    added = reviewed.state()["cards"][-1]
    assert (added["face"], added["source"]) == ("5", "person")
    assert sum(x for x, _ in added["quad"]) / 4 == pytest.approx(15, abs=8)


def without_photos(reviewed: Reviewed) -> Reviewed:
    """Return another game, of whose first side there is no photo."""
    wanted = {"rules": "remastered-singles", "sides": ["Ben", "Jon"]}
    return Reviewed(reviewed.api, reviewed.api.post("/api/games", json=wanted).json()["id"])


def test_cards_entered_by_hand_lie_with_their_rank_and_the_sheet_stays(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    bare = without_photos(reviewed)
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.goto(bare.page)
        page.locator("#add-card").tap()
        for face in ("K", "K", "Q", "K", "K", "R3"):
            changed(page, page.locator(f"#sheet [data-face='{face}']").tap)
        page.get_by_text("Added: 4 × king, queen, red 3").wait_for()
        page.get_by_role("button", name="Done", exact=True).tap()
        assert not page.locator("#sheet").is_visible()
        # The button that opened it was drawn anew meanwhile, and the keyboard goes on from there.
        page.wait_for_function("() => document.activeElement.id === 'add-card'")
        state = bare.state()
        assert [pile["name"] for pile in state["piles"]] == ["kings", "queens"]
        assert len(state["red_threes"]) == 1


def test_a_wild_entered_by_hand_lies_in_the_pile_that_was_just_entered(desk: "Page", reviewed: Reviewed) -> None:
    bare = without_photos(reviewed)
    desk.goto(bare.page)
    desk.click("#add-card")
    for _ in range(4):
        changed(desk, lambda: desk.click("#sheet [data-face='K']"))
    desk.get_by_label("Where does it belong?").select_option(label="kings")
    for count in (1, 2):
        changed(desk, lambda: desk.click("#sheet [data-face='W20']"))
        desk.get_by_text(f"Added: 4 × king, {'2 × ' * (count > 1)}20 wild or 2").wait_for()
    assert [len(pile["cards"]) for pile in bare.state()["piles"]] == [6]


def test_wilds_entered_by_hand_one_after_the_other_are_one_book(desk: "Page", reviewed: Reviewed) -> None:
    made = reviewed.api.post("/api/games", json={"rules": "bain", "sides": ["North", "South"]}).json()
    bare = Reviewed(reviewed.api, made["id"])
    desk.goto(bare.page)
    desk.click("#add-card")
    for face in ("W20", "W50", "W50", "W20", "K", "W20", "W20", "W50"):
        changed(desk, lambda face=face: desk.click(f"#sheet [data-face='{face}']"))
    state = bare.state()
    assert [pile["name"] for pile in state["piles"]] == ["wilds", "kings"]
    assert state["score"]["best"] == 1000 + 4 * 20 + 3 * 50 + 10
    # No two photos show them.
    desk.get_by_role("button", name="Done", exact=True).click()
    desk.get_by_role("button", name="Change pile: wilds").click()
    desk.locator("#sheet #join-with").wait_for()
    assert desk.locator("#sheet #same-as").count() == 0
    desk.keyboard.press("Escape")
    # Nor does one show what is wrong with them: the pile itself is opened.
    changed(desk, lambda: bare.edit(kind="new_pile", cards=state["piles"][0]["cards"][:3]))
    desk.locator("#doubts .problem", has_text="Wilds lie unfinished").get_by_role("button", name="Show").click()
    desk.locator("#sheet #join-with").wait_for()


def test_an_eighth_card_of_a_full_book_begins_another_pile_and_a_slip_is_taken_back(
    desk: "Page", reviewed: Reviewed
) -> None:
    made = reviewed.api.post("/api/games", json={"rules": "bain", "sides": ["North", "South"]}).json()
    bare = Reviewed(reviewed.api, made["id"])
    desk.goto(bare.page)
    desk.click("#add-card")
    for _ in range(10):
        changed(desk, lambda: desk.click("#sheet [data-face='K']"))
    changed(desk, lambda: desk.click("#sheet [data-face='Q']"))
    desk.get_by_text("Added: 10 × king, queen").wait_for()
    changed(desk, lambda: desk.get_by_role("button", name="Take the last one back").click())
    desk.get_by_text("Added: 10 × king", exact=True).wait_for()
    where = desk.get_by_label("Where does it belong?")
    assert {"1. kings", "2. kings"} <= set(where.locator("option").all_inner_texts())
    where.select_option(label="By itself")
    changed(desk, lambda: desk.click("#sheet [data-face='A']"))
    assert where.locator("option:checked").inner_text() == "aces"
    state = bare.state()
    assert [len(pile["cards"]) for pile in state["piles"]] == [7, 3, 1]
    assert state["removed"] == []
    assert state["score"]["best"] == 570 + 30 + 20


def test_a_card_entered_by_hand_and_taken_back_is_told_where_the_keyboard_stays(
    desk: "Page", reviewed: Reviewed
) -> None:
    desk.locator("#add-card").press("Enter")
    for face in ("K", "Q"):
        changed(desk, lambda face=face: desk.locator(f"#sheet [data-face='{face}']").press("Enter"))
    back = desk.get_by_role("button", name="Take the last one back")
    for told in ("Taken back: queen. Added: king", "Taken back: king"):
        changed(desk, lambda: back.press("Enter"))
        desk.wait_for_function("told => document.getElementById('added').textContent === told", arg=told)
        assert desk.evaluate("document.activeElement.textContent") == "Take the last one back"
    assert back.get_attribute("aria-disabled") == "true"
    sequence = reviewed.state()["sequence"]
    back.press("Enter")
    assert reviewed.state()["sequence"] == sequence


def test_cards_entered_by_hand_faster_than_the_server_answers_lie_with_their_rank(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    bare = without_photos(reviewed)
    with device(chromium, server, "phone") as context:
        page = context.new_page()
        page.goto(bare.page)
        page.locator("#add-card").tap()
        page.evaluate("""() => {
            for (const face of ["K", "7", "K", "R3", "K", "7", "W20", "W20"]) {
                document.querySelector(`#sheet [data-face="${face}"]`).click();
            }
        }""")
        page.get_by_text("Added: 3 × king, 2 × 7, red 3").wait_for()
        page.wait_for_selector("#review[data-sequence='8']")
        state = bare.state()
        assert [(pile["name"], len(pile["cards"])) for pile in state["piles"]] == [
            ("kings", 3),
            ("7s", 2),
            ("2 20-wilds", 2),
        ]
        assert len(state["red_threes"]) == 1


def test_cards_entered_by_hand_as_the_network_went_lie_with_their_rank_once_it_is_back(
    desk: "Page", reviewed: Reviewed
) -> None:
    before = reviewed.pile("kings")["cards"]
    desk.route("**/draft/edits", lambda route: route.abort())
    desk.get_by_role("button", name="Add a card without a photo").click()
    desk.evaluate("""() => {
        for (const face of ["K", "5", "5"]) document.querySelector(`#sheet [data-face="${face}"]`).click();
    }""")
    desk.wait_for_selector("#unsaved:not([hidden])")
    assert "Waiting: " in desk.locator("#unsaved-what").inner_text()
    # Neither does one card lie over the next to be tapped.
    assert desk.evaluate("""() => [...document.querySelectorAll("#sheet .faces .face")].every((one) => {
        const { left, right, top } = one.getBoundingClientRect();
        const button = one.parentElement.getBoundingClientRect();
        return left >= button.left && right <= button.right && top >= button.top;
    })""")
    desk.unroute("**/draft/edits")
    desk.wait_for_selector("#review[data-sequence='3']")
    assert len(reviewed.pile("kings")["cards"]) == len(before) + 1
    assert [len(pile["cards"]) for pile in reviewed.state()["piles"] if pile["name"] == "5s"] == [2]


def test_a_change_that_the_server_fails_at_each_time_can_be_left_and_holds_back_none_behind_it(
    desk: "Page", reviewed: Reviewed
) -> None:
    broken = {"error": {"code": "broken", "say": "something broke in the server", "where": ""}}

    def fail(route: "Route") -> None:
        if route.request.post_data_json["edit"].get("fact") == "went_out":
            route.fulfill(status=500, json=broken)
        else:
            route.continue_()

    desk.route("**/draft/edits", fail)
    desk.clock.install()
    with desk.expect_response("**/draft/edits"):
        desk.locator("[data-key='went_out-true']").click()
    desk.locator("#unsaved-what", has_text="Something broke in the server.").wait_for()
    with desk.expect_response("**/draft/edits"):
        desk.locator("[data-key='perfect_deals-1']").click()
    leave = desk.get_by_role("button", name="Do not make this change: this side went out")
    for _ in range(3):
        assert not leave.is_visible()
        with desk.expect_response("**/draft/edits"):
            desk.clock.run_for(3000)
    leave.click()
    desk.wait_for_selector("#review[data-sequence='1']")
    desk.locator("#unsaved").wait_for(state="hidden")
    assert not leave.is_visible()
    facts = reviewed.state()["facts"]
    assert (facts["went_out"], facts["perfect_deals"]) == (None, 1)


def test_cards_entered_by_hand_without_a_network_are_kept_and_the_sheet_stays(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    bare = without_photos(reviewed)
    with device(chromium, server, "phone") as context:
        page = context.new_page()
        broken: list[str] = []
        page.on("pageerror", lambda error: broken.append(str(error)))
        page.goto(bare.page)
        page.locator("#add-card").tap()
        context.set_offline(True)
        for face, told in (("K", "king"), ("K", "2 × king"), ("Q", "2 × king, queen")):
            page.locator(f"#sheet [data-face='{face}']").tap()
            page.locator("#added", has_text=f"Added: {told}").wait_for()
        assert (
            page.locator("#add-waits").inner_text().startswith("The server does not answer. What you changed is kept")
        )
        page.locator("#take-last").tap()
        page.get_by_text("Taken back: queen. Added: 2 × king").wait_for()
        context.set_offline(False)
        page.locator("#add-waits").wait_for(state="hidden")
        page.get_by_role("button", name="Done", exact=True).tap()
        assert [(pile["name"], len(pile["cards"])) for pile in bare.state()["piles"]] == [("kings", 2)]
        assert broken == []


def test_an_answer_that_broke_off_on_its_way_is_asked_for_again(desk: "Page", reviewed: Reviewed) -> None:
    def break_off(route: "Route") -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.body()[:500])

    before = len(reviewed.pile("kings")["cards"])
    desk.route("**/draft/edits", break_off, times=1)
    desk.click("#add-card")
    desk.click("#sheet [data-face='K']")
    desk.wait_for_selector("#review[data-sequence='1']")
    desk.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('unsent'))")
    assert len(reviewed.pile("kings")["cards"]) == before + 1
    assert not desk.locator("#unsaved").is_visible()


def test_turned_the_phone_shows_the_whole_photo_again(phone: "Page", reviewed: Reviewed) -> None:
    phone.set_viewport_size({"width": 844, "height": 390})
    phone.wait_for_function("() => document.querySelector('#stage').clientHeight < 300")
    phone.wait_for_timeout(300)
    assert phone.locator("#stage").get_attribute("data-zoom") == "1.00"
    drawn = "document.querySelector('.drawing').viewBox.baseVal"
    width, height = phone.evaluate(f"[{drawn}.width, {drawn}.height]")
    photo = reviewed.state()["photos"][0]
    # All of it, as large as there is room for.
    assert min(width / photo["width"], height / photo["height"]) == pytest.approx(1, rel=0.02)


def test_while_the_cards_are_fetched_something_turns(chromium: "Browser", server: Running, reviewed: Reviewed) -> None:
    turns = "getComputedStyle(document.getElementById('interval'), '::before').animationName"
    with device(chromium, server, "phone") as context:
        page = context.new_page()
        with held(page, "**/draft"):
            page.goto(reviewed.page)
            page.get_by_text("Fetching the cards").wait_for()
            assert page.evaluate(turns) == "turn"
        page.wait_for_selector(".drawing .card")
        assert page.evaluate(turns) == "none"


def test_a_phone_on_its_side_has_the_photo_beside_the_questions_below_one_line(
    phone: "Page", reviewed: Reviewed
) -> None:
    phone.set_viewport_size({"width": 740, "height": 360})
    phone.mouse.wheel(0, 300)
    phone.wait_for_function("() => scrollY > 250")
    # Before and after a change, which brings the buttons that take it back and make it again.
    for _ in range(2):
        bar, stage, asked = (phone.locator(part).bounding_box() for part in (".bar", "#stage", "#questions"))
        assert bar is not None
        assert stage is not None
        assert asked is not None
        assert bar["height"] < 60
        assert stage["x"] + stage["width"] < asked["x"]
        assert bar["y"] + bar["height"] <= stage["y"] < stage["y"] + stage["height"] <= 360
        changed(phone, lambda: reviewed.edit(kind="set_fact", fact="perfect_deals", value=1))
    # However low the window is, no button beside the photo is cut off.
    phone.set_viewport_size({"width": 640, "height": 260})
    phone.wait_for_function("""() => document.querySelector('.zoom :last-child').getBoundingClientRect().bottom
        <= document.querySelector('#stage').getBoundingClientRect().bottom""")


def test_labels_of_many_small_piles_can_be_read_and_all_are_there_from_near(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    for card in [card for pile in reviewed.state()["piles"] for card in pile["cards"][1:]]:
        reviewed.edit(kind="new_pile", cards=[card])
    piles = sum(1 + bool(pile["again"]) for pile in reviewed.state()["piles"])
    with device(chromium, server, "small phone") as context:
        page = opened(context, reviewed)
        labels = page.locator(".pile-tag:not(:has(.red3))")
        assert labels.count() > piles / 2
        for _ in range(3):
            boxes = page.locator(".pile-tag").evaluate_all(
                "all => all.map((one) => one.getBoundingClientRect().toJSON())"
            )
            assert min(box["height"] for box in boxes) > 14
            assert [
                (one, other)
                for one, other in combinations(boxes, 2)
                if min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1
                and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1
            ] == []
            page.locator("[data-key='zoom_in']").tap()
        assert labels.count() == piles


def test_a_label_that_is_wider_than_the_photo_is_not_cut(phone: "Page", reviewed: Reviewed) -> None:
    def longer(route: "Route") -> None:
        state = reviewed.state()
        state["piles"][0]["name"] *= 6
        route.fulfill(json=state)

    phone.route("**/draft", longer)
    phone.reload()
    phone.wait_for_selector(".pile-tag")
    ends = phone.locator(".pile-tag rect").evaluate_all(
        "all => all.flatMap(({ x, width }) => [x.baseVal.value, x.baseVal.value + width.baseVal.value])"
    )
    (photo,) = reviewed.state()["photos"]
    assert 0 <= min(ends) <= max(ends) <= photo["width"] + 1


def test_a_tap_on_a_label_beside_its_cards_opens_the_pile(phone: "Page", reviewed: Reviewed) -> None:
    phone.locator("#stage").scroll_into_view_if_needed()
    name = reviewed.pile("kings")["name"]
    box = phone.locator(".pile-tag", has_text=name).bounding_box()
    assert box is not None
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 3)
    phone.get_by_role("heading", name=f"Pile: {name}").wait_for()


def test_a_card_is_removed_moved_and_brought_back_by_undo(desk: "Page", reviewed: Reviewed) -> None:
    card, begun = first_card(reviewed)["id"], desk.inner_text("#interval")
    desk.click(f"#piles [data-card='{card}']")
    changed(desk, lambda: desk.click("#sheet [data-key='remove']"))
    assert reviewed.state()["removed"] == [card]
    changed(desk, lambda: desk.click("#undo"))
    assert desk.inner_text("#interval") == begun
    target = next(pile for pile in reviewed.state()["piles"] if card not in pile["cards"])
    desk.click(f"#piles [data-card='{card}']")
    desk.click("#sheet summary")
    changed(desk, lambda: desk.click(f"#sheet [data-to='{target['id']}']"))
    assert card in next(pile for pile in reviewed.state()["piles"] if pile["id"] == target["id"])["cards"]
    changed(desk, lambda: desk.click("#undo"))
    changed(desk, lambda: desk.click("#redo"))
    assert reviewed.state()["can_redo"] is False


def test_the_keyboard_goes_on_from_the_piles_where_a_card_was_removed(desk: "Page", reviewed: Reviewed) -> None:
    one, other = (card["id"] for card in counting_in(reviewed.state())[:2])
    desk.locator(f"#piles [data-card='{one}']").press("Enter")
    changed(desk, lambda: desk.get_by_role("button", name="Remove this card").press("Enter"))
    assert desk.evaluate("document.activeElement.id") == "piles-title"
    # Also where another phone did it, while its sheet was open.
    desk.locator(f"#piles [data-card='{other}']").press("Enter")
    changed(desk, lambda: reviewed.edit(kind="remove_card", card=other))
    desk.keyboard.press("Escape")
    desk.wait_for_function("() => document.activeElement.id === 'piles-title'")


def test_a_message_over_what_a_finger_wants_goes_away_by_a_tap(small_phone: "Page") -> None:
    changed(small_phone, small_phone.locator("[data-key='went_out-true']").tap)
    # By itself it would go after five seconds.
    small_phone.evaluate("() => { const after = setTimeout; setTimeout = (go, ms) => ms >= 5000 || after(go, ms); }")
    changed(small_phone, small_phone.locator("#undo").tap)
    told = small_phone.locator("#told.shown", has_text="Taken back: this side went out")
    told.tap()
    told.wait_for(state="detached")


def test_what_was_taken_back_is_no_longer_told_once_it_is_made_again(desk: "Page") -> None:
    changed(desk, lambda: desk.click("[data-key='went_out-true']"))
    desk.evaluate("() => { const after = setTimeout; setTimeout = (go, ms) => ms >= 5000 || after(go, ms); }")
    told = desk.locator("#told.shown", has_text="Taken back: this side went out")
    for redo in (lambda: desk.click("#redo"), lambda: desk.keyboard.press("Control+Shift+Z")):
        changed(desk, lambda: desk.click("#undo"))
        told.wait_for()
        changed(desk, redo)
        assert told.count() == 0


def test_a_removed_card_is_brought_back_by_the_first_button_of_its_sheet(desk: "Page", reviewed: Reviewed) -> None:
    card = first_card(reviewed)["id"]
    reviewed.edit(kind="remove_card", card=card)
    desk.reload()
    desk.click("[data-key=removed] summary")
    desk.click(f"[data-key=removed] [data-card='{card}']")
    assert desk.locator("#sheet .primary").all_inner_texts() == ["Bring it back as a pile of its own"]
    changed(desk, lambda: desk.click("#sheet .primary"))
    assert (reviewed.state()["removed"], reviewed.state()["piles"][-1]["cards"]) == ([], [card])


def test_answers_narrow_the_score_until_nothing_is_open(desk: "Page", reviewed: Reviewed) -> None:
    widths = []
    while (score := reviewed.state()["score"])["questions"]:
        widths.append(score["high"] - score["low"])
        changed(desk, desk.locator("#questions .answer, #questions [data-key='q-right']").first.click)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 0
    assert "points" in desk.inner_text("#interval")
    assert " to " not in desk.inner_text("#interval")


def test_what_was_read_as_a_card_face_down_is_said_to_be_one_by_one_tap(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    card = first_card(reviewed)["id"]
    ask = "does a card lie face down here, or a squared book that is too dark to be read?"
    question = {"asks": "card", "ask": ask, "width": 300, "cards": [card], "piles": [], "faces": []}

    def doubt(route: "Route") -> None:
        state = reviewed.state()
        if state["sequence"] == 0:
            state["score"] |= {"low": 500, "high": 800, "questions": [question]}
            state["face_down"] = [card]
            next(one for one in state["cards"] if one["id"] == card)["face"] = None
        route.fulfill(json=state)

    with device(chromium, server, "small phone") as context:
        context.route("**/draft", doubt)
        page = opened(context, reviewed)
        asked = page.locator("#questions")
        assert answers_of(asked) == [
            "q-down",
            "q-other",
        ]
        asked.locator("[data-key='q-other']").tap()
        assert page.locator("#sheet [data-face]").count() == 15
        page.keyboard.press("Escape")
        changed(page, asked.locator("[data-key='q-down']").tap)
        assert next(one for one in reviewed.state()["cards"] if one["id"] == card)["touched"]


def test_a_doubtful_card_is_asked_for_first_on_a_phone_and_answered_by_one_tap(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    card = first_card(reviewed)["id"]
    question = {"asks": "card", "ask": "is this a 4 or no card at all?", "width": 300, "cards": [card], "piles": []}

    def doubt(route: "Route") -> None:
        state = reviewed.state()
        if state["sequence"] == 0:
            state["score"] |= {"low": 500, "high": 800, "questions": [{**question, "faces": ["4", None]}]}
        route.fulfill(json=state)

    with device(chromium, server, "small phone") as context:
        context.route("**/draft", doubt)
        page = opened(context, reviewed)
        asked = page.locator("#questions")
        assert asked.evaluate("one => one.getBoundingClientRect().top < innerHeight / 2")
        assert answers_of(asked) == [
            *(f"q-{face}" for face in (reviewed.face(card), "4")),
            "q-none",
            "q-other",
        ]
        assert asked.locator(".peek .peek-index").count() == 1
        # Others of its face that count are ringed: it may be another end of one of those.
        alike = [
            one for one in counting_in(reviewed.state()) if one["face"] == reviewed.face(card) and one["id"] != card
        ]
        assert asked.locator(".peek .peek-counted").count() == len(alike) > 0
        assert asked.locator("[data-key='q-none']").inner_text() == "No card of its own"
        leave = asked.locator("[data-key='q-leave']")
        assert leave.inner_text().endswith("500 to 800")
        assert leave.get_attribute("href") == reviewed.page.split("/sides")[0]
        # What can be pressed looks like it.
        borders = "all => all.map((one) => getComputedStyle(one).borderTopColor)"
        assert len(set(asked.locator("button, a.button").evaluate_all(borders))) == 1
        asked.locator("[data-key='q-other']").tap()
        assert page.locator("#sheet [data-face]").count() == 15
        page.keyboard.press("Escape")
        changed(page, asked.locator("[data-key='q-4']").tap)
        assert reviewed.face(card) == "4"


def test_rings_are_spoken_of_only_where_one_is_in_sight(desk: "Page", reviewed: Reviewed) -> None:
    def opened(card: str) -> bool:
        desk.locator(f"#piles [data-card='{card}']").click()
        desk.locator("#sheet .peek-counted").first.wait_for(state="attached")
        said = desk.get_by_text("White rings show others like it").is_visible()
        desk.keyboard.press("Escape")
        return said

    beside, away = reviewed.pile("9s")["cards"][0], reviewed.pile("kings")["cards"][0]
    assert opened(beside)
    # The other 9s lie elsewhere on the table.
    changed(desk, lambda: reviewed.edit(kind="set_face", card=away, face="9"))
    changed(desk, lambda: reviewed.edit(kind="new_pile", cards=[away]))
    assert not opened(away)


def test_the_doubtful_cards_of_a_photo_are_checked_at_one_look(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    cards = [one["id"] for one in reviewed.state()["cards"] if one["quad"]][:3]
    question = {"asks": "check", "ask": "are these 3 as they were read: …?", "width": 300, "cards": cards, "piles": []}

    def doubt(route: "Route") -> None:
        state = reviewed.state()
        if state["sequence"] == 0:
            state["score"] |= {"low": 500, "high": 800, "questions": [{**question, "faces": []}]}
        route.fulfill(json=state)

    with device(chromium, server, "small phone") as context:
        context.route("**/draft", doubt)
        page = opened(context, reviewed)
        asked = page.locator("#questions")
        assert asked.locator(".to-check .peek").count() == len(cards)
        assert asked.locator(".to-check .read-as").count() == len(cards)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        asked.locator(f"[data-key='q-{cards[1]}']").tap()
        assert page.locator("#sheet [data-face]").count() == 15
        page.keyboard.press("Escape")
        context.set_offline(True)
        asked.locator("[data-key='q-right']").tap()
        page.locator("#unsaved-what", has_text="Waiting: 3 cards are right.").wait_for()
        changed(page, lambda: context.set_offline(False))
        assert {one["touched"] for one in reviewed.state()["cards"] if one["id"] in cards} == {True}


@pytest.mark.parametrize(("width", "height"), [(180, 370), (320, 640), (390, 844)])
def test_every_photo_can_be_chosen_at_sight_on_a_phone(
    chromium: "Browser", server: Running, reviewed: Reviewed, width: int, height: int
) -> None:
    def more(route: "Route") -> None:
        state = reviewed.state()
        state["photos"] += [{**state["photos"][0], "id": shows, "shows": shows} for shows in ("fanned", "left")]
        route.fulfill(json=state)

    with device(chromium, server, "small phone") as context:
        context.route("**/draft", more)
        page = opened(context, reviewed)
        page.set_viewport_size({"width": width, "height": height})
        tabs = page.locator("#tabs button")
        assert tabs.count() == 3
        for tab in tabs.all():
            box = tab.bounding_box()
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= width


def test_cards_that_another_photo_shows_are_counted_once_by_one_tap(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    cards, like, *_ = (pile["cards"] for pile in reviewed.state()["piles"] if len(pile["cards"]) > 2)
    ask = "kings lie in played-1.jpg and in played-2.jpg: are they the same cards? Both are counted"
    question = {"asks": "again", "ask": ask, "width": 300, "cards": cards, "piles": [], "doubt": "one", "like": like}

    def doubt(route: "Route") -> None:
        state = reviewed.state()
        if state["sequence"] == 0:
            state["score"] |= {"low": 500, "high": 800, "questions": [question]}
            state["photos"].insert(0, {**state["photos"][0], "id": "none", "name": "played-2.jpg"})
        route.fulfill(json=state)

    with device(chromium, server, "small phone") as context:
        context.route("**/draft", doubt)
        page = opened(context, reviewed)
        # The first photo that shows cards is shown, and the files have the names of their tabs.
        assert page.locator("#tabs [aria-pressed=true]").inner_text().startswith("Cards on the table 2")
        asked = page.locator("#questions")
        told = "Kings lie in “Cards on the table 2” and in “Cards on the table 1”: are they"
        assert asked.locator(".ask").inner_text().startswith(told)
        assert asked.locator(".to-check .peek").count() == len(cards) + len(like)
        assert answers_of(asked) == [
            "q-same",
            "q-others",
        ]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        changed(page, asked.locator("[data-key='q-same']").tap)
        assert set(cards) <= set(reviewed.state()["again"])


def test_beside_what_may_be_no_card_stands_what_another_photo_shows_of_its_face(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    card, *others = next(pile["cards"] for pile in reviewed.state()["piles"] if len(pile["cards"]) > 2)
    question = {"asks": "card", "ask": "is there really a king here?", "width": 300, "cards": [card], "piles": []}
    other: dict[str, object] = {"id": "other"}

    def doubt(route: "Route") -> None:
        state = reviewed.state()
        (photo,) = state["photos"]
        state["photos"].append(photo | other)
        for one in state["cards"]:
            one |= {"photo": "other"} if one["id"] in others else {"others": [None]} if one["id"] == card else {}
        state["score"] |= {"low": 500, "high": 800, "questions": [{**question, "faces": [None]}]}
        route.fulfill(json=state)

    with device(chromium, server, "small phone") as context:
        context.route("**/draft", doubt)
        context.route("**/photos/other/picture*", lambda route: route.fulfill(path=PHOTO))
        page = opened(context, reviewed)
        asked = page.locator("#questions")
        asked.get_by_text("“Cards on the table 2” shows these, and they count already.").wait_for()
        assert [lot.locator(".peek-card").count() for lot in asked.locator(".peek").all()] == [1, len(others)]
        assert asked.locator("[data-key='q-none']").inner_text() == "No card of its own"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # A picture that was deleted shows nothing to compare with.
        other["deleted_at"] = "2026-01-01T12:00:00Z"
        page.reload()
        asked.get_by_role("button", name="No card here").wait_for()
        assert asked.locator(".peek").count() == 1 and "count already" not in asked.inner_text()


def test_what_a_photo_shows_is_asked_first_where_its_cards_lie_otherwise(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    (photo,) = reviewed.state()["photos"]
    said = reviewed.api.patch(f"/api/photos/{photo['id']}", json={"shows": "left"})
    assert said.status_code == 200, said.text
    with device(chromium, server, "small phone") as context:
        page = opened(context, reviewed)
        asked = page.locator("#questions")
        assert asked.locator("h2").inner_text() == "First: what does “Cards left” show?"
        assert answers_of(asked) == ["q-other-role", "q-same-role"]
        assert asked.locator(".peek").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert "are they really cards left?" not in page.inner_text("#doubts")
        # Put off, the other questions come first; it is among what to look at then.
        asked.locator("[data-key='q-later']").tap()
        page.locator("#questions h2:not(:has-text('First'))").wait_for()
        assert "are they really cards left?" in page.inner_text("#doubts")
        page.reload()
        page.wait_for_timeout(AFTER_HOLD_MS)
        broken: list[str] = []
        page.on("pageerror", lambda error: broken.append(str(error)))
        # Without a network the answer waits as any other does.
        context.set_offline(True)
        asked.locator("[data-key='q-other-role']").tap()
        page.locator("#unsaved-what", has_text="shows cards on the table").wait_for()
        page.locator("#questions h2:not(:has-text('First'))").wait_for()
        assert "are they really cards left?" not in page.inner_text("#doubts")
        changed(page, lambda: context.set_offline(False))
        assert broken == []
        assert [one["shows"] for one in reviewed.state()["photos"]] == ["played"]
        assert not reviewed.state()["left"]
        # It is taken back and made again as any other, too.
        for step, shows in (("undo", "left"), ("redo", "played")):
            changed(page, page.locator(f"#{step}").tap)
            assert [one["shows"] for one in reviewed.state()["photos"]] == [shows]


def test_a_photo_that_shows_what_it_was_taken_as_is_not_asked_about_again(desk: "Page", reviewed: Reviewed) -> None:
    (photo,) = reviewed.state()["photos"]
    reviewed.api.patch(f"/api/photos/{photo['id']}", json={"shows": "left"})
    same = desk.locator("[data-key='q-same-role']")
    same.wait_for()
    desk.context.set_offline(True)
    same.click()
    desk.locator("#unsaved-what", has_text=f"Waiting: {photo['name']} shows cards left.").wait_for()
    changed(desk, lambda: desk.context.set_offline(False))
    desk.locator("#questions h2:not(:has-text('First'))").wait_for()
    assert [one["settled"] for one in reviewed.state()["doubts"] if one["code"] == "looks_played"] == [True]


def test_which_kind_a_book_is_of_is_answered_by_one_tap(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    pile = next(pile for pile in reviewed.state()["piles"] if pile["kind"] != "meld")
    kinds = [pile["kind"], "meld"]
    ask = "is this king the top of a dirty book, a clean book or none?"
    question = {"asks": "kind", "ask": ask, "width": 300, "cards": pile["cards"], "piles": [pile["id"]]}

    def doubt(route: "Route") -> None:
        state = reviewed.state()
        if state["sequence"] == 0:
            state["score"] |= {"low": 500, "high": 800, "questions": [{**question, "kinds": kinds}]}
        route.fulfill(json=state)

    with device(chromium, server, "small phone") as context:
        context.route("**/draft", doubt)
        page = opened(context, reviewed)
        asked = page.locator("#questions")
        assert answers_of(asked) == [*(f"q-{kind}" for kind in kinds)]
        assert asked.locator(".peek").count() >= 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        changed(page, asked.locator("[data-key='q-meld']").tap)
        assert next(one["kind"] for one in reviewed.state()["piles"] if one["id"] == pile["id"]) == "meld"


def test_a_pile_is_turned_to_a_book_and_its_cards_are_said(desk: "Page", reviewed: Reviewed) -> None:
    pile = next(pile for pile in reviewed.state()["piles"] if pile["kind"] == "meld")
    change = f"[data-key='change-{pile['id']}']"
    desk.click(change)
    assert desk.locator("#sheet [data-kind='meld']").evaluate("chosen => getComputedStyle(chosen).opacity") == "1"
    changed(desk, lambda: desk.click("#sheet [data-kind='dirty']"))
    desk.click(change)
    desk.click("#sheet [data-key='pile-cards-more'], #sheet [data-key='pile-count-more']")
    changed(desk, lambda: desk.click("#sheet [data-key='pile-right']"))
    said = next(one for one in reviewed.state()["piles"] if one["id"] == pile["id"])
    assert (said["kind"], said["count"]) == ("dirty", 8)


def test_a_line_lights_its_cards_and_shows_its_clause(desk: "Page", reviewed: Reviewed) -> None:
    lines = reviewed.state()["score"]["lines"]
    place = next(number for number, line in enumerate(lines) if line["reason"] == "cards")
    desk.click(f"[data-key='line-{place}']")
    lit = desk.locator(".drawing .card.lit").evaluate_all("cards => cards.map((card) => card.dataset.card)")
    assert set(lit) == set(lines[place]["cards"])
    assert lines[place]["clause"] in desk.inner_text("#lines .clause")


def test_the_photo_is_zoomed_and_moved_by_wheel_buttons_and_keys(desk: "Page") -> None:
    stage = desk.locator("#stage")

    def zoom() -> float:
        return float(stage.get_attribute("data-zoom") or 0)

    assert zoom() == 1
    desk.click("[data-key='zoom_in']")
    by_button = zoom()
    stage.focus()
    desk.keyboard.press("+")
    by_key = zoom()
    box = desk.locator(".drawing").get_attribute("viewBox")
    desk.keyboard.press("ArrowRight")
    assert desk.locator(".drawing").get_attribute("viewBox") != box
    stage.hover()
    desk.mouse.wheel(0, -300)
    desk.wait_for_function("was => Number(document.querySelector('#stage').dataset.zoom) > was", arg=by_key)
    assert 1 < by_button < by_key
    desk.keyboard.press("0")
    assert zoom() == 1


def test_with_the_keyboard_alone_a_card_is_changed_and_a_question_answered(desk: "Page", reviewed: Reviewed) -> None:
    card = first_card(reviewed)["id"]

    def tab_to(found: str) -> None:
        for _ in range(400):
            desk.keyboard.press("Tab")
            if desk.evaluate("found => document.activeElement.matches(found)", found):
                return
        raise AssertionError(f"{found} is not reached with Tab")

    desk.evaluate("document.querySelector('#main').focus()")
    tab_to("#questions button.answer, #questions [data-key='q-right']")
    changed(desk, lambda: desk.keyboard.press("Enter"))
    tab_to(f"#piles [data-card='{card}']")
    desk.keyboard.press("Enter")
    tab_to("#sheet [data-face='A']")
    changed(desk, lambda: desk.keyboard.press("Enter"))
    assert reviewed.face(card) == "A"
    assert desk.evaluate("document.activeElement.dataset.card") == card
    changed(desk, lambda: desk.keyboard.press("Control+z"))
    assert reviewed.state()["can_redo"] is True


def overtaken_at(reviewed: Reviewed) -> Callable[["Route"], None]:
    """Let another phone's change arrive while this one's is on its way."""

    def overtake(route: "Route") -> None:
        reviewed.edit(kind="set_fact", fact="went_out", value=True)
        route.continue_()

    return overtake


def test_of_two_phones_the_slower_is_told_and_may_still_change(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    with device(chromium, server, "phone") as context:
        slow = opened(context, reviewed)
        slow.route("**/edits", overtaken_at(reviewed), times=1)
        slow.click("[data-key='perfect_deals-1']")
        slow.wait_for_selector("#sheet-title")
        assert slow.locator("#sheet p").all_inner_texts() == [
            "Changed meanwhile: this side went out",
            "Your change was not made: perfect deals: 1",
        ]
        slow.click("#sheet .primary")
        slow.wait_for_selector("#review[data-sequence='2']")
        facts = reviewed.state()["facts"]
        assert (facts["went_out"], facts["perfect_deals"]) == (True, 1)


def test_a_change_made_without_a_network_is_sent_when_it_is_back(phone: "Page", reviewed: Reviewed) -> None:
    phone.context.set_offline(True)
    # While nothing waits the page says that it may be old, below what stays in sight.
    lost = phone.get_by_text("No connection: this may be old.")
    lost.wait_for()
    assert lost.evaluate(
        "one => one.getBoundingClientRect().top >= document.getElementById('undo').getBoundingClientRect().bottom"
    )
    phone.click("[data-key='went_out-true']")
    phone.wait_for_selector("#unsaved:not([hidden])")
    assert not lost.is_visible()
    # It is told in sight of whoever pressed, however far down that was.
    phone.locator("#history").scroll_into_view_if_needed()
    assert phone.locator("#unsaved").evaluate("one => one.getBoundingClientRect().top >= 0")
    assert phone.locator("#unsaved").evaluate("one => one.getBoundingClientRect().bottom < innerHeight / 2")
    assert reviewed.state()["sequence"] == 0
    phone.context.set_offline(False)
    # A reload loses nothing either: the change waits in the browser.
    phone.reload()
    phone.wait_for_selector("#review[data-sequence='1']")
    assert reviewed.state()["facts"]["went_out"] is True


def test_what_is_answered_without_a_network_is_shown_as_given_and_asked_no_more(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    with device(chromium, server, "phone") as context:
        page = opened(context, reviewed)
        asked = page.locator("#questions .ask")
        context.set_offline(True)
        page.locator("[data-key='went_out-false']").tap()
        page.locator("[data-key='went_out-false'][aria-pressed=true]").wait_for()
        while asked.count():
            before = asked.inner_text()
            assert "go out" not in before
            page.locator("#questions :is(.answer, .steppers .primary)").first.tap()
            page.wait_for_function("was => document.querySelector('#questions .ask')?.textContent !== was", arg=before)
        assert page.get_by_text("All are answered.").is_visible()
        page.get_by_role("button", name="Undo").tap()
        page.locator("#questions .ask", has_text=before).wait_for()
        assert reviewed.state()["sequence"] == 0
        context.set_offline(False)
        page.locator("#unsaved").wait_for(state="hidden")
        assert reviewed.state()["facts"]["went_out"] is False
        assert asked.inner_text() == before


def test_a_fact_that_was_unsaid_without_a_network_is_asked_again_and_one_made_again_is_not(
    phone: "Page", reviewed: Reviewed
) -> None:
    asked = phone.locator("#questions .ask", has_text="go out")
    yes, again = (
        phone.locator("[data-key='went_out-true']"),
        phone.locator("[data-key='went_out-true'][aria-pressed=true]"),
    )
    while not asked.count():
        phone.locator("#questions [data-key='q-later']").click()
        phone.wait_for_timeout(AFTER_HOLD_MS)
    phone.context.set_offline(True)
    yes.click()
    asked.wait_for(state="detached")
    yes.click()
    while not asked.count():
        phone.locator("#questions [data-key='q-later']").click()
        phone.wait_for_timeout(AFTER_HOLD_MS)
    assert again.count() == 0
    yes.click()
    again.wait_for()
    phone.get_by_role("button", name="Undo").click()
    again.wait_for(state="detached")
    phone.get_by_role("button", name="Redo").click()
    again.wait_for()
    assert asked.count() == 0
    phone.context.set_offline(False)
    phone.locator("#unsaved").wait_for(state="hidden")
    assert reviewed.state()["facts"]["went_out"] is True


def test_answers_are_taken_while_a_server_that_did_not_answer_is_asked_again_and_a_reload_asks_none_of_them(
    desk: "Page", reviewed: Reviewed
) -> None:
    desk.on("dialog", lambda dialog: dialog.accept())
    asked = desk.locator("#questions .ask")
    answer = desk.locator("#questions :is(.answer, .steppers .primary)").first

    def answered() -> str:
        before = asked.inner_text()
        answer.click()
        desk.wait_for_function("was => document.querySelector('#questions .ask')?.textContent !== was", arg=before)
        desk.wait_for_timeout(AFTER_HOLD_MS)
        return before

    tries: list[Route] = []

    def unheard(route: "Route") -> None:
        tries.append(route)
        # All but the first are swallowed.
        if len(tries) == 1:
            route.abort()

    desk.route("**/draft/edits", unheard)
    first = answered()
    while len(tries) < 2:
        desk.wait_for_timeout(100)
    # Longer than a change may be on its way before it is told.
    desk.wait_for_timeout(1200)
    assert desk.locator("#questions").get_attribute("aria-busy") != "true"
    second = answered()
    assert "2 changes wait" in desk.locator("#unsaved").inner_text()
    desk.route("**/draft/edits", lambda route: route.abort())
    desk.reload()
    desk.locator("#unsaved", has_text="2 changes wait").wait_for()
    assert asked.inner_text() not in {first, second}
    desk.unroute("**/draft/edits")
    desk.wait_for_selector("#review[data-sequence='2']")


def test_a_change_that_is_long_on_its_way_says_so(chromium: "Browser", server: Running, reviewed: Reviewed) -> None:
    with device(chromium, server, "phone") as context:
        page = opened(context, reviewed)
        with held(page, "**/draft/edits"):
            question = page.locator("#questions .answer").first
            question.tap()
            page.get_by_text("Saving …").wait_for()
            assert question.is_visible()
        page.wait_for_selector("#review[data-sequence='1']")
        page.get_by_text("Saving …").wait_for(state="hidden")


def test_a_change_of_somebody_without_the_pin_waits_until_it_is_given(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    with device(chromium, server, "phone", signed_in=False) as context:
        page = opened(context, reviewed)
        page.click("[data-key='went_out-true']")
        page.wait_for_url("**/connect?then=*")
        assert reviewed.state()["sequence"] == 0
        assert context.request.post("/api/session", data={"pin": server.pin}).ok
        page.goto(reviewed.page)
        page.wait_for_selector("#review[data-sequence='1']")
        assert reviewed.state()["facts"]["went_out"] is True


@pytest.mark.parametrize("size", WIDEST_AND_NARROWEST)
def test_it_fits_every_screen_with_large_targets_and_no_fault_of_access(
    chromium: "Browser", server: Running, reviewed: Reviewed, axe: Axe, size: str
) -> None:
    with device(chromium, server, size) as context:
        page = opened(context, reviewed)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = page.locator("main button:visible, main .button:visible, main summary:visible").evaluate_all(
            "(found, least) => found.map((one) => one.getBoundingClientRect())"
            ".filter((box) => box.width < least || box.height < least).length",
            SMALLEST_TARGET_PX,
        )
        assert small == 0
        # No button lies over the photo.
        drawn, zoom = (page.locator(part).bounding_box() for part in (".drawing", ".zoom"))
        assert drawn is not None
        assert zoom is not None
        assert drawn["x"] + drawn["width"] <= zoom["x"] or drawn["y"] + drawn["height"] <= zoom["y"]
        assert axe.faults(page) == {}
        page.locator("#piles .chip").first.click()
        page.wait_for_selector("#sheet[open]")
        assert axe.faults(page) == {}
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_was_answered_is_told_in_high_contrast_too(phone: "Page") -> None:
    phone.emulate_media(forced_colors="active")
    yes, no = (phone.locator(f"[data-key='went_out-{said}']") for said in ("true", "false"))
    changed(phone, yes.tap)
    answered, other = (one.evaluate("one => getComputedStyle(one).borderTopWidth") for one in (yes, no))
    assert answered != other


def test_on_a_phone_a_finger_changes_the_card_that_it_taps(small_phone: "Page", reviewed: Reviewed) -> None:
    # Of a fan, so that a label of another card is nearer to the finger than its own.
    pile = next(pile["cards"] for pile in reviewed.state()["piles"] if len(pile["cards"]) > 2)
    for card in (card for card in reviewed.state()["cards"] if card["id"] in pile):
        small_phone.touchscreen.tap(*spot(small_phone, *index_of(card)))
        changed(small_phone, small_phone.locator("#sheet [data-likely]").first.tap)
        assert reviewed.face(card["id"]) != card["face"]


def test_two_fingers_bring_the_photo_closer_and_open_nothing(phone: "Page") -> None:
    x, y = spot(phone, 1000, 700)
    fingers = phone.context.new_cdp_session(phone)
    for kind, apart in (("touchStart", 30), ("touchMove", 60), ("touchMove", 90), ("touchEnd", 0)):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}] if apart else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    phone.wait_for_function("() => Number(document.querySelector('#stage').dataset.zoom) > 1.5")
    assert not phone.locator("#sheet").is_visible()


def test_one_finger_on_the_whole_photo_goes_on_down_the_page(phone: "Page") -> None:
    phone.locator("#stage").scroll_into_view_if_needed()
    x, y = spot(phone, 1000, 700)
    before = phone.evaluate("scrollY")
    fingers = phone.context.new_cdp_session(phone)
    for kind, up in (("touchStart", 0), *(("touchMove", up) for up in range(20, 220, 20)), ("touchEnd", 0)):
        points = [] if kind == "touchEnd" else [{"x": x, "y": y - up}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    phone.wait_for_function(f"() => scrollY > {before} + 100")
    assert not phone.locator("#sheet").is_visible()


def test_advice_for_a_better_photo_stands_beside_it(desk: "Page", server: Running, reviewed: Reviewed) -> None:
    picture = cv2.imread(str(PHOTO))
    assert picture is not None
    dark = cv2.imencode(".jpg", (picture * 0.25).astype(np.uint8))[1].tobytes()
    side = f"/api/games/{reviewed.game}/rounds/1/sides/1/photos"
    photo = reviewed.api.post(side, files={"photo": ("dark.jpg", dark)}, data={"shows": "left"}).json()["id"]
    desk.click(f"[data-key='photo-{photo}']")
    desk.wait_for_selector("#advice li")
    assert "too dark" in desk.inner_text("#advice")
    # Whoever looked says that nothing was overlooked.
    desk.reload()
    desk.click(f"[data-key='photo-{reviewed.state()['photos'][0]['id']}']")
    row = desk.locator("#doubts .doubt", has_text="cards may be overlooked")
    row.get_by_role("button", name="Show").click()
    assert desk.get_attribute(f"[data-key='photo-{photo}']", "aria-pressed") == "true"
    row.get_by_role("button", name="All cards are here").click()
    row.wait_for(state="detached")
    assert [one["code"] for one in reviewed.state()["doubts"] if one["settled"]] == ["too_dark"]


def test_a_finger_that_taps_twice_answers_one_question(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    cards = [one["id"] for one in reviewed.state()["cards"] if one["quad"]][:2]
    ask = "is this a 4 or no card at all?"

    def doubt(route: "Route") -> None:
        """Two questions stand open; an answer takes the first of them away."""
        answer = route.fetch()
        state = answer.json()
        open_now = cards[state["sequence"] :]
        asked = {"asks": "card", "ask": ask, "width": 300, "piles": [], "faces": ["4", None]}
        state["score"] |= {"low": 500, "high": 800, "questions": [{**asked, "cards": [card]} for card in open_now]}
        route.fulfill(response=answer, json=state)

    with device(chromium, server, "small phone") as context:
        context.route("**/draft*", doubt)
        context.route("**/draft/edits", doubt)
        page = opened(context, reviewed)
        box = page.locator("#questions [data-key='q-4']").bounding_box()
        assert box is not None
        place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        # The second tap comes as soon after the next question as a finger is.
        page.evaluate("""() => new MutationObserver(() => setTimeout(() => {
            window.focused = document.activeElement.id;
            document.querySelector("#questions [data-key='q-4']").dispatchEvent(
                new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 }));
        }, 200)).observe(document.getElementById("review"), { attributeFilter: ["data-sequence"] })""")
        changed(page, lambda: page.touchscreen.tap(*place))
        page.wait_for_timeout(1200)
        assert page.evaluate("window.focused") == "questions-title"
        assert (reviewed.state()["sequence"], reviewed.face(cards[0])) == (1, "4")
        changed(page, page.locator("#questions [data-key='q-4']").tap)
        assert reviewed.face(cards[1]) == "4"


def test_a_photo_without_cards_asks_in_words_that_fit(chromium: "Browser", server: Running, reviewed: Reviewed) -> None:
    game = reviewed.api.post("/api/games", json={"rules": "remastered-singles", "sides": ["A", "B"]}).json()["id"]
    bare = Reviewed(reviewed.api, game)
    cloth = cv2.imencode(".jpg", np.full((900, 1200, 3), 150, np.uint8))[1].tobytes()
    side = f"/api/games/{game}/rounds/1/sides/1/photos"
    photo = bare.api.post(side, files={"photo": ("cloth.jpg", cloth)}, data={"shows": "left"}).json()["id"]
    while bare.api.get(f"/api/photos/{photo}?wait_s=25").json()["state"] == "waiting":
        pass
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.goto(bare.page)
        page.locator("#doubts li", has_text="No card was found").wait_for()
        changed(page, page.get_by_role("button", name="There is none").tap)
        page.get_by_text("Nothing beyond the questions.").wait_for()


def test_after_a_side_agreed_the_keyboard_goes_on_where_it_was(desk: "Page", reviewed: Reviewed) -> None:
    desk.goto(f"/games/{reviewed.game}/rounds/1")
    desk.get_by_role("button", name="Ben agrees").press("Enter")
    desk.get_by_text("Ben agreed").wait_for()
    focused = "() => document.activeElement.id === 'agree-title'"
    desk.wait_for_function(focused)
    # It stays there when the page is exchanged since somebody changed something.
    reviewed.edit(kind="set_fact", fact="went_out", value=True)
    desk.get_by_role("button", name="Ben agrees").wait_for()
    assert desk.evaluate(focused)


def test_whoever_taps_twice_agrees_for_one_side_and_takes_nothing_back(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.goto(f"/games/{reviewed.game}/rounds/1")
        agrees = page.get_by_role("button", name="Ben agrees")
        agrees.scroll_into_view_if_needed()
        # As soon as the page was exchanged whatever can be pressed is pressed, as by a second tap.
        page.evaluate("""() => new MutationObserver(() => setTimeout(() => {
            const tap = () => new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 });
            document.querySelectorAll("button.agree, button.withdraw").forEach((one) => one.dispatchEvent(tap()));
        }, 100)).observe(document.getElementById("main"), { childList: true })""")
        agrees.tap()
        page.get_by_text("Ben agreed").wait_for()
        page.wait_for_timeout(600)
        sides = reviewed.api.get(f"/api/games/{reviewed.game}/rounds/1/agreement").json()["sides"]
        assert [side["agreed"] for side in sides] == [True, False]


def test_whatever_is_pressed_while_a_change_is_on_its_way_is_kept(desk: "Page", reviewed: Reviewed) -> None:
    before = reviewed.state()
    desk.get_by_role("button", name="Add a card without a photo").click()
    desk.evaluate("""() => {
        for (const face of ["4", "5", "6", "W50"]) document.querySelector(`#sheet [data-face="${face}"]`).click();
    }""")
    desk.get_by_text("Added: 4, 5, 6, 50 wild or joker").wait_for()
    desk.keyboard.press("Escape")
    added = [one["face"] for one in reviewed.state()["cards"][len(before["cards"]) :]]
    assert added == ["4", "5", "6", "W50"]
    desk.evaluate("""() => {
        document.querySelector("[data-key='went_out-true']").click();
        document.querySelector("[data-key='perfect_deals-1']").click();
    }""")
    desk.wait_for_selector(f"#review[data-sequence='{before['sequence'] + 6}']")
    facts = reviewed.state()["facts"]
    assert (facts["went_out"], facts["perfect_deals"]) == (True, 1)


@pytest.mark.parametrize(
    ("size", "letters"),
    [((195, 422), "125%"), ((390, 844), "250%"), ((390, 844), "125%")],
    ids=["zoom", "letters", "phone"],
)
def test_what_waits_for_the_network_covers_little_of_the_window_however_much_it_is(
    phone: "Page", size: tuple[int, int], letters: str
) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.evaluate("letters => (document.documentElement.style.fontSize = letters)", letters)
    phone.context.set_offline(True)
    for key in ("went_out-true", "perfect_deals-1", "went_out-false", "went_out-true"):
        phone.locator(f"[data-key='{key}']").click()
    phone.locator("#unsaved", has_text="Not saved yet: 4 changes wait.").wait_for()
    assert "Waiting: this side went out; perfect deals: 1" in phone.locator("#unsaved-what").inner_text()
    phone.locator("#history").scroll_into_view_if_needed()
    phone.wait_for_function(
        "() => Math.max(0, document.querySelector('.bar').getBoundingClientRect().bottom) < 0.3 * innerHeight"
    )
    # Nor does it lie over what the keyboard or a script goes to.
    clear = """one => {
      one.scrollIntoView();
      return one.getBoundingClientRect().top >= document.querySelector('.bar').getBoundingClientRect().bottom;
    }"""
    assert phone.locator("[data-key='went_out-true']").evaluate(clear)


def test_what_is_not_saved_is_asked_about_and_told_on_the_rounds_page(desk: "Page", reviewed: Reviewed) -> None:
    asked: list[str] = []

    def leave(dialog: "Dialog") -> None:
        asked.append(dialog.type)
        dialog.accept()

    desk.on("dialog", leave)
    desk.route("**/draft/edits", lambda route: route.abort())
    desk.click("[data-key='went_out-true']")
    desk.wait_for_selector("#unsaved:not([hidden])")
    desk.goto(f"/games/{reviewed.game}/rounds/1")
    assert asked == ["beforeunload"]
    told = desk.locator("[data-unsent]:visible")
    assert told.inner_text().startswith("A change made on this device is not saved yet")
    assert reviewed.state()["facts"]["went_out"] is None
    desk.unroute("**/draft/edits")
    desk.get_by_role("link", name="Open it to send it Ben").click()
    desk.wait_for_selector("#review[data-sequence='1']")
    desk.goto(f"/games/{reviewed.game}/rounds/1")
    desk.locator("#agree-title").wait_for()
    assert told.count() == 0
    assert reviewed.state()["facts"]["went_out"] is True


def test_an_answer_that_a_later_one_overtook_is_not_shown(desk: "Page", reviewed: Reviewed) -> None:
    late: list[Callable[[], None]] = []

    def hold(route: "Route") -> None:
        answer = route.fetch()
        late.append(lambda: route.fulfill(response=answer))

    desk.route("**/draft", hold, times=1)
    reviewed.edit(kind="set_fact", fact="perfect_deals", value=1)
    wait_for(desk, lambda: bool(late))
    assert reviewed.api.delete(f"/api/photos/{reviewed.state()['photos'][0]['id']}").is_success
    desk.locator("#stage").wait_for(state="hidden")
    with desk.expect_response("**/draft"):
        late[0]()
    # What comes of it would have come by then.
    desk.wait_for_timeout(500)
    assert not desk.locator("#stage").is_visible()


def test_a_sheet_that_others_changed_the_card_under_asks(desk: "Page", reviewed: Reviewed) -> None:
    card = first_card(reviewed)
    desk.locator(f"#piles [data-card='{card['id']}']").click()
    desk.locator("#sheet [data-face='9']").wait_for()
    reviewed.edit(kind="set_face", card=card["id"], face="Q")
    desk.wait_for_selector("#review[data-sequence='1']")
    desk.locator("#sheet [data-face='9']").click()
    desk.get_by_role("heading", name="Somebody else was faster").wait_for()
    assert reviewed.face(card["id"]) == "Q"
    changed(desk, desk.get_by_role("button", name="Make my change too").click)
    assert reviewed.face(card["id"]) == "9"


def test_a_change_of_a_card_that_others_removed_is_said_to_count_once_it_is_brought_back(
    desk: "Page", reviewed: Reviewed
) -> None:
    card = first_card(reviewed)
    desk.locator(f"#piles [data-card='{card['id']}']").click()
    desk.locator("#sheet [data-face='9']").wait_for()
    reviewed.edit(kind="remove_card", card=card["id"])
    desk.wait_for_selector("#review[data-sequence='1']")
    desk.locator("#sheet [data-face='9']").click()
    desk.get_by_role("heading", name="Somebody else was faster").wait_for()
    assert "it counts once it is brought back" in desk.locator("#sheet").inner_text()


def test_an_undo_that_another_phone_came_before_asks(desk: "Page", reviewed: Reviewed) -> None:
    changed(desk, lambda: reviewed.edit(kind="set_fact", fact="perfect_deals", value=1))

    desk.route("**/draft/undo", overtaken_at(reviewed), times=1)
    desk.click("#undo")
    desk.get_by_role("heading", name="Somebody else was faster").wait_for()
    assert "undo or redo" in desk.locator("#sheet").inner_text()
    changed(desk, desk.get_by_role("button", name="Make my change too").click)
    assert reviewed.state()["facts"]["went_out"] is None


def test_who_takes_back_the_last_card_entered_by_hand_takes_back_none_that_another_phone_entered_alike(
    desk: "Page", reviewed: Reviewed
) -> None:
    bare = without_photos(reviewed)
    desk.goto(bare.page)
    desk.click("#add-card")
    for face in ("K", "5"):
        changed(desk, lambda face=face: desk.click(f"#sheet [data-face='{face}']"))
    changed(desk, lambda: bare.edit(kind="add_card", face="K"))
    changed(desk, desk.get_by_role("button", name="Take the last one back").click)
    desk.get_by_text("Taken back: 5. Added: king").wait_for()
    assert [pile["name"] for pile in bare.state()["piles"]] == ["kings", "kings"]


def test_an_undo_of_a_change_that_is_refused_then_takes_back_no_other(desk: "Page", reviewed: Reviewed) -> None:
    changed(desk, lambda: reviewed.edit(kind="set_fact", fact="perfect_deals", value=1))
    desk.route("**/draft/edits", lambda route: route.abort())
    desk.locator(f"#piles [data-card='{first_card(reviewed)['id']}']").click()
    desk.locator("#sheet [data-face='4']").click()
    desk.wait_for_selector("#unsaved:not([hidden])")
    desk.click("#undo")
    desk.click("#redo")
    desk.click("#undo")
    assert reviewed.api.delete(f"/api/photos/{reviewed.state()['photos'][0]['id']}").is_success
    desk.unroute("**/draft/edits")
    desk.get_by_text("That card is not here any more").wait_for()
    desk.locator("#unsaved").wait_for(state="hidden")
    assert reviewed.state()["facts"]["perfect_deals"] == 1


def test_what_was_changed_in_a_photo_that_is_gone_is_told_of_once(desk: "Page", reviewed: Reviewed) -> None:
    pile = reviewed.pile("kings")
    for card in pile["cards"][:2]:
        reviewed.edit(kind="set_face", card=card, face="4")
    reviewed.edit(kind="set_kind", pile=pile["id"], to="dirty")
    assert reviewed.api.delete(f"/api/photos/{reviewed.state()['photos'][0]['id']}").is_success
    desk.get_by_text("2 changes: that card is not here any more: its photo is gone").wait_for()
    assert desk.get_by_text("1 change: that pile is not here any more: its photo is gone").is_visible()


def test_a_book_of_which_too_much_was_said_is_put_right_from_what_is_told_of_it(
    desk: "Page", reviewed: Reviewed
) -> None:
    kings = reviewed.pile("kings")["id"]
    changed(desk, lambda: reviewed.edit(kind="set_kind", pile=kings, to="dirty"))
    changed(desk, lambda: reviewed.edit(kind="answer", pile=kings, count=7, w20=3, w50=1))
    problem = desk.locator("#doubts .problem", has_text="4 wilds on 3 kings")
    problem.wait_for()
    assert desk.locator("#doubts h2").all_inner_texts() == ["Not as the rules have it"]
    problem.get_by_role("button", name="Show").click()
    desk.click("#sheet [data-key='pile-w50-less']")
    changed(desk, lambda: desk.click("#sheet [data-key='pile-right']"))
    assert problem.count() == 0


def asked_what_is_in_a_book(page: "Page", reviewed: Reviewed) -> tuple["Locator", "Locator"]:
    """Ask what is in the book that the kings are; return what counts its cards, and the button for one more."""
    changed(page, lambda: reviewed.edit(kind="set_kind", pile=reviewed.pile("kings")["id"], to="dirty"))
    more = page.locator("[data-key='q-w20-more']")
    for _ in range(len(reviewed.state()["score"]["questions"])):
        if more.count():
            break
        page.click("[data-key='q-later']")
    return page.locator("#questions .stepper:has([data-key='q-w20-more']) output"), more


def test_numbers_that_were_refused_can_be_put_right_and_are_gone_after_an_undo(
    desk: "Page", reviewed: Reviewed
) -> None:
    shown, more = asked_what_is_in_a_book(desk, reviewed)
    before = shown.inner_text()
    changed(desk, desk.locator("[data-key='went_out-true']").click)
    for _ in range(9):
        more.click()
    desk.locator("#questions [data-key='q-right']").click()
    desk.locator("#told", has_text="more than the").wait_for()
    assert int(shown.inner_text()) == int(before) + 9
    changed(desk, desk.locator("#undo").click)
    assert shown.inner_text() == before


def test_numbers_being_set_stay_when_others_change_something(desk: "Page", reviewed: Reviewed) -> None:
    shown, more = asked_what_is_in_a_book(desk, reviewed)
    before = int(shown.inner_text())
    more.click()
    changed(desk, lambda: reviewed.edit(kind="set_fact", fact="perfect_deals", value=1))
    assert int(shown.inner_text()) == before + 1
