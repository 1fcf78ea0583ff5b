"""Scores as a sheet: one CSV row a side."""

import csv
import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

from scorer.account import Reason

if TYPE_CHECKING:
    from handfoot.pipeline import ScoredTable

COLUMNS = (
    *("table", "rules", "round", "side", "low", "best", "high", "score_before", "total"),
    *(reason.value for reason in Reason),
    *("problems", "questions", "doubts"),
)


def sides_csv(tables: "Iterable[ScoredTable]") -> str:
    """Return a CSV with a row per side: its interval, its points by reason, and how much about it is open.

    ``total`` is the score before plus the best value.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for table in tables:
        for side, score, seen in zip(table.record.sides, table.tally.sides, table.sides, strict=True):
            by_reason = dict.fromkeys(Reason, 0)
            for line in score.lines:
                by_reason[line.reason] += line.points
            writer.writerow(
                [
                    *(cell_text(table.name), table.record.rules, table.record.round, cell_text(side.name)),
                    *(score.low, score.best, score.high, side.score_before, side.score_before + score.best),
                    *by_reason.values(),
                    *(len(score.problems), len(score.questions), len(seen.seen.doubts)),
                ]
            )
    return text.getvalue()


def cell_text(name: str) -> str:
    """Return a name as a cell that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name
