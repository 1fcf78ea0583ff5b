"""The seam to the nets that tell yes from no in a picture: one protocol, so that tests can stand in."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

_LEAST = 1e-3


class TellingNet(Protocol):
    """Tells how likely a picture is a yes: that two indices are of one card, a wild's mark is a 50's, a suit is red."""

    crop_px: tuple[int, int]
    """Width and height of the pictures it takes."""

    def chances(self, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the (N,) probabilities for (N, height, width, C) uint8 pictures, BGR first; N may be 0."""
        ...


def log_odds(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log odds of one of two to the other by their likelihoods, bounded so that no net is quite sure."""
    return np.asarray(np.log((one + _LEAST) / (other + _LEAST)))
