"""``handfoot mat``: the printed mat, as a PDF."""

from pathlib import Path

import click

from handfoot.commands.options import PATH

PAPERS = ("a3", "a4", "letter")


@click.command()
@click.option(
    "--paper",
    type=click.Choice(PAPERS, case_sensitive=False),
    default="a4",
    show_default=True,
    help="One A3 sheet, or two sheets of A4 or letter to glue together: the mat is the same.",
)
@click.option(
    "-o",
    "--out",
    type=PATH,
    default=Path("mat.pdf"),
    show_default=True,
    metavar="FILE.pdf",
    help="Where the mat goes.",
)
def mat(*, paper: str, out: Path) -> None:
    """Write a mat to print and play on, with zones for what is played and for Hand and Foot.

    Its markers tell the program where the zones lie, so that one photo, taken at a slant too, shows plus and minus.
    The mat is optional.
    """
    from handfoot.output import write_bytes
    from handfoot.sheets.matpdf import SHEETS, Paper, mat_pdf
    from vision.mat.design import HEIGHT_MM, WIDTH_MM

    chosen = Paper(paper.lower())
    write_bytes(out, mat_pdf(chosen))
    sheets = SHEETS[chosen].count
    click.echo(f"{out}: a mat of {WIDTH_MM:.0f} x {HEIGHT_MM:.0f} mm on {_counted(sheets)} of {_called(paper)} paper")
    click.echo('Print it at 100 % ("actual size", not fitted to the page): the line below it is then 100 mm long.')
    if sheets > 1:
        click.echo("Cut the second sheet along the marks at its left and glue it on the first, up to the marks there.")


def _counted(sheets: int) -> str:
    return "one sheet" if sheets == 1 else f"{sheets} sheets"


def _called(paper: str) -> str:
    return paper.upper() if paper.lower().startswith("a") else paper.lower()
