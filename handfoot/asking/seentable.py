"""The sides of a table, as their photos show them, weighed by the table; and what is in doubt then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from handfoot.asking.lying import Lying, Together, Where, least_under_a_top, lying, where_played
from handfoot.asking.maybes import BESIDE, LEFT, Maybe
from handfoot.asking.noting import doubtful_cards, faint_cards
from handfoot.asking.proving import OVER_DECKS, Place, Proved, prove
from handfoot.confusions import known_confusions
from handfoot.sides.laying import At, SeenPhoto, raw_of
from handfoot.sides.seenside import PhotoDoubt, SeenPile, SeenSide
from scorer.faces import Face
from scorer.record import Record
from scorer.rules import RuleSet
from vision.chances import may_be


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
    places = [place for number, side in enumerate(sides) for place in _places(number, names[number], side, rules)]
    proved = prove(places, record, rules)
    return tuple(
        (_with_doubts(number, side, proved), tuple(_maybes(number, side, proved))) for number, side in enumerate(sides)
    )


def _maybes(number: int, side: SeenSide, proved: Proved[_Card]) -> Iterator[Maybe]:
    others = {card.at: faces for card, faces in proved.others.items() if card.side == number and not card.faint}
    return iter(doubtful_cards(side.photos, side, others))


def _with_doubts(number: int, side: SeenSide, proved: Proved[_Card]) -> SeenSide:
    misread = (
        PhotoDoubt(side.photos[one.card.at.photo].name, (one.card.at.card,), one.say, OVER_DECKS)
        for one in proved.misread
        if one.card.side == number
    )
    return replace(side, doubts=(*side.doubts, *misread))


def _places(number: int, name: str, side: SeenSide, rules: RuleSet) -> Iterator[Place[_Card]]:
    near: dict[str, list[_Card]] = {}
    for photo, faint, where in faint_cards(side.photos, side):
        near.setdefault(where, []).append(_Card(number, At(photo, faint), faint=True))
    for place, pile in enumerate(side.piles, start=1):
        yield from _pile(number, f"{name}'s pile {place}", side, pile, near.get(f"pile {place}", []), rules)
    for at in side.threes:
        yield _place(f"{name}'s red 3s", Where.RED_THREES, side, [_Card(number, at)])
    for card in (*(_Card(number, at) for at in side.left_cards), *near.get(LEFT, [])):
        yield _place(f"what {name} has left", Where.LEFT, side, [card])
    for card in near.get(BESIDE, []):
        yield _place(name, Where.BESIDE, side, [card])


def _pile(
    number: int, name: str, side: SeenSide, pile: SeenPile, faint: Sequence[_Card], rules: RuleSet
) -> Iterator[Place[_Card]]:
    cards = [_Card(number, at) for at in pile.seen]
    if not pile.pile.squared:
        yield _place(name, where_played(pile.pile.cards, rules), side, [*cards, *faint])
        return
    yield _place(name, Where.TOP, side, cards[:1], stands_for=least_under_a_top(pile.pile.kind, rules.books))
    if behind := [*cards[1:], *faint]:
        yield _place(name, Where.BEHIND, side, behind, top=pile.pile.top)


def _place(
    name: str, where: Where, side: SeenSide, cards: Sequence[_Card], *, top: Face | None = None, stands_for: int = 1
) -> Place[_Card]:
    together = Together(where, tuple(_lying(side.photos, card, stands_for) for card in cards), top)
    return Place(name, together, tuple(cards), tuple(_doubts(side.photos, card) for card in cards))


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
