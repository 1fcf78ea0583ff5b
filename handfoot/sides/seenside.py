"""What the photos of a side show together: piles with where each of their cards is seen, and what is in doubt."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from handfoot.sides.laying import At, SeenPhoto
from scorer.faces import WILDS, Face
from scorer.record import BookKind, Pile
from scorer.words import pile_called
from vision.laying.piles import PileKind
from vision.seen import SeenCard


@dataclass(frozen=True)
class SeenPile:
    """A pile of the record and where it was seen.

    places: for each of its cards, in the order they lie, of a squared book its top first, where it is seen, best first.
    spread_again: cards of a photo that shows it spread out once more. rank is None for wilds alone. ``replaces``: the
    squared book that this is spread out. may_be: what else a squared book may be, as its photo leaves it open.
    """

    pile: Pile
    rank: Face | None
    places: tuple[tuple[At, ...], ...]
    spread_again: tuple[At, ...] = ()
    replaces: "SeenPile | None" = None
    may_be: tuple[PileKind, ...] = ()

    @property
    def called(self) -> str:
        """What people call it: ``kings``, ``wilds``; ``cards`` where none was read."""
        shown = (*self.pile.cards, self.pile.top)
        return pile_called(self.rank, other="wilds" if any(face in WILDS for face in shown) else "cards")

    @property
    def lay(self) -> BookKind | None:
        """Which book it was when it lay squared, None of one that no photo shows both ways."""
        return None if self.replaces is None else self.replaces.pile.kind

    @property
    def lay_at(self) -> tuple[At, ...]:
        """Where its cards show in photos in which it lay squared; none where no photo shows it both ways."""
        return () if self.replaces is None else (*self.replaces.seen, *self.replaces.again)

    @property
    def seen(self) -> tuple[At, ...]:
        """Where each of its cards shows best."""
        return tuple(place[0] for place in self.places)

    @property
    def again(self) -> tuple[At, ...]:
        """Where else they show."""
        return (*(at for place in self.places for at in place[1:]), *self.spread_again)

    @property
    def first(self) -> At:
        """The first of its cards in the first photo that shows it, which stays the same when more photos come."""
        photo = min(at.photo for place in self.places for at in place)
        return next(at for place in self.places for at in place if at.photo == photo)

    @property
    def photo(self) -> int:
        """The photo that shows most of its cards best: its place in the side's photos."""
        return Counter(at.photo for at in self.seen).most_common(1)[0][0]

    @property
    def cards(self) -> tuple[int, ...]:
        """The numbers of its cards in that photo."""
        return self.cards_in(self.photo)

    def cards_in(self, photo: int) -> tuple[int, ...]:
        """Return the numbers of its cards in a photo, those that another photo shows better too."""
        return tuple(at.card for at in (*self.seen, *self.again) if at.photo == photo)


@dataclass(frozen=True)
class PhotoDoubt:
    """Something to look at in a photo. about: card numbers there, from 0.

    twice: the cards that count twice if ``say`` is answered with yes, each where it shows best. like: those that they
    may be.
    """

    photo: str
    about: tuple[int, ...]
    say: str
    code: str
    twice: tuple[At, ...] = ()
    like: tuple[At, ...] = ()


@dataclass(frozen=True)
class BookSize:
    """How many cards a book has at least, and at most, if there is a most."""

    least: int
    most: int | None = None


USUAL_BOOK = BookSize(7)
"""By every rule set that ships, but for what some of them allow at most."""


@dataclass(frozen=True)
class SeenSide:
    """What the photos of a side show together.

    photos: as they were given, with what all of them say of each card together. threes, left_cards, backs: where the
    red 3s of the played area, the cards left and those lying face down show best. again: where other photos show
    these again. faint: what may be cards too, where each is seen; its numbers are those in a reading's ``maybe``.
    book: by which a spread-out pile was taken for a book or for a meld.
    """

    photos: tuple[SeenPhoto, ...]
    piles: tuple[SeenPile, ...]
    threes: tuple[At, ...]
    left_cards: tuple[At, ...]
    backs: tuple[At, ...]
    again: tuple[At, ...]
    doubts: tuple[PhotoDoubt, ...]
    faint: tuple[tuple[At, ...], ...]
    book: BookSize

    def counting(self, at: At) -> tuple[At, ...]:
        """Return the cards that count for one: itself, or those of the pile that it was spread out to; or none."""
        for pile in self.piles:
            if at in pile.lay_at:
                return pile.seen
        counts = (*(one for pile in self.piles for one in pile.seen), *self.threes, *self.left_cards)
        return (at,) if at in counts else ()


def card_at(photos: Sequence[SeenPhoto], at: At) -> SeenCard:
    """Return a card as its photo shows it."""
    return photos[at.photo].reading.cards[at.card]


def cards_of(pile: SeenPile, photos: Sequence[SeenPhoto]) -> list[SeenCard]:
    """Return a pile's cards, each as it shows best."""
    return [card_at(photos, at) for at in pile.seen]


def doubt_on(pile: SeenPile, photos: Sequence[SeenPhoto], say: str, code: str) -> PhotoDoubt:
    """Return a doubt about a pile, in the photo that shows most of it."""
    return PhotoDoubt(photos[pile.photo].name, pile.cards, say, code)
