"""A table watched picture by picture: what lies there is read now and then, followed meanwhile, and settled."""

from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.live.feed import Picture
from vision.live.settling import Look, lying_as, read_alike, settled, together
from vision.live.tracking import Tracker
from vision.photoreading import PhotoReading, ReadsPhotos
from vision.photos.frames import Frame
from vision.seen import SeenCard, as_quad
from vision.several.planes import flat

Floats = NDArray[np.float64]

MOST_LOOKS = 5
"""So many looks are joined; older ones say no more."""

AGAIN_S = 3.0
"""What has settled is looked at again after so long, should a change have gone unseen."""

STILL_S, MOVING_S = 0.08, 0.5
"""Seconds from one look to the next while the picture is held still, and while it moves."""


@dataclass(frozen=True)
class Watched:
    """What is known at a picture.

    reading: as last read, None before. cards: those of what settled, while it lies there, else of what was last read,
    moved to where they lie in this picture. unsure: which of these are in doubt. looked: whether a look was taken in
    with it. settled: what the looks read together, at the picture at which they came to agree, unless it is what
    settled last; else None. holds: whether what settled still lies there.
    """

    picture: Picture
    reading: PhotoReading | None
    cards: tuple[SeenCard, ...]
    unsure: frozenset[int]
    looked: bool
    settled: PhotoReading | None
    holds: bool


class Watcher:
    """Watches one table. Reading takes longer than a picture lasts: in the background, or else where it is due."""

    def __init__(self, reader: ReadsPhotos, *, background: bool = True) -> None:
        """Begin with nothing known. ``background``: go on following while a picture is read, as a webcam needs it."""
        self._reader = reader
        self._tracker = Tracker()
        # Looks that do not agree yet, or by itself what settled.
        self._looks: list[Look] = []
        self._read: PhotoReading | None = None
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="watching") if background else None
        self._pending: Future[PhotoReading] | None = None
        self._stale = False
        self._way = np.eye(3)
        self._looked_at = -np.inf
        self._done = False
        self._told: list[tuple[str, int]] | None = None

    def watch(self, picture: Picture) -> Watched:
        """Take in the next picture."""
        motion = self._tracker.follow(picture.image)
        self._send(motion.plane)
        if (self._looks or self._pending is not None) and (motion.lost or self._tracker.changed()):
            self._forget()
        looked = self._take_in()
        if self._is_due(picture.seconds, still=motion.still):
            self._look(picture)
            looked = self._take_in() or looked
        reading = None
        if looked and not self._done and settled(self._looks):
            reading, self._done = together(self._looks), True
            self._looks = [replace(self._looks[-1], reading=reading)]
            # The camera was moved, or the light changed, and the table did not.
            what = _what_lies_there(reading)
            reading, self._told = None if what == self._told else reading, what
        return Watched(picture, self._read, self._cards(), self._unsure(), looked, reading, self._done)

    def close(self) -> None:
        """Wait for the picture that is being read, and stop."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _forget(self) -> None:
        """Know nothing any more; a look that was begun before is of what lay there then."""
        self._looks.clear()
        self._read = None
        self._done, self._stale = False, True
        self._looked_at = -np.inf

    def _send(self, plane: Floats) -> None:
        self._way = plane @ self._way
        self._looks = [replace(look, plane=plane @ look.plane) for look in self._looks]

    def _is_due(self, seconds: float, *, still: bool) -> bool:
        if self._pending is not None:
            return False
        waited = seconds - self._looked_at
        if self._done:
            return waited >= AGAIN_S
        return waited >= (STILL_S if still else MOVING_S)

    def _look(self, picture: Picture) -> None:
        self._looked_at, self._stale = picture.seconds, False
        self._tracker.keep()
        self._way = np.eye(3)
        frame = Frame(f"picture {picture.number}", picture.image)
        if self._pool is not None:
            self._pending = self._pool.submit(self._reader.read, frame)
        else:
            self._pending = Future()
            self._pending.set_result(self._reader.read(frame))

    def _take_in(self) -> bool:
        """Take in the look that was begun, if it is there and not of a table that has changed; tells whether it was."""
        if self._pending is None or not self._pending.done():
            return False
        reading, self._pending = self._pending.result(), None
        if self._stale:
            return False
        look, before, self._read = Look(reading, self._way), self._read, reading
        if not self._done:
            self._looks = [*self._looks, look][-MOST_LOOKS:]
        elif before is not None and read_alike(before, reading):
            self._looks = [lying_as(self._looks[-1], look)]
        else:
            # Something changed unseen.
            self._looks, self._done = [look], False
        return True

    def _cards(self) -> tuple[SeenCard, ...]:
        """Return the cards of the last look, or of what settled, where they lie now."""
        if not self._looks:
            return ()
        look = self._looks[-1]
        plane = flat(look.plane)
        return tuple(replace(card, quad=as_quad(plane.send(card.corners))) for card in look.reading.cards)

    def _unsure(self) -> frozenset[int]:
        doubts = self._looks[-1].reading.doubts if self._looks else ()
        return frozenset(number for doubt in doubts for number in doubt.about)


def _what_lies_there(reading: PhotoReading) -> list[tuple[str, int]]:
    """Return the faces of the cards, each with how much about it is in doubt."""
    about = Counter(number for doubt in reading.doubts for number in doubt.about)
    return sorted((str(card.face), about[number]) for number, card in enumerate(reading.cards))
