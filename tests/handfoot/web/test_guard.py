from collections.abc import Iterator

import pytest
from starlette.exceptions import HTTPException

from handfoot.web.config import Limits
from handfoot.web.entry.guard import HEADERS
from handfoot.web.errors import as_web_error
from tests.handfoot.web.conftest import Running, Start
from tests.handfoot.web.steps import error_of


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/", 200), ("GET", "/static/app.css", 200), ("GET", "/nowhere", 404), ("PUT", "/api/games", 405)],
)
def test_every_answer_has_the_strict_headers(table: Running, method: str, path: str, status: int) -> None:
    answer = table.stranger.request(method, path)
    assert answer.status_code == status
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", ""])
def test_a_name_that_was_made_to_lead_here_is_refused(table: Running, host: str) -> None:
    answer = table.client.get("/api/games", headers={"Host": host})
    assert (answer.status_code, error_of(answer)["code"]) == (421, "unknown_host")


@pytest.mark.parametrize("host", ["localhost:8642", "127.0.0.1", "192.168.1.20:8642", "[::1]:8642"])
def test_addresses_and_own_names_are_answered(table: Running, host: str) -> None:
    assert table.client.get("/api/games", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
def test_a_page_of_another_site_changes_nothing(table: Running, headers: dict[str, str]) -> None:
    wanted = {"rules": "remastered-singles", "sides": ["A", "B"]}
    answer = table.client.post("/api/games", json=wanted, headers=headers)
    assert (answer.status_code, error_of(answer)["code"]) == (403, "cross_site")
    assert table.client.get("/api/games").json() == []


def test_a_request_that_says_it_is_too_large_is_refused_unread(table: Running) -> None:
    answer = table.client.post("/api/tally", content=b" " * 3_000_000, headers={"Content-Type": "application/json"})
    assert (answer.status_code, error_of(answer)["code"]) == (413, "request_entity_too_large")


def test_a_request_that_does_not_say_how_large_it_is_is_cut_off(start: Start) -> None:
    table = start(limits=Limits(json_mb=0.01))

    def drip() -> Iterator[bytes]:
        for _ in range(20):
            yield b" " * 1000

    answer = table.client.post("/api/tally", content=drip(), headers={"Content-Type": "application/json"})
    assert (answer.status_code, error_of(answer)["code"]) == (413, "request_entity_too_large")


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (404, "not_found"),
        (413, "request_entity_too_large"),
        (414, "request_uri_too_long"),
        (416, "requested_range_not_satisfiable"),
        (422, "unprocessable_entity"),
    ],
)
def test_an_error_has_the_same_code_whatever_python_calls_it(status: int, code: str) -> None:
    assert as_web_error(HTTPException(status)).code == code


def test_a_fault_of_the_server_is_told_in_the_one_shape(table: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("the inside of the program")

    monkeypatch.setattr("handfoot.web.api.games_api.game_info", fails)
    answer = table.client.post("/api/games", json={"rules": "remastered-singles", "sides": ["A", "B"]})
    assert (answer.status_code, error_of(answer)["code"]) == (500, "broken")
    assert "inside" not in answer.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("error", "kind", "says"),
    [
        (KeyError("the inside"), "text/plain", "Something broke in the server; nothing was changed, please try again"),
        (MemoryError(), "text/html", "The server has too little memory free; try again in a minute"),
    ],
)
def test_a_person_is_told_in_words_whatever_fails(
    table: Running, monkeypatch: pytest.MonkeyPatch, error: Exception, kind: str, says: str
) -> None:
    def fails(**_: object) -> None:
        raise error

    monkeypatch.setattr(table.served.store, "games", fails)
    answer = table.client.get("/", headers={"Accept": "text/html"})
    assert answer.status_code >= 500
    assert answer.headers["Content-Type"].startswith(kind)
    assert says in answer.text
    assert "inside" not in answer.text


def test_a_person_at_a_name_that_is_not_known_is_told_what_helps(table: Running) -> None:
    answer = table.client.get("/", headers={"Host": "scores.lan", "Accept": "text/html"})
    assert (answer.status_code, answer.text) == (
        421,
        "This server does not answer for 'scores.lan'; `handfoot serve --name HOST` gives it a name\n",
    )
