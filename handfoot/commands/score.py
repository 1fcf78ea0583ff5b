"""``handfoot score``: the score of the tables in a folder of photos."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.commands.frontdoor import ExitCode, complain, plain_text, though_nobody_listens
from handfoot.commands.options import (
    DECK_OPTION,
    DECKS_OPTION,
    KEEP_OPTION,
    MODELS_OPTION,
    PATH,
    RAY_OPTION,
    ROUND_OPTION,
    SET_OPTION,
)

if TYPE_CHECKING:
    from rich.console import Console

    from handfoot.annotate import Cards
    from handfoot.commands.latereader import Choice
    from handfoot.commands.scorefiles import ScoreFolder
    from handfoot.errors import HandfootError
    from handfoot.pipeline import Said, ScoredTable
    from handfoot.tables import TableFolder
    from scorer.record import Setting
    from vision.photoreading import PhotoReading, ReadsPhotos


@click.command()
@click.argument("folder", type=PATH)
@click.option("--rules", metavar="ID|FILE", help="Rule set; `handfoot rules list` names them; or a house's own file.")
@ROUND_OPTION
@DECKS_OPTION
@SET_OPTION
@click.option(
    "--went-out", multiple=True, metavar="SIDE", help="A side that went out; no photo shows it; say it for each."
)
@click.option("--nobody-went-out", is_flag=True, help="The round ended with nobody going out.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, one line a table.")
@click.option(
    "-o",
    "--out",
    type=PATH,
    metavar="DIR",
    help="Also write records, annotated photos and a CSV row per side there.",
)
@RAY_OPTION
@KEEP_OPTION
@DECK_OPTION
@MODELS_OPTION
@click.pass_context
def score(
    ctx: click.Context,
    folder: Path,
    *,
    rules: str | None,
    round_: int | None,
    decks: int | None,
    settings: "dict[str, Setting]",
    went_out: tuple[str, ...],
    nobody_went_out: bool,
    as_json: bool,
    out: Path | None,
    ray: str | None,
    keep: Path | None,
    deck_names: tuple[str, ...],
    models: Path | None,
) -> None:
    """Score the table whose photos lie in FOLDER, or each table of a folder of them.

    Each sub-folder is a side, named by it. Photos that start with left, hand or foot show what is left, those that
    start with fanned the books spread out. A table.toml may say the rules, the round and what no photo shows.
    """
    from handfoot.commands.knownreadings import known_readings
    from handfoot.commands.scorefiles import ScoreFolder
    from handfoot.commands.terminal import make_console
    from handfoot.pipeline import Said
    from handfoot.sheets.receipts import table_to_json
    from handfoot.tables import table_folders
    from scorer.rulebook.rules import rules_named
    from vision.photos.frames import photos_in

    if went_out and nobody_went_out:
        raise click.UsageError("--went-out and --nobody-went-out say two things", ctx)
    out_by_name = went_out if went_out or nobody_went_out else None
    house = None if rules is None else rules_named(rules)
    said = Said(house, round_, decks, settings, out_by_name, deck_names)
    choice_of = _choices(models, deck_names)
    places = table_folders(folder)
    tables = [_table(place, folder, out) for place in places]
    files = None if out is None else ScoreFolder(out, tables, places)
    console = make_console()
    code = ExitCode.CLEAR
    for stray in () if places == (folder,) else photos_in(folder):
        complain(f"{stray}: lies outside the tables' own folders and is not counted")
        code = ExitCode.DOUBT

    def show(result: "ScoredTable") -> None:
        if as_json:
            click.echo(json.dumps(table_to_json(result), ensure_ascii=False))
        else:
            print_table(result, console, heading=len(places) > 1)

    with known_readings(tables, choice_of, ray=ray, keep=keep, out=out, models=models) as known_of:

        def scored(table: "TableFolder") -> "ScoredTable":
            return _score(table, choice_of(table).reader, said, known_of(table))

        code = max(code, _score_each(tables, scored, show, files))
    ctx.exit(code)


def _score_each(
    tables: "Sequence[TableFolder | HandfootError]",
    scored: "Callable[[TableFolder], ScoredTable]",
    show: "Callable[[ScoredTable], None]",
    files: "ScoreFolder | None",
) -> ExitCode:
    """Score each table and show it, and write it where there is a folder for that; what is wrong with one is told."""
    from handfoot.errors import HandfootError
    from scorer.errors import ScorerError
    from vision.errors import DeckError, PhotoError

    code = ExitCode.CLEAR
    for table in tables:
        try:
            if isinstance(table, HandfootError):
                raise table
            result = scored(table)
        except (HandfootError, ScorerError, DeckError, PhotoError) as error:
            complain(str(error))
            code = ExitCode.UNUSABLE
            continue
        for error_line in result.errors:
            complain(error_line)
        code = max(code, ExitCode.UNUSABLE if result.errors else ExitCode(result.in_doubt))
        # At once, so that a run that is stopped leaves what it had scored; and before it is printed, as nobody may
        # listen any more.
        if files is not None and not files.put(table, result):
            code = ExitCode.UNUSABLE
        with though_nobody_listens(end=files is None and table is not tables[-1]):
            show(result)
    if files is not None and not files.end():
        code = ExitCode.UNUSABLE
    return code


def print_table(table: "ScoredTable", console: "Console", *, heading: bool) -> None:
    """Print a table's score: each side's lines, interval, problems and questions, then what else is in doubt."""
    from handfoot.commands.tally import print_tally

    if heading:
        console.print(f"\n{plain_text(table.name)}", style="bold")
    print_tally(table.tally, console)
    told: dict[tuple[str, Cards], list[str]] = {}
    for doubt in table.doubts:
        told.setdefault((doubt.photo, doubt.about), []).append(doubt.say)
    for side, score in zip(table.sides, table.tally.sides, strict=True):
        # What a question asks is not said once more.
        for doubt in side.open_doubts(score):
            told.setdefault((f"{side.name}/{doubt.photo}", doubt.about), []).append(doubt.say)
    if told:
        console.print("\nIn doubt", style="bold")
    for (photo, about), says in told.items():
        cards = f", card {', '.join(str(number) for number in about)}" if about else ""
        console.print(plain_text(f"  ? {photo}{cards}: {'; '.join(says)}"), style="magenta")


def _table(place: Path, folder: Path, out: Path | None) -> "TableFolder | HandfootError":
    """Return the table of a folder, or why it is none, to be told when its turn comes.

    Where results are to be written into a folder of the table that holds no photos, that is no side.
    """
    from handfoot.errors import HandfootError
    from handfoot.tables import read_table

    try:
        table = read_table(place, within=folder)
    except HandfootError as error:
        return error
    sides = (side for side in table.sides if out is None or side.photos or side.path.resolve() != out.resolve())
    return replace(table, sides=tuple(sides))


def _choices(models: Path | None, deck_names: tuple[str, ...]) -> "Callable[[TableFolder], Choice]":
    """Return what tells the decks that a table is read with: those of the command line, or else its own.

    Raises:
        DeckError: if there is no deck of a name on the command line; what is returned raises it for a table's own.
    """
    from handfoot.commands.latereader import LateReaders
    from vision.errors import DeckError

    readers = LateReaders(models)
    # Wrong for one table, it is wrong for all.
    told = readers.of(deck_names) if deck_names else None

    def choice_of(table: "TableFolder") -> "Choice":
        try:
            return told or readers.of(table.deck_profiles)
        except DeckError as error:
            raise DeckError(f"{table.path}: {error}") from None

    return choice_of


def _score(
    table: "TableFolder", reader: "ReadsPhotos", said: "Said", known: "Mapping[Path, PhotoReading]"
) -> "ScoredTable":
    """Score a table, with a bar on standard error while that is a terminal.

    Raises:
        ScorerError: naming the table, if its rules, round or settings do not exist or do not fit.
        HandfootError: as ``score_table`` does.
    """
    from handfoot.commands.terminal import progress_bar
    from handfoot.pipeline import score_table
    from scorer.errors import ScorerError

    with progress_bar(len(table.files), table.name) as advance:
        try:
            return score_table(table, reader, said=said, watch=lambda _: advance(), known=known)
        except ScorerError as error:
            raise type(error)(f"{table.path}: {error}") from None
