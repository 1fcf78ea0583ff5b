"""Whole tables whose truth is known, scored and judged: a row per side, whatever happens."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from handfoot.asking.maybes import maybes_of
from handfoot.errors import HandfootError, LabelError
from handfoot.evaluation.failing import told
from handfoot.pipeline import ScoredTable, score_table
from handfoot.tables import read_table, table_folders
from scorer.errors import ScorerError
from scorer.record import Record, parse_record
from scorer.scoring.account import Tally
from scorer.scoring.tally import tally
from vision.errors import DeckError
from vision.photoreading import PhotoReading, ReadsPhotos

TRUTH = Path("truth") / "record.json"
"""Where a table's folder has the record of what truly lies there."""

UNUSABLE = (HandfootError, ScorerError, DeckError)
"""What a table that cannot be judged raises; the rows of its sides tell why."""

BETWEEN_ERRORS = " | "
"""What stands between the errors of a row that has several."""


@dataclass(frozen=True)
class JudgedTable:
    """A table's folder, the folder of tables it lies in, and the set it belongs to."""

    path: Path
    within: Path
    source: str


@dataclass(frozen=True)
class SideRow:
    """What one side's score came to; points of the round.

    truth: the score of what truly lies there. exact: ``best`` is it. held: low to high holds it. raised: doubts and
    problems about the side and about its table. questions: those open; of_cards: those among them that ask about cards,
    as no reader that reads all photos rightly would; cards_asked: about how many. silent: neither held nor raised.
    error: empty, or why there is none.
    """

    source: str
    table: str
    side: str
    truth: int
    low: int = 0
    best: int = 0
    high: int = 0
    exact: bool = False
    held: bool = False
    raised: int = 0
    questions: int = 0
    of_cards: int = 0
    cards_asked: int = 0
    silent: bool = False
    error: str = ""


@dataclass(frozen=True)
class TableFigures:
    """How a set of tables fared; a table counts as exact, held or read where all of its sides are.

    silent: tables with a side whose score is wrong though nothing about it was in doubt. questions, of_cards,
    cards_asked, raised: over all sides.
    """

    source: str
    tables: int
    failed: int
    exact: int
    held: int
    silent: int
    sides: int
    sides_exact: int
    median_width: int
    questions: int
    of_cards: int
    cards_asked: int
    raised: int


def judged_tables(folder: Path) -> Iterator[JudgedTable]:
    """Yield the tables of a folder that come with their truth, by name.

    Raises:
        FolderError: if there is no such folder.
    """
    for path in table_folders(folder):
        if (path / TRUTH).is_file():
            yield JudgedTable(path, folder, folder.resolve().name)


def judge_table(table: JudgedTable, reader: ReadsPhotos, known: Mapping[Path, PhotoReading]) -> list[SideRow]:
    """Score a table and compare it with its truth; an error, even a crash, becomes rows too.

    known: the photos read before, by their files; ``reader`` is asked for others.
    """
    try:
        _, truth = truth_of(table)
    except LabelError as error:
        return [SideRow(table.source, table.path.name, "", 0, error=str(error))]
    try:
        scored = score_table(read_table(table.path, within=table.within), reader, known=known)
    except Exception as error:
        return _failed(table, truth, told(error))
    return [_row(table, truth, scored, name) for name in (side.name for side in truth.sides)]


def gather_tables(source: str, rows: Sequence[SideRow]) -> TableFigures:
    """Return the figures of a set of tables."""
    tables: dict[str, list[SideRow]] = {}
    for row in rows:
        tables.setdefault(row.table, []).append(row)
    widths = sorted(row.high - row.low for row in rows if not row.error)
    return TableFigures(
        source=source,
        tables=len(tables),
        failed=sum(any(row.error for row in sides) for sides in tables.values()),
        exact=sum(all(row.exact for row in sides) for sides in tables.values()),
        held=sum(all(row.held for row in sides) for sides in tables.values()),
        silent=sum(any(row.silent for row in sides) for sides in tables.values()),
        sides=len(rows),
        sides_exact=sum(row.exact for row in rows),
        median_width=widths[len(widths) // 2] if widths else 0,
        questions=sum(row.questions for row in rows),
        of_cards=sum(row.of_cards for row in rows),
        cards_asked=sum(row.cards_asked for row in rows),
        raised=sum(row.raised for row in rows),
    )


def truth_of(table: JudgedTable) -> tuple[Record, Tally]:
    """Return what truly lies on a table, and its score.

    Raises:
        LabelError: if its record cannot be read.
    """
    path = table.path / TRUTH
    try:
        record = parse_record(path.read_text(encoding="utf-8"))
        return record, tally(record)
    except (OSError, ValueError) as error:
        raise LabelError(f"{path}: cannot be read as the truth of a table ({error})") from None


def _row(table: JudgedTable, truth: Tally, scored: ScoredTable, name: str) -> SideRow:
    true = next(side.best for side in truth.sides if side.name == name)
    score = next((side for side in scored.tally.sides if side.name == name), None)
    seen = next((side for side in scored.sides if side.name == name), None)
    if score is None or seen is None:
        return SideRow(table.source, table.path.name, name, true, error="no folder of this side")
    raised = len(score.problems) + len(scored.tally.problems) + len(seen.doubts) + len(scored.doubts)
    held = score.low <= true <= score.high
    single = {maybe.about for side in scored.record.sides if side.name == name for maybe in maybes_of(side)}
    return SideRow(
        source=table.source,
        table=table.path.name,
        side=name,
        truth=true,
        low=score.low,
        best=score.best,
        high=score.high,
        exact=score.best == true,
        held=held,
        raised=raised,
        questions=len(score.questions),
        of_cards=sum(not single.isdisjoint(question.things) for question in score.questions),
        cards_asked=len(single.intersection(thing for question in score.questions for thing in question.things)),
        silent=not held and raised == 0 and not scored.errors,
        error=BETWEEN_ERRORS.join(scored.errors),
    )


def _failed(table: JudgedTable, truth: Tally, why: str) -> list[SideRow]:
    return [SideRow(table.source, table.path.name, side.name, side.best, error=why) for side in truth.sides]
