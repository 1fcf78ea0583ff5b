"""A reader that also says how a corner looks to it: the seam between the nets and what is learnt of a deck."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from vision.corners import Reader, Readings


@dataclass(frozen=True)
class Embedded:
    """What the reader says of N corners, and how they look to it. embeddings: (N, D) float32."""

    readings: Readings
    embeddings: NDArray[np.float32]

    def __post_init__(self) -> None:
        """Check the shapes once, here."""
        if self.embeddings.ndim != 2 or len(self.embeddings) != len(self.readings):
            raise ValueError(f"{len(self.readings)} readings, but embeddings {self.embeddings.shape}")


@runtime_checkable
class EmbeddingReader(Reader, Protocol):
    """A reader with embeddings. ``net`` names its weights (SHA-256): embeddings of two nets have nothing in common."""

    net: str

    def embed(self, patches: NDArray[np.uint8]) -> Embedded:
        """Return the readings and embeddings of (N, patch_px, patch_px, 3) uint8 BGR patches; N may be 0."""
        ...
