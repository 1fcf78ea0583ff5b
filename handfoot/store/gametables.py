"""The tables of games: each game with its sides and its own copy of the rules, each round as the versions it had,
and when it was ended early.
"""

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from handfoot.store.base import Base, UtcTime
from scorer.names import LONGEST_NAME

LONGEST_TOKEN = 200
LONGEST_REASON = 1000


class GameRow(Base):
    """A game. ``revision`` counts its changes; ``rules``, ``settings`` and ``rounds`` are JSON."""

    __tablename__ = "games"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012 - SQLAlchemy's own

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    name_key: Mapped[str] = mapped_column(String(4 * LONGEST_NAME), unique=True)
    rules_id: Mapped[str] = mapped_column(String(64))
    rules: Mapped[str] = mapped_column(Text)
    rounds: Mapped[str] = mapped_column(Text)
    settings: Mapped[str] = mapped_column(Text)
    decks: Mapped[int | None]
    made_at: Mapped[datetime] = mapped_column(UtcTime)
    revision: Mapped[int]
    token: Mapped[str | None] = mapped_column(String(LONGEST_TOKEN), unique=True)

    sides: Mapped[list["GameSideRow"]] = relationship(order_by="GameSideRow.position")
    versions: Mapped[list["RoundVersionRow"]] = relationship(order_by="RoundVersionRow.change")
    endings: Mapped[list["EndingRow"]] = relationship(order_by="EndingRow.change")


class GameSideRow(Base):
    """A side of a game, by its place among them from 0."""

    __tablename__ = "game_sides"
    __table_args__ = (UniqueConstraint("game_id", "position"), UniqueConstraint("game_id", "name"))

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    position: Mapped[int]
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))


class RoundVersionRow(Base):
    """One version of a round, never written to again; the round is what its last version says.

    ``change`` counts the changes of the game, ``version`` those of the round, both from 1. Without a record the round
    is not entered. ``undoes`` is the change that this one took back. ``record`` and ``tally`` are JSON.
    """

    __tablename__ = "round_versions"
    __table_args__ = (
        UniqueConstraint("game_id", "round", "version"),
        UniqueConstraint("game_id", "change"),
        UniqueConstraint("game_id", "token"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    change: Mapped[int]
    round: Mapped[int]
    version: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(UtcTime)
    action: Mapped[str] = mapped_column(String(16))
    reason: Mapped[str] = mapped_column(String(LONGEST_REASON))
    undoes: Mapped[int | None]
    record: Mapped[str | None] = mapped_column(Text)
    tally: Mapped[str | None] = mapped_column(Text)
    token: Mapped[str | None] = mapped_column(String(LONGEST_TOKEN))

    points: Mapped[list["RoundPointsRow"]] = relationship()


class RoundPointsRow(Base):
    """The points of a side that a version of a round confirms."""

    __tablename__ = "round_points"

    version_id: Mapped[int] = mapped_column(ForeignKey("round_versions.id", ondelete="CASCADE"), primary_key=True)
    side_id: Mapped[int] = mapped_column(ForeignKey("game_sides.id", ondelete="CASCADE"), primary_key=True)
    points: Mapped[int]


class EndingRow(Base):
    """That a game was ended early or, where ``undoes`` is the change that ended it, gone on with.

    Never written to again. ``change`` counts the changes of the game together with those of its rounds.
    """

    __tablename__ = "game_endings"
    __table_args__ = (UniqueConstraint("game_id", "change"), UniqueConstraint("game_id", "token"))

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    change: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(UtcTime)
    reason: Mapped[str] = mapped_column(String(LONGEST_REASON))
    undoes: Mapped[int | None]
    token: Mapped[str | None] = mapped_column(String(LONGEST_TOKEN))
