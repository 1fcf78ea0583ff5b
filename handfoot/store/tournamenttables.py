"""The tables of tournaments: each tournament, what happened at it as a row after the other, none ever changed, and
the games that its tables play.
"""

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from handfoot.store.base import Base, UtcTime
from handfoot.store.gametables import LONGEST_TOKEN
from scorer.names import LONGEST_NAME


class TournamentRow(Base):
    """A tournament by its name; all else is in its events, its own copy of the rules in the first of them."""

    __tablename__ = "tournaments"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012 - SQLAlchemy's own

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    name_key: Mapped[str] = mapped_column(String(4 * LONGEST_NAME), unique=True)
    made_at: Mapped[datetime] = mapped_column(UtcTime)

    events: Mapped[list["TournamentEventRow"]] = relationship(
        order_by="TournamentEventRow.number", cascade="all, delete-orphan", passive_deletes=True
    )


class TournamentEventRow(Base):
    """One thing that happened, by its number from 1, so that no two writers can both have been next.

    ``event`` is JSON; ``token`` is the caller's own name for what it handed in, on the first event that came of it.
    """

    __tablename__ = "tournament_events"
    __table_args__ = (UniqueConstraint("tournament_id", "number"), UniqueConstraint("tournament_id", "token"))

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id", ondelete="CASCADE"))
    number: Mapped[int]
    kind: Mapped[str] = mapped_column(String(32))
    event: Mapped[str] = mapped_column(Text)
    made_at: Mapped[datetime] = mapped_column(UtcTime)
    token: Mapped[str | None] = mapped_column(String(LONGEST_TOKEN))


class TableGameRow(Base):
    """A game that a table of a tournament plays: by the number of the tournament's game and of the table in it."""

    __tablename__ = "table_games"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id", ondelete="CASCADE"))
    number: Mapped[int]
    table_number: Mapped[int]

    tournament: Mapped[TournamentRow] = relationship()
