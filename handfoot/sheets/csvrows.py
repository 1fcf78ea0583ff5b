"""Scores as a sheet: one CSV row a side."""

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
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


def rows_kept(path: Path) -> dict[str, list[SideCells]]:
    """Return the rows that a sheet of sides holds, by the cell of their table; none where it is no such sheet."""
    try:
        # A spreadsheet that saved it again may have set its mark before it.
        header, *rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig")))) or [[]]
    except (OSError, UnicodeDecodeError, csv.Error):
        return {}
    kept: dict[str, list[SideCells]] = {}
    for row in rows if tuple(header) == COLUMNS else ():
        if len(row) == len(COLUMNS):
            kept.setdefault(row[0], []).append(tuple(row))
    return kept


def cell_text(name: str) -> str:
    """Return a name as a cell that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name
