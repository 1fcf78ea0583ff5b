"""What shows of squared books beside their top, noted in a pile's ``x_behind``: wilds that peep out, naturals too."""

from dataclasses import replace

from scorer.faces import WILDS, Face
from scorer.record import Pile, Record

NOTE = "x_behind"


def cards_behind(pile: Pile) -> tuple[Face, ...]:
    """Return the cards noted behind a pile, in their order; a note of another shape says none."""
    noted = pile.extra.get(NOTE)
    return tuple(Face(face) for face in noted if face in tuple(Face)) if isinstance(noted, list) else ()


def wilds_behind(pile: Pile) -> tuple[Face, ...]:
    """Return the wilds among them."""
    return tuple(face for face in cards_behind(pile) if face in WILDS)


def with_wilds_behind(record: Record) -> Record:
    """Take the wilds that peep out behind squared books for the only ones in them, as the best guess."""
    sides = (replace(side, piles=tuple(map(as_it_peeps, side.piles))) for side in record.sides)
    return replace(record, sides=tuple(sides))


def as_it_peeps(pile: Pile) -> Pile:
    """Return a squared book with the wilds that peep out for the only ones in it, unless somebody said which are."""
    behind = wilds_behind(pile)
    if not pile.squared or not behind or (pile.w20, pile.w50) != (None, None):
        return pile
    return replace(pile, w20=behind.count(Face.WILD_20), w50=behind.count(Face.WILD_50))
