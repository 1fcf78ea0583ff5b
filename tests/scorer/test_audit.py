"""The count of every face over all sides, held against the decks in play."""

from scorer.audit import face_counts
from scorer.faces import FACES, Face
from scorer.notation import parse_cards, parse_pile
from scorer.record import Record, Side
from scorer.rules import load_rules


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


def test_a_squared_book_counts_with_the_fewest_cards_it_can_hold() -> None:
    record = table(5, "K dirty", "3xQ")
    kings = next(count for count in face_counts(record, load_rules(record.rules)) if count.face is Face.KING)
    assert 0 < kings.seen < 7


def test_where_nobody_says_the_decks_nothing_is_counted() -> None:
    record = table(None, "3xK", "3xQ")
    assert face_counts(record, load_rules(record.rules)) == ()
