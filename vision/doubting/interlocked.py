"""Cards that cannot lie as they were read: each covers an index of the other, and shows one of its own there.

Of two cards that overlap one lies on top, and what it covers of the other cannot be read; of two at one place nothing
of the lower can. Where both are read all the same, one of them mostly is two cards taken for one, or one taken for two.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.boxes import box_middles, card_widths
from vision.seen import SeenCard

COVERED = 0.05
"""An index whose middle lies at least so far within a card's outline, card widths, is covered by that card, or lies
upon it: outlines are off by some hundredths."""

AT_ONE_PLACE = 0.1
"""Cards of which no corner lies further than this from one of the other's, card widths, lie at one place."""

ONE_TOO_MANY = 0.9
"""How likely at most the least likely one of such cards lies there. Of eleven heaps on 740 rendered photos of the val
split six are of a card more than lies there."""

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


def interlocked(cards: Sequence[SeenCard]) -> list[tuple[int, ...]]:
    """Return the numbers of cards that cannot all lie as they were read, those of one heap together.

    Of two cards that each show one index either outline may be the mirrored one, so these are left out.
    """
    faced = [number for number, card in enumerate(cards) if not card.is_back]
    quads = np.array([cards[number].quad for number in faced], np.float32).reshape(-1, 4, 2)
    counts = [len(cards[number].indices) for number in faced]
    boxes = np.array([index.box for number in faced for index in cards[number].indices], np.float32).reshape(-1, 4)
    on = np.zeros((len(faced), len(faced)), np.bool_)
    np.logical_or.at(on, np.repeat(np.arange(len(faced)), counts), depths(quads, box_middles(boxes)) > COVERED)
    shows_two = np.array(counts) > 1
    locked = (on & on.T & (shows_two[:, None] | shows_two)) | (_apart(quads) < AT_ONE_PLACE)
    return [tuple(faced[place] for place in heap) for heap in _heaps(locked)]


def with_doubtful_heaps(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Return a photo's cards; of those that cannot all lie as they were read the least likely one may be none."""
    least = {min(heap, key=lambda number: (cards[number].presence, -number)) for heap in interlocked(cards)}
    return tuple(
        replace(card, presence=min(card.presence, ONE_TOO_MANY)) if number in least else card
        for number, card in enumerate(cards)
    )


def depths(quads: Floats, points: Floats) -> Floats:
    """Return (M, N) how deep within N cards, (N, 4, 2), each of M points lies, card widths; below 0 outside."""
    edges = np.roll(quads, -1, axis=1) - quads
    away = points[:, None, None] - quads
    across = edges[..., 0] * away[..., 1] - edges[..., 1] * away[..., 0]
    depths = across / np.maximum(np.linalg.norm(edges, axis=2), 1e-6)
    return np.asarray(depths.min(axis=2) / card_widths(quads))


def _apart(quads: Floats) -> Floats:
    """Return (N, N) how far apart those corners of two cards are, (N, 4, 2), that are furthest, card widths."""
    turned = np.stack([np.roll(quads, turn, axis=1) for turn in range(4)])
    apart = np.linalg.norm(quads[:, None] - turned[:, None], axis=4).max(axis=3).min(axis=0)
    return np.asarray(apart / card_widths(quads))


def _heaps(locked: Flags) -> list[tuple[int, ...]]:
    """Return the rows of an (N, N) symmetric matrix that hang together, those by themselves left out."""
    with_others = locked & ~np.eye(len(locked), dtype=np.bool_)
    some = np.flatnonzero(with_others.any(axis=1))
    reached = with_others[np.ix_(some, some)] | np.eye(len(some), dtype=np.bool_)
    for _ in range(len(some).bit_length()):
        reached = reached @ reached
    return sorted({tuple(some[row].tolist()) for row in reached})
