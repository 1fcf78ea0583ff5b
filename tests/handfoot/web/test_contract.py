"""The API against its own OpenAPI document: whatever Schemathesis makes up, no answer is the server's fault."""

import json
from typing import Any
from zlib import crc32

import pytest

from tests.handfoot.web.conftest import Running, jpeg
from tests.handfoot.web.steps import error_of

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

EXAMPLES = 8
"""Requests made up for each of the API's addresses."""


@pytest.fixture
def there(table: Running) -> dict[str, object]:
    """Return a game with a photo, a tournament and a deck: made-up requests meet something."""
    game = table.new_game()
    photo = table.read_photo(game)
    asked = {"name": "Contract", "teams": ["A", "B", "C", "D"]}
    tournament = table.client.post("/api/tournaments", json=asked).json()["id"]
    places = {"game_id": game, "number": 1, "side": 1, "photo_id": photo, "tournament_id": tournament}
    return {**places, "name": "traditional"}


def test_no_request_makes_the_server_fail(table: Running, there: dict[str, object]) -> None:
    from hypothesis import HealthCheck, Phase, given, settings

    schema = schemathesis.openapi.from_dict(table.client.get("/api/openapi.json").json())
    headers = dict(table.client.headers)
    failed: list[str] = []
    well: set[str] = set()
    # What deletes comes last, or all the others would ask for what is gone.
    operations = sorted((one.ok() for one in schema.get_all_operations()), key=lambda one: one.method == "delete")
    for operation in operations:
        if operation.path.endswith("/events") or operation.path == "/api/session":
            continue  # streams never end, and wrong PINs would lock the rest out

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:  # noqa: ANN401 - the library's own
            made_up = dict(case.path_parameters or {})
            if crc32(repr(sorted(made_up.items())).encode()) % 2:
                case.path_parameters = {name: there.get(name, value) for name, value in made_up.items()}
            answer = case.call(base_url=table.url, headers=headers, timeout=60)
            if answer.status_code >= 500:
                failed.append(f"{case.method} {case.path}: {answer.status_code} {answer.text[:200]}")
            elif answer.status_code >= 400:
                assert set(json.loads(answer.content)) == {"error"}
            else:
                well.add(f"{case.method} {case.path}")

        ask()
    assert failed == []
    # Most bodies that are made up are refused; what is asked without one meets what is there.
    assert len(well) > len(operations) / 4, well


def test_the_document_names_the_pin_where_it_is_needed(table: Running) -> None:
    paths = table.stranger.get("/api/openapi.json").json()["paths"]
    unguarded = [
        f"{method} {path}"
        for path, methods in paths.items()
        for method, operation in methods.items()
        if method != "get" and "security" not in operation
    ]
    assert sorted(unguarded) == ["delete /api/session", "post /api/session"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/games", b"{"),
        ("/api/games", b"[]"),
        ("/api/games", b"\xff\xfe"),
        ("/api/games", b'{"rules": "remastered-singles", "sides": ["A\\ud800", "B"]}'),
        ("/api/games", b'{"rules": "remastered-singles", "sides": ["A\\u0000", "B"]}'),
        ("/api/tally", b"[" * 10_000),
        (
            "/api/tally",
            b'{"rules": "remastered-singles", "sides": [{"name": "A", "score_before": 1' + b"0" * 500 + b"}]}",
        ),
        ("/api/tally", b'{"rules": NaN, "sides": Infinity}'),
        (
            "/api/tally",
            b'{"rules": "remastered-singles", "sides": [{"piles": [{"cards": ["K", "K", "K"]}], '
            b'"x_twice": [{"cards": [{"in": "pile 1", "at": 1, "faces": [null], "where": "a.jpg"}], '
            b'"ask": "\\ud800"}]}]}',
        ),
    ],
)
def test_odd_json_is_refused_in_the_one_shape(table: Running, path: str, body: bytes) -> None:
    answer = table.client.post(path, content=body, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500, answer.text
    assert error_of(answer)["say"]


@pytest.mark.parametrize(
    "body",
    [b"{", b"[" * 10_000, b'{"decks": ' + b"9" * 5000 + b"}", b'{"name": "\xff"}'],
    ids=["half", "deep", "long number", "no text"],
)
def test_what_cannot_be_read_is_told_in_the_same_words(table: Running, body: bytes) -> None:
    answer = table.client.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, error_of(answer)["code"]) == (422, "invalid")
    assert (error_of(answer)["say"], error_of(answer)["where"]) == ("what was sent cannot be read", "body")


def test_json_that_does_not_say_so_is_told_what_to_say(table: Running) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = table.client.post("/api/games", content=b"{}", headers={"Content-Type": kind})
        assert (answer.status_code, error_of(answer)["where"]) == (422, "Content-Type")
        assert "Content-Type: application/json" in error_of(answer)["say"]


def test_a_photo_without_its_form_is_refused_in_the_one_shape(table: Running) -> None:
    path = f"/api/games/{table.new_game()}/rounds/1/sides/1/photos"
    for sent in (
        {"content": jpeg(), "headers": {"Content-Type": "image/jpeg"}},
        {"content": b"--x\r\n", "headers": {"Content-Type": "multipart/form-data; boundary=x"}},
        {"data": {"photo": "no file"}},
        {"files": {"photo": ("a.jpg", jpeg())}, "data": {"shows": "the moon"}},
    ):
        answer = table.client.post(path, **sent)
        assert 400 <= answer.status_code < 500, answer.text
        assert "UploadFile" not in error_of(answer)["say"]
        assert error_of(answer)["say"]
