"""The photos of all tables, kept on this machine: a folder each, under a name that nobody outside chose.

A photo is there once its folder bears its final name, and gone once the folder is renamed; what a crash leaves half
made, half written or half removed is cleared at the next start. Whose it is and what it shows, its facts, are kept
twice, so that a damaged file takes no photo out of a score; one of which both are damaged is told on the first page. Of
a photo that a round was agreed with, deleting takes the picture alone: what was read in it stays with the round, and
the receipt says when it was deleted. Where the side has other photos, the picture's spots stay too, as which cards two
photos both show may hang on them. Which side a photo is of is one word of its facts, written at once with all others: a
crash while it is moved leaves it at the one or the other.

Photos of games that the database does not hold, as after an older copy of it was brought back, stay on disk and are of
no game, even where another one gets its number; they are there again once their database is.
"""

import hashlib
import logging
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from handfoot.store.kept import Game
from handfoot.web.config import Limits
from handfoot.web.errors import WebError, not_found
from handfoot.web.shelf.cleaning import CleanPhoto
from handfoot.web.shelf.kept_photo import EarlierSide, KeptPhoto, PhotoState, SidePlace, Size, id_of
from handfoot.web.shelf.kept_spots import pack, unpack
from scorer.files import clear_halves, sync, write_lasting, write_whole
from scorer.words import counted
from vision.errors import PhotoError
from vision.laying.piles import PhotoRole
from vision.photoreading import PhotoReading
from vision.photos.frames import decode_photo
from vision.several.features import Features, features_of, no_features

log = logging.getLogger("handfoot.web")

_READING = TypeAdapter(PhotoReading)
_FACTS, _FACTS_AGAIN = "facts.json", "facts-again.json"
_SEEN, _UNREADABLE, _SPOTS = "reading.json", "unreadable.txt", "spots.npz"
_FACTS_OF = TypeAdapter(KeptPhoto)
_MADE, _GONE = ".new", ".gone"
"""What the name of a photo's folder ends with while it is being made, and while it is being removed."""

_UNKEPT = "what was read in it is damaged, and its picture was deleted"


class PhotoShelf:
    """The kept photos. Safe to use from several threads of one process.

    to_read: is called with the id of a photo that waits to be read again, as what was kept of its reading is damaged.
    """

    def __init__(
        self,
        folder: Path,
        *,
        games: Mapping[int, datetime] | None = None,
        most_a_side: int = Limits.photos_a_side,
    ) -> None:
        """Open the shelf in a folder, made if need be, and clear what a crash left there.

        games: those of the database, each with when it was begun, None for any. most_a_side: how many photos, their
        pictures not deleted, a side has of a round at most.
        """
        self._folder, self._most_a_side = folder, most_a_side
        self.to_read: Callable[[str], object] = lambda _: None
        self._lock = threading.Lock()
        folder.mkdir(parents=True, exist_ok=True)
        self._photos: dict[str, KeptPhoto] = {}
        lost = []
        for path in folder.iterdir():
            if path.suffix in (_MADE, _GONE):
                shutil.rmtree(path, ignore_errors=True)
            elif path.is_dir() and (facts := _facts_in(path)):
                if (kept := _load(path, facts)) is not None:
                    self._photos[kept.id] = kept
            elif any((path / name).is_file() for name in (f"{Size.WHOLE}.jpg", _SEEN)):
                lost.append(path)
        self.lost = tuple(sorted(lost))
        """The folders of photos of which nobody knows whose they are, as both files that say so are damaged."""
        if games is not None:
            self._set_aside(games)

    def add(
        self, place: SidePlace, shows: PhotoRole, name: str, deed: str, clean: CleanPhoto, game: Callable[[], Game]
    ) -> KeptPhoto:
        """Keep a photo and return it; the same deed done twice is one photo.

        game: gives its game as it stands. It raises where the game was deleted; after that no photo of it is
        kept, as ``delete_game`` waits for those being kept. Raises OSError where it cannot be kept, and WebError if the
        side has as many as it may.
        """
        with self._lock:
            before = self.of_deed(place.game, deed)
            if before is not None:
                return before
            self.check_room(place)
            own = game()
            photo = KeptPhoto(
                id=secrets.token_hex(8),
                place=place,
                shows=shows,
                name=self._free_name(place, name),
                width=clean.width,
                height=clean.height,
                taken=self._now(),
                deed=deed,
                since=own.revision,
                picture=hashlib.sha256(clean.whole).hexdigest(),
                begun=own.made_at,
            )
            made = self._folder / f"{photo.id}{_MADE}"
            try:
                made.mkdir()
                for size, data in ((Size.WHOLE, clean.whole), (Size.VIEW, clean.view), (Size.SMALL, clean.small)):
                    write_lasting(made / f"{size}.jpg", data)
                for name in (_FACTS, _FACTS_AGAIN):
                    write_lasting(made / name, _FACTS_OF.dump_json(photo))
                made.rename(self._folder / photo.id)
            except OSError:
                shutil.rmtree(made, ignore_errors=True)
                raise
            sync(self._folder)
            self._photos[photo.id] = photo
            return photo

    def check_room(self, place: SidePlace) -> None:
        """Raise WebError if a side's round has as many photos as it may."""
        if sum(photo.deleted is None for photo in self.of_side(place)) >= self._most_a_side:
            say = f"a side has {self._most_a_side} photos of a round at most; delete one of them first"
            raise WebError(409, "too_many_photos", say, "photo")

    def get(self, photo_id: str) -> KeptPhoto:
        """Return a photo, by its id or what drafts know it by. Raises WebError if there is none of it."""
        photo = self._photos.get(id_of(photo_id))
        if photo is None:
            raise not_found("this photo is not kept here, or was deleted", "photo")
        return photo

    def of_side(self, place: SidePlace) -> tuple[KeptPhoto, ...]:
        """Return the photos of a side's round whose cards are in its draft, in the order they came."""
        return tuple(photo for photo in self.ever_of_side(place) if photo.dropped is None)

    def ever_of_side(self, place: SidePlace) -> tuple[KeptPhoto, ...]:
        """Return those too whose cards were taken out, which an earlier version of the round was agreed with."""
        return tuple(photo for photo in self._all() if photo.place == place)

    def of_game(self, game: int) -> tuple[KeptPhoto, ...]:
        """Return all photos of a game, in the order they came."""
        return tuple(photo for photo in self._all() if photo.place.game == game)

    def waiting(self) -> tuple[KeptPhoto, ...]:
        """Return the photos not read yet, in the order they came."""
        return tuple(photo for photo in self._all() if photo.state is PhotoState.WAITING)

    def of_deed(self, game: int, deed: str) -> KeptPhoto | None:
        """Return the photo that an upload of this name made, None where there was none, or it has no name."""
        if not deed:
            return None
        return next((photo for photo in self._all() if photo.deed == deed and photo.place.game == game), None)

    def picture(self, photo_id: str, size: Size) -> bytes:
        """Return the JPEG of a photo. Raises WebError if there is none of this id, or its picture was deleted."""
        photo = self.get(photo_id)
        if photo.deleted is not None:
            raise not_found("the picture of this photo was deleted", "photo")
        return self._kept(photo, f"{size}.jpg")

    def reading(self, photo_id: str) -> PhotoReading | None:
        """Return what was read in a photo, under the name people know it by; None while it waits or if it failed.

        A photo whose kept reading is damaged or gone waits to be read again. Raises WebError if there is none of this
        id.
        """
        photo = self.get(photo_id)
        if photo.state is not PhotoState.READ:
            return None
        try:
            reading = _READING.validate_json(self._kept(photo, _SEEN))
        except (WebError, ValidationError):
            if not (self._folder / photo.id).is_dir():
                raise not_found("this photo was deleted", "photo") from None
            self._forget_reading(photo.id)
            return None
        return replace(reading, photo=photo.name)

    def spots(self, photo_id: str) -> Features:
        """Return the spots of a photo's picture, or those kept when it was deleted; none where neither is there."""
        try:
            return features_of(decode_photo(self.picture(photo_id, Size.VIEW)), self.get(photo_id).width)
        except (WebError, PhotoError):
            return self._kept_spots(photo_id)

    def why_failed(self, photo_id: str) -> str:
        """Return why a photo could not be read, empty where it could. Raises WebError if there is none of this id."""
        photo = self.get(photo_id)
        if photo.state is not PhotoState.FAILED:
            return ""
        try:
            return self._kept(photo, _UNREADABLE).decode()
        except WebError:
            if photo.deleted is None:
                raise
            return _UNKEPT

    def keep_reading(self, photo_id: str, reading: PhotoReading | str) -> None:
        """Keep what was read, or why nothing could be; a photo deleted meanwhile is passed over."""
        with self._lock:
            photo = self._photos.get(photo_id)
            if photo is None:
                return
            if isinstance(reading, str):
                write_whole(self._folder / photo.id / _UNREADABLE, reading.encode())
                self._photos[photo_id] = replace(photo, state=PhotoState.FAILED)
                return
            # First, so that no crash leaves other cards than those that it says.
            photo = self._changed(_with_cards(photo, reading))
            write_whole(self._folder / photo.id / _SEEN, _READING.dump_json(reading))
            self._photos[photo_id] = replace(photo, state=PhotoState.READ)

    def relabel(self, photo_id: str, shows: PhotoRole) -> KeptPhoto:
        """Say that a photo shows something else. Raises WebError if there is none of this id."""
        with self._lock:
            return self._changed(replace(self.get(photo_id), shows=shows))

    def move(self, photo_id: str, side: int, changes: int) -> KeptPhoto:
        """Give a photo to another side of its round, as the last of that side's photos.

        changes: that its game had so far. Raises WebError if there is none of this id, its picture was deleted, or that
        side has as many as it may.
        """
        with self._lock:
            photo = self.get(photo_id)
            if photo.deleted is not None:
                say = "the picture of this photo was deleted: it stays with its side"
                raise WebError(409, "photo_deleted", say, "photo")
            if photo.place.side == side:
                return photo
            place = replace(photo.place, side=side)
            self.check_room(place)
            name = self._free_name(place, photo.earlier[0].name if photo.earlier else photo.name)
            left = EarlierSide(photo.place.side, photo.name, photo.came, changes)
            came = self._comes(photo, place)
            return self._changed(replace(photo, place=place, name=name, came=came, earlier=(*photo.earlier, left)))

    def delete_picture(self, photo_id: str, *, drop: bool, changes: int) -> KeptPhoto:
        """Delete a photo's picture for good and keep what was read in it; ``drop`` takes its cards out of the draft.

        changes: that its game had so far. Raises WebError if there is none of this id.
        """
        now = time.time()
        # Looked for before the shelf is locked: that takes a while, and all tables' photos would wait.
        spots = b"" if drop else pack(self.spots(photo_id))
        with self._lock:
            photo = self.get(photo_id)
            photo = replace(photo, deleted=photo.deleted if photo.deleted is not None else now)
            if drop and photo.dropped is None:
                photo = replace(photo, dropped=now, until=changes)
            if photo.dropped is None and len(self.of_side(photo.place)) > 1:
                write_whole(self._folder / photo.id / _SPOTS, spots)
            # What says that it is deleted comes before the picture goes: a start after a crash does the rest.
            self._changed(photo)
            _clear_deleted(self._folder / photo.id, photo)
            return photo

    def delete(self, photo_id: str) -> None:
        """Delete a photo and its reading for good. Raises WebError if there is none of this id."""
        with self._lock:
            photo = self.get(photo_id)
            gone = self._folder / f"{photo.id}{_GONE}"
            (self._folder / photo.id).rename(gone)
            del self._photos[photo.id]
        shutil.rmtree(gone, ignore_errors=True)

    def delete_game(self, game: int) -> None:
        """Delete all photos of a game for good; one that somebody else deletes meanwhile is passed over."""
        with self._lock:
            photos = self.of_game(game)
        for photo in photos:
            with suppress(WebError):
                self.delete(photo.id)

    def _set_aside(self, games: Mapping[int, datetime]) -> None:
        strangers = [photo.id for photo in self._photos.values() if not photo.is_of(games)]
        for photo_id in strangers:
            del self._photos[photo_id]
        if strangers:
            say = "%s: %s of games that the database does not hold, kept and not shown"
            log.warning(say, self._folder, counted(len(strangers), "photo"))

    def _forget_reading(self, photo_id: str) -> None:
        """Let a photo wait to be read again, if its picture is there; a photo deleted meanwhile is passed over."""
        with self._lock:
            photo = self._photos.get(photo_id)
            if photo is None or photo.state is not PhotoState.READ:
                return
            log.warning("what was read in photo %s is damaged", photo.id)
            (self._folder / photo.id / _SEEN).unlink(missing_ok=True)
            photo = self._photos[photo.id] = replace(photo, state=_unread(photo))
        if photo.state is PhotoState.WAITING:
            self.to_read(photo.id)

    def _kept(self, photo: KeptPhoto, name: str) -> bytes:
        """Return a file of a photo. Raises WebError if it was deleted since the photo was looked up."""
        try:
            return (self._folder / photo.id / name).read_bytes()
        except FileNotFoundError:
            raise not_found("this photo was deleted", "photo") from None

    def _kept_spots(self, photo_id: str) -> Features:
        try:
            return unpack((self._folder / id_of(photo_id) / _SPOTS).read_bytes())
        except FileNotFoundError:
            return no_features()

    def _changed(self, photo: KeptPhoto) -> KeptPhoto:
        # The first is what counts: where it cannot be written nothing has changed.
        for name in (_FACTS_AGAIN, _FACTS):
            write_whole(self._folder / photo.id / name, _FACTS_OF.dump_json(photo))
        self._photos[photo.id] = photo
        return photo

    def _comes(self, photo: KeptPhoto, place: SidePlace) -> float | None:
        """Return when a photo comes to a side, as ``came`` says it; back before another came, it is where it was.

        For a pile that several photos show is named by the first of them, and what was said of it goes by its name.
        """
        is_last = all(other.arrived < photo.arrived for other in self.ever_of_side(place))
        back = next((one for one in photo.earlier[-1:] if one.side == place.side and is_last), None)
        return self._now() if back is None else back.came

    def _now(self) -> float:
        """Return the time, in UTC seconds, after that of all other photos: clocks are set back."""
        return max(time.time(), *(photo.arrived + 1e-3 for photo in self._photos.values()), 0.0)

    def _all(self) -> list[KeptPhoto]:
        return sorted(tuple(self._photos.values()), key=lambda photo: photo.arrived)  # noqa: C414 - a copy no thread changes

    def _free_name(self, place: SidePlace, name: str) -> str:
        """Return the name, numbered where the side has a photo so called: piles tell their photo by its name."""
        taken = {photo.name for photo in self.ever_of_side(place)}
        stem, dot, ending = name.rpartition(".")
        free, number = name, 2
        while free in taken:
            free, number = f"{stem if dot else name} {number}{dot}{ending if dot else ''}", number + 1
        return free


def _load(folder: Path, facts: Mapping[str, KeptPhoto]) -> KeptPhoto | None:
    """Return the photo in a folder, both files of its facts as those that count; None where it is a copy."""
    clear_halves(folder)
    photo = next(iter(facts.values()))
    if photo.id != folder.name:
        log.warning("%s: no photo to show (a copy of photo %s)", folder, photo.id)
        return None
    for name in (_FACTS, _FACTS_AGAIN):
        if facts.get(name) != photo:
            with suppress(OSError):
                write_whole(folder / name, _FACTS_OF.dump_json(photo))
    states: Mapping[str, PhotoState] = {_SEEN: PhotoState.READ, _UNREADABLE: PhotoState.FAILED}
    if photo.deleted is not None:
        _clear_deleted(folder, photo)
    state = next((state for name, state in states.items() if (folder / name).is_file()), _unread(photo))
    return replace(photo, state=state)


def _facts_in(folder: Path) -> dict[str, KeptPhoto]:
    """Return a photo's facts by the files that hold them, that which counts first; what cannot be read is left out."""
    facts = {}
    for name in (_FACTS, _FACTS_AGAIN):
        try:
            facts[name] = _FACTS_OF.validate_json((folder / name).read_bytes())
        except (OSError, ValidationError) as error:
            # Photos kept by earlier programs have them once.
            if name == _FACTS or not isinstance(error, FileNotFoundError):
                log.warning("%s: cannot be read (%s)", folder / name, str(error).partition("\n")[0])
    return facts


def _with_cards(photo: KeptPhoto, reading: PhotoReading) -> KeptPhoto:
    """Return a photo with what stands for the cards that were read in it now."""
    seen = [(str(card.face), *(round(value) for point in card.quad for value in point)) for card in reading.cards]
    cards = hashlib.sha256(repr((seen, len(reading.maybe))).encode()).hexdigest()
    return replace(photo, cards=cards, anew=photo.anew + (photo.cards not in ("", cards)))


def _unread(photo: KeptPhoto) -> PhotoState:
    """Return what a photo is of which nothing is kept that was read: it waits, if its picture is there to be read."""
    return PhotoState.WAITING if photo.deleted is None else PhotoState.FAILED


def _clear_deleted(folder: Path, photo: KeptPhoto) -> None:
    for size in Size:
        (folder / f"{size}.jpg").unlink(missing_ok=True)
    if photo.dropped is not None:
        (folder / _SPOTS).unlink(missing_ok=True)
