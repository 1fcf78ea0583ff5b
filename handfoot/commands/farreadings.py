"""What ``handfoot score`` knows of its photos before it reads them: kept readings, and those of a cluster."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from handfoot.errors import HandfootError
from handfoot.farreading import readings_from
from handfoot.keptreadings import KeptReadings, program_digest
from handfoot.pipeline import ReadsPhotos
from handfoot.tables import TableFolder
from vision.errors import PhotoError
from vision.frames import load_photo
from vision.read import PhotoReading

KnownOf = Callable[[TableFolder], Mapping[Path, PhotoReading]]


@contextmanager
def known_readings(
    tables: Sequence[TableFolder | HandfootError],
    *,
    ray: str | None,
    keep: Path | None,
    out: Path | None,
    models: Path | None,
    reader: ReadsPhotos,
) -> Iterator[KnownOf]:
    """Give a function that returns a table's readings; it is to be asked for each of the tables, in their order.

    Where they are neither read by a cluster nor kept, nothing is known; else all but the photos that cannot be read.
    """
    if ray is None:
        old = None if keep is None else KeptReadings(keep, program_digest(models))
        yield lambda table: {} if old is None else _kept(old, table, reader)
        return
    where = keep or (out / "readings" if out is not None else None)
    kept = None if where is None else KeptReadings(where, program_digest(models))
    files = (path for table in tables if isinstance(table, TableFolder) for path in _files(table))
    with readings_from(ray, files, models=models, kept=kept) as far:
        yield lambda table: {path: reading for path in _files(table) if (reading := next(far)) is not None}


def _kept(kept: KeptReadings, table: TableFolder, reader: ReadsPhotos) -> dict[Path, PhotoReading]:
    known = {}
    for path in _files(table):
        reading = kept.find(path)
        if reading is None:
            try:
                reading = reader.read(load_photo(path))
            except PhotoError:
                # Scoring meets it again, and tells it.
                continue
            kept.keep(path, reading)
        known[path] = reading
    return known


def _files(table: TableFolder) -> Iterator[Path]:
    return (photo.path for side in table.sides for photo in side.photos)
