"""The queue of photos to read: one after the other, off the event loop, none lost by a restart.

A photo whose reading something hinders that is no fault of its own stands aside, with what that is, and is tried again
after a pause, which grows while something goes on hindering.
"""

import errno
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from handfoot.errors import HandfootError, StoreError
from handfoot.web.config import Limits
from handfoot.web.errors import WebError
from handfoot.web.shelf.cleaning import CleanPhoto, clean_photo, decode_upload
from handfoot.web.shelf.kept_photo import KeptPhoto, PhotoState, SidePlace, Size
from handfoot.web.shelf.photos import PhotoShelf
from vision.corners import Image
from vision.errors import DeckError, ModelError, VisionError
from vision.photoreading import PhotoReading, ReadsPhotos
from vision.photos.frames import Frame, decode_photo
from vision.read import default_card_reader

log = logging.getLogger("handfoot.web")

_HINDERS_ALL = (OSError, MemoryError, StoreError, ModelError, DeckError)
"""What is no photo's fault, such as a full disk, a database out of reach or a damaged net: the photo at hand waits
until that ends."""

_BROKE = "something broke while it was read; delete it and take it again"
_NO_PICTURE = "its picture is gone from the server's disk; delete it and take it again"

Upload = Callable[[], bytes]
"""Gives what was sent, once it is its turn: many that wait take up no memory."""

FIRST_PAUSE_S, LONGEST_PAUSE_S = 5.0, 300.0
"""How long what was hindered waits for its next try, at first and at most."""


@dataclass(frozen=True)
class LookedAt:
    """A photo that is not kept: its picture and what was read in it."""

    image: Image
    reading: PhotoReading


@dataclass(frozen=True)
class _Hindered:
    """A photo that could not be read yet: why, and the try that ended so."""

    why: str
    tried: Future[None]


class ReadingDesk:
    """Reads photos in the order they come, with nets that are loaded once."""

    def __init__(
        self,
        shelf: PhotoShelf,
        tell: Callable[[SidePlace], object],
        limits: Limits,
        *,
        models: Path | None = None,
        reader: ReadsPhotos | None = None,
        reader_of_game: Callable[[int], ReadsPhotos | None] = lambda _: None,
    ) -> None:
        """Open the desk; photos left unread by an earlier run come first.

        tell: is called with whose photo was read, or could not be. reader: stands in for the nets. reader_of_game: what
        reads a game's photos in their place, None where they do.

        Raises:
            ModelError: if a net is missing or damaged.
        """
        self._shelf, self._tell, self._limits = shelf, tell, limits
        self._reader = reader or default_card_reader(models)
        self._reader_of_game = reader_of_game
        # One at a time: a reading uses every processor as it is, and decoded photos are large.
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="reading")
        # Beside it, so that a photo is safe on disk while another is read.
        self._cleaner = ThreadPoolExecutor(1, thread_name_prefix="cleaning")
        self._lock = threading.Lock()
        self._waiting: dict[str, Future[None]] = {}
        self._hindered: dict[str, _Hindered] = {}
        self._pause_s = FIRST_PAUSE_S
        self._again: threading.Timer | None = None
        self._closed = False
        self._looks: set[Future[LookedAt]] = set()
        shelf.to_read = self.submit
        for photo in shelf.waiting():
            self.submit(photo.id)

    def submit(self, photo_id: str) -> Future[None]:
        """Queue a kept photo; the future is done when its reading is kept, or hindered. Queued twice it is read once.

        One that was hindered is not read before its pause is over: its future is done.
        """
        with self._lock:
            if photo_id in self._hindered and photo_id not in self._waiting:
                return self._hindered[photo_id].tried
            return self._queued(photo_id)

    def check_room(self) -> None:
        """Raise WebError if so many photos wait that another would wait too long."""
        if len(self._waiting) + len(self._looks) >= self._limits.waiting_photos:
            say = f"{self._limits.waiting_photos} photos wait to be read already; try again in a minute"
            raise WebError(503, "busy", say, wait_s=60)

    def clean(self, upload: Upload, name: str) -> Future[CleanPhoto]:
        """Queue an upload to be made into a photo to keep. The future raises WebError if it is none."""
        return self._cleaner.submit(lambda: clean_photo(upload(), name, self._limits))

    def read(self, upload: Upload, name: str, game: int | None = None) -> Future[LookedAt]:
        """Queue an upload that is not kept, of this game or of none. The future raises WebError if it is no photo."""

        def read() -> LookedAt:
            image = decode_upload(upload(), name, self._limits)
            return LookedAt(image, self._reading(game).read(Frame(name, image)))

        look = self._worker.submit(read)
        self._looks.add(look)
        look.add_done_callback(self._looks.discard)
        return look

    def ahead(self, photo_id: str) -> int | None:
        """Return how many photos are read before this one, None where it is not in the queue."""
        with self._lock:
            return list(self._waiting).index(photo_id) if photo_id in self._waiting else None

    def why_waiting(self, photo_id: str) -> str:
        """Return what hindered the last try to read a photo, empty where nothing did."""
        hindered = self._hindered.get(photo_id)
        return "" if hindered is None else hindered.why

    def close(self) -> None:
        """Finish the photo at hand; those that wait are read at the next start."""
        with self._lock:
            self._closed = True
            if self._again is not None:
                self._again.cancel()
        self._cleaner.shutdown(wait=True, cancel_futures=True)
        self._worker.shutdown(wait=True, cancel_futures=True)

    def _reading(self, game: int | None) -> ReadsPhotos:
        """Return what reads the photos of a game, or those of none."""
        return (None if game is None else self._reader_of_game(game)) or self._reader

    def _queued(self, photo_id: str) -> Future[None]:
        if photo_id not in self._waiting:
            self._waiting[photo_id] = self._worker.submit(self._read_kept, photo_id)
        return self._waiting[photo_id]

    def _read_kept(self, photo_id: str) -> None:
        photo: KeptPhoto | None = None
        with suppress(WebError):  # deleted while it waited
            photo = self._shelf.get(photo_id)
        is_read = photo is None or photo.state is not PhotoState.WAITING
        why = "" if photo is None or is_read else self._read_now(photo)
        with self._lock:
            tried = self._waiting.pop(photo_id)
            if why:
                self._hindered[photo_id] = _Hindered(why, tried)
            else:
                self._hindered.pop(photo_id, None)
            self._plan_again()
        if photo is not None:
            self._tell(photo.place)

    def _read_now(self, photo: KeptPhoto) -> str:
        """Read a photo and keep what came of it; return what hindered that, empty where nothing did."""
        try:
            try:
                picture = self._shelf.picture(photo.id, Size.WHOLE)
                frame = Frame(photo.name, decode_photo(picture))
                self._shelf.keep_reading(photo.id, self._reading(photo.place.game).read(frame))
            except _HINDERS_ALL:
                raise
            except WebError:
                self._shelf.keep_reading(photo.id, _NO_PICTURE)  # passed over where it was deleted meanwhile
            except VisionError as error:
                self._shelf.keep_reading(photo.id, str(error))
            except Exception:
                log.exception("the reading of photo %s broke", photo.id)
                self._shelf.keep_reading(photo.id, _BROKE)
        except Exception as error:
            log.exception("photo %s could not be read", photo.id)
            return _why(error)
        return ""

    def _plan_again(self) -> None:
        """See to it that what was hindered is tried again."""
        if not self._hindered:
            self._pause_s = FIRST_PAUSE_S
        elif self._again is None and not self._closed:
            self._again = threading.Timer(self._pause_s, self._try_again)
            self._again.daemon = True
            self._again.start()
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def try_hindered_now(self) -> None:
        """Try at once what was hindered, as what hindered it may be gone."""
        with self._lock:
            if self._again is not None:
                self._again.cancel()
        self._try_again()

    def _try_again(self) -> None:
        with self._lock:
            self._again = None
            if not self._closed:
                for photo_id in self._hindered:
                    self._queued(photo_id)


def _why(error: Exception) -> str:
    """Return what hinders a reading, in words for who waits for it."""
    if isinstance(error, OSError):
        full = error.errno == errno.ENOSPC
        return "the server's disk is full" if full else f"the server's files fail it: {error.strerror or error}"
    if isinstance(error, MemoryError):
        return "the server has too little memory free"
    return str(error) if isinstance(error, (HandfootError, VisionError)) else "something broke in the server"
