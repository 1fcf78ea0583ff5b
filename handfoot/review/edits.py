"""What a person can change in a draft, each change one value that is kept and made again on every reload."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter
from pydantic.dataclasses import dataclass

from scorer.faces import Face
from scorer.record import MOST_CARDS
from vision.laying.piles import PhotoRole, PileKind

_STRICT = ConfigDict(extra="forbid")

Id = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Number = Annotated[int, Field(ge=0, le=MOST_CARDS, strict=True)]
Pixel = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]
Cards = Annotated[tuple[Id, ...], Field(min_length=1, max_length=MOST_CARDS)]


@dataclass(frozen=True, config=_STRICT)
class SetFace:
    """Say what a card is; said of a card that was read so, it confirms it."""

    card: Id
    face: Face
    kind: Literal["set_face"] = "set_face"


@dataclass(frozen=True, config=_STRICT)
class ConfirmCards:
    """Say that cards are what they were read as; of what was too faint to count, that no card lies there."""

    cards: Cards
    kind: Literal["confirm_cards"] = "confirm_cards"


@dataclass(frozen=True, config=_STRICT)
class AddCard:
    """Add a card that was missed, at a point of a photo (px), or one that no photo shows.

    to: a pile's id, ``left``, ``red_threes`` or ``garbage``; None for a pile of its own, or the leftovers in a photo of
    those.
    """

    face: Face
    photo: Id | None = None
    x: Pixel = 0.0
    y: Pixel = 0.0
    to: Id | None = None
    kind: Literal["add_card"] = "add_card"


@dataclass(frozen=True, config=_STRICT)
class RemoveCard:
    """Take away a card that is none, or does not belong to the side."""

    card: Id
    kind: Literal["remove_card"] = "remove_card"


@dataclass(frozen=True, config=_STRICT)
class CountOnce:
    """Say that another photo shows these cards, too, and that they count there."""

    cards: Cards
    kind: Literal["count_once"] = "count_once"


@dataclass(frozen=True, config=_STRICT)
class MoveCard:
    """Lay a card onto a pile, or among the ``left``, the ``red_threes`` or the loose ``garbage``."""

    card: Id
    to: Id
    kind: Literal["move_card"] = "move_card"


@dataclass(frozen=True, config=_STRICT)
class NewPile:
    """Make a pile of cards, wherever they lie."""

    cards: Cards
    kind: Literal["new_pile"] = "new_pile"


@dataclass(frozen=True, config=_STRICT)
class MergePiles:
    """Join the cards of another pile to a pile; ``same``: the other shows the same cards again and does not count."""

    pile: Id
    other: Id
    same: bool = False
    kind: Literal["merge_piles"] = "merge_piles"


@dataclass(frozen=True, config=_STRICT)
class SplitPile:
    """Make a pile of its own of some cards of a pile."""

    pile: Id
    cards: Cards
    kind: Literal["split_pile"] = "split_pile"


@dataclass(frozen=True, config=_STRICT)
class SetKind:
    """Say that a pile is a squared book of a kind, or lies spread out with every card counted (``meld``).

    Said of the kind that a doubtful one was taken for, it confirms that.
    """

    pile: Id
    to: PileKind
    kind: Literal["set_kind"] = "set_kind"


@dataclass(frozen=True, config=_STRICT)
class Answer:
    """Say what is in a squared book; what is left out stays as it was."""

    pile: Id
    count: Number | None = None
    w20: Number | None = None
    w50: Number | None = None
    kind: Literal["answer"] = "answer"


@dataclass(frozen=True, config=_STRICT)
class SetFact:
    """Say what no photo shows; left out, it is taken back."""

    fact: Literal["went_out", "perfect_deals", "improper_melds"]
    value: Annotated[bool, Field(strict=True)] | Number | None = None
    kind: Literal["set_fact"] = "set_fact"


@dataclass(frozen=True, config=_STRICT)
class SetShows:
    """Say that a photo shows something else than it was said to show until then, which is so again once taken back."""

    photo: Id
    was: PhotoRole
    shows: PhotoRole
    kind: Literal["set_shows"] = "set_shows"


@dataclass(frozen=True, config=_STRICT)
class SettleDoubt:
    """Say that something doubted is right as it stands, or open the doubt again."""

    doubt: Annotated[str, StringConstraints(min_length=1, max_length=40_000)]
    settled: bool = True
    kind: Literal["settle_doubt"] = "settle_doubt"


Edit = Annotated[
    SetFace
    | ConfirmCards
    | AddCard
    | RemoveCard
    | CountOnce
    | MoveCard
    | NewPile
    | MergePiles
    | SplitPile
    | SetKind
    | Answer
    | SetFact
    | SetShows
    | SettleDoubt,
    Field(discriminator="kind"),
]

EDITS: TypeAdapter[Edit] = TypeAdapter(Edit)
"""Reads an edit from JSON and writes it."""
