"""Decks over the API: lessons with real photos and nets, files handed on, decks chosen for a game."""

import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest

from handfoot.web.errors import WebError
from handfoot.web.lessons import MOST_LESSONS
from scorer.faces import FACES, Face
from tests.handfoot.jokedeck import joke_deck
from tests.handfoot.web.conftest import Running, jpeg
from tests.handfoot.web.steps import Review, comes_true, error_of, taught
from vision.decks.profile import CARD_PX, DeckProfile
from vision.errors import DeckError
from vision.photos.frames import Frame

PLAYED = Path(__file__).resolve().parents[3] / "datasets" / "samples" / "Table 1" / "Ben" / "played-1.jpg"


@pytest.fixture
def decks(table: Running) -> Iterator[Running]:
    """Return a server with one deck of ours: a king and a back."""
    shelf = table.served.decks.shelf
    shelf.keep(taught("ours", Face.KING, None))
    yield table
    for name in shelf.names()[2:]:
        shelf.remove(name)


def refused(answer: httpx.Response, status: int) -> dict[str, str]:
    """Return the error of an answer of this status."""
    assert answer.status_code == status, answer.text
    return error_of(answer)


class OneCardTeacher:
    """Learns a queen of every lesson, and of every card of a photo of play, once it is let."""

    def __init__(self) -> None:
        self.begun, self.let = threading.Event(), threading.Event()

    def teach(self, profile: DeckProfile, *_: object) -> DeckProfile:
        self.begun.set()
        assert self.let.wait(30)
        return replace(profile, cards=(*profile.cards, *taught("any", Face.QUEEN).cards))

    add_card = teach


def names(table: Running) -> list[str]:
    return [deck["name"] for deck in table.client.get("/api/decks").json()]


def test_decks_are_listed_with_what_was_taught_of_them(decks: Running) -> None:
    found = {deck["name"]: deck for deck in decks.client.get("/api/decks").json()}
    assert set(found) == {"traditional", "remastered", "ours"}
    assert found["ours"]["faces"] == ["K"]
    assert found["ours"]["has_back"]
    assert not found["ours"]["ships"]
    assert len(found["ours"]["missing"]) == 14
    assert found["remastered"]["assumed"]
    picture = decks.client.get("/api/decks/ours/cards/0")
    assert picture.headers["content-type"] == "image/jpeg"
    assert cv2.imdecode(np.frombuffer(picture.content, np.uint8), cv2.IMREAD_COLOR).shape == (*CARD_PX[::-1], 3)


def test_a_deck_is_handed_on_as_a_file_and_taken_in_again(decks: Running) -> None:
    file = decks.client.get("/api/decks/ours/file")
    assert file.headers["content-disposition"] == 'attachment; filename="ours.deck"'
    twice = decks.client.post("/api/decks", files={"deck": ("ours.deck", file.content)})
    assert refused(twice, 409)["say"] == "there is a deck 'ours' already"
    for name in ("ours 2", "ours 3"):
        beside = decks.client.post("/api/decks?beside=true", files={"deck": ("ours.deck", file.content)})
        assert (beside.status_code, beside.json()["name"]) == (201, name)
    for name in ("ours 2", "ours 3"):
        decks.served.decks.shelf.remove(name)
    assert decks.client.delete("/api/decks/ours").json() == {"removed": "ours"}
    again = decks.client.post("/api/decks", files={"deck": ("ours.deck", file.content)})
    assert again.status_code == 201
    assert again.json()["faces"] == ["K"]


@pytest.mark.parametrize("data", [b"", b"no deck", jpeg()], ids=["empty", "text", "picture"])
def test_a_file_that_is_no_deck_is_refused(decks: Running, data: bytes) -> None:
    answer = decks.client.post("/api/decks", files={"deck": ("odd.deck", data)})
    assert refused(answer, 422)["say"].startswith("odd.deck: no deck's file")
    assert names(decks) == ["traditional", "remastered", "ours"]


def test_a_renamed_deck_stays_chosen_for_its_games(decks: Running) -> None:
    game = decks.new_game(taught=["ours"])
    assert decks.client.get(f"/api/games/{game}/decks").json() == {"decks": ["ours"]}
    renamed = decks.client.patch("/api/decks/ours", json={"name": "club's"})
    assert renamed.json()["name"] == "club's"
    assert decks.client.get(f"/api/games/{game}/decks").json() == {"decks": ["club's"]}
    assert names(decks) == ["traditional", "remastered", "club's"]
    wrong = decks.client.patch("/api/decks/club's", json={"name": "Remastered"})
    assert refused(wrong, 409)["code"] == "conflict"
    dotted = decks.client.patch("/api/decks/club's", json={"name": ".club"})
    assert "it begins with '.'" in refused(dotted, 422)["say"]
    shipped = decks.client.patch("/api/decks/traditional", json={"name": "mine"})
    assert "stays as it is" in refused(shipped, 422)["say"]


@pytest.mark.parametrize(("composition", "told"), [({}, False), (dict.fromkeys(FACES, 3), True)])
def test_a_review_holds_the_cards_against_what_the_decks_hold(
    decks: Running, composition: dict[Face, int], told: bool
) -> None:
    decks.served.decks.shelf.keep(replace(taught("few", Face.KING), composition=composition))
    review = Review(decks, decks.new_game(decks=1, taught=["few"]))
    for _ in range(4):
        review.edit(kind="add_card", face="K")
    problems = [problem["say"] for problem in review.load()["score"]["problems"]]
    assert any(say.startswith("4 kings on the table, but 1 deck holds 3") for say in problems) is told, problems


def test_a_game_is_played_with_decks_that_are_there(decks: Running) -> None:
    game = decks.new_game()
    chosen = decks.client.put(f"/api/games/{game}/decks", json={"decks": ["OURS", "traditional"]})
    assert chosen.json() == {"decks": ["ours", "traditional"]}
    strange = decks.client.put(f"/api/games/{game}/decks", json={"decks": ["theirs"]})
    assert refused(strange, 404)["where"] == "deck"
    assert decks.client.get(f"/api/games/{game}/decks").json() == {"decks": ["ours", "traditional"]}
    asked = {"rules": "remastered-singles", "sides": ["A", "B"], "taught": ["theirs"], "name": "Not kept"}
    assert decks.client.post("/api/games", json=asked).status_code == 404
    assert "Not kept" not in [one["name"] for one in decks.client.get("/api/games").json()]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/decks"),
        ("POST", "/api/lessons"),
        ("POST", "/api/lessons/x/photos"),
        ("POST", "/api/lessons/x"),
        ("PATCH", "/api/decks/ours"),
        ("DELETE", "/api/decks/ours"),
        ("POST", "/api/decks/ours/cards"),
        ("PATCH", "/api/decks/ours/cards/0"),
        ("DELETE", "/api/decks/ours/cards/0"),
        ("PUT", "/api/games/1/decks"),
    ],
)
def test_who_has_no_pin_changes_no_deck(decks: Running, method: str, path: str) -> None:
    answer = decks.stranger.request(method, path)
    assert refused(answer, 401)["code"] == "pin_needed"
    assert names(decks) == ["traditional", "remastered", "ours"]


def test_what_is_not_there_is_told(decks: Running) -> None:
    for path in ("/api/decks/theirs", "/api/decks/ours/cards/9", "/api/lessons/nowhere", "/api/decks/theirs/file"):
        assert refused(decks.client.get(path), 404)["code"] == "not_found"
    assert decks.client.get("/decks/teach?deck=theirs").status_code == 404


def lesson_with(table: Running, photo: bytes) -> httpx.Response:
    lesson = table.client.post("/api/lessons", json={}).json()["id"]
    return table.client.post(f"/api/lessons/{lesson}/photos", files={"photo": ("faces.jpg", photo)})


def test_a_lesson_that_shows_no_card_teaches_nothing(decks: Running) -> None:
    looked = lesson_with(decks, jpeg())
    assert looked.status_code == 201
    assert looked.json()["cards"] == []
    assert len(looked.json()["missing"]) == 15
    lesson = looked.json()["id"]
    taught_now = decks.client.post(f"/api/lessons/{lesson}", json={"name": "empty"})
    assert refused(taught_now, 422)["code"] == "deck"
    assert "empty" not in names(decks)
    no_photo = decks.client.post(f"/api/lessons/{lesson}/photos", files={"photo": ("x.jpg", b"no photo")})
    assert refused(no_photo, 422)["say"].startswith("x.jpg")


def test_a_deck_is_taught_from_a_photo_and_learns_one_more_card_from_play(decks: Running, deck_photo: Path) -> None:
    looked = lesson_with(decks, deck_photo.read_bytes()).json()
    assert len(looked["cards"]) >= 12
    again = {"photo": ("faces (1).jpg", deck_photo.read_bytes())}
    assert decks.client.post(f"/api/lessons/{looked['id']}/photos", files=again).json() == looked
    card = looked["cards"][0]
    picture = decks.client.get(f"/api/lessons/{looked['id']}/cards/{card['number']}")
    assert picture.headers["content-type"] == "image/jpeg"
    assert decks.client.get(f"/api/lessons/{looked['id']}/photos/0").status_code == 200
    asked = [one["number"] for one in looked["cards"] if one["ask"]]
    # Another photo came that whoever answers was not shown.
    unseen = decks.client.post(f"/api/lessons/{looked['id']}", json={"name": "new", "cards": len(looked["cards"]) - 1})
    assert refused(unseen, 409)["code"] == "lesson_changed"
    if asked:
        open_ones = decks.client.post(f"/api/lessons/{looked['id']}", json={"name": "new"})
        assert "without an answer" in refused(open_ones, 422)["say"]
    taken = decks.client.post(f"/api/lessons/{looked['id']}", json={"name": "OURS", "answers": {}})
    told = "there is a deck 'ours' already: choose another name, or teach more of that one"
    assert (refused(taken, 409)["where"], refused(taken, 409)["say"]) == ("name", told)
    answers = {str(number): "-" for number in asked} | {"0": "W50"}
    said = {"name": "new", "answers": answers, "cards": len(looked["cards"])}
    done = decks.client.post(f"/api/lessons/{looked['id']}", json=said)
    assert done.status_code == 201, done.text
    assert "W50" in done.json()["faces"]
    assert decks.client.get(f"/api/lessons/{looked['id']}").status_code == 404
    assert names(decks)[2:] == ["new", "ours"]


@pytest.mark.parametrize("deck", ["ours", None], ids=["more of a deck", "a new deck"])
def test_a_lesson_sent_twice_is_learnt_once(decks: Running, monkeypatch: pytest.MonkeyPatch, deck: str | None) -> None:
    desk, teacher = decks.served.decks, OneCardTeacher()
    monkeypatch.setattr(desk, "_teacher", teacher)
    lesson, name = desk.begin(deck).id, deck or "new"
    first, second = (desk.teach(lesson, name, {}, []) for _ in range(2))
    teacher.let.set()
    before = 2 if deck else 0
    assert len(first.result(30).cards) == before + 1
    with pytest.raises(WebError) as refused:
        second.result(30)
    assert (refused.value.status, refused.value.where) == (404, "lesson")
    assert len(desk.deck(name).cards) == before + 1


@pytest.mark.parametrize("way", ["a lesson", "a card of play"])
@pytest.mark.parametrize("renamed", [True, False], ids=["renamed", "removed"])
def test_a_deck_that_is_gone_once_more_of_it_is_learnt_does_not_come_back(
    decks: Running, monkeypatch: pytest.MonkeyPatch, way: str, renamed: bool
) -> None:
    desk, teacher = decks.served.decks, OneCardTeacher()
    monkeypatch.setattr(desk, "_teacher", teacher)
    if way == "a lesson":
        learnt = desk.teach(desk.begin("ours").id, "ours", {}, [])
    else:
        frame = Frame("table.jpg", np.zeros((9, 9, 3), np.uint8))
        learnt = desk.teach_card("ours", frame, ((0, 0), (8, 0), (8, 8), (0, 8)), Face.QUEEN)
    assert teacher.begun.wait(30)
    if renamed:
        desk.shelf.rename("ours", "theirs")
    else:
        desk.shelf.remove("ours")
    teacher.let.set()
    with pytest.raises(DeckError, match=r"^there is no deck 'ours' any more: it was renamed or removed$"):
        learnt.result(30)
    assert names(decks)[2:] == (["theirs"] if renamed else [])


def test_one_tap_teaches_a_misread_card_of_a_photo_of_play(decks: Running) -> None:
    game = decks.new_game()
    photo = decks.read_photo(game)
    nothing = decks.client.post("/api/decks/ours/cards", json={"photo": photo, "card": 99, "face": "Q"})
    assert refused(nothing, 404)["where"] == "card"
    hidden = decks.client.post("/api/decks/ours/cards", json={"photo": photo, "card": 0, "face": "Q"})
    assert "no index of that card is seen" in refused(hidden, 422)["say"]
    shipped = decks.client.post("/api/decks/remastered/cards", json={"photo": photo, "card": 0, "face": "Q"})
    assert refused(shipped, 422)["code"] == "deck"


def test_a_wrong_picture_is_taken_out_and_the_deck_learnt_without_it(decks: Running) -> None:
    decks.served.decks.shelf.keep(taught("both", Face.KING, Face.QUEEN, None))
    left = decks.client.delete("/api/decks/both/cards/1", params={"face": "Q"})
    assert [card["face"] for card in left.json()["cards"]] == ["K", "BACK"]
    kept = decks.served.decks.deck("both")
    assert kept.faces == (Face.KING,)
    assert kept.prototypes is not None
    assert {owner for owner in kept.prototypes.owners if owner >= 0} == {0, 1}
    # Who sees the page as it was takes out no other picture.
    assert refused(decks.client.delete("/api/decks/both/cards/1", params={"face": "Q"}), 409)["where"] == "number"
    assert refused(decks.client.delete("/api/decks/both/cards/9", params={"face": "Q"}), 404)["where"] == "number"
    last = decks.client.delete("/api/decks/both/cards/0", params={"face": "K"})
    assert refused(last, 422)["say"] == "deck 'both' knows no other face: remove the deck instead"
    assert decks.served.decks.deck("both").faces == (Face.KING,)


def test_a_picture_taught_as_another_card_is_said_to_be_what_it_is(decks: Running) -> None:
    decks.served.decks.shelf.keep(taught("both", Face.KING, Face.QUEEN, None))

    def correct(number: int, was: str, face: str) -> httpx.Response:
        return decks.client.patch(f"/api/decks/both/cards/{number}", json={"was": was, "face": face})

    assert [card["face"] for card in correct(1, "Q", "R3").json()["cards"]] == ["K", "R3", "BACK"]
    assert correct(1, "R3", "Q").json()["faces"] == ["Q", "K"]
    # Who sees the page as it was corrects no other picture.
    assert refused(correct(1, "R3", "A"), 409)["where"] == "number"
    assert correct(1, "Q", "BACK").is_success
    assert refused(correct(0, "K", "BACK"), 422)["say"] == "deck 'both' knows no other face: remove the deck instead"


@pytest.mark.parametrize("change", ["corrected", "forgotten", "renamed", "removed"])
def test_the_pages_of_a_game_hear_that_a_deck_of_it_was_changed(decks: Running, change: str) -> None:
    decks.served.decks.shelf.keep(taught("both", Face.KING, Face.QUEEN, None))
    game = decks.new_game(taught=["both"])
    with decks.stranger.stream("GET", f"/api/games/{game}/events") as events:
        heard = (line for line in events.iter_lines() if line.startswith("event"))
        assert next(heard) == "event: changed"
        changed = {
            "corrected": lambda: decks.client.patch("/api/decks/both/cards/1", json={"was": "Q", "face": "R3"}),
            "forgotten": lambda: decks.client.delete("/api/decks/both/cards/1", params={"face": "Q"}),
            "renamed": lambda: decks.client.patch("/api/decks/both", json={"name": "theirs"}),
            "removed": lambda: decks.client.delete("/api/decks/both"),
        }[change]()
        assert changed.is_success
        assert next(heard) == "event: changed"


def test_two_phones_that_take_out_one_picture_at_once_take_out_no_other(decks: Running) -> None:
    desk = decks.served.decks
    desk.shelf.keep(taught("both", Face.KING, Face.QUEEN, Face.JACK))
    let = threading.Event()
    desk._worker.submit(let.wait, 30)

    def take_out() -> httpx.Response:
        return decks.client.delete("/api/decks/both/cards/1", params={"face": "Q"})

    with ThreadPoolExecutor(2) as phones:
        answers = [phones.submit(take_out) for _ in range(2)]
        assert comes_true(lambda: desk._worker._work_queue.qsize() == 2)
        let.set()
        assert sorted(answer.result().status_code for answer in answers) == [200, 409]
    assert [card.face for card in desk.deck("both").cards] == [Face.KING, Face.JACK]


def test_the_decks_page_has_pictures_by_face_the_games_and_the_mat(decks: Running) -> None:
    decks.served.decks.shelf.keep(taught("both", None, Face.QUEEN, Face.FOUR))
    game = decks.new_game(taught=["both"])
    name = decks.client.get(f"/api/games/{game}").json()["name"]
    page = decks.client.get("/decks").text
    assert re.findall(r'data-number="(\d)" data-face="(\w+)"', page)[:3] == [("2", "4"), ("1", "Q"), ("0", "BACK")]
    assert f'data-name="both" data-games="{name}" data-count="1"' in page
    mats = re.findall(r"/mat-\w+\.pdf", page)
    assert mats == ["/mat-a4.pdf", "/mat-letter.pdf", "/mat-a3.pdf"]
    for address in mats:
        assert decks.client.get(address).content.startswith(b"%PDF")
    assert decks.client.get("/mat-a9.pdf").status_code == 422


def test_as_many_lessons_are_under_way_as_the_desk_keeps(decks: Running) -> None:
    desk = decks.served.decks
    first, *others = [desk.begin(None).id for _ in range(MOST_LESSONS)]
    assert [desk.lesson(one).id for one in (first, *others)] == [first, *others]
    desk.begin(None)
    assert [desk.lesson(one).id for one in others] == others
    with pytest.raises(WebError, match="not kept any more"):
        desk.lesson(first)


def test_what_a_file_system_hides_beside_a_deck_is_none(decks: Running) -> None:
    hidden = decks.served.decks.shelf.folder / "._ours.deck"
    hidden.write_bytes(b"not a deck")
    before = names(decks)
    assert "ours" in before
    assert decks.client.get("/decks").status_code == 200
    hidden.unlink()
    assert names(decks) == before


def test_a_damaged_deck_is_told_and_costs_no_game_and_can_be_removed(decks: Running) -> None:
    game = decks.new_game()
    assert decks.client.put(f"/api/games/{game}/decks", json={"decks": ["ours"]}).status_code == 200
    file = decks.served.decks.shelf.file("ours")
    file.write_bytes(file.read_bytes()[:100])
    (broken,) = (deck for deck in decks.client.get("/api/decks").json() if deck["broken"])
    assert (broken["name"], broken["cards"]) == ("ours", [])
    assert "This deck cannot be opened" in decks.client.get("/decks").text
    assert decks.client.get(f"/games/{game}/rounds/1").status_code == 200
    assert decks.client.get(f"/api/games/{game}/rounds/1/sides/1/draft").status_code == 200
    # Nobody chooses it once more.
    assert refused(decks.client.put(f"/api/games/{game}/decks", json={"decks": ["ours"]}), 422)["code"] == "deck"
    assert 'value="ours"' not in decks.client.get("/games/new?rules=bain").text
    gone = "The deck ours, which this game was begun with, is gone"
    assert gone not in decks.client.get(f"/games/{game}").text
    assert decks.client.delete("/api/decks/ours").json() == {"removed": "ours"}
    assert gone in decks.client.get(f"/games/{game}").text
    # And who corrects a card is not offered to teach it to a deck that is gone.
    assert decks.client.get(f"/api/games/{game}/decks").json() == {"decks": []}


def test_a_photo_that_a_damaged_deck_hindered_is_read_once_the_deck_is_not_chosen(decks: Running) -> None:
    game = decks.new_game()
    assert decks.client.put(f"/api/games/{game}/decks", json={"decks": ["ours"]}).status_code == 200
    file = decks.served.decks.shelf.file("ours")
    file.write_bytes(file.read_bytes()[:100])
    decks.reader.let.set()
    photo = decks.add_photo(game).json()["id"]
    assert comes_true(lambda: decks.served.desk.why_waiting(photo))
    assert decks.client.get(f"/api/photos/{photo}").json()["state"] == "waiting"
    # However long the pause before the next try would be.
    decks.served.desk._pause_s = 300.0
    assert decks.client.put(f"/api/games/{game}/decks", json={"decks": []}).status_code == 200
    assert decks.client.get(f"/api/photos/{photo}?wait_s=20").json()["state"] == "read"


def test_a_lesson_goes_on_though_its_deck_is_renamed(decks: Running) -> None:
    lesson = decks.client.post("/api/lessons", json={"deck": "ours"}).json()["id"]
    assert decks.client.patch("/api/decks/ours", json={"name": "club"}).status_code == 200
    assert decks.client.get(f"/api/lessons/{lesson}").json()["deck"] == "club"


def test_a_tournament_s_table_is_played_with_the_decks_chosen_for_it(decks: Running) -> None:
    wanted = {"name": "Spring cup", "teams": ["Ash", "Birch"]}
    cup = f"/tournaments/{decks.client.post('/api/tournaments', json=wanted).json()['id']}"
    assert decks.client.post(f"/api{cup}/draw", json={}).status_code == 200
    page, begin = f"{cup}/tables/1", f"/api{cup}/tables/1/game"
    choice = '<input type="checkbox" name="taught" data-kind="list" value="ours" {}>'
    assert choice.format("") in decks.client.get(page).text
    assert refused(decks.client.post(begin, json={"taught": ["theirs"]}), 404)["where"] == "deck"
    game = decks.client.post(begin, json={"taught": ["OURS"]}).json()["id"]
    chosen = f"/api/games/{game}/decks"
    assert decks.client.get(chosen).json() == {"decks": ["ours"]}
    assert choice.format("checked") in decks.client.get(page).text
    assert decks.client.post(begin, json={}).json()["id"] == game
    assert decks.client.get(chosen).json() == {"decks": ["ours"]}
    decks.client.post(begin, json={"taught": []})
    assert decks.client.get(chosen).json() == {"decks": []}


def test_a_deck_taught_anew_under_an_old_name_is_read_with_what_it_is_now(decks: Running) -> None:
    desk, first = decks.served.decks, joke_deck(PLAYED)
    desk.shelf.keep(first)
    reader = desk.reader_of(["joke"])
    assert desk.reader_of(["joke"]) is reader
    desk.shelf.remove("joke")
    king = replace(first.cards[0], face=Face.KING)
    desk.shelf.keep(replace(first, cards=(king, *first.cards[1:])))
    assert desk.reader_of(["joke"]) is not reader


def test_the_live_camera_looks_with_the_decks_of_its_game(decks: Running) -> None:
    decks.served.decks.shelf.keep(joke_deck(PLAYED))

    def look(**said: object) -> list[str]:
        files = {"photo": ("frame.jpg", PLAYED.read_bytes())}
        answer = decks.client.post("/api/look", files=files, data=said)
        assert answer.status_code == 200, answer.text
        return [card["face"] for card in answer.json()["reading"]["cards"]]

    game = decks.new_game(taught=["joke"])
    assert look(game=game).count("W50") > 0
    assert look(game=decks.new_game()) == look() == ["K", "K", "K", "K"]
    nowhere = decks.client.post("/api/look", files={"photo": ("frame.jpg", jpeg())}, data={"game": game + 9})
    assert refused(nowhere, 404)["where"] == "game"
