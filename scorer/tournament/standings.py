"""How the teams of a tournament stand, and which rounds still wait for a result or for a team to agree."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from scorer.tournament.events import Metal
from scorer.tournament.state import DrawnGame, Tournament
from scorer.tournament.undecided import medal_places
from scorer.words import listed


class Status(StrEnum):
    """What a team is still in for."""

    PLAYING = "playing"
    OUT = "out"
    """It did not go on at the cut; its total stands."""
    WITHDREW = "withdrew"


@dataclass(frozen=True, slots=True)
class Standing:
    """A team's line of the standings.

    ``place`` counts the teams with more points, so that teams that tie share one; None for a team that withdrew, and
    for one of which no points count yet. In reach of a medal it is as the coordinator decided, once all points are
    there: ``tie_decided`` says that it ruled on a tie, and a team that does not count for the medals has no place.
    ``points`` are those of each game drawn, None for a game the team was not in. ``decided`` says that some of them
    are the coordinator's.
    """

    place: int | None
    team: str
    points: tuple[int | None, ...]
    total: int
    status: Status
    tied: bool
    tie_decided: bool
    decided: bool
    medal: Metal | None


@dataclass(frozen=True, slots=True)
class Gap:
    """Rounds in which teams have no points yet: not entered, not agreed by some, or a bye without a ruling.

    ``table`` is None for the team that sits out; ``agreement_of`` names who has yet to agree.
    """

    game: int
    table: int | None
    rounds: tuple[int, ...]
    teams: tuple[str, ...]
    agreement_of: tuple[str, ...] = ()

    @property
    def say(self) -> str:
        """The gap in plain words."""
        if self.table is None:
            return f"{self.teams[0]} sat out game {self.game} and has no points for it"
        rounds = f"round{'s' * (len(self.rounds) > 1)} {listed(self.rounds)}"
        what = f"not agreed by {listed(self.agreement_of)}" if self.agreement_of else "not entered"
        return f"{rounds} of game {self.game} at table {self.table} ({listed(self.teams)}) {what}"


def standings(state: Tournament) -> tuple[Standing, ...]:
    """Return every team that was in a draw, by its total, those without points last.

    Teams that tie stand in the order in which they entered, or as the coordinator decided.
    """
    if not state.games:
        return ()
    drawn = state.drawn
    totals = {team: state.total(team) for team in drawn}
    settled = medal_places(state) if state.all_drawn and not gaps(state, state.games[-1]) else {}
    ruled = {team: place for team, place in settled.items() if place is not None}
    scored = frozenset(team for team in drawn if team in ruled or _any_points(state, team))
    unruled = scored - settled.keys() - state.withdrawn.keys()
    placed = {team: totals[team] for team in drawn if team in ruled or team in unruled}
    places = {team: 1 + sum(other > total for other in placed.values()) for team, total in placed.items()} | ruled
    medals = {medal.team: medal.metal for medal in state.medals or ()}
    ordered = sorted(drawn, key=lambda team: (team not in scored, -totals[team], places.get(team, len(drawn))))
    return tuple(
        Standing(
            place=places.get(team),
            team=team,
            points=tuple(state.game_points(game.number, team) if team in game.teams else None for game in state.games),
            total=totals[team],
            status=_status(state, team),
            tied=team in places and list(places.values()).count(places[team]) > 1,
            tie_decided=team in ruled and [totals[other] for other in ruled].count(totals[team]) > 1,
            decided=any(given == team for _, _, given in state.set_points),
            medal=medals.get(team),
        )
        for team in ordered
    )


def gaps(state: Tournament, game: DrawnGame) -> tuple[Gap, ...]:
    """Return what a game still waits for; a team that withdrew waits for nothing, though its opponents do."""
    found = []
    if game.bye is not None and any(_lacking(state, game, number, (game.bye,)) for number in state.rounds):
        found.append(Gap(game.number, None, state.rounds, (game.bye,)))
    for table in game.tables:
        missing = [(number, _lacking(state, game, number, table.teams)) for number in state.rounds]
        wanted = [
            (number, teams, _yet_to_agree(state, game, table.number, number)) for number, teams in missing if teams
        ]
        for (teams, agreement_of), rounds in groupby(wanted, key=lambda one: one[1:]):
            numbers = tuple(number for number, _, _ in rounds)
            found.append(Gap(game.number, table.number, numbers, teams, agreement_of))
    return tuple(found)


def remarks(state: Tournament) -> tuple[str, ...]:
    """Return what the coordinator should know though no step waits for it: points set later that belie the cut."""
    if not state.going_on:
        return ()
    least = min(state.game_points(1, team) for team in state.going_on)
    out = state.games[0].teams - state.second_game_teams - state.withdrawn.keys() - set(state.going_on)
    passed = [team for team in state.in_order(out) if state.game_points(1, team) > least]
    return tuple(
        f"{team} has {state.game_points(1, team)} points for game 1 now, more than a team that went on; the cut stands"
        for team in passed
    )


def _any_points(state: Tournament, team: str) -> bool:
    """Whether any points of a team count: of a round that its table agreed, or set by the coordinator."""
    return any(ruled == team for _, _, ruled in state.set_points) or any(
        state.round_points(game.number, number, team) is not None for game in state.games for number in state.rounds
    )


def _lacking(state: Tournament, game: DrawnGame, number: int, teams: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        team
        for team in teams
        if team not in state.withdrawn
        and (game.number, None, team) not in state.set_points
        and state.round_points(game.number, number, team) is None
    )


def _yet_to_agree(state: Tournament, game: DrawnGame, table: int, number: int) -> tuple[str, ...]:
    result = game.results.get((table, number))
    return () if result is None else state.yet_to_agree(result)


def _status(state: Tournament, team: str) -> Status:
    if team in state.withdrawn:
        return Status.WITHDREW
    if state.going_on and team not in state.second_game_teams:
        return Status.OUT
    return Status.PLAYING
