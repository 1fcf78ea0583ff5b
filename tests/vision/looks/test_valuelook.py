"""A closer look at the 20 or 50 of a wild's mark."""

import numpy as np
import pytest

from scorer.faces import FACES, Face
from vision.corners import CornerKind, Corners, Image, Readings
from vision.looks.valuelook import look_at_values

W20, W50, KING = (FACES.index(face) for face in (Face.WILD_20, Face.WILD_50, Face.KING))
CARD = np.array([[100, 100], [240, 100], [240, 300], [100, 300]], np.float32)
MARK = np.array([106, 106, 122, 166], np.float32)
FOOT = (114, 160)
"""Where the mark's value stands, x and y in px."""


class SeesFoot:
    """Sees a 50 with a given likelihood where the white spot stands at the foot of an upright mark, else neither."""

    crop_px = (96, 96)

    def __init__(self, likelihood: float = 0.999) -> None:
        self.likelihood = likelihood

    def chances(self, pictures: np.ndarray) -> np.ndarray:
        shows = np.array([picture[62:76, 42:54].mean() > 64 for picture in pictures], bool)
        return np.where(shows, self.likelihood, 0.5).astype(np.float32)


def a_photo(spot: tuple[int, int]) -> Image:
    image = np.zeros((400, 400, 3), np.uint8)
    image[spot[1] - 5 : spot[1] + 5, spot[0] - 5 : spot[0] + 5] = 255
    return image


def looked(
    quad: np.ndarray = CARD,
    *,
    spot: tuple[int, int] = FOOT,
    kind: CornerKind = CornerKind.JOKER,
    first: dict[int, float] | None = None,
    likelihood: float = 0.999,
) -> np.ndarray:
    """Return the faces of a mark that was read as a W20 first, unless told otherwise."""
    faces = np.zeros((1, len(FACES) + 1), np.float32)
    for face, chance in (first or {W20: 0.6, W50: 0.3, KING: 0.1}).items():
        faces[0, face] = chance
    readings = Readings(faces, np.zeros((1, 5), np.float32), np.zeros((1, 3), np.float32))
    corners = Corners(MARK[None], quad[None], np.array([0.8], np.float32), np.array([int(kind)]))
    return look_at_values(a_photo(spot), corners, readings, SeesFoot(likelihood)).faces[0]


def test_the_closer_look_tells_which_wild_it_is() -> None:
    assert looked()[W50] > 0.9 * 0.95
    assert looked(first={W50: 0.8, KING: 0.1}, likelihood=0.001)[W20] > looked(first={W50: 0.8, KING: 0.1})[W20]


def test_what_a_mark_may_be_beside_the_wilds_stays_as_likely() -> None:
    faces = looked()
    assert faces[KING] == pytest.approx(0.1)
    assert faces[[W20, W50]].sum() == pytest.approx(0.9)


def test_a_mark_on_a_card_on_its_head_is_held_upright() -> None:
    middle = (MARK[:2] + MARK[2:]) / 2
    over = tuple(int(value) for value in 2 * middle - FOOT)
    assert looked(np.roll(CARD, 2, axis=0), spot=over)[W50] > 0.8
    assert looked(np.roll(CARD, 2, axis=0))[W50] < 0.5


def test_where_the_look_sees_neither_the_reader_is_believed_less_than_it_says() -> None:
    faces = looked(spot=(300, 300), first={W20: 0.999, W50: 0.001})
    assert 0.8 < faces[W20] < 0.99


def test_a_20_is_likelier_where_nothing_tells_as_a_deck_has_more() -> None:
    faces = looked(spot=(300, 300), first={W20: 0.45, W50: 0.45})
    assert faces[W20] == pytest.approx(2 * faces[W50])
    assert faces[W20] + faces[W50] == pytest.approx(0.9)


@pytest.mark.parametrize(
    "unlike",
    [{"kind": CornerKind.INDEX}, {"first": {W20: 0.2, W50: 0.05, KING: 0.75}}],
    ids=["an index", "hardly a wild"],
)
def test_otherwise_a_mark_is_what_it_was_read_as(unlike: dict[str, object]) -> None:
    first = unlike.get("first", {W20: 0.6})
    assert looked(**unlike)[W20] == pytest.approx(first[W20])  # type: ignore[arg-type, index]


def test_a_photo_without_corners_has_nothing_to_look_at() -> None:
    nothing = Readings(np.zeros((0, 16), np.float32), np.zeros((0, 5), np.float32), np.zeros((0, 3), np.float32))
    none = Corners(
        np.zeros((0, 4), np.float32), np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64)
    )
    assert len(look_at_values(a_photo(FOOT), none, nothing, SeesFoot())) == 0
