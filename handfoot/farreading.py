"""Photos read by the machines of a cluster: their bytes go there, so that no folder need be shared."""

import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2

from handfoot.keptreadings import KeptReadings, photo_bytes, program_digest
from vision.decks.profile import DeckProfile
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame, decode_photo
from vision.ray_workers import ClusterError, Lost, joined, spread
from vision.read import CardReader, default_card_reader

Decks = tuple[DeckProfile, ...]


@dataclass(frozen=True)
class WantedPhoto:
    """A photo to be read. decks: the digest of those that it is read with, empty for none."""

    path: Path
    decks: str = ""


@dataclass(frozen=True)
class SentPhoto:
    """A wanted photo and what its file holds, as ``photo_bytes`` gives it; nothing where it cannot be opened."""

    wanted: WantedPhoto
    data: bytes


class FarReader:
    """Reads sent photos on a worker, with nets that are loaded, and decks that are learnt, for the first of them."""

    def __init__(self, models: Path | None, program: str, decks: Mapping[str, Decks]) -> None:
        """Remember the nets' folder, the digest of the program to be, and the decks by their digests."""
        self._models, self._program, self._decks = models, program, decks
        self._readers: dict[str, CardReader] = {}

    def __call__(self, photo: SentPhoto) -> PhotoReading | None:
        """Return the cards of a photo; None where it cannot be read, which the machine that asks finds out anew.

        Raises:
            ClusterError: if this machine's nets or program are not those of the machine that asks.
        """
        reader = self._reader(photo.wanted.decks)
        try:
            return reader.read(Frame(photo.wanted.path.name, decode_photo(photo.data)))
        except Exception:
            # The machine that asks reads it itself and meets the same error, where it can be told as always.
            return None

    def _reader(self, decks: str) -> CardReader:
        if not self._readers:
            if program_digest(self._models) != self._program:
                host = socket.gethostname()
                raise ClusterError(f"{host}: the nets or the program on this worker are not those of this machine")
            cv2.setNumThreads(1)
        if decks not in self._readers:
            self._readers[decks] = default_card_reader(self._models, threads=1, decks=self._decks.get(decks, ()))
        return self._readers[decks]


@contextmanager
def readings_from(
    address: str,
    photos: Iterable[WantedPhoto],
    *,
    models: Path | None = None,
    kept: KeptReadings | None = None,
    decks: Mapping[str, Decks] | None = None,
) -> Iterator[Iterator[PhotoReading | None]]:
    """Give the photos' readings, in their order, as the cluster at ``address`` reads them; None for one it cannot.

    kept: readings of earlier runs, which are not done again; new ones are kept there. decks: those that the photos
    name, by their digests.

    Raises:
        ClusterError: if the cluster cannot be joined, or its machines have other nets or another program.
    """
    with joined(address):
        yield _readings(photos, partial(FarReader, models, program_digest(models), decks or {}), kept)


def _readings(
    photos: Iterable[WantedPhoto], make: Callable[[], FarReader], kept: KeptReadings | None
) -> Iterator[PhotoReading | None]:
    # Where each reading to come is to be kept; None where it is already, or nothing is kept.
    ahead: list[Path | None] = []

    def already(photo: SentPhoto) -> PhotoReading | None:
        place = kept.place(photo.data, photo.wanted.decks) if kept is not None else None
        found = kept.find(place, photo.wanted.path.name) if kept is not None and place is not None else None
        ahead.append(place if found is None else None)
        return found

    for reading in spread(make, (_sent(photo) for photo in photos), already):
        place = ahead.pop(0)
        if isinstance(reading, Lost) or reading is None:
            yield None
            continue
        if kept is not None and place is not None:
            kept.keep(place, reading)
        yield reading


def _sent(photo: WantedPhoto) -> SentPhoto:
    try:
        return SentPhoto(photo, photo_bytes(photo.path))
    except OSError:
        return SentPhoto(photo, b"")
