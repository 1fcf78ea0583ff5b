"""Rows of results as CSV: a column for each field."""

import csv
import io
from collections.abc import Iterable
from dataclasses import astuple, fields
from typing import TypeVar

Row = TypeVar("Row")


def csv_of(kind: type[Row], rows: Iterable[Row]) -> str:
    """Return a CSV with a line for each row, all of one kind of dataclass, under the names of its fields."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([field.name for field in fields(kind)])  # type: ignore[arg-type]
    writer.writerows(astuple(row) for row in rows)  # type: ignore[call-overload]
    return text.getvalue()
