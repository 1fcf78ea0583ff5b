"""A photo from low down is squared up by how its cards lie, read so, and what was read put back."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.faces import Face
from tests.vision.factories import HEIGHT, WIDTH, seen
from vision.corners import Image
from vision.doubting.anotherlook import LOST, in_place_of
from vision.outlining.fromabove import INDEX_PX, from_above
from vision.photos.frames import Frame, load_photo
from vision.photos.squaring import picture_of, sent, stretches
from vision.read import default_card_reader
from vision.seen import SeenCard, moved

Floats = NDArray[np.float64]

PHOTO = (1600, 1200)
SAMPLE = Path(__file__).parents[3] / "datasets" / "samples" / "Table 1" / "Ben" / "fanned-1.jpg"


def seen_at(tilt_degrees: float, size: tuple[int, int] = PHOTO, cards_off: float = 14.0) -> Floats:
    """Return the (3, 3) homography from a table, cards 100 wide, its middle 0 0, to px of a photo tilted so."""
    tilt, length = np.deg2rad(tilt_degrees), 0.85 * size[0]
    table = np.diag([1 / WIDTH, 1 / WIDTH, 1.0])
    camera = np.array([[length, 0, size[0] / 2], [0, length, size[1] / 2], [0, 0, 1]])
    lie = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -np.sin(tilt), cards_off]])
    return np.asarray(camera @ lie @ table)


def strewn(count: int = 24) -> list[SeenCard]:
    """Return cards strewn over a table, turned all ways."""
    rng = np.random.default_rng(5)
    spots = [(x, y) for y in (-300, -100, 100, 300) for x in (-500, -300, -100, 100, 300, 500)]
    rng.shuffle(spots)
    return [seen(Face.KING, x, y, rng.uniform(-180, 180)) for x, y in spots[:count]]


def photographed(cards: list[SeenCard], to_px: Floats) -> tuple[SeenCard, ...]:
    return tuple(moved(card, to_px) for card in cards)


def blank(size: tuple[int, int] = PHOTO) -> Image:
    return np.full((size[1], size[0], 3), 90, np.uint8)


@pytest.mark.parametrize(("tilt", "off"), [(40, 0.03), (55, 0.06), (65, 0.12)])
def test_in_the_picture_all_cards_are_of_one_size_and_shape(tilt: float, off: float) -> None:
    cards = photographed(strewn(), seen_at(tilt))
    picture = from_above(blank(), cards, ())
    assert picture is not None
    back = np.asarray(np.linalg.inv(picture.to_px), np.float64)
    quads = np.array([moved(card, back).corners for card in cards])
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    assert sides[:, ::2] == pytest.approx(np.full((24, 2), np.median(sides[:, ::2])), rel=off)
    assert sides[:, 1::2] == pytest.approx(np.full((24, 2), np.median(sides[:, ::2]) * HEIGHT / WIDTH), rel=off)


@pytest.mark.parametrize(("count", "tilt"), [(24, 0), (24, 20), (2, 40)])
def test_a_photo_from_above_stays_and_a_few_cards_must_tell_plainly(count: int, tilt: float) -> None:
    assert from_above(blank(), photographed(strewn(count), seen_at(tilt)), ()) is None


def test_two_cards_tell_how_a_table_lies_that_is_seen_very_flat() -> None:
    assert from_above(blank(), photographed(strewn(2), seen_at(65)), ()) is not None


def test_no_card_tells_nothing() -> None:
    back = replace(seen(None, 800, 600), face=None)
    assert from_above(blank(), (), ()) is None
    assert from_above(blank(), (back, back, back), ()) is None


def test_the_picture_shows_the_photo_where_it_says() -> None:
    to_px, image = seen_at(60), blank()
    cards = photographed(strewn(), to_px)
    for number, card in enumerate(cards):
        x, y = card.corners.mean(axis=0).astype(int)
        image[y - 6 : y + 7, x - 6 : x + 7] = (number, 200, 255 - number)
    picture = from_above(image, cards, ())
    assert picture is not None
    for number, card in enumerate(cards):
        x, y = sent(np.asarray(np.linalg.inv(picture.to_px), np.float64), card.corners.mean(axis=0)).astype(int)
        assert picture.image[y, x].tolist() == pytest.approx([number, 200, 255 - number], abs=3)


def test_what_may_be_a_card_is_in_the_picture_and_what_lies_beyond_the_photo_is_not() -> None:
    to_px = seen_at(60)
    cards, (far,) = photographed(strewn(6), to_px), photographed([seen(Face.ACE, 0, -900)], to_px)
    picture = from_above(blank(), cards, (far,))
    assert picture is not None
    high, wide = picture.image.shape[:2]
    corners = sent(np.asarray(np.linalg.inv(picture.to_px), np.float64), far.corners)
    assert (corners > 0).all()
    assert (corners < (wide, high)).all()
    assert sent(picture.to_px, np.array([[wide / 2, high]]))[0, 1] <= PHOTO[1] + 1


def test_large_print_is_shown_no_larger_than_it_is_read() -> None:
    size = (6400, 4800)
    cards = photographed(strewn(), seen_at(60, size))
    picture = from_above(blank(size), cards, ())
    assert picture is not None
    back = np.asarray(np.linalg.inv(picture.to_px), np.float64)
    boxes = np.array([index.box for card in cards for index in moved(card, back).indices])
    assert np.median((boxes[:, 2:] - boxes[:, :2]).max(axis=1)) == pytest.approx(INDEX_PX, rel=0.2)


def test_how_long_things_are_shown_is_told_one_way_and_the_other() -> None:
    assert stretches(np.diag([4.0, 2.0, 1.0]), np.zeros((3, 2))) == pytest.approx(np.tile([4.0, 2.0], (3, 1)))


def test_what_was_read_from_above_is_put_back_and_what_was_lost_stays_possible() -> None:
    to_px = np.array([[2.0, 0, 10], [0, 2.0, 20], [0, 0, 1]])
    first = (seen(Face.FOUR, 500, 500), seen(Face.ACE, 1500, 500), seen(Face.SIX, 1000, 900))
    again = moved(replace(first[0], face=Face.FIVE), np.asarray(np.linalg.inv(to_px), np.float64))
    doubtful = moved(replace(first[1], presence=0.3), np.asarray(np.linalg.inv(to_px), np.float64))
    counting, rest = in_place_of(first, (again,), (doubtful,), to_px)
    assert [card.face for card in counting] == [Face.FIVE]
    assert counting[0].corners == pytest.approx(first[0].corners)
    assert [(card.face, card.presence) for card in rest] == [(Face.ACE, 0.3), (Face.SIX, LOST)]


def test_a_card_of_which_one_end_is_read_from_above_keeps_the_other_end_that_it_had() -> None:
    first = seen(Face.FOUR, 500, 500)
    upper, lower = (replace(first, indices=(index,)) for index in first.indices)
    counting, _ = in_place_of((first,), (upper,), (), np.eye(3))
    assert [card.indices for card in counting] == [first.indices]
    apart, _ = in_place_of((first,), (upper, lower), (), np.eye(3))
    assert [len(card.indices) for card in apart] == [1, 1], "what counts by itself is no other end"
    misread, _ = in_place_of((first,), (replace(upper, face=Face.FIVE),), (), np.eye(3))
    assert [len(card.indices) for card in misread] == [1]


def test_what_was_not_read_and_is_lost_still_counts_as_nobody_asks_about_it_otherwise() -> None:
    unread = replace(seen(Face.SIX, 1000, 900), face=Face.UNREAD)
    counting, rest = in_place_of((unread,), (), (), np.eye(3))
    assert [(card.face, card.presence) for card in counting] == [(Face.UNREAD, LOST)]
    assert rest == ()


def test_a_photo_tilted_far_reads_like_one_from_above() -> None:
    reader, level = default_card_reader(threads=1), load_photo(SAMPLE)
    # The photo as a picture on a table that is seen at 62 degrees.
    size = (level.width, level.height)
    centred = np.array([[1.0, 0, -size[0] / 2], [0, 1.0, -size[1] / 2], [0, 0, 1]])
    to_px = seen_at(62, size, cards_off=9.0 * size[0] / 1280) @ np.diag([0.9, 0.9, 1.0]) @ centred
    tilted = Frame("tilted.jpg", picture_of(level.image, np.asarray(np.linalg.inv(to_px), np.float64), size))
    reading = reader.read(tilted)
    known = reader.read(level)
    assert sorted(str(card.face) for card in reading.cards) == sorted(str(card.face) for card in known.cards)
    places = np.array([moved(card, to_px).corners.mean(axis=0) for card in known.cards])
    for card in reading.cards:
        assert np.linalg.norm(places - card.corners.mean(axis=0), axis=1).min() < 0.2 * card.width_px
