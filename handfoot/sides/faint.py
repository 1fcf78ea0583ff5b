"""What may be cards, but is too faint to count: each once, however many photos of an area show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from handfoot.sides.laying import At, SeenPhoto, join_places, view_of
from vision.seen import SeenCard
from vision.several.joining import Sighting, joined
from vision.several.landing import same_cards, shared_prints
from vision.several.planes import Chain, between
from vision.several.views import View


@dataclass(frozen=True)
class Faint:
    """Something that may be a card, by all photos of it together, and where it is seen.

    seen: in the order of the photos; the numbers are those among what a photo holds for possible.
    """

    card: SeenCard
    seen: tuple[At, ...]


def faint_alone(number: int, photo: SeenPhoto) -> tuple[Faint, ...]:
    """Return what may be cards in a photo that shows its area alone."""
    return tuple(Faint(card, (At(number, place),)) for place, card in enumerate(photo.reading.maybe))


def faint_together(
    photos: Sequence[SeenPhoto], seen: Sequence[tuple[At, ...]], planes: Mapping[int, Chain]
) -> tuple[tuple[Faint, ...], frozenset[At]]:
    """Return what may be cards in an area that several photos show, and the cards of it that others show faintly.

    What lies where another photo shows a card is that card. seen: where each of the area's cards is seen; planes: how
    the photos lie in one plane.
    """
    views = {member: _faint_view(photos[member]) for member in planes}
    all_of_it = [At(member, number) for member in planes for number in range(len(views[member].cards))]
    places: dict[At, tuple[At, ...]] = {at: (at,) for at in all_of_it}
    known: set[At] = set()
    for one, other in permutations(planes, 2):
        # Of a card that it shows surely, a photo shows nothing faint besides.
        free = [at for shown in seen if one not in {at.photo for at in shown} for at in shown if at.photo == other]
        counted, plane = view_of(photos[other]), between(planes[one], planes[other])
        sure = replace(views[other], cards=tuple(counted.cards[at.card] for at in free))
        for faint, card in same_cards(views[one], sure, plane):
            places.pop(At(one, faint), None)
            known.add(free[card])
        # An index that a card shows in another photo is that card's, wherever this photo has the rest of it.
        for faint, _ in shared_prints(views[one], counted, plane):
            places.pop(At(one, faint), None)
    for one, other in combinations(planes, 2):
        for i, j in same_cards(views[one], views[other], between(planes[one], planes[other])):
            join_places(places, At(one, i), At(other, j))
    found = []
    for group in sorted(set(places.values())):
        sightings = [Sighting(views[at.photo].cards[at.card], planes[at.photo]) for at in group]
        found.append(Faint(joined(sightings), group))
    return tuple(found), frozenset(known)


def faint_again(own: Sequence[Faint], others: Sequence[Faint]) -> tuple[Faint, ...]:
    """Return what may be cards in an area, and in another that shows the same cards again: one of a face is one."""
    free = list(others)
    found = []
    for faint in own:
        again = next((one for one in free if one.card.face is faint.card.face), None)
        if again is not None:
            free.remove(again)
        found.append(Faint(faint.card, tuple(sorted((*faint.seen, *(again.seen if again is not None else ()))))))
    return (*found, *free)


def _faint_view(photo: SeenPhoto) -> View:
    return View(photo.reading.maybe, photo.reading.width, photo.reading.height, None)
