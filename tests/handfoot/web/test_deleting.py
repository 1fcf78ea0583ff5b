"""What becomes of a round when the photos it was agreed with are deleted, and of photos when their game is."""

import json
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from handfoot.web.config import Limits
from handfoot.web.shelf import photos
from tests.handfoot.web.conftest import Running, Start
from tests.handfoot.web.steps import agree_all, agreement, delete, error_of, overlapping, receipt, started_again
from vision.corners import Image
from vision.laying.piles import PhotoRole
from vision.several.features import Features, features_of


@pytest.fixture
def photo(table: Running) -> str:
    """Return a photo of four kings that a round of the only game was agreed with."""
    game = table.new_game()
    photo = table.read_photo(game)
    agree_all(table, game)
    return photo


@pytest.fixture
def game(table: Running, photo: str) -> int:
    return int(table.client.get(f"/api/photos/{photo}").json()["game"])


def test_a_photo_that_a_round_was_agreed_with_is_asked_about_once_more(table: Running, photo: str) -> None:
    answer = delete(table, photo)
    assert (answer.status_code, error_of(answer)["code"]) == (409, "photo_agreed")
    assert table.client.get(f"/api/photos/{photo}/picture").status_code == 200


def test_its_picture_goes_for_good_and_the_round_stays_agreed(table: Running, game: int, photo: str) -> None:
    before = agreement(table, game)
    assert delete(table, photo, "keep").status_code == 200
    for size in ("whole", "view", "small"):
        assert table.client.get(f"/api/photos/{photo}/picture?size={size}").status_code == 404
    (folder,) = table.served.config.photos.iterdir()
    assert sorted(path.name for path in folder.iterdir()) == ["facts-again.json", "facts.json", "reading.json"]
    after = agreement(table, game)
    assert (after["state"], after["seal"]) == ("agreed", before["seal"])
    assert table.client.get(f"/api/photos/{photo}/advice").json() == []


def test_what_was_read_in_it_cannot_be_read_again_once_the_disk_damaged_it(table: Running, photo: str) -> None:
    assert delete(table, photo, "keep").status_code == 200
    (table.served.config.photos / photo / "reading.json").write_bytes(b"{")
    assert table.client.get(f"/api/photos/{photo}").json()["reading"] is None
    told = table.client.get(f"/api/photos/{photo}").json()
    assert (told["state"], told["say"]) == ("failed", "what was read in it is damaged, and its picture was deleted")


def test_what_was_read_in_it_is_gone_for_good_once_the_disk_lost_it(start: Start) -> None:
    table = start()
    game = table.new_game()
    photo = table.read_photo(game)
    agree_all(table, game)
    assert delete(table, photo, "keep").status_code == 200
    table.stop()
    (table.served.config.photos / photo / "reading.json").unlink()
    told = start().client.get(f"/api/photos/{photo}?wait_s=20").json()
    assert (told["state"], told["say"]) == ("failed", "what was read in it is damaged, and its picture was deleted")


def test_the_receipt_says_when_it_was_deleted_and_keeps_its_lines(table: Running, game: int, photo: str) -> None:
    whole = receipt(table, game, 1)
    assert f"/api/photos/{photo}/picture" in whole
    delete(table, photo, "keep")
    text = receipt(table, game, 1)
    assert "Photo deleted " in text
    assert f"/api/photos/{photo}/picture" not in text
    for line in ("K K K K", "Card Values", "Version 1"):
        assert line in whole
        assert line in text


def test_its_cards_can_be_taken_out_and_the_earlier_version_still_tells_of_it(
    table: Running, game: int, photo: str
) -> None:
    assert delete(table, photo, "drop").status_code == 200
    table.read_photo(game, 2)
    assert agreement(table, game)["state"] == "changed"
    assert agree_all(table, game, reason="taken again")["version"] == 2
    assert "Photo deleted " in receipt(table, game, 1)
    assert "K K K K" in receipt(table, game, 1)
    assert "Photo deleted " not in receipt(table, game, 2)
    assert [photo["side"] for photo in table.client.get(f"/api/games/{game}/rounds/1/sides/2/photos").json()] == [2]
    assert table.client.get(f"/api/games/{game}/rounds/1/sides/1/photos").json() == []


def test_cards_that_stayed_can_still_be_taken_out(table: Running, game: int, photo: str) -> None:
    delete(table, photo, "keep")
    deleted = table.client.get(f"/api/photos/{photo}").json()["deleted_at"]
    delete(table, photo, "drop")
    assert agreement(table, game)["sides"][0]["cards"] == 0
    assert table.client.get(f"/api/photos/{photo}").json()["deleted_at"] == deleted


def test_a_photo_taken_after_the_round_was_agreed_goes_whole(table: Running, game: int) -> None:
    fresh = table.read_photo(game, 2)
    assert f"/api/photos/{fresh}/picture" not in receipt(table, game, 1)
    assert delete(table, fresh).status_code == 200
    assert table.client.get(f"/api/photos/{fresh}").status_code == 404


def test_a_receipt_has_its_photos_though_the_clock_was_set_back(
    table: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr("handfoot.web.shelf.photos.time.time", lambda: now + 3600)
    game = table.new_game()
    first = table.read_photo(game)
    monkeypatch.undo()
    agree_all(table, game)
    assert f"/api/photos/{first}/picture" in receipt(table, game, 1)
    assert delete(table, first).status_code == 409
    second = table.read_photo(game, 2)
    monkeypatch.setattr("handfoot.web.shelf.photos.time.time", lambda: now - 3600)
    delete(table, first, "drop")
    assert agree_all(table, game, reason="another photo")["version"] == 2
    for version, shown, deleted in ((1, False, True), (2, True, False)):
        text = receipt(table, game, version)
        assert (f"/api/photos/{second}/picture" in text, "Photo deleted " in text) == (shown, deleted)


def test_a_version_that_was_brought_back_has_the_photos_it_was_agreed_with(
    table: Running, game: int, photo: str
) -> None:
    later = table.read_photo(game, 2)
    assert agree_all(table, game, reason="one was missed")["version"] == 2
    assert f"/api/photos/{later}/picture" in receipt(table, game, 2)
    assert table.client.post(f"/api/games/{game}/undo", json={"seen": 2}).is_success
    assert f"/api/photos/{photo}/picture" in receipt(table, game, 3)
    assert f"/api/photos/{later}/picture" not in receipt(table, game, 3)


def test_photos_kept_before_changes_were_counted_are_told_by_the_time(start: Start) -> None:
    table = start()
    game = table.new_game()
    first = table.read_photo(game)
    agree_all(table, game)
    second = table.read_photo(game, 2)
    table.stop()
    for facts in table.served.config.photos.glob("*/facts.json"):
        kept = json.loads(facts.read_text())
        facts.write_text(json.dumps({name: kept[name] for name in kept.keys() - {"since", "until"}}))
    again = start()
    assert f"/api/photos/{first}/picture" in receipt(again, game, 1)
    assert f"/api/photos/{second}/picture" not in receipt(again, game, 1)


def test_a_deleted_picture_makes_room_for_another(start: Start) -> None:
    table = start(limits=Limits(photos_a_side=2))
    game = table.new_game()
    first, _ = (table.read_photo(game) for _ in range(2))
    agree_all(table, game)
    assert table.add_photo(game).status_code == 409
    delete(table, first, "keep")
    assert table.add_photo(game).status_code == 201


def test_a_crash_while_a_picture_is_deleted_leaves_none_of_it(start: Start, tmp_path: Path) -> None:
    table = start()
    game = table.new_game()
    photo = table.read_photo(game)
    agree_all(table, game)
    (folder,) = table.served.config.photos.iterdir()
    kept = shutil.copytree(folder, tmp_path / "pictures")
    delete(table, photo, "keep")
    table.stop()
    # As if it had died between saying so and doing so.
    for picture in kept.glob("*.jpg"):
        shutil.copy(picture, folder)
    again = start()
    assert sorted(path.name for path in folder.iterdir()) == ["facts-again.json", "facts.json", "reading.json"]
    assert again.client.get(f"/api/photos/{photo}").json()["deleted_at"] is not None
    assert agreement(again, game)["state"] == "agreed"


def piles(table: Running, game: int) -> list[str]:
    draft = table.client.get(f"/api/games/{game}/rounds/1/sides/1/draft").json()
    return sorted(pile["name"] for pile in draft["piles"])


@pytest.mark.parametrize("deleted", [(0,), (1,), (0, 1)], ids=str)
def test_cards_that_two_photos_show_count_once_after_their_pictures_went(
    start: Start, deleted: tuple[int, ...]
) -> None:
    table = start()
    game, photos = overlapping(table)
    before, seal = piles(table, game), agreement(table, game)["seal"]
    assert before == ["6s", "9s", "kings"]
    for number in deleted:
        assert delete(table, photos[number], "keep").status_code == 200
    again = started_again(table, start)
    assert piles(again, game) == before
    assert (agreement(again, game)["state"], agreement(again, game)["seal"]) == ("agreed", seal)


def test_other_photos_do_not_wait_for_the_spots_of_a_deleted_picture(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start()
    _, (deleted, other) = overlapping(table)
    with ThreadPoolExecutor(1) as pool:

        def look_while_another_changes(picture: Image, width: int) -> Features:
            pool.submit(table.served.shelf.relabel, other, PhotoRole.FANNED).result(timeout=20)
            return features_of(picture, width)

        monkeypatch.setattr(photos, "features_of", look_while_another_changes)
        assert delete(table, deleted, "keep").status_code == 200
    assert table.served.shelf.get(other).shows is PhotoRole.FANNED


@pytest.mark.parametrize("damage", [None, b"", b"no spots"], ids=repr)
def test_a_draft_is_made_where_no_spots_of_a_deleted_picture_were_kept(start: Start, damage: bytes | None) -> None:
    table = start()
    game, photos = overlapping(table)
    delete(table, photos[0], "keep")
    spots = table.served.config.photos / photos[0] / "spots.npz"
    if damage is None:
        spots.unlink()
    else:
        spots.write_bytes(damage)
    assert len(piles(started_again(table, start), game)) == 4


def test_the_spots_of_a_deleted_picture_go_with_its_cards(start: Start, tmp_path: Path) -> None:
    table = start()
    _, photos = overlapping(table)
    delete(table, photos[0], "keep")
    folder = table.served.config.photos / photos[0]
    spots = folder / "spots.npz"
    kept = shutil.copy(spots, tmp_path)
    delete(table, photos[0], "drop")
    assert sorted(path.name for path in folder.iterdir()) == ["facts-again.json", "facts.json", "reading.json"]
    table.stop()
    # As if it had died between saying so and doing so.
    shutil.copy(kept, spots)
    start()
    assert not spots.exists()


def test_a_deleted_game_leaves_nothing_of_its_pictures_and_readings(table: Running, game: int, photo: str) -> None:
    delete(table, photo, "keep")
    table.read_photo(game, 2)
    assert table.client.delete(f"/api/games/{game}").status_code == 200
    assert list(table.served.config.photos.iterdir()) == []
    assert table.client.get(f"/api/games/{game}").status_code == 404


@pytest.fixture
def vanishing(table: Running) -> Iterator[str]:
    """Return a photo that is read and known, but whose files were deleted a moment ago."""
    photo = table.read_photo(table.new_game())
    folder = table.served.config.photos / photo
    shutil.rmtree(folder)
    yield photo
    folder.mkdir()


@pytest.mark.parametrize("what", ["", "/picture", "/picture?size=small", "/advice"])
def test_what_is_deleted_while_it_is_fetched_is_not_there(table: Running, vanishing: str, what: str) -> None:
    answer = table.client.get(f"/api/photos/{vanishing}{what}")
    assert (answer.status_code, error_of(answer)["code"]) == (404, "not_found")


def test_a_draft_goes_on_without_a_photo_that_is_deleted_while_it_is_made(table: Running, vanishing: str) -> None:
    (game,) = table.served.store.games()
    answer = table.client.get(f"/api/games/{game.id}/rounds/1/sides/1/draft")
    assert (answer.status_code, answer.json()["cards"]) == (200, [])


def test_nothing_of_a_deleted_game_stays_in_the_database_or_in_its_log(table: Running) -> None:
    def told() -> set[str]:
        files = table.served.config.data.glob("handfoot.db*")
        held = b"".join(file.read_bytes() for file in files)
        return {name for name in names if name.encode() in held}

    names = {"Wilhelmina Evening", "Xanthippe", "Yolande"}
    answer = table.client.post(
        "/api/games", json={"name": "Wilhelmina Evening", "rules": "bain", "sides": ["Xanthippe", "Yolande"]}
    )
    game = answer.json()["id"]
    table.read_photo(game)
    agree_all(table, game)
    assert told() == names
    assert table.client.delete(f"/api/games/{game}").status_code == 200
    assert told() == set()
