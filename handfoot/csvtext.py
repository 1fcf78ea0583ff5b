"""Rows as the text of a CSV file."""

import csv
import io
from collections.abc import Iterable


def csv_text(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a CSV with a line of the columns' names and one for each row; None is an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()
