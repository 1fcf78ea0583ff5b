"""A tournament as a sheet: JSON for programs, and a CSV with one row a team."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from handfoot.csvtext import csv_text
from handfoot.sheets.csvrows import cell_text
from handfoot.store.kept import KeptTournament, TournamentTitle
from scorer.tournament.desk import questions
from scorer.tournament.events import event_to_json
from scorer.tournament.standings import Gap, Standing, gaps, remarks, standings
from scorer.tournament.state import GAMES, DrawnGame, Tournament
from scorer.tournament.undecided import Question


def tournament_to_json(kept: KeptTournament, *, history: bool = False) -> dict[str, object]:
    """Return a tournament as JSON: teams, tables, results, standings, what it waits for, medals, and all that happened.

    ``changes`` is the number of the last thing that happened.
    """
    state = kept.state
    waiting = gaps(state, state.games[-1]) if state.games and state.medals is None else ()
    data: dict[str, object] = {
        "id": kept.id,
        "name": state.name,
        "rules": state.rules.id,
        "settings": dict(state.settings),
        "rounds": list(state.rounds),
        "stage": state.stage.value,
        "changes": len(kept.history),
        "teams": [
            {
                "name": team.name,
                "players": list(team.players),
                "withdrew": state.withdrawn[team.name].reason if team.name in state.withdrawn else None,
            }
            for team in state.teams
        ],
        "games": [_game_to_json(state, game) for game in state.games],
        "going_on": None if state.going_on is None else list(state.going_on),
        "decided_points": [
            {"game": game, "round": number, "team": team, "points": ruled.points}
            for (game, number, team), ruled in state.set_points.items()
        ],
        "standings": [_standing_to_json(line) for line in standings(state)],
        "waiting": [_gap_to_json(gap) for gap in waiting],
        "remarks": list(remarks(state)),
        "questions": [_question_to_json(question) for question in questions(state)],
        "medals": None
        if state.medals is None
        else [{"team": medal.team, "medal": medal.metal.value} for medal in state.medals],
    }
    if history:
        data["history"] = [
            {"number": one.number, "made_at": one.made_at.isoformat(), **event_to_json(one.event)}
            for one in kept.history
        ]
    return data


def _game_to_json(state: Tournament, game: DrawnGame) -> dict[str, object]:
    return {
        "game": game.number,
        "seed": game.seed,
        "bye": game.bye,
        "tables": [
            {
                "table": table.number,
                "teams": list(table.teams),
                "rounds": [
                    {
                        "round": number,
                        "points": dict(result.points),
                        "agreed": [team for team in table.teams if team in result.agreed],
                        "counts": not state.yet_to_agree(result),
                        "version": result.version,
                        "reason": result.reason,
                        "before": None if result.before is None else dict(result.before.points),
                    }
                    for number in state.rounds
                    if (result := game.results.get((table.number, number))) is not None
                ],
            }
            for table in game.tables
        ],
    }


def _standing_to_json(line: Standing) -> dict[str, object]:
    return {
        "place": line.place,
        "team": line.team,
        "games": list(line.points),
        "total": line.total,
        "status": line.status.value,
        "tied": line.tied,
        "tie_decided": line.tie_decided,
        "decided": line.decided,
        "medal": line.medal.value if line.medal is not None else None,
    }


def _gap_to_json(gap: Gap) -> dict[str, object]:
    return {**asdict(gap), "say": gap.say}


def _question_to_json(question: Question) -> dict[str, object]:
    return {
        "matter": question.matter.value,
        "say": question.say,
        "teams": list(question.teams),
        "number": question.number,
        "total": question.total,
        "decided": question.ruling is not None,
    }


def titles_to_json(titles: Iterable[TournamentTitle]) -> list[dict[str, object]]:
    """Return the list of the tournaments as programs read it."""
    return [
        {"id": one.id, "name": one.name, "made_at": one.made_at.isoformat(), "changes": one.events} for one in titles
    ]


def tournament_csv(kept: KeptTournament) -> str:
    """Return a CSV with a row for each team: its place, table and points by round of each game, and its medal.

    Only points that count stand there: those that the table agreed, or that the coordinator decided, which the last
    column names.
    """
    games = _game_columns(kept.state)
    return csv_text(("place", "team", "players", "status", *games, "total", "medal", "decided"), _rows(kept.state))


def _rows(state: Tournament) -> Iterator[tuple[object, ...]]:
    players = {team.name: " and ".join(team.players) for team in state.teams}
    lines = standings(state)
    for line in lines:
        yield (
            *(line.place, cell_text(line.team), cell_text(players[line.team]), line.status.value),
            *_game_cells(state, line.team),
            *(line.total, line.medal.value if line.medal is not None else "", _decided(state, line.team)),
        )
    drawn = {line.team for line in lines}
    blank = [""] * (len(list(_game_columns(state))) + 3)
    for team in state.teams:
        if team.name not in drawn:
            status = "withdrew" if team.name in state.withdrawn else "entered"
            yield ("", cell_text(team.name), cell_text(players[team.name]), status, *blank)


def _decided(state: Tournament, team: str) -> str:
    """Return the points that the coordinator set for a team, by the columns that they stand in."""
    return "; ".join(
        f"game {game}{'' if number is None else f' round {number}'}: {ruled.points}"
        for (game, number, ruled_team), ruled in state.set_points.items()
        if ruled_team == team
    )


def _game_columns(state: Tournament) -> Iterator[str]:
    for game in range(1, GAMES + 1):
        yield f"game {game} table"
        for number in state.rounds:
            yield f"game {game} round {number}"
        yield f"game {game}"


def _game_cells(state: Tournament, team: str) -> Iterator[object]:
    for game in state.games:
        if team not in game.teams:
            yield from [""] * (len(state.rounds) + 2)
            continue
        table = game.table_of(team)
        yield "bye" if table is None else table.number
        for number in state.rounds:
            points = state.round_points(game.number, number, team)
            yield "" if points is None else points
        yield state.game_points(game.number, team)
    yield from [""] * (len(state.rounds) + 2) * (GAMES - len(state.games))
