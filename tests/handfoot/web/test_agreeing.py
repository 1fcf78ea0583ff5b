import csv
import hashlib
import io
import json
import re
import threading
from dataclasses import replace

import httpx
import pytest
from sqlalchemy import select

from handfoot.errors import StoreError
from handfoot.store.agreementtables import AgreementRow
from handfoot.store.gametables import RoundVersionRow
from handfoot.web.drafts import review_round
from scorer.record import record_to_json
from tests.handfoot.oracle import card, column
from tests.handfoot.store.rounds import round_record
from tests.handfoot.web.conftest import Reader, Running, Start, jpeg
from tests.handfoot.web.steps import Failing, Review, agree_all, agreement, error_of, receipt, say
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame


def agree(table: Running, game: int, side: int, seal: str, number: int = 1, **said: object) -> httpx.Response:
    return table.client.post(f"/api/games/{game}/rounds/{number}/agreement", json={"side": side, "seal": seal, **said})


@pytest.fixture
def game(table: Running) -> int:
    """Return a game of whose first round both sides took a photo of four kings."""
    game = table.new_game()
    table.read_photo(game, 1)
    table.read_photo(game, 2)
    return game


def test_a_round_counts_when_every_side_agreed_and_not_before(table: Running, game: int) -> None:
    seal = agreement(table, game)["seal"]
    first = agree(table, game, 1, seal).json()
    assert (first["state"], [side["agreed"] for side in first["sides"]]) == ("open", [True, False])
    assert table.client.get(f"/api/games/{game}").json()["rounds"] == []
    last = agree(table, game, 2, seal).json()
    assert (last["state"], last["version"]) == ("agreed", 1)
    (played,) = table.client.get(f"/api/games/{game}").json()["rounds"]
    assert (played["points"], played["version"]) == ([40, 40], 1)


class Faintly(Reader):
    """Reads the cards, and one more too faintly to count it."""

    def read(self, frame: Frame) -> PhotoReading:
        return replace(super().read(frame), maybe=(card("K", 300, 100, shows=(0,)),))


def test_what_is_too_faint_to_count_is_none_of_the_cards_of_a_round(start: Start) -> None:
    table = start(reader=Faintly())
    game = table.new_game()
    table.read_photo(game)
    assert len(Review(table, game).state["faint"]) == 1
    assert [side["cards"] for side in agreement(table, game)["sides"]] == [4, 0]


def test_agreeing_pressed_twice_counts_once(table: Running, game: int) -> None:
    seal = agreement(table, game)["seal"]
    for side in (1, 1, 2, 2, 1):
        assert agree(table, game, side, seal).status_code == 200
    assert len(table.client.get(f"/api/games/{game}/history").json()) == 1


def test_what_a_side_agreed_to_by_an_earlier_program_holds(table: Running, game: int) -> None:
    """Those sealed the sides' names, too."""
    agree(table, game, 1, agreement(table, game)["seal"])
    record = review_round(table.served, table.served.store.game(game), 1).table.record()
    told = record_to_json(
        replace(record, decks=None, sides=tuple(replace(one, score_before=0) for one in record.sides))
    )
    sealed = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    with table.served.store.writing() as session:
        (row,) = session.scalars(select(AgreementRow))
        assert row.seal != sealed
        row.seal = sealed
    before = agreement(table, game)
    assert [(side["agreed"], side["agreed_before"]) for side in before["sides"]] == [(True, False), (False, False)]
    assert agree(table, game, 2, before["seal"]).json()["state"] == "agreed"


def without_notes(read: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in read.items() if not key.startswith("x_")}


def test_a_round_agreed_to_by_an_earlier_program_that_noted_less_of_it_counts_as_agreed(
    table: Running, game: int
) -> None:
    agree_all(table, game)
    with table.served.store.writing() as session:
        (row,) = session.scalars(select(RoundVersionRow))
        assert row.record is not None and "x_photo" in row.record
        row.record = json.dumps(json.loads(row.record, object_hook=without_notes))
        assert "x_" not in row.record
    told = agreement(table, game)
    assert (told["state"], [side["agreed"] for side in told["sides"]]) == ("agreed", [True, True])
    assert "was changed since" not in table.stranger.get(f"/games/{game}").text
    # Nor is it agreed to once more.
    for side in (1, 2):
        assert agree(table, game, side, told["seal"]).json() == told
    assert len(table.client.get(f"/api/games/{game}/history").json()) == 1
    say(table, game, "perfect_deals", 1)
    assert agreement(table, game)["state"] == "changed"


def test_sides_that_agree_at_the_same_moment_make_one_version(table: Running, game: int) -> None:
    seal = agreement(table, game)["seal"]
    codes: list[int] = []
    threads = [
        threading.Thread(target=lambda side=side: codes.append(agree(table, game, side, seal).status_code))
        for side in (1, 2, 1, 2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes == [200] * 4
    assert len(table.client.get(f"/api/games/{game}/history").json()) == 1


def test_nobody_agrees_to_a_score_that_changed_meanwhile(table: Running, game: int) -> None:
    seal = agreement(table, game)["seal"]
    agree(table, game, 1, seal)
    say(table, game, "perfect_deals", 1, side=2)
    answer = agree(table, game, 2, seal)
    assert (answer.status_code, error_of(answer)["code"]) == (409, "score_changed")
    fresh = agreement(table, game)
    assert [(side["agreed"], side["agreed_before"]) for side in fresh["sides"]] == [(False, True), (False, False)]
    assert agree(table, game, 2, fresh["seal"]).json()["state"] == "open"


def test_an_agreement_can_be_taken_back_until_all_agreed(table: Running, game: int) -> None:
    seal = agreement(table, game)["seal"]
    agree(table, game, 1, seal)
    told = table.client.delete(f"/api/games/{game}/rounds/1/agreement/1").json()
    assert [side["agreed"] for side in told["sides"]] == [False, False]
    assert agree(table, game, 2, seal).json()["state"] == "open"


def test_a_round_changed_after_it_was_agreed_counts_as_before_until_agreed_again(table: Running, game: int) -> None:
    agree_all(table, game)
    say(table, game, "perfect_deals", 1)
    changed = agreement(table, game)
    assert (changed["state"], changed["version"]) == ("changed", 1)
    assert table.client.get(f"/api/games/{game}").json()["totals"] == [40, 40]
    # Of the side whose points are others by now, who is asked to agree again sees what they were.
    assert table.stranger.get(f"/games/{game}/rounds/1").text.count("Agreed before: 40") == 1
    again = agree_all(table, game, reason="North forgot its perfect deal")
    assert (again["state"], again["version"]) == ("agreed", 2)
    assert table.client.get(f"/api/games/{game}").json()["totals"] == [140, 40]
    versions = table.client.get(f"/api/games/{game}/history").json()
    assert [(one["version"], one["action"], one["reason"]) for one in versions] == [
        (1, "entered", ""),
        (2, "edited", "North forgot its perfect deal"),
    ]
    assert versions[0]["points"] == {"North": 40, "South": 40}


def test_what_a_side_says_was_changed_is_told_to_the_others_and_kept_with_the_round(table: Running, game: int) -> None:
    agree_all(table, game)
    say(table, game, "perfect_deals", 1)
    page = f"/games/{game}/rounds/1"
    seal = agreement(table, game)["seal"]
    told = agree(table, game, 1, seal, reason="North <b>forgot</b> its perfect deal").json()
    assert [side["reason"] for side in told["sides"]] == ["North <b>forgot</b> its perfect deal", ""]
    assert "by North: North &lt;b&gt;forgot&lt;/b&gt; its perfect deal" in table.stranger.get(page).text
    assert agree(table, game, 2, seal).json()["version"] == 2
    said = "Round 1, changed: North &lt;b&gt;forgot&lt;/b&gt; its perfect deal"
    for shown in (page, f"/games/{game}"):
        assert said[1:] in table.stranger.get(shown).text, shown
    say(table, game, "perfect_deals", 0)
    agree_all(table, game, reason="it was one card short")
    assert "Round 1, changed: it was one card short" in table.stranger.get(page).text


def test_reasons_that_sides_give_apart_stand_together_and_none_too_long_is_kept(table: Running, game: int) -> None:
    agree_all(table, game)
    say(table, game, "perfect_deals", 1)
    seal = agreement(table, game)["seal"]
    assert agree(table, game, 1, seal, reason="r" * 1001).status_code == 422
    agree(table, game, 1, seal, reason="n" * 600)
    agree(table, game, 2, seal, reason="s" * 600)
    (_, changed) = table.client.get(f"/api/games/{game}/history").json()
    assert changed["reason"] == f"{'n' * 600}; …"
    say(table, game, "perfect_deals", 0)
    seal = agreement(table, game)["seal"]
    agree(table, game, 1, seal, reason="n" * 999)
    agree(table, game, 2, seal, reason="s")
    (_, _, changed) = table.client.get(f"/api/games/{game}/history").json()
    assert changed["reason"] == f"{'n' * 998} …"


def test_a_change_that_nobody_explains_is_kept_as_one_made_at_the_table(table: Running, game: int) -> None:
    agree_all(table, game)
    say(table, game, "perfect_deals", 1)
    agree_all(table, game)
    (_, changed) = table.client.get(f"/api/games/{game}/history").json()
    assert changed["reason"] == "corrected at the table"


def test_a_finished_game_that_is_corrected_has_another_winner_everywhere(table: Running) -> None:
    game = table.new_game(rounds=[1, 2])
    for number in (1, 2):
        table.read_photo(game, 1, number=number)
        table.read_photo(game, 2, number=number)
        say(table, game, "perfect_deals", number - 1, side=1, number=number)
        agree_all(table, game, number)

    def stands() -> list[tuple[list[int], str]]:
        """Return the totals and who won, as each page and each export says it."""
        told = table.client.get(f"/api/games/{game}").json()
        kept = table.stranger.get(f"/api/games/{game}/export.json").json()
        rows = list(csv.DictReader(io.StringIO(table.stranger.get(f"/api/games/{game}/export.csv").text)))
        found = [(told["totals"], " and ".join(told["winners"]))]
        found.append((list(kept["totals"].values()), " and ".join(kept["winners"])))
        found.append(([int(row["total"]) for row in rows[-2:]], found[0][1]))
        page = table.stranger.get(f"/games/{game}").text
        board = table.stranger.get(f"/games/{game}/board").text
        totals = [int(one) for one in re.findall(r'<td class="number[^>]*>(\d+)</td>', page.split("<tfoot>")[1])]
        for text in (page, board, table.stranger.get("/").text):
            won = re.search(r"(North|South) won|(?:in a tie|A tie): (North, South)", text)
            assert won is not None
            found.append((totals, (won[1] or won[2]).replace(", ", " and ")))
        sheet = table.stranger.get(f"/games/{game}/sheet").text
        said = re.search(r"<strong>(?:(\w+) won with (\d+)|Tied with (\d+): North, South)", sheet)
        assert said is not None
        assert int(said[2] or said[3]) == max(totals)
        found.append((totals, said[1] or "North and South"))
        return found

    assert set(map(str, stands())) == {str(([180, 80], "North"))}
    say(table, game, "perfect_deals", 1, side=2)
    assert set(map(str, stands())) == {str(([180, 80], "North"))}
    agree_all(table, game, reason="South cut well")
    assert set(map(str, stands())) == {str(([180, 180], "North and South"))}
    revision = table.client.get(f"/api/games/{game}").json()["revision"]
    assert table.client.post(f"/api/games/{game}/undo", json={"seen": revision}).status_code == 200
    assert set(map(str, stands())) == {str(([180, 80], "North"))}


def test_an_earlier_round_changed_leaves_the_later_ones_agreed(table: Running, game: int) -> None:
    agree_all(table, game)
    table.read_photo(game, 1, number=2)
    agree_all(table, game, 2)
    say(table, game, "perfect_deals", 1)
    agree_all(table, game)
    assert agreement(table, game, 2)["state"] == "agreed"
    assert table.client.get(f"/api/games/{game}").json()["totals"] == [180, 40]


def test_scoreboard_and_wall_board_say_which_round_was_changed_and_whom_it_waits_for(table: Running, game: int) -> None:
    def told() -> list[str]:
        pages = [table.stranger.get(f"/games/{game}{place}").text for place in ("", "/board")]
        return [found[1] for page in pages for found in re.finditer("Still to agree: ([^<.]*)", page)]

    agree_all(table, game)
    table.read_photo(game, 1, number=2)
    assert told() == []
    say(table, game, "perfect_deals", 1)
    assert told() == ["North, South"] * 2
    agree(table, game, 2, agreement(table, game)["seal"])
    assert told() == ["North"] * 2
    # What was agreed to is not what stands there now.
    say(table, game, "perfect_deals", 2)
    assert told() == ["North, South"] * 2
    agree_all(table, game)
    assert told() == []


def step_back(table: Running, game: int, *, side: int = 1) -> None:
    """Take back the last thing that was said."""
    path = f"/api/games/{game}/rounds/1/sides/{side}/draft"
    on = table.client.get(path).json()["sequence"]
    assert table.client.post(f"{path}/undo", json={"on": on, "deed": f"u{side}-{on}"}).status_code == 200


@pytest.mark.parametrize("restored", ["taken back", "said otherwise"])
def test_a_round_of_the_command_line_that_was_touched_and_restored_counts_as_it_was_entered(
    table: Running, restored: str
) -> None:
    game = table.new_game()
    table.served.store.add_round(game, round_record(1, 3, 7))
    assert agreement(table, game)["state"] == "agreed"
    say(table, game, "went_out", True)
    assert agreement(table, game)["state"] == "changed"
    if restored == "taken back":
        step_back(table, game)
    else:
        say(table, game, "went_out", None)
    told = agreement(table, game)
    assert (told["state"], [side["agreed"] for side in told["sides"]]) == ("agreed", [True, True])
    assert "was changed since" not in table.stranger.get(f"/games/{game}").text


def test_a_round_entered_here_and_then_emptied_was_changed(table: Running) -> None:
    game = table.new_game()
    say(table, game, "perfect_deals", 1)
    agree_all(table, game)
    step_back(table, game)
    assert agreement(table, game)["state"] == "changed"


def test_a_round_whose_photos_were_all_taken_out_was_changed(table: Running, game: int) -> None:
    agree_all(table, game)
    for side in (1, 2):
        (photo,) = table.client.get(f"/api/games/{game}/rounds/1/sides/{side}/photos").json()
        assert table.client.delete(f"/api/photos/{photo['id']}?cards=drop").status_code == 200
    told = agreement(table, game)
    assert (told["state"], [side["best"] for side in told["sides"]]) == ("changed", [0, 0])


def test_a_picture_that_two_sides_or_rounds_have_is_told_before_anyone_agrees(table: Running) -> None:
    game = table.new_game()
    table.read_photo(game, 1, data=jpeg(500))
    table.read_photo(game, 1, data=jpeg(500))
    table.read_photo(game, 2, data=jpeg(600))
    assert agreement(table, game)["problems"] == []
    wrong = table.read_photo(game, 2, data=jpeg(500))
    (said,) = agreement(table, game)["problems"]
    assert said.startswith("one picture is both table.jpg of North and table 2.jpg of South: its cards count in both")
    assert said[1:] in table.stranger.get(f"/games/{game}/rounds/1").text
    assert table.client.delete(f"/api/photos/{wrong}").status_code == 200
    assert agreement(table, game)["problems"] == []
    left = table.read_photo(game, 1, data=jpeg(500), shows="left")
    (said,) = agreement(table, game)["problems"]
    assert said.startswith("one picture is both table.jpg of North and table 3.jpg of North: its cards count in both")
    assert table.client.delete(f"/api/photos/{left}").status_code == 200
    agree_all(table, game)
    table.read_photo(game, 2, data=jpeg(600), number=2)
    (said,) = agreement(table, game, 2)["problems"]
    assert said.startswith("one picture is both table.jpg of South in round 1 and table.jpg of South: ")
    assert agreement(table, game)["problems"] == []


def test_cards_that_photos_of_two_sides_show_are_told_until_they_count_in_one(
    table: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.new_game()
    for side, x in ((1, 200), (2, 260)):
        cards = [*column("K K K", x, 200), *column("5 5 5 W20", x + 300, 240), *column("9 9 9", x, 700)]
        monkeypatch.setattr(table.reader, "cards", cards)
        photo = table.read_photo(game, side, data=jpeg(500 + side))
    (said,) = agreement(table, game)["problems"]
    assert said.startswith("photo table.jpg of South shows 10 cards that table.jpg of North shows, too: they count")
    path, gone = f"/api/games/{game}/rounds/1/sides/2/draft/edits", {"kind": "remove_card", "card": f"{photo}.0"}
    assert table.client.post(path, json={"on": 0, "deed": "gone", "edit": gone}).status_code == 200
    (said,) = agreement(table, game)["problems"]
    assert said.startswith("photo table.jpg of South shows 9 cards")
    # Of photos kept by an early program it was not noted which picture they are.
    shelf = table.served.shelf
    shelf._photos |= {one.id: replace(one, picture="") for one in shelf.of_game(game)}
    assert agreement(table, game)["problems"] == [said]
    assert table.client.patch(f"/api/photos/{photo}", json={"shows": "left"}).status_code == 200
    assert agreement(table, game)["problems"] == []


def test_a_round_without_anything_in_it_is_not_agreed_to(table: Running) -> None:
    game = table.new_game()
    told = agreement(table, game)
    assert told["state"] == "empty"
    assert error_of(agree(table, game, 1, told["seal"]))["code"] == "nothing_there"


def test_a_round_is_not_agreed_to_while_a_photo_is_read(start: Start) -> None:
    reader = Reader(column("9 9 9", 200, 200))
    table = start(reader=reader)
    game = table.new_game()
    table.read_photo(game)
    reader.let.clear()
    waiting = table.add_photo(game, 2).json()["id"]
    told = agreement(table, game)
    assert [side["waiting"] for side in told["sides"]] == [0, 1]
    assert error_of(agree(table, game, 1, told["seal"]))["code"] == "still_reading"
    reader.let.set()
    table.client.get(f"/api/photos/{waiting}?wait_s=20")
    assert agree_all(table, game)["state"] == "agreed"


def test_what_hinders_the_reading_of_a_photo_is_said_where_it_keeps_the_round_from_counting(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handfoot.web.shelf.reading.FIRST_PAUSE_S", 300)
    table = start(reader=Failing(errors=[StoreError("games.db: locked")]))
    game = table.new_game()
    photo = table.add_photo(game).json()["id"]
    table.client.get(f"/api/photos/{photo}?wait_s=20")
    told = agreement(table, game)
    assert told["hindered"] == "games.db: locked"
    refused = error_of(agree(table, game, 1, told["seal"]))
    assert refused["code"] == "still_reading"
    assert (
        refused["say"] == "a photo of this round could not be read yet: games.db: locked. It is tried again by itself"
    )
    assert "could not be read yet: games.db: locked." in table.stranger.get(f"/games/{game}/rounds/1").text


def test_a_half_agreed_round_outlasts_the_server(start: Start) -> None:
    table = start()
    game = table.new_game()
    table.read_photo(game)
    seal = agreement(table, game)["seal"]
    agree(table, game, 1, seal)
    table.stop()
    again = start()
    assert agree(again, game, 2, seal).json()["state"] == "agreed"


def test_a_side_that_is_not_there_cannot_agree(table: Running, game: int) -> None:
    answer = agree(table, game, 3, agreement(table, game)["seal"])
    assert (answer.status_code, error_of(answer)["code"]) == (404, "not_found")


def by_hand(table: Running, game: int, number: int = 1, **said: object) -> httpx.Response:
    points = {"North": 910, "South": 1630}
    return table.client.put(f"/api/games/{game}/rounds/{number}/points", json={"points": points, **said})


def test_a_round_that_nobody_photographed_is_entered_as_points_and_changed_with_a_reason(table: Running) -> None:
    game = table.new_game()
    assert agreement(table, game)["by_hand"]
    entered = by_hand(table, game, deed="once").json()
    assert (entered["state"], entered["version"]) == ("agreed", 1)
    assert by_hand(table, game, deed="once").json()["version"] == 1
    assert table.client.get(f"/api/games/{game}").json()["totals"] == [910, 1630]
    twice = error_of(by_hand(table, game))
    assert (twice["code"], twice["say"].partition(" is ")[2]) == ("conflict", "entered already")
    other = {"points": {"North": 900, "South": 1630}, "version": 1}
    assert "say why" in error_of(by_hand(table, game, **other))["say"]
    assert by_hand(table, game, **other, reason="a miscount").json()["version"] == 2
    assert error_of(by_hand(table, game, **other, reason="seen too late"))["code"] == "conflict"
    assert table.client.get(f"/api/games/{game}").json()["totals"] == [900, 1630]
    shown = table.client.get(f"/games/{game}/rounds/1").text
    assert "Entered by hand" in shown and "Change the points entered by hand" in shown
    receipt = table.client.get(f"/games/{game}/rounds/1/receipt").text
    assert "<bdi>North</bdi>: 900" in receipt and "Entered by hand" in receipt and "perfect deal" not in receipt
    # Photos that come later are agreed to as always.
    table.read_photo(game)
    assert agreement(table, game)["state"] == "changed"
    assert agree_all(table, game, reason="photographed after all")["version"] == 3


def test_a_side_that_was_agreed_to_without_photo_or_card_is_not_said_to_be_entered_by_hand(table: Running) -> None:
    game = table.new_game()
    say(table, game, "perfect_deals", 1)
    agree_all(table, game)
    shown = table.client.get(f"/games/{game}/rounds/1").text
    assert ("No photo yet" in shown, "Entered by hand" in shown) == (True, False)


def test_points_entered_by_hand_have_no_interval_on_any_sheet(table: Running) -> None:
    game = table.new_game()
    by_hand(table, game)
    rows = csv.DictReader(io.StringIO(table.stranger.get(f"/api/games/{game}/export.csv").text))
    assert [(row["points"], row["low"], row["best"], row["high"]) for row in rows] == [
        ("910", "", "", ""),
        ("1630", "", "", ""),
    ]
    sheet = table.stranger.get(f"/games/{game}/sheet").text
    assert (sheet.count("entered by hand"), sheet.count("between")) == (2, 0)


def test_the_sheet_to_print_asks_about_odd_points_in_the_words_of_the_page(table: Running) -> None:
    game = table.new_game()
    by_hand(table, game, points={"North": -1, "South": 1630})
    asks = "Round 1: −1 for North is no multiple of 5: was it added up right?"
    for page in ("", "/sheet"):
        assert asks in table.stranger.get(f"/games/{game}{page}").text


def test_the_receipt_of_a_change_that_was_taken_back_says_so(table: Running) -> None:
    game = table.new_game()
    by_hand(table, game)
    by_hand(table, game, points={"North": 900, "South": 1630}, version=1, reason="a miscount")
    assert table.client.post(f"/api/games/{game}/undo", json={"seen": 2}).is_success
    receipt = f"/games/{game}/rounds/1/receipt"
    assert "Version 3 · Change taken back " in table.stranger.get(receipt).text
    assert "Version 2 · Agreed " in table.stranger.get(f"{receipt}?version=2").text


def test_what_the_house_says_a_card_is_worth_nobody_said_of_this_round(start: Start) -> None:
    table = start(reader=Reader(cards=[card("R3", 900, 150), *column("K K K K", 200, 200)]))
    game = table.new_game(settings={"red3_played": 200})
    table.read_photo(game)
    agree_all(table, game)
    receipt = table.stranger.get(f"/games/{game}/rounds/1/receipt").text
    (red_threes,) = re.findall(r"<tr><th scope=\"row\">red 3s played.*?</tr>", receipt)
    assert "by the rules of the house" in red_threes


@pytest.mark.parametrize("settings", [{}, {"dirty_book": 400}])
def test_the_receipt_says_that_a_books_kind_was_told(start: Start, settings: dict[str, int]) -> None:
    table = start(reader=Reader(cards=[card("Q", 300, 150, 90), *column("K K K K", 700, 500)]))
    game = table.new_game(settings=settings)
    table.read_photo(game)
    review = Review(table, game)
    review.edit(kind="set_kind", pile=review.pile("book of queens")["id"], to="dirty")
    agree_all(table, game)
    _, north, south = receipt(table, game, 1).split("<section", 2)
    (book,) = re.findall(r"<tr><th scope=\"row\">dirty book.*?</tr>", north)
    assert ">said<" in book
    assert "<li>the book of queens is a dirty one</li>" in north and "<li>Nothing.</li>" not in north
    assert "<li>Nothing.</li>" in south


def test_points_below_zero_have_one_sign_on_a_receipt(table: Running) -> None:
    game = table.new_game()
    for shows, cards in (("played", "K K W20 W20"), ("left", "A A A A A A")):
        table.reader.cards = column(cards, 200, 200)
        table.read_photo(game, shows=shows)
    agree_all(table, game)
    text = receipt(table, game, 1)
    assert re.search("instead of −[0-9]+", text)
    assert not re.search(r"[\s(]-[0-9]", text.split("<main")[1])


def test_points_are_not_entered_beside_photos_or_for_sides_that_do_not_play(table: Running) -> None:
    game = table.new_game()
    for points in ({"North": 910}, {"North": 910, "South": 1, "East": 2}, {"North": 910.5, "South": 1}):
        assert by_hand(table, game, points=points).status_code == 422
    table.read_photo(game)
    assert not agreement(table, game)["by_hand"]
    assert (by_hand(table, game).status_code, error_of(by_hand(table, game))["code"]) == (409, "has_cards")
    assert table.stranger.put(f"/api/games/{game}/rounds/2/points", json={"points": {}}).status_code == 401
