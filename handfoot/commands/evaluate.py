"""``handfoot evaluate``: labelled photos and tables read, judged and summed up."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.commands.frontdoor import ExitCode, complain
from handfoot.commands.options import KEEP_OPTION, MODELS_OPTION, PATH, RAY_OPTION, WholeNumber

if TYPE_CHECKING:
    from handfoot.evaluation.answering import AnsweredRow
    from handfoot.evaluation.doubtcurve import CurvePoint
    from handfoot.evaluation.evaluate import Evaluation
    from handfoot.evaluation.judging import Look
    from handfoot.evaluation.labelled import LabelledPhoto
    from handfoot.evaluation.matching import IndexMatch
    from handfoot.evaluation.reading import ReadPhoto
    from handfoot.evaluation.several import SeveralRow
    from handfoot.evaluation.tabletruth import JudgedTable
    from vision.photoreading import PhotoReading, ReadsPhotos
    from vision.photos.frames import Frame


@click.command()
@click.argument("folders", nargs=-1, required=True, type=PATH, metavar="FOLDER…")
@click.option("-o", "--out", type=PATH, required=True, metavar="DIR", help="Where the results go.")
@click.option(
    "--split",
    type=click.Choice(["val", "train", "all"]),
    default="val",
    show_default=True,
    help="Which part of the real photos; the nets learnt from train, not from val.",
)
@click.option("--limit", type=WholeNumber(1), metavar="N", help="At most N photos or tables of each folder.")
@click.option("--markdown", type=PATH, metavar="FILE", help="Also put the figures into this page.")
@click.option("--confusions", type=PATH, metavar="FILE", help="Also write which faces were taken for which.")
@click.option("--curve", is_flag=True, help="Also judge the tables under other thresholds of doubt: curve.csv.")
@click.option("--plots", type=PATH, metavar="DIR", help="Also draw plots there (the extra named evaluate).")
@RAY_OPTION
@KEEP_OPTION
@click.option(
    "--amended", is_flag=True, help="Put the hand labels of the real photos right where they are known to be wrong."
)
@click.option(
    "--answered",
    is_flag=True,
    help="Also answer every question about rendered tables as somebody who sees them would: answered.csv.",
)
@click.option("--perfect", is_flag=True, help="Read rendered photos by their labels, in the place of the nets.")
@click.option("--draw", is_flag=True, help="Also draw the errors into the photos that have some.")
@MODELS_OPTION
@click.pass_context
def evaluate(
    ctx: click.Context,
    folders: tuple[Path, ...],
    *,
    out: Path,
    split: str,
    limit: int | None,
    markdown: Path | None,
    confusions: Path | None,
    curve: bool,
    plots: Path | None,
    ray: str | None,
    keep: Path | None,
    amended: bool,
    answered: bool,
    perfect: bool,
    draw: bool,
    models: Path | None,
) -> None:
    """Judge the reading of labelled photos and the scores of tables whose truth is known.

    A FOLDER holds images and labels (YOLO text or Pascal VOC), or rendered photos with their scenes, or rendered
    tables with their truth. Writes photos.csv, tables.csv, reliability.csv, summary.json and summary.md.
    """
    from handfoot.commands.terminal import make_console
    from handfoot.confusions import confusions_toml, counted_confusions
    from handfoot.csvtext import csv_of
    from handfoot.evaluation.evaluate import evaluate as judge
    from handfoot.evaluation.evaluate import photos_to_judge, tables_to_judge
    from handfoot.evaluation.figures import write_into
    from handfoot.evaluation.plots import check_plots, draw_curve, draw_reliability
    from handfoot.evaluation.reading import files_to_read, readings_of
    from handfoot.evaluation.several import SeveralRow, judge_joining
    from handfoot.output import make_output_folder, write_text
    from vision.read import default_card_reader

    if perfect and (ray is not None or keep is not None):
        raise click.UsageError("--perfect reads labels: no cluster reads, and nothing is to be kept", ctx)
    tables = tables_to_judge(folders, limit=limit)
    photos = photos_to_judge(folders, tables, split=split, limit=limit, amended=amended)
    if plots is not None:
        check_plots()
    make_output_folder(out)
    reader = default_card_reader(models)
    read = _read(files_to_read(photos, tables), reader, models, ray=ray, keep=keep, out=out, perfect=perfect)
    evaluation = judge(photos, tables, read, reader, look=_drawing(out / "errors") if draw else None)
    known = readings_of(read)
    several = judge_joining(tables, known, reader)
    answers = _answered(tables, known, out) if answered else ()
    points = _doubted(tables, known, reader, out) if curve else ()
    blocks = _blocks(evaluation, several, answers, points, amended=amended)
    text = "\n".join(blocks.values())
    _write(evaluation, text, out)
    if several:
        write_text(out / "several.csv", csv_of(SeveralRow, several))
    if plots is not None and evaluation.said:
        draw_reliability(evaluation.said, plots / "reliability.svg")
    if plots is not None and points:
        draw_curve(points, plots / "doubt.svg")
    if markdown is not None:
        for name, block in blocks.items():
            write_into(markdown, block, name=name)
    if confusions is not None:
        pairs = (pair for row in evaluation.photos for pair in row.pairs)
        write_text(confusions, confusions_toml(counted_confusions(pairs)))
    console = make_console()
    console.print(text)
    console.print(f"rows and figures: {out}")
    for line in evaluation.failures:
        complain(line)
    ctx.exit(ExitCode.UNUSABLE if evaluation.failures else ExitCode.CLEAR)


def _read(
    files: "Sequence[Path]",
    reader: "ReadsPhotos",
    models: Path | None,
    *,
    ray: str | None,
    keep: Path | None,
    out: Path,
    perfect: bool,
) -> "Mapping[Path, ReadPhoto]":
    """Read the files: here, on a cluster, or by their labels."""
    from handfoot.commands.terminal import progress_bar
    from handfoot.evaluation.perfect import read_perfectly
    from handfoot.evaluation.reading import read_afar, read_files
    from handfoot.farreading import WantedPhoto, readings_from
    from handfoot.keptreadings import KeptReadings, program_digest

    if perfect:
        return {path: read_perfectly(path) for path in files}
    where = keep or (None if ray is None else out / "readings")
    kept = None if where is None else KeptReadings(where, program_digest(models))
    with progress_bar(len(files), "reading") as advance:
        if ray is None:
            return read_files(files, reader, kept, watch=advance)
        with readings_from(ray, map(WantedPhoto, files), models=models, kept=kept) as far:
            return read_afar(files, far, reader, advance)


def _answered(
    tables: "Sequence[JudgedTable]", known: "Mapping[Path, PhotoReading]", out: Path
) -> "tuple[AnsweredRow, ...]":
    """Answer every question about the tables, and write what that comes to."""
    from handfoot.commands.terminal import progress_bar
    from handfoot.csvtext import csv_of
    from handfoot.evaluation.answering import AnsweredRow, judge_answers
    from handfoot.output import write_text

    with progress_bar(len(tables), "answering") as advance:
        answers = tuple(judge_answers(tables, known, watch=advance))
    write_text(out / "answered.csv", csv_of(AnsweredRow, answers))
    return answers


def _doubted(
    tables: "Sequence[JudgedTable]", known: "Mapping[Path, PhotoReading]", reader: "ReadsPhotos", out: Path
) -> "tuple[CurvePoint, ...]":
    """Judge the tables under other thresholds of doubt, and write what that comes to."""
    from handfoot.commands.terminal import progress_bar
    from handfoot.evaluation.doubtcurve import curve, curve_csv, settings
    from handfoot.output import write_text

    with progress_bar(len(settings()), "doubting") as advance:
        points = curve(tables, known, reader, watch=advance)
    write_text(out / "curve.csv", curve_csv(points))
    return points


def _blocks(
    evaluation: "Evaluation",
    several: "Sequence[SeveralRow]",
    answers: "Sequence[AnsweredRow]",
    points: "Sequence[CurvePoint]",
    *,
    amended: bool,
) -> dict[str, str]:
    """Return the figures as markdown, by the names of the blocks that a page has for them."""
    from handfoot.evaluation.answering import answered_markdown
    from handfoot.evaluation.figures import calibration, markdown, price_of_doubt
    from handfoot.evaluation.several import several_markdown

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


def _write(evaluation: "Evaluation", text: str, out: Path) -> None:
    from handfoot.csvtext import csv_of
    from handfoot.evaluation.evaluate import summary_json
    from handfoot.evaluation.reliability import reliability_csv
    from handfoot.evaluation.results import photos_csv
    from handfoot.evaluation.tabletruth import SideRow
    from handfoot.output import write_text

    write_text(out / "photos.csv", photos_csv(evaluation.photos))
    write_text(out / "tables.csv", csv_of(SideRow, evaluation.sides))
    write_text(out / "reliability.csv", reliability_csv(evaluation.said.items()))
    write_text(out / "summary.json", summary_json(evaluation))
    write_text(out / "summary.md", text)


def _drawing(folder: Path) -> "Look":
    """Return a function that draws a photo's errors into a copy of it in the folder."""
    from handfoot.annotate import annotate_errors
    from handfoot.output import free_path, make_output_folder, write_photo

    make_output_folder(folder)
    written: set[Path] = set()

    def draw(photo: "LabelledPhoto", frame: "Frame", match: "IndexMatch") -> None:
        drawn = annotate_errors(frame.image, match.errors)
        name = f"{photo.source}-{photo.name}".replace("/", "-")
        write_photo(free_path(folder / name, written), drawn)

    return draw
