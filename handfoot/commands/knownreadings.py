"""What ``handfoot score`` knows of its photos before it reads them: kept readings, and those of a cluster."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from handfoot.commands.latereader import Choice
from handfoot.errors import HandfootError, OutputError
from handfoot.farreading import WantedPhoto, readings_from
from handfoot.keptreadings import KeptWhereRoom, photo_bytes, program_digest
from handfoot.tables import TableFolder
from vision.errors import DeckError, PhotoError
from vision.photoreading import PhotoReading
from vision.photos.frames import load_photo

KnownOf = Callable[[TableFolder], Mapping[Path, PhotoReading]]


@contextmanager
def known_readings(
    tables: Sequence[TableFolder | HandfootError],
    choice_of: Callable[[TableFolder], Choice],
    *,
    ray: str | None,
    keep: Path | None,
    out: Path | None,
    models: Path | None,
) -> Iterator[KnownOf]:
    """Give a function that returns a table's readings; it is to be asked for each of the tables, in their order.

    Where they are neither read by a cluster nor kept, nothing is known; else all but the photos that cannot be read.
    choice_of: the decks that a table is played with; one for which it raises DeckError is not asked for.

    Raises:
        OutputError: at the end, if a reading could not be kept; every table was asked for all the same.
    """
    where = keep or (out / "readings" if out is not None and ray is not None else None)
    kept = None if where is None else KeptWhereRoom(where, program_digest(models))
    if ray is None:
        yield lambda table: {} if kept is None else _kept(kept, table, choice_of(table))
    else:
        played = list(_played(tables, choice_of))
        photos = (WantedPhoto(path, choice.digest) for table, choice in played for path in table.files)
        decks = {choice.digest: choice.decks for _, choice in played if choice.digest}
        with readings_from(ray, photos, models=models, kept=kept, decks=decks) as far:
            yield lambda table: {path: reading for path in table.files if (reading := next(far)) is not None}
    if kept is not None and kept.trouble:
        raise OutputError(f"{kept.trouble}; what was read is scored, but not all of it is kept")


def _played(
    tables: Sequence[TableFolder | HandfootError], choice_of: Callable[[TableFolder], Choice]
) -> Iterator[tuple[TableFolder, Choice]]:
    for table in tables:
        # Scoring meets again, and tells, why a folder is no table, or which deck is not there.
        if isinstance(table, TableFolder):
            with suppress(DeckError):
                yield table, choice_of(table)


def _kept(kept: KeptWhereRoom, table: TableFolder, choice: Choice) -> dict[Path, PhotoReading]:
    known = {}
    for path in table.files:
        # Scoring meets again, and tells, why one cannot be read.
        with suppress(PhotoError, OSError):
            place = kept.place(photo_bytes(path), choice.digest)
            reading = kept.find(place, path.name)
            if reading is None:
                reading = choice.reader.read(load_photo(path))
                kept.keep(place, reading)
            known[path] = reading
    return known
