"""The sides of a table, as their photos show them, weighed by the table; and what is in doubt then."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from handfoot.asking.lying import Lying, lying
from handfoot.asking.maybes import BESIDE, BOOKS, LEFT, Maybe
from handfoot.asking.noting import doubtful_cards, faint_cards
from handfoot.asking.proving import OVER_DECKS, Place, Proved, places_of_pile, places_outside, prove
from handfoot.confusions import known_confusions
from handfoot.sides.laying import At, SeenPhoto, raw_of
from handfoot.sides.seenside import PhotoDoubt, SeenPile, SeenSide
from handfoot.sides.spreading import WITHOUT_BOOK
from scorer.faces import Face
from scorer.record import Record
from scorer.rulebook.rules import RuleSet
from vision.doubting.chances import may_be
from vision.laying.piles import PhotoRole


@dataclass(frozen=True)
class _Card:
    """A card of a side. faint: whether it is one of those too faint to count; its number is then among them."""

    side: int
    at: At
    faint: bool = False


def prove_sides(
    sides: Sequence[SeenSide], record: Record, rules: RuleSet
) -> tuple[tuple[SeenSide, tuple[Maybe, ...]], ...]:
    """Return the sides of a record, each with its cards that may be others.

    A card that is most likely misread, as the decks hold fewer of its face, is in doubt then.

    Raises:
        ScorerError: if the record's settings or its round do not fit the rule set.
    """
    names = [side.name for side in record.sides]
    faint = [tuple(faint_cards(side)) for side in sides]
    places = [
        place
        for number, side in enumerate(sides)
        for place in _places(number, names[number], side, faint[number], rules)
    ]
    proved = prove(places, record, rules)

    def maybes(number: int) -> tuple[Maybe, ...]:
        others = {card.at: faces for card, faces in proved.others.items() if card.side == number and not card.faint}
        return doubtful_cards(sides[number], others, faint[number])

    return tuple((_with_doubts(number, side, proved), maybes(number)) for number, side in enumerate(sides))


def _with_doubts(number: int, side: SeenSide, proved: Proved[_Card]) -> SeenSide:
    misread = (
        PhotoDoubt(side.photos[one.card.at.photo].name, (one.card.at.card,), one.say, OVER_DECKS)
        for one in proved.misread
        if one.card.side == number
    )
    return replace(side, doubts=(*side.doubts, *misread))


def _places(
    number: int, name: str, side: SeenSide, faint: Sequence[tuple[At, str]], rules: RuleSet
) -> Iterator[Place[_Card]]:
    def known(card: _Card, stands_for: int) -> tuple[Lying, tuple[Face | None, ...]]:
        return _lying(side.photos, card, stands_for), _doubts(side.photos, card)

    short = tuple(pile.rank for pile in side.piles if pile.pile.squared and pile.replaces is not None)
    near: dict[str, list[_Card]] = {}
    for at, where in faint:
        near.setdefault(where, []).append(_Card(number, at, faint=True))
    for place_of_pile, pile in enumerate(side.piles, start=1):
        cards, beside = [_Card(number, at) for at in pile.seen], near.get(f"pile {place_of_pile}", [])
        of_books = short if _without_book(side, pile) else ()
        in_words = f"{name}'s pile {place_of_pile}"
        yield from places_of_pile(in_words, pile.pile, cards, beside, rules, known, short=of_books)
    threes = ((_Card(number, at), side.photos[at.photo].shows is PhotoRole.FANNED) for at in side.threes)
    left = (*(_Card(number, at) for at in side.left_cards), *near.get(LEFT, []))
    alone = itertools.chain.from_iterable(near.get(by_itself, []) for by_itself in (BESIDE, *BOOKS))
    yield from places_outside(name, threes, left, alone, known, short=short)


def _without_book(side: SeenSide, pile: SeenPile) -> bool:
    """Tell whether a pile was spread out that no book lay as."""
    name = side.photos[pile.photo].name
    return any((doubt.code, doubt.photo, doubt.about) == (WITHOUT_BOOK, name, pile.cards) for doubt in side.doubts)


def _doubts(photos: Sequence[SeenPhoto], card: _Card) -> tuple[Face | None, ...]:
    reading = photos[card.at.photo].reading
    return () if card.faint else may_be(reading.cards[card.at.card], reading.thresholds)


def _lying(photos: Sequence[SeenPhoto], card: _Card, stands_for: int) -> Lying:
    photo = photos[card.at.photo]
    if card.faint:
        return lying(photo.reading.maybe[card.at.card], known_confusions(), counted=False)
    return lying_in(photo, card.at.card, stands_for)


def lying_in(photo: SeenPhoto, number: int, stands_for: int = 1) -> Lying:
    """Return what a card of a photo that counts may be.

    Of one that took the rank of the meld it lies in, what was read alone: the meld is not to speak twice.
    """
    voted, read = photo.reading.cards[number], raw_of(photo).cards[number]
    if voted.face is read.face or read.face in (None, Face.UNREAD):
        return lying(voted, known_confusions(), stands_for=stands_for)
    return replace(lying(read, known_confusions(), stands_for=stands_for), counts=voted.face)
