"""Cards read as piles: both conventions, wilds given to their melds, red threes, leftovers."""

import dataclasses

import numpy as np
import pytest

from scorer.faces import Face
from tests.vision.factories import HEIGHT, WIDTH, seen
from vision.corners import Ink, Suit
from vision.doubting.doubts import DoubtCode
from vision.laying.books import infer_convention, melds_direction
from vision.laying.clusters import cluster
from vision.laying.layout import lay_out
from vision.laying.piles import Convention, Layout, PhotoRole, PileKind
from vision.laying.spread import spread_of
from vision.seen import SeenCard, as_quad

H, S = Suit.HEARTS, Suit.SPADES


def column(faces: str, x: float, y: float = 600, step: float = 0.28, degrees: float = 0) -> list[SeenCard]:
    """Cards of which each covers all but the top of the one before."""
    return [seen(face, x, y + i * step * HEIGHT, degrees) for i, face in enumerate(faces.split())]


def row(faces: str, x: float, y: float, step: float = 0.2, degrees: float = 0) -> list[SeenCard]:
    """Cards of which each covers all but the left of the one before."""
    return [seen(face, x + i * step * WIDTH, y, degrees) for i, face in enumerate(faces.split())]


def arc(faces: str, x: float, y: float, turn: float = 8) -> list[SeenCard]:
    """Return a fan held as in a hand."""
    count = len(faces.split())
    return [
        seen(face, x + (i - count / 2) * 22, y + (i - count / 2) ** 2 * 1.5, -turn * (i - count / 2))
        for i, face in enumerate(faces.split())
    ]


def piles(cards: list[SeenCard], layout: Layout) -> set[tuple[str, str, str]]:
    """Piles as (kind, rank, faces in any order)."""
    return {
        (pile.kind, pile.rank or "-", " ".join(sorted(str(cards[i].face) for i in pile.cards))) for pile in layout.piles
    }


def read(cards: list[SeenCard], **how: object) -> Layout:
    layout = lay_out(tuple(cards), **how)  # type: ignore[arg-type]
    numbers = [i for pile in layout.piles for i in pile.cards]
    assert sorted([*numbers, *layout.loose, *layout.left, *layout.red_threes, *layout.backs]) == list(range(len(cards)))
    return layout


def convention_of(cards: list[SeenCard]) -> Convention:
    shown = tuple(cards)
    spread = spread_of(shown)
    groups = cluster(
        shown, spread, [i for i, card in enumerate(cards) if card.face not in (Face.RED_THREE, None)]
    ).groups
    return infer_convention(shown, groups, spread, melds_direction(groups, spread, shown))


@pytest.mark.parametrize("turned", [0, 90, 180, 30])
def test_a_remastered_table_is_read_whole(turned: float) -> None:
    cards = [
        *column("8 8 8 8 W20 W20 W50", 200),
        *column("J J J", 320),
        *column("A A W20 A A", 440),
        seen("K", 200, 300, 90),
        seen("Q", 400, 380),
        seen("W20", 400, 330, corners=1),
        seen("R3", 600, 300),
        seen("R3", 640, 300),
    ]
    seen_so = [rotated(card, turned) for card in cards]
    layout = read(seen_so)
    assert piles(cards, layout) == {
        ("meld", "8", "8 8 8 8 W20 W20 W50"),
        ("meld", "J", "J J J"),
        ("meld", "A", "A A A A W20"),
        ("clean", "K", "K"),
        ("dirty", "Q", "Q W20"),
    }
    assert len(layout.red_threes) == 2
    assert convention_of(seen_so) is Convention.REMASTERED
    assert layout.doubts == ()


def rotated(card: SeenCard, degrees: float) -> SeenCard:
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return dataclasses.replace(card, quad=as_quad((card.corners - 500) @ turn + 500))


def test_a_traditional_table_is_read_whole() -> None:
    cards = [
        *arc("8 8 W20 8 W50", 300, 600),
        *row("5 5 5", 600, 600),
        seen("K", 200, 250, suit=H),
        seen("9", 400, 250, suit=S),
        seen("W50", 600, 250),
        seen("R3", 800, 250, suit=H),
    ]
    layout = read(cards)
    assert piles(cards, layout) == {
        ("meld", "8", "8 8 8 W20 W50"),
        ("meld", "5", "5 5 5"),
        ("clean", "K", "K"),
        ("dirty", "9", "9"),
        ("wild", "-", "W50"),
    }
    assert len(layout.red_threes) == 1


def test_the_colour_of_the_top_can_mean_the_other_kind() -> None:
    cards = [seen("K", 200, 250, suit=H), seen("9", 400, 250, suit=S)]
    layout = read(cards, red_is_clean=False)
    assert piles(cards, layout) == {("dirty", "K", "K"), ("clean", "9", "9")}


def test_where_colours_tell_nothing_the_kind_of_a_squared_book_is_asked_for() -> None:
    cards = [seen("K", 200, 250, suit=H), seen("9", 400, 250, suit=S), *column("8 8 8", 700)]
    layout = read(cards, red_is_clean=None)
    assert convention_of(cards) is Convention.TRADITIONAL
    assert [(doubt.code, doubt.about) for doubt in layout.doubts] == [
        (DoubtCode.SQUARED_OR_LOOSE, (0,)),
        (DoubtCode.SQUARED_OR_LOOSE, (1,)),
    ]
    assert all("colours of its deck do not tell" in doubt.say for doubt in layout.doubts)
    assert {pile.may_be for pile in layout.piles if pile.squared} == {(PileKind.DIRTY,)}


@pytest.mark.parametrize(
    ("others", "kind", "may_be"), [(Ink.BLACK, "clean", (PileKind.DIRTY,)), (Ink.RED, "dirty", (PileKind.CLEAN,))]
)
def test_where_all_cards_look_printed_in_one_ink_the_top_s_ink_tells_no_kind(
    others: Ink, kind: str, may_be: tuple[PileKind, ...]
) -> None:
    melds = [dataclasses.replace(card, ink=others) for card in column("8 8 8 8 8 8 8 8 8", 700)]
    melds[3] = dataclasses.replace(melds[3], face=Face.WILD_20, ink=Ink.RED)
    melds[4] = dataclasses.replace(melds[4], ink=Ink.OTHER)
    top = dataclasses.replace(seen("Q", 200, 250), ink=Ink.BLACK)
    layout = read([top, *melds])
    (book,) = (pile for pile in layout.piles if pile.squared)
    assert (book.kind, book.may_be) == (kind, may_be)


@pytest.mark.parametrize(
    ("ink", "may_be"), [(Ink.RED, ()), (Ink.OTHER, ()), (Ink.BLACK, (PileKind.DIRTY,))], ids=["red", "another", "black"]
)
def test_a_top_whose_ink_says_otherwise_than_its_suit_is_asked_about(ink: Ink, may_be: tuple[PileKind, ...]) -> None:
    top = dataclasses.replace(seen("5", 200, 250, suit=Suit.DIAMONDS), ink=ink)
    layout = read([top, *column("8 8 8", 700)])
    (book,) = (pile for pile in layout.piles if pile.squared)
    assert (book.kind, book.may_be) == ("clean", may_be)
    assert [doubt.code for doubt in layout.doubts] == [DoubtCode.SQUARED_OR_LOOSE] * len(may_be)


def test_a_wild_behind_makes_a_book_dirty_whatever_colours_tell() -> None:
    cards = [seen("K", 200, 300), seen("W20", 200, 250, corners=1)]
    layout = read(cards, red_is_clean=None)
    assert piles(cards, layout) == {("dirty", "K", "K W20")}
    assert layout.doubts == ()


@pytest.mark.parametrize(
    ("suit", "convention"), [(H, Convention.TRADITIONAL), (None, Convention.REMASTERED)], ids=["suits", "no suits"]
)
def test_the_convention_is_told_by_suits_where_no_book_tells_it(suit: Suit | None, convention: Convention) -> None:
    cards = [seen("8", 200 + 25 * i, 600, suit=suit) for i in range(4)]
    assert convention_of(cards) is convention


def test_crosswise_books_of_a_suited_deck_are_the_remastered_convention() -> None:
    cards = [*(seen("8", 200, 600 + 40 * i, suit=S) for i in range(3)), seen("K", 200, 300, 90, suit=S)]
    layout = read(cards)
    assert convention_of(cards) is Convention.REMASTERED
    assert ("clean", "K", "K") in piles(cards, layout)


def test_a_lone_upright_card_is_no_silent_book() -> None:
    cards = [*column("8 8 8", 200), seen("K", 500, 300), seen("Q", 800, 300, 90)]
    layout = read(cards)
    assert [doubt.code for doubt in layout.doubts] == [DoubtCode.SQUARED_OR_LOOSE]
    assert layout.doubts[0].about == (3,)
    assert [pile.may_be for pile in layout.piles if pile.squared] == [(PileKind.CLEAN, PileKind.MELD), ()]


@pytest.mark.parametrize("step", [0.1, 0.2, 0.4, 0.8, 1.1])
def test_rows_of_any_spacing_are_one_meld(step: float) -> None:
    cards = row("7 7 7 7 W20 7", 200, 300, step)
    assert piles(cards, read(cards)) == {("meld", "7", "7 7 7 7 7 W20")}


def test_wilds_go_to_the_meld_they_lie_in() -> None:
    cards = [*column("8 8 W20 W50 W20 8 8", 200), *column("9 9 9 W50", 305), *column("W20 10 10 10", 410)]
    assert piles(cards, read(cards)) == {
        ("meld", "8", "8 8 8 8 W20 W20 W50"),
        ("meld", "9", "9 9 9 W50"),
        ("meld", "10", "10 10 10 W20"),
    }


@pytest.mark.parametrize("wild_last", [False, True])
def test_a_wild_between_two_melds_joins_no_two_ranks_whenever_it_is_read(*, wild_last: bool) -> None:
    *eights, wild, a, b, c = row("8 8 8 W20 9 9 9", 200, 300)
    cards = [*eights, a, b, c, wild] if wild_last else [wild, *eights, a, b, c]
    assert {pile.rank for pile in read(cards).piles} == {Face.EIGHT, Face.NINE}


def test_a_wild_nearer_to_one_meld_is_of_it_without_a_doubt() -> None:
    cards = [*row("8 8 8 W20", 200, 300), *row("9 9 9", 200 + 1.1 * WIDTH, 300)]
    layout = read(cards)
    assert piles(cards, layout) == {("meld", "8", "8 8 8 W20"), ("meld", "9", "9 9 9")}
    assert layout.doubts == ()


@pytest.mark.parametrize("faces", ["W20 7 7 7", "7 7 7 W20", "W20 W20 7 7 7", "7 7 7 W20 W20"])
def test_a_meld_laid_with_spaces_has_its_wild_whichever_card_is_read_first(faces: str) -> None:
    cards = row(faces, 200, 300, 1.1)
    for some in (cards, cards[::-1]):
        assert piles(some, read(some)) == {("meld", "7", " ".join(sorted(faces.split())))}
    nearer = [*row("7 7 7", 200, 300, 1.2), seen("W20", 200 + 3.45 * WIDTH, 300)]
    assert piles(nearer, read(nearer)) == {("meld", "7", "7 7 7 W20")}


def test_a_wild_beside_a_lone_card_out_of_a_melds_line_or_beside_one_partly_laid_with_spaces_is_of_neither() -> None:
    lone = row("7 W20", 200, 300, 1.1)
    assert {len(pile.cards) for pile in read(lone).piles} == {1}
    askew = [*row("7 7 7", 200, 300, 1.1), seen("W20", 200 + 3.3 * WIDTH, 300 + 0.5 * WIDTH)]
    assert piles(askew, read(askew)) == {("meld", "7", "7 7 7"), ("wild", "-", "W20")}
    partly = [*row("8 8", 200, 300), *row("8 W20", 200 + 1.3 * WIDTH, 300, 1.1)]
    assert piles(partly, read(partly)) == {("meld", "8", "8 8 8"), ("wild", "-", "W20")}


@pytest.mark.parametrize("degrees", [0, 90, 30])
@pytest.mark.parametrize("y", [300 - 1.3 * HEIGHT, 300 + 1.3 * HEIGHT], ids=["above", "below"])
def test_wild_books_in_a_row_above_or_below_a_meld_laid_with_spaces_are_none_of_it(y: float, degrees: float) -> None:
    cards = [*row("7 7 7 W20", 200, 300, 1.1), seen("W20", 200, y), seen("W20", 420, y)]
    layout = read([rotated(card, degrees) for card in cards])
    assert piles(cards, layout) == {("meld", "7", "7 7 7 W20"), ("wild", "-", "W20")}
    assert [len(pile.cards) for pile in layout.piles] == [1, 1, 4]


def test_of_a_meld_laid_with_spaces_in_two_rows_each_may_end_in_a_wild() -> None:
    cards = [*row("7 7 7", 200, 300, 1.1), *row("7 7 W20", 200, 300 + 1.1 * HEIGHT, 1.1)]
    for some in (cards, cards[::-1]):
        assert piles(some, read(some)) == {("meld", "7", "7 7 7 7 7 W20")}


def test_two_wilds_at_the_end_of_a_meld_laid_with_spaces_are_both_of_it_rather_than_of_a_meld_further_off() -> None:
    wilds = row("W20 W20", 200 + 3.45 * WIDTH, 300, 1.05)
    cards = [*row("8 8 8", 200, 300, 1.15), *wilds, *row("9 9 9", 200 + 6 * WIDTH, 300, 1.15)]
    for some in (cards, cards[::-1]):
        assert piles(some, read(some)) == {("meld", "8", "8 8 8 W20 W20"), ("meld", "9", "9 9 9")}


def test_a_wild_between_two_melds_laid_with_spaces_is_of_the_nearer_though_its_cards_lie_further_apart() -> None:
    cards = [*row("7 7 7 W20", 200, 300, 1.3), *row("9 9 9", 200 + 4.85 * WIDTH, 300, 1.1)]
    cards[3] = seen("W20", 200 + 3.65 * WIDTH, 300)
    layout = read(cards)
    assert piles(cards, layout) == {("meld", "7", "7 7 7 W20"), ("meld", "9", "9 9 9")}
    assert layout.doubts == ()


def test_a_meld_whose_cards_overlap_claims_no_wild_of_one_laid_with_spaces_beside_it() -> None:
    cards = [*row("8 8 8", 200, 300), *row("W20 9 9 9", 200 + 1.5 * WIDTH, 300, 1.1)]
    layout = read(cards)
    assert piles(cards, layout) == {("meld", "8", "8 8 8"), ("meld", "9", "9 9 9 W20")}
    assert layout.doubts == ()


def test_a_wild_that_lies_on_one_meld_is_not_of_one_laid_with_spaces_beside_it() -> None:
    cards = [
        *row("8 8 8", 200, 300, 0.85),
        *row("9 9 9", 200 + 3.6 * WIDTH, 300, 1.05),
        seen("W20", 200 + 2.55 * WIDTH, 300),
    ]
    assert piles(cards, read(cards)) == {("meld", "8", "8 8 8 W20"), ("meld", "9", "9 9 9")}
    above = [seen("8", 200, 300 - 1.25 * WIDTH * n) for n in (1, 2, 3)]
    nearer = [*above, *row("W20 9 9 9", 200, 300, 1.05)]
    assert piles(nearer, read(nearer)) == {("meld", "8", "8 8 8 W20"), ("meld", "9", "9 9 9")}


@pytest.mark.parametrize("step", [0.3, 1.1], ids=["overlapping", "laid with spaces"])
def test_a_wild_as_near_to_one_meld_as_to_the_next_is_asked_about(step: float) -> None:
    cards = row("8 8 8 W20 9 9 9", 200, 300, step)
    layout = read(cards)
    assert {pile.rank for pile in layout.piles} == {Face.EIGHT, Face.NINE}
    assert [(doubt.code, doubt.about) for doubt in layout.doubts] == [(DoubtCode.WILD_BETWEEN, (3,))]


def test_a_wild_between_two_melds_laid_with_spaces_is_asked_about_though_wilds_upon_each_other_end_the_one() -> None:
    wilds = [seen("W20", 200 + x * WIDTH, 300) for x in (4.4, 4.6)]
    above = [seen("9", 200 + 3.3 * WIDTH, 300 - y * WIDTH) for y in (1.45, 2.95, 4.45)]
    for cards in ([*row("7 7 7 W20", 200, 300, 1.1), *above], [*row("7 7 7 W20", 200, 300, 1.1), *above, *wilds]):
        layout = read(cards)
        assert {(pile.rank, len(pile.cards)) for pile in layout.piles} == {(Face.SEVEN, len(cards) - 3), (Face.NINE, 3)}
        assert [(doubt.code, doubt.about) for doubt in layout.doubts] == [(DoubtCode.WILD_BETWEEN, (3,))]


@pytest.mark.parametrize("faces", ["Q Q Q W20 9 9 9", "Q Q Q W20 W20 9 9 9", "Q Q Q W50 W50 W20 9 9 9"])
def test_which_meld_a_wild_is_of_is_asked_by_the_melds_ranks_though_a_wild_lies_nearest(faces: str) -> None:
    (doubt,) = read(row(faces, 200, 300)).doubts
    assert doubt.say == "does this 20-wild belong to the queens or to the 9s beside it?"


@pytest.mark.parametrize("place", [0, 2, 5])
def test_a_lone_rank_inside_a_meld_stays_in_it_with_a_doubt(place: int) -> None:
    faces = ["8"] * 6
    faces[place] = "6"
    cards = column(" ".join(faces), 200)
    layout = read(cards)
    assert piles(cards, layout) == {("meld", "8", "6 8 8 8 8 8")}
    assert [(doubt.code, doubt.about) for doubt in layout.doubts] == [(DoubtCode.LONE_RANK, (place,))]


def test_wilds_alone_in_a_fan_are_an_open_meld_of_wilds() -> None:
    cards = row("W20 W50 W20 W20", 200, 300)
    assert piles(cards, read(cards)) == {("meld", "-", "W20 W20 W20 W50")}


def test_black_threes_lie_in_a_pile_of_their_own() -> None:
    cards = [*column("8 8 8", 200), *column("B3 B3 B3", 400)]
    assert ("meld", "B3", "B3 B3 B3") in piles(cards, read(cards))


def test_two_far_piles_of_a_rank_stay_two() -> None:
    cards = [*column("8 8 8", 200), *column("8 8 8", 700)]
    assert len(read(cards).piles) == 2


def test_in_a_photo_of_fanned_books_every_pile_is_a_meld() -> None:
    cards = [*row("8 8 8 8 8 8 8", 200, 300), *row("K K W20 K K K W50", 200, 600), seen("Q", 800, 300)]
    layout = read(cards, role=PhotoRole.FANNED)
    assert {pile.kind for pile in layout.piles} == {PileKind.MELD}
    assert not any(pile.squared for pile in layout.piles)


def test_leftovers_are_left_with_red_threes_among_them() -> None:
    cards = row("4 K R3 B3 W50", 200, 300)
    layout = read(cards, role=PhotoRole.LEFT)
    assert layout.left == (0, 1, 2, 3, 4)
    assert layout.red_threes == ()


@pytest.mark.parametrize("role", PhotoRole)
def test_face_down_cards_are_counted_apart_and_asked_about(role: PhotoRole) -> None:
    cards = [*column("8 8 8", 200), seen(None, 500, 300)]
    layout = read(cards, role=role)
    assert layout.backs == (3,)
    code = DoubtCode.BACK_IN_LEFT if role is PhotoRole.LEFT else DoubtCode.BACK_IN_PLAY
    assert (code, (3,)) in [(doubt.code, doubt.about) for doubt in layout.doubts]


def test_an_unread_card_stays_in_the_meld_it_lies_in() -> None:
    cards = column("8 8 ? 8", 200)
    layout = read(cards)
    assert piles(cards, layout) == {("meld", "8", "8 8 8 ?")}
    assert layout.doubts == (), "that it was not read is said of the card itself"


@pytest.mark.parametrize("degrees", [0, 180])
def test_a_melds_cards_are_told_from_the_left_or_from_the_top(degrees: float) -> None:
    for cards in (row("8 W20 8 8", 200, 300, 0.3, degrees), column("8 W20 8 8", 200, degrees=degrees)):
        assert [pile.cards for pile in read(cards).piles] == [(0, 1, 2, 3)]
        assert [pile.cards for pile in read(cards[::-1]).piles] == [(3, 2, 1, 0)]


def test_an_unread_card_alone_is_loose() -> None:
    assert read([seen("?", 200, 200)]).loose == (0,)


def test_an_empty_photo_has_an_empty_layout() -> None:
    layout = lay_out(())
    assert (layout.piles, layout.loose, layout.red_threes, layout.backs) == ((), (), (), ())


@pytest.mark.parametrize(
    "cards",
    [
        [*column("8 8 W20 8", 200), *column("9 9 9 W50", 305), seen("K", 200, 300, 90), seen("R3", 600, 300)],
        column("6 6 6 9 J", 200),
        [*column("6 6 6", 200), *column("9", 200, 600 + 0.9 * HEIGHT), *column("J J", 200, 600 + 1.1 * HEIGHT)],
    ],
    ids=["a table", "two misread cards at a meld's end", "one between two melds"],
)
def test_the_order_of_cards_does_not_change_the_piles(cards: list[SeenCard]) -> None:
    assert piles(cards, read(cards)) == piles(cards[::-1], read(cards[::-1]))


def test_a_wild_beside_a_meld_whose_cards_overlap_is_no_part_of_it() -> None:
    cards = [*row("8 8 8 8", 200, 300, 0.3), seen("W20", 420, 300)]
    layout = read(cards)
    assert piles(cards, layout) == {("meld", "8", "8 8 8 8"), ("wild", "-", "W20")}


def test_a_card_on_another_ranks_pile_is_in_doubt_though_a_meld_of_its_own_lies_near() -> None:
    cards = [*row("5 5 5 6", 200, 300, 0.3), *row("6 6 6", 430, 300, 0.3)]
    layout = read(cards)
    assert (3, 2) in [doubt.about for doubt in layout.doubts if doubt.code is DoubtCode.LIES_ON_OTHER]


def test_a_red_three_inside_a_meld_is_in_doubt() -> None:
    cards = column("7 7 R3 7 7", 200)
    layout = read(cards)
    assert {doubt.code for doubt in layout.doubts if 2 in doubt.about} == {DoubtCode.LIES_ON_OTHER}


def test_a_card_beside_an_overlapping_meld_of_its_rank_belongs_to_it_with_a_doubt() -> None:
    cards = [*row("Q Q Q Q", 200, 300, 0.3), seen("Q", 425, 300)]
    layout = read(cards)
    assert piles(cards, layout) == {("meld", "Q", "Q Q Q Q Q")}
    assert [doubt.about for doubt in layout.doubts] == [(4,)]


def test_a_lone_rank_beyond_a_wild_of_a_meld_stays_in_the_meld_with_a_doubt() -> None:
    cards = column("9 9 9 W20 6", 200)
    layout = read(cards)
    assert piles(cards, layout) == {("meld", "9", "6 9 9 9 W20")}
    assert DoubtCode.LONE_RANK in [doubt.code for doubt in layout.doubts]


def test_a_lone_black_three_is_no_squared_book() -> None:
    layout = read([*column("8 8 8", 200), seen("B3", 500, 300, 90)])
    assert [(pile.kind, pile.squared) for pile in layout.piles if pile.rank is Face.BLACK_THREE] == [("meld", False)]


def test_cards_seen_at_a_slant_keep_their_distance() -> None:
    # Two upright cards apart, sheared as a phone held at a slant sees them.
    def sheared(card: SeenCard) -> SeenCard:
        return dataclasses.replace(card, quad=as_quad(card.corners @ np.array([[1, 0.6], [0.6, 1]])))

    spread = spread_of(tuple(sheared(seen("K", x, y)) for x, y in ((200, 300), (313, 493))))
    assert spread.gaps[0, 1] > 0.1


@pytest.mark.parametrize(("suit", "degrees"), [(H, 0), (None, 90)])
def test_a_book_whose_top_shows_one_corner_is_in_doubt(suit: Suit | None, degrees: float) -> None:
    cards = [*column("8 8 8", 200), seen("K", 500, 300, degrees, suit=suit, corners=1)]
    layout = read(cards)
    assert ("clean", "K", "K") in piles(cards, layout)
    assert [(doubt.code, doubt.about) for doubt in layout.doubts] == [(DoubtCode.HALF_HIDDEN, (3,))]


@pytest.mark.parametrize(
    ("rank", "behind", "kind"), [("K", "K", "clean"), ("K", "K K", "clean"), ("K", "K W50", "dirty")]
)
def test_cards_of_a_rank_upon_each_other_are_a_squared_book_that_lies_untidily(
    rank: str, behind: str, kind: str
) -> None:
    """Its top is the one that shows both of its corners; that only those cards lie there is asked."""
    under = [seen(face, 500 + 4 * n, 300 + 5 * n, 86, corners=1) for n, face in enumerate(behind.split(), start=1)]
    cards = [*column("8 8 8", 200), *under, seen("K", 500, 300, 90)]
    layout = read(cards)
    (book,) = (pile for pile in layout.piles if pile.rank is Face.KING)
    assert (book.kind, book.squared, book.cards[0]) == (PileKind(kind), True, len(cards) - 1)
    assert PileKind.MELD in book.may_be
    assert [doubt.code for doubt in layout.doubts] == [DoubtCode.SQUARED_OR_LOOSE]


@pytest.mark.parametrize(
    ("degrees", "suit", "kind"), [(90, None, PileKind.CLEAN), (0, H, PileKind.CLEAN), (0, S, PileKind.DIRTY)]
)
def test_two_cards_of_a_rank_that_lie_as_books_do_are_one(degrees: float, suit: Suit | None, kind: PileKind) -> None:
    """Crosswise, or where colours tell books: no rules know a meld of two; whether some are not seen is asked."""
    pair = [seen("K", 500 + n * 0.25 * WIDTH, 300, degrees, suit=suit) for n in (0, 1)]
    others = [seen("8", 200, 600 + n * 0.28 * HEIGHT, suit=suit) for n in range(3)]
    (book,) = (pile for pile in read([*others, *pair]).piles if pile.rank is Face.KING)
    assert (book.kind, book.squared, PileKind.MELD in book.may_be) == (kind, True, True)


@pytest.mark.parametrize(
    ("faces", "step", "laid"),
    [("K K", 0.2, [(2, False)]), ("K 9", 0.05, [(1, True), (1, True)]), ("B3 B3", 0.05, [(2, False)])],
)
def test_cards_a_step_apart_of_two_ranks_or_black_threes_are_no_squared_book(
    faces: str, step: float, laid: list[tuple[int, bool]]
) -> None:
    """Those of one rank are a meld; of two ranks each lies alone, as the top of a book of its own."""
    layout = read([*column("8 8 8", 200), *row(faces, 500, 300, step=step)])
    assert sorted((len(pile.cards), pile.squared) for pile in layout.piles) == [*laid, (3, False)]
    assert all((pile.kind is PileKind.MELD) is not pile.squared for pile in layout.piles)


@pytest.mark.parametrize("degrees", [0, 90], ids=["upright", "crosswise"])
@pytest.mark.parametrize(
    ("faces", "step"), [("K ?", 0.05), ("W20 W20", 0.05), ("K K", 0.7)], ids=["one not read", "wilds", "too far apart"]
)
def test_what_is_not_of_one_rank_upon_each_other_is_no_squared_book(faces: str, step: float, degrees: float) -> None:
    others = column("8 8 8", 200)
    layout = read([*others, *row(faces, 700, 300, step, degrees)])
    assert [(pile.kind, pile.squared) for pile in layout.piles] == [(PileKind.MELD, False)] * 2


def test_two_cards_of_which_one_lies_crosswise_are_no_book() -> None:
    pair = [dataclasses.replace(seen("K", 500, y, turned), ink=Ink.OTHER) for y, turned in ((300, 90), (330, 58))]
    (kings,) = (pile for pile in read([*column("8 8 8", 200), *pair]).piles if pile.rank is Face.KING)
    assert (len(kings.cards), kings.squared) == (2, False)


def test_melds_alone_tell_which_way_is_upright_however_many_books_lie_crosswise() -> None:
    books = [
        card
        for n, rank in enumerate(("K", "Q", "9", "7"))
        for card in row(f"{rank} {rank}", 500 + 200 * n, 300, 0.05, 90)
    ]
    layout = read([*column("8 8 8", 200), *books])
    assert {pile.kind for pile in layout.piles if pile.squared} == {PileKind.CLEAN}


@pytest.mark.parametrize("turned", [0, 90, 30])
def test_where_no_meld_lies_wilds_behind_books_tell_which_way_is_upright(turned: float) -> None:
    cards = [seen("Q", 400, 380, 90), seen("W20", 400, 330, corners=1), seen("K", 700, 300, 90)]
    layout = read([rotated(card, turned) for card in cards])
    assert piles(cards, layout) == {("dirty", "Q", "Q W20"), ("clean", "K", "K")}
    assert layout.doubts == ()


@pytest.mark.parametrize(("suit", "kind"), [(H, PileKind.CLEAN), (S, PileKind.DIRTY)])
def test_untidy_books_without_wilds_are_told_by_their_colours(suit: Suit, kind: PileKind) -> None:
    pair = [dataclasses.replace(card, suit=suit, ink=Ink.OTHER) for card in row("K K", 500, 300, 0.05)]
    assert [pile.kind for pile in read(pair).piles] == [kind]


def test_of_an_untidy_book_whose_colour_does_not_show_it_is_asked_of_which_kind_it_is() -> None:
    others = seen("Q", 200, 300, suit=H), seen("9", 900, 300, suit=S)
    layout = read([*others, *row("K K", 500, 300, 0.05)])
    assert [doubt.say.split("?")[0] for doubt in layout.doubts] == ["is the book under this king clean or dirty"]


def test_wilds_and_cards_face_down_tell_no_convention() -> None:
    suited = [seen("8", 200, 600 + 40 * n, suit=S) for n in range(3)]
    wilds, backs = column("W20 W50 W20 W20", 200, 720, step=0.2), [seen(None, 500 + 200 * n, 300) for n in range(4)]
    assert convention_of([*suited, *wilds]) is convention_of([*suited, *backs]) is Convention.TRADITIONAL


def test_without_a_meld_ink_alone_is_no_convention() -> None:
    assert convention_of([seen("K", 500, 300)]) is Convention.REMASTERED
    assert convention_of([seen("K", 500, 300, suit=S)]) is Convention.TRADITIONAL


@pytest.mark.parametrize("degrees", [0, 90])
def test_a_card_that_was_not_read_tells_no_convention(degrees: float) -> None:
    unread = dataclasses.replace(seen("?", 800, 300, degrees), ink=Ink.OTHER)
    cards = [*column("8 8 8", 200), seen("K", 500, 300, suit=H), unread]
    assert ("clean", "K", "K") in piles(cards, read(cards))
    assert read(cards).doubts == ()


@pytest.mark.parametrize("faces", ["? W20 W20", "W20 ? W20", "W20 W20 ?"])
def test_wilds_with_one_that_was_not_read_tell_no_convention(faces: str) -> None:
    cards = [*column("8 8 8", 200), seen("K", 500, 300, suit=H), seen("Q", 650, 300, suit=S), *row(faces, 800, 300)]
    layout = read(cards)
    assert {("clean", "K", "K"), ("dirty", "Q", "Q")} < piles(cards, layout)
    assert [sorted(doubt.about) for doubt in layout.doubts] == [[5, 6, 7]]


def test_two_misread_cards_at_a_melds_end_lie_both_in_it_and_are_both_asked_about() -> None:
    layout = read(column("6 6 6 9 J", 200))
    assert [pile.cards for pile in layout.piles] == [(0, 1, 2, 3, 4)]
    assert [(doubt.code, doubt.about) for doubt in layout.doubts] == [(DoubtCode.LONE_RANK, (n,)) for n in (3, 4)]


def test_a_card_between_two_melds_is_taken_for_one_of_the_nearer() -> None:
    cards = [*column("6 6 6", 200), *column("9", 200, 600 + 0.9 * HEIGHT), *column("J J", 200, 600 + 1.1 * HEIGHT)]
    assert piles(cards, read(cards)) == {("meld", "6", "6 6 6"), ("meld", "J", "9 J J")}


@pytest.mark.parametrize(("x", "y"), [(200 + 0.5 * WIDTH, 640), (200, 600 + 1.35 * HEIGHT)], ids=["beside", "far on"])
def test_a_card_upon_a_meld_that_lies_out_of_its_line_or_further_than_a_step_is_none_of_it(x: float, y: float) -> None:
    cards = [*column("8 8 8", 200), seen("K", x, y)]
    layout = read(cards)
    assert ("meld", "8", "8 8 8") in piles(cards, layout)
    assert DoubtCode.LIES_ON_OTHER in [doubt.code for doubt in layout.doubts]


@pytest.mark.parametrize(
    "stray", [seen("K", 200 + 2.55 * WIDTH, 300), seen("K", 200 + 1.8 * WIDTH, 300, 90)], ids=["beside", "crosswise"]
)
def test_a_card_beside_a_melds_end_or_crosswise_upon_it_is_no_misread_one(stray: SeenCard) -> None:
    cards = [*row("8 8 8", 200, 300, 0.8), stray]
    layout = read(cards)
    assert ("meld", "8", "8 8 8") in piles(cards, layout)
    assert {doubt.code for doubt in layout.doubts}.isdisjoint({DoubtCode.LONE_RANK, DoubtCode.LIES_ON_OTHER})
    assert [pile.squared for pile in layout.piles] == [True, False], "books come first"


def test_a_misread_card_that_a_melds_wild_lies_nearer_to_is_in_the_meld_with_it() -> None:
    cards = [*column("9 9 9", 200), seen("W20", 200, 728), seen("6", 200, 753)]
    layout = read(cards)
    assert piles(cards, layout) == {("meld", "9", "6 9 9 9 W20")}
    assert (DoubtCode.LONE_RANK, (4,)) in [(doubt.code, doubt.about) for doubt in layout.doubts]


def test_tops_tell_the_convention_whatever_the_melds_show() -> None:
    melds = [dataclasses.replace(card, ink=Ink.OTHER) for card in column("8 8 8 8", 200)]
    assert convention_of([*melds, seen("K", 500, 300, suit=H)]) is Convention.TRADITIONAL
    assert convention_of([*melds, dataclasses.replace(seen("K", 500, 300), ink=Ink.OTHER)]) is Convention.REMASTERED


def test_an_upright_top_that_shows_one_corner_is_asked_about_once_and_may_be_all_that_it_may_be() -> None:
    layout = read([*column("8 8 8", 200), dataclasses.replace(seen("K", 500, 300, corners=1), ink=Ink.OTHER)])
    assert [doubt.code for doubt in layout.doubts] == [DoubtCode.SQUARED_OR_LOOSE]
    assert [pile.may_be for pile in layout.piles if pile.squared] == [(PileKind.CLEAN, PileKind.MELD)]


def test_a_book_that_lies_untidily_may_be_each_kind_once() -> None:
    pair = [dataclasses.replace(card, ink=Ink.OTHER) for card in row("K K", 500, 300, 0.1)]
    layout = read([*column("8 8 8", 200), *pair])
    assert [pile.may_be for pile in layout.piles if pile.squared] == [(PileKind.CLEAN, PileKind.MELD)]
    assert [doubt.say.split(":")[0] for doubt in layout.doubts] == ["a single king lies upright"]


def test_where_all_cards_look_printed_in_one_ink_a_top_s_suit_tells_whatever_its_ink_says() -> None:
    top = dataclasses.replace(seen("5", 200, 250, suit=Suit.DIAMONDS), ink=Ink.BLACK)
    assert read([top, *column("8 8 8 8 8 8 8", 700)]).doubts == ()


def test_a_wild_that_lies_on_a_lone_card_is_not_behind_it_without_a_doubt() -> None:
    cards = [*column("8 8 8", 200), seen("K", 500, 300), seen("W20", 500, 340)]
    layout = read(cards)
    assert ("dirty", "K", "K W20") in piles(cards, layout)
    assert [doubt.code for doubt in layout.doubts] == [DoubtCode.SQUARED_OR_LOOSE]


def test_upright_coloured_tops_are_the_traditional_convention_though_the_deck_has_no_suits() -> None:
    cards = [*column("8 8 8", 200), dataclasses.replace(seen("K", 500, 300), ink=Ink.RED), seen("9", 700, 300)]
    layout = read(cards)
    assert {("clean", "K", "K"), ("dirty", "9", "9")} <= piles(cards, layout)


@pytest.mark.parametrize(
    ("hidden", "say"),
    [
        (1, "one card lies face down and counts nothing: turn it over if it belongs here"),
        (2, "2 cards lie face down and count nothing: turn them over if they belong here"),
    ],
)
def test_cards_face_down_are_told_as_people_speak(hidden: int, say: str) -> None:
    backs = [seen(None, 600 + 2 * WIDTH * place, 900) for place in range(hidden)]
    layout = read([*column("K K K", 200), *backs])
    assert say in [doubt.say for doubt in layout.doubts]


@pytest.mark.parametrize(("face", "named"), [("A", "an ace"), ("8", "an 8"), ("Q", "a queen")])
def test_a_doubt_names_a_card_as_people_do(face: str, named: str) -> None:
    layout = read([*column("J J", 400), *column(f"J {face} J", 400, 600 + 0.56 * HEIGHT)])
    assert any(named in doubt.say for doubt in layout.doubts)
