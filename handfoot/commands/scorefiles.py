"""What ``handfoot score --out`` writes: each table's record, tally and annotated photos, and a sheet of all sides."""

import json
from collections.abc import Sequence
from pathlib import Path

from handfoot.commands.frontdoor import complain
from handfoot.errors import HandfootError, OutputError
from handfoot.output import drawn_path, free_path, make_output_folder, refuse_among_photos, write_photo, write_text
from handfoot.pipeline import ScoredTable
from handfoot.sheets.csvrows import cell_text, rows_kept, side_rows, sides_csv
from handfoot.sheets.receipts import annotated_photos, table_to_json
from handfoot.tables import TableFolder, name_of
from scorer.names import name_key
from scorer.record import record_to_json
from vision.errors import PhotoError

_FILES = {"record.json", "tally.json", "sides.csv"}
"""What is written of tables beside the folders of their sides."""


class ScoreFolder:
    """A folder of scores. What an earlier run wrote of a table stays until the table is scored again."""

    def __init__(self, out: Path, tables: Sequence[TableFolder | HandfootError], places: Sequence[Path]) -> None:
        """Make the folder, and take over what its sheet says of the tables that lie in these places.

        Of many tables each has a folder of its own in it.

        Raises:
            OutputError: if it cannot be written, or what is drawn would lie among photos.
        """
        taken: set[Path] = set()
        there = [table for table in tables if isinstance(table, TableFolder)]
        is_one = len(tables) == 1
        self._homes = {table.path: out if is_one else free_path(_place(out, table.name), taken) for table in there}
        for table in there:
            for side in table.sides:
                refuse_among_photos(_place(self._homes[table.path], side.name), [side.path])
        make_output_folder(out)
        self._sheet = out / "sides.csv"
        kept = rows_kept(self._sheet)
        self._rows = {name: kept.get(name, []) for name in (cell_text(name_of(place)) for place in places)}
        self._drawn: set[Path] = set()
        self._is_begun = False

    def put(self, folder: TableFolder, table: ScoredTable) -> bool:
        """Write all of a table; return whether it could be written, else what could not is told."""
        is_whole = self._write(table, self._homes[folder.path])
        self._rows[cell_text(table.name)] = list(side_rows(table))
        return self._write_sheet() and is_whole

    def end(self) -> bool:
        """Write the sheet where no table was put; return as ``put`` does."""
        return self._is_begun or self._write_sheet()

    def _write(self, table: ScoredTable, home: Path) -> bool:
        """Write a table's record and annotated photos into its folder; return as ``put`` does.

        A photo that is gone since it was read, or whose name leaves no room for another, is told, as is a folder in the
        way.
        """
        is_whole = True
        try:
            make_output_folder(home)
            _write_json(home / "record.json", record_to_json(table.record))
            _write_json(home / "tally.json", table_to_json(table))
        except OutputError as error:
            complain(f"{error}; {table.name} is scored, but not written")
            return False
        for side, path, image in annotated_photos(table):
            try:
                if isinstance(image, PhotoError):
                    raise image
                place = _place(home, side)
                make_output_folder(place)
                write_photo(drawn_path(place, path, "scored", self._drawn), image)
            except (PhotoError, OutputError) as error:
                complain(f"{error}; it is scored, but not drawn")
                is_whole = False
        return is_whole

    def _write_sheet(self) -> bool:
        self._is_begun = True
        try:
            write_text(self._sheet, sides_csv(row for rows in self._rows.values() for row in rows))
        except OutputError as error:
            complain(str(error))
            return False
        return True


def _place(folder: Path, name: str) -> Path:
    """Return the folder for a table or a side so called, beside the files that lie there."""
    return folder / (f"{name} photos" if name_key(name) in _FILES else name)


def _write_json(path: Path, data: dict[str, object]) -> None:
    write_text(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")
