"""Readings kept in a folder, so that no photo is read twice by the same nets and the same program."""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import metadata, resources
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from handfoot.errors import OutputError, writing
from handfoot.tables import OUTPUT_MARK
from scorer.files import read_at_most, write_whole
from vision.decks.deckfile import pack
from vision.decks.profile import DeckProfile
from vision.model_files import models_folder
from vision.photoreading import PhotoReading
from vision.photos.frames import MAX_FILE_MB

LIBRARIES = ("numpy", "onnxruntime", "opencv-python-headless", "pillow", "simplejpeg")
"""What a reading also depends on."""

PROGRAM = (".py", ".jpg")
"""How the names of the program's files end that a reading depends on."""

_READING = TypeAdapter(PhotoReading)


class KeptReadings:
    """A folder of readings, one file each, named by what was read and by whom: a photo's bytes and a program's digest.

    A photo renamed is the same photo; another photo under an old name is not. decks: the digest of those that the photo
    is read with, as ``decks_digest`` gives it; what was read with others is not found.
    """

    def __init__(self, folder: Path, program: str) -> None:
        """Make the folder, marked as no side of a table it may lie in; one that holds other things stays unmarked.

        Raises:
            OutputError: if it is none or cannot be written.
        """
        self._folder, self._program = folder, program
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            holds_readings_alone = all(path.suffix == ".json" for path in folder.iterdir())
            if holds_readings_alone and os.access(folder, os.W_OK):
                (folder / OUTPUT_MARK).touch()

    def place(self, data: bytes, decks: str = "") -> Path:
        """Return where the reading of a photo is kept, or would be; data: what its file holds."""
        by = f"{self._program}{decks}".encode()
        return self._folder / f"{hashlib.sha256(by + data).hexdigest()[:40]}.json"

    def find(self, place: Path, name: str) -> PhotoReading | None:
        """Return what is kept there, of a photo of this name; None where nothing is, or it is damaged."""
        try:
            return replace(_READING.validate_json(place.read_bytes()), photo=name)
        except (OSError, ValidationError):
            return None

    def keep(self, place: Path, reading: PhotoReading) -> None:
        """Keep what was read of a photo, in one move, so that a run killed meanwhile leaves no half of it.

        Raises:
            OutputError: if it cannot be written.
        """
        with writing(self._folder):
            write_whole(place, _READING.dump_json(reading))


class KeptWhereRoom(KeptReadings):
    """A folder of readings for a run that goes on without keeping them where the disk is full.

    trouble: why the first that was not kept was not, empty where all were.
    """

    trouble = ""

    def keep(self, place: Path, reading: PhotoReading) -> None:
        """Keep what was read of a photo, or note why not."""
        try:
            super().keep(place, reading)
        except OutputError as error:
            self.trouble = self.trouble or str(error)


def photo_bytes(path: Path) -> bytes:
    """Return what a photo's file holds; nothing of one larger than a photo may be, or of a pipe nobody writes to.

    Raises:
        OSError: if it cannot be opened or read.
    """
    most = MAX_FILE_MB * 1_000_000
    data = read_at_most(path, most)
    return data if len(data) <= most else b""


@cache
def program_digest(models: Path | None = None) -> str:
    """Return a digest of all that a reading depends on beside its photo.

    That is the nets and their cards, this program with the pictures that it holds, and its libraries.
    """
    digest = hashlib.sha256()
    for package in ("scorer", "vision"):
        root = Path(str(resources.files(package)))
        for path in sorted(path for path in root.rglob("*") if path.suffix in PROGRAM):
            digest.update(f"{package}/{path.relative_to(root).as_posix()}".encode() + path.read_bytes())
    for net in sorted((models or models_folder()).glob("*.onnx")):
        for path in filter(Path.is_file, (net, net.with_suffix(".toml"))):
            digest.update(path.name.encode() + path.read_bytes())
    for library in LIBRARIES:
        digest.update(f"{library} {_version(library)}".encode())
    return digest.hexdigest()


def decks_digest(decks: Sequence[DeckProfile]) -> str:
    """Return a digest of what was taught of the decks and tuned to them, in their order; empty where nothing was."""
    digest = hashlib.sha256()
    taught = [deck for deck in decks if deck.cards or deck.nets is not None]
    for deck in taught:
        digest.update(hashlib.sha256(pack(deck)).digest())
        for net in () if deck.nets is None else (deck.nets.finder, deck.nets.reader):
            digest.update(net.card.model_dump_json().encode())
    return digest.hexdigest() if taught else ""


def _version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        # Another build of the same library; what it is called says as much as is known.
        return "unknown"
