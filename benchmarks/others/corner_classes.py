"""The 52 classes of the usual recipe: a rank and a suit each."""

from scorer.faces import Face
from vision.corners import Suit

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CLASSES = tuple(f"{rank}{suit.value}" for suit in Suit for rank in RANKS)

_RANK_OF = {Face.WILD_20: "2", Face.RED_THREE: "3", Face.BLACK_THREE: "3"}


def class_of(face: Face | None, suit: Suit | None) -> int | None:
    """Return the number of a card's class; None for jokers, backs and cards without a suit."""
    if face is None or suit is None:
        return None
    rank = _RANK_OF.get(face, str(face))
    return CLASSES.index(f"{rank}{suit.value}") if rank in RANKS else None


def face_of(name: str) -> Face | None:
    """Return the face of a class by its name, as the 52 or any other card detector writes it: ``10H``, ``Qs``."""
    rank, suit = name[:-1].upper(), name[-1:].upper()
    if suit not in {each.value for each in Suit} or rank not in RANKS:
        return None
    if rank == "3":
        return Face.RED_THREE if suit in ("H", "D") else Face.BLACK_THREE
    return Face.WILD_20 if rank == "2" else Face(rank)
