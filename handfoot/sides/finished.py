"""Of which kind a finished book is that lay squared, by the cards that it shows spread out."""

from collections.abc import Iterable

from scorer.faces import NATURAL_RANKS, WILDS, Face
from scorer.record import BookKind


def finished_kind(lay: BookKind, faces: Iterable[Face]) -> BookKind:
    """Return the kind of a book that lay as one of a kind, and shows these cards, perhaps not all of them.

    A wild among naturals makes it dirty. Naturals alone may hide one, but not a book of wilds: its top was misread.
    """
    shown = set(faces)
    if shown.isdisjoint(NATURAL_RANKS):
        return lay
    if not shown.isdisjoint(WILDS):
        return BookKind.DIRTY
    return BookKind.CLEAN if lay is BookKind.WILD else lay
