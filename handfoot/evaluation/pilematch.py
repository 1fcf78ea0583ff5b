"""Piles as they were read against the piles of a rendered photo."""

from collections.abc import Sequence
from dataclasses import dataclass

from tablesynth.labels import Scene

from handfoot.evaluation.matching import counted_exactly
from scorer.faces import FACES, WILDS, Face
from vision.piles import Layout, PhotoRole, PileKind
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
    found = 0
    for pile in true:
        for other in read:
            if other.squared is not pile.squared:
                continue
            faces = [face for number in other.cards if (face := cards[number].face) in FACES]
            same = (
                other.rank == pile.rank and other.kind is PileKind(pile.kind)
                if pile.squared
                else counted_exactly([face for face in faces if face is not None], pile.cards, pile.maybe)
            )
            if same:
                read.remove(other)
                found += 1
                break
    return found
