"""Proof by the table: what all its cards settle, what stays in doubt, and what the decks cannot hold."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from handfoot.asking.forbidding import legality_by
from handfoot.asking.lying import Together, Where, certain, least_under_a_top, lying, lying_in, where_played
from handfoot.asking.wholetable import proof_of_table
from handfoot.confusions import Confusions
from handfoot.pipeline import ReadSide, ScoredSide, score_table
from handfoot.review.beginning import TakenPhoto, begin
from handfoot.review.draft import Draft, Facts
from handfoot.review.proving import proved as proved_table
from handfoot.review.recording import doubtful
from handfoot.review.scoring import SideDraft, TableDraft
from handfoot.sides.laying import SeenPhoto
from handfoot.sides.merging import merge_photos
from handfoot.tables import read_table
from scorer.faces import Face
from scorer.record import BookKind, Pile, Record, Side
from scorer.rulebook.rules import load_rules
from scorer.scoring.audit import FaceCount, face_counts
from tests.commands import handfoot
from tests.handfoot.oracle import Oracle, blank_photo, card, column, photo
from vision.laying.piles import PhotoRole
from vision.seen import RunnerUp, SeenCard

UseOracle = Callable[[Oracle], None]

NOTHING_KNOWN = Confusions({})
REMASTERED = load_rules("remastered-singles")


def unsure(one: SeenCard, other: str, confidence: float) -> SeenCard:
    """Return the card, of which the reader held that it may be another."""
    return replace(one, confidence=1 - confidence, runners_up=(RunnerUp(Face(other), confidence),))


def faint(one: SeenCard, presence: float) -> SeenCard:
    """Return the card, of which it is not sure that it lies there."""
    return replace(one, presence=presence)


def taken(*photos: SeenPhoto) -> Draft:
    """Return the draft of a side that took these photos."""
    return begin([TakenPhoto(one.name, one) for one in photos], Facts(went_out=False))


def proved(
    *photos: SeenPhoto, elsewhere: str = "", decks: int | None = 2
) -> tuple[ScoredSide, list[tuple[int, set[str | None]]]]:
    """Return North, whose photos these are, proved, and its cards in doubt with what each may be instead.

    elsewhere: melds of another side, its piles apart by slashes, of whose cards a person said that they are right.
    """
    piles = [pile for pile in elsewhere.split("/") if pile.strip()]
    cards = [one for place, pile in enumerate(piles) for one in column(pile, 200 + 400 * place, 100)]
    south = taken(photo("south.jpg", cards))
    south = replace(south, cards=tuple(replace(one, touched=True) for one in south.cards))
    sides = (SideDraft("North", taken(*photos)), SideDraft("South", south))
    north = proved_table(TableDraft(REMASTERED, sides, decks=decks)).sides[0].draft
    asked = [(int(one.where.split()[-1]), set(one.faces)) for one in doubtful(north) if one.at is not None]
    return ScoredSide(ReadSide("North", (), merge_photos(photos)), north), asked


def test_a_black_three_in_play_is_asked_about_however_surely_it_was_read() -> None:
    sure = replace(card("B3", 900, 200), confidence=0.9995, runners_up=(RunnerUp(Face.RED_THREE, 0.0003),))
    _, asked = proved(photo("played.jpg", [*KINGS, sure]))
    assert asked == [(3, {"R3"})]
    _, left = proved(photo("left.jpg", [sure], PhotoRole.LEFT))
    assert left == []
    # Nor do the decks tell otherwise, as any other red 3 may be misread.
    _, full = proved(photo("played.jpg", [*KINGS, sure, card("R3", 900, 500), card("R3", 900, 800)]), decks=1)
    assert (3, {"R3"}) in full


def test_what_cannot_lie_where_it_lies_is_asked_about_however_surely_it_was_read() -> None:
    """Spread out, what no book lay as where one shows too few cards, a natural by itself, and red 3s."""
    played = photo("played.jpg", [card("K", 200, 150, 90)])
    spread = [*column("K K K K K", 200, 200), *column("Q Q", 500, 200), card("9", 800, 200), card("R3", 1100, 200)]
    _, asked = proved(played, photo("fanned.jpg", spread, PhotoRole.FANNED))
    assert asked == [(5, {"K"}), (6, {"K"}), (7, {"K", "R3", None}), (8, {"K", "W20", "W50"})]
    # What lies in the photo of the played area is no part of a book that is spread out.
    lying = photo("played.jpg", [card("K", 200, 150, 90), *column("J J J", 500, 500), card("R3", 900, 150)])
    _, asked = proved(lying, photo("fanned.jpg", column("K K K K K", 200, 200), PhotoRole.FANNED))
    assert asked == []
    # As many as a book are one that was not photographed as it lay.
    whole = [*column("K K K K K", 200, 200), *column("Q Q Q Q Q Q Q", 600, 200)]
    _, asked = proved(played, photo("fanned.jpg", whole, PhotoRole.FANNED))
    assert asked == []


def test_a_card_is_in_doubt_in_the_side_whose_photo_shows_it() -> None:
    sides = tuple(
        SideDraft(name, taken(photo(f"{name}.jpg", cards)))
        for name, cards in (("N", [*KINGS[:2], unsure(KINGS[2], "Q", 0.2)]), ("S", FOURS))
    )
    north, south = proved_table(TableDraft(REMASTERED, sides, decks=2)).sides
    assert ([one.where for one in doubtful(north.draft)], list(doubtful(south.draft))) == (["N.jpg, card 2"], [])


def test_a_card_that_took_the_rank_of_its_meld_is_weighed_as_it_was_read() -> None:
    """A queen of which the reader was unsure lies among kings: they spoke for it once, and are not to do so twice."""
    odd = unsure(card("Q", 200, 240), "K", 0.4)
    shown = photo("played.jpg", [KINGS[0], odd, KINGS[2], card("K", 200, 320)])
    assert shown.reading.cards[1].face is Face.KING
    before = lying_in(shown, 1)
    assert (before.counts, before.chance(Face.QUEEN) > before.chance(Face.KING)) == (Face.KING, True)


def test_black_threes_that_a_side_going_out_may_play_are_a_meld() -> None:
    threes, bain = [Face.BLACK_THREE] * 3, load_rules("bain")
    assert where_played(threes, bain) is Where.MELD
    assert where_played(threes[:2], bain) is where_played(threes, REMASTERED) is Where.BLACK_THREES


def too_many(side: ScoredSide) -> list[tuple[str, tuple[int, ...]]]:
    """Return what is said of cards that are most likely misread, and of which."""
    return [(doubt.say, doubt.about) for doubt in side.doubts if doubt.code == "count_over_decks"]


KINGS, FOURS = column("K K K", 200, 200), column("4 4 4 4", 600, 200)


def test_whether_a_card_lies_there_its_meld_does_not_prove() -> None:
    # Another end of a king that counts already reads like one more king.
    side, asked = proved(photo("played.jpg", [KINGS[0], faint(KINGS[1], 0.9), KINGS[2]]))
    assert asked == [(1, {None})]
    assert [doubt.code for doubt in side.doubts] == ["maybe_none"]


@pytest.mark.parametrize("doubtful", [unsure(KINGS[1], "Q", 0.1), unsure(KINGS[0], "8", 0.2)])
def test_a_weak_card_that_reads_as_its_meld_stays_open(doubtful: SeenCard) -> None:
    # A card that is misread wherever it lies reads like its meld.
    place = 0 if doubtful.quad == KINGS[0].quad else 1
    side, asked = proved(photo("played.jpg", [*KINGS[:place], doubtful, *KINGS[place + 1 :]]))
    assert asked == [(place, {doubtful.runners_up[0].face})]
    assert [doubt.code for doubt in side.doubts] == ["low_confidence"]


@pytest.mark.parametrize("doubtful", [faint(card("K", 200, 200), 0.9), unsure(card("K", 200, 200), "Q", 0.1)])
def test_the_same_card_in_hand_stays_in_doubt_as_nothing_there_speaks_for_it(doubtful: SeenCard) -> None:
    side, asked = proved(photo("left.jpg", [doubtful, card("K", 500, 200)], PhotoRole.LEFT))
    assert [number for number, _ in asked] == [0]
    assert len(side.doubts) == 1


def test_two_cards_alone_prove_nothing_of_each_other_as_they_are_no_meld() -> None:
    side, asked = proved(photo("played.jpg", [faint(one, 0.96) for one in KINGS[:2]]))
    assert [number for number, _ in asked] == [0, 1]
    assert len([doubt for doubt in side.doubts if "hardly to be seen" in doubt.say]) == 2


def test_a_wild_that_may_be_the_other_wild_is_asked_for_whatever_lies_beside_it() -> None:
    _, asked = proved(photo("played.jpg", [*KINGS, unsure(card("W20", 200, 320), "W50", 0.1)]))
    assert asked == [(3, {"W50"})]


def test_of_a_stranger_where_played_it_is_open_whether_it_is_misread_or_no_card() -> None:
    sixes = unsure(card("6", 200, 320), "8", 0.02)
    meld = Together(
        Where.MELD,
        tuple(lying(one, NOTHING_KNOWN) for one in (*column("8 8 8", 200, 200), faint(sixes, 0.98))),
    )
    (proof,) = proof_of_table([meld], {}, legality_by(REMASTERED, Record("remastered-singles", ())))
    stranger = proof.shares[3]
    assert stranger[Face.EIGHT] > stranger[Face.SIX]
    assert stranger[None] > 0.02


def test_what_was_not_read_and_does_not_count_is_a_card_or_none() -> None:
    unread = lying(replace(faint(card("K", 200, 200), 0.3), face=Face.UNREAD), NOTHING_KNOWN, counted=False)
    (proof,) = proof_of_table(
        [Together(Where.BESIDE, (unread,))], {}, legality_by(REMASTERED, Record("remastered-singles", ()))
    )
    assert {*proof.shares[0]} == {Face.UNREAD, None}


def test_a_card_whose_face_its_meld_alone_tells_is_as_unsure_as_that() -> None:
    seen = photo("played.jpg", [*KINGS[:3], unsure(card("K", 300, 600), "Q", 0.3)])
    cards = seen.reading.cards
    unread = replace(seen.reading, cards=(*cards[:3], replace(cards[3], face=Face.UNREAD)))
    assert lying_in(replace(seen, unvoted=unread), 3) == lying_in(replace(seen, unvoted=seen.reading), 3)


def test_under_a_dirty_top_lie_as_many_naturals_as_the_rules_ask_of_a_book() -> None:
    books = REMASTERED.books.model_copy(update={"least_naturals": 6})
    assert [least_under_a_top(BookKind.DIRTY, one) for one in (REMASTERED.books, books)] == [4, 6]


def test_cards_over_a_books_size_are_unlikely_and_the_rules_say_which_size() -> None:
    books = REMASTERED.books.model_copy(update={"size": 5})
    of_seven, of_five = (
        legality_by(rules, Record("remastered-singles", ()))(6, 0, 0)
        for rules in (REMASTERED, REMASTERED.model_copy(update={"books": books}))
    )
    assert of_five < of_seven == 0
    assert [least_under_a_top(kind, books) for kind in BookKind] == [5, 2, 1]


def test_what_a_person_said_of_two_cards_can_be_nothing_else() -> None:
    meld = Together(Where.MELD, (certain(Face.KING), certain(Face.QUEEN), certain(Face.KING)))
    (proof,) = proof_of_table([meld], {}, legality_by(REMASTERED, Record("remastered-singles", ())))
    assert proof.best.choice == (Face.KING, Face.QUEEN, Face.KING)


def test_the_card_the_reader_was_least_sure_of_is_named_as_what_it_held_next() -> None:
    left = [unsure(card("K", 300, 200), "J", 0.1), unsure(card("K", 700, 200), "Q", 0.3)]
    side, asked = proved(photo("played.jpg", KINGS), photo("left.jpg", left, PhotoRole.LEFT), elsewhere="K K K K")
    assert too_many(side) == [
        (
            "9 kings on the table, but the decks hold 8; the king in what North has left is most likely a queen",
            (1,),
        )
    ]
    assert (1, {"Q"}) in asked


def test_the_rest_of_the_table_decides_what_a_card_in_hand_can_be() -> None:
    lying = [unsure(card("K", 300, 200), "Q", 0.4)]
    side, _ = proved(photo("left.jpg", lying, PhotoRole.LEFT), elsewhere="K K K K K K K K / Q Q Q Q Q Q Q Q")
    ((say, _),) = too_many(side)
    assert not say.endswith("most likely a queen")
    side, _ = proved(photo("left.jpg", lying, PhotoRole.LEFT), elsewhere="K K K K K K K K / Q Q Q Q Q Q Q")
    ((say, _),) = too_many(side)
    assert say.endswith("the king in what North has left is most likely a queen")


def test_a_king_among_kings_is_suspected_after_one_that_lies_in_hand() -> None:
    played = photo("played.jpg", [unsure(KINGS[0], "Q", 0.04), *KINGS[1:]])
    left = photo("left.jpg", [unsure(card("K", 300, 200), "Q", 0.02)], PhotoRole.LEFT)
    side, _ = proved(played, left, elsewhere="K K K K K")
    assert [(doubt.photo, doubt.about) for doubt in side.doubts if doubt.code == "count_over_decks"] == [
        ("left.jpg", (0,))
    ]


def test_the_top_of_a_squared_book_explains_many_cards_at_once() -> None:
    squared = photo("played.jpg", [unsure(card("K", 300, 200, 90), "Q", 0.1), *column("8 8 8", 800, 500)])
    left = photo("left.jpg", [unsure(card("K", 300, 200), "J", 0.3)], PhotoRole.LEFT)
    side, _ = proved(squared, left, elsewhere="K K K K")
    assert merge_photos([squared]).piles[0].pile.kind is BookKind.CLEAN
    ((say, about),) = too_many(side)
    assert (say.split("; ")[1], about) == ("the king in North's book of kings is most likely a queen", (0,))


def test_several_cards_too_many_are_all_named() -> None:
    lying = [unsure(card("K", x, 200), "Q", 0.2) for x in (200, 500, 800)]
    side, _ = proved(photo("left.jpg", lying, PhotoRole.LEFT), elsewhere="K K K K K K K")
    assert len(too_many(side)) == 2
    assert all("10 kings on the table, but the decks hold 8" in say for say, _ in too_many(side))


def test_nothing_is_doubted_where_the_decks_hold_all_or_nobody_said_which_are_in_play() -> None:
    assert too_many(proved(photo("played.jpg", KINGS), elsewhere="K K K K K")[0]) == []
    assert too_many(proved(photo("played.jpg", KINGS), elsewhere="Q Q Q Q Q Q Q Q Q")[0]) == []
    assert too_many(proved(photo("played.jpg", KINGS), elsewhere="K K K K K K", decks=None)[0]) == []


def test_counts_are_those_of_the_whole_table() -> None:
    sides = tuple(Side(name, (Pile(cards=(Face.KING,) * 3),), red_threes=1) for name in ("North", "South"))
    found = {one.face: one for one in face_counts(Record("bain", sides, decks=1), load_rules("bain"))}
    assert (found[Face.KING], found[Face.KING].over) == (FaceCount(Face.KING, 6, 4), 2)
    assert (found[Face.RED_THREE].seen, found[Face.QUEEN].over) == (2, 0)
    assert face_counts(Record("remastered-singles", sides), load_rules("remastered-singles")) == ()


def two_sides(folder: Path) -> Oracle:
    """Write a table of one deck with five kings, one of them read from what truly is a queen."""
    cards = {
        "north.jpg": [*KINGS, *FOURS],
        "south.jpg": [*column("J J J", 200, 200), *column("9 9 9", 600, 200)],
        "left.jpg": [unsure(card("K", 300, 200), "Q", 0.08), card("K", 800, 200)],
    }
    for side, name in (("North", "north.jpg"), ("South", "south.jpg"), ("South", "left.jpg")):
        blank_photo(folder / side / name)
    said = [f"[sides.{side}]\nwent_out = false\n" for side in ("North", "South")]
    text = 'rules = "remastered-singles"\nround = 1\ndecks = 1\n' + "".join(said)
    (folder / "table.toml").write_text(text, encoding="utf-8")
    return Oracle(cards)


def test_a_table_with_too_many_kings_names_the_card_from_the_photo_to_the_score(
    tmp_path: Path, use_oracle: UseOracle
) -> None:
    oracle = two_sides(tmp_path)
    scored = score_table(read_table(tmp_path), oracle)
    assert [problem.say for problem in scored.tally.problems] == ["5 kings on the table, but 1 deck holds 4"]
    assert scored.in_doubt
    use_oracle(oracle)
    result = handfoot("score", tmp_path, "--json")
    assert result.exit_code == 1
    found = [doubt for doubt in json.loads(result.stdout)["doubts"] if doubt["code"] == "count_over_decks"]
    assert found == [
        {
            "side": "South",
            "photo": "left.jpg",
            "about": [0],
            "say": "5 kings on the table, but the decks hold 4; the king in what South has left is most likely a queen",
            "code": "count_over_decks",
        }
    ]
    shown = handfoot("score", tmp_path)
    assert shown.exit_code == 1
    assert "South/left.jpg, card 0: " in shown.stdout
    # A long line is broken between words.
    assert "the king in what South has left is most likely a queen" in " ".join(shown.stdout.split())
