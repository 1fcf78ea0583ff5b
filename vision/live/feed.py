"""Pictures one after another: from a webcam by its number, or from a video file."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.corners import Image
from vision.errors import FeedError
from vision.photos.frames import EXTENSIONS

WANTED = (1280, 720)
"""What a webcam is asked for, px; it may give something else."""

PATIENCE_S, PAUSE_S = 3.0, 0.05
"""A webcam that gives no picture for so long is gone; some fail at once, and are asked again after a pause."""

TRIES = 100
"""So many pictures in a row that cannot be read are a video's end; fewer are a damaged place in it."""

WHOLE = 0.75
"""A video gives at least this share of the pictures that its file says it holds; how many it says may be a guess."""

_MOST_DIGITS = 9
"""OpenCV takes no number of more."""


@dataclass(frozen=True)
class Picture:
    """One picture of a feed: its number, from 0, the second it was taken at since the first, and the image."""

    number: int
    seconds: float
    image: Image


class Feed:
    """An open webcam or video file; iterating gives its pictures until the file ends. To be closed after use.

    lost: how many of a file's pictures could not be read, known when it has ended.
    """

    def __init__(self, source: str) -> None:
        """Open a webcam by its number, as ``0``, or else a video by its file's path.

        Raises:
            FeedError: in one line, if there is no such camera or file, or it is no video.
        """
        self.is_camera = source.isdecimal()
        self.name = f"camera {source}" if self.is_camera else source
        if not self.is_camera:
            _check_file(Path(source))
        if self.is_camera and len(source) > _MOST_DIGITS:
            raise FeedError(f"{self.name:.60}: no camera has so large a number")
        # FFmpeg says nothing by itself of what is wrong with a file; a level that somebody chose stays.
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        with opencv_silent():
            self._capture = cv2.VideoCapture(int(source) if self.is_camera else source)
        if not self._capture.isOpened():
            why = "cannot be opened: is it there, and does no other program use it?"
            raise FeedError(f"{self.name}: {why if self.is_camera else 'not a video that can be read'}")
        if self.is_camera:
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED[0])
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED[1])
            # An old picture in a queue is worth nothing.
            self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        known = 1 <= rate <= 240
        self.rate = rate if known else 30.0
        self._holds = float(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)) if known and not self.is_camera else 0.0
        self.lost = 0

    def __iter__(self) -> Iterator[Picture]:
        """Yield the pictures.

        Raises:
            FeedError: if a camera gives no more, or a file holds not a single one.
        """
        return self._from_camera() if self.is_camera else self._from_file()

    def _from_camera(self) -> Iterator[Picture]:
        number = 0
        begun: float | None = None
        missing_since: float | None = None
        while True:
            image = self._next()
            now = time.monotonic()
            if image is not None:
                # In poor light a camera gives fewer pictures than it says.
                begun, missing_since = now if begun is None else begun, None
                yield Picture(number, now - begun, image)
                number += 1
                continue
            missing_since = now if missing_since is None else missing_since
            if now - missing_since >= PATIENCE_S:
                raise FeedError(f"{self.name}: gives no more pictures; was it unplugged?")
            time.sleep(PAUSE_S)

    def _from_file(self) -> Iterator[Picture]:
        number = given = missing = 0
        while missing < TRIES:
            image = self._next()
            if image is None:
                missing += 1
                continue
            number += missing
            missing = 0
            yield Picture(number, number / self.rate, image)
            number += 1
            given += 1
        if not given:
            raise FeedError(f"{self.name}: no picture in this video can be read")
        self.lost = round(self._holds) - given if given < WHOLE * self._holds else number - given

    def _next(self) -> Image | None:
        given, image = self._capture.read()
        return np.asarray(image, np.uint8) if given and image is not None else None

    def close(self) -> None:
        """Let go of the camera or file."""
        self._capture.release()


@contextmanager
def opencv_silent() -> Iterator[None]:
    """Keep OpenCV from writing on standard error, within the block, what is told in one line or is no fault."""
    logging = cv2.utils.logging
    level = logging.getLogLevel()
    logging.setLogLevel(logging.LOG_LEVEL_ERROR)
    try:
        yield
    finally:
        logging.setLogLevel(level)


def can_be_told(path: Path) -> bool:
    """Tell whether OpenCV can be told a file's name: of one that is no text it dies."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_file(path: Path) -> None:
    if not can_be_told(path):
        raise FeedError(f"{path}: its name is no text: give it another")
    if not path.exists():
        raise FeedError(f"{path}: no such file; a camera is named by its number, as 0")
    if path.is_dir():
        raise FeedError(f"{path}: a folder, not a video")
    if not path.stat().st_size:
        raise FeedError(f"{path}: the file is empty")
    # A GIF may move.
    if path.suffix.lower() in {*EXTENSIONS} - {".gif"}:
        raise FeedError(f"{path}: a photo, not a video; `handfoot read` reads photos")
