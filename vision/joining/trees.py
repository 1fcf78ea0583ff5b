"""The seam to the trees that weigh many weak proofs together: one protocol, so that rules and tests can stand in."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class TreeJudge(Protocol):
    """Tells from features how likely something is so."""

    def chances(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return (N,) 0-1 for (N, F) features; N may be 0."""
        ...
