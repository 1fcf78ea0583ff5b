"""The cards of a table as weak proofs of each other: what each may be, how likely, and with which others it lies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from handfoot.confusions import Confusions, known_confusions
from handfoot.sides.laying import SeenPhoto
from scorer.faces import FACES, Face
from scorer.record import BookKind
from scorer.rulebook.rule_sections import BlackThrees, Books
from scorer.rulebook.rules import RuleSet
from vision.seen import SeenCard

LEAST = 1e-4
"""What a face counts as that the reader holds for less likely; as little as it takes any face for."""

PRESENT_AT_MOST = 0.999
"""No photo proves more surely than this that a card lies there."""


class Where(StrEnum):
    """What cards that lie together are."""

    MELD = "meld"
    TOP = "top"
    """The top card of a squared book."""
    BEHIND = "behind"
    """What peeps out behind one."""
    RED_THREES = "red_threes"
    LEFT = "left"
    BLACK_THREES = "black_threes"
    """Black 3s in the played area, where none may lie."""
    BESIDE = "beside"
    """Alone in the played area."""


@dataclass(frozen=True)
class Lying:
    """A card that lies on the table, or may.

    counts: the face it counts as, None for one that is not counted. chances: of each thing it may be, with those of
    all others 1 together; None: no card lies there. stands_for: how many cards go with it.
    """

    counts: Face | None
    chances: tuple[tuple[Face | None, float], ...]
    stands_for: int = 1

    @property
    def is_certain(self) -> bool:
        """Whether it can be nothing else, as a person said."""
        return len(self.chances) == 1

    def chance(self, face: Face | None) -> float:
        """Return the chance that it is this, or with None that no card lies there."""
        return next((chance for other, chance in self.chances if other is face), 0.0)


@dataclass(frozen=True)
class Together:
    """Cards that lie together. top: the face of the squared book that they belong to, if to one."""

    where: Where
    cards: tuple[Lying, ...]
    top: Face | None = None


def lying(card: SeenCard, confusions: Confusions, *, counted: bool = True) -> Lying:
    """Return a card that was read as what it may be.

    What the reader kept of no face is shared out as its misreadings were when it was judged.
    """
    assert card.face is not None
    presence = min(card.presence, PRESENT_AT_MOST)
    if card.face is Face.UNREAD:
        unread = ((Face.UNREAD, presence), (None, 1 - presence))
        return certain(card.face) if counted else Lying(None, unread)
    kept = {other.face: other.confidence for other in card.runners_up} | {card.face: card.confidence}
    rest = max(1 - sum(kept.values()), 0.0)
    others = [face for face in FACES if face not in kept]
    shares = {face: confusions.share(read=card.face, true=face) for face in others}
    held = {**kept, **{face: rest * shares[face] / sum(shares.values()) for face in others}}
    return Lying(card.face if counted else None, _one_together(held, presence))


def lying_in(photo: SeenPhoto, number: int) -> Lying:
    """Return what a card of a photo that counts may be.

    Of one that took the rank of the meld it lies in, what was read alone: the meld is not to speak twice.
    """
    voted, read = photo.reading.cards[number], photo.unvoted.cards[number]
    if voted.face is read.face or read.face in (None, Face.UNREAD):
        return lying(voted, known_confusions())
    return replace(lying(read, known_confusions()), counts=voted.face)


def least_under_a_top(kind: BookKind | None, books: Books) -> int:
    """Return how many cards of its top card's face a squared book has at least: if that is misread, so are they all."""
    match kind:
        case BookKind.CLEAN:
            return books.size
        case BookKind.DIRTY:
            return max(books.size - books.most_wilds, books.least_naturals, 1)
        case _:
            return 1


def where_played(faces: Sequence[Face], rules: RuleSet) -> Where:
    """Return what the cards of a pile that all show are together: a meld, or black 3s that can be none.

    Black 3s are played at most by a side going out, three or more together; most rule sets let nobody play them.
    """
    playable = rules.threes.black is not BlackThrees.NEVER and len(faces) >= rules.melds.smallest
    return Where.MELD if playable or set(faces) != {Face.BLACK_THREE} else Where.BLACK_THREES


def certain(face: Face) -> Lying:
    """Return a card that can be nothing else."""
    return Lying(face, ((face, 1.0),))


def _one_together(held: Mapping[Face, float], presence: float) -> tuple[tuple[Face | None, float], ...]:
    floored = {face: max(chance, LEAST) for face, chance in held.items()}
    total = sum(floored.values())
    return (*((face, floored[face] / total * presence) for face in FACES), (None, 1 - presence))
