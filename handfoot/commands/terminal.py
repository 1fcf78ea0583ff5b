"""What commands print on: tables and progress bars on a terminal, plain lines in a pipe."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from handfoot.commands.frontdoor import plain_text

_ANY_WIDTH = 1_000_000
"""Columns of a pipe: no line is so long, so that none is folded."""

_Thing = TypeVar("_Thing")


class _PlainConsole(Console):
    """A console whose terminal no name of a file or a side can colour or clear."""

    def render_str(self, text: str, **how: Any) -> Text:  # noqa: ANN401 - rich's own keywords
        """Return a text to print, its line breaks kept."""
        return super().render_str("\n".join(map(plain_text, text.split("\n"))), **how)

    def print(self, *things: Any, **how: Any) -> None:  # noqa: ANN401 - rich's own keywords
        """Print; into a pipe without the spaces that fill a table's last column.

        A table tears no word or number; from one on that cannot but on a narrow terminal, the terminal folds lines.
        """
        if self.is_terminal:
            for table in (one for one in things if isinstance(one, Table)):
                self._fit(table)
            super().print(*things, **how)
            return
        with self.capture() as captured:
            super().print(*things, **how)
        self.file.write("\n".join(line.rstrip(" ") for line in captured.get().split("\n")))

    def _fit(self, table: Table) -> None:
        """Give each column of a table the width of its longest word, and an even part of the room that is left."""
        anyhow = self.options.update(width=_ANY_WIDTH)
        whole = self.measure(table, options=anyhow)
        if whole.minimum > self.width:
            self.width = _ANY_WIDTH
        if whole.maximum <= self.width:
            return
        cells = [[self.measure(cell, options=anyhow) for cell in (at.header, *at.cells)] for at in table.columns]
        least = [max(cell.minimum for cell in column) for column in cells]
        more = [max(cell.maximum for cell in column) - width for column, width in zip(cells, least, strict=True)]
        room = self.width - whole.minimum
        waiting = sorted(range(len(least)), key=more.__getitem__)
        for done, place in enumerate(waiting):
            given = min(more[place], room // (len(waiting) - done))
            table.columns[place].width = least[place] + given
            room -= given


def make_console(*, stderr: bool = False) -> Console:
    """Return a console on standard output or error: a pipe gets neither colours nor folded lines."""
    console = _PlainConsole(stderr=stderr, highlight=False, emoji=False, markup=False)
    if not console.is_terminal:
        console.width = _ANY_WIDTH
    return console


def clock_time(moment: datetime, *, seconds: bool = False) -> str:
    """Return a moment as this machine's own clock tells it, as the pages and sheets do."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}{f':{moment.astimezone():%S}' if seconds else ''}"


def make_table(console: Console, *columns: str) -> Table:
    """Return a table with a head on a terminal, bare columns in a pipe; a column called >name is set to the right."""
    fancy = console.is_terminal
    table = Table(box=box.SIMPLE if fancy else None, show_header=fancy, pad_edge=fancy, padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(
            column.removeprefix(">"), justify="right" if column.startswith(">") else "left", overflow="fold"
        )
    return table


def with_progress(things: Sequence[_Thing], label: str) -> Iterator[_Thing]:
    """Yield the things, with a bar on standard error while that is a terminal and there is more than one of them."""
    if len(things) < 2:
        yield from things
        return
    with progress_bar(len(things), label) as advance:
        for thing in things:
            yield thing
            advance()


@contextmanager
def progress_bar(steps: int, label: str) -> Iterator[Callable[[], None]]:
    """Give a function to call for each step; while standard error is a terminal it moves a bar there."""
    console = make_console(stderr=True)
    if not console.is_terminal:
        yield lambda: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(label, total=steps)
        yield lambda: progress.advance(task)


@contextmanager
def stage_bars() -> Iterator[Callable[[str, int, int], None]]:
    """Give a function to tell a stage, how much of it is done, and of how much; a terminal shows a bar a stage."""
    console = make_console(stderr=True)
    if not console.is_terminal:
        yield lambda _stage, _done, _of: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        tasks: dict[str, TaskID] = {}

        def tell(stage: str, done: int, of: int) -> None:
            if stage not in tasks:
                tasks[stage] = progress.add_task(stage, total=of)
            progress.update(tasks[stage], completed=done)

        yield tell
