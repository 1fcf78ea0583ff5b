"""``handfoot serve`` as people start it, and as power cuts end it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx
import pytest
from fastapi import FastAPI

from handfoot.web.addresses import page_code, terminal_code
from handfoot.web.server import PageServer
from scorer.rulebook.rules import rule_ids
from tests.commands import handfoot
from tests.handfoot.web.conftest import Running, jpeg
from tests.serving import client_of

ROOT = Path(__file__).parents[3]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(
    data: Path, *options: str, errors: IO[str] | None = None
) -> Iterator[tuple["subprocess.Popen[str]", str, httpx.Client]]:
    """Start the command; give its process, what it said, and a client that sends its PIN."""
    port = free_port()
    command = [sys.executable, "-m", "handfoot", "serve", "--port", str(port), "--data", str(data), *options]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8")
    assert server.stdout is not None
    said = ""
    for line in server.stdout:
        said += line
        if line.startswith("Ctrl+C"):
            break
    pin = re.search(r"PIN:\s+(\d{6})", said)
    assert pin, said
    client = client_of(f"http://127.0.0.1:{port}", pin[1])
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                client.get("/api/session")
                break
            except httpx.ConnectError:
                time.sleep(0.05)
        yield server, said, client
    finally:
        client.close()
        server.kill()
        server.wait()
        server.stdout.close()


def test_it_says_where_it_is_and_ends_when_told(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--lan", "--name", "Scores.lan") as (server, said, client):
        assert client.get("/", headers={"Host": "scores.lan:8642"}).status_code == 200
        assert client.get("/", headers={"Host": "other.lan:8642"}).status_code == 421
        assert said.startswith("Starting ...\n")
        assert re.search(r"On this machine:\s+http://127\.0\.0\.1:\d+/#pin=\d{6}", said)
        assert "On the network:" in said
        assert client.get("/").status_code == 200
        server.send_signal(signal.SIGINT)
        server.wait(timeout=30)
    assert (tmp_path / "data" / "handfoot.db").is_file()


@pytest.mark.parametrize("told", ["SIGINT", "SIGINT SIGINT", "SIGTERM", "SIGHUP"])
def test_open_pages_do_not_keep_it_up_and_nothing_is_said_to_be_wrong(tmp_path: Path, told: str) -> None:
    signals = told.split()
    if not hasattr(signal, signals[0]):
        pytest.skip("there is no such signal")
    complaints = tmp_path / "complaints.txt"
    with complaints.open("w") as errors, serving(tmp_path / "data", errors=errors) as (server, _, client):
        game = client.post("/api/games", json={"rules": "remastered-singles", "sides": ["A", "B"]}).json()["id"]
        with client.stream("GET", f"/api/games/{game}/events") as events:
            lines = events.iter_lines()
            assert next(lines) == "event: changed"
            for name in signals:
                server.send_signal(signal.Signals[name])
                time.sleep(0.05)
            server.wait(timeout=30)
    said = complaints.read_text().strip()
    if "SIGINT" in signals:
        # Started by a script, the command may not hear of Ctrl+C itself.
        assert said in ("", "handfoot: stopped")
    else:
        assert (said, server.returncode) == ("handfoot: stopped", -signal.Signals[told])


def test_a_connection_may_rest_longer_than_those_who_ask_keep_theirs(table: Running) -> None:
    """The clients of Python keep one for 5 s, browsers for a minute: the server never ends it first."""
    app = FastAPI()
    app.state.served = table.served
    assert PageServer(app).config.timeout_keep_alive > 60


def test_kill_9_at_any_moment_loses_no_confirmed_answer(tmp_path: Path) -> None:
    kept: list[str] = []
    with serving(tmp_path) as (server, _, client):
        game = client.post("/api/games", json={"rules": "remastered-singles", "sides": ["A", "B"]}).json()["id"]
        photos = f"/api/games/{game}/rounds/1/sides/1/photos"
        draft = f"/api/games/{game}/rounds/1/sides/1/draft"
        for number in range(4):
            kept.append(client.post(photos, files={"photo": (f"{number}.jpg", jpeg())}).json()["id"])
            edit = {"kind": "set_fact", "fact": "improper_melds", "value": number}
            step = {"on": number, "deed": f"d{number}", "edit": edit}
            assert client.post(f"{draft}/edits", json=step).status_code == 200
        os.kill(server.pid, signal.SIGKILL)
    with serving(tmp_path) as (_, _, client):
        assert [photo["id"] for photo in client.get(photos).json()] == kept
        found = client.get(draft).json()
        assert (found["sequence"], found["facts"]["improper_melds"]) == (4, 3)
        assert client.get(f"/api/photos/{kept[0]}?wait_s=20").json()["state"] == "read"
        # And the evening goes on.
        agreement = f"/api/games/{game}/rounds/1/agreement"
        seal = client.get(agreement).json()["seal"]
        assert client.post(agreement, json={"side": 1, "seal": seal}).status_code == 200


def test_the_database_that_the_variable_names_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDFOOT_DB", str(tmp_path / "ours.db"))
    with serving(tmp_path / "data") as (_, said, client):
        assert re.search(rf"Games in:\s+{re.escape(str(tmp_path / 'ours.db'))}\n", said)
        assert client.post("/api/games", json={"rules": "remastered-singles", "sides": ["A", "B"]}).status_code == 201
    assert not (tmp_path / "data" / "handfoot.db").exists()


KITCHEN = 'extends = "remastered-singles"\nid = "kitchen-table"\n[settings.red3_left]\nvalue = -300\n'


def test_a_house_plays_by_its_own_rules_on_the_page(tmp_path: Path) -> None:
    (tmp_path / "kitchen.toml").write_text(KITCHEN, encoding="utf-8")
    with serving(tmp_path / "data", "--rules", str(tmp_path / "kitchen.toml")) as (_, _, client):
        told = [(one["id"], one["house"]) for one in client.get("/api/rules").json()]
        assert told == [("kitchen-table", True), *((rules, False) for rules in rule_ids())]
        assert "Rules of this house (kitchen-table)" in client.get("/games/new").text
        assert 'value="kitchen-table"' in client.get("/tournaments/new").text
        record = {"rules": "kitchen-table", "sides": [{"name": "A", "left": ["R3"]}]}
        assert client.post("/api/tally", json=record).json()["sides"][0]["best"] == -300
        game = client.post("/api/games", json={"rules": "kitchen-table", "sides": ["A", "B"]}).json()
        client.put(f"/api/games/{game['id']}/rounds/1/points", json={"points": {"A": 100, "B": 50}})
        client.post(f"/api/games/{game['id']}/end", json={"seen": 1})
        # Its title is that of the rules that it extends.
        for page in ("/", f"/games/{game['id']}", f"/games/{game['id']}/rounds/1/receipt"):
            assert "Hand &amp; Foot Remastered, singles (kitchen-table)" in client.get(page).text
        assert f"/games/new?like={game['id']}" in client.get(f"/games/{game['id']}").text
        assert "(kitchen-table)" in client.get(f"/games/new?like={game['id']}").text
        opened = client.post("/api/tournaments", json={"name": "Cup", "rules": "kitchen-table", "teams": ["A", "B"]})
        assert (opened.status_code, opened.json()["rules"]) == (201, "kitchen-table")
        unknown = client.post("/api/games", json={"rules": "kitchen", "sides": ["A", "B"]})
        assert "there are kitchen-table, bain, " in unknown.json()["error"]["say"]


@pytest.mark.parametrize(
    ("files", "says"),
    [
        (["kitchen.toml", "kitchen.toml"], "there are rules of that id already"),
        (["nowhere.toml"], "cannot be read"),
    ],
    ids=["twice", "nowhere"],
)
def test_rules_of_a_house_that_cannot_be_are_said_in_one_line(tmp_path: Path, files: list[str], says: str) -> None:
    (tmp_path / "kitchen.toml").write_text(KITCHEN, encoding="utf-8")
    named = [word for file in files for word in ("--rules", str(tmp_path / file))]
    result = handfoot("serve", "--data", tmp_path / "data", *named)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert says in result.stderr
    assert not (tmp_path / "data").exists()


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = handfoot("serve", "--port", port, "--data", tmp_path)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert str(port) in result.stderr


def test_a_second_server_on_the_same_photos_is_refused(tmp_path: Path) -> None:
    arguments = ["serve", "--port", str(free_port()), "--data", str(tmp_path), "--new-pin"]
    with serving(tmp_path) as (_, _, client):
        result = handfoot(*arguments)
        assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
        assert f"{tmp_path}: another `handfoot serve`" in result.stderr
        assert client.post("/api/games", json={"rules": "remastered-singles", "sides": ["A", "B"]}).status_code == 201
        with serving(tmp_path, "--db", str(tmp_path / "other.db")) as (_, _, other):
            assert other.get("/api/games").json() == []


def test_a_data_folder_that_cannot_be_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "data"
    result = handfoot("serve", "--data", folder)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert str(folder) in result.stderr


@pytest.mark.parametrize("name", ["http://scores.lan", "scores.lan:80", "a b", "", "-a.lan", "a..lan", "a" * 254])
def test_what_is_no_name_of_a_host_is_said_in_one_line(tmp_path: Path, name: str) -> None:
    result = handfoot("serve", "--data", tmp_path, "--name", name)
    assert result.exit_code == 2
    assert "is no name of a host" in result.stderr.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


def test_nets_that_are_not_there_are_said_in_one_line(tmp_path: Path) -> None:
    data = tmp_path / "data"
    arguments = ["serve", "--port", str(free_port()), "--data", str(data), "--models", str(tmp_path)]
    result = handfoot(*arguments)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "finder" in result.stderr


def test_the_code_is_drawn_for_terminals_and_pages() -> None:
    address = "http://192.168.1.20:8642/#pin=123456"
    assert len(terminal_code(address).splitlines()) > 10
    assert page_code(address).startswith("<svg")
