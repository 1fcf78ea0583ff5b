"""Indices that a shadow's edge runs across."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.faces import FACES
from vision.corners import CornerKind, Corners, Readings
from vision.looks.evenlight import in_even_light, look_in_even_light
from vision.looks.patches import cut_patches
from vision.looks.scales import search
from vision.nets import default_finder, default_reader
from vision.photos.frames import load_photo

SAMPLES = Path(__file__).parents[3] / "datasets" / "samples"
NONE = len(FACES)


def a_patch(card: int = 230, ink: int = 30, shadow: float = 1.0) -> np.ndarray:
    """Return a patch of a card with a rank on it, whose right half lies in a shadow that leaves so much light."""
    patch = np.full((48, 48, 3), card, np.uint8)
    cv2.putText(patch, "4", (12, 38), cv2.FONT_HERSHEY_DUPLEX, 1.1, (ink,) * 3, 3, cv2.LINE_AA)
    lit = patch.astype(np.float32)
    lit[:, 24:] *= shadow
    return lit.astype(np.uint8)


@pytest.mark.parametrize("shadow", [0.7, 0.5, 0.3])
def test_a_shadow_is_taken_from_a_light_card_and_its_print_stays(shadow: float) -> None:
    lit = in_even_light(a_patch(shadow=shadow))
    assert lit is not None
    bare = a_patch()
    card, ink = bare[..., 0] > 220, bare[..., 0] < 60
    # The edge itself is a px or two wide.
    away = np.ones(48, bool)
    away[22:27] = False
    assert lit[card & away[None]].min() > 200
    assert lit[ink & away[None]].max() < 110


@pytest.mark.parametrize(
    ("what", "patch"),
    [
        ("an evenly lit card", a_patch()),
        ("a dim one", a_patch(card=80, ink=15)),
        ("a light that falls off slowly", (a_patch() * np.linspace(1, 0.9, 48)[None, :, None]).astype(np.uint8)),
        ("nothing", np.zeros((48, 48, 3), np.uint8)),
    ],
)
def test_where_no_edge_of_a_shadow_lies_a_patch_stays_as_it_is(what: str, patch: np.ndarray) -> None:
    assert in_even_light(patch) is None, what


class SaysWhatIsLight:
    """Reads the first face of a patch that is light throughout but for its ink, as surely as it is told to."""

    patch_px = 48

    def __init__(self, sure: float) -> None:
        self.sure, self.shown = sure, 0

    def read(self, patches: np.ndarray) -> Readings:
        self.shown += len(patches)
        return readings(*[self.sure] * len(patches))


def readings(*sure: float) -> Readings:
    faces = np.zeros((len(sure), NONE + 1), np.float32)
    faces[:, 0], faces[:, NONE] = sure, 1 - np.array(sure)
    return Readings(faces, np.full((len(sure), 5), 0.2, np.float32), np.full((len(sure), 3), 1 / 3, np.float32))


def looked(first: Readings, sure: float, *, kind: CornerKind = CornerKind.INDEX) -> tuple[Readings, int]:
    """Look at indices on one shaded patch each; return what they read then, and how many were looked at."""
    size = len(first)
    box = np.tile(np.array([[8, 8, 40, 40]], np.float32), (size, 1))
    quad = np.tile(np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32), (size, 1, 1))
    corners = Corners(box, quad, np.full(size, 0.8, np.float32), np.full(size, int(kind)))
    reader = SaysWhatIsLight(sure)
    image = cv2.copyMakeBorder(a_patch(shadow=0.4), 0, 100, 0, 60, cv2.BORDER_REPLICATE)
    return look_in_even_light(image, corners, first, reader), reader.shown


def test_only_unsure_indices_are_looked_at_and_the_surer_light_has_its_say() -> None:
    now, shown = looked(readings(0.5, 0.99), 0.98)
    assert shown == 1
    both = np.sqrt([0.5 * 0.98, 0.5 * 0.02])
    assert now.faces[0, 0] == pytest.approx(both[0] / both.sum(), abs=1e-4)
    assert now.faces[1, 0] == pytest.approx(0.99)
    assert now.suits.sum(axis=1) == pytest.approx([1, 1])
    assert now.inks.sum(axis=1) == pytest.approx([1, 1])


def test_what_even_light_does_not_tell_surely_changes_nothing() -> None:
    assert looked(readings(0.5), 0.85)[0].faces[0, 0] == pytest.approx(0.5)
    assert looked(readings(0.92), 0.91)[0].faces[0, 0] == pytest.approx(0.92)


def test_a_back_is_not_looked_at() -> None:
    assert looked(readings(0.1), 0.98, kind=CornerKind.BACK)[1] == 0


def test_more_is_surely_read_under_the_shadow_of_a_blind() -> None:
    image = load_photo(SAMPLES / "Table 1" / "Jon" / "played-1.jpg").image
    down, across = np.mgrid[: image.shape[0], : image.shape[1]]
    finder, reader = default_finder(threads=1), default_reader(threads=1)
    band = 0.8 * finder.best_index_px
    dark = ((0.8 * across + 0.6 * down) / band % 2 < 1)[..., None]
    shaded = np.where(dark, image * 0.06, image).astype(np.uint8)
    corners = search(image, finder).corners
    first = reader.read(cut_patches(shaded, corners.boxes, corners.quads, reader.patch_px))
    again = look_in_even_light(shaded, corners, first, reader)
    right = reader.read(cut_patches(image, corners.boxes, corners.quads, reader.patch_px)).faces.argmax(axis=1)
    shown = (right != NONE) & (corners.scores > 0.5)
    rows = np.arange(len(corners))
    before, after = (int((one.faces[rows, right] > 0.8)[shown].sum()) for one in (first, again))
    assert before < shown.sum()
    assert after > before
