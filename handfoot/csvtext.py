"""Rows as the text of a CSV file."""

import csv
import io
from collections.abc import Iterable
from dataclasses import astuple, fields
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Row = TypeVar("Row", bound="DataclassInstance")

FOR_SPREADSHEETS = "\N{BYTE ORDER MARK}"
"""Stands before a CSV that people open: without it Excel takes UTF-8 for another code, and breaks accents in names."""


def csv_text(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a CSV with a line of the columns' names and one for each row; None is an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def for_a_file(text: str) -> str:
    """Return a CSV as it is written into a file that people open, where its names need the mark."""
    return text if text.isascii() else FOR_SPREADSHEETS + text


def csv_of(kind: type[Row], rows: Iterable[Row]) -> str:
    """Return a CSV with a line for each row, all of one kind of dataclass, under the names of its fields."""
    names = [field.name for field in fields(kind)]
    return csv_text(names, (astuple(row) for row in rows))
