"""How messages speak of cards: ranks in the plural, counts with their noun, lists with an 'and' or an 'or'."""

from collections.abc import Sequence

from scorer.faces import Face

_PLURALS = {
    Face.JACK: "jacks",
    Face.QUEEN: "queens",
    Face.KING: "kings",
    Face.ACE: "aces",
    Face.RED_THREE: "red 3s",
    Face.BLACK_THREE: "black 3s",
    Face.WILD_20: "20-wilds",
    Face.WILD_50: "50-wilds",
    Face.UNREAD: "unread cards",
}


def plural(face: Face) -> str:
    """Return what several cards of the face are called: ``queens``, ``8s``."""
    return _PLURALS.get(face, f"{face}s")


def singular(face: Face | None) -> str:
    """Return what one card of the face is called: ``queen``, ``8``; None: nobody knows its face."""
    return "card" if face is None else plural(face)[:-1]


def one(face: Face | None) -> str:
    """Return one card of the face, as a sentence begins with it: ``a queen``, ``an 8``."""
    return f"{'an' if face in (Face.EIGHT, Face.ACE, Face.UNREAD) else 'a'} {singular(face)}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which takes an s: ``1 wild``, ``3 wilds``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def faces(number: int, face: Face | None) -> str:
    """Return a number of cards of a face, or of naturals where the rank is not known: ``1 queen``, ``3 8s``."""
    if face is None:
        return counted(number, "natural")
    return f"{number} {singular(face) if number == 1 else plural(face)}"


def pile_called(rank: Face | None, *, squared: bool = False, other: str = "wilds") -> str:
    """Return what people call a pile: ``kings``, ``book of queens``; other: what lies in one of no rank."""
    what = other if rank is None else plural(rank)
    return f"book of {what}" if squared else what


def held(count: int | None, w20: int | None, w50: int | None) -> str:
    """Return what somebody said of a squared book, empty where nobody did: ``7 cards and 1 20-wild``."""
    parts = [counted(count, "card")] if count is not None else []
    wilds = {"20-wild": w20, "50-wild": w50}
    # Where both were said, one of which there is none goes without saying.
    parts += [counted(told, wild) for wild, told in wilds.items() if told or (told == 0 and None in wilds.values())]
    parts += ["no wild"] if (w20, w50) == (0, 0) else []
    return listed(parts) if parts else ""


def listed(parts: Sequence[object], before_last: str = "and") -> str:
    """Return the parts as a sentence lists them: ``1, 2 and 5``; ``before_last``: ``or`` in the place of ``and``."""
    *words, last = map(str, parts)
    return f"{', '.join(words)} {before_last} {last}" if words else last
