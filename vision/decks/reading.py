"""A reader that knows taught decks: a corner near a prototype is that face, any other is what the net says it is."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, WILDS
from vision.corners import READER_SUITS, CornerKind, Corners, Image, Readings, join
from vision.decks.embedding import Embedded, EmbeddingReader
from vision.decks.fitting import OTHER, fitted, likelihoods, nearness, nearness_of_others, strange
from vision.decks.profile import DeckProfile
from vision.decks.unseen import Mark, look_for
from vision.decks.wholeface import WholeFaces
from vision.looks.patches import cut_patches
from vision.looks.secondlook import EITHER_WAY_UP, TURNS, turned_quad

LEAST_SCORE = 0.05
"""What the finder is as sure of as this is looked at, where decks are taught."""

WAYS_UP = (0.0, *TURNS, 180.0)
"""Degrees by which taught indices are looked at turned: the finder often mistakes which way up a strange one is."""

LESS_LIKELY = np.array([0.0 if way == 0 else 6.0 if way == 180 else 2.0 for way in WAYS_UP])
"""Natural logarithms of how much likelier an index stands as the finder has it than in each of these ways."""

TURNED = 8.0
"""Natural logarithm of how much likelier another deck's index is to stand as the finder has it than as the nets turned
it: much print looks like some index in some way, and a taught face is one print."""

WORTH_IT, STANDS_FROM, READ_FROM = 0.1, 0.9, 0.7
"""Finder's score from which a corner is looked at so; the likelihood from which what nets and decks read alike, as the
finder had it, is not turned if it looks taught; and that from which one turned is a taught face."""

UNKNOWN_SCORE = 0.08
"""A corner that no deck vouches for needs at least this score, as without decks (``SCORE_THRESHOLD``)."""

VOUCHED = 0.8
"""A corner this likely to be a taught one is believed, whatever the finder says of it."""

VOUCHED_SCORE = 0.6
"""The finder's score of such a corner is raised to this share of its likelihood."""

SEEN_EVEN, SEEN_ODDS = 0.3, (0.3, 3.0)
"""With this score a corner is as likely an index as usual; the odds against one grow as the score falls, in bounds."""

EVEN = 0.5
"""The share of taught cards among those of a photo, before it is looked at."""

SHARES = (0.02, 0.98)
"""That share is never taken to be smaller or larger."""

PRESENT, MOST = 3.0, 0.5
"""With some share of taught cards among them a photo's corners must be so much likelier than with hardly any, as a
natural logarithm, or the taught decks are not on the table: of few corners the share alone tells little. From the
second number on most are taught ones."""

FEW_FACES = 4
"""Of so many faces and more that decks tell, more than one shows where they lie on the table."""

UNMISTAKABLE = 0.9975
"""A corner this likely to be a taught one tells by itself that a deck of fewer faces lies on the table."""

_STEPS = 20
_NONE = len(FACES)
_NO_SUIT = np.eye(len(READER_SUITS))[-1]
_NO_INK = np.array([0.3, 0.3, 0.4])
"""Ink that tells nothing: red no likelier than black, and most likely neither."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Likeness:
    """How N corners look beside the taught decks: (N, 15) and (N,) probabilities that sum to one.

    faces, backs: of a taught deck. others: of another deck's face. nothing: no index.
    """

    faces: Floats
    backs: Floats
    others: Floats
    nothing: Floats

    def at(self, share: float) -> tuple[Floats, Floats, Floats]:
        """Return how likely corners are as taught cards', as others' and in all, (N,) each, by the taught ones' share.

        What was likened at even shares is taken. What is no index says nothing of the share.
        """
        ours, theirs = share * (self.faces.sum(axis=1) + self.backs), (1 - share) * self.others
        return ours, theirs, ours + theirs + self.nothing / 2 + 1e-12


class TaughtReader:
    """A Reader that joins what the net says with what was taught of any number of decks.

    share: how many of the cards on the table are of those decks, 0-1; even until it is suited to a photo.
    """

    def __init__(self, reader: EmbeddingReader, decks: tuple[DeckProfile, ...], unseen: tuple[Mark, ...] = ()) -> None:
        """Keep the net and the decks; decks learnt with another net are learnt anew.

        unseen: those of the decks' marks that the finder does not see (``vision.decks.unseen.unseen_marks``).
        """
        self._reader = reader
        self._decks = tuple(fitted(deck, reader) for deck in decks if deck.cards)
        self._unseen = unseen
        self.share = EVEN
        self.patch_px = reader.patch_px

    @cached_property
    def whole(self) -> WholeFaces:
        """The faces of the decks as they look when all of a card shows."""
        return WholeFaces(self._decks)

    def suited_to(self, seen: Embedded) -> "TaughtReader":
        """Return the reader for a photo with these corners: how many are of the taught decks is likeliest so.

        Where all are, a corner like no prototype is more likely askew than another deck's, or no index; where none is,
        the decks have no say.
        """
        like, share = self._likeness(seen, EVEN), EVEN
        for _ in range(_STEPS):
            ours, theirs, whole = like.at(share)
            share = float(((ours / whole).sum() + 1) / (((ours + theirs) / whole).sum() + 2))
        suited = copy(self)
        suited.share = float(np.clip(share, *SHARES))
        return suited

    def _is_there(self, seen: Embedded) -> bool:
        """Tell whether corners are likelier with this share of taught ones than with hardly any.

        Where not most are taught ones, that is so of what they look like, too, each face told by its likeliest corner:
        another deck's mark that resembles a taught one stands in each corner of its card, and what resembles a back
        lies all over a cloth. Of decks of which few faces were learnt, one corner among many of other decks may be all
        that shows.
        """
        like = self._likeness(seen, EVEN)
        few = self._learnt_faces() < FEW_FACES
        if few and like.faces.sum(axis=1).max(initial=0.0) >= UNMISTAKABLE:
            return True
        (_, _, with_them), (_, _, without) = like.at(self.share), like.at(SHARES[0])
        says = np.log(with_them / without)
        ours, theirs = np.column_stack([like.faces, like.backs]).argmax(axis=1), seen.readings.faces.argmax(axis=1)
        by_face = _told_once(says[says > 0], ours[says > 0]) - _told_once(-says[says <= 0], theirs[says <= 0])
        enough = self.share >= MOST or by_face >= PRESENT or few
        return bool(says.sum() >= PRESENT and enough)

    def _learnt_faces(self) -> int:
        """Return how many faces the decks tell, those that the reader reads by itself left out."""
        told = (
            deck.cards[owner].face
            for deck in self._decks
            if deck.prototypes is not None
            for owner, taught in zip(deck.prototypes.owners, strange(deck), strict=True)
            if owner >= 0 and taught
        )
        return len({*told} - {None})

    def read(self, patches: NDArray[np.uint8]) -> Readings:
        """Return the readings of upright patches; what looks like a taught back is no index."""
        seen = self._reader.embed(patches)
        return self._joined(seen.readings, self._likeness(seen, self.share))

    def told(
        self, image: Image, corners: Corners, readings: Readings, found: NDArray[np.float32] | None = None
    ) -> tuple[Corners, Readings, NDArray[np.bool_]]:
        """Return the corners of a photo as the taught decks have them, what they read, and (N,) which look taught.

        readings: what the nets read by themselves. found: (N, 4, 2), the cards as the finder had them, before the nets
        turned some; by default the same. What the finder hardly saw, or saw turned, may be a taught corner; where
        hardly any looks like one, all is as the nets have it.
        """
        found = corners.quads if found is None else found
        stood, looks = self._stood(image, corners, found)
        suited = self.suited_to(looks)
        if not suited._is_there(looks):
            seen = np.flatnonzero(corners.scores >= UNKNOWN_SCORE)
            return corners.at(seen), readings.at(seen), np.zeros(len(seen), np.bool_)
        like = suited._likeness(looks, suited.share)
        joined = suited._joined(readings, like)
        sure = joined.surest >= STANDS_FROM
        alike = (readings.faces.argmax(axis=1) == joined.likeliest) & (readings.faces.max(axis=1) >= STANDS_FROM)
        others = like.others >= EVEN
        # What the nets turned may stand as the finder had it, whatever they read then.
        stands = sure & alike & ~others & (corners.quads == found).all(axis=(1, 2))
        rows = np.flatnonzero(corners.face_up & (corners.scores >= WORTH_IT) & ~stands)
        as_others = suited._nearest(nearness_of_others, looks) - TURNED * (stood != found).any(axis=(1, 2))
        as_others = np.where(sure & others, as_others, -np.inf)[rows]
        upright = suited._upright(image, replace(corners, quads=stood), found, rows, as_others)
        known = (upright.quads == corners.quads).all(axis=(1, 2))
        return suited._with_unseen(image, *suited.settled(image, upright, readings, known))

    def _stood(
        self, image: Image, corners: Corners, found: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], Embedded]:
        """Return the quads in which corners stand, and how they look so.

        They stand as the nets turned them, or as the finder found them if they look rather like a taught face so than
        turned like another deck's: a V on its side is a 7.
        """
        looks = self._looks(image, corners.boxes, corners.quads)
        turned = np.flatnonzero((corners.quads != found).any(axis=(1, 2)))
        if not len(turned):
            return corners.quads, looks
        before = self._looks(image, corners.boxes[turned], found[turned])
        as_others = self._nearest(nearness_of_others, looks)[turned] - TURNED
        taught = self._likeness(before, EVEN).faces.sum(axis=1) >= READ_FROM
        back = turned[taught & (self._nearest(nearness, before) > as_others)]
        if not len(back):
            return corners.quads, looks
        stood = corners.quads.copy()
        stood[back] = found[back]
        return stood, self._looks(image, corners.boxes, stood)

    def _looks(self, image: Image, boxes: NDArray[np.float32], quads: NDArray[np.float32]) -> Embedded:
        return self._reader.embed(cut_patches(image, boxes, quads, self.patch_px))

    def _with_unseen(
        self, image: Image, corners: Corners, readings: Readings, is_taught: NDArray[np.bool_]
    ) -> tuple[Corners, Readings, NDArray[np.bool_]]:
        """Return the corners with the taught marks that the finder does not see, where the photo surely shows them."""
        if not self._unseen:
            return corners, readings, is_taught
        shown = np.flatnonzero(is_taught & corners.face_up)
        maybe = look_for(image, self._unseen, corners.at(shown), corners)
        unread = readings.at(np.zeros(len(maybe), np.int64))
        found, read, taught = self.settled(image, maybe, unread, np.zeros(len(maybe), np.bool_))
        sought = [FACES.index(mark.face) for mark in self._unseen]
        mine = np.flatnonzero(taught & np.isin(read.likeliest, sought))
        corners, readings = join([corners, found.at(mine)]), readings.followed_by(read.at(mine))
        return corners, readings, np.concatenate([is_taught, taught[mine]])

    def _nearest(self, measure: Callable[[DeckProfile, NDArray[np.float32]], Floats], seen: Embedded) -> Floats:
        """Return how near corners are to what is nearest in any of the decks, (N,)."""
        return np.asarray(np.max([measure(deck, seen.embeddings) for deck in self._decks], axis=0))

    def _upright(
        self, image: Image, corners: Corners, found: NDArray[np.float32], rows: NDArray[np.int64], as_others: Floats
    ) -> Corners:
        """Return the corners, of which those of ``rows`` stand in the way in which they are nearest to a taught face.

        Those that are likely none in any way stay as they are, and those that are likelier another deck's face as they
        stand: as_others, (R,) tells how near each of them is to one.
        """
        if not len(rows):
            return corners
        some = corners.at(rows)
        ways = np.stack(
            [
                [turned_quad(quad, box, way) for quad, box in zip(found[rows], some.boxes, strict=True)]
                for way in WAYS_UP
            ]
        )
        seen = [self._looks(image, some.boxes, quads) for quads in ways]
        near = np.stack([self._nearest(nearness, one) for one in seen])
        faces = np.stack([self._likeness(one, self.share).faces for one in seen])
        near -= LESS_LIKELY[:, None]
        # Upside down, a 6 is a 9.
        near[WAYS_UP.index(180.0), np.isin(faces[WAYS_UP.index(180.0)].argmax(axis=1), EITHER_WAY_UP)] = -np.inf
        near[faces.max(axis=2) < READ_FROM] = -np.inf
        best = near.argmax(axis=0)
        picks = np.arange(len(rows))
        taught = near[best, picks] + np.log(self.share) > as_others + np.log(1 - self.share)
        quads = np.where(taught[:, None, None], ways[best, picks], some.quads)
        stood = corners.quads.copy()
        stood[rows] = quads
        return replace(corners, quads=stood)

    def settled(
        self, image: Image, corners: Corners, readings: Readings, known: NDArray[np.bool_]
    ) -> tuple[Corners, Readings, NDArray[np.bool_]]:
        """Return the corners of a photo as the taught decks have them, what they read, and (N,) which look taught.

        readings: what the nets read by themselves of the corners that are ``known``, (N,); the others are read here.
        The finder has its say: what it hardly sees is sooner no index. Those that look like a taught index all the
        same are sure, and no backs; those that look like a taught back are backs; those that the finder hardly saw are
        dropped unless they look like one of the two.
        """
        seen = self._looks(image, corners.boxes, corners.quads)
        unseen = (SEEN_EVEN / np.maximum(corners.scores, 1e-3)).clip(*SEEN_ODDS)
        like = self._likeness(seen, self.share, unseen)
        readings = self._joined(seen.readings.with_rows(known, readings.at(known)), like)
        if not len(corners):
            return corners, readings, known
        # Of a face that the net itself reads it is enough what the finder saw.
        taught = like.faces.sum(axis=1)
        up, down = taught >= VOUCHED, like.backs >= VOUCHED
        was_back = corners.kinds == CornerKind.BACK
        wild = np.isin(like.faces.argmax(axis=1), [FACES.index(face) for face in WILDS])
        kinds = np.where(up & was_back, np.where(wild, CornerKind.JOKER, CornerKind.INDEX), corners.kinds)
        kinds = np.where(down, CornerKind.BACK, kinds)
        sure = np.where(up, VOUCHED_SCORE * taught, np.where(down & was_back, VOUCHED_SCORE * like.backs, 0.0))
        scores = np.maximum(corners.scores, sure).astype(np.float32)
        settled = replace(corners, scores=scores, kinds=kinds.astype(np.int64))
        kept = np.flatnonzero(scores >= UNKNOWN_SCORE)
        is_taught = taught + like.backs >= EVEN
        return settled.at(kept), readings.at(kept), is_taught[kept]

    def _joined(self, said: Readings, like: Likeness) -> Readings:
        """Return what the taught decks and the nets say together.

        Where ink tells nothing of the taught decks, that of a corner like theirs does not settle a 3's colour.
        """
        left = like.others + like.nothing * (1 - self.share)
        faces = said.faces * left[:, None]
        faces[:, :_NONE] += like.faces
        faces[:, _NONE] = 1 - faces[:, :_NONE].sum(axis=1)
        mute = like.faces.sum(axis=1) * (not any(deck.ink_tells for deck in self._decks))
        suits, inks = (
            values * (1 - mute[:, None]) + mute[:, None] * silence
            for values, silence in ((said.suits, _NO_SUIT), (said.inks, _NO_INK))
        )
        return Readings(faces.astype(np.float32), suits.astype(np.float32), inks.astype(np.float32))

    def _likeness(self, seen: Embedded, share: float, unseen: Floats | float = 1.0) -> Likeness:
        """Return how like the taught decks corners are; several decks share by their odds against other decks.

        unseen: how much likelier than usual each of the corners is no index.
        """
        count = len(seen.readings)
        faces, backs, nothing = np.zeros((count, len(FACES))), np.zeros(count), np.zeros(count)
        for deck in self._decks:
            if deck.prototypes is None or not count:
                continue
            shares = likelihoods(deck, seen)
            owners, taught = np.array(deck.prototypes.owners), strange(deck)
            # What the reader reads by itself is left to it, like another deck's.
            odds = shares * taught / (shares[:, (owners == OTHER) | ~taught].sum(axis=1) + 1e-9)[:, None]
            for k, owner in enumerate(owners):
                face = deck.cards[owner].face if owner >= 0 else None
                if face is not None:
                    faces[:, FACES.index(face)] += odds[:, k]
                elif owner >= 0:
                    backs += odds[:, k]
                elif owner != OTHER:
                    nothing += odds[:, k] / len(self._decks)
        parts = np.column_stack([faces * share, backs * share, np.full(count, 1 - share), unseen * nothing / 2])
        parts /= parts.sum(axis=1, keepdims=True)
        return Likeness(parts[:, :_NONE], parts[:, _NONE], parts[:, _NONE + 1], parts[:, _NONE + 2])


def _told_once(says: Floats, looks: NDArray[np.int64]) -> float:
    """Return the sum of what (N,) corners say, of those that look like one thing only what says most."""
    return float(sum(says[looks == one].max() for one in np.unique(looks)))
