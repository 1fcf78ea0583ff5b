"""Renders the sample tables again: ``python datasets/samples/make.py FOLDER``.

Only decks drawn by this project are used, whatever fetched ones the cache holds; nothing in the samples is anyone
else's. The same program gives the same bytes.
"""

import os
import sys
import tempfile
from pathlib import Path

TABLES = {"Table 1": (23, 2), "Table 2": (20, 1), "Table 3": (24, 2)}
"""Seed and number of each table among those of the split that no net is trained on."""


def main(folder: Path) -> None:
    """Render the tables into a folder."""
    sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2])]
    from tablesynth.tables import TableOrder, write_table

    with tempfile.TemporaryDirectory() as empty:
        os.environ["HANDFOOT_CACHE"] = empty
        for name, (seed, number) in TABLES.items():
            write_table(TableOrder("test", seed), number, folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
