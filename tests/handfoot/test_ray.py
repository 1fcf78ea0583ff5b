"""Work on a local Ray of two workers against the same work done by one process."""

import json
import shutil
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tablesynth.__main__ import main as render

from tests.commands import handfoot
from tests.handfoot.jokedeck import joke_deck
from vision.decks.profile import DeckProfile
from vision.decks.shelf import DeckShelf
from vision.ray_workers import HERE, ClusterError, Lost, joined, spread

ray = pytest.importorskip("ray", reason="ray is not installed")

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"


@pytest.fixture(scope="module")
def two_workers() -> Iterator[None]:
    with joined("local", workers=2):
        yield


def without_times(text: str) -> object:
    """Return the JSON with every time taken out."""

    def timeless(value: object) -> object:
        if isinstance(value, dict):
            return {key: timeless(inner) for key, inner in value.items() if key != "ms"}
        return [timeless(inner) for inner in value] if isinstance(value, list) else value

    return timeless(json.loads(text))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return a folder of two tables of a side each; one of the second's photos is none."""
    folder = tmp_path / "archive"
    for name, sample in (("one", "Table 1/Jon"), ("two", "Table 2/Dan")):
        shutil.copytree(SAMPLES / sample, folder / name / "Jon", ignore=shutil.ignore_patterns("left*"))
        (folder / name / "table.toml").write_text('rules = "remastered-singles"\nround = 1\n', encoding="utf-8")
    (folder / "two" / "Jon" / "left-1.jpg").write_bytes(b"no photo")
    return folder


def test_tables_scored_by_workers_are_those_scored_by_one_process_and_are_not_read_again(
    archive: Path, tmp_path: Path, two_workers: None
) -> None:
    near, far, kept = tmp_path / "near", tmp_path / "far", tmp_path / "kept"
    alone = handfoot("score", archive, "--out", near, "--json")
    spread_out = handfoot("score", archive, "--out", far, "--json", "--ray", "--keep", kept)
    assert (spread_out.exit_code, spread_out.stderr) == (alone.exit_code, alone.stderr)
    assert "not a JPEG" in alone.stderr
    lines = [alone.stdout.splitlines(), spread_out.stdout.splitlines()]
    assert [*map(without_times, lines[0])] == [*map(without_times, lines[1])]
    assert len(lines[0]) == 2
    for path in (path for path in near.rglob("*") if path.is_file()):
        other = far / path.relative_to(near)
        if path.suffix == ".json":
            assert without_times(path.read_text("utf-8")) == without_times(other.read_text("utf-8"))
        else:
            assert path.read_bytes() == other.read_bytes()
    # The times are those of the first run, so that not a byte differs unless a photo was read again.
    assert handfoot("score", archive, "--json", "--ray", "--keep", kept).stdout == spread_out.stdout
    assert handfoot("score", archive, "--json", "--keep", kept).stdout == spread_out.stdout


@pytest.fixture
def misled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an archive of one photo three times: played with any deck, with a joke, with one that nobody taught."""
    monkeypatch.setenv("HANDFOOT_DECKS", str(tmp_path / "decks"))
    photo = SAMPLES / "Table 1" / "Jon" / "played-1.jpg"
    DeckShelf(tmp_path / "decks").keep(joke_deck(photo))
    folder = tmp_path / "archive"
    for name, decks in (("any", []), ("joke", ["joke"]), ("untaught", ["nobody's"])):
        (folder / name / "Jon").mkdir(parents=True)
        shutil.copy(photo, folder / name / "Jon")
        said = f'rules = "remastered-singles"\nround = 1\ndeck_profiles = {json.dumps(decks)}\n'
        (folder / name / "table.toml").write_text(said, encoding="utf-8")
    return folder


def test_workers_know_the_decks_that_each_table_is_played_with_and_with_others_it_is_read_anew(
    misled: Path, tmp_path: Path, two_workers: None
) -> None:
    kept = tmp_path / "kept"
    alone = handfoot("score", misled, "--json")
    spread_out = handfoot("score", misled, "--json", "--ray", "--keep", kept)
    assert spread_out.stderr == alone.stderr
    assert 'no deck "nobody\'s"' in alone.stderr
    near, far = ([without_times(line) for line in run.stdout.splitlines()] for run in (alone, spread_out))
    assert near == far
    plain, joke = (line.split(" ", 1)[1] for line in spread_out.stdout.replace('"any"', "").splitlines())
    assert plain.count('"W50"') < joke.count('"W50"')
    assert handfoot("score", misled, "--json", "--keep", kept).stdout == spread_out.stdout
    assert len([*kept.glob("*.json")]) == 2
    wild = handfoot("score", misled / "any", "--json", "--keep", kept, "--deck", "joke")
    # The times are those of the first run, so that not a byte differs unless the photo was read again.
    assert wild.stdout.replace('"any"', '"joke"') == spread_out.stdout.splitlines(keepends=True)[1]
    DeckShelf(tmp_path / "decks").keep(DeckProfile("joke"), replace=True)
    handfoot("score", misled / "joke", "--keep", kept)
    assert len([*kept.glob("*.json")]) == 2
    handfoot("score", misled / "joke", "--keep", kept, "--deck", "traditional")
    assert len([*kept.glob("*.json")]) == 2


def test_an_evaluation_by_workers_has_the_rows_of_one_process(archive: Path, tmp_path: Path, two_workers: None) -> None:
    record = {"rules": "remastered-singles", "round": 1, "sides": [{"name": "Jon", "piles": [{"cards": ["K"]}]}]}
    for table in archive.iterdir():
        (table / "truth").mkdir()
        (table / "truth" / "record.json").write_text(json.dumps(record), encoding="utf-8")
    near, far = tmp_path / "near", tmp_path / "far"
    alone = handfoot("evaluate", archive, "--out", near)
    spread_out = handfoot("evaluate", archive, "--out", far, "--ray")
    assert (spread_out.exit_code, spread_out.stderr) == (alone.exit_code, alone.stderr)
    assert alone.exit_code == 2 and "not a JPEG" in alone.stderr
    assert (near / "tables.csv").read_bytes() == (far / "tables.csv").read_bytes()
    assert "not a JPEG" in (far / "tables.csv").read_text(encoding="utf-8")


def test_scenes_rendered_by_workers_are_those_of_one_process(tmp_path: Path, two_workers: None) -> None:
    scenes = ["render", "--split", "val", "--count", "2", "--layouts", "left", "--width", "480", "--height", "360"]
    assert render([*scenes, "--out", str(tmp_path / "near")]) == 0
    assert render([*scenes, "--out", str(tmp_path / "far"), "--ray"]) == 0
    written = sorted(path.name for path in (tmp_path / "near").iterdir())
    assert len(written) == 4
    for name in written:
        assert (tmp_path / "near" / name).read_bytes() == (tmp_path / "far" / name).read_bytes()


def test_results_come_in_the_order_of_the_jobs_and_a_failed_worker_is_a_lost_job(two_workers: None) -> None:
    def make() -> object:
        return lambda job: 10 // job

    results = list(spread(make, (1, 2, 0, 5, 4), lambda job: "known" if job == 4 else None))  # type: ignore[arg-type]
    assert [result if not isinstance(result, Lost) else "lost" for result in results] == [10, 5, "lost", 2, "known"]


def test_a_program_in_a_cluster_ends_as_it_did_before_when_it_is_told_to(two_workers: None) -> None:
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_program_told_to_end_while_a_cluster_starts_ends_as_it_would_have(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(**_: object) -> None:
        signal.signal(signal.SIGTERM, lambda number, _: sys.exit(number))
        signal.raise_signal(signal.SIGTERM)

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    for name, stand_in in (("is_initialized", lambda: False), ("init", told), ("shutdown", lambda: None)):
        monkeypatch.setattr(ray, name, stand_in)
    before = signal.signal(signal.SIGTERM, end)
    try:
        with pytest.raises(KeyboardInterrupt), joined(HERE):
            pytest.fail("a cluster was joined")
        assert signal.getsignal(signal.SIGTERM) is end
    finally:
        signal.signal(signal.SIGTERM, before)


def test_no_worker_starts_where_every_result_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.ray_workers._workers", lambda make: pytest.fail("a worker was started"))
    assert list(spread(lambda: str, range(3), str)) == ["0", "1", "2"]


def test_a_worker_with_other_nets_is_refused(archive: Path, two_workers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handfoot.farreading.program_digest", lambda models: "another")
    result = handfoot("score", archive, "--json", "--ray")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "not those of this machine" in result.stderr


def test_a_cluster_that_does_not_start_is_told_in_one_line(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(**_: object) -> None:
        raise Exception("The current node timed out during startup.\nSee the logs.")

    for name, stand_in in (("is_initialized", lambda: False), ("init", slow), ("shutdown", lambda: None)):
        monkeypatch.setattr(ray, name, stand_in)
    result = handfoot("score", archive, "--ray")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "local: no Ray cluster can be joined there (The current node timed out during startup.)" in result.stderr


@pytest.mark.parametrize("address", ["nowhere", "host:port", "127.0.0.1:0", "127.0.0.1:99999"])
def test_what_is_no_address_is_told(address: str) -> None:
    with pytest.raises(ClusterError, match="is no address of a Ray cluster"), joined(address):
        pass


def test_an_address_where_nothing_or_something_else_answers_is_told_in_seconds(archive: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        result = handfoot("score", archive, "--ray", address)
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
        assert f"{address}: no Ray cluster answers there" in result.stderr
        silent.listen()

        def answer() -> None:
            line, _ = silent.accept()
            with line:
                line.recv(100)
                line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        threading.Thread(target=answer).start()
        result = handfoot("score", archive, "--ray", address)
        assert f"{address}: what answers there is no Ray cluster" in result.stderr
