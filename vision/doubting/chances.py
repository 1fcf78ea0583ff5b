"""What else a card may be: another face, or no card at all."""

from scorer.faces import Face
from vision.doubting.doubts import CHOSEN, Thresholds, may_be_none
from vision.seen import SeenCard

LEAST = 0.02
"""A face less likely than this is left out."""


def may_be(card: SeenCard, thresholds: Thresholds = CHOSEN) -> tuple[Face | None, ...]:
    """Return what a card may be instead of what it reads as, likeliest first; None, at the end, for no card at all.

    A card in no doubt may be nothing else, nor may one that lies face down. One that was not read may be no card; what
    it is otherwise is asked anyway.
    """
    if card.face is None:
        return ()
    faces: list[Face | None] = []
    if card.confidence < thresholds.sure and card.face is not Face.UNREAD:
        faces += [other.face for other in card.runners_up if other.confidence >= LEAST]
    return (*faces, None) if may_be_none(card, thresholds) else tuple(faces)


def may_turn_out(card: SeenCard) -> tuple[Face, ...]:
    """Return the faces that something too faint to count may turn out to have, the likeliest first."""
    assert card.face is not None
    return (card.face, *(other.face for other in card.runners_up if other.confidence >= LEAST))
