"""A photo that leaves a card open is looked at once more, turned, and both looks are joined."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.faces import Face
from tests.vision.factories import WIDTH, Corner, corners_of, index_box, quad_at, readings_of, seen
from vision.corners import Corners, Image, Readings
from vision.doubting.anotherlook import ROOM, Part, is_open, joined, parts_left_open, usual_index_px
from vision.joining.presence import POSSIBLE_FROM, Sight, possible
from vision.photos.frames import Frame
from vision.read import CardReader, Nets
from vision.seen import RunnerUp, SeenCard, as_box, moved

PHOTO = (4000, 3000)
ALL = Part(0, 0, *PHOTO)


def card(face: Face | None, x: float = 500, y: float = 500, *, there: float = 1.0, sure: float = 0.999) -> SeenCard:
    """Return a card of 100 x 140 px that lies there and has its face with these chances, and is a king else."""
    rest = () if face is None else (RunnerUp(Face.KING, 1 - sure),)
    return replace(seen(face, x, y), presence=there, confidence=sure, runners_up=rest)


def seen_again(*cards: SeenCard) -> list[SeenCard]:
    """Return cards of the photo as another look at all of it sees them, in px of it as it is turned."""
    return [moved(one, np.asarray(np.linalg.inv(ALL.back), np.float64)) for one in cards]


def test_a_photo_told_surely_leaves_nothing_open() -> None:
    assert parts_left_open((card(Face.ACE), card(None, 900, there=0.5, sure=0.5)), (), *PHOTO) == []


@pytest.mark.parametrize("open_card", [card(Face.ACE, there=0.99), card(Face.ACE, sure=0.9)])
def test_what_may_be_none_or_another_is_looked_at_with_the_cards_around(open_card: SeenCard) -> None:
    (part,) = parts_left_open((card(Face.FOUR, 3500, 2500), open_card), (), *PHOTO)
    room = ROOM * WIDTH
    assert (part.left, part.right) == (450 - room, 550 + room)
    assert (part.top, part.bottom) == (430 - room, 570 + room)


def test_no_part_reaches_beyond_the_photo() -> None:
    (part,) = parts_left_open((), (card(Face.ACE, 60, 2990, there=0.1),), *PHOTO)
    assert (part.left, part.bottom) == (0, 3000)


def test_parts_that_overlap_are_one() -> None:
    near = tuple(card(Face.ACE, x, 700, there=0.9) for x in (700, 1500, 3400))
    parts = parts_left_open(near, (), *PHOTO)
    assert sorted((part.left, part.right) for part in parts) == [(250, 1950), (2950, 3850)]
    between = tuple(card(Face.ACE, x, 700, there=0.9) for x in (2300, 2800))
    bridged = parts_left_open((*near, *between), (), *PHOTO)
    assert [(part.left, part.right) for part in bridged] == [(250, 3850)]
    lower, upper = card(Face.ACE, 800, 900, there=0.9), card(Face.ACE, 700, 700, there=0.9)
    for two in ((lower, upper), (upper, lower)):
        assert parts_left_open(two, (), *PHOTO) == [Part(250, 230, 1250, 1370)]


@pytest.mark.parametrize("away", [(3400, 700), (700, 2400)], ids=["across", "down"])
def test_parts_that_lie_apart_are_two(away: tuple[float, float]) -> None:
    two = card(Face.ACE, 700, 500, there=0.9), card(Face.ACE, *away, there=0.9)
    assert len(parts_left_open(two, (), *PHOTO)) == len(parts_left_open(two[::-1], (), *PHOTO)) == 2


def test_where_most_of_a_photo_is_open_all_of_it_is_looked_at() -> None:
    assert parts_left_open((card(Face.ACE, there=0.9),), (), 1000, 1000) == [Part(0, 0, 1000, 1000)]


def test_the_size_to_look_at_is_that_of_most_indices() -> None:
    left, top, right, bottom = card(Face.ACE).indices[0].box
    assert usual_index_px((card(Face.ACE), card(Face.FOUR, 800))) == pytest.approx(max(right - left, bottom - top))


def test_a_part_is_turned_and_what_is_seen_in_it_put_back() -> None:
    image = np.zeros((60, 80, 3), np.uint8)
    image[20:23, 30:37] = 255
    part = Part(10, 5, 70, 50)
    turned = part.turned(Frame("a.jpg", image))
    assert (turned.width, turned.height) == (45, 60)
    rows, columns = np.nonzero(turned.image[..., 0])
    box = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], np.float64)
    spot = replace(card(Face.ACE).indices[0], box=as_box(box))
    back = moved(replace(card(Face.ACE), indices=(spot,)), part.back)
    assert back.indices[0].box == pytest.approx((30, 20, 37, 23))


def test_what_both_looks_hold_for_likely_is_likelier() -> None:
    (known,), maybe = joined((card(Face.ACE, there=0.95),), (), seen_again(card(Face.ACE, 503, there=0.95)), ALL)
    assert 0.95 < known.presence < 1 - 0.05**2
    assert maybe == ()


def test_what_the_other_look_does_not_tell_of_is_less_likely() -> None:
    (known,), _ = joined((card(Face.ACE, there=0.9),), (), [], ALL)
    assert 0.5 < known.presence < 0.9
    cards, (perhaps,) = joined((card(Face.ACE, there=0.6),), (), [], ALL)
    assert cards == ()
    assert POSSIBLE_FROM < perhaps.presence < 0.5
    _, (perhaps,) = joined((), (card(Face.ACE, there=0.021),), [], ALL)
    assert perhaps.presence == POSSIBLE_FROM, "what one look holds for possible stays so"
    hardly = seen_again(card(Face.ACE, there=0.021))
    _, others = joined((), (card(Face.ACE, there=0.021),), hardly, ALL)
    assert possible(others) == (), "unless the other holds it for as unlikely"


def test_what_one_look_rules_out_counts_only_where_the_other_is_far_surer() -> None:
    ruled_out = card(Face.ACE, there=0.005)
    assert joined((), (ruled_out,), [], ALL) == ((), (ruled_out,))
    _, (doubtful,) = joined((), (ruled_out,), seen_again(card(Face.ACE, there=0.95)), ALL)
    assert POSSIBLE_FROM < doubtful.presence < 0.5


def test_what_one_look_rules_out_is_no_rival_of_a_card_that_both_see() -> None:
    both, ruled_out = card(Face.ACE, 503, there=0.9), card(Face.ACE, 500, there=0.005)
    (known,), _ = joined((both,), (ruled_out,), seen_again(card(Face.ACE, 500, there=0.99)), ALL)
    assert known.quad == both.quad


def test_what_was_hardly_seen_counts_where_the_other_look_sees_it() -> None:
    (known,), maybe = joined((), (card(Face.ACE, there=0.3),), seen_again(card(Face.ACE, there=0.99)), ALL)
    assert known.presence > 0.5
    assert is_open(known)
    assert maybe == ()


def test_where_the_other_look_sees_one_card_two_that_share_its_index_do_not_both_count() -> None:
    twice = (card(Face.ACE, there=0.9), card(Face.ACE, 504, there=0.8))
    (known,), (other,) = joined(twice, (), seen_again(card(Face.ACE, 501, there=0.99)), ALL)
    assert known.quad == twice[0].quad
    assert other == replace(twice[1], presence=POSSIBLE_FROM)


def one_end(one: SeenCard, which: int) -> SeenCard:
    """Return a card of which one of two ends is seen alone."""
    return replace(one, indices=one.indices[which : which + 1])


def test_a_card_has_the_other_end_that_the_first_look_took_for_a_card_and_the_other_for_its_own() -> None:
    upper, lower = (one_end(card(Face.ACE, there=there), which) for which, there in enumerate((0.9, 0.8)))
    (known,), (rest,) = joined((upper, lower), (), seen_again(card(Face.ACE, there=0.99)), ALL)
    assert known.indices == upper.indices + lower.indices
    assert rest.presence == POSSIBLE_FROM, "it may still be a card of its own"
    faint = tuple(replace(one, presence=0.1) for one in (upper, lower))
    _, others = joined((), faint, seen_again(card(Face.ACE, there=0.1)), ALL)
    assert [other.indices for other in others] == [upper.indices, lower.indices], "of a card that counts alone"


def test_what_reads_otherwise_or_is_of_another_card_that_counts_is_no_other_end() -> None:
    ace = card(Face.ACE, there=0.9)
    upper, lower = one_end(ace, 0), one_end(ace, 1)
    four = replace(lower, indices=one_end(card(Face.FOUR), 1).indices)
    (known,), _ = joined((upper, four), (), seen_again(card(Face.ACE, there=0.99)), ALL)
    assert known.indices == upper.indices
    as_four = replace(card(Face.FOUR, sure=0.6), runners_up=(RunnerUp(Face.ACE, 0.4),))
    (known,), _ = joined((upper, lower), (), seen_again(as_four), ALL)
    assert (known.face, known.indices) == (Face.ACE, upper.indices)
    sure = replace(lower, presence=1.0)
    cards, _ = joined((upper, lower, sure), (), seen_again(card(Face.ACE, there=0.99)), ALL)
    assert [shown.indices for shown in cards] == [upper.indices, sure.indices]


def test_a_card_that_shows_both_its_ends_has_no_third() -> None:
    ace = card(Face.ACE, there=0.9)
    right = replace(ace.indices[0], box=as_box(index_box(quad_at(500, 500), 1.0)))
    its_own, whole = replace(ace, indices=(right,), presence=0.8), replace(ace, indices=(*ace.indices, right))
    (known,), (rest,) = joined((ace, its_own), (), seen_again(replace(whole, presence=0.99)), ALL)
    assert (known.indices, rest.indices) == (ace.indices, (right,))


def test_of_two_that_the_other_look_sees_at_a_card_the_one_that_fits_best_is_it() -> None:
    ace = card(Face.ACE, there=0.9)
    upper, lower = one_end(card(Face.ACE, there=0.99), 0), one_end(card(Face.ACE, 502, there=0.1), 1)
    alone, both = (joined((ace,), (), seen_again(*again), ALL)[0] for again in ((upper,), (upper, lower)))
    assert alone == both


def test_what_was_told_surely_stays_whatever_the_other_look_says() -> None:
    sure, back = card(Face.ACE), card(None, 900)
    unlike = seen_again(card(Face.FOUR, there=0.2), card(Face.FOUR, 900))
    cards, _maybe = joined((sure, back), (), unlike, ALL)
    assert cards[:2] == (sure, back)


@pytest.mark.parametrize("place", [(3000, 500), (500, 2000)])
def test_what_lies_in_no_part_stays(place: tuple[float, float]) -> None:
    away = card(Face.ACE, *place, there=0.9)
    assert joined((away,), (), [], Part(0, 0, 1000, 1000)) == ((away,), ())


def test_faces_are_told_by_both_looks() -> None:
    first = card(Face.QUEEN, sure=0.6)
    (agreed,), _ = joined((first,), (), seen_again(card(Face.QUEEN, sure=0.9)), ALL)
    assert (agreed.face, agreed.runners_up[0].face) == (Face.QUEEN, Face.KING)
    assert 0.6 < agreed.confidence < 0.9
    four = replace(card(Face.FOUR, sure=0.9), runners_up=(RunnerUp(Face.QUEEN, 0.1),))
    (other,), _ = joined((replace(first, runners_up=(RunnerUp(Face.FOUR, 0.4),)),), (), seen_again(four), ALL)
    assert (other.face, other.runners_up[0].face) == (Face.FOUR, Face.QUEEN)
    assert {index.face for index in other.indices} == {Face.FOUR}, "its corners are those that show it"


def test_a_card_that_one_look_cannot_read_is_what_the_other_reads() -> None:
    unread = replace(card(Face.UNREAD, there=0.9, sure=0.0), runners_up=())
    (read,), _ = joined((unread,), (), seen_again(card(Face.ACE, there=0.99)), ALL)
    assert (read.face, read.confidence) == (Face.ACE, 0.999)
    (known,), _ = joined((card(Face.ACE, there=0.9),), (), seen_again(replace(unread, presence=0.9)), ALL)
    assert known.face is Face.ACE


def test_a_card_that_only_the_other_look_counts_is_asked_about() -> None:
    first, new = card(Face.ACE, there=0.9), card(Face.FOUR, 800, there=0.99999)
    both = seen_again(first, new)
    cards, _ = joined((first,), (), both, ALL)
    assert [(one.face, is_open(one)) for one in cards] == [(Face.ACE, True), (Face.FOUR, True)]
    twice = seen_again(first, card(Face.ACE, 501, there=0.99))
    assert len(joined((first,), (), twice, ALL)[0]) == 1, "what lies on an index of a known card is no new one"


class TurningOracle:
    """A finder and a reader that know a photo's corners, whichever way it is shown, and count the looks at it."""

    best_index_px = 25.2
    patch_px = 8

    def __init__(self, *corners: Corner) -> None:
        self.corners = corners
        self.ways: list[bool] = []

    def photo(self) -> Image:
        """Return a photo of 800 x 600 px in which each corner is of a grey of its own."""
        image = np.zeros((600, 800, 3), np.uint8)
        for number, box in enumerate(corners_of(*self.corners).boxes.round().astype(int), start=1):
            image[box[1] : box[3], box[0] : box[2]] = number
        return image

    def find(self, image: Image) -> Corners:
        height, width = image.shape[:2]
        is_turned = height > width
        upright = corners_of(*(() if is_turned in self.ways else self.corners))
        self.ways.append(is_turned)
        if not is_turned:
            return upright
        boxes, quads = upright.boxes, upright.quads
        turned = np.stack([width - boxes[:, 3], boxes[:, 0], width - boxes[:, 1], boxes[:, 2]], axis=1)
        return replace(upright, boxes=turned, quads=np.stack([width - quads[..., 1], quads[..., 0]], axis=-1))

    def read(self, patches: NDArray[np.uint8]) -> Readings:
        nothing = Corner(None, quad_at(0, 0))
        return readings_of(*((nothing, *self.corners)[patch[4, 4, 0]] for patch in patches))


class Doubter:
    """A judge that holds every card for as likely."""

    def __init__(self, chance: float) -> None:
        self.chance = chance

    def chances(self, sight: Sight) -> NDArray[np.float32]:
        return np.full(len(sight.cards), self.chance, np.float32)


@pytest.mark.parametrize(("there", "again", "looks"), [(0.97, True, 2), (0.97, False, 1), (1.0, True, 1)])
def test_a_photo_is_looked_at_again_where_it_leaves_a_card_open(there: float, again: bool, looks: int) -> None:
    oracle = TurningOracle(Corner(Face.KING, quad_at(300, 300)), Corner(Face.ACE, quad_at(500, 300), score=0.8))
    reader = CardReader(Nets(oracle, oracle, presence=Doubter(there)), looks_again=again)
    reading = reader.read(Frame("played-1.jpg", oracle.photo()))
    assert [known.face for known in reading.cards] == [Face.KING, Face.ACE]
    assert len({*oracle.ways}) == looks
    assert all((known.presence > there + 1e-3) == (looks == 2) for known in reading.cards)
    places = [known.indices[0].box for known in reading.cards]
    assert places == [pytest.approx(tuple(box), abs=1) for box in corners_of(*oracle.corners).boxes]
