import base64
import hashlib
import io
import mimetypes
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from PIL import Image

from handfoot.sheets.printed import sentence
from handfoot.web.pages import home_pages
from handfoot.web.pages.chart import MOST_SIDES_DRAWN
from handfoot.web.texts import load_texts
from scorer.faces import Face
from scorer.record import Pile, Record, Side
from tests.handfoot.web.conftest import Running, Start
from tests.handfoot.web.steps import Page, agree_all

WEB = Path(__file__).parents[3] / "handfoot" / "web"

MOST_BYTES = 100_000
"""What the first page may weigh with everything it loads."""


@pytest.fixture
def game(table: Running) -> int:
    """Return a game of two rounds agreed, the second with a photo for the third begun."""
    game = table.new_game(name="Friday <b>night</b>", sides=["Ann & Bob", "<i>Cleo</i>"])
    for number in (1, 2):
        table.read_photo(game, 1, number=number)
        agree_all(table, game, number)
    table.read_photo(game, 2, number=3)
    return game


PAGES = (
    *("/", "/connect", "/api", "/games/new", "/games/new?rules=club", "/games/{game}", "/games/{game}/board"),
    *("/games/{game}/history", "/games/{game}/rounds/1", "/games/{game}/rounds/3"),
    *("/games/{game}/rounds/3/sides/2", "/games/{game}/rounds/1/receipt", "/games/{game}/rounds/2/receipt?version=1"),
)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_shown_without_inline_code_and_with_names_as_they_are(
    table: Running, game: int, path: str
) -> None:
    answer = table.stranger.get(path.format(game=game), headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.text
    page = Page(answer.text)
    assert page.inline == []
    assert all(loaded.startswith("/") for loaded in page.loads)
    assert "<i>" not in answer.text
    assert "<b>night" not in answer.text


def test_many_games_are_listed_some_at_a_time_from_the_newest_to_the_oldest(
    table: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def listed(path: str) -> tuple[list[int], set[str]]:
        text = table.stranger.get(path, headers={"Accept": "text/html"}).text
        return [int(game) for game in re.findall(r'id="game-(\d+)"', text)], Page(text).links

    monkeypatch.setattr(home_pages, "MOST_GAMES", 2)
    games = [table.new_game() for _ in range(2)][::-1]
    few, links = listed("/")
    assert (few, any("before" in link for link in links)) == (games, False)
    games = [*(table.new_game() for _ in range(3)), *games]
    games.sort(reverse=True)
    path, found = "/", []
    for _ in range(3):
        some, links = listed(path)
        found += some
        path = next((link for link in links if "before" in link), "")
    assert (found, path) == (games, "")
    assert "No game is older." in table.stranger.get(f"/?before={games[-1]}", headers={"Accept": "text/html"}).text


def test_sides_that_need_other_first_melds_are_told_theirs_and_no_name_turns_another_s_points_round(
    table: Running,
) -> None:
    game = table.new_game(rules="bain", sides=["Ann", "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET}"])
    kings, left = Pile(cards=(Face.KING,) * 3), (Face.KING,)
    sides = (Side("Ann", piles=(kings,)), Side("\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET}", left=left))
    table.served.store.add_round(game, Record("bain", sides))
    name = "\N{FIRST STRONG ISOLATE}\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET}\N{POP DIRECTIONAL ISOLATE}"
    assert f"Ann 50, {name} 15" in table.stranger.get(f"/games/{game}").text
    assert re.findall(r"First meld: (\d+)", table.stranger.get(f"/games/{game}/board").text) == ["50", "15"]


@pytest.mark.parametrize(
    ("say", "told"),
    [
        ("there is no such page", "There is no such page"),
        ("points, Gum: a whole number, please", "Points, Gum: a whole number, please"),
        ("club jumbo.deck: no deck's file, or a broken one", "club jumbo.deck: no deck's file, or a broken one"),
        ("", ""),
        ("the score -1490 instead of -85 (-5 a card)", "The score −1490 instead of −85 (−5 a card)"),
        ("IMG-12.jpg: 3-4 cards", "IMG-12.jpg: 3-4 cards"),
    ],
    ids=["sentence", "field", "file", "nothing", "below zero", "hyphens"],
)
def test_a_message_begins_large_but_for_a_files_name(table: Running, say: str, told: str) -> None:
    assert sentence(say) == told
    # The scripts have the same rule, and no style changes a name after all.
    style, script = (table.stranger.get(f"/static/{name}").text for name in ("app.css", "sentence.js"))
    (rule,) = re.findall(r"FILE_FIRST = /\^(.*)/;", script)
    (minus,) = re.findall(r"BELOW_ZERO = /(.*)/g;", script)
    assert re.sub(minus, r"\1−", say)[1:] == told[1:]
    assert (re.match(rule, say) is not None) == (say == told != "")
    assert "text-transform" not in style


def test_every_link_of_every_page_leads_somewhere(table: Running, game: int) -> None:
    seen: set[str] = set()
    waiting = ["/"]
    while waiting:
        path = waiting.pop()
        seen.add(path)
        answer = table.stranger.get(path, headers={"Accept": "text/html"})
        assert answer.status_code == 200, path
        if answer.headers["content-type"].startswith("text/html"):
            waiting += Page(answer.text).links - seen - set(waiting)
    assert len(seen) > 20


def test_the_first_page_is_light(table: Running) -> None:
    first = table.stranger.get("/")
    assert first.status_code == 200
    weight, waiting, seen = len(first.content), list(Page(first.text).loads), set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        loaded = table.stranger.get(path)
        assert loaded.status_code == 200, path
        weight += len(loaded.content)
        if path.endswith(".js"):
            waiting += [urljoin(path, name) for name in re.findall(r'from "([^"]+)"', loaded.text)]
    # What the page names, what a script of it does, and what that one does.
    assert {"/static/app.css", "/static/renewing.js", "/texts.js"} < seen
    assert weight < MOST_BYTES


def test_a_page_that_is_not_there_is_a_page_to_people_and_json_to_programs(table: Running) -> None:
    page = table.stranger.get("/games/99999", headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "not kept here" in page.text
    assert table.stranger.get("/games/99999").json()["error"]["code"] == "not_found"


def test_the_page_to_look_through_the_cards_is_called_after_them(table: Running, game: int) -> None:
    home = f"/games/{game}/rounds/1"
    assert "Look through the cards" in table.stranger.get(home).text
    assert "<h1>Cards of Ann &amp; Bob</h1>" in table.stranger.get(f"{home}/sides/1/review").text
    assert "Cards of Ann &amp; Bob</a>" in table.stranger.get(f"{home}/sides/1/camera").text


def test_a_receipt_of_a_round_that_was_taken_back_says_so(table: Running, game: int) -> None:
    receipt = f"/games/{game}/rounds/2/receipt"
    assert table.client.post(f"/api/games/{game}/undo", json={"seen": 2}).is_success
    # Who is asked to agree once more sees why.
    asked = table.stranger.get(f"/games/{game}/rounds/2").text
    assert "This round counted already, and that was taken back on " in asked
    before = table.stranger.get(f"{receipt}?version=1").text
    assert "The round was taken back since: this version does not count." in before
    assert "Version 1 · Agreed " in before
    assert "Version 2 · Taken back " in table.stranger.get(receipt).text


@pytest.mark.parametrize(
    ("receipt", "says"),
    [
        ("3/receipt", "is not agreed yet"),
        ("3/receipt?version=1", "is not agreed yet"),
        ("1/receipt?version=2", "has no"),
    ],
)
def test_why_there_is_no_receipt_is_said_as_it_is(table: Running, game: int, receipt: str, says: str) -> None:
    answer = table.stranger.get(f"/games/{game}/rounds/{receipt}", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert says in answer.text


def test_a_receipt_shows_lines_clauses_photos_and_versions(table: Running, game: int) -> None:
    text = table.stranger.get(f"/games/{game}/rounds/1/receipt").text
    for part in ("Ann &amp; Bob", "Card Values", "pile 1 (kings)", "K K K K", "/picture?size=small", "?version=1"):
        assert part in text


def test_every_text_a_page_or_script_names_exists() -> None:
    known = set(load_texts().by_key)
    named: set[str] = set()
    for file in (*(WEB / "templates").glob("*.html"), *(WEB / "static").glob("*.js")):
        source = file.read_text(encoding="utf-8")
        named |= set(re.findall(r"""\b(?:t|say)\(\s*["']([a-z_]+\.\w+)["']""", source))
    assert len(named) > 100
    # Some are put together: the name then ends with the underscore before what changes.
    assert {name for name in named - known if not name.endswith("_")} == set()


def test_the_texts_reach_scripts_as_they_reach_pages(table: Running) -> None:
    script = table.stranger.get("/texts.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert load_texts().by_key["home.title"] in script.text


def test_the_wall_board_hears_of_every_change(table: Running, game: int) -> None:
    with table.stranger.stream("GET", f"/api/games/{game}/events") as stream:
        lines = stream.iter_lines()
        assert next(lines) == "event: changed"
        table.add_photo(game, 2, number=3)
        assert next(line for line in lines if line.startswith("event")) == "event: changed"


def test_the_sheet_to_print_may_use_its_own_style_and_no_other(table: Running, game: int) -> None:
    answer = table.stranger.get(f"/games/{game}/sheet")
    policy = answer.headers["Content-Security-Policy"]
    style = answer.text.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy


def test_the_sheet_to_print_speaks_as_the_page_does(table: Running, game: int) -> None:
    text = table.stranger.get(f"/games/{game}/sheet").text
    assert f'href="/games/{game}"' in text
    assert "UTC" not in text
    assert not re.search(r"\b(R3|B3|W20|W50|red3|black3)\b", text)


def test_there_is_an_icon_where_browsers_ask_for_one(table: Running) -> None:
    answer = table.stranger.get("/favicon.ico")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/x-icon")
    with Image.open(io.BytesIO(answer.content)) as icon:
        assert icon.format == "ICO"
        assert (32, 32) in icon.info["sizes"]


def test_in_the_chart_each_sides_line_has_a_dash_of_its_own() -> None:
    sheet = (WEB / "static" / "app.css").read_text(encoding="utf-8")
    lines = re.findall(r"^\.line\.side-\d+ \{ stroke: var\(--side-\d+\);([^}]*)\}", sheet, re.MULTILINE)
    assert len(set(lines)) == len(lines) == MOST_SIDES_DRAWN


def test_every_colour_is_defined_once_for_light_and_once_for_dark() -> None:
    sheet = (WEB / "static" / "app.css").read_text(encoding="utf-8")
    screen = sheet.partition("@media print")[0]
    names = re.findall(r"^ +(--[a-z]+(?:-[a-z0-9]+)?): #", screen, re.MULTILINE)
    assert {names.count(name) for name in names} == {2}
    assert "prefers-color-scheme" not in sheet


def test_a_script_is_one_whatever_the_system_takes_its_ending_for(start: Start) -> None:
    # As another program may have written it into the registry of Windows.
    mimetypes.add_type("text/plain", ".js")
    table = start()
    kinds = {
        ending: table.stranger.get(f"/static/{name}").headers["content-type"].partition(";")[0]
        for ending, name in (("js", "photos.js"), ("css", "app.css"), ("svg", "icon.svg"))
    }
    assert kinds == {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
