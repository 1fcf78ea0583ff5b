"""Teaching a deck: cards found in photos, a guess for each, a question where unsure, and a profile learnt from them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from scorer.faces import FACES, WILDS, Face
from vision.corners import Finder
from vision.decks.embedding import EmbeddingReader
from vision.decks.fitting import learn
from vision.decks.lessoncards import SURE, LessonCard, card_at, cards_of
from vision.decks.profile import DeckProfile, TaughtCard
from vision.decks.reading import LEAST_SCORE
from vision.errors import DeckError
from vision.nets import default_deck_reader, default_finder
from vision.photos.frames import Frame
from vision.seen import Quad

SKIP = "-"
"""The answer that a card is none, or is not to be learnt."""

Answer = Face | None
"""A face, or None for a back."""


@dataclass(frozen=True)
class Lesson:
    """The cards found in the photos of a deck, in reading order, photo by photo; answers name them by their number."""

    cards: tuple[LessonCard, ...]

    @property
    def asked(self) -> tuple[LessonCard, ...]:
        """The cards whose guess a person should look at."""
        return tuple(card for card in self.cards if card.ask)


def lesson_of(cards: Sequence[LessonCard], known: DeckProfile | None = None) -> Lesson:
    """Return a lesson of cards, in which those are asked about, too, that no net tells by themselves.

    A design that is like none that the nets know is mostly taken for a wild or a back, and surely so: while a face is
    missing, of several cards taken for one of those a person says which each is.
    """
    guesses = Counter(card.guess for card in cards)
    missing = set(FACES) - set(guesses) - set(known.faces if known is not None else ())
    drawn = {guess for guess in (*WILDS, None) if guesses[guess] > 1} if missing else set()
    return Lesson(tuple(replace(card, ask=card.sure < SURE or card.guess in drawn) for card in cards))


class Teacher:
    """Teaches decks with a finder and a reader that gives embeddings; one instance serves any number of lessons."""

    def __init__(self, finder: Finder, reader: EmbeddingReader) -> None:
        """Keep the nets."""
        self._finder, self._reader = finder, reader

    def look(self, photos: Sequence[Frame], known: DeckProfile | None = None) -> Lesson:
        """Return the cards in photos of a deck, each with a guess; ``known`` is what was taught of it before."""
        cards: list[LessonCard] = []
        for photo in photos:
            cards += cards_of(photo, self._finder, self._reader, known, first=len(cards))
        return lesson_of(cards, known)

    def teach(
        self,
        profile: DeckProfile,
        lesson: Lesson,
        answers: Mapping[int, Answer],
        skipped: Sequence[int] = (),
    ) -> DeckProfile:
        """Return the profile with the lesson's cards learnt beside those it has; what is not answered is as guessed.

        Raises:
            DeckError: if a card in question has no answer, or none is left to learn.
        """
        numbers = {card.number for card in lesson.cards}
        for number in (*answers, *skipped):
            if number not in numbers:
                raise DeckError(f"no card {number} in the lesson, which has {len(numbers)} cards from 0")
        open_ones = [card.number for card in lesson.asked if card.number not in answers and card.number not in skipped]
        if open_ones:
            raise DeckError(f"which card is number {open_ones[0]}? {len(open_ones)} without an answer")
        taught = tuple(
            TaughtCard(answers.get(card.number, card.guess), card.picture, card.corners)
            for card in lesson.cards
            if card.number not in skipped
        )
        if not taught:
            raise DeckError(f"deck {profile.name!r}: no card to learn")
        learnt = learn(profile, taught, self._reader)
        shown = [card for card in lesson.cards if card.number not in skipped and answers.get(card.number, card.guess)]
        return replace(learnt, index_places=_index_places(shown)) if not profile.cards else learnt

    def add_card(self, profile: DeckProfile, photo: Frame, quad: Quad, face: Answer) -> DeckProfile:
        """Return the profile with one more card learnt: the one at ``quad`` in a photo of play, known to be ``face``.

        Raises:
            DeckError: if no index of it is found there.
        """
        picture, corners = card_at(photo, quad, self._finder)
        if not corners:
            raise DeckError(f"{photo.name}: no index of that card is seen well enough to learn it")
        return learn(profile, (TaughtCard(face, picture, corners),), self._reader)

    def forget_card(self, profile: DeckProfile, number: int) -> DeckProfile:
        """Return the profile as it is learnt without one of its taught cards, by its number from 0.

        Raises:
            DeckError: if it has no such card, or no face is left without it.
        """
        self._check_taught(profile, number)
        return self._learnt_anew(profile, (*profile.cards[:number], *profile.cards[number + 1 :]))

    def correct_card(self, profile: DeckProfile, number: int, face: Answer) -> DeckProfile:
        """Return the profile as it is learnt where one of its taught cards, by its number from 0, is another face.

        Raises:
            DeckError: if it has no such card, or no face is left.
        """
        self._check_taught(profile, number)
        cards = list(profile.cards)
        cards[number] = replace(cards[number], face=face)
        return self._learnt_anew(profile, tuple(cards))

    def _learnt_anew(self, profile: DeckProfile, cards: tuple[TaughtCard, ...]) -> DeckProfile:
        if all(card.face is None for card in cards):
            raise DeckError(f"deck {profile.name!r} knows no other face: remove the deck instead")
        return learn(replace(profile, cards=()), cards, self._reader)

    @staticmethod
    def _check_taught(profile: DeckProfile, number: int) -> None:
        if not 0 <= number < len(profile.cards):
            raise DeckError(f"deck {profile.name!r}: no taught card {number}, of {len(profile.cards)} from 0")


def _index_places(cards: Sequence[LessonCard]) -> frozenset[int]:
    """Return where the cards print an index: in all four corners if many show one at both ends of a side."""
    places = []
    for card in cards:
        quad = np.array(card.quad)
        middles = (((x1 + x2) / 2, (y1 + y2) / 2) for x1, y1, x2, y2 in card.boxes)
        places.append({int(np.linalg.norm(quad - middle, axis=1).argmin()) for middle in middles})
    four = sum(bool({0, 2} & seen) and bool({1, 3} & seen) for seen in places)
    right = sum(bool({1, 3} & seen) and not {0, 2} & seen for seen in places)
    if 2 * four > len(places):
        return frozenset({0, 1, 2, 3})
    return frozenset({1, 3}) if 2 * right > len(places) else frozenset({0, 2})


def default_teacher(models: Path | None = None) -> Teacher:
    """Return a teacher with the nets of the folder ``models``, by default those that came with this program.

    Its finder gives what it hardly sees, too: a strange design may be no more to it.

    Raises:
        ModelError: if a net is missing, damaged or not the one its card describes.
    """
    return Teacher(default_finder(models, threshold=LEAST_SCORE), default_deck_reader(models))
