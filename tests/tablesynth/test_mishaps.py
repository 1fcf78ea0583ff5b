"""Photos spoilt while they are taken."""

import numpy as np
from tablesynth.photo.mishaps import dimmed, shaken, with_mishaps

WHITE = np.full((90, 120, 3), 240, np.uint8)


def dot() -> np.ndarray:
    picture = np.zeros((61, 61, 3), np.uint8)
    picture[30, 30] = 255
    return picture


def test_what_is_shaken_is_drawn_out_the_way_it_moved_and_about_where_it_was() -> None:
    for degrees, (across, down) in ((0, (1, 0)), (90, (0, 1)), (45, (1, 1))):
        drawn = shaken(dot(), 9.0, degrees)[..., 0].astype(float)
        y, x = np.nonzero(drawn)
        assert (np.ptp(x) > 4) == bool(across)
        assert (np.ptp(y) > 4) == bool(down)
        assert abs(np.average(x, weights=drawn[y, x]) - 30) < 0.6
        assert abs(np.average(y, weights=drawn[y, x]) - 30) < 0.6
    # Up and to the right, as angles are drawn.
    assert shaken(dot(), 9.0, 45)[27, 33].sum() > 0


def test_a_longer_way_spreads_it_further_and_takes_no_light() -> None:
    near, far = (shaken(dot(), px, 20.0) for px in (3.0, 11.0))
    assert np.count_nonzero(far) > np.count_nonzero(near)
    assert np.array_equal(shaken(WHITE, 11.0, 20.0), WHITE)


def test_in_little_light_the_darks_drown_first() -> None:
    rng = np.random.default_rng(1)
    light, dark = (float(dimmed(np.full_like(WHITE, level), 0.5, 2.0, rng).mean()) for level in (240, 60))
    assert 100 < light < 120
    assert dark / 60 < 0.3 * light / 240


def test_most_pictures_have_no_mishap_and_some_have_each() -> None:
    rng = np.random.default_rng(3)
    shown = [with_mishaps(WHITE, rng, 8.0) for _ in range(300)]
    as_it_was = np.mean([np.array_equal(one, WHITE) for one in shown])
    assert 0.5 < as_it_was < 0.85
    dim = np.mean([one.max() < 200 for one in shown])
    assert 0.03 < dim < 0.2
