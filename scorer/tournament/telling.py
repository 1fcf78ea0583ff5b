"""What happened at a tournament, each thing in a few plain words."""

from collections.abc import Sequence

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
)
from scorer.words import counted, listed


def told(event: Event) -> str:
    """Return what happened, without who decided it and why."""
    match event:
        case Opened():
            return f"{event.name} opened by the rules {event.rules.id}"
        case TeamEntered():
            return f"{event.team} entered{_players(event.players)}"
        case TeamRenamed() if event.name == event.team:
            return f"the players of {event.team} are {listed(event.players) if event.players else 'not named'}"
        case TeamRenamed():
            return f"{event.team} is called {event.name}{_players(event.players)}"
        case TeamWithdrew():
            return f"{event.team} withdrew"
        case TablesDrawn():
            bye = f"; {event.bye} sits out" if event.bye is not None else ""
            return f"{counted(len(event.tables), 'table')} of game {event.game} drawn with seed {event.seed}{bye}"
        case ResultEntered():
            points = listed([f"{one.team} {one.points}" for one in event.points])
            what = "changed to" if event.reason else "entered:"
            return f"game {event.game}, table {event.table}, round {event.round} {what} {points}"
        case ResultAgreed():
            return f"{event.team} agreed to game {event.game}, table {event.table}, round {event.round}"
        case CutMade():
            return f"{listed(event.going_on)} go on" if event.going_on else "no second game"
        case MedalsAwarded():
            return listed([f"{one.metal} for {one.team}" for one in event.medals])
        case _:
            return ruled(event.ruling)


def _players(players: Sequence[str]) -> str:
    return f" ({listed(players)})" if players else ""


def ruled(ruling: Ruling) -> str:
    """Return what the coordinator decided."""
    match ruling:
        case OddTable():
            choice = "a bye" if ruling.choice is OddNumber.BYE else "a table of three"
            return f"{choice} for {ruling.among} teams in game {ruling.game}"
        case NumberGoingOn():
            return f"{ruling.number} of {ruling.among} teams go on"
        case CutTie():
            return f"of {listed(ruling.teams)} at {ruling.total}, {listed(ruling.going_on or ('nobody',))} to go on"
        case Replacement():
            return f"{ruling.by or 'nobody'} to play for {ruling.team}"
        case PointsSet():
            where = f"game {ruling.game}" + (f", round {ruling.round}" if ruling.round is not None else "")
            points = "as the table agreed" if ruling.points is None else str(ruling.points)
            return f"{ruling.team} in {where}: {points}"
        case MedalRight():
            return f"{ruling.team} {'counts' if ruling.counts else 'does not count'} for the medals"
        case MedalTie():
            return f"at {ruling.total}: {listed([f'{one.team} place {one.place}' for one in ruling.places])}"
        case Reinstated():
            return f"{ruling.team} is in again"
        case _:
            return f"the {ruling.step} taken back"
