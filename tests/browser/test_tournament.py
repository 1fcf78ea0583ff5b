"""A tournament of two tables by hand: entry, draw, results, agreement, cut, a decision, medals."""

from typing import TYPE_CHECKING

from tests.browser.conftest import Running
from tests.browser.test_whole_game import check_fits, sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

POINTS = {"Ash": 900, "Birch": 700, "Cedar": 800, "Doug": 100}


def test_a_tournament_gets_from_entry_to_the_medals(desktop: "Page", server: Running) -> None:
    sign_in(desktop, server)
    desktop.goto("/tournaments/new")
    desktop.get_by_label("Name of the tournament").fill("Spring cup")
    desktop.get_by_label("Teams").fill("Ash\nBirch\nCedar")
    desktop.get_by_role("button", name="Open the tournament").click()
    desktop.get_by_label("Name of the team").fill("Doug")
    desktop.get_by_role("button", name="Let this team enter").click()
    desktop.locator("#desk li", has_text="Doug").wait_for()
    home = desktop.url
    press_and_confirm(desktop, "Draw the tables of game 1")
    desktop.get_by_role("heading", name="Tables of game 1").wait_for()
    check_fits(desktop)
    enter_by_hand(desktop, home)
    play_the_rest(desktop, server, home)
    desktop.goto(home)
    press_and_confirm(desktop, "Make the cut")
    press_and_confirm(desktop, "Draw the tables of game 2")
    desktop.get_by_role("heading", name="Tables of game 2").wait_for()
    play_the_rest(desktop, server, home)
    desktop.goto(home)
    question = desktop.locator("section form.decision", has_text="Birch")
    question.get_by_label("Birch counts for the medals").check()
    question.get_by_label("Who decides").fill("Kim")
    question.get_by_label("Why").fill("It played the first game whole.")
    question.get_by_role("button", name="Decide so").click()
    question.wait_for(state="detached")
    press_and_confirm(desktop, "Award the medals")
    medals = desktop.locator(".medals li")
    medals.first.wait_for()
    assert [text.split("\n")[0] for text in medals.all_inner_texts()] == ["Ash", "Cedar", "Birch"]


def press_and_confirm(page: "Page", name: str) -> None:
    page.get_by_role("button", name=name).click()
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()


def enter_by_hand(page: "Page", home: str) -> None:
    """Enter the first round of table 1 by its form, and let both teams agree."""
    page.goto(f"{home}/tables/1")
    first = page.locator("section.panel").first
    for field in first.get_by_role("spinbutton").all():
        team = (field.get_attribute("data-key")) or ""
        field.fill(str(POINTS[team]))
    first.get_by_role("button", name="Keep these points").click()
    first.get_by_text("They count when every team has agreed.").wait_for()
    check_fits(page)
    for team in page.locator("section.panel tbody th").all_inner_texts():
        page.get_by_role("button", name=f"{team} agrees").click()
        page.get_by_text(f"{team} agreed").wait_for()
    page.get_by_text("They count.", exact=True).wait_for()


def play_the_rest(page: "Page", server: Running, home: str) -> None:
    """Enter and agree over the API what is not entered yet."""
    api = home.replace("/tournaments", "/api/tournaments")
    headers = {"X-Handfoot-Pin": server.pin}
    state = page.request.get(api).json()
    for table in state["games"][-1]["tables"]:
        entered = {one["round"] for one in table["rounds"]}
        for number in set(state["rounds"]) - entered:
            points = {team: POINTS[team] for team in table["teams"]}
            body = {"table": table["table"], "round": number, "points": points}
            assert page.request.post(f"{api}/results", data=body, headers=headers).ok
        for team in table["teams"]:
            assert page.request.post(f"{api}/agreements", data={"team": team}, headers=headers).ok
