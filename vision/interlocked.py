"""Cards that cannot lie as they were read: each covers an index of the other, and shows one of its own there.

Of two cards that overlap one lies on top, and what it covers of the other cannot be read. Where both are read on each
other, one of them mostly is two cards taken for one, or one card taken for two.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.words import faces
from vision.doubts import Doubt, DoubtCode
from vision.seen import SeenCard

COVERED = 0.1
"""An index whose middle lies at least so far within a card's outline, card widths, is covered by that card, or lies
upon it: outlines are off by some hundredths."""

Floats = NDArray[np.float64]


def about_interlocked(cards: Sequence[SeenCard]) -> Iterator[Doubt]:
    """Yield a doubt about each heap of a photo's cards that cannot lie as they were read."""
    for heap in interlocked(cards):
        kinds = {cards[number].face for number in heap}
        what = faces(len(heap), kinds.pop()) if len(kinds) == 1 else f"{len(heap)} cards"
        say = f"these {what} cannot lie as they were read, each upon the other: is one of them two cards, or none?"
        yield Doubt(DoubtCode.INTERLOCKED, heap, say)


def interlocked(cards: Sequence[SeenCard]) -> list[tuple[int, ...]]:
    """Return the numbers of cards that cannot all lie as they were read, those of one heap together.

    Of two cards that each show one index either outline may be the mirrored one, so these are left out.
    """
    faced = [number for number, card in enumerate(cards) if not card.is_back]
    quads = np.array([cards[number].quad for number in faced], np.float64).reshape(-1, 4, 2)
    boxes = [np.array([index.box for index in cards[number].indices], np.float64) for number in faced]
    middles = [own.reshape(-1, 2, 2).mean(axis=1) for own in boxes]
    shows_two = np.array([len(own) > 1 for own in middles], np.bool_)
    on = np.array([_depths(quads, own).max(axis=1) > COVERED for own in middles], np.bool_).reshape(
        len(faced), len(faced)
    )
    both = on & on.T & (shows_two[:, None] | shows_two[None]) & ~np.eye(len(faced), dtype=np.bool_)
    return [tuple(faced[place] for place in heap) for heap in _heaps(both)]


def _depths(quads: Floats, points: Floats) -> Floats:
    """Return (N, M) how deep within N cards, (N, 4, 2), each of M points lies, card widths; below 0 outside."""
    edges = np.roll(quads, -1, axis=1) - quads
    lengths = np.linalg.norm(edges, axis=2)
    away = points[None, :, None] - quads[:, None]
    across = edges[:, None, :, 0] * away[..., 1] - edges[:, None, :, 1] * away[..., 0]
    widths = (lengths[:, 0] + lengths[:, 2]) / 2
    return np.asarray((across / np.maximum(lengths, 1e-6)[:, None]).min(axis=2) / np.maximum(widths, 1e-6)[:, None])


def _heaps(both: NDArray[np.bool_]) -> list[list[int]]:
    """Return the rows of an (N, N) symmetric matrix that hang together, those by themselves left out."""
    reached, before = both | np.eye(len(both), dtype=np.bool_), both
    while (reached != before).any():
        reached, before = reached @ reached, reached
    heaps = {tuple(np.flatnonzero(row).tolist()) for row in reached}
    return sorted(list(heap) for heap in heaps if len(heap) > 1)
