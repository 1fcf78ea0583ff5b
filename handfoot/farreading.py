"""Photos read by the machines of a cluster: their bytes go there, so that no folder need be shared."""

import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2

from handfoot.keptreadings import KeptReadings, program_digest
from vision.frames import MAX_FILE_MB, Frame, decode_photo
from vision.ray_workers import ClusterError, Lost, joined, spread
from vision.read import CardReader, PhotoReading, default_card_reader


@dataclass(frozen=True)
class SentPhoto:
    """A photo's file and what it holds; nothing where it cannot be opened or is larger than a photo may be."""

    path: Path
    data: bytes


class FarReader:
    """Reads sent photos on a worker, with nets that are loaded for the first of them."""

    def __init__(self, models: Path | None, program: str) -> None:
        """Remember the nets' folder, and the digest of the program that the readings shall be those of."""
        self._models, self._program = models, program
        self._reader: CardReader | None = None

    def __call__(self, photo: SentPhoto) -> PhotoReading | None:
        """Return the cards of a photo; None where it cannot be read, which the machine that asks finds out anew.

        Raises:
            ClusterError: if this machine's nets or program are not those of the machine that asks.
        """
        if self._reader is None:
            if program_digest(self._models) != self._program:
                host = socket.gethostname()
                raise ClusterError(f"{host}: the nets or the program on this worker are not those of this machine")
            cv2.setNumThreads(1)
            self._reader = default_card_reader(self._models, threads=1)
        try:
            return self._reader.read(Frame(photo.path.name, decode_photo(photo.data)))
        except Exception:
            # The machine that asks reads it itself and meets the same error, where it can be told as always.
            return None


@contextmanager
def readings_from(
    address: str, files: Iterable[Path], *, models: Path | None = None, kept: KeptReadings | None = None
) -> Iterator[Iterator[PhotoReading | None]]:
    """Give the readings of the files, in their order, as the cluster at ``address`` reads them; None for one it cannot.

    kept: readings of earlier runs, which are not done again; new ones are kept there.

    Raises:
        ClusterError: if the cluster cannot be joined, or its machines have other nets or another program.
    """
    with joined(address):
        yield _readings(files, models, kept)


def _readings(files: Iterable[Path], models: Path | None, kept: KeptReadings | None) -> Iterator[PhotoReading | None]:
    ahead: list[tuple[Path, bool]] = []

    def already(photo: SentPhoto) -> PhotoReading | None:
        found = kept.find(photo.path) if kept is not None else None
        ahead.append((photo.path, found is not None))
        return found

    make = partial(FarReader, models, program_digest(models))
    for reading in spread(make, (_sent(path) for path in files), already):
        path, old = ahead.pop(0)
        if isinstance(reading, Lost) or reading is None:
            yield None
            continue
        if kept is not None and not old:
            kept.keep(path, reading)
        yield reading


def _sent(path: Path) -> SentPhoto:
    try:
        fits = path.stat().st_size <= MAX_FILE_MB * 1_000_000
        return SentPhoto(path, path.read_bytes() if fits else b"")
    except OSError:
        return SentPhoto(path, b"")
