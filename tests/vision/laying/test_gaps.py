import pytest

from scorer.faces import Face
from tests.vision.factories import WIDTH, seen
from vision.laying.gaps import cards_in_gaps
from vision.laying.layout import lay_out
from vision.seen import SeenCard

A_STEP = 0.3 * WIDTH


def meld(*places: float) -> tuple[SeenCard, ...]:
    """Return kings, the last a wild, so many steps from the first."""
    faces = ["K"] * (len(places) - 1) + ["W20"]
    return tuple(seen(face, 300 + A_STEP * place, 300, 0) for face, place in zip(faces, places, strict=True))


def in_gaps(cards: tuple[SeenCard, ...], faint: tuple[SeenCard, ...] = ()) -> tuple[SeenCard, ...]:
    return cards_in_gaps(cards, lay_out(cards).piles, faint)


@pytest.mark.parametrize(
    ("places", "missing"),
    [
        ((0, 1, 2, 4, 5), [3]),
        ((0, 1, 2, 3, 5), [4]),
        ((0, 1, 2, 3, 4), []),
        ((0, 1.7, 2, 4, 5.6), []),
        ((0, 1, 3, 4, 5.6), []),
        ((0, 2, 3), []),
        ((0, 1, 2, 3, 8), []),
    ],
    ids=["between", "before the last", "no gap", "uneven", "one step longer", "too few", "more than one is missing"],
)
def test_a_card_may_lie_in_the_gap_of_an_even_meld(places: tuple[float, ...], missing: list[int]) -> None:
    found = in_gaps(meld(*places))
    expected = [seen("K", 300 + A_STEP * place, 300, 0) for place in missing]
    assert [card.corners for card in found] == [pytest.approx(card.corners) for card in expected]
    assert [card.indices[0].box for card in found] == [pytest.approx(card.indices[0].box) for card in expected]


def test_what_may_lie_there_is_of_the_melds_rank_or_a_wild_and_most_likely_nothing() -> None:
    (card,) = in_gaps(meld(0, 1, 2, 4, 5))
    assert [card.face, *(other.face for other in card.runners_up)] == [Face.KING, Face.WILD_20, Face.WILD_50]
    assert card.confidence + sum(other.confidence for other in card.runners_up) == pytest.approx(1)
    assert card.presence < 0.5


def test_what_shows_faintly_in_a_gap_is_what_may_lie_there() -> None:
    cards = meld(0, 1, 2, 4, 5)
    here, elsewhere = (seen("4", 300 + A_STEP * place, 300, 0) for place in (3.1, 5))
    assert in_gaps(cards, (here,)) == ()
    assert len(in_gaps(cards, (elsewhere,))) == 1


def test_a_card_read_from_its_other_end_has_a_gap_before_it_like_any_other() -> None:
    cards = list(meld(0, 1, 2, 4, 5))
    turned = seen("K", 300 + A_STEP * 4, 300, 180)
    cards[3] = turned
    (card,) = in_gaps(tuple(cards))
    usual = seen("K", 300 + A_STEP * 3, 300, 0)
    assert any(card.indices[0].box == pytest.approx(index.box) for index in usual.indices)


def test_cards_that_lie_side_by_side_hide_none_between_them() -> None:
    cards = tuple(seen("K", 300 + 0.7 * place * WIDTH, 300, 0) for place in (0, 1, 2, 4))
    assert [len(pile.cards) for pile in lay_out(cards).piles] == [4]
    assert in_gaps(cards) == ()


def test_wilds_alone_and_squared_books_have_no_gaps() -> None:
    wilds = tuple(seen("W20", 300 + A_STEP * place, 300, 0) for place in (0, 1, 2, 4))
    assert in_gaps(wilds) == ()
    book = tuple(seen("K", 300 + 0.02 * place * WIDTH, 300, 0) for place in (0, 1, 2, 4))
    assert [pile.squared for pile in lay_out(book).piles] == [True]
    assert in_gaps(book) == ()
    assert in_gaps((seen("K", 300, 300), seen("Q", 900, 300))) == ()
