"""A tournament played in a test: every event goes through the same front door as at the real desk."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from random import Random

from scorer.errors import TournamentError
from scorer.rulebook.rules import load_rules
from scorer.tournament.desk import open_questions, plan_cut, plan_draw, plan_medals
from scorer.tournament.events import (
    Decided,
    Event,
    Opened,
    ResultAgreed,
    ResultEntered,
    TeamEntered,
    TeamPoints,
    TeamWithdrew,
)
from scorer.tournament.replaying import after, opened
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
    Ruling,
    Step,
    StepUndone,
    TeamPlace,
)
from scorer.tournament.standings import Gap, gaps
from scorer.tournament.state import Stage, Tournament
from scorer.tournament.undecided import Matter, Question


class Desk:
    """The events so far and the state they add up to."""

    def __init__(self, *teams: str, rules: str = "golden-games") -> None:
        """Open a tournament and let the teams enter."""
        first = Opened("Golden Games", load_rules(rules))
        self.events: list[Event] = [first]
        self.state: Tournament = opened(first)
        for team in teams:
            self.do(TeamEntered(team))

    def do(self, event: Event) -> None:
        """Take an event; one that is refused changes nothing."""
        self.state = after(self.state, event)
        self.events.append(event)

    def draw(self, seed: int = 1) -> None:
        """Draw the next game's tables."""
        self.do(plan_draw(self.state, seed))

    def cut(self) -> None:
        """Make the cut."""
        self.do(plan_cut(self.state))

    def award(self) -> None:
        """Award the medals."""
        self.do(plan_medals(self.state))

    def decide(self, ruling: Ruling) -> None:
        """Let the coordinator decide."""
        self.do(Decided(ruling, by="Ruth", reason="house custom"))

    def set_points(self, team: str, points: int | None, *, game: int = 1, number: int | None = None) -> None:
        """Let the coordinator set a team's points."""
        self.decide(PointsSet(game, team, points, number))

    def withdraw(self, team: str) -> None:
        """Let a team withdraw."""
        self.do(TeamWithdrew(team, reason="the babysitter called"))

    def enter(self, table: int, number: int, points: Mapping[str, int], *, reason: str = "") -> None:
        """Enter a result in the game that is being played."""
        listed = tuple(TeamPoints(team, given) for team, given in points.items())
        self.do(ResultEntered(len(self.state.games), table, number, listed, reason))

    def agree(self, table: int, number: int, *teams: str) -> None:
        """Let teams agree to what is entered."""
        game = len(self.state.games)
        for team in teams:
            version = self.state.games[-1].results[table, number].version
            self.do(ResultAgreed(game, table, number, team, version))

    def play(self, totals: Mapping[str, int], tables: Iterable[int] | None = None) -> None:
        """Play the open game: a team has its total in the first round and nothing in the others, all agreed."""
        for table in self.state.games[-1].tables:
            if tables is None or table.number in tables:
                for number in self.state.rounds:
                    points = {team: totals[team] if number == 1 else 0 for team in table.teams}
                    self.enter(table.number, number, points)
                    self.agree(table.number, number, *table.teams)

    def tables(self) -> Sequence[tuple[str, ...]]:
        """Return who sits together in the last game drawn."""
        return [table.teams for table in self.state.games[-1].tables]

    def medals(self) -> list[tuple[str, str]]:
        """Return the medals as teams and metals."""
        return [(medal.team, medal.metal.value) for medal in self.state.medals or ()]


def next_step(state: Tournament, seed: int) -> Event:
    """Return the step that comes next: a draw, the cut or the medals."""
    if state.stage is Stage.FIRST_GAME:
        return plan_cut(state)
    if state.stage is Stage.ENTRY or (state.stage is Stage.AFTER_CUT and state.going_on):
        return plan_draw(state, seed)
    return plan_medals(state)


def random_desk(seed: int) -> Desk:
    """Return a desk somewhere in the tournament of that number, with few different points, so that many teams tie."""
    random = Random(seed)
    desk = Desk(*(f"Team {number}" for number in range(random.randint(2, 7))))
    for _ in range(random.randint(0, 150)):
        with suppress(TournamentError):
            desk.do(_random_event(random, desk.state))
    return desk


def _random_event(random: Random, state: Tournament) -> Event:
    team = random.choice(state.teams).name
    chance = random.random()
    if chance < 0.02:
        return random.choice((TeamWithdrew(team, "ill"), Decided(Reinstated(team), "Ruth", "well again")))
    if chance < 0.04:
        return Decided(StepUndone(random.choice(list(Step))), "Ruth", "a mistake")
    if chance < 0.06 and state.games:
        points = random.choice((None, 5 * random.randint(0, 3)))
        ruled = PointsSet(len(state.games), team, points, random.choice((None, *state.rounds)))
        return Decided(ruled, "Ruth", "lost card")
    asked = open_questions(state)
    if asked:
        return Decided(_answer(random, state, random.choice(asked)), "Ruth", "so it is")
    waiting = gaps(state, state.open_game) if state.open_game is not None else ()
    return _report(random, state, random.choice(waiting)) if waiting else next_step(state, random.randint(0, 9))


def _report(random: Random, state: Tournament, gap: Gap) -> Event:
    game = state.games[-1]
    if gap.table is None or not frozenset(game.table(gap.table).teams).isdisjoint(state.withdrawn):
        return Decided(PointsSet(gap.game, gap.teams[0], 10), "Ruth", "nobody to play")
    number = gap.rounds[0]
    if gap.agreement_of and random.random() < 0.9:
        version = game.results[gap.table, number].version
        return ResultAgreed(gap.game, gap.table, number, random.choice(gap.agreement_of), version)
    points = tuple(TeamPoints(team, 5 * random.randint(-1, 2)) for team in game.table(gap.table).teams)
    return ResultEntered(gap.game, gap.table, number, points, "added wrongly" if gap.agreement_of else "")


def _answer(random: Random, state: Tournament, question: Question) -> Ruling:
    teams, number = question.teams, question.number
    match question.matter:
        case Matter.ODD_TABLE:
            return OddTable(number, len(teams), random.choice(list(OddNumber)))
        case Matter.NUMBER_GOING_ON:
            return NumberGoingOn(len(teams), number, random.randint(0, len(teams)))
        case Matter.CUT_TIE:
            going_on = tuple(random.sample(teams, random.randint(0, len(teams))))
            return CutTie(question.total, number, teams, going_on)
        case Matter.REPLACEMENT:
            return Replacement(teams[0], random.choice((None, random.choice(state.teams).name)))
        case Matter.MEDAL_RIGHT:
            return MedalRight(teams[0], counts=random.random() < 0.5)
        case Matter.MEDAL_TIE:
            places = tuple(TeamPlace(team, number + place) for place, team in enumerate(teams))
            return MedalTie(question.total, random.choice((places, tuple(TeamPlace(team, number) for team in teams))))
