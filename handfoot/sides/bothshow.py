"""Cards that two photos show which should have none in common: of two sides, or of the table and of what is left."""

from collections.abc import Iterator, Mapping, Sequence

from handfoot.sides.areadoubts import SAME, listed_faces
from handfoot.sides.areas import Area
from handfoot.sides.laying import At, SeenPhoto, raw_of
from handfoot.sides.seenside import PhotoDoubt
from vision.laying.piles import PhotoRole
from vision.photoreading import PhotoReading
from vision.several.registration import register
from vision.several.views import View

LEFT_IN_SIGHT = "left_in_sight"
"""The doubt about cards on the table that may be those left."""


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
    """Doubt cards on the table that a photo of those left shows, too: they lay beside what was played.

    Where a mat tells what is left this is not asked.
    """
    best = {at: places[0] for area in areas for places in area.seen for at in places}
    for here, photo in enumerate(photos):
        if photo.shows is PhotoRole.LEFT or photo.reading.mat is not None:
            continue
        for there, left in enumerate(photos):
            if left.shows is PhotoRole.LEFT:
                same = cards_in_both(raw_of(photo), raw_of(left))
                yield from _asked(photos, [(At(here, card), At(there, other)) for card, other in same], best)


def _asked(photos: Sequence[SeenPhoto], same: Sequence[tuple[At, At]], best: Mapping[At, At]) -> Iterator[PhotoDoubt]:
    if not same:
        return
    (here, there), about = same[0], tuple(at.card for at, _ in same)
    photo, left = photos[here.photo], photos[there.photo]
    shown = listed_faces(photo.reading.cards[card].face for card in about)
    say = f"{photo.name} and {left.name} both show {shown}: {SAME}"
    doubled, like = (tuple(dict.fromkeys(best[pair[k]] for pair in same)) for k in (0, 1))
    yield PhotoDoubt(photo.name, about, say, LEFT_IN_SIGHT, doubled, like)
