"""A game as a sheet: JSON for programs, CSV for spreadsheets, and a page to print."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import resources

from jinja2 import Environment

from handfoot.csvtext import csv_text
from handfoot.sheets.csvrows import cell_text
from handfoot.sheets.printed import as_printed, day, moment, sentence, signed
from handfoot.store.kept import Game, RoundVersion
from handfoot.store.tablepoints import OtherPoints
from scorer.faces import Face
from scorer.notation import format_cards
from scorer.record import Setting
from scorer.words import counted

COLUMNS = (
    *("game", "rules", "round", "side", "points", "total", "low", "best", "high", "version", "confirmed_at", "reason"),
    "ended_early",
)


def ended_early(game: Game) -> str:
    """Return in words how much was played of a game that was ended early."""
    played, planned = len(game.state.rounds), len(game.plan.rounds)
    return f"ended early after {f'{played} of {planned} rounds' if planned else counted(played, 'round')}"


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
    """Return a game as JSON: its rounds with points and running totals, what comes next, and who won.

    With the versions of its rounds come its endings: when it was ended early and, by what they undo, gone on with.
    """
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
        "ended_early": state.ended_early,
        "winners": list(state.winners),
        "remarks": list(state.remarks),
    }
    if history is not None:
        data["history"] = [version_to_json(version) for version in history]
        data["endings"] = [
            {
                "change": ending.change,
                "made_at": ending.made_at.isoformat(),
                "reason": ending.reason,
                "undoes": ending.undoes,
            }
            for ending in game.endings
        ]
    return data


def game_csv(game: Game) -> str:
    """Return a CSV with a row for each round and side: the points confirmed, the running total, and the interval.

    Of points entered by hand there is no interval.
    In each row stands too whether the game was ended early.
    """
    return csv_text(COLUMNS, _rows(game))


def _rows(game: Game) -> Iterator[tuple[object, ...]]:
    for version, played in zip(game.rounds, game.state.rounds, strict=True):
        intervals = _intervals(version)
        for side, total in zip(game.plan.sides, played.totals, strict=True):
            points = version.points[side]
            tallied = (None,) * 3 if version.told_alone(side) else intervals[side]
            yield (
                *(cell_text(game.name), game.plan.rules.id, version.round, cell_text(side)),
                *(points, total, *tallied),
                *(version.version, version.made_at.isoformat(), cell_text(version.reason)),
                "yes" if game.state.ended_early else "",
            )


def game_html(game: Game, elsewhere: Sequence[OtherPoints] = (), *, back: str = "") -> str:
    """Return a page to print: totals round by round, lines to fill in for the rounds to come, and every score's lines.

    It needs nothing beside itself: no style, script or picture from elsewhere. ``elsewhere``: the points that its
    tournament has instead. ``back``: where its link to the game leads, if there is a page of the game; then a button
    prints it, with the page's script.
    """
    source = resources.files("handfoot.sheets").joinpath("scoresheet.html.jinja").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters.update(
        points=signed,
        day=day,
        moment=moment,
        sentence=sentence,
        cards=printed_cards,
        words=partial(_words, _reasons()),
    )
    page = environment.from_string(source)
    played = {one.number for one in game.state.rounds}
    return page.render(
        game=game,
        house=house_rules(game),
        back=back,
        elsewhere=elsewhere,
        state=game.state,
        rounds=list(zip(game.rounds, game.state.rounds, strict=True)),
        to_come=[] if game.state.finished else [number for number in game.plan.rounds if number not in played],
        early=ended_early(game) if game.state.ended_early else "",
    )


def house_rules(game: Game) -> str:
    """Return the settings that a game is played with beyond its rules, as ``red 3s left −300, second book yes``."""
    return ", ".join(f"{_words(_reasons(), name)} {_said(value)}" for name, value in game.plan.settings.items())


def _said(value: Setting) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return signed(value) if isinstance(value, int) else value.replace("_", " ")


@cache
def _reasons() -> Mapping[str, str]:
    """Return what a line's reason is called: on paper as on the page."""
    text = resources.files("handfoot.web").joinpath("texts", "en", "game.toml").read_text(encoding="utf-8")
    found: dict[str, str] = tomllib.loads(text)["reason"]
    return found


def _words(reasons: Mapping[str, str], name: str) -> str:
    return reasons.get(name) or name.replace("_", " ")


def printed_cards(cards: Sequence[str]) -> str:
    """Return the cards of a line of the score, by their faces, as a sheet shows them."""
    return as_printed(format_cards([Face(card) for card in cards]))


def _intervals(version: RoundVersion) -> Mapping[str, tuple[object, object, object]]:
    """Return each side's lowest, best and highest points as they were tallied."""
    tallied = version.tally or {}
    sides = tallied.get("sides")
    assert isinstance(sides, list)
    return {side["name"]: (side["low"], side["best"], side["high"]) for side in sides}
