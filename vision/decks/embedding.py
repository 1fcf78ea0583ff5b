"""A reader that also says how a corner looks to it: the seam between the nets and what is learnt of a deck."""

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from vision.corners import Reader, Readings

_LEAST = 1e-6


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
class EmbeddingReader(Reader, Hashable, Protocol):
    """A reader with embeddings. ``net`` names its weights (SHA-256): embeddings of two nets have nothing in common.

    Hashable, so that what it says of patches that are always the same can be kept.
    """

    net: str

    def embed(self, patches: NDArray[np.uint8]) -> Embedded:
        """Return the readings and embeddings of (N, patch_px, patch_px, 3) uint8 BGR patches; N may be 0."""
        ...


class Likening(Protocol):
    """Says how corners look, so that prints of one mark are near each other. ``net`` names its weights (SHA-256)."""

    net: str

    def looks(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the (N, D) embeddings of (N, patch_px, patch_px, 3) uint8 BGR patches; N may be 0."""
        ...


class LikeningReader:
    """An EmbeddingReader of two nets: one reads, and both say how a corner looks.

    The one knows the usual designs, on photographed cards, too, the other tells any two marks apart.
    """

    def __init__(self, reader: EmbeddingReader, likening: Likening) -> None:
        """Join two nets that take the same patches."""
        self._reader, self._likening = reader, likening
        self.patch_px = reader.patch_px
        self.net = hashlib.sha256(f"{reader.net} {likening.net}".encode()).hexdigest()

    def read(self, patches: NDArray[np.uint8]) -> Readings:
        """Return the readings of upright patches."""
        return self._reader.read(patches)

    def embed(self, patches: NDArray[np.uint8]) -> Embedded:
        """Return the readings of the one net and the embeddings of both, beside each other, each of length one."""
        seen, looks = self._reader.embed(patches), self._likening.looks(patches)
        if not len(patches):
            return Embedded(seen.readings, np.zeros((0, looks.shape[1]), np.float32))
        lengths = np.linalg.norm(seen.embeddings, axis=1, keepdims=True)
        own = seen.embeddings / np.maximum(lengths, _LEAST)
        return Embedded(seen.readings, np.concatenate([own, looks], axis=1).astype(np.float32))
