from collections.abc import Sequence
from dataclasses import replace

import pytest

from handfoot.sides.laying import SeenPhoto
from handfoot.sides.merging import merge_photos
from handfoot.sides.repeats import are_among
from handfoot.sides.seenside import BookSize
from scorer.faces import Face
from scorer.record import BookKind
from tests.handfoot.oracle import card, column, faces_at, left_of, reading_of
from vision.doubting.doubts import Doubt, DoubtCode
from vision.laying.layout import lay_out
from vision.laying.piles import PhotoRole, PileKind
from vision.seen import RunnerUp, SeenCard


def photo(name: str, shows: PhotoRole, cards: Sequence[SeenCard]) -> SeenPhoto:
    reading = reading_of(name, cards)
    return SeenPhoto(name, shows, reading, lay_out(reading.cards, shows), reading)


PLAYED = photo(
    "played.jpg",
    PhotoRole.PLAYED,
    [
        card("K", 200, 150, 90),
        card("W20", 500, 100, shows=(0,)),
        card("Q", 500, 150, 90),
        card("R3", 900, 150),
        card("R3", 1050, 150),
        *column("8 8 8 W20", 200, 500),
        *column("J J J", 500, 500),
    ],
)
CLEAN_KINGS = column("K K K K K K K K", 200, 200)
DIRTY_QUEENS = column("Q Q Q Q Q W50 W20", 600, 200)


def test_melds_are_counted_and_books_squared() -> None:
    side = merge_photos([PLAYED])
    kinds = sorted((str(pile.rank), pile.pile.kind, pile.pile.cards) for pile in side.piles)
    assert kinds == [
        ("8", None, (Face.EIGHT,) * 3 + (Face.WILD_20,)),
        ("J", None, (Face.JACK,) * 3),
        ("K", BookKind.CLEAN, ()),
        ("Q", BookKind.DIRTY, ()),
    ]
    assert len(side.threes) == 2
    assert side.left_cards == ()


def test_a_spread_book_takes_the_place_of_the_squared_one() -> None:
    side = merge_photos([PLAYED, photo("fanned.jpg", PhotoRole.FANNED, [*CLEAN_KINGS, *DIRTY_QUEENS])])
    assert len(side.piles) == 4
    cards = {pile.rank: sorted(pile.pile.cards) for pile in side.piles}
    assert cards[Face.KING] == [Face.KING] * 8
    assert cards[Face.QUEEN] == [Face.QUEEN] * 5 + [Face.WILD_20, Face.WILD_50]
    assert side.doubts == ()


@pytest.mark.parametrize(
    ("spread", "says"),
    [("K K K K K K", "6 cards only"), ("K K K K K K W20", "has wilds"), ("Q Q Q Q Q Q Q", "shows no wild")],
)
def test_a_spread_book_that_is_not_the_squared_one_is_doubted(spread: str, says: str) -> None:
    side = merge_photos([PLAYED, photo("fanned.jpg", PhotoRole.FANNED, column(spread, 200, 200))])
    (doubt,) = side.doubts
    assert says in doubt.say


@pytest.mark.parametrize(
    ("spread", "top", "kind"),
    [("K K K K K K", "K", BookKind.CLEAN), ("W20 Q Q Q W50", "Q", BookKind.DIRTY), ("Q Q Q", "Q", BookKind.DIRTY)],
)
def test_a_squared_book_that_hides_cards_spread_out_stays_a_book(spread: str, top: str, kind: BookKind) -> None:
    side = merge_photos([PLAYED, photo("fanned.jpg", PhotoRole.FANNED, column(spread, 200, 200))])
    (book,) = (pile for pile in side.piles if pile.replaces is not None)
    assert (book.pile.top, book.pile.kind, book.pile.cards) == (Face(top), kind, ())
    assert len(book.cards) == len(spread.split())


def test_how_many_cards_a_book_has_the_rules_say() -> None:
    six = photo("fanned.jpg", PhotoRole.FANNED, column("K K K K K K", 200, 200))
    side = merge_photos([PLAYED, six], book=BookSize(6))
    (book,) = (pile for pile in side.piles if pile.replaces is not None)
    assert book.pile.cards == (Face.KING,) * 6
    assert side.doubts == ()


@pytest.mark.parametrize(("spread", "kind"), [("8 8 8 8 8 8", BookKind.CLEAN), ("8 8 8 W20 8", BookKind.DIRTY)])
def test_what_shows_too_few_cards_for_a_meld_and_more_spread_out_lay_squared(spread: str, kind: BookKind) -> None:
    """A book that lies untidily shows more than its top; whether it is one is asked."""
    played = photo("played.jpg", PhotoRole.PLAYED, [*column("8 8", 200, 300), *column("K K K", 900, 300)])
    side = merge_photos([played, photo("fanned.jpg", PhotoRole.FANNED, column(spread, 200, 200))])
    (book,) = (pile for pile in side.piles if pile.rank is Face.EIGHT)
    assert (book.pile.kind, len(book.seen), book.lay) == (kind, len(spread.split()), kind)
    assert book.may_be == (PileKind.MELD,)
    assert [doubt.say.endswith("cards only: is one hidden?") for doubt in side.doubts] == [True]


@pytest.mark.parametrize(
    ("spread", "kind", "may_be"),
    [
        ("K K K K K", BookKind.DIRTY, (PileKind.CLEAN,)),
        ("K K K K W20", BookKind.DIRTY, ()),
        ("K K K K K K K", None, ()),
    ],
)
def test_which_kind_a_book_is_of_stays_open_while_it_hides_cards_and_shows_no_wild(
    spread: str, kind: BookKind | None, may_be: tuple[PileKind, ...]
) -> None:
    """A top whose suit is not seen may be of a clean book as well as of a dirty one."""
    played = photo("played.jpg", PhotoRole.PLAYED, [card("K", 900, 300), *column("8 8 8", 200, 500)])
    (lone,) = (pile for pile in merge_photos([played]).piles if pile.rank is Face.KING)
    assert (lone.pile.kind, lone.may_be) == (BookKind.DIRTY, (PileKind.CLEAN,))
    side = merge_photos([played, photo("fanned.jpg", PhotoRole.FANNED, column(spread, 200, 200))])
    (book,) = (pile for pile in side.piles if pile.rank is Face.KING)
    assert (book.pile.kind, book.may_be) == (kind, may_be)


@pytest.mark.parametrize(("lying", "spread"), [("8 8 8", "8 8 8 8 8"), ("8 8", "8 8"), ("8 8", "8 8 8 8 8 8 W20")])
def test_what_may_be_a_meld_or_shows_a_whole_book_spread_out_is_not_asked_about(lying: str, spread: str) -> None:
    played = photo("played.jpg", PhotoRole.PLAYED, [*column(lying, 200, 300), *column("K K K", 900, 300)])
    side = merge_photos([played, photo("fanned.jpg", PhotoRole.FANNED, column(spread, 200, 200))])
    (pile,) = (pile for pile in side.piles if pile.rank is Face.EIGHT)
    assert (sorted(map(str, pile.pile.cards)), pile.may_be, side.doubts) == (sorted(spread.split()), (), ())


def test_a_meld_spread_again_counts_once() -> None:
    side = merge_photos([PLAYED, photo("fanned.jpg", PhotoRole.FANNED, [*CLEAN_KINGS, *column("J J J", 600, 200)])])
    assert [pile.pile.cards for pile in side.piles if pile.rank is Face.JACK] == [(Face.JACK,) * 3]


@pytest.mark.parametrize(
    ("sure", "other", "is_one"), [(0.8, 0.2, True), (0.8, 0.01, True), (0.99, 0.01, False), (0.99, 0.0, False)]
)
def test_a_spread_book_that_fits_none_is_the_squared_one_whose_top_may_be_misread(
    sure: float, other: float, is_one: bool
) -> None:
    top = replace(card("6", 200, 150, 90), confidence=sure, runners_up=(RunnerUp(Face.FIVE, other),))
    lying = photo("played.jpg", PhotoRole.PLAYED, [top, card("K", 500, 150, 90)])
    fives = column("5 5 5 5 5 5 5", 200, 200)
    side = merge_photos([lying, photo("fanned.jpg", PhotoRole.FANNED, fives)])
    assert sorted(str(pile.rank) for pile in side.piles) == (["5", "K"] if is_one else ["5", "6", "K"])
    (doubt,) = side.doubts
    assert doubt.code == ("fanned_differs" if is_one else "fanned_without_book")
    assert ("whose top card may be a 5" in doubt.say) is is_one
    # Whose top is a natural that was read as a wild is clean, if it shows no other.
    wild = replace(card("W20", 200, 150, 90), confidence=sure, runners_up=(RunnerUp(Face.FIVE, other),))
    hidden = merge_photos(
        [photo("played.jpg", PhotoRole.PLAYED, [wild]), photo("fanned.jpg", PhotoRole.FANNED, fives[1:])]
    )
    assert [pile.pile.kind for pile in hidden.piles] == (["clean"] if is_one else ["wild", None])
    # Where sixes are spread out, too, the squared book is theirs.
    both = merge_photos([lying, photo("fanned.jpg", PhotoRole.FANNED, [*fives, *column("6 6 6 6 6 6 6", 600, 200)])])
    assert sorted(str(pile.rank) for pile in both.piles) == ["5", "6", "K"]


@pytest.mark.parametrize(("spread", "is_one"), [("J J J J W20 W50", True), ("J J J J W50", False)])
def test_a_spread_book_that_fits_none_is_the_squared_one_of_which_only_wilds_show(spread: str, is_one: bool) -> None:
    lying = photo("played.jpg", PhotoRole.PLAYED, [card("K", 200, 150, 90), card("W20", 900, 150)])
    jacks = column(spread, 600, 200)
    side = merge_photos([lying, photo("fanned.jpg", PhotoRole.FANNED, [*CLEAN_KINGS, *jacks])])
    assert [str(pile.rank) for pile in side.piles] == ["K", "J"] if is_one else ["K", "None", "J"]
    book = side.piles[-1]
    assert (book.pile.kind, book.lay) == ((BookKind.DIRTY, BookKind.WILD) if is_one else (None, None))
    says = [doubt.say for doubt in side.doubts]
    assert (
        "these jacks count as the book of wilds, whose top card may be a jack: are they that book?" in says
    ) is is_one


@pytest.mark.parametrize("wilds", ["W50", "W50 W20 W20"])
def test_wilds_apart_from_the_spread_books_are_those_of_the_nearest(wilds: str) -> None:
    apart = column(wilds, 800, 900)
    spread = photo("fanned.jpg", PhotoRole.FANNED, [*CLEAN_KINGS, *column("Q Q Q Q Q", 600, 200), *apart])
    side = merge_photos([PLAYED, spread])
    (queens,) = (pile for pile in side.piles if pile.rank is Face.QUEEN)
    # Which cards lie between is not seen, so that it stays the squared book whose cards are asked for.
    assert (queens.pile.top, queens.pile.kind, queens.pile.cards) == (Face.QUEEN, BookKind.DIRTY, ())
    assert faces_at(side, queens.seen[-len(apart) :]) == tuple(one.face for one in apart)
    assert len(side.piles) == 4
    assert any("wilds lie apart from the queens" in doubt.say for doubt in side.doubts)


def test_wilds_spread_out_that_lay_as_a_book_of_wilds_are_that() -> None:
    lying = photo("played.jpg", PhotoRole.PLAYED, [card("K", 200, 150, 90), card("W20", 900, 150)])
    wilds = column("W20 W20 W50 W20 W20", 800, 200)
    side = merge_photos([lying, photo("fanned.jpg", PhotoRole.FANNED, [*CLEAN_KINGS, *wilds])])
    (book,) = (pile for pile in side.piles if pile.rank is None)
    assert (book.pile.kind, len(book.seen)) == (BookKind.WILD, 5)


def test_a_spread_book_that_lies_nowhere_is_counted_with_a_doubt() -> None:
    side = merge_photos([PLAYED, photo("fanned.jpg", PhotoRole.FANNED, column("A A A A A A A", 200, 200))])
    assert Face.ACE in {pile.rank for pile in side.piles}
    assert [doubt.code for doubt in side.doubts] == ["fanned_without_book"]


def test_spread_books_alone_are_no_doubt() -> None:
    side = merge_photos([photo("fanned.jpg", PhotoRole.FANNED, CLEAN_KINGS)])
    assert len(side.piles) == 1
    assert side.doubts == ()


@pytest.mark.parametrize("spread_first", [False, True])
def test_books_spread_out_in_a_photo_that_is_called_one_of_the_table_are_asked_about(spread_first: bool) -> None:
    spread = photo("played-2.jpg", PhotoRole.PLAYED, [*CLEAN_KINGS, *DIRTY_QUEENS])
    side = merge_photos([spread, PLAYED] if spread_first else [PLAYED, spread])
    asked = [doubt for doubt in side.doubts if doubt.code == "pile_in_two_photos"]
    assert sorted(doubt.say.split()[0] for doubt in asked) == ["kings", "queens"]
    # If they are, the squared one counts no more.
    assert {at.photo for doubt in asked for at in doubt.twice} == {int(spread_first)}
    fewer = photo("played-2.jpg", PhotoRole.PLAYED, column("K K K", 200, 200))
    assert merge_photos([PLAYED, fewer]).doubts == ()


@pytest.mark.parametrize("again", [[card("W50", 300, 600)], column("W20 W50 W20 W20 W20 W20 W50", 300, 200)])
def test_a_book_of_wilds_in_two_photos_of_the_played_area_is_asked_about(again: list[SeenCard]) -> None:
    lying = photo("played.jpg", PhotoRole.PLAYED, [card("W20", 900, 150), *column("8 8 8 8", 200, 500)])
    side = merge_photos([lying, photo("played-2.jpg", PhotoRole.PLAYED, [*again, *column("9 9 9 9", 900, 300)])])
    (doubt,) = (doubt for doubt in side.doubts if doubt.code == "pile_in_two_photos")
    assert doubt.say.startswith("wilds lie in played.jpg and in played-2.jpg: are they the same cards?")
    assert len(doubt.twice) == 1, "the one card of a squared book"
    unread = [photo(f"{name}.jpg", PhotoRole.PLAYED, [card("?", 300, 300)]) for name in "ab"]
    assert "pile_in_two_photos" not in {doubt.code for doubt in merge_photos(unread).doubts}, "no pile"


def test_the_same_rank_in_two_photos_of_the_played_area_is_doubted() -> None:
    again = photo("played-2.jpg", PhotoRole.PLAYED, column("J J J", 500, 500))
    assert "pile_in_two_photos" in {doubt.code for doubt in merge_photos([PLAYED, again]).doubts}


@pytest.mark.parametrize(
    ("again", "doubted"),
    [
        ([card("R3", 900, 150), card("R3", 1050, 150)], True),
        ([card("R3", 40, 150)], True),
        ([card("R3", 700, 500)], False),
        ([card("R3", x, 500) for x in (500, 700, 900)], False),
    ],
    ids=["as many", "fewer, at the edge", "fewer, not at the edge", "more"],
)
def test_red_threes_in_two_photos_that_may_be_the_same_ones_are_doubted(again: list[SeenCard], doubted: bool) -> None:
    side = merge_photos([PLAYED, photo("played-2.jpg", PhotoRole.PLAYED, again)])
    assert len(side.threes) == 2 + len(again), "none is dropped"
    assert ("red 3s lie in played.jpg and in played-2.jpg" in " ".join(doubt.say for doubt in side.doubts)) is doubted


def test_leftovers_of_several_photos_are_all_left() -> None:
    hand = photo("hand.jpg", PhotoRole.LEFT, [card("R3", 200, 200), card("K", 400, 200)])
    foot = photo("foot.jpg", PhotoRole.LEFT, [card("4", 200, 200), card(None, 400, 200)])
    side = merge_photos([hand, foot])
    assert sorted(left_of(side)) == ["4", "K", "R3"]
    assert (side.threes, side.piles) == ((), ())
    assert [doubt.code for doubt in side.doubts] == ["back_in_left"]


def test_red_threes_with_the_spread_books_are_the_same_ones() -> None:
    threes = [card("R3", 900, 800), card("R3", 1050, 800)]
    side = merge_photos([PLAYED, photo("fanned.jpg", PhotoRole.FANNED, [*CLEAN_KINGS, *threes])])
    assert len(side.threes) == 2
    assert side.doubts == ()
    side = merge_photos([PLAYED, photo("fanned.jpg", PhotoRole.FANNED, [*CLEAN_KINGS, threes[0]])])
    assert len(side.threes) == 2
    assert [doubt.code for doubt in side.doubts] == ["red_threes_differ"]


def test_where_more_red_threes_lie_with_the_spread_books_those_are_counted_and_it_is_told() -> None:
    played = photo("played.jpg", PhotoRole.PLAYED, [*column("8 8 8", 200, 500), card("R3", 900, 150)])
    fanned = photo("fanned.jpg", PhotoRole.FANNED, [*CLEAN_KINGS, card("R3", 900, 200), card("R3", 1050, 200)])
    side = merge_photos([played, fanned])
    assert [side.photos[at.photo].name for at in side.threes] == ["fanned.jpg"] * 2
    (doubt,) = (doubt for doubt in side.doubts if doubt.code == "red_threes_differ")
    assert doubt.say == "2 red 3s lie with the books spread out, 1 on the table: 2 are counted"


@pytest.mark.parametrize(("number", "odd", "are_the_same"), [(8, 1, True), (8, 2, False), (7, 1, False)])
def test_of_many_cards_one_suit_may_be_misread(number: int, odd: int, are_the_same: bool) -> None:
    kings = [replace(card("K", 200, 200), suit="S") for _ in range(number)]
    others = [replace(king, suit="C") for king in kings[:odd]]
    assert are_among([*others, *kings[odd:]], kings) == are_the_same


def test_of_two_melds_of_a_rank_the_one_that_shows_the_same_cards_is_that_spread_out() -> None:
    melds = [*column("J J J", 200, 200), *column("J J J J W20", 900, 200)]
    fanned = photo("fanned.jpg", PhotoRole.FANNED, column("J J J J W20", 200, 200))
    side = merge_photos([photo("played.jpg", PhotoRole.PLAYED, melds), fanned])
    assert sorted((len(pile.pile.cards), pile.replaces is not None) for pile in side.piles) == [(3, False), (5, True)]


def test_where_each_pile_lies_is_kept() -> None:
    side = merge_photos([PLAYED])
    lying = [" ".join(str(PLAYED.reading.cards[number].face) for number in pile.cards) for pile in side.piles]
    assert lying == ["K", "Q W20", "8 8 8 W20", "J J J"]
    assert [pile.pile.top or " ".join(pile.pile.cards) for pile in side.piles] == ["K", "Q", *lying[2:]]


def test_a_dark_photo_of_an_area_that_several_show_is_named_by_its_own_name() -> None:
    kings = column("K K K K Q Q Q", 300, 300)
    bright = photo("played-1.jpg", PhotoRole.PLAYED, kings)
    again = photo("played-2.jpg", PhotoRole.PLAYED, kings)
    too_dark = Doubt(DoubtCode.TOO_DARK, (), "too dark")
    dark = replace(again, reading=replace(again.reading, doubts=(*again.reading.doubts, too_dark)))
    without, together = merge_photos([bright, again]), merge_photos([bright, dark])
    assert sum(len(pile.cards) for pile in together.piles) == 7
    (doubt,) = set(together.doubts) - set(without.doubts)
    assert (doubt.photo, doubt.about, doubt.code) == ("played-2.jpg", (), "too_dark")
    (alone,) = merge_photos([dark]).doubts
    assert (alone.photo, alone.code) == ("played-2.jpg", "too_dark")


@pytest.mark.parametrize(
    ("cards", "shows", "code"),
    [
        # A fan of what is left, and single cards of it, two of them alike.
        ([*column("4 4 7 9 Q K", 300, 300)], PhotoRole.PLAYED, "looks_left"),
        ([*column("4 4 7 9 Q K", 300, 300)], PhotoRole.FANNED, "looks_left"),
        ([card(face, 200 + 250 * n, 300) for n, face in enumerate("K59K")], PhotoRole.PLAYED, "looks_left"),
        ([card(face, 200 + 350 * n, 300) for n, face in enumerate("K9K")], PhotoRole.PLAYED, "looks_left"),
        (column("8 8 8 W20", 200, 300) + column("J J J", 600, 300), PhotoRole.LEFT, "looks_played"),
    ],
)
def test_a_photo_that_shows_something_else_than_it_is_said_to_is_asked_about(
    cards: list[SeenCard], shows: PhotoRole, code: str
) -> None:
    (doubt,) = (one for one in merge_photos([photo("a.jpg", shows, cards)]).doubts if "looks" in one.code)
    assert (doubt.photo, doubt.about, doubt.code) == ("a.jpg", (), code)


@pytest.mark.parametrize(
    ("cards", "shows"),
    [
        # Squared books alone; a meld beside what was not read; what was not read at all; a hand with three of a rank.
        ([card(face, 200 + 350 * n, 300) for n, face in enumerate("K9QA")], PhotoRole.PLAYED),
        (column("8 8 8 W20", 200, 300) + column("J ? 4", 600, 300), PhotoRole.PLAYED),
        ([*column("? ? ? ?", 200, 300), card("R3", 600, 300)], PhotoRole.PLAYED),
        (column("8 8 8 4 4 9 K", 200, 300), PhotoRole.LEFT),
        ([*column("8 8 8", 200, 300), *column("6 W20 W20 W50", 600, 300)], PhotoRole.LEFT),
    ],
)
def test_what_may_well_lie_so_is_not_asked_about(cards: list[SeenCard], shows: PhotoRole) -> None:
    assert not [doubt for doubt in merge_photos([photo("a.jpg", shows, cards)]).doubts if "looks" in doubt.code]


def test_cards_on_the_table_that_a_photo_of_those_left_shows_too_are_asked_about() -> None:
    hand = ["4", "7", "9", "Q", "K", "5"]
    beside = [card(face, 900 + 60 * n, 900 + 20 * (n % 2)) for n, face in enumerate(hand)]
    apart = [card(face, 300 + 66 * n, 300 + 22 * (n % 2)) for n, face in enumerate(hand)]
    table = photo("played.jpg", PhotoRole.PLAYED, [*CLEAN_KINGS, *column("J J J", 600, 200), *beside])
    left = photo("left.jpg", PhotoRole.LEFT, apart)
    (doubt,) = (one for one in merge_photos([table, left]).doubts if one.code == "left_in_sight")
    assert doubt.say == (
        "played.jpg and left.jpg both show 1 4, 1 5, 1 7, 1 9, 1 queen and 1 king: are they the same cards? Both are "
        "counted"
    )
    counts = [table.reading.cards[at.card].face for at in doubt.twice]
    assert (doubt.photo, counts, [at.photo for at in doubt.like]) == ("played.jpg", [*map(Face, hand)], [1] * 6)
    # Other cards of the same faces, fanned otherwise.
    other = photo("left.jpg", PhotoRole.LEFT, [card(face, 300 + 90 * n, 300) for n, face in enumerate(hand[::-1])])
    assert not [one for one in merge_photos([table, other]).doubts if one.code == "left_in_sight"]


def test_melds_that_a_photo_of_those_left_shows_too_count_on_the_table() -> None:
    def melds(y: float) -> list[SeenCard]:
        return [*column("K K K", 300, y), *column("J J J", 600, y), *column("5 5 5 W20", 900, y)]

    hand = [card(face, 300 + 60 * n, 1050) for n, face in enumerate("4679Q")]
    table, left = (
        photo("played.jpg", PhotoRole.PLAYED, melds(950)),
        photo("left.jpg", PhotoRole.LEFT, [*melds(150), *hand]),
    )
    (doubt,) = (one for one in merge_photos([table, left]).doubts if one.code == "left_in_sight")
    assert doubt.say.startswith("left.jpg and played.jpg both show 3 5s, 3 jacks, 3 kings and 1 20-wild: ")
    assert (doubt.photo, {at.photo for at in doubt.twice}, {at.photo for at in doubt.like}) == ("left.jpg", {1}, {0})
    assert sorted(left.reading.cards[at.card].face for at in doubt.twice) == sorted(one.face for one in melds(0))


def test_cards_left_that_several_photos_of_the_table_show_are_asked_about_once() -> None:
    hand = [card(face, 300 + 66 * n, 300 + 22 * (n % 2)) for n, face in enumerate("479QK5")]

    def table(name: str, x: float) -> SeenPhoto:
        beside = [card(face, x + 600 + 60 * n, 900 + 20 * (n % 2)) for n, face in enumerate("479QK5")]
        return photo(name, PhotoRole.PLAYED, [*column("8 8 8 8", x, 200), *column("J J J", x + 400, 200), *beside])

    side = merge_photos(
        [table("played-1.jpg", 200), table("played-2.jpg", 240), photo("left.jpg", PhotoRole.LEFT, hand)]
    )
    (doubt,) = (one for one in side.doubts if one.code == "left_in_sight")
    assert (len(doubt.twice), len(doubt.like)) == (6, 6)


@pytest.mark.parametrize(("spread", "called"), [("W20 W20 W50", "wilds"), ("?", "cards")])
def test_a_spread_out_pile_without_a_rank_is_called_what_it_shows(spread: str, called: str) -> None:
    side = merge_photos([PLAYED, photo("fanned.jpg", PhotoRole.FANNED, column(spread, 200, 200))])
    (doubt,) = (one for one in side.doubts if one.code == "fanned_without_book")
    assert doubt.say.startswith(f"these {called} match no pile ")
