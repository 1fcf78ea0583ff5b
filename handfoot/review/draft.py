"""One side's round as it stands in review: its photos, and every card of them in one place.

A draft is never changed; an edit makes a new one. Cards, piles and doubts have ids that stay theirs while photos come
and go, so that an edit made before another photo was taken still finds its card.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from handfoot.asking.kinds import ABOUT_KINDS
from handfoot.errors import HandfootError
from handfoot.sides.seenside import USUAL_BOOK, BookSize
from scorer.faces import Face, rank_of_most
from vision.laying.piles import PhotoRole, PileKind
from vision.seen import Quad


class EditError(HandfootError):
    """An edit that cannot be made; the message says what and why in one line."""


class Source(StrEnum):
    """Who says what a card is."""

    READ = "read"
    PERSON = "person"


class Place(StrEnum):
    """Where a card can lie outside the piles; each is called as the field of a draft that holds its cards."""

    RED_THREES = "red_threes"
    LEFT = "left"
    GARBAGE = "garbage"
    FACE_DOWN = "face_down"
    AGAIN = "again"
    """Cards outside the piles that another photo shows already."""
    REMOVED = "removed"
    FAINT = "faint"
    """What may be a card, but is too faint to count."""


@dataclass(frozen=True)
class DraftPhoto:
    """A photo of the side. ``name`` is what people know it by; sizes in px of the upright photo."""

    id: str
    name: str
    shows: PhotoRole
    width: int
    height: int


@dataclass(frozen=True)
class Alternative:
    """A face that a card may have; ``share`` is its probability, None where the reading does not tell it."""

    face: Face
    share: float | None


@dataclass(frozen=True)
class ShownCard:
    """A card as people see it.

    photo, quad (px of the upright photo): None for one that a person added without a photo.
    number: its place in the photo's reading, None where a person added it. face: None while it lies face down.
    touched: whether a person changed, confirmed, moved or removed it. others: what it may be instead, None for no card
    at all; of a faint one what it may turn out to be. near: the pile, or place, that a faint one would lie in.
    """

    id: str
    photo: str | None
    number: int | None
    face: Face | None
    quad: Quad | None
    confidence: float
    alternatives: tuple[Alternative, ...]
    source: Source = Source.READ
    touched: bool = False
    others: tuple[Face | None, ...] = ()
    near: str | None = None


@dataclass(frozen=True)
class DraftCard(ShownCard):
    """A card with what the table is weighed with.

    chances: of each thing that it may be by its reading alone, empty where nobody read it.
    """

    chances: tuple[tuple[Face | None, float], ...] = ()


@dataclass(frozen=True)
class DraftPile:
    """A pile. ``cards``: ids in the order they lie, of a squared book its top first. ``again``: the cards of the same
    pile in another photo, which do not count. count, w20, w50: what a person said of a squared book.
    may_be: what else that may be, as long as nobody said it. said: the kind that a person last told. lay: which book
    it was when it lay squared, of one that another photo shows spread out.
    """

    id: str
    kind: PileKind
    cards: tuple[str, ...]
    again: tuple[str, ...] = ()
    count: int | None = None
    w20: int | None = None
    w50: int | None = None
    may_be: tuple[PileKind, ...] = ()
    said: PileKind | None = None
    lay: PileKind | None = None

    @property
    def squared(self) -> bool:
        """Whether only the top card shows."""
        return self.kind is not PileKind.MELD


@dataclass(frozen=True)
class DraftDoubt:
    """Something to look at. ``settled``: a person has seen to it: said that it is right, or to each of its cards.

    twice: the cards that count twice if ``say`` is answered with yes. like: those that they may be.
    """

    id: str
    photo: str
    cards: tuple[str, ...]
    say: str
    code: str
    settled: bool = False
    twice: tuple[str, ...] = ()
    like: tuple[str, ...] = ()


@dataclass(frozen=True)
class Facts:
    """What no photo shows of the side; None where nobody said it."""

    went_out: bool | None = None
    perfect_deals: int | None = None
    improper_melds: int | None = None


@dataclass(frozen=True)
class Draft:
    """A side's round. Every card is in exactly one pile, in a pile's ``again``, or in one of the places."""

    photos: tuple[DraftPhoto, ...] = ()
    cards: tuple[DraftCard, ...] = ()
    piles: tuple[DraftPile, ...] = ()
    red_threes: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    garbage: tuple[str, ...] = ()
    face_down: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    faint: tuple[str, ...] = ()
    facts: Facts = Facts()
    doubts: tuple[DraftDoubt, ...] = ()
    book: BookSize = USUAL_BOOK

    def card(self, card_id: str) -> DraftCard:
        """Return a card. Raises EditError if there is none of this id."""
        for card in self.cards:
            if card.id == card_id:
                return card
        raise EditError(
            "that card is not here any more: its photo is gone or was read anew, or adding it was taken back"
        )

    def pile(self, pile_id: str) -> DraftPile:
        """Return a pile. Raises EditError if there is none of this id."""
        for pile in self.piles:
            if pile.id == pile_id:
                return pile
        raise EditError(
            "that pile is not here any more: its photo is gone, or somebody joined it with another, took it apart or "
            "emptied it"
        )

    def pile_of(self, card_id: str) -> DraftPile | None:
        """Return the pile that a card lies in, None where in none."""
        return next((pile for pile in self.piles if card_id in pile.cards), None)

    def photo(self, photo_id: str) -> DraftPhoto:
        """Return a photo. Raises EditError if there is none of this id."""
        for photo in self.photos:
            if photo.id == photo_id:
                return photo
        raise EditError("that photo is not here any more: somebody deleted it, or moved it to another side")

    @property
    def said_right(self) -> frozenset[str]:
        """The cards of which a person said that a doubt is none; how they lie, and that they do not count twice, are
        other matters.
        """
        settled = (doubt for doubt in self.doubts if doubt.settled and not doubt.twice)
        return frozenset(card for doubt in settled if doubt.code not in ABOUT_KINDS for card in doubt.cards)

    @property
    def counting(self) -> frozenset[str]:
        """The cards that count: in a pile, among the red 3s or the loose cards, or left."""
        in_piles = (card for pile in self.piles for card in pile.cards)
        return frozenset((*in_piles, *self.red_threes, *self.left, *self.garbage))

    def counting_twice(self, doubt: DraftDoubt) -> tuple[str, ...]:
        """Return the cards that count twice if a doubt is right, of those that still count.

        None does once all those that they may be count no more, as those were found to be the same before.
        """
        if doubt.like and self.counting.isdisjoint(doubt.like):
            return ()
        return tuple(card for card in doubt.twice if card in self.counting)

    def with_settled(self, which: Callable[[DraftDoubt], bool]) -> "Draft":
        """Return the draft with those of its doubts settled that ``which`` tells."""
        return replace(self, doubts=tuple(replace(one, settled=True) if which(one) else one for one in self.doubts))

    def lying(self, place: Place) -> tuple[str, ...]:
        """Return the ids of the cards that lie in a place."""
        ids: tuple[str, ...] = getattr(self, place)
        return ids

    def placed(self) -> Iterator[str]:
        """Yield the id of every card as often as it lies somewhere."""
        for pile in self.piles:
            yield from (*pile.cards, *pile.again)
        for place in Place:
            yield from self.lying(place)

    def faces(self, ids: tuple[str, ...]) -> tuple[Face, ...]:
        """Return what the cards count as, one lying face down as unread."""
        known = {card.id: card.face for card in self.cards}
        return tuple(known[card_id] or Face.UNREAD for card_id in ids)

    def is_full(self, pile: DraftPile) -> bool:
        """Tell whether a pile is a book that no further card can be of."""
        if self.book.most is None:
            return False
        return len(pile.cards) >= self.book.most or (pile.squared and self.book.least == self.book.most)

    def rank(self, pile: DraftPile) -> Face | None:
        """Return the natural rank that most of a pile's cards have, None where none has any."""
        return rank_of_most(self.faces(pile.cards))
