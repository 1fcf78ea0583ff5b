"""Where live pictures go: a window, a video file, a folder of pictures, or a page of this machine."""

from contextlib import suppress
from pathlib import Path
from typing import Protocol

import cv2

from handfoot.errors import OutputError, writing
from handfoot.output import make_output_folder, refuse_among_photos, write_photo
from vision.corners import Image
from vision.live.feed import can_be_told, opencv_silent

VIDEO_SUFFIXES = (".mp4", ".avi", ".mkv", ".mov")

OTHER_VIDEOS = (".webm", ".m4v", ".mpg", ".mpeg", ".wmv", ".flv", ".ogv", ".gif")
"""Endings of videos that are not written; no folder is meant by them."""

JPEG_QUALITY = 80

WINDOW = "handfoot"


class Sink(Protocol):
    """Shows or keeps live pictures."""

    def show(self, drawn: Image) -> bool:
        """Take the next picture; False if the person watching has had enough."""
        ...

    def settled(self, drawn: Image) -> None:
        """Take a picture whose reading settled."""
        ...

    def close(self) -> None:
        """Finish."""
        ...


class Window:
    """A window of the desktop; q or Escape ends it."""

    def show(self, drawn: Image) -> bool:
        """Draw the picture into the window."""
        cv2.imshow(WINDOW, drawn)
        return cv2.waitKey(1) & 0xFF not in (ord("q"), 27)

    def settled(self, drawn: Image) -> None:
        """Do nothing more: it was shown."""

    def close(self) -> None:
        """Close the window."""
        with suppress(cv2.error):
            cv2.destroyWindow(WINDOW)


class VideoFile:
    """A video of all pictures as they were drawn."""

    def __init__(self, path: Path, rate: float) -> None:
        """Remember where it goes; ``rate``: pictures a second. It is opened with the first picture.

        Raises:
            OutputError: if no writer of videos can be told its name.
        """
        if not can_be_told(path):
            raise OutputError(f"{path}: its name is no text: give it another")
        self._path, self._rate = path, rate
        self._writer: cv2.VideoWriter | None = None
        self._written = 0

    def show(self, drawn: Image) -> bool:
        """Write the picture. Raises OutputError if the file cannot be written."""
        if self._writer is None:
            code = "MJPG" if self._path.suffix.lower() == ".avi" else "mp4v"
            size = drawn.shape[1], drawn.shape[0]
            with writing(self._path):
                # OpenCV would say nothing of why it cannot be written, and much else on standard error.
                self._path.open("ab").close()
            self._writer = cv2.VideoWriter(str(self._path), cv2.VideoWriter.fourcc(*code), self._rate, size)
            if not self._writer.isOpened():
                raise OutputError(f"{self._path}: no video can be written there")
        with opencv_silent():
            self._writer.write(drawn)
        self._written += 1
        return True

    def settled(self, drawn: Image) -> None:
        """Do nothing more: it was written."""

    def close(self) -> None:
        """Finish the file.

        Raises:
            OutputError: if it does not hold the pictures, about as many as it says: its writer tells nothing.
        """
        if self._writer is None:
            return
        with opencv_silent():
            self._writer.release()
        if 2 * _pictures_in(self._path) < self._written:
            raise OutputError(f"{self._path}: cannot be written whole: is the disk full?")


class Folder:
    """A folder of the pictures whose reading settled."""

    def __init__(self, path: Path) -> None:
        """Make the folder. Raises OutputError if it cannot be, or holds photos."""
        refuse_among_photos(path, ())
        make_output_folder(path)
        self._path, self._number = path, 0

    def show(self, drawn: Image) -> bool:
        """Pass over a picture in between."""
        return True

    def settled(self, drawn: Image) -> None:
        """Write the picture, over none of an earlier evening. Raises OutputError if it cannot be written."""
        self._number += 1
        while (path := self._path / f"settled-{self._number}.jpg").exists():
            self._number += 1
        write_photo(path, drawn)

    def close(self) -> None:
        """Do nothing more."""


def _pictures_in(path: Path) -> float:
    """Return how many pictures a video says it holds, 0 where it is none."""
    with opencv_silent():
        video = cv2.VideoCapture(str(path))
        count = float(video.get(cv2.CAP_PROP_FRAME_COUNT)) if video.isOpened() else 0.0
        video.release()
    return count


def has_windows() -> bool:
    """Tell whether this OpenCV can open windows; the one that comes with handfoot cannot."""
    told = next((line for line in cv2.getBuildInformation().splitlines() if line.strip().startswith("GUI:")), "")
    return bool(told) and "NONE" not in told


def refuse_over(path: Path, watched: Path) -> None:
    """Keep what is drawn from being written over the video that is watched.

    Raises:
        OutputError: if both are the same file.
    """
    with suppress(OSError):
        if path.samefile(watched):
            raise OutputError(f"{path}: is the video that is watched; what is drawn needs a file of its own")


def file_sink(path: Path, rate: float) -> Sink:
    """Return what writes to a video file, by its ending, or else to a folder.

    Raises:
        OutputError: if the ending is that of a video that cannot be written, or the place cannot.
    """
    if path.suffix.lower() in OTHER_VIDEOS and not path.is_dir():
        raise OutputError(f"{path}: a video can be written as {', '.join(VIDEO_SUFFIXES)}, not as {path.suffix}")
    return VideoFile(path, rate) if path.suffix.lower() in VIDEO_SUFFIXES else Folder(path)
