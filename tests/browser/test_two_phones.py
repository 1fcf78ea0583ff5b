"""Two phones at one round: what one does is shown to the other, and nothing of either is lost."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.browser.conftest import PHOTO, SAMPLES, Reviewed, Running, device
from tests.browser.steps import add_deck, agree, check_fits, held, press_as_it_changes, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

LEFT = SAMPLES / "Table 1" / "Jon" / "left-1.jpg"

Phones = tuple["Page", "Page"]


@pytest.fixture
def phones(chromium: "Browser", server: Running) -> Iterator[Phones]:
    """Return a page on each of two phones; what goes wrong in their scripts fails the test."""
    wrong: list[str] = []
    with ExitStack() as stack:
        pages = [stack.enter_context(device(chromium, server, "phone")).new_page() for _ in range(2)]
        for page in pages:
            page.on("pageerror", lambda error: wrong.append(str(error)))
        yield pages[0], pages[1]
    assert wrong == []


def test_an_agreement_that_falls_by_the_other_phone_s_change_is_told(phones: Phones, reviewed: Reviewed) -> None:
    ours, theirs = phones
    ours.goto(f"/games/{reviewed.game}/rounds/1")
    ours.get_by_role("button", name=re.compile("^Ben agrees")).click()
    ours.get_by_text("Ben agreed", exact=True).wait_for()
    theirs.goto(reviewed.page)
    theirs.locator("[data-key='perfect_deals-1']").click()
    ours.get_by_text("The score was changed since Ben agreed. Look at it, and agree again.").wait_for()
    ours.get_by_role("button", name=re.compile("^Ben agrees")).click()
    ours.get_by_text("Ben agreed", exact=True).wait_for()
    assert ours.get_by_text("The score was changed since").count() == 0
    # Nor does what was told of that stand beside what came of it on the other phone.
    assert ours.locator("#told.good").inner_text() == "Agreed by Ben. Still to agree: Jon."
    theirs.goto(f"/games/{reviewed.game}/rounds/1")
    theirs.get_by_role("button", name=re.compile("^Jon agrees")).click()
    ours.locator("#round[data-state=agreed]").wait_for()
    assert ours.locator("#told.shown").count() == 0


def test_a_finger_on_its_way_agrees_to_no_score_that_came_under_it(phones: Phones, reviewed: Reviewed) -> None:
    ours, _ = phones
    ours.goto(f"/games/{reviewed.game}/rounds/1")
    press_as_it_changes(ours, "round", "button.agree[data-side='1']")
    before = ours.get_attribute("#round", "data-seal")
    reviewed.edit(kind="add_card", face="A")
    ours.wait_for_function("before => document.getElementById('round').dataset.seal !== before", arg=before)
    ours.get_by_role("button", name=re.compile("^Jon agrees")).click()
    ours.locator("#told.good", has_text="Agreed by Jon. Still to agree: Ben.").wait_for()


def test_an_agreement_that_the_other_phone_takes_back_is_told_to_who_hears_the_page(
    phones: Phones, reviewed: Reviewed
) -> None:
    ours, theirs = phones
    for page in phones:
        page.goto(f"/games/{reviewed.game}/rounds/1")
    theirs.get_by_role("button", name=re.compile("^Jon agrees")).click()
    ours.locator("#news", has_text="Jon agreed").wait_for(state="attached")
    theirs.get_by_role("button", name="Take back Jon").click()
    ours.wait_for_function("() => document.getElementById('news').textContent === \"Jon's agreement was taken back.\"")
    # Who did it hears of it as of a deed, and the other's news of before is none any more.
    theirs.locator("#told.good", has_text="Jon's agreement was taken back.").wait_for()
    assert theirs.locator("#news").inner_text() == ""
    # One that falls by a change is none that somebody took back.
    theirs.get_by_role("button", name=re.compile("^Jon agrees")).click()
    ours.wait_for_function("() => document.getElementById('news').textContent === 'Jon agreed'")
    reviewed.edit(kind="set_fact", fact="perfect_deals", value=1)
    ours.get_by_text("The score was changed since Jon agreed.").wait_for()
    assert "Jon" not in ours.locator("#news").inner_text()


def test_an_agreement_that_is_taken_back_too_late_is_told_to_count(phones: Phones, reviewed: Reviewed) -> None:
    page, _ = phones
    page.route("**/events", lambda route: route.abort())
    page.goto(f"/games/{reviewed.game}/rounds/1")
    page.get_by_role("button", name=re.compile("^Ben agrees")).click()
    page.get_by_text("Ben agreed", exact=True).wait_for()
    agree(reviewed.api, reviewed.game)
    page.get_by_role("button", name="Take back Ben").click()
    page.locator("#round[data-state=agreed]").wait_for()
    page.locator("#told.shown", has_text="All agreed: round 1 counts.").wait_for()


def test_the_keyboard_goes_on_where_it_was_though_the_other_phone_pressed_that_button(
    phones: Phones, reviewed: Reviewed
) -> None:
    ours, theirs = phones
    for page in phones:
        page.goto(f"/games/{reviewed.game}/rounds/1")
    ours.get_by_role("button", name=re.compile("^Ben agrees")).focus()
    theirs.get_by_role("button", name=re.compile("^Ben agrees")).click()
    ours.locator(".agreed", has_text="Ben agreed").wait_for()
    assert ours.evaluate("document.activeElement.id") == "agree-title"
    # Where that part is gone, too, it goes on from the head of the page, where what came of it stands.
    theirs.get_by_role("button", name=re.compile("^Jon agrees")).click()
    ours.locator("#round[data-state=agreed]").wait_for()
    assert ours.evaluate("document.activeElement.id") == "round-title"


def test_what_is_being_written_on_a_scoreboard_outlasts_what_the_other_phone_changes(
    phones: Phones, reviewed: Reviewed, api: httpx.Client
) -> None:
    add_deck(api, "Ours")
    page, _ = phones
    page.goto(f"/games/{reviewed.game}")
    page.get_by_text("Which decks lie on the table?").first.click()
    page.get_by_label("Ours").check()
    page.get_by_text("Names and decks of the game").click()
    name = page.get_by_label("Name of the game")
    name.fill("Friday")
    name.press("ArrowLeft")
    wanted = {"name": "Ben – Jon", "sides": ["Ben", "Jon"], "decks": 3}
    assert reviewed.api.patch(f"/api/games/{reviewed.game}", json=wanted).is_success
    page.get_by_text("3 decks").first.wait_for()
    assert page.get_by_label("Decks on the table").input_value() == "3"
    assert page.get_by_label("Ours").is_checked()
    # It is written on where it was.
    page.keyboard.type("X")
    assert name.input_value() == "FridaXy"
    page.get_by_role("button", name="Keep these").press("Enter")
    page.get_by_role("heading", name="FridaXy").wait_for()
    page.wait_for_function("() => document.activeElement.textContent === 'Keep these'")
    page.get_by_role("button", name="Play with these decks").press("Enter")
    page.get_by_text("Photos are read with Ours.").wait_for()
    # Of what was sent nothing comes back over what others say then.
    assert reviewed.api.put(f"/api/games/{reviewed.game}/decks", json={"decks": []}).is_success
    assert reviewed.api.patch(f"/api/games/{reviewed.game}", json={**wanted, "name": "Club"}).is_success
    page.get_by_role("heading", name="Club").wait_for()
    assert name.input_value() == "Club"
    assert not page.get_by_label("Ours").is_checked()


def test_two_phones_that_answer_alike_at_once_are_told_of_nothing(phones: Phones, reviewed: Reviewed) -> None:
    for page in phones:
        page.goto(reviewed.page)
        page.wait_for_selector("#questions [data-key=q-right]")
        # Nothing of the other phone arrives before this one answers.
        page.route("**/draft", lambda route: route.abort())
    for page in phones:
        page.locator("#questions [data-key=q-right]").click()
    for page in phones:
        page.unroute("**/draft")
        page.wait_for_selector("#review[data-sequence='1']")
        assert page.locator("#sheet[open]").count() == 0


def test_of_several_changes_that_came_too_late_one_is_asked_about_after_the_other(
    phones: Phones, reviewed: Reviewed
) -> None:
    page, _ = phones
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(reviewed.page)
    page.wait_for_selector(".drawing .card")
    page.context.set_offline(True)
    for key in ("went_out-true", "perfect_deals-1"):
        page.locator(f"[data-key='{key}']").tap()
    page.wait_for_selector("#unsaved:not([hidden])")
    reviewed.edit(kind="add_card", face="K")
    page.context.set_offline(False)
    wanted = page.locator("#sheet p")
    first, second = "Your change was not made: this side went out", "Your change was not made: perfect deals: 1"
    page.get_by_text(first).wait_for()
    # Longer than the page takes to look up what it missed.
    page.wait_for_timeout(1500)
    assert wanted.all_inner_texts() == ["Changed meanwhile: added: king", first]
    # Whoever leaves the page meanwhile is asked once more.
    page.reload()
    page.get_by_text(first).wait_for()
    page.get_by_role("button", name="Make my change too").tap()
    page.get_by_text(second).wait_for()
    assert wanted.all_inner_texts() == ["Changed meanwhile: added: king", second]
    page.get_by_role("button", name="Make my change too").tap()
    page.wait_for_selector("#review[data-sequence='3']")
    facts = reviewed.state()["facts"]
    assert (facts["went_out"], facts["perfect_deals"]) == (True, 1)


def test_a_change_that_came_too_late_and_is_left_makes_room_for_the_next(phones: Phones, reviewed: Reviewed) -> None:
    page, _ = phones
    page.goto(reviewed.page)
    page.wait_for_selector(".drawing .card")
    page.route("**/draft/edits", lambda route: route.abort())
    for key in ("went_out-true", "perfect_deals-1"):
        page.locator(f"[data-key='{key}']").tap()
    page.wait_for_selector("#unsaved:not([hidden])")
    reviewed.edit(kind="add_card", face="K")
    page.unroute("**/draft/edits")
    page.get_by_text("Your change was not made: this side went out").wait_for()
    page.get_by_role("button", name="Leave it").tap()
    page.get_by_text("Your change was not made: perfect deals: 1").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector("#unsaved", state="hidden")
    page.locator("[data-key='perfect_deals-1']").tap()
    page.wait_for_selector("#review[data-sequence='2']")
    facts = reviewed.state()["facts"]
    assert (facts["went_out"], facts["perfect_deals"]) == (None, 1)


def test_what_waits_in_one_tab_outlasts_the_changes_of_another_and_counts_once(
    phones: Phones, reviewed: Reviewed
) -> None:
    ours, _ = phones
    other, later = ours.context.new_page(), ours.context.new_page()
    for tab in (ours, other):
        tab.goto(reviewed.page)
        tab.wait_for_selector(".drawing .card")
    ours.route("**/draft/edits", lambda route: route.abort())
    ours.locator("[data-key='went_out-true']").tap()
    ours.wait_for_selector("#unsaved:not([hidden])")
    other.locator("[data-key='perfect_deals-1']").tap()
    other.wait_for_selector("#review[data-sequence='1']")
    ours.close(run_before_unload=False)
    later.goto(reviewed.page)
    other.reload()
    for tab in (other, later):
        tab.get_by_text("Your change was not made: this side went out").wait_for()
        tab.get_by_role("button", name="Make my change too").tap()
        tab.wait_for_selector("#review[data-sequence='2']")
    later.reload()
    later.wait_for_selector("#review[data-sequence='2']")
    facts = reviewed.state()["facts"]
    assert (facts["went_out"], facts["perfect_deals"]) == (True, 1)


def test_who_looks_through_the_cards_is_told_that_the_round_was_agreed_meanwhile(
    phones: Phones, reviewed: Reviewed
) -> None:
    ours, theirs = phones
    ours.goto(reviewed.page)
    ours.wait_for_selector(".drawing .card")
    told = ours.get_by_text("This round was agreed and counts.")
    assert not told.is_visible()
    (nine, *_) = (card["id"] for card in reviewed.state()["cards"] if card["face"] == "9")
    ours.locator(f"#piles [data-card='{nine}']").click()
    theirs.goto(f"/games/{reviewed.game}/rounds/1")
    for side in ("Ben", "Jon"):
        theirs.get_by_role("button", name=re.compile(f"^{side} agrees")).click()
        theirs.get_by_text(re.compile(f"{side} agreed|This round is agreed")).first.wait_for()
    told.wait_for()
    ours.locator("#sheet [data-face='10']").click()
    ours.wait_for_selector("#review[data-sequence='1']")
    assert reviewed.face(nine) == "10"
    theirs.get_by_text("This round was changed since it was agreed.").wait_for()


def test_why_a_round_was_changed_stays_written_until_it_is_said(
    chromium: "Browser", server: Running, reviewed: Reviewed
) -> None:
    agree(reviewed.api, reviewed.game)
    reviewed.edit(kind="set_fact", fact="perfect_deals", value=1)
    with device(chromium, server, "phone", signed_in=False) as context:
        page = context.new_page()
        page.goto(f"/games/{reviewed.game}/rounds/1")
        why = page.get_by_label("What was changed?")
        why.fill("a perfect deal")
        page.reload()
        page.wait_for_function("() => document.getElementById('reason').value === 'a perfect deal'")
        page.get_by_role("button", name=re.compile("^Ben agrees")).click()
        page.wait_for_url("**/connect?then=*")
        page.get_by_role("button", name="Use this machine").click()
        page.wait_for_selector("#signed[data-signed=yes]", state="attached")
        page.get_by_role("button", name=re.compile("^Ben agrees")).click()
        page.get_by_text("Ben agreed", exact=True).wait_for()
        sides = reviewed.api.get(f"/api/games/{reviewed.game}/rounds/1/agreement").json()["sides"]
        assert [side["reason"] for side in sides] == ["a perfect deal", ""]
        page.reload()
        page.get_by_text("Ben agreed", exact=True).wait_for()
        assert why.input_value() == ""


@pytest.mark.parametrize("place", ["", "/board"])
def test_a_round_that_is_changed_again_says_on_the_boards_whom_it_waits_for(
    phones: Phones, reviewed: Reviewed, place: str
) -> None:
    ours, theirs = phones
    theirs.goto(f"/games/{reviewed.game}/rounds/1")
    for side in ("Ben", "Jon"):
        theirs.get_by_role("button", name=re.compile(f"^{side} agrees")).click()
        theirs.get_by_text(re.compile(f"{side} agreed|This round is agreed")).first.wait_for()
    ours.goto(f"/games/{reviewed.game}{place}")
    assert ours.locator(".notice:visible").count() == 0
    reviewed.edit(kind="set_fact", fact="perfect_deals", value=1)
    ours.get_by_text(re.compile("Round 1 was changed.*Still to agree: Ben, Jon")).wait_for()
    check_fits(ours)
    theirs.get_by_role("button", name=re.compile("^Ben agrees")).click()
    ours.get_by_text(re.compile(r"Still to agree: Jon\b")).wait_for()
    theirs.get_by_role("button", name=re.compile("^Jon agrees")).click()
    ours.wait_for_function("() => !document.querySelector('.notice:not([hidden])')")


@pytest.mark.parametrize("place", ["", "/board", "/rounds/1", "/rounds/1/sides/1", "/rounds/1/sides/1/review"])
def test_a_game_that_another_phone_deletes_is_told_to_be_gone(phones: Phones, reviewed: Reviewed, place: str) -> None:
    ours, theirs = phones
    with ours.expect_response("**/events"):
        ours.goto(f"/games/{reviewed.game}{place}")
    theirs.goto(f"/games/{reviewed.game}")
    theirs.get_by_text("More", exact=True).click()
    theirs.get_by_role("button", name="Delete this game").click()
    theirs.get_by_role("button", name="Delete for good").click()
    theirs.get_by_role("heading", name="Games", exact=True).wait_for()
    ours.get_by_text("This game is not kept here, or was deleted").wait_for()
    ours.get_by_role("link", name="To the games").wait_for()


def test_whoever_deletes_a_game_goes_to_the_list_though_its_page_was_fetching_itself(
    phones: Phones, server: Running, reviewed: Reviewed
) -> None:
    page, _ = phones
    address = f"{server.url}/games/{reviewed.game}"
    asked: list[Route] = []
    with page.expect_response("**/events"):
        page.goto(address)
    page.route(address, lambda route: route.continue_() if asked else asked.append(route))
    with page.expect_request(address):
        reviewed.edit(kind="set_fact", fact="perfect_deals", value=1)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Delete this game").click()
    game = f"/api/games/{reviewed.game}"
    with held(page, f"{server.url}{game}", done=True):
        page.get_by_role("button", name="Delete for good").click()
        wait_for(page, lambda: reviewed.api.get(game).status_code == 404)
        with page.expect_response(address) as gone:
            asked[0].continue_()
        assert gone.value.status == 404
        # What comes of it would have come by then.
        page.wait_for_timeout(500)
    page.get_by_role("heading", name="Games", exact=True).wait_for()
    assert page.url == f"{server.url}/"


def test_the_list_of_games_shows_what_another_phone_starts_finishes_and_deletes(
    phones: Phones, reviewed: Reviewed
) -> None:
    ours, _ = phones
    ours.goto("/")
    ours.locator(f"#game-{reviewed.game}").focus()
    wanted = {"name": f"Beside {reviewed.game}", "rules": "remastered-singles", "sides": ["Kit", "Lou"]}
    other = reviewed.api.post("/api/games", json=wanted).json()["id"]
    card = ours.locator(".game-card", has=ours.get_by_role("link", name=wanted["name"]))
    card.get_by_text("Round 1 comes next").wait_for()
    assert ours.evaluate("document.activeElement.id") == f"game-{reviewed.game}"
    edit = {"on": 0, "deed": "ace", "edit": {"kind": "add_card", "face": "A"}}
    assert reviewed.api.post(f"/api/games/{other}/rounds/1/sides/1/draft/edits", json=edit).is_success
    agree(reviewed.api, other)
    card.get_by_text("Round 2 comes next").wait_for()
    seen = reviewed.api.get(f"/api/games/{other}").json()["revision"]
    assert reviewed.api.post(f"/api/games/{other}/end", json={"seen": seen}).is_success
    card.get_by_text("Kit won · ended early").wait_for()
    assert reviewed.api.delete(f"/api/games/{other}").is_success
    card.wait_for(state="detached")


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        *((place, place) for place in ("", "/board", "/rounds/1")),
        ("/rounds/1/sides/1/review", "/rounds/1/sides/1/draft"),
    ],
)
def test_a_page_fetches_itself_again_for_what_it_does_not_show_and_for_nothing_else(
    phones: Phones, reviewed: Reviewed, place: str, shown: str
) -> None:
    page, _ = phones
    fetched: list[str] = []
    address = f"/games/{reviewed.game}"
    page.on("request", lambda request: fetched.append(request.url))
    with page.expect_response("**/events"):
        page.goto(f"{address}{place}")
    # Longer than several changes in a row are waited for.
    page.wait_for_timeout(1500)
    own = f"{address}{shown}"
    assert sum(url.endswith(own) for url in fetched) == 1

    def meanwhile(route: "Route") -> None:
        """After the page was made, and before it is told of changes."""
        reviewed.edit(kind="add_card", face="A")
        route.continue_()

    page.route("**/events", meanwhile, times=1)
    page.reload()
    wait_for(page, lambda: sum(url.endswith(own) for url in fetched) == 3)


def test_the_wall_board_says_that_the_connection_is_lost_and_goes_on_when_it_is_there(
    phones: Phones, reviewed: Reviewed
) -> None:
    board, _ = phones
    board.route("**/events", lambda route: route.fulfill(body="retry: 200\n\n", content_type="text/event-stream"))
    board.goto(f"/games/{reviewed.game}/board")
    board.get_by_text("No connection to the server.").wait_for()
    board.unroute("**/events")
    board.get_by_text("No connection to the server.").wait_for(state="hidden")
    agree(reviewed.api, reviewed.game)
    board.get_by_text("Next: round 2").wait_for()


def test_a_round_says_that_the_connection_is_lost_and_shows_what_was_missed(phones: Phones, reviewed: Reviewed) -> None:
    ours, theirs = phones
    for page in phones:
        page.goto(f"/games/{reviewed.game}/rounds/1")
    ours.context.set_offline(True)
    lost = ours.get_by_text("No connection: this may be old.")
    lost.wait_for()
    # It lies over nothing that the keyboard goes to.
    ours.set_viewport_size({"width": 390, "height": 400})
    ours.locator("main :is(a, button, summary, select):visible").last.focus()
    while ours.evaluate("document.activeElement.closest('main > :not(:first-child)') !== null"):
        below = "document.activeElement.getBoundingClientRect().top >= document.getElementById('offline').offsetHeight"
        assert ours.evaluate(below), ours.evaluate("document.activeElement.outerHTML")
        ours.keyboard.press("Shift+Tab")
    # A phone that goes to sleep does not wake with it.
    ours.evaluate("""() => {
        Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    lost.wait_for(state="hidden")
    ours.evaluate("""() => {
        delete document.visibilityState;
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    lost.wait_for()
    theirs.get_by_role("button", name=re.compile("^Ben agrees")).click()
    theirs.locator(".agreed", has_text="Ben agreed").wait_for()
    ours.context.set_offline(False)
    ours.locator(".agreed", has_text="Ben agreed").wait_for()
    lost.wait_for(state="hidden")


def test_a_page_that_the_server_could_not_tell_of_changes_asks_again_by_itself(
    phones: Phones, reviewed: Reviewed
) -> None:
    board, _ = phones
    busy = '{"error": {"code": "store_busy", "say": "busy", "where": ""}}'
    board.route("**/events", lambda route: route.fulfill(status=503, body=busy), times=1)
    with board.expect_response(lambda answer: answer.url.endswith("/events") and answer.ok):
        board.goto(f"/games/{reviewed.game}/board")
    agree(reviewed.api, reviewed.game)
    board.get_by_text("Next: round 2").wait_for()


@pytest.mark.parametrize(
    ("place", "fetched", "shows"),
    [
        ("/board", "/board", "Next: round 2"),
        ("/rounds/1", "/rounds/1", "This round is agreed and counts."),
        ("/rounds/1/sides/1/review", "/rounds/1/sides/1/draft", "This round was agreed and counts."),
    ],
)
def test_a_page_that_could_not_be_fetched_as_it_changed_is_fetched_again(
    phones: Phones, server: Running, reviewed: Reviewed, place: str, fetched: str, shows: str
) -> None:
    page, _ = phones
    with page.expect_response(lambda answer: answer.url.endswith("/events") and answer.ok):
        page.goto(f"/games/{reviewed.game}{place}")
    page.wait_for_selector("#review[data-sequence], #round, #board")
    busy = '{"error": {"code": "store", "say": "busy", "where": ""}}'
    once = server.url + ("/api" if fetched.endswith("draft") else "") + f"/games/{reviewed.game}{fetched}"
    page.route(once, lambda route: route.fulfill(status=503, body=busy), times=1)
    with page.expect_response(lambda answer: answer.url == once and answer.status == 503):
        agree(reviewed.api, reviewed.game)
    page.get_by_text(shows).first.wait_for()


def test_tabs_in_the_background_keep_no_other_waiting_and_catch_up_once_they_are_looked_at(
    phones: Phones, reviewed: Reviewed
) -> None:
    first, _ = phones
    places = ("/rounds/1", "", "/board", "/rounds/1/sides/1", "/rounds/1/sides/1/review", "")
    tabs = [first, *(first.context.new_page() for _ in places[1:])]
    for tab, place in zip(tabs, places, strict=True):
        with tab.expect_response("**/events"):
            tab.goto(f"/games/{reviewed.game}{place}")
        look(tab, away=True)
    last = first.context.new_page()
    last.goto(f"/games/{reviewed.game}/rounds/1")
    agree(reviewed.api, reviewed.game)
    last.get_by_text("This round is agreed").first.wait_for()
    told = first.get_by_text("This round is agreed").first
    assert not told.is_visible()
    look(first)
    told.wait_for()
    # It is told of what comes then as any other.
    reviewed.edit(kind="set_fact", fact="perfect_deals", value=1)
    first.get_by_text("This round was changed since it was agreed.").wait_for()


def look(page: "Page", *, away: bool = False) -> None:
    """Look at a page or away from it; a browser without a screen shows all its tabs at once."""
    page.evaluate(
        """(state) => {
          Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        "hidden" if away else "visible",
    )


def test_photos_of_one_side_are_the_same_on_both_phones(phones: Phones, reviewed: Reviewed) -> None:
    ours, theirs = phones
    for page in phones:
        page.goto(f"/games/{reviewed.game}/rounds/1/sides/1")
        page.wait_for_selector("[data-shows=played] .state.good")
    # Both take photos at once.
    ours.locator("[data-shows=left] input[type=file]").set_input_files(LEFT)
    theirs.locator("[data-shows=fanned] input[type=file]").set_input_files([PHOTO, LEFT])
    for page in phones:
        for shows, count in {"played": 1, "left": 1, "fanned": 2}.items():
            page.wait_for_function(
                "([shows, count]) => document.querySelectorAll(`[data-shows=${shows}] .state.good`).length === count",
                arg=[shows, count],
            )
        assert page.locator(".shot").count() == 4
    theirs.locator("[data-shows=left] .shot select").select_option("played")
    ours.wait_for_function("() => document.querySelectorAll('[data-shows=played] .shot').length === 2")
    assert ours.locator("[data-shows=played] select").nth(1).input_value() == "played"
    moved = ours.locator("[data-shows=played] .shot").nth(1).get_attribute("data-photo")
    ours.locator(f"[data-photo='{moved}']").get_by_role("button", name="Delete").focus()
    theirs.locator(f"[data-photo='{moved}']").get_by_role("button", name="Delete").click()
    theirs.get_by_role("dialog").get_by_role("button", name="Delete").click()
    ours.wait_for_function("() => document.querySelectorAll('.shot').length === 3")
    # The keyboard goes on where a photo is taken.
    assert ours.evaluate("document.activeElement.matches('[data-shows=played] input')")
    kept = reviewed.api.get(f"/api/games/{reviewed.game}/rounds/1/sides/1/photos").json()
    shown = [str(shot.get_attribute("data-photo")) for shot in ours.locator(".shot").all()]
    assert sorted(shown) == sorted(photo["id"] for photo in kept)
    assert moved not in shown
