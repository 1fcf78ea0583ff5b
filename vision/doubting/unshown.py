"""What cards may be besides what they read as, as what would tell does not show, however often they are looked at."""

from collections.abc import Sequence

from vision.doubting.interlocked import with_doubtful_heaps
from vision.doubting.jacks import with_doubtful_jacks
from vision.doubting.oneended import with_doubtful_ends
from vision.doubting.threes import with_doubtful_threes
from vision.seen import SeenCard


def with_doubtful_cards(
    cards: Sequence[SeenCard], size: tuple[int, int], *, coloured: bool = True
) -> tuple[SeenCard, ...]:
    """Return cards that lie together; those that the others and what they lack speak against may be others, or none.

    What several looks say of a card together takes such doubts away, though none of them settles it: so it is asked
    anew of what they say. size: width and height of the photo, px. coloured: as ``with_doubtful_threes`` takes it.
    """
    there = with_doubtful_ends(with_doubtful_heaps(cards), size, rows=True)
    return with_doubtful_threes(with_doubtful_jacks(there), coloured=coloured)
