"""What the sides of a round prove together takes long to find: it is found once, until something changes."""

from handfoot.review.proving import proved
from handfoot.review.scoring import TableDraft

MOST_ROUNDS = 128
"""Rounds whose proofs are kept; of each the last."""


class Proofs:
    """The last proof of each round that was looked at lately. Safe to use from several threads."""

    def __init__(self) -> None:
        """Begin with none."""
        self._last: dict[tuple[int, int], tuple[TableDraft, TableDraft]] = {}

    def of(self, game: int, table: TableDraft) -> TableDraft:
        """Return ``proved(table)`` of a game's table. Raises as that does."""
        # Left in place while it is compared, so that whoever asks meanwhile finds it too.
        given, found = self._last.get((game, table.round), (None, table))
        if given != table:
            found = proved(table)
        self._last.pop((game, table.round), None)
        self._last[game, table.round] = table, found
        for oldest in list(self._last)[:-MOST_ROUNDS]:
            self._last.pop(oldest, None)
        return found
