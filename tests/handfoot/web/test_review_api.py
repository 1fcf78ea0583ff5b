"""A side's review over the API, on a real server with a real SQLite file."""

import io
import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from handfoot.review.draft import DraftCard
from handfoot.review.proving import proved
from handfoot.review.scoring import TableDraft
from handfoot.web.config import Limits
from tests.handfoot.oracle import card, column
from tests.handfoot.review.sides import LEFT, PLAYED
from tests.handfoot.web.conftest import Reader, Running, Start, jpeg
from tests.handfoot.web.steps import Review, agree_all
from vision.corners import Image, Suit
from vision.photos.frames import decode_photo
from vision.seen import SeenCard

PHOTO = jpeg(1600, 1200)


@pytest.fixture
def review(start: Start) -> Iterator[Review]:
    table = start(reader=Reader(PLAYED))
    game = table.new_game()
    table.read_photo(game, data=PHOTO)
    yield Review(table, game)


def test_a_side_without_a_photo_can_be_entered_by_hand(table: Running) -> None:
    by_hand = Review(table, table.new_game())
    assert (by_hand.state["photos"], by_hand.state["piles"], by_hand.state["score"]["best"]) == ([], [], 0)
    for _ in range(3):
        by_hand.edit(kind="add_card", face="K", to=by_hand.state["piles"][0]["id"] if by_hand.state["piles"] else None)
    assert by_hand.pile("kings")["points"] == 30


def test_a_meld_that_two_photos_may_both_show_is_asked_about_and_counted_once_or_twice(start: Start) -> None:
    table = start(reader=Reader([*column("J J J", 500, 500), *column("4 4 4", 200, 300)]))
    game = table.new_game()
    table.read_photo(game, data=PHOTO)
    table.reader.cards = [*column("J J J", 900, 300), *column("6 6 6", 200, 300)]
    table.read_photo(game, data=jpeg(1600, 1208))
    review = Review(table, game)
    points = review.state["score"]["best"]
    (asked,) = (one for one in review.state["score"]["questions"] if one["asks"] == "again")
    assert (len(asked["cards"]), asked["width"]) == (3, 30)
    once = review.edit(kind="count_once", cards=asked["cards"])
    assert (once["score"]["best"], len(once["again"])) == (points - 30, 3)
    assert not any(one["asks"] == "again" for one in once["score"]["questions"])
    assert once["undoes"] == {"key": "edit.count_once", "values": {"cards": "3 cards"}}
    review.state = review.send("undo").json()
    both = review.edit(kind="settle_doubt", doubt=asked["doubt"])
    assert (both["score"]["best"], both["again"]) == (points, [])
    assert not any(one["asks"] == "again" for one in both["score"]["questions"])


def test_the_state_tells_cards_piles_score_and_questions(review: Review) -> None:
    state = review.state
    assert state["name"] == "North"
    assert {pile["name"] for pile in state["piles"]} == {"8s", "jacks", "book of kings", "book of queens"}
    assert len(state["red_threes"]) == 2
    assert len(state["cards"]) == sum(len(pile["cards"]) for pile in state["piles"]) + 2
    assert all(len(card["quad"]) == 4 and card["alternatives"][0]["face"] == card["face"] for card in state["cards"])
    score = state["score"]
    assert score["low"] <= score["best"] < score["high"]
    widths = [question["width"] for question in score["questions"]]
    assert widths == sorted(widths, reverse=True)
    assert {question["asks"] for question in score["questions"]} >= {"book", "perfect_deals"}


def test_the_state_tells_all_of_a_card_but_what_the_table_is_weighed_with(review: Review) -> None:
    review.edit(kind="add_card", face="K")
    told = {field.name for field in fields(DraftCard)} - {"chances"}
    assert {frozenset(one) for one in review.state["cards"]} == {frozenset(told)}


def test_the_round_counts_the_questions_and_doubts_that_the_review_shows(review: Review) -> None:
    sides = review.table.client.get(f"{review.path.split('/sides')[0]}/agreement").json()["sides"]
    assert sides[0]["questions"] == len(review.state["score"]["questions"]) > 0
    assert sides[0]["doubts"] == len(review.state["score"]["doubts"])
    agree_all(review.table, review.game)
    (left_open,) = re.findall("Left open</h3><ul[^>]*>(.*?)</ul>", receipt_of_side(review))
    assert left_open.count("<li>") == sides[0]["questions"]
    assert "<li>Which wilds are in the book of queens?<br>How many cards are in the book of queens? 7 are" in left_open


def test_the_receipt_tells_what_was_answered_with_no(review: Review) -> None:
    def receipt() -> str:
        agree_all(review.table, review.game)
        return receipt_of_side(review)

    nothing = receipt()
    assert "<li>Nothing.</li>" in nothing
    assert not re.search("did not go out|no perfect deal", nothing)
    review.edit(kind="set_fact", fact="went_out", value=False)
    answered = receipt()
    assert "<li>did not go out</li>" in answered
    assert not re.search("<li>Nothing\\.</li>|no perfect deal", answered)
    review.edit(kind="set_fact", fact="perfect_deals", value=0)
    assert "<li>no perfect deal</li>" in receipt()
    Review(review.table, review.game, side=2).edit(kind="set_fact", fact="went_out", value=True)
    assert "<li>did not go out</li>" not in receipt()


def receipt_of_side(review: Review) -> str:
    """Return the part of the round's receipt that is of the first side."""
    text = review.table.stranger.get(f"/games/{review.game}/rounds/1/receipt").text
    return text.partition('aria-labelledby="side-1"')[2].partition("</section>")[0]


def test_an_answer_narrows_the_score_at_once(review: Review) -> None:
    before = review.state["score"]
    after = review.edit(kind="answer", pile=review.pile("book of queens")["id"], count=7, w20=1, w50=0)["score"]
    assert after["high"] - after["low"] < before["high"] - before["low"]
    agree_all(review.table, review.game)
    assert "the book of queens holds 7 cards and 1 20-wild</li>" in receipt_of_side(review)


def test_what_a_photo_shows_is_said_and_taken_back_as_any_change(review: Review) -> None:
    (photo,) = review.state["photos"]
    path = f"/api/photos/{photo['id']}"

    def shows() -> tuple[str, str]:
        (shown,) = review.state["photos"]
        return shown["shows"], review.table.client.get(path).json()["shows"]

    said = review.edit(kind="set_shows", photo=photo["id"], was="played", shows="left")
    assert (shows(), said["piles"]) == (("left", "left"), [])
    assert said["undoes"] == {"key": "edit.shows_left", "values": {"photo": photo["name"]}}
    for step, now in (("undo", "played"), ("redo", "left"), ("undo", "played")):
        review.state = review.send(step).json()
        assert shows() == (now, now)
    review.edit(kind="set_shows", photo=photo["id"], was="played", shows="left")
    assert review.table.client.put(f"{path}/side", json={"side": 2}).is_success
    # It shows there what was said of it here, and goes on so when that is taken back here.
    other = Review(review.table, review.game, side=2)
    review.state = review.load()
    assert (review.state["refused"], review.state["undoes"], other.load()["photos"][0]["shows"]) == ([], None, "left")
    assert (review.send("undo").status_code, other.load()["photos"][0]["shows"]) == (200, "left")
    assert review.table.client.delete(path).is_success
    on_what_is_gone = {"kind": "set_shows", "photo": photo["id"], "was": "left", "shows": "played"}
    refused = other.send("edits", edit=on_what_is_gone)
    assert (refused.status_code, refused.json()["error"]["say"].split(":")[0]) == (
        422,
        "that photo is not here any more",
    )


def test_what_a_photo_shows_is_so_once_a_step_is_sent_again_that_the_servers_end_cut_off(
    review: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = review.state["photos"][0]["id"]
    said = {"edit": {"kind": "set_shows", "photo": photo, "was": "played", "shows": "left"}}
    for way, body, shows in (("edits", said, "left"), ("undo", {}, "played"), ("redo", {}, "left")):
        with monkeypatch.context() as ending:
            ending.setattr(review.table.served.shelf, "relabel", None)
            assert review.send(way, deed=way, **body).status_code == 500
        review.state = review.send(way, deed=way, **body).json()
        assert [one["shows"] for one in review.state["photos"]] == [shows]
    # What was changed since stays so, whoever sends an earlier step once more.
    review.state = review.send("undo").json()
    review.send("edits", on=0, deed="edits", **said)
    assert [one["shows"] for one in review.load()["photos"]] == ["played"]


def test_an_undo_of_what_a_photo_shows_takes_nothing_back_that_was_said_of_it_since(review: Review) -> None:
    photo = review.state["photos"][0]["id"]
    review.edit(kind="set_shows", photo=photo, was="played", shows="left")
    assert review.table.client.patch(f"/api/photos/{photo}", json={"shows": "fanned"}).is_success
    review.state = review.send("undo").json()
    assert [one["shows"] for one in review.state["photos"]] == ["fanned"]


def test_undo_and_redo_go_through_every_change(review: Review) -> None:
    first = review.state
    changed = review.edit(kind="remove_card", card=review.pile("jacks")["cards"][0])
    assert (changed["can_undo"], changed["can_redo"]) == (True, False)
    undone = review.send("undo").json()
    assert (undone["piles"], undone["score"], undone["can_redo"]) == (first["piles"], first["score"], True)
    review.state = undone
    redone = review.send("redo").json()
    assert (redone["piles"], redone["sequence"]) == (changed["piles"], 3)


def test_nothing_to_undo_is_said(review: Review) -> None:
    answer = review.send("undo")
    assert (answer.status_code, answer.json()["error"]["say"]) == (422, "there is nothing to undo")


def test_two_phones_do_not_overwrite_each_other(review: Review) -> None:
    other = Review(review.table, review.game)
    review.edit(kind="set_fact", fact="went_out", value=True)
    late = other.send("edits", edit={"kind": "set_fact", "fact": "perfect_deals", "value": 1})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "draft_changed")
    facts = other.load()["facts"]
    assert (facts["went_out"], facts["perfect_deals"]) == (True, None)
    assert other.state["told"] == [{"key": "edit.went_out_yes", "values": {}, "number": 1}]
    assert other.state["undoes"] == {"key": "edit.went_out_yes", "values": {}}


def test_two_phones_that_say_the_same_made_one_change(review: Review) -> None:
    other = Review(review.table, review.game)
    same: dict[str, Any] = {"kind": "set_fact", "fact": "went_out", "value": True}
    review.edit(**same)
    assert other.edit(**same)["sequence"] == 1
    other.edit(kind="set_fact", fact="perfect_deals", value=1)
    # What was said since may have been said because of it.
    late = review.send("edits", on=0, edit=same)
    assert (late.status_code, late.json()["error"]["code"]) == (409, "draft_changed")
    assert review.load()["facts"]["perfect_deals"] == 1


def test_of_many_phones_at_once_one_is_first(review: Review) -> None:
    path, client = review.path, review.table.client
    answers: list[int] = []

    def press(number: int) -> None:
        edit = {"kind": "add_card", "face": "5"}
        body = {"on": 0, "deed": f"phone-{number}", "edit": edit}
        answers.append(client.post(f"{path}/edits", json=body).status_code)

    phones = [threading.Thread(target=press, args=(number,)) for number in range(8)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert sorted(answers) == [200, *[409] * 7]
    assert review.load()["sequence"] == 1


def test_a_doubled_edit_counts_once(review: Review) -> None:
    edit = {"kind": "add_card", "face": "5"}
    first, second = (review.send("edits", on=0, deed="same", edit=edit) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json() == first.json()
    assert review.load()["sequence"] == 1


def test_the_table_is_proved_once_a_step_and_not_for_who_looks_at_it(
    review: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables: list[TableDraft] = []

    def proving(table: TableDraft) -> TableDraft:
        tables.append(table)
        return proved(table)

    monkeypatch.setattr("handfoot.web.proofs.proved", proving)
    review.edit(kind="remove_card", card=review.pile("jacks")["cards"][0])
    review.state = review.send("undo").json()
    assert review.send("redo").status_code == 200
    review.load()
    assert review.table.client.get(f"/api/games/{review.game}/rounds/1/agreement").status_code == 200
    assert len(tables) == 3


def test_what_was_answered_is_there_after_the_server_died(review: Review, start: Start, tmp_path: Path) -> None:
    kept = review.edit(kind="set_face", card=review.pile("jacks")["cards"][0], face="Q")
    # The files as they lie at this moment, with nothing closed or flushed: what a power cut leaves.
    shutil.copytree(tmp_path / "data", tmp_path / "left behind")
    review.table.stop()
    shutil.rmtree(tmp_path / "data")
    (tmp_path / "left behind").rename(tmp_path / "data")
    assert Review(start(reader=Reader(PLAYED)), review.game).state == kept


KINGS_AND_NINES = [*column("K K K", 200, 200), *column("9 9 9", 800, 200)]


@pytest.mark.parametrize(
    ("again", "said"), [(KINGS_AND_NINES, ["W50"]), (KINGS_AND_NINES[::-1], [])], ids=["alike", "otherwise"]
)
def test_what_was_said_of_a_card_is_said_of_no_other_once_a_damaged_reading_is_made_again(
    start: Start, again: list[SeenCard], said: list[str]
) -> None:
    table = start(reader=Reader(KINGS_AND_NINES))
    game = table.new_game()
    photo = table.read_photo(game, data=PHOTO)
    review = Review(table, game)
    review.edit(kind="set_face", card=review.pile("kings")["cards"][0], face="W50")
    (table.served.config.photos / photo / "reading.json").write_bytes(b"{")
    table.stop()
    again_there = Review(start(reader=Reader(again)), game)
    assert again_there.table.client.get(f"/api/photos/{photo}?wait_s=20").json()["state"] == "read"
    state = again_there.load()
    assert [one["face"] for one in state["cards"] if one["source"] == "person"] == said
    assert [one["number"] for one in state["refused"]] == ([] if said else [1])
    # Its cards are put right as any others, and what it shows is said of it.
    (shown,) = state["photos"]
    assert again_there.table.client.get(f"/api/photos/{shown['id']}/picture").status_code == 200
    again_there.edit(kind="set_face", card=again_there.pile("kings")["cards"][-1], face="W20")
    again_there.edit(kind="set_shows", photo=shown["id"], was="played", shows="left")
    assert [one["shows"] for one in again_there.load()["photos"]] == ["left"]
    faces = sorted(one["face"] for one in again_there.state["cards"])
    assert faces == sorted(["9", "9", "9", "K", "W20", *(said or ["K"])])


IMPOSSIBLE: dict[str, tuple[dict[str, object], int, str]] = {
    "unknown kind": ({"kind": "fly"}, 422, "invalid"),
    "unknown card": ({"kind": "set_face", "card": "x", "face": "K"}, 422, "edit"),
    "no face": ({"kind": "set_face", "card": "x", "face": "11"}, 422, "invalid"),
    "too many wilds": ({"kind": "answer", "pile": "x", "count": 10**9}, 422, "invalid"),
}


@pytest.mark.parametrize(("edit", "status", "code"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_edit_changes_nothing(review: Review, edit: dict[str, object], status: int, code: str) -> None:
    answer = review.send("edits", edit=edit)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert "\n" not in answer.json()["error"]["say"]
    assert review.load()["sequence"] == 0


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (5, "edit: an object, please, not 5"),
        ({"kind": "luck"}, "edit, kind: one of 'set_face', "),
        ({"kind": "set_face", "card": "a", "face": "ZZ"}, "edit, face: '4', '5', "),
        ({"kind": "set_fact", "fact": "perfect_deals", "value": "x"}, "edit, value: yes or no, or a whole number, "),
        ({"kind": "add_card", "face": "K", "x": "far"}, "edit, x: a number, please, not 'far'"),
        ({"kind": "new_pile", "cards": []}, "edit, cards: at least 1, please"),
    ],
    ids=str,
)
def test_an_edit_of_a_wrong_shape_is_refused_in_one_line_with_its_value_and_place(
    review: Review, edit: object, says: str
) -> None:
    answer = review.send("edits", edit=edit)
    assert answer.status_code == 422
    assert answer.json()["error"]["say"].startswith(says)


def test_reading_is_open_and_changing_needs_the_pin(review: Review) -> None:
    stranger = review.table.stranger
    assert stranger.get(review.path).status_code == 200
    body = {"on": 0, "deed": "a", "edit": {"kind": "set_fact", "fact": "went_out", "value": True}}
    for way in ("edits", "undo", "redo"):
        answer = stranger.post(f"{review.path}/{way}", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "pin_needed")


def test_a_further_photo_keeps_the_edits_made_before(review: Review) -> None:
    card = review.pile("jacks")["cards"][0]
    review.edit(kind="set_face", card=card, face="W20")
    review.table.reader.cards = LEFT
    review.table.read_photo(review.game, data=PHOTO, shows="left")
    state = review.load()
    assert next(one for one in state["cards"] if one["id"] == card)["face"] == "W20"
    assert (len(state["left"]), len(state["face_down"]), state["refused"]) == (2, 1, [])


def test_a_deleted_photo_takes_its_edits_along_and_says_so(review: Review) -> None:
    review.edit(kind="remove_card", card=review.pile("jacks")["cards"][0])
    review.edit(kind="set_fact", fact="perfect_deals", value=1)
    review.table.client.delete(f"/api/photos/{review.state['photos'][0]['id']}")
    state = review.load()
    assert (state["cards"], state["facts"]["perfect_deals"]) == ([], 1)
    assert [one["number"] for one in state["refused"]] == [1]


def test_going_out_of_one_side_is_told_on_the_others_page(review: Review) -> None:
    Review(review.table, review.game, side=2).edit(kind="set_fact", fact="went_out", value=True)
    assert review.load()["others_out"] == ["South"]


def test_a_card_too_many_for_the_decks_is_doubted_until_it_is_said_to_be_right(start: Start) -> None:
    table = start(reader=Reader(column("K K K K K", 200, 200)))
    game = table.new_game(decks=1)
    table.read_photo(game, data=PHOTO)
    review = Review(table, game)
    (first,) = [doubt for doubt in review.state["doubts"] if doubt["code"] == "count_over_decks"]
    state = review.edit(kind="settle_doubt", doubt=first["id"])
    (second,) = [doubt for doubt in state["doubts"] if doubt["code"] == "count_over_decks"]
    assert second["cards"] != first["cards"]
    assert review.load()["refused"] == []


def test_a_side_or_round_that_is_not_there_is_told(review: Review) -> None:
    for path in (
        f"/api/games/{review.game}/rounds/1/sides/3/draft",
        f"/api/games/{review.game}/rounds/9/sides/1/draft",
    ):
        answer = review.table.client.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_a_look_reads_a_picture_with_advice_and_keeps_nothing(review: Review) -> None:
    review.table.reader.cards = LEFT
    files = {"photo": ("camera.jpg", PHOTO)}
    answer = review.table.client.post("/api/look", files=files, data={"shows": "left"})
    assert answer.status_code == 200
    assert [card["face"] for card in answer.json()["reading"]["cards"]] == ["9", "R3", "BACK"]
    assert "face_down" in {one["code"] for one in answer.json()["advice"]}
    assert len(review.load()["photos"]) == 1


def test_a_look_decodes_its_picture_once(table: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[int] = []

    def decode(data: bytes, **said: float) -> Image:
        decoded.append(len(data))
        return decode_photo(data, **said)

    monkeypatch.setattr("handfoot.web.shelf.cleaning.decode_photo", decode)
    assert table.client.post("/api/look", files={"photo": ("camera.jpg", PHOTO)}).status_code == 200
    assert decoded == [len(PHOTO)]


@pytest.mark.parametrize("path", ["/api/look", "/api/read"])
def test_looks_that_wait_are_counted_until_they_are_read(start: Start, path: str) -> None:
    table = start(limits=Limits(waiting_photos=2))
    files = {"photo": ("camera.jpg", PHOTO)}
    assert table.client.post(path, files=files).status_code == 200
    table.reader.let.clear()
    for data in (PHOTO, b"no photo"):
        table.served.desk.read(io.BytesIO(data).read, "camera.jpg")
    busy = table.client.post(path, files=files)
    assert (busy.status_code, busy.json()["error"]["code"], busy.headers["Retry-After"]) == (503, "busy", "60")
    table.reader.let.set()
    # One after the other: once a later one is read, those before it are done with.
    table.served.desk.read(io.BytesIO(PHOTO).read, "camera.jpg").result(30)
    assert table.client.post(path, files=files).status_code == 200


def test_a_kept_photo_has_advice_with_its_place(review: Review) -> None:
    review.table.reader.cards = LEFT
    photo = review.table.read_photo(review.game, data=PHOTO, shows="left")
    advice = review.table.client.get(f"/api/photos/{photo}/advice").json()
    (back,) = [one for one in advice if one["code"] == "face_down"]
    assert back["boxes"] == [[750.0, 130.0, 850.0, 270.0]]


@pytest.mark.parametrize("page", ["review", "camera"])
def test_its_pages_hold_no_script_or_style_of_their_own(review: Review, page: str) -> None:
    text = review.table.client.get(f"/games/{review.game}/rounds/1/sides/1/{page}").text
    assert "North" in text
    assert "<style" not in text
    assert " style=" not in text
    assert "<script>" not in text


def test_a_book_of_decks_whose_colours_tell_nothing_is_asked_about_until_the_game_has_others(start: Start) -> None:
    table = start(reader=Reader([replace(card("K", 200, 150), suit=Suit.HEARTS), *column("J J J", 500, 500)]))
    game = table.new_game(taught=["remastered"])
    table.read_photo(game, data=PHOTO)
    assert "colours of its deck do not tell" in str(Review(table, game).state)
    with table.stranger.stream("GET", f"/api/games/{game}/events") as events:
        heard = (line for line in events.iter_lines() if line.startswith("event"))
        assert next(heard) == "event: changed"
        assert table.client.put(f"/api/games/{game}/decks", json={"decks": ["traditional"]}).status_code == 200
        # Another score than before is told to who looks at the old one.
        assert next(heard) == "event: changed"
    told = Review(table, game)
    assert "colours of its deck do not tell" not in str(told.state)
    assert [pile["kind"] for pile in told.state["piles"]] == ["clean", "meld"]
