"""Photos read once, for all that is judged of them; what went wrong with one is kept as its result."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from handfoot.errors import HandfootError
from handfoot.evaluation.failing import told
from handfoot.evaluation.labelled import LabelledPhoto
from handfoot.evaluation.tabletruth import JudgedTable
from handfoot.keptreadings import KeptReadings, photo_bytes
from handfoot.tables import read_table
from vision.photoreading import PhotoReading, ReadsPhotos
from vision.photos.frames import load_photo


@dataclass(frozen=True)
class ReadPhoto:
    """A photo as it was read, or in ``error`` why it could not be. decode_ms: ms of wall time."""

    reading: PhotoReading | None = None
    decode_ms: float | None = None
    error: str = ""


def files_to_read(photos: Iterable[LabelledPhoto], tables: Iterable[JudgedTable]) -> tuple[Path, ...]:
    """Return the files of the photos and of the tables' photos, each once; a table that is none has no files."""
    files = [photo.path for photo in photos]
    for table in tables:
        try:
            files += read_table(table.path, within=table.within).files
        except HandfootError:
            # Judging the table says so in its row.
            continue
    return tuple(dict.fromkeys(files))


def read_files(
    files: Sequence[Path],
    reader: ReadsPhotos,
    kept: KeptReadings | None = None,
    *,
    watch: Callable[[], None] = lambda: None,
) -> dict[Path, ReadPhoto]:
    """Read the files one after the other, those that were not kept, and keep them; ``watch`` is called after each."""
    read = {}
    for path in files:
        read[path] = read_file(path, reader) if kept is None else _read_or_kept(path, reader, kept)
        watch()
    return read


def _read_or_kept(path: Path, reader: ReadsPhotos, kept: KeptReadings) -> ReadPhoto:
    try:
        place = kept.place(photo_bytes(path))
    except OSError:
        return read_file(path, reader)  # which tells why
    before = kept.find(place, path.name)
    if before is not None:
        return ReadPhoto(before)
    read = read_file(path, reader)
    if read.reading is not None:
        kept.keep(place, read.reading)
    return read


def read_afar(
    files: Sequence[Path], far: Iterator[PhotoReading | None], reader: ReadsPhotos, watch: Callable[[], None]
) -> dict[Path, ReadPhoto]:
    """Take the files' readings as a cluster gives them, in order; read here what it cannot, and what then goes wrong
    is its result.
    """
    read = {}
    for path, reading in zip(files, far, strict=True):
        read[path] = ReadPhoto(reading) if reading is not None else read_file(path, reader)
        watch()
    return read


def read_file(path: Path, reader: ReadsPhotos) -> ReadPhoto:
    """Read a photo; an error, even a crash, is a result too."""
    try:
        start = time.perf_counter()
        frame = load_photo(path)
        decoded = time.perf_counter()
        return ReadPhoto(reader.read(frame), 1000 * (decoded - start))
    except Exception as error:
        return ReadPhoto(error=told(error))


def readings_of(read: Mapping[Path, ReadPhoto]) -> dict[Path, PhotoReading]:
    """Return the readings of those files that could be read."""
    return {path: one.reading for path, one in read.items() if one.reading is not None}
