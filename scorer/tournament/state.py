"""A tournament as it stands: its teams, the tables of each game, what was entered and agreed, and what was decided."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum

from scorer.errors import TournamentError
from scorer.names import name_key
from scorer.record import Setting
from scorer.rulebook.rules import RuleSet
from scorer.strict import shown
from scorer.tournament.events import TableTeams, TeamMedal
from scorer.tournament.rulings import Answer, Replacement
from scorer.words import listed

PARTNERS = 2
"""So many play for a team where the rules are for teams."""

GAMES = 2
"""Play 7: two games; the second is for the teams that go on."""


class Stage(StrEnum):
    """How far a tournament is."""

    ENTRY = "entry"
    FIRST_GAME = "first_game"
    AFTER_CUT = "after_cut"
    SECOND_GAME = "second_game"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Team:
    """A team and its players, where they were named."""

    name: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Why a team stopped playing, and how many games were drawn, and whether the cut was made, when it did."""

    reason: str
    games: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Result:
    """The points of a table's teams for a round, and who agreed to them as they stand.

    ``version`` counts from 1; ``reason`` is that of the last change, ``before`` the result as it stood before it.
    """

    points: Mapping[str, int]
    version: int = 1
    agreed: frozenset[str] = frozenset()
    reason: str = ""
    before: "Result | None" = None


@dataclass(frozen=True, slots=True)
class SetPoints:
    """Points that the coordinator set, with who did it and why."""

    points: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class DrawnGame:
    """A game's tables as drawn, and its results by table and round."""

    number: int
    seed: int
    tables: tuple[TableTeams, ...]
    bye: str | None = None
    results: Mapping[tuple[int, int], Result] = field(default_factory=dict)

    @property
    def teams(self) -> frozenset[str]:
        """The teams that were in the draw."""
        seated = frozenset(team for table in self.tables for team in table.teams)
        return seated if self.bye is None else seated | {self.bye}

    def table(self, number: int) -> TableTeams:
        """Return the table of that number.

        Raises:
            TournamentError: if there is none.
        """
        for table in self.tables:
            if table.number == number:
                return table
        raise TournamentError(f"game {self.number} has no table {number}: 1 to {len(self.tables)}")

    def table_of(self, team: str) -> TableTeams | None:
        """Return the table at which a team sits, None where it sits out or is not in the game."""
        return next((table for table in self.tables if team in table.teams), None)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state that the events of a tournament add up to.

    ``rounds`` are those of a game, by their numbers. ``going_on`` is None until the cut is made, ``medals`` until they
    are awarded. ``answers`` are the coordinator's rulings on what the rules leave open, the last of several first to
    hold; ``set_points`` are the points it set that stand, by game, round (None: the whole game) and team.
    """

    name: str
    rules: RuleSet
    rounds: tuple[int, ...]
    settings: Mapping[str, Setting] = field(default_factory=dict)
    teams: tuple[Team, ...] = ()
    withdrawn: Mapping[str, Withdrawal] = field(default_factory=dict)
    games: tuple[DrawnGame, ...] = ()
    going_on: tuple[str, ...] | None = None
    medals: tuple[TeamMedal, ...] | None = None
    answers: tuple[Answer, ...] = ()
    set_points: Mapping[tuple[int, int | None, str], SetPoints] = field(default_factory=dict)

    @property
    def stage(self) -> Stage:
        """How far the tournament is."""
        if self.medals is not None:
            return Stage.OVER
        if len(self.games) == GAMES:
            return Stage.SECOND_GAME
        if self.going_on is not None:
            return Stage.AFTER_CUT
        return Stage.FIRST_GAME if self.games else Stage.ENTRY

    @property
    def all_drawn(self) -> bool:
        """Whether no further game will be drawn: the second one was, or the coordinator decided that there is none."""
        return len(self.games) == GAMES or self.going_on == ()

    @property
    def open_game(self) -> DrawnGame | None:
        """The game that is being played, if one is."""
        return self.games[-1] if self.stage in (Stage.FIRST_GAME, Stage.SECOND_GAME) else None

    def team(self, name: str) -> str:
        """Return a team's name as it was entered, found whatever its letter case.

        Raises:
            TournamentError: naming the team that was likely meant, or all of them, if there is none of that name.
        """
        by_key = {name_key(team.name): team.name for team in self.teams}
        found = by_key.get(name_key(name))
        if found is not None:
            return found
        near = get_close_matches(name_key(name), by_key, n=1)
        if near:
            raise TournamentError(f"no team is called {shown(name)}; did you mean {shown(by_key[near[0]])}?")
        known = f"there are {listed([team.name for team in self.teams])}" if self.teams else "no team has entered yet"
        raise TournamentError(f"no team is called {shown(name)}; {known}")

    def game(self, number: int) -> DrawnGame:
        """Return the game of that number.

        Raises:
            TournamentError: if its tables are not drawn.
        """
        if not 1 <= number <= GAMES:
            raise TournamentError(f"there is no game {number}: a tournament has {GAMES}")
        if number > len(self.games):
            raise TournamentError(f"the tables of game {number} are not drawn yet")
        return self.games[number - 1]

    @property
    def drawn(self) -> tuple[str, ...]:
        """Every team that was in a draw, in the order in which they entered."""
        return self.in_order(frozenset(team for game in self.games for team in game.teams))

    def in_order(self, teams: frozenset[str]) -> tuple[str, ...]:
        """Return teams in the order in which they entered."""
        return tuple(team.name for team in self.teams if team.name in teams)

    def replacement(self, team: str) -> Replacement | None:
        """Return what was decided about the place of a team that withdrew after the cut."""
        found = (one for one in reversed(self.answers) if isinstance(one, Replacement) and one.team == team)
        return next(found, None)

    @property
    def second_game_teams(self) -> frozenset[str]:
        """The teams of the second game: those that went on, and who plays for each of them that withdrew since."""
        if len(self.games) == GAMES:
            return self.games[-1].teams
        playing = set()
        for team in self.going_on or ():
            player: str | None = team
            while player is not None and player in self.withdrawn:
                instead = self.replacement(player)
                player = instead.by if instead is not None else None
            if player is not None:
                playing.add(player)
        return frozenset(playing)

    def decks_at(self, table: TableTeams) -> int | None:
        """Return how many decks a table plays with, None where the rules do not tell how many play for a team.

        It is one more than players; the number that rules for teams name is for two of them (Play 5).
        """
        teams, named = len(table.teams), self.rules.decks.decks
        if not self.rules.game.partners_among(teams):
            return teams + 1
        return named if named is None or teams <= 2 else PARTNERS * teams + 1

    def waited_for(self, teams: Iterable[str]) -> tuple[str, ...]:
        """Return which teams of a table must agree to a result before it counts (Play 8).

        Of three teams one that withdrew is not waited for: the two others agree with each other.
        """
        all_of_them = tuple(teams)
        left = tuple(team for team in all_of_them if team not in self.withdrawn)
        return left if len(left) > 1 else all_of_them

    def yet_to_agree(self, result: Result) -> tuple[str, ...]:
        """Return the teams of a table that have yet to agree to a result before it counts."""
        return tuple(team for team in self.waited_for(result.points) if team not in result.agreed)

    def round_points(self, game: int, number: int, team: str) -> int | None:
        """Return what a team has for a round: the coordinator's points or those agreed; None where nothing counts.

        A round of a game whose points the coordinator set as a whole has none of its own.
        """
        if (game, None, team) in self.set_points:
            return None
        ruled = self.set_points.get((game, number, team))
        if ruled is not None:
            return ruled.points
        played = self.game(game)
        table = played.table_of(team)
        result = played.results.get((table.number, number)) if table is not None else None
        return None if result is None or self.yet_to_agree(result) else result.points[team]

    def game_points(self, game: int, team: str) -> int:
        """Return what a team has for a game so far: the coordinator's points, or the sum of its rounds."""
        ruled = self.set_points.get((game, None, team))
        if ruled is not None:
            return ruled.points
        return sum(self.round_points(game, number, team) or 0 for number in self.rounds)

    def total(self, team: str) -> int:
        """Return what a team has over all games: scoring is cumulative (Play 12)."""
        return sum(self.game_points(game.number, team) for game in self.games if team in game.teams)
