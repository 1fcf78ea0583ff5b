"""Patches cut from a photo show what the map says, at whatever scale."""

import cv2
import numpy as np
import pytest

from vision.looks.patches import LARGE, Shrunk, averaged, warped

SIDE = 64

SCALES = (1.0, 0.6, 0.5, 0.3, 0.25, 0.13, 0.07)


def centred_on(x: float, y: float, scale: float) -> np.ndarray:
    """Return the map that shows a point of the photo in the middle of a patch."""
    return np.array([[scale, 0, SIDE / 2 - scale * x], [0, scale, SIDE / 2 - scale * y]])


@pytest.mark.parametrize("scale", SCALES)
def test_a_spot_lies_where_the_map_sends_it_however_much_the_photo_is_shrunk(scale: float) -> None:
    photo = np.zeros((701, 1003, 3), np.uint8)
    cv2.circle(photo, (611, 287), round(6 / scale), (255, 255, 255), -1, cv2.LINE_AA)
    patch = warped(Shrunk(photo), centred_on(611, 287, scale), SIDE)[:, :, 0].astype(float)
    rows, columns = np.mgrid[:SIDE, :SIDE]
    assert (patch * columns).sum() / patch.sum() == pytest.approx(SIDE / 2, abs=0.5)
    assert (patch * rows).sum() / patch.sum() == pytest.approx(SIDE / 2, abs=0.5)
    assert (patch > 127).sum() == pytest.approx(np.pi * 6**2, rel=0.2)


@pytest.mark.parametrize("scale", [scale for scale in SCALES if scale <= 0.3])
def test_what_is_finer_than_a_patch_can_show_is_averaged(scale: float) -> None:
    rows, columns = np.mgrid[:900, :1200]
    photo = np.repeat((255 * ((rows + columns) % 2)).astype(np.uint8)[:, :, None], 3, axis=2)
    patch = warped(Shrunk(photo), centred_on(600.3, 450.7, scale), SIDE)[8:-8, 8:-8]
    assert 110 < patch.min() <= patch.max() < 146


def test_each_size_of_a_photo_is_made_once() -> None:
    photo = Shrunk(np.full((90, 121, 3), 7, np.uint8))
    assert photo.by(4).shape == (22, 30, 3)
    assert photo.by(4) is photo.by(4)
    assert photo.by(1).shape == (90, 121, 3)
    assert photo.by(200).shape == (1, 1, 3)


@pytest.mark.parametrize("size", [(700, 500), (1000, 751)])
def test_a_large_picture_shrunk_by_halves_is_all_but_that_shrunk_at_once(size: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (94, 125, 3), np.uint8)
    photo = cv2.resize(noise, (2500, 1880), interpolation=cv2.INTER_CUBIC)
    assert photo.shape[0] * photo.shape[1] >= LARGE
    shrunk = averaged(photo, size)
    assert shrunk.shape == (size[1], size[0], 3)
    at_once = cv2.resize(photo, size, interpolation=cv2.INTER_AREA)
    assert np.abs(shrunk.astype(float) - at_once).mean() < 1
    small = photo[:1000, :1200]
    assert (averaged(small, (300, 250)) == cv2.resize(small, (300, 250), interpolation=cv2.INTER_AREA)).all()
