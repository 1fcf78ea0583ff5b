"""Too many cards for the decks in play: the one that is most likely misread is named."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from handfoot.asking.misreading import with_misreadings
from handfoot.cli import main
from handfoot.confusions import (
    Confusions,
    confusions_toml,
    counted_confusions,
    known_confusions,
    parse_confusions,
)
from handfoot.pipeline import score_table
from handfoot.sides.laying import laid_out
from handfoot.sides.merging import SeenPhoto, merge_photos
from handfoot.tables import Shows, read_table
from scorer.audit import FaceCount, face_counts
from scorer.faces import FACES, Face
from scorer.record import Pile, Record, Side
from scorer.rules import load_rules
from tests.handfoot.oracle import Oracle, blank_photo, card, column
from vision.frames import Frame
from vision.seen import RunnerUp, SeenCard

UseOracle = Callable[[Oracle], None]

NOTHING_KNOWN = Confusions({})
QUEENS_READ_AS_KINGS = Confusions({(Face.QUEEN, Face.KING): 20, (Face.JACK, Face.KING): 2})


def unsure(one: SeenCard, other: str, confidence: float) -> SeenCard:
    """Return the card, of which the reader held that it may be another."""
    return replace(one, confidence=1 - confidence, runners_up=(RunnerUp(Face(other), confidence),))


def counts(**seen: int) -> list[FaceCount]:
    """Return how many of each face lie on a table with two decks."""
    return [FaceCount(face, seen.get(face.value, 0), 2 if face in ("R3", "B3") else 8) for face in FACES]


def photo(name: str, cards: list[SeenCard], shows: Shows = Shows.PLAYED) -> SeenPhoto:
    return laid_out(name, shows, Oracle({name: cards}).read(Frame(name, np.zeros((1200, 1600, 3), np.uint8))))


def doubts(
    photos: list[SeenPhoto], faces: list[FaceCount], confusions: Confusions = NOTHING_KNOWN
) -> list[tuple[str, tuple[int, ...]]]:
    """Return what is said of North, whose photos these are, and of which card."""
    (side,) = with_misreadings(["North"], [merge_photos(photos)], [photos], faces, confusions)
    return [(doubt.say, doubt.about) for doubt in side.doubts if doubt.code == "count_over_decks"]


KINGS, FOURS = column("K K K", 200, 200), column("4 4 4 4", 600, 200)


def test_the_card_the_reader_was_least_sure_of_is_named_as_what_it_held_next() -> None:
    lying = [*KINGS, *FOURS[:3], unsure(card("K", 1000, 200), "Q", 0.3), unsure(card("K", 1000, 600), "J", 0.1)]
    ((say, about),) = doubts([photo("played.jpg", lying)], counts(K=9))
    assert say.startswith("9 kings on the table, but the decks hold 8; the king in North's pile ")
    assert say.endswith(" is most likely a queen")
    assert about == (6,)


def test_a_common_confusion_outweighs_a_small_difference_in_sureness() -> None:
    lying = [unsure(card("K", 300, 200), "Q", 0.04), unsure(card("K", 800, 200), "9", 0.05)]
    (known,) = doubts([photo("left.jpg", lying, Shows.LEFT)], counts(K=9), QUEENS_READ_AS_KINGS)
    (unknown,) = doubts([photo("left.jpg", lying, Shows.LEFT)], counts(K=9))
    assert known == (
        "9 kings on the table, but the decks hold 8; the king in what North has left is most likely a queen",
        (0,),
    )
    assert unknown[0].endswith("most likely a 9")


def test_a_king_among_kings_is_suspected_after_one_that_lies_alone() -> None:
    lying = [unsure(KINGS[0], "Q", 0.04), *KINGS[1:], unsure(card("K", 1000, 200), "Q", 0.02)]
    ((say, about),) = doubts([photo("played.jpg", lying)], counts(K=9))
    assert about == (3,), say


def test_a_wild_read_as_a_natural_of_its_meld_is_suspected_as_readily() -> None:
    lying = [*KINGS[:2], unsure(KINGS[2], "W50", 0.04), unsure(card("K", 1000, 200), "Q", 0.02)]
    ((say, about),) = doubts([photo("played.jpg", lying)], counts(K=9))
    assert (about, say[-9:]) == ((2,), "a 50-wild")


def test_what_the_decks_cannot_hold_either_is_not_suggested() -> None:
    lying = [unsure(card("K", 300, 200), "Q", 0.4)]
    ((say, _),) = doubts([photo("left.jpg", lying, Shows.LEFT)], counts(K=9, Q=8), QUEENS_READ_AS_KINGS)
    assert say.endswith("most likely a jack")


def test_the_top_of_a_squared_book_explains_many_cards_at_once() -> None:
    squared = photo("played.jpg", [unsure(card("K", 300, 200, 90), "Q", 0.1), *column("8 8 8", 800, 500)])
    left = photo("left.jpg", [unsure(card("K", 300, 200), "J", 0.3)], Shows.LEFT)
    ((say, about),) = doubts([squared, left], counts(K=12))
    assert say.endswith("the king in North's pile 1 is most likely a queen")
    assert about == (0,)
    ((say, _),) = doubts([left], counts(K=12))
    assert say.endswith("most likely a jack, and that leaves 3 cards too many")


def test_red_threes_and_aces_are_named_too() -> None:
    lying = [card("R3", 300, 200), card("R3", 500, 200), unsure(card("R3", 700, 200), "8", 0.2)]
    ((say, about),) = doubts([photo("played.jpg", lying)], counts(R3=3))
    assert (say, about) == (
        "3 red 3s on the table, but the decks hold 2; the red 3 in North's red 3s is most likely an 8",
        (2,),
    )


def test_nothing_is_said_where_the_decks_hold_all_or_no_such_card_was_seen() -> None:
    lying = [photo("played.jpg", KINGS)]
    assert doubts(lying, counts(K=8)) == []
    assert doubts(lying, counts(Q=9)) == []
    assert doubts(lying, []) == []


def test_counts_are_those_of_the_whole_table() -> None:
    sides = tuple(Side(name, (Pile(cards=(Face.KING,) * 3),), red_threes=1) for name in ("North", "South"))
    found = {one.face: one for one in face_counts(Record("bain", sides, decks=1), load_rules("bain"))}
    assert (found[Face.KING], found[Face.KING].over) == (FaceCount(Face.KING, 6, 4), 2)
    assert (found[Face.RED_THREE].seen, found[Face.QUEEN].over) == (2, 0)
    assert face_counts(Record("remastered-singles", sides), load_rules("remastered-singles")) == ()


def test_confusions_are_counted_from_what_was_judged_and_survive_being_written_down() -> None:
    pairs = [("Q", "K"), ("Q", "K"), ("K", "K"), ("K", None), ("2", "7"), ("JOKER", "W50"), ("3", "5"), ("R3", "B3")]
    found = counted_confusions(pairs)
    assert found.counts == {
        (Face.QUEEN, Face.KING): 2,
        (Face.WILD_20, Face.SEVEN): 1,
        (Face.RED_THREE, Face.BLACK_THREE): 1,
    }
    assert parse_confusions(confusions_toml(found)) == found
    assert found.share(read=Face.KING, true=Face.QUEEN) == 3 / 16
    assert found.share(read=Face.KING, true=Face.JACK) == 1 / 16


@pytest.mark.parametrize("read", FACES)
def test_the_shares_of_a_face_that_was_read_are_one_together(read: Face) -> None:
    shares = [known_confusions().share(read=read, true=true) for true in FACES if true is not read]
    assert sum(shares) == pytest.approx(1)
    assert min(shares) > 0


def two_sides(folder: Path) -> Oracle:
    """Write a table of one deck with five kings, one of them read from what truly is a queen."""
    cards = {
        "north.jpg": [*KINGS, *FOURS],
        "south.jpg": [*column("K J J", 200, 200), *column("9 9 9", 600, 200)],
        "left.jpg": [unsure(card("K", 300, 200), "Q", 0.08)],
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
    result = CliRunner().invoke(main, ["score", str(tmp_path), "--json"])
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
    shown = CliRunner().invoke(main, ["score", str(tmp_path)])
    assert shown.exit_code == 1
    assert "South/left.jpg, card 0: " in shown.stdout
    # A long line is broken between words.
    assert "the king in what South has left is most likely a queen" in " ".join(shown.stdout.split())


def test_sides_without_photos_are_passed_over() -> None:
    nobody = merge_photos([])
    assert with_misreadings(["North"], [nobody], [[]], counts(K=9), NOTHING_KNOWN) == (nobody,)
