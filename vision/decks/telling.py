"""Which of a taught card's corners tell which card it is: bare ones, and what is no index of it, are left out.

An outline taken askew, or the other two corners of a card that prints two indices, yields corners without any print.
Learnt as the card's face, such a corner makes every bare corner of the deck look like it.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.decks.embedding import EmbeddingReader
from vision.decks.profile import PATCH_PX, TaughtCard

COMMON, LESS_COMMON = 0.65, 0.2
"""A corner that is as like one of so many other faces, as a cosine, while another of its card is so much less like any,
is bare."""

SHARED = 3
"""Two faces may have one mark, as a red 3 and a black one, and a 6 is a 9; so many other faces have none in common."""

UNLIKE, AGREED = 0.5, 0.75
"""A corner that is less like each other one of its card than this is no index of it, where two others agree so well."""


def telling(cards: tuple[TaughtCard, ...], reader: EmbeddingReader) -> tuple[TaughtCard, ...]:
    """Return the cards without the corners that tell nothing of their faces; each keeps at least one.

    Backs stay as they are.
    """
    owners = np.array([number for number, card in enumerate(cards) for _ in card.corners])
    alike = _alike(np.stack([corner for card in cards for corner in card.corners]), reader)
    faces = np.array(["" if cards[owner].face is None else str(cards[owner].face) for owner in owners])
    common = _common(alike, faces)
    kept = []
    for number, card in enumerate(cards):
        mine = np.flatnonzero(owners == number)
        if card.face is None:
            kept.append(card)
            continue
        bare = (common[mine] >= COMMON) & (common[mine] - common[mine].min() >= LESS_COMMON)
        among = np.flatnonzero(~bare)
        own = alike[np.ix_(mine[among], mine[among])] - 2 * np.eye(len(among))
        nearest = own.max(axis=1)
        if len(among) > 2 and nearest.max() >= AGREED:
            among = among[nearest >= UNLIKE]
        kept.append(replace(card, corners=tuple(card.corners[n] for n in among)))
    return tuple(kept)


def _alike(corners: NDArray[np.uint8], reader: EmbeddingReader) -> NDArray[np.float64]:
    """Return how alike (N, 72, 72, 3) corners look to the reader, (N, N) cosines."""
    edge = PATCH_PX // 6
    looks = reader.embed(np.ascontiguousarray(corners[:, edge:-edge, edge:-edge])).embeddings.astype(np.float64)
    looks /= np.maximum(np.linalg.norm(looks, axis=1, keepdims=True), 1e-9)
    return np.asarray(looks @ looks.T)


def _common(alike: NDArray[np.float64], faces: NDArray[np.str_]) -> NDArray[np.float64]:
    """Return how alike each corner is to one of ``SHARED`` other faces at least, (N,); -1 where there are fewer.

    faces: (N,), empty for a back's.
    """
    named = np.unique(faces[faces != ""])
    most = np.array([alike[:, faces == face].max(axis=1) for face in named])
    most[faces == named[:, None]] = -1
    return np.sort(most, axis=0)[-SHARED] if len(most) >= SHARED else np.full(len(faces), -1.0)
