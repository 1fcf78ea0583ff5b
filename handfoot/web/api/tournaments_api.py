"""A tournament's desk over the API: teams, draw, results that the tables agree, cut, medals, decisions."""

import secrets
from typing import Annotated, Self

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import Field, model_validator

from handfoot.csvtext import FOR_SPREADSHEETS
from handfoot.sheets.tournamentsheets import titles_to_json, tournament_csv, tournament_to_json
from handfoot.store.gamedecks import MOST_DECKS_CHOSEN, GameDecks
from handfoot.store.kept import KeptTournament
from handfoot.store.tablegames import TableGames
from handfoot.store.tournaments import Plan, Tournaments
from handfoot.web.api.agreeing import corrections
from handfoot.web.api.decisions import Decision
from handfoot.web.api.decks_api import decks_named
from handfoot.web.api.downloads import download
from handfoot.web.api.shapes import GameInfo, GivenOnce, Name, Points, Round, game_info
from handfoot.web.entry.seats import TableNumber, TheTournament
from handfoot.web.entry.sessions import Changes
from handfoot.web.errors import WebError
from handfoot.web.events import EVENTS_ANSWER, event_stream
from handfoot.web.gametold import tell_of_game
from handfoot.web.served import Here, Served
from handfoot.web.watchers import THE_GAMES, watched_tournament
from scorer.errors import UndecidedError
from scorer.record import Setting
from scorer.strict import shown
from scorer.tournament import requests
from scorer.tournament.desk import POINTS, plan_cut, plan_draw, plan_medals, questions
from scorer.tournament.draws import LARGEST_SEED
from scorer.tournament.events import Decided, Event, Opened, ResultAgreed, TeamEntered
from scorer.tournament.replaying import LONGEST_REASON, MOST_PLAYERS
from scorer.tournament.state import Tournament
from scorer.tournament.telling import ruled

router = APIRouter(tags=["tournaments"])

_ONE = "/api/tournaments/{tournament_id}"
Reason = Annotated[str, Field(max_length=LONGEST_REASON)]
_PUT_RIGHT = "put right at the table"
"""Why points changed to which nobody had agreed."""

LONGEST_QUESTION = 300_000
"""Characters of a question that names every team of the largest tournament."""


class NewTournament(GivenOnce):
    """A tournament to be opened, with the teams that have entered already.

    players: those of teams that name them, by the team's name. rounds: null for all that the rules have.
    """

    name: Name
    rules: Name = "golden-games"
    teams: list[Name] = Field(default=[], max_length=1000)
    players: dict[Name, Annotated[list[Name], Field(max_length=MOST_PLAYERS)]] = Field(default={})
    settings: dict[str, Setting] = Field(default={})
    rounds: Annotated[list[Round], Field(max_length=64)] | None = None

    @model_validator(mode="after")
    def _of_its_teams(self) -> Self:
        unknown = next((team for team in self.players if team not in self.teams), None)
        if unknown is not None:
            raise ValueError(f"there are players of {shown(unknown)}, and that is none of the teams")
        return self


class TeamGiven(GivenOnce):
    """A team that takes part."""

    team: Name
    players: list[Name] = Field(default=[], max_length=MOST_PLAYERS)


class TeamCalled(GivenOnce):
    """What a team and its players are called from now on; no players leave them. was: the team's name before."""

    was: Name
    team: Name
    players: list[Name] | None = Field(default=None, max_length=MOST_PLAYERS)


class Withdraws(GivenOnce):
    """A team that stops playing."""

    team: Name
    reason: Reason


class DrawAsked(GivenOnce):
    """The draw of the next game's tables. seed: null to have one drawn, and recorded."""

    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED, strict=True)] | None = None


class StepAsked(GivenOnce):
    """A step of the desk."""


class TablePlays(GivenOnce):
    """A table that begins its game. taught: the taught decks on it, null to leave those that were chosen."""

    taught: Annotated[list[Name], Field(max_length=MOST_DECKS_CHOSEN)] | None = None


class ResultGiven(GivenOnce):
    """The points of a table's teams for a round. reason: why they change; none is needed while no team agreed to them.

    version: of the points that stood there when these were written, 0 where none did; null from who did not see any.
    """

    table: Annotated[int, Field(ge=1, le=10_000, strict=True)]
    round: Round
    points: dict[Name, Points]
    reason: Reason = ""
    version: Annotated[int, Field(ge=0, strict=True)] | None = None


class TeamAgrees(GivenOnce):
    """A team agrees to what is entered at its table, of one round or of all.

    version: of the round's points as the team was shown them; whoever names a round names it, too.
    """

    team: Name
    round: Round | None = None
    version: Annotated[int, Field(ge=1, strict=True)] | None = None

    @model_validator(mode="after")
    def _both(self) -> Self:
        if (self.round is None) != (self.version is None):
            raise ValueError("a round and the version of its points are named together, or neither")
        return self


class Decides(GivenOnce):
    """What the coordinator decides, who that is, and why.

    asked: the question as it was shown, in its words; a decision on another one is refused. Empty: not compared.
    before: what was decided on it already, as it was shown, in its words; empty where nothing was.
    """

    by: Name
    reason: Reason
    decision: Decision
    asked: Annotated[str, Field(max_length=LONGEST_QUESTION)] = ""
    before: Annotated[str, Field(max_length=LONGEST_QUESTION)] = ""


@router.get("/api/tournaments")
def all_tournaments(here: Here) -> list[dict[str, object]]:
    """List the tournaments, the newest first."""
    return titles_to_json(Tournaments(here.store).titles())


@router.post("/api/tournaments", status_code=201, dependencies=[Changes])
def open_tournament(here: Here, wanted: NewTournament) -> dict[str, object]:
    """Open a tournament."""
    rounds = None if wanted.rounds is None else tuple(wanted.rounds)
    first = Opened(wanted.name, here.rules.called(wanted.rules), wanted.settings, rounds)
    teams = [TeamEntered(team, tuple(wanted.players.get(team, ()))) for team in wanted.teams]
    opened = tournament_to_json(Tournaments(here.store).open(first, teams, token=wanted.token))
    here.watchers.tell(THE_GAMES)
    return opened


@router.get(_ONE)
def one_tournament(kept: TheTournament) -> dict[str, object]:
    """Tell how a tournament stands, with all that happened."""
    return tournament_to_json(kept, history=True)


@router.post(_ONE + "/teams", dependencies=[Changes])
def enter_team(here: Here, kept: TheTournament, given: TeamGiven) -> dict[str, object]:
    """Let a team take part."""
    return _change(here, kept, given, lambda state: [TeamEntered(given.team, tuple(given.players))])


@router.post(_ONE + "/names", dependencies=[Changes])
def call_team(here: Here, kept: TheTournament, given: TeamCalled) -> dict[str, object]:
    """Call a team or its players otherwise, at any time; it stays the same team, also in the games of its tables."""
    changed = _change(here, kept, given, lambda state: [requests.renaming(state, given.was, given.team, given.players)])
    here.watchers.tell(THE_GAMES)
    return changed


@router.post(_ONE + "/withdrawals", dependencies=[Changes])
def withdraw_team(here: Here, kept: TheTournament, given: Withdraws) -> dict[str, object]:
    """Let a team stop playing; what it agreed before stays."""
    return _change(here, kept, given, lambda state: [requests.withdrawal(state, given.team, given.reason)])


@router.post(_ONE + "/draw", dependencies=[Changes])
def draw(here: Here, kept: TheTournament, given: DrawAsked) -> dict[str, object]:
    """Draw the tables of the next game; the same seed and teams give the same tables again."""
    seed = secrets.randbelow(10**9) if given.seed is None else given.seed
    return _change(here, kept, given, lambda state: [plan_draw(state, seed)])


@router.post(_ONE + "/results", dependencies=[Changes])
def enter_result(here: Here, kept: TheTournament, given: ResultGiven) -> dict[str, object]:
    """Enter the points of a table for a round; they count when each of its teams has agreed."""

    def entered(state: Tournament) -> list[Event]:
        before = requests.standing_result(state, given.table, given.round)
        if given.version is not None and given.version != (0 if before is None else before.version):
            raise WebError(409, "score_changed", "the points were changed meanwhile; look at them again", "version")
        reason = given.reason or (_PUT_RIGHT if before is not None and not before.agreed else "")
        return [requests.result(state, given.points, number=given.round, table=given.table, reason=reason)]

    return _change(here, kept, given, entered)


@router.post(_ONE + "/tables/{table}/game", dependencies=[Changes])
def play_table(here: Here, kept: TheTournament, table: TableNumber, asked: TablePlays) -> GameInfo:
    """Begin the game that a table plays, or return it: what its sides agree to is the table's result."""
    taught = None if asked.taught is None else decks_named(here, asked.taught)
    game = TableGames(here.store).begin(kept.id, table)
    if taught is not None:
        GameDecks(here.store).choose(game.id, taught)
    tell_of_game(here.store, here.watchers, game.id)
    return game_info(game)


@router.post(_ONE + "/agreements", dependencies=[Changes])
def team_agrees(here: Here, kept: TheTournament, given: TeamAgrees) -> dict[str, object]:
    """Let a team agree to every team's points at its table, as they are entered; of a round, as they were shown."""

    def agreed(state: Tournament) -> tuple[ResultAgreed, ...]:
        agreed = requests.agreements(state, given.team, given.round)
        if given.version is not None and any(one.version != given.version for one in agreed):
            raise WebError(409, "score_changed", "the points were changed meanwhile; look at them again", "version")
        return agreed

    return _change(here, kept, given, agreed)


@router.post(_ONE + "/cut", dependencies=[Changes])
def cut(here: Here, kept: TheTournament, given: StepAsked) -> dict[str, object]:
    """Let the top half go on; what the rules leave open stops it until the coordinator decides."""
    _nothing_waits(here, kept)
    return _change(here, kept, given, lambda state: [plan_cut(state)])


@router.post(_ONE + "/medals", dependencies=[Changes])
def medals(here: Here, kept: TheTournament, given: StepAsked) -> dict[str, object]:
    """Award the medals by the totals of both games."""
    _nothing_waits(here, kept)
    return _change(here, kept, given, lambda state: [plan_medals(state)])


@router.post(_ONE + "/decisions", dependencies=[Changes])
def decide(here: Here, kept: TheTournament, given: Decides) -> dict[str, object]:
    """Decide what the rules leave to the coordinator."""

    def decided(state: Tournament) -> list[Event]:
        shown = {(one.say, "" if one.ruling is None else ruled(one.ruling)) for one in questions(state)}
        if given.asked and (given.asked, given.before) not in shown:
            say = "what this is about was changed meanwhile; look at it again"
            raise WebError(409, "question_changed", say, "asked")
        return [Decided(given.decision.ruling(state), given.by, given.reason)]

    return _change(here, kept, given, decided)


@router.get(_ONE + "/export.csv", response_class=Response)
def export_csv(kept: TheTournament) -> Response:
    """Return a CSV with a row for each team."""
    headers = download(kept.state.name, "csv", begun=kept.history[0].made_at)
    return Response(FOR_SPREADSHEETS + tournament_csv(kept), media_type="text/csv; charset=utf-8", headers=headers)


@router.get(_ONE + "/events", response_class=StreamingResponse, responses=EVENTS_ANSWER)
async def events(here: Here, kept: TheTournament) -> StreamingResponse:
    """Send an event ``changed`` for each change of the tournament (server-sent events)."""
    return event_stream(here.watchers, watched_tournament(kept.id))


@router.get(_ONE + "/export.json", response_class=JSONResponse)
def export_json(kept: TheTournament) -> JSONResponse:
    """Return the tournament with all that happened."""
    headers = download(kept.state.name, "json", begun=kept.history[0].made_at)
    return JSONResponse(tournament_to_json(kept, history=True), headers=headers)


def _nothing_waits(here: Served, kept: KeptTournament) -> None:
    """Refuse a step while a table's correction waits for some of its teams: once it is taken, they cannot agree."""
    waiting = corrections(here, kept)
    if waiting:
        said = "; ".join(one.say for one in waiting)
        raise UndecidedError(f"{said}; let them agree, take the change back there, or decide the points", (POINTS,))


def _change(here: Served, kept: KeptTournament, asked: GivenOnce, plan: Plan) -> dict[str, object]:
    changed = Tournaments(here.store).add(kept.id, plan, token=asked.token)
    here.watchers.tell(watched_tournament(kept.id), *TableGames(here.store).of_tournament(kept.id))
    if changed.state.stage is not kept.state.stage:
        # The list of games says how far the tournament is.
        here.watchers.tell(THE_GAMES)
    return tournament_to_json(changed)
