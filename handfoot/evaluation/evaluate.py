"""Runs over labelled photos and tables: a row for each, and the figures they come to."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from handfoot.evaluation.judging import Look, PhotoRow, judge_photo
from handfoot.evaluation.labelled import LabelledPhoto, labelled_photos, scenes_in
from handfoot.evaluation.reading import ReadPhoto, readings_of
from handfoot.evaluation.reliability import Said, What, binned, calibration_error
from handfoot.evaluation.results import SetFigures, gather
from handfoot.evaluation.tabletruth import (
    BETWEEN_ERRORS,
    JudgedTable,
    SideRow,
    TableFigures,
    gather_tables,
    judge_table,
    judged_tables,
)
from vision.photoreading import ReadsPhotos

_Thing = TypeVar("_Thing")


@dataclass(frozen=True)
class Evaluation:
    """Rows of photos and of the tables' sides, and the figures of each set of them."""

    photos: tuple[PhotoRow, ...]
    sides: tuple[SideRow, ...]

    @property
    def sets(self) -> tuple[SetFigures, ...]:
        """The figures of each set of photos, in the order they were read."""
        groups = groupby(self.photos, key=lambda row: row.source)
        return tuple(gather(source, tuple(rows)) for source, rows in groups)

    @property
    def said(self) -> dict[str, list[Said]]:
        """How sure readings were and whether they were right: of real photos, and of rendered ones."""
        groups: dict[str, list[Said]] = {}
        for row in self.photos:
            groups.setdefault("rendered" if row.split == "rendered" else "real", []).extend(row.said)
        return {name: groups[name] for name in ("real", "rendered") if groups.get(name)}

    @property
    def failures(self) -> tuple[str, ...]:
        """A line for each thing for which a photo or a table could not be read or judged; each names its place."""
        of_photos = ((f"{row.source}/{row.photo}", Path(row.photo).name, row.error) for row in self.photos)
        # A table's row has the errors of several photos in one.
        of_sides = (
            (f"{row.source}/{row.table}/{row.side}", row.table, error)
            for row in self.sides
            for error in row.error.split(BETWEEN_ERRORS)
        )
        failed = ((place, name, why) for place, name, why in (*of_photos, *of_sides) if why)
        # Most begin with the file that is meant.
        lines = (why if name in Path(why.split(":")[0]).parts else f"{place}: {why}" for place, name, why in failed)
        return tuple(dict.fromkeys(lines))

    @property
    def table_sets(self) -> tuple[TableFigures, ...]:
        """The figures of each set of tables."""
        groups = groupby(self.sides, key=lambda row: row.source)
        return tuple(gather_tables(source, tuple(rows)) for source, rows in groups)


def set_names(folders: Iterable[Path]) -> dict[Path, str]:
    """Return what the set of each folder is called: by the folder, and where two share that, by those it lies in too.

    ``scenes``; or ``red/scenes`` and ``blue/scenes``.
    """
    parts = {folder: folder.resolve().parts for folder in folders}

    def shared(folder: Path, depth: int) -> bool:
        mine = parts[folder]
        return any(other != mine and other[-depth:] == mine[-depth:] for other in parts.values())

    names = {}
    for folder, mine in parts.items():
        depth = next(depth for depth in range(1, len(mine) + 1) if not shared(folder, depth))
        names[folder] = "/".join(mine[-depth:])
    return names


def photos_to_judge(
    folders: Sequence[Path],
    tables: Sequence[JudgedTable] = (),
    *,
    split: str = "val",
    limit: int | None = None,
    amended: bool = False,
) -> list[LabelledPhoto]:
    """Return the labelled photos of the folders: rendered ones, and real ones of the part ``split`` (or ``all``).

    limit: at most so many a folder, spread evenly over it; of a folder of tables, those of ``tables``. amended: whether
    their hand labels are put right where they are known to be wrong.

    Raises:
        LabelError: if a folder has no labelled photo, and no table either.
    """
    chosen: list[LabelledPhoto] = []
    for folder, source in set_names(folders).items():
        judged = [table.path for table in tables if table.within == folder]
        if judged:
            shown = (photo for photo in scenes_in(folder) if any(path in photo.path.parents for path in judged))
            chosen.extend(replace(photo, source=source) for photo in shown)
            continue
        photos = [photo for photo in labelled_photos(folder) if split == "all" or photo.split in (split, "rendered")]
        chosen.extend(replace(photo, source=source, amended=amended) for photo in thinned(photos, limit))
    return chosen


def tables_to_judge(folders: Sequence[Path], *, limit: int | None = None) -> list[JudgedTable]:
    """Return the tables of the folders that come with their truth, at most ``limit`` a folder."""
    return [
        replace(table, source=source)
        for folder, source in set_names(folders).items()
        for table in thinned(list(judged_tables(folder)), limit)
    ]


def thinned(things: Sequence[_Thing], limit: int | None) -> list[_Thing]:
    """Return at most ``limit`` of the things, spread evenly."""
    if limit is None or limit >= len(things):
        return list(things)
    return [things[place * len(things) // limit] for place in range(limit)]


def evaluate(
    photos: Sequence[LabelledPhoto],
    tables: Sequence[JudgedTable],
    read: Mapping[Path, ReadPhoto],
    reader: ReadsPhotos,
    *,
    look: Look | None = None,
) -> Evaluation:
    """Judge the photos, then the tables, by how their files were read; ``look`` is called for photos with errors."""
    known = readings_of(read)
    return Evaluation(
        tuple(judge_photo(photo, read[photo.path], look) for photo in photos),
        tuple(row for table in tables for row in judge_table(table, reader, known)),
    )


def summary_json(evaluation: Evaluation) -> str:
    """Return the figures of each set as JSON."""
    sets = [
        {**asdict(figures), "precision": figures.precision, "recall": figures.recall, "exact": figures.exact}
        for figures in evaluation.sets
    ]
    tables = [asdict(figures) for figures in evaluation.table_sets]
    return json.dumps({"photos": sets, "tables": tables, "calibration_error": _errors(evaluation)}, indent=1) + "\n"


def _errors(evaluation: Evaluation) -> dict[str, dict[str, float | None]]:
    """Return the expected calibration error of each group of photos, by what was read."""
    return {
        name: {what.value: calibration_error(binned(one for one in said if one.what is what)) for what in What}
        for name, said in evaluation.said.items()
    }
