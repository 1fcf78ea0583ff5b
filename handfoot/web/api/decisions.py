"""The coordinator's decisions as the API takes them, each made into the ruling that says it whole."""

from typing import Annotated, Literal

from pydantic import Field

from handfoot.web.api.shapes import Given, Name, Points
from scorer.tournament import requests
from scorer.tournament.rulings import OddNumber, Ruling, Step
from scorer.tournament.state import Tournament


class OddTableDecision(Given):
    """What happens at the draw of an odd number of teams."""

    about: Literal["odd_table"]
    choice: OddNumber

    def ruling(self, state: Tournament) -> Ruling:
        """Return the ruling."""
        return requests.odd_table(state, self.choice)


class NumberGoingOnDecision(Given):
    """How many teams go on where half of them is no answer."""

    about: Literal["number_going_on"]
    number: Annotated[int, Field(ge=0, le=10_000, strict=True)]

    def ruling(self, state: Tournament) -> Ruling:
        """Return the ruling."""
        return requests.number_going_on(state, self.number)


class CutTieDecision(Given):
    """Which of the teams that tie at the cut go on."""

    about: Literal["cut_tie"]
    going_on: Annotated[list[Name], Field(max_length=1000)]

    def ruling(self, state: Tournament) -> Ruling:
        """Return the ruling."""
        return requests.cut_tie(state, self.going_on)


class ReplacementDecision(Given):
    """Who plays for a team that withdrew after the cut; null: nobody."""

    about: Literal["replacement"]
    team: Name
    by: Name | None

    def ruling(self, state: Tournament) -> Ruling:
        """Return the ruling."""
        return requests.replacement(state, self.team, self.by)


class MedalRightDecision(Given):
    """Whether a team counts for the medals."""

    about: Literal["medal_right"]
    team: Name
    counts: bool

    def ruling(self, state: Tournament) -> Ruling:
        """Return the ruling."""
        return requests.medal_right(state, self.team, counts=self.counts)


class MedalTieDecision(Given):
    """The places of the teams that tie for a medal."""

    about: Literal["medal_tie"]
    places: dict[Name, Annotated[int, Field(ge=1, le=10_000, strict=True)]]

    def ruling(self, state: Tournament) -> Ruling:
        """Return the ruling."""
        return requests.medal_tie(state, self.places)


class PointsDecision(Given):
    """A team's points for a round, or for a whole game without one; null takes an earlier decision back."""

    about: Literal["points"]
    team: Name
    points: Points | None
    game: Annotated[int, Field(ge=1, le=2, strict=True)] | None = None
    round: Annotated[int, Field(ge=1, le=10_000, strict=True)] | None = None

    def ruling(self, state: Tournament) -> Ruling:
        """Return the ruling."""
        return requests.points_set(state, self.team, self.points, game=self.game, number=self.round)


class UndoDecision(Given):
    """The last draw, the cut or the medals taken back."""

    about: Literal["undo"]
    step: Step

    def ruling(self, state: Tournament) -> Ruling:
        """Return the ruling."""
        return requests.step_undone(state, self.step)


class ReinstateDecision(Given):
    """A team that withdrew is in again."""

    about: Literal["reinstate"]
    team: Name

    def ruling(self, state: Tournament) -> Ruling:
        """Return the ruling."""
        return requests.reinstated(state, self.team)


Decision = Annotated[
    OddTableDecision
    | NumberGoingOnDecision
    | CutTieDecision
    | ReplacementDecision
    | MedalRightDecision
    | MedalTieDecision
    | PointsDecision
    | UndoDecision
    | ReinstateDecision,
    Field(discriminator="about"),
]
