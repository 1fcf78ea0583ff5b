"""Hard shadows."""

import numpy as np
from tablesynth.shadow import in_shadow

WHITE = np.full((120, 160, 3), 240, np.uint8)


def shades(seed: int) -> np.ndarray:
    return in_shadow(WHITE, np.random.default_rng(seed)).mean(axis=2) / 240


def test_a_shadow_takes_light_from_a_part_of_the_picture_and_leaves_what_a_person_can_read() -> None:
    shown = [shades(seed) for seed in range(60)]
    assert min(float(one.min()) for one in shown) > 0.1
    assert max(float(one.max()) for one in shown) <= 1
    in_part = [one for one in shown if one.min() < 0.8 and one.max() > 0.98]
    assert len(in_part) > len(shown) / 3


def test_the_same_draw_gives_the_same_shadow() -> None:
    assert np.array_equal(shades(4), shades(4))
    assert not np.array_equal(shades(4), shades(5))
