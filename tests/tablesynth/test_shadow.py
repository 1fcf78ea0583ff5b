"""Hard shadows."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from tablesynth.photo.shadow import in_shadow, in_some_shadow, under_blind, under_leaves

WHITE = np.full((120, 160, 3), 240, np.uint8)

Shadow = Callable[[np.ndarray, np.random.Generator], np.ndarray]


def shades(seed: int, shadow: Shadow = in_shadow) -> np.ndarray:
    return shadow(WHITE, np.random.default_rng(seed)).mean(axis=2) / 240


def bands(shown: np.ndarray) -> int:
    """Count the dark bands along the longer of a picture's diagonals."""
    rows, columns = (np.linspace(0, size - 1, 200).astype(int) for size in shown.shape)
    dark = [shown[rows, way] < (shown.min() + shown.max()) / 2 for way in (columns, columns[::-1])]
    return max(int(np.diff(line.astype(int), prepend=0).clip(0).sum()) for line in dark)


@pytest.mark.parametrize("shadow", [in_shadow, under_blind, under_leaves])
def test_a_shadow_takes_light_from_a_part_of_the_picture_and_leaves_what_a_person_can_read(shadow: Shadow) -> None:
    shown = [shades(seed, shadow) for seed in range(60)]
    assert min(float(one.min()) for one in shown) > 0.1
    assert max(float(one.max()) for one in shown) <= 1
    in_part = [one for one in shown if one.min() < 0.8 and one.max() > 0.98]
    assert len(in_part) > len(shown) / 3


def test_a_blind_throws_more_bands_than_a_window_or_an_arm_does() -> None:
    blinds, others = ([bands(shades(seed, shadow)) for seed in range(60)] for shadow in (under_blind, in_shadow))
    assert np.percentile(others, 95) <= 3
    assert np.mean(np.array(blinds) > 3) > 0.5


def test_leaves_part_the_light_into_more_spots_than_a_blind_into_bands() -> None:
    def parts(shown: np.ndarray) -> int:
        return cv2.connectedComponents((shown > (shown.min() + shown.max()) / 2).astype(np.uint8))[0] - 1

    leaves, blinds, others = (
        np.mean([parts(shades(seed, shadow)) for seed in range(60)])
        for shadow in (under_leaves, under_blind, in_shadow)
    )
    assert leaves > 1.5 * blinds
    assert blinds > 3 * others


@pytest.mark.parametrize("shadow", [in_shadow, under_blind, under_leaves, in_some_shadow])
def test_the_same_draw_gives_the_same_shadow(shadow: Shadow) -> None:
    assert np.array_equal(shades(4, shadow), shades(4, shadow))
    assert not np.array_equal(shades(4, shadow), shades(5, shadow))
