"""What stays in doubt of single cards when all photos of an area are looked at."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from handfoot.sides.laying import At, SeenPhoto, raw_card, view_of
from scorer.faces import FACES, Face
from scorer.words import faces, listed
from vision.doubting.chances import may_be
from vision.doubting.doubts import Doubt, DoubtCode, card_doubts
from vision.joining.pairs import kind_of
from vision.photoreading import PhotoReading
from vision.seen import SeenCard
from vision.several.joining import differing
from vision.several.landing import shared_prints
from vision.several.planes import Chain, between
from vision.several.views import should_show

ABOUT_THE_FACE = (DoubtCode.LOW_CONFIDENCE, DoubtCode.CORNERS_DISAGREE, DoubtCode.UNREAD_CARD)

THERE_ALONE = 0.999
"""A card that one photo shows and another one should, but does not, is in doubt if it less likely lies there at all."""


SAME = "are they the same cards? Both are counted"


@dataclass(frozen=True)
class AreaDoubt:
    """Something to look at. ``about``: numbers of the area's cards.

    twice, like: of these, those that count twice if ``say`` is answered with yes, and those that they may be.
    """

    about: tuple[int, ...]
    say: str
    code: str
    twice: tuple[int, ...] = ()
    like: tuple[int, ...] = ()


def doubts_of_cards(
    photos: Sequence[SeenPhoto],
    cards: Sequence[SeenCard],
    seen: Sequence[tuple[At, ...]],
    planes: Mapping[int, Chain],
    known: AbstractSet[At],
) -> Iterator[AreaDoubt]:
    """Yield what stays in doubt of single cards when all photos are looked at; known: what others show faintly."""
    by_card = _doubts_by_card(photos, planes)
    reference = photos[next(iter(planes))].unvoted
    number_of = {at: number for number, places in enumerate(seen) for at in places}
    said: set[tuple[int, Doubt]] = set()
    for number, (card, places) in enumerate(zip(cards, seen, strict=True)):
        about = (number,)
        if differing([raw_card(photos, at) for at in places]):
            yield AreaDoubt(about, f"{_as_read(photos, places)}: which is it?", "photos_differ")
            continue
        clear = len(places) > 1 and card.confidence >= reference.thresholds.sure
        unsettled = [
            [doubt for doubt in by_card.get(at, ()) if not (clear and doubt.code in ABOUT_THE_FACE)] for at in places
        ]
        of_all = unsettled[0] if all(unsettled) else []
        photo = places[0].photo
        # What is said of several cards is said once.
        for doubt in (doubt for doubt in of_all if (photo, doubt) not in said):
            said.add((photo, doubt))
            own = {number_of[At(photo, card)] for card in doubt.about}
            yield AreaDoubt(tuple(sorted(own)), doubt.say, str(doubt.code))
        besides = _asked_besides(card, reference, {doubt.code for doubt in of_all})
        yield from (AreaDoubt(about, doubt.say, str(doubt.code)) for doubt in besides)
        doubted = len(places) > 1 or of_all or besides or places[0] in known
        if not doubted and _seen_by_one_alone(photos, places[0], planes):
            others = " or ".join(sorted(photos[other].name for other in planes if other != places[0].photo))
            yield AreaDoubt(
                about, f"this {card.face} shows in {photos[places[0].photo].name} but not in {others}", "seen_once"
            )


def doubts_of_prints(
    photos: Sequence[SeenPhoto],
    cards: Sequence[SeenCard],
    seen: Sequence[tuple[At, ...]],
    planes: Mapping[int, Chain],
) -> Iterator[AreaDoubt]:
    """Yield two cards each of which one photo shows an index as the one's, and another photo as the other's.

    Either a photo shows two ends of a card as two cards, or another one takes two cards for one. Where the same photos
    show both, they agree on how many there are.
    """
    home = {at: number for number, places in enumerate(seen) for at in places}
    shown: dict[tuple[int, ...], tuple[At, At]] = {}
    for a, b in combinations(sorted(planes), 2):
        plane = between(planes[a], planes[b])
        for i, j in shared_prints(view_of(photos[a]), view_of(photos[b]), plane):
            here, there = At(a, i), At(b, j)
            shown.setdefault(tuple(sorted({home[here], home[there]})), (here, there))
    for pair, places in sorted(shown.items()):
        in_photos = {tuple(sorted(at.photo for at in seen[number])) for number in pair}
        if len(in_photos) < 2 or not _may_be_one(*(cards[number] for number in pair)):
            continue
        fewer, more = sorted(pair, key=lambda n: (len(seen[n]), len(cards[n].indices)))
        both = " and ".join(f"{photos[at.photo].name}, card {at.card}," for at in places)
        say = f"{both} show one corner of {listed_faces(cards[number].face for number in pair)}: {SAME}"
        yield AreaDoubt((fewer, more), say, "share_a_corner", (fewer,), (more,))


def _may_be_one(card: SeenCard, other: SeenCard) -> bool:
    return card.face is not None and other.face is not None and kind_of(card.face) is kind_of(other.face)


def _asked_besides(card: SeenCard, reading: PhotoReading, said: AbstractSet[DoubtCode]) -> list[Doubt]:
    """Return of what is asked about a card, by all that the photos show, the doubts that are not said yet.

    A photo alone may be sure of it: of a jack without a suit, where hardly another card shows one.
    """
    instead = may_be(card, reading.thresholds)
    asked = {DoubtCode.MAYBE_NONE} if None in instead else set()
    if {*instead} - {None} and said.isdisjoint(ABOUT_THE_FACE):
        asked |= {*ABOUT_THE_FACE}
    found = card_doubts((card,), reading.width, reading.height, reading.thresholds)
    return [doubt for doubt in found if doubt.code in asked - said]


def _doubts_by_card(photos: Sequence[SeenPhoto], members: Iterable[int]) -> dict[At, list[Doubt]]:
    found: dict[At, list[Doubt]] = {}
    for member in members:
        for doubt in photos[member].unvoted.doubts:
            for card in doubt.about:
                found.setdefault(At(member, card), []).append(doubt)
    return found


def _seen_by_one_alone(photos: Sequence[SeenPhoto], at: At, planes: Mapping[int, Chain]) -> bool:
    """Tell whether a card that may be none should show in another photo of its area, and does not."""
    card = raw_card(photos, at)
    if not card.indices or card.presence >= THERE_ALONE:
        return False
    x1, y1, x2, y2 = card.indices[0].box
    place = planes[at.photo].send(np.array([(x1 + x2) / 2, (y1 + y2) / 2]))
    for other in planes:
        if other == at.photo or not photos[other].reading.cards:
            continue
        width = float(np.median([one.width_px for one in photos[other].reading.cards]))
        if should_show(planes[other].back(place), view_of(photos[other]), width):
            return True
    return False


def _as_read(photos: Sequence[SeenPhoto], places: Sequence[At]) -> str:
    reads = (f"{photos[at.photo].name} reads it as {raw_card(photos, at).face}" for at in sorted(places))
    return f"this card is in {len(places)} photos: {', '.join(reads)}"


def listed_faces(shown: Iterable[Face | None]) -> str:
    """Return faces in words, each kind once: ``3 kings and 1 queen``."""
    counts = Counter(face for face in shown if face is not None)
    says = [faces(counts[face], face) for face in (*FACES, Face.UNREAD) if counts[face]]
    return listed(says) if says else ""
