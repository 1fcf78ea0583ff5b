import errno
import io
import random
import struct
import tempfile
import threading
import zlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest
from PIL import Image

from handfoot.errors import StoreError
from handfoot.store.kept import Game
from handfoot.web.config import Limits
from handfoot.web.errors import WebError
from handfoot.web.shelf.cleaning import CleanPhoto, clean_photo
from handfoot.web.shelf.kept_photo import KeptPhoto, SidePlace, Size
from handfoot.web.shelf.photos import PhotoShelf
from handfoot.web.shelf.reading import Upload
from scorer.files import write_lasting
from tests.handfoot.web.conftest import Reader, Running, Start, jpeg
from tests.handfoot.web.steps import Failing, agreement, comes_true, disk_full, error_of
from vision.errors import DeckError, ModelError
from vision.laying.piles import PhotoRole

ORIENTATION, GPS, GPS_LATITUDE = 0x0112, 0x8825, 2


def photo_of_a_place(*, turned: int = 1) -> bytes:
    """Return a JPEG, dark on its left, that says where it was taken and how it is to be turned."""
    picture = Image.open(io.BytesIO(jpeg()))
    exif = picture.getexif()
    exif[ORIENTATION] = turned
    exif.get_ifd(GPS)[GPS_LATITUDE] = (48.0, 8.0, 14.0)
    exif[0x010F] = "A maker of phones"
    data = io.BytesIO()
    picture.save(data, "JPEG", exif=exif, comment=b"taken at home")
    return data.getvalue()


def bomb(width: int, height: int) -> bytes:
    """Return a PNG of few bytes that says it has very many pixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_a_kept_photo_says_nothing_but_its_picture(table: Running) -> None:
    assert b"maker of phones" in photo_of_a_place()
    photo = table.read_photo(table.new_game(), data=photo_of_a_place())
    for size in Size:
        data = table.stranger.get(f"/api/photos/{photo}/picture?size={size}").content
        with Image.open(io.BytesIO(data)) as kept:
            assert dict(kept.getexif()) == {}
            assert "comment" not in kept.info
        assert b"Exif" not in data


def test_a_kept_photo_is_upright(table: Running) -> None:
    photo = table.read_photo(table.new_game(), data=photo_of_a_place(turned=6))
    data = table.client.get(f"/api/photos/{photo}/picture?size=whole").content
    kept = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert kept is not None
    # Turned a quarter clockwise, its dark left lies on top.
    assert kept.shape == (400, 300)
    assert kept[:150].mean() < 60 < 180 < kept[250:].mean()


@pytest.mark.parametrize(
    "name", ["../../../etc/passwd", "..\\..\\boot.jpg", "a\x00b\n.jpg", "", "x" * 300 + ".jpg"], ids=repr
)
def test_names_on_disk_never_come_from_the_user(table: Running, name: str) -> None:
    game = table.new_game()
    answer = table.client.post(f"/api/games/{game}/rounds/1/sides/1/photos", files={"photo": (name or "photo", jpeg())})
    assert answer.status_code == 201, answer.text
    photo = answer.json()["id"]
    assert table.client.get(f"/api/photos/{photo}?wait_s=20").json()["state"] == "read"
    (folder,) = table.served.config.photos.iterdir()
    assert folder.name == photo
    kept = ["facts-again.json", "facts.json", "reading.json", "small.jpg", "view.jpg", "whole.jpg"]
    assert sorted(path.name for path in folder.iterdir()) == kept
    assert all(letter.isprintable() and letter not in "/\\" for letter in answer.json()["name"])


def test_the_reading_is_the_one_of_the_command_line(table: Running) -> None:
    photo = table.read_photo(table.new_game())
    told = table.stranger.get(f"/api/photos/{photo}").json()
    assert (told["name"], told["width"], told["height"]) == ("table.jpg", 400, 300)
    assert [card["face"] for card in told["reading"]["cards"]] == ["K", "K", "K", "K"]
    at_once = table.client.post("/api/read", files={"photo": ("table.jpg", jpeg())}).json()
    assert at_once == told["reading"]


def test_photos_of_one_name_are_told_apart(table: Running) -> None:
    game = table.new_game()
    names = [table.add_photo(game).json()["name"] for _ in range(3)]
    assert names == ["table.jpg", "table 2.jpg", "table 3.jpg"]


def test_an_upload_sent_twice_is_one_photo(table: Running) -> None:
    game = table.new_game()
    first, again = (table.add_photo(game, deed="abc").json()["id"] for _ in range(2))
    assert first == again
    assert len(table.client.get(f"/api/games/{game}/rounds/1/sides/1/photos").json()) == 1


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"GIF89a" + bytes(100), "not a JPEG"),
        (b"<svg onload='alert(1)'></svg>", "not a JPEG"),
        (jpeg()[:-400], "truncated"),
        (bomb(60_000, 60_000), "megapixels"),
        (bomb(9_000, 9_000), "megapixels"),
        (bomb(9_280, 6_900), "64.03 megapixels are too many (limit 64): set the camera to 48 megapixels or less"),
        (jpeg(20, 20), "pixels are too few"),
    ],
    ids=["empty", "gif", "svg", "truncated", "bomb", "too many pixels", "a little more", "tiny"],
)
def test_what_is_no_photo_is_refused_in_one_sentence(table: Running, data: bytes, says: str) -> None:
    game = table.new_game()
    answer = table.add_photo(game, data=data)
    error = error_of(answer)
    assert (answer.status_code, error["code"], error["where"]) == (422, "unusable_photo", "photo")
    assert says in error["say"]
    assert list(table.served.config.photos.iterdir()) == []


def test_a_photo_of_too_many_megabytes_is_refused(start: Start) -> None:
    table = start(limits=Limits(photo_mb=0.002))
    answer = table.add_photo(table.new_game())
    assert (answer.status_code, error_of(answer)["code"]) == (422, "unusable_photo")
    assert "MB is too large (limit 0 MB)" in error_of(answer)["say"]


def test_a_side_has_so_many_photos_and_no_more(start: Start) -> None:
    table = start(limits=Limits(photos_a_side=2))
    game = table.new_game()
    assert [table.add_photo(game).status_code for _ in range(3)] == [201, 201, 409]
    assert table.add_photo(game, side=2).status_code == 201


def test_photos_sent_side_by_side_are_no_more_than_a_side_may_have(start: Start) -> None:
    table = start(limits=Limits(photos_a_side=2))
    game = table.new_game()
    with ThreadPoolExecutor(8) as phones:
        sent = list(phones.map(lambda _: table.add_photo(game).status_code, range(8)))
    assert sorted(sent) == [201] * 2 + [409] * 6


def test_an_upload_is_taken_into_memory_when_its_turn_comes(table: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    game, desk = table.new_game(), table.served.desk
    queue, read, turn = desk.clean, tempfile.SpooledTemporaryFile.read, threading.Event()
    queued: list[str] = []
    taken: list[object] = []

    def counted(upload: Upload, name: str) -> Future[CleanPhoto]:
        queued.append(name)
        return queue(upload, name)

    def taking(file: "tempfile.SpooledTemporaryFile[bytes]", most: int = -1) -> bytes:
        taken.append(file)
        return read(file, most)

    def slowly(data: bytes, name: str, limits: Limits) -> CleanPhoto:
        assert turn.wait(30)
        return clean_photo(data, name, limits)

    monkeypatch.setattr(desk, "clean", counted)
    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "read", taking)
    monkeypatch.setattr("handfoot.web.shelf.reading.clean_photo", slowly)
    with ThreadPoolExecutor(2) as phones:
        answers = [phones.submit(table.add_photo, game) for _ in range(2)]
        assert comes_true(lambda: len(queued) == 2 and taken != [])
        assert len(taken) == 1
        turn.set()
        assert [answer.result().status_code for answer in answers] == [201, 201]


def test_too_many_waiting_photos_are_sent_again_later(start: Start) -> None:
    reader = Reader()
    table = start(limits=Limits(waiting_photos=1), reader=reader)
    reader.let.clear()
    game = table.new_game()
    assert table.add_photo(game).status_code == 201
    answer = table.add_photo(game)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")


def test_a_deleted_photo_is_gone_for_good(table: Running) -> None:
    game = table.new_game()
    photo = table.read_photo(game)
    assert table.client.delete(f"/api/photos/{photo}").json() == {"deleted": photo}
    assert table.client.get(f"/api/photos/{photo}").status_code == 404
    assert table.client.get(f"/api/photos/{photo}/picture").status_code == 404
    assert list(table.served.config.photos.iterdir()) == []


def test_the_photos_of_a_deleted_game_are_gone_with_it(table: Running) -> None:
    kept, gone = table.new_game(name="One"), table.new_game(name="Two")
    photo = table.read_photo(kept)
    table.read_photo(gone)
    assert table.client.delete(f"/api/games/{gone}").status_code == 200
    assert [path.name for path in table.served.config.photos.iterdir()] == [photo]


def test_a_photo_can_be_said_to_show_something_else(start: Start) -> None:
    table = start()
    photo = table.read_photo(table.new_game())
    assert table.client.patch(f"/api/photos/{photo}", json={"shows": "left"}).json()["shows"] == "left"
    table.stop()
    assert start().stranger.get(f"/api/photos/{photo}").json()["shows"] == "left"


def test_photos_that_waited_when_the_server_ended_are_read_when_it_starts(start: Start) -> None:
    reader = Reader()
    table = start(reader=reader)
    reader.let.clear()
    game = table.new_game()
    waiting = [table.add_photo(game).json()["id"] for _ in range(3)]
    assert table.client.get(f"/api/photos/{waiting[2]}").json()["ahead"] == 2
    reader.let.set()
    table.stop()
    again = start()
    states = [again.client.get(f"/api/photos/{photo}?wait_s=20").json()["state"] for photo in waiting]
    assert states == ["read"] * 3


def test_a_photo_that_was_read_is_not_read_again(table: Running) -> None:
    photo, times = table.read_photo(table.new_game()), table.reader.times
    table.served.desk.submit(photo).result(timeout=20)
    assert table.reader.times == times > 0


@pytest.mark.parametrize("error", [ValueError("no such card"), IndexError(), cv2.error("resize")], ids=repr)
def test_a_photo_whose_reading_breaks_says_so_and_is_not_tried_again(start: Start, error: Exception) -> None:
    table = start(reader=Failing(errors=[error]))
    table.reader.let.clear()
    game = table.new_game()
    with table.stranger.stream("GET", f"/api/games/{game}/events") as events:
        lines = (line for line in events.iter_lines() if line.startswith("event"))
        assert next(lines) == "event: changed"
        photo = table.add_photo(game).json()["id"]
        assert next(lines) == "event: changed"
        table.reader.let.set()
        assert next(lines) == "event: changed"
    told = table.client.get(f"/api/photos/{photo}").json()
    assert (told["state"], told["say"]) == ("failed", "something broke while it was read; delete it and take it again")
    table.stop()
    again = start(reader=Reader())
    assert again.client.get(f"/api/photos/{photo}?wait_s=20").json()["state"] == "failed"
    again.read_photo(game)


def test_a_kept_photo_that_the_disk_damaged_says_so(start: Start) -> None:
    reader = Reader()
    table = start(reader=reader)
    reader.let.clear()
    game = table.new_game()
    table.add_photo(game)
    photo = table.add_photo(game).json()["id"]
    assert table.client.get(f"/api/photos/{photo}").json()["state"] == "waiting"
    (table.served.config.photos / photo / "whole.jpg").write_bytes(jpeg()[:-400])
    reader.let.set()
    told = table.client.get(f"/api/photos/{photo}?wait_s=20").json()
    assert (told["state"], told["say"]) == ("failed", "damaged or truncated JPEG")


def test_a_photo_whose_picture_is_gone_before_it_is_read_says_so(start: Start) -> None:
    reader = Reader()
    table = start(reader=reader)
    reader.let.clear()
    game = table.new_game()
    table.add_photo(game)
    photo = table.add_photo(game).json()["id"]
    (table.served.config.photos / photo / "whole.jpg").unlink()
    reader.let.set()
    told = table.client.get(f"/api/photos/{photo}?wait_s=20").json()
    assert (told["state"], told["say"]) == (
        "failed",
        "its picture is gone from the server's disk; delete it and take it again",
    )
    side = table.client.get(f"/api/games/{game}/rounds/1/agreement").json()["sides"][0]
    assert (side["waiting"], side["unread"]) == (0, 1)


def test_a_reading_that_the_disk_damaged_is_made_again(start: Start) -> None:
    table = start()
    game = table.new_game()
    photo = table.read_photo(game)
    table.stop()
    (table.served.config.photos / photo / "reading.json").write_bytes(b'{"photo": "table.jpg", "wid')
    again = start()
    draft = f"/api/games/{game}/rounds/1/sides/1/draft"
    assert again.client.get(draft).status_code == 200
    assert again.client.get(f"/api/photos/{photo}?wait_s=20").json()["state"] == "read"
    assert len(again.client.get(draft).json()["cards"]) == len(again.reader.cards)


def test_a_reading_that_is_gone_from_the_disk_is_made_again_and_no_score_lacks_its_cards(table: Running) -> None:
    game = table.new_game()
    photo = table.read_photo(game)
    (table.served.config.photos / photo / "reading.json").unlink()
    table.reader.let.clear()
    assert table.client.get(f"/api/photos/{photo}").json()["state"] == "waiting"
    table.reader.let.set()
    assert table.client.get(f"/api/photos/{photo}?wait_s=20").json()["state"] == "read"
    north, _ = agreement(table, game)["sides"]
    assert (north["cards"], north["best"]) == (len(table.reader.cards), 40)


HINDERED = [
    (OSError(errno.ENOSPC, "full"), "the server's disk is full"),
    (OSError(errno.EIO, "Input/output error"), "the server's files fail it: Input/output error"),
    (MemoryError(), "the server has too little memory free"),
    (StoreError("locked"), "locked"),
    (ModelError("x.onnx: damaged"), "x.onnx: damaged"),
    (DeckError("broken"), "broken"),
]


@pytest.mark.parametrize(("error", "why"), HINDERED, ids=lambda one: repr(one))
def test_a_photo_waits_on_while_the_machine_is_what_hinders_its_reading(
    start: Start, monkeypatch: pytest.MonkeyPatch, error: Exception, why: str
) -> None:
    monkeypatch.setattr("handfoot.web.shelf.reading.FIRST_PAUSE_S", 300)
    table = start(reader=Failing(errors=[error]))
    photo = table.add_photo(table.new_game()).json()["id"]
    told = [table.client.get(f"/api/photos/{photo}?wait_s=20").json() for _ in range(2)]
    assert [(one["state"], one["say"], one["ahead"]) for one in told] == [("waiting", why, None)] * 2
    table.stop()
    assert comes_true(lambda: not any(isinstance(thread, threading.Timer) for thread in threading.enumerate()))
    assert start().client.get(f"/api/photos/{photo}?wait_s=20").json()["state"] == "read"


def test_what_was_hindered_is_tried_again_by_itself_after_ever_longer_pauses(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = []

    class Soon(threading.Timer):
        def __init__(self, pause_s: float, again: Callable[[], None]) -> None:
            pauses.append(pause_s)
            super().__init__(0.01, again)

    monkeypatch.setattr("handfoot.web.shelf.reading.threading.Timer", Soon)
    reader = Failing(errors=[StoreError("locked")] * 9)
    table = start(reader=reader)
    game, told = table.new_game(), []
    monkeypatch.setattr(table.served.watchers, "tell", lambda *watched: told.extend(watched))
    desk = table.served.desk
    photo = table.add_photo(game).json()["id"]
    assert comes_true(lambda: table.served.shelf.reading(photo) is not None and desk.ahead(photo) is None)
    assert pauses == [5, 10, 20, 40, 80, 160, 300, 300, 300]
    assert desk.why_waiting(photo) == ""
    assert comes_true(lambda: told == [game] * 11)
    reader.errors.append(StoreError("locked"))
    other = table.add_photo(game).json()["id"]
    assert comes_true(lambda: table.served.shelf.reading(other) is not None)
    assert pauses[9:] == [5]


def test_a_photo_that_is_deleted_before_it_is_tried_again_is_forgotten(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handfoot.web.shelf.reading.FIRST_PAUSE_S", 0.2)
    table = start(reader=Failing(errors=[MemoryError()]))
    desk = table.served.desk
    photo = table.add_photo(table.new_game()).json()["id"]
    table.client.get(f"/api/photos/{photo}?wait_s=20")
    table.client.delete(f"/api/photos/{photo}")
    assert comes_true(lambda: desk.why_waiting(photo) == "" and desk.ahead(photo) is None)


def test_a_photo_of_a_game_that_is_deleted_meanwhile_goes_with_it(
    table: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, shelf = table.new_game(), table.served.shelf
    add = shelf.add

    def slowly(
        place: SidePlace, shows: PhotoRole, name: str, deed: str, photo: CleanPhoto, found: Callable[[], Game]
    ) -> KeptPhoto:
        assert table.client.delete(f"/api/games/{game}").status_code == 200
        return add(place, shows, name, deed, photo, found)

    monkeypatch.setattr(shelf, "add", slowly)
    assert table.add_photo(game).status_code == 404
    assert list(table.served.config.photos.iterdir()) == []


def test_a_photo_that_is_being_kept_while_its_game_is_deleted_goes_with_it(
    table: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, store, asked = table.new_game(), table.served.store, 0
    begun, keeping = threading.Event(), threading.Event()
    find, delete = store.game, store.delete_game

    def counted(which: int | str) -> Game:
        nonlocal asked
        asked += 1
        return find(which)

    def deleted(which: int | str) -> None:
        begun.set()
        assert keeping.wait(20)
        delete(which)

    def kept(path: Path, data: bytes) -> None:
        keeping.set()
        assert comes_true(lambda: store.games() == ())
        write_lasting(path, data)

    monkeypatch.setattr(store, "game", counted)
    monkeypatch.setattr(store, "delete_game", deleted)
    monkeypatch.setattr("handfoot.web.shelf.photos.write_lasting", kept)
    deleting = threading.Thread(target=lambda: table.client.delete(f"/api/games/{game}"))
    deleting.start()
    assert begun.wait(20)
    table.add_photo(game)
    deleting.join()
    assert list(table.served.config.photos.iterdir()) == []
    # For the game to be deleted, for the photo's place, and for the changes so far.
    assert asked == 3


def test_a_photo_that_comes_while_its_game_is_being_deleted_goes_with_it(
    table: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, store = table.new_game(), table.served.store
    delete = store.delete_game

    def slowly(which: int | str) -> None:
        assert table.add_photo(game).status_code == 201
        delete(which)

    monkeypatch.setattr(store, "delete_game", slowly)
    assert table.client.delete(f"/api/games/{game}").status_code == 200
    assert list(table.served.config.photos.iterdir()) == []


def test_a_photo_that_somebody_else_deletes_does_not_keep_the_others_of_its_game(
    table: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, shelf = table.new_game(), table.served.shelf
    first, _ = (table.read_photo(game) for _ in range(2))
    photos = shelf.of_game(game)
    monkeypatch.setattr(shelf, "of_game", lambda _: photos)
    shelf.delete(first)
    assert table.client.delete(f"/api/games/{game}").status_code == 200
    assert list(table.served.config.photos.iterdir()) == []


def test_what_a_crash_left_half_done_is_cleared(tmp_path: Path) -> None:
    for name in ("0123456789abcdef.new", "0123456789abcdef.gone"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "whole.jpg").write_bytes(b"half")
    shelf = PhotoShelf(tmp_path)
    assert shelf.waiting() == ()
    assert list(tmp_path.iterdir()) == []


def test_what_a_crash_left_half_written_is_cleared(start: Start, tmp_path: Path) -> None:
    table = start()
    photo = table.read_photo(table.new_game())
    table.stop()
    of_photo, of_keys = (
        folder / ".4711-4712.part" for folder in (table.served.config.photos / photo, tmp_path / "data")
    )
    for half in (of_photo, of_keys):
        half.write_bytes(b"half")
    again = start()
    assert again.client.get(f"/api/photos/{photo}").json()["state"] == "read"
    assert (of_photo.exists(), of_keys.exists()) == (False, False)


def test_photos_count_in_no_game_of_another_database(start: Start) -> None:
    table = start()
    game = table.new_game(name="Ours")
    photo = table.read_photo(game)
    table.stop()
    database = table.served.config.data / "handfoot.db"
    ours = database.rename(database.with_suffix(".kept"))
    other = start()
    assert other.new_game(name="Another") == game
    assert other.client.get(f"/api/games/{game}/rounds/1/sides/1/photos").json() == []
    other.stop()
    # It has a game of that number now.
    again = start()
    assert again.client.get(f"/api/photos/{photo}").status_code == 404
    again.stop()
    ours.replace(database)
    back = start()
    assert [one["id"] for one in back.client.get(f"/api/games/{game}/rounds/1/sides/1/photos").json()] == [photo]


@pytest.mark.parametrize("damaged", [["facts.json"], ["facts-again.json"]], ids=str)
def test_a_photo_of_which_one_file_is_damaged_is_still_its_sides(start: Start, damaged: list[str]) -> None:
    table = start()
    game = table.new_game()
    photo = table.read_photo(game)
    table.client.put(f"/api/photos/{photo}/side", json={"side": 2})
    kept = table.served.config.photos / photo
    whole = {name: (kept / name).read_bytes() for name in ("facts.json", "facts-again.json")}
    for round_of_starts in (damaged, whole.keys() - set(damaged)):
        table.stop()
        for name in round_of_starts:
            (kept / name).write_bytes(b"\0" * 300)
        table = start()
        sides = table.client.get(f"/api/games/{game}/rounds/1/agreement").json()["sides"]
        assert [side["photos"] for side in sides] == [0, 1]
        assert {name: (kept / name).read_bytes() for name in whole} == whole


def test_a_photo_of_which_nobody_knows_whose_it_is_is_told_on_the_first_page(start: Start) -> None:
    table = start()
    photo = table.read_photo(table.new_game())
    assert "cannot be shown" not in table.stranger.get("/").text
    table.stop()
    kept = table.served.config.photos / photo
    (kept / "facts-again.json").unlink()
    (kept / "facts.json").write_bytes(b'{"id": ')
    told = start().stranger.get("/").text
    assert "1 photo cannot be shown, as the files that say whose it is are damaged" in told
    assert f"{kept.parent.name}/{photo}" in told


def test_a_photos_folder_by_another_name_is_no_photo(start: Start) -> None:
    table = start()
    game = table.new_game()
    kept = table.served.config.photos / table.read_photo(game)
    table.stop()
    kept.rename(kept.with_name(f"{kept.name} (copy)"))
    assert start().client.get(f"/api/games/{game}/rounds/1/sides/1/photos").json() == []


@pytest.mark.parametrize("where", ["os.fsync", "starlette.datastructures.UploadFile.write"])
def test_a_full_disk_is_said_and_leaves_nothing(table: Running, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    game = table.new_game()
    monkeypatch.setattr(where, disk_full)
    answer = table.add_photo(game)
    assert (answer.status_code, error_of(answer)["code"]) == (507, "disk")
    assert "disk is full" in answer.json()["error"]["say"]
    assert list(table.served.config.photos.iterdir()) == []
    monkeypatch.undo()
    assert table.add_photo(game).status_code == 201


def test_a_full_disk_keeps_nothing_half_written_of_a_change(table: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    photo = table.read_photo(table.new_game())
    kept = table.served.config.photos / photo
    before = {path.name: path.read_bytes() for path in kept.iterdir()}
    monkeypatch.setattr("os.fsync", disk_full)
    answer = table.client.patch(f"/api/photos/{photo}", json={"shows": "left"})
    assert (answer.status_code, error_of(answer)["code"]) == (507, "disk")
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == before


def test_a_thousand_broken_files_leave_the_server_well(table: Running) -> None:
    game = table.new_game()
    chance = random.Random(7)
    whole = [jpeg(64, 48), photo_of_a_place(), bomb(300, 300)]
    for kind in ("PNG", "WEBP"):
        data = io.BytesIO()
        Image.open(io.BytesIO(jpeg(64, 48))).save(data, kind)
        whole.append(data.getvalue())
    for number in range(1000):
        data = _broken(chance.choice(whole), chance)
        if number % 20 == 0:
            answer = table.add_photo(game, side=1 + number // 20 % 2, data=data)
            assert answer.status_code in (201, 409, 422), answer.text
            continue
        try:
            clean = clean_photo(data, "broken", Limits())
            assert clean.width >= 32
        except WebError as error:
            assert error.status == 422
            assert "\n" not in error.say
    table.read_photo(game, side=2, number=2)


def _broken(data: bytes, chance: random.Random) -> bytes:
    """Return a file with some of its bytes changed, cut out, or doubled."""
    broken = bytearray(data)
    for _ in range(chance.randint(1, 12)):
        place = chance.randrange(len(broken))
        match chance.randrange(4):
            case 0:
                broken[place] = chance.randrange(256)
            case 1:
                del broken[place : place + chance.randint(1, 60)]
            case 2:
                broken[place:place] = chance.randbytes(chance.randint(1, 30))
            case _:
                broken[place:place] = broken[max(0, place - 40) : place]
        if not broken:
            return b""
    return bytes(broken)


def test_who_waits_for_a_reading_is_answered_when_the_server_ends(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, asked = start(reader=Reader()), threading.Event()
    desk, answers = table.served.desk, []
    table.reader.let.clear()
    photo = table.add_photo(table.new_game()).json()["id"]
    queued = desk.submit(photo)

    def submit(_: str) -> Future[None]:
        asked.set()
        return queued

    def wait() -> None:
        try:
            answers.append(httpx.get(f"{table.url}/api/photos/{photo}?wait_s=20", timeout=60))
        finally:
            table.reader.let.set()

    monkeypatch.setattr(desk, "submit", submit)
    waiting = threading.Thread(target=wait)
    waiting.start()
    assert asked.wait(60)
    # The photo at hand is read to the end, but not before who waits for it was answered.
    table.stop()
    waiting.join(60)
    assert [(answer.status_code, answer.json()["state"]) for answer in answers] == [(200, "waiting")]
