"""What the rules of a tournament leave to the coordinator, as it comes up: each matter in words, with its ruling.

A ruling holds for the facts it was made on. When a result changes, a team withdraws or a total moves, a matter is
another one and stands open again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

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
)
from scorer.tournament.state import DrawnGame, Tournament
from scorer.words import counted, listed


class Matter(StrEnum):
    """What there is to decide."""

    ODD_TABLE = "odd_table"
    NUMBER_GOING_ON = "number_going_on"
    CUT_TIE = "cut_tie"
    REPLACEMENT = "replacement"
    MEDAL_RIGHT = "medal_right"
    MEDAL_TIE = "medal_tie"


MEDALS = 3
"""Play 13: gold, silver and bronze."""


@dataclass(frozen=True, slots=True)
class Question:
    """A matter, the teams and numbers it is about, and the coordinator's ruling where there is one.

    ``number`` is the game of an odd table, the teams that withdrew before the cut, the places left at a tie at the
    cut, the first of the places of a tie for medals.
    """

    matter: Matter
    say: str
    teams: tuple[str, ...]
    number: int = 0
    total: int = 0
    ruling: Answer | None = None


def odd_table(state: Tournament, teams: Sequence[str]) -> Question | None:
    """Return the matter of the next draw: an odd number of teams."""
    if len(teams) < 2 or len(teams) % 2 == 0:
        return None
    game = len(state.games) + 1
    unless = "a team enters or withdraws" if not state.games else "one withdraws"
    say = (
        f"{len(teams)} teams cannot sit two at a table in game {game}: the coordinator must decide between a bye and a "
        f"table of three, unless {unless}"
    )
    return _answered(state, Question(Matter.ODD_TABLE, say, tuple(teams), game))


def replacements(state: Tournament) -> tuple[Question, ...]:
    """Return the matters of teams that withdrew after the cut."""
    waiting = [team for team in state.going_on or () if team in state.withdrawn]
    found = []
    while waiting:
        team = waiting.pop(0)
        say = (
            f"{team} withdrew after the cut: the coordinator must decide which team plays the second game in its "
            "place, or that none does"
        )
        question = _answered(state, Question(Matter.REPLACEMENT, say, (team,)))
        found.append(question)
        ruling = question.ruling
        if isinstance(ruling, Replacement) and ruling.by is not None and ruling.by in state.withdrawn:
            waiting.append(ruling.by)
    return tuple(found)


def number_going_on(state: Tournament, game: DrawnGame) -> Question | None:
    """Return the matter of how many go on, where half of the teams is no number of teams that can play."""
    left = state.in_order(game.teams - state.withdrawn.keys())
    gone = state.in_order(game.teams & state.withdrawn.keys())
    if gone:
        why = f"{listed(gone)} withdrew, which leaves {counted(len(left), 'team')} of {len(game.teams)}"
    elif len(left) % 2:
        why = f"{len(left)} teams have no top half"
    elif len(left) < 2 * 2:
        why = f"the top half of {len(left)} teams is one team, which has nobody to play"
    else:
        return None
    say = f"{why}: the coordinator must decide how many go on, 0 meaning that there is no second game"
    return _answered(state, Question(Matter.NUMBER_GOING_ON, say, left, len(gone)))


def cut_tie(state: Tournament, teams: Sequence[str], number: int) -> Question | None:
    """Return the matter of a tie at the cut, where so many of the teams go on."""
    totals = sorted((state.total(team) for team in teams), reverse=True)
    if not 0 < number < len(teams) or totals[number - 1] != totals[number]:
        return None
    total = totals[number]
    tied = tuple(team for team in teams if state.total(team) == total)
    places = number - sum(higher > total for higher in totals)
    say = (
        f"{listed(tied)} tie at the cut with {total} points for {counted(places, 'place')}: the coordinator must "
        "decide which of them go on"
    )
    return _answered(state, Question(Matter.CUT_TIE, say, tied, places, total))


def medal_matters(state: Tournament) -> Iterator[tuple[tuple[str, ...], Sequence[Question]]]:
    """Yield the teams in reach of a medal, those of one total at a time, with the matters that they raise.

    The first matter without a ruling is the last that can be known, as the places below depend on it.
    """
    last = state.games[-1].teams
    drawn = state.drawn
    place = 1
    for total in sorted({state.total(team) for team in drawn}, reverse=True):
        group = tuple(team for team in drawn if state.total(team) == total)
        doubtful = [team for team in group if team not in last or team in state.withdrawn]
        rights = [_medal_right(state, team, total, place) for team in doubtful]
        barred = {one.teams[0] for one in rights if isinstance(one.ruling, MedalRight) and not one.ruling.counts}
        counting = tuple(team for team in group if team not in barred)
        known = all(one.ruling is not None for one in rights)
        tie = _medal_tie(state, counting, total, place) if known and len(counting) > 1 else None
        yield counting, (*rights, *((tie,) if tie is not None else ()))
        place += len(counting)
        if place > MEDALS or not known or (tie is not None and tie.ruling is None):
            return


def medal_places(state: Tournament) -> dict[str, int | None]:
    """Return the place of each team in reach of a medal, as far as the totals and the coordinator's rulings settle it.

    None for a team that does not count for the medals.
    """
    places: dict[str, int | None] = {}
    place = 1
    for counting, raised in medal_matters(state):
        rulings = [question.ruling for question in raised]
        if None in rulings:
            break
        places |= {one.team: None for one in rulings if isinstance(one, MedalRight) and not one.counts}
        tie = next((one for one in rulings if isinstance(one, MedalTie)), None)
        places |= dict.fromkeys(counting, place) if tie is None else {one.team: one.place for one in tie.places}
        place += len(counting)
    return places


def _medal_right(state: Tournament, team: str, total: int, place: int) -> Question:
    what = "withdrew" if team in state.withdrawn else "did not play the second game"
    say = (
        f"{team}, with {total} points in reach of place {place}, {what}: the coordinator must decide whether it counts "
        "for the medals"
    )
    return _answered(state, Question(Matter.MEDAL_RIGHT, say, (team,), place, total))


def _medal_tie(state: Tournament, teams: tuple[str, ...], total: int, place: int) -> Question:
    last = place + len(teams) - 1
    say = f"{listed(teams)} tie with {total} points for places {place} to {last}: the coordinator must decide theirs"
    return _answered(state, Question(Matter.MEDAL_TIE, say, teams, place, total))


def _answered(state: Tournament, question: Question) -> Question:
    return replace(question, ruling=next((one for one in reversed(state.answers) if answers(one, question)), None))


def answers(ruling: Answer, question: Question) -> bool:
    """Return whether a ruling was made on the very facts of a question."""
    match ruling:
        case OddTable():
            facts: tuple[object, ...] = (Matter.ODD_TABLE, ruling.game, ruling.among)
            return facts == (question.matter, question.number, len(question.teams))
        case NumberGoingOn():
            facts = (Matter.NUMBER_GOING_ON, ruling.withdrawn, ruling.among)
            same_teams = ruling.teams in (None, question.teams)
            return same_teams and facts == (question.matter, question.number, len(question.teams))
        case CutTie():
            facts = (Matter.CUT_TIE, ruling.total, ruling.places, ruling.teams)
            return facts == (question.matter, question.total, question.number, question.teams)
        case Replacement():
            return (Matter.REPLACEMENT, (ruling.team,)) == (question.matter, question.teams)
        case MedalRight():
            same_reach = ruling.total in (None, question.total) and ruling.place in (None, question.number)
            return same_reach and (Matter.MEDAL_RIGHT, (ruling.team,)) == (question.matter, question.teams)
        case _:
            teams = tuple(one.team for one in ruling.places)
            first = min((one.place for one in ruling.places), default=0)
            facts = (Matter.MEDAL_TIE, ruling.total, first, teams)
            return facts == (question.matter, question.total, question.number, question.teams)


def matter_of(ruling: Ruling) -> tuple[object, ...]:
    """Return what two rulings share of which the later one goes before the earlier."""
    match ruling:
        case OddTable():
            return (ruling.kind, ruling.game)
        case Replacement() | MedalRight() | Reinstated():
            return (ruling.kind, ruling.team)
        case PointsSet():
            return (ruling.kind, ruling.game, ruling.round, ruling.team)
        case MedalTie():
            return (ruling.kind, *(one.team for one in ruling.places))
        case _:
            return (ruling.kind,)
