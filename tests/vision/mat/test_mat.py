"""The printed mat in a photo: found from any side, half covered too, and what its zones and millimetres then tell."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from tablesynth.mats import CARD_MM, mat_thing
from tablesynth.photo.camera import Camera, View, aim
from tablesynth.photo.compose import Canvas, premultiplied

from scorer.faces import Face
from tests.vision.factories import seen
from vision.corners import Image
from vision.doubting.anotherlook import LOST
from vision.doubting.doubts import DoubtCode
from vision.doubting.light import light_doubts
from vision.joining.cards import in_reading_order
from vision.laying.piles import PhotoRole
from vision.mat.design import HEIGHT_MM, MARKERS, WIDTH_MM, Zone, marker_corners
from vision.mat.finding import SeenMat, find_mats, mat_in_use
from vision.mat.layout import lay_out_photo
from vision.mat.reading import read_by_mat
from vision.mat.squaring import is_slanted, squared_up
from vision.photoreading import PhotoReading, StageTimes
from vision.photos.frames import Frame
from vision.seen import SeenCard, as_quad, moved

SIZE = (1280, 960)
CARD_HEIGHT_MM = 88.0

STANDS = {
    "from above": (0.0, 0.1, 600.0),
    "at 45 degrees": (45.0, -0.2, 600.0),
    "upside down": (20.0, np.pi, 700.0),
    "from a corner, far": (40.0, 0.8, 1100.0),
}


def camera_at(
    tilt: float = 0.0, turn: float = 0.0, distance: float = 600.0, shift: tuple[float, float] = (0, 0)
) -> Camera:
    """Return a phone's camera over the mat; its points are in mm."""
    corners = np.array([[0, 0, 0], [WIDTH_MM, 0, 0], [WIDTH_MM, HEIGHT_MM, 0], [0, HEIGHT_MM, 0]], np.float64)
    return aim(corners, View(turn, np.deg2rad(tilt), distance, 0.0), SIZE, 0.72 * SIZE[0], shift)


def bare_table() -> Canvas:
    rng = np.random.default_rng(3)
    return Canvas(rng.integers(60, 120, (SIZE[1], SIZE[0], 3), np.uint8))


def lay_mat(canvas: Canvas, camera: Camera) -> None:
    corners = np.array([[0, 0, 0], [WIDTH_MM, 0, 0], [WIDTH_MM, HEIGHT_MM, 0], [0, HEIGHT_MM, 0]], np.float64)
    canvas.paint(premultiplied(mat_thing().image), camera.project(corners))


def photo_of_mat(camera: Camera, covered: tuple[int, ...] = ()) -> Image:
    """Return a photo of the mat with paper over the markers ``covered``."""
    canvas = bare_table()
    lay_mat(canvas, camera)
    for number in covered:
        flat = np.column_stack([marker_corners(number), np.zeros(4)])
        quad = camera.project(flat + (flat - flat.mean(0)) * 0.3)
        cv2.fillConvexPoly(canvas.image, quad.astype(np.int32), (230, 230, 230))
    return canvas.image


def on_mat(face: Face | str | None, x: float, y: float, camera: Camera, wide: float = CARD_MM) -> SeenCard:
    """Return an upright card that lies with its middle at x, y mm, as the camera sees it."""
    card = seen(face, 0, 0)
    half = np.array([wide, wide * CARD_HEIGHT_MM / CARD_MM]) / 2
    ends = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + (x, y)
    quad = camera.project(np.column_stack([ends, np.zeros(4)]))
    shift = quad[0] - card.corners[0]
    indices = tuple(
        replace(index, box=tuple(float(v) for v in np.array(index.box) * 0.1 + np.tile(quad[0] + 4, 2)))
        for index in card.indices
    )
    assert np.isfinite(shift).all()
    return replace(card, quad=as_quad(quad), indices=indices)


def reading_of(cards: tuple[SeenCard, ...], mat: SeenMat | None = None) -> PhotoReading:
    return PhotoReading("played.jpg", *SIZE, StageTimes(1.0, 1.0, 1.0), cards, (), mat=mat)


def millimetres(mat: SeenMat, camera: Camera) -> NDArray[np.float64]:
    """Return how far off, mm, the mat puts points all over the table's top."""
    spots = np.array([(x, y) for x in (0.0, 190.0, 380.0) for y in (0.0, 131.0, 262.0)])
    seen_at = camera.project(np.column_stack([spots, np.zeros(len(spots))]))
    return np.asarray(np.linalg.norm(mat.flat(seen_at) - spots, axis=1))


@pytest.mark.parametrize("size", [(1, 5000), (5000, 1), (1, 1)])
def test_a_sliver_of_a_photo_shows_no_mat(size: tuple[int, int]) -> None:
    assert find_mats(np.full((*size, 3), 200, np.uint8)) == ()


@pytest.mark.parametrize("stand", STANDS)
def test_the_mat_is_found_and_tells_millimetres(stand: str) -> None:
    camera = camera_at(*STANDS[stand])
    (mat,) = find_mats(photo_of_mat(camera))
    assert len(mat.markers) > len(MARKERS) * 0.7
    assert millimetres(mat, camera).max() < 3


def test_half_of_the_markers_may_be_covered() -> None:
    camera = camera_at(40)
    (mat,) = find_mats(photo_of_mat(camera, covered=tuple(MARKERS)[::2]))
    assert set(mat.markers) <= set(tuple(MARKERS)[1::2])
    assert millimetres(mat, camera).max() < 4


def test_two_markers_are_no_mat() -> None:
    assert find_mats(photo_of_mat(camera_at(), covered=tuple(MARKERS)[2:])) == ()


def test_markers_that_lie_otherwise_than_on_the_mat_are_no_mat() -> None:
    canvas = bare_table()
    art = mat_thing().image
    for place, number in enumerate(list(MARKERS)[:6]):
        x1, y1 = (int(4 * v) - 12 for v in (MARKERS[number].left, MARKERS[number].top))
        x1, y1 = max(x1, 0), max(y1, 0)
        part = cv2.rotate(art[y1 : y1 + 112, x1 : x1 + 112, :3], cv2.ROTATE_90_CLOCKWISE)
        canvas.image[400 : 400 + part.shape[0], 150 * place : 150 * place + part.shape[1]] = part
    assert find_mats(canvas.image) == ()


def test_a_table_without_a_mat_has_none() -> None:
    assert find_mats(bare_table().image) == ()


def test_a_mat_that_lies_unused_is_none_and_the_photo_is_read_as_before() -> None:
    camera = camera_at(30, 0, 1100, (0, -250))
    frame = Frame("played.jpg", photo_of_mat(camera))
    beside = tuple(on_mat(Face.KING, x, 560, camera) for x in (-300.0, -100.0, 100.0, 300.0))
    assert len(find_mats(frame.image)) == 1
    reading = read_by_mat(frame, lambda _: reading_of(beside))
    assert reading.mat is None
    assert reading.cards == beside


def test_of_two_mats_the_one_with_the_cards_is_used() -> None:
    near, far = camera_at(0, 0, 1400, (-300, 0)), camera_at(0, 0, 1400, (300, 0))
    canvas = bare_table()
    lay_mat(canvas, near)
    lay_mat(canvas, far)
    mats = find_mats(canvas.image)
    assert len(mats) == 2
    for camera in (near, far):
        used = mat_in_use(mats, [on_mat(Face.KING, x, 80, camera) for x in (60.0, 200.0)])
        assert used is not None
        assert millimetres(used, camera).max() < 4


def test_a_slanted_photo_is_squared_up_at_its_own_resolution() -> None:
    camera = camera_at(45, 0.2)
    image = photo_of_mat(camera)
    (mat,) = find_mats(image)
    assert is_slanted(mat)
    assert not is_slanted(find_mats(photo_of_mat(camera_at()))[0])
    picture = squared_up(image, mat, [on_mat(Face.KING, 100, 80, camera)])
    (again,) = find_mats(picture.image)
    assert not is_slanted(again)
    ends = (np.array([[x, HEIGHT_MM], [x + 10.0, HEIGHT_MM]]) for x in (0.0, WIDTH_MM - 10.0))
    nearest = max(float(np.linalg.norm(np.diff(mat.back(end), axis=0))) for end in ends)
    ten_mm = again.back(np.array([[0.0, 0.0], [10.0, 0.0]]))
    assert np.linalg.norm(np.diff(ten_mm, axis=0)) == pytest.approx(nearest, rel=0.1)


def test_what_is_read_in_the_squared_up_picture_lies_in_the_photo_where_it_was() -> None:
    camera = camera_at(45, 0.2)
    frame = Frame("played.jpg", photo_of_mat(camera))
    true = tuple(on_mat(Face.KING, x, 80, camera) for x in (60.0, 140.0))

    def read(seen_frame: Frame) -> PhotoReading:
        if seen_frame.image is frame.image:
            return reading_of(true)
        (mat,) = find_mats(seen_frame.image)
        flat = [replace(card, quad=as_quad(mat.back(found.flat(card.corners))), face=Face.QUEEN) for card in true]
        return reading_of(tuple(flat))

    (found,) = find_mats(frame.image)
    reading = read_by_mat(frame, read)
    assert reading.mat == found
    assert [card.face for card in reading.cards] == [Face.QUEEN, Face.QUEEN]
    for card, was in zip(reading.cards, true, strict=True):
        assert np.abs(card.corners - was.corners).max() < 3


def test_a_card_that_the_squared_up_picture_does_not_show_may_lie_there() -> None:
    camera = camera_at(45, 0.2)
    frame = Frame("played.jpg", photo_of_mat(camera))
    king, queen = (on_mat(face, x, 80, camera) for face, x in ((Face.KING, 60.0), (Face.QUEEN, 140.0)))
    (found,) = find_mats(frame.image)
    area = squared_up(frame.image, found, [king, queen])

    def read(seen_frame: Frame) -> PhotoReading:
        if seen_frame.image is frame.image:
            return reading_of((king, queen))
        return reading_of((moved(king, np.linalg.inv(area.to_px)),))

    reading = read_by_mat(frame, read)
    assert [card.face for card in reading.cards] == [Face.KING]
    assert reading.maybe == (replace(queen, presence=LOST),)


def test_the_cards_of_a_squared_up_photo_are_in_the_photos_reading_order() -> None:
    # Turned by half, the mat's first row is the photo's last.
    camera = camera_at(45, np.pi)
    frame = Frame("played.jpg", photo_of_mat(camera))
    spots = [(x, y) for y in (40.0, 140.0) for x in (60.0, 140.0, 300.0)]
    true = [on_mat(Face.KING, x, y, camera) for x, y in spots]

    def read(seen_frame: Frame) -> PhotoReading:
        if seen_frame.image is frame.image:
            return reading_of(in_reading_order(true))
        (mat,) = find_mats(seen_frame.image)
        flat = (mat.back(found.flat(card.corners)) for card in true)
        return reading_of(in_reading_order([replace(true[0], quad=as_quad(quad)) for quad in flat]))

    (found,) = find_mats(frame.image)
    cards = read_by_mat(frame, read).cards
    assert len(cards) == len(true)
    assert cards == in_reading_order(list(cards))


def test_what_is_no_card_by_its_size_or_lies_on_a_marker_is_left_out() -> None:
    camera = camera_at()
    frame = Frame("played.jpg", photo_of_mat(camera))
    marker = MARKERS[0]
    card = on_mat(Face.KING, 120, 80, camera)
    tiny, huge = on_mat(Face.ACE, 240, 80, camera, wide=20), on_mat(Face.WILD_50, 200, 80, camera, wide=180)
    at_marker = on_mat(Face.JACK, marker.left + 22, marker.top + 36, camera)
    x, y = camera.project(np.array([marker.left + 11, marker.top + 11, 0.0]))
    box = (x - 5, y - 5, x + 5, y + 5)
    at_marker = replace(at_marker, indices=tuple(replace(index, box=box) for index in at_marker.indices))
    assert read_by_mat(frame, lambda _: reading_of((at_marker, card))).cards == (card,)
    reading = read_by_mat(frame, lambda _: reading_of((tiny, card, huge, at_marker)))
    assert reading.cards == (card,)
    assert reading.mat is not None
    assert reading.mat.card_mm(card) == pytest.approx(CARD_MM, abs=1)


def test_cards_on_a_mat_that_cannot_lie_so_are_doubted() -> None:
    camera = camera_at()
    two = (on_mat(Face.KING, 120, 80, camera), on_mat(Face.QUEEN, 121, 80, camera))
    reading = read_by_mat(Frame("played.jpg", photo_of_mat(camera)), lambda _: reading_of(two))
    assert [doubt.about for doubt in reading.doubts if doubt.code is DoubtCode.INTERLOCKED] == [(0, 1)]


def test_what_is_in_doubt_of_a_whole_photo_stays_so_with_a_mat_in_it() -> None:
    camera = camera_at()
    dark = (photo_of_mat(camera) * 0.35).astype(np.uint8)
    read = replace(reading_of((on_mat(Face.KING, 120, 80, camera),)), doubts=light_doubts(dark))
    reading = read_by_mat(Frame("played.jpg", dark), lambda _: read)
    assert reading.mat is not None
    assert [doubt.code for doubt in reading.doubts if not doubt.about] == [DoubtCode.TOO_DARK]


@pytest.mark.parametrize(("confidence", "is_card"), [(0.99, True), (0.6, False)])
def test_on_a_covered_marker_only_what_is_sure_counts(confidence: float, is_card: bool) -> None:
    camera = camera_at()
    frame = Frame("played.jpg", photo_of_mat(camera, covered=(0,)))
    x, y = camera.project(np.array([MARKERS[0].left + 11, MARKERS[0].top + 11, 0.0]))
    card = on_mat(Face.JACK, MARKERS[0].left + 30, MARKERS[0].top + 50, camera)
    boxes = (replace(index, box=(x - 5, y - 5, x + 5, y + 5)) for index in card.indices)
    there = replace(card, confidence=confidence, indices=tuple(boxes))
    sure = on_mat(Face.KING, 120, 80, camera)
    reading = read_by_mat(frame, lambda _: reading_of((there, sure)))
    assert (reading.cards, reading.maybe) == (((there, sure), ()) if is_card else ((sure,), (there,)))


def test_what_looks_like_a_back_on_a_covered_marker_is_not_asked_about() -> None:
    camera = camera_at()
    frame = Frame("played.jpg", photo_of_mat(camera, covered=(0,)))
    x, y = camera.project(np.array([MARKERS[0].left + 11, MARKERS[0].top + 11, 0.0]))
    card = on_mat(None, MARKERS[0].left + 30, MARKERS[0].top + 50, camera)
    boxes = (replace(index, box=(x - 5, y - 5, x + 5, y + 5)) for index in card.indices)
    back = replace(card, confidence=0.6, indices=tuple(boxes))
    sure = on_mat(Face.KING, 120, 80, camera)
    reading = read_by_mat(frame, lambda _: reading_of((back, sure)))
    assert (reading.cards, reading.maybe) == ((sure,), ())


def test_one_photo_gives_what_is_played_and_what_is_left() -> None:
    camera = camera_at(45, np.pi - 0.3)
    (mat,) = find_mats(photo_of_mat(camera))
    cards = (
        *(on_mat(Face.KING, 40 + 22 * k, 60, camera) for k in range(4)),
        on_mat(Face.RED_THREE, 300, 70, camera),
        on_mat(Face.ACE, 60, 210, camera),
        on_mat(Face.RED_THREE, 300, 210, camera),
        on_mat(None, 220, 210, camera),
        # Beside the mat a card belongs to the zone that lies nearest.
        on_mat(Face.FOUR, 250, -40, camera),
        on_mat(Face.FIVE, 430, 230, camera),
    )
    assert [mat.zone(card) for card in cards[5:7]] == [Zone.HAND, Zone.FOOT]
    layout = lay_out_photo(reading_of(cards, mat), PhotoRole.PLAYED)
    assert sorted(sorted(pile.cards) for pile in layout.piles) == [[0, 1, 2, 3], [8]]
    assert layout.red_threes == (4,)
    assert layout.left == (5, 6, 9)
    assert layout.backs == (7,)
    assert {doubt.code for doubt in layout.doubts} >= {DoubtCode.BACK_IN_LEFT}


def test_zones_say_nothing_in_photos_of_spread_books_or_of_leftovers() -> None:
    camera = camera_at()
    (mat,) = find_mats(photo_of_mat(camera))
    cards = tuple(on_mat(Face.KING, 40 + 22 * k, 210, camera) for k in range(7))
    fanned = lay_out_photo(reading_of(cards, mat), PhotoRole.FANNED)
    assert [pile.cards for pile in fanned.piles] == [(0, 1, 2, 3, 4, 5, 6)]
    assert lay_out_photo(reading_of(cards, mat), PhotoRole.LEFT).left == tuple(range(7))


def test_cards_far_beside_the_mat_are_in_doubt() -> None:
    camera = camera_at(0, 0, 1000)
    (mat,) = find_mats(photo_of_mat(camera))
    cards = (*(on_mat(Face.KING, 40 + 22 * k, 60, camera) for k in range(4)), on_mat(Face.ACE, 530, 60, camera))
    assert off_mat(cards, mat) == [((4,), "one card lies far beside the mat: does it belong to this side?")]
    two = (*cards, on_mat(Face.ACE, 530, 160, camera))
    assert off_mat(two, mat) == [((4, 5), "2 cards lie far beside the mat: do they belong to this side?")]


def off_mat(cards: tuple[SeenCard, ...], mat: SeenMat) -> list[tuple[tuple[int, ...], str]]:
    doubts = lay_out_photo(reading_of(cards, mat), PhotoRole.PLAYED).doubts
    return [(doubt.about, doubt.say) for doubt in doubts if doubt.code is DoubtCode.OFF_MAT]
