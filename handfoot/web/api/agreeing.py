"""Agreeing to a round's score over the API: what is shown is what is agreed to, by every side."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from handfoot.asking.unseen import tally_seen
from handfoot.errors import UnknownGameError
from handfoot.review.scoring import open_doubts
from handfoot.store.agreements import Agreements, SideAgreed, is_agreed_to, seal_of, seals_of
from handfoot.store.drafts import DraftLog
from handfoot.store.gametables import LONGEST_REASON
from handfoot.store.kept import Game, KeptTournament, RoundVersion, TableGame
from handfoot.web.api.shapes import Given, GivenOnce, Name, Points
from handfoot.web.drafts import RoundReview, review_round
from handfoot.web.entry.seats import SideNumber, TheGame, TheRound, TheTable, check_side
from handfoot.web.entry.sessions import Changes
from handfoot.web.errors import WebError
from handfoot.web.gametold import tell_of_game
from handfoot.web.photostwice import counting_twice
from handfoot.web.served import Here, Served
from handfoot.web.shelf.kept_photo import PhotoState
from scorer.record import MOST_SIDES, Record
from scorer.rulebook.rules import RuleSet
from scorer.scoring.account import SideTally
from scorer.words import listed

router = APIRouter(tags=["agreeing"])

_AGREEMENT = "/api/games/{game_id}/rounds/{number}/agreement"


class RoundState(StrEnum):
    """How far a round is."""

    EMPTY = "empty"
    """Nothing was photographed or entered yet."""
    OPEN = "open"
    AGREED = "agreed"
    CHANGED = "changed"
    """It was agreed, and changed since: it counts as it was agreed until everyone agrees again."""


class SideStanding(BaseModel):
    """A side of the round as its review stands. agreed: to just this; reason: what it then said was changed.

    agreed_before: to another score of this round, which does not count yet and was changed since.

    doubts: what nobody has looked at yet, without what a question asks. unread: photos that could not be read.
    excused: it withdrew from the tournament, and the others at its table do not wait for it.
    """

    side: int
    name: str
    low: int
    best: int
    high: int
    photos: int
    waiting: int
    unread: int
    cards: int
    questions: int
    problems: int
    doubts: int
    agreed: bool
    agreed_before: bool
    excused: bool
    reason: str


class Agreement(BaseModel):
    """A round before it counts. seal: stands for what is shown; version: of the round as it counts, null if not yet.

    hindered: what hindered the reading of a photo that waits, empty where nothing did. by_hand: whether its points can
    be entered as numbers, as there is no photo of it and no card.
    """

    game: int
    round: int
    state: RoundState
    seal: str
    version: int | None
    sides: list[SideStanding]
    problems: list[str]
    hindered: str
    by_hand: bool


@dataclass(frozen=True)
class Reopened:
    """A round that counts, and was changed since. waits_for: the sides that have not agreed to the change."""

    round: int
    waits_for: tuple[str, ...]


@dataclass(frozen=True)
class Correction:
    """A round that counts at a tournament's table, and that some of its teams agreed to change, but not all."""

    table: int
    round: int
    waits_for: tuple[str, ...]

    @property
    def say(self) -> str:
        """The correction in plain words."""
        has = "has" if len(self.waits_for) == 1 else "have"
        waits = f"{listed(self.waits_for)} {has} not agreed" if self.waits_for else "one of them has to let it count"
        return f"round {self.round} at table {self.table} was changed at its page and counts as it was: {waits}"


class Agrees(Given):
    """A side agrees to what it was shown."""

    side: Annotated[int, Field(ge=1, le=MOST_SIDES, strict=True)]
    seal: Annotated[str, Field(max_length=64)]
    reason: Annotated[str, Field(max_length=LONGEST_REASON)] = ""


class PointsByHand(GivenOnce):
    """A round's points as the sides added them up. version: of the round as it counted, null where it did not.

    reason: where that is changed.
    """

    points: dict[Name, Points]
    version: Annotated[int, Field(ge=1, strict=True)] | None = None
    reason: Annotated[str, Field(max_length=LONGEST_REASON)] = ""


def agreement_of(
    here: Served, game: Game, number: int, table: TableGame | None, review: RoundReview | None = None
) -> Agreement:
    """Return how far a round is, from its sides' reviews and from what they agreed to.

    table: the tournament's whose game it is, None for a game of no tournament.
    """
    review = review or review_round(here, game, number)
    record, version = review.table.record(), game.round(number)
    tally, seals = tally_seen(record, review.table.rules), seals_of(record)
    state = _standing(here, version, review, record, seals[0])
    counts = state is RoundState.AGREED
    agreed = Agreements(here.store).of_round(game.id, number)
    excused = frozenset[str]() if table is None else table.excused
    sides = [
        _side(review, place, score, agreed.get(place), seals, counts=counts, excused=score.name in excused)
        for place, score in enumerate(tally.sides, start=1)
    ]
    return Agreement(
        game=game.id,
        round=number,
        state=state,
        seal=seals[0],
        version=None if version is None else version.version,
        sides=sides,
        problems=[*counting_twice(here, game, number, review), *(problem.say for problem in tally.problems)],
        hindered=_hindered(here, review),
        by_hand=review.is_blank and table is None,
    )


def reopened(here: Served, game: Game, table: TableGame | None) -> list[Reopened]:
    """Return the rounds that count and were changed since, by their numbers; table: as in ``agreement_of``."""
    excused = frozenset[str]() if table is None else table.excused
    waited_for = frozenset(game.plan.sides) - excused
    found = (_reopened(here, game, version.round, waited_for) for version in game.rounds)
    return [one for one in found if one is not None]


def corrections(here: Served, kept: KeptTournament) -> list[Correction]:
    """Return what a side agreed to change in rounds that count at the tables of the game being played, not all yet.

    Where the coordinator set every team's points nothing waits. In the order of tables and rounds.
    """
    found = []
    for change in Agreements(here.store).corrections(kept):
        # It may be deleted just now.
        with suppress(UnknownGameError):
            one = _reopened(here, change.game, change.round, kept.state.waited_for(change.game.plan.sides))
            if one is not None:
                found.append(Correction(change.table, one.round, one.waits_for))
    return found


def _reopened(here: Served, game: Game, number: int, waited_for: Collection[str]) -> Reopened | None:
    review = review_round(here, game, number)
    record = review.table.record()
    seals = seals_of(record)
    if _standing(here, game.round(number), review, record, seals[0]) is not RoundState.CHANGED:
        return None
    agreed = Agreements(here.store).of_round(game.id, number)
    to_this = {game.plan.sides[side - 1] for side, one in agreed.items() if one.seal in seals}
    return Reopened(number, tuple(name for name in game.plan.sides if name in waited_for and name not in to_this))


def _standing(here: Served, version: RoundVersion | None, review: RoundReview, record: Record, seal: str) -> RoundState:
    """Return how far a round is. version: as it counts, None if not yet; record, seal: of what is in review."""
    if version is None:
        return RoundState.EMPTY if review.is_blank else RoundState.OPEN
    counts = _is_as_agreed(version, review.table.rules, record, seal)
    # A round that was entered on the command line counts as it was entered while nothing else is said here.
    counts = counts or (review.is_blank and not _was_reviewed(here, version))
    return RoundState.AGREED if counts else RoundState.CHANGED


def _is_as_agreed(version: RoundVersion, rules: RuleSet, record: Record, seal: str) -> bool:
    """Whether what is in review is what was agreed to, maybe by an earlier program, which noted less, and scores so."""
    if version.record is None:
        return False
    if seal_of(version.record) == seal:
        return True
    if not is_agreed_to(record, version.record):
        return False
    return all(version.points.get(side.name) == side.best for side in tally_seen(record, rules).sides)


def _was_reviewed(here: Served, version: RoundVersion) -> bool:
    """Whether anything of a version's round was photographed or said here before it was made."""
    photos = (photo for photo in here.shelf.of_game(version.game) if photo.place.round == version.round)
    if any(photo.belongs_to(version) for photo in photos):
        return True
    begun = DraftLog(here.store).begun(version.game, version.round)
    return begun is not None and begun <= version.made_at


def _hindered(here: Served, review: RoundReview) -> str:
    waiting = (photo.id for side in review.sides for photo in side.photos if photo.state is PhotoState.WAITING)
    return next((why for photo in waiting if (why := here.desk.why_waiting(photo))), "")


def _side(
    review: RoundReview,
    place: int,
    score: SideTally,
    agreed: SideAgreed | None,
    seals: Collection[str],
    *,
    counts: bool,
    excused: bool,
) -> SideStanding:
    to_this = agreed is not None and agreed.seal in seals
    own = review.sides[place - 1]
    draft = own.replayed.draft
    return SideStanding(
        side=place,
        name=score.name,
        low=score.low,
        best=score.best,
        high=score.high,
        photos=len(own.photos),
        waiting=sum(photo.state is PhotoState.WAITING for photo in own.photos),
        unread=sum(photo.state is PhotoState.FAILED for photo in own.photos),
        cards=len(draft.counting) + len(draft.face_down),
        questions=len({question.about for question in score.questions}),
        problems=len(score.problems),
        doubts=len(open_doubts(draft, score)),
        agreed=counts or to_this,
        excused=excused,
        agreed_before=agreed is not None and not (counts or to_this),
        reason=agreed.reason if agreed is not None and to_this else "",
    )


@router.get(_AGREEMENT)
def agreement(here: Here, game: TheGame, number: TheRound, table: TheTable) -> Agreement:
    """Tell how far a round is: each side's score as it stands in review, and who agreed to it."""
    return agreement_of(here, game, number, table)


@router.post(_AGREEMENT, dependencies=[Changes])
def agree(here: Here, game: TheGame, number: TheRound, table: TheTable, given: Agrees) -> Agreement:
    """Agree to the round as it was shown; the last side's agreement makes it count. Pressed twice it counts once."""
    review = review_round(here, game, number)
    shown = agreement_of(here, game, number, table, review)
    check_side(game, given.side)
    if given.seal not in seals_of(review.table.record()):
        raise WebError(409, "score_changed", "the score was changed meanwhile; look at it again", "seal")
    if shown.state is RoundState.AGREED:
        return shown
    if shown.state is RoundState.EMPTY:
        raise WebError(409, "nothing_there", "nothing was photographed or entered in this round yet", "round")
    if game.state.ended_early and shown.version is None:
        raise WebError(409, "ended_early", "the game was ended early: go on with it before this round counts", "round")
    waiting = sum(side.waiting for side in shown.sides)
    if waiting and shown.hindered:
        say = f"a photo of this round could not be read yet: {shown.hindered}. It is tried again by itself"
        raise WebError(409, "still_reading", say, "round")
    if waiting:
        raise WebError(409, "still_reading", "a photo of this round is still being read; wait a moment", "round")
    Agreements(here.store).agree(game.id, given.side, review.table.record(), seen=shown.version, reason=given.reason)
    tell_of_game(here.store, here.watchers, game.id)
    return agreement_of(here, here.store.game(game.id), number, table)


@router.delete(_AGREEMENT + "/{side}", dependencies=[Changes])
def withdraw(here: Here, game: TheGame, number: TheRound, table: TheTable, side: SideNumber) -> Agreement:
    """Take a side's agreement back, while the other sides have not agreed."""
    check_side(game, side)
    Agreements(here.store).withdraw(game.id, number, side)
    tell_of_game(here.store, here.watchers, game.id)
    return agreement_of(here, game, number, table)


@router.put("/api/games/{game_id}/rounds/{number}/points", dependencies=[Changes])
def enter_points(here: Here, game: TheGame, number: TheRound, table: TheTable, given: PointsByHand) -> Agreement:
    """Enter a round's points as numbers, where no photo and no card of it is there; they count at once."""
    review = review_round(here, game, number)
    if not agreement_of(here, game, number, table, review).by_hand:
        say = "this round has photos or cards here, or is a tournament's: its points are theirs"
        raise WebError(409, "has_cards", say, "round")
    record = review.table.record()
    if given.version is None:
        here.store.add_round(game.id, record, points=given.points, token=given.token)
    else:
        reason, seen = given.reason, given.version
        here.store.edit_round(game.id, record, reason=reason, points=given.points, seen=seen, token=given.token)
    tell_of_game(here.store, here.watchers, game.id)
    return agreement_of(here, here.store.game(game.id), number, table)
