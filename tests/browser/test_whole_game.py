"""A whole way through by hand: PIN, new game, photos, review, agreement, scoreboard; at three sizes of screen."""

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.browser.conftest import SAMPLES, Running, device
from tests.browser.steps import MOST_TABS, begin_game, check_fits, come_again, sign_in
from tests.serving import client_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

PHOTOS = {
    "Jon": {"played": "played-1.jpg", "left": "left-1.jpg"},
    "Ben": {"played": "played-1.jpg", "fanned": "fanned-1.jpg"},
}


@pytest.mark.parametrize("then", ["//example.com/", "/\\example.com/", "/\t/example.com/", "//:"])
def test_the_pin_leads_back_to_no_page_beyond_the_site(page: "Page", server: Running, then: str) -> None:
    page.goto(f"/connect?then={quote(then)}")
    page.get_by_role("button", name="Use this machine").click()
    page.wait_for_url(f"{server.url}/")


@pytest.mark.parametrize("way", ["typed", "pasted"])
def test_a_pin_given_with_spaces_is_the_pin(desktop: "Page", server: Running, way: str) -> None:
    desktop.goto("/connect")
    # Who sits at the machine is offered one tap in the field's place; a phone is shown the field.
    desktop.locator("#pin-form").evaluate("form => (form.hidden = false)")
    spaced = f" {server.pin[:2]} {server.pin[2:4]}\N{NO-BREAK SPACE}{server.pin[4:]} "
    desktop.locator("#pin").focus()
    give = desktop.keyboard.type if way == "typed" else desktop.keyboard.insert_text
    give(spaced)
    desktop.get_by_role("button", name="Enter", exact=True).click()
    desktop.wait_for_selector("#signed[data-signed=yes]")


@pytest.mark.parametrize("before", ["nobody", "signed in"])
def test_a_page_goes_on_though_the_device_was_signed_in_anew_on_another(
    chromium: "Browser", server: Running, before: str
) -> None:
    refused: list[str] = []

    def refuse(route: "Route") -> None:
        refused.append(route.request.headers["x-handfoot-token"])
        wrong = {"code": "stale_page", "say": "this page is out of date; load it again", "where": ""}
        route.fulfill(status=403, json={"error": wrong})

    def sign_in_anew(context: "BrowserContext") -> None:
        assert context.request.delete("/api/session").ok
        assert context.request.post("/api/session", data={"pin": server.pin}).ok

    with device(chromium, server, "phone", signed_in=before == "signed in") as context:
        page = context.new_page()
        page.goto("/games/new?rules=remastered-singles")
        for number, side in enumerate(("Ann", "Bob"), start=1):
            page.get_by_label(f"Side {number}").fill(side)
        sign_in_anew(context)
        # Where it is refused all the same it is told, and not sent again and again.
        page.route("**/api/games", refuse)
        page.get_by_role("button", name="Start the game").click()
        page.get_by_text("This page is out of date").wait_for()
        assert len(refused) == len(set(refused)) == 2
        page.unroute("**/api/games")
        sign_in_anew(context)
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_selector("#game")


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="no sample tables here")
def test_a_table_gets_from_photos_to_an_agreed_score(page: "Page", server: Running) -> None:
    page.goto("/games/new?rules=remastered-singles")
    page.get_by_label("Side 1").fill("Jon")
    page.get_by_label("Side 2").fill("Ben")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/connect?then=*")
    page.get_by_role("button", name="Use this machine").click()
    page.wait_for_url("**/games/new*")
    assert [page.get_by_label(f"Side {number}").input_value() for number in (1, 2)] == ["Jon", "Ben"]
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("#game")
    check_fits(page)
    page.get_by_role("link", name="Round 1: photos and score").click()
    page.wait_for_selector("#round")
    home = page.url
    for number, (side, photos) in enumerate(PHOTOS.items(), start=1):
        page.get_by_role("link", name=f"Take photos {side}").click()
        for shows, name in photos.items():
            picker = page.locator(f"[data-shows={shows}] input[type=file]")
            picker.set_input_files(SAMPLES / "Table 1" / side / name)
        for shows in photos:
            page.wait_for_selector(f"[data-shows={shows}] .state.good")
        check_fits(page)
        page.get_by_role("link", name="Look through the cards").click()
        page.wait_for_url(f"**/sides/{number}/review")
        page.get_by_role("heading", level=1).wait_for()
        page.goto(home)
        check_fits(page)
    page.get_by_role("button", name=re.compile("^Jon agrees")).click()
    page.get_by_text("Jon agreed").wait_for()
    page.get_by_role("button", name=re.compile("^Ben agrees")).click()
    page.get_by_text("This round is agreed and counts.").wait_for()
    page.get_by_role("link", name="Receipt of the round").click()
    page.get_by_role("heading", name=re.compile("^Jon: ")).wait_for()
    check_fits(page)
    page.get_by_role("link", name="To the scoreboard").click()
    total = page.locator("tfoot td").first.inner_text()
    assert int(re.sub(r"[^\d-]", "", total.replace("−", "-"))) > 0
    check_fits(page)


def test_three_screens_see_and_tell_that_a_round_is_agreed(desktop: "Page", server: Running) -> None:
    sign_in(desktop, server)
    begin_game(desktop, "North", "South")
    game = desktop.url
    board = desktop.context.new_page()
    board.goto(f"{game}/board")
    # A page behind another is slow to press.
    desktop.bring_to_front()
    desktop.goto(f"{game}/rounds/1/sides/1")
    desktop.locator("[data-shows=left] input[type=file]").set_input_files(SAMPLES / "Table 1" / "Jon" / "left-1.jpg")
    desktop.wait_for_selector("[data-shows=left] .state.good")
    desktop.goto(f"{game}/rounds/1")
    other = desktop.context.new_page()
    other.goto(f"{game}/rounds/1")
    desktop.bring_to_front()
    for side, news in (("North", "North agreed"), ("South", "This round is agreed and counts.")):
        desktop.get_by_role("button", name=re.compile(f"^{side} agrees")).click()
        desktop.get_by_text(re.compile(f"{side} agreed|This round is agreed")).first.wait_for()
        # Who does not see the other page hears of it there.
        other.locator("#news", has_text=news).wait_for(state="attached")
        # Who does not see this page hears here that the press did it.
        told = {"North": "Agreed by North. Still to agree: South.", "South": "All agreed: round 1 counts."}
        assert desktop.locator("#told.good").inner_text() == told[side]
    assert desktop.locator("#news").inner_text() == ""
    board.get_by_text("Next: round 2").wait_for()


def test_the_whole_way_is_walked_with_the_keyboard_alone(desktop: "Page", server: Running) -> None:
    sign_in(desktop, server)
    desktop.goto("/")
    press_until(desktop, "New game")
    desktop.wait_for_url("**/games/new")
    press_until(desktop, "Hand & Foot Remastered, singles")
    desktop.wait_for_url("**/games/new?rules=*")
    for name in ("Ann", "Bob"):
        focus_next(desktop, "input[name=side]")
        desktop.keyboard.type(name)
    press_until(desktop, "Start the game")
    desktop.wait_for_selector("#game")
    assert "Ann – Bob" in desktop.get_by_role("heading", level=1).inner_text()
    press_until(desktop, "Round 1: photos and score")
    desktop.wait_for_selector("#round")
    photos = SAMPLES / "Table 1"
    review_by_keyboard(desktop, "Take photos Ann", "played", photos / "Ben" / "played-1.jpg")
    review_by_keyboard(desktop, "Take photos Bob", "left", photos / "Jon" / "left-1.jpg")
    for side in ("Ann", "Bob"):
        desktop.get_by_role("button", name=f"{side} agrees").wait_for()
        press_until(desktop, f"{side} agrees")
        desktop.get_by_text(re.compile(f"{side} agreed|This round is agreed")).first.wait_for()
    desktop.get_by_text("This round is agreed and counts.").wait_for()
    press_until(desktop, "To the scoreboard")
    desktop.wait_for_selector("#game")
    assert desktop.locator("tbody tr").count() == 1


def review_by_keyboard(page: "Page", take: str, shows: str, photo: Path) -> None:
    """Photograph a side, answer what is asked, and go back to the round, without a mouse."""
    press_until(page, take)
    page.wait_for_selector("#photos")
    page.wait_for_load_state()
    choose_by_keyboard(page, f"[data-shows={shows}] input[type=file]", photo)
    page.wait_for_selector(f"[data-shows={shows}] .state.good")
    press_until(page, "Look through the cards")
    page.wait_for_selector(".drawing .card")
    while page.locator("#questions.open").count():
        before = page.get_attribute("#review", "data-sequence")
        focus_next(page, "#questions .answer, #questions [data-key=q-right]")
        page.keyboard.press("Enter")
        page.wait_for_function("before => document.querySelector('#review').dataset.sequence !== before", arg=before)
    press_until(page, "Done: to the round")
    page.wait_for_selector("#round")


def test_a_club_says_what_its_house_decides(page: "Page", server: Running) -> None:
    sign_in(page, server)
    page.goto("/games/new?rules=club")
    for number, side in enumerate(("Ann", "Bob"), start=1):
        page.get_by_label(f"Side {number}").fill(side)
    page.get_by_role("button", name="Add a side").click()
    page.keyboard.type("Cleo")
    needed = page.get_by_role("group", name="Your house decides").locator("input").all()
    assert len(needed) == 8
    page.get_by_role("button", name="Start the game").click()
    # Whoever is sent back to a field that was left out sees what it is called.
    assert needed[0].evaluate("field => field === document.activeElement")
    assert needed[0].evaluate("field => field.labels[0].getBoundingClientRect().top > 0")
    assert needed[0].locator("xpath=..").get_by_text(re.compile("^Points. Rules: ")).is_visible()
    for field in needed:
        field.fill("3")
    red3 = page.get_by_label("Each red 3 left in Hand")
    red3.fill("\N{MINUS SIGN}3oo")
    for number in (90, 200):
        page.get_by_label(f"Round {number}", exact=True).uncheck()
    page.get_by_text("House rules", exact=True).click()
    page.get_by_label("For the player or team that went out").fill("150")
    check_fits(page)
    page.get_by_role("button", name="Start the game").click()
    refusal = "Each red 3 left.*[^.]: “\N{MINUS SIGN}3oo” is no whole number. Write it in digits"
    page.get_by_text(re.compile(refusal)).wait_for()
    assert red3.input_value() == "\N{MINUS SIGN}3oo"
    assert red3.evaluate("field => field === document.activeElement")
    red3.fill("")
    page.keyboard.insert_text("\N{MINUS SIGN}300")
    page.get_by_role("button", name="Start the game").click()
    asked = page.get_by_role("dialog")
    assert asked.get_by_text("Each black 3 left in Hand").inner_text().count("Each ") == 1
    asked.get_by_role("button", name="They are meant so").click()
    page.wait_for_selector("#game")
    page.get_by_text(re.compile("^House rules: .*red 3s left \N{MINUS SIGN}300, .*going out 150")).wait_for()
    game = page.request.get(page.url.replace("/games", "/api/games")).json()
    assert (game["sides"], game["next"]["number"]) == (["Ann", "Bob", "Cleo"], 30)
    assert game["planned"] == [30, 60, 120, 150]
    assert {name: game["settings"][name] for name in ("red3_left", "going_out", "wild_book")} == {
        "red3_left": -300,
        "going_out": 150,
        "wild_book": 3,
    }
    assert "clean_book" not in game["settings"]


def test_a_phone_shows_the_points_of_every_side(chromium: "Browser", server: Running) -> None:
    points = {"Hannelore": 1240, "Wilhelm": 980, "Margarete": -1310, "Jonas-Sebastian": 12620}
    with client_of(server.url, server.pin) as api:
        game = api.post("/api/games", json={"rules": "remastered-singles", "sides": [*points], "name": "Four"}).json()
        assert api.put(f"/api/games/{game['id']}/rounds/1/points", json={"points": points}).is_success
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.goto(f"/games/{game['id']}")
        cells = page.locator(".scoreboard td")
        for cell, side in zip(cells.all(), 2 * [*points], strict=True):
            assert cell.get_attribute("data-side") == side
            assert cell.evaluate("one => one.scrollWidth <= one.clientWidth")
        board = page.locator(".scoreboard").locator("..")
        assert board.evaluate("one => one.scrollWidth <= one.clientWidth")
        total, first = (page.locator(f".scoreboard {part} td").first.bounding_box() for part in ("tfoot", "tbody"))
        assert total is not None and first is not None and total["y"] < first["y"]


def test_an_evening_on_paper_is_entered_as_points_and_the_next_one_begins_as_this_did(
    page: "Page", server: Running
) -> None:
    sign_in(page, server)
    begin_game(page, "Ruth & Walter", "Jo")
    page.get_by_role("link", name="Round 1: photos and score").click()
    fold = page.locator("#by-hand")
    fold.get_by_text("Enter the points by hand").click()
    fold.get_by_label("Points of Ruth & Walter").fill("\N{MINUS SIGN}1 240")
    fold.get_by_label("Points of Jo").fill("980")
    check_fits(page)
    fold.get_by_role("button", name="Keep these points").click()
    page.get_by_text("This round is agreed and counts.").wait_for()
    page.locator("#told.good", has_text="These points count for round 1 now.").wait_for()
    assert page.locator(".sides .number-left").all_inner_texts() == [
        "\N{MINUS SIGN}1\N{NARROW NO-BREAK SPACE}240",
        "980",
    ]
    page.locator("#by-hand summary").click()
    page.get_by_label("Points of Ruth & Walter").fill("1240")
    page.get_by_label("Why they change").fill("It was no minus.")
    page.get_by_role("button", name="Change these points").click()
    page.get_by_text("1\N{NARROW NO-BREAK SPACE}240").wait_for()
    page.get_by_role("link", name="To the scoreboard").first.click()
    page.get_by_text("Names and decks of the game").click()
    name = f"On paper, {page.viewport_size}"
    page.get_by_label("Name of the game").fill(name)
    page.get_by_label("Side 2").fill("Joan")
    page.get_by_label("Decks on the table").fill("3")
    page.get_by_role("button", name="Keep these").click()
    page.get_by_role("heading", name=name).wait_for()
    check_fits(page)
    page.get_by_role("button", name="End the game here").click()
    page.get_by_role("dialog").get_by_role("button", name="End the game here").click()
    page.get_by_role("link", name="The same sides and rules again").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("#game")
    assert page.locator("thead th").all_inner_texts()[1:] == ["Ruth & Walter", "Joan"]
    assert "3 decks" in page.locator("#game").inner_text()


def test_points_entered_by_hand_with_a_digit_too_many_are_asked_about_before_they_count(
    desktop: "Page", server: Running
) -> None:
    sign_in(desktop, server)
    begin_game(desktop, "Ruth", "Jo")
    desktop.goto(f"{desktop.url}/rounds/1")
    fold = desktop.locator("#by-hand")
    fold.get_by_text("Enter the points by hand").click()
    fold.get_by_label("Points of Ruth").fill("9800")
    fold.get_by_label("Points of Jo").fill("1240")
    fold.get_by_role("button", name="Keep these points").click()
    asked = desktop.get_by_role("dialog").filter(
        has_text="Ruth: 9\N{NARROW NO-BREAK SPACE}800. Are they written right?"
    )
    asked.get_by_role("button", name="Cancel").click()
    assert not desktop.get_by_text("This round is agreed and counts.").is_visible()
    fold.get_by_role("button", name="Keep these points").click()
    asked.get_by_role("button", name="They are right").click()
    desktop.get_by_text("This round is agreed and counts.").wait_for()


def test_points_entered_by_hand_that_no_cards_make_are_asked_about(desktop: "Page", server: Running) -> None:
    sign_in(desktop, server)
    begin_game(desktop, "Ruth", "Jo")
    desktop.goto(f"{desktop.url}/rounds/1")
    fold = desktop.locator("#by-hand")
    fold.get_by_text("Enter the points by hand").click()
    fold.get_by_label("Points of Ruth").fill("1241")
    fold.get_by_label("Points of Jo").fill("\N{MINUS SIGN}980")
    fold.get_by_role("button", name="Keep these points").click()
    asked = desktop.get_by_text("is no multiple of 5: was it added up right?")
    asked.wait_for()
    assert asked.all_inner_texts() == [
        "1\N{NARROW NO-BREAK SPACE}241 of Ruth is no multiple of 5: was it added up right?"
    ]


def test_more_sides_than_the_rules_are_for_are_remarked_and_play_all_the_same(page: "Page", server: Running) -> None:
    sign_in(page, server)
    page.goto("/games/new?rules=bain")
    many = page.get_by_text("These rules are for 2 sides at most: 2 teams of 2")
    page.get_by_role("button", name="Add a side").click()
    many.wait_for()
    page.get_by_role("button", name="Remove side 3").click()
    many.wait_for(state="hidden")
    page.get_by_role("button", name="Add a side").click()
    for number, side in enumerate(("Ann", "Bob", "Cleo"), start=1):
        page.get_by_label(f"Side {number}").fill(side)
    check_fits(page)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("#game")
    page.get_by_text("3 sides play, and the rules are for 2 at most").wait_for()
    check_fits(page)


def test_a_long_name_without_a_space_fits_the_buttons_to_agree(page: "Page", server: Running) -> None:
    sign_in(page, server)
    begin_game(page, "A" * 60, "Bob")
    game = page.url
    photo = SAMPLES / "Table 1" / "Jon" / "left-1.jpg"
    page.goto(f"{game}/rounds/1/sides/1")
    page.locator("[data-shows=left] input[type=file]").set_input_files(photo)
    page.wait_for_selector("[data-shows=left] .state.good")
    page.goto(f"{game}/rounds/1")
    check_fits(page)
    page.get_by_role("button", name=re.compile("^A+ agrees")).click()
    page.get_by_text(re.compile("^A+ agreed")).wait_for()
    check_fits(page)


def test_after_a_refusal_the_keyboard_is_still_at_the_button(desktop: "Page", server: Running) -> None:
    sign_in(desktop, server)
    desktop.goto("/games/new?rules=bain")
    for number in (1, 2):
        desktop.get_by_label(f"Side {number}").fill("Ann")
    desktop.get_by_role("button", name="Start the game").press("Enter")
    desktop.get_by_text("Two sides are called").wait_for()
    desktop.wait_for_function("() => document.activeElement.textContent.trim() === 'Start the game'")


@pytest.mark.parametrize("way", ["reload", "back"])
def test_a_game_being_written_stays_written_until_it_begins(desktop: "Page", server: Running, way: str) -> None:
    sign_in(desktop, server)
    desktop.goto("/games/new?rules=remastered-singles")
    for _ in range(2):
        desktop.get_by_role("button", name="Add a side").click()
    for number, side in enumerate(("Zoe", "Yan", "Xi", "Wu"), start=1):
        desktop.get_by_label(f"Side {number}").fill(side)
    desktop.get_by_role("button", name="Remove side 4").click()
    desktop.get_by_text("House rules", exact=True).click()
    desktop.locator("[name=clean_to_go_out]").fill("4")
    come_again(desktop, way)
    desktop.locator("[name=clean_to_go_out]").wait_for()
    assert [side.input_value() for side in desktop.locator("[name=side]").all()] == ["Zoe", "Yan", "Xi"]
    desktop.get_by_role("button", name="Start the game").click()
    desktop.wait_for_selector("#game")
    game = desktop.request.get(desktop.url.replace("/games", "/api/games")).json()
    assert (game["sides"], game["settings"]) == (["Zoe", "Yan", "Xi"], {"clean_to_go_out": 4})
    desktop.goto("/games/new?rules=remastered-singles")
    assert [side.input_value() for side in desktop.locator("[name=side]").all()] == ["", ""]


def test_a_game_is_deleted_only_when_asked_twice(desktop: "Page", server: Running) -> None:
    game = open_more(desktop, server)
    desktop.get_by_role("button", name="Delete this game").click()
    desktop.get_by_role("button", name="Cancel").click()
    assert desktop.request.get(game).status == 200
    desktop.get_by_role("button", name="Delete this game").click()
    desktop.get_by_role("button", name="Delete for good").click()
    desktop.wait_for_url(server.url + "/")
    assert desktop.request.get(game).status == 404


def test_a_key_held_down_deletes_no_game(desktop: "Page", server: Running) -> None:
    game = open_more(desktop, server)
    desktop.get_by_role("button", name="Delete this game").focus()
    desktop.keyboard.down("Enter")
    desktop.get_by_role("dialog").wait_for()
    # It repeats.
    desktop.keyboard.down("Enter")
    desktop.get_by_role("dialog").wait_for(state="detached")
    desktop.keyboard.up("Enter")
    assert desktop.request.get(game.replace("/games", "/api/games")).ok
    assert desktop.evaluate("document.activeElement.id") == "delete"


def open_more(page: "Page", server: Running) -> str:
    """Begin a game and open what else can be done with it; return its address."""
    sign_in(page, server)
    begin_game(page, "Ann", "Bob")
    page.get_by_text("More", exact=True).click()
    return page.url


def choose_by_keyboard(page: "Page", picker: str, photo: Path) -> None:
    """Open a file field with the space bar and choose a photo."""
    # Asked for before the way there: Chromium is told to announce its dialogs without being waited for.
    with page.expect_file_chooser() as chosen:
        focus_next(page, picker)
        page.keyboard.press("Space")
    chosen.value.set_files(photo)


def press_until(page: "Page", name: str) -> None:
    """Tab on to the link or button whose text begins so, and press Enter."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        text = page.evaluate("document.activeElement?.innerText ?? ''")
        if " ".join(text.split()).startswith(name):
            # What has the focus shows it.
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"no {name!r} within reach of the keyboard")


def focus_next(page: "Page", selector: str) -> None:
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement?.matches(wanted)", selector):
            return
    raise AssertionError(f"no {selector} within reach of the keyboard")
