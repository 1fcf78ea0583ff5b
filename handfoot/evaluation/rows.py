"""Rows of results as CSV: a column for each field."""

from collections.abc import Iterable
from dataclasses import astuple, fields
from typing import TypeVar

from handfoot.csvtext import csv_text

Row = TypeVar("Row")


def csv_of(kind: type[Row], rows: Iterable[Row]) -> str:
    """Return a CSV with a line for each row, all of one kind of dataclass, under the names of its fields."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    return csv_text(names, (astuple(row) for row in rows))  # type: ignore[call-overload]
