"""The outlines of cards, looked at from their indices."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.faces import Face
from tests.vision.factories import Corner, corners_of, quad_at
from vision.corners import CornerKind, Corners
from vision.nets import default_outliner
from vision.outlining.outlines import Outlines, in_photo, outlined, view_transforms

SIZE = 128
PHOTO = np.full((700, 700, 3), 90, np.uint8)


@dataclass(frozen=True)
class Told:
    """An outliner that says of every view what it was told: quads in its px, and where the indices stand."""

    quads: NDArray[np.float32]
    places: NDArray[np.float32]
    view_px: int = SIZE

    def outline(self, views: NDArray[np.uint8]) -> Outlines:
        assert views.shape == (len(self.quads), SIZE, SIZE, 3)
        spreads = np.full((len(views), 4, 4), 3, np.float32)
        return Outlines(self.quads, spreads, self.places, np.full(len(views), 0.8, np.float32))


def guessed(corners: Corners, seed: int = 1) -> Corners:
    """Return corners whose quads are off by some."""
    off = np.random.default_rng(seed).normal(0, 6, corners.quads.shape)
    return replace(corners, quads=(corners.quads + off).astype(np.float32))


@pytest.mark.parametrize("degrees", [0, 30, 117, 200])
def test_what_is_outlined_in_the_views_lies_there_in_the_photo(degrees: float) -> None:
    true = corners_of(*(Corner(Face.KING, quad_at(350, 350, degrees), end=end) for end in (0, 2)))
    found = guessed(true)
    maps = view_transforms(found, SIZE)
    in_views = np.einsum("nij,nkj->nki", maps[:, :, :2], true.quads) + maps[:, None, :, 2]
    wrong = np.zeros((2, 4, 2))
    quads = np.stack([in_views, wrong, wrong, wrong], axis=1).astype(np.float32)
    places = np.tile(np.array([0.7, 0.3, 0, 0], np.float32), (2, 1))
    corners, outlines = outlined(PHOTO, found, Told(quads, places))
    assert corners.quads == pytest.approx(true.quads, abs=0.05)
    assert corners.cards == pytest.approx([0.8, 0.8])
    assert outlines.quads[:, 0] == pytest.approx(true.quads, abs=0.05)
    assert outlines.places == pytest.approx(places)
    px_of_view = np.linalg.norm(in_views[0, 1] - in_views[0, 0]) / np.linalg.norm(true.quads[0, 1] - true.quads[0, 0])
    assert outlines.spreads[0] == pytest.approx(np.full((4, 4), 3 / px_of_view), rel=1e-3)


def test_the_likeliest_corner_of_the_card_gives_its_outline() -> None:
    corners = corners_of(Corner(Face.KING, quad_at(350, 350)))
    quads = np.arange(32, dtype=np.float32).reshape(1, 4, 4, 2)
    seen, _ = outlined(PHOTO, corners, Told(quads, np.array([[0.1, 0.6, 0.2, 0.1]], np.float32)))
    assert seen.quads[0] == pytest.approx(in_photo(quads[0, 1:2], view_transforms(corners, SIZE))[0])


def test_views_are_upright_and_hold_the_whole_card() -> None:
    photo = PHOTO.copy()
    quad = quad_at(350, 350, 40)
    cv2.fillConvexPoly(photo, quad.astype(np.int32), (250, 250, 250))
    (view,) = view_transforms(corners_of(Corner(Face.KING, quad)), SIZE)
    shown = cv2.warpAffine(photo, view, (SIZE, SIZE))
    ys, xs = np.nonzero(shown[..., 0] > 170)
    corners = quad @ view[:, :2].T + view[:, 2]
    assert (corners > 0).all()
    assert (corners < SIZE).all()
    assert (xs.min(), ys.min()) == pytest.approx(tuple(corners[0]), abs=1.5)
    assert (xs.max(), ys.max()) == pytest.approx(tuple(corners[2]), abs=1.5)


def test_backs_keep_the_finder_s_outline() -> None:
    corners = corners_of(Corner(Face.KING, quad_at(350, 350), kind=CornerKind.BACK))
    seen, outlines = outlined(PHOTO, corners, Told(np.zeros((0, 4, 4, 2), np.float32), np.zeros((0, 4), np.float32)))
    assert seen.quads == pytest.approx(corners.quads)
    assert len(outlines.quads) == 1


def test_a_photo_without_a_corner_is_outlined_too() -> None:
    corners, outlines = outlined(PHOTO, corners_of(), default_outliner())
    assert len(corners) == len(outlines.places) == 0


@pytest.mark.parametrize("degrees", [0, 25, 200])
def test_the_outliner_that_ships_finds_a_card_s_hidden_corners(degrees: float) -> None:
    photo = PHOTO.copy()
    quad = quad_at(350, 350, degrees)
    cv2.fillConvexPoly(photo, quad.astype(np.int32), (245, 245, 245))
    box = corners_of(Corner(Face.KING, quad)).boxes[0].astype(int)
    cv2.rectangle(photo, (box[0] + 2, box[1] + 2), (box[2] - 2, box[3] - 2), (20, 20, 20), -1)
    found = guessed(corners_of(Corner(Face.KING, quad)), seed=3)
    seen, _ = outlined(photo, found, default_outliner())
    assert np.linalg.norm(seen.quads[0] - quad, axis=1).max() < 12
