"""The queue of photos to read: one after the other, off the event loop, none lost by a restart."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from handfoot.errors import StoreError
from handfoot.pipeline import ReadsPhotos
from handfoot.web.cleaning import CleanPhoto, clean_photo, decode_upload
from handfoot.web.config import Limits
from handfoot.web.errors import WebError
from handfoot.web.kept_photo import Size
from handfoot.web.photos import PhotoShelf
from handfoot.web.watchers import Watchers
from vision.corners import Image
from vision.errors import DeckError, ModelError, VisionError
from vision.frames import Frame, decode_photo
from vision.read import PhotoReading, default_card_reader

log = logging.getLogger("handfoot.web")

_HINDERS_ALL = (OSError, MemoryError, StoreError, ModelError, DeckError)
"""What is no photo's fault, such as a full disk, a database out of reach or a damaged net: the photo at hand waits
until that ends."""

_BROKE = "something broke while it was read; delete it and take it again"


@dataclass(frozen=True)
class LookedAt:
    """A photo that is not kept: its picture and what was read in it."""

    image: Image
    reading: PhotoReading


class ReadingDesk:
    """Reads photos in the order they come, with nets that are loaded once."""

    def __init__(
        self,
        shelf: PhotoShelf,
        watchers: Watchers,
        limits: Limits,
        *,
        models: Path | None = None,
        reader: ReadsPhotos | None = None,
        reader_of_game: Callable[[int], ReadsPhotos | None] = lambda _: None,
    ) -> None:
        """Open the desk; photos left unread by an earlier run come first.

        reader: stands in for the nets. reader_of_game: what reads a game's photos in their place, None where they do.

        Raises:
            ModelError: if a net is missing or damaged.
        """
        self._shelf, self._watchers, self._limits = shelf, watchers, limits
        self._reader = reader or default_card_reader(models)
        self._reader_of_game = reader_of_game
        # One at a time: a reading uses every processor as it is, and decoded photos are large.
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="reading")
        # Beside it, so that a photo is safe on disk while another is read.
        self._cleaner = ThreadPoolExecutor(1, thread_name_prefix="cleaning")
        self._lock = threading.Lock()
        self._waiting: dict[str, Future[None]] = {}
        self._looks: set[Future[LookedAt]] = set()
        for photo in shelf.waiting():
            self.submit(photo.id)

    def submit(self, photo_id: str) -> Future[None]:
        """Queue a kept photo; the future is done when its reading is kept. Queued twice it is read once."""
        with self._lock:
            if photo_id not in self._waiting:
                self._waiting[photo_id] = self._worker.submit(self._read_kept, photo_id)
            return self._waiting[photo_id]

    def check_room(self) -> None:
        """Raise WebError if so many photos wait that another would wait too long."""
        if len(self._waiting) + len(self._looks) >= self._limits.waiting_photos:
            say = f"{self._limits.waiting_photos} photos wait to be read already; try again in a minute"
            raise WebError(503, "busy", say, wait_s=60)

    def clean(self, data: bytes, name: str) -> Future[CleanPhoto]:
        """Queue an upload to be made into a photo to keep. The future raises WebError if it is none."""
        return self._cleaner.submit(clean_photo, data, name, self._limits)

    def read(self, data: bytes, name: str, game: int | None = None) -> Future[LookedAt]:
        """Queue an upload that is not kept, of this game or of none. The future raises WebError if it is no photo."""

        def read() -> LookedAt:
            image = decode_upload(data, name, self._limits)
            return LookedAt(image, self._reading(game).read(Frame(name, image)))

        look = self._worker.submit(read)
        self._looks.add(look)
        look.add_done_callback(self._looks.discard)
        return look

    def ahead(self, photo_id: str) -> int | None:
        """Return how many photos are read before this one, None where it does not wait."""
        with self._lock:
            return list(self._waiting).index(photo_id) if photo_id in self._waiting else None

    def close(self) -> None:
        """Finish the photo at hand; those that wait are read at the next start."""
        self._cleaner.shutdown(wait=True, cancel_futures=True)
        self._worker.shutdown(wait=True, cancel_futures=True)

    def _reading(self, game: int | None) -> ReadsPhotos:
        """Return what reads the photos of a game, or those of none."""
        return (None if game is None else self._reader_of_game(game)) or self._reader

    def _read_kept(self, photo_id: str) -> None:
        try:
            try:
                picture, photo = self._shelf.picture(photo_id, Size.WHOLE), self._shelf.get(photo_id)
            except WebError:
                return  # deleted while it waited
            try:
                frame = Frame(photo.name, decode_photo(picture))
                self._shelf.keep_reading(photo_id, self._reading(photo.place.game).read(frame))
            except _HINDERS_ALL:
                raise
            except VisionError as error:
                self._shelf.keep_reading(photo_id, str(error))
            except Exception:
                log.exception("the reading of photo %s broke", photo_id)
                self._shelf.keep_reading(photo_id, _BROKE)
            self._watchers.tell(photo.place.game)
        except Exception:
            log.exception("photo %s could not be read", photo_id)
            raise
        finally:
            with self._lock:
                self._waiting.pop(photo_id, None)
