"""``handfoot evaluate``: labelled photos and tables read, judged and summed up."""

from pathlib import Path

import click

from handfoot.cli_read import MODELS_OPTION


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FOLDER…")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="DIR", help="Where the results go.")
@click.option(
    "--split",
    type=click.Choice(["val", "train", "all"]),
    default="val",
    show_default=True,
    help="Which part of real photos; the nets are trained on the others than val.",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most N photos or tables of each folder.")
@click.option(
    "--markdown", type=click.Path(path_type=Path), metavar="FILE", help="Also put the figures into this page."
)
@MODELS_OPTION
def evaluate(
    folders: tuple[Path, ...], *, out: Path, split: str, limit: int | None, markdown: Path | None, models: Path | None
) -> None:
    """Judge the reading of labelled photos and the scores of tables whose truth is known.

    A FOLDER holds images and labels (YOLO text or Pascal VOC), or rendered photos with their scenes, or rendered
    tables with their truth. Writes photos.csv, tables.csv, summary.json and summary.md.
    """
    from handfoot import figures
    from handfoot.evaluate import evaluate as run
    from handfoot.evaluate import photos_to_judge, summary_json, tables_to_judge
    from handfoot.output import make_output_folder, write_text
    from handfoot.results import photos_csv
    from handfoot.tabletruth import judged_csv
    from handfoot.terminal import make_console, progress_bar
    from vision.read import default_card_reader

    tables = tables_to_judge(folders, limit=limit)
    with_tables = {table.within for table in tables}
    photos = photos_to_judge([folder for folder in folders if folder not in with_tables], split=split, limit=limit)
    make_output_folder(out)
    reader = default_card_reader(models)
    with progress_bar(len(photos) + len(tables), "evaluating") as advance:
        evaluation = run(photos, tables, reader, watch=advance)
    text = figures.markdown(evaluation.sets, evaluation.table_sets)
    write_text(out / "photos.csv", photos_csv(evaluation.photos))
    write_text(out / "tables.csv", judged_csv(evaluation.sides))
    write_text(out / "summary.json", summary_json(evaluation))
    write_text(out / "summary.md", text)
    if markdown is not None:
        figures.write_into(markdown, text)
    console = make_console()
    console.print(text)
    console.print(f"rows and figures: {out}")
