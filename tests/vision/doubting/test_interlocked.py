"""Cards that cannot lie as they were read."""

from dataclasses import replace

import numpy as np

from scorer.faces import Face
from tests.vision.factories import HEIGHT, WIDTH, index_box, seen
from vision.corners import CornerKind
from vision.doubting.doubts import DoubtCode, reading_doubts
from vision.doubting.interlocked import ONE_TOO_MANY, interlocked, with_doubtful_heaps
from vision.doubting.light import light_doubts
from vision.live.settling import Look, together
from vision.photoreading import PhotoReading, StageTimes
from vision.seen import SeenCard, SeenIndex, as_box

STEP = 0.3 * WIDTH
"""How far the cards of a fan lie apart."""


def fanned(face: str, place: int) -> SeenCard:
    """Return a card of a fan, of which the next one leaves the upper left index in view."""
    return seen(face, 500 + place * STEP, 500, corners=1)


def with_right_index(card: SeenCard) -> SeenCard:
    """Return a card with an index at its upper right as well."""
    right = SeenIndex(as_box(index_box(card.corners, 1.0)), card.face or Face.UNREAD, 0.99, CornerKind.INDEX, 0.9)
    return replace(card, indices=(*card.indices, right))


def test_a_fan_lies_as_it_was_read_and_so_do_cards_that_touch() -> None:
    fan = [*(fanned("K", place) for place in range(4)), seen("K", 500 + 4 * STEP, 500)]
    beside = seen("9", 500 + 4 * STEP + WIDTH, 500)
    assert interlocked([*fan, beside]) == []
    assert interlocked([]) == []


def test_neighbours_taken_for_one_card_lock_what_lies_between() -> None:
    # The left indices of a fan's first king and third one taken for those of one card, and the king between.
    heap = (with_right_index(fanned("K", 0)), seen("K", 500 + STEP, 500), fanned("9", 9))
    assert interlocked(heap) == [(0, 1)]
    (doubt,) = reading_doubts(heap, 2000, 1000)
    assert doubt.code is DoubtCode.INTERLOCKED
    assert doubt.about == (0, 1)
    assert doubt.say.startswith("these 2 kings cannot lie as they were read")


def test_a_card_read_twice_locks_the_one_under_it() -> None:
    upper, lower = seen("8", 500, 500), seen("8", 500, 500 + 0.3 * HEIGHT)
    ghost = seen("7", 500, 500 + 0.15 * HEIGHT)
    (doubt,) = reading_doubts((upper, lower, ghost), 2000, 1000)
    assert doubt.about == (0, 1, 2)
    assert doubt.say.startswith("these 3 cards cannot")


def test_the_least_likely_of_cards_that_cannot_all_lie_there_may_be_none() -> None:
    between = replace(seen("K", 500 + STEP, 500), presence=0.999)
    heap = (with_right_index(fanned("K", 0)), between, fanned("9", 9))
    assert [card.presence for card in with_doubtful_heaps(heap)] == [1.0, ONE_TOO_MANY, 1.0]
    assert with_doubtful_heaps((heap[0], heap[2])) == (heap[0], heap[2])
    unlikely = replace(between, presence=0.6)
    assert with_doubtful_heaps((heap[0], unlikely)) == (heap[0], unlikely)


def test_two_cards_at_one_place_are_one_however_little_they_show() -> None:
    lower = replace(fanned("K", 0), quad=seen("K", 505, 497, 180).quad)
    assert interlocked([fanned("K", 0), lower]) == [(0, 1)]
    assert interlocked([fanned("K", 0), fanned("K", 1)]) == []


def test_cards_of_one_index_each_say_nothing_as_their_outlines_may_be_the_mirrored_ones() -> None:
    # The second's index is its right one, so that it lies to the left, under the first.
    mirrored = replace(fanned("K", 1), quad=seen("K", 452, 500).quad)
    assert interlocked([fanned("K", 0), mirrored]) == []
    assert interlocked([seen("K", 500, 500), mirrored]) == [(0, 1)]


def test_heaps_stand_by_themselves_and_backs_are_left_out() -> None:
    def lock(x: float, face: str) -> list[SeenCard]:
        return [seen(face, x, 500), seen(face, x + STEP, 500)]

    cards = [*lock(500, "K"), seen(None, 520, 510), *lock(1500, "Q")]
    assert interlocked(cards) == [(0, 1), (3, 4)]
    chain = [seen("K", 500 + 0.7 * place * WIDTH, 500) for place in range(5)]
    assert interlocked(chain) == [(0, 1, 2, 3, 4)]
    assert interlocked([chain[0], chain[2]]) == []


def test_what_has_settled_before_the_camera_is_doubted_so_too() -> None:
    heap = (seen("K", 500, 500), seen("K", 500 + STEP, 500))
    reading = PhotoReading("camera", 2000, 1000, StageTimes(1.0, 1.0, 1.0), heap, ())
    looks = [Look(reading, np.eye(3))] * 3
    assert [doubt.code for doubt in together(looks).doubts] == [DoubtCode.MAYBE_NONE, DoubtCode.INTERLOCKED]


def test_what_has_settled_in_little_light_is_in_doubt_as_a_whole() -> None:
    (dark,) = light_doubts(np.full((600, 800, 3), 40, np.uint8))
    reading = PhotoReading("camera", 2000, 1000, StageTimes(1.0, 1.0, 1.0), (seen("K", 500, 500),), (dark,))
    assert [doubt for doubt in together([Look(reading, np.eye(3))] * 3).doubts if not doubt.about] == [dark]


def test_that_nothing_was_found_before_the_camera_is_said_once() -> None:
    reading = PhotoReading("camera", 2000, 1000, StageTimes(1.0, 1.0, 1.0), (), reading_doubts((), 2000, 1000))
    assert [doubt.code for doubt in together([Look(reading, np.eye(3))] * 3).doubts] == [DoubtCode.NO_CARDS]
