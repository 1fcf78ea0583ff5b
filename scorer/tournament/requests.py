"""What people ask of a tournament's desk, as they say it: names in any letter case, and what the desk knows left out.

Each becomes the event or ruling that says it whole; whether it can be is for ``replaying`` to check.
"""

from collections.abc import Mapping, Sequence

from scorer.errors import TournamentError
from scorer.games import GamePlan, plan_game
from scorer.names import clean_name
from scorer.strict import shown
from scorer.tournament.desk import questions
from scorer.tournament.events import ResultAgreed, ResultEntered, TableTeams, TeamPoints, TeamRenamed, TeamWithdrew
from scorer.tournament.rulings import (
    CutTie,
    MedalRight,
    MedalTie,
    NumberGoingOn,
    OddNumber,
    OddTable,
    PointsSet,
    Reinstated,
    Replacement,
    Step,
    StepUndone,
    TeamPlace,
)
from scorer.tournament.state import DrawnGame, Result, Tournament
from scorer.tournament.undecided import Matter, Question
from scorer.words import listed


def open_game(state: Tournament) -> DrawnGame:
    """Return the game that is being played. Raises TournamentError if none is."""
    if state.open_game is None:
        raise TournamentError("no game is being played")
    return state.open_game


def table_for(state: Tournament, teams: Sequence[str], table: int | None = None) -> TableTeams:
    """Return the open game's table of that number or, where none is named, that of the first of the teams.

    Whether just these teams sit there is for ``replaying`` to check.

    Raises:
        TournamentError: if no game is being played, or there is no such table.
    """
    game = open_game(state)
    if table is not None:
        return game.table(table)
    if not teams:
        raise TournamentError("no team is named, and no table")
    first = state.team(teams[0])
    found = game.table_of(first)
    if found is None:
        raise TournamentError(f"{first} sits at no table in game {game.number}")
    return found


def plan_of_table(state: Tournament, table: TableTeams) -> GamePlan:
    """Return the plan of the game that a table plays."""
    return plan_game(
        state.rules, table.teams, rounds=state.rounds, settings=state.settings, decks=state.decks_at(table)
    )


def result(
    state: Tournament,
    points: Mapping[str, int],
    *,
    number: int,
    table: int | None = None,
    reason: str = "",
    record: Mapping[str, object] | None = None,
) -> ResultEntered:
    """Return the entry of a table's points for the round of that number in the open game.

    Of three teams one that withdrew has 0 where nothing is said of it.
    """
    at = table_for(state, tuple(points), table)
    by_team = _by_team(state, points)
    left = [team for team in at.teams if team not in state.withdrawn]
    if len(left) > 1:
        by_team |= {team: 0 for team in at.teams if team in state.withdrawn and team not in by_team}
    entered = tuple(TeamPoints(team, given) for team, given in by_team.items())
    return ResultEntered(open_game(state).number, at.number, number, entered, reason, record)


def standing_result(state: Tournament, table: int, number: int) -> Result | None:
    """Return what is entered for a round at a table of the open game, None where nothing is."""
    game = open_game(state)
    return game.results.get((game.table(table).number, number))


def agreements(state: Tournament, team: str, number: int | None = None) -> tuple[ResultAgreed, ...]:
    """Return a team's agreement to a round at its table in the open game, or to all it has not agreed to yet.

    Raises:
        TournamentError: if there is nothing to agree to.
    """
    team = state.team(team)
    game = open_game(state)
    table = table_for(state, [team])
    waiting = [
        played
        for (at, played), result in sorted(game.results.items())
        if at == table.number and team not in result.agreed
    ]
    rounds = waiting if number is None else [number]
    if not rounds:
        raise TournamentError(f"{team} has nothing left to agree to in game {game.number}")
    entered = {played: result for (at, played), result in game.results.items() if at == table.number}
    return tuple(
        ResultAgreed(game.number, table.number, played, team, entered[played].version if played in entered else 0)
        for played in rounds
    )


def withdrawal(state: Tournament, team: str, reason: str) -> TeamWithdrew:
    """Return a team's withdrawal."""
    return TeamWithdrew(state.team(team), reason)


def renaming(state: Tournament, team: str, name: str | None, players: Sequence[str] | None) -> TeamRenamed:
    """Return that a team is called otherwise, or its players are; None leaves a name or the players as they are.

    Raises:
        GameError: for what is no name.
    """
    was = next(one for one in state.teams if one.name == state.team(team))
    return TeamRenamed(
        was.name,
        was.name if name is None else clean_name(name, "a team"),
        was.players if players is None else tuple(clean_name(one, f"a player of {was.name}") for one in players),
    )


def odd_table(state: Tournament, choice: OddNumber) -> OddTable:
    """Return the ruling on the odd number of teams at the next draw."""
    asked = _asked(state, Matter.ODD_TABLE, "no odd number of teams")
    return OddTable(asked.number, len(asked.teams), choice)


def number_going_on(state: Tournament, number: int) -> NumberGoingOn:
    """Return the ruling on how many teams go on."""
    asked = _asked(state, Matter.NUMBER_GOING_ON, "no doubt how many teams go on")
    return NumberGoingOn(len(asked.teams), asked.number, number, asked.teams)


def cut_tie(state: Tournament, going_on: Sequence[str]) -> CutTie:
    """Return the ruling on a tie at the cut; the teams named go on, and the others that tie do not."""
    asked = _asked(state, Matter.CUT_TIE, "no tie at the cut")
    chosen = [state.team(name) for name in going_on]
    for team in chosen:
        if team not in asked.teams:
            raise TournamentError(f"{team} is not among the teams that tie: {listed(asked.teams)}")
    return CutTie(asked.total, asked.number, asked.teams, tuple(team for team in asked.teams if team in chosen))


def replacement(state: Tournament, team: str, instead: str | None) -> Replacement:
    """Return the ruling on who plays the second game for a team that withdrew after the cut; None: nobody."""
    team = state.team(team)
    _asked(state, Matter.REPLACEMENT, f"no place of {team} to fill", team)
    return Replacement(team, None if instead is None else state.team(instead))


def medal_right(state: Tournament, team: str, *, counts: bool) -> MedalRight:
    """Return the ruling on whether a team counts for the medals."""
    team = state.team(team)
    asked = _asked(state, Matter.MEDAL_RIGHT, f"no doubt whether {team} counts for a medal", team)
    return MedalRight(team, counts, asked.total, asked.number)


def medal_tie(state: Tournament, places: Mapping[str, int]) -> MedalTie:
    """Return the ruling on a tie for medals, with a place for each team that ties."""
    given = _by_team(state, places)
    asked = _asked(state, Matter.MEDAL_TIE, "no tie for a medal", *given)
    if given.keys() != set(asked.teams):
        raise TournamentError(f"a place is needed for each team that ties: {listed(asked.teams)}")
    return MedalTie(asked.total, tuple(TeamPlace(team, given[team]) for team in asked.teams))


def points_set(
    state: Tournament, team: str, points: int | None, *, game: int | None = None, number: int | None = None
) -> PointsSet:
    """Return the ruling on a team's points for a round or, without its number, for a game: the last one drawn."""
    if not state.games:
        raise TournamentError("the tables of game 1 are not drawn yet")
    game, team = game if game is not None else len(state.games), state.team(team)
    whole = state.set_points.get((game, None, team))
    if number is not None and points is not None and whole is not None:
        raise TournamentError(
            f"{team} has {whole.points} points for game {game} as a whole, as {whole.by} decided; take that back first"
        )
    return PointsSet(game, team, points, number)


def step_undone(state: Tournament, step: Step) -> StepUndone:
    """Return the ruling that takes a step back; a draw only while nobody has points of its game."""
    game = state.open_game
    if step is Step.DRAW and game is not None:
        decided = state.in_order(frozenset(team for number, _, team in state.set_points if number == game.number))
        if decided:
            raise TournamentError(
                f"points of game {game.number} are decided for {listed(decided)}: take these back before its draw"
            )
    return StepUndone(step)


def reinstated(state: Tournament, team: str) -> Reinstated:
    """Return the ruling that a team that withdrew is in again."""
    return Reinstated(state.team(team))


def _by_team(state: Tournament, said: Mapping[str, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, value in said.items():
        team = state.team(name)
        if team in found:
            raise TournamentError(f"{shown(team)} is named twice")
        found[team] = value
    return found


def _asked(state: Tournament, matter: Matter, nothing: str, *teams: str) -> Question:
    """Return the question of that matter, about those teams if they are named, decided already or not."""
    for question in questions(state):
        if question.matter is matter and (not teams or set(teams) & set(question.teams)):
            return question
    raise TournamentError(f"there is {nothing} to decide now")
