"""A photo is looked at where its cards are, at the scale that suits their indices, and each index comes out once."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.boxes import long_sides
from vision.corners import SCORE_THRESHOLD, Corners, Image
from vision.looks.scales import search
from vision.looks.suppression import suppress

BEST = 34.0

HARDLY = SCORE_THRESHOLD - 0.01


class BlobFinder:
    """Finds white upright rectangles of the sizes it can see, as the indices at the top left of cards.

    Of those longer than ``hardly`` it is all but unsure.
    """

    best_index_px = 34.0

    def __init__(self, least: float = 12.0, most: float = 110.0, hardly: float = np.inf) -> None:
        self.least, self.most, self.hardly = least, most, hardly
        self.areas: list[int] = []

    def find(self, image: Image) -> Corners:
        self.areas.append(image.shape[0] * image.shape[1])
        _, _, stats, _ = cv2.connectedComponentsWithStats((image[..., 0] > 127).astype(np.uint8))
        left, top, wide, high = stats[1:, :4].T.astype(np.float32)
        boxes = np.stack([left, top, left + wide, top + high], axis=1).reshape(-1, 4)
        boxes = boxes[(long_sides(boxes) >= self.least) & (long_sides(boxes) <= self.most)]
        # The card is four times as wide as its index is high.
        side = 4 * (boxes[:, 3] - boxes[:, 1])
        x, y = boxes[:, 0], boxes[:, 1]
        corners = [(x, y), (x + side, y), (x + side, y + 1.4 * side), (x, y + 1.4 * side)]
        quads = np.stack([np.stack(corner, axis=1) for corner in corners], axis=1).astype(np.float32)
        scores = np.where(long_sides(boxes) > self.hardly, HARDLY, 0.9).astype(np.float32)
        return Corners(boxes, quads, scores, np.zeros(len(boxes), np.int64))


def photo(width: int, height: int, *marks: tuple[int, int, int]) -> Image:
    """Return a black photo with an index of the given height at every x, y."""
    image = np.zeros((height, width, 3), np.uint8)
    for x, y, size in marks:
        image[y : y + size, x : x + size // 2] = 255
    return image


def grid(x: int, y: int, columns: int, rows: int, step: int, size: int) -> list[tuple[int, int, int]]:
    return [(x + i * step, y + j * step, size) for i in range(columns) for j in range(rows)]


def found_places(image: Image, finder: BlobFinder) -> list[tuple[int, int]]:
    """Return where indices were found, to 10 px."""
    boxes = search(image, finder).corners.boxes
    return sorted((round(float(box[0]) / 10), round(float(box[1]) / 10)) for box in boxes)


def places(marks: list[tuple[int, int, int]]) -> list[tuple[int, int]]:
    return sorted((round(x / 10), round(y / 10)) for x, y, _ in marks)


def test_a_photo_whose_indices_fit_is_looked_at_as_it_is_and_once_from_further_off() -> None:
    marks = grid(100, 100, 6, 5, 170, 36)
    finder = BlobFinder()
    assert found_places(photo(1280, 960, *marks), finder) == places(marks)
    whole, further_off = finder.areas
    assert whole == 1280 * 960
    assert further_off < 0.5 * whole


def test_a_photo_whose_scale_is_known_is_looked_at_once_less() -> None:
    marks = grid(100, 100, 6, 5, 190, 72)
    unknown, known = BlobFinder(), BlobFinder()
    search(photo(1280, 960, *marks), unknown)
    corners = search(photo(1280, 960, *marks), known, first=BEST / 72).corners
    assert len(corners) == len(marks)
    assert len(known.areas) < len(unknown.areas)
    assert sum(known.areas) < 0.5 * sum(unknown.areas)


def test_what_the_fitting_look_misses_is_found_from_further_off() -> None:
    marks = [*grid(100, 100, 6, 3, 170, 36), (300, 700, 50)]
    assert found_places(photo(1280, 960, *marks), BlobFinder(most=40)) == places(marks)


@pytest.mark.parametrize("size", [24, 60, 100, 200, 330])
def test_every_index_of_a_large_photo_comes_out_once(size: int) -> None:
    step = max(150, 4 * size)
    marks = grid(200, 200, 3600 // step, 2600 // step, step, size)
    assert found_places(photo(4032, 3024, *marks), BlobFinder(least=7)) == places(marks)


def test_what_one_look_hardly_sees_and_another_surely_is_sure() -> None:
    marks = grid(200, 200, 9, 6, 200, 36)
    corners = search(photo(4032, 3024, *marks), BlobFinder(least=7, hardly=20)).corners
    assert len(corners) == len(marks)
    assert corners.scores == pytest.approx(0.9)


def test_what_is_hardly_seen_does_not_tell_where_to_look_again() -> None:
    sure, hardly = grid(200, 200, 4, 3, 200, 45), [(3800, 2800, 120)]
    alone, beside = BlobFinder(hardly=30), BlobFinder(hardly=30)
    search(photo(4032, 3024, *sure), alone)
    found = search(photo(4032, 3024, *sure, *hardly), beside).corners
    assert beside.areas == alone.areas
    assert len(found) == len(sure) + 1


def test_small_indices_are_looked_at_again_in_tiles() -> None:
    finder = BlobFinder()
    found_places(photo(4032, 3024, *grid(200, 200, 18, 13, 200, 45)), finder)
    assert len(finder.areas) > 2
    assert max(finder.areas) <= 1600 * 1600


def test_only_the_part_with_cards_is_looked_at_again() -> None:
    everywhere, in_one_corner = BlobFinder(), BlobFinder()
    found_places(photo(4032, 3024, *grid(200, 200, 18, 13, 200, 45)), everywhere)
    found_places(photo(4032, 3024, *grid(200, 200, 4, 3, 200, 45)), in_one_corner)
    assert sum(in_one_corner.areas[1:]) < 0.3 * sum(everywhere.areas[1:])


def test_a_card_that_fills_the_photo_is_found_from_afar() -> None:
    (box,) = search(photo(2400, 3000, (300, 300, 700)), BlobFinder(most=200)).corners.boxes
    assert box == pytest.approx([300, 300, 650, 1000], abs=12)


def test_a_large_word_is_found_from_afar_though_a_speck_fits_the_first_look() -> None:
    marks = [(120, 100, 300), (500, 500, 36)]
    assert found_places(photo(640, 640, *marks), BlobFinder()) == places(marks)


def test_a_photo_of_many_indices_that_are_sure_is_not_looked_at_from_far_off() -> None:
    few, many = BlobFinder(), BlobFinder()
    found_places(photo(640, 640, *grid(20, 20, 3, 1, 200, 36)), few)
    found_places(photo(640, 640, *grid(20, 20, 3, 2, 200, 36)), many)
    assert min(many.areas) > 0.2 * 640 * 640
    assert min(few.areas) < 0.1 * 640 * 640


def test_cards_too_small_for_the_first_look_are_found_by_a_closer_one() -> None:
    marks = grid(200, 200, 9, 6, 200, 25)
    assert found_places(photo(4032, 3024, *marks), BlobFinder(least=14)) == places(marks)


def test_a_pattern_taken_for_an_index_hides_no_cards_too_small_for_the_first_look() -> None:
    marks = [*grid(200, 200, 9, 6, 200, 25), (3000, 2000, 300)]
    assert found_places(photo(4032, 3024, *marks), BlobFinder(least=14)) == places(marks)


class Doubter(BlobFinder):
    """Is less than sure of what is small, and takes a table whose picture is so wide for so many indices."""

    def __init__(self, wide: int, pattern: int, sure_from: float = 0.0) -> None:
        super().__init__(least=6.0)
        self.wide, self.pattern, self.sure_from = wide, pattern, sure_from

    def find(self, image: Image) -> Corners:
        if image.shape[1] == self.wide:
            image = photo(*image.shape[1::-1], *grid(20, 20, self.pattern, 1, 90, 30))
        corners = super().find(image)
        scores = np.where(long_sides(corners.boxes) < self.sure_from, 0.4, corners.scores).astype(np.float32)
        return replace(corners, scores=scores)


def test_a_pattern_sure_from_one_distance_alone_hides_no_cards_too_small_for_the_first_look() -> None:
    finder = Doubter(512, pattern=4)
    marks = grid(600, 700, 6, 4, 800, 22)
    found = found_places(photo(6000, 4000, *marks), finder)
    assert {(x // 10, y // 10) for x, y, _ in marks} <= set(found)


def test_cards_that_a_closer_look_hardly_sees_are_found_by_one_closer_yet() -> None:
    marks = grid(600, 700, 6, 4, 800, 18)
    found = found_places(photo(6000, 4000, *marks), Doubter(1280, pattern=1, sure_from=13.0))
    assert {(x // 10, y // 10) for x, y, _ in marks} <= set(found)


def test_what_each_tile_of_a_closer_look_shows_a_few_of_is_found() -> None:
    marks = [*grid(900, 300, 2, 2, 2000, 25), (3600, 2500, 300)]
    assert found_places(photo(4032, 3024, *marks), BlobFinder(least=14)) == places(marks)


def test_a_weak_large_find_hides_no_surer_small_ones() -> None:
    small = np.array([[x, y, x + 12, y + 20] for x in (100, 200, 300) for y in (100, 200)], np.float32)
    boxes = np.concatenate([np.array([[50, 50, 400, 420]], np.float32), small])
    quads = np.repeat(boxes[:, None, :2], 4, axis=1) + np.array([[0, 0], [80, 0], [80, 112], [0, 112]], np.float32)
    for large, left in ((0.4, 7), (0.95, 1)):
        scores = np.array([large, *[0.85] * len(small)], np.float32)
        ranks = np.array([1.0, *[0.5] * len(small)], np.float32)
        assert len(suppress(Corners(boxes, quads, scores, np.zeros(len(boxes), np.int64)), ranks)) == left


def test_a_close_up_whose_closer_look_shows_no_more_is_read_without_it() -> None:
    specks, cards = grid(200, 200, 1, 3, 1000, 30), [(1500, 400, 120), (2500, 400, 120)]
    assert found_places(photo(4032, 3024, *specks, *cards), BlobFinder(least=16)) == places(cards)


def test_near_and_far_cards_are_both_looked_at_in_their_size() -> None:
    far, near = grid(100, 100, 20, 2, 190, 40), grid(300, 1600, 5, 1, 700, 200)
    finder = BlobFinder(least=12, most=70)
    assert found_places(photo(4032, 3024, *far, *near), finder) == places([*far, *near])


def test_an_index_cut_by_the_photos_edge_is_kept() -> None:
    marks = [(0, 300, 40), (600, 300, 40)]
    assert len(found_places(photo(1000, 800, *marks), BlobFinder())) == 2


def test_a_photo_without_cards_is_looked_at_a_few_times_and_empty() -> None:
    finder = BlobFinder()
    assert found_places(photo(1280, 960), finder) == []
    assert len(finder.areas) < 12


@pytest.mark.parametrize("size", [(1, 1), (3, 2000), (33, 17)])
def test_odd_sizes_do_no_harm(size: tuple[int, int]) -> None:
    assert found_places(photo(*size), BlobFinder()) == []
