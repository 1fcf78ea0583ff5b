"""A reader that knows taught decks: a corner near a prototype is that face, any other is what the net says it is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, WILDS
from vision.corners import CornerKind, Corners, Image, Readings
from vision.decks.embedding import Embedded, EmbeddingReader
from vision.decks.fitting import fitted, likelihoods
from vision.decks.profile import DeckProfile
from vision.patches import cut_patches
from vision.suppression import take

VOUCHED = 0.9
"""A corner this likely to be a taught one is believed, whatever the finder says of it."""

VOUCHED_SCORE = 0.6
"""The finder's score of such a corner is raised to this share of its likelihood."""

LEAST_SCORE = 0.05
"""What the finder is as sure of as this is looked at, where decks are taught."""

WORTH_A_TURN = 0.1
"""Finder's score from which an index is looked at turned, where decks are taught: it often mistakes a strange one."""

UNKNOWN_SCORE = 0.25
"""A corner that no deck vouches for needs at least this score, as without decks."""

_NONE = len(FACES)


@dataclass(frozen=True)
class Likeness:
    """How N corners look beside the taught decks. faces: (N, 15) and backs: (N,) probabilities; the rest is unknown."""

    faces: NDArray[np.float64]
    backs: NDArray[np.float64]

    @property
    def unknown(self) -> NDArray[np.float64]:
        """(N,) how likely each corner is of no taught deck."""
        return np.asarray(np.clip(1 - self.faces.sum(axis=1) - self.backs, 0, 1))


class TaughtReader:
    """A Reader that joins what the net says with what was taught of any number of decks."""

    def __init__(self, reader: EmbeddingReader, decks: tuple[DeckProfile, ...]) -> None:
        """Keep the net and the decks; decks learnt with another net are learnt anew."""
        self._reader = reader
        self._decks = tuple(fitted(deck, reader) for deck in decks if deck.cards)
        self.patch_px = reader.patch_px

    def read(self, patches: NDArray[np.uint8]) -> Readings:
        """Return the readings of upright patches; what looks like a taught back is no index."""
        seen = self._reader.embed(patches)
        like = self._likeness(seen)
        rest = like.unknown[:, None]
        faces = seen.readings.faces * rest
        faces[:, :_NONE] += like.faces
        faces[:, _NONE] += like.backs
        return Readings(faces.astype(np.float32), seen.readings.suits, seen.readings.inks)

    def settled(self, image: Image, corners: Corners, readings: Readings) -> tuple[Corners, Readings]:
        """Return the corners of a photo as the taught decks have them.

        Those that look like a taught index are sure, and no backs; those that look like a taught back are backs; those
        that the finder hardly saw are dropped unless they look like one of the two.
        """
        if not len(corners):
            return corners, readings
        like = self._likeness(self._reader.embed(cut_patches(image, corners.boxes, corners.quads, self.patch_px)))
        taught = like.faces.sum(axis=1)
        up, down = taught >= VOUCHED, like.backs >= VOUCHED
        was_back = corners.kinds == CornerKind.BACK
        wild = np.isin(like.faces.argmax(axis=1), [FACES.index(face) for face in WILDS])
        kinds = np.where(up & was_back, np.where(wild, CornerKind.JOKER, CornerKind.INDEX), corners.kinds)
        kinds = np.where(down, CornerKind.BACK, kinds)
        sure = np.where(up, VOUCHED_SCORE * taught, np.where(down & was_back, VOUCHED_SCORE * like.backs, 0.0))
        scores = np.maximum(corners.scores, sure).astype(np.float32)
        settled = Corners(corners.boxes, corners.quads, scores, kinds.astype(np.int64))
        kept = np.flatnonzero(scores >= UNKNOWN_SCORE)
        return take(settled, kept), Readings(*(values[kept] for values in vars(readings).values()))

    def _likeness(self, seen: Embedded) -> Likeness:
        """Return how like the taught decks corners are; several decks share by their odds against the unknown."""
        count = len(seen.readings)
        odds, backs = np.zeros((count, len(FACES))), np.zeros(count)
        for deck in self._decks:
            if deck.prototypes is None or not count:
                continue
            shares = likelihoods(deck.prototypes, seen.embeddings)
            owners = deck.prototypes.owners
            unknown = sum((shares[:, k] for k, owner in enumerate(owners) if owner < 0), np.zeros(count)) + 1e-9
            for k, owner in enumerate(owners):
                face = deck.cards[owner].face if owner >= 0 else None
                if owner >= 0 and face is None:
                    backs += shares[:, k] / unknown
                elif face is not None:
                    odds[:, FACES.index(face)] += shares[:, k] / unknown
        whole = 1 + odds.sum(axis=1) + backs
        return Likeness(odds / whole[:, None], backs / whole)
