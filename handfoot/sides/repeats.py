"""Areas and piles that may be the same cards photographed again, though nothing lays their photos on each other."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from handfoot.sides.areadoubts import SAME, listed_faces
from handfoot.sides.areas import Area, Perhaps
from handfoot.sides.faint import faint_again
from handfoot.sides.laying import At, SeenPhoto
from handfoot.sides.seenside import PhotoDoubt, SeenPile, card_at, doubt_on
from vision.joining.pairs import kind_of
from vision.laying.piles import PhotoRole
from vision.seen import SeenCard
from vision.several.joining import clearness

Lot = TypeVar("Lot")

SAME_AGAIN = 4
"""From so many cards on, photos that show the same cards throughout are taken to show the same ones again."""

EDGE = 0.5
"""A pile so near its photo's edge, in card widths, may go on beyond it."""


def without_repeats(photos: Sequence[SeenPhoto], areas: Sequence[Area]) -> tuple[list[Area], list[PhotoDoubt]]:
    """Make one of areas that hold the same cards throughout, though nothing proves that they are one, with a doubt.

    Hands are fanned anew between two tries, and of a single card no photo tells where it lies.
    """
    kept: list[Area] = []
    doubts: list[PhotoDoubt] = []
    for area in areas:
        first = next((one for one in kept if _holds_the_same(one, area)), None)
        if first is None:
            kept.append(area)
            continue
        better, other = (area, first) if _clear(area) > _clear(first) else (first, area)
        kept[kept.index(first)] = _with_again(better, other)
        cards = listed_faces(card.face for card in area.laid.reading.cards if not card.is_back)
        here, there = (photos[one.photos[0]].name for one in (other, better))
        say = f"{here} shows {cards}, just as {there} does: they count once"
        doubts.append(PhotoDoubt(here, (), say, "photo_again"))
    return kept, doubts


def _holds_the_same(first: Area, second: Area) -> bool:
    """Tell whether two areas hold the same cards throughout: many of them, or all that a hand has left."""
    shows = first.laid.shows
    if shows is not second.laid.shows:
        return False
    one, other = ([card for card in area.laid.reading.cards if not card.is_back] for area in (first, second))
    return (
        len(one) >= (1 if shows is PhotoRole.LEFT else SAME_AGAIN) and len(one) == len(other) and are_among(one, other)
    )


def are_among(few: Sequence[SeenCard], many: Sequence[SeenCard]) -> bool:
    """Tell whether all of the few cards can be among the many, by face and, where it shows in both, by suit."""
    if Counter(card.face for card in few) - Counter(card.face for card in many):
        return False
    strangers = 0
    for face in {card.face for card in few}:
        here, there = (Counter(card.suit for card in cards if card.face is face) for cards in (few, many))
        rest, left = here - there, there - here
        strangers += max(rest.total() - rest[None] - left[None], 0)
    # A suit is misread now and then.
    return strangers <= len(few) // 8


def _clear(area: Area) -> float:
    """Return how clearly an area's cards show, all together."""
    return sum(clearness(card) for card in area.laid.reading.cards)


def _with_again(area: Area, other: Area) -> Area:
    """Return an area whose cards are seen in another one too: each in one like it, in the order they lie."""
    free = list(zip(other.laid.reading.cards, other.seen, strict=True))
    seen = []
    for card, places in zip(area.laid.reading.cards, area.seen, strict=True):
        alike = [one for one in free if one[0].face is card.face]
        found = next((one for one in alike if one[0].suit is card.suit), alike[0] if alike else None)
        if found is not None:
            free.remove(found)
        seen.append((*places, *(found[1] if found is not None else ())))
    # Of cards lying face down there may be more; they count nothing, and go along.
    seen[-1] = (*seen[-1], *(at for _, places in free for at in places))
    faint = faint_again(area.faint, other.faint)
    return replace(area, seen=tuple(seen), photos=(*area.photos, *other.photos), faint=faint)


def twice(photos: Sequence[SeenPhoto], lying: Sequence[SeenPile], book_size: int) -> Iterator[PhotoDoubt]:
    """Doubt piles in photos of the played area that nothing lays on each other, where they can be the same cards.

    A squared book can be one of ``book_size`` cards and more that lies open: its photo may be called what it is not.
    What one photo shows side by side is two.
    """

    def alike(pile: SeenPile, other: SeenPile) -> bool:
        here, there = ({at.photo for at in (*one.seen, *one.again)} for one in (pile, other))
        if here & there or pile.rank != other.rank:
            return False
        if pile.pile.squared is not other.pile.squared:
            return len((other if pile.pile.squared else pile).seen) >= book_size
        return pile.pile.kind is other.pile.kind and _may_be_again(photos, pile.seen, other.seen)

    # A card of which nothing was made has no rank, as wilds alone have none.
    piles = [pile for pile in lying if pile.rank is not None or pile.pile.squared or len(pile.seen) > 1]
    for pile, other in _with_an_earlier(piles, alike):
        here, there = (photos[one.photo].name for one in (pile, other))
        say = f"{pile.called} lie in {there} and in {here}: {SAME}"
        yield _asked(doubt_on(pile, photos, say, "pile_in_two_photos"), pile.seen, other.seen)


def threes_twice(photos: Sequence[SeenPhoto], areas: Sequence[Area]) -> Iterator[PhotoDoubt]:
    """Doubt red 3s in photos of the played area that nothing lays on each other, where they can be the same cards."""
    lying = [
        tuple(area.seen[card][0] for card in area.laid.layout.red_threes)
        for area in areas
        if area.laid.shows is PhotoRole.PLAYED and area.laid.layout.red_threes
    ]
    for threes, other in _with_an_earlier(lying, lambda one, another: _may_be_again(photos, one, another)):
        here, there = (photos[seen[0].photo].name for seen in (threes, other))
        say = f"red 3s lie in {there} and in {here}: {SAME}"
        about = tuple(at.card for at in threes if at.photo == threes[0].photo)
        yield _asked(PhotoDoubt(here, about, say, "pile_in_two_photos"), threes, other)


def _asked(doubt: PhotoDoubt, one: tuple[At, ...], other: tuple[At, ...]) -> PhotoDoubt:
    """Return a doubt with the cards that count twice if it is right: the fewer, where a photo shows but some."""
    few, many = sorted((one, other), key=len)
    return replace(doubt, twice=few, like=many)


def _with_an_earlier(lots: Sequence[Lot], alike: Callable[[Lot, Lot], bool]) -> Iterator[tuple[Lot, Lot]]:
    """Yield each lot that is like one before it, with the first of those."""
    for place, lot in enumerate(lots):
        earlier = next((other for other in lots[:place] if alike(lot, other)), None)
        if earlier is not None:
            yield lot, earlier


def _may_be_again(photos: Sequence[SeenPhoto], one: Sequence[At], other: Sequence[At]) -> bool:
    """Tell whether cards can be the same as others: as many of the same faces, or a part of them at a photo's edge.

    Faces that are taken for each other, such as the two wilds, are one here.
    """
    few, many = sorted((one, other), key=len)
    shown, among = ([_by_kind(card_at(photos, at)) for at in places] for places in (few, many))
    return are_among(shown, among) and (len(few) == len(many) or _at_the_edge(few, photos))


def _by_kind(card: SeenCard) -> SeenCard:
    return card if card.face is None else replace(card, face=kind_of(card.face))


def _at_the_edge(places: Sequence[At], photos: Sequence[SeenPhoto]) -> bool:
    """Tell whether cards lie so near the edge of their photo that more of them may lie beyond."""
    for at in places:
        reading = photos[at.photo].reading
        quad, near = reading.cards[at.card].corners, EDGE * reading.cards[at.card].width_px
        if (quad < near).any() or (quad > (reading.width - near, reading.height - near)).any():
            return True
    return False


def perhaps_same(
    photos: Sequence[SeenPhoto], areas: Sequence[Area], perhaps: Sequence[Perhaps]
) -> Iterator[PhotoDoubt]:
    """Doubt cards of which the photos leave open whether they are the same: they count in both."""
    home = {number: place for place, area in enumerate(areas) for number in area.photos}
    for one in perhaps:
        same = tuple(card for _, card in one.same)
        if home[one.first] == home[one.second] or not same:
            continue
        first, second = photos[one.first], photos[one.second]
        cards = listed_faces(second.reading.cards[card].face for card in same)
        say = f"{first.name} and {second.name} both show {cards}: {SAME}"
        like, doubled = (
            tuple(places[0] for places in areas[home[number]].seen if not shown.isdisjoint(places))
            for number, shown in (
                (one.first, {At(one.first, card) for card, _ in one.same}),
                (one.second, {At(one.second, card) for card in same}),
            )
        )
        yield PhotoDoubt(second.name, same, say, "pile_in_two_photos", doubled, like)
