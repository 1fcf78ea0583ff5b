"""Folders and files the app writes, and one clear line where it cannot."""

import errno
import os
import re
from collections.abc import Iterable
from pathlib import Path

import cv2

from handfoot.errors import OutputError, writing
from handfoot.tables import OUTPUT_MARK
from scorer.files import write_whole
from scorer.names import name_key
from vision.corners import Image
from vision.errors import PhotoError
from vision.photos.frames import EXTENSIONS, photos_in

_JPEG_QUALITY = 88

_DRAWN = re.compile(r".*-(read|scored)(-\d+)?|(card|settled)-\d+", re.DOTALL)
"""How the files of pictures that are drawn for somebody are named."""

_DATABASE = b"SQLite format 3\0"


def make_output_folder(folder: Path) -> None:
    """Make the folder if need be; mark it as written by handfoot, unless it already holds something else.

    Raises:
        OutputError: if it is no folder or cannot be written.
    """
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if not any(folder.iterdir()):
            (folder / OUTPUT_MARK).touch()
        elif not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, "no permission")


def refuse_among_photos(folder: Path, photo_folders: Iterable[Path]) -> None:
    """Keep what is drawn out of folders that hold photos: it could replace one, and the next run would read it as more.

    photo_folders: those whose photos are read; any other that holds photos is refused too, unless all in it was drawn.

    Raises:
        OutputError: if the folder is one of those.
    """
    if _holds_photos(folder) or any(_same(folder, photos) for photos in photo_folders):
        raise OutputError(f"{folder}: holds photos; what is drawn on them needs a folder of its own")


def _same(folder: Path, other: Path) -> bool:
    try:
        return folder.samefile(other)
    except OSError:
        # One of them is not there, or out of reach: told where it is used.
        return False


def _holds_photos(folder: Path) -> bool:
    """Whether a folder that is not marked holds a photo whose name is not that of a drawn one."""
    try:
        return not (folder / OUTPUT_MARK).exists() and not all(_DRAWN.fullmatch(p.stem) for p in photos_in(folder))
    except (OSError, PhotoError):
        return False


def drawn_path(folder: Path, photo: Path, drawn: str, written: set[Path]) -> Path:
    """Return where a photo goes that was drawn on, free as by ``free_path``. drawn: ``read`` or ``scored``.

    Of ``Dec 1 17.05`` the end is no ending, and tells it from others.
    """
    name = photo.stem if photo.suffix.lower() in EXTENSIONS else photo.name
    return free_path(folder / f"{name}-{drawn}.jpg", written)


def free_path(path: Path, written: set[Path]) -> Path:
    """Return the path, or it with a number where this run already wrote one so called, and remember it.

    Names that differ in letter case alone are one, as some disks hold them so.
    """
    free, number = path, 2
    while (name := Path(name_key(str(free)))) in written:
        free, number = path.with_stem(f"{path.stem}-{number}"), number + 1
    written.add(name)
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
    with writing(path):
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a pipe, say
            return
        _refuse_database(path)
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, "no permission")
        # The file that a link names, and not the link, is written anew.
        write_whole(path.resolve(), data)


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
