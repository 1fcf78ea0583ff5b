"""The steps of a tournament's desk: the draw, the cut and the medals, each worked out from how the tournament stands.

A step that the rules do not settle raises ``UndecidedError`` and says what is missing: results, or a decision of the
coordinator. Nothing is guessed and no tie is broken here.
"""

from collections.abc import Sequence

from scorer.errors import TournamentError, UndecidedError
from scorer.tournament.draws import draw_tables
from scorer.tournament.events import CutMade, MedalsAwarded, Metal, TablesDrawn, TeamMedal
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
    Ruling,
    StepUndone,
)
from scorer.tournament.standings import Gap, gaps
from scorer.tournament.state import DrawnGame, Stage, Tournament
from scorer.tournament.undecided import (
    Question,
    cut_tie,
    matter_of,
    medal_matters,
    medal_places,
    number_going_on,
    odd_table,
    replacements,
)

POINTS = "points"
"""The matter of results that are missing: the coordinator can set points instead."""

_METALS = tuple(Metal)
_MOST_GAPS_SAID = 3
_WHERE = {
    Stage.ENTRY: "the tables of game 1 are not drawn yet",
    Stage.FIRST_GAME: "game 1 is being played, and the cut comes next",
    Stage.AFTER_CUT: "the cut is made, and the draw of game 2 comes next",
    Stage.SECOND_GAME: "game 2 is being played, and the medals come next",
    Stage.OVER: "the medals are awarded",
}


def plan_draw(state: Tournament, seed: int) -> TablesDrawn:
    """Return the draw of the next game's tables by the seed.

    Raises:
        UndecidedError: for an odd number of teams, or one that withdrew after the cut, without a ruling.
        TournamentError: if there is nothing to draw now.
    """
    teams = _to_draw(state)
    _all_ruled(replacements(state))
    if len(teams) < 2:
        raise TournamentError(f"too few teams for a draw: {len(teams)}, and a table takes two{_way_back(state)}")
    odd = odd_table(state, teams)
    if odd is None:
        return draw_tables(len(state.games) + 1, teams, seed)
    _all_ruled([odd])
    assert isinstance(odd.ruling, OddTable)
    return draw_tables(len(state.games) + 1, teams, seed, odd.ruling.choice)


def plan_cut(state: Tournament) -> CutMade:
    """Return the teams that go on: the top half by the total of the first game (Play 10).

    Raises:
        UndecidedError: for missing results, a number that cannot be halved, or a tie, without a ruling.
        TournamentError: if there is nothing to cut now.
    """
    if state.stage is not Stage.FIRST_GAME:
        raise TournamentError(f"there is no cut to make now: {_where(state)}")
    game = state.games[0]
    _settled(state, game)
    teams = state.in_order(game.teams - state.withdrawn.keys())
    how_many = number_going_on(state, game)
    _all_ruled([how_many] if how_many is not None else [])
    number = len(teams) // 2
    if how_many is not None:
        assert isinstance(how_many.ruling, NumberGoingOn)
        number = how_many.ruling.number
    tie = cut_tie(state, teams, number)
    _all_ruled([tie] if tie is not None else [])
    if tie is not None:
        assert isinstance(tie.ruling, CutTie)
        above = {team for team in teams if state.total(team) > tie.total}
        return CutMade(state.in_order(frozenset(above.union(tie.ruling.going_on))))
    best = sorted(teams, key=lambda team: -state.total(team))[:number]
    return CutMade(state.in_order(frozenset(best)))


def plan_medals(state: Tournament) -> MedalsAwarded:
    """Return the medals of the three teams with the highest totals over both games (Play 12 and 13).

    Teams that share a place have the same medal, and the next team's place counts all of them.

    Raises:
        UndecidedError: for missing results, a tie, or a team of which nobody said whether it counts.
        TournamentError: if there are no medals to award now.
    """
    if not _medals_are_next(state):
        raise TournamentError(f"there are no medals to award now: {_where(state)}")
    _settled(state, state.games[-1])
    for _, raised in medal_matters(state):
        _all_ruled(raised)
    places = {team: place for team, place in medal_places(state).items() if place is not None}
    ranked = sorted(places, key=places.__getitem__)
    return MedalsAwarded(
        tuple(TeamMedal(team, _METALS[places[team] - 1]) for team in ranked if places[team] <= len(_METALS))
    )


def questions(state: Tournament) -> tuple[Question, ...]:
    """Return what the next step asks of the coordinator, decided or not, as far as it can be known now."""
    if state.stage is Stage.ENTRY or (state.stage is Stage.AFTER_CUT and state.going_on):
        odd = odd_table(state, _to_draw(state))
        return (*replacements(state), *((odd,) if odd is not None else ()))
    if state.stage is Stage.FIRST_GAME:
        return _cut_questions(state)
    if _medals_are_next(state) and not gaps(state, state.games[-1]):
        return tuple(question for _, raised in medal_matters(state) for question in raised)
    return ()


def open_questions(state: Tournament) -> tuple[Question, ...]:
    """Return the questions that nobody answered yet."""
    return tuple(question for question in questions(state) if question.ruling is None)


def that_hold(state: Tournament, rulings: Sequence[Ruling]) -> tuple[bool, ...]:
    """Return which of a tournament's rulings, in their order and with the teams' names of today, hold still.

    Not one that a later one on its matter goes before, nor one that fell with a step taken back or with the facts that
    it was made on.
    """
    hold, later = [], set[tuple[object, ...]]()
    for ruling in reversed(rulings):
        matter = matter_of(ruling)
        is_overtaken = matter in later and not isinstance(ruling, StepUndone)
        hold.append(not is_overtaken and _holds(state, ruling))
        later.add(matter)
    return tuple(reversed(hold))


def _holds(state: Tournament, ruling: Ruling) -> bool:
    match ruling:
        case StepUndone() | PointsSet(points=None):
            return True
        case Reinstated():
            return ruling.team not in state.withdrawn
        case PointsSet():
            return (ruling.game, ruling.round, ruling.team) in state.set_points
        case OddTable() if ruling.game == len(state.games) + 1:
            return any(question.ruling == ruling for question in questions(state))
        case _:
            otherwise = (one for one in questions(state) if one.ruling != ruling and _same_matter(one, ruling))
            return ruling in state.answers and not any(otherwise)


def _same_matter(question: Question, ruling: Answer) -> bool:
    """Whether a question is what a ruling was on, though perhaps with other facts."""
    match ruling:
        case OddTable() if ruling.game != question.number:
            return False
        case Replacement() | MedalRight():
            teams = {ruling.team}
        case MedalTie():
            teams = {one.team for one in ruling.places}
        case _:
            teams = {*question.teams}
    return question.matter.value == ruling.kind and not teams.isdisjoint(question.teams)


def _cut_questions(state: Tournament) -> tuple[Question, ...]:
    game = state.games[0]
    teams = state.in_order(game.teams - state.withdrawn.keys())
    how_many = number_going_on(state, game)
    found = (how_many,) if how_many is not None else ()
    if gaps(state, game) or (how_many is not None and how_many.ruling is None):
        return found
    ruled = how_many.ruling if how_many is not None else None
    tie = cut_tie(state, teams, ruled.number if isinstance(ruled, NumberGoingOn) else len(teams) // 2)
    return (*found, *((tie,) if tie is not None else ()))


def _to_draw(state: Tournament) -> tuple[str, ...]:
    if state.stage is Stage.ENTRY:
        return tuple(team.name for team in state.teams if team.name not in state.withdrawn)
    if state.stage is not Stage.AFTER_CUT:
        raise TournamentError(f"there are no tables to draw now: {_where(state)}")
    if not state.going_on:
        raise TournamentError("there are no tables to draw: the coordinator decided that there is no second game")
    return state.in_order(state.second_game_teams)


def _medals_are_next(state: Tournament) -> bool:
    return state.all_drawn and state.stage is not Stage.OVER


def _settled(state: Tournament, game: DrawnGame) -> None:
    waiting = gaps(state, game)
    if waiting:
        raise UndecidedError(
            f"{said(waiting)}: enter and agree the points, or let the coordinator decide them", (POINTS,)
        )


def said(waiting: Sequence[Gap]) -> str:
    """Return the gaps as a sentence, the first few of many by name."""
    parts = [gap.say for gap in waiting[:_MOST_GAPS_SAID]]
    if len(waiting) > _MOST_GAPS_SAID:
        parts.append(f"and {len(waiting) - _MOST_GAPS_SAID} more like these")
    return "; ".join(parts)


def _all_ruled(asked: Sequence[Question]) -> None:
    unanswered = [question for question in asked if question.ruling is None]
    if unanswered:
        say = "; ".join(question.say for question in unanswered)
        raise UndecidedError(say, tuple(dict.fromkeys(question.matter.value for question in unanswered)))


def _way_back(state: Tournament) -> str:
    return "" if state.stage is Stage.ENTRY else "; the coordinator can take the cut back"


def _where(state: Tournament) -> str:
    if state.stage is Stage.AFTER_CUT and not state.going_on:
        return "the cut is made without a second game, and the medals come next"
    return _WHERE[state.stage]
