"""A photo moved to another side of its round: its cards count there, and nothing else is lost."""

import json
from typing import Any

import httpx
import pytest

from handfoot.web import drafts
from handfoot.web.config import Limits
from handfoot.web.shelf.kept_photo import SidePlace
from tests.handfoot.oracle import column
from tests.handfoot.web.conftest import Reader, Running, Start, jpeg
from tests.handfoot.web.steps import (
    Review,
    agree_all,
    agreement,
    delete,
    disk_full,
    error_of,
    overlapping,
    receipt,
    started_again,
)


def move(table: Running, photo: str, side: object = 2, **said: object) -> httpx.Response:
    return table.client.put(f"/api/photos/{photo}/side", json={"side": side, **said})


def moved(table: Running, photo: str, side: int = 2, **said: object) -> dict[str, Any]:
    answer = move(table, photo, side, **said)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def names(table: Running, game: int, side: int) -> list[str]:
    return [photo["name"] for photo in table.client.get(f"/api/games/{game}/rounds/1/sides/{side}/photos").json()]


def piles(table: Running, game: int, side: int) -> list[str]:
    return sorted(pile["name"] for pile in Review(table, game, side).state["piles"])


@pytest.fixture
def photo(table: Running) -> str:
    """Return a photo of four kings of the first side of the only game."""
    return table.read_photo(table.new_game())


@pytest.fixture
def game(table: Running, photo: str) -> int:
    return int(table.client.get(f"/api/photos/{photo}").json()["game"])


def test_a_moved_photo_counts_at_the_other_side_with_what_was_read(table: Running, game: int, photo: str) -> None:
    before = table.client.get(f"/api/photos/{photo}").json()
    picture = table.client.get(f"/api/photos/{photo}/picture").content
    table.reader.let.clear()
    after = moved(table, photo)
    table.reader.let.set()
    assert after == {**before, "side": 2}
    assert table.client.get(f"/api/photos/{photo}/picture").content == picture
    assert [piles(table, game, side) for side in (1, 2)] == [[], ["kings"]]
    assert [side["best"] for side in agreement(table, game)["sides"]] == [0, 40]
    assert [names(table, game, side) for side in (1, 2)] == [[], ["table.jpg"]]


def test_the_answers_of_both_sides_about_other_photos_stay(start: Start) -> None:
    table = start(reader=Reader(column("9 9 9", 200, 200)))
    game = table.new_game()
    table.read_photo(game, 1)
    first = Review(table, game)
    first.edit(kind="set_face", card=first.pile("9s")["cards"][0], face="W20")
    first.edit(kind="set_fact", fact="perfect_deals", value=1)
    table.reader.cards = column("6 6 6", 200, 200)
    table.read_photo(game, 2)
    second = Review(table, game, 2)
    second.edit(kind="split_pile", pile=second.pile("6s")["id"], cards=second.pile("6s")["cards"][:1])
    table.reader.cards = column("K K K K", 200, 200)
    wrong = table.read_photo(game, 1, data=jpeg(402))
    first.load()
    first.edit(kind="remove_card", card=first.pile("kings")["cards"][0])
    moved(table, wrong)
    first.load()
    second.load()
    assert [pile["name"] for pile in first.state["piles"]] == ["9s"]
    assert [card["face"] for card in first.state["cards"]].count("W20") == 1
    assert first.state["facts"]["perfect_deals"] == 1
    # What was said of its own cards goes with them, as when it is deleted, and is told.
    assert [one["number"] for one in first.state["refused"]] == [3]
    assert (second.state["refused"], len(second.state["cards"])) == ([], 7)
    assert sorted(len(pile["cards"]) for pile in second.state["piles"]) == [1, 2, 4]


def test_a_pile_keeps_what_was_said_of_it_where_a_moved_photo_shows_it_too(start: Start) -> None:
    table = start()
    game, (older, younger) = overlapping(table)
    moved(table, younger, agree_again=True)
    review = Review(table, game, 2)
    review.edit(kind="set_face", card=review.pile("kings")["cards"][0], face="W20")
    review.edit(kind="set_kind", pile=review.pile("kings")["id"], to="dirty")
    moved(table, older, agree_again=True)
    # Its cards are those of the younger one, whose name the pile keeps.
    assert [photo["id"] for photo in review.load()["photos"]] == [younger, older]
    assert (review.state["refused"], piles(table, game, 2)) == ([], ["6s", "9s", "book of kings"])


def test_a_pile_keeps_what_was_said_of_it_where_the_first_photo_that_shows_it_is_moved_and_back(start: Start) -> None:
    table = start()
    game, (older, younger) = overlapping(table)
    review = Review(table, game)
    review.edit(kind="set_kind", pile=review.pile("kings")["id"], to="dirty")
    moved(table, older, agree_again=True)
    assert len(review.load()["refused"]) == 1
    moved(table, older, 1, agree_again=True)
    assert [photo["id"] for photo in review.load()["photos"]] == [older, younger]
    assert (review.state["refused"], piles(table, game, 1)) == ([], ["6s", "9s", "book of kings"])


def test_a_photo_moved_and_back_is_as_if_nothing_was(table: Running, game: int, photo: str) -> None:
    review = Review(table, game)
    review.edit(kind="set_face", card=review.pile("kings")["cards"][0], face="W20")
    table.read_photo(game, 2)
    agree_all(table, game)
    seal = agreement(table, game)["seal"]
    assert moved(table, photo, agree_again=True)["name"] == "table 2.jpg"
    assert agreement(table, game)["state"] == "changed"
    assert moved(table, photo, 1, agree_again=True)["name"] == "table.jpg"
    assert (agreement(table, game)["state"], agreement(table, game)["seal"]) == ("agreed", seal)
    assert review.load()["refused"] == []


def test_a_photo_moved_back_comes_last_where_another_was_taken_meanwhile(table: Running, game: int, photo: str) -> None:
    moved(table, photo)
    table.read_photo(game)
    assert moved(table, photo, 1)["name"] == "table 2.jpg"
    assert names(table, game, 1) == ["table.jpg", "table 2.jpg"]


def test_a_draft_knows_a_photo_by_the_name_it_has_at_its_side(table: Running, game: int, photo: str) -> None:
    other = table.read_photo(game, 2)
    assert names_in_draft(table, game, 1) == ["table.jpg"]
    moved(table, photo)
    delete(table, other)
    assert names_in_draft(table, game, 2) == ["table 2.jpg"]


def names_in_draft(table: Running, game: int, side: int) -> list[str]:
    review = drafts.review_side(table.served, table.served.store.game(game), SidePlace(game, 1, side))
    return [photo.name for photo in review.replayed.draft.photos]


def test_a_photo_moved_to_where_it_is_stays(table: Running, photo: str) -> None:
    (game,) = table.served.store.games()
    agree_all(table, game.id)
    assert moved(table, photo, 1) == table.client.get(f"/api/photos/{photo}").json()


def test_a_photo_that_waits_is_read_once_and_counts_where_it_was_moved_to(start: Start) -> None:
    reader = Reader()
    table = start(reader=reader)
    reader.let.clear()
    game = table.new_game()
    photo = table.add_photo(game).json()["id"]
    assert moved(table, photo)["state"] == "waiting"
    reader.let.set()
    assert table.client.get(f"/api/photos/{photo}?wait_s=20").json()["state"] == "read"
    assert [piles(table, game, side) for side in (1, 2)] == [[], ["kings"]]


def test_a_moved_photo_is_still_moved_after_a_restart(start: Start) -> None:
    table = start()
    game = table.new_game()
    photo = table.read_photo(game)
    moved(table, photo)
    again = started_again(table, start)
    assert [names(again, game, side) for side in (1, 2)] == [[], ["table.jpg"]]
    assert [piles(again, game, side) for side in (1, 2)] == [[], ["kings"]]


@pytest.mark.parametrize("dies_at", ["write", "replace"])
def test_a_crash_while_it_is_moved_leaves_it_where_it_was(
    start: Start, monkeypatch: pytest.MonkeyPatch, dies_at: str
) -> None:
    table = start()
    game = table.new_game()
    photo = table.read_photo(game)

    place = "scorer.files." + ("write_lasting" if dies_at == "write" else "Path.replace")
    monkeypatch.setattr(place, disk_full)
    assert move(table, photo).status_code == 507
    monkeypatch.undo()
    assert [names(table, game, side) for side in (1, 2)] == [["table.jpg"], []]
    again = started_again(table, start)
    assert [names(again, game, side) for side in (1, 2)] == [["table.jpg"], []]
    moved(again, photo)
    assert [piles(again, game, side) for side in (1, 2)] == [[], ["kings"]]


def test_who_watches_the_game_is_told_once(
    table: Running, game: int, photo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    monkeypatch.setattr(table.served.watchers, "tell", lambda *watched: told.extend(watched))
    moved(table, photo)
    assert told == [game]


def test_an_agreed_round_is_not_changed_unsaid(table: Running, game: int, photo: str) -> None:
    agree_all(table, game)
    answer = move(table, photo)
    assert (answer.status_code, error_of(answer)["code"]) == (409, "photo_agreed")
    assert error_of(answer)["say"] == "round 1 was agreed with this photo; say that it is to be agreed again"
    assert agreement(table, game)["state"] == "agreed"
    moved(table, photo, agree_again=True)
    told = agreement(table, game)
    assert (told["state"], [side["best"] for side in told["sides"]]) == ("changed", [0, 40])


def test_what_an_agreed_photo_shows_is_not_changed_unsaid(table: Running, game: int, photo: str) -> None:
    agree_all(table, game)
    assert table.client.patch(f"/api/photos/{photo}", json={"shows": "played"}).status_code == 200
    answer = table.client.patch(f"/api/photos/{photo}", json={"shows": "left"})
    assert (answer.status_code, error_of(answer)["code"]) == (409, "photo_agreed")
    assert agreement(table, game)["state"] == "agreed"
    assert table.client.patch(f"/api/photos/{photo}", json={"shows": "left", "agree_again": True}).status_code == 200
    assert agreement(table, game)["state"] == "changed"


def sides_of_receipt(table: Running, game: int, version: int) -> list[str]:
    """Return what the receipt of a version says of each side."""
    sides = receipt(table, game, version).split('<section class="panel receipt"')[1:]
    return [side.split("</section>")[0] for side in sides]


def shown(table: Running, game: int, version: int, photo: str) -> list[bool]:
    """Return of each side of a receipt whether it shows a photo."""
    return [f"/api/photos/{photo}/picture" in side for side in sides_of_receipt(table, game, version)]


def test_the_receipt_of_each_version_shows_the_photo_where_it_was_then(table: Running, game: int, photo: str) -> None:
    table.read_photo(game, 2)
    agree_all(table, game)
    first = sides_of_receipt(table, game, 1)
    moved(table, photo, agree_again=True)
    assert sides_of_receipt(table, game, 1) == first
    agree_all(table, game, reason="it was South's")
    moved(table, photo, 1, agree_again=True)
    agree_all(table, game, reason="it was not")
    assert [shown(table, game, version, photo) for version in (1, 2, 3)] == [
        [True, False],
        [False, True],
        [True, False],
    ]
    assert sides_of_receipt(table, game, 1) == first
    assert ["Show table 2.jpg large" in side for side in first] == [False, False]
    assert sides_of_receipt(table, game, 2)[1].count("Show table 2.jpg large") == 1


def test_the_receipt_tells_of_a_moved_photo_that_was_deleted_later(table: Running, game: int, photo: str) -> None:
    agree_all(table, game)
    moved(table, photo, agree_again=True)
    assert delete(table, photo).status_code == 409
    assert delete(table, photo, "drop").status_code == 200
    assert "Photo deleted " in receipt(table, game, 1)
    assert [names(table, game, side) for side in (1, 2)] == [[], []]


def test_a_photo_kept_before_changes_were_counted_is_still_of_its_receipt_once_it_moved(start: Start) -> None:
    table = start()
    game = table.new_game()
    photo = table.read_photo(game)
    agree_all(table, game)
    table.stop()
    (facts,) = table.served.config.photos.glob("*/facts.json")
    kept = json.loads(facts.read_text())
    facts.write_text(json.dumps({name: kept[name] for name in kept.keys() - {"since", "until", "came", "earlier"}}))
    again = start()
    assert move(again, photo).status_code == 409
    moved(again, photo, agree_again=True)
    assert shown(again, game, 1, photo) == [True, False]
    assert delete(again, photo).status_code == 409


@pytest.mark.parametrize(
    ("side", "status", "say"),
    [
        (3, 404, "has 2 sides, and no side 3"),
        (0, 422, "side"),
        ("South", 422, "side"),
        (2**40, 422, "side"),
    ],
    ids=str,
)
def test_a_side_that_is_not_there_is_refused_in_one_line(
    table: Running, game: int, photo: str, side: object, status: int, say: str
) -> None:
    answer = move(table, photo, side)
    assert answer.status_code == status
    assert say in json.dumps(error_of(answer))
    assert "\n" not in error_of(answer)["say"]
    assert names(table, game, 1) == ["table.jpg"]


def test_a_deleted_photo_is_not_moved(table: Running, game: int, photo: str) -> None:
    gone = table.read_photo(game)
    delete(table, gone)
    assert (move(table, gone).status_code, error_of(move(table, gone))["code"]) == (404, "not_found")
    agree_all(table, game)
    delete(table, photo, "keep")
    for said in ({}, {"agree_again": True}):
        answer = move(table, photo, 2, **said)
        assert (answer.status_code, error_of(answer)["code"]) == (409, "photo_deleted")
    assert agreement(table, game)["state"] == "agreed"


def test_a_side_that_has_as_many_photos_as_it_can_takes_no_other(start: Start) -> None:
    table = start(limits=Limits(photos_a_side=1))
    game = table.new_game()
    photo = table.read_photo(game, 1)
    table.read_photo(game, 2)
    answer = move(table, photo)
    assert (answer.status_code, error_of(answer)["code"]) == (409, "too_many_photos")
    assert names(table, game, 1) == ["table.jpg"]


def test_a_stranger_moves_nothing(table: Running, game: int, photo: str) -> None:
    answer = table.stranger.put(f"/api/photos/{photo}/side", json={"side": 2})
    assert (answer.status_code, error_of(answer)["code"]) == (401, "pin_needed")
    assert names(table, game, 1) == ["table.jpg"]


def test_the_list_of_the_api_tells_of_moving(table: Running) -> None:
    told = table.stranger.get("/api/openapi.json").json()["paths"]["/api/photos/{photo_id}/side"]["put"]
    assert "they leave the one side's draft" in told["description"]
    assert told["tags"] == ["photos"]
