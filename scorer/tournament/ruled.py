"""The coordinator's rulings taken into a tournament: each must answer something that is open to it, and be possible."""

from dataclasses import replace

from scorer.errors import TournamentError
from scorer.record import MOST_POINTS
from scorer.tournament.desk import questions
from scorer.tournament.events import Decided
from scorer.tournament.rulings import (
    Answer,
    CutTie,
    MedalRight,
    MedalTie,
    NumberGoingOn,
    OddTable,
    PointsSet,
    Reinstated,
    Replacement,
    Step,
    StepUndone,
)
from scorer.tournament.state import SetPoints, Stage, Tournament, Withdrawal
from scorer.tournament.undecided import answers
from scorer.words import counted, listed

_UNDONE_WITH = {
    Step.DRAW: (OddTable, MedalRight, MedalTie),
    Step.CUT: (NumberGoingOn, CutTie, Replacement, MedalRight, MedalTie),
    Step.MEDALS: (MedalRight, MedalTie),
}
"""The rulings that fall with a step taken back, so that they are asked for again."""


def after_ruling(state: Tournament, decided: Decided) -> Tournament:
    """Return the tournament with a ruling taken.

    Raises:
        TournamentError: if there is nothing of the kind to decide now, or the ruling is no possible answer.
    """
    ruling = decided.ruling
    match ruling:
        case PointsSet():
            return _points_set(state, ruling, decided)
        case StepUndone():
            return _step_undone(state, ruling.step)
        case Reinstated():
            return _reinstated(state, ruling.team)
        case _:
            if not any(answers(ruling, question) for question in questions(state)):
                raise TournamentError(f"this is not to be decided now: {ruling.kind.replace('_', ' ')}")
            _check_choice(state, ruling)
            return replace(state, answers=(*state.answers, ruling))


def _check_choice(state: Tournament, ruling: Answer) -> None:
    match ruling:
        case NumberGoingOn(among=among, number=number) if number != 0 and not 2 <= number <= among:
            raise TournamentError(f"{counted(number, 'team')} cannot go on: 2 to {among}, or 0 for no second game")
        case CutTie():
            _check_cut_tie(state, ruling)
        case Replacement(by=str() as team):
            _check_replacement(state, team)
        case MedalTie():
            _check_places(ruling)
        case _:
            pass


def _check_cut_tie(state: Tournament, ruling: CutTie) -> None:
    for team in ruling.going_on:
        if team not in ruling.teams:
            raise TournamentError(f"{team} is not among the teams that tie: {listed(ruling.teams)}")
    left = state.games[0].teams - state.withdrawn.keys()
    number = sum(state.total(team) > ruling.total for team in left) + len(frozenset(ruling.going_on))
    if number < 2:
        raise TournamentError(f"so {counted(number, 'team')} would go on, with nobody to play")


def _check_replacement(state: Tournament, team: str) -> None:
    if team not in state.games[0].teams or team in state.withdrawn:
        raise TournamentError(f"{team} did not play the first game, or withdrew")
    if team in state.second_game_teams:
        raise TournamentError(f"{team} plays the second game already")


def _check_places(ruling: MedalTie) -> None:
    """Refuse places that leave a gap: of those that share one, the next team's place counts all."""
    places = sorted(one.place for one in ruling.places)
    for index, place in enumerate(places):
        alone = places[0] + index
        if place not in (alone, places[index - 1]):
            raise TournamentError(
                f"places {listed(places)} leave a gap or run over: teams share a place, or have the next, {alone}"
            )


def _points_set(state: Tournament, ruling: PointsSet, decided: Decided) -> Tournament:
    if state.stage is Stage.OVER:
        raise TournamentError("the medals are awarded; the coordinator can take them back first")
    game = state.game(ruling.game)
    if ruling.team not in game.teams:
        raise TournamentError(f"{ruling.team} is not in game {ruling.game}")
    if ruling.round is not None and ruling.round not in state.rounds:
        raise TournamentError(f"there is no round {ruling.round}: {', '.join(map(str, state.rounds))}")
    key = (ruling.game, ruling.round, ruling.team)
    if ruling.points is None:
        if key not in state.set_points:
            raise TournamentError(f"no points were decided for {ruling.team} there that could be taken back")
        kept = {other: points for other, points in state.set_points.items() if other != key}
        return replace(state, set_points=kept)
    if abs(ruling.points) > MOST_POINTS:
        raise TournamentError(f"{ruling.points} is not between {-MOST_POINTS} and {MOST_POINTS}")
    points = SetPoints(ruling.points, decided.by, decided.reason)
    return replace(state, set_points={**state.set_points, key: points})


def _step_undone(state: Tournament, step: Step) -> Tournament:
    kept = tuple(one for one in state.answers if not isinstance(one, _UNDONE_WITH[step]))
    match step:
        case Step.DRAW:
            game = state.open_game
            if game is None:
                raise TournamentError("there is no draw that could be taken back: no game is being played")
            if game.results:
                raise TournamentError(f"game {game.number} has results: its draw cannot be taken back")
            points = {key: value for key, value in state.set_points.items() if key[0] != game.number}
            return replace(
                state,
                games=state.games[:-1],
                set_points=points,
                answers=kept,
                withdrawn=_as_if_before(state, games=len(state.games) - 1, cut=state.going_on is not None),
            )
        case Step.CUT:
            if state.stage is not Stage.AFTER_CUT:
                raise TournamentError(
                    "there is no cut that could be taken back"
                    if state.going_on is None
                    else "game 2 is drawn: take its draw back first"
                )
            before = _as_if_before(state, games=len(state.games), cut=False)
            return replace(state, going_on=None, answers=kept, withdrawn=before)
        case _:
            if state.medals is None:
                raise TournamentError("there are no medals that could be taken back")
            return replace(state, medals=None, answers=kept)


def _as_if_before(state: Tournament, *, games: int, cut: bool) -> dict[str, Withdrawal]:
    """Return the withdrawals as before a step that is taken back, so that teams may come back in its stead."""
    return {
        team: replace(one, games=min(one.games, games), cut=one.cut and cut) for team, one in state.withdrawn.items()
    }


def _reinstated(state: Tournament, team: str) -> Tournament:
    withdrawal = state.withdrawn.get(team)
    if withdrawal is None:
        raise TournamentError(f"{team} did not withdraw")
    if (withdrawal.games, withdrawal.cut) != (len(state.games), state.going_on is not None) or state.medals is not None:
        raise TournamentError(f"a draw, the cut or the medals came after {team} withdrew; take them back first")
    if state.replacement(team) is not None:
        raise TournamentError(f"the place of {team} is decided; take the cut back first")
    return replace(state, withdrawn={name: why for name, why in state.withdrawn.items() if name != team})
