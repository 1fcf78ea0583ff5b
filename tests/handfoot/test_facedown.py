"""Cards of the played area read as lying face down where light is too little: whether they are books is asked."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from handfoot.asking.unseen import tally_seen
from handfoot.review.beginning import TakenPhoto
from handfoot.review.draft import Draft
from handfoot.review.recording import doubtful
from handfoot.review.scoring import AskedQuestion, Asks
from scorer.faces import Face
from scorer.record import parse_record
from tests.commands import handfoot
from tests.handfoot.oracle import Oracle, blank_photo, card, column
from tests.handfoot.review.sides import edited, photo, score, side
from vision.doubting.doubts import Doubt, DoubtCode
from vision.laying.piles import PhotoRole

DARK = Doubt(DoubtCode.TOO_DARK, (), "this photo is so dark that cards may be overlooked: take it in more light")
LYING = [*column("J J J", 500, 500), card(None, 900, 300), card(None, 1050, 300)]


def taken(name: str, shows: PhotoRole, *, dark: bool) -> TakenPhoto:
    one = photo(name, shows, LYING)
    reading = replace(one.seen.reading, doubts=(DARK,) if dark else ())
    return replace(one, seen=replace(one.seen, reading=reading))


PLAYED_IN_THE_DARK = taken("played.jpg", PhotoRole.PLAYED, dark=True)


def about_cards(draft: Draft) -> list[AskedQuestion]:
    return [question for question in score(draft).questions if question.asks in (Asks.CARD, Asks.CHECK)]


@pytest.mark.parametrize(
    ("shows", "dark", "asked"),
    [(PhotoRole.PLAYED, True, 1), (PhotoRole.PLAYED, False, 0), (PhotoRole.LEFT, True, 0)],
    ids=["played, dark", "played, in light", "left, dark"],
)
def test_what_lies_face_down_is_asked_about_where_it_is_too_dark(shows: PhotoRole, dark: bool, asked: int) -> None:
    draft = side(taken("one.jpg", shows, dark=dark))
    about_backs = [doubt.id for doubt in draft.doubts if doubt.code.startswith("back_in_")]
    assert len(about_cards(draft)) == asked
    # What a question asks is not doubted once more.
    assert (about_backs[0] in score(draft).doubts) == (not asked)


def test_the_interval_holds_any_two_books_that_lie_there() -> None:
    draft = side(PLAYED_IN_THE_DARK)
    (question,) = about_cards(draft)
    assert (question.asks, question.cards) == (Asks.CHECK, draft.face_down)
    now = score(draft)
    assert (now.low, now.best, now.high) == (30, 30, 30 + 700 + 140 + 700 + 70)
    first, second = draft.face_down
    one = edited(draft, kind="set_face", card=first, face="A")
    both = edited(edited(draft, kind="set_face", card=first, face="K"), kind="set_face", card=second, face="Q")
    assert [pile.kind for pile in both.piles if pile.squared] == ["clean", "clean"]
    for told in (one, both):
        assert now.best < score(told).best <= now.high


def test_a_book_face_down_is_of_a_rank_that_no_pile_has_and_in_the_photo_that_is_dark() -> None:
    melds = [*column("A A A", 200, 500), *column("K K K", 350, 500)]
    light = photo("in light.jpg", PhotoRole.PLAYED, [*melds, card(None, 1200, 800)])
    found = list(doubtful(side(PLAYED_IN_THE_DARK, light)))
    assert [book.where for book in found] == ["played.jpg, card 3", "played.jpg, card 4"]
    assert {book.faces for book in found} == {(Face.QUEEN, Face.TEN, Face.SEVEN, Face.WILD_20)}


def test_who_says_what_lies_there_is_asked_about_the_rest() -> None:
    draft = side(PLAYED_IN_THE_DARK)
    first, second = draft.face_down
    told = edited(draft, kind="set_face", card=first, face="K")
    asks = {question.asks: question for question in score(told).questions}
    assert asks[Asks.CARD].cards == (second,)
    assert (asks[Asks.CARD].faces, asks[Asks.CARD].ask) == (
        (),
        "does a card lie face down here, or a squared book that is too dark to be read?",
    )
    assert Asks.KIND in asks


def test_who_says_that_the_cards_lie_face_down_is_asked_no_more() -> None:
    draft = side(PLAYED_IN_THE_DARK)
    down = edited(draft, kind="confirm_cards", cards=draft.face_down)
    now = score(down)
    assert (about_cards(down), now.low, now.best, now.high) == ([], 30, 30, 30)
    assert down.face_down == draft.face_down
    settled = [doubt.id for doubt in draft.doubts if doubt.code == DoubtCode.BACK_IN_PLAY]
    right = edited(draft, kind="settle_doubt", doubt=settled[0])
    assert about_cards(right) == []


def test_a_dirty_book_in_the_dark_may_be_all_that_going_out_lacks() -> None:
    """Going out takes a clean and a dirty book, and who lacks one loses all (four-hand, Going Out)."""
    note = {"in": "face down", "at": None, "faces": ["A", "7", "W20"], "where": "a.jpg, card 1"}
    north = {"name": "North", "piles": [{"cards": ["K"] * 7}], "went_out": True}
    hidden = {"top": "Q", "kind": "dirty"}
    (score,), (truth,) = (
        tally_seen(parse_record({"rules": "four-hand", "round": 1, "sides": [one]})).sides
        for one in ({**north, "x_maybe": [note]}, {**north, "piles": [*north["piles"], hidden]})
    )
    assert score.low <= -500 < truth.best <= score.high


def test_the_command_line_asks_about_them(tmp_path: Path, use_oracle: Callable[[Oracle], None]) -> None:
    blank_photo(tmp_path / "table" / "North" / "played.jpg")
    said = 'rules = "remastered-singles"\nround = 1\n[sides.North]\nwent_out = false\n'
    (tmp_path / "table" / "table.toml").write_text(said, encoding="utf-8")
    use_oracle(Oracle({"played.jpg": LYING}, {"played.jpg": [DARK]}))
    told = handfoot("score", tmp_path / "table")
    assert told.exit_code == 1
    in_words = " ".join(told.output.split())
    assert "North: 30 (between 30 and 1640)" in in_words
    assert "are these 2 as they were read: card 3 a card face down, or the top of a squared book; card 4" in in_words
    assert "lie face down and count nothing" not in in_words
    assert "this photo is so dark" in in_words
