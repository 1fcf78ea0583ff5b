"""Teaching a deck at the table's page with a rendered photo of it, and using it: chosen for a game, taught by a tap."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from handfoot.web.lessons import MOST_LESSONS
from handfoot.web.texts import load_texts
from tests.browser.conftest import PHOTO, Axe, Reviewed, Running
from tests.browser.steps import add_deck, check_fits, held, own_decks, sign_in
from tests.browser.test_accessible import BROKEN
from tests.handfoot.jokedeck import joke_deck
from vision.decks.deckfile import pack

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page, Route

CHOICES = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "R3", "B3", "W20", "W50", "BACK")

TURNS = "(one) => getComputedStyle(one, '::before').animationName"
"""What moves before a line while something takes its time."""

ASKED = ".lesson-card.ask select"


def teach(page: "Page", photo: Path, name: str) -> None:
    """Teach a deck of this name; whatever the program asks, it is told some face."""
    page.goto("/decks")
    page.get_by_role("link", name="Teach a deck").click()
    page.locator("#photos").set_input_files(photo)
    page.wait_for_selector("#sent .state.good")
    asked = page.locator(ASKED)
    while left := asked.count():
        asked.first.select_option(CHOICES[left % len(CHOICES)])
        page.wait_for_function("([asked, left]) => document.querySelectorAll(asked).length < left", arg=[ASKED, left])
    page.get_by_text("Every card has an answer.").wait_for()
    page.get_by_label("Name of the deck").fill(name)
    with held(page, "**/api/lessons/*"):
        page.get_by_role("button", name="Learn this deck").click()
        assert page.get_by_text("Learning the cards").evaluate(TURNS) == "turn"
    page.wait_for_url("**/decks")


def told_at(page: "Page", sentence: str, heading: str) -> None:
    """Check that a deed is told on the page fetched since, and that the keyboard goes on from this heading."""
    page.locator("#told.good", has_text=sentence).wait_for()
    assert page.evaluate("document.activeElement.textContent") == heading


def test_a_deck_is_taught_renamed_handed_on_and_removed(
    desktop: "Page",
    server: Running,
    api: httpx.Client,
    deck_photo: Path,
    axe: Axe,
    tmp_path: Path,
) -> None:
    sign_in(desktop, server)
    teach(desktop, deck_photo, "black and gold")
    told_at(desktop, "black and gold was learnt.", "black and gold")
    check_fits(desktop)
    deck = desktop.locator(".deck")
    assert deck.locator(".designs img").count() >= 12
    # What each picture was taught as stands below it: a wrong one is found.
    cards = api.get("/api/decks/black and gold").json()["cards"]
    say = load_texts().say
    names = {face: say(f"face.{face}") for face in CHOICES}
    by_face = sorted(range(len(cards)), key=lambda number: CHOICES.index(cards[number]["face"]))
    named = [names[cards[number]["face"]] for number in by_face]
    assert deck.locator(".designs li").all_inner_texts() == named
    assert axe.faults(desktop) == {}
    # One that was taught as another card is told what it is, and one that is none is taken out, if that is meant.
    deck.locator(".designs button").nth(2).click()
    desktop.get_by_role("dialog").get_by_role("button", name="It is another card").click()
    desktop.get_by_role("dialog").get_by_role("button", name="black 3").click()
    desktop.locator("#told", has_text="knows this picture as black 3 now").wait_for()
    cards[by_face[2]]["face"] = "B3"
    assert api.get("/api/decks/black and gold").json()["cards"] == cards
    by_face = sorted(range(len(cards)), key=lambda number: CHOICES.index(cards[number]["face"]))
    named = [names[cards[number]["face"]] for number in by_face]
    wrong = deck.locator(".designs button").nth(3)
    wrong.click()
    desktop.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert api.get("/api/decks/black and gold").json()["cards"] == cards
    wrong.click()
    desktop.get_by_role("dialog").get_by_role("button", name="Take it out").click()
    desktop.wait_for_function(
        "(count) => document.querySelectorAll('.designs li').length === count", arg=len(cards) - 1
    )
    told_at(desktop, f"The picture of {named[3]} was taken out of black and gold.", "black and gold")
    del cards[by_face[3]]
    assert api.get("/api/decks/black and gold").json()["cards"] == cards
    deck.get_by_role("button", name="Rename").click()
    deck.get_by_label("Another name for black and gold").fill("gold")
    deck.get_by_role("button", name="Save the name").click()
    desktop.get_by_role("heading", name="gold", exact=True).wait_for()
    told_at(desktop, "black and gold is called gold now.", "gold")
    # What is said of a button begins as it reads.
    with desktop.expect_download() as started:
        desktop.get_by_role("link", name="Save as a file: gold").click()
    file = tmp_path / "gold.deck"
    started.value.save_as(file)
    desktop.get_by_role("button", name="Remove gold").click()
    desktop.get_by_role("dialog").get_by_role("button", name="Remove").click()
    desktop.get_by_text("No deck was taught yet.").wait_for()
    told_at(desktop, "gold was removed.", "Your decks")
    broken = tmp_path / "old.deck"
    broken.write_bytes(b"no deck")
    desktop.locator("#import").set_input_files(broken)
    # A message begins with a file's name as the file is called.
    desktop.locator("#told", has_text=re.compile("^old.deck: ")).wait_for()
    desktop.locator("#import").set_input_files(file)
    desktop.locator("#told.shown", has_text="gold was taken in.").wait_for()
    desktop.get_by_role("heading", name="gold", exact=True).wait_for()
    desktop.locator("#import").set_input_files(file)
    taken = desktop.get_by_role("dialog", name="There is a deck 'gold' already")
    taken.get_by_role("button", name="Take it in").click()
    desktop.get_by_role("heading", name="gold 2").wait_for()
    assert api.delete("/api/decks/gold 2").is_success
    assert [one["name"] for one in api.get("/api/decks").json()] == ["traditional", "remastered", "gold"]
    assert api.patch("/api/decks/gold", json={"name": "g" * 60}).status_code == 200
    desktop.set_viewport_size({"width": 320, "height": 640})
    desktop.goto("/games/new?rules=remastered-singles")
    check_fits(desktop)


def test_the_lesson_stands_in_nobodys_way(page: "Page", server: Running, deck_photo: Path, axe: Axe) -> None:
    sign_in(page, server)
    page.goto("/decks/teach")
    with held(page, "**/api/lessons/*/photos"):
        page.locator("#photos").set_input_files(deck_photo)
        looking = page.locator("#sent li", has_text="Looking for the cards")
        assert looking.evaluate(TURNS) == "turn"
    page.wait_for_selector("#sent .state.good")
    # A card that is asked about is shown twice as large as one that was recognised.
    asked, known = (page.locator(f".lesson-card{kind} img").first for kind in (".ask", ":not(.ask)"))
    assert asked.evaluate("one => one.offsetWidth") == 2 * known.evaluate("one => one.offsetWidth")
    assert page.locator(".lesson-photo [data-card]").count() == page.locator(".lesson-card").count()
    # What stands on a card can be read, however small the photo is shown.
    letters = "all => all.map((one) => one.getBoundingClientRect().height)"
    assert min(page.locator(".lesson-photo text").evaluate_all(letters)) >= 16
    check_fits(page)
    assert axe.faults(page) == {}
    # Letters twice as large on a phone.
    page.set_viewport_size({"width": 195, "height": 422})
    assert page.evaluate(BROKEN, "") == []


def test_a_card_or_a_whole_photo_is_answered_with_one_tap(page: "Page", server: Running, deck_photo: Path) -> None:
    def fairly_sure(route: "Route") -> None:
        answer = route.fetch()
        told = answer.json()
        next(one for one in told["cards"] if one["ask"]).update(guess="W50", sure=0.9)
        route.fulfill(response=answer, json=told)

    sign_in(page, server)
    page.goto("/decks/teach")
    page.locator("#photos").set_input_files(deck_photo)
    page.wait_for_selector("#sent .state.good")
    page.route("**/api/lessons/*", fairly_sure, times=1)
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    asked = page.locator(".lesson-card.ask")
    asked.first.wait_for()
    left = asked.count()
    # The way to the next one is in sight from the first photo on, though it stands below the last card.
    page.locator(".lesson-photo").first.evaluate("one => one.scrollIntoView()")
    bottom = "one => one.getBoundingClientRect().bottom - innerHeight"
    assert page.locator(".lesson-card").last.evaluate(bottom) > 0
    assert page.get_by_role("button", name="Go to the next one").evaluate(bottom) <= 0
    for label, face in (("Perhaps: 50 wild or joker", "W50"), ("No card", "-")):
        number = asked.first.locator("select").get_attribute("id")
        page.get_by_role("button", name="Go to the next one").click()
        assert page.evaluate("document.activeElement.id") == number
        card = asked.first.locator("label").inner_text()
        asked.first.get_by_role("button", name=f"{label}, {card}", exact=True).click()
        assert page.locator(f"#{number}").input_value() == face
    assert asked.count() == left - 2
    out = page.get_by_role("button", name="Leave this photo out")
    top = "one => one.getBoundingClientRect().top"
    assert out.evaluate(top) < page.locator(".lesson-cards").evaluate(top)
    out.click()
    assert asked.count() == 0 and page.locator(".lesson-cards").is_hidden()
    assert page.get_by_role("button", name="Learn this deck").is_disabled()
    # What was answered before is there again with it.
    page.get_by_role("button", name="Take this photo in again").click()
    assert asked.count() == left - 2 and page.locator(".lesson-cards").is_visible()
    cards = page.locator(".lesson-card select")
    for number in range(cards.count()):
        cards.nth(number).focus()
        cards.nth(number).select_option("-")
    assert page.evaluate("document.activeElement.textContent") == "Take this photo in again"


def test_a_photo_whose_answer_was_lost_is_there_after_all_and_leaving_is_asked_about(
    desktop: "Page", server: Running, deck_photo: Path
) -> None:
    sign_in(desktop, server)
    desktop.goto("/decks/teach")

    def lose(route: "Route") -> None:
        photo = {"name": deck_photo.name, "mimeType": "image/jpeg", "buffer": deck_photo.read_bytes()}
        token = {"X-Handfoot-Token": route.request.headers["x-handfoot-token"]}
        arrived = desktop.request.post(route.request.url, headers=token, multipart={"photo": photo})
        assert arrived.ok, arrived.text()
        route.abort()

    desktop.route("**/api/lessons/*/photos", lose, times=1)
    desktop.locator("#photos").set_input_files(deck_photo)
    desktop.locator("#sent .state.bad", has_text=f"{deck_photo.name}: The server does not answer").wait_for()
    desktop.locator("#photos").set_input_files(deck_photo)
    desktop.wait_for_selector("#sent .state.good")
    assert desktop.locator(".lesson-photo").count() == 1
    # Sent once more it brings nothing, and that is told.
    desktop.locator("#photos").set_input_files(deck_photo)
    desktop.get_by_text(f"{deck_photo.name} was here already").wait_for()
    assert desktop.locator(".lesson-photo").count() == 1
    # The browser asks only those who did something on the page.
    desktop.locator("h1").click()
    asked: list[str] = []

    def stay(dialog: "Dialog") -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    desktop.on("dialog", stay)
    with desktop.expect_event("dialog"):
        desktop.locator(".brand").click()
    desktop.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    assert desktop.locator(".lesson-card").count() > 0


def test_a_lesson_goes_on_after_a_reload(desktop: "Page", server: Running, deck_photo: Path) -> None:
    sign_in(desktop, server)
    desktop.goto("/decks/teach")
    desktop.locator("#photos").set_input_files(deck_photo)
    desktop.wait_for_selector("#sent .state.good")
    cards = desktop.locator(".lesson-card select")
    cards.last.select_option("W50")
    desktop.get_by_label("Name of the deck").fill("black and gold")
    said = cards.evaluate_all("all => all.map((one) => one.value)")
    desktop.on("dialog", lambda dialog: dialog.accept())
    desktop.reload()
    desktop.locator(".lesson-card").first.wait_for()
    assert cards.evaluate_all("all => all.map((one) => one.value)") == said
    assert desktop.get_by_label("Name of the deck").input_value() == "black and gold"
    # Another deck is begun without what was photographed for this one.
    desktop.get_by_role("button", name="Begin anew, without these photos").click()
    desktop.get_by_role("dialog").get_by_role("button", name="Begin anew").click()
    cards.first.wait_for(state="detached")
    assert desktop.get_by_label("Name of the deck").input_value() == ""
    desktop.locator("#photos").set_input_files(deck_photo)
    desktop.wait_for_selector("#sent .state.good")
    # Meanwhile others may have taught so much that the server keeps this lesson no more.
    headers = {"X-Handfoot-Pin": server.pin}
    for _ in range(MOST_LESSONS):
        assert desktop.request.post("/api/lessons", data={}, headers=headers).ok
    lost = desktop.locator("#sent .state.bad", has_text="The photos of this lesson are not kept any more")
    desktop.locator("#photos").set_input_files(deck_photo)
    lost.wait_for()
    assert cards.count() == 0
    desktop.locator("#photos").set_input_files(deck_photo)
    desktop.wait_for_selector("#sent .state.good")
    assert cards.count() == len(said)


@pytest.mark.parametrize("way", ["learnt", "loaded anew"])
def test_a_lesson_that_the_server_lost_says_so_and_begins_again(
    desktop: "Page", server: Running, deck_photo: Path, way: str
) -> None:
    sign_in(desktop, server)
    desktop.goto("/decks/teach")
    desktop.locator("#photos").set_input_files(deck_photo)
    desktop.wait_for_selector("#sent .state.good")
    while desktop.locator(ASKED).count():
        desktop.locator(ASKED).first.select_option("A")
    desktop.get_by_label("Name of the deck").fill("black and gold")
    for _ in range(MOST_LESSONS):
        assert desktop.request.post("/api/lessons", data={}, headers={"X-Handfoot-Pin": server.pin}).ok
    desktop.on("dialog", lambda dialog: dialog.accept())
    learn = desktop.get_by_role("button", name="Learn this deck")
    if way == "learnt":
        learn.click()
    else:
        desktop.reload()
    desktop.get_by_text("The photos of this lesson are not kept any more").wait_for()
    assert desktop.locator("#sent .state.good, .lesson-card").count() == 0
    desktop.wait_for_function("() => document.querySelector('#save button').disabled")
    assert desktop.get_by_label("Name of the deck").input_value() == "black and gold"


def test_a_chosen_deck_learns_a_misread_card_with_one_tap(desktop: "Page", server: Running, api: httpx.Client) -> None:
    sign_in(desktop, server)
    assert api.post("/api/decks", files={"deck": ("joke.deck", pack(joke_deck(PHOTO)))}).is_success
    desktop.goto("/games/new?rules=remastered-singles")
    desktop.get_by_label("Side 1").fill("Ben")
    desktop.get_by_label("Side 2").fill("Jon")
    desktop.get_by_label("joke").check()
    desktop.get_by_role("button", name="Start the game").click()
    desktop.wait_for_selector("#game")
    game = re.search(r"/games/(\d+)", desktop.url)
    assert game is not None
    assert api.get(f"/api/games/{game[1]}/decks").json() == {"decks": ["joke"]}
    side = f"/api/games/{game[1]}/rounds/1/sides/1/photos"
    photo = api.post(side, files={"photo": (PHOTO.name, PHOTO.read_bytes())}, data={"shows": "played"}).json()["id"]
    while api.get(f"/api/photos/{photo}?wait_s=25").json()["state"] == "waiting":
        pass
    before = len(api.get("/api/decks/joke").json()["cards"])
    desktop.goto(f"/games/{game[1]}/rounds/1/sides/1/review")
    desktop.wait_for_selector(".drawing .card")
    state = api.get(f"/api/games/{game[1]}/rounds/1/sides/1/draft").json()
    card = next(one for one in state["cards"] if one["face"] not in (None, "?", "B3"))
    row = f"#piles [data-card='{card['id']}']"
    desktop.click(row)
    desktop.click("#sheet [data-face='B3']")
    desktop.wait_for_selector(".drawing .card.mine", state="attached")
    desktop.click(row)
    button = desktop.get_by_role("button", name=re.compile("Teach joke that this is"))
    desktop.set_viewport_size({"width": 320, "height": 640})
    button.wait_for()
    letters = """(face) => {
      const inside = document.createRange();
      inside.selectNodeContents(face);
      return new Set([...inside.getClientRects()].map((box) => box.top)).size;
    }"""
    assert button.locator(".face").evaluate(letters) == 1
    with held(desktop, "**/api/decks/joke/cards"):
        button.click()
        assert desktop.locator("#sheet").get_by_text("Learning the cards").evaluate(TURNS) == "turn"
    desktop.get_by_text(re.compile("joke was taught this")).wait_for()
    assert [one["face"] for one in api.get("/api/decks/joke").json()["cards"]][before:] == ["B3"]


def test_another_name_written_before_the_pin_is_there_again_for_its_deck(desktop: "Page", api: httpx.Client) -> None:
    for name in ("black and gold", "blue"):
        add_deck(api, name)
    desktop.goto("/decks")
    deck = desktop.locator(".deck[data-name=blue]")
    deck.get_by_role("button", name="Rename").click()
    deck.get_by_label("Another name for blue").fill("navy")
    deck.get_by_role("button", name="Save the name").click()
    desktop.get_by_role("button", name="Use this machine").click()
    deck.get_by_role("button", name="Save the name").click()
    desktop.get_by_role("heading", name="navy", exact=True).wait_for()
    assert sorted(own_decks(api)) == ["black and gold", "navy"]


def test_a_deck_that_was_taught_in_mid_evening_is_chosen_for_the_game(
    desk: "Page", reviewed: Reviewed, api: httpx.Client
) -> None:
    add_deck(api, "Ours")
    desk.goto(f"/games/{reviewed.game}")
    desk.locator("summary", has_text="Which decks lie on the table?").click()
    heading = desk.get_by_text("Which decks lie on the table?")
    wide = [one.evaluate("one => one.getBoundingClientRect().width") for one in heading.all()]
    assert sum(width > 1 for width in wide) == 1
    box = desk.locator("#choose-decks").get_by_label("Ours")
    for names, told in ((["Ours"], "Photos are read with Ours."), ([], "Photos are read without what was taught.")):
        box.set_checked(bool(names))
        desk.get_by_role("button", name="Play with these decks").click()
        desk.get_by_text(told).wait_for()
        assert reviewed.api.get(f"/api/games/{reviewed.game}/decks").json() == {"decks": names}
    assert api.delete("/api/decks/Ours").status_code == 200
