"""Cards that two photos show which should have none in common: of two sides, or of the table and of what is left."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product

from handfoot.sides.areadoubts import SAME, listed_faces
from handfoot.sides.areas import Area
from handfoot.sides.laying import At, SeenPhoto
from handfoot.sides.otherrole import melds_of
from handfoot.sides.seenside import PhotoDoubt
from vision.laying.piles import PhotoRole
from vision.photoreading import PhotoReading
from vision.several.registration import register
from vision.several.views import View

LEFT_IN_SIGHT = "left_in_sight"
"""The doubt about cards that a photo of the table and one of those left both show."""


def same_area(first: PhotoRole, second: PhotoRole) -> bool:
    """Tell whether two photos show one area of a side: its cards on the table, spread out too, or those it has left."""
    return (first is PhotoRole.LEFT) is (second is PhotoRole.LEFT)


def cards_in_both(first: PhotoReading, second: PhotoReading) -> tuple[tuple[int, int], ...]:
    """Return which cards of two photos are the same, none where the cards alone do not prove that any is.

    Of the 532 pairs of photos of one kind and two sides on 28 rendered val tables (``tablesynth shots``, seeds 6101 and
    6102), and 1,031 pairs of any kind on 50 others (seed 5401), none is taken so; of 151 pairs of one side there that
    may show the same cards 103 are.
    """
    if not first.cards or not second.cards:
        return ()
    one, other = (View(reading.cards, reading.width, reading.height) for reading in (first, second))
    laid = register(one, other)
    return laid.pairs if laid is not None and laid.sure else ()


def left_in_sight(photos: Sequence[SeenPhoto], areas: Sequence[Area]) -> Iterator[PhotoDoubt]:
    """Doubt cards that a photo of the table and one of those left both show, as the one lay in sight of the other.

    Those that lie in melds were played, others are left: what counts twice is what the other photo shows of them. No
    card is asked about twice, and none where a mat tells what is left.
    """
    best = {at: places[0] for area in areas for places in area.seen for at in places}
    asked: set[At] = set()
    for (here, photo), (there, left) in product(enumerate(photos), repeat=2):
        if photo.shows is PhotoRole.LEFT or photo.reading.mat is not None or left.shows is not PhotoRole.LEFT:
            continue
        same = [(At(here, card), At(there, other)) for card, other in cards_in_both(photo.unvoted, left.unvoted)]
        in_melds = set(chain.from_iterable(melds_of(photo.reading, photo.layout)))
        if 2 * sum(one.card in in_melds for one, _ in same) > len(same):
            same = [(other, one) for one, other in same]
        same = [(one, other) for one, other in same if best[one] not in asked]
        if same:
            asked.update(best[one] for one, _ in same)
            yield _asked(photos, same, best)


def _asked(photos: Sequence[SeenPhoto], same: Sequence[tuple[At, At]], best: Mapping[At, At]) -> PhotoDoubt:
    """Return the doubt about cards that would count twice, each with the one in another photo that it may be."""
    photo, other = (photos[at.photo] for at in same[0])
    about = tuple(at.card for at, _ in same)
    say = f"{photo.name} and {other.name} both show {listed_faces(photo.reading.cards[n].face for n in about)}: {SAME}"
    doubled, like = (tuple(dict.fromkeys(best[pair[k]] for pair in same)) for k in (0, 1))
    return PhotoDoubt(photo.name, about, say, LEFT_IN_SIGHT, doubled, like)
