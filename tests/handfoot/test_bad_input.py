"""What people and phones hand in: each bad file is one clear line, and the good ones are read all the same."""

import csv
import errno
import io
import json
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.commands import handfoot
from tests.handfoot.oracle import Oracle, blank_photo, card

UseOracle = Callable[[Oracle], None]


def png_header(width: int, height: int) -> bytes:
    """Return a PNG that claims a size and holds nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def jpeg() -> bytes:
    return cv2.imencode(".jpg", np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8))[1].tobytes()


def saved(image: Image.Image, kind: str) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind)
    return buffer.getvalue()


UNREADABLE = {
    "no image.jpg": b"this is a shopping list",
    "truncated.jpg": jpeg()[:2000],
    "truncated.png": saved(Image.new("RGB", (300, 300), "red"), "PNG")[:200],
    "empty.jpg": b"",
    "bomb.png": png_header(20_000, 10_000),
    "header only.png": png_header(400, 300),
    "animated.gif": saved(Image.new("P", (400, 300), 3), "GIF"),
    "scan.tiff": saved(Image.new("RGB", (400, 300), "red"), "TIFF"),
}

READABLE = {
    "cmyk.jpg": saved(Image.new("CMYK", (400, 300), (10, 20, 30, 0)), "JPEG"),
    "sixteen.png": cv2.imencode(".png", np.full((300, 400, 3), 30_000, np.uint16))[1].tobytes(),
    "grey.jpg": saved(Image.new("L", (400, 300), 90), "JPEG"),
    "grey sixteen.png": cv2.imencode(".png", np.full((300, 400), 30_000, np.uint16))[1].tobytes(),
    "alpha.png": saved(Image.new("RGBA", (400, 300), (10, 200, 30, 90)), "PNG"),
    "palette.png": saved(Image.new("P", (400, 300), 3), "PNG"),
    "windows.jfif": jpeg(),
    "web.webp": saved(Image.new("RGB", (400, 300), "green"), "WEBP"),
}


def lines(text: str) -> list[str]:
    return text.splitlines()


@pytest.mark.parametrize("name", UNREADABLE)
def test_an_unreadable_photo_is_one_line_and_the_others_are_read(
    name: str, tmp_path: Path, use_oracle: UseOracle
) -> None:
    (tmp_path / name).write_bytes(UNREADABLE[name])
    blank_photo(tmp_path / "good.jpg")
    use_oracle(Oracle({"good.jpg": [card("K", 300, 300)]}))
    result = handfoot("read", tmp_path / name, tmp_path / "good.jpg", "--json")
    assert result.exit_code == 2
    assert len(lines(result.stderr)) == 1
    assert name in result.stderr
    assert [json.loads(line)["photo"] for line in lines(result.stdout)] == ["good.jpg"]


@pytest.mark.parametrize("name", READABLE)
def test_an_unusual_image_is_read(name: str, tmp_path: Path, use_oracle: UseOracle) -> None:
    (tmp_path / name).write_bytes(READABLE[name])
    use_oracle(Oracle({name: [card("K", 200, 150)]}))
    result = handfoot("read", tmp_path / name, "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["cards"][0]["face"] == "K"


def test_no_name_of_a_photo_can_colour_the_terminal(tmp_path: Path, use_oracle: UseOracle) -> None:
    odd = "floor\x1b[31m.jpg"
    use_oracle(Oracle({odd: []}))
    try:
        blank_photo(tmp_path / odd)
    except OSError:
        pytest.skip("this disk takes no such name")
    result = handfoot("read", tmp_path / odd, tmp_path / f"gone {odd}")
    assert "no card was found" in result.stdout
    assert "cannot be opened" in result.stderr
    assert "\x1b" not in result.output


def test_a_photo_without_a_card_is_in_doubt(tmp_path: Path, use_oracle: UseOracle) -> None:
    blank_photo(tmp_path / "floor.jpg")
    use_oracle(Oracle({"floor.jpg": []}))
    result = handfoot("read", tmp_path / "floor.jpg")
    assert result.exit_code == 1
    assert "no card was found" in result.stdout


def test_an_empty_folder_is_one_line(tmp_path: Path) -> None:
    for command in (["read", tmp_path], ["score", tmp_path, "--rules", "remastered-singles", "--round", "1"]):
        result = handfoot(*command)
        assert result.exit_code == 2
        assert len(lines(result.stderr)) == 1
        assert "no photo" in result.stderr


def test_a_link_that_leads_nowhere_is_told(tmp_path: Path, use_oracle: UseOracle) -> None:
    blank_photo(tmp_path / "North" / "played.jpg")
    (tmp_path / "North" / "left-1.jpg").symlink_to(tmp_path / "nowhere.jpg")
    use_oracle(Oracle({"played.jpg": [card("4", 200 + 60 * place, 200) for place in range(3)]}))
    result = handfoot("score", tmp_path, "--rules", "remastered-singles", "--round", "1")
    assert result.exit_code == 2
    (line,) = lines(result.stderr)
    assert "left-1.jpg: cannot be opened" in line


def test_a_name_that_is_no_text_is_scored_and_written_down(tmp_path: Path, use_oracle: UseOracle) -> None:
    name = os.fsdecode(b"pl\xff.jpg")
    blank_photo(tmp_path / "North" / "played.jpg")
    (tmp_path / "North" / "played.jpg").rename(tmp_path / "North" / name)
    use_oracle(Oracle({name: [card("4", 200 + 60 * place, 200) for place in range(3)]}))
    out = tmp_path / "out"
    result = handfoot("score", tmp_path, "--rules", "remastered-singles", "--round", "1", "--out", out)
    assert result.exit_code == 1
    assert json.loads((out / "record.json").read_text(encoding="utf-8"))["sides"][0]["name"] == "North"
    video = handfoot("watch", "--camera", tmp_path / "North" / name, "--once")
    assert (video.exit_code, len(lines(video.stderr))) == (2, 1)


def test_a_side_whose_photo_is_broken_is_told_and_the_others_are_scored(tmp_path: Path, use_oracle: UseOracle) -> None:
    table = tmp_path / "table"
    blank_photo(table / "North" / "played.jpg")
    (table / "South").mkdir()
    (table / "South" / "played.jpg").write_bytes(b"")
    (table / "East").mkdir()
    use_oracle(Oracle({"played.jpg": [card("4", 200 + 60 * place, 200) for place in range(3)]}))
    result = handfoot("score", table, "--rules", "remastered-singles", "--round", "1", "--nobody-went-out", "--json")
    assert result.exit_code == 2
    assert [Path(line.split(": ")[1]).name for line in lines(result.stderr)] == ["East", "played.jpg"]
    scored = json.loads(result.stdout)
    assert {side["name"]: side["best"] for side in scored["sides"]} == {"North": 15, "South": 0, "East": 0}
    assert len(scored["errors"]) == 2


def test_who_reads_what_was_written_sees_which_photos_could_not_be_read(tmp_path: Path, use_oracle: UseOracle) -> None:
    blank_photo(tmp_path / "table" / "North" / "played.jpg")
    (tmp_path / "table" / "North" / "played-2.jpg").write_bytes(b"")
    (tmp_path / "table" / "South").mkdir()
    use_oracle(Oracle({"played.jpg": [card("A", 200 + 60 * place, 200) for place in range(3)]}))
    said = ["--rules", "remastered-singles", "--round", "1", "--nobody-went-out"]
    handfoot("score", tmp_path / "table", *said, "--out", tmp_path / "out")
    rows = csv.DictReader((tmp_path / "out" / "sides.csv").read_text(encoding="utf-8").splitlines())
    assert {row["side"]: row["problems"] for row in rows} == {"North": "1", "South": "1"}
    record = tmp_path / "out" / "record.json"
    tallied = handfoot("tally", record, "--json")
    assert tallied.exit_code == 1
    problems = [problem for side in json.loads(tallied.stdout)["sides"] for problem in side["problems"]]
    assert [(problem["code"], problem["say"]) for problem in problems] == [
        ("unseen_cards", f"{Path('North', 'played-2.jpg')}: the file is empty: nothing of it is counted"),
        ("unseen_cards", "South: no photo of this side in it: nothing of it is counted"),
    ]


@pytest.mark.parametrize("said", ["round = 'one'", "[settings]\nred4_left = 1"], ids=["form", "rules"])
def test_one_bad_table_is_named_and_does_not_stop_the_others(said: str, tmp_path: Path, use_oracle: UseOracle) -> None:
    for table in ("1", "2"):
        blank_photo(tmp_path / table / "A" / "played.jpg")
    (tmp_path / "1" / "table.toml").write_text(said, encoding="utf-8")
    use_oracle(Oracle({"played.jpg": [card("4", 200 + 60 * place, 200) for place in range(3)]}))
    result = handfoot("score", tmp_path, "--rules", "remastered-singles", "--round", "1", "--nobody-went-out", "--json")
    assert result.exit_code == 2
    assert len(lines(result.stderr)) == 1
    assert result.stderr.startswith(f"handfoot: {tmp_path / '1'}")
    assert json.loads(result.stdout)["table"] == "2"


def test_an_output_folder_that_cannot_be_written_is_one_line(tmp_path: Path, use_oracle: UseOracle) -> None:
    blank_photo(tmp_path / "A" / "played.jpg")
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    use_oracle(Oracle({"played.jpg": [card("4", 200, 200)]}))
    for command in (
        ["score", tmp_path, "--rules", "remastered-singles", "--round", "1"],
        ["read", tmp_path / "A" / "played.jpg"],
        ["score", tmp_path, "--rules", "remastered-singles", "--round", "1", "--keep", tmp_path / "file"],
    ):
        out = [] if "--keep" in command else ["--out", tmp_path / "file"]
        result = handfoot(*command, *out)
        assert result.exit_code == 2
        assert result.stderr == f"handfoot: {tmp_path / 'file'}: cannot be written (a file, not a folder)\n"


def test_what_cannot_be_written_of_one_table_keeps_no_other_from_being_scored(
    tmp_path: Path, use_oracle: UseOracle
) -> None:
    for table in ("1", "2", "3"):
        blank_photo(tmp_path / "tables" / table / "A" / "played.jpg")
    out = tmp_path / "out"
    out.mkdir()
    (out / "2").write_text("in the way", encoding="utf-8")
    use_oracle(Oracle({"played.jpg": [card("4", 200 + 60 * place, 200) for place in range(3)]}))
    said = ["--rules", "remastered-singles", "--round", "1", "--nobody-went-out", "--json"]
    result = handfoot("score", tmp_path / "tables", *said, "--out", out)
    assert result.exit_code == 2
    why = f"{out / '2'}: cannot be written (a file, not a folder)"
    assert lines(result.stderr) == [f"handfoot: {why}; 2 is scored, but not written"]
    assert [json.loads(line)["table"] for line in lines(result.stdout)] == ["1", "2", "3"]
    assert (out / "3" / "record.json").exists()
    rows = csv.DictReader((out / "sides.csv").read_text(encoding="utf-8").splitlines())
    assert [row["table"] for row in rows] == ["1", "2", "3"]


def test_sides_and_tables_called_as_the_files_beside_them_are_written_too(
    tmp_path: Path, use_oracle: UseOracle
) -> None:
    names = ("record.json", "Tally.json", "sides.csv")
    for table in ("1", "sides.csv"):
        for side in names:
            blank_photo(tmp_path / "tables" / table / side / "played.jpg")
    out = tmp_path / "out"
    use_oracle(Oracle({"played.jpg": [card("4", 200 + 60 * place, 200) for place in range(3)]}))
    said = ["--rules", "remastered-singles", "--round", "1", "--nobody-went-out"]
    result = handfoot("score", tmp_path / "tables", *said, "--out", out)
    assert (result.exit_code, result.stderr) == (1, "")
    assert (out / "sides.csv").is_file()
    for home in (out / "1", out / "sides.csv photos"):
        assert {path.name for path in home.iterdir() if path.is_file()} > {"record.json", "tally.json"}
        assert all((home / f"{side} photos" / "played-scored.jpg").is_file() for side in names)


@pytest.mark.parametrize("damage", ["missing", "card missing", "wrong hash", "card broken"])
def test_a_missing_or_damaged_net_is_one_line(tmp_path: Path, damage: str) -> None:
    models = tmp_path / "models"
    models.mkdir()
    blank_photo(tmp_path / "a.jpg")
    toml = f'file = "finder.onnx"\nsha256 = "{"0" * 64}"\nkind = "finder"\nclasses = ["index"]\nlicence = "AGPL-3.0"\n'
    if damage != "card missing":
        (models / "finder.toml").write_text("file = " if damage == "card broken" else toml, encoding="utf-8")
    if damage == "wrong hash":
        (models / "finder.onnx").write_bytes(b"not the net")
    result = handfoot("read", tmp_path / "a.jpg", "--models", models)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(lines(result.stderr)) == 1
    assert str(models / "finder") in result.stderr


def test_a_name_with_a_line_break_tears_no_line(tmp_path: Path, use_oracle: UseOracle) -> None:
    try:
        for side in ("No\nrth", "South"):
            blank_photo(tmp_path / "table" / side / "pl\nayed.jpg")
    except OSError:
        pytest.skip("this disk takes no such name")
    use_oracle(Oracle({"pl\nayed.jpg": [card("4", 200 + 60 * place, 200) for place in range(4)]}))
    done = handfoot("score", tmp_path / "table", "--rules", "golden-games", "--round", "1")
    assert done.exit_code == 1
    starts = {line[:4] for line in lines(done.stdout) if "make?" in line}
    assert starts == {"  ? "}
    seen = handfoot("read", tmp_path / "table" / "South")
    assert lines(seen.stdout)[0].startswith("pl\N{REPLACEMENT CHARACTER}ayed.jpg: 4 cards")


def gone(*_: object, **__: object) -> NoReturn:
    """Stand in for what prints, where nobody listens any more."""
    raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


@pytest.mark.parametrize("command", ["score", "read"])
def test_what_is_to_be_written_is_written_though_nobody_listens(
    command: str, tmp_path: Path, use_oracle: UseOracle, monkeypatch: pytest.MonkeyPatch
) -> None:
    blank_photo(tmp_path / "North" / "played.jpg")
    use_oracle(Oracle({"played.jpg": [card("4", 200 + 60 * place, 200) for place in range(3)]}))

    for module in ("score.print_table", "read.print_reading"):
        monkeypatch.setattr(f"handfoot.commands.{module}", gone)
    told = {"score": [tmp_path, "--rules", "bain", "--round", "1"], "read": [tmp_path / "North"]}[command]
    done = handfoot(command, *told, "--out", tmp_path / "out")
    assert (done.exit_code, done.stderr) == ({"score": 1, "read": 0}[command], "")
    written = {path.name for path in (tmp_path / "out").rglob("*") if path.suffix}
    assert written >= ({"record.json", "played-scored.jpg"} if command == "score" else {"played-read.jpg"})


def test_nothing_more_is_read_once_nobody_listens(
    tmp_path: Path, use_oracle: UseOracle, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("1.jpg", "2.jpg"):
        blank_photo(tmp_path / name)
    use_oracle(Oracle({"1.jpg": [], "2.jpg": []}))

    monkeypatch.setattr("handfoot.commands.read.print_reading", gone)
    done = handfoot("read", tmp_path)
    assert (done.exit_code, done.stderr) == (141, "")
