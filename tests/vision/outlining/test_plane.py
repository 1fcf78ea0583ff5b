"""Outlines put right by the table's plane and the cards' one size."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.corners import CornerKind, Corners
from vision.outlining.outlines import Outlines
from vision.outlining.plane import fitted_plane, on_one_plane

SIZE_PX = (1600, 1200)
CARD = np.array([[0, 0], [1, 0], [1, 1.42], [0, 1.42]])
UNSURE = np.array([0.01, 0.05, 0.15, 0.05])
"""How far off an index sees the corners of its card from its own on, card widths."""


def photographed(tilt_degrees: float) -> NDArray[np.float64]:
    """Return the (24, 4, 2) quads of cards strewn over a table that the camera sees at an angle."""
    rng = np.random.default_rng(5)
    quads = []
    for row in range(4):
        for column in range(6):
            angle = rng.uniform(-np.pi, np.pi)
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            flat = (CARD - CARD.mean(axis=0)) @ turn.T + (2 * column - 5, 2 * row - 3)
            tilt = np.deg2rad(tilt_degrees)
            x, y, z = flat[:, 0], flat[:, 1] * np.cos(tilt), 14 - flat[:, 1] * np.sin(tilt)
            quads.append(np.column_stack([x, y]) / z[:, None] * 1350 + np.array(SIZE_PX) / 2)
    return np.array(quads)


def seen(quads: NDArray[np.float64], seed: int = 1) -> tuple[Corners, Outlines]:
    """Return what an outliner would say of cards: every fourth in full view, the others' far ends guessed."""
    rng = np.random.default_rng(seed)
    widths = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    spreads = np.tile(UNSURE, (len(quads), 1)) * widths[:, None]
    spreads[::4] = 0.01 * widths[::4, None]
    off = rng.normal(0, 1, quads.shape) * spreads[..., None] / 1.25
    guessed = np.repeat((quads + off)[:, None], 4, axis=1).astype(np.float32)
    count = len(quads)
    corners = Corners(
        np.column_stack([quads[:, 0], quads[:, 0] + 20]).astype(np.float32),
        guessed[:, 0],
        np.ones(count, np.float32),
        np.zeros(count, np.int64),
    )
    places = np.tile(np.eye(4, dtype=np.float32)[0], (count, 1))
    outlines = Outlines(
        guessed, np.repeat(spreads[:, None], 4, axis=1).astype(np.float32), places, np.ones(count, np.float32)
    )
    return corners, outlines


def off(corners: Corners, quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far each opposite corner is off, card widths."""
    widths = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    return np.asarray(np.linalg.norm(corners.quads[:, 2] - quads[:, 2], axis=1) / widths)


@pytest.mark.parametrize("tilt_degrees", [0, 25, 50])
def test_what_lies_under_others_is_as_large_as_what_is_in_full_view(tilt_degrees: float) -> None:
    quads = photographed(tilt_degrees)
    corners, outlines = seen(quads)
    put_right, all_places = on_one_plane(corners, outlines, SIZE_PX)
    before, after = off(corners, quads), off(put_right, quads)
    assert after.mean() < before.mean() / 2.5
    assert np.quantile(after, 0.9) < 0.12
    assert np.quantile(before, 0.9) > 0.2
    assert (all_places.quads[:, 0] == put_right.quads).all()


def test_a_card_seen_exactly_stays_where_it_is() -> None:
    quads = photographed(30)
    corners, outlines = seen(quads)
    put_right, _ = on_one_plane(corners, outlines, SIZE_PX)
    assert off(put_right, quads)[::4].max() < 0.03


def test_what_fits_no_card_on_the_plane_keeps_its_outline() -> None:
    quads = photographed(30)
    quads[7] = quads[7].mean(axis=0) + (quads[7] - quads[7].mean(axis=0)) * 0.3
    corners, outlines = seen(quads)
    put_right, _ = on_one_plane(corners, outlines, SIZE_PX)
    assert (put_right.quads[7] == corners.quads[7]).all()
    assert np.median(off(put_right, quads)) < 0.05


def test_backs_and_what_is_no_index_take_no_part() -> None:
    quads = photographed(30)
    corners, outlines = seen(quads)
    corners.kinds[:4] = CornerKind.BACK
    outlines.cards[4:] = 0.1
    same, untouched = on_one_plane(corners, outlines, SIZE_PX)
    assert same is corners
    assert untouched is outlines


def test_two_cards_tell_of_no_plane() -> None:
    corners, outlines = seen(photographed(0)[:2])
    assert on_one_plane(corners, outlines, SIZE_PX) == (corners, outlines)


def test_the_plane_and_the_size_are_found() -> None:
    quads = (photographed(40) - np.array(SIZE_PX) / 2) / max(SIZE_PX)
    plane = fitted_plane(quads, np.full((len(quads), 4), 1e-3))
    assert plane is not None
    # The table's far side is up: what lies lower in the photo is nearer.
    assert plane.slope[1] * plane.focal == pytest.approx(np.tan(np.deg2rad(40)), rel=0.05)
    assert plane.slope[0] == pytest.approx(0, abs=0.02)
    assert plane.size[1] / plane.size[0] == pytest.approx(1.42, rel=0.01)
    assert plane.cards_nearest(quads, np.ones((len(quads), 4))) == pytest.approx(quads, abs=1e-3)


def test_outlines_without_an_extent_tell_of_no_plane() -> None:
    assert fitted_plane(np.zeros((5, 4, 2)), np.ones((5, 4))) is None
