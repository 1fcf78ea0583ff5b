"""The photos of a side laid on each other: areas of the table, whose cards count once however many photos show them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations

import numpy as np

from handfoot.laying import SeenPhoto, laid_out
from vision.doubts import Doubt, DoubtCode
from vision.features import Features, features_of, no_features
from vision.joining import SURE, Sighting, clearness, differing, joined, told
from vision.planes import Chain
from vision.read import PhotoReading
from vision.registration import Registration, View, register, same_cards, should_show
from vision.seen import SeenCard

ABOUT_THE_FACE = (DoubtCode.LOW_CONFIDENCE, DoubtCode.CORNERS_DISAGREE, DoubtCode.UNREAD_CARD)

WEAK = 0.8
"""A card that one photo shows and another one should, but does not, is in doubt if it was found less surely."""


@dataclass(frozen=True, order=True)
class At:
    """A card in one of a side's photos: the photo's place among them, and the card's number there, from 0."""

    photo: int
    card: int


@dataclass(frozen=True)
class AreaDoubt:
    """Something to look at. ``about``: numbers of the area's cards."""

    about: tuple[int, ...]
    say: str
    code: str


@dataclass(frozen=True)
class Area:
    """A part of the table as all photos of it show it together.

    laid: its cards, each once, in the plane of one of the photos. seen: where each card is seen, best first.
    """

    laid: SeenPhoto
    photos: tuple[int, ...]
    seen: tuple[tuple[At, ...], ...]
    doubts: tuple[AreaDoubt, ...]


@dataclass(frozen=True)
class Perhaps:
    """Two photos that may show the same cards, without proof; ``same``: which, as far as that goes."""

    first: int
    second: int
    same: tuple[tuple[int, int], ...]


def areas_of(photos: Sequence[SeenPhoto], *, red_is_clean: bool = True) -> tuple[tuple[Area, ...], tuple[Perhaps, ...]]:
    """Return a side's areas in the order of their first photos, and which photos may show the same without proof."""
    alike = [(a, b) for a, b in combinations(range(len(photos)), 2) if photos[a].shows is photos[b].shows]
    found = {pair: laid for pair in alike if (laid := _registered(photos[pair[0]], photos[pair[1]])) is not None}
    sure = {pair: laid for pair, laid in found.items() if laid.sure}
    home = list(range(len(photos)))
    for a, b in sure:
        old, new = max(home[a], home[b]), min(home[a], home[b])
        home = [new if place == old else place for place in home]
    areas = []
    for first in dict.fromkeys(home):
        members = tuple(number for number, place in enumerate(home) if place == first)
        areas.append(_alone(first, photos[first]) if len(members) == 1 else _area(members, photos, sure, red_is_clean))
    perhaps = tuple(Perhaps(a, b, laid.pairs) for (a, b), laid in found.items() if home[a] != home[b])
    return tuple(areas), perhaps


def with_joined_cards(photos: Sequence[SeenPhoto], areas: Sequence[Area]) -> tuple[SeenPhoto, ...]:
    """Return the photos with what all of them say of each card together."""
    readings = [list(photo.reading.cards) for photo in photos]
    for area in areas:
        if len(area.photos) == 1:
            continue
        for card, seen in zip(area.laid.reading.cards, area.seen, strict=True):
            for at in seen:
                readings[at.photo][at.card] = told(readings[at.photo][at.card], card, len(seen))
    return tuple(
        photo
        if list(photo.reading.cards) == cards
        else replace(photo, reading=replace(photo.reading, cards=tuple(cards)))
        for photo, cards in zip(photos, readings, strict=True)
    )


def _alone(number: int, photo: SeenPhoto) -> Area:
    seen = tuple((At(number, card),) for card in range(len(photo.reading.cards)))
    doubts = (AreaDoubt(doubt.about, doubt.say, str(doubt.code)) for doubt in _own_doubts(photo))
    return Area(photo, (number,), seen, tuple(doubts))


def _own_doubts(photo: SeenPhoto) -> tuple[Doubt, ...]:
    return (*photo.reading.doubts, *photo.layout.doubts)


def _area(
    members: tuple[int, ...],
    photos: Sequence[SeenPhoto],
    sure: Mapping[tuple[int, int], Registration],
    red_is_clean: bool,
) -> Area:
    """Return the area that several photos show: their cards unified in one plane, and laid out there anew."""
    reference, planes = _planes(members, photos, sure)
    groups = _unified(members, photos, sure, planes)
    cards = [joined([Sighting(_card(photos, at), planes[at.photo]) for at in group]) for group in groups]
    order = sorted(range(len(groups)), key=lambda k: min(groups[k]))
    raw = _raw(photos[reference])
    seen = tuple(tuple(sorted(groups[k], key=lambda at: -clearness(_card(photos, at)))) for k in order)
    reading = replace(raw, cards=tuple(cards[k] for k in order), doubts=(), maybe=())
    laid = laid_out(photos[reference].name, photos[reference].shows, reading, red_is_clean=red_is_clean)
    doubts = [AreaDoubt(doubt.about, doubt.say, str(doubt.code)) for doubt in _own_doubts(laid)]
    return Area(laid, members, seen, (*_card_doubts(photos, reading.cards, seen, planes), *doubts))


def _planes(
    members: tuple[int, ...], photos: Sequence[SeenPhoto], sure: Mapping[tuple[int, int], Registration]
) -> tuple[int, dict[int, Chain]]:
    """Return the photo whose plane is taken, and how each photo lies in it, by way of the surest registrations.

    The photo that shares most with the others is taken, so that the fewest have to be sent far.
    """
    shared: Counter[int] = Counter()
    for pair, laid in sure.items():
        for member in pair:
            shared[member] += len(laid.pairs)
    on_mat = [member for member in members if photos[member].reading.mat is not None]
    reference = max(on_mat or members, key=lambda member: (shared[member], -member))
    planes = {reference: Chain(())}
    while len(planes) < len(members):
        steps = [
            (laid.evidence, a, b, laid)
            for (a, b), laid in sure.items()
            if (a in planes) != (b in planes) and a in members
        ]
        _, a, b, laid = max(steps, key=lambda step: step[0])
        if a in planes:
            planes[b] = Chain(((laid.plane, False), *planes[a].steps))
        else:
            planes[a] = Chain(((laid.plane, True), *planes[b].steps))
    return reference, planes


def _unified(
    members: tuple[int, ...],
    photos: Sequence[SeenPhoto],
    sure: Mapping[tuple[int, int], Registration],
    planes: Mapping[int, Chain],
) -> list[tuple[At, ...]]:
    """Return the area's cards, each as where it is seen: at most once in each photo."""
    cards: dict[At, tuple[At, ...]] = {
        At(member, card): (At(member, card),) for member in members for card in range(len(photos[member].reading.cards))
    }
    for a, b in combinations(members, 2):
        if (a, b) in sure:
            pairs = sure[a, b].pairs
        else:
            # They were laid on each other by way of others: what lands on itself is one card all the same.
            way = Chain((*planes[b].steps, *((plane, not back) for plane, back in reversed(planes[a].steps))))
            pairs = same_cards(_view(photos[a]), _view(photos[b]), way)
        for i, j in pairs:
            one, other = cards[At(a, i)], cards[At(b, j)]
            if one is not other and {at.photo for at in one}.isdisjoint(at.photo for at in other):
                for at in (both := tuple(sorted((*one, *other)))):
                    cards[at] = both
    return list(dict.fromkeys(cards.values()))


def _card_doubts(
    photos: Sequence[SeenPhoto],
    cards: Sequence[SeenCard],
    seen: Sequence[tuple[At, ...]],
    planes: Mapping[int, Chain],
) -> Iterator[AreaDoubt]:
    """Yield what stays in doubt of single cards when all photos are looked at."""
    by_card = _doubts_by_card(photos, planes)
    for number, (card, places) in enumerate(zip(cards, seen, strict=True)):
        about = (number,)
        if differing([_card(photos, at) for at in places]):
            yield AreaDoubt(about, f"{_as_read(photos, places)}: which is it?", "photos_differ")
            continue
        clear = card.confidence >= SURE
        unsettled = [
            [doubt for doubt in by_card.get(at, ()) if not (clear and doubt.code in ABOUT_THE_FACE)] for at in places
        ]
        if all(unsettled):
            yield from (AreaDoubt(about, doubt.say, str(doubt.code)) for doubt in unsettled[0])
        elif len(places) == 1 and _seen_by_one_alone(photos, places[0], planes):
            others = _names(photos[other].name for other in planes if other != places[0].photo)
            yield AreaDoubt(
                about, f"this {card.face} shows in {photos[places[0].photo].name} but not in {others}", "seen_once"
            )


def _doubts_by_card(photos: Sequence[SeenPhoto], members: Iterable[int]) -> dict[At, list[Doubt]]:
    found: dict[At, list[Doubt]] = {}
    for member in members:
        for doubt in _raw(photos[member]).doubts:
            for card in doubt.about:
                found.setdefault(At(member, card), []).append(doubt)
    return found


def _seen_by_one_alone(photos: Sequence[SeenPhoto], at: At, planes: Mapping[int, Chain]) -> bool:
    """Tell whether a card that was found weakly should show in another photo of its area, and does not."""
    card = _card(photos, at)
    if not card.indices or max(index.score for index in card.indices) >= WEAK:
        return False
    x1, y1, x2, y2 = card.indices[0].box
    place = planes[at.photo].send(np.array([(x1 + x2) / 2, (y1 + y2) / 2]))
    for other in planes:
        if other == at.photo or not photos[other].reading.cards:
            continue
        width = float(np.median([one.width_px for one in photos[other].reading.cards]))
        if should_show(planes[other].back(place), _view(photos[other]), width):
            return True
    return False


def _as_read(photos: Sequence[SeenPhoto], places: Sequence[At]) -> str:
    reads = (f"{photos[at.photo].name} reads it as {_card(photos, at).face}" for at in sorted(places))
    return f"this card is in {len(places)} photos: {', '.join(reads)}"


def _names(names: Iterable[str]) -> str:
    return " or ".join(sorted(names))


def _raw(photo: SeenPhoto) -> PhotoReading:
    return photo.unvoted or photo.reading


def _card(photos: Sequence[SeenPhoto], at: At) -> SeenCard:
    return _raw(photos[at.photo]).cards[at.card]


def _view(photo: SeenPhoto) -> View:
    reading = _raw(photo)
    features = None if photo.picture is None else partial(_spots, photo)
    return View(reading.cards, reading.width, reading.height, features)


@lru_cache(maxsize=32)
def _spots(photo: SeenPhoto) -> Features:
    image = photo.picture() if photo.picture is not None else None
    return no_features() if image is None else features_of(image, photo.reading.width)


@lru_cache(maxsize=256)
def _registered(first: SeenPhoto, second: SeenPhoto) -> Registration | None:
    if not first.reading.cards or not second.reading.cards:
        return None
    return register(_view(first), _view(second))
