"""A closer look at the small 20 or 50 at the foot of a tall wild mark."""

import numpy as np
import pytest

from scorer.faces import FACES, Face
from vision.corners import CornerKind, Corners, Image, Readings
from vision.valuelook import look_at_values, windows_at_foot

W20, W50, KING = (FACES.index(face) for face in (Face.WILD_20, Face.WILD_50, Face.KING))
CARD = np.array([[100, 100], [240, 100], [240, 300], [100, 300]], np.float32)
MARK = np.array([106, 106, 122, 166], np.float32)
FOOT = (114, 160)
"""Where the mark's value stands, x and y in px."""


class ReadsFoot:
    """Reads a 50 with a given likelihood where a patch shows the white spot in its middle; all else is no index."""

    patch_px = 48

    def __init__(self, likelihood: float = 0.95) -> None:
        self.likelihood = likelihood

    def read(self, patches: np.ndarray) -> Readings:
        faces = np.zeros((len(patches), len(FACES) + 1), np.float32)
        for row, patch in enumerate(patches):
            if patch[20:28, 20:28].mean() > 128:
                faces[row, W50], faces[row, W20] = self.likelihood, 1 - self.likelihood
            else:
                faces[row, -1] = 1
        return Readings(faces, np.zeros((len(patches), 5), np.float32), np.zeros((len(patches), 3), np.float32))


def a_photo(spot: tuple[int, int]) -> Image:
    image = np.zeros((400, 400, 3), np.uint8)
    image[spot[1] - 5 : spot[1] + 5, spot[0] - 5 : spot[0] + 5] = 255
    return image


def looked(
    box: np.ndarray = MARK,
    quad: np.ndarray = CARD,
    *,
    spot: tuple[int, int] = FOOT,
    kind: CornerKind = CornerKind.JOKER,
    first: dict[int, float] | None = None,
    likelihood: float = 0.95,
) -> np.ndarray:
    """Return the faces of a mark that was read as a W20 first, unless told otherwise."""
    faces = np.zeros((1, len(FACES) + 1), np.float32)
    for face, chance in (first or {W20: 0.8, W50: 0.1, KING: 0.1}).items():
        faces[0, face] = chance
    readings = Readings(faces, np.zeros((1, 5), np.float32), np.zeros((1, 3), np.float32))
    corners = Corners(box[None], quad[None], np.array([0.8], np.float32), np.array([int(kind)]))
    return look_at_values(a_photo(spot), corners, readings, ReadsFoot(likelihood)).faces[0]


def test_the_value_at_its_foot_tells_which_wild_a_column_is() -> None:
    faces = looked()
    assert faces[W50] == pytest.approx(0.9 * 0.95)
    assert faces[W20] == pytest.approx(0.9 * 0.05)


def test_what_a_mark_may_be_beside_the_wilds_stays_as_likely() -> None:
    assert looked()[KING] == pytest.approx(0.1)


def test_the_foot_of_a_card_on_its_head_is_looked_at_too() -> None:
    middle = (MARK[:2] + MARK[2:]) / 2
    over = tuple(int(value) for value in 2 * middle - FOOT)
    assert looked(quad=np.roll(CARD, 2, axis=0), spot=over)[W50] > 0.8
    assert looked(quad=np.roll(CARD, 2, axis=0))[W50] == pytest.approx(0.1)


@pytest.mark.parametrize(
    "unlike",
    [
        {"likelihood": 0.7},
        {"spot": (300, 300)},
        {"kind": CornerKind.INDEX},
        {"first": {W20: 0.2, KING: 0.8}},
        {"box": np.array([100, 130, 128, 166], np.float32)},
        {"quad": np.roll(CARD, 1, axis=0)},
    ],
    ids=["unsure", "no value there", "an index", "hardly a wild", "as wide as tall", "lying on its side"],
)
def test_otherwise_a_mark_is_what_it_was_read_as(unlike: dict[str, object]) -> None:
    first = unlike.get("first", {W20: 0.8})
    assert looked(**unlike)[W20] == pytest.approx(first[W20])  # type: ignore[arg-type, index]


def test_a_photo_without_corners_has_nothing_to_look_at() -> None:
    nothing = Readings(np.zeros((0, 16), np.float32), np.zeros((0, 5), np.float32), np.zeros((0, 3), np.float32))
    none = Corners(
        np.zeros((0, 4), np.float32), np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64)
    )
    assert len(look_at_values(a_photo(FOOT), none, nothing, ReadsFoot())) == 0


def test_windows_lie_below_the_mark_s_middle_inside_the_card() -> None:
    windows = windows_at_foot(MARK, CARD)
    centres = (windows[:, :2] + windows[:, 2:]) / 2
    assert (centres[:, 0] == 114).all()
    assert (centres[:, 1] > 136).all()
    assert (centres[:, 1] < 136 + 60).all()
