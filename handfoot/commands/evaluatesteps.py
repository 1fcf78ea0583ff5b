"""The steps of ``handfoot evaluate``: how its photos are read, what is judged of them, and the files it writes."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from handfoot.annotate import annotate_errors
from handfoot.commands.terminal import progress_bar
from handfoot.csvtext import csv_of
from handfoot.evaluation.answering import AnsweredRow, answered_markdown, judge_answers
from handfoot.evaluation.doubtcurve import CurvePoint, curve, curve_csv, settings
from handfoot.evaluation.evaluate import Evaluation, summary_json
from handfoot.evaluation.figures import calibration, markdown, price_of_doubt
from handfoot.evaluation.judging import Look
from handfoot.evaluation.labelled import LabelledPhoto
from handfoot.evaluation.matching import IndexMatch
from handfoot.evaluation.perfect import read_perfectly
from handfoot.evaluation.reading import ReadPhoto, read_afar, read_files
from handfoot.evaluation.reliability import reliability_csv
from handfoot.evaluation.results import photos_csv
from handfoot.evaluation.several import SeveralRow, several_markdown
from handfoot.evaluation.tabletruth import JudgedTable, SideRow
from handfoot.farreading import WantedPhoto, readings_from
from handfoot.keptreadings import KeptReadings, program_digest
from handfoot.output import free_path, make_output_folder, write_photo, write_text
from vision.photoreading import PhotoReading, ReadsPhotos
from vision.photos.frames import Frame


def read_all(
    files: Sequence[Path],
    reader: ReadsPhotos,
    models: Path | None,
    *,
    ray: str | None,
    keep: Path | None,
    out: Path,
    perfect: bool,
) -> Mapping[Path, ReadPhoto]:
    """Read the files: here, on the cluster ``ray``, or by their labels.

    keep: the folder in which readings are kept; those of a cluster are under ``out`` by themselves.

    Raises:
        ClusterError: if the cluster cannot be joined, or its machines have other nets or another program.
        OutputError: if a reading cannot be kept.
    """
    if perfect:
        return {path: read_perfectly(path) for path in files}
    where = keep or (None if ray is None else out / "readings")
    kept = None if where is None else KeptReadings(where, program_digest(models))
    with progress_bar(len(files), "reading") as advance:
        if ray is None:
            return read_files(files, reader, kept, watch=advance)
        with readings_from(ray, map(WantedPhoto, files), models=models, kept=kept) as far:
            return read_afar(files, far, reader, advance)


def judge_answered(
    tables: Sequence[JudgedTable], known: Mapping[Path, PhotoReading], out: Path
) -> tuple[AnsweredRow, ...]:
    """Answer every question about the tables, and write what that comes to."""
    with progress_bar(len(tables), "answering") as advance:
        answers = tuple(judge_answers(tables, known, watch=advance))
    write_text(out / "answered.csv", csv_of(AnsweredRow, answers))
    return answers


def judge_doubted(
    tables: Sequence[JudgedTable], known: Mapping[Path, PhotoReading], reader: ReadsPhotos, out: Path
) -> tuple[CurvePoint, ...]:
    """Judge the tables under other thresholds of doubt, and write what that comes to."""
    with progress_bar(len(settings()), "doubting") as advance:
        points = curve(tables, known, reader, watch=advance)
    write_text(out / "curve.csv", curve_csv(points))
    return points


def figures_by_block(
    evaluation: Evaluation,
    several: Sequence[SeveralRow],
    answers: Sequence[AnsweredRow],
    points: Sequence[CurvePoint],
    *,
    amended: bool,
) -> dict[str, str]:
    """Return the figures as markdown, by the names of the blocks that a page has for them."""
    tabled = (
        markdown(evaluation.sets, evaluation.table_sets),
        several_markdown(several, evaluation.sides),
        answered_markdown(answers),
    )
    blocks = {"amended" if amended else "figures": "\n".join(filter(None, tabled))}
    if evaluation.said and not amended:
        blocks["calibration"] = calibration(evaluation.said)
    if points:
        blocks["doubt"] = price_of_doubt(points)
    return blocks


def write_rows(evaluation: Evaluation, several: Sequence[SeveralRow], text: str, out: Path) -> None:
    """Write the rows of photos, tables and readings, and the figures that they come to."""
    write_text(out / "photos.csv", photos_csv(evaluation.photos))
    write_text(out / "tables.csv", csv_of(SideRow, evaluation.sides))
    write_text(out / "reliability.csv", reliability_csv(evaluation.said.items()))
    write_text(out / "summary.json", summary_json(evaluation))
    write_text(out / "summary.md", text)
    if several:
        write_text(out / "several.csv", csv_of(SeveralRow, several))


def drawing(folder: Path) -> Look:
    """Return a function that draws a photo's errors into a copy of it in the folder."""
    make_output_folder(folder)
    written: set[Path] = set()

    def draw(photo: LabelledPhoto, frame: Frame, match: IndexMatch) -> None:
        drawn = annotate_errors(frame.image, match.errors)
        name = f"{photo.source}-{photo.name}".replace("/", "-")
        write_photo(free_path(folder / name, written), drawn)

    return draw
