"""Several photos of one side, by known cards: overlapping parts, second tries, partners' areas, hands fanned anew."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from handfoot.review.beginning import TakenPhoto, begin
from handfoot.review.draft import Draft
from handfoot.review.recording import doubtful, repeats
from handfoot.sides.laying import SeenPhoto, laid_out
from handfoot.sides.merging import merge_photos
from handfoot.sides.seenside import SeenSide
from scorer.faces import Face
from scorer.record import BookKind
from tests.handfoot.oracle import card, column, faces_at, left_of, photo
from vision.corners import Ink, Suit
from vision.doubting import chances
from vision.doubting.doubts import Doubt, DoubtCode
from vision.doubting.interlocked import with_doubtful_heaps
from vision.doubting.jacks import with_doubtful_jacks
from vision.doubting.threes import with_doubtful_threes
from vision.laying.piles import PhotoRole
from vision.mat.finding import SeenMat
from vision.seen import RunnerUp, SeenCard, as_box, as_quad, may_be

WIDTH, HEIGHT = 1600, 1200

TABLE = (
    *column("4 4 4 4", 150, 500),
    *column("6 6 6 W20", 300, 500),
    *column("8 8 8 8 8", 450, 500),
    *column("9 9 9", 600, 500),
    *column("J J J W50", 750, 500),
    *column("Q Q Q Q", 900, 500),
    *column("A A A", 1050, 500),
    card("K", 200, 200, 90),
    card("R3", 700, 200),
    card("R3", 850, 200),
)
FACES = Counter(one.face for one in TABLE)


def seen_from(plane: NDArray[np.float64], cards: Sequence[SeenCard]) -> list[SeenCard]:
    """Return the cards that a camera sees: those with an index inside its picture."""

    def sent(points: NDArray[np.float64]) -> NDArray[np.float64]:
        found = np.column_stack([points, np.ones(len(points))]) @ plane.T
        return np.asarray(found[:, :2] / found[:, 2:])

    shown = []
    for one in cards:
        indices = []
        for index in one.indices:
            x1, y1, x2, y2 = index.box
            box = sent(np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]]))
            if (box > 0).all() and (box < (WIDTH, HEIGHT)).all():
                indices.append(replace(index, box=as_box(np.concatenate([box.min(axis=0), box.max(axis=0)]))))
        if indices:
            shown.append(replace(one, quad=as_quad(sent(one.corners)), indices=tuple(indices)))
    return shown


def camera(x: float, y: float, zoom: float, turn: float, tilt: float) -> NDArray[np.float64]:
    """Return the homography of a camera that looks at a point of the table."""
    c, s = np.cos(turn) * zoom, np.sin(turn) * zoom
    view = np.array([[1, 0, WIDTH / 2], [0, 1, HEIGHT / 2], [0, 0, 1]]) @ np.array(
        [[c, -s, 0], [s, c, 0], [0, tilt, 1]]
    )
    return np.asarray(view @ np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1]]))


def counted(side: SeenSide) -> Counter[Face]:
    return Counter(faces_at(side, (*(at for pile in side.piles for at in pile.seen), *side.threes)))


def suited(cards: Sequence[SeenCard], suits: str) -> list[SeenCard]:
    return [replace(one, suit=Suit(suit)) for one, suit in zip(cards, suits, strict=True)]


@settings(max_examples=15)
@given(
    st.floats(380, 560),
    st.floats(640, 860),
    st.lists(st.tuples(st.floats(0.9, 1.25), st.floats(-0.4, 0.4), st.floats(-2e-4, 2e-4)), min_size=2, max_size=2),
)
def test_a_card_that_two_overlapping_photos_show_counts_once(
    left: float, right: float, held: list[tuple[float, float, float]]
) -> None:
    photos = [
        photo(f"played-{n}.jpg", seen_from(camera(x, 450, *how), TABLE))
        for n, (x, how) in enumerate(zip((left, right), held, strict=True), start=1)
    ]
    shown = {
        n
        for n, one in enumerate(TABLE)
        for x, how in zip((left, right), held, strict=True)
        if seen_from(camera(x, 450, *how), [one])
    }
    assert counted(merge_photos(photos)) == Counter(TABLE[n].face for n in shown)


def test_a_meld_cut_by_the_edge_of_both_photos_is_one_meld() -> None:
    meld = column("8 8 8 8 8 8", 500, 300, 90.0)
    table = [*meld, *column("K K K", 800, 300), *column("5 5 5", 1000, 300)]
    upper, lower = (seen_from(camera(700, y, 1.6, turn, 0.0), table) for y, turn in ((190, 0.0), (740, 0.1)))
    assert max(len(upper), len(lower)) < len(table)
    side = merge_photos([photo("played-1.jpg", upper), photo("played-2.jpg", lower)])
    assert sorted((str(pile.rank), len(pile.seen)) for pile in side.piles) == [("5", 3), ("8", 6), ("K", 3)]
    assert {at.photo for pile in side.piles for at in pile.seen} == {0, 1}


@pytest.mark.parametrize(("faces", "said"), [("9", []), ("9 9 W50", ["fanned_differs"])])
def test_an_open_meld_stays_where_the_photo_of_spread_books_shows_fewer_of_its_cards(
    faces: str, said: list[str]
) -> None:
    played = photo("played-1.jpg", [*column("9 9 9 W20 W20", 600, 300), *column("K K K", 1100, 300)])
    fanned = photo("fanned-1.jpg", [*column(faces, 1000, 300), *column("K K K K", 300, 300)], PhotoRole.FANNED)
    side = merge_photos([played, fanned])
    piles = {pile.rank: pile for pile in side.piles}
    assert [str(face) for face in piles[Face.NINE].pile.cards] == ["9", "9", "9", "W20", "W20"]
    assert {at.photo for at in piles[Face.NINE].again} == {1}
    assert {at.photo for at in piles[Face.KING].seen} == {1}
    assert [doubt.code for doubt in side.doubts] == said


def test_a_second_try_counts_nothing_twice_and_settles_what_the_first_left_in_doubt() -> None:
    unsure = replace(TABLE[17], confidence=0.6, runners_up=(RunnerUp(Face.JACK, 0.35),))
    first = photo("played-1.jpg", [*TABLE[:17], unsure, *TABLE[18:]])
    assert merge_photos([first]).doubts
    again = photo("played-2.jpg", seen_from(camera(700, 500, 0.95, 0.2, 1e-4), TABLE))
    side = merge_photos([first, again])
    assert counted(side) == FACES
    assert side.doubts == ()
    assert side.photos[0].reading.cards[17].confidence > 0.97


@pytest.mark.parametrize(("red_is_clean", "kind"), [(True, BookKind.CLEAN), (False, BookKind.DIRTY)])
def test_what_a_red_top_means_holds_for_what_two_photos_show_together(red_is_clean: bool, kind: BookKind) -> None:
    king = replace(card("K", 200, 200), suit=Suit.HEARTS, ink=Ink.RED)
    shown = [king if one.face is Face.KING else one for one in TABLE]
    tries = photo("played-1.jpg", shown), photo("played-2.jpg", seen_from(camera(700, 500, 0.95, 0.2, 1e-4), shown))
    side = merge_photos([laid_out(one.name, one.shows, one.unvoted, red_is_clean=red_is_clean) for one in tries])
    assert counted(side) == FACES
    assert [pile.pile.kind for pile in side.piles if pile.pile.squared] == [kind]


def test_two_melds_of_a_rank_that_one_photo_shows_side_by_side_are_two() -> None:
    others = [one for one in TABLE if one.face is not Face.KING]
    first, second = column("K K K", 30, 300), column("K K K", 1300, 300)
    near = photo("played-1.jpg", [*others, *second])
    for both in ([*first, *others, *second], [*others, *second, *first]):
        far = photo("played-2.jpg", seen_from(camera(800, 600, 0.6, 0.1, 1e-4), both))
        side = merge_photos([near, far])
        assert counted(side)[Face.KING] == 6
        assert "pile_in_two_photos" not in {doubt.code for doubt in side.doubts}


def test_cards_that_two_photos_likely_both_show_count_once_with_one_doubt_that_names_both() -> None:
    melds = [*column("K K K", 300, 300), *column("Q Q Q", 600, 300)]
    photos = [photo(f"played-{n}.jpg", melds) for n in (1, 2)]
    side = merge_photos(photos)
    assert counted(side) == {Face.KING: 3, Face.QUEEN: 3}
    (doubt,) = side.doubts
    say = "played-1.jpg and played-2.jpg seem to show the same 3 queens and 3 kings: they count once"
    assert (doubt.say, doubt.about) == (say, tuple(range(6)))


def test_what_is_doubted_of_several_cards_together_is_said_once() -> None:
    doubt = Doubt(DoubtCode.INTERLOCKED, (3, 5), "these 2 cards cannot lie so")
    photos = [photo(f"played-{n}.jpg", TABLE) for n in (1, 2)]
    doubted = [
        replace(one, reading=reading, unvoted=reading)
        for one in photos
        for reading in [replace(one.reading, doubts=(doubt,))]
    ]
    side = merge_photos(doubted)
    assert [(len(one.about), one.say) for one in side.doubts] == [(2, doubt.say)]
    # Another photo that shows one of them without a doubt leaves the other's.
    one_alone = photo("played-2.jpg", [*TABLE[:3], *TABLE[4:]])
    side = merge_photos([doubted[0], one_alone])
    assert [one.say for one in side.doubts if one.code == "interlocked"] == [doubt.say]


def with_faint(seen: SeenPhoto, *faint: SeenCard) -> SeenPhoto:
    weak = tuple(
        replace(one, confidence=0.6, indices=tuple(replace(index, score=0.2) for index in one.indices)) for one in faint
    )
    return laid_out(seen.name, seen.shows, replace(seen.reading, maybe=weak))


def asked(*photos: SeenPhoto) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return what is asked of cards that were not counted: where, the pile's rank, what it may be."""
    draft = draft_of(*photos)
    notes = [one for one in doubtful(draft) if one.at is None]
    ranks = [str(draft.rank(draft.piles[note.pile - 1])) if note.pile else note.place for note in notes]
    return [(note.where, rank, tuple(map(str, note.faces))) for note, rank in zip(notes, ranks, strict=True)]


LOOK_AGAIN = camera(700, 500, 0.95, 0.2, 1e-4)


@pytest.mark.parametrize("second", ["A", "K"], ids=["read alike", "read otherwise"])
def test_what_two_photos_show_faintly_is_asked_once_with_what_both_say(second: str) -> None:
    *_, ace = column("A A A A", 1050, 500)
    first = with_faint(photo("played-1.jpg", TABLE), replace(ace, runners_up=(RunnerUp(Face.FOUR, 0.3),)))
    (again,) = seen_from(LOOK_AGAIN, [replace(ace, face=Face(second), runners_up=(RunnerUp(Face.ACE, 0.3),))])
    other = with_faint(photo("played-2.jpg", seen_from(LOOK_AGAIN, TABLE)), again)
    assert asked(first)[0][2] == ("A", "4")
    side = merge_photos([first, other])
    ((where, rank, faces),) = asked(first, other)
    assert (where, rank, faces[0]) == ("played-1.jpg, ?1", "A", "A")
    assert side.photos[0].reading.maybe[0].runners_up == side.photos[1].reading.maybe[0].runners_up
    assert draft_of(first, other).faint == ("played-1.faint.0",)


def test_what_one_photo_shows_faintly_and_another_surely_is_counted_and_not_asked() -> None:
    *rest, king, _, _ = TABLE
    first = with_faint(photo("played-1.jpg", [*rest, *TABLE[-2:]]), king)
    weak = replace(king, presence=0.98)
    second = photo("played-2.jpg", seen_from(LOOK_AGAIN, [*rest, weak, *TABLE[-2:]]))
    side = merge_photos([first, second])
    assert counted(side) == FACES
    assert asked(first, second) == []
    # Neither is it in doubt because the first photo does not show it: it does, faintly.
    assert "seen_once" not in {doubt.code for doubt in side.doubts}
    assert asked(first) != []


@pytest.mark.parametrize(("presence", "in_doubt"), [(0.9985, True), (0.9995, False)])
def test_what_only_one_photo_shows_is_in_doubt_if_it_may_be_no_card(presence: float, in_doubt: bool) -> None:
    *rest, king, _, _ = TABLE
    first = photo("played-1.jpg", [*rest, *TABLE[-2:]])
    found = tuple(replace(index, score=0.5) for index in king.indices)
    alone = replace(king, presence=presence, indices=found)
    side = merge_photos([first, photo("played-2.jpg", seen_from(LOOK_AGAIN, [*rest, alone, *TABLE[-2:]]))])
    assert counted(side) == FACES
    assert [doubt.code for doubt in side.doubts] == ["seen_once"] * in_doubt


def test_faint_cards_that_lie_apart_are_asked_each() -> None:
    *_, nine, ten = column("9 9 9 9 9", 600, 500)
    first = with_faint(photo("played-1.jpg", TABLE), nine)
    second = with_faint(photo("played-2.jpg", seen_from(LOOK_AGAIN, TABLE)), *seen_from(LOOK_AGAIN, [nine, ten]))
    assert [(where, rank) for where, rank, _ in asked(first, second)] == [
        ("played-1.jpg, ?1", "9"),
        ("played-2.jpg, ?2", "9"),
    ]


def test_what_is_faint_in_a_hand_and_in_the_same_hand_fanned_anew_is_asked_once() -> None:
    hand = [card(face, 200 + 60 * place, 500) for place, face in enumerate(["K", "4", "9", "9", "J"])]
    anew = [card(face, 400 + 40 * place, 300 + 90 * place, 30) for place, face in enumerate(["9", "J", "4", "K", "9"])]
    first = with_faint(photo("left-1.jpg", hand, PhotoRole.LEFT), card("5", 560, 500))
    second = with_faint(photo("left-2.jpg", anew, PhotoRole.LEFT), card("5", 800, 900, 30), card("8", 300, 200))
    assert [faces for _, _, faces in asked(first, second)] == [("5",), ("8",)]


ON_MAT = SeenMat(((0.25, 0.0, 0.0), (0.0, 0.25, 0.0), (0.0, 0.0, 1.0)), (0, 1, 2, 3))
"""A mat seen from straight above, four px a millimetre: what lies below y = 612 px lies in Hand or Foot."""


def test_a_faint_card_in_the_mats_hand_or_foot_is_asked_as_one_that_is_left() -> None:
    played, left = column("8 8 8", 300, 200), [card("K", 300, 800), card("9", 1200, 800)]
    first = photo("played.jpg", [*played, *left])
    first = replace(first, reading=replace(first.reading, mat=ON_MAT))
    # The second would lie upon the king, were the mat not there.
    faint = [card("8", 300, 320), card("4", 320, 840), card("5", 700, 300)]
    shown = with_faint(first, *faint)
    assert left_of(merge_photos([shown])) == (Face.KING, Face.NINE)
    assert [(where, rank) for where, rank, _ in asked(shown)] == [
        ("played.jpg, ?1", "8"),
        ("played.jpg, ?2", "left"),
        # A card by itself in the played area is the top of a squared book.
        ("played.jpg, ?3", "dirty book"),
    ]


def test_where_only_one_of_two_photos_shows_the_mat_it_says_what_is_left() -> None:
    bare = with_faint(photo("played-1.jpg", TABLE), card("5", 200, 700))
    seen = photo("played-2.jpg", TABLE)
    mat = with_faint(replace(seen, reading=replace(seen.reading, mat=ON_MAT)), card("5", 200, 700))
    assert [rank for _, rank, _ in asked(bare, mat)] == ["left"]
    # All of it is laid as the photo of the mat shows it, whichever of them came first.
    assert left_of(merge_photos([bare, mat])) == left_of(merge_photos([mat]))


def test_two_photos_that_surely_read_one_card_as_two_faces_leave_it_in_doubt() -> None:
    other = [replace(one, face=Face.KING) if n == 13 else one for n, one in enumerate(TABLE)]
    side = merge_photos(
        [photo("played-1.jpg", TABLE), photo("played-2.jpg", seen_from(camera(700, 500, 1, 0.1, 0), other))]
    )
    (doubt,) = [one for one in side.doubts if one.code == "photos_differ"]
    assert "played-1.jpg reads it as 9, played-2.jpg reads it as K" in doubt.say
    assert counted(side).total() == len(TABLE)


def outlined_at_the_other_side(one: SeenCard) -> SeenCard:
    """Return a card of which one index shows, its outline moved so that the index stands at the right of it."""
    (x1, _, x2, _), quad = one.indices[0].box, one.corners
    left, right = quad[:, 0].min(), quad[:, 0].max()
    return replace(one, quad=as_quad(quad + np.array([x1 + x2 - left - right, 0.0])), indices=one.indices[:1])


@pytest.mark.parametrize("tries", [2, 3])
def test_what_no_photo_shows_is_asked_however_many_show_the_card(tries: int) -> None:
    hand = suited([card(face, 300 + 150 * n, 300) for n, face in enumerate("45789")], "SHDCS")
    bare = may_be(card("B3", 300, 700), Face.RED_THREE, 0.1), may_be(card("J", 500, 700), Face.WILD_50, 0.12)
    digit = replace(card("6", 900, 700, shows=(0,)), suit=Suit.CLUBS, presence=0.9)
    looks = [seen_from(camera(700, 500, 1.0, turn, 0.0), [*hand, *bare, digit]) for turn in (0.0, 0.1, 0.2)[:tries]]
    side = merge_photos([photo(f"left-{n}.jpg", look, PhotoRole.LEFT) for n, look in enumerate(looks, start=1)])
    assert len(side.left_cards) == len(looks[0])
    may_be_instead = [chances.may_be(one) for one in side.photos[0].reading.cards]
    assert may_be_instead == [()] * 5 + [(Face.RED_THREE,), (Face.WILD_50,), (None,)]


@pytest.mark.parametrize("doubting", [(), (1,), (2,), (1, 2)])
def test_what_no_photo_shows_is_told_once_whichever_of_the_photos_doubt_it(doubting: tuple[int, ...]) -> None:
    hand = suited([card(face, 300 + 150 * n, 300) for n, face in enumerate("45789")], "SHDCS")
    digit = replace(card("6", 900, 700, shows=(0,)), suit=Suit.CLUBS)
    sure = card("B3", 300, 700), card("J", 500, 700), digit
    open_ = may_be(sure[0], Face.RED_THREE, 0.1), may_be(sure[1], Face.WILD_50, 0.12), replace(digit, presence=0.9)
    photos = [
        photo(f"left-{n}.jpg", seen_from(camera(700, 500, 1.0, 0.1 * n, 0.0), [*hand, *some]), PhotoRole.LEFT)
        for n, some in ((n, open_ if n in doubting else sure) for n in (1, 2))
    ]
    told = [(doubt.about, doubt.code) for doubt in merge_photos(photos).doubts]
    assert sorted(told) == [((5,), "low_confidence"), ((6,), "low_confidence"), ((7,), "maybe_none")]


def test_one_of_cards_that_cannot_all_lie_so_is_asked_about_however_many_photos_show_them() -> None:
    hand = suited([card(face, 300 + 150 * n, 300) for n, face in enumerate("45789")], "SHDCS")
    # The left indices of a fan's first king and third one taken for those of one card, and the king between.
    left, third = (card("K", x, 700, shows=(0,)) for x in (300, 360))
    heap = replace(left, indices=(*left.indices, *third.indices)), card("K", 330, 700)
    looks = [
        with_doubtful_heaps(seen_from(camera(700, 500, 1.0, turn, 0.0), [*hand, *heap])) for turn in (0.0, 0.1, 0.2)
    ]
    side = merge_photos([photo(f"left-{n}.jpg", look, PhotoRole.LEFT) for n, look in enumerate(looks, start=1)])
    assert [chances.may_be(one) for one in side.photos[0].reading.cards] == [()] * 6 + [(None,)]


@pytest.mark.parametrize("sure", [0.99, 0.8])
def test_a_black_three_counts_as_it_was_read_in_however_many_photos_without_colour(sure: float) -> None:
    hand = suited([card(face, 300 + 150 * n, 300) for n, face in enumerate("45789")], "SHDCS")
    grey = with_doubtful_threes((*hand, replace(card("B3", 300, 700), confidence=sure)), coloured=False)
    looks = [seen_from(camera(700, 500, 1.0, turn, 0.0), grey) for turn in (0.0, 0.1, 0.2)]
    for tries in (1, 2, 3):
        photos = [photo(f"left-{n}.jpg", look, PhotoRole.LEFT) for n, look in enumerate(looks[:tries], start=1)]
        side = merge_photos(photos)
        assert left_of(side)[-1] is Face.BLACK_THREE
        assert chances.may_be(side.photos[0].reading.cards[-1])[0] is Face.RED_THREE


def test_what_the_photos_together_tell_of_a_card_is_asked_though_one_alone_shows_it() -> None:
    hand = suited([card(face, 300 + 150 * n, 300) for n, face in enumerate("45789")], "SHDCS")
    # Beside three cards with suits a jack without one is nothing unusual, and beside five it is.
    looks = [hand, [*hand[2:], replace(card("J", 900, 700), confidence=0.999)]]
    assert [with_doubtful_jacks(tuple(look)) == tuple(look) for look in looks] == [True, True]
    side = merge_photos([photo(f"left-{n}.jpg", look, PhotoRole.LEFT) for n, look in enumerate(looks, start=1)])
    assert [len(places) for places in (side.left_cards, side.again)] == [6, 3]
    assert chances.may_be(side.photos[1].reading.cards[-1]) == (Face.WILD_50,)
    assert ("left-2.jpg", (3,), "low_confidence") in [(one.photo, one.about, one.code) for one in side.doubts]


def test_what_one_of_three_photos_shows_of_a_card_is_not_asked() -> None:
    hand = suited([card(face, 300 + 150 * n, 300) for n, face in enumerate("45789")], "SHDCS")
    wholes = suited([card(face, 300 + 200 * n, 700) for n, face in enumerate(("B3", "J", "6"))], "SHC")
    three, jack, six = (replace(one, suit=None) for one in wholes)
    hidden = [
        may_be(three, Face.RED_THREE, 0.1),
        may_be(jack, Face.WILD_50, 0.12),
        replace(six, indices=six.indices[:1], presence=0.9),
    ]
    # Each of the three is shown whole by another photo.
    shown = [[*hidden[:at], wholes[at], *hidden[at + 1 :]] for at in range(3)]
    looks = [
        seen_from(camera(700, 500, 1.0, turn, 0.0), [*hand, *some])
        for turn, some in zip((0.0, 0.1, 0.2), shown, strict=True)
    ]
    side = merge_photos([photo(f"left-{n}.jpg", look, PhotoRole.LEFT) for n, look in enumerate(looks, start=1)])
    assert [chances.may_be(one) for one in side.photos[0].reading.cards] == [()] * 8


def test_a_card_that_one_photo_outlines_at_the_other_side_of_its_index_counts_once() -> None:
    first = [card(str(one.face), *one.corners.mean(axis=0), shows=(0,)) for one in TABLE]
    second = [outlined_at_the_other_side(one) if n % 5 == 0 else one for n, one in enumerate(first)]
    side = merge_photos([photo("played-1.jpg", first), photo("played-2.jpg", seen_from(LOOK_AGAIN, second))])
    assert counted(side) == FACES
    about_both = {"share_a_corner", "pile_in_two_photos", "photo_again", "seen_once"}
    assert about_both.isdisjoint(doubt.code for doubt in side.doubts)


def test_of_a_card_whose_two_ends_one_photo_shows_as_two_cards_it_is_asked_whether_they_are_one() -> None:
    whole = TABLE[23]
    upper, lower = (replace(whole, indices=(index,)) for index in whole.indices)
    second = [*TABLE[:23], upper, replace(lower, quad=as_quad(lower.corners + np.array([0.0, 45.0]))), *TABLE[24:]]
    photos = [photo("played-1.jpg", TABLE), photo("played-2.jpg", seen_from(LOOK_AGAIN, second))]
    side = merge_photos(photos)
    assert counted(side) == FACES + Counter([whole.face])
    (doubt,) = [one for one in side.doubts if one.code == "share_a_corner"]
    assert doubt.say.startswith("played-1.jpg, card 23, and played-2.jpg, card 24, show one corner of 2 queens")
    assert faces_at(side, (*doubt.twice, *doubt.like)) == (whole.face, whole.face)
    assert doubt.twice != doubt.like
    (repeat,) = [repeat for one, repeat in repeats(draft_of(*photos)) if one.say == doubt.say]
    assert len(repeat.cards) == 1


def test_a_wild_read_as_the_other_one_is_no_other_meld() -> None:
    mine = photo("played-1.jpg", [*column("4 4 4 4", 300, 300), *column("9 9 W20", 500, 300)])
    theirs = photo("played-2.jpg", [*column("6 6 6", 300, 300), *column("9 9 W50", 900, 400)])
    assert [doubt.code for doubt in merge_photos([mine, theirs]).doubts] == ["pile_in_two_photos"]


def test_a_hand_and_a_foot_that_hold_one_wild_each_are_two() -> None:
    hand, foot = (
        photo(f"left-{n}.jpg", [card(face, 500, 500)], PhotoRole.LEFT) for n, face in ((1, "W20"), (2, "W50"))
    )
    assert sorted(left_of(merge_photos([hand, foot]))) == [Face.WILD_20, Face.WILD_50]


def test_what_one_photo_shows_faintly_at_a_corner_of_a_card_that_another_counts_is_not_asked() -> None:
    first = photo("played-1.jpg", TABLE)
    end = TABLE[23].indices[1]
    faint = replace(TABLE[23], indices=(end,), quad=as_quad(TABLE[23].corners + np.array([60.0, 0.0])))
    second = photo("played-2.jpg", TABLE)
    weak = replace(faint, face=Face.KING, confidence=0.6, indices=(replace(end, face=Face.KING, score=0.2),))
    second = laid_out(second.name, second.shows, replace(second.reading, maybe=(weak,)))
    assert asked(second) != []
    assert asked(first, second) == []


def test_two_photos_that_agree_on_how_many_cards_there_are_leave_no_doubt_about_their_corners() -> None:
    both = [*TABLE[:22], replace(TABLE[22], indices=(*TABLE[22].indices, TABLE[21].indices[0])), *TABLE[23:]]
    side = merge_photos([photo("played-1.jpg", both), photo("played-2.jpg", seen_from(LOOK_AGAIN, both))])
    assert counted(side) == FACES
    assert [doubt for doubt in side.doubts if doubt.code == "share_a_corner"] == []


def test_partners_areas_both_count_without_a_doubt() -> None:
    mine = photo("played-1.jpg", [*column("4 4 4 4", 300, 300), *column("9 9 9", 500, 300)])
    theirs = photo("played-2.jpg", [*column("6 6 6", 300, 300), *column("K K K K W20", 600, 300)])
    side = merge_photos([mine, theirs])
    assert counted(side).total() == 15
    assert side.doubts == ()


def test_of_equal_melds_in_partners_areas_it_is_asked_whether_they_are_the_same() -> None:
    mine = photo("played-1.jpg", [*column("4 4 4 4", 300, 300), *column("9 9 9", 500, 300)])
    theirs = photo("played-2.jpg", [*column("6 6 6", 300, 300), *column("9 9 9", 900, 400)])
    side = merge_photos([mine, theirs])
    assert counted(side).total() == 13
    assert [doubt.code for doubt in side.doubts] == ["pile_in_two_photos"]
    assert "9s lie in played-1.jpg and in played-2.jpg" in side.doubts[0].say


def test_equal_melds_of_other_suits_are_no_doubt() -> None:
    mine = photo("played-1.jpg", suited(column("9 9 9", 500, 300), "SSH"))
    theirs = photo("played-2.jpg", suited(column("9 9 9", 900, 400), "DCC"))
    side = merge_photos([mine, theirs])
    assert counted(side)[Face.NINE] == 6
    assert side.doubts == ()


@pytest.mark.parametrize("order", ["K 4 R3 9 9 J", "9 J 4 K 9 R3"], ids=["in order", "fanned anew"])
def test_leftovers_photographed_twice_count_once(order: str) -> None:
    hand = [card(face, 200 + 60 * place, 500) for place, face in enumerate(["K", "4", "R3", "9", "9", "J"])]
    anew = [card(face, 400 + 40 * place, 300 + 90 * place, 30) for place, face in enumerate(order.split())]
    side = merge_photos([photo("left-1.jpg", hand, PhotoRole.LEFT), photo("left-2.jpg", anew, PhotoRole.LEFT)])
    assert sorted(left_of(side)) == sorted(("K", "4", "R3", "9", "9", "J"))
    assert {doubt.code for doubt in side.doubts} == {"photo_again"}


def test_a_book_spread_out_in_two_photos_counts_once() -> None:
    played = photo("played.jpg", [card("K", 200, 150, 90), *column("J J J", 500, 500)])
    spread = photo("fanned-1.jpg", column("K K K K K K K", 200, 200), PhotoRole.FANNED)
    anew = photo("fanned-2.jpg", column("K K K K K K K", 700, 100, 70.0), PhotoRole.FANNED)
    side = merge_photos([played, spread, anew])
    assert counted(side)[Face.KING] == 7


def draft_of(*photos: SeenPhoto) -> Draft:
    return begin([TakenPhoto(one.name.split(".")[0], one) for one in photos])


def test_a_draft_counts_what_two_photos_show_once_and_places_each_card_once() -> None:
    first = photo("played-1.jpg", TABLE)
    again = photo("played-2.jpg", seen_from(camera(700, 500, 0.95, 0.2, 1e-4), TABLE))
    alone, both = draft_of(first), draft_of(first, again)
    assert sorted(both.placed()) == sorted(one.id for one in both.cards)
    assert len(both.red_threes) == 2
    assert {pile.id for pile in both.piles} == {pile.id for pile in alone.piles}
