"""What doubt costs and saves: tables wrong in silence against what is asked, as the thresholds of doubt move."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from handfoot.evaluation.tabletruth import JudgedTable, gather_tables, judge_table
from handfoot.pipeline import ReadsPhotos
from vision.doubts import CHOSEN, Thresholds
from vision.read import PhotoReading, doubted

FACES = (0.0, 0.7, 0.9, 0.95, 0.98, 0.99, 0.995)
"""How sure a face must be, from never doubted to hardly ever not."""

CORNERS = (0.0, 0.3, 0.4, 0.5, 0.55, 0.65, 0.7)
"""The finder's score of a card's one corner, a joker's as much above it as in the thresholds that were chosen."""


@dataclass(frozen=True)
class CurvePoint:
    """What a set of tables came to under some thresholds. moved: which of them differ from the chosen ones.

    wrong: tables whose interval does not hold the truth; silent: those of them about which nothing was in doubt and
    nothing unusual was asked. raised: doubts and problems; questions: those open; both over all tables.
    """

    source: str
    moved: str
    thresholds: Thresholds
    tables: int
    wrong: int
    silent: int
    questions: int
    raised: int


def settings() -> tuple[tuple[str, Thresholds], ...]:
    """Return the thresholds to try, with the name of what moves: the face's, the corner's, and both together."""
    faces = [("face", replace(CHOSEN, sure=sure)) for sure in FACES]
    corners = [("corner", _with_corner(CHOSEN, score)) for score in CORNERS]
    both = [("both", _with_corner(replace(CHOSEN, sure=sure), score)) for sure, score in _together()]
    # What was chosen belongs to each of the three rows.
    return (("chosen", CHOSEN), *faces, *corners, *both)


def curve(
    tables: Sequence[JudgedTable],
    readings: Mapping[Path, PhotoReading],
    reader: ReadsPhotos,
    *,
    watch: Callable[[], None] = lambda: None,
) -> tuple[CurvePoint, ...]:
    """Score the tables anew under each of the settings, from the same readings; ``watch`` is called after each."""
    points = []
    for moved, thresholds in settings():
        known = {path: doubted(reading, thresholds) for path, reading in readings.items()}
        for source in dict.fromkeys(table.source for table in tables):
            mine = (table for table in tables if table.source == source)
            rows = [row for table in mine for row in judge_table(table, reader, known)]
            figures = gather_tables(source, rows)
            wrong = figures.tables - figures.held
            points.append(
                CurvePoint(
                    *(source, moved, thresholds, figures.tables, wrong),
                    *(figures.silent, figures.questions, figures.raised),
                )
            )
        watch()
    return tuple(points)


def curve_csv(points: Iterable[CurvePoint]) -> str:
    """Return a CSV with a row per point."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [field.name for field in fields(Thresholds)]
    writer.writerow(("tables", "moved", *names, "count", "wrong", "silent", "questions", "doubts_and_problems"))
    for point in points:
        values = asdict(point.thresholds).values()
        asked = (point.tables, point.wrong, point.silent, point.questions, point.raised)
        writer.writerow((point.source, point.moved, *values, *asked))
    return text.getvalue()


def _with_corner(thresholds: Thresholds, score: float) -> Thresholds:
    joker = score + CHOSEN.weak_joker - CHOSEN.weak_score if score else 0.0
    return replace(thresholds, weak_score=score, weak_joker=round(min(joker, 1.0), 3))


def _together() -> tuple[tuple[float, float], ...]:
    return ((0.0, 0.0), (0.7, 0.4), (0.8, 0.5), (0.9, 0.55), (0.98, 0.65), (0.99, 0.7))
