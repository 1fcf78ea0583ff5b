"""A deck's profile: its faces as they were photographed, how many of each a deck has, where it prints its indices."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.corners import READER_FACES, Image
from vision.errors import DeckError
from vision.model_files import ModelFile

LONGEST_NAME = 60
"""Characters of a deck's name."""

MOST_CARDS = 120
"""A profile holds at most so many designs."""

MOST_OF_A_FACE = 99
"""A deck holds at most so many cards of a face."""

PATCH_PX = 72
"""Side of a taught corner's picture: the reader's patch with a margin, so that it can be turned, shifted and scaled."""

CARD_PX = (150, 210)
"""Width and height of a taught card's picture."""

_NO_PART_OF_A_NAME = re.compile(r"[^\w .,'&()+-]")


class DeckTopColours(StrEnum):
    """What the colour of a deck's card on top of a squared book says: as a rule set's ``top_colours``, or nothing."""

    RED_CLEAN = "red_clean"
    RED_DIRTY = "red_dirty"
    NOTHING = "nothing"
    """Its cards are not red and black, or not so that a photo shows it."""


@dataclass(frozen=True)
class TaughtCard:
    """One design of a face, as it was photographed.

    face: None for a back. picture: the card squared up, (210, 150, 3) uint8 BGR. corners: its indices, or a back's
    corners, upright, (72, 72, 3) uint8 BGR each, at least one.
    """

    face: Face | None
    picture: Image
    corners: tuple[Image, ...]


@dataclass(frozen=True)
class Prototypes:
    """What a reader makes of the taught corners, and how near a corner must be to one of them.

    net: SHA-256 of the reader whose embeddings these are; with another the profile is learnt anew. owners: for each
    prototype the number of its card in the profile, -1 for another deck's face, -2 for no index. weights: (K, D)
    float32 and offsets: (K,) float32: a corner with embedding e is like prototype k by weights[k] @ e + offsets[k], the
    logarithm of how likely it is, up to a sum common to all. read:
    (K, 16) float32, what the reader itself reads on the average: where that is one face, its reading says much.
    suitless: True where the taught ranks have no suits, so that each has one print.
    """

    net: str
    owners: tuple[int, ...]
    weights: NDArray[np.float32]
    offsets: NDArray[np.float32]
    read: NDArray[np.float32]
    suitless: bool = False

    def __post_init__(self) -> None:
        """Check the shapes once, here."""
        if self.weights.ndim != 2 or len(self.weights) != len(self.owners) or self.offsets.shape != (len(self.owners),):
            raise ValueError(f"{len(self.owners)} prototypes, but weights {self.weights.shape}, {self.offsets.shape}")
        if self.read.shape != (len(self.owners), len(READER_FACES)):
            raise ValueError(f"{len(self.owners)} prototypes, but readings {self.read.shape}")


@dataclass(frozen=True)
class TunedNets:
    """The finder and the reader that were tuned to a deck."""

    finder: ModelFile
    reader: ModelFile


@dataclass(frozen=True)
class DeckProfile:
    """All that is known of a deck.

    composition: how many of each face one deck has; empty where nobody said. assumed: True where that is not known for
    sure. index_places: the corners of an upright face that print an index, 0 top left to 3 bottom left, clockwise.
    ink_tells: True where the ink of an index tells a red card from a black one. top_colours: None where nobody
    said: then it is as the rules have it. prototypes: None where no card is taught, or before it was learnt.
    nets: None where none were tuned to it; a deck's file does not hold them.
    """

    name: str
    cards: tuple[TaughtCard, ...] = ()
    composition: Mapping[Face, int] = field(default_factory=dict)
    assumed: bool = False
    index_places: frozenset[int] = frozenset({0, 2})
    ink_tells: bool = True
    top_colours: DeckTopColours | None = None
    prototypes: Prototypes | None = None
    nets: TunedNets | None = None

    def __post_init__(self) -> None:
        """Refuse what no deck can be. Raises DeckError."""
        check_name(self.name)
        if len(self.cards) > MOST_CARDS:
            raise DeckError(f"deck {self.name!r}: {len(self.cards)} taught cards, at most {MOST_CARDS} are kept")
        for face, number in self.composition.items():
            if face is Face.UNREAD or not 0 <= number <= MOST_OF_A_FACE:
                raise DeckError(f"deck {self.name!r}: {number} cards of {face} in its composition")
        if not self.index_places or not self.index_places <= {0, 1, 2, 3}:
            raise DeckError(f"deck {self.name!r}: index places {sorted(self.index_places)}, not some of 0 to 3")

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces that are taught, in the order of the faces."""
        taught = {card.face for card in self.cards}
        return tuple(face for face in FACES if face in taught)

    @property
    def missing(self) -> tuple[Face, ...]:
        """The faces that are not taught yet."""
        return tuple(face for face in FACES if face not in self.faces)

    @property
    def has_back(self) -> bool:
        """Whether a back is taught."""
        return any(card.face is None for card in self.cards)

    def renamed(self, name: str) -> "DeckProfile":
        """Return the same profile under another name. Raises DeckError if it is none a deck can have."""
        return replace(self, name=name)


def tuned_to(decks: Sequence[DeckProfile]) -> DeckProfile | None:
    """Return the one of the decks on a table that nets were tuned to; None where that is none of them, or several."""
    tuned = [deck for deck in decks if deck.nets is not None]
    return tuned[0] if len(tuned) == 1 else None


def check_name(name: str) -> str:
    """Return a deck's name. Raises DeckError if it is empty, too long or could not be a file's."""
    strange = _NO_PART_OF_A_NAME.search(name)
    wrong = None
    if not name:
        wrong = "it is empty"
    elif len(name) > LONGEST_NAME:
        wrong = f"it has {len(name)} characters, and at most {LONGEST_NAME} are taken"
    elif strange is not None:
        wrong = f"it holds {strange[0]!r}, and only letters, digits, spaces and - _ . , ' & ( ) + are taken"
    elif not re.match(r"\w", name):
        wrong = f"it begins with {name[0]!r}, and a letter, a digit or _ comes first"
    elif name.endswith(" "):
        wrong = "it ends with a space"
    if wrong is not None:
        raise DeckError(f"{name[:80]!r} is no name for a deck: {wrong}")
    return name
