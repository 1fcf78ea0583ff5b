"""What doubt costs and saves: tables wrong in silence against what is asked, as the thresholds of doubt move."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path

from handfoot.csvtext import csv_text
from handfoot.evaluation.tabletruth import JudgedTable, gather_tables, judge_table
from vision.doubting.doubts import CHOSEN, Thresholds
from vision.photoreading import PhotoReading, ReadsPhotos, doubted

FACES = (0.0, 0.7, 0.9, 0.95, 0.98, 0.995, 0.998)
"""How sure a face must be, from never doubted to hardly ever not."""

PRESENCES = (0.0, 0.6, 0.8, 0.9, 0.97, 0.99, 0.995, 0.999, 0.9995)
"""How likely a card must lie there at all."""


TOGETHER = ((0.0, 0.0), (0.7, 0.6), (0.8, 0.7), (0.9, 0.8), (0.95, 0.9), (0.98, 0.98), (0.995, 0.999))
"""Both at once."""


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
    """Return the thresholds to try, with the name of what moves: the face's, the card's presence, and both together."""
    faces = [("face", replace(CHOSEN, sure=sure)) for sure in FACES]
    presences = [("presence", replace(CHOSEN, there=there)) for there in PRESENCES]
    both = [("both", Thresholds(sure, there)) for sure, there in TOGETHER]
    # What was chosen belongs to each of the three rows.
    return (("chosen", CHOSEN), *faces, *presences, *both)


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
            points.append(
                CurvePoint(
                    source=source,
                    moved=moved,
                    thresholds=thresholds,
                    tables=figures.tables,
                    wrong=figures.tables - figures.held,
                    silent=figures.silent,
                    questions=figures.questions,
                    raised=figures.raised,
                )
            )
        watch()
    return tuple(points)


def curve_csv(points: Iterable[CurvePoint]) -> str:
    """Return a CSV with a row per point."""
    names = [field.name for field in fields(Thresholds)]
    rows = (
        (
            *(point.source, point.moved, *astuple(point.thresholds)),
            *(point.tables, point.wrong, point.silent, point.questions, point.raised),
        )
        for point in points
    )
    return csv_text(("tables", "moved", *names, "count", "wrong", "silent", "questions", "doubts_and_problems"), rows)
