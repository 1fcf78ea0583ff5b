"""Which row a caller means: a game or a tournament is named by its number, or by its name in any letter case."""

from sqlalchemy import ColumnElement, exists, false
from sqlalchemy.orm import aliased

from handfoot.store.gametables import GameRow
from handfoot.store.tournamenttables import TournamentRow
from scorer.names import can_be_printed, name_key

_LONGEST_NUMBER = 9
"""Digits of a number that every database can compare with."""


def meant(rows: type[GameRow] | type[TournamentRow], which: int | str) -> ColumnElement[bool]:
    """Return what is true of the row that is meant, and of none where there can be no such number or name."""
    if isinstance(which, int) or which.isdecimal():
        return rows.id == int(which) if len(str(which)) <= _LONGEST_NUMBER else false()
    # No name holds what cannot be printed, and not every database could even look for it.
    if not can_be_printed(which):
        return false()
    # An earlier program kept a name with two spaces between its words under a key with both, beside one with one space.
    other = aliased(rows)
    is_there = exists().where(other.name == which)
    return (rows.name == which) | (rows.name_key == name_key(which)) & ~is_there
