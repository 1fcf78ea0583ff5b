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
    from handfoot.errors import HandfootError
    from handfoot.pipeline import Said, ScoredTable
    from handfoot.tables import TableFolder
    from scorer.record import Setting
    from vision.photoreading import PhotoReading, ReadsPhotos

_FILES = {"record.json", "tally.json", "sides.csv"}
"""What is written of tables beside the folders of their sides."""


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
    from handfoot.commands.farreadings import known_readings
    from handfoot.commands.terminal import make_console
    from handfoot.output import make_output_folder
    from handfoot.pipeline import Said
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
    homes = _homes(tables, out or Path())
    if out is not None:
        _refuse_among_photos(tables, homes)
        make_output_folder(out)
    console = make_console()
    code = ExitCode.CLEAR
    for stray in () if places == (folder,) else photos_in(folder):
        complain(f"{stray}: lies outside the tables' own folders and is not counted")
        code = ExitCode.DOUBT

    def show(result: "ScoredTable") -> None:
        if as_json:
            click.echo(_json(result))
        else:
            print_table(result, console, heading=len(places) > 1)

    with known_readings(tables, choice_of, ray=ray, keep=keep, out=out, models=models) as known_of:

        def scored(table: "TableFolder") -> "ScoredTable":
            return _score(table, choice_of(table).reader, said, known_of(table))

        sheet = None if out is None else _Sheet(out, places)
        code = max(code, _score_each(tables, homes, scored, show, sheet))
    ctx.exit(code)


def _score_each(
    tables: "Sequence[TableFolder | HandfootError]",
    homes: Sequence[Path],
    scored: "Callable[[TableFolder], ScoredTable]",
    show: "Callable[[ScoredTable], None]",
    sheet: "_Sheet | None",
) -> ExitCode:
    """Score each table and show it, and write it where there is a sheet; what is wrong with one is told."""
    from handfoot.errors import HandfootError
    from scorer.errors import ScorerError
    from vision.errors import DeckError, PhotoError

    drawn: set[Path] = set()
    code = ExitCode.CLEAR
    for table, home in zip(tables, homes, strict=True):
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
        if sheet is not None and not (_write(result, home, drawn) & sheet.put(result)):
            code = ExitCode.UNUSABLE
        with though_nobody_listens(end=sheet is None and table is not tables[-1]):
            show(result)
    if sheet is not None and not sheet.begun and not sheet.write():
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


def _refuse_among_photos(tables: "Sequence[TableFolder | HandfootError]", homes: Sequence[Path]) -> None:
    """Keep the annotated photos of each side out of folders that hold photos. Raises OutputError if one does."""
    from handfoot.errors import HandfootError
    from handfoot.output import refuse_among_photos

    for table, home in zip(tables, homes, strict=True):
        for side in () if isinstance(table, HandfootError) else table.sides:
            refuse_among_photos(_place(home, side.name), [side.path])


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


def _json(table: "ScoredTable") -> str:
    from handfoot.sheets.receipts import table_to_json

    return json.dumps(table_to_json(table), ensure_ascii=False)


def _homes(tables: "Sequence[TableFolder | HandfootError]", out: Path) -> list[Path]:
    """Return the folder that what is written of each table goes into: one of its own where there are many."""
    from handfoot.errors import HandfootError
    from handfoot.output import free_path

    taken: set[Path] = set()
    alone = len(tables) == 1
    return [
        out if alone or isinstance(table, HandfootError) else free_path(_place(out, table.name), taken)
        for table in tables
    ]


def _place(folder: Path, name: str) -> Path:
    """Return the folder for a table or a side so called, beside the files that lie there."""
    from scorer.names import name_key

    return folder / (f"{name} photos" if name_key(name) in _FILES else name)


def _write(table: "ScoredTable", home: Path, drawn: set[Path]) -> bool:
    """Write a table's record and annotated photos into its folder.

    drawn: the photos written so far, to which these are added. Return whether all of it could be written; a photo that
    is gone since it was read, or whose name leaves no room for another, is told, as is a folder that is in the way.
    """
    from handfoot.errors import OutputError
    from handfoot.output import free_path, make_output_folder, write_photo, write_text
    from handfoot.sheets.receipts import annotated_photos, table_to_json
    from scorer.record import record_to_json
    from vision.errors import PhotoError

    whole = True
    try:
        make_output_folder(home)
        write_text(home / "record.json", json.dumps(record_to_json(table.record), ensure_ascii=False, indent=1) + "\n")
        write_text(home / "tally.json", json.dumps(table_to_json(table), ensure_ascii=False, indent=1) + "\n")
    except OutputError as error:
        complain(f"{error}; {table.name} is scored, but not written")
        return False
    for side, path, image in annotated_photos(table):
        try:
            if isinstance(image, PhotoError):
                raise image
            place = _place(home, side)
            make_output_folder(place)
            write_photo(free_path(place / f"{path.stem}-scored.jpg", drawn), image)
        except (PhotoError, OutputError) as error:
            complain(f"{error}; it is scored, but not drawn")
            whole = False
    return whole


class _Sheet:
    """The sheet of the tables' sides. What an earlier run wrote of a table stays until the table is scored again."""

    def __init__(self, out: Path, places: Sequence[Path]) -> None:
        """Take over what stands in the folder of the tables that lie in these places."""
        from handfoot.sheets.csvrows import cell_text, rows_kept
        from handfoot.tables import name_of

        self._path = out / "sides.csv"
        kept = rows_kept(self._path)
        self.begun = False
        self._rows = {name: kept.get(name, []) for name in (cell_text(name_of(place)) for place in places)}

    def put(self, table: "ScoredTable") -> bool:
        """Write the rows of a table; return as ``write`` does."""
        from handfoot.sheets.csvrows import cell_text, side_rows

        self._rows[cell_text(table.name)] = list(side_rows(table))
        return self.write()

    def write(self) -> bool:
        """Write the sheet; return whether it could be, else that is told."""
        from handfoot.errors import OutputError
        from handfoot.output import write_text
        from handfoot.sheets.csvrows import sides_csv

        self.begun = True
        try:
            write_text(self._path, sides_csv(row for rows in self._rows.values() for row in rows))
        except OutputError as error:
            complain(str(error))
            return False
        return True
