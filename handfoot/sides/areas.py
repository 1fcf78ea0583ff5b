"""The photos of a side laid on each other: areas of the table, whose cards count once however many photos show them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from handfoot.sides.areadoubts import AreaDoubt, doubts_of_cards, doubts_of_prints, listed_faces
from handfoot.sides.faint import Faint, faint_alone, faint_together
from handfoot.sides.laying import At, SeenPhoto, join_places, laid_out, raw_card, view_of
from vision.doubting.unshown import with_doubtful_cards
from vision.several.joining import Sighting, clearness, joined, told
from vision.several.landing import same_cards
from vision.several.planes import Chain, between
from vision.several.registration import register
from vision.several.weighing import LIKELY, Registration


@dataclass(frozen=True)
class Area:
    """A part of the table as all photos of it show it together.

    laid: its cards, each once, in the plane of one of the photos. seen: where each card is seen, best first. faint:
    what may be cards of it too.
    """

    laid: SeenPhoto
    photos: tuple[int, ...]
    seen: tuple[tuple[At, ...], ...]
    doubts: tuple[AreaDoubt, ...]
    faint: tuple[Faint, ...]


@dataclass(frozen=True)
class Perhaps:
    """Two photos that may show the same cards, without proof; ``same``: which, as far as that goes."""

    first: int
    second: int
    same: tuple[tuple[int, int], ...]


def areas_of(photos: Sequence[SeenPhoto]) -> tuple[tuple[Area, ...], tuple[Perhaps, ...]]:
    """Return a side's areas in the order of their first photos, and which photos may show the same without proof."""
    found = _found(photos)
    home, together, doubted = _grouped(len(photos), found)
    areas = []
    for first in dict.fromkeys(home):
        members = tuple(number for number, place in enumerate(home) if place == first)
        if len(members) == 1:
            areas.append(_alone(first, photos[first]))
            continue
        area = _area(members, photos, together)
        areas.append(_with_doubted(area, photos, [pair for pair in doubted if pair[0] in members]))
    perhaps = tuple(Perhaps(a, b, laid.pairs) for (a, b), laid in found.items() if home[a] != home[b])
    return tuple(areas), perhaps


def _found(photos: Sequence[SeenPhoto]) -> dict[tuple[int, int], Registration]:
    """Return how photos of one kind lie on each other; two that lie together by way of others are not tried."""
    home = list(range(len(photos)))
    found = {}
    for a, b in combinations(range(len(photos)), 2):
        if photos[a].shows is not photos[b].shows or home[a] == home[b]:
            continue
        laid = _registered(photos[a], photos[b])
        if laid is None:
            continue
        found[a, b] = laid
        if laid.sure:
            home = [home[a] if place == home[b] else place for place in home]
    return found


def _grouped(
    photos: int, found: Mapping[tuple[int, int], Registration]
) -> tuple[list[int], dict[tuple[int, int], Registration], list[tuple[int, int]]]:
    """Return for each photo the first of those it is laid together with, how, and which pairs are likely, not sure."""
    home = list(range(photos))
    together = {pair: laid for pair, laid in found.items() if laid.sure}
    likely = sorted((laid.evidence, pair) for pair, laid in found.items() if laid.evidence >= LIKELY and not laid.sure)
    doubted = []
    for pair in (*together, *(pair for _, pair in reversed(likely))):
        old, new = max(home[one] for one in pair), min(home[one] for one in pair)
        if old == new:
            continue
        home = [new if place == old else place for place in home]
        if pair not in together:
            together[pair] = found[pair]
            doubted.append(pair)
    return home, together, doubted


def _with_doubted(area: Area, photos: Sequence[SeenPhoto], pairs: Sequence[tuple[int, int]]) -> Area:
    """Return an area with a doubt for each two photos that most likely show the same cards, without proof."""
    doubts = []
    for pair in pairs:
        about = tuple(n for n, seen in enumerate(area.seen) if {at.photo for at in seen}.issuperset(pair))
        cards = listed_faces(area.laid.reading.cards[number].face for number in about)
        say = f"{photos[pair[0]].name} and {photos[pair[1]].name} seem to show the same {cards}: they count once"
        doubts.append(AreaDoubt(about, say, "photo_again"))
    return replace(area, doubts=(*area.doubts, *doubts))


def with_joined_cards(photos: Sequence[SeenPhoto], areas: Sequence[Area]) -> tuple[SeenPhoto, ...]:
    """Return the photos with what all of them say of each card together, and of each that is too faint to count."""
    readings = [list(photo.reading.cards) for photo in photos]
    maybes = [list(photo.reading.maybe) for photo in photos]
    for area in areas:
        if len(area.photos) == 1:
            continue
        for card, seen in zip(area.laid.reading.cards, area.seen, strict=True):
            for at in seen:
                readings[at.photo][at.card] = told(readings[at.photo][at.card], card)
        for faint in area.faint:
            for at in faint.seen:
                maybes[at.photo][at.card] = told(maybes[at.photo][at.card], faint.card)
    return tuple(
        photo
        if list(photo.reading.cards) == cards and list(photo.reading.maybe) == maybe
        else replace(photo, reading=replace(photo.reading, cards=tuple(cards), maybe=tuple(maybe)))
        for photo, cards, maybe in zip(photos, readings, maybes, strict=True)
    )


def _alone(number: int, photo: SeenPhoto) -> Area:
    seen = tuple((At(number, card),) for card in range(len(photo.reading.cards)))
    return Area(photo, (number,), seen, _own_doubts(photo), faint_alone(number, photo))


def _own_doubts(photo: SeenPhoto) -> tuple[AreaDoubt, ...]:
    """Return the doubts about cards; what is said of a whole photo is said of each that shows an area."""
    doubts = (*(doubt for doubt in photo.reading.doubts if doubt.about), *photo.layout.doubts)
    return tuple(AreaDoubt(doubt.about, doubt.say, str(doubt.code)) for doubt in doubts)


def _area(members: tuple[int, ...], photos: Sequence[SeenPhoto], sure: Mapping[tuple[int, int], Registration]) -> Area:
    """Return the area that several photos show: their cards unified in one plane, and laid out there anew."""
    reference, planes = _planes(members, photos, sure)
    groups = _unified(members, photos, sure, planes)
    cards = [joined([Sighting(raw_card(photos, at), planes[at.photo]) for at in group]) for group in groups]
    order = sorted(range(len(groups)), key=lambda k: min(groups[k]))
    best = photos[reference]
    raw = best.unvoted
    seen = tuple(tuple(sorted(groups[k], key=lambda at: -clearness(raw_card(photos, at)))) for k in order)
    in_order = with_doubtful_cards([cards[k] for k in order], (raw.width, raw.height))
    reading = replace(raw, cards=in_order, doubts=(), maybe=())
    laid = laid_out(best.name, best.shows, reading, red_is_clean=best.red_is_clean)
    faint, known = faint_together(photos, seen, planes)
    by_card = doubts_of_cards(photos, reading.cards, seen, planes, known)
    by_print = doubts_of_prints(photos, reading.cards, seen, planes)
    return Area(laid, members, seen, (*by_card, *by_print, *_own_doubts(laid)), faint)


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
            pairs = same_cards(view_of(photos[a]), view_of(photos[b]), between(planes[a], planes[b]))
        for i, j in pairs:
            join_places(cards, At(a, i), At(b, j))
    return list(dict.fromkeys(cards.values()))


@lru_cache(maxsize=256)
def _registered(first: SeenPhoto, second: SeenPhoto) -> Registration | None:
    if not first.reading.cards or not second.reading.cards:
        return None
    return register(view_of(first), view_of(second))
