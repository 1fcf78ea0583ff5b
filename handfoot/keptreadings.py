"""Readings kept in a folder, so that no photo is read twice by the same nets and the same program."""

import hashlib
import os
from dataclasses import replace
from functools import cache
from importlib import metadata, resources
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from handfoot.errors import OutputError
from vision.model_files import models_folder
from vision.read import PhotoReading

LIBRARIES = ("numpy", "onnxruntime", "opencv-python-headless", "pillow")
"""What a reading also depends on."""

_READING = TypeAdapter(PhotoReading)


class KeptReadings:
    """A folder of readings, one file each, named by what was read and by whom: a photo's bytes and a program's digest.

    A photo renamed is the same photo; another photo under an old name is not.
    """

    def __init__(self, folder: Path, program: str) -> None:
        """Make the folder. Raises OutputError if it is none or cannot be written."""
        self._folder, self._program = folder, program
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{folder}: cannot be written ({error.strerror or error})") from None

    def find(self, path: Path) -> PhotoReading | None:
        """Return what was read of a photo before; None where nothing was, or what was kept is damaged."""
        try:
            kept = self._place(path.read_bytes()).read_bytes()
            return replace(_READING.validate_json(kept), photo=path.name)
        except (OSError, ValidationError):
            return None

    def keep(self, path: Path, reading: PhotoReading) -> None:
        """Keep what was read of a photo, in one move, so that a run killed meanwhile leaves no half of it.

        Raises:
            OutputError: if it cannot be written.
        """
        try:
            place = self._place(path.read_bytes())
            part = place.with_suffix(f".{os.getpid()}")
            part.write_bytes(_READING.dump_json(reading))
            part.replace(place)
        except OSError as error:
            raise OutputError(f"{self._folder}: cannot be written ({error.strerror or error})") from None

    def _place(self, photo: bytes) -> Path:
        return self._folder / f"{hashlib.sha256(self._program.encode() + photo).hexdigest()[:40]}.json"


@cache
def program_digest(models: Path | None = None) -> str:
    """Return a digest of all that a reading depends on beside its photo: the nets, this program and its libraries."""
    digest = hashlib.sha256()
    for package in ("scorer", "vision"):
        for path in sorted(Path(str(resources.files(package))).glob("*.py")):
            digest.update(f"{package}/{path.name}".encode() + path.read_bytes())
    for path in sorted((models or models_folder()).glob("*.onnx")):
        digest.update(path.name.encode() + path.read_bytes())
    for library in LIBRARIES:
        digest.update(f"{library} {_version(library)}".encode())
    return digest.hexdigest()


def _version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        # Another build of the same library; what it is called says as much as is known.
        return "unknown"
