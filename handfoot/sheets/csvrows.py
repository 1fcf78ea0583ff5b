"""Scores as a sheet: one CSV row a side."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from handfoot.csvtext import csv_text
from scorer.scoring.account import Reason

if TYPE_CHECKING:
    from handfoot.pipeline import ScoredTable

COLUMNS = (
    *("table", "rules", "round", "side", "low", "best", "high", "score_before", "total"),
    *(reason.value for reason in Reason),
    *("problems", "questions", "doubts"),
)


SideCells = tuple[object, ...]
"""The cells of a side's row, under ``COLUMNS``."""


def sides_csv(rows: Iterable[SideCells]) -> str:
    """Return a CSV of the rows of ``side_rows``."""
    return csv_text(COLUMNS, rows)


def side_rows(table: "ScoredTable") -> Iterator[SideCells]:
    """Yield a row per side: its interval, its points by reason, and how much about it is open.

    ``total`` is the score before plus the best value.
    """
    for side, score, seen in zip(table.record.sides, table.tally.sides, table.sides, strict=True):
        by_reason = dict.fromkeys(Reason, 0)
        for line in score.lines:
            by_reason[line.reason] += line.points
        yield (
            *(cell_text(table.name), table.record.rules, table.record.round, cell_text(side.name)),
            *(score.low, score.best, score.high, side.score_before, side.score_before + score.best),
            *by_reason.values(),
            *(len(score.problems), len(score.questions), len(seen.doubts)),
        )


def cell_text(name: str) -> str:
    """Return a name as a cell that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name
