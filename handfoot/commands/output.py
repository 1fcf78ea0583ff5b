"""Folders and files the app writes, and one clear line where it cannot."""

import errno
import os
from collections.abc import Iterable
from pathlib import Path

import cv2

from handfoot.errors import OutputError
from handfoot.tables import OUTPUT_MARK
from vision.corners import Image

_JPEG_QUALITY = 88

_DATABASE = b"SQLite format 3\0"


def make_output_folder(folder: Path) -> None:
    """Make the folder if need be; mark it as written by handfoot, unless it already holds something else.

    Raises:
        OutputError: if it is no folder or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not any(folder.iterdir()):
            (folder / OUTPUT_MARK).touch()
        elif not os.access(folder, os.W_OK):
            raise OutputError(f"{folder}: cannot be written (no permission)")
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written ({error.strerror or error})") from None


def refuse_among_photos(folder: Path, photo_folders: Iterable[Path]) -> None:
    """Keep what is drawn out of the folders that hold the photos: the next run would read it as more of them.

    Raises:
        OutputError: if the folder is one of those.
    """
    for photos in photo_folders:
        try:
            same = folder.samefile(photos)
        except OSError:
            # One of them is not there, or out of reach: told where it is used.
            continue
        if same:
            raise OutputError(f"{folder}: holds the photos themselves; what is drawn on them needs a folder of its own")


def free_path(path: Path, written: set[Path]) -> Path:
    """Return the path, or it with a number where this run already wrote one so called, and remember it."""
    free, number = path, 2
    while free in written:
        free, number = path.with_stem(f"{path.stem}-{number}"), number + 1
    written.add(free)
    return free


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 file with plain line ends.

    Raises:
        OutputError: if it cannot be written.
    """
    write_bytes(path, text.encode(errors="replace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file as it is, whole or not at all.

    Raises:
        OutputError: if it cannot be written, or holds a database of games now.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a pipe, say
            return
        _refuse_database(path)
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, "no permission")
        # The file that a link names, and not the link, is written anew.
        place = path.resolve()
        part = place.with_name(f".{os.getpid()}.part")
        try:
            part.write_bytes(data)
            part.replace(place)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror or error})") from None


def _refuse_database(path: Path) -> None:
    if not path.exists():
        return
    with path.open("rb") as file:
        if file.read(len(_DATABASE)) == _DATABASE:
            raise OutputError(f"{path}: a database, with the games in it perhaps; it is not written over")


def write_photo(path: Path, image: Image) -> None:
    """Write a BGR picture as a JPEG.

    Raises:
        OutputError: if it cannot be written.
    """
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    write_bytes(path, data.tobytes())
