"""How far cards of one photo lie apart."""

from collections.abc import Iterable

import numpy as np

from vision.seen import Quad


def apart(quads: Iterable[Quad], others: Iterable[Quad]) -> float:
    """Return how far cards lie from others, px between the middles of the two that are nearest; inf without any."""
    here, there = (np.array([np.mean(quad, axis=0) for quad in some]).reshape(-1, 1, 2) for some in (quads, others))
    return float(np.linalg.norm(here - there.swapaxes(0, 1), axis=2).min(initial=np.inf))
