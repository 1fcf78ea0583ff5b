"""What the API tells of rules, games and rounds, and what it takes."""

import json
from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from handfoot.store.gamedecks import MOST_DECKS_CHOSEN
from handfoot.store.kept import Action, Game, RoundVersion
from scorer.names import LONGEST_NAME
from scorer.record import MOST_DECKS, MOST_POINTS, MOST_ROUNDS, MOST_SIDES, Setting
from scorer.rulebook.rules import RuleSet, rule_ids
from scorer.rulebook.settings import PENALTIES, SettingName, expected, takes

Name = Annotated[str, StringConstraints(max_length=LONGEST_NAME)]
Points = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS, strict=True)]
Round = Annotated[int, Field(ge=1, le=MOST_ROUNDS, strict=True)]
LONGEST_DEED, DEED_PATTERN = 64, "^[A-Za-z0-9_-]*$"
"""What the client's own name for what it sends may be."""


class Given(BaseModel):
    """Something that a request gives; a field that nobody asked for is refused."""

    model_config = ConfigDict(extra="forbid")


class GivenOnce(Given):
    """Something that counts once however often it is sent under one name."""

    deed: str = Field(
        default="",
        max_length=LONGEST_DEED,
        pattern=DEED_PATTERN,
        description="The client's own name for this submission; the same one again changes nothing.",
    )

    @property
    def token(self) -> str | None:
        """The deed as the store takes it: None where it has no name."""
        return self.deed or None


class SettingInfo(BaseModel):
    """A setting of a rule set. value: null where the host must say it; kind: switch, choice, count or points.

    takes_away: points that have a minus sign.
    """

    name: str
    says: str
    kind: str
    expected: str
    value: Setting | None
    clause: str
    silent: bool
    takes_away: bool


class RulesInfo(BaseModel):
    """A rule set as a host chooses it. rounds: empty where a game goes on until ``target``.

    most_sides: that the rules are for; a game of more is kept all the same. house: whether it is the house's own.
    """

    id: str
    title: str
    house: bool
    source: str
    players: str
    partners: bool
    most_sides: int | None
    rounds: list[int]
    target: int | None
    decks: int | None
    perfect_deals: int
    settings: list[SettingInfo]


class NewGame(GivenOnce):
    """A game to be kept. name: empty for one of the day and the sides. taught: the taught decks it is played with."""

    rules: Name
    sides: Annotated[list[Name], Field(min_length=1, max_length=MOST_SIDES)]
    name: Name = ""
    settings: dict[str, Setting] = {}
    decks: Annotated[int, Field(ge=1, le=MOST_DECKS, strict=True)] | None = None
    rounds: Annotated[list[Round], Field(max_length=64)] | None = None
    taught: Annotated[list[Name], Field(max_length=MOST_DECKS_CHOSEN)] = []


class GameDescribed(Given):
    """What a game and its sides are called, and how many decks are on its table; null where nobody knows."""

    name: Name
    sides: Annotated[list[Name], Field(min_length=1, max_length=MOST_SIDES)]
    decks: Annotated[int, Field(ge=1, le=MOST_DECKS, strict=True)] | None


class RoundInfo(BaseModel):
    """A round that counts: the points of each side in it, their totals after it, and its version."""

    number: int
    points: list[int]
    totals: list[int]
    version: int


class NextInfo(BaseModel):
    """The round to be played next, with the least points of each side's first meld."""

    number: int
    openings: list[int]
    extra: bool


class GameInfo(BaseModel):
    """A game and how it stands; lists follow the order of ``sides``."""

    id: int
    name: str
    rules: str
    title: str
    sides: list[str]
    settings: dict[str, Setting]
    decks: int | None
    planned: list[int]
    made_at: datetime
    revision: int
    rounds: list[RoundInfo]
    totals: list[int]
    next: NextInfo | None
    winners: list[str]
    finished: bool
    ended_early: bool
    remarks: list[str]


class VersionInfo(BaseModel):
    """A version of a round as it was kept; record, tally and points are empty where the round was taken back."""

    game: int
    change: int
    round: int
    version: int
    made_at: datetime
    action: Action
    reason: str
    undoes: int | None
    points: dict[str, int]
    record: dict[str, object] | None
    tally: dict[str, object] | None


def rules_info(rules: RuleSet) -> RulesInfo:
    """Return a rule set as a host chooses it."""
    return RulesInfo(
        id=rules.id,
        title=rules.title,
        house=rules.id not in rule_ids(),
        source=rules.source,
        players=rules.game.players,
        partners=rules.game.partners,
        most_sides=rules.game.most_sides,
        rounds=list(rules.game.rounds),
        target=rules.game.target,
        decks=rules.decks.decks,
        perfect_deals=rules.game.perfect_deals,
        settings=[
            SettingInfo(
                name=name.value,
                says=rule.says,
                kind=setting_kind(name),
                expected=expected(name),
                value=rule.value,
                clause=rule.clause,
                silent=rule.silent,
                takes_away=name in PENALTIES,
            )
            for name, rule in rules.settings.items()
        ],
    )


def setting_kind(name: SettingName) -> str:
    """Return how a setting is asked for, by what it takes."""
    if takes(name, value=True):
        return "switch"
    if name is SettingName.TOP_COLOURS:
        return "choice"
    return "points" if takes(name, -1) else "count"


def game_info(game: Game) -> GameInfo:
    """Return a game as the API tells of it."""
    state, versions = game.state, {version.round: version.version for version in game.rounds}
    upcoming = state.next
    return GameInfo(
        id=game.id,
        name=game.name,
        rules=game.plan.rules.id,
        title=game.plan.rules.title,
        sides=list(game.plan.sides),
        settings=dict(game.plan.settings),
        decks=game.plan.decks,
        planned=list(game.plan.rounds),
        made_at=game.made_at,
        revision=game.revision,
        rounds=[
            RoundInfo(
                number=played.number,
                points=list(played.points),
                totals=list(played.totals),
                version=versions[played.number],
            )
            for played in state.rounds
        ],
        totals=list(state.totals),
        next=None
        if upcoming is None
        else NextInfo(number=upcoming.number, openings=list(upcoming.openings), extra=upcoming.extra),
        winners=list(state.winners),
        finished=state.finished,
        ended_early=state.ended_early,
        remarks=list(state.remarks),
    )


def version_info(version: RoundVersion) -> VersionInfo:
    """Return a version of a round as the API tells of it."""
    return VersionInfo(
        game=version.game,
        change=version.change,
        round=version.round,
        version=version.version,
        made_at=version.made_at,
        action=version.action,
        reason=version.reason,
        undoes=version.undoes,
        points=dict(version.points),
        record=_whole_letters(version.record_as_json),
        tally=_whole_letters(version.tally),
    )


def _whole_letters(told: dict[str, object] | None) -> dict[str, object] | None:
    """Return kept JSON as an answer can tell it: half a letter, which an old note may hold, is a question mark."""
    if told is None:
        return None
    whole: dict[str, object] = json.loads(json.dumps(told, ensure_ascii=False).encode(errors="replace"))
    return whole
