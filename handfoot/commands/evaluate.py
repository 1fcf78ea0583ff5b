"""``handfoot evaluate``: labelled photos and tables read, judged and summed up."""

from pathlib import Path

import click

from handfoot.commands.frontdoor import ExitCode, complain
from handfoot.commands.options import KEEP_OPTION, MODELS_OPTION, PATH, RAY_OPTION, WholeNumber


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
    from handfoot.commands.evaluatesteps import (
        drawing,
        figures_by_block,
        judge_answered,
        judge_doubted,
        read_all,
        write_rows,
    )
    from handfoot.commands.terminal import make_console
    from handfoot.confusions import confusions_toml, counted_confusions
    from handfoot.evaluation.evaluate import evaluate as judge
    from handfoot.evaluation.evaluate import photos_to_judge, tables_to_judge
    from handfoot.evaluation.figures import write_into
    from handfoot.evaluation.plots import check_plots, draw_curve, draw_reliability
    from handfoot.evaluation.reading import files_to_read, readings_of
    from handfoot.evaluation.several import judge_joining
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
    read = read_all(files_to_read(photos, tables), reader, models, ray=ray, keep=keep, out=out, perfect=perfect)
    evaluation = judge(photos, tables, read, reader, look=drawing(out / "errors") if draw else None)
    known = readings_of(read)
    several = judge_joining(tables, known, reader)
    answers = judge_answered(tables, known, out) if answered else ()
    points = judge_doubted(tables, known, reader, out) if curve else ()
    blocks = figures_by_block(evaluation, several, answers, points, amended=amended)
    text = "\n".join(blocks.values())
    write_rows(evaluation, several, text, out)
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
