"""The parts of a rule file: what each may say, and the named behaviours that numbers cannot express."""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from scorer.record import Setting

Words = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Number = Annotated[int, Field(ge=0, le=100_000)]
Size = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]?$")]
"""A number of cards as the key of a table."""


class OpeningBy(StrEnum):
    """What the least points of a first meld depend on."""

    ROUND = "round"
    NUMBER = "number"
    """The round's own number is the minimum."""
    SCORE = "score"
    """The side's score before the round."""


class RedThrees(StrEnum):
    """What a red 3 in the played area is worth."""

    POINTS = "points"
    NOT_PLAYABLE = "not_playable"
    BY_SEVENS = "by_sevens"
    """The points if the side completed a sevens book, the same points against it otherwise."""


class BlackThrees(StrEnum):
    """When black 3s may lie in the played area."""

    NEVER = "never"
    WHEN_GOING_OUT = "when_going_out"
    """Three or more without wilds, by a side that goes out."""


class Garbage(StrEnum):
    """Whether loose cards may lie in the played area."""

    NONE = "none"
    AFTER_SEVENS = "after_sevens"
    """Of ranks already completed, once the side has a sevens book; never sevens."""


class IllegalGoingOut(StrEnum):
    """What becomes of a side that went out without the right to."""

    NO_BONUS = "no_bonus"
    FORFEIT = "forfeit"
    """It loses its whole meld and pays; the other sides are charged nothing for what they have left."""


class Section(BaseModel):
    """A part of a rule file: no unknown keys, no value bent into shape."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Game(Section):
    """The rounds of a game and who plays them."""

    players: Words
    clause: Words
    partners: bool = False
    """Whether ``left`` may hold cards of a partner of the one who went out."""
    partner_sides: Annotated[int, Field(ge=1, le=64)] | None = None
    """Sides that can have partners at most; where there are more, each is a player alone. None sets no bound."""
    most_sides: Annotated[int, Field(ge=2, le=64)] | None = None
    """Sides that the text is for at most; a game of more is played all the same. None where it sets no bound."""
    rounds: Annotated[list[Annotated[int, Field(ge=1, le=10_000)]], Field(max_length=100)] = []
    """The rounds by their numbers; none: rounds go on until ``target`` is reached."""
    tail_rounds: list[int] = []
    """The rounds, if they are played, in which each player has a Tail, which counts as the Foot does."""
    tail_clause: Words | None = None
    target: Number | None = None
    perfect_deals: Annotated[int, Field(ge=0, le=10)] = 1
    """How many perfect deals a side can make in a round."""

    @model_validator(mode="after")
    def _ends(self) -> Self:
        if len(set(self.rounds)) < len(self.rounds):
            raise ValueError("each of the 'rounds' once")
        if self.tail_rounds and self.tail_clause is None:
            raise ValueError("a 'tail_clause' beside 'tail_rounds'")
        if not self.rounds and self.target is None:
            raise ValueError("'rounds' or a 'target', without which no game ends")
        return self

    def partners_among(self, sides: int) -> bool:
        """Whether so many sides can have partners: club plays 3 vs 3 or 2 vs 2 vs 2, and else each alone (Game)."""
        return self.partners and (self.partner_sides is None or sides <= self.partner_sides)


class Opening(Section):
    """The least points of a side's first meld."""

    by: OpeningBy = Field(strict=False)
    clause: Words
    points: list[Number] = []
    wild_piles: bool = True
    """Whether piles of wilds alone count toward it."""
    below: list[int] = []
    """By score: ``points[i]`` holds for scores less than ``below[i]``, the last of them for all others."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        wanted = {OpeningBy.NUMBER: 0, OpeningBy.SCORE: len(self.below) + 1}.get(self.by)
        if wanted is not None and len(self.points) != wanted:
            raise ValueError(f"{wanted} points, as it goes by {self.by}")
        if self.below != sorted(self.below):
            raise ValueError("'below' in rising order")
        return self


class Melds(Section):
    """What a meld may hold before it is a book."""

    clause: Words
    smallest: Annotated[int, Field(ge=1, le=20)] = 3
    least_naturals: Number = 0
    naturals_over_wilds: Annotated[int, Field(ge=-20, le=20)] | None = None
    """A meld has at least this many more naturals than wilds; None where the text sets no such bound."""
    most_wilds: Number
    most_wilds_of: dict[Size, Number] = {}
    """Fewer wilds in melds of a size, by the size."""
    doubtful_wilds_of: dict[Size, Number] = {}
    """So many wilds in melds of a size are allowed by the letter, and reported."""
    wild_piles: bool = True
    """Whether wilds alone may lie unfinished, where a wild book is allowed."""


class Books(Section):
    """What a finished book may hold."""

    clause: Words
    wild_clause: Words
    size: Annotated[int, Field(ge=3, le=20)] = 7
    largest: Annotated[int, Field(ge=3, le=1000)] | None = None
    least_naturals: Number = 0
    naturals_over_wilds: Annotated[int, Field(ge=-20, le=20)] | None = None
    most_wilds: Annotated[int, Field(ge=0, le=20)]

    @model_validator(mode="after")
    def _holds_a_book(self) -> Self:
        if self.largest is not None and self.largest < self.size:
            raise ValueError(f"'largest' of {self.size} or more, as a book has so many cards")
        return self


class Threes(Section):
    """What the texts say of threes on the table."""

    red: RedThrees = Field(strict=False)
    red_clause: Words
    black: BlackThrees = Field(strict=False)
    black_clause: Words


class Ending(Section):
    """The end of a round."""

    clause: Words
    left_clause: Words
    illegal_clause: Words | None = None
    illegal: IllegalGoingOut = Field(default=IllegalGoingOut.NO_BONUS, strict=False)

    @property
    def illegal_rests_on(self) -> str:
        """The clause of going out without the right to; that of the ending where it has none of its own."""
        return self.illegal_clause or self.clause


class Decks(Section):
    """How many cards of each face a deck has, and how many decks are in play where the text says."""

    clause: Words
    decks: Annotated[int, Field(ge=1, le=100)] | None = None
    natural: Number = 4
    wild_20: Number = 4
    wild_50: Number = 2
    red_3: Number = 2
    black_3: Number = 2
    assumed: bool = False
    """Whether the composition of a deck is assumed, as its maker does not publish it."""


class SettingRule(Section):
    """A named setting: its default, or None where the house must give one, its clause and what it means."""

    value: Setting | None = None
    clause: Words
    says: Words
    silent: bool = False
    """Whether the text is silent, unclear or at odds with itself here, so that this project's default decides."""
