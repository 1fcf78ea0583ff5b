"""A deck to lay, opened once; and ultralytics, where it is installed, imported by the nets' own package first.

It then leaves Pillow as it is.
"""

import numpy as np
import pytest
import tablesynth.nets  # noqa: F401
from tablesynth.art import Family
from tablesynth.dealt.shoe import NORMAL_PX, OpenedDeck, draw_pool, opened


@pytest.fixture(scope="session")
def deck() -> OpenedDeck:
    """Return a suited deck of the train split."""
    return opened(draw_pool(np.random.default_rng(4), "train", Family.TRADITIONAL, 1)[0], NORMAL_PX)
