"""Teaching decks at the table's page: lessons under way, and the decks that were taught."""

import hashlib
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from handfoot.keptreadings import decks_digest
from handfoot.web.errors import WebError, not_found
from handfoot.web.shelf.cleaning import CleanPhoto
from vision.decks.profile import DeckProfile
from vision.decks.shelf import DeckShelf, read_deck
from vision.decks.shipped import SHIPPED
from vision.decks.teaching import Answer, Lesson, Teacher, default_teacher, lesson_of
from vision.errors import DeckError, VisionError
from vision.photoreading import ReadsPhotos
from vision.photos.frames import Frame, decode_photo
from vision.read import default_card_reader
from vision.seen import Quad

MOST_LESSONS, MOST_PHOTOS = 8, 40
LESSON_LASTS_S = 3 * 3600.0

MOST_READERS = 3
"""So many choices of decks are at hand at a time: tables that play side by side, each with its own."""


@dataclass(frozen=True)
class LessonPhoto:
    """A photo of a lesson: what people know it by, its size in px, and the picture to look at.

    picture: SHA-256 of the whole picture.
    """

    name: str
    width: int
    height: int
    view: bytes
    picture: str


@dataclass(frozen=True)
class OpenLesson:
    """A lesson under way. deck: the deck it adds to, None for a new one. places: of each card its photo's number.

    begun: seconds of the clock that never goes back.
    """

    id: str
    deck: str | None
    begun: float
    photos: tuple[LessonPhoto, ...] = ()
    places: tuple[int, ...] = ()
    lesson: Lesson = field(default_factory=lambda: Lesson(()))


@dataclass(frozen=True)
class BrokenDeck:
    """A deck that cannot be opened, and why."""

    name: str
    why: str


class DeckDesk:
    """The decks of this machine and the lessons under way. Safe to use from several threads of one process."""

    def __init__(self, folder: Path, *, models: Path | None = None) -> None:
        """Take the folder of the decks; the nets are loaded with the first lesson."""
        self.shelf = DeckShelf(folder)
        self._models = models
        self._teacher: Teacher | None = None
        self._lock = threading.Lock()
        self._lessons: dict[str, OpenLesson] = {}
        self._readers: dict[str, ReadsPhotos] = {}
        # One at a time, beside the reading of photos: a lesson is short, and a person waits for it.
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="teaching")

    def called(self, name: str) -> str:
        """Return a deck's name as it is written. Raises WebError if there is none of this name."""
        if not self.has(name):
            raise not_found(f"there is no deck {name!r} here", "deck")
        return self.shelf.called(name)

    def deck(self, name: str) -> DeckProfile:
        """Return a deck. Raises WebError if there is none of this name."""
        return self.shelf.open(self.called(name))

    def all(self) -> Iterator[DeckProfile | BrokenDeck]:
        """Yield the decks: those that ship, then the person's own by name."""
        for name in self.shelf.names():
            try:
                yield self.shelf.open(name)
            except VisionError as error:
                yield BrokenDeck(name, str(error))

    def has(self, name: str) -> bool:
        """Whether there is a deck of this name."""
        return self.shelf.has(name)

    def taught(self) -> tuple[str, ...]:
        """Return the names of the decks that were taught, of those that can be opened."""
        own = (name for name in self.shelf.names() if name not in SHIPPED)
        return tuple(name for name in own if self.on_table([name]))

    def follow(self, old: str, new: str) -> None:
        """Let the lessons under way for a deck go on under its new name."""
        with self._lock:
            for lesson in self._lessons.values():
                if lesson.deck is not None and lesson.deck.casefold() == old.casefold():
                    self._lessons[lesson.id] = replace(lesson, deck=new)

    def on_table(self, names: Sequence[str]) -> tuple[DeckProfile, ...]:
        """Return what is said of these decks, without nets tuned to them; those gone or broken are passed over."""
        found = []
        for name in names:
            with suppress(DeckError):
                found.append(SHIPPED.get(name.casefold()) or _opened(self.shelf.file(name)))
        return tuple(found)

    def begin(self, deck: str | None) -> OpenLesson:
        """Begin a lesson, for a deck that is there or for a new one. Raises WebError if there is no such deck."""
        if deck is not None:
            self.deck(deck)
        lesson = OpenLesson(secrets.token_hex(8), deck, time.monotonic())
        with self._lock:
            old = sorted(self._lessons.values(), key=lambda one: one.begun)
            stale = [one for one in old if lesson.begun - one.begun > LESSON_LASTS_S]
            for one in stale or old[: max(0, len(old) - MOST_LESSONS + 1)]:
                del self._lessons[one.id]
            self._lessons[lesson.id] = lesson
        return lesson

    def lesson(self, lesson_id: str) -> OpenLesson:
        """Return a lesson. Raises WebError if it is not under way any more."""
        lesson = self._lessons.get(lesson_id)
        if lesson is None:
            raise not_found("the photos of this lesson are not kept any more; take or choose them again", "lesson")
        return lesson

    def add_photo(self, lesson_id: str, name: str, photo: CleanPhoto) -> Future[OpenLesson]:
        """Queue a photo to be looked through for cards; the future has the lesson with them.

        A picture that the lesson has already is not looked at again, and the future has the lesson as it is.
        """
        if len(self.lesson(lesson_id).photos) >= MOST_PHOTOS:
            raise WebError(409, "too_many_photos", f"a lesson has at most {MOST_PHOTOS} photos", "photo")
        return self._worker.submit(self._look, lesson_id, name, photo)

    def teach(
        self, lesson_id: str, name: str, answers: dict[int, Answer], skipped: list[int], *, seen: int | None = None
    ) -> Future[DeckProfile]:
        """Queue the learning of a lesson; the future has the deck, which is kept then.

        seen: how many of its cards whoever answers was shown, None where that is not compared.

        Raises WebError if the lesson is not under way, has other cards, or a new deck's name is taken; the future does
        if the lesson was learnt meanwhile, and DeckError if the deck it adds to is removed meanwhile.
        """
        open_lesson = self.lesson(lesson_id)
        if seen is not None and seen != len(open_lesson.lesson.cards):
            say = "another photo of this lesson arrived: look at its cards, too"
            raise WebError(409, "lesson_changed", say, "cards")
        if open_lesson.deck is None and self.has(name):
            say = f"there is a deck {self.called(name)!r} already: choose another name, or teach more of that one"
            raise WebError(409, "conflict", say, "name")
        return self._worker.submit(self._teach, open_lesson, name, answers, skipped)

    def teach_card(self, deck: str, photo: Frame, quad: Quad, face: Answer) -> Future[DeckProfile]:
        """Queue the learning of one card in a photo of play; the future has the deck, which is kept then.

        The future raises DeckError if the deck is renamed or removed meanwhile.
        """
        return self._worker.submit(
            self._learn, deck, lambda profile: self._teaching().add_card(profile, photo, quad, face)
        )

    def forget_card(self, deck: str, number: int, was: Answer) -> Future[DeckProfile]:
        """Queue that a deck forgets a taught card; the future has the deck, which is kept then.

        number: the card's, from 0; was: what it was taught as, as whoever says this sees it.

        The future raises WebError if the deck, or that card of it, is not there any more when its turn comes, and
        DeckError if that card is its only face.
        """

        def forgotten(profile: DeckProfile) -> DeckProfile:
            _check_taught(profile, number, was)
            return self._teaching().forget_card(profile, number)

        return self._worker.submit(self._learn, deck, forgotten)

    def correct_card(self, deck: str, number: int, was: Answer, face: Answer) -> Future[DeckProfile]:
        """Queue that a taught card of a deck is another face; as ``forget_card`` else."""

        def corrected(profile: DeckProfile) -> DeckProfile:
            _check_taught(profile, number, was)
            return self._teaching().correct_card(profile, number, face)

        return self._worker.submit(self._learn, deck, corrected)

    def reader_of(self, names: Sequence[str]) -> ReadsPhotos | None:
        """Return what reads photos of these decks with what was taught of them; None where nothing was.

        Decks that are not there any more are passed over. The last readers used are kept, until a deck of them changes.
        """
        decks = tuple(deck for name in names if self.has(name) and (deck := self.shelf.open(name)).cards)
        if not decks:
            return None
        key = decks_digest(decks)
        with self._lock:
            reader = self._readers.pop(key, None) or default_card_reader(self._models, decks=decks)
            for oldest in list(self._readers)[: max(0, len(self._readers) - MOST_READERS + 1)]:
                del self._readers[oldest]
            self._readers[key] = reader
            return reader

    def close(self) -> None:
        """Finish what is being learnt."""
        self._worker.shutdown(wait=True, cancel_futures=True)

    def _learn(self, deck: str, change: Callable[[DeckProfile], DeckProfile]) -> DeckProfile:
        learnt = change(self.deck(deck))
        self.shelf.keep(learnt, replace=True)
        return learnt

    def _look(self, lesson_id: str, name: str, photo: CleanPhoto) -> OpenLesson:
        before = self.lesson(lesson_id)
        picture = hashlib.sha256(photo.whole).hexdigest()
        if any(one.picture == picture for one in before.photos):
            return before
        known = None if before.deck is None else self.deck(before.deck)
        found = self._teaching().look([Frame(name, decode_photo(photo.whole))], known).cards
        with self._lock:
            before = self.lesson(lesson_id)
            first = len(before.lesson.cards)
            cards = tuple(replace(card, number=first + place) for place, card in enumerate(found))
            shown = LessonPhoto(name, photo.width, photo.height, photo.view, picture)
            after = replace(
                before,
                photos=(*before.photos, shown),
                places=(*before.places, *(len(before.photos) for _ in cards)),
                lesson=lesson_of((*before.lesson.cards, *cards), known),
            )
            self._lessons[lesson_id] = after
        return after

    def _teach(self, lesson: OpenLesson, name: str, answers: dict[int, Answer], skipped: list[int]) -> DeckProfile:
        # Sent twice, as by two taps, it waits here behind itself, and is over when its turn comes.
        self.lesson(lesson.id)
        profile = DeckProfile(name) if lesson.deck is None else self.deck(lesson.deck)
        taught = self._teaching().teach(profile, lesson.lesson, answers, skipped)
        self.shelf.keep(taught, replace=lesson.deck is not None)
        with self._lock:
            self._lessons.pop(lesson.id, None)
        return taught

    def _teaching(self) -> Teacher:
        if self._teacher is None:
            self._teacher = default_teacher(self._models)
        return self._teacher


def _check_taught(profile: DeckProfile, number: int, face: Answer) -> None:
    """Raise WebError if a deck has no card of this number, from 0, or another one there."""
    if not 0 <= number < len(profile.cards):
        raise not_found("this deck has no such card", "number")
    if profile.cards[number].face is not face:
        raise WebError(409, "conflict", "the pictures of this deck have changed; load the page again", "number")


def _opened(path: Path) -> DeckProfile:
    """Return the profile in a file, which is read again only once it was changed."""
    return _read_then(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def _read_then(path: Path, changed: int) -> DeckProfile:
    return read_deck(path)
