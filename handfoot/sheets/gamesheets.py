"""A game as a sheet: JSON for programs, CSV for spreadsheets, and a page to print."""

import csv
import io
from collections.abc import Mapping, Sequence
from importlib import resources

from jinja2 import Environment

from handfoot.sheets.csvrows import cell_text
from handfoot.store.kept import Game, RoundVersion

COLUMNS = (
    *("game", "rules", "round", "side", "points", "total", "low", "best", "high", "version", "confirmed_at", "reason"),
)


def version_to_json(version: RoundVersion) -> dict[str, object]:
    """Return a version of a round as JSON, without its record and tally."""
    return {
        "change": version.change,
        "round": version.round,
        "version": version.version,
        "made_at": version.made_at.isoformat(),
        "action": version.action.value,
        "reason": version.reason,
        "undoes": version.undoes,
        "points": dict(version.points),
    }


def game_to_json(game: Game, history: Sequence[RoundVersion] | None = None) -> dict[str, object]:
    """Return a game as JSON: its rounds with points and running totals, what comes next, and who won."""
    state, plan = game.state, game.plan
    upcoming = state.next and {
        "round": state.next.number,
        "openings": dict(zip(plan.sides, state.next.openings, strict=True)),
        "extra": state.next.extra,
    }
    data: dict[str, object] = {
        "id": game.id,
        "name": game.name,
        "rules": plan.rules.id,
        "sides": list(plan.sides),
        "game_rounds": list(plan.rounds),
        "settings": dict(plan.settings),
        "decks": plan.decks,
        "made_at": game.made_at.isoformat(),
        "revision": game.revision,
        "rounds": [
            {**version_to_json(version), "totals": dict(zip(plan.sides, played.totals, strict=True))}
            for version, played in zip(game.rounds, state.rounds, strict=True)
        ],
        "totals": dict(zip(plan.sides, state.totals, strict=True)),
        "next": upcoming,
        "finished": state.finished,
        "winners": list(state.winners),
        "remarks": list(state.remarks),
    }
    if history is not None:
        data["history"] = [version_to_json(version) for version in history]
    return data


def game_csv(game: Game) -> str:
    """Return a CSV with a row for each round and side: the points confirmed, the running total, and the interval."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for version, played in zip(game.rounds, game.state.rounds, strict=True):
        intervals = _intervals(version)
        for side, total in zip(game.plan.sides, played.totals, strict=True):
            writer.writerow(
                [
                    *(cell_text(game.name), game.plan.rules.id, version.round, cell_text(side)),
                    *(version.points[side], total, *intervals[side]),
                    *(version.version, version.made_at.isoformat(), cell_text(version.reason)),
                ]
            )
    return text.getvalue()


def game_html(game: Game) -> str:
    """Return a page to print: totals round by round, lines to fill in for the rounds to come, and every score's lines.

    It needs nothing beside itself: no style, script or picture from elsewhere.
    """
    source = resources.files("handfoot.sheets").joinpath("scoresheet.html.jinja").read_text(encoding="utf-8")
    page = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(source)
    played = {one.number for one in game.state.rounds}
    return page.render(
        game=game,
        state=game.state,
        rounds=list(zip(game.rounds, game.state.rounds, strict=True)),
        to_come=[number for number in game.plan.rounds if number not in played],
    )


def _intervals(version: RoundVersion) -> Mapping[str, tuple[object, object, object]]:
    """Return each side's lowest, best and highest points as they were tallied."""
    tallied = version.tally or {}
    sides = tallied.get("sides")
    assert isinstance(sides, list)
    return {side["name"]: (side["low"], side["best"], side["high"]) for side in sides}
