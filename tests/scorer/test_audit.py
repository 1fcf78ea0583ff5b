"""The count of every face over all sides, held against the decks in play."""

import pytest

from scorer.faces import FACES, Face
from scorer.notation import parse_cards
from scorer.record import Record, Side
from scorer.rulebook.rules import load_rules
from scorer.scoring.audit import face_counts
from tests.scorer.tables import parse_pile


def table(decks: int | None, *piles: str) -> Record:
    sides = tuple(
        Side(name, (parse_pile(pile),), red_threes=1, left=parse_cards("5"))
        for name, pile in zip("AB", piles, strict=True)
    )
    return Record("remastered-singles", sides, decks=decks)


def test_every_face_is_counted_over_all_sides_against_the_decks() -> None:
    record = table(1, "3xK W20", "4xK")
    counts = {count.face: count for count in face_counts(record, load_rules(record.rules))}
    assert tuple(counts) == FACES
    assert (counts[Face.KING].seen, counts[Face.KING].over) == (7, 7 - counts[Face.KING].most)
    assert (counts[Face.FIVE].seen, counts[Face.RED_THREE].seen) == (2, 2)
    assert counts[Face.WILD_20].over == 0


@pytest.mark.parametrize(
    ("squared", "seen"),
    [
        ("K dirty", {"K": 4, "W20": 0, "W50": 0}),
        ("K clean", {"K": 7, "W20": 0, "W50": 0}),
        ("K dirty w50=1", {"K": 4, "W20": 0, "W50": 1}),
        ("K dirty count=8 w20=2 w50=1", {"K": 5, "W20": 2, "W50": 1}),
        ("W20 dirty", {"K": 0, "W20": 1, "W50": 0}),
        ("? clean", {"?": 0, "K": 0, "W20": 0, "W50": 0}),
    ],
)
def test_a_squared_book_counts_with_the_fewest_cards_it_can_hold(squared: str, seen: dict[str, int]) -> None:
    record = table(5, squared, "3xQ")
    counts = {count.face: count.seen for count in face_counts(record, load_rules(record.rules))}
    assert {face: counts.get(Face(face), 0) for face in seen} == seen


def test_threes_and_strangers_in_a_pile_count_too() -> None:
    record = table(5, "3xK Q R3 B3", "3xQ")
    counts = {count.face: count.seen for count in face_counts(record, load_rules(record.rules))}
    assert (counts[Face.QUEEN], counts[Face.RED_THREE], counts[Face.BLACK_THREE]) == (4, 3, 1)


def test_where_nobody_says_the_decks_nothing_is_counted() -> None:
    record = table(None, "3xK", "3xQ")
    assert face_counts(record, load_rules(record.rules)) == ()
