import base64
import json
import os
import socket
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner

from handfoot.web.entry.attempts import FREE_TRIES, WINDOW_S, Attempts
from handfoot.web.entry.keys import keep_keys
from handfoot.web.entry.sessions import PIN_HEADER, TOKEN_HEADER
from handfoot.web.pages import home_pages
from tests.handfoot.web.conftest import Running, Start
from tests.handfoot.web.steps import error_of
from tests.serving import client_of

GAME = {"rules": "remastered-singles", "sides": ["A", "B"]}


def other_than(pin: str) -> str:
    return f"{(int(pin) + 1) % 1_000_000:06d}"


def test_everyone_may_look_and_nobody_may_change_without_the_pin(table: Running) -> None:
    game = table.new_game()
    for path in ("/", f"/games/{game}", f"/api/games/{game}", f"/games/{game}/board"):
        assert table.stranger.get(path).status_code == 200
    for method, path in [("POST", "/api/games"), ("DELETE", f"/api/games/{game}")]:
        answer = table.stranger.request(method, path, json=GAME)
        assert (answer.status_code, error_of(answer)["code"]) == (401, "pin_needed")


def test_a_page_that_gave_the_pin_changes_things_with_its_token_only(table: Running) -> None:
    token = table.stranger.post("/api/session", json={"pin": table.served.keys.pin}).json()["token"]
    assert error_of(table.stranger.post("/api/games", json=GAME))["code"] == "stale_page"
    assert table.stranger.post("/api/games", json=GAME, headers={TOKEN_HEADER: token}).status_code == 201
    table.stranger.delete("/api/session")
    answer = table.stranger.post("/api/games", json=GAME, headers={TOKEN_HEADER: token})
    assert answer.status_code == 401


def test_a_device_that_gives_the_pin_again_keeps_its_session_and_another_gets_its_own(table: Running) -> None:
    given = {"pin": table.served.keys.pin}
    token = table.stranger.post("/api/session", json=given).json()["token"]
    again = table.stranger.post("/api/session", json=given)
    assert again.json()["token"] == token
    # It is kept for as many days as if it were new.
    assert "handfoot=" in again.headers["set-cookie"]
    assert table.stranger.post("/api/games", json=GAME, headers={TOKEN_HEADER: token}).status_code == 201
    table.stranger.delete("/api/session")
    own = table.stranger.post("/api/session", json=given).json()["token"]
    assert own != token
    with client_of(table.url) as other:
        assert other.post("/api/session", json=given).json()["token"] not in {token, own}


def test_a_session_without_the_servers_seal_is_not_taken_over_by_who_gives_the_pin(table: Running) -> None:
    signer = TimestampSigner(table.served.keys.secret)
    tokens = set()
    for seal in ("", table.served.keys.seal("token", "planted")):
        session = base64.b64encode(json.dumps({"id": "planted", "seal": seal}).encode())
        headers = {"Cookie": f"handfoot={signer.sign(session).decode()}"}
        with client_of(table.url) as other:
            answer = other.post("/api/session", json={"pin": table.served.keys.pin}, headers=headers)
            tokens.add(answer.json()["token"])
    assert len(tokens) == 2
    assert table.served.keys.seal("token", "planted") not in tokens


def test_the_cookie_goes_to_no_other_site_and_no_script(table: Running) -> None:
    answer = table.stranger.post("/api/session", json={"pin": table.served.keys.pin})
    cookie = answer.headers["set-cookie"].lower()
    assert "samesite=strict" in cookie
    assert "httponly" in cookie


def test_a_forged_cookie_is_worth_nothing(table: Running) -> None:
    table.stranger.cookies.set("handfoot", "eyJpZCI6ICJ4In0=.abc.def")
    assert table.stranger.get("/api/session").json() == {"signed_in": False, "token": ""}


def test_a_device_stays_signed_in_when_the_server_starts_again_and_not_under_a_new_pin(
    start: Start, tmp_path: Path
) -> None:
    first = start()
    first.stranger.post("/api/session", json={"pin": first.served.keys.pin})
    cookie = first.stranger.cookies["handfoot"]
    first.stop()
    again = start()
    with client_of(again.url, cookies={"handfoot": cookie}) as device:
        assert device.get("/api/session").json()["signed_in"] is True
    again.stop()
    assert keep_keys(tmp_path / "data", new_pin=True).pin != again.served.keys.pin
    with client_of(start().url, cookies={"handfoot": cookie}) as device:
        assert device.get("/api/session").json()["signed_in"] is False


def test_wrong_pins_have_to_wait_and_right_ones_then_too(table: Running) -> None:
    pin = table.served.keys.pin
    for _ in range(FREE_TRIES):
        assert error_of(table.stranger.post("/api/session", json={"pin": other_than(pin)}))["code"] == "wrong_pin"
    answer = table.stranger.post("/api/session", json={"pin": pin})
    assert (answer.status_code, error_of(answer)["code"]) == (429, "too_many_tries")
    assert 0 < int(answer.headers["Retry-After"]) <= WINDOW_S + 1
    assert table.stranger.post("/api/games", json=GAME, headers={PIN_HEADER: pin}).status_code == 429


def test_what_is_no_pin_at_all_costs_no_try_and_few_tries_are_told(table: Running) -> None:
    pin = table.served.keys.pin
    wrong = ["", "12345", "abcdef", *[other_than(pin)] * (FREE_TRIES - 1)]
    said = [error_of(table.stranger.post("/api/session", json={"pin": given}))["say"] for given in wrong]
    assert [line.rpartition("; ")[2] for line in said[-2:]] == [
        "2 more tries before a wait",
        "1 more try before a wait",
    ]
    assert not any("before a wait" in line for line in said[:-2])
    assert table.stranger.post("/api/session", json={"pin": pin}).json()["signed_in"] is True


def test_tries_are_forgotten_in_time_and_counted_for_everyone_together() -> None:
    now = [0.0]
    attempts = Attempts(clock=lambda: now[0])
    for number in range(60):
        attempts.failed(f"10.0.0.{number}")
    assert attempts.wait_s("10.9.9.9") > 0
    now[0] = WINDOW_S + 1
    assert attempts.wait_s("10.9.9.9") == 0


def test_the_pin_is_shown_on_the_servers_machine_and_to_nobody_else(table: Running) -> None:
    pin = table.served.keys.pin
    assert pin in table.stranger.get("/connect").text
    # A proxy on the machine may tell for whom it asks, or not.
    for phone in ({"X-Forwarded-For": "192.168.1.77"}, {"Host": f"{socket.gethostname()}:8642"}):
        assert pin not in table.stranger.get("/connect", headers=phone).text


def test_who_may_change_scores_already_is_shown_the_code_for_others_first(
    table: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_pages, "network_address", lambda config: "http://192.0.2.7:8642/")
    first = table.stranger.get("/connect").text
    assert first.index('id="pin-form"') < first.index('class="qr"')
    table.client.post("/api/session", json={"pin": table.served.keys.pin})
    signed_in = table.client.get("/connect").text
    assert signed_in.index('class="qr"') < signed_in.index('id="out"')


def test_the_pin_is_shown_nowhere_where_a_proxy_may_hide_for_whom_it_asks(start: Start) -> None:
    """By default nginx and Apache ask for the address that they forward to."""
    table = start(name="scores.lan")
    for host in ("127.0.0.1:8642", "localhost", "scores.lan"):
        answer = table.stranger.get("/connect", headers={"Host": host})
        assert (answer.status_code, table.served.keys.pin in answer.text) == (200, False)
    table.client.post("/api/session", json={"pin": table.served.keys.pin})
    assert table.served.keys.pin in table.client.get("/connect").text


@pytest.mark.parametrize(
    "damaged",
    ["", "{", "[]", '{"secret": "x"}', '{"secret": "x", "pin": " "}', '{"secret": null, "pin": "1"}', "\0" * 9],
    ids=repr,
)
def test_damaged_keys_are_made_anew_and_not_without_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damaged: str
) -> None:
    before = keep_keys(tmp_path)
    assert keep_keys(tmp_path) == before
    assert caplog.messages == []
    file = tmp_path / "keys.json"
    file.write_text(damaged)
    fresh = keep_keys(tmp_path)
    assert fresh.secret != before.secret
    assert caplog.messages == [f"{file}: damaged, so there is a new PIN, and everyone has to give it"]
    assert keep_keys(tmp_path) == fresh
    assert [path.name for path in tmp_path.iterdir()] == ["keys.json"]


def test_keys_outlast_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced, sync = [], os.fsync

    def noted(handle: int) -> None:
        synced.append(os.fstat(handle).st_ino)
        sync(handle)

    monkeypatch.setattr("os.fsync", noted)
    keep_keys(tmp_path)
    assert synced == [(tmp_path / "keys.json").stat().st_ino]


def test_keys_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    keep_keys(tmp_path)
    mode = (tmp_path / "keys.json").stat().st_mode & 0o777
    if mode == 0o666:
        pytest.skip("this system keeps no such rights")
    assert mode == 0o600
