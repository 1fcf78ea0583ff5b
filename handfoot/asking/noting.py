"""Notes in a record of the cards that may be others than they were read, for what each would change to be asked."""

from collections.abc import Iterator, Sequence

from handfoot.asking.maybes import BESIDE, LEFT, RED_THREES, Maybe
from handfoot.sides.laying import At
from handfoot.sides.merging import SeenPhoto, SeenSide
from handfoot.tables import Shows
from vision.chances import may_be, may_turn_out
from vision.layout import lay_out
from vision.piles import PhotoRole
from vision.seen import SeenCard


def doubtful_cards(photos: Sequence[SeenPhoto], seen: SeenSide) -> tuple[Maybe, ...]:
    """Return the cards of a side that may be others, or none, and what may be a card but was not counted."""
    return (*_counted(photos, seen), *_not_counted(photos, seen))


def _counted(photos: Sequence[SeenPhoto], seen: SeenSide) -> Iterator[Maybe]:
    for number, pile in enumerate(seen.piles, start=1):
        for at, card in enumerate(pile.seen, start=1):
            yield from _other(f"pile {number}", at, photos[card.photo], card.card)
    for place, lying in ((RED_THREES, seen.threes), (LEFT, seen.left_cards)):
        for at, card in enumerate(lying, start=1):
            yield from _other(place, at, photos[card.photo], card.card)


def _other(place: str, at: int, photo: SeenPhoto, card: int) -> Iterator[Maybe]:
    faces = may_be(photo.reading.cards[card], photo.reading.thresholds)
    if faces:
        yield Maybe(place, at, faces, f"{photo.name}, card {card}")


def _not_counted(photos: Sequence[SeenPhoto], seen: SeenSide) -> Iterator[Maybe]:
    for number, faint, place in faint_cards(photos, seen):
        photo = photos[number]
        yield Maybe(place, None, may_turn_out(photo.reading.maybe[faint]), faint_name(photo.name, faint))


def faint_name(photo: str, number: int) -> str:
    """Return what people know something by that may be a card, from 0, in a photo."""
    return f"{photo}, ?{number + 1}"


def faint_cards(photos: Sequence[SeenPhoto], seen: SeenSide) -> Iterator[tuple[int, int, str]]:
    """Yield the photo and the number there of each thing that may be a card, with the place it would lie in.

    What several photos show is named by the first of them. What may be a card of a squared book that another photo
    shows spread out is left out: its cards show there.
    """
    home = {at: number for number, pile in enumerate(seen.piles, start=1) for at in (*pile.seen, *pile.again)}
    replaced = {at for pile in seen.piles if (old := pile.replaces) is not None for at in (*old.seen, *old.again)}
    for shown in seen.faint:
        near = [
            At(at.photo, mate)
            for at in shown
            for mate in beside(photos[at.photo], photos[at.photo].reading.maybe[at.card])
        ]
        if replaced.intersection(near):
            continue
        piles = [home[mate] for mate in near if mate in home]
        first = shown[0]
        is_left = photos[first.photo].shows is Shows.LEFT
        yield first.photo, first.card, LEFT if is_left else f"pile {piles[0]}" if piles else BESIDE


def beside(photo: SeenPhoto, card: SeenCard) -> tuple[int, ...]:
    """Return the cards of a photo in whose pile one more would lie; none where it would lie alone."""
    cards = photo.reading.cards
    layout = lay_out((*cards, card), PhotoRole(photo.shows.value))
    mates = next((pile.cards for pile in layout.piles if len(cards) in pile.cards), ())
    return tuple(mate for mate in mates if mate < len(cards))
