"""A photo that shows something else than it was said to show: what is left as on the table, or the table as left."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from handfoot.sides.laying import SeenPhoto, laid_out
from handfoot.sides.seenside import PhotoDoubt
from handfoot.sides.spreading import LEAST_MELD
from scorer.faces import WILDS, Face
from vision.laying.piles import Layout, PhotoRole
from vision.photoreading import PhotoReading

LOOKS_LEFT, LOOKS_PLAYED = "looks_left", "looks_played"
"""The doubts about a whole photo whose cards lie as those left do, or as those on the table do."""

MANY_RANKS = 3
"""A pile that shows so many ranks is no meld but a fan of what is left. Two are a misreading."""

MANY_ALONE = 6
"""So many cards by themselves, and no meld beside them, are more than the squared books that most sides go out with."""

MANY_MELDS, MOST_OF_IT = 2, 0.6
"""So many melds that hold this share of a photo's cards lie on a table. Of photos of rendered val tables (seed 5401)
none of 227 of the table looks left by all this, none of 114 of cards left looks played; taken as the other 171 and 34
do."""


def in_another_role(photos: Sequence[SeenPhoto]) -> Iterator[PhotoDoubt]:
    """Yield a doubt for each photo whose cards do not lie as in what it is said to show; a mat's zones tell already."""
    for photo in photos:
        if photo.reading.mat is not None:
            continue
        if photo.shows is PhotoRole.LEFT:
            table = laid_out(photo.name, PhotoRole.PLAYED, photo.unvoted, red_is_clean=photo.red_is_clean)
            if _lies_in_melds(table.reading, table.layout):
                say = "these cards lie in melds, as on the table: are they really cards left?"
                yield PhotoDoubt(photo.name, (), say, LOOKS_PLAYED)
        elif _lies_as_left(photo.reading, photo.layout):
            say = "these cards lie in no melds, as what is left does: are they really cards on the table?"
            yield PhotoDoubt(photo.name, (), say, LOOKS_LEFT)


def melds_of(reading: PhotoReading, layout: Layout) -> list[tuple[int, ...]]:
    """Return the numbers of the cards of each pile that may be a meld: of one rank, with no more wilds than that."""
    faces = _faces(reading)
    return [pile.cards for pile in layout.piles if _is_meld(Counter(faces[card] for card in pile.cards))]


def _lies_in_melds(reading: PhotoReading, layout: Layout) -> bool:
    melds = melds_of(reading, layout)
    face_up = sum(not card.is_back for card in reading.cards)
    return len(melds) >= MANY_MELDS and sum(map(len, melds)) >= MOST_OF_IT * face_up


def _lies_as_left(reading: PhotoReading, layout: Layout) -> bool:
    if melds_of(reading, layout):
        return False
    faces = _faces(reading)
    # What was not read lies in no pile, and tells nothing.
    piles = [[faces[card] for card in pile.cards] for pile in layout.piles]
    alone = [shown[0] for shown in piles if len(shown) == 1]
    twice = len(alone) > len(set(alone))
    fanned = any(len(_naturals(shown)) >= MANY_RANKS for shown in piles)
    return fanned or len(alone) >= MANY_ALONE or (twice and len(alone) >= LEAST_MELD)


def _faces(reading: PhotoReading) -> list[Face]:
    return [card.face or Face.UNREAD for card in reading.cards]


def _naturals(shown: Iterable[Face]) -> set[Face]:
    return set(shown) - {*WILDS, Face.UNREAD}


def _is_meld(shown: Counter[Face]) -> bool:
    """Tell whether cards may be a meld: of one rank with no more wilds than that, or wilds alone."""
    wilds = sum(shown[wild] for wild in WILDS)
    is_even = wilds in (0, shown.total()) or 2 * wilds <= shown.total()
    return shown.total() >= LEAST_MELD and len(_naturals(shown)) <= 1 and is_even
