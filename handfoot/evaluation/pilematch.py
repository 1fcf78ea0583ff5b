"""Piles as they were read against the piles of a rendered photo."""

from collections.abc import Sequence
from dataclasses import dataclass

from tablesynth.labels import Scene

from handfoot.evaluation.matching import counted_exactly
from scorer.faces import FACES, WILDS, Face
from vision.laying.piles import Layout, PhotoRole, Pile, PileKind
from vision.seen import SeenCard

_ROLES = {
    "remastered": PhotoRole.PLAYED,
    "traditional": PhotoRole.PLAYED,
    "fanned": PhotoRole.FANNED,
    "left": PhotoRole.LEFT,
}


@dataclass(frozen=True)
class TruePile:
    """A pile that must be found. squared: a book of ``kind`` that shows its top alone; else its readable cards.

    maybe: cards of it that are half hidden.
    """

    kind: str
    squared: bool
    rank: Face | None
    cards: tuple[Face, ...] = ()
    maybe: tuple[Face, ...] = ()


def role_of(scene: Scene) -> PhotoRole | None:
    """Return what a rendered photo is of, None where its cards make no piles to be told apart."""
    return _ROLES.get(scene.layout)


def true_piles(scene: Scene, *, readable: float, hidden: float) -> tuple[TruePile, ...]:
    """Return the played piles of a rendered photo, red 3s aside; shares in view as for cards."""
    piles = []
    for number, pile in enumerate(scene.piles):
        if pile.zone != "played" or pile.kind in ("red3", "loose", "left"):
            continue
        rank = next((face for face in pile.cards if face not in WILDS), None)
        if pile.squared:
            piles.append(TruePile(pile.kind, True, rank))
            continue
        views = [
            (card.face, card.index_visible) for card in scene.cards if card.pile == number and card.face is not None
        ]
        certain = tuple(face for face, view in views if view >= readable)
        maybe = tuple(face for face, view in views if hidden <= view < readable)
        if certain:
            piles.append(TruePile("meld", False, rank, certain, maybe))
    return tuple(piles)


def piles_found(true: Sequence[TruePile], layout: Layout, cards: Sequence[SeenCard]) -> int:
    """Return how many of the piles were read as they are: each read pile stands for one of them at most."""
    read = list(layout.piles)
    for pile in true:
        found = next((other for other in read if _is_read_as(pile, other, cards)), None)
        if found is not None:
            read.remove(found)
    return len(layout.piles) - len(read)


def _is_read_as(true: TruePile, read: Pile, cards: Sequence[SeenCard]) -> bool:
    if true.squared or read.squared:
        return true.squared is read.squared and true.rank == read.rank and read.kind is PileKind(true.kind)
    faces = [face for number in read.cards if (face := cards[number].face) is not None and face in FACES]
    return counted_exactly(faces, true.cards, true.maybe)
