"""Between the rows of a game and the values that stand for them."""

import json
from functools import lru_cache

from pydantic import ValidationError

from handfoot.errors import StoreError
from handfoot.store.gametables import EndingRow, GameRow, GameSideRow, RoundVersionRow
from handfoot.store.kept import Action, Ending, Game, RoundVersion
from scorer.games import GamePlan, game_state
from scorer.rulebook.rules import RuleSet


def plan_of(row: GameRow) -> GamePlan:
    """Return what the game is played by: its own copy of the rules.

    Raises:
        StoreError: if this program cannot read the copy.
    """
    try:
        rules = _rules_of(row.rules)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise StoreError(f"the rules kept with game {row.name!r} cannot be read by this version: {where!r}") from None
    sides = tuple(side.name for side in row.sides)
    return GamePlan(rules, sides, tuple(json.loads(row.rounds)), json.loads(row.settings), row.decks)


@lru_cache(maxsize=32)
def _rules_of(text: str) -> RuleSet:
    """Return rules as they are kept with a game: most games of a house have the same."""
    return RuleSet.model_validate(json.loads(text))


def write_plan(row: GameRow, plan: GamePlan) -> None:
    """Write what the game is played by into its row."""
    row.rules_id = plan.rules.id
    row.rules = plan.rules.model_dump_json(exclude_none=True)
    row.rounds = json.dumps(plan.rounds)
    row.settings = json.dumps(dict(plan.settings))
    row.decks = plan.decks
    row.sides = [GameSideRow(position=place, name=name) for place, name in enumerate(plan.sides)]


def current_rows(row: GameRow) -> dict[int, RoundVersionRow]:
    """Return the last version of each round by its number, taken back or not."""
    return {version.round: version for version in row.versions}


def played_of(row: GameRow) -> dict[int, dict[str, int]]:
    """Return the points of the rounds that count, by number and side."""
    names = {side.id: side.name for side in row.sides}
    return {
        number: {names[points.side_id]: points.points for points in version.points}
        for number, version in current_rows(row).items()
        if version.record is not None
    }


def standing_changes(row: GameRow) -> list[RoundVersionRow | EndingRow]:
    """Return the changes that were not taken back, in the order they were made."""
    changes: list[RoundVersionRow | EndingRow] = sorted([*row.versions, *row.endings], key=lambda one: one.change)
    gone = {one.undoes for one in changes}
    return [one for one in changes if one.undoes is None and one.change not in gone]


def standing_ending(row: GameRow) -> EndingRow | None:
    """Return the change that ended the game early, None where it goes on."""
    return next((one for one in standing_changes(row) if isinstance(one, EndingRow)), None)


def version_of(row: GameRow, version: RoundVersionRow) -> RoundVersion:
    """Return a version of a round."""
    points = {points.side_id: points.points for points in version.points}
    return RoundVersion(
        game=row.id,
        change=version.change,
        round=version.round,
        version=version.version,
        made_at=version.made_at,
        action=Action(version.action),
        reason=version.reason,
        undoes=version.undoes,
        points={side.name: points[side.id] for side in row.sides if side.id in points},
        record_json=version.record,
        tally_json=version.tally,
    )


def ending_of(row: GameRow, ending: EndingRow) -> Ending:
    """Return a game's ending, or its going on."""
    return Ending(row.id, ending.change, ending.made_at, ending.reason, ending.undoes)


def change_of(row: GameRow, change: RoundVersionRow | EndingRow) -> RoundVersion | Ending:
    """Return a change of a game."""
    return version_of(row, change) if isinstance(change, RoundVersionRow) else ending_of(row, change)


def game_of(row: GameRow) -> Game:
    """Return a game with the current versions of its rounds."""
    plan = plan_of(row)
    state = game_state(plan, played_of(row), ended=standing_ending(row) is not None)
    current, standing = current_rows(row), standing_changes(row)
    return Game(
        id=row.id,
        name=row.name,
        plan=plan,
        made_at=row.made_at,
        revision=row.revision,
        rounds=tuple(version_of(row, current[played.number]) for played in state.rounds),
        state=state,
        endings=tuple(ending_of(row, one) for one in row.endings),
        last_change=change_of(row, standing[-1]) if standing else None,
    )
