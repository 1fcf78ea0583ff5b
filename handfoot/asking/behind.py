"""What shows of squared books beside their top, noted in a pile's ``x_behind``: wilds that peep out, naturals too."""

from dataclasses import replace

from scorer.faces import WILDS, Face
from scorer.record import Pile, Record, Side

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
    return replace(record, sides=tuple(_with_wilds_behind(side) for side in record.sides))


def _with_wilds_behind(side: Side) -> Side:
    piles = []
    for pile in side.piles:
        behind = wilds_behind(pile)
        if pile.squared and behind and pile.w20 is None and pile.w50 is None:
            pile = replace(pile, w20=behind.count(Face.WILD_20), w50=behind.count(Face.WILD_50))
        piles.append(pile)
    return replace(side, piles=tuple(piles))
