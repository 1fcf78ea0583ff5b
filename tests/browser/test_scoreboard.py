"""The scoreboard on a phone: a group that stops early, what it takes back, and many sides with long names."""

from itertools import product
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.browser.conftest import Reviewed, Running, device, printed
from tests.browser.steps import agree, check_fits, sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def test_a_game_is_ended_where_the_group_stops_and_gone_on_with(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    agree(reviewed.api, reviewed.game)
    with device(chromium, server, "phone") as context:
        # The page in front is the one opened last; one behind it is slow to press.
        board, page = context.new_page(), context.new_page()
        board.goto(f"/games/{reviewed.game}/board")
        page.goto(f"/games/{reviewed.game}")
        page.get_by_role("button", name="End the game here").tap()
        page.get_by_text("By the totals so far the winner is Ben.").wait_for()
        page.locator("dialog").get_by_role("button", name="End the game here").tap()
        page.get_by_text("Ended early, after 1 of 4 rounds").wait_for()
        assert page.inner_text(".winner").startswith("Ben won")
        board.get_by_text("Ben won. Ended early, after 1 of 4 rounds").wait_for()
        page.get_by_role("button", name="Go on with the game").tap()
        page.get_by_role("link", name="Round 2: photos and score").wait_for()
        board.get_by_text("Next: round 2").wait_for()


def test_a_receipt_shows_points_and_cards_on_a_small_phone_with_large_letters(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    agree(reviewed.api, reviewed.game)
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.set_viewport_size({"width": 240, "height": 427})
        page.goto(f"/games/{reviewed.game}/rounds/1/receipt")
        lines = page.get_by_role("region", name="Lines of Ben")
        for cell in lines.locator("td:not(:empty)").all():
            assert cell.evaluate("one => one.getBoundingClientRect().right <= innerWidth")
        assert lines.evaluate("one => one.scrollWidth - one.clientWidth") == 0
        for width, place in product((195, 240, 290), ("rounds/1/receipt", "sheet")):
            page.set_viewport_size({"width": width, "height": 422})
            page.goto(f"/games/{reviewed.game}/{place}")
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (place, width)


@pytest.mark.parametrize("points", [(-385, 1245), (12345, -11245)], ids=["a round", "a long game"])
def test_two_sides_points_lie_beside_each_other_on_a_small_phone_with_large_letters(
    chromium: "Browser", server: Running, api: httpx.Client, points: tuple[int, int]
) -> None:
    sides = ["Katherine & Bartholomew", "Cy & Di"]
    game = api.post("/api/games", json={"rules": "bain", "sides": sides}).json()["id"]
    by_hand = {"points": dict(zip(sides, points, strict=True))}
    assert api.put(f"/api/games/{game}/rounds/1/points", json=by_hand).is_success
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        for width in (180, 195, 256):
            page.set_viewport_size({"width": width, "height": 422})
            page.goto(f"/games/{game}")
            board = page.get_by_role("region", name="Scoreboard")
            assert board.evaluate("one => one.scrollWidth - one.clientWidth") == 0, width


def test_the_numbers_of_a_chart_grow_with_the_letters(chromium: "Browser", server: Running, reviewed: Reviewed) -> None:
    agree(reviewed.api, reviewed.game)
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.goto(f"/games/{reviewed.game}")
        chart = page.get_by_role("region", name="The game so far")
        heights = []
        for larger in (1, 2):
            page.set_viewport_size({"width": 360 // larger, "height": 740 // larger})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            assert (chart.evaluate("one => one.scrollWidth - one.clientWidth") > 0) == (larger == 2)
            number = chart.locator(".axis").first
            heights.append(larger * number.evaluate("one => one.getBoundingClientRect().height"))
        assert heights[1] > 1.6 * heights[0]


def test_a_wall_board_on_a_phone_with_large_letters_shows_each_total_in_its_panel(
    chromium: "Browser", server: Running, api: httpx.Client
) -> None:
    game = api.post("/api/games", json={"rules": "golden-games", "sides": ["Ann", "Bob"]}).json()["id"]
    melds = {"on": 0, "deed": "melds", "edit": {"kind": "set_fact", "fact": "improper_melds", "value": 28}}
    assert api.post(f"/api/games/{game}/rounds/1/sides/1/draft/edits", json=melds).is_success
    agree(api, game)
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.set_viewport_size({"width": 160, "height": 320})
        page.goto(f"/games/{game}/board")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768), (1024, 768)], ids=str)
def test_a_wall_board_of_eight_sides_shows_each_total_in_its_panel(
    desktop: "Page", api: httpx.Client, size: tuple[int, int]
) -> None:
    names = ["Maximiliane Knoeterich", "Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus"]
    game = api.post("/api/games", json={"rules": "remastered-singles", "sides": names}).json()["id"]
    desktop.set_viewport_size({"width": size[0], "height": size[1]})
    desktop.goto(f"/games/{game}/board")
    # As wide as totals become: nobody plays ten rounds for a test.
    sums = desktop.locator(".wall-totals .what")
    sums.evaluate_all("all => all.forEach((one) => (one.innerHTML = '<span>−12&nbsp;345</span>'))")
    over = """all => all.map((one) => {
      const [sum, panel] = [one.firstChild, one.parentElement].map((part) => part.getBoundingClientRect().right);
      return sum - panel;
    })"""
    assert max(sums.evaluate_all(over)) < 0
    # Nobody scrolls a wall: all totals are in sight, and on a projector they are large.
    if size == (1920, 1080):
        assert desktop.locator(".wall-totals").evaluate("all => all.getBoundingClientRect().bottom <= innerHeight")
        assert (
            desktop.locator(".wall-totals .what").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
            > 70
        )


def test_on_an_old_laptops_wall_board_nothing_is_cut_off_while_a_change_waits(
    desktop: "Page", api: httpx.Client
) -> None:
    game = api.post("/api/games", json={"rules": "golden-games", "sides": ["Ann & Bob", "Cleo & Dan"]}).json()["id"]
    for number in (0, 1):
        fact = {"kind": "set_fact", "fact": "perfect_deals", "value": number + 1}
        edit = {"on": number, "deed": f"deals-{number}", "edit": fact}
        assert api.post(f"/api/games/{game}/rounds/1/sides/1/draft/edits", json=edit).is_success
        if number == 0:
            agree(api, game)
    desktop.set_viewport_size({"width": 1280, "height": 720})
    desktop.goto(f"/games/{game}/board")
    desktop.get_by_text("Round 1 was changed").wait_for()
    assert desktop.locator(".chart .line").count() == 2
    assert desktop.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_points_stand_after_a_name_that_reads_from_right_to_left(desktop: "Page", api: httpx.Client) -> None:
    name = "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER RESH}\N{HEBREW LETTER HE}"
    game = api.post("/api/games", json={"rules": "remastered-singles", "sides": [name, "Jon"]}).json()["id"]
    king = {"on": 0, "deed": "king", "edit": {"kind": "add_card", "face": "K"}}
    assert api.post(f"/api/games/{game}/rounds/1/sides/1/draft/edits", json=king).status_code == 200
    agree(api, game)
    for page, place in ((f"/games/{game}", ".legend li"), (f"/games/{game}/rounds/1/receipt", ".receipt h2")):
        desktop.goto(page)
        after = desktop.locator(place).first.evaluate(
            """(one, name) => {
              const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
              const lefts = { name: null, points: null };
              for (let text = walker.nextNode(); text; text = walker.nextNode()) {
                for (const [what, sought] of [["name", new RegExp(name)], ["points", /[0-9]/]]) {
                  const found = text.data.search(sought);
                  if (found < 0) continue;
                  const sign = document.createRange();
                  sign.setStart(text, found);
                  sign.setEnd(text, found + 1);
                  lefts[what] = sign.getBoundingClientRect().left;
                }
              }
              return lefts.points > lefts.name;
            }""",
            name,
        )
        assert after, page


def test_a_receipt_is_printed_with_all_its_photos(chromium: "Browser", server: Running, reviewed: Reviewed) -> None:
    agree(reviewed.api, reviewed.game)
    with device(chromium, server, "phone") as context:
        page = context.new_page()
        address = f"/games/{reviewed.game}/rounds/1/receipt"
        # A receipt of many sides is this long above its last photos.
        long = reviewed.api.get(address, headers={"Accept": "text/html"}).text.replace(
            "<h1>", "<p>a line</p>" * 300 + "<h1>"
        )
        page.route(f"**{address}", lambda route: route.fulfill(body=long, content_type="text/html"))
        page.add_init_script("window.print = () => (window.printed = true)")
        page.goto(address)
        assert page.locator(".gallery img").evaluate_all("all => all.map((one) => one.naturalWidth > 0)") == [True]
        page.get_by_role("button", name="Print").tap()
        assert page.evaluate("window.printed")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_receipt_begins_on_its_first_sheet_and_no_heading_ends_one(
    desktop: "Page", api: httpx.Client, paper: str
) -> None:
    game = api.post("/api/games", json={"rules": "remastered-singles", "sides": ["Ann", "Jon"]}).json()["id"]
    for side in (1, 2):
        draft = f"/api/games/{game}/rounds/1/sides/{side}/draft/edits"
        for on, face in enumerate(("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "R3")):
            edit = {"kind": "add_card", "face": face}
            assert api.post(draft, json={"on": on, "deed": f"{face}-{side}", "edit": edit}).status_code == 200
    agree(api, game)
    desktop.goto(f"/games/{game}/rounds/1/receipt")
    headings = desktop.locator("h1, h2, h3").all_inner_texts()
    for above in range(0, 240, 40):
        desktop.evaluate("above => (document.querySelector('main').style.paddingTop = `${above}px`)", above)
        sheets = printed(desktop, paper)
        assert "Ann: " in sheets[0]
        assert "Card Values" in sheets[0]
        assert "\n".join(sheets).count("\nAgreed 200") == 2
        for sheet in sheets:
            assert sheet.splitlines()[-1] not in headings, above


def test_the_sheet_to_print_has_a_button_that_does(chromium: "Browser", server: Running, reviewed: Reviewed) -> None:
    with device(chromium, server, "phone") as context:
        page = context.new_page()
        page.add_init_script("window.print = () => (window.printed = true)")
        page.goto(f"/games/{reviewed.game}/sheet")
        check_fits(page)
        page.get_by_role("button", name="Print").tap()
        assert page.evaluate("window.printed")
        page.emulate_media(media="print")
        assert not page.get_by_role("button", name="Print").is_visible()


def test_the_sheet_to_print_is_large_enough_to_read_on_a_screen(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    agree(reviewed.api, reviewed.game)
    with device(chromium, server, "small phone") as context:
        page = context.new_page()
        page.goto(f"/games/{reviewed.game}/sheet")
        check_fits(page)
        size = "all => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"
        assert page.locator("small").evaluate_all(size) >= 16


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_on_the_sheet_to_print_no_sum_stands_apart_from_its_lines(
    desktop: "Page", api: httpx.Client, paper: str
) -> None:
    game = api.post("/api/games", json={"rules": "remastered-singles", "sides": ["Ann", "Jon"]}).json()["id"]
    for side in (1, 2):
        draft = f"/api/games/{game}/rounds/1/sides/{side}/draft/edits"
        for on, face in enumerate(("4", "5", "6", "7", "8", "9", "10", "J")):
            edit = {"kind": "add_card", "face": face}
            assert api.post(draft, json={"on": on, "deed": f"{face}-{side}", "edit": edit}).status_code == 200
    agree(api, game)
    desktop.goto(f"/games/{game}/sheet")
    for above in range(0, 400, 25):
        desktop.evaluate("above => (document.querySelector('main').style.paddingTop = `${above}px`)", above)
        sheets = ["".join(sheet.split()) for sheet in printed(desktop, paper)]
        assert "".join(sheets).count("Agreedbetween") == 2
        for sheet in sheets:
            # At the head of a sheet that a table goes on on stands what its columns are called.
            assert not sheet.startswith("ForCardsPointsAgreed"), above
            assert not sheet.endswith(("ForCardsPoints", "ForCardsPointsAnn", "60Jon")), above


def test_an_open_scoreboard_shows_what_another_phone_does_and_names_what_it_takes_back(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    with device(chromium, server, "phone") as context:
        page = context.new_page()
        page.goto(f"/games/{reviewed.game}")
        page.get_by_text("No round is agreed yet.").wait_for()
        agree(reviewed.api, reviewed.game)
        page.locator("tbody a").wait_for()
        page.get_by_text("More", exact=True).tap()
        page.get_by_role("button", name="Take back: round 1 was agreed").tap()
        page.get_by_role("button", name="Yes").tap()
        page.get_by_text("No round is agreed yet.").wait_for()
        assert page.locator("#take-back").count() == 0


@pytest.mark.parametrize(
    ("name", "yes"), [("Take back: round 1 was agreed", "Yes"), ("End the game here", "End the game here")]
)
def test_what_was_asked_before_another_phone_changed_the_game_is_not_done_after_it(
    desktop: "Page", server: Running, api: httpx.Client, name: str, yes: str
) -> None:
    game = api.post("/api/games", json={"rules": "remastered-singles", "sides": ["Ann", "Bob"]}).json()["id"]

    def enter(number: int) -> None:
        points = {"points": {"Ann": 100, "Bob": 50 * number}}
        assert api.put(f"/api/games/{game}/rounds/{number}/points", json=points).is_success

    enter(1)
    sign_in(desktop, server)
    desktop.goto(f"/games/{game}")
    desktop.get_by_text("More", exact=True).click()
    desktop.get_by_role("button", name=name).click()
    enter(2)
    desktop.locator("tbody a", has_text="2").wait_for()
    desktop.get_by_role("dialog").get_by_role("button", name=yes).click()
    desktop.locator("#told.bad", has_text="was changed meanwhile: look at it again").wait_for()
    now = api.get(f"/api/games/{game}").json()
    assert ([one["number"] for one in now["rounds"]], now["finished"]) == ([1, 2], False)


def test_a_question_longer_than_the_window_is_read_from_its_beginning(desktop: "Page", reviewed: Reviewed) -> None:
    agree(reviewed.api, reviewed.game)
    # As on a phone with letters twice as large.
    desktop.set_viewport_size({"width": 180, "height": 370})
    desktop.goto(f"/games/{reviewed.game}")
    desktop.get_by_text("More", exact=True).click()
    desktop.get_by_role("button", name="Take back: round 1 was agreed").click()
    dialog = desktop.get_by_role("dialog")
    assert dialog.evaluate("one => [one.scrollHeight > one.clientHeight, one.scrollTop]") == [True, 0]
    assert desktop.evaluate("document.activeElement.textContent") == "Yes"


def test_the_keyboard_stays_where_it_is_on_a_scoreboard_that_another_phone_changes(
    desktop: "Page", server: Running, reviewed: Reviewed
) -> None:
    desktop.goto(f"/games/{reviewed.game}")
    desktop.locator("#more summary").focus()
    agree(reviewed.api, reviewed.game)
    desktop.locator("tbody a").wait_for()
    assert desktop.evaluate("document.activeElement.textContent") == "More"


def test_what_the_keyboard_does_to_a_game_is_told_and_it_goes_on_from_its_name(
    desktop: "Page", server: Running, reviewed: Reviewed
) -> None:
    agree(reviewed.api, reviewed.game)
    sign_in(desktop, server)
    desktop.goto(f"/games/{reviewed.game}")
    desktop.get_by_text("More", exact=True).press("Enter")
    for name, yes, told in (
        ("End the game here", "End the game here", "The game was ended here."),
        ("Go on with the game", None, "The game goes on."),
        ("Take back: round 1 was agreed", "Yes", "Taken back: round 1 was agreed"),
    ):
        desktop.get_by_role("button", name=name).press("Enter")
        if yes:
            desktop.get_by_role("dialog").get_by_role("button", name=yes).press("Enter")
        desktop.locator("#told.good", has_text=told).wait_for()
        assert desktop.evaluate("document.activeElement.tagName") == "H1"


def test_undo_in_review_names_the_change_before_and_after(phone: "Page") -> None:
    assert not phone.locator("#undo-what").is_visible()
    phone.locator("[data-key=went_out-true]").last.tap()
    phone.get_by_text("Undo takes back: this side went out").wait_for()
    phone.locator("#undo").tap()
    phone.get_by_text("Taken back: this side went out").wait_for()
    phone.locator("#undo-what").wait_for(state="hidden")


def test_a_scoreboard_of_many_sides_breaks_no_name_that_has_room(
    chromium: "Browser", server: Running, api: httpx.Client
) -> None:
    sides = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Franklin", "Gwendolyn", "x" * 60]
    game = api.post("/api/games", json={"rules": "remastered-singles", "sides": sides}).json()["id"]
    edit = {"on": 0, "deed": "ace", "edit": {"kind": "add_card", "face": "A"}}
    assert api.post(f"/api/games/{game}/rounds/1/sides/1/draft/edits", json=edit).is_success
    agree(api, game, len(sides))
    with device(chromium, server, "phone") as context:
        page = context.new_page()
        page.goto(f"/games/{game}")
        check_fits(page)
        # Below each other on a phone, however long a name is; beside each other where there is more room.
        cells = page.locator(".scoreboard tbody td").all()
        assert [cell.get_attribute("data-side") for cell in cells] == sides
        assert all(cell.evaluate("one => one.scrollWidth <= one.clientWidth") for cell in cells)
        page.set_viewport_size({"width": 600, "height": 844})
        check_fits(page)
        heads = page.locator(".scoreboard thead th").all()
        lines = """head => {
          const text = document.createRange();
          text.selectNodeContents(head);
          return text.getClientRects().length;
        }"""
        assert [head.evaluate(lines) for head in heads[:-1]] == [1] * len(sides)
        assert heads[-1].evaluate(lines) > 1


def test_whoever_comes_back_by_the_browsers_arrow_begins_another_game(desktop: "Page", server: Running) -> None:
    sign_in(desktop, server)
    games = []
    for _ in range(2):
        desktop.goto("/games/new?rules=remastered-singles")
        # As a browser shows a page that it kept: what its scripts know is what they knew.
        desktop.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        desktop.get_by_label("Side 1").fill("Jan")
        desktop.get_by_label("Side 2").fill("Ben")
        desktop.get_by_role("button", name="Start the game").click()
        desktop.wait_for_selector("#game")
        games.append(desktop.url)
    assert len(set(games)) == 2
