"""A game over many rounds: what it is played by, its running totals, the next round, and who has won.

A game of a rule set with rounds has those, or those of them its host chose; it ends when all are played, and a tie at
the top stays one. A game of a rule set with a target goes on until a side has it at a round's end; the higher wins,
and a tie at the top takes another round, and another, until one side is ahead. A group that stops before that can end
the game early: whoever leads has won it, until they go on.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorer.errors import GameError, RoundError
from scorer.names import clean_name, name_key
from scorer.record import MOST_DECKS, MOST_POINTS, MOST_ROUNDS, MOST_SIDES, Record, Setting, Side
from scorer.rulebook.rules import RuleSet
from scorer.rulebook.settings import SettingName
from scorer.scoring.house import house_for, opening_minimum
from scorer.strict import shown
from scorer.words import counted, listed


@dataclass(frozen=True, slots=True)
class GamePlan:
    """What a game is played by, from its first round to its last.

    ``rounds`` are the rounds by their numbers, none where they go on until the rule set's target is reached.
    ``settings`` are the house's own, laid over the rule set's in every round.
    """

    rules: RuleSet
    sides: tuple[str, ...]
    rounds: tuple[int, ...] = ()
    settings: Mapping[str, Setting] = field(default_factory=dict)
    decks: int | None = None


RoundPoints = Mapping[int, Mapping[str, int]]
"""The points of the rounds played, by the round's number and the side's name."""


@dataclass(frozen=True, slots=True)
class RoundTotals:
    """A round played: the points of each side in it and each side's total after it, in the order of the sides."""

    number: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round to be played next, with the least points of each side's first meld, in the order of the sides.

    ``extra`` says that the game was over but for a tie.
    """

    number: int
    openings: tuple[int, ...]
    extra: bool = False


@dataclass(frozen=True, slots=True)
class GameState:
    """How a game stands."""

    sides: tuple[str, ...]
    rounds: tuple[RoundTotals, ...]
    totals: tuple[int, ...]
    next: NextRound | None
    remarks: tuple[str, ...] = ()
    """What about the game is odd, in plain words."""
    ended_before: NextRound | None = None
    """The round that would come next, had the game not been ended early."""

    @property
    def leaders(self) -> tuple[str, ...]:
        """The sides that have the most, before the first round all."""
        return _leaders(self.sides, self.totals)

    @property
    def winners(self) -> tuple[str, ...]:
        """The leaders of a finished game, several where it is tied; none while it goes on."""
        return self.leaders if self.finished else ()

    @property
    def finished(self) -> bool:
        """Whether no round is to be played any more."""
        return self.next is None

    @property
    def ended_early(self) -> bool:
        """Whether the game was ended with rounds left to play."""
        return self.ended_before is not None


def plan_game(
    rules: RuleSet,
    sides: Sequence[str],
    *,
    rounds: Sequence[int] | None = None,
    settings: Mapping[str, Setting] | None = None,
    decks: int | None = None,
) -> GamePlan:
    """Return the plan of a game between the sides, with the rule set's rounds or those of them that are named.

    Raises:
        GameError: for fewer than two sides, a side named twice, an odd name, or decks nobody has.
        RoundError: for rounds the rule set does not have.
        SettingError: for settings the rule set does not have or take, or that the host must give and did not.
    """
    names = side_names(sides)
    check_decks(decks)
    plan = GamePlan(rules, names, rounds_chosen(rules, rounds), dict(settings or {}), decks)
    first = plan.rounds[0] if plan.rounds else 1
    house_for(rules, Record(rules.id, (), round=first, settings=plan.settings))
    return plan


def rounds_chosen(rules: RuleSet, chosen: Sequence[int] | None) -> tuple[int, ...]:
    """Return the rounds of a game, in the rule set's order: all of them, or those that are named.

    Raises:
        RoundError: for rounds the rule set does not have.
    """
    known = tuple(rules.game.rounds)
    if chosen is None:
        return known
    if not known:
        raise RoundError(f"{rules.id} has no rounds to choose from: it is played until a side wins")
    for number in chosen:
        if number not in known:
            raise RoundError(f"{rules.id} has no round {number}: {', '.join(map(str, known))}")
    if len(set(chosen)) < len(chosen) or not chosen:
        raise RoundError(f"rounds {', '.join(map(str, chosen)) or 'none'}: name one or more, each once")
    return tuple(number for number in known if number in chosen)


def game_state(plan: GamePlan, played: RoundPoints, *, ended: bool = False) -> GameState:
    """Return how the game stands after the rounds played; ``ended``: the sides said that it ends here."""
    rounds = _totals(plan, played)
    totals = rounds[-1].totals if rounds else (0,) * len(plan.sides)
    over = [number for number in range(1, len(rounds) + 1) if _decided(plan, rounds[:number])]
    played_on = _played_on(plan, rounds[over[0] - 1]) if over and over[0] < len(rounds) else ()
    remarks = (*_too_many(plan), *played_on, *_odd(plan, rounds))
    if (over and over[-1] == len(rounds)) or (plan.rounds and len(rounds) == len(plan.rounds)):
        return GameState(plan.sides, rounds, totals, None, remarks)
    number = next_number(plan, played)
    before = score_before(plan, played, number)
    openings = tuple(opening_minimum(plan.rules, number=number, score_before=before[side]) for side in plan.sides)
    upcoming = NextRound(number, openings, extra=_reached(plan, rounds))
    if ended:
        return GameState(plan.sides, rounds, totals, None, remarks, upcoming)
    return GameState(plan.sides, rounds, totals, upcoming, remarks)


def score_before(plan: GamePlan, played: RoundPoints, number: int) -> dict[str, int]:
    """Return each side's total when the round of that number began."""
    place = _place(plan, number)
    earlier = [points for other, points in played.items() if _place(plan, other) < place]
    return {side: sum(points[side] for points in earlier) for side in plan.sides}


def next_number(plan: GamePlan, played: RoundPoints) -> int:
    """Return the number of the first round not yet played.

    Raises:
        RoundError: if all have been played.
    """
    number = next((number for number in plan.rounds or range(1, MOST_ROUNDS + 1) if number not in played), None)
    if number is None:
        raise RoundError(f"all {len(plan.rounds or played)} rounds of the game are played")
    return number


def check_new_round(plan: GamePlan, played: RoundPoints, number: int, *, ended: bool = False) -> None:
    """Refuse a round that cannot be entered now: outside the game, after its end, or before the one ahead of it.

    Raises:
        RoundError: naming the round and what the game has.
    """
    if plan.rounds and number not in plan.rounds:
        raise RoundError(f"the game has no round {number}: {', '.join(map(str, plan.rounds))}")
    state = game_state(plan, played, ended=ended)
    if state.ended_early:
        raise RoundError(f"the game was ended early: go on with it before round {number} is entered")
    if plan.rounds:
        return
    if state.next is None:
        raise RoundError(f"the game is over: {listed(state.winners)} won with {max(state.totals)}")
    if number != state.next.number:
        raise RoundError(f"round {number} cannot be entered: the next is round {state.next.number}")


def fit_record(plan: GamePlan, record: Record, *, number: int, before: Mapping[str, int]) -> Record:
    """Return the record as the game's round of that number: its sides in the game's order and by its names.

    The house's settings and each side's score ``before`` the round are the game's; decks said for this round stay.

    Raises:
        GameError: if the record is of other rules, other sides or other settings than the game.
    """
    if record.rules != plan.rules.id:
        raise GameError(f"the record is of {shown(record.rules)}, the game of {shown(plan.rules.id)}")
    house = house_for(plan.rules, Record(plan.rules.id, (), round=number, settings=plan.settings))
    for name, value in record.settings.items():
        ours = house.values.get(SettingName(name)) if name in tuple(SettingName) else None
        if value != ours or isinstance(value, bool) is not isinstance(ours, bool):
            played = "has no such setting" if ours is None else f"plays with {shown(ours)}"
            raise GameError(f"the record's {shown(name)} is {shown(value)}, the game {played}")
    sides = _matched(plan, record)
    return replace(
        record,
        sides=tuple(replace(sides[name], name=name, score_before=before[name]) for name in plan.sides),
        round=number,
        decks=record.decks or plan.decks,
        settings=plan.settings,
    )


def check_points(plan: GamePlan, points: Mapping[str, int]) -> dict[str, int]:
    """Return the points of a round by the game's names of its sides, in the order of the sides.

    Raises:
        GameError: for a side that is missing, unknown or named twice, or for points beyond all bounds.
    """
    sides = {name_key(name): name for name in plan.sides}
    by_key: dict[str, int] = {}
    for name, number in points.items():
        key = name_key(name)
        if key not in sides:
            raise GameError(f"no side {shown(name)} in the game: {listed(plan.sides)}")
        if key in by_key:
            raise GameError(f"{shown(sides[key])} is named twice")
        by_key[key] = number
    for name in plan.sides:
        value = by_key.get(name_key(name))
        if value is None:
            raise GameError(f"no points for {shown(name)}")
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MOST_POINTS:
            raise GameError(f"{shown(value)} for {shown(name)} are no points between {-MOST_POINTS} and {MOST_POINTS}")
    return {name: by_key[name_key(name)] for name in plan.sides}


def _matched(plan: GamePlan, record: Record) -> dict[str, Side]:
    """Return the record's sides by the game's names."""
    names = {name_key(name): name for name in plan.sides}
    sides: dict[str, Side] = {}
    for side in record.sides:
        name = names.get(name_key(side.name))
        if name is None:
            raise GameError(f"no side {shown(side.name)} in the game: {listed(plan.sides)}")
        if name in sides:
            raise GameError(f"two sides of the record are the game's {shown(name)}")
        sides[name] = side
    for name in plan.sides:
        if name not in sides:
            raise GameError(f"no side {shown(name)} in the record, which has {listed([s.name for s in record.sides])}")
    return sides


def _place(plan: GamePlan, number: int) -> int:
    """Return where the round comes in the game."""
    return plan.rounds.index(number) if plan.rounds else number


def _totals(plan: GamePlan, played: RoundPoints) -> tuple[RoundTotals, ...]:
    totals = dict.fromkeys(plan.sides, 0)
    rounds = []
    for number in sorted(played, key=lambda number: _place(plan, number)):
        points = played[number]
        totals = {side: total + points[side] for side, total in totals.items()}
        rounds.append(RoundTotals(number, tuple(points[side] for side in plan.sides), tuple(totals.values())))
    return tuple(rounds)


def _reached(plan: GamePlan, rounds: Sequence[RoundTotals]) -> bool:
    """Whether a side had the target at the end of any of the rounds."""
    target = plan.rules.game.target
    return target is not None and any(max(one.totals) >= target for one in rounds)


def _decided(plan: GamePlan, rounds: Sequence[RoundTotals]) -> bool:
    """Whether the target has been reached and one side is ahead."""
    return _reached(plan, rounds) and len(_leaders(plan.sides, rounds[-1].totals)) == 1


def _leaders(sides: Sequence[str], totals: Sequence[int]) -> tuple[str, ...]:
    return tuple(side for side, total in zip(sides, totals, strict=True) if total == max(totals))


def _played_on(plan: GamePlan, won: RoundTotals) -> tuple[str, ...]:
    (winner,) = _leaders(plan.sides, won.totals)
    return (f"{winner} had won by round {won.number} with {max(won.totals)}; the later rounds count all the same",)


def _too_many(plan: GamePlan) -> tuple[str, ...]:
    rules, sides = plan.rules.game, len(plan.sides)
    if rules.most_sides is None or sides <= rules.most_sides:
        return ()
    return (f"{sides} sides play, and the rules are for {rules.most_sides} at most: {rules.players}",)


def side_names(sides: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a game's sides as they are kept.

    Raises:
        GameError: for fewer than two sides, a side named twice, or an odd name.
    """
    names = tuple(clean_name(side, "a side") for side in sides)
    if not 2 <= len(names) <= MOST_SIDES:
        raise GameError(f"{counted(len(names), 'side')}: a game has 2 to {MOST_SIDES}")
    for place, name in enumerate(names):
        if name_key(name) in map(name_key, names[:place]):
            raise GameError(f"two sides are called {shown(name)}: give one of them another name")
    return names


def check_decks(decks: int | None) -> None:
    """Raise GameError if a number of decks is said that no game has."""
    if decks is not None and not 1 <= decks <= MOST_DECKS:
        raise GameError(f"{decks} decks: a game has 1 to {MOST_DECKS}")


MOST_EXPECTED = 7500
"""Hardly a side gets or loses more points in one round: by the published rules that is a dozen clean books and more."""


def odd_points(points: Mapping[str, int]) -> tuple[str, ...]:
    """Return the sides whose points are no multiple of 5, as all points of the cards are."""
    return tuple(side for side, number in points.items() if number % 5)


def _odd(plan: GamePlan, rounds: Sequence[RoundTotals]) -> Iterator[str]:
    for one in rounds:
        points = dict(zip(plan.sides, one.points, strict=True))
        for side in odd_points(points):
            yield f"round {one.number}: {points[side]} for {side} is no multiple of 5: was it added up right?"
