"""How far cards of one photo lie apart, and which of them one lies on."""

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

import cv2
import numpy as np

from vision.seen import Quad

Name = TypeVar("Name", bound=Hashable)


def apart(quads: Iterable[Quad], others: Iterable[Quad]) -> float:
    """Return how far cards lie from others, px between the middles of the two that are nearest; inf without any."""
    here, there = (np.array([np.mean(quad, axis=0) for quad in some]).reshape(-1, 1, 2) for some in (quads, others))
    return float(np.linalg.norm(here - there.swapaxes(0, 1), axis=2).min(initial=np.inf))


def covered_most(quad: Quad, piles: Mapping[Name, Iterable[Quad]]) -> Name | None:
    """Return of piles, each with the quads of its cards, the one of which a card covers most, None where of none."""

    def shared(other: Quad) -> float:
        area, _ = cv2.intersectConvexConvex(np.array(quad, np.float32), np.array(other, np.float32))
        return float(area)

    most = {name: max(map(shared, quads), default=0.0) for name, quads in piles.items()}
    name = max(most, key=lambda one: most[one], default=None)
    return name if name is not None and most[name] > 0 else None
