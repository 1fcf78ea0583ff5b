"""The events of a tournament added up, one by one: each is checked against the state before it, and taken or refused.

Whoever replays the same events has the same state; what could not have happened is neither stored nor read back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorer.errors import TournamentError
from scorer.games import rounds_chosen
from scorer.names import can_be_printed, clean_name, name_key
from scorer.record import MOST_POINTS, Record
from scorer.scoring.house import house_for
from scorer.strict import shown
from scorer.tournament.desk import plan_cut, plan_draw, plan_medals
from scorer.tournament.events import (
    CutMade,
    Event,
    MedalsAwarded,
    Opened,
    ResultAgreed,
    ResultEntered,
    TablesDrawn,
    TeamEntered,
    TeamRenamed,
    TeamWithdrew,
)
from scorer.tournament.renaming import renamed
from scorer.tournament.ruled import after_ruling
from scorer.tournament.state import DrawnGame, Result, Stage, Team, Tournament, Withdrawal
from scorer.words import listed

LONGEST_REASON = 1000
MOST_PLAYERS = 10


def replay(events: Iterable[Event]) -> Tournament:
    """Return the state that events add up to.

    Raises:
        TournamentError: if they do not begin with the opening, or one of them cannot follow those before it.
    """
    state: Tournament | None = None
    for event in events:
        state = opened(event) if state is None else after(state, event)
    if state is None:
        raise TournamentError("a tournament begins with its opening; there is no event")
    return state


def opened(event: Event) -> Tournament:
    """Return the tournament that an opening begins.

    Raises:
        TournamentError: if the event is no opening, or the rule set's game has no fixed rounds.
        RoundError: for rounds the rule set does not have.
        SettingError: for settings the rule set does not have or take, or that the host must give and did not.
    """
    if not isinstance(event, Opened):
        raise TournamentError(f"a tournament begins with its opening, not with '{event.kind}'")
    name = clean_name(event.name, "a tournament")
    rules = event.rules
    if not rules.game.rounds:
        raise TournamentError(f"{rules.id} has no fixed rounds, which the games of a tournament need")
    rounds = rounds_chosen(rules, event.rounds)
    house_for(rules, Record(rules.id, (), round=rounds[0], settings=event.settings))
    return Tournament(name=name, rules=rules, rounds=rounds, settings=dict(event.settings))


def after(state: Tournament, event: Event) -> Tournament:
    """Return the tournament after an event.

    Raises:
        TournamentError: if the event cannot follow on the state; the state stays as it is.
        UndecidedError: if a step waits for results or for the coordinator.
    """
    match event:
        case TeamEntered():
            return _team_entered(state, event)
        case TeamRenamed():
            return _team_renamed(state, event)
        case TeamWithdrew():
            return _team_withdrew(state, event)
        case TablesDrawn():
            return _tables_drawn(state, event)
        case ResultEntered():
            return _result_entered(state, event)
        case ResultAgreed():
            return _result_agreed(state, event)
        case CutMade():
            _expect(event, plan_cut(state), "cut")
            return replace(state, going_on=event.going_on)
        case MedalsAwarded():
            _expect(event, plan_medals(state), "award of the medals")
            return replace(state, medals=event.medals)
        case Opened():
            raise TournamentError(f"the tournament {shown(state.name)} is open already")
        case _:
            clean_name(event.by, "the coordinator")
            _check_reason(event.reason, "a decision")
            return after_ruling(state, event)


def _expect(event: Event, planned: Event, what: str) -> None:
    if event != planned:
        raise TournamentError(f"the {what} is not the one that the tournament's results and decisions give")


def _team_entered(state: Tournament, event: TeamEntered) -> Tournament:
    if state.stage is not Stage.ENTRY:
        first_alone = state.stage is Stage.FIRST_GAME and not state.games[0].results
        back = " (the coordinator can take that back)" if first_alone else ""
        raise TournamentError(f"{event.team} comes too late: the tables are drawn{back}")
    team = _named(event.team, event.players)
    namesake = _namesake(state, team)
    if namesake is not None:
        back = ": it withdrew, and the coordinator can let it in again" if namesake in state.withdrawn else ""
        raise TournamentError(f"a team is called {shown(namesake)} already{back}")
    return replace(state, teams=(*state.teams, team))


def _team_renamed(state: Tournament, event: TeamRenamed) -> Tournament:
    _known(state, event.team)
    team = _named(event.name, event.players)
    if team != Team(event.name, event.players):
        raise TournamentError(
            f"{shown(event.name)} and its players are not written as they are kept: {shown(team.name)}"
        )
    namesake = _namesake(state, team)
    if namesake not in (None, event.team):
        raise TournamentError(f"another team is called {shown(namesake)} already")
    if team in state.teams:
        raise TournamentError(f"{team.name} and its players are called so already")
    return renamed(state, event.team, team)


def _named(name: str, players: Sequence[str]) -> Team:
    """Return a team of that name and with those players, written as names are kept.

    Raises:
        GameError: for what is no name.
        TournamentError: for too many players.
    """
    name = clean_name(name, "a team")
    if len(players) > MOST_PLAYERS:
        raise TournamentError(f"{len(players)} players of {name} are more than {MOST_PLAYERS}")
    return Team(name, tuple(clean_name(player, f"a player of {name}") for player in players))


def _namesake(state: Tournament, team: Team) -> str | None:
    return next((one.name for one in state.teams if name_key(one.name) == name_key(team.name)), None)


def _team_withdrew(state: Tournament, event: TeamWithdrew) -> Tournament:
    _known(state, event.team)
    _check_reason(event.reason, "a withdrawal")
    if state.stage is Stage.OVER:
        raise TournamentError(f"{event.team} cannot withdraw: the medals are awarded")
    if event.team in state.withdrawn:
        raise TournamentError(f"{event.team} withdrew already")
    withdrawal = Withdrawal(event.reason, len(state.games), state.going_on is not None)
    return replace(state, withdrawn={**state.withdrawn, event.team: withdrawal})


def _tables_drawn(state: Tournament, event: TablesDrawn) -> Tournament:
    _expect(event, plan_draw(state, event.seed), "draw")
    game = DrawnGame(event.game, event.seed, event.tables, event.bye)
    return replace(state, games=(*state.games, game))


def _result_entered(state: Tournament, event: ResultEntered) -> Tournament:
    game = _playing(state, event.game)
    teams = game.table(event.table).teams
    if event.round not in state.rounds:
        raise TournamentError(f"there is no round {event.round}: {', '.join(map(str, state.rounds))}")
    points = {one.team: one.points for one in event.points}
    if len(event.points) != len(teams) or points.keys() != set(teams):
        given = listed([one.team for one in event.points]) if event.points else "nobody"
        raise TournamentError(f"at table {event.table} sit {listed(teams)}, each with points; given were {given}")
    for team, given_points in points.items():
        if abs(given_points) > MOST_POINTS:
            raise TournamentError(f"{given_points} points of {team} are not between {-MOST_POINTS} and {MOST_POINTS}")
    result = _next_version(event, game.results.get((event.table, event.round)), {team: points[team] for team in teams})
    return _with_result(state, game, (event.table, event.round), result)


def _next_version(event: ResultEntered, before: Result | None, points: dict[str, int]) -> Result:
    place = f"round {event.round} at table {event.table}"
    if before is None:
        if event.reason:
            raise TournamentError(f"{place} has no result yet that could be changed")
        return Result(points)
    stands = listed([f"{team} {number}" for team, number in before.points.items()])
    if not event.reason:
        raise TournamentError(f"{place} is entered already: {stands}; a change needs its reason")
    _check_reason(event.reason, "a change")
    if points == before.points:
        raise TournamentError(f"{place} stands so already: {stands}")
    return Result(points, before.version + 1, reason=event.reason, before=before)


def _result_agreed(state: Tournament, event: ResultAgreed) -> Tournament:
    game = _playing(state, event.game)
    teams = game.table(event.table).teams
    place = f"round {event.round} at table {event.table}"
    if event.team not in teams:
        raise TournamentError(f"{event.team} does not sit at table {event.table}: {listed(teams)} do")
    result = game.results.get((event.table, event.round))
    if result is None:
        raise TournamentError(f"{place} has no result yet to agree to")
    if event.version != result.version:
        raise TournamentError(f"{place} was changed meanwhile; look at it and agree again")
    if event.team in result.agreed:
        raise TournamentError(f"{event.team} agreed to {place} already")
    agreed = replace(result, agreed=result.agreed | {event.team})
    return _with_result(state, game, (event.table, event.round), agreed)


def _with_result(state: Tournament, game: DrawnGame, key: tuple[int, int], result: Result) -> Tournament:
    changed = replace(game, results={**game.results, key: result})
    return replace(state, games=(*state.games[:-1], changed))


def _playing(state: Tournament, number: int) -> DrawnGame:
    game = state.game(number)
    if game is not state.open_game:
        raise TournamentError(f"game {number} is closed; the coordinator can still set points in it")
    return game


def _known(state: Tournament, team: str) -> None:
    if all(team != known.name for known in state.teams):
        raise TournamentError(f"no team is called {shown(team)}")


def _check_reason(reason: str, what: str) -> None:
    if not reason.strip() or len(reason) > LONGEST_REASON or not can_be_printed(reason):
        raise TournamentError(f"{shown(reason)} is no reason for {what}: 1 to {LONGEST_REASON} characters on one line")
