"""Results said aloud on request. A stub stands in for the browser's voice, which no test hears, and keeps its words."""

import re
from typing import TYPE_CHECKING

from tests.browser.conftest import Reviewed, Running
from tests.browser.steps import agree, sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

VOICE = """
    window.spoken = [];
    const voice = { cancel() { window.spoken = []; }, speak({ text, lang }) { window.spoken.push([text, lang]); } };
    Object.defineProperty(window, "speechSynthesis", { value: voice });
"""


def test_the_review_says_its_interval_and_then_its_score(desktop: "Page", server: Running, reviewed: Reviewed) -> None:
    desktop.add_init_script(VOICE)
    sign_in(desktop, server)
    desktop.goto(reviewed.page)
    desktop.wait_for_selector("#speak:enabled")
    score = reviewed.state()["score"]
    desktop.click("#speak")
    words = f"Ben: between {score['low']} and {score['high']} points. Open questions: {len(score['questions'])}."
    assert desktop.evaluate("window.spoken") == [[words, "en"]]
    answer_all(reviewed)
    exact = reviewed.state()["score"]["best"]
    desktop.get_by_text(re.compile("^(No question is open, but|Nothing is open)")).wait_for()
    desktop.click("#speak")
    assert desktop.evaluate("window.spoken") == [[f"Ben: {exact} points.", "en"]]


def test_the_scoreboard_says_the_totals_and_minus_where_one_is_below_nothing(
    desktop: "Page", server: Running, reviewed: Reviewed
) -> None:
    desktop.add_init_script(VOICE)
    # The second side has nothing but a card left; so that its total is below nothing, it is added by hand.
    side = f"/api/games/{reviewed.game}/rounds/1/sides/2/draft/edits"
    left = {"kind": "add_card", "face": "B3", "to": "left"}
    assert reviewed.api.post(side, json={"on": 0, "deed": "left", "edit": left}).status_code == 200
    agree(reviewed.api, reviewed.game)
    ben, jon = reviewed.api.get(f"/api/games/{reviewed.game}").json()["totals"]
    assert jon < 0 < ben
    sign_in(desktop, server)
    desktop.goto(f"/games/{reviewed.game}")
    desktop.get_by_role("button", name="Say the scores aloud").click()
    # A bare expression is evaluated again by eval, which the page forbids.
    desktop.wait_for_function("() => window.spoken.length > 0")
    assert desktop.evaluate("window.spoken") == [[f"After round 1. Ben: {ben}. Jon: minus {-jon}.", "en"]]


def answer_all(reviewed: Reviewed) -> None:
    """Answer every question over the API, as another phone would."""
    path = f"/api/games/{reviewed.game}/rounds/1/sides/1/draft/edits"
    while (state := reviewed.state())["score"]["questions"]:
        question = state["score"]["questions"][0]
        said = {"kind": "set_fact", "fact": question["asks"], "value": False if question["asks"] == "went_out" else 0}
        if question["asks"] == "book":
            book = {"count": question["count"], "w20": question["w20"], "w50": question["w50"]}
            said = {"kind": "answer", "pile": question["piles"][0], **book}
        if question["asks"] == "card":
            (card,) = question["cards"]
            none = {"kind": "remove_card", "card": card}
            right = {"kind": "set_face", "card": card, "face": reviewed.face(card)}
            said = none if card in state["faint"] else right
        if question["asks"] == "kind":
            said = {"kind": "set_kind", "pile": question["piles"][0], "to": question["kinds"][0]}
        if question["asks"] == "check":
            said = {"kind": "confirm_cards", "cards": question["cards"]}
        deed = f"answer-{state['sequence']}"
        assert reviewed.api.post(path, json={"on": state["sequence"], "deed": deed, "edit": said}).status_code == 200
